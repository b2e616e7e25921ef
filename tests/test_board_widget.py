"""The live board's Python side: no browser, the page's messages are handed in directly."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support import run_python

from gamekit import (
    GamekitError,
    IllegalMove,
    Record,
    is_over,
    move_name,
    moves,
    parse_move,
    position_text,
    to_move,
)
from gamekit.draw.scene import scene
from gamekit.games import connect4, gomoku, othello, plates
from gamekit.players import player
from gamekit.rules import cell_of
from gamekit.widgets import Board
from gamekit.widgets.board import FOLDER
from gamekit.widgets.board.session import name_of

OUTSIDE = f"gtp:{sys.executable} -m gamekit gtp othello --player random"
SLOW = "othello:pvs,tt,killers,time=30"
MOST_BYTES = 25_000  # of the page's code, which every board sends anew


def ask(board, **message):
    """What the page would send; the answers that go back to the page."""
    answers = []
    board.send = lambda content, buffers=None: answers.append(content)
    board._on_message(board, {"id": 1, **message}, [])
    return answers


def click(board, name):
    state = board.state
    cell = cell_of(state, parse_move(state, name))
    return ask(board, do="play", cell=cell, version=board.position["version"])


def quick(*args, **options):
    board = Board(*args, **options)
    board._session.least_seconds = 0
    return board


def page_equals_python(board):
    shown, state = board.position["scene"], board.state
    assert shown["stones"] == list(scene(state).stones)
    assert shown["turn"] == to_move(state)
    assert shown["legal"] == list(scene(state).legal)
    assert board.position["over"] == bool(is_over(state))
    assert board.position["moves"] == board.record.names
    json.dumps(board.position), json.dumps(board.thought)  # plain data throughout


# --- games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("othello", None),
        ("othello", "6x6"),
        ("othello", "4x4"),
        ("connect4", None),
        ("connect4", "9x5"),
        ("tictactoe", None),
        ("tictactoe", "5x4x4"),
        ("gomoku", "7x7"),
    ],
)
def test_a_whole_game_by_clicks_against_a_player(game, size):
    board = quick(game, size=size, player="random,seed=5")
    rng, clicks = random.Random(3), 0
    while not board.position["over"]:
        board.wait(120)
        if board.position["over"]:
            break
        assert to_move(board.state) == 0
        page_equals_python(board)
        before = len(board.record)
        ask(
            board,
            do="play",
            cell=rng.choice(board.position["scene"]["legal"]),
            version=board.position["version"],
        )
        assert len(board.record) > before
        clicks += 1
    page_equals_python(board)
    assert clicks > 0
    assert board.position["says"].split(". ")[-1].startswith("The game is over: ")
    assert not board.is_thinking


def test_a_player_against_itself_needs_nobody():
    board = quick("tictactoe", player="alphabeta,depth=9", human=None).wait(120)
    assert board.record.result == "draw"
    assert board.position["says"].endswith("The game is over: a draw.")


def test_two_people():
    board = quick("connect4", player=None)
    for column in "4353":
        click(board, column)
        assert not board.is_thinking
    assert board.record.transcript == "4353"
    assert board.position["says"] == "O played 3. X to move."
    board.undo()
    assert board.record.transcript == "435"
    with pytest.raises(GamekitError, match="no sides to swap"):
        board._session.swap()


def test_the_page_is_told_the_winning_row_and_the_result():
    board = quick("connect4", "112233", player=None).play("4")
    assert board.position["scene"]["wins"] == [35, 36, 37, 38]
    assert board.position["says"] == "X played 4. The game is over: X wins."
    assert "you win" in quick("connect4", "112233", player="random").play("4").position["says"]


def test_othello_passes_by_itself_and_says_so():
    rng = random.Random(0)
    passed = 0
    for _ in range(40):
        board = quick("othello", size="4x4", player=None)
        while not board.position["over"]:
            before = len(board.record)
            click(board, scene(board.state).name(rng.choice(board.position["scene"]["legal"])))
            if "pass" in board.record.names[before:]:
                passed += 1
                assert "has no move and passes" in board.position["says"]
                assert board.position["scene"]["last"] is not None
                transcript = board.record.transcript
                board.undo()
                assert len(board.record) == before  # the pass goes back with the move before it
                board.redo()
                assert board.record.transcript == transcript
    assert passed > 5


def test_gomoku_boards_do_not_share_their_arrays():
    state = gomoku.start("7x7")
    one, two = quick(state, player=None), quick(state, player=None)
    one.play("d4")
    assert two.record.transcript == ""
    assert position_text(state) == position_text(two.state) != position_text(one.state)
    with pytest.raises(IllegalMove):
        one.play("d4")


# --- clicks that mean nothing, or come too soon -----------------------------------------------------------


def test_a_double_click_plays_once():
    board = quick("othello", player=None)
    message = {"do": "play", "cell": 19, "version": board.position["version"]}
    assert ask(board, **message)[-1]["answer"] == 1
    assert ask(board, **message)[-1]["answer"] == 1
    assert board.record.transcript == "d3"
    assert board.position["says"] == "X played d3. O to move."


@pytest.mark.parametrize(
    ("game", "text", "name", "says"),
    [
        ("othello", None, "a1", "a1 turns no disc, so it is not legal: choose a marked square."),
        ("othello", None, "d4", "There is a stone on d4 already: choose a marked square."),
        ("connect4", "444444", "4", "Column 4 is full: choose another one."),
        ("tictactoe", "X../.../...", "a3", "There is a stone on a3 already: choose a marked square."),
    ],
)
def test_a_click_that_is_not_legal_gets_a_sentence(game, text, name, says):
    board = quick(game, text, player=None)
    before = board.record.transcript
    if name == "4":  # a full column has no cell to ask for: click its top
        ask(board, do="play", cell=3, version=board.position["version"])
    else:
        click(board, name)
    assert board.position["says"] == says
    assert board.record.transcript == before


def test_a_forbidden_square_of_renju_says_why():
    rows = "......./......./.XX..../...X.../...X.../......./......."
    board = quick(gomoku.parse(rows, rule="renju"), player=None)
    click(board, "d5")
    assert board.position["says"] == "Renju forbids black d5 (double-three): choose another square."


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "dance"},
        {"do": "play"},
        {"do": "play", "cell": "d3", "version": 0},
        {"do": "play", "cell": 999, "version": 0},
        {"do": "play", "cell": True, "version": 0},
        {"do": "level", "level": 77},
        {"do": "level"},
        {"do": "redo"},
        {"do": "undo"},
    ],
)
def test_nonsense_from_the_page_changes_nothing_and_is_answered(message):
    board = quick("othello", player="random")
    answers = ask(board, **message)
    assert answers[-1]["answer"] == 1
    assert board.record.transcript == ""


# --- thinking ---------------------------------------------------------------------------------------------


def thinking_board(**options):
    board = quick("othello", player=SLOW, **options)
    click(board, "d3")
    until(lambda: board.thought)
    assert board.is_thinking
    return board


def until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def threads():
    return [thread for thread in threading.enumerate() if thread.name == "gamekit board"]


def test_reports_come_while_it_thinks():
    board = thinking_board()
    first = board.thought
    until(lambda: board.thought["depth"] > first["depth"])
    thought = board.thought
    assert thought["running"]
    assert thought["purpose"] == "move"
    assert thought["nodes"] > first["nodes"]
    assert thought["side"] == "O"
    assert thought["names"][0] in [move_name(board.state, move) for move in moves(board.state)]
    board.close()


@pytest.mark.parametrize("way", ["undo", "new", "stop", "close"])
def test_thinking_ends_at_once(way):
    board = thinking_board()
    begin = time.monotonic()
    if way == "close":
        board.close()
    else:
        ask(board, do=way)
    assert not board.is_thinking
    until(lambda: not threads())
    assert time.monotonic() - begin < 15  # of the 30 seconds it had
    expected = {"undo": "", "new": "", "stop": "d3", "close": "d3"}
    assert board.record.transcript == expected[way]


def test_stop_and_go_and_playing_for_it():
    board = thinking_board()
    ask(board, do="stop")
    assert board.position["says"].startswith("It waits.")
    assert board.position["can"]["go"]
    ask(board, do="go")
    assert board.is_thinking
    ask(board, do="stop")
    click(board, "c3")
    assert board.record.transcript == "d3c3"
    assert board.position["says"] == "O played c3. Your move: you play X."
    board.close()


def test_clicks_and_calls_while_it_thinks():
    board = thinking_board()
    click(board, "c3")
    assert board.position["says"] == "It is thinking: wait for its move, or press Stop."
    with pytest.raises(GamekitError, match=r"board\.wait"):
        board.play("c3")
    with pytest.raises(GamekitError, match=r"still thinking after 0\.01 s"):
        board.wait(0.01)
    assert board.record.transcript == "d3"
    board.close()


def test_changing_the_level_while_it_thinks_lets_the_new_one_answer():
    board = thinking_board()
    ask(board, do="level", level=1)
    board.wait(120)
    assert len(board.record) == 2
    assert board.position["level"] == 1
    ask(board, do="level", level=0)  # the player named at the beginning
    assert (board.position["player"], board.position["spec"]) == ("PVS, 30 s", SLOW)
    assert board.position["level"] == 0
    board.close()


def test_swapping_sides_lets_the_player_begin():
    board = quick("othello", level=1)
    ask(board, do="swap")
    board.wait(120)
    assert len(board.record) == 1
    assert board.position["human"] == 1
    assert quick("othello", level=1, human=1).wait(120).record.names


def test_undo_takes_the_answer_back_too_and_redo_brings_both():
    board = quick("othello", level=1).play("d3").wait(120)
    both = board.record.transcript
    assert len(both) == 4
    assert board.undo().record.transcript == ""
    assert board.redo().record.transcript == both
    assert not board.is_thinking
    with pytest.raises(GamekitError, match="nothing was taken back"):
        board.redo()
    board.undo().play("f5")
    assert not board.position["can"]["redo"]


def test_undo_before_your_first_move_lets_the_player_wait():
    board = quick("othello", level=1, human=1).wait(120)
    ask(board, do="undo")
    assert board.record.transcript == ""
    assert not board.is_thinking
    assert board.position["can"]["go"]
    ask(board, do="go")
    assert len(board.wait(120).record) == 1


def test_hint_marks_a_legal_square():
    board = quick("othello", level=1)
    ask(board, do="hint")
    assert board.position["says"] == "Looking for a good move ..."
    until(lambda: board.position["hint"] is not None)
    assert board.position["hint"] in board.position["scene"]["legal"]
    assert board.position["says"].startswith("Hint: ")
    click(board, "d3")
    assert board.position["hint"] is None
    board.close()


def test_its_thinking_as_a_heat_map():
    board = quick("othello", level=3, show=True)
    until(lambda: board.thought and not board.thought["running"])
    assert set(board.thought["shades"]) == {str(cell) for cell in board.position["scene"]["legal"]}
    assert board.thought["purpose"] == "values"
    assert (board.thought["who"], board.thought["unit"]) == ("hard", "discs")
    ask(board, do="show", on=False)
    assert not board.position["showing"]


def test_the_heat_map_of_a_player_that_was_named_is_its_own():
    board = quick("othello", player="pvs,tt,depth=4", show=True)
    until(lambda: board.thought and not board.thought["running"])
    exact = player("pvs,tt,depth=4").analyse(board.state)
    assert board.thought["value"].replace("−", "-") == f"{exact.value:+d}"
    assert (board.thought["who"], board.thought["unit"]) == ("PVS, depth 4", "moves")


@pytest.mark.parametrize(
    "options", [{"level": 3}, {"level": 1}, {"player": "alphabeta,depth=3"}, {"player": None}]
)
def test_hint_and_heat_map_are_of_one_mind(options):
    """The same player, in the same unit: the hint is the best square of the heat map."""
    board = quick("othello", "f5 f6 e6 f4", **options)
    ask(board, do="hint")
    until(lambda: board.position["hint"] is not None)
    hinted, told = board.thought["who"], board.thought["unit"]
    shades = {
        int(cell): float(shade["text"].replace("−", "-")) for cell, shade in board.thought["shades"].items()
    }
    assert shades[board.position["hint"]] == max(shades.values())
    assert f"{board.thought['value']} {told})" in board.position["says"]
    ask(board, do="show", on=True)
    until(lambda: board.thought["purpose"] == "values" and not board.thought["running"])
    assert (board.thought["who"], board.thought["unit"]) == (hinted, told) != ("", "")
    board.close()


def test_going_through_a_game():
    """The same game whichever way one goes; a move from the middle ends what came after."""
    board = quick("othello", level=1)
    for _ in range(3):
        board.play(moves(board.state)[0])
        board.wait(60)
    game = board.record.names
    for ply in (0, 3, 6, 5, 1):
        ask(board, do="goto", ply=ply)
        assert board.record.names == game[:ply]
        assert board.position["game"] == game
        assert not board.is_thinking
        page_equals_python(board)
    ask(board, do="goto", ply=2)
    other = next(move for move in moves(board.state) if move_name(board.state, move) != game[2])
    board.play(other)
    board.wait(60)
    assert board.position["game"] == board.record.names
    assert len(board.record) == 4
    board.close()


def test_going_on_at_the_end_lets_the_player_answer():
    board = thinking_board()
    ask(board, do="goto", ply=0)
    assert not board.is_thinking
    ask(board, do="goto", ply=1)
    assert board.is_thinking
    board.close()


def test_the_graph_has_a_value_for_every_position():
    record = Record(connect4.start("4x4"))
    while not record.is_over:
        record.push(moves(record.state)[0])
    board = quick(record, player=None, replay=("first", "second"))
    ask(board, do="analyse")
    until(lambda: not board.position["analysing"], 60)
    graph = dict(board.position["graph"])
    assert set(graph) == set(range(len(record) + 1))
    assert graph[len(record)] == record.outcome, "a finished game is worth its result"
    assert board.position["unit"] == "(1 is a win)"
    board.close()


def test_a_replay_is_looked_at_and_not_changed():
    record = Record(othello.start(), "d3 c3 c4 c5")
    board = quick(record, player=None, replay=("alpha-beta", "the engine"))
    assert board.position["moves"] == []
    assert board.position["game"] == ["d3", "c3", "c4", "c5"]
    assert list(board.position["names"]) == ["alpha-beta", "the engine"]
    click(board, "d3")
    assert board.position["moves"] == []
    assert "has been played" in board.position["says"]
    ask(board, do="goto", ply=4)
    assert board.position["moves"] == ["d3", "c3", "c4", "c5"]
    board.close()


@pytest.mark.parametrize("ply", [None, True, "2", -5, 99])
def test_a_ply_that_there_is_not(ply):
    board = quick(Record(othello.start(), "d3 c3"), player=None)
    ask(board, do="goto", ply=ply)
    assert board.position["moves"] in ([], ["d3", "c3"])
    board.close()


def own_choice(state):
    return moves(state)[0]


@pytest.mark.parametrize(
    ("thinker", "name"),
    [
        ("othello:pvs,tt,killers,depth=4", "PVS, depth 4"),
        ("mcts,nodes=2000,solver", "MCTS, 2,000 nodes"),
        ("engine,no-probcut,time=0.5", "the engine, 0.5 s, without probcut"),
        ("alphabeta,depth=1,eval=discs", "alpha-beta, depth 1, by discs"),
        ("gtp:/somewhere/gnugo --mode gtp", "gnugo"),
        (player("pvs,tt,depth=4"), "PVS, depth 4"),
        (player(OUTSIDE), Path(sys.executable).name),
        (own_choice, "own_choice"),
    ],
)
def test_players_have_names_for_people(thinker, name):
    assert name_of(thinker) == name


@pytest.mark.parametrize(
    ("spec", "name", "unit"),
    [
        ("pvs,tt,depth=4", "PVS, depth 4", "moves"),
        ("mcts,nodes=400", "MCTS, 400 nodes", "(1 is a win)"),
        (OUTSIDE, Path(sys.executable).name, "discs"),  # it tells no values: those of the adviser are shown
    ],
)
@pytest.mark.parametrize("made", [str, player])
def test_a_board_shows_a_player_as_its_spec(spec, name, unit, made):
    position = quick("othello", player=made(spec)).position
    assert (position["spec"], position["player"], position["unit"]) == (spec, name, unit)


def test_a_program_that_says_only_its_move_leaves_opinions_to_another_player():
    board = quick("othello", player=OUTSIDE, show=True)
    until(lambda: board.thought and not board.thought["running"])
    assert len(board.thought["shades"]) == 4
    board.close()


def test_a_solved_game_has_exact_values():
    board = quick("tictactoe", "XX./OO./...", level=5, show=True)
    until(lambda: board.thought and not board.thought["running"])
    shown = {
        scene(board.state).name(int(cell)): shade["text"] for cell, shade in board.thought["shades"].items()
    }
    assert shown == {"c3": "+1", "c2": "0", "a1": "−1", "b1": "−1", "c1": "−1"}


def test_your_own_function_plays():
    board = quick("othello", player=lambda state: moves(state)[-1]).play("d3").wait(120)
    assert board.record.names[1] == "c5"


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda state: 1 / 0, "The player failed with ZeroDivisionError: division by zero."),
        (lambda state: "z9", "An othello move is a square such as d3, or pass, not 'z9'."),
        (lambda state: "a1", "A1 is not legal here; legal are: c3 e3 c5."),
        (lambda state: None, "The player answered None."),
        (lambda state: [1], "The player answered [1]."),
    ],
)
def test_a_function_that_fails_is_named_and_the_game_goes_on(function, says):
    board = quick("othello", player=function).play("d3").wait(120)
    assert board.position["says"] == f"{says} Make its move yourself, or press Go again."
    board.play("c3")
    assert board.record.transcript == "d3c3"


def test_a_player_shared_by_boards_is_used_by_one_at_a_time():
    shared = player("pvs,tt,killers,depth=6")
    boards = [quick("othello", player=shared) for _ in range(6)]
    for board in boards:
        board.play("d3")
    assert {board.wait(120).record.transcript for board in boards} == {boards[0].record.transcript}


def test_thirty_boards_at_once():
    boards = [quick(game, level=2) for game in ("othello", "connect4", "tictactoe") * 10]
    for board in boards:
        board.play(moves(board.state)[0])
    for board in boards:
        board.wait(120)
        assert len(board.record) == 2
    until(lambda: not threads())


# --- what Python sees -------------------------------------------------------------------------------------


def test_the_record_is_yours():
    board = quick("othello", player=None).play("d3")
    record = board.record
    assert isinstance(record, Record)
    record.push("c3")
    assert board.record.transcript == "d3"
    with pytest.raises(IllegalMove):
        board.play("a1")
    assert board.new_game().record.transcript == ""


def test_boards_of_records_and_states():
    record = Record(connect4.start(), "4453")
    board = quick(record, player=None).play("4")
    assert board.record.transcript == "44534"
    assert record.transcript == "4453"
    assert quick(othello.parse("f5d6"), player=None).state == othello.parse("f5d6")
    assert board.new_game().state == connect4.start()


def test_a_still_picture_goes_with_the_live_board():
    board = quick("othello", player=None).play("d3")
    data, _ = board._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"] == str(board.record)
    assert "application/vnd.jupyter.widget-view+json" in data
    assert repr(board) == "<board: <record of Othello: 1 moves, O to move>>"


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (
            ("chess",),
            {},
            "there is no board for 'chess'; there is one for connect4, gomoku, othello, tictactoe",
        ),
        (("plates",), {}, "there is no board for 'plates'"),
        ((plates.start(),), {}, "there is no board for plates"),
        ((42,), {}, "a board shows a game's name, a state or a record, not '42'"),
        (("othello",), {"level": 6}, "level is a whole number from 1 to 5, not 6"),
        (("othello",), {"level": "hard"}, "level is a whole number from 1 to 5, not 'hard'"),
        (("othello",), {"human": 2}, "human is 0"),
        (("othello",), {"seconds": 0}, "seconds is a number above 0"),
        (("othello",), {"player": "clever"}, "which is no method"),
        (("othello",), {"player": 3}, "player is a spec, a player, a function or None, not '3'"),
        (("othello",), {"player": "connect4:pvs"}, "plays connect4, not othello"),
        (("othello",), {"player": "minimax"}, "give it a depth"),
        (("othello",), {"size": "7x7"}, "othello is played on"),
        (("othello",), {"width": 5}, "width is a whole number of pixels"),
        ((othello.start(),), {"size": "6x6"}, "go with a game's name"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, options, sentence):
    with pytest.raises(GamekitError) as caught:
        Board(*arguments, **options)
    assert sentence in str(caught.value)


# --- the page's code --------------------------------------------------------------------------------------


def test_the_code_for_the_page_is_small_and_asks_nobody():
    script, style = str(Board._esm), (FOLDER / "board.css").read_text()
    assert len(script.encode()) < MOST_BYTES
    for text in (script, style):
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert "import " not in text
        assert "url(" not in text
    assert "prefers-reduced-motion" in script


def test_opening_a_board_does_not_load_the_other_widgets():
    ran = run_python(
        "import sys\nfrom gamekit.widgets import Board\n"
        "print([name for name in sys.modules if name.startswith('gamekit.widgets.')])"
    )
    assert "gamekit.widgets.board" in ran.stdout
    assert "stepper" not in ran.stdout
    assert "predict" not in ran.stdout


def test_loading_a_board_starts_no_thread():
    ran = run_python("import threading\nfrom gamekit.widgets import Board\nprint(threading.active_count())")
    assert ran.stdout.strip() == "1"


def test_leaving_python_while_it_thinks_is_quiet():
    code = f"from gamekit.widgets import Board\nboard = Board('othello', player={SLOW!r})\nboard.play('d3')"
    begin = time.monotonic()
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert time.monotonic() - begin < 60
