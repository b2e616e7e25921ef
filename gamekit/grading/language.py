"""What `check` says, in another language: `language = "zh_CN"` in the course's file.

`said` is given the English text, with {} for what changes. `.ci/translate.py` finds these texts in the code,
and writes what a catalogue says for them beside this file.
"""

from __future__ import annotations

import json
from pathlib import Path

ENGLISH = "en"
_words: dict[str, str] = {}  # an English text, and what is said in its place


def _path(language: str) -> Path:
    return Path(__file__).with_name(f"{language}.json")


def languages() -> list[str]:
    return [ENGLISH, *sorted(path.stem for path in _path("*").parent.glob("*.json"))]


def use(language: str) -> None:
    """Speak this language from now on."""
    _words.clear()
    if language != ENGLISH:
        _words.update(json.loads(_path(language).read_text(encoding="utf-8")))


def is_english() -> bool:
    """Is nothing translated now?"""
    return not _words


def said(text: str, *changing: object) -> str:
    """A text in the language that is used; in English where it has no translation.

    >>> said("hint {} of {}", 1, 3)
    'hint 1 of 3'
    """
    found = _words.get(text, text)
    return found.format(*changing) if changing else found
