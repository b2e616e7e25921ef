"""Players: a player is `state -> move`, under a clock, made from a short text.

    othello:pvs,tt,killers,depth=8      a game (if it plays no other), a method, switches, limits
    random,seed=3
    alphabeta,killers,time=0.5,eval=discs
    alphabeta,depth=4,eval=300corners+8mobility-2frontier   weights of features, for Othello
    mcts,nodes=20000,solver,careful     simulations; proofs; simulations that win and block at sight
    engine,time=1                       the finished Othello program; with full-width, without Multi-ProbCut;
                                        with eval=network, judging by the network of lesson 12
    gomoku:engine,no-killers,time=0.5   the gomoku program, with one of its ideas switched off
    connect4:engine,no-safe,nodes=5000  the Connect Four program, by Monte Carlo tree search
    gtp:COMMAND                         another program, spoken to by the Go Text Protocol
    piskvork:COMMAND                    a gomoku program, spoken to as in tournaments

`player(text)` reads such a text; the command `gamekit search`, boards, arena and exercises use it.
`think` chooses a move, `analyse` says what every move is worth; both can report while they work.
`levels(state)` has players of rising strength for people to play against.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gamekit import games
from gamekit.connect4 import engine as connect4_engine
from gamekit.errors import BadText, GamekitError
from gamekit.evaluators import FinalScore
from gamekit.games.gomoku import Gomoku
from gamekit.games.othello import Othello, PlainScore
from gamekit.gomoku import engine as gomoku_engine
from gamekit.othello import engine as othello_engine
from gamekit.othello.engine import FIRST_SHARE, Engine, in_discs, is_worth_trying
from gamekit.othello.evaluators import IMPROVED, WEIGHTED, Linear, Mobility, Simple
from gamekit.othello.learnt import LEARNT
from gamekit.othello.probcut import shipped
from gamekit.rules import Evaluator, Move, State, Value, is_over, moves, play, snapshot, value
from gamekit.search.context import MOST_PLIES
from gamekit.search.deepening import Searcher
from gamekit.search.mcts import MCTS, RandomMoves, WinOrBlock
from gamekit.search.minimax import choose
from gamekit.search.result import Result
from gamekit.search.table import Table

Report = Callable[[Result], None]

METHODS = ("random", "minimax", "alphabeta", "pvs", "mtdf", "bisection", "mcts", "engine")
SWITCHES = (
    *("tt", "killers", "history", "static", "previous", "aspiration", "probcut", "full-width"),
    *("memory", "solver", "careful"),
    *("no-pruning", "no-killers", "no-ordering", "no-table", "no-threats"),  # of the gomoku program
    *("by-hand", "score-table", "by-mcts"),  # its weights, its evaluation, its search
    *(
        "no-safe",
        "no-follow",
        "no-centre",
        "no-solver",
        "no-forced",
        "no-keep",
        "one-child",
    ),  # of Connect Four's
)
OWN_SWITCHES = {  # of the programs of these games, and of nobody else
    "gomoku": SWITCHES[SWITCHES.index("no-pruning") : SWITCHES.index("no-safe")],
    "connect4": ("no-threats", *SWITCHES[SWITCHES.index("no-safe") :]),
}
OWN_NUMBERS = {
    "gomoku": ("width", "distance"),  # moves tried in a position; of candidates from stones
    "connect4": ("exploration",),  # the C of UCT
}
NUMBERS = ("depth", "nodes", "time", "seed", "table", "width", "distance", "exploration")
WITH_FRACTIONS = ("time", "table", "exploration")  # seconds, megabytes
EVALUATORS: dict[str, Callable[[], Evaluator]] = {
    "final": FinalScore,
    "discs": PlainScore,
    "mobility": lambda: Mobility(1),
    "simple": Simple,
    "weighted": lambda: WEIGHTED,
    "improved": lambda: IMPROVED,
    **LEARNT,
}
WEIGHTS = re.compile(r"([+-]?\d{1,6})([a-z_]+)")  # one weight of a sum of features, such as -60x_squares
OUTSIDE = ("gtp:", "piskvork:")  # how the text of a program that is not ours begins
ASPIRATION_WIDTH = 2
SECONDS_BETWEEN_REPORTS = 0.1  # of mcts, which has no depths to report


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
        self._engine: Engine | None = None
        self._gomoku: gomoku_engine.Engine | None = None
        self._connect4: connect4_engine.Engine | None = None
        self._cancelled = False

    def __call__(self, state: State) -> Move:
        """The move alone."""
        return self.think(state).move

    def __repr__(self) -> str:
        return f"<player {self.text}>"

    def think(self, state: State, limits: Limits | None = None, report: Report | None = None) -> Result:
        """Choose a move within these limits, else within those of the text, else within a second.

        `report` hears of every depth that was finished, or ten times a second where there are no depths.
        """
        self._cancelled = False
        game = self.check(state, limits)
        within = limits or self.limits
        if self.method == "random":
            options = list(moves(state))
            move = self._chance.choice(options) if options else None
            return Result(move, 0, (move,) if options else ())
        if self.method == "minimax":
            return self._minimax(state, game, within)
        within = within or ONE_SECOND
        if self.method == "mcts":
            return self._simulate(self._mcts(game), state, within, report)
        if self.method == "engine" and game == "gomoku":
            told = None if report is None else lambda found: report(gomoku_engine.as_outcome(found))
            found = self._gomoku_engine().think(
                state, depth=within.depth, nodes=within.nodes, seconds=within.seconds, report=told
            )
            return gomoku_engine.as_outcome(found)
        if self.method == "engine" and game == "connect4":
            return self._connect4_engine().think(
                state, nodes=within.nodes, seconds=within.seconds, report=report
            )
        if self.method == "engine":
            return self._the_engine().think(
                state, depth=within.depth, nodes=within.nodes, seconds=within.seconds, report=report
            )
        return self._searcher(game).deepen(
            state, depth=within.depth, nodes=within.nodes, seconds=within.seconds, report=report
        )

    def analyse(self, state: State, limits: Limits | None = None, report: Report | None = None) -> Result:
        """What every move is worth to the side to move, best first in `values`, within the same limits.

        >>> from gamekit.games import tictactoe
        >>> found = player("alphabeta,depth=9").analyse(tictactoe.parse("XX./OO./..."))
        >>> found.move, found.value, found.values
        (2, 1, {2: 1, 5: 0, 6: -1, 7: -1, 8: -1})
        """
        within = limits or self.limits or ONE_SECOND
        if self.method == "random":
            found = self.think(state)
            return replace(found, values=dict.fromkeys(moves(state), 0))
        game = self.check(state, limits)
        if self.method in ("minimax", "mcts") or (self.method == "engine" and game == "connect4"):
            found = self.think(state, limits, report)  # they know every move's value anyway
            return replace(found, values=_best_first(found.values))
        self._cancelled = False
        if self.method == "engine" and game == "gomoku":
            told = None if report is None else lambda found: report(gomoku_engine.as_outcome(found))
            found = self._gomoku_engine().analyse(
                state, depth=within.depth, nodes=within.nodes, seconds=within.seconds, report=told
            )
            return gomoku_engine.as_outcome(found)
        if self.method == "engine":
            return self._analyse_by_engine(state, within, report)
        return self._analyse_by_depth(self._searcher(game), self._evaluator(game), state, within, report)

    def warm_up(self, state: State) -> None:
        """Compile what this game needs, or complain, before a clock runs."""
        self.think(state, Limits(depth=1) if self.limits.depth else Limits(nodes=1))

    def check(self, state: State, limits: Limits | None = None) -> str:
        """The name of the state's game; `GamekitError` where the player cannot play it within its limits."""
        game = type(state).__module__.rpartition(".")[2]
        within = limits or self.limits
        if self.game and self.game != game:
            raise GamekitError(f"the player {self.text} plays {self.game}, not {game}")
        by_mcts = self.method == "mcts" or (self.method == "engine" and game == "connect4")
        if (by_mcts or "by-mcts" in self.switches) and within.depth is not None:
            raise BadText("mcts has no depth: give it nodes= (simulations) or time=")
        if self.method == "minimax" and within.depth is None:
            raise BadText("minimax looks at no clock: give it a depth, as in minimax,depth=3")
        if self.method == "engine" and game != "connect4" and not isinstance(state, Othello | Gomoku):
            raise GamekitError(
                f"the engine plays othello on 8x8, gomoku and connect4, not {type(state).__name__}"
            )
        for name in (*self.switches, *self.numbers):
            owners = [own for own in OWN_SWITCHES if name in (*OWN_SWITCHES[own], *OWN_NUMBERS[own])]
            if owners and (self.method != "engine" or game not in owners):
                raise BadText(f"{name} in the player {self.text!r} is for {' and '.join(owners)}'s engine")
        return game

    def _whole(self, name: str) -> int | None:
        return int(self.numbers[name]) if name in self.numbers else None

    def cancel(self) -> None:
        """Stop thinking and answer with what there is; called from another thread."""
        self._cancelled = True
        for searcher in self._searchers.values():
            searcher.cancel()
        for tree in self._trees.values():
            tree.cancel()
        if self._engine is not None:
            self._engine.cancel()
        if self._gomoku is not None:
            self._gomoku.cancel()
        if self._connect4 is not None:
            self._connect4.cancel()

    def _evaluator(self, game: str) -> Evaluator:
        """The evaluator that the text names, or the one that fits the game."""
        name = self.evaluator or ("mobility" if game == "othello" else "final")
        return EVALUATORS[name]() if name in EVALUATORS else weighted_sum(name)

    def _minimax(self, state: State, game: str, within: Limits) -> Result:
        assert within.depth is not None  # as `check` has made sure
        begin = time.perf_counter()
        found = choose(state, within.depth, self._evaluator(game), "memory" in self.switches, self._seed)
        return replace(found, seconds=time.perf_counter() - begin)

    def _simulate(self, tree: MCTS, state: State, within: Limits, report: Report | None) -> Result:
        """One search, or for somebody who wants reports many short ones: the tree is kept between them."""
        if report is None:
            return tree.search(state, simulations=within.nodes, seconds=within.seconds)
        done, spent = 0, 0.0
        while True:
            seconds = SECONDS_BETWEEN_REPORTS
            if within.seconds is not None:
                seconds = min(seconds, within.seconds - spent)
            left = None if within.nodes is None else within.nodes - done
            found = tree.search(state, simulations=left, seconds=seconds)
            done, spent, has_ended = done + found.nodes, spent + found.seconds, found.nodes == 0
            found = replace(found, nodes=done, seconds=spent)
            report(found)
            has_ended |= within.nodes is not None and done >= within.nodes
            has_ended |= within.seconds is not None and spent >= 0.99 * within.seconds
            if has_ended or self._cancelled:
                return found

    def _analyse_by_depth(
        self, searcher: Searcher, evaluator: Evaluator, state: State, within: Limits, report: Report | None
    ) -> Result:
        """Search below every move to depth 1, 2, 3, ...; the values are those of the last finished depth."""
        searcher.deepen(state, nodes=1)  # so that it is compiled when the clock starts
        begin = time.perf_counter()
        best = Result(None, value(evaluator, state))
        nodes = 0
        for depth in range(1, (within.depth or MOST_PLIES - 2) + 1):
            values: dict[Move, Value] = {}
            lines: dict[Move, tuple[Move, ...]] = {}
            reaches_the_end = True
            for move in best.values or moves(state):
                child = play(snapshot(state), move)
                if is_over(child) or depth == 1:
                    values[move], lines[move] = -value(evaluator, child), (move,)
                    nodes += 1
                    reaches_the_end &= bool(is_over(child))
                    continue
                left = _left(within, nodes, time.perf_counter() - begin)
                if left is None or self._cancelled:
                    return replace(best, nodes=nodes, seconds=time.perf_counter() - begin)
                found = searcher.deepen(child, depth=depth - 1, nodes=left.nodes, seconds=left.seconds)
                nodes += found.nodes
                if searcher.stopped:  # what is not finished is worth nothing
                    return replace(best, nodes=nodes, seconds=time.perf_counter() - begin)
                values[move], lines[move] = -found.value, (move, *found.line)
                reaches_the_end &= found.depth < depth - 1
            if not values or self._cancelled:
                break
            values = _best_first(values)
            move = next(iter(values))
            seconds = time.perf_counter() - begin
            best = Result(move, values[move], lines[move], depth, nodes, seconds=seconds, values=values)
            if report is not None:
                report(best)
            if reaches_the_end:
                break
        return best

    def _analyse_by_engine(self, state: State, within: Limits, report: Report | None) -> Result:
        """As above, and where the solver should be able to finish in time, exact values after that."""
        engine = self._the_engine()
        exact = is_worth_trying(state, len(moves(state)), within.depth, within.nodes, within.seconds)
        first = within
        if exact:
            first = (
                replace(within, seconds=within.seconds * FIRST_SHARE) if within.seconds else Limits(depth=1)
            )
        told = None if report is None else lambda found: report(in_discs(found))
        found = in_discs(self._analyse_by_depth(engine.searcher, engine.evaluator, state, first, told))
        if exact and not self._cancelled:
            left = None if within.seconds is None else within.seconds - found.seconds
            found = engine.exact_values(state, left, report) or found
        return found

    def _the_engine(self) -> Engine:
        if self._engine is None:
            evaluator = self.evaluator or othello_engine.EVALUATOR
            full_width = "full-width" in self.switches
            self._engine = Engine(self.numbers.get("table", 32), full_width, evaluator)
        return self._engine

    def _gomoku_engine(self) -> gomoku_engine.Engine:
        if self._gomoku is None:
            words: dict[str, Any] = {name: f"no-{name}" not in self.switches for name in gomoku_engine.IDEAS}
            words |= {name.replace("-", "_"): name in self.switches for name in OWN_SWITCHES["gomoku"][-3:]}
            words |= {name: int(self.numbers[name]) for name in OWN_NUMBERS["gomoku"] if name in self.numbers}
            table, seed = self.numbers.get("table", 32), self._seed or 0
            self._gomoku = gomoku_engine.Engine(gomoku_engine.Switches(**words), table_mb=table, seed=seed)
        return self._gomoku

    def _connect4_engine(self) -> connect4_engine.Engine:
        if self._connect4 is None:
            words = {name: f"no-{name}" not in self.switches for name in connect4_engine.IDEAS}
            words |= {name: name.replace("_", "-") in self.switches for name in connect4_engine.EXTRAS}
            self._connect4 = connect4_engine.Engine(
                connect4_engine.Switches(**words),
                exploration=self.numbers.get("exploration", connect4_engine.EXPLORATION),
                memory_mb=self.numbers.get("table", connect4_engine.MEMORY_MB),
                seed=self._seed or 0,
            )
        return self._connect4

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
                probcut=shipped(evaluator=self.evaluator) if "probcut" in self.switches else None,
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
    if text.startswith(OUTSIDE):
        from gamekit.protocols import outside_player

        return outside_player(text)
    return Player(text)


