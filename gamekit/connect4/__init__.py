"""The parts of the Connect Four program, one idea a file, in the order in which they build on each other.

    board       rows, columns and diagonals as words, and the threats on them, kept up to date stone by stone
    simulation  how a game is played to its end at sight: win, block, play under no threat; and which moves
                are worth a place in the tree of `gamekit.search.mcts`
    solver      the exact value of a position, on any size of board

`engine` makes a player of them, `program` tells everybody else of it. All of it is compiled, once for all
sizes of board.
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
