"""The kit's own exceptions: each carries one sentence for a person."""

from collections.abc import Iterable
from difflib import get_close_matches


class GamekitError(Exception):
    """Something the user can mend; the message says what was wrong and what is accepted."""


class BadText(GamekitError):
    """A position, move or option text that cannot be read."""


class IllegalMove(GamekitError):
    """A move the rules do not allow; the message names the legal ones."""


class CannotCompile(GamekitError):
    """A function that cannot become machine code; the message says what in it is the reason."""


class UnknownType(GamekitError):
    """A rule was asked about a type that no game has taught it."""


def likely(word: str, known: Iterable[str]) -> str:
    """A question that names what was most likely meant, to stand before a sentence; "" where nothing is near.

    >>> likely("ply", ["play", "perft", "search"])
    'did you mean play? '
    """
    near = get_close_matches(word, list(known), 3, 0.55)
    return f"did you mean {' or '.join(near)}? " if near else ""