# --- players for people ----------------------------------------------------------------------------------

LEVEL_NAMES = ("beginner", "easy", "medium", "hard", "hardest")
SMALL_BOARD = 16  # squares; tic-tac-toe up to this size is searched to its end
LEVELS: dict[str, tuple[str, ...]] = {
    "tictactoe": (
        "random",
        "mcts,nodes=60",
        "mcts,careful,nodes=500",
        "mcts,careful,solver,time=0.5",
        "mcts,careful,solver,time=2",
    ),
    "small tictactoe": (
        "random",
        "alphabeta,depth=1",
        "alphabeta,depth=3",
        "pvs,tt,killers,time=0.5",
        "pvs,tt,killers,time=2",
    ),
    "connect4": (
        "mcts,nodes=40",
        "mcts,nodes=400",
        "mcts,careful,nodes=2000",
        "engine,time=0.3",
        "engine,time=2",
    ),
    "othello": (
        "alphabeta,depth=1,eval=discs",  # greedy: takes what it can get
        "alphabeta,depth=2",
        "pvs,tt,killers,depth=4",
        "engine,time=0.3",
        "engine,time=2",
    ),
    "small othello": (  # the engine plays on 8x8 only
        "alphabeta,depth=1,eval=discs",
        "alphabeta,depth=2",
        "pvs,tt,killers,depth=4",
        "pvs,tt,killers,time=0.3",
        "pvs,tt,killers,time=2",
    ),
    "gomoku": (
        "engine,score-table,no-threats,depth=1",  # sees what a stone makes, and nothing after it
        "engine,no-threats,depth=2",
        "engine,no-threats,depth=4",
        "engine,time=0.3",
        "engine,time=2",
    ),
}


