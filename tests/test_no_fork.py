"""Windows in small: lessons and checks run where there is no fork, no resource, no fcntl, no POSIX signal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT

HIDDEN = Path(__file__).with_name("hidden_posix.py")
QUICK = ("notebooks/03_alpha_beta.ipynb", "solutions/lab03-alphabeta/lab03-alphabeta.ipynb")
# Tournaments need processes that fork: lessons 15 and 17 play one.
FORKING = ("15_arena", "17_your_own_engine")
LONG = [
    path.relative_to(ROOT).as_posix()
    for path in sorted([*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("solutions/*/*.ipynb")])
    if path.stem not in FORKING and path.relative_to(ROOT).as_posix() not in QUICK
]


def run(name: str) -> None:
    call = [sys.executable, str(HIDDEN), str(ROOT / name)]
    ran = subprocess.run(call, cwd=(ROOT / name).parent, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert "cells, slowest check" in ran.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", QUICK)
def test_it_runs_without_what_windows_does_not_have(name):
    """Each check of a lab's model earns its points there too, in a process started anew."""
    run(name)


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_every_lesson_and_lab_does(name):
    run(name)


def test_what_is_hidden_is_missed():
    """The test would notice: grading with marks needs a fork."""
    code = "import hidden_posix; hidden_posix.hide(); import gamekit.arena as arena; arena.tournament"
    ran = subprocess.run([sys.executable, "-c", code], cwd=HIDDEN.parent, capture_output=True, text=True)
    assert ran.returncode == 1
    assert "tournament" in ran.stderr
