"""What the command line answers, pinned: values, moves, lines, node counts and sentences, to the letter.

`tests/pinned/commands.txt` holds commands and what they printed when they were pinned. In it a line begins
with

    #   a heading of the commands below it
    $   a command: `gamekit ...`, or one of the words of `ADAPTER` for what no command shows
    %   a command that only `make test-long` runs: it compiles a search of its own, and others are of its kind
    <   a line of its input
    |   a line that it printed
    !   a line that it printed on stderr
    +   the name of a file that it wrote; its lines follow, with |
    =   its exit status, where that is not 0

Seconds are left out: they become `?`. Each command runs in an empty folder of its own, in which `truth/` has
the files of tests/truth that it names. Nothing in the file is limited by a clock.

To pin another command, add its $ (or %) and < lines. To pin what all of them answer today, which should have
a reason that the commit tells:

    python tests/test_pinned.py --write [WORD]

and read the difference; with WORD only commands that have it are pinned anew. `--time` instead prints how
long each takes.
"""

from __future__ import annotations

import difflib
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
from support import TRUTH

pytestmark = pytest.mark.quick

PINNED = Path(__file__).resolve().parent / "pinned" / "commands.txt"

# --- the adapter: all that knows of names in Python ---------------------------------------------------------


def _analyse(game: str, position: str, text: str, **options: str) -> Iterator[str]:
    """What a player says of every move, best first."""
    from gamekit import games
    from gamekit.players import player
    from gamekit.rules import move_name

    state = games.parse(game, position, **options) if position else games.start(game, **options)
    found = player(text).analyse(state)
    facts = {key: _plain(fact) for key, fact in found.as_dict(state).items()}
    yield json.dumps(facts)
    yield json.dumps({move_name(state, move): _plain(value) for move, value in found.values.items()})


def _moves(game: str, position: str, text: str, count: str, **options: str) -> Iterator[str]:
    """The next moves of one player who plays both sides, and so keeps its tables or its tree."""
    from gamekit import games
    from gamekit.players import player
    from gamekit.rules import play, snapshot

    state = games.parse(game, position, **options) if position else games.start(game, **options)
    thinker = player(text)
    for _ in range(int(count)):
        found = thinker.think(state)
        yield json.dumps({key: _plain(fact) for key, fact in found.as_dict(state).items()})
        state = play(snapshot(state), found.move)


def _levels(game: str, **options: str) -> Iterator[str]:
    """The texts of the players for people."""
    from gamekit import games
    from gamekit.players import levels

    yield from levels(games.start(game, **options))


def _main(arguments: list[str]) -> None:
    from gamekit.__main__ import main

    main(arguments)


ADAPTER = {"analyse": _analyse, "moves": _moves, "levels": _levels}


def _plain(number: Any) -> Any:
    number = number.item() if hasattr(number, "item") else number
    return str(number) if isinstance(number, float) and number in (float("inf"), -float("inf")) else number


# --- running ------------------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """A command and all that came of it."""

    heading: str
    mark: str
    command: str
    given: str
    answer: str

    def __str__(self) -> str:
        return f"{self.mark} {self.command}\n{_prefixed('<', self.given)}{self.answer}"


def answer_of(command: str, given: str) -> str:
    """Run the command; what came of it as lines of the pinned file."""
    with tempfile.TemporaryDirectory(prefix="gamekit-pinned-") as name, _elsewhere(Path(name)):
        before = _bring_truth(command)
        program, *arguments = shlex.split(command)
        ends_its_process = command.startswith(("gamekit brain gomoku", "gamekit gtp othello"))
        forks = command.startswith("gamekit arena") and "--games" in arguments
        if ends_its_process or forks:
            status, out, err = _in_a_fresh_process(arguments, given)
        else:
            status, out, err = _in_this_process(program, arguments, given)
        files = [file for file in sorted(Path().rglob("*")) if file.is_file() and file not in before]
        said = _prefixed("|", _without_seconds(out)) + _prefixed("!", err)
        for file in files:
            said += f"+ {file.as_posix()}\n"
            if file.suffix == ".txt":
                said += _prefixed("|", _without_seconds(file.read_text("utf-8")))
        return said + (f"= {status}\n" if status else "")


@contextmanager
def _elsewhere(folder: Path) -> Iterator[None]:
    """In another folder, with settings of nobody."""
    settings = {
        "GAMEKIT_GRADEBOOK": "none",
        "GAMEKIT_STATE_DIR": str(folder.parent / f"{folder.name}-none"),
        "COLUMNS": "100",
        "TERM": "dumb",
    }
    here, interrupt = Path.cwd(), signal.getsignal(signal.SIGINT)
    with mock.patch.dict(os.environ, settings):
        for name in ("FORCE_COLOR", "NO_COLOR", "PYTHON_COLORS"):
            os.environ.pop(name, None)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)
            signal.signal(signal.SIGINT, interrupt)  # commands that search have one of their own


def _bring_truth(command: str) -> set[Path]:
    """Copy the files of tests/truth that a command names."""
    brought = {Path(name) for name in re.findall(r"truth/\S+", command)}
    for path in brought:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TRUTH.parent / path, path)
    return brought


