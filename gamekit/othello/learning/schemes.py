"""Two schemes, each a list of steps: one step learns the weights of one stage.

The *report's* scheme goes backwards through the game. At 60 to 63 discs the labels are exact and the
gradient method starts from nothing. Each earlier stage starts from the weights of the one behind it, at a
lower rate, and its labels come from looking ahead into that stage.

The *improved* scheme keeps the order and changes the rest. Positions come from games of the program
against itself, because positions of random games look like no game that anybody plays. Labels are exact
as far as the solver makes them cheap; elsewhere they are the mean of two searches, one of an odd and one of
an even depth. Weights are the solution of a least-squares problem, with a ridge that holds seldom used
weights near those of the stage behind; there is no rate to choose, and ten rounds of conjugate gradients do
what hundreds of passes of the gradient method do. Then all is done again, since better weights play better
games and give better labels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

from gamekit.errors import BadText
from gamekit.othello.learning.lookahead import MOST_DEPTH
from gamekit.othello.learning.pieces import Recipe
from gamekit.othello.patterns import STAGES, stage_of

LAST_STAGE = (60, 63)


@dataclass(frozen=True)
class Step:
    """Learn the weights of one stage, or of a few that share them."""

    recipe: Recipe
    positions: int
    stages: tuple[int, ...]  # whose weights are learnt
    start_from: int | None  # the stage whose weights are the start; None: nothing
    rate: float = 0.0  # of the gradient method; 0: least squares
    ridge: float = 0.0
    mobility: bool = True  # is it learnt? Else its weights stay 0
    untied: bool = False  # an own weight for each entry, and all eight images of each position
    round: int = 1
    piece: int = 20_000  # positions in a piece of work

    @property
    def name(self) -> str:
        """What a person calls it."""
        low, high = self.recipe.low, self.recipe.high
        return f"{low} to {high} discs" if low < high else f"{low} discs"


def report_scheme(
    *,
    positions: int = 30_000_000,
    earlier_positions: int = 2_000_000,
    stages: int = 15,
    rate: float = 1e-3,
    earlier_rate: float = 5e-5,
    every_position: bool = False,
    untied: bool = False,
    least_squares: bool = False,
) -> list[Step]:
    """The report's scheme: random positions, exact labels at the end, then stage by stage backwards.

    >>> [step.name for step in report_scheme(stages=3)]
    ['60 to 63 discs', '56 to 59 discs', '52 to 55 discs']
    """
    _check("stages", stages, 1, 15)
    last = Recipe(*LAST_STAGE, own_games=False, exact_empties=4, depth=0, every_position=every_position)
    how: dict[str, Any] = {"untied": untied, "mobility": False}
    fit: dict[str, Any] = {"ridge": 5.0} if least_squares else {"rate": rate}
    steps = [Step(last, positions, _stages(*LAST_STAGE), None, **fit, **how, piece=100_000)]
    fit = {"ridge": 5.0} if least_squares else {"rate": earlier_rate}
    for low in range(56, 60 - 4 * stages, -4):
        recipe = Recipe(low, low + 3, own_games=False, exact_empties=0, depth=0)
        here = _stages(low, low + 3)
        steps.append(Step(recipe, earlier_positions, here, here[-1] + 1, **fit, **how))
    return steps


# Not all stages need as many positions: from so many discs on, this share. Early in the game there are few
# different positions.
SHARES = {4: 0.02, 8: 0.1, 12: 0.4, 20: 0.7, 28: 1.0}
# And not all rounds: the first ones only have to lead to better games.
FIRST_ROUND, MIDDLE_ROUNDS = 0.05, 0.15
FIRST_RIDGE, RIDGE = 50.0, 150.0  # what was known before is worth more in later rounds
FAR = 44  # from so many discs on labels may look further ahead: soon after, the solver takes over


def improved_scheme(
    *,
    positions: int = 1_000_000,
    rounds: int = 3,
    stages: int = 15,
    exact_empties: int = 12,
    depth: int = 3,
    far_depth: int = 4,
    play_depth: int = 3,
    start: bool = False,
) -> list[Step]:
    """Own games, exact endgames, least squares, several rounds.

    The first round has to use random games, unless there are weights to `start` from. Those stay as they are
    for the last four discs, where there is nothing to mend.

    A label is the mean of what searches of `depth` and of `depth` + 1 plies find. One that looks an even
    number of plies ahead hands on what the later stage thinks too much or too little of whoever is to move.

    >>> steps = improved_scheme(rounds=2, stages=1)
    >>> [(step.round, step.name) for step in steps][3:6]
    [(1, '60 discs'), (2, '63 discs'), (2, '62 discs')]
    """
    _check("stages", stages, 1, 15)
    _check("rounds", rounds, 1, 20)
    _check("exact-empties", exact_empties, 1, 20)
    for name, ahead in (("depth", depth), ("far-depth", far_depth)):  # past the stage that is being learnt
        _check(name, ahead, 2, MOST_DEPTH - 1)
    ranges = [(63, 63), (62, 62), (61, 61), (60, 60)] + [(low, low + 1) for low in range(58, 3, -2)]
    steps = []
    for number in range(1, rounds + 1):
        size = 1.0 if number == rounds else FIRST_ROUND if number == 1 else MIDDLE_ROUNDS
        for low, high in ranges[4 if start else 0 : 2 + 2 * stages]:
            own_games = (start or number > 1) and low < LAST_STAGE[0]  # the solver has taken over long before
            ahead = far_depth if low >= FAR else depth
            recipe = Recipe(low, high, own_games, exact_empties, ahead, True, play_depth=play_depth)
            stage = int(stage_of(low))
            behind = stage + 1 if stage + 1 < STAGES else None
            share = next(share for discs, share in reversed(SHARES.items()) if low >= discs)
            count = max(1000, int(share * size * positions))
            ridge = RIDGE if start or number > 1 else FIRST_RIDGE
            steps.append(Step(recipe, count, (stage,), behind, ridge=ridge, round=number))
    return steps


def _stages(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(int(stage_of(low)), int(stage_of(high)) + 1))


SCHEMES: dict[str, Callable[..., list[Step]]] = {"report": report_scheme, "improved": improved_scheme}


def scheme(name: str, **options: Any) -> list[Step]:
    """A scheme by its name; options that are None or False were not given.

    >>> len(scheme("report", stages=2, rounds=None))
    2
    """
    if name not in SCHEMES:
        raise BadText(f"there is no scheme {name!r}; there are {', '.join(SCHEMES)}")
    given = {key: option for key, option in options.items() if option is not None and option is not False}
    for key in given:
        if key not in signature(SCHEMES[name]).parameters:
            raise BadText(f"the scheme {name!r} has no --{key.replace('_', '-')}")
    return SCHEMES[name](**given)


def _check(name: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise BadText(f"--{name} is a number from {low} to {high}, not {number}")
