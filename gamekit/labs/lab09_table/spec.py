"""Lab 09: a table with bounds. Values equal minimax's, and fewer nodes are visited than without it.

The trees are graphs in truth: subtrees that are equal are one position, with one key, as on a board that two
orders of moves lead to. Several searches share a table, and some tables are so small that positions fight.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gamekit.grading.lab import Lab, Question, Task, is_number
from gamekit.grading.shrinking import facts, inner, leaves, smaller_cases
from gamekit.labs.common.cases import draw_cases, mistakes_but, mistakes_worth
from gamekit.labs.common.trees import Tree, value_for_mover
from gamekit.labs.common.windows import are_bounds, halfway, same_or_less, saves
from gamekit.labs.lab09_table.mistakes import LIBRARY, has_leaves
from gamekit.rules import INF

Case = dict[str, Any]
EARLY = 0.08  # the chance that a node is a leaf already


def _asker(task: str, kind: str) -> Callable[..., Question]:
    """What the model answers is right, for the small functions."""

    def ask(part: str, case: Case, also: tuple[str, ...] = ()) -> Question:
        return Question(part, kind, case, LIBRARY.answer_case(task, kind, case), also)

    return ask


def _same_value(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return _is_plain(answer["value"]) and bool(answer["value"] == question.expected["value"])


def _same_after(question: Question, part: str, answer: dict[str, Any]) -> bool:
    return _is_plain(answer["after"]) and bool(answer["after"] == question.expected["after"])


def _is_plain(found: Any) -> bool:
    """Numbers and lists of them: True, which equals 1, is none."""
    if type(found) is list:
        return all(map(_is_plain, found))
    return found is None or is_number(found)


# --- learnt -----------------------------------------------------------------------------------------------

_ask_learnt = _asker("learnt", "call")


def _learnt_questions(rng: random.Random) -> list[Question]:
    asked = []
    for number in range(9):
        alpha = rng.randint(-20, 10)
        beta = alpha + rng.randint(3, 9)
        inside, above, below = (
            rng.randint(alpha + 1, beta - 1),
            beta + rng.randint(1, 5),
            alpha - rng.randint(1, 5),
        )
        part, found = (("inside", inside), ("outside", above), ("outside", below))[number % 3]
        asked.append(_ask_learnt(part, {"arguments": [found, alpha, beta]}))
        if number < 4:
            asked.append(_ask_learnt("edges", {"arguments": [(alpha, beta)[number % 2], alpha, beta]}))
    asked.append(_ask_learnt("inside", {"arguments": [rng.randint(-9, 9), -INF, INF]}))
    return asked


# --- get and put ------------------------------------------------------------------------------------------

_ask_get = _asker("get", "call")
_ask_put = _asker("put", "call_and_look")


def _table(rng: random.Random, widths: tuple[int, ...] = (0, 6, 9)) -> tuple[list[Any], list[list[int]]]:
    """A table with some entries, and those entries."""
    size = rng.choice((5, 7, 11))
    slots: list[Any] = [None] * size
    entries = []
    for place in rng.sample(range(size), 4):
        lower = rng.randint(-20, 10)
        entry = [
            place + size * rng.randint(1, 999),
            rng.randint(2, 8),
            lower,
            lower + rng.choice(widths),
        ]
        slots[place] = entry
        entries.append(entry)
    return slots, entries


def _get_questions(rng: random.Random) -> list[Question]:
    asked = []
    for number in range(10):
        slots, entries = _table(rng)
        position, depth, _, _ = entries[0]
        if number < 3:
            asked.append(_ask_get("there", {"arguments": [slots, position, depth]}))
        elif number < 6:
            other = position + len(slots) * rng.randint(1, 99)
            asked.append(_ask_get("position", {"arguments": [slots, other, depth]}))
        elif number < 9:
            wrong = depth - 1 if number < 8 else depth + 1
            asked.append(_ask_get("depth", {"arguments": [slots, position, wrong]}))
        free = next(place for place, entry in enumerate(slots) if entry is None)
        if number in (0, 9):
            asked.append(_ask_get("empty", {"arguments": [slots, free + len(slots), depth]}))
    return asked


def _put_questions(rng: random.Random) -> list[Question]:
    asked = []
    for number in range(3):
        slots, entries = _table(rng, widths=(6, 9))
        if number == 0:  # a bound that could be taken for the depth
            entries[0][2:] = entries[0][1] + 1, entries[0][1] + 8
        position, depth, lower, upper = entries[0]
        other = position + len(slots) * rng.randint(1, 99)
        free = next(place for place, entry in enumerate(slots) if entry is None)
        low = rng.randint(-9, 9)

        def put(
            part: str, where: int, at: int, slots: list[Any] = slots, bounds: tuple[int, int] = (low, INF)
        ) -> None:
            asked.append(_ask_put(part, {"arguments": [slots, where, at, *bounds]}))

        # Whoever never puts anything has kept no deeper entry.
        asked.append(
            _ask_put("free", {"arguments": [slots, free + len(slots), depth, low, INF]}, ("deeper",))
        )
        put("deeper", other, depth - 1)  # stays as it is
        put("deeper", position, depth - 2)
        put("replaced", other, depth + 1)
        # Wide enough that bounds of the old entry would change them, were they mixed in.
        put("replaced", other, depth, bounds=(lower - 3, upper + 3))
        put("replaced", position, depth + 1, bounds=(lower - 3, upper + 3))
        put("narrowed", position, depth, bounds=(-INF, upper - 1))
        put("narrowed", position, depth, bounds=(lower - 2, upper - 2))
        put("narrowed", position, depth, bounds=(lower + 1, INF))
    return asked


# --- put_two ----------------------------------------------------------------------------------------------

_ask_put_two = _asker("put_two", "call_and_look")


def _put_two_questions(rng: random.Random) -> list[Question]:
    def entry(pair: int, pairs: int, depth: int) -> list[int]:
        lower = rng.randint(-20, 10)
        return [pair + pairs * rng.randint(1, 999), depth, lower, lower + rng.choice((6, 9))]

    def draw(part: str) -> Question:
        """A table of pairs, and an entry for the pair that the part is about."""
        pairs = rng.choice((3, 4, 5))
        pair, depth = rng.randrange(pairs), rng.randint(3, 7)
        slots: list[Any] = [None] * (2 * pairs)
        for other in set(range(pairs)) - {pair}:
            slots[2 * other] = entry(other, pairs, rng.randint(2, 8))
        new, above, below = (
            entry(pair, pairs, at) for at in (depth, depth + rng.randint(1, 3), depth - rng.randint(0, 2))
        )
        while len({new[0], above[0], below[0]}) < 3:
            above[0], below[0] = above[0] + pairs, below[0] + 2 * pairs
        at = 2 * pair
        if part == "first":
            slots[at] = rng.choice((None, below, below))
            slots[at + 1] = rng.choice((None, above)) if slots[at] else None
        elif part == "second":
            slots[at], slots[at + 1] = above, rng.choice((None, [*below[:1], depth + 2, *below[2:]]))
        elif part == "once":
            slots[at], slots[at + 1] = below, [new[0], depth - 1, new[2] - 2, new[3] + 2]
        else:
            known = [new[0], depth + rng.choice((-1, 0, 0, 1)), new[2] + rng.randint(-2, 2), new[3] - 1]
            slots[at : at + 2] = rng.choice(([known, None], [known, below], [above, known]))
        return _ask_put_two(part, {"arguments": [slots, *new]})

    shows = {
        "first": {
            "an equal depth does not replace",
            "the old one moves to the second place",
            "the first place never gives way",
            "places are no pairs",
        },
        "second": {
            "the deeper one is driven out",
            "the second place keeps the deeper one too",
            "places are no pairs",
        },
        "once": {"a position stands twice", "places are no pairs"},
        "same": {
            "what was known of the position is lost",
            "a shallower search of the same position replaces",
            "bounds of a shallower search are mixed in",
            "places are no pairs",
        },
    }
    asked: list[Question] = []
    for part, failing in shows.items():
        asked += draw_cases(PUT_TWO, part, partial(draw, part), mistakes_but(PUT_TWO, failing), 3)
    return asked


# --- table_search -----------------------------------------------------------------------------------------


def draw_graph(rng: random.Random, levels: int, pool: int = 3) -> Tree:
    """A tree of so many levels in which only so many different subtrees occur at each level.

    Now and then a game is over early.
    """

    def child() -> Tree:
        return rng.randint(-9, 9) if rng.random() < EARLY else rng.choice(below)

    below: list[Tree] = [rng.randint(-9, 9) for _ in range(pool + 2)]
    for level in range(levels):
        count = 1 if level == levels - 1 else pool
        below = [
            [
                {"guess": rng.randint(-9, 9)},
                *(child() for _ in range(2 if rng.random() < 0.5 else 3)),
            ]
            for _ in range(count)
        ]
    return below[0]


def _search_case(tree: Tree, turn: int, slots: int, *questions: tuple[int, int, int]) -> Case:
    *before, last = (["$state", *question, "$guess", "$table"] for question in questions)
    return {"tree": tree, "turn": turn, "shared": True, "slots": slots, "before": before, "arguments": last}


def _search_ask(part: str, case: Case) -> Question:
    """The values that minimax gives for each question, and how many nodes the model visits for all."""
    windows = [arguments[1:4] for arguments in (*case["before"], case["arguments"])]
    if any(depth < 1 for depth, _, _ in windows):
        raise ValueError("a search looks at least one ply ahead")
    values = [value_for_mover(case["tree"], case["turn"], depth) for depth, _, _ in windows]
    most = LIBRARY.answer_case("table_search", "search_tree", case)["visits"]
    expected = {"values": values, "windows": windows, "most": most}
    kind = "value" if part == "nodes" and not case["before"] else "again" if part == "nodes" else part
    return Question(kind, "search_tree", case, expected, () if kind == "small" else ("nodes",))


def _search_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    expected, found = question.expected, answer["value"]
    values = found if question.case["before"] else [found]
    if not are_bounds(values, expected["values"], expected["windows"]):
        return False
    return part != "nodes" or (same_or_less(answer["visits"], expected["most"]) and not has_leaves(answer))


_LOWER = "the lower bound where the upper one settles it"
_DEPTH, _ALIEN = "table ignores depth", "another position's entry is believed"
_NO_USE = "the memory saves nothing"
_SLOW = (
    _NO_USE,
    "leaves go into the table",
    "compares with the raised alpha",
    "only exact entries are used",
    "nothing is stored after a cut",
    "the search forgets to cut",
)


def _search_questions(rng: random.Random) -> list[Question]:
    task = TABLE_SEARCH

    def one(part: str, slots: int) -> Callable[[], Question]:
        def draw() -> Question:
            depth = rng.choice((3, 4))
            return _search_ask(
                part, _search_case(draw_graph(rng, depth + 1), rng.randint(0, 1), slots, (depth, -INF, INF))
            )

        return draw

    def again(part: str = "again") -> Question:
        depth, turn = 3, rng.randint(0, 1)
        tree = draw_graph(rng, depth + 1)
        value = value_for_mover(tree, turn, depth)
        questions = [
            (depth - 1, -INF, INF),
            (depth, value + 1, value + 3),
            (depth, value - 4, value - 2),
            *([(depth, value, value + 2), (depth, value - 2, value)] * (part == "nodes")),
            (depth, -INF, INF),
            (depth, value - 1, value + 1),
        ]
        return _search_ask(part, _search_case(tree, turn, 1009, *questions))

    return [
        *draw_cases(task, "value", one("value", 1009), (*_SLOW, _DEPTH, _ALIEN, _LOWER), 4),
        *draw_cases(task, "again", again, (*_SLOW, _ALIEN), 4),
        *draw_cases(task, "small", one("small", 3), (*_SLOW, _DEPTH, _LOWER), 4),
        *draw_cases(task, "nodes", lambda: again("nodes"), (_ALIEN,), 1),
    ]


def _smaller_everywhere(tree: Tree) -> Iterator[Tree]:
    """The tree with one of its positions made smaller, wherever it comes up: equal subtrees stay equal."""

    def positions(node: Tree) -> Iterator[Tree]:
        for child in inner(node):
            if inner(child):
                yield child
                yield from positions(child)

    def instead(node: Tree, old: Tree, new: Tree) -> Tree:
        if node == old:
            return new
        return [*facts(node), *(instead(child, old, new) for child in inner(node))] if inner(node) else node

    for old in {repr(node): node for node in positions(tree)}.values():
        children = inner(old)
        yield instead(tree, old, leaves(old)[0])
        for place in range(len(children) if len(children) > 1 else 0):
            yield instead(tree, old, [*facts(old), *children[:place], *children[place + 1 :]])
        if facts(old):
            yield instead(tree, old, children)


def _search_smaller(case: Case) -> Iterator[Case]:
    """Fewer questions, less depth, a smaller tree."""
    for place in range(len(case["before"])):
        yield {**case, "before": case["before"][:place] + case["before"][place + 1 :]}
    if case["before"]:
        *before, last = case["before"]
        yield {**case, "before": before, "arguments": last}
    for less in _smaller_everywhere(case["tree"]):
        yield {**case, "tree": less}
    yield from smaller_cases(case)
    calls = [[given[0], given[1] - 1, *given[2:]] for given in (*case["before"], case["arguments"])]
    yield {**case, "before": calls[:-1], "arguments": calls[-1]}


# --- deepen_with_moves ------------------------------------------------------------------------------------


def draw_honest_tree(rng: random.Random, levels: int, noise: int = 3, early: float = 0.0) -> Tree:
    """A tree whose guesses come near the truth, so that a shallow look helps a deep one.

    With chance `early` a node is a leaf already.
    """

    def grow(left: int, maximising: bool) -> tuple[Tree, int]:
        if left == 0 or (early and left < levels and rng.random() < early):
            number = rng.randint(-20, 20)
            return number, number
        below = [grow(left - 1, not maximising) for _ in range(2 if rng.random() < 1 / 3 else 3)]
        truth = (max if maximising else min)(value for _, value in below)
        return [{"guess": truth + rng.randint(-noise, noise)}, *(child for child, _ in below)], truth

    return grow(levels, rng.random() < 0.5)[0]


_PLAIN = LIBRARY.mistakes["deepen_with_moves"][0].source


def _deepen_ask(part: str, case: Case) -> Question:
    depth = case["arguments"][1]
    if depth < 1:
        raise ValueError("a search looks at least one ply ahead")
    value = value_for_mover(case["tree"], case["turn"], depth)
    helped, plain = (
        LIBRARY.answer_case("deepen_with_moves", "search_tree", case, source) for source in (None, _PLAIN)
    )
    expected = {"value": value, **halfway(helped, plain)}
    return Question("value", "search_tree", case, expected, ("fewer",))


def _deepen_judge(question: Question, part: str, answer: dict[str, Any]) -> bool:
    expected = question.expected
    right = is_number(answer["value"]) and bool(answer["value"] == expected["value"])
    return right and (part == "value" or saves(answer, expected))


def _deepen_questions(rng: random.Random) -> list[Question]:
    def draw() -> Question:
        depth, turn = rng.choice((4, 5)), rng.randint(0, 1)
        while True:
            tree = draw_honest_tree(rng, depth, early=EARLY)
            case = {"tree": tree, "turn": turn, "arguments": ["$state", depth, "$guess"]}
            question = _deepen_ask("value", case)
            helped, expected = LIBRARY.answer("deepen_with_moves", question), question.expected
            # It helps by a fifth at least, and not only by visiting nodes again.
            if expected["most"] > helped["visits"] * 1.1 and expected["different"] > len(
                set(helped["order"])
            ):
                return question

    return [
        *draw_cases(DEEPEN_WITH_MOVES, "fewer", draw, (), 4),
        *draw_cases(DEEPEN_WITH_MOVES, "value", draw, mistakes_worth(DEEPEN_WITH_MOVES, 1), 1),
    ]


# --- what `check` shows -----------------------------------------------------------------------------------


def _tell(names: tuple[str, ...], what: str) -> Callable[[Question, Any, Any], str]:
    """A failing call in words: its arguments by name, what is right, what was given."""

    def tell(question: Question, given: Any, right: Any) -> str:
        lines = ["It goes wrong here:"]
        lines += [
            f"    {name} = {_shown(argument)}"
            for name, argument in zip(names, question.case["arguments"], strict=True)
        ]
        lines.append(f"    right: {_shown(_part(right, what))}")
        lines.append(
            f"    yours: {_shown(_part(given, what)) if isinstance(given, dict) else 'an exception'}"
        )
        return "\n".join(lines)

    return tell


def _part(answer: dict[str, Any], what: str) -> Any:
    return answer["value"] if what == "value" else answer["after"][0]


def _shown(given: Any) -> str:
    if type(given) is int and abs(given) == INF:
        return "INF" if given > 0 else "-INF"
    if isinstance(given, list):
        brackets = "()" if given and not any(isinstance(item, list | None) for item in given) else "[]"
        return f"{brackets[0]}{', '.join(map(_shown, given))}{brackets[1]}"
    return str(given)


def _small_task(name: str, questions: Any, ask: Any, names: str, what: str = "value") -> Task:
    """A call whose arguments have these names; what counts is its "value", or its first argument "after"."""
    judge = _same_value if what == "value" else _same_after
    return Task(LIBRARY, name, questions, judge, ask, tell=_tell(tuple(names.split()), what))


LEARNT = _small_task("learnt", _learnt_questions, _ask_learnt, "found alpha beta")
GET = _small_task("get", _get_questions, _ask_get, "slots position depth")
PUT = _small_task("put", _put_questions, _ask_put, "slots position depth lower upper", "after")
PUT_TWO = _small_task(
    "put_two", _put_two_questions, _ask_put_two, "slots position depth lower upper", "after"
)
TABLE_SEARCH = Task(
    LIBRARY, "table_search", _search_questions, _search_judge, _search_ask, smaller=_search_smaller
)
DEEPEN_WITH_MOVES = Task(LIBRARY, "deepen_with_moves", _deepen_questions, _deepen_judge, _deepen_ask)
LAB = Lab((LEARNT, GET, PUT, TABLE_SEARCH, PUT_TWO, DEEPEN_WITH_MOVES))
