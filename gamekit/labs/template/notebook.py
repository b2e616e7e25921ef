# %% [markdown]
# # Lab 00 · A new lab
#
# What you build here and why. Plan for 30 minutes. Lesson 00 is the place to look when you are stuck.
#
# Write your answers into the cells marked *your code here*. You may add cells of your own anywhere. What you hand in is run from top to
# bottom. Cells that you add contribute their imports, functions, classes and assignments.

# %% grade_id="setup" tags=["setup"]
from gamekit.grading import check, hint  # noqa: F401
from gamekit.widgets import Predict

# %% [markdown]
# ## Predict first
#
# Commit yourself before you have a program that knows.

# %%
Predict(
    "What is twice 21?", answer=lambda: doubled(21), kind="number", reason="Your own function has found it."
)

# %% [markdown]
# ## Task 1: twice a number (2 points)
#
# Write `doubled(number)`: a number that is twice as large.
#
# `hint("lab00.doubled")` gives a hint, and `hint("lab00.doubled", 3)` a strong one.


# %% grade_id="doubled" tags=["answer"]
def doubled(number):
    """Twice the number."""
    ### BEGIN SOLUTION
    return 2 * number
    ### END SOLUTION


# %% grade_id="check-doubled" tags=["check"]
check("lab00.doubled", doubled)

# %% [markdown]
# ## Stretch
#
# A harder task for those who have time: copy the cells of task 1.

# %% [markdown]
# ## In your own words (2 points, read by a person)
#
# A question that makes people think.

# %% [markdown] grade_id="why" tags=["open"] points=2
# ### BEGIN SOLUTION
# What a good answer says.
# ### END SOLUTION
