"""The course without a clone: what the wheel carries, and the copy that `gamekit lab` makes to work in."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from support import ROOT, call_gamekit

from gamekit import jupyterlab, warmup
from gamekit.course import copying
from gamekit.grading import handout, lab
from gamekit.parts import DISTRIBUTION

LESSON, LAB = "notebooks/00_start_here.ipynb", "exercises/lab03-alphabeta/lab03-alphabeta.ipynb"


# --- the name -----------------------------------------------------------------------------------------------


INSTALLS = re.compile(
    r"""((pip3?|conda|mamba|pixi|poetry)\ (install|add)|conda\ create|uv\ (add|tool)|uvx|pipx|--from|--with)\b
        [^&;|#`]*(?<!-n)(?<!--name)['"\s=]game(kit|treelab)(?![\w/-]|\.\w)""",
    re.VERBOSE,
)
ADVICE = """
Give `pip install NAME`, or: pip install NAME.
python -m pip install --upgrade "NAME"
pip3 install 'NAME[cluster]'; pip install NAME==0.2, pip install NAME>=0.2
(conda install NAME) or conda install -c conda-forge NAME
conda create -n course python=3.13 NAME
uv add NAME
uv tool install NAME
`uvx NAME lab` or pipx run NAME
uvx --from NAME gamekit lab
%pip install --quiet NAME
"""
NO_ADVICE = """
uvx --from ./NAME-0.2.0-py3-none-any.whl gamekit lab NAME-course
uvx --from ./NAME-0.2.0-py3-none-any.whl gamekit lab
pip install . && NAME lab
`pip install .`, then `NAME lab`
pip install -e ./NAME, pip install /src/NAME.git and pip install NAME/
pip uninstall NAME
conda create -n NAME python=3.13
conda env create -f environment.yml && conda activate NAME
podman build -t NAME .
pip index versions NAME
uv run NAME lab
"""


def advises(line: str) -> bool:
    """Whether who follows a line gets what lies under one of these names on a public index.

    What stands after `--from SOMETHING` is a command, and so is no package.
    """
    return bool(INSTALLS.search(re.sub(r"(--from \S+) gamekit", r"\1", line)))


@pytest.mark.parametrize("name", ["gamekit", "gametreelab"])
def test_what_is_advice_and_what_is_not(name):
    for piece in re.split(r"\n|, | or ", ADVICE.replace("NAME", name).strip()):
        assert advises(piece), piece
    for line in NO_ADVICE.replace("NAME", name).strip().splitlines():
        assert not advises(line), line


def test_nobody_is_advised_to_install_a_strangers_package():
    """`gamekit` on the public package index is not ours, `gametreelab` nobody's: no text advises either."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    found = []
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if path.suffix not in (".ipynb", ".npz", ".png") and path.is_file():
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                if advises(line):
                    found.append(f"{name}: {line}")
    assert found == []


# --- the wheel ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_is_small_and_carries_the_whole_course(wheel):
    assert wheel.name.startswith(f"{DISTRIBUTION}-")
    assert wheel.stat().st_size < 8 * 2**20
    held = {name.removeprefix("gamekit/course/files/") for name in zipfile.ZipFile(wheel).namelist()}
    for part in ("notebooks/*.ipynb", "exercises/*/*.ipynb", "tests/truth/**/*.*"):
        wanted = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(part)}
        assert wanted
        assert wanted <= held
    assert {
        f"gamekit/labs/{path.parent.name}/notebook.py" for path in ROOT.glob("gamekit/labs/lab*/spec.py")
    } <= held
    assert not [name for name in held if "/." in name or name.startswith("solutions")]


@pytest.mark.long
def test_the_wheel_alone_copies_the_course_and_makes_the_solutions(wheel, tmp_path):
    """Unpacked on the path before the clone, as if installed: nothing of the clone is asked for."""
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    work = tmp_path / "work"
    work.mkdir()
    settings = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    for words in (["lab", "--update"], ["solutions", "lab03"], ["handout", "lab03"]):
        run = "import sys, gamekit.__main__ as m; m.main(sys.argv[1:]); print(m.__file__)"
        call = [sys.executable, "-c", run, *words]
        ran = subprocess.run(call, cwd=work, env=settings, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.split("\n")[-2].startswith(str(tmp_path / "site"))
    for name in (LESSON, LAB):
        assert (work / name).read_bytes() == (ROOT / name).read_bytes()
    solution = "solutions/lab03-alphabeta/lab03-alphabeta.ipynb"
    assert (work / solution).read_bytes() == (ROOT / solution).read_bytes()
    assert (work / "lab03-alphabeta.zip").is_file()


# --- the copy -----------------------------------------------------------------------------------------------


def notebook(text: str, output: str = "") -> str:
    cell = {"cell_type": "code", "source": [text], "outputs": [{"text": output}], "metadata": {}}
    return json.dumps({"cells": [cell], "metadata": {}})


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of two notebooks, which the kit may change."""
    folder = tmp_path / "kit"
    for name in (LESSON, LAB):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(notebook("first edition"))
    monkeypatch.setattr(copying, "COURSE", folder)
    return folder


