"""A picture: SVG that a notebook shows, with a text for those who cannot see it."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import quote

from gamekit.draw.style import dark_rules

# An image follows the scheme of its place, and pages say differently that they are dark.
FOLLOWS = ':is([data-jp-theme-light="false"],.vscode-dark) .gk-picture{color-scheme:dark}'


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
        """The picture in every form that a page may want.

        A page shows SVG only where it trusts the notebook, and an image in HTML always.
        """
        if not self.svg:
            return {"text/plain": self.text}
        return {"text/plain": self.text, "image/svg+xml": self.svg, "text/html": self.html}

    @property
    def themed_svg(self) -> str:
        """The picture for an image, which is dark where its place is."""
        head, rest = self.svg.split(">", 1)
        return f"{head}><style>{dark_rules(self.svg)}</style>{rest}"

    @property
    def html(self) -> str:
        """The picture as an image of a page: never wider than its place, with a text for the blind."""
        source = quote(self.themed_svg, safe=" /:;=,.()'!*+@?$-_~")
        return (
            f'<style>{FOLLOWS}</style><img class="gk-picture" style="max-width:100%;height:auto" '
            f'alt="{escape(self.text)}" src="data:image/svg+xml,{source}">'
        )
