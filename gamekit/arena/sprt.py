"""A sequential test: stop a match as soon as it has said what it can say.

Two hypotheses about the Elo difference, such as 0 and 30. After each pair of games the log-likelihood ratio
says how much better the second explains the results; between two bounds the match goes on (Wald, 1945). With
chances of error alpha and beta the bounds are log(beta / (1 - alpha)) and log((1 - beta) / alpha).

What is counted are **pairs of games**, not games: both games of a pair begin from the same opening, and an
opening that favours one side makes their results depend on each other. Five results of a pair are possible
(0, 1/2, 1, 3/2 and 2 points), hence "pentanomial". How likely each is, nobody knows; for each hypothesis the
likeliest five chances with the right expected score take their place (a generalised test).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from gamekit.errors import BadText

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair of games, in points a game
NEVER_SEEN = 1e-3  # pairs: what has not happened yet may happen still


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1, with the chances of error."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000 or not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadText(
                f"a sequential test compares two Elo differences, the lower first, such as 0,30; "
                f"not {self.elo0:g},{self.elo1:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first elo0 is accepted, above the second elo1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def test(self, pairs: Sequence[int]) -> Verdict:
        """What so many pairs of each result (0, 1/2, 1, 3/2, 2 points) say.

        >>> Sprt(0, 30).test([10, 60, 200, 120, 40]).accepted
        'elo1'
        """
        llr = log_likelihood_ratio(pairs, score_of(self.elo0), score_of(self.elo1))
        low, high = self.bounds
        accepted = "elo1" if llr >= high else "elo0" if llr <= low else ""
        return Verdict(self, llr, accepted)

    def __str__(self) -> str:
        return f"Elo {self.elo0:g} against {self.elo1:g}"


@dataclass(frozen=True)
class Verdict:
    """What a test says so far."""

    sprt: Sprt
    llr: float
    accepted: str  # elo0, elo1 or '' while it goes on

    def __str__(self) -> str:
        """
        >>> print(Sprt(0, 30).test([0, 0, 5, 0, 0]))
        Elo 0 against 30: not decided (log-likelihood ratio -0.44 between -2.94 and 2.94)
        """
        low, high = self.sprt.bounds
        if not self.accepted:
            between = f"between {low:.2f} and {high:.2f}"
            return f"{self.sprt}: not decided (log-likelihood ratio {self.llr:.2f} {between})"
        elo = self.sprt.elo0 if self.accepted == "elo0" else self.sprt.elo1
        return f"{self.sprt}: {elo:g} is accepted (log-likelihood ratio {self.llr:.2f})"

    def as_dict(self) -> dict[str, float | str]:
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "llr": round(self.llr, 4),
            "accepted": self.accepted,
        }


def read_sprt(text: str) -> Sprt:
    """The test that an option says.

    >>> read_sprt("0,30")
    Sprt(elo0=0.0, elo1=30.0, alpha=0.05, beta=0.05)
    """
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise BadText(f"--sprt wants two Elo differences, such as 0,30, not {text!r}") from None
    return Sprt(elo0, elo1)


def score_of(elo: float) -> float:
    """The expected score at an Elo difference.

    >>> round(score_of(200), 2)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(pairs: Iterable[int], score0: float, score1: float) -> float:
    """How much better the expected score1 explains the pairs than score0 does.

    >>> log_likelihood_ratio([0, 0, 0, 0, 0], 0.5, 0.55)
    0.0
    """
    counts = list(pairs)
    if not any(counts):
        return 0.0
    weights = [count or NEVER_SEEN for count in counts]
    return sum(
        weight * (log(one) - log(zero))
        for weight, one, zero in zip(
            weights, likeliest(weights, score1), likeliest(weights, score0), strict=True
        )
    )


def likeliest(weights: Sequence[float], score: float) -> list[float]:
    """The chances that explain the weights best among all with this expected score.

    With Lagrange's multiplier t they are w / (1 + t (s - score)), w being the share of a result; t is where
    their mean is right, and it is found by halving, since the mean falls as t grows.

    >>> [round(p, 3) for p in likeliest([1, 1, 1, 1, 1], 0.5)]
    [0.2, 0.2, 0.2, 0.2, 0.2]
    """
    total = sum(weights)
    shares = [weight / total for weight in weights]
    low, high = -1 / (SCORES[-1] - score), 1 / (score - SCORES[0])  # between them all chances are positive
    for _ in range(60):
        middle = (low + high) / 2
        off = sum(w * (s - score) / (1 + middle * (s - score)) for w, s in zip(shares, SCORES, strict=True))
        low, high = (middle, high) if off > 0 else (low, middle)
    return [w / (1 + middle * (s - score)) for w, s in zip(shares, SCORES, strict=True)]
