"""Functions as WebAssembly: in Chromium they give the values, moves and node counts of machine code."""

from __future__ import annotations

import itertools
import math
import random
import time

import numpy as np
import pytest
from browser import FLAGS, chromium
from support import ROOT

from gamekit import INF, BadText, FinalScore, GamekitError, is_over, moves, play, snapshot, value
from gamekit.compiling import compiled
from gamekit.connect4 import solver as connect4_solver
from gamekit.games import connect4, gomoku, othello, plates, tictactoe
from gamekit.gomoku import board as gomoku_board
from gamekit.gomoku.search import play_move, search, take_back
from gamekit.gomoku.weights import with_points
from gamekit.gomoku.work import Memory
from gamekit.gomoku.work import new_work as new_gomoku_work
from gamekit.othello.engine import exact_load
from gamekit.othello.evaluators import Mobility
from gamekit.othello.page import load, part_of
from gamekit.othello.patterns import patterns
from gamekit.page import for_page, module_for_page
from gamekit.page.engines import engine_for_page, without_limits
from gamekit.page.thinking import PAGE_SHARE, Allowed, end_of
from gamekit.page.webassembly import FACE, NO_LINKER, linker
from gamekit.players import player
from gamekit.search.clock import thinking_time
from gamekit.search.context import reset_work
from gamekit.search.deepening import Searcher
from gamekit.search.full import full_search
from gamekit.search.limits import Limits
from gamekit.search.table import Table

pytestmark = pytest.mark.skipif(linker() is None, reason=NO_LINKER)


@pytest.fixture(scope="module")
def page():
    """An empty page of Chromium that knows `face.js`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        made = browser.new_page()
        made.goto("about:blank")
        made.add_script_tag(content=FACE.read_text(encoding="utf-8"))
        yield made
        browser.close()


def random_states(start, count, seed, least=0, most=60):
    """Positions of random games that are not over."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        state = start
        for _ in range(chance.randint(least, most)):
            if is_over(state):
                break
            state = play(state, chance.choice(moves(state)))
        if not is_over(state):
            found.append(state)
    return found


def words(state):
    return [str(int(word)) for word in state]


# --- full_search ------------------------------------------------------------------------------------------

# Each position is searched depth by depth, as players do, with an empty table.
SEARCH_ALL = """async ([name, states, depth, bits]) => {
    const module = await gamekit.load(gamekitModules[name]);
    const work = module.record("full_search", 5, "work"), found = [];
    const fresh = module.bytes.slice(work.base, work.base + module.told.blocks[bits.work].bytes);
    const table = module.told.blocks[bits.table], entry = await gamekit.unpacked(table.data);
    for (const state of states) {
        module.bytes.set(fresh, work.base);
        module.bytes.set(entry, module.blocks[bits.table]);
        module.repeat(module.blocks[bits.table], entry.length, table.times);
        let value;
        for (let at = 1; at <= depth; at++) { work.set(0, "horizon"); value = module.full_search(state, at); }
        found.push([value, work.get("line", 0, 0), work.get("nodes")]);
    }
    return found;
}"""

SEARCHES = {
    "othello": lambda: (othello.start(), patterns(), {"static": 3, "history": True}, 5),
    "connect4": lambda: (connect4.start(), FinalScore(), {"killers": True, "history": True}, 7),
    "tictactoe": lambda: (tictactoe.start(), FinalScore(), {"previous": True}, 9),
}


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("tictactoe", 40),
        pytest.param("connect4", 50, marks=pytest.mark.long),
        pytest.param("othello", 20, marks=pytest.mark.long),
        pytest.param("othello", 60, marks=pytest.mark.long),
    ],
)
def test_full_search_counts_the_same_nodes(page, game, count):
    start, evaluator, switches, depth = SEARCHES[game]()
    table = Table(1)
    searcher = Searcher(evaluator, method="pvs", table=table, **switches)
    reset_work(searcher._work, 0, 0.0)
    made = for_page(full_search, start, 1, -INF, INF, 0, searcher.context, reaches=[table.entries])
    page.add_script_tag(content=made.script(game))
    states = random_states(start, count, seed=count, most=5 if game == "tictactoe" else 40)
    blocks = [block["bytes"] for block in made.layout["blocks"]]
    places = {"work": blocks.index(searcher._work.nbytes), "table": blocks.index(table.entries.nbytes)}
    found = page.evaluate(SEARCH_ALL, [game, [words(state) for state in states], depth, places])
    expected = []
    for state in states:
        searcher.forget()
        reset_work(searcher._work, 0, 0.0)
        for at_depth in range(1, depth + 1):
            searcher._work["horizon"] = 0
            got = compiled(full_search)(state, at_depth, -INF, INF, 0, searcher.context)
        expected.append([got, int(searcher._work["line"][0][0, 0]), int(searcher._work["nodes"][0])])
    assert found == expected
    assert len({nodes for _, _, nodes in found}) > count / 3  # the positions do differ


