"""Twins: compiled and traced copies of one text, for texts of all shapes."""

from __future__ import annotations

import functools

import pytest
from numba import njit

from gamekit import INF, GamekitError, compiled, is_over, moves, play, score, trace
from gamekit.compiling import Compiled
from gamekit.evaluators import FinalScore
from gamekit.games import plates, tictactoe, tree
from gamekit.search.negamax import negamax

pytestmark = pytest.mark.quick

SCALE = 3


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def scaled(n):
    return SCALE * n


def uses_helper(n):
    return scaled(1) if n == 0 else uses_helper(n - 1) + helper_of_helper(n)


def helper_of_helper(n):
    return scaled(n) + 1


def maximise(state):
    if is_over(state):
        return -score(state)  # the plates end with the second player to move
    best = -INF
    for move in moves(state):
        best = max(best, minimise(play(state, move)))
    return best


def minimise(state):
    if is_over(state):
        return -score(state)
    best = INF
    for move in moves(state):
        best = min(best, maximise(play(state, move)))
    return best


def test_compiled_recursion():
    assert compiled(fibonacci)(20) == fibonacci(20) == 6765


def test_helpers_are_compiled_too():
    assert compiled(uses_helper)(5) == uses_helper(5)


def test_two_functions_that_call_each_other():
    assert compiled(maximise)(plates.start()) == maximise(plates.start()) == 20
    found = trace(maximise)(plates.start())
    assert (found.value, len(found)) == (20, 31)
    assert {node.function for node in found.nodes} == {"maximise", "minimise"}


def test_as_a_decorator():
    @compiled
    def triangle(n):
        return 0 if n == 0 else n + triangle(n - 1)

    assert isinstance(triangle, Compiled)
    assert triangle(100) == 5050
    assert triangle.__name__ == "triangle"


def test_a_closure():
    def make(step):
        def climb(n):
            return 0 if n <= 0 else step + climb(n - 1)

        return climb

    assert compiled(make(4))(10) == 40
    assert len(trace(make(4))(10)) == 11


def test_called_from_other_compiled_code():
    fast = compiled(fibonacci)

    @njit
    def twice(n):
        return 2 * fast(n)

    assert twice(10) == 110


def test_a_twin_of_a_twin_is_a_twin_of_the_text():
    assert len(trace(compiled(fibonacci))(5)) == len(trace(fibonacci)(5)) == 15
    assert len(trace(njit(fibonacci))(5)) == 15
    assert compiled(trace(fibonacci))(10) == 55


def test_an_edited_helper_and_an_edited_constant_are_noticed():
    """As in a notebook: cells are run again, names mean new things, the twin follows."""
    space = {"compiled": compiled}
    exec("FACTOR = 2\ndef help(n): return FACTOR * n", space)
    exec("def total(n): return 0 if n == 0 else help(n) + total(n - 1)", space)
    space["fast"] = compiled(space["total"])
    assert space["fast"](4) == 20
    space["FACTOR"] = 10
    assert space["fast"](4) == 100
    exec("def help(n): return n * n", space)
    assert space["fast"](4) == 30


def test_only_functions_have_twins():
    with pytest.raises(GamekitError, match="a twin is made of a plain Python function, not of int"):
        compiled(5)
    with pytest.raises(GamekitError, match="not of partial"):
        trace(functools.partial(fibonacci, 3))


# --- traces -----------------------------------------------------------------------------------------------


def test_plates_are_31_nodes_and_18_with_alpha_beta():
    everything = trace(maximise)(plates.start())
    pruned = trace(negamax)(plates.start(), 3, -INF, INF, FinalScore())
    assert (len(everything), len(pruned)) == (31, 18)
    assert pruned.value == 20
    names = {node.number: node.pruned for node in pruned.nodes if node.pruned}
    assert sum(map(len, names.values())) == 5
    assert not any(node.pruned for node in everything.nodes)


def test_a_node_keeps_arguments_value_move_and_order():
    found = trace(negamax)(plates.start(), 3, -INF, INF, FinalScore())
    root = found.root
    assert (root.number, root.move, root.value) == (0, None, 20)
    assert root.arguments["depth"] == 3
    assert [child.move for child in root.children] == [0, 1, 2]
    assert [node.number for node in found.nodes] == list(range(18))
    second = root.children[1]
    assert (second.arguments["alpha"], second.arguments["beta"]) == (-INF, -20)
    assert second.pruned == [1, 2]
    assert root.count() == 18


def test_the_seven_node_tree_never_looks_at_the_9():
    found = trace(negamax)(tree.start(), 9, -INF, INF, FinalScore())
    assert (found.value, len(found)) == (3, 6)
    assert found.root.children[1].pruned == [1]


def test_the_text_tree():
    found = trace(negamax)(tree.start(), 9, -INF, INF, FinalScore())
    assert str(found).split("\n") == [
        "max (-inf, inf) = 3",
        "+- a: min (-inf, inf) = -3",
        "|  +- a: (-inf, inf) = 5",
        "|  +- b: (-inf, 5) = 3",
        "+- b: min (-inf, -3) = -1",
        "   +- a: (3, inf) = 1",
        "   +- never looked at: b",
    ]
    assert repr(found) == "<trace of negamax: value 3, 6 nodes, 1 moves pruned>"


def test_a_trace_that_grows_too_large_is_stopped():
    with pytest.raises(GamekitError, match="more than 1,000 nodes"):
        trace(negamax, limit=1000)(tictactoe.start(), 9, -INF, INF, FinalScore())


def test_an_error_in_a_text_comes_through():
    def broken(state):
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        trace(broken)(plates.start())


def test_tictactoe_counts():
    def nodes(state):
        count = 1
        for move in moves(state):
            count += nodes(play(state, move))
        return count

    def finished(state):
        if is_over(state):
            return 1
        count = 0
        for move in moves(state):
            count += finished(play(state, move))
        return count

    assert compiled(nodes)(tictactoe.start()) == 549_946
    assert compiled(finished)(tictactoe.start()) == 255_168


def test_tictactoe_alpha_beta_visits_18297_nodes():
    found = trace(negamax)(tictactoe.start(), 9, -INF, INF, FinalScore())
    assert (found.value, len(found)) == (0, 18_297)
