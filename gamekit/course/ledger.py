"""The ledger: one table for the whole course. The same positions and columns, one row a technique.

    ledger = Ledger.load(lesson=4)                    the course's rows before lesson 4, and your own
    ledger.measure("alpha-beta, sorted", search)      adds a row
    ledger                                            shows the table, ledger.chart() the bars

`search(state, depth)` answers `(value, nodes)`, a `Result` or a `Trace`; instead of it a player's spec will
do. **A node is one call of the search function**, the root and the leaves included, whatever the technique;
a search that deepens, or asks several times, adds up all its calls. Such a search counts by itself:

    def search(state, depth):
        count = np.zeros(1, np.int64)                 # your function does count[0] += 1 in its first line
        value = fast(state, depth, -INF, INF, True, evaluator_for(state), count)
        return value, count[0]

In every position the first player moves, so values for the first player and values for the side to move are
the same. Values are right when they equal those of plain alpha-beta with the same evaluator and depth, which
the kit's tests hold against minimax. All figures are the same on every machine: there is no clock here. What
a lesson measured, its notebook shows; `.ci/notebooks.py` collects these rows for the lessons after it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit import games
from gamekit.arena.tables import columns
from gamekit.errors import GamekitError
from gamekit.evaluators import FinalScore
from gamekit.files import write_file
from gamekit.game import game_of
from gamekit.players import Limits, player
from gamekit.rules import Evaluator, State
from gamekit.search.deepening import Searcher
from gamekit.search.result import Result
from gamekit.tracing import Trace

if TYPE_CHECKING:
    from gamekit.draw.picture import Picture

Search = Callable[[Any, int], Any]  # (state, depth) -> (value, nodes), a Result or a Trace

COURSE_FILE = Path(__file__).with_name("ledger.json")
OWN_FILE = Path("my-ledger.json")  # in the folder of the notebook

BUDGET = 100_000  # nodes that a search may use on one position, for the column of depths
DEEPEST = 30  # no further, should a search take no more nodes for more depth
OTHELLO_DEPTH = 6
DEEP = "othello"  # the game whose rows tell of depth too
MIME = "application/vnd.gamekit.ledger+json"  # the rows that a lesson measured, in its notebook


class Position(NamedTuple):
    """One of the fixed positions, and the depth that every technique searches it to."""

    name: str
    game: str
    text: str
    depth: int


# Othello: games of a weak player (depth 2, every third move at random), stopped with 50, 46 ... 30 squares
# empty where the first player has at least five moves. The two small games are searched to their end.
POSITIONS = (
    Position("plates", "plates", "1,20,50/5,10,100/1,5,20", 3),
    Position("tictactoe", "tictactoe", ".../.../...", 9),
    *(
        Position(f"othello {number}", "othello", text + " X", OTHELLO_DEPTH)
        for number, text in enumerate(
            (
                "-----------------OOOO----XOXX-----OOX-------O-------XO----------",
                "-XXXXX----XOOO-----XOX-----OO-----XOO----X----------------------",
                "-O--XOX--OOXXXX--O-OXXX----XOX----XOO----X----------------------",
                "------------------X---OO--XXXXOO---XXOOO---OXOXO---OOXX----OX--X",
                "----OOO--X--XO--OOOOOOX-OOOXOX--OOOXXX--O-OXXX------------------",
                "--XXXXX----XOXOO--XOXXOO--OOOOOO--XOXOO--X-XOOO-----X------X----",
            ),
            1,
        )
    ),
)
GAMES = tuple(dict.fromkeys(position.game for position in POSITIONS))

COLUMNS = {
    "plates": "plates: nodes",
    "tictactoe": "tic-tac-toe: nodes",
    "othello": f"Othello to depth {OTHELLO_DEPTH}: nodes",
    "depth": f"Othello in {BUDGET:,} nodes: depth",
    "right": "values right",
}
WHAT_IT_IS = (
    "Positions: the plates, the empty board of tic-tac-toe, six middle games of Othello. A node is one call "
    "of the search; one that deepens counts its shallower looks too. Right is a value equal to plain "
    "alpha-beta's to that depth."
)


def evaluator_for(state: State) -> Evaluator:
    """The evaluator that all rows use: mobility in Othello, the final score in the small games.

    >>> from gamekit.games import tictactoe
    >>> evaluator_for(tictactoe.start())
    FinalScore()
    """
    game = game_of(state)
    return game.evaluators.get(game.evaluator, FinalScore)()


@cache
def fingerprint() -> str:
    """A short text that changes when positions, depths or limits do: then rows cannot be compared."""
    what = [list(position) for position in POSITIONS], BUDGET, DEEPEST, "mobility 1, final score"
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:12]


@cache
def _states() -> dict[str, State]:
    return {position.name: games.parse(position.game, position.text) for position in POSITIONS}


@cache
def _right_values() -> dict[str, int]:
    """What plain alpha-beta says of every position."""
    found = {}
    for position in POSITIONS:
        state = _states()[position.name]
        found[position.name] = int(Searcher(evaluator_for(state)).search(state, position.depth).value)
    return found


# --- rows -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One technique: what it cost and what it found, position by position."""

    name: str
    lesson: int | None = None  # that introduces it
    own: bool = False  # the learner's, not the course's
    nodes: dict[str, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    right: dict[str, bool] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)  # reached within the budget

    def figure(self, column: str) -> float | None:
        """The figure in a column; None where it was not measured."""
        if column == "depth":
            return sum(self.depths.values()) / len(self.depths) if self.depths else None
        if column == "right":
            return sum(self.right.values()) if self.right else None
        counts = [self.nodes[p.name] for p in POSITIONS if p.game == column and p.name in self.nodes]
        return sum(counts) if counts else None

    def cell(self, column: str) -> str:
        """The figure as it stands in the table."""
        figure = self.figure(column)
        if figure is None:
            return "–"
        if column == "depth":
            return f"{figure:.1f}"
        if column == "right":
            return f"{figure:.0f} of {len(self.right)}"
        return f"{figure:,.0f}"


