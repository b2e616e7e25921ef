"""Make the notebooks from their texts:  python .ci/notebooks.py [--check] [--page-data] [--words] [NAME ...]

The truth is text: `notebooks/.source/NAME.py`, cells marked by `# %%`. From it come the cells of
`notebooks/NAME.ipynb`; running them adds the outputs. `--check` changes nothing and fails where a
notebook differs from its text, or from what running it gives (cells tagged `timing` excepted).
`--page-data` stores only what the book's pages must know of the widgets, `notebooks/.page/NAME.json.gz`.
`--words` runs nothing: where only Markdown, tags or what opens a lesson changed, outputs stay. A beginning
of a name is enough: `python .ci/notebooks.py 03` (12 is not 12b). From the notebooks' outputs come the
table of all claims, `docs/claims.md`, and the ledger's rows; last come the list of what `gamekit lab` signs,
and marks on translations that are older than what the lessons now say.
"""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from gamekit.course import ledger
from gamekit.course.claims import FOUND, VERDICTS
from gamekit.jupyterlab import content_hash

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
CLAIMS = NOTEBOOKS.parent / "docs" / "claims.md"
LESSONS = NOTEBOOKS.parent / "gamekit" / "jupyter" / "lessons.txt"  # what `gamekit lab` signs
CLAIM = "application/vnd.gamekit.claim+json"
FACTS = NOTEBOOKS.parent / "docs" / "book" / "lessons.toml"
# Cells whose code is folded away: a question would show its answer, a claim says all in its output. Others
# have a tag: `fold` (imports, plumbing, checks), or `answer` (below a question), which folds the output too.
FOLDED = re.compile(r"^(guess_\w+ = Predict|claim|finding)\(", re.M)
FOLDS = {"fold": "hide-input", "answer": "hide-cell"}  # the tags that JupyterBook and myst-nb know
# What matplotlib calls a mark or a clipping path.
HASHED = re.compile(r"\b[mp][0-9a-f]{10}\b")
# A live thing is stored as its still picture only: its own state belongs to one run.
LIVE = "application/vnd.jupyter.widget-view+json"
# What the book's pages must know of it is collected by cells that come and go, and lies beside the notebook.
PAGE = "application/vnd.gamekit.page+json"
WIDGET = re.compile(r"\b(Board|Stepper|MCTSStepper|SideBySide|Predict|Explore|replay)\(")
COLLECTING = "from gamekit.widgets.described import show_collected as _show_collected\n_show_collected()"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def number_cells(notebook: nbformat.NotebookNode) -> None:
    """Number what was run from 1 on, as if nothing else had been run in between."""
    ran = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.execution_count]
    for number, cell in enumerate(ran, 1):
        cell.execution_count = number
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = number


def texts() -> list[Path]:
    """The texts of all notebooks."""
    return sorted((NOTEBOOKS / ".source").glob("*.py"))


def notebook_path(text: Path) -> Path:
    """Where the notebook of a text lies."""
    return NOTEBOOKS / f"{text.stem}.ipynb"


def lesson_of(path: Path) -> str:
    """The number of a lesson as text, from its file: "03", or "12b" for a lesson that follows 12."""
    return path.name.split("_")[0]


