"""How a question becomes a call of the student's function: each kind is a function (function, case).

A case is plain data, made by a lab's specification. The answer is plain data too: what was returned, and what
was measured. A kind of question that only one lab has stands in that lab's `inside.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from inspect import isgeneratorfunction
from typing import Any

from gamekit import games
from gamekit.evaluators import FinalScore
from gamekit.grading.inside import probe
from gamekit.isolation.choosing import choose
from gamekit.isolation.plain import plain
from gamekit.isolation.wire import Wire
from gamekit.rules import is_over, key, moves, play, score, to_move

Kind = Callable[[Callable[..., Any], dict[str, Any]], dict[str, Any]]
wire: Wire | None = None  # to the grader, while marks are made: it serves the trees


def arguments_of(case: dict[str, Any], state: Any = None) -> list[Any]:
    """The arguments that a case names: `"$state"` is the state, `"$guess"` the evaluator of trees.

    `"$table"` is a list of `case["slots"]` empty places, `"$known"` an empty dict; `"$clock"` tells how many
    nodes have been looked at.
    """

    def argument(given: Any) -> Any:
        if given == "$state":
            return state
        if given == "$guess":
            return probe.Guess()
        if given == "$clock":
            return lambda: probe.visits_of(state)
        if given == "$table":
            return [None] * case["slots"]
        if given == "$known":
            return {}
        if isinstance(given, dict) and "game" in given:
            return games.parse(given["game"], given["text"], given.get("size"), given.get("rule"))
        return given

    return [argument(given) for given in case["arguments"]]


def calls_of(case: dict[str, Any], state: Any) -> list[list[Any]]:
    """The arguments of several calls, `case["before"]` and then the case's own; they share one memory."""
    calls = [
        arguments_of({**case, "arguments": given}, state)
        for given in (*case.get("before", ()), case["arguments"])
    ]
    table = [place for place, given in enumerate(case["arguments"]) if given in ("$table", "$known")]
    for later in calls[1:]:
        for place in table:
            later[place] = calls[0][place]
    return calls


def search_tree(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """Search the tree `case["tree"]` (see `probe.nodes_of`), where `case["turn"]` moves first.

    There may be several calls with one table (see `calls_of`): all values, all visits together, and what the
    table holds in the end. With `case["shared"]` equal subtrees are one position. The value is a list where
    there are several. An exception of the class named `case["raises"]` is an answer too.

    >>> case = {"tree": [1, 2], "before": [["$table"]], "arguments": ["$table"], "slots": 3}
    >>> search_tree(lambda table: table.append(0) or len(table), case)["value"]
    [4, 5]
    """
    state = probe.of_case(case, -1 if wire is None else wire.fileno())
    return {**ask_often(function, case, state), **probe.measured(state)}


def ask_often(function: Callable[..., Any], case: dict[str, Any], state: Any) -> dict[str, Any]:
    """The value of one call, the values of several, or that one raised what it may raise."""
    calls = calls_of(case, state)
    try:
        values = [function(*given) for given in calls]
    except Exception as error:
        if type(error).__name__ != case.get("raises"):
            raise
        return {"value": None, "raised": case["raises"]}
    found = {"value": plain(values[0] if len(values) == 1 else values)}
    if "$table" in case["arguments"]:
        slots = calls[0][case["arguments"].index("$table")]
        found["table"] = plain([entry for entry in slots if entry is not None])
    return found


def play_on_time(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """A move in a real game under a real clock: is it legal, and how late did it come?

    The function is called with a state, `case["most"]` plies, an evaluator, a clock and a deadline; it gives
    (move, depth). The clock counts the processor's seconds for this program, so that other programs on the
    machine take nothing away. The move itself is not told: it depends on the machine.
    """
    state = games.parse(case["game"], case["text"])
    for rule in (is_over, score, key, to_move):  # what must be loaded is loaded before the clock starts
        rule(play(state, next(iter(moves(state)))))
    deadline = time.process_time() + case["seconds"]
    found = function(state, case["most"], FinalScore(), time.process_time, deadline)
    late = time.process_time() - deadline
    move = found[0] if isinstance(found, list | tuple) and len(found) == 2 else None
    return {"value": move in list(moves(state)), "late": plain(late)}


def call(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """Call it with `case["arguments"]`; `{"game": "othello", "text": ...}` is that position.

    >>> call(max, {"arguments": [3, 5]})
    {'value': 5}
    """
    return {"value": plain(function(*arguments_of(case)))}


def call_each(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """Call it with each of `case["arguments"]` by itself: a list of answers.

    >>> call_each(abs, {"arguments": [3, -5]})
    {'value': [3, 5]}
    """
    return {"value": plain([function(given) for given in arguments_of(case)])}


def call_and_look(function: Callable[..., Any], case: dict[str, Any]) -> dict[str, Any]:
    """The same, and what became of the arguments: has the function changed what it was given?

    >>> call_and_look(lambda numbers: numbers.pop(), {"arguments": [[3, 5]]})
    {'value': 5, 'after': [[3]], 'shared': 0, 'returned': 0, 'tuples': 0}

    `shared` counts the lists that stand in two places of the arguments, `returned` those of what is returned
    that stand twice in it or in the arguments too, `tuples` what became a tuple in the arguments.
    """
    arguments = arguments_of(deepcopy(case))
    found = function(*arguments)
    places = [id(each) for each in _inside(arguments, list)]
    every = [*places, *(id(each) for each in _inside(found, list))]
    shared, returned = len(places) - len(set(places)), len(every) - len(set(every))
    return {
        "value": plain(found),
        "after": plain(arguments),
        "shared": shared,
        "returned": returned - shared,
        "tuples": len(_inside(arguments, tuple)),
    }


def _inside(thing: Any, kind: type, depth: int = 8) -> list[Any]:
    """All lists, or all tuples, inside lists and tuples, as often as they stand there."""
    if type(thing) not in (list, tuple) or depth == 0:
        return []
    inside = [each for item in thing for each in _inside(item, kind, depth - 1)]
    return [thing, *inside] if type(thing) is kind else inside


def is_dialogue(name: str) -> bool:
    """Is this kind of question a dialogue?"""
    return isgeneratorfunction(kind(name))


def answered(name: str, case: dict[str, Any], ask: Callable[[str, dict[str, Any]], Any]) -> Any:
    """The answer to a question, by way of `ask(kind, case)`, which gives an answer or None.

    A kind that is a generator is a dialogue, held on the side that asks: it yields one (kind, case) after the
    other, is sent the answers, and returns what came of it. So a match is played by the grader, move by move.
    """
    if not is_dialogue(name):
        return ask(name, case)
    found: Any = kind(name)
    dialogue = found(case)
    try:
        message = next(dialogue)
        while True:
            message = dialogue.send(ask(*message))
    except StopIteration as end:
        return end.value


KINDS: dict[str, Kind] = {
    "search_tree": search_tree,
    "play_on_time": play_on_time,
    "call_each": call_each,
    "call": call,
    "call_and_look": call_and_look,
    "choose": choose,
}


def kind(name: str) -> Kind:
    """The kind of this name: one of `KINDS`, or one of a lab's own, such as `lab06_evaluation.play_match`.

    A lab's own lie in its `inside.py`, which the lab shows to its students' code.
    """
    lab, _, own = name.rpartition(".")
    if not lab:
        return KINDS[name]
    found: Kind = getattr(import_module(f"gamekit.labs.{lab}.inside"), own)
    return found
