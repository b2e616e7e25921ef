"""Monte Carlo tree search in gomoku: it sees a four, and what it proves is so."""

from __future__ import annotations

import random
from functools import cache

import gomoku_reference as reference
import pytest

from gamekit import is_over, move_name, moves, play, to_move
from gamekit.games import gomoku
from gamekit.gomoku.board import MOVE_OF, tables
from gamekit.gomoku.engine import SURE, Engine, Switches
from gamekit.gomoku.threats import attack
from gamekit.gomoku.weights import by_hand
from gamekit.gomoku.work import new_work
from gamekit.rules import position_text, snapshot
from gamekit.search import mcts

SIMULATIONS = 2_500
PLAIN = dict.fromkeys(("forced", "proofs", "ordering", "widening", "informed"), False) | {"width": 225}


@cache
def engine(**switches) -> Engine:
    return Engine(Switches(by_mcts=True, **switches), table_mb=4)


def think(state, simulations=SIMULATIONS, **switches):
    """(result, tree): from an empty tree."""
    engine(**switches).forget()
    return engine(**switches).think(state, nodes=simulations), engine(**switches)._tree


def games_of_stones(seed):
    """Positions of one random game that huddles around the centre."""
    rng, state = random.Random(seed), gomoku.parse("h8")
    while not is_over(state):
        yield snapshot(state)
        cells = [int(cell) for cell in tables(state, by_hand(), distance=1).record[0].candidates]
        near = [int(MOVE_OF[cell]) for cell in cells if MOVE_OF[cell] in moves(state)]
        state = play(state, rng.choice(near))


def fives(state, side):
    """The squares where a stone of this side makes five, by the rules alone: no table of the kit is asked."""
    board = reference.from_rows(position_text(state).split()[0].split("/"))
    stone = "XO"[side]
    return {
        square
        for square, mark in board.items()
        if mark == "." and reference.wins(reference.with_stone(board, square, stone), square, "freestyle")
    }


def square_of(move):
    """A move as the reference counts squares."""
    row, column = divmod(move, gomoku.STRIDE)
    return column - 1, row - 1


def positions(wanted, count):
    """(state, answer): one a game, of those for which `wanted` has an answer."""
    found, seed = [], 0
    while len(found) < count:
        for state in games_of_stones(seed):
            answer = wanted(state)
            if answer is not None:
                found.append((state, answer))
                break
        seed += 1
    return found


def only_block(state):
    """The one square that stops a five, where nobody has anything better."""
    its = fives(state, 1 - to_move(state))
    return its.pop() if len(its) == 1 and not fives(state, to_move(state)) else None


def only_win(state):
    mine = fives(state, to_move(state))
    return mine.pop() if len(mine) == 1 else None


@pytest.mark.parametrize(
    ("wanted", "count", "least"),
    [
        (only_block, 15, 14),
        (only_win, 15, 15),
        pytest.param(only_block, 60, 58, marks=pytest.mark.long),
        pytest.param(only_win, 60, 60, marks=pytest.mark.long),
    ],
)
def test_the_only_reply_gets_nearly_all_visits(wanted, count, least):
    """The first edition found one block of twelve."""
    found = 0
    for state, square in positions(wanted, count):
        answer, tree = think(state)
        visits = {square_of(int(MOVE_OF[child.move])): child.visits for child in tree.children()}
        share = visits.get(square, 0) / sum(visits.values())
        found += square_of(answer.move) == square and share > 0.5
    assert found >= least


@pytest.mark.long
def test_without_all_that_the_tables_know_a_four_is_not_seen():
    """What the switches are for: the test above can fail."""
    cases = positions(only_block, 12)
    found = [square_of(think(state, **PLAIN)[0].move) == square for state, square in cases]
    assert sum(found) <= 6


@pytest.mark.long
def test_a_switch_takes_one_idea_out_of_the_tree():
    four, three = gomoku.parse("h8 i9 i8 e8 g8 h7 f8"), gomoku.parse("h8 a1 h9 c2 h10 e3")
    quiet = gomoku.parse("h8 i9 h7 h9 g9 i7")

    def children(state, **switches):
        return think(state, 200, **switches)[1].children()

    assert len(children(four)) == 1 < len(children(four, forced=False))
    assert think(three, 200)[1].root().proof == "loss"
    assert think(three, 200, proofs=False)[1].root().proof == ""
    assert any(child.visits == 0 for child in children(quiet))
    assert all(child.visits > 0 for child in children(quiet, widening=False))
    moves_of = {child.move: child.visits for child in children(quiet)}
    unordered = {child.move: child.visits for child in children(quiet, ordering=False)}
    assert moves_of.keys() == unordered.keys()
    assert moves_of != unordered
    assert moves_of != {child.move: child.visits for child in children(quiet, informed=False)}


