"""A real browser on a real JupyterLab (or Notebook 7): what the browser tests share.

Where there is no Chromium the tests are skipped with a sentence, except under CI, where that fails.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import nbformat
import pytest
from support import ROOT, tool

TOKEN = "only-for-the-tests"
ARTEFACTS = ROOT / "artefacts"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-default-apps"),
]
# JupyterLab and Notebook 7 say these themselves, on an empty notebook too.
HARMLESS = ("favicon", "ResizeObserver loop", "Cannot read properties of undefined (reading 'schema')")


def chromium() -> str:
    """The browser; without one the test is skipped, or under CI fails."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        sentence = "there is no Chromium: install it (Debian: apt-get install chromium) to run browser tests"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    return found


class Server:
    """JupyterLab or Notebook 7 on a folder of its own."""

    def __init__(self, folder: Path, program: str) -> None:
        self.folder, self.program = folder, program
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        call = [
            *(sys.executable, "-m", {"lab": "jupyterlab", "notebook": "notebook"}[program]),
            *(f"--ServerApp.root_dir={folder}", f"--port={self.port}", "--no-browser", "--allow-root"),
            *(f"--IdentityProvider.token={TOKEN}", "--expose-app-in-browser"),
            "--ServerApp.port_retries=0",
        ]
        # Nothing of the user's own Jupyter: what they opened last is looked for, and not found here.
        own = {
            f"JUPYTER_{kind}_DIR": str(folder / ".jupyter" / kind) for kind in ("CONFIG", "DATA", "RUNTIME")
        }
        settings = str(ROOT / "gamekit" / "jupyter")
        with (folder / "server.log").open("w") as log:
            self._process = subprocess.Popen(
                call,
                env={**os.environ, **own, "JUPYTER_CONFIG_PATH": settings},
                stdout=log,
                stderr=log,
                cwd=folder,
            )
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/api/status?token={TOKEN}", timeout=2):
                    return
            except OSError:
                assert self._process.poll() is None, (self.folder / "server.log").read_text()
                time.sleep(0.1)
        pytest.fail("the server did not answer within a minute")

    def address(self, notebook: str) -> str:
        """Where a notebook opens."""
        path = {"lab": "doc/tree", "notebook": "notebooks"}[self.program]
        return f"http://127.0.0.1:{self.port}/{path}/{notebook}?token={TOKEN}"

    def close(self) -> None:
        """Stop the server and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()


class Page:
    """One notebook in the browser."""

    def __init__(self, page, server: Server) -> None:
        self.page, self.server = page, server
        self.complaints: list[str] = []  # errors that the page wrote to its console
        self.strangers: list[str] = []  # requests that left the machine
        page.on("console", lambda message: self._hear(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._hear(f"page error: {error}"))
        page.on("request", self._watch)
        page.on("response", self._look)

    def _hear(self, complaint: str) -> None:
        if not any(word in complaint for word in HARMLESS):
            self.complaints.append(complaint)

    def _look(self, response) -> None:
        if response.status >= 400:
            self._hear(f"{response.status} {response.url}")

    def _watch(self, request) -> None:
        if not request.url.startswith((f"http://127.0.0.1:{self.server.port}/", "data:", "blob:")):
            self.strangers.append(request.url)

    def open(self, notebook: str) -> Page:
        """Open a notebook and wait until its kernel is there and idle."""
        self.page.goto(self.server.address(notebook))
        self.page.wait_for_function(
            """() => {
                const app = window.jupyterapp;
                const panel = app && app.shell.currentWidget;
                const context = panel && panel.sessionContext;
                const kernel = context && context.session && context.session.kernel;
                return Boolean(kernel && context.isReady && kernel.connectionStatus === 'connected'
                    && kernel.status === 'idle');
            }""",
            timeout=90_000,
        )
        return self

    def run_all(self, seconds: float = 240) -> Page:
        """Run all cells and wait until the last has run."""
        # Cells keep their numbers when a kernel is started anew, so numbers do not tell whether they ran now.
        self.page.evaluate(
            """() => {
                window.gkHaveRun = false;
                const running = window.jupyterapp.commands.execute('notebook:run-all-cells');
                running.finally(() => { window.gkHaveRun = true; });
            }"""
        )
        self.page.wait_for_function(
            """() => window.gkHaveRun
                && window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'""",
            timeout=1000 * seconds,
        )
        return self

    def notebook(self) -> nbformat.NotebookNode:
        """The notebook as the page has it, outputs included."""
        found = self.page.evaluate(
            "() => JSON.stringify(window.jupyterapp.shell.currentWidget.content.model.toJSON())"
        )
        return nbformat.reads(found, as_version=4)

    def errors(self) -> list[str]:
        """The error outputs of all cells."""
        return self.page.evaluate(
            """() => {
                const found = [];
                for (const cell of window.jupyterapp.shell.currentWidget.content.widgets) {
                    if (cell.model.type !== 'code') continue;
                    for (let i = 0; i < cell.model.outputs.length; i++) {
                        const output = cell.model.outputs.get(i);
                        if (output.type === 'error') found.push(output.toJSON().evalue);
                    }
                }
                return found;
            }"""
        )

    def python(self, code: str) -> str:
        """Run code in the notebook's kernel and return what it printed."""
        return self.page.evaluate(
            """async (code) => {
                const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const future = kernel.requestExecute({code, store_history: false});
                let text = '';
                future.onIOPub = (message) => {
                    if (message.header.msg_type === 'stream') text += message.content.text;
                    if (message.header.msg_type === 'error') text += 'ERROR ' + message.content.evalue;
                };
                await future.done;
                return text;
            }""",
            code,
        ).strip()

    def show(self, selector: str):
        """Scroll to something, wait until it is there, and return it."""
        found = self.page.locator(selector).first
        found.wait_for(state="attached", timeout=30_000)
        found.scroll_into_view_if_needed()
        return found

    def screenshot(self, name: str) -> None:
        """Keep a picture of what the page shows now, for people to look at."""
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=str(ARTEFACTS / f"{name}.png"))

    def read_through(self, name: str | None) -> None:
        """Scroll a notebook from top to bottom; with a name, keep a picture of every page."""
        top = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
        self.page.evaluate(top.replace("scrollTop", "scrollTo(0, 0)"))
        self.page.mouse.move(640, 500)
        for number in range(100):
            if name is not None:
                self.page.wait_for_timeout(250)
                self.screenshot(f"{name}-{number:02}")
            before = self.page.evaluate(top)
            self.page.mouse.wheel(0, 700)
            self.page.wait_for_timeout(150)
            if self.page.evaluate(top) == before:
                return

    def clean(self) -> None:
        """Nothing went wrong so far."""
        assert not self.errors(), self.errors()
        assert not self.complaints, self.complaints
        assert not self.strangers, self.strangers


def write_notebook(folder: Path, name: str, *cells: str) -> str:
    """A notebook of these code cells; returns its file's name."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata = nbformat.from_dict({"kernelspec": {"name": "python3", "display_name": "Python 3"}})
    (folder / f"{name}.ipynb").write_text(json.dumps(notebook))
    return f"{name}.ipynb"


def copy_lessons(folder: Path) -> list[str]:
    """The lessons without outputs: what the page shows then was made there. Returns their names."""
    notebooks_tool, names = tool("notebooks"), []
    for text in notebooks_tool.texts():
        name = notebooks_tool.notebook_path(text).name
        (folder / name).write_text(notebooks_tool.write(notebooks_tool.from_text(text)))
        names.append(name)
    return names


@contextmanager
def book_page(*scripts):
    """A page with scripts of the book, and no network."""
    from playwright.sync_api import sync_playwright

    files = tool("book").script_files()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        made = browser.new_context(offline=True).new_page()
        for name in scripts:
            made.add_script_tag(content=files[name])
        yield made
        browser.close()