# --- the programs of two games ----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("count", [20, 50])
def test_gomokus_search_counts_the_same_nodes(page, count):
    weights, memory, work = with_points(), Memory(1), new_gomoku_work()
    start = gomoku.start()
    tables = gomoku_board.tables(start, weights.of_patterns, weights.tempo, 2, weights.of_points)
    memory.attach(work)
    work["remembering"], work["forcing"], work["width"] = 1, 60, 16
    at, record = tables.record[0], work[0]
    functions = {
        "play_move": (play_move, (at, 0)),
        "take_back": (take_back, (at,)),
        "search": (search, (at, record, 1, -INF, INF, 0)),
    }
    made = module_for_page(functions, reaches=[memory.entries])
    page.add_script_tag(content=made.script("gomoku"))
    chance, games = random.Random(count), []
    for _ in range(count):
        near = [int(gomoku_board.CELL_OF[move]) for move in moves(start) if abs(move % gomoku.STRIDE - 8) < 4]
        games.append(chance.sample(near[len(near) // 3 :: 2], chance.randint(2, 9)))
    expected = []
    for cells in games:
        work["killers"], work["failed"] = 0, 0
        memory.clear()
        reset_work(work, 0, 0.0)
        for cell in cells:
            play_move(at, cell)
        got = [int(search(at, record, depth, -INF, INF, 0)) for depth in (1, 2, 3, 4)][-1]
        expected.append([got, int(record.line[0, 0]), int(record.nodes)])
        for _ in cells:
            take_back(at)
    found = page.evaluate(
        """async (games) => {
            const found = [], told = gamekitModules.gomoku;
            for (const cells of games) {
                const module = await gamekit.load(told), work = module.record("search", 1);
                cells.forEach((cell) => module.play_move(undefined, cell));
                let value;
                for (const depth of [1, 2, 3, 4]) value = module.search(undefined, undefined, depth);
                found.push([value, work.get("line", 0, 0), work.get("nodes")]);
            }
            return found;
        }""",
        games,
    )
    assert found == expected


def connect4_module():
    """The exact solver, for 7x6."""
    solver = connect4_solver.Solver(7, 6, 8)
    examples = (np.uint64(0), np.uint64(0), -99, 99, solver._work)
    reaches = [solver._slots, solver._children]
    solver._slots[:], solver._children[:] = 0, 0
    return solver, for_page(connect4_solver._one_word, *examples, reaches=reaches)


@pytest.mark.long
@pytest.mark.parametrize("count", [20, 60])
def test_connect4s_solver_counts_the_same_nodes(page, count):
    solver, made = connect4_module()
    page.add_script_tag(content=made.script("solver"))
    lines = (ROOT / "tests/truth/connect4/7x6-end-easy.txt").read_text().splitlines()[1 : 1 + count]
    states = [connect4.parse(line.split()[0]) for line in lines]
    found = page.evaluate(
        """async (states) => {
            const solve = gamekit.forPage(gamekitModules.solver), found = [];
            for (const state of states) found.push((await solve(...state)).slice(0, 3));
            return found;
        }""",
        [words(state) for state in states],
    )
    results = [solver.solve(state) for state in states]
    assert found == [[result.value, result.move, result.nodes] for result in results]
    assert [value for value, _, _ in found] == [int(line.split()[1]) for line in lines]  # the outside's truth


# --- a learner's own function -----------------------------------------------------------------------------


def negamax(state, depth, alpha, beta, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), depth - 1, -beta, -alpha, evaluator))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def test_a_learners_negamax_runs_in_the_page(page):
    made = for_page(negamax, othello.start(), 4, -INF, INF, Mobility(1))
    page.add_script_tag(content=made.script("negamax"))
    states = random_states(othello.start(), 20, seed=5)
    found = page.evaluate(
        """async (states) => {
            const search = gamekit.forPage(gamekitModules.negamax), found = [];
            for (const state of states) found.push(await search(state, 4));
            return found;
        }""",
        [words(state) for state in states],
    )
    assert found == [compiled(negamax)(state, 4, -INF, INF, Mobility(1)) for state in states]
    assert len(made.wasm) < 50_000
    wanted = (
        "async () => WebAssembly.Module.imports((await gamekit.load(gamekitModules.negamax)).compiled).length"
    )
    assert page.evaluate(wanted) == 0


def test_states_that_hold_arrays_go_along(page):
    page.add_script_tag(
        content=for_page(negamax, plates.start(), 3, -INF, INF, FinalScore()).script("plates")
    )
    assert page.evaluate("gamekit.forPage(gamekitModules.plates)()") == 20


def test_what_cannot_go_into_a_page_says_why():
    class Own:
        """A state that is an object."""

    with pytest.raises(BadText, match=r"negamax cannot go .*: argument 1 is a Python object \(Own\)"):
        for_page(negamax, Own(), 4, -INF, INF, FinalScore())

    def allocates(n):
        return np.arange(n)[n // 2]

    with pytest.raises(GamekitError, match="it allocates memory while it runs"):
        for_page(allocates, 10)

    def unknown(x):
        return x.no_such_thing

    with pytest.raises(GamekitError, match=r"unknown cannot go into a page: it cannot be compiled \("):
        for_page(unknown, 10)


def test_without_a_linker_there_is_one_sentence(monkeypatch):
    monkeypatch.setattr("gamekit.page.webassembly.linker", lambda: None)
    with pytest.raises(GamekitError, match=r"there is no wasm-ld of LLVM 16 or later \(Debian: lld-16\)"):
        for_page(negamax, othello.start(), 4, -INF, INF, Mobility(1))


def test_a_call_with_too_many_arguments_or_an_error_is_refused(page):
    def halved(x):
        return 10 // x

    page.add_script_tag(content=for_page(halved, 2).script("halved"))
    call = "(x) => gamekit.forPage(gamekitModules.halved)(...x).then(String, (problem) => problem.message)"
    assert page.evaluate(call, [5]) == "2"
    assert page.evaluate(call, [0]) == "halved ended with an error"
    assert page.evaluate(call, [1, 2]) == "halved takes 1 arguments, not 2"


# --- the players of boards --------------------------------------------------------------------------------

PLAYERS = [
    # spec, start, limits, positions
    ("random", tictactoe.start, {}, 3),
    ("mcts,careful,solver,time=0.5", tictactoe.start, {"nodes": 3000}, 12),
    ("minimax,depth=3", tictactoe.start, {"depth": 3}, 8),
    ("engine,time=0.3", othello.start, {"nodes": 60_000}, 12),
    ("engine,time=0.3", gomoku.start, {"nodes": 20_000}, 10),
]
MORE_PLAYERS = [  # each compiled anew
    ("engine,time=0.3", connect4.start, {"nodes": 4000}, 12),
    ("alphabeta,depth=1,eval=discs", othello.start, {"depth": 1}, 10),
    ("mcts,nodes=60", tictactoe.start, {"nodes": 60}, 12),
    ("mcts,careful,nodes=2000", connect4.start, {"nodes": 2000}, 6),
    ("engine,time=1", lambda: connect4.start("12x12"), {"nodes": 2000}, 5),
    ("minimax,depth=2,eval=discs", othello.start, {"depth": 2}, 8),
    ("pvs,tt,killers,depth=4", othello.start, {"depth": 4}, 10),
    ("alphabeta,depth=5,eval=improved", othello.start, {"depth": 5}, 5),
    ("engine,score-table,no-threats,depth=1", gomoku.start, {"depth": 1}, 6),
    ("engine,no-threats,depth=4", gomoku.start, {"depth": 4}, 5),
]


@pytest.mark.parametrize(
    ("spec", "start", "limits", "count"),
    [*PLAYERS, *(pytest.param(*one, marks=pytest.mark.long) for one in MORE_PLAYERS)],
)
def test_players_think_as_in_python(page, spec, start, limits, count):
    """Every decision of engine.js: move, value, line, depth and nodes, and what every move is worth."""
    begin = start()
    games = random_games(begin, count)
    page.add_script_tag(content=FACE.with_name("engine.js").read_text(encoding="utf-8"))
    page.add_script_tag(content=engine_for_page(without_limits(spec), begin, step=1).script("engine"))
    found = page.evaluate(
        """async ([games, limits]) => {
            const found = [];
            for (const moves of games) {
                const answers = [];
                for (const purpose of ["move", "values"]) {
                    const think = await gamekit.player(gamekitModules.engine);
                    const { seconds, ...rest } = think(moves, limits, purpose);
                    answers.push(rest);
                }
                found.push(answers);
            }
            return found;
        }""",
        [games, limits],
    )
    for moves_played, answers in zip(games, found, strict=True):
        state = snapshot(begin)
        for move in moves_played:
            state = play(state, move)
        if spec == "random":
            assert answers[0]["move"] in moves(state)
            continue
        for purpose, answer in zip(("think", "analyse"), answers, strict=True):
            result = getattr(player(f"{without_limits(spec)},table=16"), purpose)(snapshot(state), **limits)
            values = {move: pytest.approx(each, abs=1e-9) for move, each in result.values.items()}
            assert answer["move"] == result.move
            assert answer["value"] == pytest.approx(result.value, abs=1e-9)
            assert answer["line"] == list(result.line)
            assert (answer["depth"], answer["nodes"]) == (result.depth, result.nodes)
            assert dict(answer["values"]) == values
            if purpose == "analyse":
                assert [each for _, each in answer["values"]] == [*values.values()]


def ask_in_the_page(page, spec, begin, games, limits, purpose="move"):
    """What one player in the page says to one game after the other."""
    page.add_script_tag(content=FACE.with_name("engine.js").read_text(encoding="utf-8"))
    page.add_script_tag(content=engine_for_page(spec, begin, step=1).script("engine"))
    ask = """async ([games, limits, purpose]) => {
        const think = await gamekit.player(gamekitModules.engine);
        return games.map((moves) => think(moves, limits, purpose));
    }"""
    return page.evaluate(ask, [games, limits, purpose])


@pytest.mark.parametrize("spec", [pytest.param("mcts,careful,solver", marks=pytest.mark.long), "engine"])
def test_a_tree_is_kept_from_move_to_move_as_in_python(page, spec):
    begin, playing = connect4.start(), player(f"{spec},table=16")
    games, expected = [[3, 3]], []
    for reply in (2, 4, None):
        state = begin
        for move in games[-1]:
            state = play(state, move)
        found = playing.think(state, nodes=500)
        expected.append([found.move, found.value, list(found.line), found.nodes])
        if reply is not None:
            games.append([*games[-1], int(found.move), reply])
    found = ask_in_the_page(page, spec, begin, games, {"nodes": 500})
    assert [[one["move"], one["value"], one["line"], one["nodes"]] for one in found] == expected


def test_the_solver_takes_over_where_it_does_in_python():
    """The same share of time or nodes, but for a page's speed and the size of its table."""
    for empty in range(4, 30):
        squares = "-" * empty + "XO" * ((64 - empty) // 2) + "X" * (empty % 2)
        state = othello.parse(f"{squares} X")
        for depth, nodes, seconds in itertools.product((0, 9, 60), (0, 1000, 10**8), (0.0, 0.3, 20.0)):
            wanted = exact_load(state, Limits(depth or None, nodes or None, seconds * PAGE_SHARE or None))
            told = Allowed(depth, nodes, seconds)
            assert load(empty, told, 60) == pytest.approx(wanted)
            assert load(empty, told, empty - 1) == math.inf
            share = Limits(depth or None, nodes or None, seconds or None).share(0.2)
            assert part_of(told) == (share.depth or 0, share.nodes or 0, share.seconds or 0.0)


def test_numbers_of_limits_are_those_of_python():
    for seconds in (0.004, 0.3, 1.0, 60.0):
        assert end_of(10.0, seconds) == pytest.approx(10.0 + thinking_time(seconds))
    assert end_of(10.0, 0.0) == 0.0


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.2, 1.0])
def test_an_answer_comes_in_time_even_where_the_solver_does_not_finish(page, seconds):
    chance, games = random.Random(8), []
    while len(games) < 6:  # with 15 to 20 empty squares: it is worth trying, and not sure to finish
        state, played = othello.start(), []
        while not is_over(state) and len(played) < 60 - 15 - len(games):
            played.append(int(chance.choice(moves(state))))
            state = play(state, played[-1])
        if not is_over(state):
            games.append(played)
    for purpose in ("move", "values"):
        for one in ask_in_the_page(page, "engine", othello.start(), games, {"seconds": seconds}, purpose):
            assert one["move"] is not None
            assert one["seconds"] < 3 * seconds + 0.5  # as machines are busy


@pytest.mark.long
@pytest.mark.alone
def test_a_page_takes_at_most_twice_the_time_of_machine_code(page):
    """Othello's full search to depth 11, five times each, in turns; the shortest times are compared."""
    state, depth, table = othello.parse("f5d6c3d3c4f4f6b4"), 11, Table(16)
    searcher = Searcher(patterns(), method="pvs", table=table, static=3, history=True)
    reset_work(searcher._work, 0, 0.0)
    examples = (othello.start(), 1, -INF, INF, 0, searcher.context)
    made = for_page(full_search, *examples, reaches=[table.entries])
    page.add_script_tag(content=made.script("speed"))
    blocks = [block["bytes"] for block in made.layout["blocks"]]
    places = {"work": blocks.index(searcher._work.nbytes), "table": blocks.index(table.entries.nbytes)}
    timed = SEARCH_ALL.replace("return found;", "return [found, performance.now() - begin];")
    timed = timed.replace(
        "for (const state of states) {", "const begin = performance.now(); for (const state of states) {"
    )
    search, here, there = compiled(full_search), [], []
    for _ in range(5):
        (answer,), milliseconds = page.evaluate(timed, ["speed", [words(state)], depth, places])
        there.append(milliseconds / 1000)
        searcher.forget()
        reset_work(searcher._work, 0, 0.0)
        begin = time.perf_counter()
        for at_depth in range(1, depth + 1):
            searcher._work["horizon"] = 0
            got = search(state, at_depth, -INF, INF, 0, searcher.context)
        here.append(time.perf_counter() - begin)
        assert answer == [got, int(searcher._work["line"][0][0, 0]), int(searcher._work["nodes"][0])]
    assert min(there) <= 2 * min(here)


def random_games(begin, count):
    """Moves of random games that are not over."""
    chance, games = random.Random(3), []
    is_gomoku = isinstance(begin, gomoku.Gomoku)
    while len(games) < count:
        state, played = snapshot(begin), []
        for _ in range(chance.randint(0, 12 if len(games) % 2 or is_gomoku else 48)):
            options = [m for m in moves(state) if not is_gomoku or abs(m % gomoku.STRIDE - 8) < 4]
            if is_over(state):
                break
            played.append(int(chance.choice(options)))
            state = play(state, played[-1])
        if not is_over(state):
            games.append(played)
    return games
