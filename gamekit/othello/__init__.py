"""The Othello program, one idea a file, in the order in which they build on each other.

features     what people look at: corners, mobility, frontier, parity, ...
stability    discs that can never be turned
evaluators   discs, mobility and weighted sums of features
patterns     what edges, diagonals and corners are worth, in learnt tables
policy       a learnt chance for each move
solver       exact values of endgames; its board and its ordering lie beside it
engine       all of this as a player
learning     where the weights come from
program      the record that tells everybody else of it
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
