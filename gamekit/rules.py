"""The generic rules: one name each, dispatched on the type of the first argument.

    for move in moves(state):
        child = play(state, move)

means the right thing for every game, in plain Python **and** inside `@njit` code. A game joins by
registering its own function for each rule:

    @moves.on(Othello)
    def _(state):
        ...

- A *state* is a `NamedTuple` seen from the side to move. `play` returns a new one. (Gomoku's states hold
  arrays that `play` changes in place; `undo` takes the move back. For all other games `undo` does
  nothing, so a search that calls it after each move works for every game.)
- An *evaluator* is a `NamedTuple` too: its type picks the code, its fields are the data.
- A state class marked `@word_state` has fields that are ints in Python and `uint64` in compiled code.
  Its rules run compiled even when Python calls them, since words must wrap at 64 bits.
- A class that is no tuple, or is registered with `plain=True`, runs as ordinary Python when Python calls.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from operator import index
from types import FunctionType
from typing import Any, TypeVar

import numpy as np
from numba import njit, types
from numba.core.typing.templates import builtin_registry
from numba.extending import overload, typeof_impl

from gamekit import code_cache
from gamekit.bits import Bits, mix
from gamekit.code_cache import is_own
from gamekit.errors import GamekitError, IllegalMove, UnknownType

PASS = -1  # the move of a side that cannot move; only Othello has it
FIRST, SECOND = 0, 1  # what to_move answers
EMPTY = -1  # what `cells` has where no piece lies
INF = 10**9  # beyond every value; a whole number, so that searches compute with whole numbers throughout

C = TypeVar("C", bound=type)
Function = Callable[..., Any]

# What functions say of their arguments. They serve every game, so to the type checker these are anything.
State = Any
Move = Any
Value = Any
Evaluator = Any


# --- states made of words --------------------------------------------------------------------------------

_WORD_STATES: dict[type, Any] = {}  # and what compiled code takes them for


def word_state(state_type: C) -> C:
    """Mark a `NamedTuple` whose fields are all 64-bit words.

    Without this mark numba would take an int below 2**63 for a *signed* number, and the same state
    would be compiled twice, once wrongly.
    """
    fields = len(state_type._fields)  # type: ignore[attr-defined]
    typ = types.NamedUniTuple(types.uint64, fields, state_type)
    typeof_impl.register(state_type)(lambda state, context: typ)
    _WORD_STATES[state_type] = typ
    return state_type


# --- rules -----------------------------------------------------------------------------------------------


class _Version:
    """Counts changed rules, so that compiled twins know when to build themselves anew."""

    number = 0


def version() -> int:
    """A number that grows whenever a rule changes for a type that it knew already."""
    return _Version.number


def rule(
    declaration: Function | None = None, *, default: bool = False, gives: str = "number", people: bool = False
) -> Any:
    """Make a generic rule from a function that shows its arguments and says what it answers.

    It is called like the function. `RULE.on(TYPE)` registers a function for states (or evaluators) of a type,
    `RULE.knows(TYPE)` tells whether there is one.

    `default`: the declaration's body serves every type that registers nothing.
    `gives`: "number", "state" or "moves", which tells how compiled answers reach Python.
    `people`: a rule for people (names, drawings), which never runs compiled.
    """
    if declaration is None:
        return lambda function: rule(function, default=default, gives=gives, people=people)

    names = list(inspect.signature(declaration).parameters)
    functions: dict[type, Function] = {}
    callers: dict[type, Function] = {}
    asked: set[type] = set()  # types for which compiled code has chosen a function

    @wraps(declaration)
    def generic(*args: Any) -> Any:
        try:
            call = callers[type(args[0])]
        except (KeyError, IndexError):
            if not args or not default:
                raise _unknown(declaration.__name__, args, functions) from None
            call = declaration
        return call(*args)

    def on(owner: type, *, plain: bool = False) -> Callable[[Function], Function]:
        def add(function: Function) -> Function:
            if list(inspect.signature(function).parameters) != names:
                raise GamekitError(
                    f"a function for the rule '{declaration.__name__}' takes ({', '.join(names)}), "
                    f"not {inspect.signature(function)}"
                )
            if owner in functions or owner in asked:
                _forget_compiled(generic)
                _Version.number += 1
                if is_own(owner):
                    code_cache.forbid_for_this_process()
            functions[owner] = function
            if not (people or plain) and issubclass(owner, tuple):
                callers[owner] = _compiled_caller(generic, owner, function, gives)
            else:
                callers[owner] = _careful(function) if gives == "state" else function
            return function

        return add

    generic.on = on  # type: ignore[attr-defined]
    generic.knows = functions.__contains__  # type: ignore[attr-defined]
    if not people:

        def resolve(*args: Any) -> Function | None:
            owner = getattr(args[0], "instance_class", type(None))
            asked.add(owner)
            found = functions.get(owner) or (declaration if default else None)
            return found and _without_types(found)

        resolve.__signature__ = inspect.signature(_without_types(declaration))  # type: ignore[attr-defined]
        overload(generic)(resolve)
    return generic


def _without_types(function: Function) -> Function:
    """A copy without annotations: numba wants the functions of one rule to agree in them too."""
    assert isinstance(function, FunctionType)
    code, names, closure = function.__code__, function.__globals__, function.__closure__
    copy = FunctionType(code, names, function.__name__, function.__defaults__, closure)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _unknown(name: str, args: tuple[Any, ...], functions: dict[type, Function]) -> UnknownType:
    known = ", ".join(sorted(owner.__name__ for owner in functions)) or "nothing yet"
    given = type(args[0]).__name__ if args else "nothing"
    return UnknownType(f"the rule '{name}' does not know {given}; it knows {known}")


def _forget_compiled(generic: Function) -> None:
    """Make numba ask again which function serves a type: it remembers its first answer."""
    for known, typ in builtin_registry.globals:
        if known is generic:
            for template in typ.templates:
                template._impl_cache.clear()


# --- how Python calls compiled rules ----------------------------------------------------------------------

_MOST_MOVES = 400  # gomoku on 20x20


def _compiled_caller(generic: Any, owner: type, function: Function, gives: str) -> Function:
    """What `generic` calls for this type from Python; compiled (or loaded from disk) at its first use."""
    made: list[Function] = []

    def call(*args: Any) -> Any:
        if not made:
            make = _word_caller if owner in _WORD_STATES else _tuple_caller
            made.append(make(generic, owner, function, gives))
        return made[0](*args)

    return call


class _Refused(Exception):
    """Raised in compiled code when Python wants to play an illegal move."""


def _careful(function: Function) -> Function:
    """Python, unlike compiled code, cannot play an illegal move."""

    def call(state: State, move: Move) -> State:
        if not is_legal(state, move):
            raise _illegal(state, move)
        return function(state, move)

    return call


def _illegal(state: State, move: Move) -> IllegalMove:
    numbers = list(moves(state))
    if not numbers:
        return IllegalMove(f"{move!r} is not legal here; the game is over")
    named = move_name.knows(type(state))
    names = [f"{number} ({move_name(state, number)})" if named else str(number) for number in numbers]
    return IllegalMove(f"{move!r} is not legal here; the legal moves are {', '.join(names)}")


def _word_caller(generic: Any, owner: type, function: Function, gives: str) -> Function:
    """Call the machine code itself: the class tells the types of its fields, numba need not find them out."""
    others = len(inspect.signature(generic).parameters) - 1
    shell = _shell(generic, owner, gives, as_tuple=True)
    shell.compile((_WORD_STATES[owner],) + (types.int64,) * others)
    (machine_code,) = (made.entry_point for made in shell.overloads.values())
    if gives == "state":

        def play_one(state: State, move: Move) -> State:
            try:
                return tuple.__new__(owner, machine_code(state, index(move)))
            except (_Refused, TypeError, OverflowError):  # 'd3' and 10**30 are no moves either
                raise _illegal(state, move) from None

        return play_one
    if gives == "moves":
        return lambda state: machine_code(state).tolist()
    return lambda state, *rest: machine_code(state, *map(index, rest))


def _tuple_caller(generic: Any, owner: type, function: Function, gives: str) -> Function:
    """Pass tuples as they are; where numba cannot compile a learner's function, run it plainly."""
    shell = _shell(generic, owner, gives)

    def call(*args: Any) -> Any:
        try:
            answer = shell(*args)
        except _Refused:
            raise _illegal(*args) from None
        except Exception:  # while compiling, or from the function itself
            if is_own(owner):
                raise
            return function(*args)  # an answer, or Python's own error message, is better than numba's
        return answer.tolist() if gives == "moves" else answer

    return call


