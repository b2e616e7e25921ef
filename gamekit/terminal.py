"""Play in the terminal against a player: `gamekit play GAME`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from rich.console import Console
from rich.text import Text

from gamekit.draw.scene import scene
from gamekit.draw.style import DATA
from gamekit.errors import BadText, GamekitError
from gamekit.game import rules_of
from gamekit.players import LEVEL_NAMES, Limits, Player, levels, player
from gamekit.record import Record
from gamekit.rules import INF, PASS, State, board_text, move_name, moves, to_move
from gamekit.search.result import Result

HELP = """\
  a move's name   plays it, such as {example}
  moves           lists the legal moves
  undo            takes back your last move and the answer to it
  hint            names a good move
  board           draws the board again
  quit            ends the game (so do Ctrl-D and Ctrl-C)"""
SIDES = "XO"
HINT_LEVEL = 4
TO_THE_END = "alphabeta,depth=40"  # the teaching games are small enough
STYLES = {"X": f"bold {DATA['sky']}", "O": f"bold {DATA['orange']}"}


def run(
    state: State,
    *,
    chosen: str | None = None,
    level: int = 3,
    second: bool = False,
    seconds: float | None = None,
) -> None:
    """Play a game at the terminal: `chosen` is the spec of your opponent; you are X, unless second."""
    opponent = player(chosen or _usual(state, level))
    limits = Limits(seconds=seconds) if seconds else None
    opponent.check(state, limits)
    Dialogue(Record(state), opponent, int(second), limits).play()


def _usual(state: Any, level: int) -> str:
    """The player for this game that is as strong as the level says."""
    if not 1 <= level <= len(LEVEL_NAMES):
        raise BadText(f"the level is a whole number from 1 to {len(LEVEL_NAMES)}, not {level}")
    return levels(state)[level - 1] if rules_of(state).face else TO_THE_END


class Dialogue:
    """One game at the terminal: a person types the moves of one side, `mine`."""

    def __init__(self, record: Record, opponent: Player, mine: int, limits: Limits | None) -> None:
        self.record, self.opponent, self.mine, self.limits = record, opponent, mine, limits
        self.console = Console(highlight=False, soft_wrap=True)

    def play(self) -> None:
        """Until the game is over or the person leaves. The last line printed is the transcript."""
        self._say(f"You play {SIDES[self.mine]} against {self.opponent.spec.text}. Type a move, or help.")
        try:
            while not self.record.is_over:
                self._one_turn()
            self._draw()
            self._say(f"The game is over: {self.record.result}.")
        except (EOFError, KeyboardInterrupt):
            self._say("\nThe game ends here.")
        self._say(self.record.transcript or "no moves were played")

    def _one_turn(self) -> None:
        state = self.record.state
        side = int(to_move(state))
        if list(moves(state)) == [PASS]:
            self._say(f"{SIDES[side]} has no move and passes.")
            self.record.push(PASS)
            return
        if side != self.mine:
            self._let_choose(self.opponent)
            return
        self._draw()
        before = self.record, list(self.record.moves)
        while (self.record, self.record.moves) == before:
            self._obey(input(f"{SIDES[side]}> " if sys.stdin.isatty() else "").strip())

    # --- a person's turn ---------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Do what the line says."""
        commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "moves": self._list_moves,
            "undo": self._undo,
            "hint": self._hint,
            "board": self._draw,
            "quit": self._leave,
            "exit": self._leave,
        }
        try:
            if line.lower() in commands:
                commands[line.lower()]()
            elif line:
                self.record.push(line)
        except GamekitError as problem:
            words = str(problem)
            self._say(f"{words[:1].upper()}{words[1:]}. Type help if you are lost.")

    def _help(self) -> None:
        state = self.record.state
        self._say(HELP.format(example=move_name(state, moves(state)[0])))

    def _list_moves(self) -> None:
        state = self.record.state
        self._say(" ".join(move_name(state, move) for move in moves(state)))

    def _undo(self) -> None:
        mine, earlier = to_move(self.record.state), Record(self.record.start, self.record.moves)
        while earlier.moves:
            earlier.undo()
            if to_move(earlier.state) == mine and list(moves(earlier.state)) != [PASS]:
                self.record = earlier
                return
        raise GamekitError("you have not moved yet, so there is nothing to take back")

    def _hint(self) -> None:
        state = self.record.state
        adviser = player(_usual(state, HINT_LEVEL))
        found = self._think(adviser, Limits(seconds=1.0) if adviser.limits.seconds else None)
        self._say(f"{move_name(state, found.move)} looks good: {_opinion(found, state)}")

    def _leave(self) -> None:
        raise EOFError  # as Ctrl-D does

    # --- a player's turn ---------------------------------------------------------------------------------

    def _let_choose(self, chosen: Player) -> None:
        state = self.record.state
        side = SIDES[to_move(state)]
        found = self._think(chosen, self.limits)
        self.record.push(found.move)
        self._say(f"{side} plays {self.record.names[-1]}. {_opinion(found, state)}".rstrip())

    def _think(self, chosen: Player, limits: Limits | None) -> Result:
        """In a thread, so that Ctrl-C is heard; on a terminal with a line that shows how it goes."""
        state = self.record.state
        last: list[Result] = []
        with ThreadPoolExecutor(1) as pool:
            thinking = pool.submit(chosen.think, state, limits, last.append)
            try:
                if not self.console.is_terminal:
                    wait([thinking])
                else:
                    with self.console.status("thinking ...") as status:
                        while not wait([thinking], timeout=0.1).done:
                            if last:
                                status.update(f"thinking: {_opinion(last[-1], state)}")
            except KeyboardInterrupt:
                chosen.cancel()
                raise
        return thinking.result()

    # --- what is printed ---------------------------------------------------------------------------------

    def _say(self, words: str) -> None:
        self.console.print(words, markup=False)

    def _draw(self) -> None:
        self.console.print(_coloured(self.record))


def _coloured(record: Record) -> Text:
    """The board as text; on a terminal X and O have colours, and the last move is underlined."""
    state = record.state
    text = Text(board_text(state))
    if rules_of(state).face is None:
        return text
    placed = [move for move in record.moves if move != PASS]
    what = scene(state, last=placed[-1] if placed else None)
    lines = text.plain.split("\n")
    left = len(str(what.height)) + 1 if what.rows else 0
    begin = len(lines[0]) + 1
    for row in range(what.height):
        for column in range(what.width):
            cell, place = row * what.width + column, begin + left + 2 * column
            mark = text.plain[place]
            if mark in STYLES:
                text.stylize(f"{STYLES[mark]}{' underline' if cell == what.last else ''}", place, place + 1)
            elif cell in what.legal and len(what.legal) < what.stones.count(0):
                text.stylize("bold green", place, place + 1)
        begin += len(lines[row + 1]) + 1
    return text


def _opinion(found: Result, state: Any) -> str:
    """What a player thinks, on one line."""
    if not found.nodes:
        return ""
    value = found.value
    if abs(value) >= INF:
        said = "+inf" if value > 0 else "-inf"
    else:
        said = f"{value:+.2f}" if isinstance(value, float) else f"{value:+}" if value else "0"
    line = " ".join(found.names(state)[:8])
    return (
        f"value {said} for {SIDES[to_move(state)]}, depth {found.depth}, {found.nodes:,} positions, "
        f"{found.seconds:.1f} s: {line}"
    )
