"""Which submissions resemble each other more than the rest do: pairs side by side, for a person to judge.

Each answer is parsed in a process of its own, which runs nothing of it; names, texts and numbers are taken
out of its syntax tree, and what the handout had already is left out. Two answers are as alike as the runs of
nodes that they share. Short answers are alike by nature, so the page shows how alike the class is in each
task, and names only what lies far above that.
"""

from __future__ import annotations

import difflib
import html
import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from gamekit.errors import GamekitError
from gamekit.files import page, read_file, shown, write_file
from gamekit.grading import notebook
from gamekit.grading.lab import Lab
from gamekit.grading.submissions import Submission

RUN = 9  # nodes of the tree in a row
LEAST_RUNS = 30  # below which two answers are too short to compare
ALIKE = 0.6  # of the runs of the shorter answer
MOST_PAIRS = 40
WARNING = (
    "A likeness is a question, not a proof. Short answers are alike by nature, those who learn together "
    "write alike, and everybody may read the model answers (copies of those are left out here; report.html "
    "names them). Look at both, and ask."
)
SIDE_BY_SIDE = """
body { max-width: 76rem; } .two { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.two > div { min-width: 0; } @media (max-width: 50rem) { .two { grid-template-columns: 1fr; } }
pre { overflow: auto; font-size: 13px; line-height: 1.4; border: 1px solid var(--line); padding: .6rem;
  margin: 0; } mark { background: color-mix(in srgb, var(--bar) 22%, transparent); color: inherit; }
"""
# The child reads sources and writes, for each, the kinds of nodes of its tree in order. It runs nothing.
_CHILD = """
import ast, json, sys
sys.setrecursionlimit(3000)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except ImportError:
    pass
def kinds(source):
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        first = body[0] if isinstance(body, list) and body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            del body[0]
    def visit(node):
        found.append(type(node).__name__)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.Load, ast.Store)):
                visit(child)
        found.append("/")
    try:
        visit(tree)
    except RecursionError:
        return []
    return found
print(json.dumps([kinds(source) for source in json.load(sys.stdin)]))
"""


class Pair(NamedTuple):
    """Two answers to one task that resemble each other."""

    task: str
    students: tuple[str, str]
    sources: tuple[str, str]
    alike: float
    usual: float  # how alike two answers to this task are in the middle


def runs_of(sources: list[str]) -> list[frozenset[tuple[str, ...]]]:
    """The runs of nodes of each source, in a process that cannot take this one with it."""
    try:
        child = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _CHILD],
            input=json.dumps(sources).encode(),
            capture_output=True,
            timeout=10 + len(sources),
        )
        trees = json.loads(child.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        if len(sources) == 1:
            return [frozenset()]
        return [runs for source in sources for runs in runs_of([source])]  # one of them is to blame
    return [
        frozenset(tuple(kinds[place : place + RUN]) for place in range(len(kinds) - RUN + 1))
        for kinds in trees
    ]


def pairs(lab: Lab, submissions: list[Submission]) -> list[Pair]:
    """The pairs that are alike, the likest first."""
    release, found = notebook.released(lab), list[Pair]()
    works = [
        (one.student, notebook.read(read_file(one.path)[0], release))
        for one in submissions
        if one.path is not None
    ]
    for task in lab.tasks:
        answers = [
            (student, source)
            for student, work in works
            for name, kind, source in work.cells
            if kind == "answer" and name == task.name
        ]
        # What the handout had already is nobody's, and the model is everybody's: the report names its copies.
        given, model, *runs = runs_of(
            [
                release.stubs.get(task.name, ""),
                task.library.folder.answers[task.name],
                *(source for _, source in answers),
            ]
        )
        own = [frozenset() if each == model else each - given for each in runs]
        likeness = {
            (a, b): len(own[a] & own[b]) / min(len(own[a]), len(own[b]))
            for a, b in combinations(range(len(answers)), 2)
            if min(len(own[a]), len(own[b])) >= LEAST_RUNS
        }
        usual = median(likeness.values()) if likeness else 0.0
        found += [
            Pair(task.name, (answers[a][0], answers[b][0]), (answers[a][1], answers[b][1]), alike, usual)
            for (a, b), alike in likeness.items()
            if alike >= max(ALIKE, (1 + usual) / 2)
        ]
    return sorted(found, key=lambda pair: (pair.usual - pair.alike, pair.task, pair.students))


def write(lab: Lab, submissions: list[Submission], out: Path) -> list[Pair]:
    """Write the page; the pairs."""
    if len(submissions) < 2:
        raise GamekitError("to compare, at least two submissions are needed")
    found = pairs(lab, submissions)
    body = [
        f"<h1>{html.escape(lab.title)}: answers that are alike</h1>",
        f'<p class="soft">{html.escape(lab.name)} · {len(submissions)} submissions · {len(found)} pairs</p>',
        f"<p>{WARNING}</p>",
        *(_shown(pair) for pair in found[:MOST_PAIRS]),
    ]
    if len(found) > MOST_PAIRS:
        body.append(f"<p>{len(found) - MOST_PAIRS} more pairs are not shown.</p>")
    out.mkdir(parents=True, exist_ok=True)
    write_file(out / "similar.html", page(f"{lab.title}: alike", "\n".join(body) + "\n", SIDE_BY_SIDE))
    return found


def _shown(pair: Pair) -> str:
    lines = [source.splitlines() for source in pair.sources]
    same = [set[int](), set[int]()]
    plain = [[" ".join(line.split()) for line in source] for source in lines]
    for block in difflib.SequenceMatcher(None, plain[0], plain[1], False).get_matching_blocks():
        same[0].update(range(block.a, block.a + block.size))
        same[1].update(range(block.b, block.b + block.size))
    columns = "".join(
        f"<div><p><b>{html.escape(shown(student))}</b></p><pre>"
        + "\n".join(
            f"<mark>{html.escape(line)}</mark>" if number in marked and line.strip() else html.escape(line)
            for number, line in enumerate(source)
        )
        + "</pre></div>"
        for student, source, marked in zip(pair.students, lines, same, strict=True)
    )
    return (
        f"<h2><code>{html.escape(pair.task)}</code>: {100 * pair.alike:.0f} % alike</h2>"
        f'<p class="soft">Two answers to this task are {100 * pair.usual:.0f} % alike in the middle. Lines '
        f'that are the same are marked.</p><div class="two">{columns}</div>'
    )


def as_facts(found: list[Pair]) -> list[dict[str, Any]]:
    """The pairs for JSON, without the sources."""
    return [
        {
            "task": pair.task,
            "students": list(pair.students),
            "alike": round(pair.alike, 3),
            "usual": round(pair.usual, 3),
        }
        for pair in found
    ]
