"""A gomoku program for tournaments: `gamekit brain gomoku` answers what a manager such as Piskvork says.

The protocol is Petr Lastovicka's, as `gamekit.protocols.piskvork` tells. A tournament forgives nothing, so:

- Every command that wants an answer gets exactly one, in time; lines of MESSAGE and DEBUG may come before
  it. INFO gets none, BOARD and SWAP2BOARD get theirs at DONE.
- The manager judges the game. Where it asks for a move, a move it gets, also after a five.
- Which colour is ours never matters to the manager. Here it is black if the other side has no more stones.
"""

from __future__ import annotations

import queue
import random
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import BinaryIO

from gamekit.errors import BadText
from gamekit.games import gomoku
from gamekit.games.gomoku import Gomoku
from gamekit.notation import clip
from gamekit.parts import version
from gamekit.players import GameClock, Limits, Player
from gamekit.players import player as read_player
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.piskvork import (
    CONTINUOUS,
    EXACTLY_FIVE,
    IS_RENJU,
    NO_LIMIT,
    OTHER,
    OWN,
    Point,
    move_at,
    point_of,
    read_point,
    written,
)
from gamekit.protocols.serving import Refusal, limits_within, lines, without_control_characters
from gamekit.rules import FIRST, is_over, move_name, moves, to_move
from gamekit.search.result import Result

USUAL_TURN = 5.0  # seconds, where neither the manager nor the player's spec says any
AT_ONCE = 0.001  # seconds
LEAST_TABLE, USUAL_TABLE = 0.1, 32.0  # megabytes
MEGABYTE = 1024 * 1024
SWAP2_TRIES, SWAP2_AREA = 40, 5  # openings to choose from, and how far their stones lie apart at most
SWAP2_NODES = 5000  # looked at in each: few enough that not the clock decides, but the seed


