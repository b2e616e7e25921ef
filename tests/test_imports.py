"""Arrows of imports point one way: nothing below imports anything above."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from support import ROOT, run_python

from gamekit import parts
from gamekit.parts import part_of as row_of

pytestmark = pytest.mark.quick

PACKAGE = ROOT / "gamekit"

PICTURES = {"matplotlib", "graphviz", "pygraphviz", "ipywidgets", "anywidget"}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def level_of(module: str) -> int:
    """Of a module without the package's name, or of a name in one."""
    place = PACKAGE.joinpath(*module.split("."))
    if place.is_dir():
        return row_of(f"{place.relative_to(PACKAGE).as_posix()}/__init__.py").level
    if not place.with_suffix(".py").exists():
        return level_of(module.rpartition(".")[0])
    return row_of(place.with_suffix(".py").relative_to(PACKAGE).as_posix()).level


def imports(path: Path):
    """(module, is it at the top of the file?) for each import of a file."""
    tree = ast.parse(path.read_text("utf-8"))
    top = set(map(id, tree.body))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) in top
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full here"
            for alias in node.names if node.module == "gamekit" else ():
                yield f"gamekit.{alias.name}", id(node) in top
            if node.module != "gamekit":
                yield node.module, id(node) in top


SOURCES = sorted(
    path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py" and path.name != "notebook.py"
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_upward_arrow(path):
    own, row = part_of(path), row_of(path.relative_to(PACKAGE).as_posix())
    for module, is_top in imports(path):
        package, _, rest = module.partition(".")
        if package in PICTURES:
            assert own in ("draw", "widgets"), f"{own} imports {package}; only draw/ and widgets/ may"
        if package == "gamekit" and rest:
            other = rest.split(".")[0]
            if not is_top:
                continue  # a lazy import, such as a state's picture, is no dependency
            assert level_of(rest) <= row.level, f"{own} imports {rest}, which lies above it"
            assert not row.only or other in (own, *row.only), f"{own} may not import {other}"


def test_lazy_imports_are_few():
    """The exceptions to the arrows, each with a reason."""
    lazy = {
        (part_of(path), module.split(".")[1])
        for path in SOURCES
        if part_of(path) != "commands"  # a command loads only what it needs
        for module, is_top in imports(path)
        if module.startswith("gamekit.") and not is_top
    }
    assert lazy == {
        ("tracing", "draw"),  # print(trace) draws the trace
        ("players", "protocols"),  # player("gtp:...") is another program, which is spoken to like a player
        ("notation", "draw"),  # a state at the end of a notebook cell is a picture
        ("record", "draw"),  # and so is a record
        ("arena", "draw"),  # ratings as a chart
        ("arena", "widgets"),  # replay shows a game on a board
        ("arena", "arena"),  # where processes cannot fork, matches work without tournaments
        ("isolation", "grading"),  # while marks are made, its `check` says nothing
        ("grading", "grading"),  # where there is no fork, check asks in a process started anew
        ("course", "draw"),  # the ledger as bars
        ("grading", "draw"),  # check draws the tree on which a function goes wrong
        ("grading", "widgets"),  # and offers it to the stepper, beside the reference
    }


def test_importing_the_kit_imports_no_pictures_and_no_games():
    ran = run_python("import sys, gamekit; print(' '.join(sys.modules))")
    loaded = set(ran.stdout.split())
    assert not loaded & (PICTURES | {"rich", "jupyterlab", "IPython"})
    assert not {name for name in loaded if name.startswith("gamekit.games.")}


def test_a_new_room_needs_one_row(monkeypatch):
    room = "a_game_with_a_long_name"
    monkeypatch.setattr(parts, "PARTS", (*parts.PARTS, parts.Part(room, 6, parts.IF_SHOWN, True)))
    for file in ("engine.py", "program.py", "page.py", "commands.py", "board.py"):
        row, old = (row_of.__wrapped__(f"{each}/{file}") for each in (room, "gomoku"))
        assert row[1:] == old[1:], file
