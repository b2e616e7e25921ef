"""What `check` sees of wrong answers that are in no library: a sentence says what was observed."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from diagnosis import verdict
from invented import INVENTED
from support import ROOT

from gamekit.grading import lab as labs
from gamekit.grading import look

SEEN = {
    "lab01.count_nodes: a global counter that is never set back": "was asked the same twice",
    "lab01.perft: the answer is a text": "which is a text; a number is right",
    "lab01.distinct: returns the set, not how many": "returned a set, where a number is right",
    "lab02.minimax: the whole answer has the wrong sign": "the right one with the other sign",
    "lab04.remember_killer: changes the given list": "changes a list that it was given",
    "lab04.remember_killer: the same list comes back": "one list stand in two places",
    "lab14.expand: one list shared by all children": "one list stand in two places",
}


def function_of(one):
    lab, _, task = one.task.partition(".")
    return labs.find(lab).tasks[0].library.function(task, one.source)


@pytest.mark.parametrize("name", SEEN)
def test_what_can_be_observed_is_said(name):
    one = next(one for one in INVENTED if one.name == name)
    found = look(one.task, function_of(one))
    assert found.marks["points"] < found.marks["most"]
    assert SEEN[name] in found.trouble
    assert found.trouble in str(found)


# Invented answers that earn everything with the visible cases, each with the reason why that is right.
_LAST_NO = "with its memory, the largest bound of the last no belongs to the move of the last yes"
PASSING = {
    "lab10.mtdf: halves the interval once both bounds are known instead of going where the answer pointed": (
        "both bounds are known only when they meet, so nothing is ever halved"
    ),
    "lab10.mtdf_move: the move is that of the last question, even where the answer was no": _LAST_NO,
    "lab10.mtdf_move: takes the move with the largest answer of the last question, even when that answer "
    "was a no": _LAST_NO,
}


@pytest.mark.long
def test_no_invented_mistake_passes_but_those_that_may():
    """And docs/teaching.md says what `check` says of all of them."""
    found = [(one.name, verdict(one)[0]) for one in INVENTED]
    assert {name for name, kind in found if kind == "PASSES"} == set(PASSING)
    table = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8").partition("invented wrong answers | ")
    assert table[0].endswith(f"of {len(INVENTED)} ")
    lines = re.findall(r"\| (\d+) \|$", table[2].partition("\n\n")[0], re.MULTILINE)
    counted = Counter(kind for _, kind in found)
    kinds = ("named", "slip", "like", "seen", "UNNAMED", "PASSES")
    assert list(map(int, lines)) == [counted[kind] for kind in kinds]


@pytest.mark.parametrize("name", ["lab15.elo", "lab17.place"])
def test_infinity_is_no_trouble_where_it_is_right(name):
    one = next(one for one in INVENTED if one.task == name)
    assert "judged" not in look(one.task, function_of(one)).trouble
