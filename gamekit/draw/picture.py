"""A picture: SVG that a notebook shows, with a text for those who cannot see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamekit.errors import GamekitError


class Picture:
    """What every drawing function returns. Last in a notebook cell, it is shown.

    >>> Picture("<svg xmlns='http://www.w3.org/2000/svg'/>", "nothing at all")
    <picture: nothing at all>
    """

    def __init__(self, svg: str, text: str) -> None:
        self.svg = svg  # "" where the system cannot draw: then the text says it all
        self.text = text  # the alternative text: what the picture shows, in words or as a text drawing

    def __repr__(self) -> str:
        return f"<picture: {self.text}>" if self.svg else self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        bundle = {"text/plain": self.text}
        return bundle | {"image/svg+xml": self.svg} if self.svg else bundle

    def save(self, path: str | Path) -> Path:
        """Write the picture to an .svg file."""
        path = Path(path)
        if path.suffix != ".svg":
            raise GamekitError(f"a picture is saved as an .svg file, not as {path.name}")
        if not self.svg:
            raise GamekitError(
                "there is no picture to save: Graphviz is missing, so the tree was drawn as text"
            )
        path.write_text(self.svg)
        return path
