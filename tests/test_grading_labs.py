"""Every lab: the model earns everything, the untouched exercise nothing, other right styles everything."""

from __future__ import annotations

import random

import pytest
from grading_support import SEED, as_bytes, handed_in, model, needs_bubblewrap, open_sandbox, released

from gamekit import INF, moves, play, to_move
from gamekit.evaluation.basic import FinalScore
from gamekit.games import othello, parse, tictactoe
from gamekit.grading import lab as labs
from gamekit.grading import marking
from gamekit.grading.inside import probe
from gamekit.grading.labs import lab01, lab02, lab05
from gamekit.grading.labs.trees import draw_before_pass, draw_tree
from gamekit.perft import count_lines, distinct
from gamekit.search.minimax import minimax as kit_minimax
from gamekit.search.negamax import negamax as kit_negamax

LABS = [labs.find(name) for name in labs.names()]

OTHER_STYLES = {
    "lab01": {
        "count_nodes": """
def count_nodes(state):
    waiting, count = [state], 0
    while waiting:
        state = waiting.pop()
        count += 1
        waiting += [play(state, move) for move in moves(state)]
    return count
""",
        "perft": """
from gamekit import count_moves
def perft(state, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return count_moves(state)
    return sum(perft(play(state, move), depth - 1) for move in moves(state))
""",
        "distinct": """
from gamekit import key
def distinct(state, depth):
    frontier = {key(state): state}
    for _ in range(depth):
        following = {}
        for position in frontier.values():
            for move in moves(position):
                child = play(position, move)
                following[key(child)] = child
        frontier = following
    return len(frontier)
""",
    },
    "lab02": {
        "minimax": """
class Minimax:
    def __init__(self, evaluator):
        self.evaluator = evaluator
    def best(self, state, depth):
        'for the side to move'
        if is_over(state) or depth <= 0:
            return value(self.evaluator, state)
        return max(-self.best(play(state, move), depth - 1) for move in moves(state))
def minimax(state, depth, maximising, evaluator):
    found = Minimax(evaluator).best(state, depth)
    return found if maximising else -found
""",
        "best_moves": """
def best_moves(state, depth, maximising, evaluator):
    best, chosen = None, ()
    for move in moves(state):
        found = minimax(play(state, move), depth - 1, not maximising, evaluator) * (1 if maximising else -1)
        if best is None or found > best:
            best, chosen = found, (move,)
        elif found == best:
            chosen += (move,)
    return chosen
""",
        "solve": """
from functools import lru_cache
def solve(state):
    @lru_cache(None)
    def for_mover(state):
        if is_over(state):
            return score(state)
        return max([-for_mover(play(state, move)) for move in moves(state)])
    found = for_mover(state)
    return [found if to_move(state) == FIRST else -found, for_mover.cache_info().currsize]
""",
    },
    "lab04": {
        "order_moves": """
def order_moves(state, evaluator):
    values = [(-value(evaluator, play(state, move)), -place, move) for place, move in enumerate(moves(state))]
    return [move for _, _, move in sorted(values, reverse=True)]
""",
        "remember_killer": """
def remember_killer(killers, move):
    found = list(killers)
    if move not in found:
        found.insert(0, move)
    while len(found) > 2:
        found.pop()
    return found
""",
        "killer_search": """
from collections import defaultdict
def killer_search(state, depth, maximising, evaluator):
    killers = defaultdict(list)
    def negamax(state, depth, alpha, beta):
        if is_over(state) or depth == 0:
            return value(evaluator, state)
        legal = list(moves(state))
        for move in sorted(legal, key=lambda m: killers[depth].index(m) if m in killers[depth] else 2):
            alpha = max(alpha, -negamax(play(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                killers[depth] = remember_killer(killers[depth], move)
                return alpha
        return alpha
    found = negamax(state, depth, -INF, INF)
    return found if maximising else -found
""",
        "fewest_leaves": """
def fewest_leaves(branching, depth):
    return branching ** (depth // 2) + branching ** (depth - depth // 2) - 1
""",
    },
    "lab05": {
        "negamax": """
from numba import njit
@njit
def negamax(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
""",
        "negamax_passes": """
def negamax_passes(state, alpha, beta):
    me = to_move(state)
    if is_over(state):
        return score(state)
    for move in moves(state):
        child = play(state, move)
        sign = 1 if to_move(child) == me else -1
        low, high = sorted((sign * alpha, sign * beta))
        alpha = max(alpha, sign * negamax_passes(child, low, high))
        if alpha >= beta:
            return beta
    return alpha
""",
        "remembering": """
def remembering(state, questions, evaluator):
    lower, upper = {}, {}
    def search(state, depth, alpha, beta):
        place = (int(key(state)), depth)
        if lower.get(place, -INF) >= beta:
            return beta
        if upper.get(place, INF) <= alpha:
            return alpha
        if place in lower and lower[place] == upper.get(place):
            return lower[place]
        if depth == 0 or is_over(state):
            lower[place] = upper[place] = found = value(evaluator, state)
            return found
        start, best = alpha, -INF
        for move in moves(state):
            best = max(best, -search(play(state, move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                lower[place] = best
                return best
        upper[place] = best
        if best > start:
            lower[place] = best
        return best
    return [search(state, *question) for question in questions]
""",
    },
}