def _shell(generic: Any, owner: type, gives: str, as_tuple: bool = False) -> Any:
    """A compiled function that calls a rule for one type: moves come as an array, illegal ones are refused.

    `as_tuple`: a new state comes as a plain tuple, which reaches Python sooner.
    """

    def listing(state: State) -> Any:
        found, count = np.empty(_MOST_MOVES, np.int16), 0
        for move in generic(state):
            found[count] = move
            count += 1
        return found[:count]

    def playing(state: State, move: Move) -> Any:
        if not is_legal(state, move):
            raise _Refused
        return generic(state, move)

    def playing_words(state: State, move: Move) -> Any:
        if not is_legal(state, move):
            raise _Refused
        return generic(state, move)[:]

    def calling(state: State) -> Any:
        return generic(state)

    def calling_two(first: Any, second: Any) -> Any:
        return generic(first, second)

    def calling_any(*args: Any) -> Any:
        return generic(*args)

    shell: Any
    if gives == "moves":
        shell = listing
    elif gives == "state":
        shell = playing_words if as_tuple else playing
    else:  # numba looks at two arguments sooner than at any number of them
        shell = {1: calling, 2: calling_two}.get(len(inspect.signature(generic).parameters), calling_any)
    shell.__qualname__ = f"{generic.__name__}_of_{owner.__name__}"
    shell.cache_stamp = owner.__module__
    compiled = njit(shell)
    return code_cache.cached(compiled) if is_own(owner) else compiled  # a learner's class may differ tomorrow


