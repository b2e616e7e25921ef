"""Files of positions with known scores: read them, solve each position, say how many were right.

    cases = read_connect4("7x6-end-easy.txt")
    solved = run(cases, Solver(7, 6).solve)
    print(summary(solved))

`run` does not care which game it is: a `Case` has a state, and `solve` makes a `Result` of it. In every
file blank lines, and lines that begin with `#`, say nothing.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from gamekit.errors import BadText
from gamekit.games import connect4, othello
from gamekit.notation import clip
from gamekit.parts import COURSE
from gamekit.rules import PASS, State, play
from gamekit.rules import moves as legal_moves
from gamekit.search.result import Result

__all__ = [
    "PUBLISHED",
    "Case",
    "Solved",
    "WthorGame",
    "read_connect4",
    "read_obf",
    "read_wthor",
    "run",
    "summary",
]

PUBLISHED = COURSE / "tests" / "truth"  # positions and counts that others have published, with their sources

FilePath = str | PathLike[str]


class Case(NamedTuple):
    """A position from a file."""

    line_number: int
    text: str  # the whole line
    state: State
    expected_score: int | None = None  # None where the file does not say


class Solved(NamedTuple):
    """A case and what came of it."""

    case: Case
    result: Result
    is_right: bool | None  # None where the file does not say


# --- solving ----------------------------------------------------------------------------------------------


def run(
    cases: Iterable[Case], solve: Callable[[State], Result], outcome_only: bool = False
) -> Iterator[Solved]:
    """Solve one case after the other. `outcome_only`: `solve` finds who wins, so only the sign must agree."""
    for case in cases:
        result = solve(case.state)
        expected = case.expected_score
        if expected is None:
            yield Solved(case, result, None)
        elif outcome_only:
            yield Solved(case, result, _sign(result.value) == _sign(expected))
        else:
            yield Solved(case, result, bool(result.value == expected))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def summary(solved: Iterable[Solved]) -> str:
    """One line about all of them.

    >>> case = Case(1, "6146 18", connect4.parse("6146"), 18)
    >>> summary([Solved(case, Result(move=4, value=18, nodes=5, seconds=0.25), True)])
    '1 of 1 right, 5 nodes, 0.25 s'
    >>> summary([Solved(case, Result(move=4, value=18, nodes=5, seconds=0.25), None)])
    '1 positions, 5 nodes, 0.25 s'
    """
    solved = list(solved)
    verdicts = [each.is_right for each in solved if each.is_right is not None]
    nodes = sum(each.result.nodes for each in solved)
    seconds = sum(each.result.seconds for each in solved)
    head = f"{sum(verdicts)} of {len(verdicts)} right" if verdicts else f"{len(solved)} positions"
    return f"{head}, {nodes} nodes, {seconds:.2f} s"


# --- reading ----------------------------------------------------------------------------------------------


def read_connect4(path: FilePath, size: str | None = None, columns_from: int = 1) -> list[Case]:
    """Lines `MOVES SCORE`: the columns played, and the score for the side to move, which may be left out.

    Columns are counted from 0 or from 1; those above 9 are letters: `a` is 10, `b` 11, `c` 12.
    """
    if columns_from not in (0, 1):
        raise BadText(f"columns are counted from 0 or 1, not from {columns_from!r}")
    width = type(connect4.start(size)).width
    names = "0123456789abc"[columns_from : columns_from + width]
    return _read(path, lambda line: _connect4_case(line, size, names))


def _connect4_case(line: str, size: str | None, names: str) -> tuple[State, int | None]:
    columns, *rest = line.split()
    if len(rest) > 1:
        raise BadText(f"a line is the columns played and a score, not {clip(line)}")
    expected = _read_score(rest[0]) if rest else None
    for place, name in enumerate(columns):
        if name.lower() not in names:
            raise BadText(f"character {place + 1}: {name!r} is no column; columns are {' '.join(names)}")
    # The kit counts columns from 1; what it says about them is put into the file's words.
    told = str.maketrans(names, connect4.COLUMN_NAMES[: len(names)])
    try:
        return connect4.parse(columns.lower().translate(told), size), expected
    except BadText as fault:
        back = {kit: name for name, kit in zip(names, connect4.COLUMN_NAMES, strict=False)}
        raise BadText(
            re.sub(r"column (\w) ", lambda found: f"column {back[found[1]]} ", str(fault))
        ) from None


def read_obf(path: FilePath) -> list[Case]:
    """Othello positions: squares, side to move, then `; MOVE:SCORE` for the moves whose scores are known.

    The best of these scores is what solving must find. Lines that begin with `%` are comments too.
    """
    return _read(path, _obf_case, comments=("#", "%"))


def _obf_case(line: str) -> tuple[State, int | None]:
    state = othello.parse(line)
    scores = []
    for part in line.split(";")[1:]:
        if part.strip():
            # The name of the move is not looked at: a file from outside may call the only move H0.
            _, colon, score = (piece.strip() for piece in part.partition(":"))
            if not colon:
                raise BadText(f"after ; comes MOVE:SCORE, such as G8:+18, not {clip(part.strip())}")
            scores.append(_read_score(score))
    return state, max(scores, default=None)


def _read_score(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text):
        raise BadText(f"a score is a whole number, such as -7, not {clip(text)}")
    return int(text)


def _read(
    path: FilePath, read_line: Callable[[str], tuple[State, int | None]], comments: tuple[str, ...] = ("#",)
) -> list[Case]:
    """All cases of a file; a fault is told with the file and the line."""
    cases = []
    for number, line in enumerate(_lines(path), 1):
        text = line.strip()
        if text and not text.startswith(comments):
            try:
                cases.append(Case(number, text, *read_line(text)))
            except BadText as fault:
                raise BadText(f"{path}, line {number}: {fault}") from None
    return cases


def _lines(path: FilePath) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8-sig").split("\n")
    except OSError as problem:
        raise BadText(f"cannot read {path}: {problem.strerror}") from None
    except ValueError:  # bytes that are no text, or a path that cannot be one
        raise BadText(f"cannot read {path}: it is no text file") from None


# --- games of people ----------------------------------------------------------------------------------------


class WthorGame(NamedTuple):
    """A game of a WTHOR file: numbers of tournament and players, black's discs at the end, and the moves."""

    tournament: int
    black: int
    white: int
    score: int  # black's discs, empty squares given to the winner
    best: int  # the same with best play from some point on
    moves: tuple[int, ...]  # passes included

    def states(self) -> list[State]:
        """The positions of the game, the start first."""
        found = [othello.start()]
        for move in self.moves:
            found.append(play(found[-1], move))
        return found


