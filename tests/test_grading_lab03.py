"""Lab 03: the model earns everything, other right styles too, half-right ones what they deserve."""

from __future__ import annotations

import random
import statistics
import time

import pytest
from grading_support import (
    FULL,
    LAB03,
    MODEL_ALPHABETA,
    MOST,
    QUICK,
    as_bytes,
    grade,
    handed_in,
    model,
    needs_bubblewrap,
    open_sandbox,
    released,
)
from support import seconds_to_start

from gamekit import INF, trace
from gamekit.evaluators import FinalScore
from gamekit.games import tree
from gamekit.grading import lab as labs
from gamekit.grading.inside import probe
from gamekit.labs.common.trees import minimax
from gamekit.labs.common.windows import draw_window
from gamekit.labs.lab03_alphabeta import spec as lab03
from gamekit.search.alphabeta import alphabeta as kit_alphabeta
from gamekit.search.minimax import minimax as kit_minimax

pytestmark = pytest.mark.quick


@pytest.fixture(scope="module")
def sandbox():
    with open_sandbox() as opened:
        yield opened


# --- the reference ----------------------------------------------------------------------------------------


def searched(lists, alpha, beta, maximising, mistake=None):
    """(value, nodes) of the model, or of a known mistake."""
    task = LAB03.tasks[0]
    source = next((each.source for each in task.mistakes if each.name == mistake), None)
    case = {"tree": lists, "turn": 0 if maximising else 1, "arguments": ["$state", alpha, beta, maximising]}
    found = task.library.answer_case(task.name, "search_tree", case, source)
    return found["value"], found["visits"]


@pytest.mark.parametrize("seed", range(20))
def test_the_model_agrees_with_the_kit(seed):
    """Values and nodes are the same."""
    rng = random.Random(seed)
    maximising = seed % 2 == 0
    lists = lab03.draw_deep(rng, 4 + seed % 3)
    root = tree.from_lists(lists, 0 if maximising else 1)
    value = kit_minimax(root, 9, maximising, FinalScore())
    for alpha, beta in [(-INF, INF), *(draw_window(rng, int(value), kind) for kind in range(3))]:
        traced = trace(kit_alphabeta)(root, 9, alpha, beta, maximising, FinalScore())
        assert searched(lists, alpha, beta, maximising) == (traced.value, len(traced))
    assert minimax(lists, maximising)[0] == value


def test_the_plates_alone_do_not_tell_all_versions_apart():
    """Why there are deeper trees: on the lesson's plates two half-right versions visit 18 nodes too."""
    plates = lab03.plates_tree([[1, 20, 50], [5, 10, 100], [1, 5, 20]])
    for version in (None, "a single bound", "alpha overwritten"):
        assert searched(plates, -INF, INF, True, version) == (20, 18)


def test_students_have_cases_of_their_own_and_always_the_same():
    task = LAB03.tasks[0]

    def cases(student, seed=b"secret one"):
        return [q.case for q in task.questions(labs.rng_of(seed, "lab03", task.name, student))]

    assert cases("anna") == cases("anna")
    assert cases("anna") != cases("bert")
    assert cases("anna") != cases("anna", b"secret two")


def test_no_case_tells_what_is_expected():
    for task in LAB03.tasks:
        for question in task.questions(random.Random(1)):
            assert set(question.case) == {"tree", "turn", "arguments"}


# --- notebook and specification agree -----------------------------------------------------------------------


def test_points_in_the_notebook_are_those_of_the_specification():
    points = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["metadata"]["nbgrader"]["points"]
        for cell in released()["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade")
    }
    for task in LAB03.tasks:
        assert points[f"check-{task.name}"] == task.points
    assert points["why-deep-trees"] == 2


# --- marks ------------------------------------------------------------------------------------------------

