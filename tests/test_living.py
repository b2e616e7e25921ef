"""The living book: in Chromium, from a folder and from a plain server, with no kernel and no network."""

from __future__ import annotations

import gzip
import json
import re
import statistics
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
import support
from browser import FLAGS, chromium
from support import ROOT

from gamekit.errors import BadText
from gamekit.page.webassembly import NO_LINKER, linker
from gamekit.widgets import Predict

needs_linker = pytest.mark.skipif(linker() is None, reason=NO_LINKER)
book_tool = support.tool("book")
notebook_tool = support.tool("notebooks")
LESSONS = {number: path.stem for number, path in book_tool.lessons().items()}
KNOWN = {name: book_tool.page_data(name) for name in LESSONS.values()}


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def page(browser):
    """A page without a network; what it complains about fails the test."""
    context = browser.new_context(offline=True, viewport={"width": 1000, "height": 900})
    made = context.new_page()
    complaints: list[str] = []
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield made
    context.close()
    assert complaints == []


def open_lesson(page, address):
    """Open a page and wait until all its markers live."""
    page.goto(address)
    everything_lives(page, 1000)


def everything_lives(page, width):
    """Wait until all markers of a page live, as those near the window do."""
    if page.query_selector("[data-gk-living]") is None:
        return
    page.wait_for_selector("html[data-gk-ready]", state="attached")
    page.eval_on_selector_all(
        "details:has([data-gk-living])", "(all) => all.forEach((one) => { one.open = true; })"
    )
    page.set_viewport_size({"width": width, "height": 40_000})  # everything is near
    page.wait_for_function(
        "[...document.querySelectorAll('[data-gk-living]')].every((one) => one.dataset.gkLives)"
    )
    page.set_viewport_size({"width": width, "height": 900})


