"""The book in another language:  python .ci/translate.py [--check]

Takes the texts of lessons, labs, widgets and check's cards out, paragraph by paragraph, and brings the
catalogues in `docs/book/locale/zh_CN/` up to date: usual gettext files, one a lesson or lab, `widgets.po` and
`card.po`. What is new has no translation yet. What changed is marked *fuzzy*: its old translation stays as a
help, and readers get English until somebody has looked at it and taken the mark away. `--check` changes
nothing and fails where a translation is older than its original. A name begins a new catalogue:
`python .ci/translate.py lab03`.

`.ci/book.py` puts the texts back: a lesson or lab with a catalogue becomes a page below `zh/`, whose code,
figures and answers are those of the English one. What `check` says in a notebook it reads from
`gamekit/grading/zh_CN.json`, which is written here: its own words, and those of labs with a catalogue.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
import sys
from functools import cache
from pathlib import Path

import nbformat
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = "zh_CN"
CATALOGUES = ROOT / "docs" / "book" / "locale" / LOCALE
CARD = ROOT / "gamekit" / "grading" / f"{LOCALE}.json"
WIDGETS = CATALOGUES.parent / "widgets.txt"
FENCE = re.compile(r"^(```|~~~|:::)")
# A line that begins something of its own, so that it may not be joined to the line before.
OPENS = re.compile(r"^(\s*([-*+]|\d+\.)\s|[|>#:<]|\s*$)")
NOTHING_TO_SAY = re.compile(r"[\W\d_]*")


def blocks(markdown: str) -> list[str]:
    """The paragraphs of a Markdown text; a list, a table, a quotation or a piece of code is one of them."""
    found: list[list[str]] = [[]]
    is_code = False
    for line in markdown.splitlines():
        if FENCE.match(line):
            is_code = not is_code
        if not line.strip() and not is_code:
            found.append([])
        else:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found if lines]


def unwrapped(block: str) -> str:
    """A paragraph without its line breaks, so that it stays the same text when it is wrapped anew.

    >>> unwrapped("one\\ntwo\\n- three\\n  four")
    'one two\\n- three four'
    """
    lines: list[str] = []
    for line in block.splitlines():
        if lines and not OPENS.match(line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.rstrip())
    return "\n".join(lines)


def is_text(block: str) -> bool:
    """Is there anything to translate?"""
    return not FENCE.match(block) and not NOTHING_TO_SAY.fullmatch(block)


def of_notebook(path: Path) -> list[str]:
    """The paragraphs of a notebook's Markdown cells."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
    return [unwrapped(block) for cell in cells for block in blocks(cell.source) if is_text(block)]


def of_questions(known: dict[str, dict[str, object]]) -> list[str]:
    """What the questions of a page say: the question, what can be chosen, and the reason."""
    found = []
    for one in known.values():
        if one["widget"] == "predict":
            told = [one["model"]["question"], *one["model"]["choices"], (one["secret"] or {}).get("reason")]
            found += [text for text in told if text and is_text(text)]
    return found


def given_to(function: str, source: str, *keywords: str) -> list[str]:
    """The texts in the first argument, or in those of these names, wherever a piece of code calls a function.

    >>> given_to("said", 'said("{} of {}", 1, "x") + said(part.says) + tell("no")')
    ['{} of {}']
    """
    found = []
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == function:
            given = [call.args[0], *(one.value for one in call.keywords if one.arg in keywords)]
            found += [part.value for one in given for part in ast.walk(one) if isinstance(part, ast.Constant)]
    return [text for text in found if isinstance(text, str) and is_text(text)]


def asked_in(path: Path) -> list[str]:
    """What the questions say that stand in the code of a notebook."""
    cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    return [text for source in cells for text in given_to("Predict", source, "choices", "reason")]


def of_card() -> list[str]:
    """What `check` says itself, whatever the lab."""
    files = sorted(CARD.parent.glob("*.py"))
    return [text for path in files for text in given_to("said", path.read_text(encoding="utf-8"))]


def of_lab(path: Path) -> list[str]:
    """Beside the paragraphs: questions, names of tasks and parts, hints, the sentences of check's cards."""
    from gamekit.grading.lab import find  # only here: it takes a while

    lab = find(path.parent.name[:5])
    found = [*asked_in(path), lab.title]
    for task in lab.tasks:
        found += [task.says, *(part.says for part in task.parts), *task.hints]
        found += [text for mistake in task.library.known(task.name) for text in (mistake.name, mistake.says)]
    return found


