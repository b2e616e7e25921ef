"""Ratings of many players at once: Bradley and Terry's model, with draws and the advantage of moving first.

Every player has a strength t. With d the advantage of the first move, let a = t(X) + d/2 and b = t(O) - d/2.
Then X wins, O wins, or they draw in the proportion

    e^a : e^b : v e^((a + b) / 2)

which is Davidson's way to include draws (1970), with an order effect as Davidson and Beaver have it (1977).
Without draws it is Bradley and Terry's model, which is Elo's. The likelihood of all games has one maximum,
and Newton's method finds it in a few steps; Fisher's information, its curvature there, gives the errors.

Strengths are told as **Elo**: 400 / ln 10 points a unit, and times 2 / (2 + v), so that one point is worth
as much score between equal players as everywhere else in the course, however many games are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import erf, exp, log, sqrt
from typing import Any

import numpy as np

from gamekit.arena.elo import Z95
from gamekit.errors import GamekitError

__all__ = ["fit"]

POINTS = 400 / log(10)  # Elo points of a unit of strength
PRIOR = 500.0  # Elo: how strengths are spread beforehand, where games alone leave one without an end
STEPS, CLOSE = 100, 1e-10
# Where the likelihood rises for ever it gets flat: its curvature along some line, as a share of the highest,
# is smaller than any tournament would have it.
FLAT = 1e-7

Game = tuple[int, int, float]  # X, O, and the points of X


@dataclass(frozen=True)
class Ratings:
    """The strengths of players; their average is 0.

    `elo` and `error` (one standard deviation) go with the players' numbers; `first_move` and its error are
    Elo too, 0 where it was not asked for; `draws` is Davidson's v. `is_bounded` says that somebody won or
    lost everything, so that only a prior keeps the strengths finite.
    """

    elo: tuple[float, ...]
    error: tuple[float, ...]
    first_move: float
    first_move_error: float
    draws: float
    strengths: tuple[float, ...]
    covariance: Any  # of the strengths, an array
    is_bounded: bool = False

    def interval(self, player: int) -> tuple[float, float]:
        """The Elo of a player that goes with the games, at 95 %."""
        width = Z95 * self.error[player]
        return self.elo[player] - width, self.elo[player] + width

    def superiority(self, one: int, other: int) -> float:
        """How likely it is that one player is the stronger of the two."""
        spread = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        if spread <= 0:
            return 0.5
        return 0.5 * (1 + erf((self.strengths[one] - self.strengths[other]) / sqrt(2 * spread)))

    @property
    def order(self) -> list[int]:
        """The players, the strongest first."""
        return sorted(range(len(self.elo)), key=lambda player: -self.elo[player])


def fit(games: Iterable[Game], players: int, *, first_move: bool = True) -> Ratings:
    """The strengths that make the games likeliest.

    Where somebody won or lost everything, a prior (`PRIOR`) pulls strengths towards the average: nothing
    else would keep one from growing for ever.

    >>> found = fit([(0, 1, 1.0)] * 15 + [(0, 1, 0.0)] * 5 + [(1, 0, 1.0)] * 5 + [(1, 0, 0.0)] * 15, 2)
    >>> round(found.elo[0] - found.elo[1]), abs(found.first_move) < 1e-6, found.is_bounded
    (191, True, False)
    """
    counts = _counted(games, players)
    if not counts.any():
        raise GamekitError("there are no games to rate players by")
    found = _newton(counts, first_move, None) if _has_a_maximum(counts) else None
    if found is None:
        bounded = _newton(counts, first_move, PRIOR)
        assert bounded is not None  # with a prior there is always a maximum
        found = replace(bounded, is_bounded=True)
    return found


def _counted(games: Iterable[Game], players: int) -> Any:
    """How often X won, drew and lost against O: an array [X, O, 3]."""
    counts = np.zeros((players, players, 3))
    for x, o, points in games:
        if not (0 <= x < players and 0 <= o < players and x != o and points in (0.0, 0.5, 1.0)):
            raise GamekitError(f"({x}, {o}, {points}) is no game between two of {players} players")
        counts[x, o, {1.0: 0, 0.5: 1, 0.0: 2}[points]] += 1
    return counts


def _has_a_maximum(counts: Any) -> bool:
    """Can everybody be reached from everybody by wins and draws? Else some strength grows for ever (Ford).

    And do not all decided games go to the same colour? This is needed, but with the advantage of the first
    move it is not enough: see `FLAT`.
    """
    beaten = (counts[:, :, 0] + counts[:, :, 1]) + (counts[:, :, 2] + counts[:, :, 1]).T > 0
    reach = beaten | np.eye(len(counts), dtype=bool)
    for _ in range(len(counts)):
        reach = reach @ reach
    wins, _, losses = counts.sum(axis=(0, 1))
    return bool(reach.all() and wins > 0 and losses > 0)


def scale(draws: float) -> float:
    """Elo points of a unit of strength, where draws are so likely."""
    return POINTS * 2 / (2 + draws)


def _newton(counts: Any, wants_first: bool, prior: float | None) -> Ratings | None:
    """Climb to the maximum; None where there is none. Unknowns: strengths, first move's advantage, log v."""
    players = len(counts)
    has_draws = bool(counts[:, :, 1].any())
    rows = [(x, o, counts[x, o]) for x in range(players) for o in range(players) if counts[x, o].any()]
    # What each unknown adds to the logarithm of the weight of (X wins, draw, O wins), minus the draw's part
    # that all three share: with (a + b)/2 taken away the weights are (a - b)/2, log v, (b - a)/2.
    size = players + wants_first + has_draws
    design = np.zeros((len(rows), 3, size))
    seen = np.zeros((len(rows), 3))
    for number, (x, o, seen_here) in enumerate(rows):
        design[number, 0, [x, o]] = 0.5, -0.5
        design[number, 2, [x, o]] = -0.5, 0.5
        if wants_first:
            design[number, 0, players], design[number, 2, players] = 0.5, -0.5
        if has_draws:
            design[number, 1, -1] = 1.0
        seen[number] = seen_here
    possible = np.array([1.0, float(has_draws), 1.0])
    played = seen.sum(axis=1)
    pull = np.zeros(size)
    if prior is not None:
        pull[:] = (POINTS / prior) ** 2

    def at(unknown: Any) -> tuple[float, Any, Any]:
        """Log-likelihood, slope and curvature (Fisher's information)."""
        logs = design @ unknown
        top = logs.max(axis=1, keepdims=True)
        weights = np.exp(logs - top) * possible
        total = weights.sum(axis=1, keepdims=True)
        chances = weights / total
        likely = float((seen * (logs - top - np.log(total))).sum() - (pull * unknown**2).sum() / 2)
        mean = np.einsum("rk,rku->ru", chances, design)
        slope = np.einsum("rk,rku->u", seen, design) - played @ mean - pull * unknown
        spread = np.einsum("r,rk,rku,rkv->uv", played, chances, design, design)
        spread -= np.einsum("r,ru,rv->uv", played, mean, mean)
        return likely, slope, spread + np.diag(pull)

    unknown = np.zeros(size)
    likely, slope, curve = at(unknown)
    for _ in range(STEPS):
        step = np.linalg.pinv(curve, hermitian=True) @ slope  # strengths are known up to a constant
        length = 1.0
        while True:
            tried = at(unknown + length * step)
            if tried[0] >= likely - 1e-12 or length < 1e-6:
                break
            length /= 2
        unknown = unknown + length * step
        likely, slope, curve = tried
        if np.abs(length * step).max() < CLOSE:
            break
    curvature = np.linalg.eigvalsh(curve)
    if prior is None and curvature[1] < FLAT * curvature[-1]:  # the first is 0: only differences count
        return None
    unknown[:players] -= unknown[:players].mean()
    covariance = np.linalg.pinv(curve, hermitian=True)
    centre = np.eye(size)
    centre[:players, :players] -= 1 / players  # errors are about the average player
    covariance = centre @ covariance @ centre.T
    draws = exp(unknown[-1]) if has_draws else 0.0
    points = scale(draws)
    errors = points * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return Ratings(
        elo=tuple((points * unknown[:players]).tolist()),
        error=tuple(errors[:players].tolist()),
        first_move=float(points * unknown[players]) if wants_first else 0.0,
        first_move_error=float(errors[players]) if wants_first else 0.0,
        draws=draws,
        strengths=tuple(unknown[:players].tolist()),
        covariance=covariance[:players, :players],
    )
