"""Make the static book:  python .ci/book.py [--still] [FOLDER]

Gathers the pages (the executed notebooks, the labs as students get them, some of docs/, and what stands in
docs/book/) and lets Sphinx make web pages of them in FOLDER, which is build/book unless you say otherwise.
No notebook is run and nothing is fetched. A warning of Sphinx is an error.

Pages keep their places (notebooks/03_alpha_beta.ipynb stays there), so links in them stay right. On the way
each picture gets its alternative text, and each mention of another lesson a link.

What is live in a notebook lives in the book too, without Python: beside each still picture stands a marker,
and `_static/living/` has the widgets' scripts and what `make notebooks` has collected (`notebooks/.page/`).
`--still` leaves boards as pictures: their players need not be made, which takes a minute the first time.
"""

from __future__ import annotations

import gzip
import inspect
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
from sphinx.cmd.build import build_main

import gamekit
from gamekit import games, rules
from gamekit.draw.boards import record_board
from gamekit.page.engines import engine_for_page, rules_for_page, start_of, without_limits
from gamekit.page.webassembly import FACE, NO_LINKER, linker, packed
from gamekit.players import player
from gamekit.widgets import Board, Predict, Stepper

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs" / "book"
DOCS = ["claims.md", "decisions.md", "instructors.md", "tour.md", "training.md"]
# A mention of a lesson, or something in which nothing may be replaced: code or a link.
MENTION = re.compile(
    r"```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)|^#.*?$|\b([Ll]esson\s(\d\d[b-z]?))\b", re.S | re.M
)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
# What an output may be in the book, the best first. Live things store a still picture beside themselves.
STILL = ["image/svg+xml", "image/png", "text/html", "text/plain"]
LIVING = FACE.with_name("living.js")
# A cell that asks a question: its code would tell the answer.
QUESTION = re.compile(r"^guess_\w+ = Predict\(", re.M)
LONGEST_CONSTANT = 24  # characters of a value that is shown
LONGEST_TEXT = 1500  # characters of alternative text: beyond that nobody listens


def lessons() -> dict[str, Path]:
    """The notebook of each lesson, by its number as text: "03", "12b"."""
    return {lesson_of(path): path for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]*_*.ipynb"))}


def lesson_of(path: Path) -> str:
    """The number of a lesson as text, from its file."""
    return path.name.split("_")[0]


def labs() -> dict[str, Path]:
    """What students get for each lab, by its number as text."""
    return {path.name[3:5]: path for path in sorted((ROOT / "exercises").glob("lab*/lab*.ipynb"))}


def facts() -> dict[str, dict[str, object]]:
    """Minutes and prerequisites of each lesson, of those that are still to be written too."""
    return tomllib.loads((BOOK / "lessons.toml").read_text(encoding="utf-8"))


def heading(notebook: Path) -> tuple[str, str]:
    """A lesson's title and its question: ("03 · Alpha-beta", "Which parts of the tree can never matter?")."""
    opening = nbformat.read(notebook, as_version=4).cells[0].source
    found = re.match(r"# (.+)\n+\*\*(.+?)\*\*", opening)
    if not found:
        raise SystemExit(f"{notebook.name} does not begin with a title and, in bold, its question")
    return found[1], found[2]


def lesson_link(number: str, text: str, folder: Path) -> str:
    """A link to a lesson from a page in this folder of the book; the bare text if it is not written yet."""
    there = lessons().get(number)
    if there is None:
        return text
    return f"[{text}]({Path(os.path.relpath(there.relative_to(ROOT), folder)).as_posix()})"


def places() -> dict[str, Path]:
    """Every page of the book: its place in the book and the file that it is made from."""
    found = {name: BOOK / name for name in ("index.md", "glossary.md", "api.md")}
    for path in [*lessons().values(), *labs().values(), *(ROOT / "docs" / name for name in DOCS)]:
        found[path.relative_to(ROOT).as_posix()] = path
    return found