FAIL_HARD_CLASS = """
class Searcher:
    def __init__(self, maximising):
        self.maximising = maximising
    def __call__(self, state, alpha, beta):
        if is_over(state):
            return score(state) if self.maximising else -score(state)
        other = Searcher(not self.maximising)
        for move in moves(state):
            found = other(play(state, move), alpha, beta)
            if self.maximising:
                alpha = max(alpha, found)
            else:
                beta = min(beta, found)
            if alpha >= beta:
                break
        return alpha if self.maximising else beta
def alphabeta(state, alpha, beta, maximising):
    return min(max(Searcher(maximising)(state, alpha, beta), alpha), beta)
"""
ITERATIVE = """
def alphabeta(state, alpha, beta, maximising):
    path = []  # of [state, moves still to try, alpha, beta, maximising, best]
    while True:
        if is_over(state):
            value = score(state) if maximising else -score(state)
        else:
            path.append([state, list(moves(state)), alpha, beta, maximising, -INF if maximising else INF])
            value = None
        while path:
            top = path[-1]
            if value is not None:
                if top[4]:
                    top[5] = max(top[5], value)
                    top[2] = max(top[2], top[5])
                else:
                    top[5] = min(top[5], value)
                    top[3] = min(top[3], top[5])
                if top[2] >= top[3]:
                    top[1] = []
            if top[1]:
                state, alpha, beta, maximising = play(top[0], top[1].pop(0)), top[2], top[3], not top[4]
                break
            value = path.pop()[5]
        else:
            return value
"""
NEGAMAX = """
def negamax(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            return best
    return best
def alphabeta(state, alpha, beta, maximising):
    return negamax(state, alpha, beta) if maximising else -negamax(state, -beta, -alpha)
"""
TWO_FUNCTIONS = """
def largest(state, alpha, beta):
    if is_over(state):
        return score(state)
    for child in [play(state, move) for move in moves(state)]:  # made, but not looked at
        alpha = max(alpha, smallest(child, alpha, beta))
        if beta <= alpha:
            return beta
    return alpha
def smallest(state, alpha, beta):
    if is_over(state):
        return -score(state)
    for child in [play(state, move) for move in moves(state)]:
        beta = min(beta, largest(child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
def alphabeta(state, alpha, beta, maximising):
    return largest(state, alpha, beta) if maximising else smallest(state, alpha, beta)
"""
NJIT = "from numba import njit\n@njit" + MODEL_ALPHABETA
COMPILED = "from gamekit import compiled\n@compiled" + MODEL_ALPHABETA

RIGHT_STYLES = {
    "fail-hard in a class": FAIL_HARD_CLASS,
    "iterative with a stack": ITERATIVE,
    "negamax": NEGAMAX,
    "two functions, children made at once": TWO_FUNCTIONS,
    "njit": NJIT,
    "compiled": COMPILED,
    "asks every state twice": MODEL_ALPHABETA.replace(
        "    best = -INF", "    list(moves(state)), is_over(state)\n    best = -INF"
    ),
}


@needs_bubblewrap
def test_the_model_earns_everything(sandbox):
    row = grade(sandbox, model())
    assert (row["points"], row["most"], row["remarks"]) == (MOST, MOST, [])


@needs_bubblewrap
def test_the_untouched_exercise_earns_nothing(sandbox):
    row = grade(sandbox, released())
    assert row["points"] == 0
    assert row["remarks"] == [f"{task.name}: nothing was written" for task in LAB03.tasks]


@needs_bubblewrap
@pytest.mark.parametrize("style", RIGHT_STYLES)
def test_every_right_style_earns_everything(sandbox, style):
    row = grade(sandbox, handed_in({"alphabeta": RIGHT_STYLES[style]}))
    assert (row["tasks"]["alphabeta"]["points"], row["remarks"][2:]) == (FULL, [])


HALF_RIGHT = {
    "no cut": (MODEL_ALPHABETA.replace("        if alpha >= beta:\n            break\n", ""), 2),
    "> for >=": (MODEL_ALPHABETA.replace("alpha >= beta", "alpha > beta"), 2),
    "alpha overwritten": (
        MODEL_ALPHABETA.replace("alpha = max(alpha, best)", "alpha = best").replace(
            "beta = min(beta, best)", "beta = best"
        ),
        # On the plates nothing shows it.
        3,
    ),
    "single bound": (
        """
def one(state, bound, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = one(play(state, move), best, not maximising)
        best = max(best, found) if maximising else min(best, found)
        if (best >= bound) if maximising else (best <= bound):
            break
    return best
def alphabeta(state, alpha, beta, maximising):
    return one(state, beta if maximising else alpha, maximising)
""",
        3,
    ),
    "sign forgotten": (
        MODEL_ALPHABETA.replace("score(state) if maximising else -score(state)", "score(state)"),
        0,
    ),
    "first child only": (
        MODEL_ALPHABETA.replace("        if alpha >= beta:\n            break", "        break"),
        0,
    ),
    "every child twice": (
        MODEL_ALPHABETA.replace(
            "        found = alpha",
            "        alphabeta(play(state, move), alpha, beta, not maximising)\n        found = alpha",
        ),
        2,
    ),
    "a constant": ("def alphabeta(*_):\n    return 20", 0),
}


