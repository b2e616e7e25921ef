"""`gamekit bench`: figures of speed beside their targets.

Machines differ and are noisy, so a row is a guide, never a test. Ratios are measured within one run.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Any

import rich.table
from rich.console import Console

from gamekit import perft, suite
from gamekit.arena.match import Match
from gamekit.arena.openings import random_openings
from gamekit.connect4 import engine as connect4_engine
from gamekit.connect4 import solver as connect4_solver
from gamekit.errors import BadText, GamekitError
from gamekit.games import connect4, gomoku, othello
from gamekit.gomoku import engine as gomoku_engine
from gamekit.othello import patterns
from gamekit.othello import solver as othello_solver
from gamekit.othello.evaluators import Mobility
from gamekit.othello.learning import swing
from gamekit.record import Record
from gamekit.rules import FIRST, to_move
from gamekit.search.deepening import Searcher
from gamekit.search.mcts import MCTS
from gamekit.search.table import Table
from gamekit.training.reports import counting_bar

SCREEN = 100  # columns that the table may take


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


def best_time(work: Callable[[], Any]) -> float:
    """The shortest of a few runs, in seconds: noise only ever adds."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def perft_rate(name: str, state: Any, depth: int, target: float) -> Row:
    perft.count_lines(state, 2)  # compiles
    leaves = perft.count_lines(state, depth)
    seconds = best_time(lambda: perft.count_lines(state, depth))
    return Row(name, f"perft {depth}, {leaves:,} leaves", leaves / seconds / 1e6, "M leaves/s", target)


def _nodes_a_second(searcher: Searcher, state: Any, depth: int) -> float:
    """In millions, the best of five searches that begin with nothing known."""
    searcher.search(state, 2)  # compiles
    rates = []
    for _ in range(5):
        searcher.forget()
        found = searcher.search(state, depth)
        rates.append(found.nodes / found.seconds / 1e6)
    return max(rates)


def alphabeta_rate() -> Row:
    searcher = Searcher(Mobility(1), table=Table(16), killers=True)
    rate = _nodes_a_second(searcher, othello.parse("f5d6c3d3c4f4f6b4"), 11)
    return Row("alphabeta", "othello alpha-beta, mobility, table, killers", rate, "M nodes/s", 15)


def patterns_rate() -> Row:
    searcher = Searcher(patterns.patterns(), table=Table(16), killers=True, history=True)
    rate = _nodes_a_second(searcher, othello.parse("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5"), 9)
    return Row("patterns", "othello alpha-beta, patterns, table, killers, history", rate, "M nodes/s", 5)


def swing_of_patterns() -> Row:
    """How far searches of odd and even depth lie apart over the learnt patterns; no matter of speed."""
    found = swing.swing(suite.read_obf(swing.CAREFUL), patterns.patterns(), last=8)
    work = f"odd less even depths, 3 to 8, {len(found.swings)} positions; mean {found.mean:+.2f}"
    return Row("swing", work, found.size, "discs", 0.8, False)


def mcts_rate() -> Row:
    state = connect4.start()
    MCTS(memory_mb=64).search(state, simulations=100)  # compiles
    trees = [MCTS(seed=seed, memory_mb=64) for seed in range(3)]
    found = [tree.search(state, simulations=100_000) for tree in trees]
    rate = max(each.nodes / each.seconds / 1e6 for each in found)
    return Row("mcts", "connect4 7x6, 100,000 plain simulations", rate, "M/s", 1)


WITH_LINE = partial(othello_solver.solve, with_line=True)


def _solved(
    name: str,
    file: str,
    target: float,
    read: Any = suite.read_obf,
    solve: Callable[[Any], Any] = WITH_LINE,
    first: int | None = None,
    passes: int = 1,
) -> Row:
    """The mean time of a position of a file, the best of some passes; every score must be right."""
    cases = read(suite.PUBLISHED / file)[:first]
    solve(cases[0].state)  # compiles
    means = []
    for _ in range(passes):
        solved = list(suite.run(cases, solve))
        wrong = sum(each.is_right is False for each in solved)
        if wrong:
            raise GamekitError(f"{wrong} of {len(solved)} positions of {file} were solved wrongly")
        means.append(1000 * sum(each.result.seconds for each in solved) / len(solved))
    nodes = sum(each.result.nodes for each in solved) / len(solved)
    return Row(name, f"{len(cases)} positions, {nodes:,.0f} nodes each", min(means), "ms each", target, False)


