"""Files that a class hands in and pages that it gets back: what grading and the arena share."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

# Entries of a folder that are nobody's work.
IGNORED = ("__MACOSX", "__pycache__", "feedback", "desktop.ini", "Thumbs.db")

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
svg .soft { fill: var(--soft); } svg rect { fill: var(--bar); } svg line { stroke: var(--line); }
"""


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
