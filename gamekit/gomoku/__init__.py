"""The parts of the gomoku program, one idea a file, in the order in which they build on each other.

    patterns    what a stone sees along a line: 63 half-patterns each way, 3969 patterns
    shapes      patterns by name (five, open four, ...), points by name, the score table of the lesson
    board       a position with all its tables, kept up to date move by move, and undone exactly
    weights     what each pattern and each point is worth: by hand, or learnt
    threats     wins by force: continuous fours, then threes
    search      alpha-beta over all of this
    simulation  the same board under Monte Carlo tree search
    fit         weights from the results of games: logistic regression
    learning    those games: the program plays against itself

`engine` makes a player of them, `program` tells everybody else of it. All of it is compiled.
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