def test_a_copy_is_made_once_and_then_left_alone(course, tmp_path):
    mine = tmp_path / "mine"
    assert copying.bring(mine).new == [LESSON, LAB]
    (mine / LAB).write_text(notebook("my answer"))
    assert copying.bring(mine) == ([], [], [], [])
    assert copying.bring(mine, update=True) == ([], [], [], [])
    assert "my answer" in (mine / LAB).read_text()


def test_what_is_new_waits_until_it_is_asked_for(course, tmp_path):
    mine = tmp_path / "mine"
    copying.bring(mine)
    (course / LESSON).write_text(notebook("second edition"))
    assert copying.bring(mine).waiting == [LESSON]
    assert "first edition" in (mine / LESSON).read_text()
    assert "'gamekit lab --update'" in copying.bring(mine).lines(in_full=False)[0]
    assert copying.bring(mine, update=True).updated == [LESSON]
    assert "second edition" in (mine / LESSON).read_text()
    assert copying.bring(mine, update=True).lines(in_full=True) == ["nothing is new"]


def test_what_somebody_has_written_is_never_overwritten(course, tmp_path):
    mine = tmp_path / "mine"
    (mine / LAB).parent.mkdir(parents=True)
    (mine / LAB).write_text(notebook("written before there was a copy"))
    first = copying.bring(mine)
    assert (first.new, first.kept) == ([LESSON], [LAB])
    (mine / LESSON).write_text(notebook("my notes"))
    for name in (LESSON, LAB):
        (course / name).write_text(notebook("second edition"))
    later = copying.bring(mine, update=True)
    assert (later.updated, later.kept) == ([], [LESSON, LAB])
    assert "my notes" in (mine / LESSON).read_text()
    (mine / LESSON).rename(mine / "notebooks/my_notes.ipynb")
    assert copying.bring(mine, update=True).new == [LESSON]


def test_running_a_lesson_is_no_change(course, tmp_path):
    mine = tmp_path / "mine"
    copying.bring(mine)
    (mine / LESSON).write_text(notebook("first edition", output="42"))
    (course / LESSON).write_text(notebook("second edition"))
    assert copying.bring(mine, update=True).updated == [LESSON]


def test_a_copy_goes_where_nothing_else_is(course, tmp_path, monkeypatch):
    empty = tmp_path / "empty"
    (empty / ".venv").mkdir(parents=True)
    monkeypatch.chdir(empty)
    (empty / "gametreelab-0.2.0-py3-none-any.whl").touch()  # from which it was called
    assert copying.usual_folder() == empty
    (empty / "notes.txt").touch()
    assert copying.usual_folder() == empty / copying.FOLDER
    copying.bring(empty)
    assert copying.usual_folder() == empty
    monkeypatch.chdir(ROOT)  # a clone: a look must not change what git knows
    assert copying.usual_folder() == ROOT / copying.FOLDER
    ignored = subprocess.run(["git", "check-ignore", "-q", f"{copying.FOLDER}/"], cwd=ROOT)
    assert ignored.returncode == 0


def test_the_command_says_what_is_new(course, tmp_path):
    ran = call_gamekit("lab", str(tmp_path / "mine"), "--update")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split("\n")[:2] == [f"new: {LESSON}", f"new: {LAB}"]
    assert call_gamekit("lab", str(tmp_path / "mine"), "--update").stdout == "nothing is new\n"


def test_the_originals_are_opened_where_they_are(course):
    assert copying.bring(course) == copying.Brought([], [], [], [])
    assert not (course / copying.MEMORY).exists()


def test_bad_places_are_answered_by_a_sentence(tmp_path):
    (tmp_path / "file").write_text("no folder")
    for place, sentence in ((tmp_path / "file", "cannot be copied"), (tmp_path / "x.ipynb", "no notebook")):
        ran = call_gamekit("lab", str(place))
        assert ran.returncode == 2
        assert sentence in ran.stderr


