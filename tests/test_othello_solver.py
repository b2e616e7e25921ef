"""The Othello solver against scores from outside and against the kit's own plain negamax.

Truth: `truth/othello/fforum-1-19.obf` is the French Othello Federation's test as kept by abulmo/edax-reversi
(`problem/`); `endgame-*.obf` are positions from real games (jeffreyan11/othello_engine, `ffotest/`) whose
scores were recomputed with Edax 4.6. Other moves may tie with the best one, so scores are compared.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import othello_reference as reference
import pytest
from support import TRUTH, random_game, run_python

from gamekit import INF, GamekitError, compiled, is_over, moves, parse_move, play, score
from gamekit.evaluators import FinalScore
from gamekit.games import connect4, othello
from gamekit.othello import solver as solver
from gamekit.othello import solver_boards as othello_boards
from gamekit.othello import solver_ordering as othello_ordering
from gamekit.othello import stability
from gamekit.othello.solver import Solver, solve
from gamekit.rules import PASS
from gamekit.search.negamax import negamax


def named_move(state, name):
    return None if name == "H0" else parse_move(state, name)  # one lost position comes without a move


@cache
def truth(name):
    """(state, {move: score} best first) for each line of a file."""
    found = []
    for line in (TRUTH / "othello" / f"{name}.obf").read_text().splitlines():
        board, *scored = [part.strip() for part in line.split(";")]
        state = othello.parse(board)
        pairs = (part.split(":") for part in scored if part)
        found.append((state, {named_move(state, name): int(value) for name, value in pairs}))
    return found


def empties(state):
    size = othello.SIZE_OF[type(state)]
    return size * size - state.player.bit_count() - state.opponent.bit_count()


@cache
def positions(size, fewest, most, count, seed):
    """Positions from random games with that many empty squares, mixed."""
    found, number = [], 0
    while len(found) < count:
        game = [at for at in random_game(othello.start(size), seed + number) if fewest <= empties(at) <= most]
        number += 1
        if game:
            found.append(random.Random(number).choice(game))
    return found


PLAIN = compiled(negamax)


def plain(state):
    return PLAIN(state, 40, -INF, INF, FinalScore())


def replay(state, line):
    """The final score for the side to move at the start; `play` refuses illegal moves."""
    sign = 1
    for move in line:
        state, sign = play(state, move), -sign
    assert is_over(state), "the line stops early"
    return sign * score(state)


def sign(number):
    return (number > 0) - (number < 0)


# --- scores from outside ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), [("13", None), ("14", None), ("15", 30), ("16", 20)])
def test_endgames_from_real_games(name, count):
    cases = truth(f"endgame-{name}")[:count]
    assert len(cases) >= (count or 120)
    for state, scored in cases:
        (expected,) = scored.values()
        result = solve(state, with_line=True)
        assert (result.value, result.depth) == (expected, int(name))
        assert result.move == result.line[0]
        assert replay(state, result.line) == expected
        assert solve(play(state, result.move)).value == -expected


@pytest.mark.parametrize("number", range(1, 9))
def test_every_move_of_the_french_federations_positions(number):
    state, scored = truth("fforum-1-19")[number - 1]
    result = solve(state, with_line=True)
    assert result.value == max(scored.values())
    assert replay(state, result.line) == result.value
    assert len(scored) > 1
    assert set(scored) <= set(moves(state))
    assert scored.get(result.move, result.value) == result.value
    for move, expected in scored.items():
        assert solve(play(state, move)).value == -expected


@pytest.mark.parametrize("name", ["endgame-13", "endgame-14"])
def test_outcomes(name):
    for state, scored in truth(name)[:60]:
        expected = sign(next(iter(scored.values())))
        result = solve(state, outcome_only=True)
        assert result.value == expected
        assert solve(play(state, result.move), outcome_only=True).value == -expected


def test_outcomes_take_less_work():
    states = [state for state, _ in truth("endgame-14")[:60]]
    assert sum(solve(at, True).nodes for at in states) * 2 < sum(solve(at).nodes for at in states)


# --- the kit's own negamax --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "fewest", "most", "count"),
    [("8x8", 6, 9, 100), ("8x8", 0, 6, 150), ("6x6", 0, 10, 100), ("4x4", 0, 9, 60)],
)
def test_random_positions_agree_with_plain_negamax(size, fewest, most, count):
    chance = random.Random(5)
    area = othello.SIZE_OF[type(othello.start(size))] ** 2
    for state in positions(size, fewest, most, count, 1):
        expected = plain(state)
        result = solve(state, with_line=True)
        assert result.value == expected
        assert replay(state, result.line) == expected
        assert solve(state, outcome_only=True).value == sign(expected)

        alpha = chance.randrange(-area - 3, area + 2)
        beta = chance.randrange(alpha + 1, area + 4)
        bound = solve(state, with_line=True, alpha=alpha, beta=beta)
        if alpha < expected < beta:
            assert bound.value == expected
            assert replay(state, bound.line) == expected
        elif expected >= beta:
            assert beta <= bound.value <= expected
            if bound.move is not None:
                assert -plain(play(state, bound.move)) >= beta
        else:
            assert expected <= bound.value <= alpha
        assert (bound.move is None) == is_over(state)
        assert bound.move is None or bound.move in moves(state)


def test_four_by_four_from_the_start():
    state = othello.start("4x4")
    result = solve(state, with_line=True)
    assert result.value == -10 == replay(state, result.line)
    assert {-solve(play(state, move)).value for move in moves(state)} == {-10}


@pytest.mark.parametrize(("size", "empty"), [("6x6", 13), ("6x6", 15), ("6x6", 17), ("8x8", 14), ("8x8", 16)])
def test_looking_ahead_changes_the_order_and_nothing_else(monkeypatch, size, empty):
    """Enough empty squares for a short search below each move: other nodes, the same scores."""
    states = positions(size, empty, empty, 30, 400)
    found = [solve(at, with_line=True) for at in states]
    for state, result in zip(states, found, strict=True):
        assert replay(state, result.line) == result.value
    monkeypatch.setitem(solver.SMALL_BOARD_LOOK, "look_from", 65)
    monkeypatch.setitem(solver.LOOK, "look_from", 65)
    without = [solve(at) for at in states]
    assert [at.value for at in without] == [at.value for at in found]
    assert sum(at.nodes for at in without) != sum(at.nodes for at in found)


def test_a_position_is_worth_its_best_move_on_six_by_six():
    for state in positions("6x6", 15, 16, 12, 700):
        children = [(-solve(play(state, move)).value, move) for move in moves(state)]
        result = solve(state)
        assert result.value == max(children)[0]
        assert (result.value, result.move) in children


def test_from_the_start_of_six_by_six_nobody_is_wiped_out():
    """Two questions of a second each; `gamekit bench othello-6x6` asks for the whole score."""
    state = othello.start("6x6")
    assert solve(state, alpha=34, beta=36).value <= 34
    assert solve(state, alpha=-36, beta=-34).value >= -34


def test_passes_come_in_the_line():
    """Roots that must pass, and passes further down."""
    found = [at for seed in range(300) for at in random_game(othello.start(), seed) if moves(at) == [PASS]]
    late = [at for at in found if empties(at) <= 9]
    assert len(late) > 20
    for state in late[:60]:
        result = solve(state, with_line=True)
        assert result.move == PASS
        assert result.value == -solve(play(state, PASS)).value == plain(state)
        assert replay(state, result.line) == result.value
        assert solve(state, alpha=62, beta=64).move == PASS
    assert any(PASS in solve(at, with_line=True).line[1:] for at in late)


def test_positions_that_are_over():
    for size in ("8x8", "6x6", "4x4"):
        for seed in range(20):
            *_, state = random_game(othello.start(size), seed)
            for result in (solve(state, with_line=True), solve(state, alpha=-2, beta=0)):
                assert (result.move, result.line, result.nodes) == (None, (), 0)
                assert (result.value, result.depth) == (score(state), empties(state))
            assert solve(state, outcome_only=True).value == sign(score(state))
    for text, expected in (("X" * 20 + "-" * 44, 64), ("-" * 64, 0), ("O" * 9 + "-" * 55, -64)):
        assert solve(othello.parse(text + " X")).value == expected


def test_a_wipe_out_is_played_to_the_end_by_both_sides():
    states = [
        at for seed in range(100) for at in random_game(othello.start("4x4"), seed) if 0 < empties(at) < 8
    ]
    values = {at: plain(at) for at in states if not is_over(at)}
    lost = [at for at, found in values.items() if found == -16]
    won = [at for at, found in values.items() if found == 16]
    assert lost
    assert won
    for state in lost[:20] + won[:20]:
        result = solve(state, with_line=True)
        assert result.value == values[state] == replay(state, result.line)
    state = othello.parse("-OX" + "-" * 61 + " X")  # 8x8, one move and all is over
    assert solve(state).line == (0,)
    state = othello.parse("XO-" + "-" * 5 + "-" * 56 + " X")
    assert (solve(state).value, solve(state).line) == (64, (2,))


def test_only_the_move_is_given_without_a_line():
    for state, scored in truth("endgame-13")[:20]:
        result = solve(state)
        assert result.line == (result.move,)
        assert result.value == next(iter(scored.values()))
        assert result.nodes <= solve(state, with_line=True).nodes


# --- parts ------------------------------------------------------------------------------------------------


def stable_discs(state, size):
    words = np.uint64(state.player), np.uint64(state.opponent)
    if size == "8x8":
        return int(stability.stable_discs(*words))
    return int(stability.stable_inside(*words, np.uint64(othello.board_mask(int(size[0])))))


@pytest.mark.parametrize(("size", "fewest", "most"), [("8x8", 4, 30), ("6x6", 2, 16), ("4x4", 1, 8)])
def test_stable_discs_are_never_turned(size, fewest, most):
    """Whatever is played from here on, a disc called stable keeps its colour."""
    count = 0
    for state in positions(size, fewest, most, 80, 900):
        stable = stable_discs(state, size)
        count += stable.bit_count()
        for seed in range(15):
            for at in random_game(state, seed):
                mine = at.player if at.turn == state.turn else at.opponent
                assert stable & ~mine == 0
    assert count > 200


def test_the_last_disc_turns_what_the_rules_say():
    chance = random.Random(2)
    for square in range(64):
        for _ in range(20):
            player = chance.getrandbits(64) & ~(1 << square)
            opponent = ~player & ~(1 << square) & (1 << 64) - 1
            board = reference.board_of(othello.Othello(player, opponent, 0), 8)
            turned = int(reference.turned(board, square // 8, square % 8).sum())
            assert othello_boards.gain_of_last(np.uint64(player), np.uint64(square)) == 2 * turned


def test_a_full_board_is_stable_to_the_last_disc():
    for size in ("8x8", "6x6", "4x4"):
        board = othello.board_mask(int(size[0]))
        state = othello.SIZES[int(size[0])](board & 0x0F0F_3333_5555_F0F0, board & ~0x0F0F_3333_5555_F0F0, 0)
        assert stable_discs(state, size) & 0x003C_3C3C_3C3C_3C00 & board
        assert size == "8x8" or stable_discs(state, size) == state.player


def test_corners_of_every_board():
    for size, corners, x_squares in (
        (8, {0, 7, 56, 63}, {9, 14, 49, 54}),
        (6, {9, 14, 49, 54}, {18, 21, 42, 45}),
        (4, {18, 21, 42, 45}, {27, 28, 35, 36}),
    ):
        found = othello_boards.corners_of(othello.board_mask(size))
        assert found == (sum(1 << at for at in corners), sum(1 << at for at in x_squares))


def test_of_twin_moves_one_is_left():
    def left(state):
        legal = sum(1 << move for move in moves(state))
        words = np.uint64(state.player), np.uint64(state.opponent), np.uint64(legal)
        return int(othello_ordering.without_twins(*words)), legal

    for size in ("8x8", "6x6", "4x4"):
        start = othello.start(size)
        assert left(start)[0].bit_count() == 1
        kept, legal = left(play(start, moves(start)[0]))
        assert kept == legal  # diagonal, parallel, perpendicular: three different openings
    mirrored = "-" * 24 + "---OX------XO--------O--" + "-" * 16  # in the diagonal from a1 to h8
    kept, legal = left(othello.parse(mirrored + " X"))
    assert (kept.bit_count(), legal.bit_count()) == (2, 4)
    for state in positions("6x6", 14, 20, 40, 3):
        kept, legal = left(state)
        assert kept == legal


# --- errors, processes, threads ---------------------------------------------------------------------------


def test_what_is_no_question_is_refused():
    with pytest.raises(GamekitError, match="takes positions of othello, not Connect4"):
        solve(connect4.start())
    with pytest.raises(GamekitError, match="alpha < beta, not 4 and 4"):
        solve(truth("endgame-13")[0][0], alpha=4, beta=4)
    with pytest.raises(GamekitError, match="one disc"):
        solve(othello.Othello(1, 3, 0))
    with pytest.raises(GamekitError, match="on the board"):
        solve(othello.Othello6(1, 2, 0))
    for size in (0, -1, "much", None, float("nan"), 10**15):
        with pytest.raises(GamekitError, match="a size in megabytes, such as 128, not"):
            solve(othello.start("4x4"), table_mb=size)


NODES = """
from gamekit.games import othello
from gamekit.othello.solver import solve
for text in {texts!r}:
    result = solve(othello.parse(text), with_line=True)
    print(result.value, result.nodes, *result.line)
