"""The learnt evaluators by their names: `patterns`, a sum of weights, and `network`, layers over patterns.

The network judges better, the sum is quicker; which of them plays better is a matter of measuring: see
docs/training.md.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable

from gamekit.errors import GamekitError
from gamekit.othello.network import Network, network
from gamekit.othello.patterns import FilePath, Patterns, patterns

LEARNT: dict[str, Callable[[], Patterns | Network]] = {"network": network, "patterns": patterns}


def learnt(what: FilePath) -> Patterns | Network:
    """The evaluator of this name, or of a file that `gamekit train` made.

    >>> learnt("patterns") is patterns()
    True
    """
    if what in LEARNT:
        return LEARNT[str(what)]()
    try:
        with zipfile.ZipFile(what) as file:
            is_network = "layers.npy" in file.namelist()
    except FileNotFoundError:
        names = ", ".join(LEARNT)
        raise GamekitError(f"there is no file of weights {what}; what has a name is {names}") from None
    except (OSError, zipfile.BadZipFile):
        is_network = False  # whatever it is, it is said below what is wrong with it
    return network(str(what)) if is_network else patterns(str(what))