def grade(lab, sandbox, data):
    return marking.grade_one(lab, "anna", data, SEED, sandbox)


@needs_bubblewrap
@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_model_untouched_other_style_and_a_mistake_in_the_sandbox(lab):
    with open_sandbox(lab=lab) as sandbox:
        row = grade(lab, sandbox, model(lab))
        assert (row["points"], row["remarks"]) == (lab.points, [])
        row = grade(lab, sandbox, as_bytes(released(lab)))
        assert row["points"] == 0
        assert row["remarks"] == [f"{task.name}: nothing was written" for task in lab.tasks]
        if lab.name in OTHER_STYLES:
            row = grade(lab, sandbox, as_bytes(handed_in(OTHER_STYLES[lab.name], lab)))
            assert (row["points"], row["remarks"]) == (lab.points, []), row
        task = lab.tasks[0]
        library = task.library
        mistake = library.mistakes[task.name][0]
        row = grade(lab, sandbox, as_bytes(handed_in({task.name: mistake.source}, lab)))
        assert row["tasks"][task.name]["points"] == mistake.points
        assert row["tasks"][task.name]["mistakes"] == [mistake.name]


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_the_notebook_has_what_a_lab_needs_and_its_points(lab):
    cells = released(lab)["cells"]
    facts = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    points = {fact["grade_id"]: fact["points"] for fact in facts if fact.get("grade")}
    for task in lab.tasks:
        assert points.pop(f"check-{task.name}") == task.points
    assert list(points.values()) == [2], "one open question"
    text = "".join("".join(cell["source"]) for cell in cells)
    for needed in ("Predict(", "## Stretch", "Plan for", "## In your own words", "## Predict first"):
        assert needed in text


# --- the references agree with the kit ----------------------------------------------------------------------


def test_perft_and_distinct_agree_with_the_kit():
    library = lab01.LIBRARY
    perft, different = library.function("perft"), library.function("distinct")
    for state in (tictactoe.start(), tictactoe.parse("X.O/.X./O..")):
        for depth in range(4):
            assert perft(state, depth) == count_lines(state, depth)
            assert different(state, depth) == distinct(state, depth)
    assert [perft(othello.start(), depth) for depth in (1, 2, 3)] == [4, 12, 56]
    tree = draw_tree(random.Random(1), 4, early=0.2)
    sizes = lab01.level_sizes(tree)
    assert [perft(probe.from_lists(tree), depth) for depth in range(5)] == sizes
    assert library.function("count_nodes")(probe.from_lists(tree)) == sum(sizes)


@pytest.mark.parametrize("seed", range(10))
def test_minimax_and_negamax_agree_with_the_kit(seed):
    lots = random.Random(seed)
    maximising = seed % 2 == 0
    tree = draw_tree(lots, 4, early=0.1, guesses=True)
    root = probe.from_lists(tree, 1 - maximising)
    for depth in range(5):
        right = kit_minimax(root, depth, maximising, probe.Guess())
        assert lab02.minimax(tree, depth, maximising)[0] == right
        assert lab02.LIBRARY.function("minimax")(root, depth, maximising, probe.Guess()) == right
        sign = 1 if maximising else -1
        again = lab05.LIBRARY.function("remembering")(
            root, [(depth, right * sign, right * sign + 1), (depth, -INF, INF)], probe.Guess()
        )
        assert again[1] == right * sign
        search = labs.find("lab04").tasks[2].library.function("killer_search")
        if depth:
            assert search(root, depth, maximising, probe.Guess()) == right
    negamax = lab05.LIBRARY.function("negamax")
    assert negamax(root, -INF, INF) == kit_negamax(root, 9, -INF, INF, probe.Guess())


def _for_first(state):
    """By brute force: the value for the first player, whoever moves how often."""
    found = [_for_first(play(state, move)) for move in moves(state)]
    if not found:
        return int(state.number[state.node])
    return max(found) if to_move(state) == 0 else min(found)


@pytest.mark.parametrize("seed", range(10))
def test_negamax_with_passes_is_right(seed):
    lots = random.Random(seed)
    root = probe.from_lists(draw_tree(lots, 4, again=0.5), seed % 2)
    found = lab05.LIBRARY.function("negamax_passes")(root, -INF, INF)
    assert found * (1 if seed % 2 == 0 else -1) == _for_first(root)


def test_negamax_with_passes_solves_othello():
    position = draw_before_pass(random.Random(3), 54, 58)
    state = parse("othello", position["text"])
    assert lab05.LIBRARY.function("negamax_passes")(state, -INF, INF) == kit_negamax(
        state, 60, -INF, INF, FinalScore()
    )
