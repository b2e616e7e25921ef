"""Ratings and sequential tests: against published figures, against brute force, against known truth."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from gamekit import BadText, GamekitError
from gamekit.arena.ratings import POINTS, fit, scale
from gamekit.arena.sprt import SCORES, Sprt, likeliest, read_sprt, score_of

# --- published examples -----------------------------------------------------------------------------------

# Baseball, the Eastern Division of the American League in 1987: wins of the team on the left at home, and of
# the team above it away. Agresti, Categorical Data Analysis, 2nd edition (2002), section 10.6, table 10.10;
# the same figures are in R's package BradleyTerry2 (Turner and Firth, J. Stat. Softw. 48(9), 2012).
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
AT_HOME = """
-   4-3 4-2 4-3 6-1 4-2 6-0
3-3 -   4-2 4-3 6-0 6-1 4-3
2-5 4-3 -   2-4 4-3 4-2 6-0
3-3 5-1 2-5 -   4-3 4-2 6-1
5-1 2-5 3-3 4-2 -   5-2 6-0
2-5 3-3 3-4 4-3 4-2 -   2-4
2-5 1-5 1-6 2-4 1-6 3-4 -
"""

# Six brands of chocolate pudding: brands i and j, tastings, preferred i, preferred j, neither. Davidson:
# On extending the Bradley-Terry model to accommodate ties, J. Am. Stat. Assoc. 65 (1970), 317-328.
PUDDINGS = """
1 2 57 19 22 16
1 3 47 16 19 12
2 3 48 19 19 10
1 4 54 18 23 13
2 4 51 23 19  9
3 4 54 19 20 15
1 5 50 13 19 18
2 5 48 16 20 12
3 5 48 16 15 17
4 5 47 17 14 16
1 6 51 18 21 12
2 6 54 22 20 12
3 6 41 13 18 10
4 6 51 14 19 18
5 6 44 11 21 12
"""


def baseball():
    played = []
    for home, line in enumerate(AT_HOME.strip().split("\n")):
        for away, cell in enumerate(line.split()):
            if cell != "-":
                won, lost = map(int, cell.split("-"))
                played += [(home, away, 1.0)] * won + [(home, away, 0.0)] * lost
    return played


def test_baseball_without_and_with_the_advantage_of_playing_at_home():
    """Table 10.11 of Agresti (2002)."""
    assert len(baseball()) == 273  # 13 games of each of 21 pairs
    plain = fit(baseball(), 7, first_move=False)
    last = TEAMS.index("Baltimore")
    above = sorted(strength - plain.strengths[last] for strength in plain.strengths)
    assert [round(each, 2) for each in above] == [0, 0.68, 1.11, 1.25, 1.29, 1.44, 1.58]
    spread = plain.covariance
    errors = [math.sqrt(spread[t, t] + spread[last, last] - 2 * spread[t, last]) for t in range(last)]
    assert [round(error, 1) for error in errors] == [0.3] * 6
    full = fit(baseball(), 7)
    worth = np.exp(full.strengths)
    assert sorted(np.round(worth / worth.sum(), 3)) == [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]
    assert round(full.first_move / scale(full.draws), 3) == 0.302
    assert [TEAMS[team] for team in full.order][::6] == ["Milwaukee", "Baltimore"]


def test_puddings_with_draws():
    """Davidson (1970), as the vignette of R's package PlackettLuce has it: worths, and v at the end."""
    played = []
    for line in PUDDINGS.strip().split("\n"):
        i, j, tastings, first, second, neither = map(int, line.split())
        assert first + second + neither == tastings
        played += [(i - 1, j - 1, 1.0)] * first + [(i - 1, j - 1, 0.0)] * second
        played += [(i - 1, j - 1, 0.5)] * neither
    found = fit(played, 6, first_move=False)
    worth = np.exp(found.strengths)
    published = [0.1388, 0.1730, 0.1617, 0.1654, 0.1587, 0.2024]
    assert np.allclose(worth / worth.sum(), published, atol=6e-5)
    assert found.draws == pytest.approx(0.7468, abs=1e-4)


# --- brute force ------------------------------------------------------------------------------------------


