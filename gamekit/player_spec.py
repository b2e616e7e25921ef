"""A player's spec, read: `othello:pvs,tt,depth=8` is a game, a method, switches and numbers."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from gamekit import games
from gamekit.errors import BadText, likely
from gamekit.evaluators import FinalScore, evaluator_of
from gamekit.game import Game
from gamekit.rules import Evaluator
from gamekit.search.deepening import METHODS as SEARCHES

S = TypeVar("S")


METHODS = {  # in words; `players.MAKERS` makes them
    "random": "random moves",
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "pvs": "PVS",
    "mtdf": "MTD(f)",
    "bisection": "bisection",
    "mcts": "MCTS",
    "engine": "the engine",
}
WITH_THREADS = (*SEARCHES, "engine")
SWITCHES = {  # of the methods; engines have their own in their game's record
    "tt": "a transposition table",
    "killers": "killer moves first",
    "history": "moves first that cut anywhere before",
    "static": "moves in the order of their static values",
    "policy": "moves in the order of learnt chances",
    "previous": "at the root, moves in the order of the iteration before",
    "aspiration": "a narrow window about the last value",
    "probcut": "Multi-ProbCut",
    "memory": "of minimax: positions are remembered",
    "solver": "of mcts: what is certain is passed up",
    "careful": "of mcts: simulations win and block at sight",
}
NUMBERS = ("depth", "nodes", "time", "seed", "table", "few", "threads")
WITH_FRACTIONS = ("time", "table", "exploration", "t")  # seconds, megabytes


@dataclass(frozen=True)
class Spec:
    """What a player's spec says; '' for what it does not say."""

    text: str  # as it was written
    method: str
    game: str = ""
    switches: tuple[str, ...] = ()  # in the order in which they were said
    numbers: Mapping[str, float] = field(default_factory=dict)
    evaluator: str = ""
    weights: str = ""  # a file

    def has(self, switch: str) -> bool:
        """Is this switch on?"""
        return switch in self.switches

    def whole(self, name: str) -> int | None:
        """A number as a whole one; None where the spec does not say it."""
        return int(self.numbers[name]) if name in self.numbers else None

    def number(self, name: str, default: float) -> float:
        """A number, or what is usual."""
        return self.numbers.get(name, default)


def switches_of(spec: Spec, kind: type[S]) -> S:
    """An engine's switches, a dataclass, as a spec says them: `no-NAME` switches off what is on by itself.

    >>> from gamekit.othello.engine import Switches
    >>> switches_of(read_spec("engine,no-probcut"), Switches).probcut
    False
    """
    said: dict[str, Any] = {}
    for each in fields(kind):  # type: ignore[arg-type]  # a dataclass
        name, usual = each.name.replace("_", "-"), each.default
        if isinstance(usual, bool):
            said[each.name] = not spec.has(f"no-{name}") if usual else spec.has(name)
        elif name in spec.numbers:
            said[each.name] = int(spec.numbers[name]) if isinstance(usual, int) else spec.numbers[name]
    return kind(**said)


OWN: dict[str, Evaluator] = {}  # evaluators that somebody gave a name to, in this process
_IN_FILES: dict[str, Evaluator] = {}  # those in files, by place and source


def named_evaluator(name: str) -> Evaluator:
    """The evaluator of this name, of a sum such as 300corners+8mobility, or in a file; None where none is.

    A file, `eval=mine.py`, has a function `evaluate(state)`: what a state is worth to the side to move.
    """
    if name == "final":
        return FinalScore()
    if name in OWN:
        return OWN[name]
    if name.endswith(".py"):
        return _evaluator_in(name)
    for game in all_games():
        if name in game.evaluators:
            return game.evaluators[name]()
        if game.read_evaluator is not None and (found := game.read_evaluator(name)) is not None:
            return found
    return None


def _evaluator_in(file: str) -> Evaluator:
    """The evaluator in a file as it is now; it is compiled once for each source that the file has had."""
    try:
        place = f"{Path(file).resolve()}: {Path(file).read_text(encoding='utf-8')}"
        if place not in _IN_FILES:
            _IN_FILES[place] = evaluator_of(runpy.run_path(file)["evaluate"])
    except KeyError:
        raise BadText(f"{file} has no function evaluate(state)") from None
    except Exception as problem:
        raise BadText(f"{file} cannot be used as an evaluator: {type(problem).__name__}: {problem}") from None
    return _IN_FILES[place]


def all_games() -> list[Game]:
    """The records of all games, programs included."""
    return [games.about(name) for name in games.names()]


def all_fits() -> dict[str, Callable[[], Any]]:
    """Fits of Multi-ProbCut, by the evaluator that they belong to."""
    return {name: fit for game in all_games() for name, fit in game.fits.items()}


