"""Our games for other libraries, one file each: `pettingzoo.py` and `openspiel.py`.

Both need packages of their own: `pip install pettingzoo open-spiel`; in a clone `pip install -e '.[field]'`.
"""

from __future__ import annotations

from typing import Any

from gamekit import games
from gamekit.errors import GamekitError
from gamekit.rules import Move, State, cells, moves

PASS = -1


class Actions:
    """The moves of a game as numbers from 0 on, as learners count them; a pass, if there is one, is the last.

    >>> othello = Actions("othello")
    >>> othello.count, othello.number(19), othello.move(64)
    (65, 19, -1)
    """

    def __init__(self, game: str, size: str | None = None, rule: str | None = None) -> None:
        self._game = game, size, rule
        start = self.start()
        if not cells.knows(type(start)):
            having = ", ".join(name for name in games.names() if cells.knows(type(games.start(name))))
            raise GamekitError(f"{game} has no board; of the games these have one: {having}")
        board = cells(start)
        first = sorted(moves(start))
        whole = len(board) * len(board[0])
        # Where a game begins with every cell, or every column, open, its first moves are all there are.
        self.moves = first if len(first) in (whole, len(board[0])) else [*range(whole), PASS]
        self.count = len(self.moves)
        self._numbers = {move: number for number, move in enumerate(self.moves)}

    def start(self) -> State:
        return games.start(*self._game)

    def move(self, number: int) -> Move:
        return self.moves[number]

    def number(self, move: Any) -> int:
        return self._numbers[int(move)]

    def legal(self, state: State) -> list[int]:
        """The numbers of the legal moves, in order."""
        return sorted(self.number(move) for move in moves(state))
