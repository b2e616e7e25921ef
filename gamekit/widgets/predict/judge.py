"""Is a guess right? Each kind of question reads an answer its own way and says how near it was."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from typing import Any, NamedTuple

from gamekit.draw.traces import number_text
from gamekit.errors import BadText
from gamekit.notation import clip

RIGHT, CLOSE, WRONG = "right", "close", "wrong"


class Verdict(NamedTuple):
    """How near a guess was."""

    how: str  # RIGHT, CLOSE or WRONG
    words: str
    hint: str = ""  # what may be said of a wrong guess before the second one


# --- numbers ----------------------------------------------------------------------------------------------

_POWER = re.compile(r"(?:(\d+(?:\.\d+)?)\s*[x×*]\s*)?10\s*(?:\^|\*\*)\s*(\d{1,3})")


def read_number(text: Any) -> int | float:
    """A number as people type it: `18`, `1,200`, `2.5`, `1e6`, `10^28`, `3 million`.

    >>> read_number("1,200"), read_number("10^6"), read_number("2.5"), read_number("3 million")
    (1200, 1000000, 2.5, 3000000)
    """
    if isinstance(text, int | float) and not isinstance(text, bool):
        if math.isfinite(text):
            return text
        raise BadText("a number is needed, and infinity is none")
    line = str(text).strip().lower().replace("−", "-")
    scale = 1
    for word, size in (("thousand", 10**3), ("million", 10**6), ("billion", 10**9)):
        if line.endswith(word):
            line, scale = line.removesuffix(word).strip(), size
    power = _POWER.fullmatch(line)
    if power:
        found: int | float = _whole(float(power[1] or 1) * scale) * 10 ** int(power[2])
        return found
    line = re.sub(r"(?<=\d)[,_ '](?=\d{3}(?!\d))", "", line)
    if re.fullmatch(r"-?\d{1,300}", line):
        return int(line) * scale
    if re.fullmatch(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?", line):
        return _whole(float(line) * scale)
    raise BadText(f"a number is needed, such as 1,200 or 2.5, not {clip(str(text))}")


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() else number


def judge_number(given: Any, right: Any, tolerance: float = 0, factor: float | None = None) -> Verdict:
    """Right within the tolerance, or within a factor where orders of magnitude are what matters.

    >>> judge_number(20, 18)
    Verdict(how='close', words='Close: you said 20, it is 18.', hint='20 is close, but it is less.')
    """
    said, truth = _figure(given), _figure(right)
    if given == right:
        return Verdict(RIGHT, f"Right: it is {truth}.")
    if factor is not None and given > 0 and right > 0:
        off = abs(math.log(given) - math.log(right)) / math.log(factor)
        near, close = off <= 1, off <= 2
    else:
        off = abs(given - right)
        near, close = off <= tolerance, off <= max(3 * tolerance, abs(right) / 4)
    if near:
        return Verdict(RIGHT, f"Right, near enough: you said {said}, it is {truth}.")
    side = "more" if right > given else "less"
    if close:
        hint = f"{said} is close, but it is {side}."
        return Verdict(CLOSE, f"Close: you said {said}, it is {truth}.", hint)
    words = f"Not this time: you said {said}, it is {truth}. That is {side} than you thought."
    return Verdict(WRONG, words, f"Not {said}: it is {side}.")


def _figure(number: Any) -> str:
    if isinstance(number, int) and 10**4 <= abs(number) < 10**15:
        return f"{number:,}"
    if abs(number) >= 10**15:
        tens = math.floor(math.log10(abs(number)))
        return f"about {number / 10**tens:.2g} × 10^{tens}" if number != 10**tens else f"10^{tens}"
    return number_text(number)


# --- choices ----------------------------------------------------------------------------------------------


def judge_choice(given: str, right: Collection[str]) -> Verdict:
    """Right if it is one of the right ones."""
    truth = " or ".join(right)
    if given in right:
        others = [one for one in right if one != given]
        also = f" ({' or '.join(others)} would be as good.)" if others else ""
        return Verdict(RIGHT, f"Right: {given}.{also}")
    return Verdict(WRONG, f"Not this time: you said {given}, it is {truth}.", f"Not {given}.")


# --- marks in a tree --------------------------------------------------------------------------------------


def judge_marks(given: Collection[int], right: Collection[int]) -> Verdict:
    """Close, if both agree on at least half of the marks that either has."""
    marked, truth = set(given), set(right)
    both, either = marked & truth, marked | truth
    if marked == truth:
        words = f"Right: exactly {_these(len(truth))}." if truth else "Right: there is none."
        return Verdict(RIGHT, words)
    found = f"you found {len(both)} of {len(truth)}" if truth else "there is none"
    extra = len(marked - truth)
    wrongly = f", and marked {extra} too many" if extra else ""
    how = CLOSE if len(both) >= len(either) / 2 else WRONG
    missing = ", and some are missing" if both < truth else ""
    hint = f"Not yet: {len(both)} of your {len(marked)} marks are right{missing}."
    return Verdict(how, f"{'Close' if how == CLOSE else 'Not this time'}: {found}{wrongly}.", hint)


def _these(count: int) -> str:
    return "this one" if count == 1 else f"these {count}"
