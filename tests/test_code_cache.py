"""Compiled code is kept on disk, is never stale, never crashes a second process, and never says a word."""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support import ROOT, run_python

from gamekit.parts import part_of

# Calls every compiled entry point of the kit and prints the answers, then how the cache fared.
EVERYTHING = """
from gamekit import *
from gamekit import games, perft, rules, warmup
from gamekit.evaluators import FinalScore
from gamekit.othello.evaluators import Mobility
from gamekit.games.othello import PlainScore
from gamekit.search.negamax import negamax
from gamekit.search.mcts import MCTS
from gamekit.connect4 import solver as connect4_solver
warmup.run(show_progress=False)
fast = compiled(negamax)
for name in games.names():
    for size in (None, *games.about(name).sizes):
        state = games.start(name, size)
        print(name, size, fast(snapshot(state), 2, -INF, INF, FinalScore()), perft.count_lines(state, 2))
for evaluator in (Mobility(1), PlainScore()):
    print(fast(games.start("othello"), 3, -INF, INF, evaluator))
print(MCTS(solver=True).search(games.start("tictactoe"), simulations=50).move)
print(connect4_solver.solve(games.parse("connect4", "2252576253462244111563365343671351441")).value)
print(value(Mobility(2), games.start("othello")), value(PlainScore(), games.start("othello")))
"""

HITS = """
import sys
print("misses", sum(fast.machine_code.stats.cache_misses.values()), file=sys.stderr)
"""


@pytest.mark.long
def test_every_entry_point_runs_in_two_fresh_processes():
    """On a new machine the first compiles everything, into the cache that all other tests then use."""
    first = run_python(EVERYTHING + HITS)
    second = run_python(EVERYTHING + HITS)
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert first.stdout == second.stdout
    assert second.stderr == "misses 0\n"


# The most usual minimax of all calls itself with a literal True or False: two signatures, which crash a
# second process when numba caches them (its issue 6061).
LITERAL_FLAG = """
import sys
from gamekit import *
from gamekit.games import tictactoe
def minimax(state, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        if maximising:
            best = max(best, minimax(play(state, move), False))
        else:
            best = min(best, minimax(play(state, move), True))
    return best
fast = compiled(minimax)
print(fast(tictactoe.parse("X.O/.X./O.."), True))
print(len(fast.machine_code.signatures))
"""

TWO_FUNCTIONS = """
from gamekit import *
from gamekit.games import tictactoe
def highest(state):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, lowest(play(state, move)))
    return best
def lowest(state):
    if is_over(state):
        return -score(state)
    best = INF
    for move in moves(state):
        best = min(best, highest(play(state, move)))
    return best
print(compiled(highest)(tictactoe.parse("X.O/.X./O..")))
"""