def levels(state: State) -> tuple[str, ...]:
    """The texts of five players of rising strength for this game.

    >>> from gamekit.games import othello
    >>> levels(othello.start())[2]
    'pvs,tt,killers,depth=4'
    """
    game = type(state).__module__.rpartition(".")[2]
    if game not in LEVELS:
        raise GamekitError(
            f"there are no levels for {game}; there are for tictactoe, connect4, othello and gomoku"
        )
    if game == "tictactoe" and state.width * state.height <= SMALL_BOARD:
        return LEVELS["small tictactoe"]
    if game == "othello" and not isinstance(state, Othello):
        return LEVELS["small othello"]
    return LEVELS[game]


def weighted_sum(text: str) -> Linear | None:
    """The sum of Othello's features that a text says, each with its weight; None where it says none.

    >>> weighted_sum("300corners+8mobility") == Linear(corners=300, mobility=8)
    True
    >>> weighted_sum("8magic")
    """
    terms = WEIGHTS.findall(text)
    weights = {feature: int(weight) for weight, feature in terms}
    is_whole = "".join(weight + feature for weight, feature in terms) == text
    if not terms or not is_whole or len(weights) < len(terms) or not weights.keys() <= set(Linear._fields):
        return None
    return Linear(**weights)


# --- texts ------------------------------------------------------------------------------------------------


