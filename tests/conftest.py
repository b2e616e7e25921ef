"""Settings for all tests."""

from __future__ import annotations

import atexit
import os
import shutil
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

# Files whose tests share something that takes long to make: each goes to one process as a whole. All other
# tests go wherever there is room. (A mark for that exists, `xdist_group`; pytest 9 no longer heeds it.)
TOGETHER = ("tests/test_book.py", "tests/test_grading_hostile.py")

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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Deal out tests one by one, but some files whole."""
    from xdist.scheduler import LoadScopeScheduling

    class SomeTogether(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.split("::")[0]
            return file if file in TOGETHER else nodeid

    return SomeTogether(config, log)