def connect4_sets() -> list[Row]:
    targets = {"end-easy": 0.007, "middle-easy": 0.05, "begin-easy": 0.36, "middle-medium": 5.0}
    how: Any = suite.read_connect4, connect4_solver.Solver(7, 6).solve, None, 3
    return [_solved(f"connect4-{name}", f"connect4/7x6-{name}.txt", ms, *how) for name, ms in targets.items()]


def othello_endgames() -> list[Row]:
    targets = {14: 2.2, 16: 10.0, 18: 58.0}
    return [_solved(f"endgame-{n}", f"othello/endgame-{n}.obf", ms, passes=3) for n, ms in targets.items()]


def ffo() -> Row:
    """FFO 40 to 44; a C program takes 3,740 ms each and 76 M nodes."""
    return _solved("ffo", "othello/fforum-40-49.obf", 3920, first=5)


def othello_6x6() -> list[Row]:
    """The whole game on 6x6, first solved by Joel Feinstein in 1993: the second player wins, 20 to 16."""
    start = othello.start("6x6")
    othello_solver.solve(othello.start("4x4"))  # compiles
    result = othello_solver.solve(start, with_line=True)
    if result.value != -4:
        raise GamekitError(f"6x6 was solved wrongly: {result.value:+}, not -4")
    work = f"solved from the start: {result.value:+}, {''.join(result.names(start))}"
    return [
        Row("othello-6x6", work, result.seconds, "s", 600, False),
        Row("othello-6x6-nodes", "its nodes", result.nodes / 1e6, "M nodes", 1000, False),
    ]


ENGINE = "engine"  # our Othello player in matches


