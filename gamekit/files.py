"""Files that a class hands in and pages that it gets back: what grading and the arena share.

What a class hands in may be anything: whatever is read here, there is an answer and never an exception. No
code of a student is even parsed: that happens in the sandbox.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import stat
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

# Entries of a folder that are usually nobody's work.
IGNORED = ("__MACOSX", "__pycache__", "feedback", "desktop.ini", "Thumbs.db")

# Not every system knows these.
_ORDINARY = sum(getattr(os, f"O_{name}", 0) for name in ("NOFOLLOW", "NONBLOCK", "CLOEXEC", "BINARY"))

MOST_BYTES = 20 * 2**20  # of a file, pictures included
MOST_CELLS = 5000

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1e; --soft: #5b5b62; --line: #d8d8de; --page: #fdfdfb;
  --good: #00795c; --bad: #a8430f; --bar: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececee; --soft: #a4a4ad; --line: #3b3b42;
  --page: #1b1b1e; --good: #35c49a; --bad: #f0a06a; --bar: #56b4e9; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 46rem;
  margin: 2.5rem auto; padding: 0 1.2rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .4rem; }
p.soft, td.soft { color: var(--soft); } .total { font-size: 1.25rem; margin: .3rem 0 1rem; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); } svg text { fill: var(--ink); font: 12px system-ui; }
td code { white-space: nowrap; } th.number { white-space: normal; }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } th, td { overflow-wrap: normal; } }
svg .soft { fill: var(--soft); } svg rect { fill: var(--bar); } svg line { stroke: var(--line); }
"""


# --- names and lines --------------------------------------------------------------------------------------


def one_line(text: str, most: int = 300) -> str:
    """One line of printable text, not too long: it goes into tables, pages and terminals.

    >>> one_line("a\\x1b[31m\\nb"), one_line("abcdef", 4)
    ('a [31m b', 'abc…')
    """
    text = text[: 10 * most].encode("utf-8", "replace").decode()
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def shown(text: str) -> str:
    """A name as it can be printed and written: what is no letter becomes a question mark."""
    text = text.encode("utf-8", "replace").decode()
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def told_apart(names: list[str]) -> list[str]:
    """The same names, numbered where two would look the same; no number makes two others meet.

    >>> told_apart(["s1", "s1", "s1 (2)"])
    ['s1', 's1 (3)', 's1 (2)']
    """
    taken, given = {shown(name) for name in names}, set()
    result = []
    for name in names:
        new, count = name, 2
        while shown(new) in given or (new != name and shown(new) in taken):
            new, count = f"{name} ({count})", count + 1
        given.add(shown(new))
        result.append(new)
    return result


def no_formula(text: str) -> str:
    """A spreadsheet runs what begins with such a letter, and in many countries `;` begins a cell.

    >>> no_formula("=1+1"), no_formula("anna;=1+1")
    ("'=1+1", 'anna,=1+1')
    """
    text = text.replace(";", ",")
    return "'" + text if text.lstrip()[:1] in tuple("=+-@\uff1d\uff0b\uff0d\uff20") else text


# --- folders ----------------------------------------------------------------------------------------------


def is_usually_nobodys(name: str) -> bool:
    """Is this the name of what systems and programs leave in a folder?"""
    return name.startswith(".") or name in IGNORED


def entries(folder: Path) -> tuple[list[os.DirEntry[str]], str | None]:
    """What lies in a folder, by name; or nothing, and why not."""
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name), None
    except OSError as error:
        return [], f"the folder cannot be read ({error.strerror})"


def walk(folder: Path, levels: int) -> Iterator[Path]:
    """Ordinary files below a folder, links and what cannot be read left alone."""
    for entry in entries(folder)[0]:
        if is_usually_nobodys(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            if levels > 1:
                yield from walk(Path(entry.path), levels - 1)
        elif entry.is_file(follow_symlinks=False):
            yield Path(entry.path)


# --- reading ----------------------------------------------------------------------------------------------


def read_file(path: Path, most: int = MOST_BYTES) -> tuple[bytes, str | None]:
    """The bytes of a regular file of reasonable size; else no bytes, and why not."""
    try:
        # A submission may be a link to another file, or a pipe that never ends.
        number = os.open(path, os.O_RDONLY | _ORDINARY)
    except (OSError, ValueError) as error:
        return b"", f"the file cannot be read ({getattr(error, 'strerror', None) or 'a strange name'})"
    try:
        with open(number, "rb") as file:
            facts = os.fstat(number)
            if not stat.S_ISREG(facts.st_mode):
                return b"", "it is no ordinary file"
            if facts.st_size > most:
                return b"", f"the file is larger than {most // 2**20} MB"
            data = file.read(most + 1)
    except OSError as error:
        return b"", f"the file cannot be read ({error.strerror})"
    return (b"", "the file grew while it was read") if len(data) > most else (data, None)


def as_text(data: bytes, remarks: list[str]) -> str:
    """The text of a file; what is no letter is replaced, and told."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        remarks.append("the file is not valid UTF-8; unreadable letters were replaced")
        return data.decode("utf-8", errors="replace")


def read_notebook(text: str, remarks: list[str]) -> dict[str, Any] | None:
    """A notebook's document, if the text is one at all: a dict that has a list of cells or worksheets."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        if re.search(r"^<{7} ", text, re.MULTILINE) and re.search(r"^>{7} ", text, re.MULTILINE):
            remarks.append("the file is no notebook any more: it holds the marks of a merge conflict")
        else:
            remarks.append("the file is no notebook: it is not JSON")
        return None
    if not isinstance(document, dict) or not isinstance(
        document.get("cells", document.get("worksheets")), list
    ):
        remarks.append("the file is no notebook: it has no cells")
        return None
    return document


def cells_of(document: dict[str, Any], remarks: list[str]) -> list[dict[str, Any]]:
    """All cells of a notebook that have the shape of one."""
    if "cells" in document:
        found = document["cells"]
    else:
        remarks.append("the notebook has the old format 3; it was read all the same")
        sheets = [sheet for sheet in document["worksheets"] if isinstance(sheet, dict)]
        lists = [sheet.get("cells") for sheet in sheets]
        found = [cell for cells in lists if isinstance(cells, list) for cell in cells]
    if len(found) > MOST_CELLS:
        remarks.append(f"the notebook has more than {MOST_CELLS} cells; only the first were read")
    good = [cell for cell in found[:MOST_CELLS] if isinstance(cell, dict) and source_of(cell) is not None]
    if len(good) < len(found[:MOST_CELLS]):
        remarks.append("the notebook has malformed cells, which were left out")
    return good


def source_of(cell: dict[str, Any]) -> str | None:
    """The text of a cell, or None where there is none. Format 3 calls it `input`."""
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    # A lone surrogate is no letter: it can be written neither to a file nor to a socket.
    return source.encode("utf-8", "replace").decode() if isinstance(source, str) else None


# --- writing ----------------------------------------------------------------------------------------------


def page(title: str, body: str, style: str = "") -> str:
    """A whole page of HTML that needs no network."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}{style}</style></head>\n"
        f"<body>\n{body}</body></html>\n"
    )


def csv_text(rows: Iterable[Sequence[object]], end: str = "\n") -> str:
    """Rows as a spreadsheet reads them."""
    out = io.StringIO()
    csv.writer(out, lineterminator=end).writerows(rows)
    return out.getvalue()


def write_file(path: Path, text: str) -> None:
    """Replace a file in one step; after a crash there is the old one or the new one."""
    number, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with open(number, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(number)
        os.chmod(name, 0o644 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    if os.name == "nt":  # there a folder cannot be opened, nor need it be
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
