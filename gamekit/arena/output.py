"""What lies beside the log of a tournament: games as text, the table as JSON and CSV, the ladder as a page.

All of it is made of the log, and made again whenever the tournament goes on.
"""

from __future__ import annotations

import json
from pathlib import Path

from gamekit.arena.ladder_page import file_of, ladder_page
from gamekit.arena.result import COUNTS, TournamentResult
from gamekit.files import csv_text, no_formula, write_file

GAMES, TABLE, SPREADSHEET, PAGE = "games", "result.json", "result.csv", "ladder.html"


def write_all(result: TournamentResult, folder: str | Path) -> None:
    """Write everything anew; each file appears whole or not at all."""
    out = Path(folder)
    (out / GAMES).mkdir(parents=True, exist_ok=True)
    texts: dict[tuple[int, int], list[str]] = {}
    for game in result.games:
        texts.setdefault(game.pairing.pair, []).append(game.text)
    for pair, games in texts.items():
        write_file(out / GAMES / file_of(*pair), "\n".join(games))
    write_file(out / TABLE, json.dumps(result.as_dict(), indent=1) + "\n")
    write_file(out / SPREADSHEET, as_csv(result))
    write_file(out / PAGE, ladder_page(result))


def as_csv(result: TournamentResult) -> str:
    """The standing for a spreadsheet."""
    numbers = ("elo", "low", "high", *COUNTS, "forfeits")
    rows: list[list[object]] = [["place", "player", *numbers]]
    for place, row in enumerate(result.as_dict()["standing"], 1):
        rows.append([place, no_formula(row["player"]), *(row.get(number, "") for number in numbers)])
    return csv_text(rows)