@needs_bubblewrap
@pytest.mark.parametrize("mistake", HALF_RIGHT)
@pytest.mark.parametrize("student", ["anna", "bert", "cleo"])
def test_a_mistake_costs_everybody_the_same(sandbox, mistake, student):
    text, points = HALF_RIGHT[mistake]
    row = grade(sandbox, handed_in({"alphabeta": text}), student)
    assert row["tasks"]["alphabeta"]["points"] == points


FRESH_WINDOWS = """
def best_move(state, maximising):
    choose = max if maximising else min
    return choose(moves(state), key=lambda move: alphabeta(play(state, move), -INF, INF, not maximising))
"""
LAST_OF_EQUALS = """
def best_move(state, maximising):
    chosen, alpha, beta = None, -INF, INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising and found >= alpha:
            chosen, alpha = move, found
        if not maximising and found <= beta:
            chosen, beta = move, found
    return chosen
"""


@needs_bubblewrap
@pytest.mark.parametrize(("text", "points"), [(FRESH_WINDOWS, 1), (LAST_OF_EQUALS, 0)])
def test_half_right_best_moves(sandbox, text, points):
    row = grade(sandbox, handed_in({"alphabeta": MODEL_ALPHABETA, "best_move": text}))
    assert row["tasks"]["best_move"]["points"] == points


@needs_bubblewrap
def test_a_crash_in_one_task_leaves_the_others_alone(sandbox):
    answers = {"alphabeta": MODEL_ALPHABETA, "best_move": "import os\ndef best_move(*_):\n    os._exit(1)"}
    answers["best_line"] = "def best_line(*_):\n    return 1 // 0"
    row = grade(sandbox, handed_in(answers), limits=QUICK)
    assert row["tasks"]["alphabeta"]["points"] == FULL
    assert "best_move ended the program that ran it" in row["remarks"]
    assert "best_line raised ZeroDivisionError in cell best_line, line 2" in row["remarks"]


@needs_bubblewrap
@pytest.mark.parametrize("isolation", ["fresh", "process"])
def test_other_kinds_of_isolation_give_the_same_marks(isolation):
    with open_sandbox(isolation) as opened:
        assert grade(opened, model())["points"] == MOST
        assert grade(opened, released())["points"] == 0
        loop = "def alphabeta(*_):\n    while True:\n        pass"
        row = grade(opened, handed_in({"alphabeta": loop}), limits=QUICK)
        assert row["points"] == 0
        assert "alphabeta: no answer within 2 s" in row["remarks"]
        copied = "from gamekit.search.alphabeta import alphabeta as kit\ndef alphabeta(*_):\n    return kit"
        assert "not there while grading" in str(grade(opened, as_bytes(handed_in({"alphabeta": copied}))))


# --- the probe --------------------------------------------------------------------------------------------


def test_the_probe_counts_visits_not_plays():
    from gamekit import is_over, moves, play, score

    root = probe.from_lists([[5, 3], [1, 9]])
    children = [play(root, move) for move in range(2)]
    assert probe.measured(root) == {"visits": 0, "order": []}
    assert not is_over(children[1])
    assert not is_over(children[1])
    assert probe.measured(root)["order"] == [2]
    leaf = play(children[1], 0)
    assert score(leaf) == 1
    assert list(moves(leaf)) == []
    assert probe.measured(root) == {"visits": 2, "order": [2, 5]}


@needs_bubblewrap
@pytest.mark.alone
def test_grading_costs_little_beyond_the_students_own_code(sandbox):
    """A function that takes no time at all: what is left is drawing, isolation, asking and judging."""
    quick = as_bytes(handed_in({task.name: f"def {task.name}(*_):\n    return 20" for task in LAB03.tasks}))
    seconds = []
    for number in range(15):
        begin = time.perf_counter()
        grade(sandbox, quick, f"student{number}")
        seconds.append(time.perf_counter() - begin)
    assert statistics.median(seconds) < seconds_to_start("import gamekit.games.othello"), sorted(seconds)
