"""NBoard's protocol, version 2: our players as engines of Othello programs with a board (NBoard and others).

The board sends `set game` with a whole game in GGF, `move`, `go` and `hint`; we answer `=== move/eval/time`
and lines of `search`. What is not known is ignored, as the protocol asks. Values are for the side to move.
"""

from __future__ import annotations

import re
import time
from typing import BinaryIO

from gamekit.errors import BadText, GamekitError
from gamekit.games import othello
from gamekit.players import Limits, Player
from gamekit.protocols.serving import lines, without_control_characters
from gamekit.rules import PASS, Move, State, is_over, move_name, moves, parse_move, play, to_move
from gamekit.search.result import Result

GAME = "othello"
COMMANDS = ("nboard", "ping", "quit", "set", "move", "go", "hint")
_MOVE = re.compile(r"(?<![A-Z])([BW])\[([^\]]*)\]")
_BOARD = re.compile(r"BO\[8 ([-*O ]+) ([*O])\]")


def read_ggf(text: str) -> State:
    """The position at the end of a game in GGF, the Generic Game Format.

    >>> board = f"{'-' * 27}O*------*O{'-' * 27}"
    >>> state = read_ggf(f"(;GM[Othello]BO[8 {board} *]B[F5//1]W[D6];)")
    >>> len(moves(state)), int(to_move(state))
    (5, 0)
    """
    found = _BOARD.search(text)
    squares = re.sub(r"\s", "", found[1]) if found else ""
    if found is None or len(squares) != 64 or "GM[Othello]" not in text:
        raise BadText("this is no game of Othello on 8x8 in GGF: BO[8 ...] has 64 squares and who moves")
    mover = "X" if found[2] == "*" else "O"
    state: State = othello.parse(f"{squares.replace('*', 'X')} {mover}")
    for colour, said in _MOVE.findall(text[found.end() :]):
        state = _after(state, said, colour)
    return state


def _after(state: State, said: str, colour: str = "") -> State:
    """The position after a move such as `f5/1.2/3`, or a pass; a forced pass before it may go unsaid."""
    name = said.partition("/")[0].strip().lower()
    if colour and "BW"[to_move(state)] != colour and list(moves(state)) == [PASS]:
        state = play(state, PASS)
    move = PASS if name.startswith("pa") else parse_move(state, name)
    if move not in list(moves(state)):
        raise BadText(f"{name} is not legal here")
    return play(state, move)


class NBoardEngine:
    """An engine that is told a game and asked for moves."""

    def __init__(self, player: Player) -> None:
        self.player, self.state, self.limits = player, othello.start(), Limits()
        self.is_done = False

    def answer(self, line: str) -> str:
        """All lines of the answer, or nothing."""
        command, _, rest = without_control_characters(line).strip().partition(" ")
        if command not in COMMANDS:
            return ""
        try:
            answered: str = getattr(self, f"_{command}")(rest.strip())
        except GamekitError as error:
            return f"status {error}\n"
        return answered

    def _nboard(self, rest: str) -> str:
        return "set myname gamekit\n"

    def _ping(self, rest: str) -> str:
        return f"pong {rest}\n"

    def _quit(self, rest: str) -> str:
        self.is_done = True
        return ""

    def _set(self, rest: str) -> str:
        what, _, told = rest.partition(" ")
        if what == "game":
            self.state = read_ggf(told)
        elif what == "depth" and re.fullmatch(r"[0-9]{1,2}", told):
            # A depth on the board replaces what the player's spec says, unless that is a time.
            self.limits = Limits() if self.player.limits.seconds else Limits(depth=max(int(told), 1))
        return ""

    def _move(self, rest: str) -> str:
        self.state = _after(self.state, rest)
        return ""

    def _go(self, rest: str) -> str:
        options = [] if is_over(self.state) else list(moves(self.state))
        if options in ([], [PASS]):
            return "=== PA\nstatus\n"
        begin = time.perf_counter()
        found = self.player.think(self.state, self.limits or None)
        seconds = time.perf_counter() - begin
        stats = f"nodestats {found.nodes} {seconds:.2f}\n"
        told = f"=== {self._name(found.move)}/{float(found.value):.2f}/{seconds:.2f}\n"
        return f"status gamekit is thinking\n{stats}{told}status\n"

    def _hint(self, rest: str) -> str:
        count = int(rest) if re.fullmatch(r"[0-9]{1,3}", rest) else 1
        if is_over(self.state) or list(moves(self.state)) == [PASS]:
            return "status\n"
        found = self.player.analyse(self.state, self.limits or None)
        best = list(found.values.items())[:count] or [(found.move, found.value)]
        return "".join(self._search(move, float(worth), found) for move, worth in best) + "status\n"

    def _search(self, move: Move, worth: float, found: Result) -> str:
        line = "".join(found.names(self.state)) if move == found.move else self._name(move)
        return f"search {line} {worth:.2f} 0 {max(found.depth, 1)}\n"

    def _name(self, move: Move) -> str:
        return "PA" if move == PASS else str(move_name(self.state, move)).upper()


def serve(player: Player, commands: BinaryIO, answers: BinaryIO) -> None:
    """Answer every command until `quit` or the end of the input, which must not be buffered."""
    engine = NBoardEngine(player)
    player.warm_up(engine.state)
    for line in lines(commands):
        answers.write(engine.answer(line).encode())
        answers.flush()
        if engine.is_done:
            return
