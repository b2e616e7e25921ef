"""The referee: plays a game out between two players and says how it ended.

Whatever a player does, the game ends: who hangs, crashes, talks nonsense or plays an illegal move loses it,
and the reason is kept. Only the referee decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.errors import IllegalMove
from gamekit.files import one_line
from gamekit.protocols.process import ProgramFailed
from gamekit.record import Record
from gamekit.rules import FIRST, PASS, moves, position_text, to_move

# A move may take so many seconds, or so many times what was asked. GRhino, which keeps to no clock and takes
# a second on average, was seen to take ten on a busy machine.
LEAST_LIMIT, TIMES_LIMIT = 60.0, 10.0
MOST_REASON = 240  # letters: a player's own words may be among them

Think = Callable[[int, Record], Any]  # (side, the game so far) -> a move by number or name
Report = Callable[[Record], None]


@dataclass(frozen=True)
class Ending:
    """How a game ended. `outcome` is for X: above, at or below 0; `loser` forfeited, by side."""

    outcome: int
    loser: int | None = None
    reason: str = ""

    @property
    def points(self) -> float:
        """What X gets."""
        return 0.5 if self.outcome == 0 else float(self.outcome > 0)

    @property
    def words(self) -> str:
        """The result for people.

        >>> Ending(-1, loser=0, reason="timeout: no move within 1 s").words
        'O wins, X forfeits by timeout: no move within 1 s'
        """
        if self.loser is not None:
            return f"{'OX'[self.loser]} wins, {'XO'[self.loser]} forfeits by {self.reason}"
        return "draw" if self.outcome == 0 else f"{'X' if self.outcome > 0 else 'O'} wins ({self.outcome:+})"


def play_out(record: Record, think: Think, report: Report | None = None) -> Ending:
    """Let both sides move until the game is over; the record holds the moves.

    >>> from gamekit.games import tictactoe
    >>> from gamekit.rules import moves
    >>> play_out(Record(tictactoe.start()), lambda side, record: moves(record.state)[0]).words
    'X wins (+1)'
    """
    while not record.is_over:
        if report is not None:
            report(record)
        state = record.state
        if moves(state) == [PASS]:  # nobody needs to think, so nobody's time is counted
            record.push(PASS)
            continue
        side = int(to_move(state))
        try:
            record.push(think(side, record))
        except ProgramFailed as failed:
            return _forfeit(side, str(failed))
        except IllegalMove as error:
            return _forfeit(side, f"illegal move: {error}")
    return Ending(int(record.outcome))


def _forfeit(side: int, reason: str) -> Ending:
    return Ending(-1 if side == FIRST else 1, side, one_line(reason, MOST_REASON))


def game_text(number: str, names: Sequence[str], record: Record, opening: str, result: str) -> str:
    """A game for people to read; `Record(start, moves)` reads its moves again. `names`: of X and O."""
    lines = [f"game: {number}", f"X: {names[0]}", f"O: {names[1]}", f"start: {position_text(record.start)}"]
    lines += [f"opening: {opening or 'none'}", f"moves: {record.transcript}", f"result: {result}"]
    return "\n".join([*lines, "", str(record.state), ""])