def read_wthor(path: FilePath) -> list[WthorGame]:
    """The games of a WTHOR file (`.wtb`), the form in which the games of Othello tournaments are published.

    Passes are not in such files: they are put in. `BadText` where a file is no such file, or a move illegal.

    >>> read_wthor("no-such.wtb")
    Traceback (most recent call last):
        ...
    gamekit.errors.BadText: no-such.wtb cannot be read (No such file or directory)
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadText(f"{path} cannot be read ({error.strerror})") from None
    count = int.from_bytes(data[4:8], "little")
    if len(data) != 16 + 68 * count or data[12:13] not in (b"\0", b"\x08"):
        raise BadText(f"{path} is no WTHOR file of games on 8x8: a head of 16 bytes, then 68 bytes a game")
    games = []
    for number in range(count):
        record = data[16 + 68 * number :][:68]
        tournament, black, white, score, best = struct.unpack("<3H2B", record[:8])
        moves = _with_passes(record[8:], f"{path}, game {number + 1}")
        games.append(WthorGame(tournament, black, white, score, best, moves))
    return games


def _with_passes(squares: bytes, where: str) -> tuple[int, ...]:
    """The moves; a byte is ten times the row and the column, both from 1, and 0 after the end."""
    state, found = othello.start(), list[int]()
    for byte in squares.rstrip(b"\0"):
        row, column = divmod(byte, 10)
        if list(legal_moves(state)) == [PASS]:
            found.append(PASS)
            state = play(state, PASS)
        square = 8 * (row - 1) + column - 1
        if not (1 <= row <= 8 and 1 <= column <= 8) or square not in list(legal_moves(state)):
            raise BadText(f"{where}: move {len(found) + 1} is not legal")
        found.append(square)
        state = play(state, square)
    return tuple(found)