def tidy(text: str, place: str, own: str | None = None) -> str:
    """A page's Markdown with links that work in the book.

    Mentions of other lessons become links. Links to files of the repository that are no pages of the book
    become these files' names. What exists nowhere is left for Sphinx to complain about.
    """
    folder, known = Path(place).parent, places()

    def mention(found: re.Match[str]) -> str:
        return found[0] if found[1] is None or found[2] == own else lesson_link(found[2], found[1], folder)

    def link(found: re.Match[str]) -> str:
        target = found[2].split("#")[0]
        inside = Path(os.path.normpath(folder / target)).as_posix()
        moved = inside.removeprefix(f"{BOOK.relative_to(ROOT).as_posix()}/")
        if inside != moved and moved in known:  # a page that lies elsewhere in the book
            return f"[{found[1]}]({Path(os.path.relpath(moved, folder)).as_posix()})"
        if not target or re.match(r"[a-z]+:", target) or inside in known or not (ROOT / inside).exists():
            return found[0]
        return found[1] if inside in found[1] else f"{found[1]} (`{inside}`)"

    return LINK.sub(link, MENTION.sub(mention, text))


def lesson_page(number: str, path: Path) -> str:
    """A lesson's notebook as a page of the book."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = tidy(cell.source, f"notebooks/{path.name}", number)
        else:
            make_still(cell)
            bring_to_life(cell, page_data(path.stem))
    return nbformat.writes(notebook) + "\n"


def make_still(cell: nbformat.NotebookNode) -> None:
    """Keep one form of each output, and tell Sphinx the alternative text that is stored beside a picture."""
    texts = []
    for output in cell.outputs:
        forms = output.get("data", {})
        kept = next((form for form in STILL if form in forms), None)
        if kept and kept.startswith("image/"):
            texts.append(forms["text/plain"])
        if forms:
            output.data = nbformat.from_dict({kept: forms[kept]} if kept else {})
    if texts:
        cell.metadata["mystnb"] = {"image": {"alt": " ".join(texts)[:LONGEST_TEXT]}}


@cache
def page_data(name: str) -> dict[str, dict[str, object]]:
    """What is known of the widgets of a lesson, by cell and output."""
    path = ROOT / "notebooks" / ".page" / f"{name}.json.gz"
    known = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
    for one in known.values():
        if one["widget"] == "board":
            one |= engines_of(one)
    return {key: one for key, one in known.items() if one["widget"] != "board" or "rules" in one}


AS_PICTURES: set[str] = set()  # widgets that are to stay pictures
MODULES: dict[
    str, tuple[str | None, object]
] = {}  # of the boards, by name: a player's spec, and where it begins


def engines_of(board: dict[str, object]) -> dict[str, object]:
    """The modules that a board needs: its rules, its players with limits; none if it must stay still."""
    start = start_of(board["game"], board["state"])
    specs = [*board["levels"], *([board["player"]] if board["player"] else [])]
    if "board" in AS_PICTURES or linker() is None or rules.position_text(start) != board["start"]:
        return {}
    named = f"rules-{board['state']}"
    MODULES[named] = (None, start)
    engines = {}
    for spec in specs:
        try:
            limits = player(spec).limits
        except gamekit.GamekitError:  # a function of the lesson plays
            return {}
        module = re.sub(r"[^a-zA-Z0-9_]+", "-", f"engine-{board['state']}-{without_limits(spec)}")
        MODULES[module] = (without_limits(spec), start)
        told = {name: one for name, one in asdict(limits).items() if one is not None}
        engines[spec] = {"module": module, "limits": told}
    return {"rules": named, "engines": engines}


def module_script(name: str) -> str:
    """The script of one of the modules."""
    spec, start = MODULES[name]
    made = rules_for_page(start) if spec is None else engine_for_page(spec, start)
    return made.script(name)


def bring_to_life(cell: nbformat.NotebookNode, known: dict[str, dict[str, object]]) -> None:
    """Put a marker after each output that lives in the page, and hide the code of questions."""
    outputs = []
    for number, output in enumerate(cell.outputs):
        outputs.append(output)
        if f"{cell.id}-{number}" in known:
            marker = f'<div data-gk-living="{cell.id}-{number}" hidden></div>'
            outputs.append(nbformat.v4.new_output("display_data", {"text/html": marker}))
    cell.outputs = outputs
    if QUESTION.search(cell.source):
        cell.metadata["tags"] = ["remove-input"]


def as_script(variable: str, things: dict[str, object]) -> str:
    """A classic script (a page from a folder may load no other) with things that nobody reads at a glance."""
    told = {key: packed(json.dumps(one, separators=(",", ":")).encode()) for key, one in things.items()}
    return f"Object.assign(globalThis.{variable} ??= {{}}, {json.dumps(told, separators=(',', ':'))});\n"


def widgets_script() -> str:
    """The widgets' own scripts, which are modules in a notebook, as one classic script."""
    parts = ["globalThis.gamekit ??= {}; gamekit.widgets = {};"]
    for name, source in (("board", Board._esm), ("stepper", Stepper._esm), ("predict", Predict._esm)):
        text = source.read_text(encoding="utf-8") if isinstance(source, Path) else str(source)
        parts.append(f"(() => {{\n{text.replace('export default', f'gamekit.widgets.{name} =')}\n}})();")
    return "\n".join(parts)


