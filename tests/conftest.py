"""Settings for all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# The first call of a rule may compile it, which takes longer than hypothesis allows by default. Under
# continuous integration the same examples are drawn each time, so that a change is judged by itself alone.
settings.register_profile("gamekit", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("gamekit")

# Tests that grade write into a gradebook only where they say so, never into the one of this course.
os.environ["GAMEKIT_GRADEBOOK"] = "none"
# What tests check is nobody's progress.
os.environ["GAMEKIT_STATE_DIR"] = tempfile.mkdtemp(prefix="gamekit-tests-")
atexit.register(shutil.rmtree, os.environ["GAMEKIT_STATE_DIR"], ignore_errors=True)

# How tests are dealt to the workers. A file goes to one worker as a whole, so that what its tests share (a
# compiled function, a server, a book) is made once, except these, whose tests share next to nothing.
SPREAD = ("tests/test_grading_mistakes.py", "tests/test_grading_mutants.py", "tests/test_notebooks.py")
# These share the book, which takes minutes to make.
OF_THE_BOOK = ("tests/test_living.py", "tests/test_book.py")
# Players of the book's pages that only `make test-long` may play against; each takes seconds to compile.
NOT_PLAYED = (
    *("engine-Othello-alphabeta", "engine-Othello-alphabeta-eval-discs", "engine-TicTacToe-random"),
    *("engine-Othello-alphabeta-eval-improved", "engine-Othello-minimax-eval-discs"),
    *("engine-Gomoku-engine-score-table-no-threats", "engine-Connect4-mcts", "engine-Connect4-mcts-careful"),
    *("engine-Connect4_12x12-mcts", "engine-Connect4_12x12-mcts-careful", "engine-Connect4_12x12-engine"),
)
# `make test` compiles the kit's functions in the background, which takes a minute or two. Until then come
# files that hardly need them; then all others. The longest come first, so that no worker is left with a long
# one at the end. What stands nowhere here takes less than fifteen seconds.
NOT_COMPILED = (
    *OF_THE_BOOK,
    "tests/test_grading_nbgrader.py",
    "tests/test_grading_hostile.py",
    "tests/test_code_cache.py",
    "tests/test_draw_boards.py",
    "tests/test_imports.py",
    "tests/test_text.py",
    "tests/test_environment.py",
)
SLOW = (
    "tests/test_browser.py",
    "tests/test_notebooks.py",
    "tests/test_pinned.py",
    "tests/test_search.py",
    "tests/test_connect4_solver.py",
    "tests/test_board_widget.py",
    "tests/test_cli.py",
    "tests/test_grading_check.py",
    "tests/test_arena.py",
    "tests/test_page.py",  # by now the book has compiled some of its players
    "tests/test_grading_mistakes.py",
    "tests/test_mcts.py",
    "tests/test_levels.py",
    "tests/test_training.py",
    "tests/test_grading_labs.py",
    "tests/test_grading_batch.py",
    "tests/test_gtp.py",
    "tests/test_match.py",
    "tests/test_play.py",
    "tests/test_connect4_mcts.py",
    "tests/test_engine.py",
    "tests/test_contract.py",
    "tests/test_piskvork.py",
    "tests/test_players.py",
)
FIRST = {file: place for place, file in enumerate((*NOT_COMPILED, *SLOW))}

# A shell makes what it starts in the background deaf to Ctrl-C, and so the programs that tests press it on.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

SPEEDS = Path(__file__).parent.parent / "artefacts" / "browser-speed.txt"


def pytest_sessionstart(session):
    """Each run writes down its own speeds."""
    if not hasattr(session.config, "workerinput"):
        SPEEDS.unlink(missing_ok=True)


def pytest_terminal_summary(terminalreporter):
    """What the browser tests measured: printed, never asserted."""
    if SPEEDS.exists():
        terminalreporter.section("speeds in the browser")
        terminalreporter.write(SPEEDS.read_text())


@pytest.fixture(scope="session")
def book(request, tmp_path_factory):
    """The book, built once. A warning of Sphinx fails it."""
    folder = tmp_path_factory.mktemp("book") / "book"
    is_long = any(item.get_closest_marker("long") for item in request.session.items)
    call = [sys.executable, str(Path(__file__).parent.parent / ".ci" / "book.py"), str(folder)]
    if not is_long:
        call += NOT_PLAYED
    done = subprocess.run(call, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING:" not in done.stderr  # so writes Sphinx; the kernel that runs the labs warns too
    return folder


def pytest_collection_modifyitems(config, items):
    """Long files first, where several workers share the tests; alone, files come in the usual order."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: FIRST.get(item.nodeid.split("::")[0], len(FIRST)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Deal out files, and tests of some files one by one.

    A mark for that exists, `xdist_group`, but pytest 9 no longer lets a plugin add it to a test's name.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file, *names = nodeid.split("::")
            if file in OF_THE_BOOK:
                return "the book"
            if file == "tests/test_browser.py":  # a worker for each program, so each is started once
                return f"{file} {'notebook' in names[-1]}"
            return nodeid if file in SPREAD else file

    config.option.loadscopereorder = False  # the order is that of `pytest_collection_modifyitems`
    return ByFile(config, log)
