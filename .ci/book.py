"""Make the static book:  python .ci/book.py [FOLDER [MODULE ...]]

Gathers the pages (the executed notebooks, the labs as students get them, some of docs/, and what stands in
docs/book/) and lets Sphinx make web pages of them in FOLDER, which is build/book unless you say otherwise.
No notebook is run and nothing is fetched. A warning of Sphinx is an error.

Pages keep their places (notebooks/03_alpha_beta.ipynb stays there), so links in them stay right. On the way
each picture gets its alternative text, and each mention of another lesson a link.

What is live in a notebook lives in the book too, without Python: beside each still picture stands a marker,
and `_static/living/` has the widgets' scripts and what `make notebooks` has collected (`notebooks/.page/`).
Labs are pages too, with their hints to open one by one. Their cells are run once with the model answers, so
that a reader sees what the task is about, and, folded, what a right answer shows.

Modules of players that are named after the folder, such as `engine-Othello-alphabeta`, are left out: each
takes seconds to compile, and a test that plays against others need not wait for it.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import importlib.util
import inspect
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import nbformat
from sphinx.cmd.build import build_main

import gamekit
from gamekit import games, rules
from gamekit.draw.boards import record_board
from gamekit.grading.checking import find_task
from gamekit.page.engines import engine_for_page, rules_for_page, start_of, without_limits
from gamekit.page.webassembly import FACE, NO_LINKER, linker, packed
from gamekit.player_spec import in_words
from gamekit.players import player, unit_of
from gamekit.surface import SURFACE
from gamekit.widgets import Board, Predict, Stepper

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs" / "book"
DOCS = ["claims.md", "decisions.md", "instructors.md", "teaching.md", "tour.md", "training.md"]
# A mention of a lesson, or something in which nothing may be replaced: code or a link.
MENTION = re.compile(
    r"```.*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)|^#.*?$|\b([Ll]esson\s(\d\d[b-z]?))\b|(第\s(\d\d[b-z]?)\s课)",
    re.S | re.M,
)
CHINESE = "zh/"  # pages below this folder are in Chinese
SAID_BY_THE_THEME = {  # on every page; the rest is seen by few
    'lang="en"': 'lang="zh-CN"',
    ">Show the code<": ">显示代码<",
    ">Hide the code<": ">隐藏代码<",
    ">Show the answer<": ">显示答案<",
    ">Hide the answer<": ">隐藏答案<",
    ">On this page<": ">本页内容<",
    ">Back to top<": ">回到顶部<",
    ">Next<": ">下一页<",
    ">Previous<": ">上一页<",
}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
# What an output may be in the book, the best first. Live things store a still picture beside themselves.
STILL = ["image/svg+xml", "image/png", "text/html", "text/plain"]
LIVING = FACE.with_name("living.js")
# A cell that asks a question: its code would tell the answer.
QUESTION = re.compile(r"^(guess_\w+ = )?Predict\(", re.M)
OFFLINE = "offline.js"  # a service worker
WEIGHTS = 1_000_000  # bytes: a larger file is kept only by whoever has asked for it
LANDMARKS = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
}
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
    place = there.relative_to(ROOT).as_posix()
    if f"{folder.as_posix()}/".startswith(CHINESE) and number in translated(lessons()):
        place = CHINESE + place
    return f"[{text}]({Path(os.path.relpath(place, folder)).as_posix()})"


def translated(pages: dict[str, Path]) -> dict[str, Path]:
    """Those lessons or labs that can be read in Chinese, by their numbers."""
    said = tool("translate").translations
    return {number: path for number, path in pages.items() if said(path.stem)}


def places() -> dict[str, Path]:
    """Every page of the book: its place in the book and the file that it is made from."""
    own = ("index.md", "glossary.md", "api.md", "recipes.md", f"{CHINESE}index.md", f"{CHINESE}glossary.md")
    found = {name: BOOK / name for name in own}
    for path in [*lessons().values(), *labs().values(), *(ROOT / "docs" / name for name in DOCS)]:
        found[path.relative_to(ROOT).as_posix()] = path
    for path in [*translated(lessons()).values(), *translated(labs()).values()]:
        found[CHINESE + path.relative_to(ROOT).as_posix()] = path
    return found


def tidy(text: str, place: str, own: str | None = None) -> str:
    """A page's Markdown with links that work in the book.

    Mentions of other lessons become links. Links to files of the repository that are no pages of the book
    become these files' names. What exists nowhere is left for Sphinx to complain about.
    """
    folder, known = Path(place).parent, places()

    def mention(found: re.Match[str]) -> str:
        text, number = found[1] or found[3], found[2] or found[4]
        return found[0] if text is None or number == own else lesson_link(number, text, folder)

    def link(found: re.Match[str]) -> str:
        target = found[2].split("#")[0]
        inside = Path(os.path.normpath(folder / target)).as_posix()
        moved = inside.removeprefix(f"{BOOK.relative_to(ROOT).as_posix()}/")
        if place.startswith(CHINESE) and inside not in known:  # it is in English only
            moved = inside.removeprefix(CHINESE)
        if inside != moved and moved in known:  # a page that lies elsewhere in the book
            return f"[{found[1]}]({Path(os.path.relpath(moved, folder)).as_posix()})"
        if not target or re.match(r"[a-z]+:", target) or inside in known or not (ROOT / inside).exists():
            return found[0]
        return found[1] if inside in found[1] else f"{found[1]} (`{inside}`)"

    return LINK.sub(link, MENTION.sub(mention, text))


def lesson_page(number: str, path: Path, place: str) -> str:
    """A lesson's notebook as a page of the book, in the language of its place."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            if place.startswith(CHINESE):
                cell.source = tool("translate").put_back(cell.source, path.stem)
            cell.source = tidy(cell.source, place, number)
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
    if "hide-cell" in cell.metadata.get("tags", []):  # it follows a question
        prompts = {"code_prompt_show": "Show the answer", "code_prompt_hide": "Hide the answer"}
        cell.metadata.setdefault("mystnb", {}).update(prompts)


