"""As a library: recipes that run, errors in a sentence, evaluators of one's own, solvers with a limit."""

from __future__ import annotations

import re
import time

import pytest
from support import ROOT, call_gamekit

from gamekit import compiled, moves
from gamekit.bits import popcount
from gamekit.connect4 import Solver as ConnectFourSolver
from gamekit.errors import CannotCompile, GamekitError
from gamekit.games import connect4, othello
from gamekit.othello import Solver as OthelloSolver
from gamekit.players import player

RECIPES = re.findall(
    r"^## (.+?)\n.*?```python\n(.*?)```",
    (ROOT / "docs" / "book" / "recipes.md").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize(("title", "code"), RECIPES, ids=[title for title, _ in RECIPES])
def test_every_recipe_runs(title, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "pettingzoo" in code:
        pytest.importorskip("pettingzoo")
    exec(compile(code, title, "exec"), {"__name__": "recipe"})


def test_there_is_a_recipe_for_each_need():
    assert len(RECIPES) >= 6


WEIGHTS = {"corner": 3}


def with_bin(state):
    return bin(state.player).count("1")


def with_bit_count(state):
    return state.player.bit_count()


def with_dict(state):
    return WEIGHTS["corner"] * popcount(state.player)


def with_generator(state):
    return sum(1 for _ in moves(state))


def of_two_kinds(state):
    if state.player > state.opponent:
        return 1
    return "lost"


def misspelt(state):
    return popcount(state.players)


def undefined(state):
    return mobility_of(state)  # noqa: F821


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (with_bin, "with_bin uses `bin`, which cannot be compiled: use popcount"),
        (with_bit_count, "with_bit_count uses `bit_count`, which cannot be compiled: use popcount"),
        (with_dict, "with_dict uses `WEIGHTS`, which cannot be compiled: use an array or a tuple"),
        (with_generator, "has a generator inside a call, which cannot be compiled: write the loop out"),
        (of_two_kinds, "returns a whole number here and a text there: it must stay of one kind"),
        (misspelt, "asks Othello for `players`, which it has not"),
        (undefined, "uses `mobility_of`, which is not defined"),
    ],
)
def test_what_numba_refuses_is_told_in_a_sentence(function, sentence):
    for call in (compiled(function), player("alphabeta,depth=2,eval=mine", mine=function)):
        with pytest.raises(CannotCompile, match=re.escape(sentence)) as told:
            call(othello.start())
        assert "\n" not in str(told.value)


def test_an_evaluator_of_ones_own_in_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "from gamekit.bits import popcount\n\n\ndef discs(word):\n    return popcount(word)\n\n\n"
        "def evaluate(state):\n    return discs(state.player) - discs(state.opponent)\n"
    )
    own, kits = (player(f"alphabeta,depth=3,eval={name}") for name in ("mine.py", "discs"))
    for text in ("", "f5", "f5d6c3d3c4"):
        state = othello.parse(text) if text else othello.start()
        one, other = own.think(state), kits.think(state)
        assert (one.move, one.value) == (other.move, other.value)
    (tmp_path / "mine.py").write_text("def evaluate(state):\n    return 7\n")  # changed in the same process
    assert abs(player("alphabeta,depth=2,eval=mine.py").think(othello.start()).value) == 7
    (tmp_path / "other.py").write_text("x = 1\n")
    (tmp_path / "bin.py").write_text("def evaluate(state):\n    return bin(state.player).count('1')\n")
    (tmp_path / "text.py").write_text("def evaluate(state):\n    return 'much'\n")
    (tmp_path / "two.py").write_text("def evaluate(state, depth):\n    return depth\n")
    for spec, sentence in (
        ("eval=bin.py", "evaluate uses `bin`, which cannot be compiled: use popcount"),
        ("eval=text.py", "evaluate says 'much' of a state, and an evaluator says a number"),
        ("eval=two.py", "evaluate cannot be asked with a state alone"),
        ("eval=other.py", "other.py has no function evaluate(state)"),
        ("eval=none.py", "none.py cannot be used as an evaluator: FileNotFoundError"),
        ("eval=nobody", "or your file mine.py"),
    ):
        told = call_gamekit("search", "othello", "f5", "--player", f"alphabeta,{spec}")
        assert told.returncode == 2
        assert sentence in told.stderr
        assert told.stderr.count("\n") == 1


def test_solvers_take_a_limit_of_time():
    four, discs = ConnectFourSolver(7, 6), OthelloSolver()
    end = othello.parse("XXXXX----XXXXX--OOXOX-O--OOXOOO-XOOOXXO--OOOXXXO-OOOOXXXXXXXXXOO O")
    for solver, hard, easy, value in (
        (four, connect4.start(), connect4.parse("44455554221"), -15),
        (discs, othello.start(), end, -46),
    ):
        began = time.monotonic()
        with pytest.raises(GamekitError, match="told to stop"):
            solver.solve(hard, seconds=0.1)
        assert time.monotonic() - began < 60, "alone it would take hours"
        assert solver.solve(easy, seconds=600).value == value, "the next one is not disturbed"
        for limit in (0, -1, "2", float("nan")):
            with pytest.raises(GamekitError, match="a number of seconds above 0"):
                solver.solve(easy, seconds=limit)
