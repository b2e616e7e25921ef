"""Being a program for others: what our servers share, whatever the protocol."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from gamekit.players import Limits, Player

LONGEST_COMMAND, TOO_LONG = 10_000, b"TOO_LONG"  # bytes, and what is read instead


class Refusal(Exception):
    """A command that cannot be done; the text says why."""


def lines(commands: BinaryIO) -> Iterator[str]:
    """The lines of a stream without a buffer; in place of one that is too long, what is no command."""
    partial = b""
    while chunk := commands.read(65536):
        *whole, partial = (partial + chunk).split(b"\n")
        for line in whole:
            yield _decoded(line)
        if len(partial) > LONGEST_COMMAND:  # nobody needs the rest
            partial = TOO_LONG
    if partial:
        yield _decoded(partial)


def _decoded(line: bytes) -> str:
    is_too_long = len(line) > LONGEST_COMMAND or line.startswith(TOO_LONG)
    return (TOO_LONG if is_too_long else line).decode("utf-8", "replace")


def without_control_characters(line: str) -> str:
    """What people can see of a line, and its tabs.

    >>> without_control_characters("START 20\\r")
    'START 20'
    """
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line)


def limits_within(player: Player, seconds: float) -> Limits:
    """What the player's spec says, and no more than these seconds."""
    own = player.limits
    return Limits(own.depth, own.nodes, min(seconds, own.seconds or seconds))
