"""Exercises are made from the labs' texts, hold no answer, and the sandbox shows none either."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys

import pytest
from grading_support import needs_bubblewrap, open_sandbox
from support import ROOT, run_python

from gamekit.grading import lab as labs
from gamekit.isolation.limits import SandboxLimits

LABS = [labs.find(name) for name in labs.names()]


def test_the_notebooks_are_what_their_texts_say():
    ran = subprocess.run(
        [sys.executable, ROOT / ".ci" / "exercises.py", "--check"], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout


def test_every_lab_has_a_text_and_every_text_a_lab():
    texts = {path.parent.name.replace("_", "-") for path in (ROOT / "gamekit/labs").glob("lab*/notebook.py")}
    assert texts == {lab.folder for lab in LABS}


def statements(source):
    """The first line of every statement that is long enough to be telling, written in one way."""
    tree = ast.parse(source)
    lines = [ast.unparse(node).split("\n")[0] for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return {line for line in lines if len(line) > 12}


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_no_trace_of_an_answer_is_released(lab):
    """No line of a solution, no note for markers, no output."""
    name = f"{lab.folder}/{lab.folder}.ipynb"
    source = json.loads((ROOT / "solutions" / name).read_text())
    release = json.loads((ROOT / "exercises" / name).read_text())
    text = json.dumps(release)
    assert "SOLUTION" not in text
    shown = {grade_id(cell): joined(cell) for cell in release["cells"]}
    public = set().union(*(statements(joined(c)) for c in release["cells"] if c["cell_type"] == "code"))
    for cell in source["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution") and cell["cell_type"] == "code":
            secret = statements(joined(cell)) - {line for line in public if line.startswith("def ")}
            assert secret
            for line in secret:
                assert line not in text, line
            assert "raise NotImplementedError()" in shown[grade_id(cell)]
    for cell in release["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    # JupyterLab puts .ipynb_checkpoints beside what it opens.
    released = (ROOT / "exercises" / lab.folder).iterdir()
    assert [path.name for path in released if path.name[0] != "."] == [f"{lab.folder}.ipynb"]


def grade_id(cell):
    return cell["metadata"].get("nbgrader", {}).get("grade_id")


def joined(cell):
    return "".join(cell["source"])


def as_others(lab):
    """Does a lab show and hide what most do? Of these `make test` looks into one."""
    return not (lab.shown or lab.hides or lab.name == "lab03")


@needs_bubblewrap
@pytest.mark.parametrize(
    "lab",
    [pytest.param(lab, id=lab.name, marks=pytest.mark.long if as_others(lab) else ()) for lab in LABS],
)
def test_the_sandbox_holds_neither_specification_nor_search(lab):
    """What the child can see of the kit, listed by the child itself."""
    text = """
import os, gamekit
top = os.path.dirname(gamekit.__file__)
def listing():
    found = [os.path.join(folder, file) for folder, _, files in os.walk(top) for file in files]
    return [os.path.relpath(path, top) for path in found]
"""
    with open_sandbox(lab=lab) as sandbox, sandbox.child(SandboxLimits()) as wire:
        wire.send({"cells": [["x", "answer", text]]})
        assert wire.receive(20) == {"remarks": []}
        wire.send({"nonce": "1", "function": "listing", "kind": "call", "case": {"arguments": []}})
        seen = wire.receive(20)["answer"]["value"]
    assert "rules.py" in seen
    assert "isolation/harness.py" in seen
    asked_for = ("search", "othello/solver", "players", "arena", "widgets", "isolation/sandbox")
    # A lab may show what it does not ask for: lab 17 wants a player, and shows the searches.
    hidden = tuple(part for part in asked_for if part not in lab.shows)
    for path in seen:
        assert not path.startswith(hidden), path
        is_inside = path.startswith("grading/inside/") or path in lab.shown
        is_inside |= path.endswith(("/__init__.py", "/__init__.pyi"))
        assert is_inside or not path.startswith(("grading/", "labs/"))
        assert not path.endswith(".pyc"), path
        assert path not in lab.hides


def test_importing_the_server_decides_no_cache_folder():
    """The server sets the hash of the sources before the folder of compiled code is chosen."""
    ran = run_python(
        "import gamekit.isolation.server\nfrom gamekit import code_cache\n"
        "print(code_cache.folder.cache_info().currsize, code_cache.source_hash.cache_info().currsize)"
    )
    assert ran.stdout.split() == ["0", "0"], ran.stderr


@needs_bubblewrap
def test_an_installed_kit_is_hidden(tmp_path):
    """Where gamekit lies among the packages, which the sandbox shows, its folder is covered."""
    packages = tmp_path / "site-packages"
    shutil.copytree(ROOT / "gamekit", packages / "gamekit", ignore=shutil.ignore_patterns("__pycache__"))
    text = f"""
import os, sys
assert not os.path.exists({str(packages)!r})
places = [folder + "/gamekit" for folder in sys.path if folder.startswith("/packages/")]
seen = [name for place in places if os.path.isdir(place) for name in os.listdir(place)]
if seen or not any(map(os.path.isdir, places)):
    raise RuntimeError(str(seen))
"""
    code = f"""
import sys
sys.path.insert(0, {str(packages)!r})
from gamekit.isolation.limits import SandboxLimits
from gamekit.isolation.sandbox import PACKAGE, Sandbox
assert str(PACKAGE) == {str(packages / "gamekit")!r}
with Sandbox() as sandbox, sandbox.child(SandboxLimits()) as wire:
    wire.send({{"cells": [["x", "answer", {text!r}]]}})
    print(wire.receive(20))
"""
    ran = run_python(code, folder=tmp_path)
    assert ran.stdout.strip() == "{'remarks': []}", ran.stdout + ran.stderr