def known() -> str:
    """What a player's text may say."""
    numbers = " ".join(f"{name}=" for name in NUMBERS)
    return (
        f"methods {' '.join(METHODS)}; switches {' '.join(SWITCHES)}; numbers {numbers}; "
        f"eval={'|'.join(EVALUATORS)}, or a sum such as 300corners+8mobility of {' '.join(Linear._fields)}"
    )


def _best_first(values: dict[Move, Value]) -> dict[Move, Value]:
    return dict(sorted(values.items(), key=lambda pair: -pair[1]))


def _left(within: Limits, nodes: int, seconds: float) -> Limits | None:
    """What is left of the limits; None where nothing is."""
    nodes_left = None if within.nodes is None else within.nodes - nodes
    seconds_left = None if within.seconds is None else within.seconds - seconds
    if (nodes_left is not None and nodes_left <= 0) or (seconds_left is not None and seconds_left <= 0):
        return None
    return Limits(nodes=nodes_left, seconds=seconds_left)


def _read(text: str) -> tuple[str, str, set[str], dict[str, float], str]:
    """Game, method, switches, numbers and evaluator of a player's text; '' for what it does not say."""
    game, colon, rest = text.rpartition(":")
    if colon and game not in games.names():
        raise BadText(
            f"the player {text!r} names the game {game!r}; the games are {', '.join(games.names())}"
        )
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
        elif name == "eval" and (number in EVALUATORS or weighted_sum(number) is not None):
            evaluator = number
        elif name in NUMBERS:
            numbers[name] = _number(name, number, text)
        else:
            raise BadText(f"the player {text!r} says {word!r}, which is not known; known are {known()}")
    if "probcut" in switches and evaluator not in LEARNT:
        raise BadText(f"probcut in the player {text!r} was fitted to patterns: say eval=patterns too")
    if method == "engine" and evaluator and evaluator not in LEARNT:
        raise BadText(f"the engine in the player {text!r} judges by one of eval={'|'.join(LEARNT)}")
    return game, method, switches, numbers, evaluator


def _number(name: str, number: str, text: str) -> float:
    try:
        found = float(number) if name in WITH_FRACTIONS else int(number)
    except ValueError:
        raise BadText(f"{name}= in the player {text!r} wants a number, not {number!r}") from None
    if not 0 <= found <= 10**12 or (name != "seed" and found == 0):
        raise BadText(f"{name}= in the player {text!r} wants a number above 0, not {number}")
    return found
