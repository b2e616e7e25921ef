"""One contract for all games: what every search may rely on."""

from __future__ import annotations

import random

import pytest
from support import VARIANTS, random_game, start, variant_name

from gamekit import (
    INF,
    GamekitError,
    Record,
    board_text,
    compiled,
    count_moves,
    games,
    is_over,
    key,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    score,
    snapshot,
    to_move,
    trace,
    undo,
)
from gamekit.evaluators import FinalScore
from gamekit.perft import fast_perft, perft
from gamekit.rules import PASS
from gamekit.search.negamax import negamax

pytestmark = pytest.mark.quick

every_game = pytest.mark.parametrize("variant", VARIANTS, ids=variant_name)
# Each size is compiled by itself; further sizes of a game seldom find more.
FURTHER = ("tictactoe-5x4x4", "connect4-4x4", "connect4-9x5", "othello-6x6")
every_game_compiled = pytest.mark.parametrize(
    "variant",
    [
        pytest.param(variant, marks=pytest.mark.long if variant_name(variant) in FURTHER else ())
        for variant in VARIANTS
    ],
    ids=variant_name,
)
GAMES_EACH = 6


def parse(variant, text):
    """Read a position of a variant; plates and trees say their size in the text itself."""
    return games.parse(variant[0], text, variant[1], variant[2])


@every_game
def test_random_games_keep_the_contract(variant):
    for seed in range(GAMES_EACH):
        for state in random_game(start(variant), seed):
            offered = list(moves(state))
            assert len(offered) == len(set(offered))
            assert is_over(state) == (not offered)
            assert count_moves(state) == len([move for move in offered if move != PASS])
            assert to_move(state) in (0, 1)
            for move in offered:
                child = play(snapshot(state), move)
                assert type(child) is type(state)
                assert to_move(child) == 1 - to_move(state)
                assert parse_move(state, move_name(state, move)) == move or variant[0] == "plates"


@every_game
def test_text_round_trips(variant):
    for state in random_game(start(variant), 3):
        line, drawing = position_text(state), board_text(state)
        assert "\n" not in line
        assert str(state) == drawing
        for text in (line, drawing) if variant[0] != "tree" else (line,):
            again = parse(variant, text)
            assert position_text(again) == line
            assert moves(again) == moves(state)
            assert (to_move(again), is_over(again)) == (to_move(state), is_over(state))
            if is_over(state):
                assert score(again) == score(state)


@every_game
def test_undo_restores_bit_for_bit(variant):
    for state in random_game(start(variant), 5):
        before = fingerprint(state)
        for move in moves(state):
            play(state, move)
            undo(state, move)
            assert fingerprint(state) == before


def fingerprint(state):
    """Every bit of a state, arrays included, and its key."""
    return [part.tobytes() if hasattr(part, "tobytes") else part for part in state], key(state)


@every_game
def test_equal_positions_have_equal_keys_and_others_differ(variant):
    seen = {}
    for seed in range(GAMES_EACH):
        for state in random_game(start(variant), seed):
            line = position_text(state)
            # Othello's key leaves out who is to move: the value does not depend on it.
            seen.setdefault(int(key(state)) % 2**64, set()).add(line)
    assert all(len(lines) == 1 for lines in seen.values()) or variant[0] in ("othello", "tree")
    if variant[0] == "othello":
        for lines in seen.values():
            boards = {line.split(" ")[0] for line in lines}
            assert len(boards) <= 2


@every_game_compiled
def test_forms_agree_in_values_and_node_counts(variant):
    """The plain text, its traced twin and its compiled twin do the same work."""
    state = start(variant)
    rng = random.Random(variant_name(variant))
    for _ in range(3):
        depth = 3 if len(moves(state)) < 30 else 2
        plain = negamax(snapshot(state), depth, -INF, INF, FinalScore())
        traced = trace(negamax)(snapshot(state), depth, -INF, INF, FinalScore())
        quick = fast_negamax(snapshot(state), depth, -INF, INF, FinalScore())
        assert plain == traced.value == quick
        plain_nodes = count_nodes(snapshot(state), depth, -INF, INF)
        quick_nodes = fast_count_nodes(snapshot(state), depth, -INF, INF)
        assert plain_nodes == quick_nodes
        assert plain_nodes[1] == len(traced)
        assert perft(snapshot(state), 2, 1, 0) == fast_perft(snapshot(state), 2, 1, 0)
        for _ in range(3):
            if not is_over(state):
                state = play(snapshot(state), rng.choice(list(moves(state))))


def count_nodes(state, depth, alpha, beta):
    """Negamax that returns its value and how many nodes it visited."""
    if depth == 0 or is_over(state):
        return (score(state) if is_over(state) else 0), 1
    best, nodes = -INF, 1
    for move in moves(state):
        found, visited = count_nodes(play(state, move), depth - 1, -beta, -alpha)
        undo(state, move)
        nodes += visited
        best = max(best, -found)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, nodes


fast_negamax = compiled(negamax)
fast_count_nodes = compiled(count_nodes)


@every_game
def test_a_record_plays_and_refuses(variant):
    game = Record(start(variant))
    rng = random.Random(1)
    while not game.is_over:
        before = position_text(game.state)
        with pytest.raises(GamekitError, match=r"not|no choice"):
            game.push("zz99")
        assert position_text(game.state) == before
        game.push(rng.choice(list(moves(game.state))))
    assert game.outcome is not None
    assert game.result == "draw" or "wins" in game.result
    again = Record(start(variant), game.transcript)
    assert position_text(again.state) == position_text(game.state)
    count = len(game)
    for _ in range(count):
        game.undo()
    assert position_text(game.state) == position_text(start(variant))
