"""Labs 06 to 09: their references agree with the kit, and `check` shows what it should."""

from __future__ import annotations

import random
import re

import pytest
from support import ROOT

from gamekit import INF, is_over, key, moves, play, trace
from gamekit.bits import squares
from gamekit.evaluators import FinalScore
from gamekit.games import connect4, othello, tictactoe
from gamekit.grading import look
from gamekit.grading.inside import probe
from gamekit.grading.inside.kinds import answered
from gamekit.grading.marking import is_right
from gamekit.labs.common.matches import FORFEIT
from gamekit.labs.lab06_evaluation import spec as lab06
from gamekit.labs.lab06_evaluation.inside import discs, play_match
from gamekit.labs.lab07_bitboards import spec as lab07
from gamekit.labs.lab08_deepening import spec as lab08
from gamekit.labs.lab09_table import spec as lab09
from gamekit.othello import features
from gamekit.search.minimax import minimax as kit_minimax


def played(start, seed):
    """Positions of a game of random moves."""
    rng, states = random.Random(seed), [start]
    while not is_over(states[-1]):
        states.append(play(states[-1], rng.choice(list(moves(states[-1])))))
    return states


# --- lab 06 -------------------------------------------------------------------------------------------------


def test_features_agree_with_the_kit():
    found = lab06.LIBRARY.function("features")
    for state in played(othello.start(), 6):
        corners, mobility, danger = found(state)
        assert corners == features.count("corners", state)
        assert mobility == features.count("mobility", state)
        assert danger == features.count("x_squares", state) + features.count("c_squares", state)


def test_the_grader_plays_the_games_and_believes_no_other():
    case = {"baseline": "discs", "openings": ["f5d6c3d3c4", "f5f6e6f4"], "seed": 7}
    honest = lab06.LIBRARY.answer_case("evaluate", "lab06_evaluation.play_match", case)
    assert len(honest["value"]) == 4
    assert 0 <= honest["points"] <= 4
    assert honest == lab06.LIBRARY.answer_case("evaluate", "lab06_evaluation.play_match", case)
    for nonsense in (
        None,
        {},
        {"value": "all won"},
        {"value": [[5]]},
        {"value": [["5", None, True, []]] * 4},
    ):
        found = answered("lab06_evaluation.play_match", case, lambda kind, asked, said=nonsense: said)
        assert found["points"] == 0
        assert all(line[-1] == FORFEIT for line in found["value"])


def test_a_baseline_cannot_be_foreseen():
    """Equal moves are chosen by lot, and the lots are no part of what a submission is shown."""
    played, shown = set(), []
    for seed in range(8):
        case = {"baseline": "discs", "openings": ["f5d6c3d3c4"], "seed": seed}
        dialogue = play_match(case)
        _, first = next(dialogue)
        shown.append(list(first))
        played.add(str(lab06.LIBRARY.answer_case("evaluate", "lab06_evaluation.play_match", case)["value"]))
    assert len(played) > 4
    assert all(names == ["positions"] for names in shown)


