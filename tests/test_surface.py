"""The declared surface: lessons and labs import from it and from nowhere else, and it is documented."""

from __future__ import annotations

import ast
import inspect
import re
from doctest import DocTestParser, DocTestRunner
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, get_origin

import pytest
from support import ROOT

from gamekit.surface import SURFACE

SOURCES = sorted(
    [*(ROOT / "notebooks" / ".source").glob("*.py"), *(ROOT / "gamekit" / "labs").glob("*/notebook.py")]
)

# Public functions without an example, and why.
NO_EXAMPLE = {
    "gamekit.games.add": "wants a game of your own: tests/test_new_game.py has one",
    "gamekit.suite.read_connect4": "reads a file: the module's text shows how",
    "gamekit.suite.read_obf": "reads a file",
    "gamekit.suite.run": "solves what was read from a file",
    "gamekit.arena.load": "wants the folder of a tournament: lesson 17 has one",
    "gamekit.arena.replay": "wants games that were played, and shows a live board",
    "gamekit.draw.scene_picture": "the example stands at `scene`",
    "gamekit.grading.check": "asks hundreds of questions: each lab shows it",
    "gamekit.grading.hint": "prints what `hint_text` says, which has an example",
    "gamekit.grading.look": "asks hundreds of questions",
}


def is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # its parent is a plain module
        return False


def taken(module: str, name: str) -> Any:
    """What `from module import name` gives."""
    found = getattr(import_module(module), name, None)
    return import_module(f"{module}.{name}") if found is None else found


def defined(module: ModuleType) -> set[str]:
    """The public names that a file defines itself."""
    found = set()
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        found |= {name.id for target in targets if target for name in ast.walk(target) if hasattr(name, "id")}
    return {name for name in found if not name.startswith("_")}


@cache
def offered(name: str) -> frozenset[str] | None:
    """What a module offers to lessons; None where it is no part of the surface."""
    parent, _, own = name.rpartition(".")
    if name in SURFACE:
        inner = (other.removeprefix(f"{name}.") for other in SURFACE if other.startswith(f"{name}."))
        return frozenset(import_module(name).__all__) | set(inner)
    if parent in SURFACE and own in import_module(parent).__all__ and is_module(name):
        return frozenset(getattr(import_module(name), "__all__", None) or defined(import_module(name)))
    return None


def allowed(module: str, path: Path) -> frozenset[str] | None:
    """What this notebook may import from a module. A lab may look into its own folder."""
    if path.name == "notebook.py" and module.startswith(f"gamekit.labs.{path.parent.name}."):
        return frozenset(defined(import_module(module)))
    return offered(module)


def complaints(path: Path, source: str) -> list[str]:
    """What a notebook takes from outside the surface: by import, or from a module that it has imported."""
    tree = ast.parse(source)
    modules: dict[str, str] = {}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [
                f"imports {alias.name}" for alias in node.names if alias.name.startswith("gamekit.")
            ]  # written as `from gamekit import bits`
        if not isinstance(node, ast.ImportFrom) or str(node.module).partition(".")[0] != "gamekit":
            continue
        known = allowed(str(node.module), path)
        for alias in node.names:
            name = f"{node.module}.{alias.name}"
            if known is None or alias.name not in known:
                found.append(f"imports {name}")
            elif inspect.ismodule(taken(str(node.module), alias.name)):
                modules[alias.asname or alias.name] = name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            module = modules[node.value.id]
            found += [f"uses {module}.{node.attr}"] if node.attr not in (allowed(module, path) or ()) else []
    return found


@pytest.mark.parametrize(
    "path", SOURCES, ids=lambda path: path.stem if path.stem != "notebook" else path.parent.name
)
def test_a_notebook_imports_from_the_surface_only(path):
    assert complaints(path, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "from gamekit.code_cache import kernel",
        "from gamekit.rules import version",
        "from gamekit import parts",
        "from gamekit.search.table import _entry_at",
        "from gamekit.search.negamax import INF",
        "from gamekit.othello import program",
        "import gamekit.twins",
        "from gamekit import bits\nbits.ir",
        "from gamekit.search import mcts\nmcts.plant",
        "from gamekit.labs.lab06_evaluation.inside import match",
    ],
)
def test_anything_else_is_found(line):
    assert len(complaints(SOURCES[0], line)) == 1


def submodules() -> list[str]:
    """Those that the surface offers and that say themselves what they offer."""
    names = (f"{parent}.{own}" for parent in SURFACE for own in import_module(parent).__all__)
    return [
        name
        for name in names
        if name not in SURFACE and is_module(name) and hasattr(import_module(name), "__all__")
    ]


@pytest.mark.parametrize("name", [*SURFACE, *submodules()])
def test_every_name_is_there_and_documented(name):
    module = import_module(name)
    assert inspect.getdoc(module), f"{name} says nothing of itself"
    assert len(module.__all__) == len(set(module.__all__))
    for each in module.__all__:
        assert is_constant(taken(name, each)) or own_doc(taken(name, each)), f"{name}.{each} has no docstring"


@pytest.mark.parametrize("name", SURFACE)
def test_every_public_function_has_an_example(name):
    things = {f"{name}.{each}": taken(name, each) for each in import_module(name).__all__}
    functions = [each for each, thing in things.items() if not (is_constant(thing) or inspect.isclass(thing))]
    functions = [each for each in functions if not inspect.ismodule(things[each])]
    bare = {each for each in functions if not DocTestParser().get_examples(own_doc(things[each]))}
    assert bare == {each for each in NO_EXAMPLE if each.rpartition(".")[0] == name}


def is_constant(thing: Any) -> bool:
    """Types of arguments, such as `Report`, are constants too."""
    return not (inspect.ismodule(thing) or callable(thing)) or get_origin(thing) is not None


def own_doc(thing: Any) -> str:
    doc = inspect.getdoc(thing) or ""
    return "" if inspect.isclass(thing) and doc.startswith(f"{thing.__name__}(") else doc  # made by dataclass


@pytest.mark.parametrize("path", sorted((ROOT / "gamekit").rglob("*.pyi")), ids=lambda path: path.parent.name)
def test_a_stub_names_things_as_they_are_called(path):
    """A name must not be that of a file beside it too: whoever imports the file first would get the file."""
    package = ".".join(path.parent.relative_to(ROOT).parts)
    for line in ast.parse(path.read_text(encoding="utf-8")).body:
        assert isinstance(line, ast.ImportFrom)
        for alias in line.names:
            assert alias.asname == alias.name, "an explicit re-export"
            assert line.module == package or not is_module(f"{package}.{alias.name}")
    assert package in SURFACE
    assert path.with_suffix(".py").exists()


def test_the_types_are_for_everybody():
    assert (ROOT / "gamekit" / "py.typed").exists()


def test_the_tour_is_true(capsys):
    """Its examples give what it shows, and the files that it names exist."""
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    examples = DocTestParser().get_doctest(text.replace("```", ""), {}, "tour", "docs/tour.md", 0)
    failed = DocTestRunner().run(examples).failed
    assert not failed, capsys.readouterr().out
    for name in re.findall(r"`(gamekit/[\w/.*]+)`", text):
        assert list(ROOT.glob(name.replace("NN", "??"))), name