def grhino() -> list[Row]:
    """40 games against GRhino at its highest level, in a quarter of its time a move; about three hours."""
    program = shutil.which("gtp-rhino", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        print("grhino: skipped; there is no gtp-rhino here (Debian's package grhino)", file=sys.stderr)
        return []
    its_spec, start = f"gtp:{program} -l 5 -b 0", othello.start()
    openings = random_openings(start, 20, 6)
    trial = Match(ENGINE, its_spec, start, openings, seconds=0.5, most_seconds=300)
    list(trial.play(4))
    # It takes a moment or seconds as it pleases; ours keeps to somewhat below a quarter of its average.
    match = Match(ENGINE, its_spec, start, openings, 0.9 * trial.times(1)[0] / 4, most_seconds=300)
    list(match.play(40))
    if match.forfeits(0) or match.forfeits(1):
        reasons = {*match.forfeits(0), *match.forfeits(1)}
        raise GamekitError(f"games against GRhino were forfeited: {', '.join(sorted(reasons))}")
    ours, its = match.times(0)[0], match.times(1)[0]
    return [
        Row("grhino", f"{ENGINE}: {match.tally}", 100 * match.tally.score, "%", 80),
        Row("grhino-time", f"{ours:.2f} s a move, {its:.2f} s for GRhino", ours / its, "times", 0.25, False),
    ]


def connect4_rate() -> list[Row]:
    """Simulations a second of the Connect Four program, and the nodes that they add to the tree."""
    rows = []
    for size, target in (("12x12", 400), ("7x6", 400)):
        state = connect4.start(size)
        rates, growths = [], []
        for seed in range(5):
            engine = connect4_engine.Engine(seed=seed)
            engine.think(state, nodes=1000)
            engine.forget()
            before = time.process_time()  # of this process: other programs take nothing away
            found = engine.think(state, nodes=100_000)
            spent = time.process_time() - before
            rates.append(found.nodes / spent / 1e3)
            growths.append(len(engine) / spent / 1e3)
        work = f"{size}: simulations with all rules of thumb; {max(growths):.0f} k new nodes/s"
        rows.append(Row(f"connect4-mcts-{size}", work, max(rates), "k/s", target))
    return rows


def connect4_game(perfect: Callable[[Any], int], seed: int, **limits: Any) -> int:
    """Our program has the first move against perfect play: above 0 it has won, 0 is a draw."""
    engine, record = connect4_engine.Engine(seed=seed), Record(connect4.start())
    while not record.is_over:
        is_ours = to_move(record.state) == FIRST
        record.push(engine.think(record.state, **limits).move if is_ours else perfect(record.state))
    return int(record.outcome)


def connect4_perfect() -> Row:
    """50 games as first player against the exact solver, which loses as late as it can; half an hour."""
    solver = connect4_solver.Solver(7, 6, table_mb=256)
    perfect = cache(lambda state: int(solver.solve(state).move))
    results = [connect4_game(perfect, seed, seconds=1.0) for seed in range(50)]
    won, drawn = sum(result > 0 for result in results), results.count(0)
    work = f"7x6, 1 s a move, against perfect play: {won} won, {drawn} drawn of 50"
    return Row("connect4-perfect", work, 2 * won, "% won", 80)


def gomoku_rates() -> list[Row]:
    """Alpha-beta over the tables, and how long a search of ten plies takes from quiet positions."""
    plain = gomoku_engine.Engine(gomoku_engine.Switches(threats=False))
    full = gomoku_engine.Engine()
    states = [gomoku.parse(text) for text in gomoku_engine.QUIET]
    rates, seconds = [], []
    for state in states:
        for engine in (plain, full):
            engine.think(state, depth=2)
            engine.forget()
        found = plain.think(state, depth=10)
        rates.append(found.nodes / found.seconds / 1e6)
        seconds.append(full.think(state, depth=10).seconds)
    width = gomoku_engine.WIDTH
    work = f"{width} moves a position, {2 * width} at the root, forced wins; slowest of {len(states)}"
    return [
        Row("gomoku-nodes", "alpha-beta with patterns kept, 10 plies", max(rates), "M nodes/s", 2.0),
        Row("gomoku-depth", f"10 plies: {work}", max(seconds), "s", 5, False),
    ]


# Only when asked for by name.
SLOW = {"othello-6x6", "grhino", "connect4-perfect"}

BENCHES: dict[str, Callable[[], Row | list[Row]]] = {
    "perft-othello": lambda: perft_rate("perft-othello", othello.start(), 11, target=200),
    "perft-connect4": lambda: perft_rate("perft-connect4", connect4.start(), 9, target=150),
    "alphabeta": alphabeta_rate,
    "patterns": patterns_rate,
    "swing": swing_of_patterns,
    "mcts": mcts_rate,
    "connect4-sets": connect4_sets,
    "endgame": othello_endgames,
    "ffo": ffo,
    "othello-6x6": othello_6x6,
    "grhino": grhino,
    "gomoku-speed": gomoku_rates,
    "connect4-mcts": connect4_rate,
    "connect4-perfect": connect4_perfect,
}


def run(names: Sequence[str], show_progress: bool = True) -> list[Row]:
    """Measure the benches whose names begin with one of these; all but the slow ones if none is given."""
    for name in names:
        if not any(known.startswith(name) for known in BENCHES):
            raise BadText(f"there is no bench {name!r}; there are {', '.join(BENCHES)}")
    rows: list[Row] = []
    chosen = [
        known
        for known in BENCHES
        if any(known.startswith(name) for name in names) or not (names or known in SLOW)
    ]
    with counting_bar(show_progress) as report:
        for done, known in enumerate(chosen):
            report(f"measuring {known}, {done + 1} of {len(chosen)}", done, len(chosen))
            found = BENCHES[known]()
            rows += found if isinstance(found, list) else [found]
    return rows


def table(rows: Sequence[Row]) -> str:
    """The figures as a plain text table that fits the screen."""
    made = rich.table.Table("name", "work", "figure", "target", "", box=None, pad_edge=False, header_style="")
    for row in rows:
        sign = "at least" if row.more_is_better else "at most"
        figure = f"{row.figure:.3g} {row.unit}" if row.figure < 100 else f"{row.figure:.0f} {row.unit}"
        made.add_row(row.name, row.work, figure, f"{sign} {row.target:g}", "reached" if row.met else "missed")
    console = Console(width=SCREEN, color_system=None, highlight=False)
    with console.capture() as shown:
        console.print(made)
    return shown.get().rstrip()
