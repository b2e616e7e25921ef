"""Settings for all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

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
