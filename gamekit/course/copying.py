"""A copy of the course to work in: lessons and exercises, never over what somebody has written.

The copy remembers what each notebook said when it was copied. So one that its owner has changed is known,
and so is one that the kit has changed since. A notebook says the text of its cells: running it is no change.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import NamedTuple

from gamekit.errors import GamekitError
from gamekit.files import write_file
from gamekit.parts import COURSE, version

MEMORY = ".gamekit-course.json"
FOLDER = "gamekit-course"  # in a folder that holds other things already
PARTS = ("notebooks", "exercises")


class Brought(NamedTuple):
    """What was done to a copy: names of notebooks."""

    new: list[str]
    updated: list[str]
    kept: list[str]  # changed by their owner and by the kit
    waiting: list[str]  # new or changed in the kit; `update` was not asked for

    def lines(self, in_full: bool) -> list[str]:
        """A line for each thing that its owner should know."""
        said = []
        if in_full:
            said += [f"new: {name}" for name in self.new]
            said += [f"brought up to date: {name}" for name in self.updated]
        said += [f"yours was kept: {name} (give it another name to get the new one)" for name in self.kept]
        if self.waiting:
            said.append(f"{len(self.waiting)} notebooks are new in this version: 'gamekit lab --update'")
        return said or ["nothing is new"] * in_full


def usual_folder() -> Path:
    """Here, if a copy is here or nothing else (but hidden files and wheels); else a folder of its own."""
    here = Path.cwd()
    others = [path for path in here.iterdir() if not path.name.startswith(".") and path.suffix != ".whl"]
    is_ours = (here / MEMORY).exists() or not others
    return here if is_ours else here / FOLDER


def bring(folder: Path, update: bool = False) -> Brought:
    """Copy the course to a folder, or with `update` what is new in it."""
    memory = _remembered(folder)
    is_begun = bool(memory)
    done = Brought([], [], [], [])
    if folder.resolve() == COURSE:  # the originals
        return done
    for part in PARTS:
        for original in sorted((COURSE / part).rglob("*.ipynb")):
            name = original.relative_to(COURSE).as_posix()
            if "/." in name:
                continue  # what JupyterLab puts beside a notebook
            target, now = folder / name, said(original)
            if memory.get(name) == now and (target.exists() or not update):
                continue
            if is_begun and not update:
                done.waiting.append(name)
                continue
            if not target.exists():
                done.new.append(name)
            elif said(target) in (memory.get(name), now):
                done.updated.append(name)
            else:
                done.kept.append(name)
                continue
            _copy(original, target)
            memory[name] = now
    if done.new or done.updated:
        facts = {"version": version(), "notebooks": memory}
        write_file(folder / MEMORY, json.dumps(facts, indent=1, sort_keys=True) + "\n")
    return done


def said(notebook: Path) -> str:
    """A digest of the text of all cells; of a file that is no notebook, of its bytes."""
    data = notebook.read_bytes()
    try:
        cells = [[cell["cell_type"], "".join(cell["source"])] for cell in json.loads(data)["cells"]]
        data = json.dumps(cells).encode()
    except (ValueError, KeyError, TypeError):
        pass
    return hashlib.sha256(data).hexdigest()


def _remembered(folder: Path) -> dict[str, str]:
    try:
        return dict(json.loads((folder / MEMORY).read_text(encoding="utf-8"))["notebooks"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _copy(original: Path, target: Path) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original, target)
    except OSError as error:
        raise GamekitError(f"the course cannot be copied to {target.parent} ({error.strerror})") from None
