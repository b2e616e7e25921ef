"""What a tournament has found: games, tallies, ratings with their errors; as text, page and picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from gamekit import games as all_games
from gamekit.arena.elo import Z95, Tally, signed
from gamekit.arena.log import Row
from gamekit.arena.plan import Pairing, pairing_of
from gamekit.arena.ratings import Ratings, fit
from gamekit.arena.referee import Ending, game_text
from gamekit.arena.sprt import Sprt, Verdict
from gamekit.arena.tables import columns, table_html
from gamekit.errors import GamekitError
from gamekit.record import Record

if TYPE_CHECKING:
    from gamekit.draw.picture import Picture

COUNTS = ("games", "points", "wins", "draws", "losses")  # of a tally, in tables for other programs
STANDING = ("", "player", "Elo", "95 %", "score", "won", "drawn", "lost", "forfeits", "above next")


@dataclass(frozen=True)
class Played:
    """One game of a tournament. `x` and `o` are the players' names, `points` what X got."""

    number: int  # from 1, in the order in which they ended
    pairing: Pairing
    x: str
    o: str
    record: Record
    opening: str  # its first moves
    ending: Ending

    @property
    def points(self) -> float:
        """What X got: 1, 0.5 or 0."""
        return self.ending.points

    @property
    def result(self) -> str:
        """How it ended, in words."""
        return self.ending.words

    @property
    def text(self) -> str:
        """The game for people to read."""
        number = f"{self.number} ({self.pairing.name})"
        return game_text(number, (self.x, self.o), self.record, self.opening, self.result)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.record._repr_mimebundle_() | {"text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<game {self.number}: X {self.x}, O {self.o}, {self.result}>"


class TournamentResult:
    """A tournament so far. Last in a notebook cell, it is shown: ratings, and who beat whom."""

    def __init__(self, head: dict[str, Any], rows: Iterable[Row], sprt: Sprt | None = None) -> None:
        self.head, self.rows, self.sprt = head, list(rows), sprt
        self.players: list[str] = [each["name"] for each in head["players"]]
        self._rounds: dict[tuple[int, int], dict[int, list[float]]] = {}  # (a, b) -> round -> points of a
        self._results: list[tuple[int, int, float]] = []
        self._forfeits: dict[int, list[str]] = {}
        for row in self.rows:
            self._count(row)

    def add(self, row: Row) -> None:
        """One game more."""
        self.rows.append(row)
        self._count(row)
        self.__dict__.pop("ratings", None)
        self.__dict__.pop("games", None)

    def _count(self, row: Row) -> None:
        pairing = pairing_of(row["id"])
        a, b = pairing.pair
        points = row["points"] if pairing.x == a else 1 - row["points"]
        self._rounds.setdefault((a, b), {}).setdefault(pairing.round, []).append(points)
        self._results.append((pairing.x, pairing.o, row["points"]))
        if row["loser"] is not None:
            self._forfeits.setdefault((pairing.x, pairing.o)[row["loser"]], []).append(row["reason"])

    # --- questions ----------------------------------------------------------------------------------------

    @cached_property
    def games(self) -> list[Played]:
        """All games, in the order in which they ended."""
        return [self.game(number) for number in range(1, len(self.rows) + 1)]

    @cached_property
    def _start(self) -> Any:
        return all_games.start(self.head["game"], self.head["size"], self.head["rule"])

    def game(self, number: int) -> Played:
        """One game by its number, from 1."""
        if not 1 <= number <= len(self.rows):
            raise GamekitError(f"games are numbered from 1 to {len(self.rows)}; there is no game {number}")
        row = self.rows[number - 1]
        pairing = pairing_of(row["id"])
        openings = self.head["openings"]
        return Played(
            number,
            pairing,
            self.players[pairing.x],
            self.players[pairing.o],
            Record(self._start, row["moves"]),
            openings[pairing.round % len(openings)],
            Ending(row["outcome"], row["loser"], row["reason"]),
        )

    def number_of(self, player: str | int) -> int:
        """A player's number, from its name or number."""
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        if player in self.players:
            return self.players.index(str(player))
        raise GamekitError(f"{player!r} did not play; these did: {', '.join(self.players)}")

    def tally(self, one: str | int, other: str | int | None = None) -> Tally:
        """Games won, drawn and lost by one player, against another or against all."""
        a = self.number_of(one)
        if other is None:
            rivals = [b for b in range(len(self.players)) if b != a]
        else:
            rivals = [self.number_of(other)]
        return Tally.of([points for b in rivals for points in self._of(a, b)])

    def _of(self, a: int, b: int) -> list[float]:
        rounds = self._rounds.get((min(a, b), max(a, b)), {}).values()
        return [points if a < b else 1 - points for each in rounds for points in each]

    def pairs(self, one: str | int, other: str | int) -> list[int]:
        """How many pairs of games gave the first player 0, 1/2, 1, 3/2 and 2 points."""
        a, b = self.number_of(one), self.number_of(other)
        counts = [0] * 5
        for points in self._rounds.get((min(a, b), max(a, b)), {}).values():
            if len(points) == 2:
                counts[round(2 * sum(points)) if a < b else 4 - round(2 * sum(points))] += 1
        return counts

    def verdict(self, one: str | int, other: str | int) -> Verdict:
        """What the tournament's sequential test says about two players."""
        if self.sprt is None:
            raise GamekitError("this tournament has no sequential test; say sprt=(0, 30)")
        return self.sprt.test(self.pairs(one, other))

    def forfeits(self, player: str | int) -> list[str]:
        """Why this player forfeited games."""
        return self._forfeits.get(self.number_of(player), [])

    @cached_property
    def ratings(self) -> Ratings:
        """Strengths of all players by maximum likelihood over all games."""
        return fit(self._results, len(self.players))

    @property
    def met(self) -> list[tuple[int, int]]:
        """The pairs that have played."""
        return sorted(self._rounds)

    # --- answers ------------------------------------------------------------------------------------------

    def standing(self) -> list[dict[str, Any]]:
        """One row a player, the strongest first: what tables, pages and JSON show."""
        if not self.rows:
            return [{"player": name, "tally": Tally(), "forfeits": 0} for name in self.players]
        ratings = self.ratings
        rows: list[dict[str, Any]] = []
        for place, who in enumerate(ratings.order):
            low, high = ratings.interval(who)
            after = ratings.order[place + 1] if place + 1 < len(self.players) else None
            rows.append(
                {
                    "player": self.players[who],
                    "elo": ratings.elo[who],
                    "low": low,
                    "high": high,
                    "tally": self.tally(who),
                    "forfeits": len(self.forfeits(who)),
                    "above_next": None if after is None else ratings.superiority(who, after),
                }
            )
        return rows

    def table(self) -> str:
        """The standing as text, and what must be said beside it."""
        return "\n".join([columns(self.standing_cells(), left=2), *self.remarks()])

    def standing_cells(self) -> list[tuple[str, ...]]:
        """The standing as rows of strings, with a head."""
        rows: list[tuple[str, ...]] = [STANDING]
        for place, row in enumerate(self.standing(), 1):
            tally: Tally = row["tally"]
            rated = "elo" in row
            superiority = row.get("above_next")
            rows.append(
                (
                    str(place),
                    row["player"],
                    signed(row["elo"]) if rated else "",
                    f"{signed(row['low'])} to {signed(row['high'])}" if rated else "",
                    f"{100 * tally.score:.1f} %" if tally.games else "",
                    *(str(count) for count in (tally.wins, tally.draws, tally.losses, row["forfeits"])),
                    "" if superiority is None else f"{100 * superiority:.1f} %",
                )
            )
        return rows

    def remarks(self) -> list[str]:
        """What must be said beside the table."""
        said = []
        if self.rows and self.ratings.is_bounded:
            said.append(
                "Somebody won or lost everything, so no finite rating fits best: ratings are held together "
                "by a prior (strengths spread by 500 Elo)."
            )
        if self.rows:
            width = Z95 * self.ratings.first_move_error
            said.append(f"Moving first is worth {signed(self.ratings.first_move)} Elo (± {width:.0f}).")
        if len(self.players) == 2 and self.rows:
            said.append(f"{self.players[0]} : {self.players[1]} = {self.tally(0, 1)}")
        if self.sprt is not None:
            said += [
                f"{self.players[a]} against {self.players[b]}: {self.verdict(a, b)}" for a, b in self.met
            ]
        return said

    def crosstable(self) -> str:
        """Who scored how much against whom, as text; the strongest first."""
        return columns(self.cross_cells(), left=2)

    def cross_cells(self) -> list[tuple[str, ...]]:
        """The same as rows of strings, with a head."""
        order = self.ratings.order if self.rows else list(range(len(self.players)))
        rows: list[tuple[str, ...]] = [("", "player", *(str(place) for place, _ in enumerate(order, 1)))]
        for place, a in enumerate(order, 1):
            cells = []
            for b in order:
                tally = self.tally(a, b) if a != b else Tally()
                cells.append(f"{tally.points:g}/{tally.games}" if tally.games else "·")
            rows.append((str(place), self.players[a], *cells))
        return rows

    def chart(self, title: str = "Ratings") -> Picture:
        """Ratings with their 95 % intervals as a picture."""
        from gamekit import draw

        rows = [(row["player"], round(row["elo"]), row["high"] - row["elo"]) for row in self.standing()]
        return draw.elo(rows, title=title, x_label="Elo (average 0), with 95 % intervals")

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the tournament, the standing and every pair."""
        standing = [
            {
                "player": row["player"],
                **{name: round(row[name], 1) for name in ("elo", "low", "high") if name in row},
                **{name: getattr(row["tally"], name) for name in COUNTS},
                "forfeits": row["forfeits"],
                "above_next": None if row.get("above_next") is None else round(row["above_next"], 4),
            }
            for row in self.standing()
        ]
        pairs = [
            {
                "players": [self.players[a], self.players[b]],
                **{name: each for name, each in self.tally(a, b).as_dict().items() if name != "points"},
                "pairs": self.pairs(a, b),
                **({"sprt": self.verdict(a, b).as_dict()} if self.sprt else {}),
            }
            for a, b in self.met
        ]
        facts = {name: self.head[name] for name in ("game", "size", "rule", "limits", "seed", "gauntlet")}
        return {
            **facts,
            "games": len(self.rows),
            "players": list(self.players),
            "standing": standing,
            "pairs": pairs,
            "first_move": round(self.ratings.first_move, 1) if self.rows else None,
            "is_bounded": bool(self.rows) and self.ratings.is_bounded,
            "forfeits": {
                self.players[who]: list(dict.fromkeys(why)) for who, why in sorted(self._forfeits.items())
            },
        }

    def __repr__(self) -> str:
        return f"<arena: {self.head['game']}, {len(self.players)} players, {len(self.rows)} games>"

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        """The standing and the crosstable for a notebook."""
        remarks = "".join(f"<p>{escape(line)}</p>" for line in self.remarks())
        standing, cross = table_html(self.standing_cells()), table_html(self.cross_cells())
        return f'<div class="gk-arena">{standing}{remarks}{cross}</div>'