@cache
def page_data(name: str) -> dict[str, dict[str, object]]:
    """What is known of the widgets of a lesson, by cell and output."""
    path = ROOT / "notebooks" / ".page" / f"{name}.json.gz"
    known = json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}
    for one in known.values():
        if one["widget"] == "board":
            one |= engines_of(one)
    return {key: one for key, one in known.items() if one["widget"] != "board" or "rules" in one}


# Modules of the boards, by name: a player's spec, and where it begins.
MODULES: dict[str, tuple[str | None, object]] = {}


def engines_of(board: dict[str, object]) -> dict[str, object]:
    """The modules that a board needs: its rules, its players with limits; none if it must stay still."""
    start = start_of(board["game"], board["state"])
    specs = [*board["levels"], *([board["player"]] if board["player"] else [])]
    if linker() is None or rules.position_text(start) != board["start"]:
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
        engines[spec] = {
            "module": module,
            "limits": told,
            "unit": unit_of(spec, start),
            "who": in_words(spec),
        }
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
            asks = " data-gk-asks" if known[f"{cell.id}-{number}"]["widget"] == "predict" else ""
            marker = f'<div data-gk-living="{cell.id}-{number}"{asks} hidden></div>'
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


def living_files(left_out: Sequence[str] = ()) -> dict[str, str]:
    """Everything in `_static/living/`, but for modules that are left out."""
    found = script_files()
    found["widgets.css"] = "\n".join(str(kind._css) for kind in (Board, Stepper, Predict))
    for path in lessons().values():
        known = dict(page_data(path.stem))
        for key, one in known.items():
            if one["widget"] == "explore":  # its pictures come when somebody moves a slider
                found[f"{path.stem}-{key}.js"] = as_script("gamekitPictures", {key: one["pictures"]})
                known[key] = {name: part for name, part in one.items() if name != "pictures"}
        found[f"{path.stem}.js"] = as_script("gamekitLiving", known)
        if path in translated(lessons()).values():
            told = tool("translate").put_back_questions(known, path.stem)
            found[f"{path.stem}.zh.js"] = as_script("gamekitLiving", told)
    words = json.dumps(tool("translate").translations("widgets"), ensure_ascii=False)
    found["words.zh.js"] = f"const gamekitWords = {words};\n{(BOOK / 'words.js').read_text(encoding='utf-8')}"
    for path in labs().values():
        known = lab_widgets(path)
        found[f"{path.stem}.js"] = as_script("gamekitLiving", known)
        if path in translated(labs()).values():
            told = tool("translate").put_back_questions(known, path.stem)
            found[f"{path.stem}.zh.js"] = as_script("gamekitLiving", told)
    found["index.js"] = as_script("gamekitLiving", landing_data())
    if MODULES:
        engine = FACE.with_name("engine.js").read_text(encoding="utf-8")
        in_worker = FACE.read_text(encoding="utf-8") + engine
        found["board.js"] = f"{engine}gamekit.workerText = {json.dumps(in_worker)};\n"
        found["board.js"] += FACE.with_name("board.js").read_text(encoding="utf-8")
        if unknown := set(left_out) - MODULES.keys():
            raise SystemExit(f"there is no module {min(unknown)}")
        found |= {f"{name}.js": module_script(name) for name in MODULES if name not in left_out}
    elif linker() is None:
        print(NO_LINKER)
    return found


# --- labs ---------------------------------------------------------------------------------------------------