class Brain:
    """Answers a manager's commands with the moves of a player.

    >>> from gamekit.players import player
    >>> brain = Brain(player("engine,depth=2"))
    >>> brain.answer("START 15"), brain.answer("BEGIN"), brain.answer("FLY")
    (['OK'], ['7,7'], ["UNKNOWN there is no command 'FLY'"])
    >>> brain.answer("TURN 7,7")
    ['ERROR there is a stone on 7,7 already']
    """

    def __init__(self, player: Player, debug: bool = False) -> None:
        self.player, self.debug = player, debug
        self.is_done = False
        self._spec = player.spec.text  # as it was before a manager limited its memory
        self._is_prepared = False
        self._size: Point | None = None  # width and height, from START on
        self._stones: dict[Point, int] = {}  # OWN or OTHER, in the order in which they came
        self._rule = 0
        self._turn: float | None = None  # seconds for a move; 0: at once
        self._left: float | None = None  # seconds for the rest of the game
        self._match = 0.0  # seconds for a whole game; 0: no limit
        self._in_a_hurry = False
        self._block: tuple[str, list[str]] | None = None  # BOARD or SWAP2BOARD, its lines until DONE
        self._rng = random.Random(player.spec.whole("seed") or 0)  # for the stones of SWAP2BOARD
        self._begin = 0.0  # when the manager began to wait
        self._remarks: list[str] = []  # MESSAGE and DEBUG lines for the next answer
        self._has_told_of_win = False
        self._commands: dict[str, Callable[[str], str | None]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": lambda rest: self._move(),
            "TURN": self._turn_command,
            "BOARD": lambda rest: self._open_block("BOARD"),
            "SWAP2BOARD": lambda rest: self._open_block("SWAP2BOARD"),
            "DONE": self._done,
            "TAKEBACK": self._take_back,
            "PLAY": self._play,
            "INFO": self._info,
            "ABOUT": lambda rest: f'name="gamekit", version="{version()}", author="the gamekit authors"',
            "END": self._end,
        }

    # --- lines --------------------------------------------------------------------------------------------

    def answer(self, line: str, begin: float | None = None) -> list[str]:
        """The lines to answer with; none where none are wanted. The last one is the answer itself.

        `begin` is when the line came, by `time.perf_counter`.
        """
        said, rest = _words(line)
        word = said.upper()
        if not word or self.is_done:
            return []
        if self._block is not None and word not in self._commands:
            if len(self._block[1]) <= gomoku.MOST**2:  # more need not be kept to be wrong
                self._block[1].append(f"{said} {rest}".strip())
            return []
        if word not in ("INFO", "DONE"):
            self._begin = time.perf_counter() if begin is None else begin
            if word != "END":
                self._block = None  # whoever speaks of something else waits for no DONE
        before = dict(self._stones)
        try:
            if word not in self._commands:
                answer: str | None = f"UNKNOWN there is no command {clip(said)}"
            else:
                answer = self._commands[word](rest)
        except Refusal as refusal:
            answer, self._stones = f"ERROR {refusal}", before  # what is refused changes nothing
        if answer is None:
            return []
        if self._left is not None:
            self._left -= time.perf_counter() - self._begin
        remarks, self._remarks = self._remarks, []
        return [*remarks, answer]

    def prepare(self) -> None:
        """Have the player load or compile all it needs, before a clock runs.

        START does this, and not the start of the program: some managers wait two seconds for ABOUT.
        """
        if self._is_prepared:
            return
        for text, rule in (("h8", "freestyle"), ("h8 h9 i9", "standard"), ("h8 h9 j9 a1", "renju")):
            state = gomoku.parse(text, rule=rule)
            gomoku.forbidden(state)
            is_over(state)
            self.player.warm_up(state)
        self._is_prepared = True

    def hurry(self) -> None:
        """Answer with what there is, from now on; called from another thread."""
        self._in_a_hurry = True
        self.player.cancel()

    # --- the board ----------------------------------------------------------------------------------------

    def _start(self, rest: str) -> str:
        if not re.fullmatch(r"[0-9]{1,4}", rest):
            raise Refusal(f"START wants the size of the board, such as START 20, not {clip(rest)}")
        return self._new_board(int(rest), int(rest))

    def _start_rectangle(self, rest: str) -> str:
        size = read_point(rest)
        if size is None:
            raise Refusal(f"RECTSTART wants width and height, such as RECTSTART 20,15, not {clip(rest)}")
        return self._new_board(*size)

    def _new_board(self, width: int, height: int) -> str:
        least, most = gomoku.LEAST, gomoku.MOST
        if not (least <= width <= most and least <= height <= most):
            raise Refusal(f"boards of {least}x{least} to {most}x{most} are played, not {width}x{height}")
        self._need_rule()
        self._size = width, height
        self.prepare()
        return self._restart("")

    def _restart(self, rest: str) -> str:
        self._need_board()
        self._need_rule()
        self._stones, self._has_told_of_win = {}, False
        self._left = self._match or None
        return "OK"

    def _turn_command(self, rest: str) -> str:
        point = self._free_point("TURN", rest)
        self._need_rule()
        self._stones[point] = OTHER
        return self._move()

    def _take_back(self, rest: str) -> str:
        point = self._point("TAKEBACK", rest)
        if point not in self._stones:
            raise Refusal(f"there is no stone on {written(point)}")
        del self._stones[point]
        return "OK"

    def _play(self, rest: str) -> str:
        point = self._free_point("PLAY", rest)
        if point not in self._options(self._position()):
            raise Refusal(f"renju forbids {written(point)}")
        self._stones[point] = OWN
        return written(point)

    def _open_block(self, name: str) -> None:
        self._block = name, []

    def _done(self, rest: str) -> str:
        block, self._block = self._block, None
        if block is None:
            raise Refusal("DONE ends BOARD or SWAP2BOARD, and there was none")
        self._need_board()
        self._need_rule()
        name, lines_said = block
        stones: dict[Point, int] = {}
        for line in lines_said:
            point, owner = _read_stone(name, line)
            self._need_point(point)
            if point in stones:
                raise Refusal(f"{name} says {written(point)} twice")
            stones[point] = owner
        if name == "SWAP2BOARD":
            return self._swap2(list(stones))
        self._stones = stones
        return self._move()

    def _need_board(self) -> Point:
        if self._size is None:
            raise Refusal("there is no board yet: START comes first")
        return self._size

    def _need_rule(self) -> None:
        if self._rule & CONTINUOUS:
            raise Refusal("this brain does not play the continuous game (INFO rule 2)")
        if self._rule & ~(EXACTLY_FIVE | IS_RENJU):
            raise Refusal(f"this brain does not know the rule {self._rule}")

    def _need_point(self, point: Point) -> None:
        width, height = self._need_board()
        if point[0] >= width or point[1] >= height:
            raise Refusal(f"{written(point)} is not on the {width}x{height} board")

    def _point(self, command: str, text: str) -> Point:
        self._need_board()
        point = read_point(text)
        if point is None:
            raise Refusal(f"{command} wants a point, such as {command} 7,7, not {clip(text)}")
        self._need_point(point)
        return point

    def _free_point(self, command: str, text: str) -> Point:
        point = self._point(command, text)
        if point in self._stones:
            raise Refusal(f"there is a stone on {written(point)} already")
        return point

    # --- moves --------------------------------------------------------------------------------------------

    def _move(self) -> str:
        """Choose a move, play it, and say it."""
        self._need_board()
        self._need_rule()
        state = self._position()
        options = self._options(state)
        if not options:
            raise Refusal("there is no legal move left")
        point = self._choose(state, options)
        self._stones[point] = OWN
        return written(point)

    def _position(self, ours: str | None = None) -> Gomoku | None:
        """The position with us to move; None where both sides have five, which no player is asked about."""
        width, height = self._need_board()
        owners = list(self._stones.values())
        if ours is None:
            ours = "X" if owners.count(OWN) >= owners.count(OTHER) else "O"
        marks = {OWN: ours, OTHER: "O" if ours == "X" else "X"}
        rows = [["."] * width for _ in range(height)]
        for (x, y), owner in self._stones.items():
            rows[y][x] = marks[owner]
        rule = "renju" if self._rule & IS_RENJU else "standard" if self._rule & EXACTLY_FIVE else "freestyle"
        try:
            return gomoku.parse(f"{'/'.join(map(''.join, rows))} {ours}", rule=rule)
        except BadText:
            return None

    def _options(self, state: Gomoku | None) -> list[Point]:
        """Where we may play: also after a five, since the manager knows better when a game is over."""
        if state is not None and not is_over(state):
            return [point_of(move) for move in moves(state)]
        width, height = self._need_board()
        every = [(x, y) for y in range(height) for x in range(width) if (x, y) not in self._stones]
        if state is None or to_move(state) != FIRST:
            return every
        against = gomoku.forbidden(state)
        return [point for point in every if move_name(state, move_at(point)) not in against]

    def _choose(self, state: Gomoku | None, options: list[Point]) -> Point:
        """The player's move, or, whatever goes wrong, some move that is legal."""
        found = None
        if state is not None and not is_over(state) and len(options) > 1:
            found = self._think(state, limits_within(self.player, self._seconds()))
        if found is not None and found.value == 1.0 and not self._has_told_of_win:
            self._has_told_of_win = True
            self._remarks += ["MESSAGE this game is won by force"]
        return self._checked(found, options)

    def _checked(self, found: Result | None, options: list[Point]) -> Point:
        """The move that was found, or else the one nearest to the last stone."""
        if found is not None and self.debug:
            self._remarks += [_in_words(found)]
        if found is not None and found.move is not None and point_of(found.move) in options:
            return point_of(found.move)
        around = next(reversed(self._stones), (0, 0))
        return min(options, key=lambda point: abs(point[0] - around[0]) + abs(point[1] - around[1]))

    def _think(self, state: Gomoku, limits: Limits) -> Result | None:
        """What the player finds; None where it fails, which loses less than no answer does."""
        try:
            return self.player.think(state, limits)
        except Exception as error:
            self._remarks += [f"DEBUG {type(error).__name__}: {clip(str(error), 200)}"]
            return None

    def _swap2(self, points: list[Point]) -> str:
        """The opening in which one side places three stones and the other takes the colour that it likes.

        White moves next. It is ours for a stone, or black is for SWAP, whichever the player likes better. To
        place two stones more and let the other side choose would be worth less than either.
        """
        if len(points) not in (0, 3, 5):
            raise Refusal(f"SWAP2BOARD comes with 0, 3 or 5 stones, not {len(points)}")
        if not points:
            points = self._even_opening()
            self._stones = _alternating(points, OWN)
            return " ".join(written(point) for point in points)
        self._stones = _alternating(points, OTHER)
        state = self._position("O")
        assert state is not None  # nobody has five yet
        found = self._think(state, limits_within(self.player, self._seconds()))
        if found is not None and found.value < 0:
            self._stones = _alternating(points, OWN)
            return "SWAP"
        point = self._checked(found, self._options(state))
        self._stones[point] = OWN
        return written(point)

    def _even_opening(self) -> list[Point]:
        """Of some random stones, those after which the player finds both sides most even."""
        width, height = self._need_board()
        across, down = min(SWAP2_AREA, width), min(SWAP2_AREA, height)
        seconds, rng = self._seconds(), self._rng
        limits = limits_within(self.player, seconds / SWAP2_TRIES)
        best: tuple[float, list[Point]] | None = None
        for _ in range(SWAP2_TRIES):
            left, top = rng.randint(0, width - across), rng.randint(0, height - down)
            area = [(left + x, top + y) for x in range(across) for y in range(down)]
            points = rng.sample(area, 3)
            self._stones = _alternating(points, OTHER)
            state = self._position("O")
            assert state is not None
            found = self._think(state, replace(limits, nodes=limits.nodes or SWAP2_NODES))
            unevenness = abs(found.value) if found is not None else 1.0
            if best is None or unevenness < best[0]:
                best = unevenness, points
            if time.perf_counter() - self._begin > seconds or self._in_a_hurry:
                break
        assert best is not None
        return best[1]

    # --- limits -------------------------------------------------------------------------------------------

    def _info(self, rest: str) -> None:
        """What the manager lets us know. What we cannot read or do not know is not important."""
        key, _, value = rest.partition(" ")
        if not re.fullmatch(r"\s*-?[0-9]{1,20}\s*", value):
            return  # also `folder`, as we keep no files, and `evaluate`, which is for debugging
        number = int(value)
        key = key.lower()
        if key == "timeout_turn":
            self._turn = max(number, 0) / 1000
        elif key == "timeout_match":
            self._match = max(number, 0) / 1000
            self._left = self._match or None
        elif key == "time_left":
            self._left = None if number >= NO_LIMIT else number / 1000
        elif key == "rule":
            self._rule = max(number, 0)
        elif key == "max_memory":
            self._keep_within(number)

    def _seconds(self) -> float:
        """How long to think now."""
        if self._in_a_hurry:
            return AT_ONCE
        turn = self._turn
        if turn is None:
            turn = NO_LIMIT if self.player.limits else USUAL_TURN
        if self._left is not None:
            turn = min(turn, GameClock(self._left).for_next_move())
        return max(with_margin(turn) - (time.perf_counter() - self._begin), AT_ONCE)

    def _keep_within(self, limit: int) -> None:
        """Choose the player's table so that we stay below so many bytes; 0 is no limit."""
        if limit <= 0 or isinstance(self.player, OutsidePlayer):
            return
        self.prepare()  # else what is in use would say little
        in_use, now = memory_in_use(), self.player.spec.number("table", USUAL_TABLE)
        free = limit / MEGABYTE - in_use + now
        wanted = read_player(self._spec).spec.number("table", USUAL_TABLE)
        table = max(min(wanted, free / 2), LEAST_TABLE)
        if free < 0:
            remark = f"max_memory of {limit // MEGABYTE} MB is too little, {in_use:.0f} MB are in use"
            self._remarks = [f"MESSAGE {remark}"]
        if round(table, 1) != now:
            self.player, self._is_prepared = read_player(f"{self._spec},table={table:.1f}"), False
            self.prepare()

    # --- the rest -----------------------------------------------------------------------------------------

    def _end(self, rest: str) -> None:
        self.is_done = True


