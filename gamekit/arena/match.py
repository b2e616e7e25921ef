"""A match: two players, many games, short openings each played twice with colours swapped.

Whatever a player does, the match goes on: who hangs, crashes, talks nonsense or plays an illegal move loses
that game, and the record says why.
"""

from __future__ import annotations

import ctypes
import random
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gamekit.arena.elo import Tally
from gamekit.errors import BadText, GamekitError, IllegalMove
from gamekit.players import Limits, Player, player
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.process import ProgramFailed
from gamekit.record import Record
from gamekit.rules import PASS, Move, State, is_over, moves, play, position_text, snapshot, to_move
from gamekit.search.result import Result

PLIES = {"othello": 6, "connect4": 4, "gomoku": 4, "tictactoe": 1}  # of a random opening; else none
TRIES = 200  # at a new random opening, before an old one is played again
TIME_TO_STOP = 2.0  # seconds between being told to stop and being given up
# A move may take so many seconds, or so many times what was asked. GRhino, which keeps to no clock and takes
# a second on average, was seen to take ten on a busy machine.
LEAST_LIMIT, TIMES_LIMIT = 60.0, 10.0

Opening = Sequence[Move]
MoveReport = Callable[[int, Record], None]  # the number of the game, and the game so far


def random_openings(start: State, count: int, plies: int, seed: int = 0) -> list[list[Move]]:
    """Random first moves, different ones as long as there are any; no game is over after them.

    >>> from gamekit.games import tictactoe
    >>> sorted(random_openings(tictactoe.start(), 9, 1))
    [[0], [1], [2], [3], [4], [5], [6], [7], [8]]
    """
    chance = random.Random(seed)
    found: list[list[Move]] = []
    seen: set[str] = set()
    for _ in range(count * TRIES):
        if len(found) == count:
            break
        state = snapshot(start)
        line: list[Move] = []
        while len(line) < plies and not is_over(state):
            line.append(chance.choice(list(moves(state))))
            state = play(state, line[-1])
        if not is_over(state) and position_text(state) not in seen:
            seen.add(position_text(state))
            found.append(line)
    if not found:
        raise GamekitError(f"no game of {plies} random moves goes on after them; ask for shorter openings")
    return [found[number % len(found)] for number in range(count)]


def read_openings(path: str, start: State) -> list[list[Move]]:
    """A file with one opening a line, as moves from the start (`f5d6c3`); `#` begins a comment."""
    try:
        lines = Path(path).read_text().split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadText(f"the openings {path} cannot be read: {error}") from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                game = Record(start, text)
            except GamekitError as error:
                raise BadText(f"{path}, line {number}: {error}") from None
            if game.is_over:
                raise BadText(f"{path}, line {number}: the game is over after this opening")
            found.append(game.moves)
    if not found:
        raise BadText(f"there is no opening in {path}")
    return found


@dataclass
class Game:
    """One game of a match. Players are 0 (A) and 1 (B)."""

    number: int  # from 1
    first: int  # which player moves first
    record: Record
    opening: int  # how many of the moves are the opening
    forfeit_by: int | None = None
    reason: str = ""
    seconds: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))  # a move, a player

    @property
    def points(self) -> float:
        """What player A gets: 1, 0.5 or 0."""
        if self.forfeit_by is not None:
            return float(self.forfeit_by)
        outcome = self.record.outcome if self.first == 0 else -self.record.outcome
        return 0.5 if outcome == 0 else float(outcome > 0)

    @property
    def result(self) -> str:
        """The result in words."""
        if self.forfeit_by is None:
            return self.record.result
        winner, loser = ("O", "X") if self.forfeit_by == self.first else ("X", "O")
        return f"{winner} wins, {loser} forfeits by {self.reason}"

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
        self._seats = [
            _Seat(player(text), s, self.most_seconds) for text, s in zip((a, b), each, strict=True)
        ]
        for seat in self._seats:
            seat.player.warm_up(start)  # compiles, or complains of a text that does not fit the game

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
            for seat in self._seats:
                if isinstance(seat.player, OutsidePlayer):
                    seat.player.close()

    def _play_out(self, game: Game, report: MoveReport | None) -> None:
        sides = (game.first, 1 - game.first)
        while not game.record.is_over:
            if report is not None:
                report(game.number, game.record)
            if moves(game.record.state) == [PASS]:  # nobody needs to think, so nobody's time is counted
                game.record.push(PASS)
                continue
            who = sides[to_move(game.record.state)]
            try:
                result, seconds = self._seats[who].think(game.record)
                game.seconds[who].append(seconds)
                if seconds > self.most_seconds:
                    raise ProgramFailed("timeout", f"it thought for {seconds:.3g} s")
                game.record.push(result.move)
            except ProgramFailed as failed:
                game.forfeit_by, game.reason = who, str(failed)
                return
            except IllegalMove as error:
                game.forfeit_by, game.reason = who, f"illegal move: {error}"
                return

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


class _Stopped(BaseException):
    """Raised inside a player's thread that does not listen."""


class _Seat:
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
        """Searches and programs stop when they are told; plain Python stops by an exception from outside."""
        assert self._thread is not None
        self.player.cancel()
        self._thread.join(TIME_TO_STOP)
        if self._thread.is_alive() and self._thread.ident is not None:
            stop = ctypes.py_object(_Stopped)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread.ident), stop)
            self._thread.join(TIME_TO_STOP)