# --- the rules themselves ---------------------------------------------------------------------------------


@rule(gives="moves")
def moves(state: State) -> Any:
    """The legal moves, in a fixed order; none when the game is over. A side that must pass has `[PASS]`.

    >>> from gamekit.games import tictactoe
    >>> moves(tictactoe.parse("X.O/.X./O.."))
    [1, 3, 5, 7, 8]
    """


@rule(gives="state")
def play(state: State, move: Move) -> Any:
    """The state after a legal move, seen from the other side.

    Called from Python, `IllegalMove` refuses any other move. Compiled code trusts its caller.

    >>> from gamekit.games import tictactoe
    >>> print(play(tictactoe.start(), 4))
      a b c
    3 . . . 3
    2 . X . 2
    1 . . . 1
      a b c
    O to move
    """


@rule
def is_over(state: State) -> Any:
    """Has the game ended?

    >>> from gamekit.games import tictactoe
    >>> is_over(tictactoe.parse("XXX/OO./..."))
    True
    """


@rule
def score(state: State) -> Any:
    """The final result for the side to move, once the game is over: above 0 it has won, 0 is a draw.

    >>> from gamekit.games import tictactoe
    >>> score(tictactoe.parse("XXX/OO./..."))  # O is to move
    -1
    """


@rule
def to_move(state: State) -> Any:
    """Whose turn it is: `FIRST` (0) or `SECOND` (1).

    >>> from gamekit.games import tictactoe
    >>> to_move(tictactoe.parse("X../.../..."))
    1
    """


@rule
def key(state: State) -> Any:
    """A 64-bit hash of the position: equal positions have equal keys, others nearly always different ones.

    >>> from gamekit.games import tictactoe
    >>> start = tictactoe.start()
    >>> key(play(play(play(start, 0), 1), 2)) == key(play(play(play(start, 2), 1), 0))
    True
    """


@rule(default=True)
def identity(state: State) -> Any:
    """Two words that no other position of the game has; where two words are too few, two hashes."""
    hashed = Bits(key(state))
    return hashed, mix(hashed ^ Bits(0x9E37_79B9_7F4A_7C15))


@rule
def value(evaluator: Evaluator, state: State) -> Any:
    """What an evaluator thinks the state is worth to the side to move.

    >>> from gamekit.evaluators import FinalScore
    >>> from gamekit.games import tictactoe
    >>> value(FinalScore(), tictactoe.parse("XXX/OO./..."))
    -1
    """


