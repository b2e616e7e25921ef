"""The course in a real browser: lessons run, boards are played on, trees are stepped through."""

from __future__ import annotations

import os
import random
import shutil
import statistics
import time

import pytest
from browser import ARTEFACTS, FLAGS, Page, Server, chromium, copy_lessons, write_notebook
from playwright.sync_api import sync_playwright
from support import IN_BROWSER, ROOT, tool

notebooks = tool("notebooks")

PROGRAMS = ("lab", "notebook")
LESSONS = [source.stem for source in notebooks.texts()]


def in_both_programs(first):
    """A test in both programs; in the one that is not named only by `make test-long`."""
    return pytest.mark.parametrize(
        "program",
        [pytest.param(name, marks=() if name == first else pytest.mark.long) for name in PROGRAMS],
    )


# Lesson 00 has boards and a question: `make test` runs it in JupyterLab; steppers, and the other program, are
# tried by cells of our own below. `make test-long` runs every lesson in both programs.
# With pictures of every page in artefacts/:
#     GAMEKIT_PICTURES=1 make test-long ARGS="-k test_a_lesson_runs"
PICTURES = bool(os.environ.get("GAMEKIT_PICTURES"))
LESSONS_IN_PROGRAMS = [
    pytest.param(lesson, program, marks=() if IN_BROWSER.get(number) == program else pytest.mark.long)
    for lesson, number in ((lesson, lesson.split("_")[0]) for lesson in LESSONS)
    for program in PROGRAMS
]

ONE_BOARD = ("from gamekit.widgets import Board", "board = Board('othello', level=1)\nboard")


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    """A server for each program, started when first asked for."""
    running = {}

    def get(program):
        if program not in running:
            folder = tmp_path_factory.mktemp(program)
            copy_lessons(folder)
            running[program] = Server(folder, program)
        return running[program]

    yield get
    for server in running.values():
        server.close()


@pytest.fixture(scope="module")
def chrome():
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chrome, servers):
    """Opens pages; each ends its kernel when the test is over."""
    opened = []

    def get(program, **options):
        context = chrome.new_context(viewport={"width": 1280, "height": 900}, **options)
        opened.append(Page(context.new_page(), servers(program)))
        return opened[-1]

    yield get
    for one in opened:
        one.page.evaluate("() => window.jupyterapp?.shell.currentWidget?.sessionContext?.shutdown()")
        one.page.context.close()


def note_speed(line: str) -> None:
    """Speeds are printed at the end of the tests, and never asserted: machines differ."""
    ARTEFACTS.mkdir(exist_ok=True)
    with (ARTEFACTS / "browser-speed.txt").open("a") as file:
        file.write(line + "\n")


# --- lessons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lesson", "program"), LESSONS_IN_PROGRAMS)
def test_a_lesson_runs_from_top_to_bottom(page, program, lesson):
    shown = page(program).open(f"{lesson}.ipynb").run_all()
    shown.page.wait_for_timeout(1000)
    shown.clean()
    assert notebooks.differences(ROOT / "notebooks" / ".source" / f"{lesson}.py", shown.notebook()) == []
    shown.read_through(f"{lesson}-{program}" if PICTURES else None)
    shown.clean()  # what is drawn only when scrolled to is fine too


# What sticks out of its place: a picture, a table or a text wider than its cell; words that a picture cuts.
TOO_WIDE = """() => {
    const found = [];
    for (const output of document.querySelectorAll('.jp-OutputArea-output')) {
        const place = output.getBoundingClientRect();
        if (!place.width) continue;
        const isOut = part => part.getBoundingClientRect().right > place.right + 1;
        if ([...output.querySelectorAll('*')].some(isOut) || output.scrollWidth > output.clientWidth + 1)
            found.push(`${output.scrollWidth} in ${output.clientWidth}: ${output.innerText.slice(0, 60)}`);
    }
    return found;
}"""
CUT_WORDS = """(pictures) => {
    const found = [], place = document.body.appendChild(document.createElement('div'));
    for (const svg of pictures) {
        place.innerHTML = svg;
        const edge = place.firstElementChild.getBoundingClientRect();
        for (const text of place.querySelectorAll('text')) {
            const words = text.getBoundingClientRect();
            if (words.left < edge.left - 1 || words.right > edge.right + 1 || words.bottom > edge.bottom + 2)
                found.push(text.textContent);
        }
    }
    place.remove();
    return found;
}"""