def serve(book):
    """A plain server of files, and its address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(book))
    handler.log_message = lambda *args: None
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def living(page, kind):
    return page.query_selector_all(f"[data-gk-lives='1'] [data-gk-widget='{kind}']")


def try_all(page, known):
    """Every widget of the page does what it is for."""
    for one in living(page, "predict"):
        kind = one.get_attribute("data-gk-kind")
        if kind == "choice":
            one.query_selector("[data-gk-choice]").click()
        elif kind in ("number", "text"):
            one.query_selector("[data-gk-field]").fill("12")
        one.query_selector("[data-gk-do=answer]").click()
        if (
            one.wait_for_selector("[data-gk-verdict], [data-gk-hint]").get_attribute("data-gk-hint")
            is not None
        ):
            one.query_selector("[data-gk-do=tell]").click()
        one.wait_for_selector("[data-gk-verdict]")
    for one in living(page, "stepper") + living(page, "side-by-side"):
        last = int(one.get_attribute("data-gk-steps")) - 1
        one.query_selector("[data-gk-do=forward]").click()
        assert one.get_attribute("data-gk-step") == "1"
        one.query_selector("[data-gk-do=last]").click()
        assert one.get_attribute("data-gk-step") == str(last)
        one.wait_for_selector(".gk-words:not(:empty)")
    for one in living(page, "explore"):
        control = one.query_selector("[data-gk-control]")
        if control.evaluate("one => one.tagName") == "BUTTON":  # choices by name
            one.query_selector("[data-gk-control][aria-pressed=false]").click()
            assert len(one.query_selector_all("[data-gk-control][aria-pressed=true]")) >= 1
        else:
            before = control.input_value()
            control.press("ArrowRight" if before == control.get_attribute("min") else "ArrowLeft")
            assert control.input_value() != before
        one.wait_for_selector("img, pre, table")
        page.wait_for_function("(one) => one.dataset.gkShown", arg=one)
    found = {kind: len(living(page, kind)) for kind in ("predict", "explore")}
    found["board"] = len(page.query_selector_all("[data-gk-lives='1'] [data-gk-board]"))
    found["stepper"] = len(living(page, "stepper") + living(page, "side-by-side"))
    wanted = {kind: sum(one["widget"] == kind for one in known.values()) for kind in found}
    assert found == wanted


QUICK = ("01", "03")


@pytest.mark.parametrize(
    "number", [one if one in QUICK else pytest.param(one, marks=pytest.mark.long) for one in LESSONS]
)
def test_every_widget_of_a_lesson_lives_from_a_folder(book, page, number):
    name = LESSONS[number]
    open_lesson(page, (book / "notebooks" / f"{name}.html").as_uri())
    try_all(page, KNOWN[name])


@pytest.mark.parametrize(
    "number", [one if one == "02" else pytest.param(one, marks=pytest.mark.long) for one in LESSONS]
)
def test_widgets_live_on_a_plain_server(book, browser, number):
    server, home = serve(book)
    page = browser.new_page()
    try:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        open_lesson(page, f"{home}notebooks/{LESSONS[number]}.html")
        try_all(page, KNOWN[LESSONS[number]])
        assert [url for url in asked if not url.startswith((home, "data:", "blob:"))] == []
    finally:
        page.close()
        server.shutdown()
        server.server_close()


def test_answers_are_kept_and_progress_is_shown(book, page):
    name = LESSONS["03"]
    address = (book / "notebooks" / f"{name}.html").as_uri()
    open_lesson(page, address)
    question = page.query_selector("[data-gk-kind=number]")
    question.query_selector("[data-gk-field]").fill("eighteen")
    question.query_selector("[data-gk-do=answer]").click()
    page.wait_for_function("(one) => one.querySelector('[data-gk-problem]').textContent", arg=question)
    assert "A number is needed" in question.query_selector("[data-gk-problem]").text_content()
    question.query_selector("[data-gk-field]").fill("31")
    question.query_selector("[data-gk-do=answer]").click()
    assert (
        "Not 31: it is less. Guess once more." in question.wait_for_selector("[data-gk-hint]").text_content()
    )
    below = (
        "(one) => [...document.querySelectorAll('.cell')].find((cell, at, all) => all[at - 1]?.contains(one))"
    )
    folded = page.evaluate_handle(below, question).as_element().query_selector("details")
    assert not folded.evaluate("(one) => one.open")
    question.query_selector("[data-gk-field]").fill("18")
    question.query_selector("[data-gk-do=answer]").click()
    question.wait_for_selector("[data-gk-verdict=right]")
    assert "Right: it is 18." in question.text_content()
    assert folded.evaluate("(one) => one.open"), "what the question hid is open now"
    assert question.query_selector("[data-gk-reason]").text_content()
    open_lesson(page, address)
    assert page.query_selector("[data-gk-kind=number] [data-gk-verdict=right]")
    page.goto((book / "index.html").as_uri())
    shown = page.wait_for_selector(f"[data-gk-progress='{name}'][data-gk-done='1']")
    asked = sum(one["widget"] == "predict" for one in KNOWN[name].values())
    assert shown.text_content() == f"1 of {asked} answered"


def test_no_answer_can_be_read_at_a_glance(book):
    seen = 0
    for name, known in KNOWN.items():
        page = (book / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
        data = (book / "_static" / "living" / f"{name}.js").read_text(encoding="utf-8")
        asked = re.sub(r"<[^>]+>", "", page)  # code is coloured, word by word
        assert not re.search(r"guess_\w+ = Predict\(", asked), name
        for one in known.values():
            if one["widget"] == "predict":
                reason = one["secret"]["reason"]
                assert not reason or reason[:30] not in data
                seen += 1
    assert seen > 50


def test_lesson_07_runs_its_text_in_the_page(book, page):
    page.goto((book / "notebooks" / f"{LESSONS['07']}.html").as_uri())
    told = page.wait_for_selector("#gk-three-speeds [data-gk-speed=page]", state="attached")
    page.wait_for_function("(one) => /^[0-9,]+$/.test(one.textContent)", arg=told)
    first = page.query_selector_all("#gk-three-speeds tbody tr:first-child td")
    plain, fast, here = (int(one.text_content().replace(",", "")) for one in first)
    assert plain < min(fast, here)


# --- what is stored, and what the page decides ------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS.values())
def test_stored_widgets_belong_to_the_notebook(name):
    stored = book_tool.nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    shown = [cell.id for cell in stored.cells if cell.cell_type == "code" and cell.outputs]
    known = KNOWN[name]
    assert {key.rpartition("-")[0] for key in known} <= set(shown), "run: python .ci/notebooks.py --page-data"
    assert all(one["secret"] for one in known.values() if one["widget"] == "predict")
    raw = (ROOT / "notebooks" / ".page" / f"{name}.json.gz").read_bytes()
    assert len(raw) < 250_000
    assert known.keys() <= json.loads(gzip.decompress(raw)).keys()


GIVEN = [
    "18",
    "20",
    " 1,200 ",
    "2.5",
    "1e6",
    "10^28",
    "3 million",
    "2 x 10^5",
    "-4",
    "−4",
    "0",
    ".5",
    "31",
    "13.25",
]
GIVEN += [
    "eighteen",
    "",
    "1,20",
    "12e",
    "10^",
    "17.99",
    "0.0001234",
    "123456",
    "1e15",
    "3.5e15",
    "999999999999",
]
NUMBERS = [
    (18, 0, None),
    (2.5, 0.1, None),
    (10**28, 0, 10),
    (1_200_000, 0, 3),
    (-4, 1, None),
    (0, 0, None),
    (0.123456, 0, 2),
]


def test_the_page_judges_as_python_does(page):
    page.goto("about:blank")
    for name in ("living.js", "widgets.js"):
        page.add_script_tag(content=book_tool.script_files()[name])
    cases = [("number", given, right) for given in GIVEN for right in NUMBERS]
    cases += [("choice", given, right) for given in "abc" for right in (["a"], ["a", "b"], ["c", "b", "a"])]
    judged = []
    for kind, given, right in cases:
        if kind == "number":
            asked = Predict("?", answer=right[0], kind=kind, tolerance=right[1], factor=right[2])
        else:
            asked = Predict("?", answer=right, choices=["a", "b", "c"])
        try:
            judged.append(list(asked._judge(asked._read(given))))
        except BadText as problem:
            judged.append([f"{str(problem)[:1].upper()}{str(problem)[1:]}."])
    told = [
        [
            kind,
            given,
            {"answer": right[0], "tolerance": right[1], "factor": right[2]}
            if kind == "number"
            else {"answer": right},
        ]
        for kind, given, right in cases
    ]
    found = page.evaluate(
        """(cases) => cases.map(([kind, given, secret]) => {
            try { const said = gamekit.judge(kind, given, secret); return [said.how, said.words, said.hint]; }
            catch (problem) { return [problem.message]; }
        })""",
        told,
    )
    wrong = [
        (case, ours, theirs)
        for case, ours, theirs in zip(cases, judged, found, strict=True)
        if ours != theirs
    ]
    assert wrong == []


def test_the_page_judges_marks_as_python_does(page):
    from gamekit.widgets.predict.judge import judge_marks

    page.goto("about:blank")
    for name in ("living.js", "widgets.js"):
        page.add_script_tag(content=book_tool.script_files()[name])
    sets = [[], [1], [1, 2], [2, 3, 4], [1, 2, 3, 4, 5], [5, 9]]
    pairs = [(given, right) for given in sets for right in sets]
    found = page.evaluate(
        """(pairs) => pairs.map(([given, answer]) => gamekit.judge('tree', given, { answer }))
            .map((reply) => [reply.how, reply.words, reply.hint])""",
        pairs,
    )
    assert found == [list(judge_marks(*pair)) for pair in pairs]


# --- boards -----------------------------------------------------------------------------------------------


def first_board(page, address, game):
    open_lesson(page, address)
    return page.wait_for_selector(f"[data-gk-lives='1'] [data-gk-board][data-gk-game='{game}']")


def says(board):
    return board.query_selector("[data-gk-says]").text_content()


def wait_for(page, board, condition):
    page.wait_for_function(f"(board) => {condition}", arg=board, timeout=30_000)


@needs_linker
def test_a_board_is_played_on_with_the_engine_of_the_page(book, page):
    board = first_board(page, (book / "notebooks" / f"{LESSONS['00']}.html").as_uri(), "othello")
    start = board.get_attribute("data-gk-stones")
    assert start.count("1") == start.count("2") == 2
    assert says(board) == "Your move: you play X."
    board.query_selector("[data-gk-level]").select_option("4")  # the engine, by patterns
    board.query_selector("[data-gk-legal]").click()
    wait_for(page, board, "board.dataset.gkVersion === '2' && board.dataset.gkThinking === 'false'")
    stones = board.get_attribute("data-gk-stones")
    assert (stones.count("1"), stones.count("2")) == (3, 3)
    thought = board.query_selector("[data-gk-thought]")
    assert int(thought.get_attribute("data-gk-nodes")) > 10_000
    assert int(thought.get_attribute("data-gk-depth")) > 5
    board.query_selector("[data-gk-show]").click()
    wait_for(
        page,
        board,
        "board.querySelectorAll('[data-gk-heat]').length > 2 && board.dataset.gkLooking === 'false'",
    )
    board.query_selector("[data-gk-do=undo]").click()
    wait_for(page, board, f"board.dataset.gkStones === '{start}'")
    board.query_selector("[data-gk-do=redo]").click()
    wait_for(page, board, f"board.dataset.gkStones === '{stones}'")
    board.query_selector("[data-gk-do=swap]").click()  # now it is the engine's turn
    wait_for(page, board, "board.dataset.gkVersion === '5'")
    board.query_selector("[data-gk-do=hint]").click()
    wait_for(page, board, "board.querySelector('[data-gk-hint]')")


@needs_linker
@pytest.mark.parametrize("levels", ["5", pytest.param("15", marks=pytest.mark.long)])
@pytest.mark.parametrize(("number", "game"), [("01", "tictactoe"), ("13", "gomoku"), ("14", "connect4")])
def test_other_games_are_played_too(book, page, number, game, levels):
    board = first_board(page, (book / "notebooks" / f"{LESSONS[number]}.html").as_uri(), game)
    for level in levels:
        board.query_selector("[data-gk-do=new]").click()
        board.query_selector("[data-gk-level]").select_option(level)
        board.query_selector("[data-gk-legal]:not([data-gk-stone='1'])").click()
        wait_for(
            page,
            board,
            "board.dataset.gkThinking === 'false' && /^0*(10*2|20*1)0*$/.test(board.dataset.gkStones)",
        )
    assert "Your move" in says(board)


# From the click until the answer stands on the board and can be painted, in ms.
CLICKED = """(board) => new Promise((done) => {
    const squares = [...board.querySelectorAll("[data-gk-legal]")];
    const legal = squares.filter((one) => !Number(one.dataset.gkStone));
    const version = Number(board.dataset.gkVersion), from = performance.now();
    const watch = new MutationObserver(() => {
        if (Number(board.dataset.gkVersion) < version + 2) return;
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - from));
    });
    watch.observe(board, { attributes: true });
    legal[(version * 7) % legal.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""


@needs_linker
@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize(("number", "game"), [("00", "othello"), ("00", "connect4"), ("13", "gomoku")])
def test_a_click_is_answered_at_once(book, page, number, game):
    """At the usual level, warm: the median of ten clicks, two in each of five games."""
    board = first_board(page, (book / "notebooks" / f"{LESSONS[number]}.html").as_uri(), game)
    board.query_selector("[data-gk-level]").select_option("3")
    times = []
    for _ in range(6):
        board.query_selector("[data-gk-do=new]").click()
        wait_for(
            page, board, "board.dataset.gkThinking === 'false' && board.querySelector('[data-gk-legal]')"
        )
        for _ in range(2):
            times.append(page.evaluate(CLICKED, board))
            wait_for(page, board, "board.dataset.gkThinking === 'false'")
    assert statistics.median(times[2:]) < 300, times


@needs_linker
def test_a_stored_game_is_replayed(book, page):
    open_lesson(page, (book / "notebooks" / f"{LESSONS['17']}.html").as_uri())
    board = page.wait_for_selector("[data-gk-lives='1'] [data-gk-board]")
    empty = board.get_attribute("data-gk-stones")
    seen = {empty}
    assert board.query_selector("[data-gk-do=undo]").is_hidden()
    while not board.query_selector("[data-gk-do=forward]").is_disabled():
        before = board.get_attribute("data-gk-version")
        board.query_selector("[data-gk-do=forward]").click()
        wait_for(page, board, f"board.dataset.gkVersion !== '{before}'")
        seen.add(board.get_attribute("data-gk-stones"))
    assert "The game is over" in says(board)
    assert len(seen) > 8
    board.query_selector("[data-gk-do=analyse]").click()
    wait_for(page, board, "board.querySelector('[data-gk-do=analyse]').hidden")
    assert "value for X here" in board.query_selector("[data-gk-worth]").inner_text()
    board.query_selector("[data-gk-do=first]").click()
    wait_for(page, board, f"board.dataset.gkStones === '{empty}'")


@needs_linker
def test_the_landing_page_has_a_board_at_once(book, page):
    page.goto((book / "index.html").as_uri())
    board = page.wait_for_selector("[data-gk-lives='1'] [data-gk-board]")
    board.query_selector("[data-gk-legal]").click()
    wait_for(page, board, "board.dataset.gkVersion === '2'")


# --- the site ---------------------------------------------------------------------------------------------

PAGES = [place.rpartition(".")[0] + ".html" for place in book_tool.places()]
FIRST = ["index.html", "notebooks/03_alpha_beta.html", "exercises/lab03-alphabeta/lab03-alphabeta.html"]
EVERY_PAGE = pytest.mark.parametrize(
    "name", [*FIRST, *(pytest.param(one, marks=pytest.mark.long) for one in PAGES if one not in FIRST)]
)


@EVERY_PAGE
def test_a_first_view_is_small(book, page, name):
    seen: dict[str, int] = {}
    page.on("requestfinished", lambda request: seen.update({request.url: 0}))
    page.goto((book / name).as_uri())
    if page.query_selector("[data-gk-living]"):
        page.wait_for_selector("html[data-gk-ready]", state="attached")
    page.wait_for_load_state("networkidle")
    paths = [
        url.removeprefix(book.as_uri()).split("?")[0].strip("/") for url in seen if url.startswith("file:")
    ]
    assert name in paths
    assert sum((book / path).stat().st_size for path in paths) < 1_000_000
    assert [path for path in paths if "/engine-" in path] == []


# What sticks out of the window and does not lie in something that scrolls by itself.
STICKS_OUT = """() => [...document.querySelectorAll("article *")].filter((one) => {
    const { width, right } = one.getBoundingClientRect();
    if (!width || right <= innerWidth + 1) return false;
    for (let above = one.parentElement; above; above = above.parentElement) {
        if (getComputedStyle(above).overflowX !== "visible") return false;
    }
    return true;
}).map((one) => one.outerHTML.slice(0, 80))"""


@EVERY_PAGE
def test_a_page_fits_a_phone(book, page, name):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto((book / name).as_uri())
    everything_lives(page, 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(STICKS_OUT) == []
    # Boards and trees are there to be touched: none is wider than the window, unless it scrolls in a box.
    wide = "(all) => all.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 360).length"
    own = ".gk-board, .gk-stage, canvas[data-gk-tree], [data-gk-editor], .gk-scroll, .gk-wide"
    assert page.eval_on_selector_all(own, wide) == 0
    # And they can be read: what is written in a tree, and pictures against the size that they are drawn for.
    high = "(all) => all.map((one) => one.getBoundingClientRect().height).filter((one) => one && one < 10)"
    assert page.eval_on_selector_all(".gk-scroll :is(.gk-value, .gk-name)", high) == []
    least = """(all, least) => all
        .filter((one) => one.clientWidth && one.clientWidth < least * one.naturalWidth)
        .map((one) => `${one.clientWidth} of ${one.naturalWidth}: ${one.alt.slice(0, 60)}`)"""
    pictures = ".cell_output .gk-wide > img"
    assert page.eval_on_selector_all(pictures, least, 0.55) == []
    assert page.eval_on_selector_all(f'{pictures}[alt*="search tree"]', least, 0.6) == []


def test_print_has_pictures_and_questions_and_nothing_to_click(book, page):
    open_lesson(page, (book / "notebooks" / f"{LESSONS['03']}.html").as_uri())
    page.emulate_media(media="print")
    seen = "(all) => all.filter((one) => one.checkVisibility()).length"
    shown = {
        what: page.eval_on_selector_all(what, seen)
        for what in (".skip-to-content", ".gk-stepper", "article select", "article button:not([role=radio])")
    }
    assert set(shown.values()) == {0}, shown
    assert page.eval_on_selector_all(".gk-predict .gk-question", seen) == 5
    assert page.eval_on_selector_all(".gk-wide:has(+ .output .gk-stepper) > img", seen) > 0


@EVERY_PAGE
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_finds_no_serious_fault(book, browser, name, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = browser.new_page(viewport={"width": 1000, "height": 900}, color_scheme=scheme)
    try:
        page.goto((book / name).as_uri())
        everything_lives(page, 1000)
        found = Axe().run(page).response["violations"]
    finally:
        page.close()
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in serious] == []


def test_a_served_book_is_read_offline_after_the_first_visit(book, browser):
    server, home = serve(book)
    context = browser.new_context()
    page = context.new_page()
    try:
        page.goto(f"{home}index.html")
        page.wait_for_function("navigator.serviceWorker.controller")
        server.shutdown()
        server.server_close()  # nobody answers any more
        page.goto(f"{home}notebooks/{LESSONS['03']}.html")
        everything_lives(page, 1000)
        assert living(page, "stepper")
        question = page.query_selector("[data-gk-lives='1'] [data-gk-kind=number]")
        question.query_selector("[data-gk-field]").fill("18")
        question.query_selector("[data-gk-do=answer]").click()
        question.wait_for_selector("[data-gk-verdict]")
        loaded = (
            "[...document.images].every((one) => one.loading === 'lazy' && !one.complete || one.naturalWidth)"
        )
        assert page.evaluate(loaded)
        page.goto(home)  # a folder is its index
        assert "gamekit" in page.title()
        if linker() is not None:
            board = page.wait_for_selector("[data-gk-lives='1'] [data-gk-board]")
            board.query_selector("[data-gk-legal]").click()
            wait_for(page, board, "board.dataset.gkVersion === '2'")
    finally:
        context.close()


def test_a_lab_has_its_task_hints_and_pictures(book, page):
    page.goto((book / FIRST[2]).as_uri())
    everything_lives(page, 1000)
    assert "gamekit lab" in page.inner_text(".admonition")
    hints = page.query_selector_all(".gk-lab-hint")
    assert len(hints) == 9  # three for each task
    first, second = hints[:2]
    assert not second.is_visible()
    first.query_selector("summary").click()
    assert second.is_visible()
    assert not second.query_selector("p").is_visible()
    assert page.query_selector("article img")  # the plates, which need no answer
    assert not page.query_selector("details img").is_visible()  # the tree, which does
    assert "for move in moves(state):" not in page.inner_text("article"), "a model answer can be read"
    question = living(page, "predict")[0]
    question.query_selector("[data-gk-field]").fill("12")
    question.query_selector("[data-gk-do=answer]").click()
    question.query_selector("[data-gk-do=tell]").click()
    question.wait_for_selector("[data-gk-verdict]")


@pytest.mark.parametrize(
    ("lacks", "says"),
    [
        ("DecompressionStream", "too old for the live parts"),
        ("WebAssembly", "no WebAssembly with SIMD"),
    ],
)
def test_an_old_browser_keeps_the_picture_and_hears_why(book, page, lacks, says):
    page.add_init_script(f"delete globalThis.{lacks}")
    page.goto((book / "index.html").as_uri())
    note = page.wait_for_selector(".gk-note")
    assert says in note.inner_text()
    assert page.is_visible(".cell_output .output svg")
    assert len(page.query_selector_all(".gk-note")) == 1


def test_a_browser_that_cannot_read_the_scripts_keeps_the_pictures(book, page):
    page.route("**/living.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto((book / "notebooks" / f"{LESSONS['03']}.html").as_uri())
    assert "they stay pictures" in page.wait_for_selector(".gk-note").inner_text()


# English that a reader would see: two words in a row, outside code.
ENGLISH = """(roots) => roots.flatMap((root) => {
    const found = [], walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        if (!walk.currentNode.parentElement.closest("pre, code")) found.push(walk.currentNode.data);
    }
    for (const name of ["aria-label", "title", "placeholder"]) {
        found.push(...[...root.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)));
    }
    return found.filter((text) => /[a-z]{2,} [a-z]{2,}/.test(text));
})"""


@pytest.mark.parametrize(
    "number", ["03", *(pytest.param(one, marks=pytest.mark.long) for one in ("00", "01", "02"))]
)
def test_a_lesson_in_chinese_shares_code_and_figures_and_its_widgets_speak_chinese(book, page, number):
    name = LESSONS[number]
    seen = {}
    for folder in ("", "zh/"):
        open_lesson(page, (book / f"{folder}notebooks" / f"{name}.html").as_uri())
        names = "(all) => all.map((one) => one.src.split('/').pop())"
        figures = set(page.eval_on_selector_all("article img[src*=_images]", names))
        code = page.eval_on_selector_all("article pre", "(all) => all.map((one) => one.textContent)")
        seen[folder] = (figures, code)
        assert len(figures) > 1
        assert len(code) > 5
    assert seen[""] == seen["zh/"]
    assert page.get_attribute("html", "lang") == "zh-CN"
    try_all(page, KNOWN[name])
    deadline = time.monotonic() + 10  # words of a widget follow its state
    while (left := page.eval_on_selector_all("[data-gk-lives='1']", ENGLISH)) and time.monotonic() < deadline:
        page.wait_for_timeout(200)
    assert left == [], "a text that docs/book/locale/widgets.txt lacks, or one that is not translated yet"
    page.click(".gk-language a")
    page.wait_for_url(f"**/book/notebooks/{name}.html")
    page.click(".gk-language a")
    page.wait_for_url(f"**/zh/notebooks/{name}.html")


def test_players_are_small_enough_to_fetch(book):
    for path in (book / "_static" / "living").glob("engine-*.js"):
        assert path.stat().st_size < 3_000_000, path.name


def test_without_a_linker_boards_stay_still(monkeypatch):
    monkeypatch.setattr(book_tool, "linker", lambda: None)
    book_tool.page_data.cache_clear()
    try:
        kinds = {one["widget"] for one in book_tool.page_data(LESSONS["00"]).values()}
        assert kinds == {"predict"}
        assert book_tool.landing_data() == {}
    finally:
        monkeypatch.undo()
        book_tool.page_data.cache_clear()