def _read_stone(block: str, line: str) -> tuple[Point, int]:
    """Where a stone lies and whose it is, from a line of BOARD; in SWAP2BOARD it is nobody's."""
    text, owner = line, "0"
    if block == "BOARD":
        text, _, owner = line.rpartition(",")
        owner = owner.strip()
    point = read_point(text)
    if owner == "3":
        raise Refusal("field 3 belongs to the continuous game, which this brain does not play")
    if point is None or owner not in ("0", "1", "2") or (owner == "0") != (block != "BOARD"):
        wanted = "7,7,1 or 7,7,2" if block == "BOARD" else "7,7"
        raise Refusal(f"{block} wants lines such as {wanted}, not {clip(line)}")
    return point, int(owner)


def with_margin(seconds: float) -> float:
    """How long to think where an answer has to arrive within so many seconds.

    The system may give the processor to somebody else, and the answer has to find its way to the manager.

    >>> [round(with_margin(turn), 3) for turn in (30, 5, 1, 0.1, 0)]
    [29.7, 4.72, 0.92, 0.065, 0.0]
    """
    return seconds - min(0.03 + 0.05 * seconds, 0.3, 0.5 * seconds)


def memory_in_use() -> float:
    """The most megabytes that this process has used so far; 0 where the system does not tell.

    >>> memory_in_use() > 10
    True
    """
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)