@pytest.mark.long
def test_no_output_is_wider_than_its_cell(page):
    """Every lesson as it is stored: nothing runs."""
    shown = page("lab")
    folder = shown.server.folder / "stored"
    folder.mkdir()
    for lesson in LESSONS:
        shutil.copy(ROOT / "notebooks" / f"{lesson}.ipynb", folder)
    shown.page.goto(shown.server.address(f"stored/{LESSONS[0]}.ipynb").replace("/doc/", "/lab/"))
    shown.page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.content?.widgets?.length")
    problems = {}
    for lesson in LESSONS:
        shown.page.set_viewport_size({"width": 1280, "height": 900})
        pictures = shown.page.evaluate(
            """async (path) => {
                const app = window.jupyterapp;
                const panel = await app.commands.execute(
                    'docmanager:open', {path, kernelPreference: {shouldStart: false, canStart: false}});
                await panel.context.ready;
                panel.content.notebookConfig = {...panel.content.notebookConfig, windowingMode: 'none'};
                await new Promise(done => setTimeout(done, 700));
                const found = [];
                for (const cell of panel.context.model.cells)
                    for (let i = 0; cell.type === 'code' && i < cell.outputs.length; i++)
                        found.push(cell.outputs.get(i).data['image/svg+xml'] ?? '');
                return found.filter(Boolean).map(String);
            }""",
            f"stored/{lesson}.ipynb",
        )
        for width in (1280, 1000):
            shown.page.set_viewport_size({"width": width, "height": 900})
            shown.page.wait_for_timeout(200)
            problems[lesson, width] = shown.page.evaluate(TOO_WIDE)
        problems[lesson, "words"] = shown.page.evaluate(CUT_WORDS, pictures)
        assert shown.page.locator(".jp-OutputArea-output").count() > 3
        shown.page.evaluate("() => window.jupyterapp.shell.currentWidget.dispose()")
    assert {where: found for where, found in problems.items() if found} == {}
    wide = '<svg xmlns="http://www.w3.org/2000/svg" width="60"><text>much too long a title</text></svg>'
    assert shown.page.evaluate(CUT_WORDS, [wide]) == ["much too long a title"]


# --- the board --------------------------------------------------------------------------------------------

# A cell that runs again takes its old board off the page before the new one stands there: no board, not calm.
IS_CALM = """() => {
    const board = document.querySelector('[data-gk-board]')?.dataset;
    return board?.gkThinking === 'false' || board?.gkOver === 'true';
}"""
STONES = (
    "from gamekit.draw.scene import scene\n"
    "board.wait(30)\n"
    "print(''.join(map(str, scene(board.state).stones)))"
)


class BoardOnPage:
    """The first board of a page."""

    def __init__(self, shown):
        self.shown, self.page = shown, shown.page
        shown.show("[data-gk-board] [data-gk-cell]")

    def fact(self, name):
        return self.page.evaluate(f"() => document.querySelector('[data-gk-board]').dataset.{name}")

    def is_over(self):
        return self.fact("gkOver") == "true"

    def wait_until_calm(self):
        self.page.wait_for_function(IS_CALM, timeout=30_000)

    def legal(self):
        return self.page.evaluate(
            "() => [...document.querySelectorAll('[data-gk-board] [data-gk-legal]')]"
            ".map(square => Number(square.dataset.gkCell))"
        )

    def cell(self, number):
        return self.page.locator(f'[data-gk-board] [data-gk-cell="{number}"]').first

    def button(self, name):
        return self.page.locator(f'[data-gk-board] [data-gk-do="{name}"]').first

    def says(self):
        return self.page.locator("[data-gk-says]").first.inner_text()

    def after(self, action):
        """Do something and wait until the position on the page is another one."""
        version = self.fact("gkVersion")
        action()
        self.page.wait_for_function(
            "version => { const board = document.querySelector('[data-gk-board]')?.dataset;"
            " return board && board.gkVersion !== version; }",
            arg=version,
        )

    def agrees_with_python(self):
        """The stones on the page are those of the state in Python."""
        self.wait_until_calm()
        assert self.fact("gkStones") == self.shown.python(STONES)

    def transcript(self):
        return self.shown.python("print(board.record.transcript)")


