"""Wins by continuous fours, found slowly: windows of five cells on a board of lists. No shapes, no tables.

A five (or more) in a row is a window of five cells with five own stones, so a *four* is a window with four
of them and an empty cell: a threat to fill it. The attacker plays nothing but fours, the defender fills the
cell. `make` draws positions: random stones, no five on the board, equally many of both sides, X to move and
with two fours at hand at least.

    python tests/gomoku_fours.py

prints what the program finds in 200 positions with such a win and 200 without, and how long it takes.
"""

from __future__ import annotations

import json
import random
import time
from statistics import median
from typing import NamedTuple

from gamekit.games import gomoku
from gamekit.gomoku import board, weights
from gamekit.gomoku.threats import attack
from gamekit.gomoku.work import MOST_FORCED, new_work

SIZE = 15
WINDOWS = [
    [(row + down * i) * SIZE + column + across * i for i in range(5)]
    for across, down in ((1, 0), (0, 1), (1, 1), (1, -1))
    for row in range(SIZE)
    for column in range(SIZE)
    if 0 <= row + 4 * down < SIZE and column + 4 * across < SIZE
]
THROUGH = [[number for number, cells in enumerate(WINDOWS) if cell in cells] for cell in range(SIZE * SIZE)]


class Position:
    """Stones of two sides, 0 and 1, and how many of each a window holds."""

    def __init__(self, text: str) -> None:
        rows, turn = text.split(" ")
        marks = rows.replace("/", "")
        self.stones: list[int | None] = [None] * SIZE * SIZE
        self.count = [[0] * len(WINDOWS), [0] * len(WINDOWS)]
        self.turn = "XO".index(turn)
        for cell, mark in enumerate(marks):
            if mark != ".":
                self.put(cell, "XO".index(mark))

    def put(self, cell: int, side: int) -> None:
        self.stones[cell] = side
        for number in THROUGH[cell]:
            self.count[side][number] += 1

    def take(self, cell: int) -> None:
        side = self.stones[cell]
        self.stones[cell] = None
        for number in THROUGH[cell]:
            self.count[side][number] -= 1

    def fills(self, side: int, stones: int) -> set[int]:
        """Empty cells of the windows with so many stones of a side and none of the other."""
        mine, its = self.count[side], self.count[1 - side]
        return {
            cell
            for number, cells in enumerate(WINDOWS)
            if mine[number] == stones and its[number] == 0
            for cell in cells
            if self.stones[cell] is None
        }

    def has_five(self) -> bool:
        return any(5 in counts for counts in self.count)


def stones_to_win(at: Position, most: int, failed: dict | None = None) -> int | None:
    """With how many stones, at most so many, the side to move makes five by fours; None: it does not."""
    failed = {} if failed is None else failed
    for stones in range(1, most + 1):
        if _wins(at, stones, failed):
            return stones
    return None


def _wins(at: Position, stones: int, failed: dict) -> bool:
    me = at.turn
    if at.fills(me, 4):
        return True
    if stones == 1:
        return False
    key = (tuple(at.stones), me)
    if failed.get(key, 0) >= stones:
        return False
    danger = at.fills(1 - me, 4)
    options = at.fills(me, 3)
    if danger:
        options = options & danger if len(danger) == 1 else set()
    for cell in options:
        at.put(cell, me)
        fives = at.fills(me, 4)
        if at.fills(1 - me, 4):
            won = False  # the defender makes five first
        elif len(fives) > 1:
            won = True
        else:
            (reply,) = fives
            at.put(reply, 1 - me)
            won = _wins(at, stones - 1, failed)
            at.take(reply)
        at.take(cell)
        if won:
            return True
    failed[key] = stones
    return False


def random_position(rng: random.Random) -> str:
    """Stones in a square of the board, as many of X as of O, X to move."""
    side, each = rng.choice((7, 8, 9, 10)), rng.randint(8, 18)
    top, left = rng.randint(0, SIZE - side), rng.randint(0, SIZE - side)
    cells = rng.sample([(top + r) * SIZE + left + c for r in range(side) for c in range(side)], 2 * each)
    marks = ["."] * SIZE * SIZE
    for number, cell in enumerate(cells):
        marks[cell] = "XO"[number % 2]
    return "/".join("".join(marks[row * SIZE :][:SIZE]) for row in range(SIZE)) + " X"


def make(count: int, seed: int = 13) -> list[tuple[int, str]]:
    """So many positions with a win of 5 to 15 plies, as (plies, text), and so many without one (0)."""
    rng, found, counts = random.Random(seed), [], [0, 0]
    wanted_lengths = dict.fromkeys(range(3, 9), 0)
    while min(counts) < count:
        text = random_position(rng)
        at = Position(text)
        if at.has_five() or at.fills(0, 4) or len(at.fills(0, 3)) < 4:
            continue
        stones = stones_to_win(at, 30)  # more fours than any of these boards holds
        is_win = stones is not None
        if counts[is_win] >= count or (is_win and not 3 <= stones <= 8):
            continue
        if is_win and stones == 3 and wanted_lengths[3] >= count // 2:
            continue  # else nearly all would be short
        counts[is_win] += 1
        if is_win:
            wanted_lengths[stones] += 1
        found.append((2 * stones - 1 if is_win else 0, text))
    return found


# --- the program ------------------------------------------------------------------------------------------


def found_by_fours(text: str) -> list[int]:
    """The attacker's and the defender's cells in turn, as the program has them; [] where it finds no win."""
    made, work = board.tables(gomoku.parse(text), *weights.simple()[:2]), new_work()
    work["threat_nodes"] = 20_000
    if not attack(made.record[0], work[0], 0, MOST_FORCED - 1, 0):
        return []
    return [int(board.MOVE_OF[cell]) for cell in work["forced"][0][0, : work["forced_length"][0][0]]]


class Figures(NamedTuple):
    """What the program finds in so many positions with a win by fours, and in as many without."""

    wins: int
    found: int
    false: int
    median_ms: float  # of the processor, for one position, its tables included
    slowest_ms: float


def figures(count: int) -> Figures:
    """The program beside the reference."""
    found, false, spent = 0, 0, []
    drawn = make(count)
    assert all(5 <= plies <= 15 for plies, _ in drawn if plies)
    found_by_fours(drawn[0][1])  # compiles
    for plies, text in drawn:
        begin = time.process_time()
        line = found_by_fours(text)
        spent.append(1000 * (time.process_time() - begin))
        found += bool(plies and line)
        false += bool(line and not plies)
    wins = sum(plies > 0 for plies, _ in drawn)
    return Figures(wins, found, false, round(median(spent), 2), round(max(spent), 2))


if __name__ == "__main__":
    print(json.dumps(figures(200)._asdict()))
