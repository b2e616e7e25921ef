"""A match: two players, many games, short openings each played twice with colours swapped.

The small brother of a tournament: both players think in this process, one game after the other, and nothing
is kept but what the caller keeps. Openings, the referee and the figures are those of the arena.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gamekit.arena.elo import Tally
from gamekit.arena.openings import Opening, random_openings, read_openings
from gamekit.arena.referee import LEAST_LIMIT, TIMES_LIMIT, Ending, play_out
from gamekit.errors import GamekitError
from gamekit.players import Limits, Player, player
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.process import ProgramFailed
from gamekit.record import Record
from gamekit.rules import State, position_text
from gamekit.search.result import Result

__all__ = ["Game", "Match", "random_openings", "read_openings"]

TIME_TO_STOP = 2.0  # seconds between being told to stop and being given up

MoveReport = Callable[[int, Record], None]  # the number of the game, and the game so far


@dataclass
class Game:
    """One game of a match. Players are 0 (A) and 1 (B)."""

    number: int  # from 1
    first: int  # which player moves first
    record: Record
    opening: int  # how many of the moves are the opening
    ending: Ending | None = None  # None while it goes on
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))  # a move, a player

    @property
    def forfeit_by(self) -> int | None:
        """The player who forfeited it."""
        if self.ending is None or self.ending.loser is None:
            return None
        return (self.first, 1 - self.first)[self.ending.loser]

    @property
    def reason(self) -> str:
        """Why somebody forfeited; '' where nobody did."""
        return "" if self.ending is None else self.ending.reason

    @property
    def points(self) -> float:
        """What player A gets: 1, 0.5 or 0."""
        assert self.ending is not None
        return self.ending.points if self.first == 0 else 1 - self.ending.points

    @property
    def result(self) -> str:
        """The result in words."""
        return self.record.result if self.ending is None else self.ending.words

    def text(self, names: Sequence[str]) -> str:
        """The game for people to read; its moves are read again by `Record(start, moves)`."""
        x, o = names[self.first], names[1 - self.first]
        opening = Record(self.record.start, self.record.moves[: self.opening]).transcript
        lines = [f"game: {self.number}", f"X: {x}", f"O: {o}", f"start: {position_text(self.record.start)}"]
        lines += [f"opening: {opening or 'none'}", f"moves: {self.record.transcript}"]
        lines += [f"result: {self.result}", "", str(self.record.state), ""]
        return "\n".join(lines)


class Match:
    """Two players from texts. `play` yields the games as they end; the figures are right at any time.

    >>> from gamekit.games import tictactoe
    >>> match = Match("alphabeta,depth=9", "random,seed=1", tictactoe.start(), [[0], [4]])
    >>> [game.points for game in match.play(4)].count(0.0)
    0
    """

    def __init__(
        self,
        a: str,
        b: str,
        start: State,
        openings: Sequence[Opening],
        seconds: float | Sequence[float] = 1.0,
        most_seconds: float | None = None,
    ) -> None:
        """`seconds` a move (one number, or one a player) for those whose text says no limit of its own.

        A move that takes more than `most_seconds` loses the game.
        """
        self.names = (a, b)
        self.start, self.openings = start, openings
        each = [seconds, seconds] if isinstance(seconds, int | float) else list(seconds)
        self.most_seconds = most_seconds or max(LEAST_LIMIT, TIMES_LIMIT * max(each))
        self.games: list[Game] = []
        self._sides = [
            _Side(player(text), s, self.most_seconds) for text, s in zip((a, b), each, strict=True)
        ]
        for side in self._sides:
            side.player.warm_up(start)  # compiles, or complains of a text that does not fit the game

    @property
    def tally(self) -> Tally:
        """The result for player A."""
        points = [game.points for game in self.games]
        return Tally(points.count(1.0), points.count(0.5), points.count(0.0))

    def forfeits(self, who: int) -> list[str]:
        """Why this player forfeited games."""
        return [game.reason for game in self.games if game.forfeit_by == who]

    def times(self, who: int) -> tuple[float, float]:
        """Average and longest time a move of this player, in seconds."""
        times = [seconds for game in self.games for seconds in game.seconds[who]]
        return (sum(times) / len(times), max(times)) if times else (0.0, 0.0)

    def play(self, count: int, report: MoveReport | None = None) -> Generator[Game, None, None]:
        """Play so many games more; programs from outside are closed at the end, whatever ends it."""
        try:
            for number in range(len(self.games), len(self.games) + count):
                opening = self.openings[number // 2 % len(self.openings)]
                game = Game(number + 1, number % 2, Record(self.start, opening), len(opening))
                self._play_out(game, report)
                self.games.append(game)
                yield game
        finally:
            for side in self._sides:
                if isinstance(side.player, OutsidePlayer):
                    side.player.close()

    def _play_out(self, game: Game, report: MoveReport | None) -> None:
        sides = (game.first, 1 - game.first)

        def think(side: int, record: Record) -> Any:
            result, seconds = self._sides[sides[side]].think(record)
            game.seconds[sides[side]].append(seconds)
            if seconds > self.most_seconds:
                raise ProgramFailed("timeout", f"it thought for {seconds:.3g} s")
            return result.move

        told = None if report is None else partial(report, game.number)
        game.ending = play_out(game.record, think, told)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        tally = self.tally
        finite = [round(elo, 1) if abs(elo) < 1e9 else None for elo in (tally.elo, *tally.elo_interval)]
        return {
            "players": list(self.names),
            "games": tally.games,
            "points": tally.points,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "score": round(tally.score, 4),
            "elo": finite[0],
            "elo_low": finite[1],
            "elo_high": finite[2],
            "superiority": round(tally.superiority, 4),
            "average_seconds": [round(self.times(who)[0], 4) for who in (0, 1)],
            "longest_seconds": [round(self.times(who)[1], 4) for who in (0, 1)],
            "forfeits": [self.forfeits(0), self.forfeits(1)],
        }

    def table(self) -> str:
        """The result so far for people."""
        tally = self.tally
        rows = [("", "player", "points", "won", "drawn", "lost", "forfeits", "average", "longest")]
        for who, counts in enumerate(
            ((tally.points, tally.wins, tally.losses), (tally.games - tally.points, tally.losses, tally.wins))
        ):
            average, longest = self.times(who)
            points, won, lost = counts
            numbers = f"{points:g}", str(won), str(tally.draws), str(lost), str(len(self.forfeits(who)))
            rows.append(("AB"[who], self.names[who], *numbers, f"{average:.3f} s", f"{longest:.3f} s"))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = []
        for row in rows:
            left = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
            right = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
            lines.append("  ".join(left + right).rstrip())
        return "\n".join(lines)


# --- one player at the board ------------------------------------------------------------------------------


class _Side:
    """A player who thinks in a thread of its own, so that Ctrl-C is heard and no wait is too long."""

    def __init__(self, chooser: Player, seconds: float, most_seconds: float) -> None:
        self.player, self.most_seconds = chooser, most_seconds
        self.limits = None if chooser.limits else Limits(seconds=seconds)
        if isinstance(chooser, OutsidePlayer):
            chooser.patience = most_seconds
        self._thread: threading.Thread | None = None

    def think(self, record: Record) -> tuple[Result, float]:
        """The player's answer and the seconds it took; `ProgramFailed` where there is none."""
        if self._thread is not None and self._thread.is_alive():
            raise ProgramFailed("timeout", "it is still thinking about an earlier move")
        state = record.state
        if isinstance(self.player, OutsidePlayer):
            self.player.follow(record)
            self.player.get_ready()
        answers: list[tuple[Result, float]] = []
        errors: list[BaseException] = []

        def run() -> None:
            begin = time.perf_counter()
            try:
                result = self.player.think(state, self.limits)
                answers.append((result, time.perf_counter() - begin))
            except BaseException as error:
                errors.append(error)

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        try:
            # A program is given its time by its own player, which knows better why it does not answer.
            self._thread.join(self.most_seconds + (1.0 if isinstance(self.player, OutsidePlayer) else 0.0))
        except BaseException:
            self._stop()
            raise
        if self._thread.is_alive():
            self._stop()
            raise ProgramFailed("timeout", f"no move within {self.most_seconds:.3g} s")
        if errors:
            if isinstance(errors[0], GamekitError):
                raise errors[0]
            raise ProgramFailed("crash", f"{type(errors[0]).__name__}: {errors[0]}")
        return answers[0]

    def _stop(self) -> None:
        """Every player stops when it is told."""
        assert self._thread is not None
        self.player.cancel()
        self._thread.join(TIME_TO_STOP)
