"""A match: two players, many games, short openings each played twice with colours swapped.

The small brother of a tournament: both players think in this process, one game after the other, and nothing
is kept but what the caller keeps. Openings, the referee and the figures are those of the arena.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from gamekit.arena.elo import Tally
from gamekit.arena.openings import Opening
from gamekit.arena.referee import LEAST_LIMIT, TIMES_LIMIT, Ending, play_out
from gamekit.arena.tables import columns
from gamekit.errors import GamekitError
from gamekit.players import Limits, Player, player
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.process import ProgramFailed
from gamekit.record import Record
from gamekit.rules import Move, State

TIME_TO_STOP = 2.0  # seconds between being told to stop and being given up

MoveReport = Callable[[int, Record], None]  # the number of the game, and the game so far


@dataclass(frozen=True)
class Game:
    """One game of a match. Players are 0 (A) and 1 (B)."""

    number: int  # from 1
    first: int  # which player moves first
    record: Record
    opening: int  # how many of the moves are the opening
    ending: Ending
    seconds: tuple[list[float], list[float]]  # of each move, by player

    @property
    def forfeit_by(self) -> int | None:
        """The player who forfeited it."""
        return None if self.ending.loser is None else (self.first, 1 - self.first)[self.ending.loser]

    @property
    def reason(self) -> str:
        """Why somebody forfeited; '' where nobody did."""
        return self.ending.reason

    @property
    def points(self) -> float:
        """What player A gets: 1, 0.5 or 0."""
        return self.ending.points if self.first == 0 else 1 - self.ending.points

    @property
    def result(self) -> str:
        """The result in words."""
        return self.ending.words


class Match:
    """Two players from specs. `play` yields the games as they end; the figures are right at any time.

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
        seconds: float = 1.0,
        most_seconds: float | None = None,
    ) -> None:
        """`seconds` a move for those whose spec says no limit; a move of more than `most_seconds` loses."""
        self.names = (a, b)
        self.start, self.openings = start, openings
        self.most_seconds = most_seconds or max(LEAST_LIMIT, TIMES_LIMIT * seconds)
        self.games: list[Game] = []
        self._sides = [_Side(player(spec), seconds, self.most_seconds) for spec in (a, b)]
        for side in self._sides:
            side.player.warm_up(start)  # compiles, or complains of a spec that does not fit the game

    @property
    def tally(self) -> Tally:
        """The result for player A."""
        return Tally.of([game.points for game in self.games])

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
                self.games.append(self._game(number, report))
                yield self.games[-1]
        finally:
            for side in self._sides:
                if isinstance(side.player, OutsidePlayer):
                    side.player.close()

    def _game(self, number: int, report: MoveReport | None) -> Game:
        """Play the game of this number, counted from 0."""
        opening, first = self.openings[number // 2 % len(self.openings)], number % 2
        record, times = Record(self.start, opening), (list[float](), list[float]())

        def think(side: int, record: Record) -> Any:
            who = side ^ first
            move, seconds = self._sides[who].think(record)
            times[who].append(seconds)
            if seconds > self.most_seconds:
                raise ProgramFailed("timeout", f"it thought for {seconds:.3g} s")
            return move

        ending = play_out(record, think, None if report is None else partial(report, number + 1))
        return Game(number + 1, first, record, len(opening), ending, times)

    def as_dict(self) -> dict[str, Any]:
        return {
            "players": list(self.names),
            **self.tally.as_dict(),
            "average_seconds": [round(self.times(who)[0], 4) for who in (0, 1)],
            "longest_seconds": [round(self.times(who)[1], 4) for who in (0, 1)],
            "forfeits": [self.forfeits(0), self.forfeits(1)],
        }

    def table(self) -> str:
        """The result so far for people."""
        tally = self.tally
        rows: list[tuple[str, ...]] = [
            ("", "player", "points", "won", "drawn", "lost", "forfeits", "average", "longest")
        ]
        for who, own in enumerate((tally, Tally(tally.losses, tally.draws, tally.wins))):
            counts = own.wins, own.draws, own.losses, len(self.forfeits(who))
            times = (f"{seconds:.3f} s" for seconds in self.times(who))
            rows.append(("AB"[who], self.names[who], f"{own.points:g}", *map(str, counts), *times))
        return columns(rows, left=2)


# --- one player at the board ------------------------------------------------------------------------------


class _Side:
    """A player who thinks in a thread of its own, so that Ctrl-C is heard and no wait is too long."""

    def __init__(self, chooser: Player, seconds: float, most_seconds: float) -> None:
        self.player, self.most_seconds = chooser, most_seconds
        self.limits = None if chooser.limits else Limits(seconds=seconds)
        if isinstance(chooser, OutsidePlayer):
            chooser.patience = most_seconds
        self._thread: threading.Thread | None = None

    def think(self, record: Record) -> tuple[Move, float]:
        """The player's move and the seconds it took; `ProgramFailed` where there is none."""
        if self._thread is not None and self._thread.is_alive():
            raise ProgramFailed("timeout", "it is still thinking about an earlier move")
        patience = self.most_seconds
        if isinstance(self.player, OutsidePlayer):
            self.player.follow(record)
            self.player.get_ready()
            patience += 1.0  # its player waits for it, and knows better why it does not answer
        answer: Future[Move] = Future()
        self._thread = threading.Thread(target=self._think, args=(record.state, answer), daemon=True)
        begin = time.perf_counter()
        self._thread.start()
        try:
            self._thread.join(patience)
        finally:
            if self._thread.is_alive():  # also after Ctrl-C: every player stops when it is told
                self.player.cancel()
                self._thread.join(TIME_TO_STOP)
        if time.perf_counter() - begin > patience:
            raise ProgramFailed("timeout", f"no move within {self.most_seconds:.3g} s")
        return answer.result(), time.perf_counter() - begin

    def _think(self, state: State, answer: Future[Move]) -> None:
        try:
            answer.set_result(self.player.think(state, self.limits).move)
        except GamekitError as error:
            answer.set_exception(error)
        except BaseException as error:
            answer.set_exception(ProgramFailed("crash", f"{type(error).__name__}: {error}"))
