"""Talking to other programs: they play here as players, and ours plays elsewhere."""

from __future__ import annotations

from importlib import import_module

from gamekit.protocols.outside import OutsidePlayer


def outside_player(spec: str) -> OutsidePlayer:
    """The player that a spec such as `gtp:COMMAND` means.

    >>> outside_player("gtp:no-such-program -l 4")
    Traceback (most recent call last):
        ...
    gamekit.errors.BadText: there is no program 'no-such-program' to run as a player
    """
    protocol, _, command = spec.partition(":")
    made: OutsidePlayer = import_module(f"{__name__}.{protocol}").PLAYER(command)
    return made
