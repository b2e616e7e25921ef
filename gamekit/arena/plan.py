"""What a tournament is, before it is played: who meets whom, from which opening, with which colours.

Every game has a fixed name, such as `0-2:5:X` (players 0 and 2, round 5, player 0 is X), from which its
opening and its seeds follow. So a tournament that was killed goes on where it was, and a game that is played
again, on another machine perhaps, is the same game wherever no clock decides.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from gamekit import games
from gamekit.arena.processes import Entrant
from gamekit.arena.referee import LEAST_LIMIT
from gamekit.errors import GamekitError
from gamekit.players import Limits
from gamekit.record import Record
from gamekit.rules import Move, State

FEW = 6  # players; so many processes may stay alive at once, and everybody meets everybody in each round


class Pairing(NamedTuple):
    """One game to be played: who is X, who is O, and which round of theirs it is."""

    x: int
    o: int
    round: int

    @property
    def pair(self) -> tuple[int, int]:
        """The two players, the smaller number first."""
        return min(self.x, self.o), max(self.x, self.o)

    @property
    def name(self) -> str:
        """The game's fixed name.

        >>> Pairing(2, 0, 5).name
        '0-2:5:O'
        """
        a, b = self.pair
        return f"{a}-{b}:{self.round}:{'X' if self.x == a else 'O'}"


def pairing_of(name: str) -> Pairing:
    """The game of a name.

    >>> pairing_of("0-2:5:O")
    Pairing(x=2, o=0, round=5)
    """
    players, number, colour = name.split(":")
    a, b = (int(each) for each in players.split("-"))
    return Pairing(a, b, int(number)) if colour == "X" else Pairing(b, a, int(number))


@dataclass(frozen=True)
class Plan:
    """A tournament: a game, its players, its openings, and the limits under which it is played."""

    game: str
    entrants: tuple[Entrant, ...]
    openings: tuple[tuple[Move, ...], ...] = ((),)
    games: int = 20  # of each pair
    size: str | None = None
    rule: str | None = None
    limits: Limits = field(default_factory=lambda: Limits(seconds=1.0))
    most_seconds: float = LEAST_LIMIT
    memory: int = 1024  # megabytes that a player may take, beyond what the kit itself does
    seed: int = 0
    gauntlet: bool = False
    isolation: str = "sandbox"
    secret: bytes = b""  # whoever does not know it, as a class, cannot tell a player's random numbers

    def __post_init__(self) -> None:
        if len(self.entrants) < 2:
            raise GamekitError("an arena needs two players or more")
        names = [each.name for each in self.entrants]
        if len(set(names)) < len(names):
            raise GamekitError("two players have the same name")
        if self.games < 1 or not self.openings:
            raise GamekitError("an arena needs at least one game and one opening")

    @property
    def start(self) -> State:
        """The state before the opening."""
        return games.start(self.game, self.size, self.rule)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom: all of them, or the first all others."""
        everybody = range(len(self.entrants))
        return [(0, other) for other in everybody[1:]] if self.gauntlet else list(combinations(everybody, 2))

    @property
    def total(self) -> int:
        """How many games there will be, if no test ends them sooner."""
        return self.games * len(self.pairs)

    def pairings(self) -> Iterator[Pairing]:
        """All games in the order in which they begin.

        A few players meet each other in every round, so that the table is worth looking at early. Of many
        each pair finishes first, so that nobody's process is started anew for every game.
        """
        rounds = range((self.games + 1) // 2)
        if len(self.entrants) <= FEW:
            order = ((a, b, number) for number in rounds for a, b in self.pairs)
        else:
            order = ((a, b, number) for a, b in self.pairs for number in rounds)
        for a, b, number in order:
            yield Pairing(a, b, number)
            if 2 * number + 1 < self.games:
                yield Pairing(b, a, number)

    def opening(self, pairing: Pairing) -> tuple[Move, ...]:
        """The first moves of a game; both games of a round have the same."""
        return self.openings[pairing.round % len(self.openings)]

    def seed_of(self, pairing: Pairing, side: int) -> str:
        """What the random numbers of one player in one game follow from.

        With a secret neither the game's name nor the other player's seed tells anything of it.
        """
        name = f"{self.seed}/{pairing.name}"
        return hmac.new(self.secret, f"{name}/{side}".encode(), "sha256").hexdigest() if self.secret else name

    def as_dict(self) -> dict[str, Any]:
        """For the log: all that decides what a game is. More games may be asked for later."""
        start = self.start
        secret = {"secret": hmac.new(self.secret, b"which", "sha256").hexdigest()[:8]} if self.secret else {}
        return {
            **secret,
            "game": self.game,
            "size": self.size,
            "rule": self.rule,
            "players": [each.as_dict() for each in self.entrants],
            "limits": asdict(self.limits),
            "most_seconds": self.most_seconds,
            "memory": self.memory,
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "openings": [Record(start, line).transcript for line in self.openings],
        }