def board_on(shown, name, *cells):
    folder = shown.server.folder
    shown.open(write_notebook(folder, name, *cells)).run_all()
    return BoardOnPage(shown)


FORTY_MOVES = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1a6e7d7c1c6g8f1g4d1b6b1d3g6b7f8a7"


@pytest.mark.parametrize(
    ("program", "played"),
    [
        pytest.param("lab", FORTY_MOVES, id="lab-the end"),
        pytest.param("lab", "", marks=pytest.mark.long, id="lab"),
        pytest.param("notebook", "", marks=pytest.mark.long, id="notebook"),
    ],
)
def test_a_game_of_othello_by_clicks_to_its_end(page, program, played):
    shown = page(program)
    begin = f"board = Board('othello', {played!r}, level=1)\nboard"
    board = board_on(shown, "othello", ONE_BOARD[0], begin)
    chance, milliseconds = random.Random(2), []
    board.wait_until_calm()
    while not board.is_over():
        square = chance.choice(board.legal())
        board.after(board.cell(square).click)
        milliseconds.append(float(board.fact("gkLatency")))
        board.agrees_with_python()
    least = 5 if played else 20
    assert len(milliseconds) > least
    assert shown.python(f"print(board.record.is_over, len(board.record) > {2 * least})") == "True True"
    first, second = (board.fact("gkStones").count(side) for side in "12")
    assert "The game is over" in board.says()
    assert f"{max(first, second)} to {min(first, second)}" in board.says()
    shown.screenshot(f"board-othello-{program}")
    note_speed(
        f"{program}: a click on a board is answered in {statistics.median(milliseconds):.0f} ms (median)"
    )
    shown.clean()


@in_both_programs("notebook")
def test_a_whole_game_of_connect_four_by_keyboard(page, program):
    shown = page(program, reduced_motion="reduce")
    board = board_on(
        shown, "connect4", "from gamekit.widgets import Board", "board = Board('connect4', level=1)\nboard"
    )
    board.page.locator('[data-gk-board] [data-gk-cell][tabindex="0"]').focus()
    chance, labels = random.Random(4), set()
    board.wait_until_calm()
    while not board.is_over():
        column = chance.choice(board.legal()) % 7
        here = board.page.evaluate("() => Number(document.activeElement.dataset.gkCell) % 7")
        for _ in range(abs(column - here)):
            board.page.keyboard.press("ArrowRight" if column > here else "ArrowLeft")
        labels.add(board.page.evaluate("() => document.activeElement.getAttribute('aria-label')"))
        board.after(lambda: board.page.keyboard.press("Enter"))
        board.agrees_with_python()
    assert shown.python("print(board.record.is_over)") == "True"
    assert any("legal" in label for label in labels), labels
    shown.screenshot(f"board-connect4-{program}")
    shown.clean()


