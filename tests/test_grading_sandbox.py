"""What a student's code can see of the kit: what every lab shows, what this one shows, and nothing else."""

from __future__ import annotations

from functools import partial

import pytest
from grading_support import needs_bubblewrap

from gamekit import code_cache, value
from gamekit.errors import GamekitError
from gamekit.games import othello
from gamekit.isolation import sandbox as isolation_sandbox
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.wire import Wire
from gamekit.othello.patterns import patterns

Sandbox = partial(isolation_sandbox.Sandbox, kinds="gamekit.grading.inside.kinds")

LOOK = """
import importlib, os

def can_import(*names):
    found = []
    for name in names:
        try:
            importlib.import_module("gamekit." + name)
        except ImportError:
            continue
        found.append(name)
    return found

def files(folder):
    return sorted(name for _, _, names in os.walk(folder) for name in names if name[0] != "_")
"""


def ask(wire: Wire, function: str, *arguments: object, source: str = LOOK) -> object:
    """Define the functions in the child and call one."""
    wire.send({"cells": [["look", "answer", source]]}, seconds=20)
    assert wire.receive(20) == {"remarks": []}
    wire.send({"nonce": "1", "function": function, "kind": "call", "case": {"arguments": list(arguments)}})
    return wire.receive(60)["answer"]["value"]


def asked(sandbox, function: str, *arguments: object, source: str = LOOK) -> object:
    with sandbox.child(SandboxLimits()) as wire:
        return ask(wire, function, *arguments, source=source)


NAMES = [
    *("games.othello", "othello.evaluators", "othello.patterns", "perft"),
    *("search", "search.table", "search.context", "search.negamax", "arena.elo", "players"),
    *("labs.lab03_alphabeta.spec", "labs.lab03_alphabeta.mistakes", "grading.checking"),
]


@needs_bubblewrap
@pytest.mark.parametrize("isolation", ["sandbox", "process"])
def test_a_lab_says_what_its_students_may_see(isolation):
    with Sandbox(isolation) as plain:
        usual = asked(plain, "can_import", *NAMES)
    assert usual == ["games.othello", "othello.evaluators", "othello.patterns", "perft"] or (
        isolation == "process" and set(usual) - set(NAMES[:4]) <= {"grading.checking"}
    )
    shows = ("search/table.py", "search/threads.py", "search/context.py", "search/clock.py", "data")
    with Sandbox(isolation, hides=("perft.py", "othello/patterns.py"), shows=shows) as lab:
        found = asked(lab, "can_import", *NAMES)
        if isolation == "sandbox":
            assert "othello-patterns.npz" in asked(lab, "files", "/kit/gamekit/data")
            assert asked(lab, "files", "/kit/gamekit/search") == [
                "clock.py",
                "context.py",
                "table.py",
                "threads.py",
            ]
            assert asked(lab, "files", "/kit-cache") == []  # loaded before, and covered since
    assert {"games.othello", "othello.evaluators", "search", "search.table", "search.context"} <= set(found)
    assert not {"perft", "othello.patterns", "players", "labs.lab03_alphabeta.spec"} & set(found)
    if isolation == "sandbox":
        assert "search.negamax" not in found


USE = """
from gamekit.games.othello import start
from gamekit.othello.patterns import patterns
from gamekit import value

def values():
    return [int(value(patterns(), start()))]
"""


@needs_bubblewrap
def test_shipped_weights_can_be_used_where_a_lab_shows_them():
    with Sandbox(shows=("data",), warm=("othello",), setup=(USE + "values()",)) as sandbox:
        assert asked(sandbox, "values", source=USE) == [int(value(patterns(), othello.start()))]


@needs_bubblewrap
def test_compiled_searches_are_not_in_the_sandbox(tmp_path, monkeypatch):
    """A compiled search could be called without its text. Rules and evaluators are no secret."""
    known = tmp_path / "0123456789abcdef"
    known.mkdir()
    for name in (
        *("string.play_of_TicTacToe-1.py312", "string.moves_of_TicTacToe_4x4x3-1.py312"),
        *("string.play_of_Othello-1.py312", "string.value_of_Simple-1.py312", "string.recall_of_On-1.py312"),
        *("negamax.negamax_compiled-7.py312", "othello._answer-9.py312", "perft.perft_compiled-3.py312"),
        *("table.remember-5.py312", "1617606525.alphabeta_compiled-1.py312"),
    ):
        (known / f"{name}.nbi").write_bytes(b"")
    monkeypatch.setattr(code_cache, "folder", lambda: known)
    sandbox = Sandbox(warm=("tictactoe",), shows=("search/table.py",), hides=("perft.py",))
    try:
        sandbox._stage()
        copied = {path.name.split("-")[0] for path in (sandbox._staging / "cache" / known.name).iterdir()}
    finally:
        sandbox.close()
    assert copied == {
        *("string.play_of_TicTacToe", "string.moves_of_TicTacToe_4x4x3", "string.value_of_Simple"),
        "table.remember",
    }


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        ({"shows": ("serach",)}, "a lab shows or hides gamekit/serach, which is not there"),
        ({"hides": ("perf.py",)}, "a lab shows or hides gamekit/perf.py, which is not there"),
        ({"shows": ("labs/common",)}, "gamekit/labs/common is never shown to students' code"),
    ],
)
def test_a_wrong_view_is_refused(view, sentence):
    with pytest.raises(GamekitError, match=sentence):
        Sandbox("process", **view)


CACHED = """
from numba import njit

@njit(cache=True)
def double(number):
    return 2 * number
"""


@needs_bubblewrap
@pytest.mark.parametrize("isolation", ["sandbox", "fresh"])
def test_a_function_that_wants_numbas_own_cache_runs(isolation):
    """There is nowhere to keep it, and nothing is lost."""
    with Sandbox(isolation) as sandbox:
        assert asked(sandbox, "double", 21, source=CACHED) == 42