@rule(default=True)
def undo(state: State, move: Move) -> Any:
    """Take a move back where `play` changed the state in place; nothing to do for all other games.

    >>> from gamekit.games import gomoku
    >>> state = gomoku.start()
    >>> before = key(state)
    >>> centre = parse_move(state, "h8")
    >>> child = play(state, centre)
    >>> undo(child, centre)
    >>> key(state) == before
    True
    """
    return None


@rule(default=True)
def is_legal(state: State, move: Move) -> Any:
    """May this move be played? Games that can tell without listing their moves do.

    >>> from gamekit.games import tictactoe
    >>> is_legal(tictactoe.parse("X../.../..."), 0)
    False
    """
    found = False
    for legal in moves(state):
        found = found or legal == move
    return found


@rule(default=True)
def count_moves(state: State) -> Any:
    """How many moves there are other than passing; games that can count without listing do.

    >>> from gamekit.games import othello
    >>> count_moves(othello.start())
    4
    """
    count = 0
    for move in moves(state):
        if move != PASS:
            count += 1
    return count


# --- rules for people -------------------------------------------------------------------------------------


@rule(default=True, people=True)
def snapshot(state: State) -> Any:
    """A state that later moves cannot change: the state itself, or a copy where `play` works in place.

    >>> from gamekit.games import gomoku
    >>> state = gomoku.start()
    >>> kept = snapshot(state)
    >>> child = play(state, parse_move(state, "h8"))
    >>> key(state) == key(kept)
    False
    """
    return state


@rule(people=True)
def move_name(state: State, move: Move) -> Any:
    """The name people give a move, such as `d3`.

    >>> from gamekit.games import othello
    >>> [move_name(othello.start(), move) for move in moves(othello.start())]
    ['d3', 'c4', 'f5', 'e6']
    """


@rule(people=True)
def parse_move(state: State, text: str) -> Any:
    """The move that a name means; `BadText` says what is wrong with it. Legality is not looked at.

    >>> from gamekit.games import othello
    >>> parse_move(othello.start(), "d3")
    19
    """


@rule(people=True)
def position_text(state: State) -> Any:
    """The position on one line, as the game's `parse` reads it.

    >>> from gamekit.games import tictactoe
    >>> position_text(play(tictactoe.start(), 4))
    '.../.X./...'
    """


@rule(people=True)
def board_text(state: State) -> Any:
    """The position as a person would draw it; this is what `print(state)` shows.

    >>> from gamekit.games import tictactoe
    >>> board_text(tictactoe.start()).splitlines()[-1]
    'X to move'
    """


@rule(people=True)
def cells(state: State) -> Any:
    """The board as rows from the top; each cell is `EMPTY`, `FIRST` or `SECOND`, whose piece lies there.

    Wherever one number stands for a cell, cells are counted row by row from the top left.

    >>> from gamekit.games import tictactoe
    >>> cells(tictactoe.parse("X.O/.X./..."))
    [[0, -1, 1], [-1, 0, -1], [-1, -1, -1]]
    """


@rule(default=True, people=True)
def cell_of(state: State, move: Move) -> Any:
    """The number of the cell that a move fills; None where it fills none: a pass, a full column, no move.

    >>> from gamekit.games import connect4, othello
    >>> cell_of(othello.start("4x4"), parse_move(othello.start("4x4"), "d1"))
    3
    >>> cell_of(connect4.parse("44"), parse_move(connect4.start(), "4"))
    24
    """
    return None if move == PASS else move


@rule(default=True, people=True)
def move_at(state: State, cell: int) -> Any:
    """The move that a click on this cell of the board means, legal or not.

    >>> from gamekit.games import othello
    >>> move_name(othello.start("6x6"), move_at(othello.start("6x6"), 7))
    'b2'
    """
    return cell


@rule(default=True, people=True)
def winning_rows(state: State, side: int) -> Any:
    """How long a row of pieces must be to win for this side, as a range; empty where rows mean nothing."""
    return range(0)


@rule(default=True, people=True)
def forbidden_moves(state: State) -> Any:
    """Moves to empty cells that a rule of their own forbids the mover: their names, with the reason."""
    return {}


@rule(default=True, people=True)
def read_transcript(state: State, text: str) -> Any:
    """The names of the moves in a transcript, one after the other."""
    return text.split()


@rule(default=True, people=True)
def write_transcript(state: State, names: list[str]) -> Any:
    """A transcript that `read_transcript` reads again."""
    return " ".join(names)
