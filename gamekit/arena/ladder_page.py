"""A tournament as a page of its own: the ladder.

Names come from files and from students, so every text is escaped where it is put. A page needs no network.
"""

from __future__ import annotations

from html import escape
from typing import Any

from gamekit.arena.elo import Tally
from gamekit.arena.result import TournamentResult
from gamekit.files import page


def file_of(a: int, b: int) -> str:
    """Where the games of two players stand, beside the page.

    >>> file_of(0, 11)
    '01-12.txt'
    """
    return f"{a + 1:02}-{b + 1:02}.txt"


LADDER_STYLE = """
body { max-width: 62rem; } .wide { overflow-x: auto; } .ladder td, .cross td { white-space: nowrap; }
.ladder td.name { white-space: normal; min-width: 9rem; font-weight: 600; } .ladder tr.rung td.name {
  font-weight: 400; font-style: italic; } svg .zero { stroke: var(--line); } svg .reach { stroke: var(--bar);
  stroke-width: 2; } svg circle { fill: var(--bar); } .cross { width: auto; } .cross td, .cross th {
  text-align: center; padding: .25rem .5rem; font-variant-numeric: tabular-nums; } .cross td.name {
  text-align: left; } .cross a { color: inherit; text-decoration: none; display: block; }
.cross a:hover, .cross a:focus { text-decoration: underline; } .cross td.cell { background:
  color-mix(in srgb, var(--good) calc(var(--share) * 40%), transparent); }
ul.plain { padding-left: 1.2rem; } footer { margin: 2.5rem 0; color: var(--soft); font-size: .9rem; }
"""
BAR_WIDTH, BAR_HEIGHT = 220, 18


def ladder_page(result: TournamentResult) -> str:
    """The whole tournament on one page that needs nothing but itself and the games beside it."""
    written = [each["name"] for each in result.head["players"] if "code" in each]
    rungs = frozenset(result.players) - set(written) if written else frozenset[str]()  # the kit's own players
    game, count = escape(result.head["game"]), len(result.rows)
    limits = {name: limit for name, limit in result.head["limits"].items() if limit is not None}
    allowed = ", ".join(
        f"{limit:g} {name.removesuffix('s') if limit == 1 else name}" for name, limit in limits.items()
    )
    forfeits = "".join(
        f"<li><b>{escape(name)}</b>: {escape('; '.join(reasons[:3]))}"
        f"{' ...' if len(reasons) > 3 else ''}</li>"
        for name, reasons in result.as_dict()["forfeits"].items()
    )
    remarks = "".join(f"<p class='soft'>{escape(line)}</p>" for line in result.remarks())
    body = (
        f"<h1>Ladder: {game}</h1><p class='soft'>{len(result.players)} players, {count} games, "
        f"{allowed} a move unless a player's spec says otherwise."
        f"{' Players of the kit stand in italics.' if rungs else ''}</p>\n"
        f"<div class='wide'>{_ladder_table(result, rungs)}</div>{remarks}\n"
        f"<h2>Who scored what against whom</h2><div class='wide'>{_cross_table(result)}</div>"
        "<p class='soft'>Points of the player on the left, out of the games played. A cell leads to the "
        "games.</p>\n"
        + (f"<h2>Forfeits</h2><ul class='plain'>{forfeits}</ul>\n" if forfeits else "")
        + "<footer><p>Elo 0 is the average player of this table; 200 points more mean 76 % of the points. "
        "The line shows where the true strength lies with 95 % certainty: where two lines overlap widely, "
        "the games have not told the two apart. Ratings are fitted to all games at once (Bradley and Terry's "
        "model with draws and the advantage of the first move).</p></footer>\n"
    )
    return page(f"Ladder: {result.head['game']}", body, LADDER_STYLE)


def _ladder_table(result: TournamentResult, rungs: frozenset[str]) -> str:
    standing = result.standing()
    rated = [row for row in standing if "elo" in row]
    low, high = min((row["low"] for row in rated), default=-1), max((row["high"] for row in rated), default=1)
    body = []
    for row, (place, name, elo, about, *rest, _) in zip(standing, result.standing_cells()[1:], strict=True):
        kind = " class='rung'" if row["player"] in rungs else ""
        picture = _reach(row, low, high) if "elo" in row else ""
        body.append(
            f"<tr{kind}><td class='number'>{place}</td><td class='name'>{escape(name)}</td>"
            f"<td class='number'><b>{elo}</b></td><td class='number'>{about}</td><td>{picture}</td>"
            + "".join(f"<td class='number'>{cell}</td>" for cell in rest)
            + "</tr>"
        )
    heads = ("", "player", "Elo", "95 %", "", "score", "won", "drawn", "lost", "forfeits")
    names = "".join(f"<th{'' if word in ('player', '') else ' class=number'}>{word}</th>" for word in heads)
    return f"<table class='ladder'><thead><tr>{names}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _reach(row: dict[str, Any], low: float, high: float) -> str:
    """The interval of one player on the scale of all."""

    def at(elo: float) -> float:
        return 8 + (BAR_WIDTH - 16) * (elo - low) / (high - low or 1)

    middle = BAR_HEIGHT / 2
    zero = (
        f"<line class='zero' x1='{at(0):.1f}' y1='0' x2='{at(0):.1f}' y2='{BAR_HEIGHT}'/>"
        if low <= 0 <= high
        else ""
    )
    return (
        f"<svg width='{BAR_WIDTH}' height='{BAR_HEIGHT}' aria-hidden='true'>{zero}"
        f"<line class='reach' x1='{at(row['low']):.1f}' y1='{middle}' x2='{at(row['high']):.1f}' "
        f"y2='{middle}'/>"
        f"<circle cx='{at(row['elo']):.1f}' cy='{middle}' r='5'/></svg>"
    )


def _cross_table(result: TournamentResult) -> str:
    order = result.ratings.order if result.rows else list(range(len(result.players)))
    places = "".join(f"<th>{place}</th>" for place, _ in enumerate(order, 1))
    body = []
    for place, a in enumerate(order, 1):
        cells = []
        for b in order:
            tally = result.tally(a, b) if a != b else Tally()
            if not tally.games:
                cells.append("<td>·</td>")
                continue
            link = f"games/{file_of(min(a, b), max(a, b))}"
            cells.append(
                f"<td class='cell' style='--share:{tally.score:.2f}'><a href='{link}' "
                f"title='{escape(result.players[a], quote=True)} against "
                f"{escape(result.players[b], quote=True)}'>{tally.points:g}/{tally.games}</a></td>"
            )
        name = escape(result.players[a])
        body.append(f"<tr><td>{place}</td><td class='name'>{name}</td>{''.join(cells)}</tr>")
    return (
        f"<table class='cross'><thead><tr><th></th><th></th>{places}</tr></thead>"
        f"<tbody>{''.join(body)}</tbody></table>"
    )
