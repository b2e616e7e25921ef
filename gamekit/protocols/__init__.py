"""Talking to other programs: they play here as players, and ours plays elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.protocols.gtp import GtpPlayer
from gamekit.protocols.outside import OutsidePlayer
from gamekit.protocols.piskvork import PiskvorkPlayer

PROTOCOLS: dict[str, Callable[[str], OutsidePlayer]] = {"gtp": GtpPlayer, "piskvork": PiskvorkPlayer}


def outside_player(spec: str) -> OutsidePlayer:
    """The player that a spec such as `gtp:COMMAND` means.

    >>> outside_player("gtp:no-such-program -l 4")
    Traceback (most recent call last):
        ...
    gamekit.errors.BadText: there is no program 'no-such-program' to run as a player
    """
    protocol, _, command = spec.partition(":")
    return PROTOCOLS[protocol](command)