def in_words(spec: str) -> str:
    """A player's spec for people who know no specs: what it is, how far it looks, what it lacks.

    >>> in_words("othello:pvs,tt,killers,depth=4"), in_words("engine,no-probcut,time=0.5")
    ('PVS, depth 4', 'the engine, 0.5 s, without probcut')
    """
    read = read_spec(spec)
    units = {"depth": "depth {:g}", "nodes": "{:,.0f} nodes", "time": "{:g} s", "few": "{:g} moves a node"}
    said = [METHODS.get(read.method, read.method)]
    said += [units[name].format(number) for name, number in read.numbers.items() if name in units]
    said += [f"by {read.evaluator}"] * bool(read.evaluator)
    said += [f"without {name.removeprefix('no-')}" for name in read.switches if name.startswith("no-")]
    return ", ".join(said)


def _not_known(spec: str, word: str) -> BadText:
    """What to say of a word that is no part of a spec."""
    every = all_games()
    key, is_number, _ = word.partition("=")
    if key == "eval":
        evaluators = ["final", *(name for game in every for name in game.evaluators)]
        evaluators += OWN
        rest = f"eval= is {', '.join(evaluators)}, a sum such as 300corners+8mobility, or your file mine.py"
    else:
        numbers = [f"{name}=" for game in every for name in (*NUMBERS, *game.numbers)]
        switches = [name for game in every for name in (*SWITCHES, *game.switches)]
        rest = likely(f"{key}=" if is_number else word, dict.fromkeys([*switches, *numbers]))
        rest += "after the method come switches such as tt, numbers such as depth=6, eval= and weights="
    return BadText(f"the player {spec!r} says {word!r}, which is not known; {rest}")


def read_spec(spec: str) -> Spec:
    """The parts of a spec; `BadText` names what is not known.

    >>> read_spec("othello:pvs,tt,depth=8").numbers
    {'depth': 8}
    """
    head, comma, words_after = spec.partition(",")  # a file may have a colon too
    name, colon, method = head.rpartition(":")
    rest = method + comma + words_after
    if colon and name not in games.names():
        known_games = ", ".join(games.names())
        raise BadText(f"the player {spec!r} names the game {name!r}; the games are {known_games}")
    method, *words = [word.strip() for word in rest.split(",")]
    every = all_games()
    owner = next((game.name for game in every if method in game.fixed), "")
    if owner:
        if name not in ("", owner):
            raise BadText(f"the player {spec!r}: {method} plays {owner}, not {name}")
        if any(not word.startswith("seed=") for word in words):  # the arena gives everybody a seed
            raise BadText(f"the player {spec!r}: {method} stays as it is, so nothing is said after it")
        return Spec(spec, method, owner)
    if method not in METHODS:
        known = [*METHODS, *(each for game in every for each in game.fixed)]
        rest = f"{likely(method, known)}methods are {', '.join(METHODS)}"
        raise BadText(f"the player {spec!r} begins with {method!r}, which is no method; {rest}")
    switches: dict[str, None] = {}  # in the order in which they are said
    numbers: dict[str, float] = {}
    evaluator = weights = ""
    for word in words:
        key, _, number = word.partition("=")
        if word in SWITCHES or any(word in game.switches for game in every):
            switches[word] = None
        elif key == "eval" and named_evaluator(number) is not None:
            evaluator = number
        elif key == "weights":
            if not number:
                raise BadText(f"the player {spec!r}: weights= wants a file")
            weights = number
        elif key in NUMBERS or any(key in game.numbers for game in every):
            numbers[key] = _number(key, number, spec)
        else:
            raise _not_known(spec, word)
    if "threads" in numbers and method not in WITH_THREADS:
        raise BadText(f"threads in the player {spec!r} is for {' '.join(WITH_THREADS)}")
    fits = all_fits()
    if "probcut" in switches and evaluator not in fits:
        raise BadText(f"probcut in the player {spec!r} was fitted to patterns: say eval=patterns too")
    if method == "engine" and evaluator and evaluator not in fits:
        raise BadText(f"the engine in the player {spec!r} judges by eval={'|'.join(fits)}")
    return Spec(spec, method, name, tuple(switches), numbers, evaluator, weights)


def _number(name: str, number: str, spec: str) -> float:
    try:
        found = float(number) if name in WITH_FRACTIONS else int(number)
    except ValueError:
        raise BadText(f"{name}= in the player {spec!r} wants a number, not {number!r}") from None
    if not 0 <= found <= 10**12 or (name != "seed" and found == 0):
        raise BadText(f"{name}= in the player {spec!r} wants a number above 0, not {number}")
    return found