def script_files() -> dict[str, str]:
    """The scripts that every book has."""

    def joined(*names: str) -> str:
        return "".join(FACE.with_name(name).read_text(encoding="utf-8") for name in names)

    return {
        "living.js": joined(FACE.name, "living.js"),
        "widgets.js": widgets_script(),
        "trees.js": joined("tracer.js", "trees.js"),
    }


def living_files() -> dict[str, str]:
    """Everything in `_static/living/`."""
    found = script_files()
    found["widgets.css"] = "\n".join(str(kind._css) for kind in (Board, Stepper, Predict))
    for path in lessons().values():
        known = dict(page_data(path.stem))
        for key, one in known.items():
            if one["widget"] == "explore":  # its pictures come when somebody moves a slider
                found[f"{path.stem}-{key}.js"] = as_script("gamekitPictures", {key: one["pictures"]})
                known[key] = {name: part for name, part in one.items() if name != "pictures"}
        found[f"{path.stem}.js"] = as_script("gamekitLiving", known)
    found["index.js"] = as_script("gamekitLiving", landing_data())
    if MODULES:
        engine = FACE.with_name("engine.js").read_text(encoding="utf-8")
        in_worker = FACE.read_text(encoding="utf-8") + engine
        found["board.js"] = f"{engine}gamekit.workerText = {json.dumps(in_worker)};\n"
        found["board.js"] += FACE.with_name("board.js").read_text(encoding="utf-8")
        found |= {f"{name}.js": module_script(name) for name in MODULES}
    elif linker() is None:
        print(NO_LINKER)
    return found