def from_text(text: Path) -> nbformat.NotebookNode:
    """The notebook without outputs. Cell ids come from the cells' texts, so they stay what they are."""
    import jupytext  # only here: the book is made where there is none

    notebook = jupytext.read(text, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(METADATA)
    question = re.match(r"# .+\n+\*\*.+?\*\*", notebook.cells[0].source)
    if question:
        told = notebook.cells[0].source[question.end() :]
        notebook.cells[0].source = f"{question[0]}\n\n{opening(lesson_of(text))}{told}"
    seen: set[str] = set()
    for cell in notebook.cells:
        number = 0
        while True:
            cell.id = hashlib.sha256(f"{number}{cell.source}".encode()).hexdigest()[:8]
            number += 1
            if cell.id not in seen:
                break
        seen.add(cell.id)
        cell.source = cell.source.strip("\n")  # of a folded cell JupyterLab shows the first line
        tags = list(cell.metadata.get("tags", []))
        if cell.cell_type == "code" and FOLDED.search(cell.source):
            tags.append("fold")
        kept: dict[str, object] = {}
        if set(tags) & set(FOLDS):
            kept["jupyter"] = {"source_hidden": True}
            if "answer" in tags:
                kept["jupyter"] = {"source_hidden": True, "outputs_hidden": True}
        if tags:
            kept["tags"] = [FOLDS.get(tag, tag) for tag in tags]
        cell.metadata = nbformat.from_dict(kept)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def opening(number: str) -> str:
    """What a lesson takes, what it builds on and what it is good for, as Markdown."""
    known = tomllib.loads(FACTS.read_text(encoding="utf-8")).get(number)
    if known is None:
        raise SystemExit(f"docs/book/lessons.toml does not say what lesson {number} takes")
    names = {lesson_of(text): notebook_path(text).name for text in texts()}
    needs = " and ".join(f"[lesson {other}]({names[other]})" for other in known["needs"])
    told = [f"**About {known['minutes']} minutes.** Builds on {needs or 'nothing'}."]
    for lab in (NOTEBOOKS.parent / "exercises").glob(f"lab{number}-*/*.ipynb"):
        told.append(f"Its exercises: [lab {number}](../{lab.relative_to(NOTEBOOKS.parent).as_posix()}).")
    lines = [" ".join(told), "", "Afterwards you can", "", *(f"- {one}" for one in known["able"])]
    return "\n".join(f"> {line}".rstrip() for line in lines)


def with_new_words(text: Path) -> nbformat.NotebookNode:
    """The stored notebook with the Markdown and the tags of its text; its code must be what was run."""
    stored, fresh = nbformat.read(notebook_path(text), as_version=4), from_text(text)
    ran = [cell for cell in stored.cells if cell.cell_type == "code"]
    code = [cell for cell in fresh.cells if cell.cell_type == "code"]
    if [cell.source for cell in ran] != [cell.source for cell in code]:
        raise SystemExit(f"{text.name}: its code has changed, so it must be run")
    for old, new in zip(ran, code, strict=True):
        new.outputs, new.execution_count = old.outputs, old.execution_count
    return fresh


def page_data_path(text: Path) -> Path:
    """Where a page's knowledge of the widgets of a notebook lies."""
    return NOTEBOOKS / ".page" / f"{text.stem}.json.gz"


def with_page_data(notebook: nbformat.NotebookNode) -> tuple[nbformat.NotebookNode, bytes]:
    """Run a notebook; what a page must know of its widgets, by cell, goes along."""
    plain = notebook.cells
    notebook.cells = []
    for cell in plain:
        notebook.cells.append(cell)
        if cell.cell_type == "code" and WIDGET.search(cell.source):
            notebook.cells.append(nbformat.v4.new_code_cell(COLLECTING, id=f"page-{cell.id}"))
    notebook.cells.append(nbformat.v4.new_code_cell(COLLECTING, id="page-last"))
    execute(notebook)
    known: dict[str, object] = {}
    for cell in notebook.cells:
        if cell.get("id", "").startswith("page-"):
            for output in cell.outputs:
                for model, one in output.get("data", {}).get(PAGE, {}).items():
                    if model not in known or one.get("secret", True):  # an answer once known stays
                        known[model] = one
    notebook.cells = plain
    number_cells(notebook)
    told = {}
    for cell in plain:
        for number, output in enumerate(cell.get("outputs", [])):
            model = output.get("data", {}).get(LIVE, {}).get("model_id")
            if model in known:
                told[f"{cell.id}-{number}"] = known[model]
    packed = gzip.compress(json.dumps(told, sort_keys=True, separators=(",", ":")).encode(), 9, mtime=0)
    return without_traces(notebook), packed


def run(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run all cells; an error stops it. What tells only of this run is taken away."""
    execute(notebook)
    return without_traces(notebook)


def execute(notebook: nbformat.NotebookNode) -> None:
    """Run all cells; an error stops it."""
    resources = {"metadata": {"path": str(NOTEBOOKS)}}
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources=resources, coalesce_streams=True
    ).execute()
    without_what_has_gone(notebook)


def without_what_has_gone(notebook: nbformat.NotebookNode) -> None:
    """Take away what was shown only while a cell ran, and joins the printed text around it."""
    for cell in notebook.cells:
        kept: list[nbformat.NotebookNode] = []
        for one in cell.get("outputs", []):
            if kept and one.output_type == kept[-1].output_type == "stream" and one.name == kept[-1].name:
                kept[-1].text += one.text
            elif "data" not in one or any(one.data.values()):
                kept.append(one)
        if cell.cell_type == "code":
            cell.outputs = kept


def without_traces(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """A notebook that was run, without what tells only of this run."""
    notebook.metadata = nbformat.from_dict(METADATA)
    without_what_has_gone(notebook)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        cell.metadata.pop("trusted", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(LIVE, None)
    return notebook


def write(notebook: nbformat.NotebookNode) -> str:
    """The notebook as a file's text."""
    return nbformat.writes(notebook) + "\n"


def is_timing(cell: nbformat.NotebookNode) -> bool:
    """Does a cell's output depend on the machine?"""
    return "timing" in cell.metadata.get("tags", [])


def comparable(outputs: list[nbformat.NotebookNode]) -> str:
    """Outputs as a text in which equal ones are equal on every machine.

    matplotlib names the parts of a chart by a hash of their places, to the last bit of a logarithm, which
    processors round differently. So these names are counted instead.
    """
    names: dict[str, str] = {}
    outputs = copy.deepcopy(outputs)
    for output in outputs:
        if "image/svg+xml" in output.get("data", {}):
            output.data.pop("text/html", None)  # the same picture again
    told = json.dumps(outputs, sort_keys=True)
    return HASHED.sub(lambda found: names.setdefault(found[0], f"name {len(names)}"), told)


def differences(text: Path, fresh: nbformat.NotebookNode | None = None) -> list[str]:
    """What is wrong with a notebook: nothing, or sentences. `fresh`: a run of it, if there was one."""
    path = notebook_path(text)
    if not path.exists():
        return [f"{path.name} is missing"]
    stored = nbformat.read(path, as_version=4)
    if fresh is None:
        fresh = run(from_text(text))
    else:
        fresh = without_traces(fresh)
        for cell in (*stored.cells, *fresh.cells):  # a browser opens a folded output when its cell is run
            cell.metadata.get("jupyter", {}).pop("outputs_hidden", None)
    if [(c.id, c.source, c.metadata) for c in stored.cells] != [
        (c.id, c.source, c.metadata) for c in fresh.cells
    ]:
        return [f"{path.name} is not what its text says"]
    return [
        f"{path.name}: running the cell {old.source.splitlines()[0]!r} gives another output"
        for old, new in zip(stored.cells, fresh.cells, strict=True)
        if old.cell_type == "code"
        and not is_timing(old)
        and comparable(old.outputs) != comparable(new.outputs)
    ]


def claims() -> list[dict[str, str]]:
    """Every claim that the stored notebooks show, in order."""
    found = []
    for text in texts():
        for cell in nbformat.read(notebook_path(text), as_version=4).cells:
            for output in cell.get("outputs", []):
                if CLAIM in output.get("data", {}):
                    found.append(output.data[CLAIM] | {"lesson": text.stem})
    return found


def claims_table() -> str:
    """The table of all claims, as Markdown."""
    verdicts = {**VERDICTS, False: "**does not hold**", "": FOUND}
    lines = [
        "# Claims",
        "",
        'What other people reported, and what the notebooks of this course measured; what was "found here"',
        "is ours alone. Made from the notebooks' own outputs by `make notebooks`; do not edit it by hand.",
        "",
        "| id | claim | reported | ours | verdict | remark | lesson |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in claims():
        texts_of_claim = [one["id"], one["text"], one["reported"], one["ours"]]
        texts_of_claim.append(verdicts[one["holds"] if one["reported"] else ""])
        link = f"[{lesson_of(Path(one['lesson']))}](../notebooks/{one['lesson']}.ipynb)"
        cells = [text.replace("|", "/") for text in [*texts_of_claim, one["remark"]]]
        lines.append(f"| {' | '.join([*cells, link])} |")
    return "\n".join(lines) + "\n"


def ledger_rows() -> list[dict[str, object]]:
    """What the stored notebooks measured for the ledger, each row from the lesson that it names."""
    found = []
    for text in texts():
        for cell in nbformat.read(notebook_path(text), as_version=4).cells:
            for output in cell.get("outputs", []):
                rows = output.get("data", {}).get(ledger.MIME, [])
                found += [row for row in rows if f"{row['lesson']:02}" == lesson_of(text)[:2]]
    return found


def keep_ledger() -> None:
    """Store the rows of all lessons as the course's."""
    ledger.Ledger(ledger.Row(**row) for row in ledger_rows()).save(ledger.COURSE_FILE)


def lessons_list() -> str:
    """What the stored notebooks hold, as hashes; the name above each is for people only."""
    return "".join(f"{text.stem}\n{content_hash(notebook_path(text))}\n" for text in texts())


def is_meant(text: Path, words: tuple[str, ...]) -> bool:
    """Does one of the words name a lesson? By its whole number (12 is not 12b), or by how its name begins."""
    numbers = {lesson_of(other) for other in texts()}
    return any(lesson_of(text) == word if word in numbers else text.stem.startswith(word) for word in words)


def main(arguments: list[str]) -> int:
    """Make all notebooks, or check them."""
    beginnings = tuple(word for word in arguments if not word.startswith("-"))
    chosen = [text for text in texts() if not beginnings or is_meant(text, beginnings)]
    if "--check" in arguments:
        found = [sentence for text in chosen for sentence in differences(text)]
        print(
            "\n".join(
                [*found, "make notebooks brings them up to date"] if found else ["notebooks are in step"]
            )
        )
        return 1 if found else 0
    for text in chosen:
        if "--words" in arguments:
            notebook_path(text).write_text(write(with_new_words(text)), "utf-8", newline="\n")
            continue
        notebook, page_data = with_page_data(from_text(text))
        if "--page-data" not in arguments:
            notebook_path(text).write_text(write(notebook), "utf-8", newline="\n")
        page_data_path(text).parent.mkdir(exist_ok=True)
        page_data_path(text).write_bytes(page_data)
        print(f"made {notebook_path(text).name}", flush=True)
        keep_ledger()  # the lessons after it show it
    keep_ledger()
    CLAIMS.write_text(claims_table(), "utf-8", newline="\n")
    LESSONS.write_text(lessons_list(), "utf-8", newline="\n")
    sys.path.insert(0, str(Path(__file__).parent))
    from translate import follow_lessons

    follow_lessons()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
