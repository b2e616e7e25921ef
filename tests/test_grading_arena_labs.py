"""Labs 15 and 17: what is right there agrees with the arena, and nobody climbs the ladder by cheating."""

from __future__ import annotations

import random

import pytest

from gamekit import moves
from gamekit.arena.elo import Tally
from gamekit.games import othello
from gamekit.grading.inside.kinds import answered
from gamekit.labs.common.matches import FORFEIT
from gamekit.labs.common.trees import draw_position
from gamekit.labs.lab06_evaluation import spec as lab06
from gamekit.labs.lab15_measuring import spec as lab15
from gamekit.labs.lab17_own_player import ladder
from gamekit.labs.lab17_own_player import spec as lab17
from gamekit.labs.lab17_own_player.inside import asked_move, choose_each
from gamekit.labs.lab17_own_player.ladder import GAMES, LadderMatch, climb


def function(lab, name):
    return lab.LIBRARY.function(name)


@pytest.mark.parametrize("result", [(60, 30, 40), (300, 0, 250), (20, 100, 30), (7, 0, 3)])
def test_figures_of_a_match_agree_with_the_arena(result):
    """The arena's own are exact where the lab takes the bell curve, so they agree nearly."""
    tally = Tally(*result)
    assert function(lab15, "elo")(*result) == pytest.approx(tally.elo)
    assert function(lab15, "expected")(tally.elo) == pytest.approx(tally.score)
    assert function(lab15, "superiority")(*result) == pytest.approx(tally.superiority, abs=0.02)
    if tally.games > 100:
        assert function(lab15, "interval")(*result) == pytest.approx(tally.elo_interval, abs=5)


def test_the_games_that_a_claim_needs_are_enough():
    """Simulated: a true difference is found in four matches of five, none in one of twenty."""
    rng, expected = random.Random(1), function(lab15, "expected")
    games = function(lab15, "games_needed")(100, 0)
    bar = games / 2 + 1.644854 * games**0.5 / 2
    found = {}
    for difference in (0, 100):
        p = expected(difference)
        scores = [sum(rng.random() < p for _ in range(games)) for _ in range(1000)]
        found[difference] = sum(score > bar for score in scores) / 1000
    assert found[0] == pytest.approx(0.05, abs=0.025)
    assert found[100] == pytest.approx(0.8, abs=0.05)


def test_the_sequential_test_is_as_sure_as_it_says():
    rng, expected, sprt = random.Random(2), function(lab15, "expected"), function(lab15, "sprt")
    for truth, right in ((0, -1), (80, 1)):
        p = expected(truth)
        answers = [sprt([int(rng.random() < p) for _ in range(1500)], 0, 80)[0] for _ in range(200)]
        assert answers.count(right) >= 180


# --- the ladder -------------------------------------------------------------------------------------------