def _words(line: str) -> tuple[str, str]:
    """The command of a line, and what follows it."""
    words = without_control_characters(line).split(None, 1)
    return (words[0] if words else ""), (words[1].strip() if len(words) > 1 else "")


def _alternating(points: list[Point], first: int) -> dict[Point, int]:
    """Stones of both sides in turn; the first is black's."""
    owners = (first, OWN + OTHER - first)
    return {point: owners[number % 2] for number, point in enumerate(points)}


def _in_words(found: Result) -> str:
    line = " ".join(written(point_of(move)) for move in found.line[:8])
    what = f"depth {found.depth}, value {found.value:+.3f}, {found.nodes} nodes in {found.seconds:.3f} s"
    return f"DEBUG {what}: {line}"


# --- on standard input and output -------------------------------------------------------------------------


def serve(player: Player, commands: BinaryIO, answers: BinaryIO, debug: bool = False) -> None:
    """Answer every command until END or the end of the input, which must not be buffered.

    One thread reads, so that END is heard while the other thinks: what was asked before it is answered at
    once, and the program leaves.
    """
    brain = Brain(player, debug)
    player.check(gomoku.start())  # complains now of a player that does not fit
    waiting: queue.SimpleQueue[tuple[float, str] | None] = queue.SimpleQueue()
    has_left = threading.Event()

    def read() -> None:
        for line in lines(commands):
            waiting.put((time.perf_counter(), line))
            if _words(line)[0].upper() == "END":
                while not has_left.wait(0.02):  # again and again: a search that only begins would not notice
                    brain.hurry()
                return
        waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    free_since = 0.0
    try:
        while not brain.is_done and (item := waiting.get()) is not None:
            came, line = item
            # Nobody waits before the last answer is there, except a script that says all at once.
            said = brain.answer(line, max(came, free_since))
            if said:
                answers.write("".join(f"{each}\n" for each in said).encode("ascii", "backslashreplace"))
                answers.flush()
                free_since = time.perf_counter()
    finally:
        has_left.set()
