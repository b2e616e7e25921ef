"""The rules dispatch on types, in Python and in compiled code, for the kit's games and for a learner's."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from numba import njit
from support import run_python

from gamekit import INF, GamekitError, IllegalMove, compiled, is_over, moves, play, score, value
from gamekit.bits import popcount
from gamekit.errors import UnknownType
from gamekit.games import othello, plates, tictactoe
from gamekit.rules import count_moves, undo, word_state
from gamekit.search.negamax import negamax

pytestmark = pytest.mark.quick


class Corners(NamedTuple):
    """A learner's evaluator."""

    weight: int


CORNERS = 0x8100_0000_0000_0081


@value.on(Corners)
def _(evaluator, state):
    return evaluator.weight * (popcount(state.player & CORNERS) - popcount(state.opponent & CORNERS))


@njit
def greedy(state, evaluator):
    """A learner's own @njit function: no wrapper, no special import."""
    best, choice = -INF, -1
    for move in moves(state):
        child = -value(evaluator, play(state, move))
        if child > best:
            best, choice = child, move
    return choice


def test_a_learners_njit_function_uses_the_rules():
    state = othello.parse("-OX" + "-" * 61 + " X;")
    assert greedy(state, Corners(10)) == 0
    assert value(Corners(10), play(state, 0)) == -10


def test_a_learners_evaluator_works_in_the_kits_search():
    state = othello.parse("f5d6c3")
    arguments = state, 3, -INF, INF, Corners(10)
    assert compiled(negamax)(*arguments) == negamax(*arguments)


@word_state
class Nim(NamedTuple):
    """A learner's own game: take one or two, whoever takes the last stone wins."""

    stones: int


@moves.on(Nim)
def _(state: Nim):  # annotations, which numba compares too, do no harm
    for take in (1, 2):
        if take <= state.stones:
            yield take


@play.on(Nim)
def _(state, move) -> Nim:
    return Nim(state.stones - move)


@is_over.on(Nim)
def _(state):
    return state.stones == 0


@score.on(Nim)
def _(state):
    return -1


def test_a_learners_game_runs_plain_and_compiled():
    def outcome(state):
        if is_over(state):
            return score(state)
        best = -1
        for move in moves(state):
            best = max(best, -outcome(play(state, move)))
        return best

    fast = compiled(outcome)
    for stones in range(12):
        assert outcome(Nim(stones)) == fast(Nim(stones)) == (-1 if stones % 3 == 0 else 1)
    assert count_moves(Nim(5)) == 2  # the default counts what moves offers
    assert undo(Nim(5), 1) is None


class Lookup(NamedTuple):
    """An evaluator whose text numba cannot compile."""

    name: str


@value.on(Lookup)
def _(evaluator, state):
    return {"one": 1, "two": 2}[evaluator.name] + len(f"{state!r}") * 0


def test_a_text_that_numba_cannot_compile_runs_in_plain_python():
    assert value(Lookup("two"), othello.start()) == 2
    with pytest.raises(KeyError):  # Python's own error, not numba's
        value(Lookup("three"), othello.start())


class Opinion:
    """An evaluator that is no tuple: ordinary Python."""

    def __init__(self, number):
        self.number = number


@value.on(Opinion)
def _(evaluator, state):
    return evaluator.number


def test_plain_classes_are_plain():
    assert value(Opinion(7), plates.start()) == 7
    assert negamax(plates.start(), 1, -INF, INF, Opinion(7)) == -7


class Fickle(NamedTuple):
    """An evaluator whose text is typed in twice, as happens in notebooks."""

    nothing: int


def test_typing_a_rule_in_again_changes_compiled_code_too():
    @value.on(Fickle)
    def _(evaluator, state):
        return 1

    fast = compiled(negamax)
    arguments = othello.start(), 0, -INF, INF, Fickle(0)
    assert (value(Fickle(0), othello.start()), fast(*arguments)) == (1, 1)

    @value.on(Fickle)
    def _(evaluator, state):
        return 2

    @njit
    def typed_later(state, evaluator):
        return value(evaluator, state)

    assert (value(Fickle(0), othello.start()), fast(*arguments)) == (2, 2)
    assert typed_later(othello.start(), Fickle(0)) == 2


def test_an_unknown_type_gets_a_sentence():
    with pytest.raises(UnknownType, match=r"the rule 'moves' does not know int; it knows .*Othello"):
        moves(5)
    with pytest.raises(UnknownType, match="nothing"):
        moves()


def test_a_text_with_other_arguments_is_refused():
    with pytest.raises(GamekitError, match=r"takes \(evaluator, state\), not \(e, s\)"):

        @value.on(Opinion)
        def _(e, s):
            return 0


def test_states_hold_ints_in_python_and_words_in_compiled_code():
    @njit
    def highest(state):
        return play(state, 63).opponent

    state = othello.parse("-" * 61 + "XO- X;")
    assert highest(state) >= 1 << 63
    assert all(type(word) is int for word in play(state, 63))


@pytest.mark.parametrize("move", [0, 64, -2, 10**9, 10**30, "d3", None, 2.5])
def test_python_cannot_play_an_illegal_move(move):
    """In compiled code such a move would read memory that is not there; in a notebook it must not."""
    for state in (othello.start(), plates.start(), tictactoe.parse("XO./.../...")):
        if move == 0 and type(state) is plates.Plates:
            continue
        with pytest.raises(IllegalMove, match=r"is not legal here; the legal moves are .* \("):
            play(state, move)
    with pytest.raises(IllegalMove, match="the game is over"):
        play(tictactoe.parse("XXX/OO./..."), 8)


def test_all_tuple_states_of_a_size_share_one_class():
    assert tictactoe.state_class(4, 4, 4) is tictactoe.TicTacToe_4x4x4
    with pytest.raises(AttributeError):
        tictactoe.TicTacToe_4x4  # noqa: B018


POINTLESS = """
import numpy
from numba import njit
@njit(parallel=True)
def total(numbers):
    result = 0
    for number in numbers:
        result += number
    return result
total(numpy.ones(3))
"""


def test_nothing_is_said_on_stderr(tmp_path):
    kit = (
        "from gamekit import moves\n"
        "from gamekit.games import othello, tictactoe\n"
        "print(moves(othello.start()), moves(tictactoe.start('4x4')))\n"
    )
    script = tmp_path / "script.py"
    said = []
    for code in (POINTLESS, kit + POINTLESS):
        script.write_text(code, "utf-8")
        said.append(run_python(f"import runpy; runpy.run_path({str(script)!r})").stderr)
    assert "NumbaPerformanceWarning" in said[0]  # numba does have something to say here
    assert said[1] == ""
