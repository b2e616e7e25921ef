"""gamekit: game-tree search you can read, run, draw and play against."""

from gamekit.compiling import compiled
from gamekit.errors import BadText, GamekitError, IllegalMove
from gamekit.evaluators import FinalScore
from gamekit.record import Record
from gamekit.rules import (
    FIRST,
    INF,
    PASS,
    SECOND,
    board_text,
    count_moves,
    is_legal,
    is_over,
    key,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    score,
    snapshot,
    to_move,
    undo,
    value,
)
from gamekit.tracing import Node, Trace, trace

__all__ = [
    "FIRST",
    "INF",
    "PASS",
    "SECOND",
    "BadText",
    "FinalScore",
    "GamekitError",
    "IllegalMove",
    "Node",
    "Record",
    "Trace",
    "board_text",
    "compiled",
    "count_moves",
    "is_legal",
    "is_over",
    "key",
    "move_name",
    "moves",
    "parse_move",
    "play",
    "position_text",
    "score",
    "snapshot",
    "to_move",
    "trace",
    "undo",
    "value",
]