@in_both_programs("lab")
def test_nothing_hangs_and_nothing_is_lost(page, program):
    shown = page(program)
    board = board_on(shown, "trouble", ONE_BOARD[0], "board = Board('othello', level=5)\nboard")
    board.wait_until_calm()
    start = board.fact("gkStones")

    board.cell(0).click(force=True)  # a corner is not legal at the start
    deadline = time.monotonic() + 10  # a busy kernel answers late
    while "a1" not in board.says() and time.monotonic() < deadline:
        shown.page.wait_for_timeout(100)
    assert "a1" in board.says()
    assert board.fact("gkStones") == start

    board.after(board.cell(19).dblclick)  # two clicks, one move
    shown.page.wait_for_timeout(300)
    assert shown.python("print(len(board.record), board.is_thinking)") == "1 True"
    board.cell(0).click(force=True)  # while it thinks
    shown.page.wait_for_timeout(200)
    assert board.transcript() == "d3"
    shown.screenshot(f"board-thinking-{program}")

    board.after(board.button("undo").click)  # while it thinks
    assert board.transcript() == ""
    board.agrees_with_python()
    assert board.fact("gkStones") == start

    board.after(board.button("redo").click)
    assert board.transcript() == "d3"  # and now it waits for us to say go
    board.button("go").click()
    board.button("stop").click()
    board.wait_until_calm()
    assert board.transcript().startswith("d3")
    board.after(board.button("new").click)
    board.agrees_with_python()

    shown.page.evaluate(
        "async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }"
    )
    shown.page.wait_for_timeout(1500)
    board.cell(19).click(force=True)
    notice = shown.page.locator("[data-gk-notice]").first
    notice.wait_for(state="visible", timeout=15_000)
    assert "run" in notice.inner_text().lower()
    assert "cell" in notice.inner_text().lower()
    shown.screenshot(f"board-restarted-{program}")
    shown.run_all()
    board.wait_until_calm()
    board.agrees_with_python()


@pytest.mark.long
def test_thirty_boards_stay_usable(page):
    shown = page("lab")
    cells = [
        ONE_BOARD[0],
        *(f"board{n} = Board({'othello' if n % 2 else 'connect4'!r}, level=1)\nboard{n}" for n in range(30)),
        "board = board29",
    ]
    shown.open(write_notebook(shown.server.folder, "thirty", *cells)).run_all()
    shown.page.evaluate(
        "() => { const cells = window.jupyterapp.shell.currentWidget.content;"
        " cells.activeCellIndex = cells.widgets.length - 1; }"
    )
    last = shown.page.locator("[data-gk-board]").last
    last.wait_for(timeout=30_000)
    last.scroll_into_view_if_needed()
    square = last.locator("[data-gk-legal]").first
    square.click()
    shown.page.wait_for_function(
        "() => [...document.querySelectorAll('[data-gk-board]')].some(b => Number(b.dataset.gkVersion) > 0)"
    )
    assert shown.python("board.wait(30); print(len(board.record))") == "2"
    latency = last.get_attribute("data-gk-latency")
    note_speed(f"lab: with thirty boards in the notebook, a click is answered in {float(latency):.0f} ms")
    shown.clean()


def test_a_new_board_takes_the_keys_and_fits_a_low_window(page):
    """After Shift+Enter the keys play; in 600 pixels all that one needs while playing is in view."""
    shown = page("lab")
    name = write_notebook(
        shown.server.folder, "low.ipynb", "from gamekit.widgets import Board\nBoard('othello', level=2)", "1"
    )
    shown.open(name)
    focused = "() => window.jupyterapp.shell.currentWidget.content.activeCell.node.focus()"
    shown.page.evaluate(focused)
    shown.page.keyboard.press("Shift+Enter")
    shown.page.wait_for_function("() => document.activeElement?.closest('[data-gk-board]')", timeout=60_000)
    shown.page.keyboard.press("Enter")
    shown.page.wait_for_function(
        "() => Number(document.querySelector('[data-gk-board]').dataset.gkVersion) > 1", timeout=60_000
    )
    shown.page.set_viewport_size({"width": 1000, "height": 600})
    shown.page.locator("[data-gk-show]").check()
    shown.page.wait_for_selector("[data-gk-thought]:not([hidden])")
    shown.page.evaluate("() => document.querySelector('.gk-body').scrollIntoView({block: 'center'})")
    shown.page.wait_for_timeout(300)
    parts = [".gk-stage", "[data-gk-says]", "[data-gk-do=undo]", "[data-gk-thought]", "[data-gk-do=back]"]
    boxes = [shown.page.locator(part).first.bounding_box() for part in parts]
    places = [(box["y"], box["y"] + box["height"]) for box in boxes]
    assert all(60 < top < bottom <= 600 for top, bottom in places), places


