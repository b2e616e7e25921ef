"""What a match says about strength: Elo difference, how sure it is, and who is likely the stronger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, inf, log10, sqrt

Z95 = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost by one side.

    >>> Tally(12, 4, 4).score
    0.7
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is a point, a draw half of one."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Points a game; one half where nothing was played."""
        return self.points / self.games if self.games else 0.5

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """The expected scores that go with this result (Wilson's interval, with draws).

        An expected score p goes with the score s of n games if they differ by no more than z standard
        deviations of a mean of n: (s - p)² <= z²/n (p (1 - p) - d/4), where draws, a share d of the games,
        lower the spread. The share is rounded towards none, since even a hundred draws in a row do not prove
        that no game will ever be won.

        >>> low, high = Tally(10, 0, 0).interval()
        >>> round(low, 2), high
        (0.72, 1.0)
        """
        if not self.games:
            return 0.0, 1.0
        k, s, d = z * z / self.games, self.score, self.draws / (self.games + 2)
        middle, width = 2 * s + k, sqrt(k * (4 * s * (1 - s) - d) + k * k * (1 - d))
        low, high = (round((middle + side * width) / (2 + 2 * k), 12) for side in (-1, 1))
        return max(low, 0.0), min(high, 1.0)

    @property
    def elo(self) -> float:
        """The Elo difference that makes this score the expected one; infinite where one side won all."""
        return elo_of(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo differences that go with this result, at 95 %."""
        low, high = self.interval()
        return elo_of(low), elo_of(high)

    @property
    def superiority(self) -> float:
        """How likely it is that this side is the stronger, if nothing was known before the match.

        Draws say nothing about it. With every chance to win equally likely beforehand, it is the chance that
        of wins + losses + 1 fair coins no more than `wins` show heads.

        >>> Tally(3, 5, 0).superiority
        0.9375
        """
        coins = self.wins + self.losses + 1
        return float(sum(comb(coins, heads) for heads in range(self.wins + 1)) / 2**coins)

    @classmethod
    def of(cls, points: Sequence[float]) -> Tally:
        """The tally of games that brought so many points each.

        >>> Tally.of([1.0, 0.5, 1.0])
        Tally(wins=2, draws=1, losses=0)
        """
        return cls(points.count(1.0), points.count(0.5), points.count(0.0))

    def as_dict(self) -> dict[str, float | None]:
        """For JSON; an infinite Elo difference is None."""
        finite = [round(elo, 1) if abs(elo) < inf else None for elo in (self.elo, *self.elo_interval)]
        return {
            "games": self.games,
            "points": self.points,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 4),
            "elo": finite[0],
            "elo_low": finite[1],
            "elo_high": finite[2],
            "superiority": round(self.superiority, 4),
        }

    def __str__(self) -> str:
        """
        >>> print(Tally(12, 4, 4))
        14 : 6 (+12 =4 -4), 70.0 %, Elo +147 (95 %: +1 to +280), likelihood of superiority 97.5 %
        """
        low, high = self.elo_interval
        return (
            f"{self.points:g} : {self.games - self.points:g} (+{self.wins} ={self.draws} -{self.losses}), "
            f"{100 * self.score:.1f} %, Elo {signed(self.elo)} (95 %: {signed(low)} to {signed(high)}), "
            f"likelihood of superiority {100 * self.superiority:.1f} %"
        )


def elo_of(score: float) -> float:
    """The Elo difference at which a score is expected.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1)
    (191, 0.0, inf)
    """
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))


def signed(elo: float) -> str:
    """A whole number with its sign.

    >>> signed(3.2), signed(-0.2), signed(-17)
    ('+3', '0', '-17')
    """
    return "0" if round(elo, 0) == 0 else f"{elo:+.0f}"
