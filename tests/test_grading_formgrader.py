"""formgrader in a real browser shows the marks that `gamekit grade` wrote, and takes those of a person."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys

import pytest
from browser import FLAGS, TOKEN, Page, Server, chromium
from grading_support import (
    LAB03,
    MODEL_ALPHABETA,
    SEED,
    as_bytes,
    handed_in,
    model,
    needs_bubblewrap,
    released,
)
from playwright.sync_api import expect, sync_playwright
from support import ROOT, run_gamekit

pytestmark = needs_bubblewrap

NAME = LAB03.folder
# Somebody tries to act with the rights of who marks.
HOSTILE = (
    "I think <script>document.title = 'taken'</script> <img src=x onerror=\"document.title = 'taken'\"> "
    "[so](javascript:document.title='taken')"
)
CLASS = {
    "anna": model(),
    "bert": as_bytes(released()),
    "carl": as_bytes(handed_in({"alphabeta": MODEL_ALPHABETA, "why-deep-trees": HOSTILE})),
}
MARKS = {"anna": "10 / 12", "bert": "0 / 12", "carl": "6 / 12"}


class Formgrader(Server):
    """A Jupyter server with nbgrader's pages, on a course folder."""

    def __init__(self, folder) -> None:
        self.folder, self.program = folder, "formgrader"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        call = [
            *(
                sys.executable,
                "-m",
                "jupyter_server",
                f"--ServerApp.root_dir={folder}",
                f"--port={self.port}",
            ),
            *("--no-browser", "--allow-root", f"--IdentityProvider.token={TOKEN}"),
            "--ServerApp.port_retries=0",
        ]
        own = {
            f"JUPYTER_{kind}_DIR": str(folder / ".jupyter" / kind) for kind in ("CONFIG", "DATA", "RUNTIME")
        }
        with (folder / "server.log").open("w") as log:
            self._process = subprocess.Popen(
                call, env={**os.environ, **own}, stdout=log, stderr=log, cwd=folder
            )
        self._wait()

    def address(self, notebook: str) -> str:
        return f"http://127.0.0.1:{self.port}/formgrader/{notebook}?token={TOKEN}"


@pytest.fixture
def course(tmp_path):
    """A course folder in which `gamekit grade` has just been run, as an instructor runs it."""
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    for folder in ("solutions", "exercises"):
        shutil.copytree(ROOT / folder / NAME, tmp_path / folder / NAME)
    for student, data in CLASS.items():
        target = tmp_path / "submitted" / student / NAME
        target.mkdir(parents=True)
        (target / f"{NAME}.ipynb").write_bytes(data)
    (tmp_path / "seed.txt").write_bytes(SEED)
    grade(tmp_path)
    return tmp_path


def grade(folder, carl: float = 6) -> None:
    ran = run_gamekit(
        *(
            "grade",
            "lab03",
            str(folder / "submitted"),
            "--out",
            str(folder / "graded"),
            "--json",
            "--jobs",
            "1",
        ),
        *("--secret-seed-file", str(folder / "seed.txt"), "--gradebook", str(folder / "gradebook.db")),
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert json.loads(ran.stdout)["marks"] == {"anna": 10, "bert": 0, "carl": carl}


@pytest.mark.long
def test_formgrader_shows_the_marks(course):
    program, server = chromium(), Formgrader(course)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            # Its pages ask a server in the network for MathJax; they must do without.
            context = browser.new_context(viewport={"width": 1280, "height": 1000})
            context.route(lambda url: "127.0.0.1" not in url, lambda route: route.abort())
            look(Page(context.new_page(), server), course)
            browser.close()
    finally:
        server.close()


def look(page: Page, course) -> None:
    """Read the marks, give one as a person would, grade again, and read them once more."""
    tab = page.page

    def students() -> dict[str, str]:
        """What the page on students says: name -> marks."""
        tab.goto(page.server.address("manage_students"))
        expect(tab.locator("tbody tr", has_text="anna")).to_be_visible(timeout=20_000)
        rows = [row.locator("td").all_inner_texts() for row in tab.locator("tbody tr").all()]
        return {row[1].strip(): row[3].strip() for row in rows}

    assert students() == MARKS

    tab.goto(page.server.address("gradebook"))
    line = tab.locator("tbody tr", has_text=NAME)
    expect(line).to_contain_text("5.33 / 12", timeout=20_000)
    expect(line).to_contain_text("3")

    tab.goto(page.server.address(f"gradebook/{NAME}/{NAME}"))
    line = tab.locator("tbody tr", has_text="6 / 12")
    expect(line).to_be_visible(timeout=20_000)
    page.screenshot("formgrader-submissions")
    line.locator("a", has_text="Submission").click()

    # Carl's work: his answer, what its parts earned, and a text that does not act.
    expect(tab.get_by_text("6 of 6 points")).to_be_visible(timeout=20_000)
    expect(tab.get_by_text("exactly the nodes that must be visited, on plates: ").first).to_be_visible()
    expect(tab.get_by_text("I think <script>")).to_be_visible()
    assert tab.locator("a[href^='javascript:document']").count() == 0
    assert tab.locator("img[src='x']").count() == 0
    assert tab.title() != "taken"
    page.screenshot("formgrader-work")

    # A person marks the open question.
    field = tab.locator(".score").last
    expect(field).to_have_value("", timeout=20_000)
    with tab.expect_response(lambda answer: "/formgrader/api/grade/" in answer.url and answer.ok):
        field.fill("1.5")
        field.press("Tab")
    assert students() == {**MARKS, "carl": "7.5 / 12"}

    grade(course, carl=7.5)
    assert students() == {**MARKS, "carl": "7.5 / 12"}