def by_fours(state, nodes=20_000):
    """The first move of a win by continuous fours, by the threat search alone; None if there is none."""
    made, work = tables(state, by_hand()), new_work()
    work["threat_nodes"] = nodes
    if not attack(made.record[0], work[0], 0, 12, 0):
        return None
    return int(MOVE_OF[work["forced"][0][0, 0]])


def only_defence(state):
    """The one reply after which the other side has no win by fours, and does not win at once otherwise."""
    if fives(state, 0) or fives(state, 1) or by_fours(state) is not None:
        return None
    at = tables(state, by_hand()).record[0]
    cells = [int(cell) for cell in at.candidates[: at.count]]
    saving = []
    for move in (int(MOVE_OF[cell]) for cell in cells if at.board[cell] == 0):
        if by_fours(play(snapshot(state), move)) is None:
            saving.append(move)
            if len(saving) > 1:
                return None
    return saving[0] if saving else None


@pytest.mark.long
def test_the_only_defence_against_fours_to_come_is_found():
    """Nothing is forced at sight: each reply but one loses to fours, which the tree must find out."""
    found = 0
    cases = positions(only_defence, 20)
    for state, move in cases:
        answer, tree = think(state)
        visits = {int(MOVE_OF[child.move]): child.visits for child in tree.children()}
        found += answer.move == move and visits[move] > sum(visits.values()) / 2
    assert found >= 18


def test_mates_in_two_are_proven():
    """An open three, a four with a three: two fives to come."""
    for text in ("h8 a1 h9 c2 h10 e3", "h8 h7 h9 a2 h10 a3 i11 o1 j11 o2", "g8 a1 h8 b3 h10 c5 h9 o9"):
        state = gomoku.parse(text)
        answer, tree = think(state)
        assert tree.root().proof == "loss"  # of the side that let it come to this
        assert answer.value == 1.0
        assert answer.nodes < 100
        assert by_fours(state) is not None


def test_proofs_agree_with_the_threat_search():
    """A win by fours is proven at once; what is proven is a win, or a loss, for alpha-beta too."""
    judge, wins, losses = Engine(table_mb=4), 0, 0
    for seed in range(20):
        for state in list(games_of_stones(seed))[8:30:6]:
            answer, tree = think(state, 300)
            forced = by_fours(state)
            proof = tree.root().proof
            if forced is not None:
                wins += 1
                assert proof == "loss", f"{state!r} {move_name(state, forced)}"
            if proof:
                judge.forget()
                told = judge.think(state, nodes=200_000)
                losses += proof == "win"
                assert told.value > SURE if proof == "loss" else told.value < -SURE
                assert answer.value == (1 if proof == "loss" else -1)
    assert wins >= 5
    assert losses >= 2


@pytest.mark.long
def test_the_tree_never_proves_a_loss_from_a_part_of_the_moves():
    """With a width of one every reply is lost soon; that proves nothing."""
    for state, move in positions(only_defence, 3):
        _, tree = think(state, 400, width=1)
        offered = [int(MOVE_OF[child.move]) for child in tree.children()]
        assert tree.root().proof == "" or move in offered


@pytest.mark.parametrize("forced", [True, False])
@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_what_is_reported_on_the_way_are_legal_moves(forced, rule, monkeypatch):
    monkeypatch.setattr(mcts, "SECONDS_BETWEEN_REPORTS", 0.0)
    state = gomoku.parse("h9 a1 h10 a15 i8 o1 j8 o15", rule=rule)  # in renju h8 would be a double-three
    reports = []
    engine(forced=forced).forget()
    found = engine(forced=forced).think(state, nodes=SIMULATIONS, report=reports.append)
    assert len(reports) > 1
    assert reports[-1] == found
    for report in reports:
        assert {report.move, *report.values} <= set(moves(state))
        assert report.line[0] == report.move
        assert report.value == report.values.get(report.move, 0.0)
