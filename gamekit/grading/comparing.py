"""What the wrong answers to the visible questions have in common: facts about these cases, never a cause."""

from __future__ import annotations

import dis
import random
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

from gamekit.grading.mistakes import what_counts
from gamekit.grading.question import Question
from gamekit.grading.shrinking import shown, size
from gamekit.rules import INF

FEW = 3  # so many cases must agree before something is said of all numbers; of lists and words, two
LARGE = 1 << 12  # from here on a whole number may be a word of bits
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Compared(NamedTuple):
    """A question, the model's answer, the learner's, and whether that is right."""

    question: Question
    right: Any
    given: Any
    is_right: bool


class Two(NamedTuple):
    """What is right, what came instead, and the arguments by their names."""

    right: Any
    given: Any
    arguments: dict[str, Any]


def compared(name: str, function: Any, model: Any, found: list[Compared]) -> str:
    """One or two sentences; "" where the wrong answers have nothing in common that can be seen."""
    names = list(parameters(model))
    wrong = [each for each in found if not each.is_right and type(each.given) is dict]
    if unused := [each for each in parameters(function) if each in uses(model) - uses(function)]:
        return f"{name} never uses {' and '.join(f'`{each}`' for each in unused)}."
    if any(_is_random(function, each) for each in _names(function) - _names(model)):
        return f"{name} draws at random: what is right is the same every time."
    said = [_how(name, names, wrong), _where(names, found)]
    return " ".join(sentence for sentence in said if sentence)


# --- how they differ from the right ones ------------------------------------------------------------------


def _how(name: str, names: list[str], wrong: list[Compared]) -> str:
    twos = [
        Two(_value(each.question, each.right), _value(each.question, each.given), _named(names, each))
        for each in wrong
    ]
    different = [two for two in twos if not same(two.right, two.given)]
    if different:
        return _relation(f"what {name} returns", different)
    if any("visits" in each.given for each in wrong):
        return _visits(wrong)
    after = [
        Two(each.right.get("after"), each.given.get("after"), two.arguments)
        for each, two in zip(wrong, twos, strict=True)
        if not same(each.right.get("after"), each.given.get("after"))
    ]
    return _changed(names, after) if after else ""


def _changed(names: list[str], twos: list[Two]) -> str:
    """Which of the arguments should have been changed otherwise, and how?"""
    changing = [
        place
        for place, name in enumerate(names)
        if any(not same(each[place], two.arguments[name]) for two in twos for each in (two.right, two.given))
    ]
    said = _elsewhere(names, twos, changing)
    if said or len(changing) > 1:
        is_all = all(any(not same(two.right[place], two.given[place]) for two in twos) for place in changing)
        return said or ("" if is_all else _of_items("", twos, names))
    (place,) = changing
    within = [two._replace(right=two.right[place], given=two.given[place]) for two in twos]
    return _relation(f"`{names[place]}`", within)


def _elsewhere(names: list[str], twos: list[Two], changing: list[int]) -> str:
    """Is one thing of a list changed, always so many places too far left or right?"""
    for place in changing:
        offsets = set()
        for two in twos:
            old = two.arguments[names[place]]
            where = [_only_changed(old, each[place]) for each in (two.right, two.given)]
            offsets.add(None if None in where else where[1] - where[0])
        if len(offsets) == 1 and (offset := offsets.pop()):
            side = "right" if offset > 0 else "left"
            return f"`{names[place]}` is changed {abs(offset)} too far to the {side}."
    return ""


def _only_changed(old: Any, new: Any) -> Any:
    """The place of the one thing that is new in a list of numbers; None where there is not one."""
    if type(old) is not list or type(new) is not list or len(old) != len(new):
        return None
    found = [place for place, pair in enumerate(zip(old, new, strict=True)) if not same(*pair)]
    return found[0] if len(found) == 1 else None


def _named(names: list[str], each: Compared) -> dict[str, Any]:
    return dict(zip(names, each.question.case.get("arguments", ()), strict=False))


def _value(question: Question, answer: Any) -> Any:
    """A value outside of a window is only a bound, and counts as the edge of the window."""
    seen = what_counts(question, answer)
    return None if seen is None else seen[0]


def same(one: Any, other: Any) -> bool:
    """Equal, floats nearly.

    >>> same([1, 0.1 + 0.2], [1, 0.3]), same(True, 1)
    (True, False)
    """
    if type(one) is list and type(other) is list:
        return len(one) == len(other) and all(map(same, one, other))
    if _is_number(one) and _is_number(other):
        return bool(abs(one - other) <= 1e-9 * max(1, abs(one)))
    return type(one) is type(other) and bool(one == other)


def _is_number(thing: Any) -> bool:
    return type(thing) in (int, float)


