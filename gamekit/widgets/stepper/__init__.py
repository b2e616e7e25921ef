"""Step through a finished search, alone or beside another."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import traitlets

from gamekit.draw.boards import board
from gamekit.draw.picture import Picture
from gamekit.draw.trees import tree, tree_before_after
from gamekit.errors import GamekitError
from gamekit.rules import board_text, position_text
from gamekit.tracing import Trace
from gamekit.widgets.live import Live, looks, script
from gamekit.widgets.stepper.code import code_of
from gamekit.widgets.stepper.compare import Lockstep, lockstep
from gamekit.widgets.stepper.events import Playback
from gamekit.widgets.stepper.pack import packed
from gamekit.widgets.stepper.simulations import Simulations

FOLDER = Path(__file__).parent
# A page loads one text, people read eight.
PARTS = ("film", "words", "simulations", "layout", "tree", "windows", "player", "stepper")


class _Film(Live):
    """What all three share: code for the page, and pictures of states on demand."""

    _esm = script(*(FOLDER / f"{part}.js" for part in PARTS))
    _css = looks("gk-stepper", FOLDER / "stepper.css")

    packs: traitlets.List[Any] = traitlets.List().tag(sync=True)  # one film, or two: JSON in bytes
    step = traitlets.Int(0).tag(sync=True)  # which step is shown
    moments: traitlets.List[Any] = traitlets.List().tag(sync=True)  # two films: pairs of steps
    differences: traitlets.List[Any] = traitlets.List().tag(sync=True)  # [moment, node, words]
    titles: traitlets.List[Any] = traitlets.List().tag(sync=True)

    def __init__(self, films: list[Any], count: int, **traits: Any) -> None:
        self._films, self._count = films, count
        super().__init__(**traits)
        self.on_msg(self._asked)

    @traitlets.validate("step")
    def _step_exists(self, proposal: Any) -> int:
        step, count = proposal["value"], self._count
        if not -count <= step < count:
            raise GamekitError(f"there are {count} steps, 0 to {count - 1}; there is no step {step}")
        return int(step % count)

    def _asked(self, widget: Any, content: Any, buffers: Any) -> None:
        """The page asks for the picture of a state."""
        if not isinstance(content, dict) or content.get("ask") != "state":
            return
        side, place = content.get("film", 0), content.get("node", 0)
        if not isinstance(side, int) or not 0 <= side < len(self._films):
            return
        if isinstance(place, int) and 0 <= place < len(self._films[side].nodes):
            self.send({"state": place, "film": side} | state_shown(self._films[side].nodes[place].state))


class Stepper(_Film):
    """Plays a finished trace back, node by node.

    >>> from gamekit import INF, trace
    >>> from gamekit.games import plates
    >>> from gamekit.search.negamax import negamax
    >>> from gamekit.evaluators import FinalScore
    >>> stepper = Stepper(trace(negamax)(plates.start(), 3, -INF, INF, FinalScore()))
    >>> stepper.step = -1
    >>> stepper.step
    38

    `step` is where it stands, and can be set. Beside the tree stands the text of the function, if one of its
    name is known where the stepper is made.
    """

    def __init__(self, trace: Trace) -> None:
        film = Playback(trace)
        self.trace = trace
        code = code_of(trace.root.function, sys._getframe(1).f_globals)
        super().__init__([film], len(film.steps), packs=[packed(film, code)])

    def _still(self) -> dict[str, str]:
        return tree(self.trace)._repr_mimebundle_()


class SideBySide(_Film):
    """Steps through two traces together and stops where they part.

    `names` are what the two are called; without, they are called as their functions are.

    `difference` is the first place where they do, in words; None if there is none. `differences` are all of
    them: which pair of steps, which node, and words.
    """

    def __init__(self, reference: Trace, learner: Trace, names: tuple[str, str] | None = None) -> None:
        self.reference, self.learner = reference, learner
        if names is None:
            names = "the left one", "the right one"
            if isinstance(reference, Trace) and isinstance(learner, Trace):
                functions = reference.root.function, learner.root.function
                names = functions if functions[0] != functions[1] else names
        self.lockstep: Lockstep = lockstep(reference, learner, names)
        films = [self.lockstep.left, self.lockstep.right]
        super().__init__(
            films,
            len(self.lockstep.moments),
            packs=[packed(film) for film in films],
            moments=[list(pair) for pair in self.lockstep.moments],
            differences=[list(part) for part in self.lockstep.differences],
            titles=[*self.lockstep.names, self.lockstep.summary()],
        )

    @property
    def difference(self) -> str | None:
        """Where the two part for the first time, in words."""
        found = self.lockstep.differences
        return found[0].words if found else None

    def _still(self) -> dict[str, str]:
        pair = tree_before_after(self.reference, self.learner, names=(self.titles[0], self.titles[1]))
        return Picture(pair.svg, f"{self.lockstep.summary()}\n\n{pair.text}")._repr_mimebundle_()


class MCTSStepper(_Film):
    """Plays Monte Carlo tree search back, one simulation a step, with the terms of UCB at each choice.

    `runs` has a pair (path, points) for each simulation: the nodes from the root to where the random game
    began, and its result for the first player (1, 0.5 or 0). A node has `move`, `state` and `children`. Let
    your own search write them down where it backs up, `runs.append((list(path), points))`; `exploration` is
    the C of its bound.
    """

    def __init__(self, runs: Iterable[tuple[Sequence[Any], float]], exploration: float = 1.0) -> None:
        film = Simulations(runs, exploration)
        super().__init__([film], len(film.runs), packs=[film.packed()])

    def _still(self) -> dict[str, str]:
        return self._films[0].picture()._repr_mimebundle_()  # type: ignore[no-any-return]


def state_shown(state: Any) -> dict[str, str]:
    """The picture of a state, with its text; the text alone where it is of no game that can be drawn."""
    if state is None:
        return {"svg": "", "text": ""}
    try:
        return {"svg": board(state).themed_svg, "text": str(position_text(state))}
    except GamekitError:
        return {"svg": "", "text": str(board_text(state))}
