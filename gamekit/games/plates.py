"""The banknote plates: the smallest game worth searching.

Several plates hold banknotes. The first player picks a plate, the second hands over two of its notes,
the first keeps one of them. What is it worth, and which plate is best?

    A: 1 20 50      B: 5 10 100      C: 1 5 20

A state is the notes of all plates in one array, where each plate begins, and the choices so far.
Moves are numbers: the plate, then the pair (counted in the order 1+20, 1+50, 20+50), then 0 or 1
for the note.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import Bits, mix
from gamekit.code_cache import helper
from gamekit.errors import BadText
from gamekit.game import Game
from gamekit.notation import clip, fail, shown
from gamekit.rules import (
    Move,
    State,
    board_text,
    is_over,
    key,
    move_name,
    moves,
    parse_move,
    play,
    position_text,
    score,
    to_move,
)

BANKNOTES = "1,20,50/5,10,100/1,5,20"
MOST_PLATES, MOST_NOTES, MOST_VALUE = 26, 20, 10**6
OPEN = -1  # a choice not made yet


@shown
class Plates(NamedTuple):
    """Plates with notes and the three choices; a choice is `OPEN` until it is made."""

    notes: Any  # all notes, plate after plate
    begins: Any  # where each plate begins in notes; the last entry is where they end
    plate: int
    pair: int
    note: int


@helper
def _pair(plates: Any, pair: Any) -> Any:
    """The two notes of a pair of the chosen plate."""
    begin, end = plates.begins[plates.plate], plates.begins[plates.plate + 1]
    first = begin
    while pair >= end - first - 1:
        pair -= end - first - 1
        first += 1
    return plates.notes[first], plates.notes[first + 1 + pair]


@moves.on(Plates, plain=True)
def _(state: State) -> Any:
    if state.plate == OPEN:
        return range(len(state.begins) - 1)
    if state.pair == OPEN:
        size = state.begins[state.plate + 1] - state.begins[state.plate]
        return range(size * (size - 1) // 2)
    return range(2 if state.note == OPEN else 0)


@play.on(Plates, plain=True)
def _(state: State, move: Move) -> State:
    if state.plate == OPEN:
        return Plates(state.notes, state.begins, move, OPEN, OPEN)
    if state.pair == OPEN:
        return Plates(state.notes, state.begins, state.plate, move, OPEN)
    return Plates(state.notes, state.begins, state.plate, state.pair, move)


@is_over.on(Plates, plain=True)
def _(state: State) -> Any:
    return state.note != OPEN


@score.on(Plates, plain=True)
def _(state: State) -> Any:
    if state.note == OPEN:
        return 0
    # At the end it would be the second player's turn: what the first has won, the second has lost.
    return -_pair(state, state.pair)[state.note]


@to_move.on(Plates, plain=True)
def _(state: State) -> Any:
    return 0 if state.plate == OPEN or (state.pair != OPEN and state.note == OPEN) else 1


@key.on(Plates, plain=True)
def _(state: State) -> Any:
    # The plates themselves stay out: within one game only the choices differ.
    return mix(Bits(1 + state.plate) + mix(Bits(1 + state.pair) + mix(Bits(1 + state.note))))


# --- text -------------------------------------------------------------------------------------------------


def start(plates: str | None = None) -> Plates:
    """The plates before anybody has chosen; the well-known three if not said.

    >>> print(start())
    A: 1 20 50
    B: 5 10 100
    C: 1 5 20
    the first player picks a plate
    """
    return parse(plates or BANKNOTES)


def parse(text: str) -> Plates:
    """Read plates joined by `/`, their notes by commas, then the choices so far: `1,20,50/5,10,100 A 1+20`.

    >>> position_text(parse("1,20,50/5,10,100 A 1+20"))
    '1,20,50/5,10,100 A 1+20'
    """
    line = _undraw(text)
    plates_text, _, choices = line.strip().partition(" ")
    notes: list[int] = []
    begins, place = [0], 0
    for number, plate in enumerate(plates_text.split("/")):
        for note in plate.split(","):
            if not re.fullmatch(r"\d{1,7}", note) or not note.isascii() or int(note) > MOST_VALUE:
                fail(place, f"a note is a whole number from 0 to {MOST_VALUE}, not {clip(note)}")
            notes.append(int(note))
            place += len(note) + 1
        if not 2 <= len(notes) - begins[-1] <= MOST_NOTES:
            raise BadText(
                f"plate {number + 1} has {len(notes) - begins[-1]} notes; a plate has 2 to {MOST_NOTES}"
            )
        begins.append(len(notes))
    if len(begins) - 1 > MOST_PLATES:
        raise BadText(f"there are {len(begins) - 1} plates; at most {MOST_PLATES} have names")
    state = Plates(np.array(notes, np.int64), np.array(begins, np.int64), OPEN, OPEN, OPEN)
    for name in choices.split():
        if is_over(state):
            raise BadText(f"{clip(name)} is one choice too many: plate, pair and note are chosen")
        state = play(state, parse_move(state, name))
    return state


def _undraw(text: str) -> str:
    """Turn drawn plates back into one line."""
    if "\n" not in text.strip():
        return text.strip()
    plates, choices = [], ""
    for line in text.strip().split("\n"):
        name, colon, rest = line.partition(":")
        if colon and name.strip().lower() == "so far":
            choices = " " + rest.strip()
        elif colon:
            plates.append(",".join(rest.split()))
    return "/".join(plates) + choices


def _plate_name(plate: int) -> str:
    return chr(ord("A") + plate)


@move_name.on(Plates)
def _(state: Plates, move: int) -> str:
    if state.plate == OPEN:
        return _plate_name(move)
    if state.pair == OPEN:
        one, other = _pair(state, move)
        return f"{one}+{other}"
    return str(_pair(state, state.pair)[move])


@parse_move.on(Plates)
def _(state: Plates, text: str) -> int:
    wanted = text.strip().upper().replace(" ", "")
    names = [move_name(state, move) for move in moves(state)]
    if wanted in names:
        return names.index(wanted)  # equal notes have equal names: the first will do
    one, plus, other = wanted.partition("+")
    if plus and f"{other}+{one}" in names:
        return names.index(f"{other}+{one}")
    raise BadText(f"{clip(text)} is no choice here; {_sentence(state, names)}")


def _sentence(state: Plates, names: list[str]) -> str:
    return f"the choices are {' '.join(names)}" if names else "all choices are made"


def _choices(state: Plates) -> list[str]:
    """The names of the choices so far."""
    names, at = [], Plates(state.notes, state.begins, OPEN, OPEN, OPEN)
    for choice in (state.plate, state.pair, state.note):
        if choice != OPEN:
            names.append(move_name(at, choice))
            at = play(at, choice)
    return names


@position_text.on(Plates)
def _(state: Plates) -> str:
    plates = "/".join(
        ",".join(str(note) for note in state.notes[a:b])
        for a, b in zip(state.begins[:-1], state.begins[1:], strict=True)
    )
    return " ".join([plates, *_choices(state)])


@board_text.on(Plates)
def _(state: Plates) -> str:
    plates = [
        f"{_plate_name(number)}: {' '.join(str(note) for note in state.notes[a:b])}"
        for number, (a, b) in enumerate(zip(state.begins[:-1], state.begins[1:], strict=True))
    ]
    made = _choices(state)
    so_far = [f"so far: {' '.join(made)}"] if made else []
    turn = [
        "the first player picks a plate",
        "the second player hands over two notes",
        "the first player keeps one note",
        "the game is over",
    ][len(made)]
    return "\n".join([*plates, *so_far, turn])


GAME = Game("plates")