def page_data(name: str) -> dict[str, dict[str, object]]:
    """What is known of the widgets of a lesson."""
    path = ROOT / "notebooks" / ".page" / f"{name}.json.gz"
    return json.loads(gzip.decompress(path.read_bytes())) if path.exists() else {}


def of_lessons() -> dict[str, list[str]]:
    """Every text of the lessons, by their catalogues' names."""
    found = {}
    for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]*_*.ipynb")):
        texts = of_notebook(path) + of_questions(page_data(path.stem))
        found[path.stem] = list(dict.fromkeys(texts))
    return found


def sources() -> dict[str, list[str]]:
    """Every text of the course by its catalogue's name: "02_minimax", "lab03-alphabeta", "card"."""
    found = {"widgets": WIDGETS.read_text(encoding="utf-8").splitlines(), "card": of_card()} | of_lessons()
    for path in labs():
        found[path.stem] = of_notebook(path) + of_lab(path)
    return {name: list(dict.fromkeys(texts)) for name, texts in found.items()}


def labs() -> list[Path]:
    """The notebooks of the labs, as students get them."""
    return sorted((ROOT / "exercises").glob("lab*/lab*.ipynb"))


def catalogue_path(name: str) -> Path:
    """Where a catalogue lies."""
    return CATALOGUES / f"{name}.po"


def read(name: str) -> Catalog:
    """A catalogue; an empty one if there is none."""
    path = catalogue_path(name)
    if not path.exists():
        return Catalog(locale=LOCALE, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=LOCALE, abort_invalid=True)


@cache
def translations(name: str) -> dict[str, str]:
    """The translated texts of a catalogue that may be shown: none that is older than its original."""
    return {one.id: one.string for one in read(name) if one.id and one.string and not one.fuzzy}


def older(name: str, texts: list[str]) -> list[str]:
    """Originals of translations that are no longer what the source says."""
    return [text for text in translations(name) if text not in texts]


def update(name: str, texts: list[str]) -> None:
    """Bring a catalogue up to date."""
    template, catalogue = Catalog(fuzzy=False), read(name)
    for text in texts:
        template.add(text)
    catalogue.update(template, update_creation_date=False)
    catalogue.obsolete.clear()  # what stands nowhere any more
    catalogue.header_comment = f"# {name}: texts of gamekit's book. Made by `python .ci/translate.py`."
    path = catalogue_path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, omit_header=True)
    translations.cache_clear()


def follow_lessons() -> None:
    """Mark what is older than the lessons now are: `make notebooks` does this."""
    for name, texts in of_lessons().items():
        if older(name, texts):
            update(name, texts)


def put_back(markdown: str, name: str) -> str:
    """A Markdown text with its paragraphs translated; what has no translation stays."""
    known = translations(name)
    return "\n\n".join(known.get(unwrapped(block), block) for block in blocks(markdown))


def put_back_questions(known: dict[str, dict[str, object]], name: str) -> dict[str, dict[str, object]]:
    """What a page knows of its widgets, with the questions translated."""
    said, found = translations(name), {}

    def translated(thing: object) -> object:
        if isinstance(thing, list):
            return [translated(one) for one in thing]
        return said.get(thing, thing) if isinstance(thing, str) else thing

    for key, one in known.items():
        found[key] = one
        if one["widget"] == "predict" and one["secret"]:
            model = one["model"] | {part: translated(one["model"][part]) for part in ("question", "choices")}
            secret = one["secret"] | {part: translated(one["secret"][part]) for part in ("answer", "reason")}
            found[key] = one | {"model": model, "secret": secret}
    return found


def words_of_check() -> str:
    """What `check` reads: its own words, and the sentences of the labs that have a catalogue."""
    found = dict(translations("card"))
    for path in labs():
        known = translations(path.stem)
        found |= {text: known[text] for text in (of_lab(path) if known else ()) if text in known}
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


def main(arguments: list[str]) -> int:
    """Bring catalogues up to date, or look whether they are."""
    wanted = [word for word in arguments if not word.startswith("-")]
    known = {path.stem for path in CATALOGUES.glob("*.po")}
    found = []
    for name, texts in sources().items():
        if name not in known and not any(name.startswith(word) for word in wanted):
            continue
        if "--check" in arguments:
            found += [f"{name}: {text[:70]!r} has changed" for text in older(name, texts)]
            continue
        update(name, texts)
        print(f"{name}: {len(translations(name))} of {len(texts)} texts are translated")
    if "--check" not in arguments:
        CARD.write_text(words_of_check(), encoding="utf-8")
    elif CARD.read_text(encoding="utf-8") != words_of_check():
        found.append(f"{CARD.name} is older than its catalogues")
    print("\n".join([*found, "python .ci/translate.py marks them"] if found else []))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
