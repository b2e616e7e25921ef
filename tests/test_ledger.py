"""The ledger: honest counts over fixed positions, kept, merged, and refused where they cannot be compared."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from gamekit import INF, compiled, is_over, moves, play, position_text, to_move, trace, value
from gamekit.course import ledger as module
from gamekit.course.ledger import (
    COLUMNS,
    COURSE_FILE,
    POSITIONS,
    Ledger,
    Row,
    evaluator_for,
    fingerprint,
    measure,
)
from gamekit.errors import GamekitError
from gamekit.games import parse
from gamekit.perft import perft
from gamekit.search.alphabeta import alphabeta
from gamekit.search.deepening import Searcher


def count_minimax(state, depth, maximising, evaluator, count):
    count[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = count_minimax(play(state, move), depth - 1, not maximising, evaluator, count)
        best = max(best, found) if maximising else min(best, found)
    return best


def count_alphabeta(state, depth, alpha, beta, maximising, evaluator, count):
    count[0] += 1
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = count_alphabeta(play(state, move), depth - 1, alpha, beta, not maximising, evaluator, count)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


fast_minimax, fast_alphabeta = compiled(count_minimax), compiled(count_alphabeta)


def by_minimax(state, depth):
    count = np.zeros(1, np.int64)
    return fast_minimax(state, depth, True, evaluator_for(state), count), count[0]


def by_alphabeta(state, depth):
    count = np.zeros(1, np.int64)
    return fast_alphabeta(state, depth, -INF, INF, True, evaluator_for(state), count), count[0]


def by_searcher(state, depth):
    return Searcher(evaluator_for(state)).search(state, depth)


def plain_row(name="mine", own=True, nodes=18):
    return Row(name, own=own, nodes={"plates": nodes}, values={"plates": 20}, right={"plates": True})


# --- the positions ----------------------------------------------------------------------------------------


def test_positions_are_fair():
    """The first player moves in all of them, so values for it and for the side to move are the same."""
    empties = []
    for position in POSITIONS:
        state = parse(position.game, position.text)
        assert to_move(state) == 0
        assert not is_over(state)
        assert position_text(parse(position.game, position_text(state))) == position_text(state)
        if position.game == "othello":
            empties.append(position.text.count("-"))
            assert len(moves(state)) >= 5
    assert empties == [50, 46, 42, 38, 34, 30]


# --- the course's rows ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def measured():
    book = Ledger(lesson=3)
    book.measure("minimax", by_minimax)
    book.measure("alpha-beta", by_alphabeta)
    return book


def test_the_stored_rows_are_what_one_measures(measured):
    stored = Ledger.load(own=None)
    for name in ("minimax", "alpha-beta"):
        one, other = stored[name], measured[name]
        assert (one.nodes, one.values, one.right, one.depths) == (
            other.nodes,
            other.values,
            other.right,
            other.depths,
        )
        assert (one.lesson, one.own) == (3, False)
    assert all(row.lesson and not row.own for row in stored.rows)


def test_the_figures_of_lesson_3(measured):
    minimax, shorter = measured["minimax"], measured["alpha-beta"]
    assert [minimax.figure("plates"), shorter.figure("plates")] == [31, 18]
    assert [minimax.figure("tictactoe"), shorter.figure("tictactoe")] == [549_946, 18_297]
    assert minimax.cell("right") == shorter.cell("right") == "8 of 8"
    assert shorter.figure("othello") < minimax.figure("othello") / 20
    assert 4 <= minimax.figure("depth") < 6 < shorter.figure("depth") < 8


def test_minimax_visits_what_perft_counts(measured):
    """An independent count: all lines of each length, a finished game once."""
    for position in POSITIONS[2:4]:
        state = parse(position.game, position.text)
        lines = sum(perft(state, depth, 1, 0) for depth in range(5))
        assert by_minimax(state, 4)[1] == lines


def test_counting_by_hand_by_searcher_and_by_trace_agree():
    """A node is one call, whoever counts."""

    def traced(state, depth):
        return trace(alphabeta)(state, depth, -INF, INF, True, evaluator_for(state))

    rows = [measure("x", search, only=["plates"]) for search in (by_alphabeta, by_searcher, traced)]
    assert [row.nodes for row in rows] == [{"plates": 18}] * 3
    othello = parse(POSITIONS[2].game, POSITIONS[2].text)
    for depth in (1, 3, 5):
        assert by_alphabeta(othello, depth)[1] == by_searcher(othello, depth).nodes
    assert by_alphabeta(othello, 3)[1] == len(traced(othello, 3))


def test_depth_within_the_budget(measured):
    row = measured["alpha-beta"]
    for position in POSITIONS[2:]:
        state = parse(position.game, position.text)
        reached = row.depths[position.name]
        assert by_alphabeta(state, reached)[1] <= module.BUDGET < by_alphabeta(state, reached + 1)[1]


# --- what may be measured ---------------------------------------------------------------------------------


def test_a_players_text():
    row = measure("deepening", "alphabeta", only=["plates"])
    assert row.values == {"plates": 20}
    assert row.nodes["plates"] > 18, "all its shallower searches count"
    assert row.right == {"plates": True}


def test_a_wrong_value_is_seen():
    row = measure("hasty", lambda state, depth: (19, 5), only=["plates"])
    assert row.cell("right") == "0 of 1"


def test_a_search_that_ignores_depth_ends():
    row = measure("blind", lambda state, depth: (0, 1), only=["othello"])
    assert set(row.depths.values()) == {module.DEEPEST}
    assert row.figure("plates") is None
    assert row.cell("plates") == "–"


def test_a_search_that_remembers_is_refused():
    seen = {}

    def search(state, depth):
        nodes = 1 if depth in seen else 18
        seen[depth] = True
        return 20, nodes

    with pytest.raises(GamekitError, match="remembers earlier calls: on plates it took 18 nodes, and then 1"):
        measure("memory", search, only=["plates"])


@pytest.mark.parametrize("answer", [20, None, (20,), (20, 0), (20.5, 18), (20, 1.5), ("a", "b"), (1, 2, 3)])
def test_answers_that_say_nothing_are_refused(answer):
    with pytest.raises(GamekitError, match=r"whole numbers|must answer"):
        measure("odd", lambda state, depth: answer, only=["plates"])


def test_games_it_does_not_know():
    with pytest.raises(GamekitError, match="plates, tictactoe, othello; not chess"):
        measure("x", by_searcher, only=["chess"])
    with pytest.raises(GamekitError, match="not none"):
        measure("x", by_searcher, only=[])


# --- rows of the course and rows of one's own -------------------------------------------------------------


def test_rows_merge_by_name():
    book = Ledger([plain_row(nodes=30), plain_row(nodes=18)])
    assert len(book) == 1
    assert book["mine"].figure("plates") == 18


def test_own_rows_stay_apart():
    book = Ledger([plain_row("mine")], lesson=4)
    assert book.measure("sorted", by_searcher, only=["plates"]).lesson == 4
    assert [row.name for row in book.rows] == ["sorted", "mine"]
    assert not book["sorted"].own
    assert Ledger().measure("mine", by_searcher, only=["plates"]).own
    with pytest.raises(GamekitError, match="the course has a row 'sorted' already"):
        Ledger([*book.rows, plain_row("sorted")])
    with pytest.raises(GamekitError, match="you have a row 'mine' already"):
        book.measure("mine", by_searcher, only=["plates"])
    with pytest.raises(GamekitError, match="needs a name"):
        book.measure(" ", by_searcher, only=["plates"])
    with pytest.raises(GamekitError, match="no row 'yours'; it has"):
        book["yours"]


def test_a_lesson_sees_the_rows_before_it():
    assert Ledger.load(lesson=3, own=None).rows == []
    assert {"minimax", "alpha-beta"} <= {row.name for row in Ledger.load(lesson=4, own=None).rows}


# --- on disk ----------------------------------------------------------------------------------------------


def test_round_trip(tmp_path, measured):
    path = measured.save(tmp_path / "book.json")
    again = Ledger(module._read(path))
    assert again.rows == measured.rows
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.json"], "no temporary file is left"


def test_your_own_file_adds_your_rows_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    book = Ledger.load()
    course = len(book)
    stale = Row("alpha-beta", lesson=3, nodes={"plates": 999})
    Ledger([*book.rows, stale, plain_row("mine")]).save()
    again = Ledger.load(lesson=4)
    assert again["mine"].own
    assert again["alpha-beta"].figure("plates") == 18, "the course's own rows come from the course"
    assert len(Ledger.load()) == course + 1


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = Ledger([plain_row(nodes=30)]).save(tmp_path / "book.json")
    before = path.read_text()

    def fail(*arguments):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        Ledger([plain_row(nodes=18)]).save(path)
    assert path.read_text() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_rows_from_other_positions_are_refused(tmp_path):
    path = Ledger([plain_row()]).save(tmp_path / "book.json")
    content = json.loads(path.read_text())
    content["fingerprint"] = "0123456789ab"
    path.write_text(json.dumps(content))
    sentence = rf"other positions or with other limits \(0123456789ab, here {fingerprint()}\)"
    with pytest.raises(GamekitError, match=sentence):
        Ledger.load(own=path)


def test_the_fingerprint_depends_on_all_that_matters(monkeypatch):
    now = fingerprint()
    assert json.loads(COURSE_FILE.read_text())["fingerprint"] == now
    for name, other in (("BUDGET", 5), ("POSITIONS", POSITIONS[1:]), ("DEEPEST", 7)):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, other)
            fingerprint.cache_clear()
            assert fingerprint() != now
    fingerprint.cache_clear()
    assert fingerprint() == now


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"fingerprint": "x", "rows": [{"colour": 1}]}', "\x00"])
def test_damaged_files(tmp_path, text):
    path = tmp_path / "book.json"
    path.write_text(text)
    with pytest.raises(GamekitError, match="is not a ledger, or was damaged"):
        Ledger.load(own=path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(GamekitError, match="cannot be read: Is a directory"):
        Ledger.load(own=tmp_path)
    assert len(Ledger.load(own=tmp_path / "book.json")) >= 2


# --- shown ------------------------------------------------------------------------------------------------


def test_the_table_as_text_and_as_html(measured):
    book = Ledger([*measured.rows, plain_row("<b>mine</b>")])
    lines = str(book).splitlines()
    assert all(title in lines[0] for title in COLUMNS.values())
    assert re.match(r"minimax +31 +549,946 +5,526,078 ", lines[1])
    assert lines[3].startswith("<b>mine</b> *")
    assert "* your own" in lines
    assert any("six middle games of Othello" in line for line in lines)
    html = book._repr_html_()
    assert "549,946" in html
    assert "&lt;b&gt;mine" in html
    assert "<b>" not in html
    assert repr(book) == "<ledger: 2 rows of the course, 1 of yours>"
    assert "empty" in str(Ledger())
    assert "empty" in Ledger()._repr_html_()


def test_the_chart(measured):
    picture = measured.chart()
    assert picture.text == "The ledger. minimax: 5,526,078; alpha-beta: 102,334."
    assert COLUMNS["depth"] in measured.chart("depth").svg
    book = Ledger([*measured.rows, plain_row("mine"), Row("mine too", own=True, nodes={"othello 1": 7})])
    picture = book.chart()
    assert picture.text == "The ledger. minimax: 5,526,078; alpha-beta: 102,334; mine too: 7."
    assert picture.svg.count("<pattern") == 0  # dots on a logarithmic axis; one's own is of another form
    others = Ledger([*measured.rows, Row("theirs", nodes={"othello 1": 7})]).chart()
    assert picture.svg.count("<use") == others.svg.count("<use")
    assert picture.svg.replace("mine too", "theirs") != others.svg
    with pytest.raises(GamekitError, match="no column 'time'; it has plates"):
        book.chart("time")