"""


@pytest.mark.long
def test_processes_that_share_a_cache_agree_in_every_number(tmp_path):
    states = [state for state, _ in truth("endgame-14")[:10]]
    code = NODES.format(texts=[othello.position_text(state) for state in states])
    here = [solve(state, with_line=True) for state in states]
    expected = [" ".join(map(str, (at.value, at.nodes, *at.line))) for at in here]
    for _ in range(2):
        ran = run_python(code, GAMEKIT_CACHE_DIR=str(tmp_path))
        assert (ran.stderr, ran.returncode) == ("", 0)
        assert ran.stdout.splitlines() == expected


def test_threads_do_not_disturb_each_other():
    states = [state for state, _ in truth("endgame-14")[:40]]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(solve, states))
    for state, result in zip(states, found, strict=True):
        alone = solve(state)
        assert (result.value, result.nodes, result.line) == (alone.value, alone.nodes, alone.line)


def test_another_thread_can_cancel():
    one = Solver()
    assert one.solve(othello.start("4x4")).value == -10  # compiled by now
    with ThreadPoolExecutor(1) as threads:
        solving = threads.submit(one.solve, othello.start("6x6"))
        while not one._works:  # not begun yet
            time.sleep(0.01)
        time.sleep(0.1)
        assert not solving.done()
        one.cancel()
        with pytest.raises(GamekitError, match="told to stop"):
            solving.result(timeout=30)
    assert one.solve(othello.start("4x4")).value == -10  # and it can be used again


def test_importing_compiles_nothing():
    code = """
from gamekit.othello import solver, solver_boards, solver_ordering, stability
parts = solver, solver_boards, solver_ordering, stability
made = [name for part in parts for name, f in vars(part).items() if getattr(f, "signatures", ())]
print(made)
"""
    ran = run_python(code)
    assert ran.stdout == "[]\n", ran.stdout + ran.stderr
