"""The gomoku of the BSD games as a brain, so that a program nobody here wrote can play ours.

    gamekit match gomoku engine "piskvork:python tests/bsd_gomoku.py" --size 19x19

Ralph Campbell's program of 1994 (Debian: `bsdgames`) plays freestyle on 19x19 and draws its board with
curses. Its option `-b`, made for such matches, says no word of its moves. So this brain types into a
terminal of its own: it loads the game so far from a file, types the last move, has the game saved, and
reads the reply from there. With `-d` the program draws the same lots every time, so games can be played
again.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

Point = tuple[int, int]  # column from the left and row from the top, from 0

WHERE = f"{os.environ.get('PATH', '')}:/usr/games"  # Debian's folder, which not every PATH has
PROGRAM = shutil.which("gomoku", path=WHERE)
SIZE = 19
COLUMNS = "ABCDEFGHJKLMNOPQRST"  # there is no I
MOST_SECONDS = 10  # of the processor for a move: mostly it takes less than one, but its worst has no end
PATIENCE = 600.0  # seconds on the wall, where the machine does much else


def name(point: Point) -> str:
    """A point as the program writes it.

    >>> name((9, 9)), name((0, 18))
    ('K10', 'A1')
    """
    return f"{COLUMNS[point[0]]}{SIZE - point[1]}"


def point_named(text: str) -> Point:
    """The point that the program means."""
    return COLUMNS.index(text[0]), SIZE - int(text[1:])


def reply(program: str, moves: list[Point]) -> Point | None:
    """The program's move after these, black's and white's in turn; None if it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before"), Path(folder, "after")
        typed = ["white"] if not moves else [name(moves[-1])]
        command = ["sh", "-c", f'ulimit -t {MOST_SECONDS}; exec "$@"', "sh", program, "-d"]
        if moves:
            before.write_text("".join(f"{name(move)}\n" for move in moves[:-1]))
            command.append(str(before))
        screen, terminal = pty.openpty()
        process = subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=terminal, env={**os.environ, "TERM": "vt100"}
        )
        try:
            os.write(screen, "".join(f"{line}\n" for line in (*typed, "save", str(after))).encode())
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and process.poll() is None:
                if select.select([screen], [], [], 0.005)[0]:
                    with contextlib.suppress(OSError):
                        os.read(screen, 65536)  # nobody looks at it, but it must not fill up
                saved = after.read_text() if after.exists() else ""
                names = saved.split()
                if saved.endswith("\n") and len(names) == len(moves) + 1:
                    return point_named(names[-1])
        finally:
            process.kill()
            process.wait()
            os.close(screen)
            os.close(terminal)
    return None


def serve(program: str) -> None:
    """Answer the manager line by line."""
    moves: list[Point] = []
    board: list[list[Point]] | None = None  # stones of BOARD, own and the other's

    def say(text: str) -> None:
        print(text, flush=True)

    def play() -> None:
        found = reply(program, moves)
        if found is None:
            say(f"ERROR no move within {MOST_SECONDS} s")
        else:
            moves.append(found)
            say(f"{found[0]},{found[1]}")

    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if board is not None and word != "DONE":
            x, y, whose = map(int, word.split(","))
            board[whose - 1].append((x, y))
        elif word == "START":
            say("OK" if rest == str(SIZE) else f"ERROR it plays on {SIZE}x{SIZE} only")
        elif word == "RESTART":
            moves.clear()
            say("OK")
        elif word == "BEGIN":
            play()
        elif word == "TURN":
            x, y = map(int, rest.split(","))
            moves.append((x, y))
            play()
        elif word == "BOARD":
            board = [[], []]
        elif word == "DONE" and board is not None:
            own, other = board
            black, white = (own, other) if len(own) == len(other) else (other, own)
            moves = [(black, white)[number % 2][number // 2] for number in range(len(own + other))]
            board = None
            play()
        elif word == "END":
            return
        elif word != "INFO":
            say("UNKNOWN")


if __name__ == "__main__":
    if PROGRAM is None:
        sys.exit("the program gomoku is not installed (Debian: bsdgames)")
    serve(PROGRAM)
