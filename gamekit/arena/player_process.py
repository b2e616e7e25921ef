"""A player's own process: it is told the moves of a game and answers with its own.

Started by `processes.FreshPlayer`. It dies with the thread that started it, ignores Ctrl-C, which is for the
arena, and has a limit on its memory. Whatever goes wrong in it is told in one line.
"""

from __future__ import annotations

import json
import re
import resource
import signal
import socket
import sys
import zlib
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from gamekit import games
from gamekit.isolation import fence
from gamekit.isolation.choosing import Follower, choose_move
from gamekit.isolation.plain import plain
from gamekit.isolation.wire import MOST_SENT, Wire
from gamekit.players import Limits, Player, player

Case = dict[str, Any]
Chooser = Callable[[Case], Any]


def serve(wire: Wire, choose: Chooser) -> None:
    """Answer questions until nobody asks any more."""
    wire.send({"ready": True})
    while True:
        question = wire.receive()
        wire.send({"nonce": question["nonce"], **_answer(choose, question["case"])})


def _answer(choose: Chooser, case: Case) -> dict[str, Any]:
    try:
        return {"answer": {"move": plain(choose(case))}}
    except BaseException as error:
        says = ""
        with suppress(BaseException):
            says = str(error).strip().split("\n")[0][:200]
        return {"error": type(error).__name__[:60], "says": says}


class KitPlayer:
    """A player of the kit. Each game gets a new one with a seed of its own, so that games do not depend on
    what was played before, nor on which process plays them."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self._game: Any = None
        self._player: Player = player(spec)
        self._follower = Follower()

    def __call__(self, case: Case) -> Any:
        """The move."""
        state = self._follower.state(case)
        if case.get("warm"):
            self._player.warm_up(state)
            return None
        if case["id"] != self._game:
            self._game, self._player = case["id"], player(reseeded(self.spec, case["id"]))
        limits = None if self._player.limits else Limits(**case["limits"])
        return self._player.think(state, limits).move


def reseeded(spec: str, game: str) -> str:
    """The same player with the seed that belongs to one game.

    >>> reseeded("random,seed=3", "0-1:4:X") == reseeded("random,seed=3", "0-1:4:X")
    True
    >>> reseeded("random", "0-1:4:X") == reseeded("random", "0-1:4:O")
    False
    """
    found = re.search(r",\s*seed=(\d+)", spec)
    own = found[1] if found else ""
    rest = spec[: found.start()] + spec[found.end() :] if found else spec
    return f"{rest},seed={zlib.crc32(f'{own}/{game}'.encode())}"


def own_function(source: str, path: str) -> Chooser:
    """The function `choose` of somebody's file."""
    space: dict[str, Any] = {"__name__": "player", "__file__": path}
    exec(compile(source, path, "exec"), space)
    function = space.get("choose")
    if not callable(function):
        raise NameError("there is no function choose(state) in it")
    return lambda case: choose_move(function, case)


def limit_memory(megabytes: int) -> None:
    """So much more than now, and no more.

    Numba loads its mathematics with the first call, and OpenBLAS in it asks for ever for memory that it does
    not get: so it is loaded before.
    """
    import_module("numba.np.arraymath")
    with suppress(OSError, ValueError):  # not every system lets us
        most = fence.address_space() + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> None:
    """`player_process SOCKET SETTINGS`: the number of the socket, and settings as JSON."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        fence.die_with_parent()
    settings = json.loads(sys.argv[2])
    wire = Wire(socket.socket(fileno=int(sys.argv[1])), MOST_SENT, 2**40)
    for module, file in settings["games"]:
        games.load(module, file)
    with suppress(Exception):  # the arena has hung up
        if "path" in settings:
            source = Path(settings["path"]).read_text(encoding="utf-8")
            sys.path.insert(0, str(Path(settings["path"]).resolve().parent))
            limit_memory(settings["memory"])
            try:
                choose = own_function(source, settings["path"])
            except BaseException as error:
                wire.send({"failed": f"{type(error).__name__}: {error}"[:300]})
                return
        else:
            choose = KitPlayer(settings["text"])
            limit_memory(settings["memory"])
        serve(wire, choose)