def lab_page(path: Path) -> str:
    """A lab as students get it, as a page of the book."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = tidy(cell.source, path.relative_to(ROOT).as_posix())
    return nbformat.writes(notebook) + "\n"


def lesson_table() -> str:
    """All lessons, with the question each answers, as Markdown."""
    rows = ["| lesson | the question it answers | minutes | builds on |", "| --- | --- | ---: | --- |"]
    for number, path in lessons().items():
        title, question = heading(path)
        known = facts()[number]
        needs = ", ".join(lesson_link(other, other, Path(".")) for other in known["needs"]) or "–"
        asked = sum(one["widget"] == "predict" for one in page_data(path.stem).values())
        progress = f'<span class="gk-progress" data-gk-progress="{path.stem}" data-gk-total="{asked}"></span>'
        link = lesson_link(number, title, Path("."))
        rows.append(f"| {link} {progress} | {question} | {known['minutes']} | {needs} |")
    return "\n".join(rows)


def rule_table() -> str:
    """The rules, and which games have code of their own for each, as Markdown."""
    states = {name: type(games.start(name)) for name in games.names()}
    rows = ["| rule | what it says | games |", "| --- | --- | --- |"]
    for name, rule in vars(rules).items():  # in the order in which they stand there
        if name not in gamekit.__all__ or not hasattr(rule, "knows") or name == "value":  # of evaluators
            continue
        own = [game for game, state in states.items() if rule.knows(state)]
        said = "all" if len(own) == len(states) else f"all; own code for {', '.join(own)}"
        rows.append(f"| [`{name}`](#gamekit.{name}) | {first_line(rule)} | {said if own else 'all'} |")
    return "\n".join(rows)


def first_line(thing: object) -> str:
    """The first sentence of a docstring."""
    return (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")


def api(name: str, shown: set[int]) -> str:
    """What a module of the surface offers, from docstrings; what was shown before is left out."""
    module = import_module(name)
    things = {each: getattr(module, each) for each in module.__all__ if hasattr(module, each)}
    things |= {each: import_module(f"{name}.{each}") for each in module.__all__ if each not in things}
    files, constants, directives = [], [], {"function": [], "class": []}
    for each, thing in things.items():
        kind = "class" if inspect.isclass(thing) else "function"
        if inspect.ismodule(thing):
            files.append(f"| `{each}` | {first_line(thing)} |")
        elif not isinstance(thing, type | Callable):
            constants.append(f"`{each} = {thing}`" if len(str(thing)) <= LONGEST_CONSTANT else f"`{each}`")
        elif id(thing) not in shown:
            members = "\n   :members:" if kind == "class" else ""
            directives[kind].append(f".. auto{kind}:: {name}.{each}{members}")
        shown.add(id(thing))
    parts = [f"**`{name}`** · {first_line(module).removeprefix('gamekit: ')}"]
    parts += [f"Constants: {', '.join(constants)}"] if constants else []
    parts += ["\n".join(["| file | what it is |", "| --- | --- |", *files])] if files else []
    wanted = [*directives["function"], *directives["class"]]
    return "\n\n".join([*parts, "```{eval-rst}\n" + "\n\n".join(wanted) + "\n```"])


def page(place: str, path: Path) -> str:
    """The text of one page."""
    if path in lessons().values():
        return lesson_page(lesson_of(path), path)
    if path in labs().values():
        return lab_page(path)
    text = path.read_text(encoding="utf-8")
    if path.name == "api.md":
        shown: set[int] = set()  # such as a class that two modules offer
        text = re.sub("%API (.+?)%", lambda found: api(found[1], shown), text)
        text = text.replace("%RULES%", rule_table())
    return tidy(text.replace("%LESSONS%", lesson_table()).replace("%BOARD%", first_board()), place)


def first_board() -> str:
    """The board of the landing page: a still picture, and the marker where it comes to life."""
    still = record_board(gamekit.Record(games.start("othello"))).svg
    marker = '<div class="output"><div data-gk-living="board" hidden></div></div>' if landing_data() else ""
    return f'```{{raw}} html\n<div class="cell_output"><div class="output">{still}</div>{marker}</div>\n```'


def landing_data() -> dict[str, object]:
    """What the landing page knows of its board: it is that of the first lesson."""
    known = page_data(lessons()["00"].stem).values()
    boards = [one for one in known if one["widget"] == "board" and one["game"] == "othello"]
    return {"board": boards[0]} if boards else {}


def gather(folder: Path, wanted: dict[str, str]) -> None:
    """Write files. What has not changed is left alone, so that Sphinx need not read it again."""
    for old in [path for path in folder.rglob("*") if path.is_file()]:
        if old.relative_to(folder).as_posix() not in wanted:
            old.unlink()
    for place, text in wanted.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Make the book."""
    AS_PICTURES.update({"board"} if "--still" in arguments else ())
    folders = [word for word in arguments if not word.startswith("-")]
    out = Path(folders[0] if folders else ROOT / "build" / "book").resolve()
    work = out.with_name(f"{out.name}-work")
    gather(work / "pages", {place: page(place, path) for place, path in places().items()})
    gather(work / "static" / "living", living_files())
    settings = ["-q", "-W", "--keep-going", "-c", str(BOOK), "-d", str(work / "doctrees")]
    settings += ["-D", f"html_static_path={BOOK / '_static'},{work / 'static'}"]
    status = build_main(["-b", "html", *settings, str(work / "pages"), str(out)])
    if status == 0:
        print(f"made {len(lessons())} lessons and {len(labs())} labs: open {out / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
