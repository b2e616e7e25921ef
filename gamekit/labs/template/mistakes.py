"""Lab 00: what goes wrong with it."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, wrong

LIBRARY = Library(
    read_folder(__file__),
    mistakes={
        "doubled": (
            wrong(
                "the number as it is",
                0,
                "You give back the number that you were given. It is to be twice as large.",
                ("2 * number", "number"),
            ),
            wrong(
                "two more instead of twice",
                0,
                "You add two to the number. Twice a number is the number times two.",
                ("2 * number", "2 + number"),
            ),
        ),
    },
)
