"""Names that marks are kept under."""

from __future__ import annotations

import hashlib

from gamekit.files import shown

LONGEST_NAME = 128  # that the gradebook's column holds


def check_name(task: str) -> str:
    """The grade_id of the cell that earns a task's points."""
    return f"check-{task}"


def student_id(name: str) -> str:
    """The student's name in the gradebook, which is a folder's name too; two names never become one.

    >>> student_id("anna"), student_id("..")[:4]
    ('anna', '_..-')
    """
    # Letters and digits of any alphabet, but nothing that formgrader's pages could obey.
    plain = "".join(letter if letter.isalnum() or letter in " ._-+@()" else "_" for letter in shown(name))
    if plain == name and len(name) <= LONGEST_NAME and name[:1] not in ("", "."):
        return name
    digest = hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()[:8]
    # Bytes, not letters, are what a file system counts.
    short = plain.encode()[:100].decode(errors="ignore")
    return f"{'_' if short[:1] in ('', '.') else ''}{short}-{digest}"
