"""`gamekit bench`: figures of speed beside their targets.

Machines differ and are noisy, so a row is a guide, never a test. Ratios are measured within one run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from gamekit import perft
from gamekit.errors import BadText
from gamekit.evaluation.othello import Mobility
from gamekit.forms import compiled
from gamekit.games import connect4, othello
from gamekit.rules import INF, moves, play
from gamekit.search.negamax import negamax


@dataclass
class Row:
    """One measured figure. `more_is_better` says on which side of the target it should be."""

    name: str
    work: str
    figure: float
    unit: str
    target: float
    more_is_better: bool = True

    @property
    def met(self) -> bool:
        """Does the figure reach its target?"""
        return self.figure >= self.target if self.more_is_better else self.figure <= self.target

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "met": self.met}


def best_time(work: Callable[[], Any], repeat: int = 3) -> float:
    """The shortest of a few runs, in seconds: noise only ever adds."""
    times = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def perft_othello() -> Row:
    state = othello.start()
    perft.count_lines(state, 2)
    leaves = perft.count_lines(state, 11)
    seconds = best_time(lambda: perft.count_lines(state, 11))
    work = f"perft 11, {leaves:,} leaves"
    return Row("perft-othello", work, leaves / seconds / 1e6, "M leaves/s", 200)


def perft_connect4() -> Row:
    state = connect4.start()
    perft.count_lines(state, 2)
    leaves = perft.count_lines(state, 9)
    seconds = best_time(lambda: perft.count_lines(state, 9))
    work = f"7x6 perft 9, {leaves:,} leaves"
    return Row("perft-connect4", work, leaves / seconds / 1e6, "M leaves/s", 150)


def two_speeds() -> Row:
    fast = compiled(negamax)
    arguments = othello.start(), 6, -INF, INF, Mobility(1)
    assert fast(*arguments) == negamax(*arguments)
    plain = best_time(lambda: negamax(*arguments))
    quick = best_time(lambda: [fast(*arguments) for _ in range(100)]) / 100
    return Row("two-speeds", "negamax, othello, depth 6: compiled against plain", plain / quick, "times", 100)


def rules_from_python() -> Row:
    state = othello.start()
    move = moves(state)[0]
    play(state, move)
    count = 20_000

    def work() -> None:
        for _ in range(count):
            play(state, move)
            moves(state)

    return Row("rules", "play + moves called from Python", best_time(work) / count * 1e6, "µs", 5, False)


def _in_new_process(code: str) -> float:
    """Run Python code that prints seconds, in a process of its own; the best of three."""
    found = []
    for _ in range(3):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        found.append(float(ran.stdout))
    return min(found)


def import_time() -> Row:
    seconds = _in_new_process(
        "import time, numba; begin = time.perf_counter(); import gamekit; print(time.perf_counter() - begin)"
    )
    return Row("import", "import gamekit, beyond import numba", seconds, "s", 0.3, False)


def second_process() -> Row:
    code = """
import time
from gamekit import INF, compiled
from gamekit.evaluation.othello import Mobility
from gamekit.games import othello
from gamekit.search.negamax import negamax
begin = time.perf_counter()
compiled(negamax)(othello.start(), 4, -INF, INF, Mobility(1))
print(time.perf_counter() - begin)
"""
    _in_new_process(code)  # fills the cache where it is cold
    work = "first compiled search in another process"
    return Row("second-process", work, _in_new_process(code), "s", 0.3, False)


BENCHES: dict[str, Callable[[], Row]] = {
    "perft-othello": perft_othello,
    "perft-connect4": perft_connect4,
    "two-speeds": two_speeds,
    "rules": rules_from_python,
    "import": import_time,
    "second-process": second_process,
}


def run(names: Sequence[str], show_progress: bool = True) -> list[Row]:
    """Measure the benches whose names begin with one of these; all of them if none is given."""
    for name in names:
        if not any(known.startswith(name) for known in BENCHES):
            raise BadText(f"there is no bench {name!r}; there are {', '.join(BENCHES)}")
    rows = []
    for known, measure in BENCHES.items():
        if not names or any(known.startswith(name) for name in names):
            if show_progress and sys.stderr.isatty():
                print(f"measuring {known} ...", end="\r", file=sys.stderr)
            rows.append(measure())
            if show_progress and sys.stderr.isatty():
                print(" " * 60, end="\r", file=sys.stderr)
    return rows


def table(rows: Sequence[Row]) -> str:
    """The figures as a plain text table."""
    lines = [("name", "work", "figure", "target", "")]
    for row in rows:
        sign = "at least" if row.more_is_better else "at most"
        figure = f"{row.figure:.3g} {row.unit}" if row.figure < 100 else f"{row.figure:.0f} {row.unit}"
        lines.append(
            (row.name, row.work, figure, f"{sign} {row.target:g}", "reached" if row.met else "missed")
        )
    widths = [max(len(line[i]) for line in lines) for i in range(5)]
    return "\n".join(
        "  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines
    )