def log_likelihood(played, strengths, first, log_draws):
    """Written out game by game, straight from the model."""
    total = 0.0
    for x, o, points in played:
        a, b = strengths[x] + first / 2, strengths[o] - first / 2
        weights = {1.0: math.exp(a), 0.0: math.exp(b), 0.5: math.exp(log_draws + (a + b) / 2)}
        total += math.log(weights[points] / sum(weights.values()))
    return total


def random_games(seed, players=4, each=12):
    rng = random.Random(seed)
    true = [rng.gauss(0, 0.8) for _ in range(players)]
    played = []
    for x in range(players):
        for o in range(players):
            for _ in range(each if x != o else 0):
                a, b = true[x] + 0.2, true[o] - 0.2
                weights = [math.exp(a), 0.6 * math.exp((a + b) / 2), math.exp(b)]
                played.append((x, o, rng.choices((1.0, 0.5, 0.0), weights)[0]))
    return played


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_fit_is_the_maximum_that_a_blind_search_finds(seed):
    """Climb by trying steps along each axis, which knows nothing of slopes or of Newton."""
    played = random_games(seed)
    counted = {game: played.count(game) for game in set(played)}

    def height(unknown):
        return sum(
            count * log_likelihood([game], [*unknown[:3], -sum(unknown[:3])], unknown[3], unknown[4])
            for game, count in counted.items()
        )

    unknown, step = [0.0] * 5, 0.5
    best = height(unknown)
    while step > 1e-5:
        moved = False
        for at in range(5):
            for way in (-step, step):
                tried = [*unknown]
                tried[at] += way
                if height(tried) > best:
                    unknown, best, moved = tried, height(tried), True
        step = step if moved else step / 2
    found = fit(played, 4)
    assert np.allclose(found.strengths[:3], unknown[:3], atol=1e-3)
    assert found.first_move / scale(found.draws) == pytest.approx(unknown[3], abs=1e-3)
    assert math.log(found.draws) == pytest.approx(unknown[4], abs=1e-3)
    assert log_likelihood(
        played, found.strengths, found.first_move / scale(found.draws), math.log(found.draws)
    ) == pytest.approx(best, abs=1e-6)


def test_errors_are_those_of_tournaments_played_again_and_again():
    """Play the same tournament many times: the fits spread as the first one said they would."""
    fits = [fit(random_games_of([0.5, 0.0, -0.5], seed), 3) for seed in range(150)]
    spread = np.std([found.elo[0] for found in fits])
    said = np.mean([found.error[0] for found in fits])
    assert spread == pytest.approx(said, rel=0.15)
    held = [found.interval(0)[0] <= POINTS * 0.5 <= found.interval(0)[1] for found in fits]
    assert 0.9 <= np.mean(held) <= 1.0


def random_games_of(true, seed):
    rng = random.Random(f"truth {seed}")
    played = []
    for x in range(3):
        for o in range(3):
            for _ in range(15 if x != o else 0):
                wins = 1 / (1 + math.exp(true[o] - true[x]))
                played.append((x, o, float(rng.random() < wins)))
    return played


def test_two_players_without_draws_have_the_elo_of_their_score():
    played = [(0, 1, 1.0)] * 30 + [(0, 1, 0.0)] * 10 + [(1, 0, 0.0)] * 30 + [(1, 0, 1.0)] * 10
    found = fit(played, 2)
    assert found.elo[0] - found.elo[1] == pytest.approx(400 * math.log10(3))
    assert found.superiority(0, 1) > 0.999
    assert found.superiority(1, 0) < 0.001


def test_draws_do_not_stretch_the_scale():
    """A small lead is worth about as many Elo points, however many games are drawn."""
    lead = []
    for draws in (0, 200, 2000):
        half = draws // 2
        played = [(0, 1, 1.0)] * 55 + [(0, 1, 0.0)] * 45 + [(1, 0, 0.0)] * 55 + [(1, 0, 1.0)] * 45
        played += [(0, 1, 0.5)] * half + [(1, 0, 0.5)] * half
        found = fit(played, 2)
        score = (110 + draws / 2) / (200 + draws)
        lead.append((found.elo[0] - found.elo[1]) / (400 * math.log10(score / (1 - score))))
    assert lead == pytest.approx([1, 1, 1], rel=0.01)


