"""Where the boxes of a tree stand."""

from __future__ import annotations

from collections.abc import Sequence


def middles(widths: Sequence[float], parents: Sequence[int], gap: float) -> list[float]:
    """How far from the left the middle of each box is: children as near as all below them allow.

    A box comes after the one above it, whose number is its `parents` (-1 for the root), which stands above
    the middle of its children.

    >>> middles([60, 40, 40, 40], [-1, 0, 0, 2], gap=20)
    [50.0, 20.0, 80.0, 80.0]
    """
    below: list[list[int]] = [[] for _ in widths]
    for number, parent in enumerate(parents):
        if parent >= 0:
            below[parent].append(number)
    away = [0.0] * len(widths)  # from the box above
    # How far a box and all below it reach to the left and to the right of its middle, level by level.
    left: list[list[float]] = [[] for _ in widths]
    right: list[list[float]] = [[] for _ in widths]
    for number in reversed(range(len(widths))):
        lefts: list[float] = []
        rights: list[float] = []
        for child in below[number]:
            apart = (end + gap - begin for end, begin in zip(rights, left[child], strict=False))
            away[child] = max(apart, default=0.0)
            ends = [end + away[child] for end in right[child]]
            lefts += [begin + away[child] for begin in left[child][len(lefts) :]]
            rights = ends + rights[len(ends) :]
        children = below[number]
        middle = (away[children[0]] + away[children[-1]]) / 2 if children else 0.0
        for child in children:
            away[child] -= middle
        left[number] = [-widths[number] / 2, *(begin - middle for begin in lefts)]
        right[number] = [widths[number] / 2, *(end - middle for end in rights)]
    found = [-min(left[0])]
    for number in range(1, len(widths)):
        found.append(found[parents[number]] + away[number])
    return found
