"""What all live things share: their page's side, and a still picture for pages without a kernel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget

from gamekit.draw import style


def script(*paths: Path) -> str:
    """Files as one module for the page, without what only people read: every widget sends it anew."""
    text = "\n".join(path.read_text("utf-8") for path in (Path(__file__).with_name("common.js"), *paths))
    lines = (line.strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def looks(kind: str, path: Path) -> str:
    """A widget's CSS, with the kit's colours by name."""
    return f".{kind} {{\n{style.css()}\n}}\n{path.read_text('utf-8')}"


class Live(anywidget.AnyWidget):
    """A widget whose stored form is a still picture."""

    def _still(self) -> dict[str, str]:
        """What a page without a kernel shows, in every form that it may want."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**options) or ({}, {})
        return data | self._still(), metadata
