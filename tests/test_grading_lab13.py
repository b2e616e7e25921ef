"""Lab 13: its references agree with the gomoku program, and `check` shows what it should."""

from __future__ import annotations

import random

import numpy as np

from gamekit.games import gomoku
from gamekit.gomoku import board as kit
from gamekit.gomoku.patterns import HALVES, PATTERNS, TIES, half_cells
from gamekit.gomoku.shapes import NAMES, shapes_of_patterns
from gamekit.grading import look
from gamekit.labs.lab13_gomoku import spec as lab13

LIBRARY = lab13.LIBRARY


def test_shapes_and_numbers_agree_with_the_kit_for_every_pattern():
    shape, number_of = LIBRARY.function("shape"), LIBRARY.function("pattern_number")
    shapes, numbers = shapes_of_patterns(False), {}
    for number in range(PATTERNS):
        halves = [half_cells(half) for half in divmod(number, HALVES)]
        assert shape(*halves) == NAMES[shapes[number]], halves
        numbers.setdefault(number_of(*halves), set()).add(int(TIES[number]))
    assert sorted(numbers) == list(range(2016))
    assert all(len(tied) == 1 for tied in numbers.values())


def test_what_a_stone_sees_agrees_with_the_kit():
    rng, view = random.Random(13), LIBRARY.function("view")
    for _ in range(30):
        row = "".join(rng.choice("XO.." if rng.random() < 0.8 else ".") for _ in range(15))
        rows = [row if number == 7 else "." * 15 for number in range(15)]
        if any(five in row for five in ("XXXXX", "OOOOO")):
            continue
        made = kit.tables(gomoku.parse("/".join(rows)), np.zeros((PATTERNS, 2), np.int32))
        at = made.record[0]
        for place, mark in enumerate(row):
            if mark != ".":
                cell = (7 + kit.SIGHT) * kit.STRIDE + place + kit.SIGHT
                ahead, behind = divmod(int(kit.pattern_at(at, cell, 0, "XO".index(mark))), HALVES)
                assert view(row, place) == [half_cells(behind), half_cells(ahead)]


def test_candidates_and_undo_agree_with_the_kit():
    rng, place, undo = random.Random(1), LIBRARY.function("place"), LIBRARY.function("undo")
    state = gomoku.start()
    lists, before = lab13.lists_after([]), []
    for number in range(40):
        move = rng.choice(list(gomoku.moves(state)))
        name = gomoku.move_name(state, move)
        cell = next(cell for cell in range(lab13.CELLS) if lab13.cell_name(cell) == name)
        before.append([list(each) for each in lists])
        place(*lists, cell, number % 2 + 1)
        state = gomoku.play(state, move)
        at = kit.tables(state, np.zeros((PATTERNS, 2), np.int32)).record[0]
        free = {int(each) for each in at.candidates[: at.count] if at.board[each] == 0}
        theirs = {gomoku.move_name(state, int(kit.MOVE_OF[each])) for each in free}
        assert theirs == {lab13.cell_name(each) for each in lists[2] if lists[0][each] == 0}
        if gomoku.is_over(state):
            break
    while before:
        undo(*lists)
        assert lists == before.pop()


def test_check_finds_small_cases_and_tells_them():
    def of(task, name):
        mistake = next(each for each in LIBRARY.mistakes[task] if each.name == name)
        return look(f"lab13.{task}", LIBRARY.function(task, mistake.source)).small_case

    edge = of("view", "the edge is taken for empty")
    assert "view('X', 0)" in edge
    assert "right: ['', '']" in edge
    ends = of("shape", "a row and its open ends")
    assert "shape('', '')" in ends or ends.count("X") <= 3, ends
    away = of("undo", "every cell around the stone is taken away")
    assert "is taken back" in away
    assert "should not be there" not in away
    assert "listed: differs at" in away
    twice = of("place", "cells are listed twice")
    assert "more than once" in twice or "rim" in twice
    sixth = of("join", "exactly five for a win")
    assert sixth.count("X") + sixth.count("N") >= 6
    assert "returns None" not in str(look("lab13.place", lambda *lists: None)), "it has nothing to return"
    assert "returns None" in str(look("lab13.view", lambda line, place: None))