@pytest.mark.long
def test_how_soon_a_board_appears(page):
    shown = page("lab")
    shown.open(write_notebook(shown.server.folder, "appear", *ONE_BOARD)).run_all()
    shown.show("[data-gk-board] [data-gk-cell]")
    milliseconds = []
    for _ in range(5):
        shown.page.wait_for_timeout(700)
        milliseconds.append(
            shown.page.evaluate(
                """async () => {
                    const content = window.jupyterapp.shell.currentWidget.content;
                    content.activeCellIndex = 1;
                    const old = document.querySelector('[data-gk-board]'), begin = performance.now();
                    const seen = new Promise(done => new MutationObserver((_, watcher) => {
                        const board = document.querySelector('[data-gk-board]');
                        if (board && board !== old && board.querySelector('[data-gk-cell]')
                                && board.getBoundingClientRect().width) {
                            watcher.disconnect();
                            done(performance.now() - begin);
                        }
                    }).observe(document.body, {childList: true, subtree: true}));
                    window.jupyterapp.commands.execute('notebook:run-cell');
                    return await seen;
                }"""
            )
        )
    note_speed(
        f"lab: a board appears {statistics.median(milliseconds):.0f} ms after its cell was run (median)"
    )
    shown.clean()


# --- the stepper ------------------------------------------------------------------------------------------

TRACES = """
from gamekit import INF, trace
from gamekit.evaluators import FinalScore
from gamekit.games import plates, tictactoe
from gamekit.search.alphabeta import alphabeta
from gamekit.widgets import Predict, SideBySide, Stepper
walk = trace(alphabeta)(plates.start(), 3, -INF, INF, True, FinalScore())
"""
VISITED = '[data-gk-widget="stepper"] [data-gk-count="visited"]'


def stepper_on(shown, name, *cells):
    shown.open(write_notebook(shown.server.folder, name, *cells)).run_all()
    shown.show('[data-gk-widget="stepper"][data-gk-ready]')
    return shown.page


@in_both_programs("notebook")
def test_the_plates_are_stepped_to_the_end(page, program):
    shown = page(program)
    at = stepper_on(shown, "stepper", TRACES, "Stepper(walk)")
    visited = at.locator(VISITED).first
    assert visited.inner_text() == "1"
    root = at.locator('[data-gk-widget="stepper"]').first
    at.locator("[data-gk-tree]").first.focus()
    counts, words = [1], []
    while int(root.get_attribute("data-gk-step")) < int(root.get_attribute("data-gk-steps")) - 1:
        if len(counts) == 27:
            shown.screenshot(f"stepper-plates-{program}")
        at.keyboard.press("ArrowRight")
        counts.append(int(visited.inner_text()))
        words.append(at.locator("[data-gk-words]").first.inner_text())
        assert len(counts) < 100, "the arrow key does not step"
    assert counts == sorted(counts)
    assert counts[-1] == 18
    assert any("20" in sentence and "cut" in sentence.lower() for sentence in words)
    at.locator('[data-gk-do="first"]').first.click()
    assert visited.inner_text() == "1"
    at.locator('[data-gk-do="last"]').first.click()
    assert visited.inner_text() == "18"
    assert int(at.locator(".gk-marks").first.get_attribute("data-gk-marks")) == 3, "three cuts"
    spot = root.evaluate("root => root.gk.tree.where(1)")
    at.mouse.click(spot["x"], spot["y"])
    assert (
        "Back to step 2, when node 1 was first looked at" in at.locator("[data-gk-note]").first.inner_text()
    )
    near = root.evaluate(
        "root => { root.gk.tree.zoom(2); root.gk.tree.zoom(2); return root.gk.tree.where(1); }"
    )
    edge = at.locator("[data-gk-tree]").first.bounding_box()
    assert edge["x"] <= near["x"] <= edge["x"] + edge["width"], "zooming keeps the current node"
    at.locator('[data-gk-do="return"]').first.click()
    assert visited.inner_text() == "18"
    at.locator('[data-gk-do="keys"]').first.click()
    assert "to the next cut" in at.locator("[data-gk-keys]").first.inner_text()
    shown.clean()