def _in_this_process(program: str, arguments: list[str], given: str) -> tuple[int, str, str]:
    streams = [io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8") for text in (given, "", "")]
    stdin, stdout, stderr = streams
    status = 0
    with mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr, argv=["gamekit", *arguments]):
        try:
            if program == "gamekit":
                _main(arguments)
            else:
                words = [word for word in arguments if not word.startswith("--")]
                options = dict(word[2:].split("=", 1) for word in arguments if word.startswith("--"))
                for line in ADAPTER[program](*words, **options):
                    print(line)
        except SystemExit as left:
            assert isinstance(left.code, int | None)
            status = left.code or 0
    for stream in (stdout, stderr):
        stream.flush()
    return status, stdout.buffer.getvalue().decode(), stderr.buffer.getvalue().decode()


def _in_a_fresh_process(arguments: list[str], given: str) -> tuple[int, str, str]:
    ran = subprocess.run(
        [sys.executable, "-m", "gamekit", *arguments],
        input=given,
        capture_output=True,
        text=True,
        timeout=300,
    )
    return ran.returncode, ran.stdout, ran.stderr


def _without_seconds(text: str) -> str:
    """Leave out what a clock measured, and how a long line of help was broken."""
    if text.startswith("usage: "):  # Pythons break its lines in different places
        return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n")) + "\n"
    lines = [line for line in text.split("\n") if not re.match(r"\d+ of \d+ games[,;]", line)]  # of the arena
    for number, line in enumerate(lines):
        if line.startswith("{"):
            line = json.dumps(_facts_without_seconds(json.loads(line)))
        line = re.sub(r"\d+\.\d+( +M nodes/s| +ms| +s\b)", r"?\1", line)
        lines[number] = re.sub(r" +\?", " ?", line)
    return "\n".join(lines)


def _facts_without_seconds(facts: Any) -> Any:
    if isinstance(facts, dict):
        return {key: _facts_without_seconds(fact) for key, fact in facts.items() if "seconds" not in key}
    return [_facts_without_seconds(fact) for fact in facts] if isinstance(facts, list) else facts


def _prefixed(mark: str, text: str) -> str:
    if text and not text.endswith("\n"):
        text += "(no new line)\n"
    return "".join(f"{mark} {line}".rstrip() + "\n" for line in text.split("\n")[:-1])


# --- the file -----------------------------------------------------------------------------------------------


def entries() -> list[Entry]:
    """The commands of the file, with what is pinned of them."""
    found: list[Entry] = []
    heading = ""
    for line in PINNED.read_text(encoding="utf-8").split("\n"):
        mark, rest = line[:1], line[2:]
        if mark == "#":
            heading = rest
        elif mark in ("$", "%"):
            found.append(Entry(heading, mark, rest, "", ""))
        elif mark == "<":
            found[-1] = found[-1]._replace(given=f"{found[-1].given}{rest}\n")
        elif mark:
            found[-1] = found[-1]._replace(answer=f"{found[-1].answer}{line}\n")
    return found


def _as_parameter(entry: Entry) -> Any:
    return pytest.param(entry, id=entry.command[:90], marks=[pytest.mark.long] if entry.mark == "%" else [])


@pytest.mark.parametrize("entry", [_as_parameter(each) for each in entries()])
def test_it_answers_as_it_did(entry):
    assert entry.answer, "nothing is pinned of this command: --write pins it"
    now = entry._replace(answer=answer_of(entry.command, entry.given))
    if now != entry:
        lines = difflib.unified_diff(*(str(each).split("\n") for each in (entry, now)), "pinned", "now", n=99)
        pytest.fail("\n".join(lines), pytrace=False)


def test_no_path_of_a_machine_is_pinned():
    assert not re.search(r"/(tmp|home|Users|work|root|var|usr)/", PINNED.read_text(encoding="utf-8"))


def _write(word: str) -> None:
    parts, heading = [], ""
    for entry in entries():
        if entry.heading != heading:
            heading = entry.heading
            parts.append(f"# {heading}\n")
        if word not in entry.command.split() and word:
            parts.append(str(entry))
            continue
        try:
            parts.append(str(entry._replace(answer=answer_of(entry.command, entry.given))))
        except Exception as crash:  # a crash is nothing to pin
            parts.append(str(entry._replace(answer="")))
            print(f"{entry.command}: {type(crash).__name__}")
    PINNED.write_text("\n".join(parts), encoding="utf-8")
    print(f"{len(entries())} commands are pinned in {PINNED.name}")


def _time() -> None:
    for entry in entries():
        begin = time.perf_counter()
        answer = answer_of(entry.command, entry.given)
        changed = "" if answer == entry.answer else "  CHANGED"
        print(f"{time.perf_counter() - begin:8.3f} s  {entry.command}{changed}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        _write("".join(sys.argv[2:3]))
    elif sys.argv[1:] == ["--time"]:
        _time()
    else:
        sys.exit(__doc__)