def measure(
    name: str,
    search: Search | str,
    *,
    lesson: int | None = None,
    own: bool = True,
    only: Iterable[str] = GAMES,
) -> Row:
    """Run a search over the fixed positions. `only` names the games that it can play.

    >>> def plain(state, depth):
    ...     return Searcher(FinalScore()).search(state, depth)
    >>> measure("alpha-beta", plain, only=["plates"]).nodes
    {'plates': 18}
    """
    wanted = set(only)
    if not wanted or not wanted <= set(GAMES):
        raise GamekitError(
            f"only= names games of the ledger: {', '.join(GAMES)}; not {', '.join(sorted(wanted)) or 'none'}"
        )
    ask = _asker(name, search)
    nodes: dict[str, int] = {}
    values: dict[str, int] = {}
    depths: dict[str, int] = {}
    for position in POSITIONS:
        if position.game not in wanted:
            continue
        state = _states()[position.name]
        first = ask(state, position.depth)
        again = ask(state, position.depth)
        if first != again:
            raise GamekitError(
                f"{name!r} remembers earlier calls: on {position.name} it took {first[1]:,} nodes, "
                f"and then {again[1]:,} for the same question; let each call begin afresh with a new table"
            )
        values[position.name], nodes[position.name] = first
        if position.game == DEEP:
            depths[position.name] = _depth_within_budget(ask, state)
    right = {each: found == _right_values()[each] for each, found in values.items()}
    return Row(name, lesson, own, nodes, values, right, depths)


def _asker(name: str, search: Search | str) -> Callable[[State, int], tuple[int, int]]:
    """The search as a function whose answers, (value, nodes), are plain whole numbers."""

    def ask(state: State, depth: int) -> tuple[int, int]:
        if isinstance(search, str):  # a new player each time: nothing is remembered
            answer: Any = player(search).think(state, Limits(depth=depth))
        else:
            answer = search(state, depth)
        if isinstance(answer, Result):
            answer = answer.value, answer.nodes
        elif isinstance(answer, Trace):
            answer = answer.value, len(answer)
        try:
            value, nodes = answer
            found = int(value), int(nodes)
        except (TypeError, ValueError):
            raise GamekitError(
                f"the search of {name!r} must answer (value, nodes), a Result or a Trace, not {answer!s:.60}"
            ) from None
        if found[1] < 1 or found != (value, nodes):
            raise GamekitError(
                f"the search of {name!r} answered value {value!r} and {nodes!r} nodes; "
                "both are whole numbers, and the root alone is one node"
            )
        return found

    return ask


def _depth_within_budget(ask: Callable[[State, int], tuple[int, int]], state: State) -> int:
    """The deepest search that stays within the budget. No clock, so every machine agrees."""
    for depth in range(1, DEEPEST + 1):
        if ask(state, depth)[1] > BUDGET:
            return depth - 1
    return DEEPEST


# --- the table --------------------------------------------------------------------------------------------