def _relation(what: str, twos: list[Two]) -> str:
    """What all of these have in common."""
    pairs = [(two.right, two.given) for two in twos]
    is_list = all(type(two.right) is type(two.given) is list for two in twos)
    if len(twos) < (2 if is_list or _are_words(pairs) else FEW):
        return ""
    for name in twos[0].arguments:
        given = [two.arguments.get(name) for two in twos]
        if all(same(two.given, each) for two, each in zip(twos, given, strict=True)) and _vary(given):
            said = "is left as it was" if what == f"`{name}`" else f"is `{name}`, as it was given"
            return f"Where it is wrong, {what} {said}."
    if all(_is_number(right) and _is_number(given) for right, given in pairs):
        return _of_numbers(what, pairs)
    if is_list:
        return _of_lists(what, pairs) or _of_items(what, twos)
    answers = [given for _, given in pairs if type(given) is bool]
    if len(answers) == len(pairs) and not _vary(answers):
        return f"Where it is wrong, {what} is {answers[0]}, never {not answers[0]}."
    return ""


def _vary(things: list[Any]) -> bool:
    return len(set(map(str, things))) > 1


def _of_numbers(what: str, pairs: list[tuple[Any, Any]]) -> str:
    if _are_words(pairs):
        return _of_words(what, pairs)
    offsets = {round(given - right, 6) for right, given in pairs}
    if len(offsets) == 1 and _vary([right for right, _ in pairs]):
        (offset,) = offsets
        return f"Where it is wrong, {what} is {abs(offset):g} too {'large' if offset > 0 else 'small'}."
    if all(right for right, _ in pairs) and _vary([right for right, _ in pairs]):
        factors = [given / right for right, given in pairs]
        if same(min(factors), max(factors)):
            factor = factors[0]
            if factor == 0:
                return f"Where it is wrong, {what} is 0."
            if same(factor, -1.0):
                return f"Where it is wrong, {what} has the other sign."
            return f"Where it is wrong, {what} is {factor:.4g} times what is right."
    sides = {given > right for right, given in pairs}
    too = "large" if True in sides else "small"
    return f"Where it is wrong, {what} is too {too}." if len(sides) == 1 else ""


def _are_words(pairs: list[tuple[Any, Any]]) -> bool:
    return all(type(one) is type(other) is int for one, other in pairs) and max(map(max, pairs)) >= LARGE


def _of_words(what: str, pairs: list[tuple[int, int]]) -> str:
    if any(min(pair) < 0 for pair in pairs):
        return ""
    missing, extra = ({bit for pair in pairs for bit in _bits(pair[i] & ~pair[1 - i])} for i in (0, 1))
    for bits, others, words in ((missing, extra, "lacks"), (extra, missing, "has too many")):
        if not others:
            listed = f": {', '.join(map(str, sorted(bits)))}" if len(bits) < 9 else ""
            return f"Where it is wrong, {what} {words} bits{listed}; nothing else is wrong with it."
    return ""


def _bits(word: int) -> list[int]:
    return [bit for bit in range(word.bit_length()) if word >> bit & 1]


def _of_lists(what: str, pairs: list[tuple[list[Any], list[Any]]]) -> str:
    rows = [([str(each) for each in right], [str(each) for each in given]) for right, given in pairs]
    for words, is_so in (
        ("is empty", lambda right, given: not given),
        ("is right, back to front", lambda right, given: given == right[::-1]),
        ("lacks the first of what is right, and has the rest", lambda right, given: given == right[1:]),
        ("lacks the last of what is right, and has the rest", lambda right, given: given == right[:-1]),
        ("is right, in another order", lambda right, given: sorted(given) == sorted(right)),
        ("holds something twice, and is right without that", _is_doubled),
        ("lacks something, and all that it has is right", lambda right, given: set(given) < set(right)),
        ("holds all that is right, and more", lambda right, given: set(given) > set(right)),
    ):
        if all(is_so(*row) for row in rows):
            return f"Where it is wrong, {what} {words}."
    return ""


def _is_doubled(right: list[str], given: list[str]) -> bool:
    return len(given) > len(right) and set(given) == set(right)


def _of_items(what: str, twos: list[Two], names: list[str] | None = None) -> str:
    """Lists of one length: which of their things are wrong, and how?"""
    lengths = {len(side) for two in twos for side in (two.right, two.given)}
    count = min(lengths)
    if len(lengths) > 1 or not 1 < count <= len(ORDINALS):
        return ""
    called = [f"`{name}`" for name in names] if names else [f"the {each} part" for each in ORDINALS[:count]]
    inside = "" if names else f" of {what}"
    columns = [
        [two._replace(right=two.right[place], given=two.given[place]) for two in twos]
        for place in range(count)
    ]
    wrong = [place for place in range(count) if not all(same(two.right, two.given) for two in columns[place])]
    listed, verb = " and ".join(called[place] for place in wrong), "is" if len(wrong) == 1 else "are"
    if names and all(two.given == two.arguments[names[place]] for place in wrong for two in columns[place]):
        return f"Where it is wrong, {listed} {verb} left as given, and the rest is right."
    said = f"Only {listed}{inside} {verb} wrong; the rest is right." if len(wrong) < count else ""
    for place in wrong if not said or len(wrong) == 1 else ():
        different = [two for two in columns[place] if not same(two.right, two.given)]
        if found := _relation(called[place] + inside, different):
            return f"{said} {found}".strip()
    return said


