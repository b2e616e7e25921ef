"""The kit's own exceptions: each carries one sentence for a person."""


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
