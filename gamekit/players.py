"""Players: a player is `state -> move`, under a clock, made from a short text.

    othello:pvs,tt,killers,depth=8      a game (if it plays no other), a method, switches, limits
    random,seed=3
    alphabeta,killers,time=0.5,eval=discs
    mcts,nodes=20000,solver,careful     simulations; proofs; simulations that win and block at sight

`player(text)` reads such a text; the command `gamekit search`, boards, arena and exercises use it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from gamekit import games
from gamekit.errors import BadText, GamekitError
from gamekit.evaluation.basic import FinalScore
from gamekit.evaluation.othello import Mobility
from gamekit.games.othello import PlainScore
from gamekit.rules import Evaluator, Move, State, moves
from gamekit.search.deepening import Searcher
from gamekit.search.mcts import MCTS, RandomMoves, WinOrBlock
from gamekit.search.minimax import choose
from gamekit.search.result import Result
from gamekit.search.table import Table

Report = Callable[[Result], None]

METHODS = ("random", "minimax", "alphabeta", "pvs", "mtdf", "bisection", "mcts")
SWITCHES = ("tt", "killers", "history", "static", "previous", "aspiration", "memory", "solver", "careful")
NUMBERS = ("depth", "nodes", "time", "seed", "table")  # time in seconds, table in megabytes
EVALUATORS: dict[str, Callable[[], Evaluator]] = {
    "final": FinalScore,
    "discs": PlainScore,
    "mobility": lambda: Mobility(1),
}
ASPIRATION_WIDTH = 2


@dataclass(frozen=True)
class Limits:
    """How long one move may take; what is None does not limit."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __bool__(self) -> bool:
        return any(limit is not None for limit in (self.depth, self.nodes, self.seconds))


ONE_SECOND = Limits(seconds=1.0)


@dataclass
class GameClock:
    """A clock for a whole game: so many seconds, and some more with each move."""

    seconds: float
    increment: float = 0.0
    moves_ahead: int = 20  # spend a share of what is left, as if so many moves were to come

    def for_next_move(self) -> float:
        """How long the next move may take; never so long that the clock could run out.

        >>> GameClock(60).for_next_move()
        3.0
        """
        share = self.seconds / self.moves_ahead + 0.9 * self.increment
        return max(min(share, 0.9 * self.seconds - 0.01), 0.001)

    def spend(self, seconds: float) -> None:
        """A move took this long; `GamekitError` where the clock has run out."""
        self.seconds -= seconds
        if self.seconds < 0:
            raise GamekitError(f"the clock ran out {-self.seconds:.3f} s ago")
        self.seconds += self.increment


