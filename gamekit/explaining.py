"""What numba says of a function that it cannot compile, in one sentence for a person."""

from __future__ import annotations

import re
from typing import Any

from gamekit.errors import CannotCompile

# What learners reach for, and what does the same in machine code.
INSTEAD = {
    "bin": "use popcount",
    "bit_count": "use popcount",
    "sorted": "use a loop that keeps the best",
    "eval": "write it out",
    "input": "give it as an argument",
    "open": "read the file before",
    "choice": "use random.randint",
    "dict": "use an array or a tuple",
    "list": "use an array or a tuple",
    "set": "use a word of 64 bits",
}
_TYPES = {
    "unicode_type": "a text",
    "none": "None",
    "bool": "True or False",
    "float64": "a number with a point",
}
_PATTERNS = (
    (r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>", "global"),
    (r"NameError: name '(\w+)' is not defined", "name"),
    (r"Unknown attribute '(\w+)' of type ([^\n]+)", "attribute"),
    (r"Cannot unify ([^\n]+?) and ([^\n]+?) for '(\w+?)(?:\.\d+)?'", "unify"),
    (r"Can't unify return type from the following types: ([^\n,]+), ([^\n,]+)", "return"),
    (r"The use of (yield) in a closure", "yield"),
    (r"Exception matching is limited", "except"),
    (
        r"No implementation of function Function\(<[^>]*?'?(\w+)'?>\) found for signature:\s+>>> ([^\n]+)",
        "call",
    ),
)


def explained(problem: Exception, name: str) -> CannotCompile:
    """The sentence for an error of numba about the function of this name."""
    text = str(problem)
    for pattern, kind in _PATTERNS:
        if found := re.search(pattern, text):
            return CannotCompile(f"{name} {_sentence(kind, *found.groups())}{_line(text)}")
    last = [line for line in text.splitlines() if line.strip() and "nopython mode" not in line]
    return CannotCompile(f"{name} cannot be compiled{_line(text)}: {last[0] if last else text}")


def _sentence(kind: str, *words: Any) -> str:
    if kind == "global":
        uses, of = words
        instead = INSTEAD.get(uses) or INSTEAD.get(of.rpartition(".")[2])
        return f"uses `{uses}`, which cannot be compiled: {instead or 'give numbers, tuples or arrays'}"
    if kind == "name":
        return f"uses `{words[0]}`, which is not defined"
    if kind == "attribute":
        what, of = words
        if what in INSTEAD:
            return f"uses `{what}`, which cannot be compiled: {INSTEAD[what]}"
        return f"asks {of.split('(')[0]} for `{what}`, which it has not"
    if kind == "unify":
        one, other, variable = words
        return f"lets `{variable}` be {_type(one)} here and {_type(other)} there: it must stay of one kind"
    if kind == "return":
        return f"returns {_type(words[0])} here and {_type(words[1])} there: it must stay of one kind"
    if kind == "yield":
        return "has a generator inside a call, which cannot be compiled: write the loop out"
    if kind == "except":
        return "catches one kind of exception, which cannot be compiled: test before you do it"
    called, given = words
    return f"calls `{called}` with what cannot be compiled there: {given}"


def _type(text: str) -> str:
    """A kind of number or text as people call it.

    >>> _type("Literal[int](0)"), _type("unicode_type"), _type("float64")
    ('a whole number', 'a text', 'a number with a point')
    """
    if text.startswith("Literal["):
        text = {"int": "int64", "str": "unicode_type", "bool": "bool"}.get(text[8:].split("]")[0], text)
    return "a whole number" if re.fullmatch(r"u?int\d+", text) else _TYPES.get(text, text)


def _line(text: str) -> str:
    """Which line it is; in a notebook that is a line of its cell."""
    found = re.findall(r"^File \"([^\"]*)\", line (\d+):", text, re.MULTILINE)
    own = [number for file, number in found if "numba/" not in file]
    return f" (line {own[-1]})" if own else ""