@pytest.mark.parametrize(
    "played",
    [
        [(0, 1, 1.0)] * 5 + [(1, 0, 0.0)] * 5,  # one wins all
        [(0, 1, 1.0)] * 5 + [(1, 0, 1.0)] * 5,  # X wins all
        [(0, 1, 0.5)] * 6,  # nobody wins
        [(0, 1, 1.0)] * 30 + [(0, 1, 0.0)] * 10 + [(1, 0, 0.0)] * 20,  # as X one always loses
        [(0, 1, 1.0), (2, 3, 0.0)],  # who is better, 0 or 2?
    ],
)
def test_where_no_strength_is_likeliest_a_prior_keeps_it_finite(played):
    found = fit(played, max(max(x, o) for x, o, _ in played) + 1)
    assert found.is_bounded
    assert all(
        abs(elo) < 2000 and 0 < error < 2000 for elo, error in zip(found.elo, found.error, strict=True)
    )


def test_games_that_are_none():
    for played, sentence in (([], "no games"), ([(0, 0, 1.0)], "is no game"), ([(0, 1, 0.7)], "is no game")):
        with pytest.raises(GamekitError, match=sentence):
            fit(played, 2)


# --- the sequential test ----------------------------------------------------------------------------------


@pytest.mark.parametrize("opening", [0, 250])  # Elo that an opening is worth to one side
@pytest.mark.parametrize(("draw_share", "seed"), [(0.0, 1), (0.5, 2)])
def test_errors_are_as_rare_as_promised(draw_share, seed, opening):
    """Matches with known truth: a wrong hypothesis is accepted about 5 times in 100, in both directions."""
    test, rounds = Sprt(-60, 60), 80
    rng = random.Random(seed)
    for elo, right in ((-60, "elo0"), (60, "elo1")):
        accepted = [simulated(test, elo, draw_share, opening, rng) for _ in range(rounds)]
        assert set(accepted) <= {"elo0", "elo1"}
        assert accepted.count(right) / rounds >= 0.875  # 0.95 less three standard deviations


def simulated(test, elo, draw_share, opening, rng):
    """One match; the expected score over both colours is that of `elo` exactly."""
    mean, swing = score_of(elo), score_of(opening) - 0.5
    counts = [0] * 5
    for _ in range(5000):
        lean = rng.choice((-swing, swing))
        points = 0
        for score in (mean + lean, mean - lean):
            draws = 2 * draw_share * min(score, 1 - score)
            points += rng.choices((2, 1, 0), (score - draws / 2, draws, 1 - score - draws / 2))[0]
        counts[points] += 1
        verdict = test.test(counts)
        if verdict.accepted:
            return verdict.accepted
    return ""


def test_the_likeliest_chances_have_the_wanted_mean_and_no_others_are_likelier():
    weights = [3, 10, 40, 20, 5]
    for score in (0.4, 0.52, 0.7):
        chances = likeliest(weights, score)
        assert sum(chances) == pytest.approx(1)
        assert sum(p * s for p, s in zip(chances, SCORES, strict=True)) == pytest.approx(score)
        height = sum(w * math.log(p) for w, p in zip(weights, chances, strict=True))
        for way in ((1, -2, 1, 0, 0), (0, 1, -2, 1, 0), (0, 0, 1, -2, 1)):  # keep sum and mean
            for size in (-1e-3, 1e-3):
                near = [p + size * step for p, step in zip(chances, way, strict=True)]
                assert sum(w * math.log(p) for w, p in zip(weights, near, strict=True)) < height


def test_the_test_is_fair_to_both_sides():
    pairs = [4, 9, 30, 21, 10]
    one, other = Sprt(0, 30).test(pairs), Sprt(-30, 0).test(pairs[::-1])
    assert one.llr == pytest.approx(-other.llr)
    assert Sprt(0, 30).test([0, 0, 0, 0, 40]).accepted == "elo1"
    assert Sprt(0, 30).test([40, 0, 0, 0, 0]).accepted == "elo0"
    assert "30 is accepted" in str(Sprt(0, 30).test([0, 0, 0, 0, 40]))


def test_tests_that_are_none():
    for text in ("30,0", "0", "a,b", "0,30,60", "5,5", "0,9999"):
        with pytest.raises(BadText, match="Elo differences"):
            read_sprt(text)