class Player:
    """Chooses moves as its text says. Not to be shared by threads, but any thread may `cancel` it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.game, self.method, self.switches, self.numbers, self.evaluator = _read(text)
        self.limits = Limits(self._whole("depth"), self._whole("nodes"), self.numbers.get("time"))
        self._seed = self._whole("seed")
        self._chance = random.Random(self._seed)
        self._searchers: dict[str, Searcher] = {}  # one a game: tables must not be shared by games
        self._trees: dict[str, MCTS] = {}

    def __call__(self, state: State) -> Move:
        """The move alone."""
        return self.think(state).move

    def __repr__(self) -> str:
        return f"<player {self.text}>"

    def think(self, state: State, limits: Limits | None = None, report: Report | None = None) -> Result:
        """Choose a move within these limits, else within those of the text, else within a second."""
        game = type(state).__module__.rpartition(".")[2]
        if self.game and self.game != game:
            raise GamekitError(f"the player {self.text} plays {self.game}, not {game}")
        within = limits or self.limits
        if self.method == "random":
            options = list(moves(state))
            move = self._chance.choice(options) if options else None
            return Result(move, 0, (move,) if options else ())
        if self.method == "minimax":
            return self._minimax(state, game, within)
        within = within or ONE_SECOND
        if self.method == "mcts":
            if within.depth is not None:
                raise BadText("mcts has no depth: give it nodes= (simulations) or time=")
            return self._mcts(game).search(state, simulations=within.nodes, seconds=within.seconds)
        return self._searcher(game).deepen(
            state, depth=within.depth, nodes=within.nodes, seconds=within.seconds, report=report
        )

    def _whole(self, name: str) -> int | None:
        return int(self.numbers[name]) if name in self.numbers else None

    def cancel(self) -> None:
        """Stop thinking and answer with what there is; called from another thread."""
        for searcher in self._searchers.values():
            searcher.cancel()
        for tree in self._trees.values():
            tree.cancel()

    def _evaluator(self, game: str) -> Evaluator:
        """The evaluator that the text names, or the one that fits the game."""
        return EVALUATORS[self.evaluator or ("mobility" if game == "othello" else "final")]()

    def _minimax(self, state: State, game: str, within: Limits) -> Result:
        if within.depth is None:
            raise BadText("minimax looks at no clock: give it a depth, as in minimax,depth=3")
        begin = time.perf_counter()
        found = choose(state, within.depth, self._evaluator(game), "memory" in self.switches, self._seed)
        return replace(found, seconds=time.perf_counter() - begin)

    def _searcher(self, game: str) -> Searcher:
        if game not in self._searchers:
            needs_table = "tt" in self.switches or self.method in ("mtdf", "bisection")
            self._searchers[game] = Searcher(
                self._evaluator(game),
                method=self.method,
                table=Table(self.numbers.get("table", 32)) if needs_table else None,
                static="static" in self.switches,
                killers="killers" in self.switches,
                history="history" in self.switches,
                previous="previous" in self.switches,
                aspiration_width=ASPIRATION_WIDTH if "aspiration" in self.switches else 0,
            )
        return self._searchers[game]

    def _mcts(self, game: str) -> MCTS:
        if game not in self._trees:
            self._trees[game] = MCTS(
                WinOrBlock() if "careful" in self.switches else RandomMoves(),
                solver="solver" in self.switches,
                seed=self._seed or 0,
                memory_mb=self.numbers.get("table", 64),
            )
        return self._trees[game]


def player(text: str) -> Player:
    """Read a player's text.

    >>> from gamekit.games import othello
    >>> player("othello:pvs,tt,killers,depth=4")(othello.start())
    19
    >>> player("random,seed=3")
    <player random,seed=3>
    """
    return Player(text)


def known() -> str:
    """What a player's text may say."""
    numbers = " ".join(f"{name}=" for name in NUMBERS)
    return (
        f"methods {' '.join(METHODS)}; switches {' '.join(SWITCHES)}; numbers {numbers}; "
        f"eval={'|'.join(EVALUATORS)}"
    )


def _read(text: str) -> tuple[str, str, set[str], dict[str, float], str]:
    """Game, method, switches, numbers and evaluator of a player's text; '' for what it does not say."""
    game, colon, rest = text.rpartition(":")
    if colon and game not in games.NAMES:
        raise BadText(f"the player {text!r} names the game {game!r}; the games are {', '.join(games.NAMES)}")
    method, *words = [word.strip() for word in rest.split(",")]
    if method not in METHODS:
        raise BadText(f"the player {text!r} begins with {method!r}, which is no method; known are {known()}")
    switches: set[str] = set()
    numbers: dict[str, float] = {}
    evaluator = ""
    for word in words:
        name, _, number = word.partition("=")
        if word in SWITCHES:
            switches.add(word)
        elif name == "eval" and number in EVALUATORS:
            evaluator = number
        elif name in NUMBERS:
            numbers[name] = _number(name, number, text)
        else:
            raise BadText(f"the player {text!r} says {word!r}, which is not known; known are {known()}")
    return game, method, switches, numbers, evaluator


def _number(name: str, number: str, text: str) -> float:
    try:
        found = float(number) if name in ("time", "table") else int(number)
    except ValueError:
        raise BadText(f"{name}= in the player {text!r} wants a number, not {number!r}") from None
    if not 0 <= found <= 10**12 or (name != "seed" and found == 0):
        raise BadText(f"{name}= in the player {text!r} wants a number above 0, not {number}")
    return found
