"""From the text of a notebook cell to statements that can be run one by one.

A cell may hold more than its answer: magics, experiments, a plot. One statement that fails must not take the
answer below it away, so statements run singly, and what could not be run is told in a sentence.
"""

from __future__ import annotations
import __future__

import ast
import linecache
import re
import warnings
from types import CodeType
from typing import NamedTuple

_MAGIC = re.compile(r"^\s*(?:[%!?]|[\w, ]+=\s*[!%])|\?\s*$")
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})(?: |$)", re.MULTILINE)
DEFINITIONS = (
    *(ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef),
    *(ast.Assign, ast.AnnAssign),
)


class Prepared(NamedTuple):
    """The statements of a cell, and what there is to say about it."""

    statements: list[CodeType]
    remarks: list[str]


def prepare(name: str, source: str, only_definitions: bool = False) -> Prepared:
    """Cut a cell into compiled statements; IPython's magics are left out.

    `only_definitions`: imports, functions, classes and assignments, as is right for cells that a student has
    added: they may hold helpers, but their experiments need not run again.

    >>> prepare("answer", "%time x = 1\\nx = 2").remarks
    ['cell answer: left out the magic "%time x = 1"']
    """
    where = f"cell {name}"
    remarks: list[str] = []
    tree = _parse(source)
    if isinstance(tree, str):
        kept, dropped = _without_magics(source)
        remarks += [f'{where}: left out the magic "{line[:60]}"' for line in dropped[:3]]
        tree = _parse(kept)
    if isinstance(tree, str):
        if _CONFLICT.search(source):
            tree = "it holds the marks of a merge conflict"
        return Prepared([], [*remarks, f"{where} could not be run: {tree}"])
    filename = f"<{where}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    flags = _future(tree)
    statements = []
    for node in tree.body:
        if only_definitions and not isinstance(node, DEFINITIONS):
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                statements.append(compile(ast.Module([node], []), filename, "exec", flags, dont_inherit=True))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            remarks.append(f"{where}, line {node.lineno}: {_sentence(error)}")
    return Prepared(statements, remarks)


def _future(tree: ast.Module) -> int:
    """What `from __future__ import ...` switches on: it is meant for the whole cell."""
    found = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for name in node.names:
                found |= getattr(getattr(__future__, name.name, None), "compiler_flag", 0)
    return found


def _parse(source: str) -> ast.Module | str:
    """The tree, or a sentence."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return _sentence(error)


def _sentence(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__} in line {error.lineno}: {error.msg}"
    return f"it is too deeply nested or no text ({type(error).__name__})"


def _without_magics(source: str) -> tuple[str, list[str]]:
    """The same lines, those with magics empty (line numbers stay), and what was taken out."""
    kept, dropped = [], []
    for line in source.split("\n"):
        text = line.lstrip()
        indent = line[: len(line) - len(text)]
        if _MAGIC.search(line) and not text.startswith("#"):
            kept.append(f"{indent}pass" if indent else "")  # indented, it may be all that a block holds
            dropped.append(text.rstrip())
        else:
            kept.append(line)
    return "\n".join(kept), dropped