def test_two_searches_stop_where_they_part(page):
    wrong = """
from gamekit import is_over, moves, play, undo, value
def patient(state, depth, alpha, beta, maximising, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = patient(play(state, move), depth - 1, alpha, beta, not maximising, evaluator)
        if maximising:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best
SideBySide(walk, trace(patient)(plates.start(), 3, -INF, INF, True, FinalScore()))
"""
    shown = page("lab")
    shown.open(write_notebook(shown.server.folder, "side", TRACES, wrong)).run_all()
    shown.show("[data-gk-parted]")
    shown.page.locator('[data-gk-do="part"]').first.click()
    shown.page.wait_for_selector('[data-gk-parted="1"]', state="attached")
    shown.screenshot("side-by-side")
    assert "50" in shown.page.locator("[data-gk-difference]").first.inner_text()
    shown.clean()


@pytest.mark.long
def test_five_thousand_nodes(page):
    """Opens and steps; how fast is printed."""
    long_trace = """
import random
from gamekit.games import tree
from gamekit.search.minimax import minimax
chance = random.Random(1)
def grow(levels):
    return chance.randint(0, 99) if levels == 0 else [grow(levels - 1) for _ in range(8)]
full = trace(minimax)(tree.from_lists(grow(4)), 4, True, FinalScore())

"""
    shown = page("lab")
    at = stepper_on(shown, "long", TRACES, long_trace, "Stepper(full)")
    count = int(shown.python("print(len(full))"))
    assert count == 1 + 8 + 64 + 512 + 4096
    milliseconds = at.evaluate(
        """async () => {
            const content = window.jupyterapp.shell.currentWidget.content;
            content.activeCellIndex = content.widgets.length - 1;
            const old = document.querySelector('[data-gk-ready="1"]');
            old.removeAttribute('data-gk-ready');
            const begin = performance.now();
            window.jupyterapp.commands.execute('notebook:run-cell');
            while (!document.querySelector('[data-gk-ready="1"]')) await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            return performance.now() - begin;
        }"""
    )
    speed = at.evaluate(
        """async () => {
            const root = document.querySelector('[data-gk-ready="1"]');
            const forward = root.querySelector('[data-gk-do="forward"]'), begin = performance.now();
            for (let i = 0; i < 120; i++) {
                forward.click();
                await new Promise(requestAnimationFrame);
            }
            return 120_000 / (performance.now() - begin);
        }"""
    )
    assert at.locator('[data-gk-ready="1"]').first.get_attribute("data-gk-step") == "120"
    note_speed(f"lab: a trace of {count:,} nodes opens in {milliseconds:.0f} ms")
    note_speed(f"lab: it steps {speed:.0f} times a second")
    shown.screenshot("stepper-long")
    shown.clean()


# --- predict first ----------------------------------------------------------------------------------------


def test_an_answer_reaches_python_and_is_judged_there(page):
    questions = """
import ipywidgets
number = Predict("How many nodes?", answer=lambda: len(walk), reason="Three cuts.")
choice = Predict("Which plate?", answer="A", choices=["A", "B", "C"], reason="It is worth 20.")
ipywidgets.VBox([number, choice])
"""
    shown = page("lab")
    shown.open(write_notebook(shown.server.folder, "predict", TRACES, questions)).run_all()
    first = shown.page.locator('[data-gk-widget="predict"]').nth(0)
    first.wait_for(timeout=30_000)
    assert "18" not in shown.page.locator(".jp-OutputArea-output").last.inner_html().replace("#", "")
    first.locator("[data-gk-field]").fill("31")
    first.locator('[data-gk-do="answer"]').click()
    first.locator("[data-gk-hint]").wait_for()
    assert "18" not in first.inner_text()
    first.locator('[data-gk-do="tell"]').click()
    first.locator("[data-gk-verdict]").wait_for()
    assert "18" in first.inner_text()
    second = shown.page.locator('[data-gk-widget="predict"]').nth(1)
    second.locator('[data-gk-choice="A"]').click()
    second.locator('[data-gk-do="answer"]').click()
    second.locator("[data-gk-verdict]").wait_for()
    shown.screenshot("predict")
    assert shown.python("print(number.given, number.right, choice.given, choice.right)") == "31 False A True"
    shown.clean()
