"""Step through a finished search, alone or beside another."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from gamekit.draw import style
from gamekit.draw.boards import board
from gamekit.draw.picture import Picture
from gamekit.draw.traces import FIRST_VIEW, MOVER_VIEW
from gamekit.draw.trees import tree, tree_before_after
from gamekit.errors import GamekitError
from gamekit.rules import board_text, position_text
from gamekit.tracing import Trace
from gamekit.widgets.stepper.code import Code, code_of
from gamekit.widgets.stepper.compare import Lockstep, lockstep
from gamekit.widgets.stepper.events import Playback
from gamekit.widgets.stepper.pack import packed
from gamekit.widgets.stepper.simulations import Simulations
from gamekit.widgets.stepper.words import sentence, sentences

FOLDER = Path(__file__).parent
# A page loads one text, people read seven.
PARTS = ("film", "simulations", "layout", "tree", "windows", "player", "stepper")


class _Film(anywidget.AnyWidget):
    """What both live things share: code for the page, pictures of states on demand, a still picture."""

    _esm = "\n".join((FOLDER / f"{part}.js").read_text() for part in PARTS)
    _css = f".gk-stepper {{\n{style.css()}\n}}\n" + (FOLDER / "stepper.css").read_text()

    packs: traitlets.List[Any] = traitlets.List().tag(sync=True)  # one film, or two: JSON in bytes
    step = traitlets.Int(0).tag(sync=True)  # which step is shown
    moments: traitlets.List[Any] = traitlets.List().tag(sync=True)  # two films: pairs of steps
    differences: traitlets.List[Any] = traitlets.List().tag(sync=True)  # [moment, node, words]
    titles: traitlets.List[Any] = traitlets.List().tag(sync=True)
    height = traitlets.Int(0).tag(sync=True)  # of the tree in pixels; 0 leaves it to the page

    _code: Code | None = None  # the text of the search, where it can be read

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
        """The page asks for the picture of a state, or for the film from another side."""
        if not isinstance(content, dict):
            return
        side, place = content.get("film", 0), content.get("node", 0)
        if not isinstance(side, int) or not 0 <= side < len(self._films):
            return
        is_node = isinstance(place, int) and 0 <= place < len(self._films[side].nodes)
        if content.get("ask") == "state" and is_node:
            self.send({"state": place, "film": side} | state_shown(self._films[side].nodes[place].state))
        if content.get("ask") == "words":
            self.send({"words": sentences(self._films[side]), "film": side, "view": self._films[side].view})
        if content.get("ask") == "view" and content.get("view") in (FIRST_VIEW, MOVER_VIEW):
            self._show_from(content["view"])

    def _show_from(self, view: str) -> None:
        self._films = [Playback(film.trace, view, film.own_view) for film in self._films]
        self.packs = [packed(film, self._code) for film in self._films]

    def _still(self) -> Picture:
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live thing, and for pages without a kernel its still picture."""
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        return data | self._still()._repr_mimebundle_(), metadata


class Stepper(_Film):
    """Plays a finished trace back, node by node.

    >>> from gamekit import INF, trace
    >>> from gamekit.games import plates
    >>> from gamekit.search.negamax import negamax
    >>> from gamekit.evaluators import FinalScore
    >>> stepper = Stepper(trace(negamax)(plates.start(), 3, -INF, INF, FinalScore()))
    >>> stepper.step = 17
    >>> print(stepper.words)
    Cut at node 8: 20 >= beta = 20. The second player already has −20 (by 1+20 at node 1). Here it gets at \
most −20, so the second player will not come here. 1 move is never looked at: 50.

    `step` is where it stands, and can be set. Beside the tree stands the text of the function, if one of its
    name is known where the stepper is made.
    """

    def __init__(self, trace: Trace) -> None:
        film = Playback(trace)
        self.trace = trace
        names = sys._getframe(1).f_globals
        self._code = code_of(trace.root.function, names)
        super().__init__([film], len(film.steps), packs=[packed(film, self._code)])

    @property
    def words(self) -> str:
        """What happens at the current step."""
        return sentence(self._films[0], self._films[0].steps[self.step])

    def _still(self) -> Picture:
        return tree(self.trace)


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

    def _still(self) -> Picture:
        pair = tree_before_after(self.reference, self.learner, names=(self.titles[0], self.titles[1]))
        return Picture(pair.svg, f"{self.lockstep.summary()}\n\n{pair.text}")


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

    @property
    def words(self) -> str:
        """What happens in the current simulation."""
        return str(self._films[0].words[self.step])

    def _still(self) -> Picture:
        return self._films[0].picture()  # type: ignore[no-any-return]


def state_shown(state: Any) -> dict[str, str]:
    """The picture of a state, with its text; the text alone where it is of no game that can be drawn."""
    if state is None:
        return {"svg": "", "text": ""}
    try:
        return {"svg": board(state).themed_svg, "text": str(position_text(state))}
    except GamekitError:
        return {"svg": "", "text": str(board_text(state))}