def openings(seed):
    rng = random.Random(seed)
    return [draw_position(rng, "othello", 8, at_least=4)["text"] for _ in range(GAMES // 2)]


def first_move(state, seconds):
    return next(iter(moves(state)))


def test_a_rung_against_itself_gets_half():
    """Each opening is played with both colours, so no opening helps anybody; lots choose among equals."""
    corners = ladder.RUNGS["corners"]
    matches = [
        climb(lambda state, seconds: ladder.rung_move(corners, state), "corners", openings(n))
        for n in range(4)
    ]
    assert sum(match.points for match in matches) == pytest.approx(2 * GAMES, abs=14)
    assert all(match.games == GAMES and match.forfeits == 0 for match in matches)


def match_of(case, choose):
    def ask(kind, asked):
        assert kind == "lab17_own_player.choose_each"
        assert list(asked) == ["positions"]
        return choose_each(choose, asked)

    return LadderMatch(*answered("lab17_own_player.play_rung", case, ask)["match"])


def test_a_match_ends_when_it_is_decided():
    case = {"rung": "corners", "openings": openings(2), "seed": 1}
    match = match_of(case, first_move)
    assert match.points + GAMES - match.games < 17
    assert match.games < GAMES == match_of({**case, "whole": True}, first_move).games


def test_a_narrow_win_has_to_be_repeated():
    """Equals win one match of 408, once it was one of 30; who is clearly better plays no game more."""
    left = {
        (points, played): ladder.games_left({"rung": "three", "further": True}, points, played)
        for points, played in ((17, 18), (16.5, 18), (19.5, 24), (20, 24), (16.5, 24), (33, 36), (20, 36))
    }
    assert list(left.values()) == [0, 6, 24, 0, 0, 12, 0]
    assert ladder.is_won("three", 17, 18)
    assert ladder.is_won("three", 34, 36)
    assert not ladder.is_won("three", 33.5, 48)
    assert lab17.doubt("three") < 1 / 400
    equal = ladder.RUNGS["corners"]
    rng, won, longer = random.Random(7), 0, 0
    for number in range(30):
        case = {"rung": "corners", "openings": openings(number), "further": openings(-number), "seed": number}
        match = match_of(case, lambda state, seconds: ladder.rung_move(equal, state, rng))
        won, longer = (
            won + ladder.is_won("corners", match.points, match.games),
            longer + (match.games > GAMES),
        )
    assert (won, longer <= 4) == (0, True)


def test_a_narrow_win_of_an_evaluation_has_to_be_repeated():
    """The same evaluation, judged by where the line of a narrow win is drawn."""
    (case,) = (
        each.case
        for each in lab06.EVALUATE.questions(random.Random(3))
        if each.case.get("baseline") == "discs"
    )
    kind = "lab06_evaluation.play_match"
    points = lab06.LIBRARY.answer_case("evaluate", kind, {**case, "narrow": [0, 0]})
    again = lab06.LIBRARY.answer_case("evaluate", kind, {**case, "narrow": [points["points"], 99]})
    assert (len(points["value"]), len(again["value"])) == (40, 80)
    assert again["value"][:40] == points["value"]
    question = next(each for each in lab06.EVALUATE.questions(random.Random(3)) if each.part == "discs")
    for answer, is_enough in (({"points": 56}, True), ({"points": 55.5}, False)):
        judged = lab06.EVALUATE.judge(question, "discs", {"value": again["value"], **answer})
        assert judged is is_enough


def test_what_a_submission_says_of_its_games_counts_nothing():
    case = {"rung": "discs", "openings": openings(3), "seed": 1}
    for nonsense in (None, {}, {"value": 1}, {"value": [19]}, {"match": [24, 24, 0]}, {"value": [[0]] * 8}):
        found = answered("lab17_own_player.play_rung", case, lambda kind, asked, said=nonsense: said)
        assert LadderMatch(*found["match"]).points == 0


def test_the_random_rung_cannot_be_foreseen():
    """It is dealt its lots by the instructor's seed: the position and the game's number tell nothing."""
    state = othello.parse("f5d6c3")
    rung = ladder.RUNGS["random"]
    assert len({ladder.rung_move(rung, state, random.Random(seed)) for seed in range(30)}) > 3


@pytest.mark.parametrize("answer", [None, "x9", 99, True, [19], 2.5, float("nan")])
def test_what_is_no_move_forfeits(answer):
    assert asked_move(lambda state, seconds: answer, othello.start()) == FORFEIT


def test_a_move_may_be_named():
    assert asked_move(lambda state, seconds: "d3", othello.start()) == 19
    assert asked_move(lambda state, seconds: 19, othello.start()) == 19


def test_points_against_unequal_opponents():
    """A result that follows the curve exactly is explained by the rating that made it."""
    place = function(lab17, "place")
    results = [(rating, 1000 / (1 + 10 ** ((rating - 321) / 400)), 1000) for rating in (0, 150, 400, 900)]
    assert place(results) == pytest.approx(321, abs=0.01)