@pytest.mark.parametrize("code", [LITERAL_FLAG, TWO_FUNCTIONS], ids=["literal flag", "two functions"])
def test_learners_recursion_survives_a_second_process(code, tmp_path):
    runs = [run_python(code, GAMEKIT_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    assert [ran.returncode for ran in runs] == [0, 0], runs
    assert {ran.stdout for ran in runs} == {runs[0].stdout}
    assert all(ran.stderr == "" for ran in runs)


CONSTANT = """
from gamekit import compiled
STEP = {step}
def help(n):
    return n * {factor}
def climb(n):
    return 0 if n == 0 else STEP + help(1) + climb(n - 1)
fast = compiled(climb)
print(fast(10), sum(fast.machine_code.stats.cache_hits.values()))
"""


def test_a_changed_constant_or_helper_is_never_served_stale(tmp_path):
    """Numba's own cache looks at neither; ours hashes both."""

    def run(step, factor):
        ran = run_python(CONSTANT.format(step=step, factor=factor), GAMEKIT_CACHE_DIR=str(tmp_path))
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.split()

    assert run(1, 0) == ["10", "0"]
    assert run(1, 0) == ["10", "1"]
    assert run(2, 0) == ["20", "0"]
    assert run(2, 5) == ["70", "0"]
    assert run(2, 5) == ["70", "1"]


LEARNER = """
from typing import NamedTuple
from gamekit import *
from gamekit.games import othello
from gamekit.search.negamax import negamax
class Guess(NamedTuple):
    number: int
@value.on(Guess)
def _(evaluator, state):
    return evaluator.number + {extra}
print(compiled(negamax)(othello.start(), 0, -INF, INF, Guess(1)), value(Guess(1), othello.start()))
"""


def test_a_learners_rule_is_never_served_stale(tmp_path):
    for extra in (0, 5, 0):
        ran = run_python(LEARNER.format(extra=extra), GAMEKIT_CACHE_DIR=str(tmp_path))
        assert ran.stdout.split() == [str(1 + extra)] * 2, ran.stderr


REPLACED = """
from gamekit import *
from gamekit.othello.evaluators import Mobility
from gamekit.games import othello
from gamekit.search.negamax import negamax
fast = compiled(negamax)
arguments = othello.start(), 0, -INF, INF, Mobility(1)
print(fast(*arguments), end=" ")
@value.on(Mobility)
def _(evaluator, state):
    return 77
print(fast(*arguments))
"""


def test_a_replaced_rule_of_the_kit_stays_in_its_process(tmp_path):
    for _ in range(2):
        ran = run_python(REPLACED, GAMEKIT_CACHE_DIR=str(tmp_path))
        assert ran.stdout == "0 77\n", ran.stderr


SMALL = """
from gamekit import *
from gamekit.games import tictactoe
print(moves(tictactoe.start()))
from gamekit import code_cache
print(code_cache.folder())
"""


def copy_of_the_package(folder: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "gamekit", folder / "gamekit", ignore=ignored)
    return folder


def test_the_folder_is_named_after_the_sources(tmp_path):
    package = copy_of_the_package(tmp_path / "code")
    cache = str(tmp_path / "cache")
    first = run_python(SMALL, package, GAMEKIT_CACHE_DIR=cache).stdout.split()[-1]
    assert run_python(SMALL, package, GAMEKIT_CACHE_DIR=cache).stdout.split()[-1] == first
    bits = package / "gamekit" / "bits.py"
    bits.write_text(bits.read_text() + "\n# edited\n")
    assert run_python(SMALL, package, GAMEKIT_CACHE_DIR=cache).stdout.split()[-1] != first


def test_parts_outside_the_hash_compile_nothing():
    """A change there does not name a new folder, so nothing that is saved may depend on them."""
    package = ROOT / "gamekit"
    for path in package.rglob("*.py"):
        if path.name == "probe.py":
            assert '__module__ = "grading_probe"' in path.read_text()  # what is compiled for it is never kept
        elif not part_of(path.relative_to(package).as_posix()).compiled:
            source = re.sub(r'(?s:""".*?""")|#.*', "", path.read_text())
            assert not re.search(r"\bnjit\b|@kernel|@helper|\boverload\b|\.on\(", source), path
            # To compile a function that lies inside the hash is no harm.
            for name in re.findall(r"\bcompiled\((\w+)", source):
                assert not re.search(rf"\bdef {name}\(", source), path


def test_read_only_install_and_unwritable_home(tmp_path):
    """A home that is a file cannot be written into by anybody, not even by root."""
    package = copy_of_the_package(tmp_path / "code")
    before = sorted(package.rglob("*"))
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.write_text("no folder")
    temporary.mkdir()
    environment = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE"), str(home))
    environment |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    for _ in range(2):
        ran = run_python(SMALL, package, GAMEKIT_CACHE_DIR="", PYTHONDONTWRITEBYTECODE="1", **environment)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert ran.stdout.split()[-1].startswith(str(temporary))
    assert sorted(package.rglob("*")) == before  # nothing is ever written beside the sources


def test_a_temporary_folder_of_somebody_else_is_not_trusted(tmp_path):
    """Cache files are executed, so a folder that others can write to must not be used."""
    shared = tmp_path / f"gamekit-{os.getuid()}"
    shared.mkdir()
    shared.chmod(0o777)
    ran = run_python(SMALL, GAMEKIT_CACHE_DIR=os.devnull, TMPDIR=str(tmp_path))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not ran.stdout.split()[-1].startswith(str(shared) + os.sep)
    assert list(shared.iterdir()) == []


def test_a_damaged_cache_is_the_same_as_none(tmp_path):
    first = run_python(SMALL, GAMEKIT_CACHE_DIR=str(tmp_path))
    for path in tmp_path.rglob("*.nbc"):
        path.write_bytes(path.read_bytes()[:100])
    for path in list(tmp_path.rglob("*.nbi"))[::2]:
        path.write_bytes(b"rubbish")
    second = run_python(SMALL, GAMEKIT_CACHE_DIR=str(tmp_path))
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout == first.stdout


MANY = """
import sys
from gamekit import compiled
from gamekit.games import tictactoe
from gamekit.perft import fast_perft
for run in range(1, 5):
    size = f"{{3 + {number}}}x3x{{min(run, 3)}}"
    print(size, fast_perft(tictactoe.start(size), 3, 1, 0))
"""


def test_processes_that_save_at_once_do_not_mix_up_their_code(tmp_path):
    """Each compiles other signatures of the same function into the same folder."""

    def run(number):
        return run_python(MANY.format(number=number), GAMEKIT_CACHE_DIR=str(tmp_path)).stdout

    with ThreadPoolExecutor(2) as pool:
        first = list(pool.map(run, range(2)))
        second = list(pool.map(run, range(2)))
    assert first == second
    assert all(len(answer.split()) == 8 for answer in first)


ONE_SIZE = """
from gamekit.games import connect4
from gamekit.connect4.solver import Solver
for size, moves, truth in {cases!r}:
    state = connect4.parse(moves, size)
    width, height = map(int, size.split("x"))
    assert Solver(width, height).solve(state).value == truth, size
"""
CASES = [
    ("7x6", "2252576253462244111563365343671351441", -1),
    ("9x5", "6862261646278997351243442483357", 3),
]


@pytest.mark.long
def test_code_from_different_processes_does_not_mix(tmp_path):
    """Numba names compiled functions by a counter: two processes may give one name to different code.

    A third process that loads both then runs the wrong one. Hence the kit counts from a random number.
    """
    for cases in ([CASES[0]], [CASES[1]], CASES, CASES[::-1]):
        ran = run_python(ONE_SIZE.format(cases=cases), GAMEKIT_CACHE_DIR=str(tmp_path))
        assert (ran.returncode, ran.stderr) == (0, "")
