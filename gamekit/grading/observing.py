"""What can be seen of wrong answers whatever the task is: facts, never a guess at their cause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit.grading.language import said
from gamekit.grading.question import Question

Pair = tuple[Question, Any, Any]  # the question, the right answer, the learner's


def _kind(thing: Any) -> str | None:
    """What a value is, in words; None for what no answer is."""
    if type(thing) in (int, float):
        return said("a number")
    return {bool: said("True or False"), str: said("a text"), list: said("a list")}.get(type(thing))


def observed(
    name: str, found: list[Pair], ask_again: Callable[[Question], Any], ask_alone: Callable[[Question], Any]
) -> str:
    """One sentence on answers of which some are wrong; "" where nothing is to be seen at once.

    `ask_again` asks a question after all others, `ask_alone` before any other.
    """
    pairs = _with_values(found)
    return (
        wrong_type(name, pairs)
        or _changed(name, pairs)
        or _twice(name, pairs, ask_again, ask_alone)
        or _sign(name, pairs)
    )


def _with_values(found: list[Pair]) -> list[Pair]:
    return [pair for pair in found if _has_value(pair[1]) and _has_value(pair[2])]


def _has_value(answer: Any) -> bool:
    return type(answer) is dict and "value" in answer


def wrong_type(name: str, pairs: list[Pair]) -> str:
    """A text for a number, a list of another length, a set."""
    pairs = _with_values(pairs)
    for _, right, given in pairs:
        wanted, got = right["value"], given["value"]
        if got is None or wanted is None or type(wanted) is dict:
            continue
        if type(got) is dict:
            return said("{} returned a {}, where {} is right.", name, got.get("type"), _kind(wanted))
        if type(got) is list is type(wanted) and (strange := _strange(got)) and not _strange(wanted):
            return said("{} returned a list that holds {}; right is {}.", name, strange, wanted)
        if type(got) is list is type(wanted) and None in got and None not in wanted:
            return said("{} returned a list that holds {}; right is {}.", name, None, wanted)
        if _kind(got) != _kind(wanted):
            kinds = _kind(got), _kind(wanted)
            return said("{} returned {}, which is {}; {} is right.", name, repr(got), *kinds)
    lengths = {
        (len(given["value"]), len(right["value"]))
        for _, right, given in pairs
        if type(right["value"]) is list and type(given["value"]) is list
    }
    wanted_lengths = {right for _, right in lengths}
    if len(lengths) == len(wanted_lengths) == 1 and lengths != {(min(wanted_lengths),) * 2}:
        got_length, length = lengths.pop()
        return said("{} returned {} things, and {} are right.", name, got_length, length)
    if len(wanted_lengths) == 1 and _are_exchanged(pairs):
        return said("What {} returned is right, in another order.", name)
    for _, right, given in pairs:
        if given["value"] is None and right["value"] is not None and "raised" not in given:
            return said("{} returned None, where {} is right.", name, right["value"])
    return ""


def wrong_kind(name: str, pairs: list[Pair]) -> str:
    """A text for a number, or nothing, without the values."""
    for _, right, given in _with_values(pairs):
        wanted, got = _kind(right["value"]), _kind(given["value"])
        if wanted and got != wanted and type(given["value"]) is not dict:
            return f"{name} returned {got or 'nothing'}, where {wanted} is right"
    return ""


def _strange(things: list[Any]) -> str:
    """What a list holds that is neither number, text nor list."""
    kinds = [str(each.get("type")) for each in things if type(each) is dict]
    kinds = [kind for kind in kinds if not kind.startswith("float ")]
    if not kinds:
        return ""
    return said("positions") if kinds[0] == "Probe" else said("a {}", kinds[0])


def _are_exchanged(pairs: list[Pair]) -> bool:
    """Do all answers hold the right things, in a wrong order?"""
    values = [(right["value"], given["value"]) for _, right, given in pairs]
    values = [(one, two) for one, two in values if type(one) is type(two) is list and one != two]
    return len(values) > 2 and all(sorted(map(str, one)) == sorted(map(str, two)) for one, two in values)


def _changed(name: str, pairs: list[Pair]) -> str:
    """Arguments that were left alone by the model, and lists that stand in two places."""
    makes_tuples = any(right.get("tuples", 0) for _, right, _ in pairs)  # where the model does, all may
    for question, right, given in pairs:
        if right.get("after") == question.case.get("arguments") != given.get("after") and "after" in given:
            return said("{} changes a list that it was given.", name)
        if any(given.get(name, 0) > right.get(name, 0) for name in ("shared", "returned")):
            return said(
                "{} lets one list stand in two places: what is put into one appears in the other.", name
            )
        if right.get("after") == given.get("after") and given.get("tuples", 0) and not makes_tuples:
            return said(
                "{} puts a tuple where a list is right: what stands in a tuple cannot be changed.", name
            )
    return ""


def _twice(
    name: str,
    pairs: list[Pair],
    ask_again: Callable[[Question], Any],
    ask_alone: Callable[[Question], Any],
) -> str:
    """The same question once more, and the first of them alone: is the answer the same?"""
    for number, (question, _, given) in enumerate([pair for pair in pairs if pair[1] != pair[2]][:2]):
        again = ask_again(question)
        if _has_value(again) and again["value"] != given["value"]:
            one, other = ask_alone(question), ask_alone(question)
            if _has_value(one) and _has_value(other) and one["value"] != other["value"]:
                return said(
                    "{} was asked the same twice and said {} first, then {}, and each time something else "
                    "where nothing was asked before: is anything in it drawn at random?",
                    name,
                    given["value"],
                    again["value"],
                )
            return said(
                "{} was asked the same twice and said {} first, then {}: "
                "something is remembered from one call to the next.",
                name,
                given["value"],
                again["value"],
            )
        alone: Any = None if number else ask_alone(question)
        if _has_value(alone) and alone["value"] != given["value"]:
            return said(
                "{} said {} after other questions, and says {} where it is asked this one alone: "
                "something is remembered from one call to the next.",
                name,
                given["value"],
                alone["value"],
            )
    return ""


def _sign(name: str, pairs: list[Pair]) -> str:
    """Is every answer the right one with the other sign?"""
    numbers = [
        (right["value"], given["value"])
        for _, right, given in pairs
        if type(right["value"]) in (int, float) and type(given["value"]) in (int, float) and right["value"]
    ]
    if len(numbers) > 2 and all(right == -given for right, given in numbers):
        return said("Every answer of {} is the right one with the other sign.", name)
    return ""
