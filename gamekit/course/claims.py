"""Claims: what somebody reported, what we measured, and whether it holds.

A lesson ends an experiment with a claim, or with a finding where no report made one. The notebook shows it
as one line; the table of all of them in `docs/claims.md` is made from the notebooks' stored outputs.
"""

from __future__ import annotations

import html
import re
from dataclasses import asdict, dataclass
from typing import Any

from gamekit.errors import BadText

MIME = "application/vnd.gamekit.claim+json"
FOUND = "found here"  # the verdict on what nobody reported
UNDECIDED = "undecided"
VERDICTS: dict[bool | str | None, str] = {
    True: "holds",
    False: "does not hold",
    UNDECIDED: "is not decided",  # the figures can be compared, and allow both
    None: "cannot be compared",  # the two figures mean different things
}


@dataclass(frozen=True)
class Claim:
    """One claim of a report beside our own figure. Last in a notebook cell, it is shown."""

    id: str  # L03.2 is the second claim of lesson 03
    text: str
    reported: str  # "" for a finding of ours: nobody reported it
    ours: str
    holds: bool | str | None  # one of `VERDICTS`
    remark: str = ""

    @property
    def verdict(self) -> str:
        """Whether it holds, in words."""
        return VERDICTS[self.holds] if self.reported else FOUND

    def __str__(self) -> str:
        remark = f" {self.remark}" if self.remark else ""
        if not self.reported:
            return f"{self.id} {self.text}. Found here: {self.ours}.{remark}"
        return (
            f"{self.id} {self.text}. Reported: {self.reported}. Ours: {self.ours}. It {self.verdict}.{remark}"
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        mark = ("✓" if self.holds is True else "✗" if self.holds is False else "–") if self.reported else "→"
        cells = [f"<b>{mark} {_in_html(self.text)}</b>"]
        if self.reported:
            cells.append(f"reported: {_in_html(self.reported)}")
        cells += [f"ours: {_in_html(self.ours)}", f"<i>{self.verdict}</i>"]
        remark = f"<br>{_in_html(self.remark)}" if self.remark else ""
        shown = f'<div title="{html.escape(self.id)}">{" · ".join(cells)}{remark}</div>'
        return {"text/plain": str(self), "text/html": shown, MIME: asdict(self)}


def _in_html(text: str) -> str:
    """What stands in `backticks` is code, as in the table of all claims.

    >>> _in_html("`a < b` & c")
    '<code>a &lt; b</code> &amp; c'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def claim(id: str, text: str, reported: Any, ours: Any, holds: bool | str | None, remark: str = "") -> Claim:
    """State a claim and what became of it.

    >>> print(claim("L02.3", "The plates have 31 nodes", 31, 31, holds=True))
    L02.3 The plates have 31 nodes. Reported: 31. Ours: 31. It holds.
    """
    if not re.fullmatch(r"L\d\d[b-z]?\.\d{1,2}", id):
        raise BadText(f"a claim's id is like L03.2 (lesson 03, claim 2), not {id!r}")
    if holds not in list(VERDICTS):  # whatever it is, a list too
        known = "holds (True), does not (False), is not decided (UNDECIDED) or cannot be compared (None)"
        raise BadText(f"a claim {known}, not {holds!r}")
    return Claim(
        id, text, _text(reported), _text(ours), bool(holds) if holds in (True, False) else holds, remark
    )


def finding(id: str, text: str, ours: Any, remark: str = "") -> Claim:
    """State what a lesson found that no report speaks of; such a row holds or refutes nothing.

    >>> print(finding("L02.9", "Tic-tac-toe has 5,478 positions", 5478))
    L02.9 Tic-tac-toe has 5,478 positions. Found here: 5,478.
    """
    return claim(id, text, "", ours, None, remark)


def _text(figure: Any) -> str:
    return f"{figure:,}" if isinstance(figure, int) and not isinstance(figure, bool) else str(figure)