MATCHES = "played(choose)"  # a cell with this plays whole matches, which nobody waits for
ONLY_TO_READ = "This page is for reading"
HOW_TO_RUN = (
    "Write and check your answers on your own machine: `gamekit lab` opens the course, this lab lies in "
    "`{}`. There `check` tells you at once what is wrong, with the smallest case that shows it."
)
HINT = "Hint {} of {}"
RIGHT = "What it shows with a right answer"


@cache
def tool(name: str) -> ModuleType:
    """Another tool of this folder."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@cache
def lab_runs() -> tuple[dict[str, list[object]], dict[str, dict[str, object]]]:
    """What the cells of all labs show with the model answers, and what is known of their widgets.

    Both by lab and cell: "lab03_b46f9275". One kernel runs all of them, one after another.
    """
    whole, notebooks = nbformat.v4.new_notebook(), tool("notebooks")
    for path in labs().values():
        whole.cells.append(nbformat.v4.new_code_cell("%reset -f"))
        for cell in nbformat.read(ROOT / "solutions" / path.parent.name / path.name, as_version=4).cells:
            if cell.cell_type == "code" and "check(" not in cell.source and MATCHES not in cell.source:
                key = f"{path.parent.name[:5]}_{cell.id}"
                whole.cells.append(nbformat.v4.new_code_cell(cell.source, id=key))
        # Its questions ask what its answers say, so before these go.
        whole.cells.append(nbformat.v4.new_code_cell(notebooks.COLLECTING, id=f"page-{path.parent.name}"))
    ran, told = notebooks.with_page_data(whole)
    known = json.loads(gzip.decompress(told))
    for cell in ran.cells:  # "your own function has counted" is not true here
        for key in {key for key in known if key.startswith(f"{cell.id}-")}:
            if "answer=lambda" in cell.source and known[key].get("secret"):
                known[key]["secret"]["reason"] = (
                    "So says the model answer. Write your own, and see for yourself."
                )
    return {cell.id: cell.outputs for cell in ran.cells if cell.outputs}, known


def lab_widgets(path: Path) -> dict[str, dict[str, object]]:
    """What is known of the questions of a lab, by cell and output."""
    beginning, found = f"{path.parent.name[:5]}_", {}
    for key, one in lab_runs()[1].items():
        if key.startswith(beginning) and one["widget"] == "predict" and one["secret"]:
            found[key.removeprefix(beginning)] = one
    return found


def hints(task: str, translated: dict[str, str]) -> str:
    """The hints of a task, such as "lab03.best_move", as HTML: each is folded into the one before.

    `translated` has translations, if any.
    """
    told, folded = [translated.get(one, one) for one in find_task(task)[1].hints], ""
    for number, hint in reversed(list(enumerate(told, 1))):
        said = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(hint, quote=False))
        summary = f"<summary>{translated.get(HINT, HINT).format(number, len(told))}</summary>"
        folded = f'<details class="gk-lab-hint">{summary}<p>{said}</p>{folded}</details>'
    return folded


def lab_page(path: Path, place: str) -> str:
    """A lab as students get it, as a page of the book: with hints, and with what the model answers show."""
    notebook, shown = nbformat.read(path, as_version=4), lab_runs()[0]
    folder, cells, is_below = path.parent.relative_to(ROOT).as_posix(), [], False
    said = {}
    if place.startswith(CHINESE):
        said = tool("translate").translations("widgets") | tool("translate").translations(path.stem)
    head, body, right = (said.get(text, text) for text in (ONLY_TO_READ, HOW_TO_RUN, RIGHT))
    note = f"\n\n:::{{admonition}} {head}\n{body.format(folder)}\n:::"
    for number, cell in enumerate(notebook.cells):
        cells.append(cell)
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "markdown":
            if said:
                cell.source = tool("translate").put_back(cell.source, path.stem)
            cell.source = tidy(cell.source, place) + (note if number == 0 else "")
            continue
        is_below = is_below or "answer" in tags
        # Each page has its own, which it changes: in Chinese the same are shown again.
        cell.outputs = deepcopy(shown.get(f"{path.parent.name[:5]}_{cell.id}", []))
        make_still(cell)
        if cell.outputs and is_below and not QUESTION.search(cell.source):
            cell.metadata["tags"] = ["hide-output"]
            prompts = {"code_prompt_show": right, "code_prompt_hide": right}
            cell.metadata.setdefault("mystnb", {}).update(prompts)
        bring_to_life(cell, lab_widgets(path))
        asked = re.search(r'check\("(lab\d+\.\w+)"', cell.source)
        if asked:
            cells.append(nbformat.v4.new_markdown_cell(f"```{{raw}} html\n{hints(asked[1], said)}\n```"))
    notebook.cells = cells
    return nbformat.writes(notebook) + "\n"


# --- the landing page ---------------------------------------------------------------------------------------


def lesson_map() -> str:
    """All lessons as cards, with the question that each answers and the reader's progress, as HTML."""
    cards = []
    for number, path in lessons().items():
        title, question = (html.escape(one, quote=False) for one in heading(path))
        known = facts()[number]
        needs = f", builds on {' and '.join(known['needs'])}" if known["needs"] else ""
        asked = sum(one["widget"] == "predict" for one in page_data(path.stem).values())
        lab = ""
        if number in labs():
            where = labs()[number].relative_to(ROOT).with_suffix(".html").as_posix()
            lab = f' · <a href="{where}">lab {number}</a>'
        cards.append(
            f'<li><a href="notebooks/{path.stem}.html">{title}</a><p>{question}</p>'
            f"<small>{known['minutes']} minutes{needs}{lab}</small>"
            f'<span class="gk-progress" data-gk-progress="{path.stem}" data-gk-total="{asked}"></span></li>'
        )
    return f'```{{raw}} html\n<ul class="gk-course">{"".join(cards)}</ul>\n```'


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
    for inner in [each for each, thing in things.items() if inspect.ismodule(thing)]:
        if f"{name}.{inner}" not in SURFACE:  # those have a heading of their own
            own = getattr(things[inner], "__all__", ())
            things |= {f"{inner}.{each}": getattr(things[inner], each) for each in own}
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
        return lesson_page(lesson_of(path), path, place)
    if path in labs().values():
        return lab_page(path, place)
    text = path.read_text(encoding="utf-8")
    if path.name == "api.md":
        shown: set[int] = set()  # such as a class that two modules offer
        text = re.sub("%API (.+?)%", lambda found: api(found[1], shown), text)
        text = text.replace("%RULES%", rule_table())
    text = text.replace("%LESSONS%", lesson_map()).replace("%BOARD%", first_board())
    if translated(labs()):  # Sphinx complains about a pattern that nothing matches
        text = text.replace("\nzh/notebooks/*\n", "\nzh/notebooks/*\nzh/exercises/*/*\n")
    return tidy(text.replace("%TRANSLATED%", translated_list()), place)


