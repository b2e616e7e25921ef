"""The flame graph: widths are shares, names are there, and words for those who cannot see it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from gamekit import draw
from gamekit.errors import GamekitError

STACKS = {("main", "search", "value"): 6, ("main", "search"): 1, ("main", "play"): 3}


def boxes(picture):
    """(what it says, width) of every box."""
    root = ElementTree.fromstring(picture.svg)
    names = {"svg": "http://www.w3.org/2000/svg"}
    return {
        box.find("svg:title", names).text: float(box.attrib["width"])
        for box in root.findall(".//svg:rect", names)
        if box.find("svg:title", names) is not None
    }


def test_widths_are_shares_of_the_samples():
    found = boxes(draw.flame(STACKS))
    widths = {said.split(":")[0]: width for said, width in found.items()}
    assert widths["search"] == pytest.approx(0.7 * widths["main"])
    assert widths["value"] == pytest.approx(0.6 * widths["main"])
    assert widths["play"] == pytest.approx(0.3 * widths["main"])
    assert any("search: 70.0 %" in said for said in found)


def test_recursion_goes_upwards_and_slivers_are_left_out():
    found = boxes(draw.flame({("f", "f", "f"): 999, ("f", "g"): 1}))
    assert {said.split(":")[0] for said in found} == {"f"}  # and none for g
    assert draw.flame({("f", "f", "f"): 999, ("f", "g"): 1}).svg.count("<rect") == 4  # and the panel


def test_words_name_what_takes_most():
    picture = draw.flame(STACKS, title="Search")
    assert picture.text == (
        "Search. 10 samples, in the functions themselves: value 60 %; play 30 %; search 10 %."
    )
    assert re.search(r"<text[^>]*>value</text>", picture.svg)
    assert draw.flame({("<lambda>",): 1}).svg.count("&lt;lambda&gt;") >= 1


@pytest.mark.parametrize("stacks", [{}, {("a",): 0}, {(): 3}, {("a",): -1, ("b",): 5}])
def test_without_samples_there_is_no_picture(stacks):
    with pytest.raises(GamekitError, match="needs samples"):
        draw.flame(stacks)
