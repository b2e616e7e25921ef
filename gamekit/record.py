"""A game as people play it: moves by name, illegal ones refused, undo, a transcript, a result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamekit.errors import GamekitError, IllegalMove
from gamekit.rules import (
    FIRST,
    is_over,
    move_name,
    moves,
    parse_move,
    play,
    read_transcript,
    score,
    snapshot,
    to_move,
    write_transcript,
)


class Record:
    """A game from a starting state on.

    >>> from gamekit.games import connect4
    >>> game = Record(connect4.start(), "4453")
    >>> game.push("4").transcript
    '44534'
    >>> game.undo()
    '4'
    """

    def __init__(self, start: Any, played: str | Iterable[Any] = ()) -> None:
        self._states = [snapshot(start)]
        self.moves: list[Any] = []
        names = read_transcript(start, played) if isinstance(played, str) else played
        for move in names:
            self.push(move)

    @property
    def start(self) -> Any:
        """The state before the first move."""
        return snapshot(self._states[0])

    @property
    def state(self) -> Any:
        """The state now; changing it does not change the record."""
        return snapshot(self._states[-1])

    def __len__(self) -> int:
        return len(self.moves)

    def push(self, move: int | str) -> Record:
        """Play a move, given by name or number; `IllegalMove` names the legal ones, and nothing changes."""
        state = self._states[-1]
        number = parse_move(state, move) if isinstance(move, str) else move
        legal = moves(state)
        if isinstance(number, bool) or not isinstance(number, int) or number not in legal:
            names = [move_name(state, m) for m in legal]
            name = move if isinstance(move, str) else _name_or_number(state, number)
            rest = f"legal are: {' '.join(names)}" if names else "the game is over"
            raise IllegalMove(f"{name} is not legal here; {rest}")
        self._states.append(play(snapshot(state), number))
        self.moves.append(number)
        return self

    def undo(self) -> str:
        """Take the last move back and return its name."""
        if not self.moves:
            raise GamekitError("there is no move to take back: the game is at its start")
        self._states.pop()
        return str(move_name(self._states[-1], self.moves.pop()))

    @property
    def names(self) -> list[str]:
        """The moves so far by name."""
        return [move_name(s, m) for s, m in zip(self._states[:-1], self.moves, strict=True)]

    @property
    def transcript(self) -> str:
        """The moves so far as one text, such as `f5d6c3`; `Record(start, text)` reads it again."""
        return str(write_transcript(self._states[0], self.names))

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(is_over(self._states[-1]))

    @property
    def outcome(self) -> Any:
        """The final score for the first player; None while the game goes on."""
        if not self.is_over:
            return None
        state = self._states[-1]
        return score(state) if to_move(state) == FIRST else -score(state)

    @property
    def result(self) -> str:
        """The result in words.

        >>> from gamekit.games import tictactoe
        >>> Record(tictactoe.start(), "b2 a1 b3 a2 b1").result
        'X wins (+1)'
        """
        outcome = self.outcome
        if outcome is None:
            return f"{'XO'[to_move(self._states[-1])]} to move"
        if outcome == 0:
            return "draw"
        return f"{'X' if outcome > 0 else 'O'} wins ({outcome:+})"

    def __str__(self) -> str:
        lines = [str(self._states[-1]), f"moves: {self.transcript or 'none yet'}"]
        return "\n".join([*lines, self.result] if self.is_over else lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from gamekit.draw.boards import record_board

        return record_board(self)._repr_mimebundle_() | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<record of {type(self._states[0]).__name__}: {len(self)} moves, {self.result}>"


def _name_or_number(state: Any, number: Any) -> str:
    try:
        return str(move_name(state, number))
    except Exception:  # a number that is no square has no name
        return f"move {number!r}"