def test_the_wanted_points_are_no_luck_and_the_stated_chance_is_right():
    chance = lab06.LIBRARY.function("chance")
    assert chance(lab06.WANTED, lab06.GAMES - lab06.WANTED) == lab06.doubt() < 0.01
    assert round(chance(7, 3), 2) == 0.17
    assert lab06.LIBRARY.function("games_needed")(70, 0.05) == next(
        games for games in range(1, 99) if chance(-(-7 * games // 10), games + (-7 * games // 10)) <= 0.05
    )
    text = (ROOT / "gamekit" / "labs" / "lab06_evaluation" / "notebook.py").read_text()
    assert f"{lab06.WANTED} of {lab06.GAMES} points are wanted" in text


def test_images_are_the_same_position_and_check_tells_the_score():
    position = lab06.images({"text": "f5d6c3d3c4"})
    assert len({image["text"] for image in position}) == 8
    found = look("lab06.evaluate", discs)
    assert (found.mistake.name, found.marks["points"]) == ("counts discs", 1)
    assert re.search(r"your evaluation got [\d.]+ of 40 points, and 28 are wanted", found.small_case)
    lopsided = look("lab06.evaluate", lambda state: int(state.player & 0xFF))
    assert "The eight images of this position must be worth the same" in lopsided.small_case
    assert lopsided.mistake is None


# --- lab 07 -------------------------------------------------------------------------------------------------


def test_moves_and_flips_agree_with_the_kit():
    legal, flips = lab07.LIBRARY.function("legal"), lab07.LIBRARY.function("flips")
    for state in played(othello.start(), 7):
        player, opponent = int(state.player), int(state.opponent)
        found = list(squares(legal(player, opponent)))
        assert found == [move for move in moves(state) if move >= 0]
        for move in found:
            child = play(state, move)
            turned = flips(player, opponent, move)
            assert int(child.opponent) == player | turned | 1 << move
            assert int(child.player) == opponent & ~turned


def test_four_in_a_row_agrees_with_the_kit():
    has_four, winning = (lab07.LIBRARY.function(name) for name in ("has_four", "winning_squares"))
    fours = 0
    for seed in range(30):
        for state in played(connect4.start(), seed):
            player, opponent = int(state.player), int(state.opponent)
            fours += has_four(opponent)
            assert is_over(state) or not has_four(opponent)
            for move in moves(state):
                child = play(state, move)
                landed = int(child.opponent) & ~player
                assert bool(winning(player, opponent) & landed) == has_four(player | landed)
    assert fours > 20


def test_check_draws_the_smallest_board():
    known = {mistake.name: mistake for mistake in lab07.LIBRARY.mistakes["legal"]}
    wraps = known["runs wrap around the rim"]
    told = look("lab07.legal", lab07.LIBRARY.function("legal", wraps.source)).small_case
    assert told.startswith("The smallest board I found on which it goes wrong; beside it the answers:")
    board = told.split("\n")[1:-1]
    assert sum(line[:24].count("X") + line[:24].count("O") for line in board) == 2, told
    assert sum(line[24:].count("!") for line in board) == 1
    assert told.endswith("! only in yours")


def test_check_tells_of_bits_off_the_board_and_of_exceptions():
    endless = look("lab07.shift", lambda discs, step: discs << step if step > 0 else discs >> -step)
    assert "yours holds bits beyond bit 63, off the board" in str(endless) or "only in yours" in str(endless)
    beyond = next(mistake for mistake in lab07.LIBRARY.mistakes["shift"] if "leave the board" in mistake.name)
    assert (
        "bits beyond bit 63" in look("lab07.shift", lab07.LIBRARY.function("shift", beyond.source)).small_case
    )

    def half(stones):
        return stones // (stones & 1)

    assert "yours gives an exception, no answer" in look("lab07.has_four", half).small_case


# --- lab 08 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_deepening_finds_what_minimax_finds(seed):
    tree = lab09.draw_honest_tree(random.Random(seed), 4)
    root = probe.from_lists(tree, seed % 2)
    for name in ("deepen", "deepen_ordered"):
        move, depth = lab08.LIBRARY.function(name)(root, 4, probe.Guess(), lambda: 0, 1)
        assert depth == 4
        values = [kit_minimax(play(root, other), 3, seed % 2 == 1, probe.Guess()) for other in moves(root)]
        assert values[move] == (max if seed % 2 == 0 else min)(values)


def test_a_real_clock_is_kept_and_lateness_costs_the_part():
    """The clock counts the processor's time, so a busy machine makes nobody late."""
    task = lab08.LAB.tasks[1]
    (question,) = (q for q in task.questions(random.Random(3)) if q.kind == "play_on_time")
    right = task.library.answer("deepen", question)
    assert is_right(task, question, "in-time", right)
    assert 0 <= right["late"] < lab08.MOST_LATE
    assert not is_right(task, question, "in-time", {**right, "late": 1.5})
    assert not is_right(task, question, "in-time", {**right, "value": False})


def test_check_says_that_time_was_up():
    never = lab08.LIBRARY.mistakes["timed_search"][0]
    found = look("lab08.timed_search", lab08.LIBRARY.function("timed_search", never.source))
    assert found.mistake.name == "goes on after the deadline"
    assert "right: TimeUp raised after looking at " in str(found)


# --- lab 09 -------------------------------------------------------------------------------------------------


def test_equal_subtrees_are_one_position_where_they_are_shared():
    tree = [[5, 3], [5, 3], [1, 9]]
    for shared in (False, True):
        root = probe.from_lists(tree, 0, shared)
        first, second, third = (key(play(root, move)) for move in moves(root))
        assert (first == second) == shared
        assert third not in (first, key(root))
    # The same numbers with the other side to move are another position.
    root = probe.from_lists([[4, [4, 1]], [4, 1]], 0, True)
    assert key(play(play(root, 0), 1)) != key(play(root, 1))


@pytest.mark.parametrize("seed", range(6))
def test_the_table_changes_no_value(seed):
    rng = random.Random(seed)
    tree = lab09.draw_graph(rng, 5)
    search = lab09.LIBRARY.function("table_search")
    for slots in (1, 3, 1009):
        root, table = probe.from_lists(tree, seed % 2, True), [None] * slots
        for depth in (1, 3, 2, 4, 4):
            right = kit_minimax(root, depth, seed % 2 == 0, probe.Guess()) * (1 if seed % 2 == 0 else -1)
            assert search(root, depth, -INF, INF, probe.Guess(), table) == right
    deepen = lab09.LIBRARY.function("deepen_with_moves")
    assert deepen(root, 4, probe.Guess()) == right


def test_the_notebook_says_rightly_what_one_slot_costs():
    board, search = tictactoe.parse("X../.O./..."), lab09.LIBRARY.function("table_search")
    assert len(trace(search)(board, 9, -INF, INF, FinalScore(), [None])) == 844


def test_check_says_what_was_asked_before_and_which_call_goes_wrong():
    blind = lab09.LIBRARY.mistakes["table_search"][1]
    found = look("lab09.table_search", lab09.LIBRARY.function("table_search", blind.source))
    assert blind.name == "table ignores depth" == found.mistake.name
    assert "    asked before, with the same table: " in str(found)
    assert "(equal subtrees are one position)" in str(found)
    deeper = lab09.LIBRARY.mistakes["get"][2]
    told = look("lab09.get", lab09.LIBRARY.function("get", deeper.source)).small_case
    assert told.startswith("It goes wrong here:\n    slots = [")
    assert "right: (-INF, INF)" in told
