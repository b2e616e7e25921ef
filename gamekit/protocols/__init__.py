"""Talking to other programs: they play here as players, and ours plays elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.errors import BadText
from gamekit.protocols.gtp import GtpPlayer
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.piskvork import PiskvorkPlayer

PROTOCOLS: dict[str, Callable[[str], OutsidePlayer]] = {"gtp": GtpPlayer, "piskvork": PiskvorkPlayer}


def outside_player(text: str) -> OutsidePlayer:
    """The player that a text such as `gtp:COMMAND` means.

    >>> outside_player("gtp:no-such-program -l 4")
    Traceback (most recent call last):
        ...
    gamekit.errors.BadText: there is no program 'no-such-program' to run as a player
    """
    protocol, _, command = text.partition(":")
    if protocol not in PROTOCOLS:
        raise BadText(f"there is no protocol {protocol!r}; there are {', '.join(PROTOCOLS)}")
    return PROTOCOLS[protocol](command)