class Ledger:
    """The rows of the course and your own. Last in a notebook cell, it is shown.

    >>> ledger = Ledger()
    >>> row = ledger.measure("alpha-beta", lambda s, d: Searcher(FinalScore()).search(s, d), only=["plates"])
    >>> row.nodes, ledger
    ({'plates': 18}, <ledger: 0 rows of the course, 1 of yours>)
    """

    def __init__(self, rows: Iterable[Row] = (), lesson: int | None = None) -> None:
        self.lesson = lesson
        self._rows: dict[str, Row] = {}
        for row in rows:
            self._check_name(row.name, row.own)
            self._rows[row.name] = row

    @classmethod
    def load(cls, lesson: int | None = None, own: str | Path | None = OWN_FILE) -> Ledger:
        """The course's rows and your own, if you saved any; where a lesson is given, the rows before it.

        >>> [row.name for row in Ledger.load(lesson=4, own=None).rows]
        ['minimax', 'alpha-beta']
        """
        rows = [row for row in _read(COURSE_FILE) if lesson is None or (row.lesson or 0) < lesson]
        if own is not None and Path(own).exists():
            rows += [row for row in _read(Path(own)) if row.own]
        return cls(rows, lesson)

    @property
    def rows(self) -> list[Row]:
        """The course's rows in the order of lessons, then your own."""
        return sorted(self._rows.values(), key=lambda row: (row.own, 0 if row.own else row.lesson or 0))

    def __getitem__(self, name: str) -> Row:
        if name not in self._rows:
            raise GamekitError(
                f"the ledger has no row {name!r}; it has {', '.join(self._rows) or 'none yet'}"
            )
        return self._rows[name]

    def __len__(self) -> int:
        return len(self._rows)

    def measure(self, name: str, search: Search | str, *, only: Iterable[str] = GAMES) -> Row:
        """Measure a search and add its row, in the place of an older row of that name.

        The row is your own, unless the ledger was loaded for a lesson.
        """
        own = self.lesson is None
        self._check_name(name, own)
        self._rows[name] = measure(name, search, lesson=self.lesson, own=own, only=only)
        return self._rows[name]

    def _check_name(self, name: str, own: bool) -> None:
        if not name.strip():
            raise GamekitError("a row of the ledger needs a name")
        known = self._rows.get(name)
        if known is not None and known.own != own:
            whose = "you have" if known.own else "the course has"
            raise GamekitError(f"{whose} a row {name!r} already; give this one another name")

    def save(self, path: str | Path = OWN_FILE) -> Path:
        """Write all rows to a file. Whoever reads meanwhile sees the old file or the new one, never half."""
        path = Path(path)
        rows = [asdict(row) for row in self.rows]
        text = json.dumps({"fingerprint": fingerprint(), "rows": rows}, indent=1, ensure_ascii=False)
        write_file(path, text + "\n")
        return path

    # --- shown --------------------------------------------------------------------------------------------

    def chart(self, column: str = "othello") -> Picture:
        """One column as bars, what it counts written below them; your own rows are hatched."""
        from gamekit.draw.charts import bars

        if column not in COLUMNS:
            raise GamekitError(f"the ledger has no column {column!r}; it has {', '.join(COLUMNS)}")
        figures = {row.name: row.figure(column) for row in self.rows}
        values = {name: figure for name, figure in figures.items() if figure is not None}
        if not values:
            raise GamekitError(f"no row of the ledger has a figure in the column {column!r} yet")
        return bars(
            values,
            log=min(values.values()) > 0 and max(values.values()) > 20 * min(values.values()),
            marked=[row.name for row in self.rows if row.own],
            title="The ledger",
            x_label=COLUMNS[column],
        )

    def __repr__(self) -> str:
        own = sum(row.own for row in self.rows)
        return f"<ledger: {len(self) - own} rows of the course, {own} of yours>"

    def __str__(self) -> str:
        if not self._rows:
            return "The ledger is empty: measure something."
        lines = [("", *COLUMNS.values())]
        lines += [(_title(row), *(row.cell(column) for column in COLUMNS)) for row in self.rows]
        return "\n".join([columns(lines, left=1), *self._notes()])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        fresh = [asdict(row) for row in self.rows if row.lesson == self.lesson and not row.own]
        return {"text/plain": str(self), "text/html": self._repr_html_(), MIME: fresh}

    def _repr_html_(self) -> str:
        if not self._rows:
            return "<p>The ledger is empty: measure something.</p>"
        right = "text-align:right;padding:3px 6px"
        left = "text-align:left;padding:3px 6px"
        head = "".join(f'<th scope="col" style="{right}">{escape(title)}</th>' for title in COLUMNS.values())
        body = []
        first_own = next((row.name for row in self.rows if row.own), None)
        for row in self.rows:
            rule = "border-top:2px solid currentColor;" if row.name == first_own else ""
            cells = "".join(
                f'<td style="{rule}{right}">{escape(row.cell(column))}</td>' for column in COLUMNS
            )
            body.append(f'<tr><th scope="row" style="{rule}{left}">{escape(_title(row))}</th>{cells}</tr>')
        notes = "".join(f"<div>{escape(note)}</div>" for note in self._notes())
        return (
            '<table style="font-variant-numeric:tabular-nums;border-collapse:collapse;color:inherit">'
            f'<thead><tr><th style="{left}">technique</th>{head}</tr></thead>'
            f"<tbody>{''.join(body)}</tbody></table>"
            f'<div style="font-size:90%;opacity:0.8">{notes}</div>'
        )

    def _notes(self) -> list[str]:
        return [WHAT_IT_IS, *(["* your own"] if any(row.own for row in self.rows) else [])]


def _title(row: Row) -> str:
    return f"{row.name} *" if row.own else row.name


def _read(path: Path) -> list[Row]:
    """The rows of a file; `GamekitError` says what is wrong with it."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        stamp, rows = found["fingerprint"], [Row(**row) for row in found["rows"]]
    except OSError as problem:
        raise GamekitError(f"the ledger {path} cannot be read: {problem.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise GamekitError(f"{path} is not a ledger, or was damaged; rename it and measure again") from None
    if stamp != fingerprint():
        raise GamekitError(
            f"{path} was measured on other positions or with other limits ({stamp}, here {fingerprint()}), "
            "so its rows cannot be compared with these; rename it and measure again"
        )
    return rows
