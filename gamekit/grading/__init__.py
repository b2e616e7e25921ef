"""Labs and marks: `check` for the learner, `gamekit grade` for the instructor.

| file | what it is |
| --- | --- |
| `lab.py` | the contract: what a lab, a task and a question are; finds the labs in `gamekit/labs/` |
| `folder.py` | what a lab's folder says: model answers, parts with their points, hints |
| `mistakes.py` | the library of known mistakes: runs model answers and wrong versions |
| `slips.py`, `observing.py` | what `check` sees where no known mistake fits: a slip, a type, a sign |
| `notebook.py` | finds the answers in a submitted notebook |
| `inside/` | all of the grader that a submission can see: kinds of question, a tree that counts visits |
| `marking.py` | asks, judges, adds up: one submission in, plain data out |
| `submissions.py`, `batch.py`, `report.py` | many submissions: find them, grade them, write table and pages |
| `course.py` | `course.toml` and the roster: what counts how much, what late costs, how much `check` tells |
| `platforms/` | the marks in the form of Moodle, Canvas, Gradescope |
| `items.py`, `similarity.py`, `standing.py` | for the teacher: parts, answers that are alike, all labs |
| `gradebook.py` | the marks in nbgrader's gradebook |
| `handout.py`, `new_lab.py` | the archive that students get; the folder of a new lab |
| `checking.py` | `check`: the same questions, from a seed that everybody may know |
| `progress.py` | what has passed so far, kept in a small file of the learner's own |
| `calling.py`, `shrinking.py` | for `check`: call in a fork; find a small tree that is answered wrongly |
| `starting.py` | the same where there is no fork: call in a process started anew |
| `source.py`, `names.py` | the notebook with model answers; names that marks are kept under |
| `card.py` | for `check`: how it looks in a notebook |
| `quick_tree.py` | trees on which the grader's own sources are run, thousands of times |

This file is in the sandbox too, so it loads nothing by itself.
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
