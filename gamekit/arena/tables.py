"""A table of strings, its first row the head: in columns for a terminal, as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

NUMBER = 'style="text-align:right"'
TEXT = 'style="text-align:left"'


def table_html(cells: Sequence[tuple[str, ...]]) -> str:
    """A plain table with a head: names to the left, numbers to the right."""
    heads, *rows = cells
    head = "".join(f"<th {TEXT if at == 1 else NUMBER}>{escape(word)}</th>" for at, word in enumerate(heads))
    body = "".join(
        "<tr>"
        + "".join(f"<td {TEXT if at == 1 else NUMBER}>{escape(cell)}</td>" for at, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def columns(rows: Sequence[tuple[str, ...]], left: int) -> str:
    """Rows as text in columns, the first ones set to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