def test_solutions_are_those_of_the_repository_and_yours_are_kept(tmp_path):
    ran = call_gamekit("solutions", "--out", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    for name in lab.names():
        path = f"{lab.find(name).folder}/{lab.find(name).folder}.ipynb"
        assert (tmp_path / path).read_bytes() == (ROOT / "solutions" / path).read_bytes()
    (tmp_path / path).write_text("mine")
    assert f"yours was kept: {tmp_path / path}" in call_gamekit("solutions", "--out", str(tmp_path)).stdout
    assert (tmp_path / path).read_text() == "mine"


# --- JupyterLab ---------------------------------------------------------------------------------------------


def test_options_go_to_jupyterlab_and_none_is_said_twice(tmp_path):
    call = jupyterlab.command(["--no-browser", "--port", "9999"], tmp_path, LESSON)
    assert call[1:3] == ["-c", jupyterlab.START]
    assert call[-3:] == ["--no-browser", "--port", "9999"]
    assert f"--ServerApp.root_dir={tmp_path}" in call
    assert f"--LabApp.default_url=/lab/tree/{LESSON}" in call
    own = jupyterlab.command(["--ServerApp.root_dir=."], tmp_path, LESSON)
    assert [word for word in own if "root_dir" in word] == ["--ServerApp.root_dir=."]


def test_lessons_are_trusted_however_the_copy_was_made(tmp_path, monkeypatch):
    """With `--update` too, as services do that open JupyterLab themselves; what was changed is nobody's."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    ran = call_gamekit("lab", str(tmp_path / "mine"), "--update")
    assert ran.returncode == 0, ran.stderr
    notary, lesson = NotebookNotary(), nbformat.read(tmp_path / "mine" / LESSON, as_version=4)
    assert notary.check_signature(lesson)
    lesson.cells[0].source += "!"
    assert not notary.check_signature(lesson)
    notary.store.close()


def test_a_look_leaves_a_lesson_as_it_is(tmp_path):
    """What JupyterLab adds when it saves a notebook that somebody only opened goes again."""
    settings = {"get_config": lambda: SimpleNamespace(FileContentsManager=SimpleNamespace())}
    exec((jupyterlab.OURS / "jupyter_server_config.py").read_text(), settings)
    lesson = json.loads((ROOT / "notebooks" / "05_negamax.ipynb").read_text())
    (tmp_path / "a.ipynb").write_text(json.dumps(lesson))
    opened = json.loads(json.dumps(lesson))
    opened["metadata"]["language_info"]["version"] = "3.99"
    folded = [cell for cell in opened["cells"] if cell["metadata"].get("jupyter", {}).get("outputs_hidden")]
    assert folded
    for cell in folded:
        cell["metadata"]["collapsed"] = True
    model = {"type": "notebook", "content": opened}
    settings["keep_metadata"](model, "a.ipynb", SimpleNamespace(root_dir=str(tmp_path)))
    assert model["content"] == lesson
    model["content"]["cells"][0]["metadata"]["collapsed"] = True  # somebody folded it
    settings["keep_metadata"](model, "a.ipynb", SimpleNamespace(root_dir=str(tmp_path)))
    assert model["content"]["cells"][0]["metadata"]["collapsed"]


def test_what_is_compiled_already_is_not_warmed_up_again(tmp_path, monkeypatch):
    monkeypatch.setattr(warmup.code_cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(warmup, "jobs", lambda: [("nothing", list)])
    assert not warmup.is_done()
    assert warmup.run(show_progress=False) == 1
    assert warmup.is_done()
    monkeypatch.setattr(warmup.numba, "__version__", "another")
    assert not warmup.is_done()


def test_the_command_in_the_handout_opens_the_exercise(tmp_path):
    """What README.txt says is done as it says, with a real JupyterLab."""
    (archive,) = handout.make([lab.find("lab03")], tmp_path)
    zipfile.ZipFile(archive).extractall(tmp_path)
    folder = tmp_path / "lab03-alphabeta"
    (said,) = re.findall(r"^    gamekit (.+)$", (folder / "README.txt").read_text(), re.M)
    runtime = tmp_path / "runtime"
    settings = {**os.environ, "JUPYTER_RUNTIME_DIR": str(runtime)}
    options = ["--no-browser", "--port=0", "--IdentityProvider.token=x"]
    call = [sys.executable, "-m", "gamekit", *said.split(), *options]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(call, cwd=folder, env=settings, stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 240  # it may have to compile first
        while not (found := list(runtime.glob("jpserver-*.json"))) or not found[0].read_text():
            assert server.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        facts = json.loads(found[0].read_text())
        assert Path(facts["root_dir"]) == folder
        contents = f"{facts['url']}api/contents/lab03-alphabeta.ipynb?content=0&token=x"
        while True:  # on a busy machine its file is there before it listens
            try:
                with urllib.request.urlopen(contents, timeout=60) as answer:
                    assert json.load(answer)["type"] == "notebook"
                    break
            except urllib.error.URLError:
                assert time.monotonic() < deadline
                time.sleep(0.1)
    finally:
        server.kill()
        server.wait()