def _visits(wrong: list[Compared]) -> str:
    """All values are right: the positions that were looked at are not."""
    counts = [(each.right["visits"], each.given["visits"]) for each in wrong if "visits" in each.given]
    sizes = [size(each.question.case["tree"]) for each in wrong if "tree" in each.question.case]
    right, given = min(counts)
    if all(given > right for right, given in counts):
        if [given for _, given in counts] == sizes:
            return "Its values are right, but it looks at every position of the tree."
        return f"Its values are right, but it looks at too many positions, {given} where {right} are enough."
    if any("most" in each.question.expected for each in wrong if type(each.question.expected) is dict):
        return ""  # fewer are right as well
    if all(given < right for right, given in counts):
        return f"Its values are right, but it looks at too few positions, {given} where {right} matter."
    if all(given == right for right, given in counts):
        return ""
    return "Its values are right; it looks at other positions than it should, now more of them and now fewer."


# --- where they are ---------------------------------------------------------------------------------------


def _where(names: list[str], found: list[Compared]) -> str:
    """A plain property of the case that all wrong ones have, and no right one."""
    told = [dict(_properties(names, each)) for each in found]
    wrong = [not each.is_right for each in found]
    if min(sum(wrong), len(wrong) - sum(wrong)) < FEW:
        return ""
    for words in dict.fromkeys(words for properties in told for words in properties):
        if all(words in properties for properties in told) and [each[words] for each in told] == wrong:
            return f"Of the visible cases those are wrong where {words}, and no others."
    for name in names:
        given: list[Any] = [_named(names, each).get(name) for each in found]
        if all(map(_is_number, given)) and max(given) <= INF:  # more is a word of bits
            bad, good = (
                [each for each, is_bad in zip(given, wrong, strict=True) if is_bad is side]
                for side in (True, False)
            )
            edge = f"at least {shown(min(bad))}" if min(bad) > max(good) else f"at most {shown(max(bad))}"
            if min(bad) > max(good) or max(bad) < min(good):
                return f"Of the visible cases those are wrong where `{name}` is {edge}, and no others."
    return ""


def _properties(names: list[str], each: Compared) -> Iterator[tuple[str, bool]]:
    case, expected = each.question.case, each.question.expected
    for name, given in _named(names, each).items():
        yield from _of_one(f"`{name}`", given)
    if "tree" in case:
        yield "the second player is to move", case.get("turn") == 1
        yield "the first player is to move", case.get("turn") == 0
    if type(expected) is dict and {"alpha", "beta", "value"} <= expected.keys():
        yield "the value lies above the window", expected["value"] >= expected["beta"]
        yield "the value lies below the window", expected["value"] <= expected["alpha"]
        yield "the value lies inside the window", expected["alpha"] < expected["value"] < expected["beta"]
    right = each.right.get("value") if type(each.right) is dict else None
    yield from _of_one("what is right", right)


def _of_one(what: str, given: Any) -> Iterator[tuple[str, bool]]:
    if type(given) is bool:
        yield from ((f"{what} is {each}", given is each) for each in (True, False))
    elif _is_number(given):
        yield f"{what} is below 0", given < 0
        yield f"{what} is above 0", given > 0
        for each in (0, 0.5, 1, INF, -INF):
            yield f"{what} is {shown(each)}", given == each
        yield f"{what} is odd", given % 2 == 1
    elif type(given) is list:
        yield f"{what} is empty", not given


# --- what a function is given, and what it reads ----------------------------------------------------------


def _code(function: Any) -> CodeType | None:
    function = getattr(function, "py_func", getattr(function, "__wrapped__", function))
    return getattr(function, "__code__", None)


def _names(function: Any) -> set[str]:
    """The globals that it asks for."""
    code = _code(function)
    asked = () if code is None else dis.get_instructions(code)
    return {each.argval for each in asked if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


def _is_random(function: Any, name: str) -> bool:
    """Does this global of it come from the module `random`?"""
    function = getattr(function, "py_func", getattr(function, "__wrapped__", function))
    thing = getattr(function, "__globals__", {}).get(name)
    return thing is random or isinstance(getattr(thing, "__self__", None), random.Random)


def parameters(function: Any) -> tuple[str, ...]:
    """The names of its parameters.

    >>> parameters(lambda state, depth: depth)
    ('state', 'depth')
    """
    code = _code(function)
    return () if code is None else code.co_varnames[: code.co_argcount]


def uses(function: Any) -> set[str]:
    """Those that it reads somewhere, or hands to a function inside it.

    >>> sorted(uses(lambda state, depth, turn: [depth + each for each in state]))
    ['depth', 'state']
    """
    code = _code(function)
    if code is None:
        return set()
    read = set(code.co_cellvars)
    for step in dis.get_instructions(code):
        if "LOAD" in step.opname:
            read |= set(step.argval) if type(step.argval) is tuple else {step.argval}
    return read & set(parameters(function))