def translated_list() -> str:
    """The lessons that can be read in Chinese, as Markdown."""
    lines = []
    for path in translated(lessons()).values():
        title, question = (tool("translate").put_back(part, path.stem) for part in opening_texts(path))
        link = f"[{title.removeprefix('# ')}](notebooks/{path.name})"
        lines.append(f"- {link}  \n  {question.strip('*')}")
    return "\n".join(lines)


def opening_texts(path: Path) -> tuple[str, str]:
    """A lesson's title and its question, as they stand in the notebook."""
    title, question = heading(path)
    return f"# {title}", f"**{question}**"


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


def finish(out: Path) -> None:
    """What Sphinx and its theme leave open: names of landmarks, levels of headings, and reading offline.

    The worker of `offline.js` keeps every file but the large weights, under a name that changes with them.
    """
    for path in out.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        chinese = SAID_BY_THE_THEME if path.is_relative_to(out / CHINESE) else {}
        for before, after in (LANDMARKS | chinese).items():
            text = text.replace(before, after)
        path.write_text(text, encoding="utf-8")
    files = sorted(path for path in out.rglob("*") if path.is_file() and not path.name.startswith("."))
    kept = [path for path in files if path.stat().st_size < WEIGHTS and path.suffix != ".inv"]
    kept = [path.relative_to(out).as_posix() for path in kept if path.name != OFFLINE]
    version = hashlib.sha256(
        b"".join(path.read_bytes() for path in files if path.name != OFFLINE)
    ).hexdigest()
    worker = (BOOK / OFFLINE).read_text(encoding="utf-8")
    told = f"const VERSION = {json.dumps(version[:12])}, FILES = {json.dumps(kept)};\n"
    (out / OFFLINE).write_text(told + worker, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Make the book."""
    out = Path(arguments[0] if arguments else ROOT / "build" / "book").resolve()
    if ROOT / "build" in out.parents:  # beside it, so that the next time only what has changed is made
        return make(out, out.with_name(f"{out.name}-work"), arguments[1:])
    with TemporaryDirectory() as work:
        return make(out, Path(work), arguments[1:])


def make(out: Path, work: Path, left_out: Sequence[str] = ()) -> int:
    """Make the book in one folder; what Sphinx reads, and what it remembers, lies in the other."""
    gather(work / "pages", {place: page(place, path) for place, path in places().items()})
    gather(work / "static" / "living", living_files(left_out))
    settings = ["-q", "-W", "--keep-going", "-c", str(BOOK), "-d", str(work / "doctrees")]
    settings += ["-D", f"html_static_path={BOOK / '_static'},{work / 'static'}"]
    status = build_main(["-b", "html", *settings, str(work / "pages"), str(out)])
    if status == 0:
        finish(out)
        print(f"made {len(lessons())} lessons and {len(labs())} labs: open {out / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
