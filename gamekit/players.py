"""Players: a player is `state -> move`, under a clock, made from a short spec.

    othello:pvs,tt,killers,depth=8      a game (if it plays no other), a method, switches, limits
    random,seed=3
    alphabeta,killers,time=0.5,eval=discs
    alphabeta,depth=4,eval=300corners+8mobility-2frontier   weights of features, for Othello
    alphabeta,depth=4,eval=mine.py      your own: a file with evaluate(state), for the side to move
    mcts,nodes=20000,solver,careful     simulations; proofs; simulations that win and block at sight
    engine,threads=2,time=1             the finished Othello program, on two cores
    othello:engine,no-probcut,time=1    the same with one of its parts switched off
    gomoku:engine,no-killers,time=0.5   the gomoku program, with one of its ideas switched off
    gomoku:engine,weights=FILE          the same with weights that `gamekit train gomoku` has learnt
    gomoku:novice                       a weak opponent that stays as it is, to measure by
    connect4:engine,no-safe,nodes=5000  the Connect Four program, by Monte Carlo tree search
    gtp:COMMAND                         another program, spoken to by the Go Text Protocol
    piskvork:COMMAND                    a gomoku program, spoken to as in tournaments

`player(spec)` makes one; the command `gamekit search`, boards, arena and exercises use it. It thinks and
analyses as every `Thinker` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from gamekit import games
from gamekit.errors import BadText, GamekitError
from gamekit.evaluators import evaluator_of, try_out
from gamekit.game import LEVELS_OF_ANY_GAME, Game, game_of
from gamekit.player_spec import (
    NUMBERS,
    OWN,
    SWITCHES,
    Spec,
    all_fits,
    all_games,
    in_words,
    named_evaluator,
    read_spec,
)
from gamekit.rules import Evaluator, Move, State
from gamekit.search.context import MOST_MOVES
from gamekit.search.deepening import METHODS as SEARCHES
from gamekit.search.deepening import Searcher
from gamekit.search.limits import ONE_SECOND, GameClock, Limits
from gamekit.search.mcts import MCTS, RandomMoves, WinOrBlock
from gamekit.search.minimax import Minimax
from gamekit.search.result import Result
from gamekit.search.table import Table
from gamekit.search.thinker import RandomMover, Report, Thinker

__all__ = [
    "ONE_SECOND",
    "GameClock",
    "Limits",
    "Player",
    "Report",
    "in_words",
    "levels",
    "player",
    "unit_of",
]

# How the spec of a program that is not ours begins: each is a module of `gamekit/protocols/`.
OUTSIDE = ("gtp:", "piskvork:")
ASPIRATION_WIDTH = 2


# --- methods ----------------------------------------------------------------------------------------------


def _searcher(spec: Spec, game: Game) -> Thinker:
    threads = spec.whole("threads") or 1
    needs_table = spec.has("tt") or spec.method in ("mtdf", "bisection") or threads > 1
    return Searcher(
        _evaluator(spec, game),
        method=spec.method,
        table=Table(spec.number("table", 32)) if needs_table else None,
        static=spec.has("static"),
        policy=_policy(game) if spec.has("policy") else None,
        few=spec.whole("few") or MOST_MOVES,
        killers=spec.has("killers"),
        history=spec.has("history"),
        previous=spec.has("previous"),
        aspiration_width=ASPIRATION_WIDTH if spec.has("aspiration") else 0,
        probcut=all_fits()[spec.evaluator]() if spec.has("probcut") else None,
        threads=threads,
    )


def _policy(game: Game) -> Any:
    if game.policy is None:
        raise GamekitError(f"nobody has learnt a policy for {game.name}")
    return game.policy()


def _mcts(spec: Spec, game: Game) -> Thinker:
    return MCTS(
        WinOrBlock() if spec.has("careful") else RandomMoves(),
        solver=spec.has("solver"),
        seed=spec.whole("seed") or 0,
        memory_mb=spec.number("table", 64),
    )


def _engine(spec: Spec, game: Game) -> Thinker:
    if game.engine is None:
        *some, last = [each.engine_plays or each.name for each in games.having("engine")]
        raise GamekitError(f"the engine plays {', '.join(some)} and {last}, not {game.name}")
    if "threads" in spec.numbers and "threads" not in game.numbers:
        raise BadText(f"threads in the player {spec.text!r}: {game.name}'s engine thinks on one core")
    made: Thinker = game.engine(spec)
    return made


MAKERS: dict[str, Callable[[Spec, Game], Thinker]] = {
    "random": lambda spec, game: RandomMover(spec.whole("seed")),
    "minimax": lambda spec, game: Minimax(_evaluator(spec, game), spec.has("memory"), spec.whole("seed")),
    **dict.fromkeys(SEARCHES, _searcher),
    "mcts": _mcts,
    "engine": _engine,
}


def _evaluator(spec: Spec, game: Game) -> Evaluator:
    """The evaluator that the spec names, or the one that fits the game."""
    return named_evaluator(spec.evaluator or game.evaluator)


# --- players ----------------------------------------------------------------------------------------------


class Player(Thinker):
    """Chooses moves as its spec says."""

    def __init__(self, spec: str | Spec) -> None:
        self.spec = read_spec(spec) if isinstance(spec, str) else spec
        self.method = self.spec.method
        depth, nodes = self.spec.whole("depth"), self.spec.whole("nodes")
        self.limits = Limits(depth, nodes, self.spec.numbers.get("time"))
        self._thinkers: dict[str, Thinker] = {}  # one a game: tables must not be shared by games

    def __call__(self, state: State) -> Move:
        """The move alone."""
        return self.think(state).move

    def __repr__(self) -> str:
        return f"<player {self.spec.text}>"

    def check(self, state: State, limits: Limits | None = None) -> None:
        """`GamekitError` where the player cannot play this state within these limits, or within its own."""
        self.thinker(state, limits or self.limits)

    def warm_up(self, state: State) -> None:
        """Compile what this game needs, or complain, before a clock runs."""
        self.think(state, Limits(depth=1) if self.limits.depth else Limits(nodes=1))

    def cancel(self) -> None:
        """Stop thinking and answer with what there is; called from another thread."""
        super().cancel()
        for thinker in list(self._thinkers.values()):
            thinker.cancel()

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Within these limits, else within those of the spec, else within a second."""
        within = limits or self.limits
        return self.thinker(state, within).think(state, within or ONE_SECOND, report)

    def _analyse(self, state: State, limits: Limits, report: Report | None) -> Result:
        within = limits or self.limits
        return self.thinker(state, within).analyse(state, within or ONE_SECOND, report)

    def thinker(self, state: State, limits: Limits) -> Thinker:
        """Who thinks about this game; `GamekitError` where nobody can, or not within these limits."""
        game = self._refuse_other_games(state)
        if game.name not in self._thinkers:
            self._refuse_foreign_switches(game)
            fixed = game.fixed.get(self.method)
            self._thinkers[game.name] = fixed() if fixed else MAKERS[self.method](self.spec, game)
            try_out(named_evaluator(self.spec.evaluator), state)
        self._thinkers[game.name].check(state, limits)
        return self._thinkers[game.name]

    def _refuse_other_games(self, state: State) -> Game:
        game = game_of(state)
        if self.spec.game and self.spec.game != game.name:
            raise GamekitError(f"the player {self.spec.text} plays {self.spec.game}, not {game.name}")
        return game

    def _refuse_foreign_switches(self, game: Game) -> None:
        """A switch of one game's engine means nothing to anybody else."""
        for name in (*self.spec.switches, *self.spec.numbers, *["weights"] * bool(self.spec.weights)):
            owners = [each.name for each in all_games() if name in (*each.switches, *each.numbers)]
            if name in SWITCHES or name in NUMBERS or not owners:
                continue
            if self.method != "engine" or game.name not in owners:
                raise BadText(
                    f"{name} in the player {self.spec.text!r} is for {' and '.join(owners)}'s engine"
                )


def player(spec: str, **evaluators: Any) -> Player:
    """The player that a spec describes; `eval=` may name evaluators given here, or functions of a state.

    >>> from gamekit.games import othello
    >>> player("othello:pvs,tt,killers,depth=4")(othello.start())
    19
    >>> player("alphabeta,depth=2,eval=mine", mine=lambda state: state.player & 1)(othello.start())
    19
    >>> player("random,seed=3")
    <player random,seed=3>
    """
    for name, given in evaluators.items():
        OWN[name] = evaluator_of(given) if isinstance(given, FunctionType) else given
    if spec.startswith(OUTSIDE):
        from gamekit.protocols import outside_player

        return outside_player(spec)
    return Player(spec)


def unit_of(spec: str, state: State) -> str:
    """What a player's values count: discs, moves, points of a sum; where nothing is said, 1 is a win.

    >>> from gamekit.games import connect4, othello
    >>> unit_of("pvs,depth=4", othello.start()), unit_of("engine", othello.start())
    ('moves', 'discs')
    >>> unit_of("mcts,nodes=400", connect4.start())
    '(1 is a win)'
    """
    if spec.startswith(OUTSIDE):
        return ""
    read, game = read_spec(spec), game_of(state)
    if read.method in ("mcts", "random") or not game.units:
        return "(1 is a win)"
    return game.units.get("engine" if read.method == "engine" else read.evaluator or game.evaluator, "points")


# --- players for people ----------------------------------------------------------------------------------

LEVEL_NAMES = ("beginner", "easy", "medium", "hard", "hardest")


def levels(state: State) -> Sequence[str]:
    """The specs of five players of rising strength for this game.

    >>> from gamekit.games import othello
    >>> levels(othello.start())[2]
    'pvs,tt,killers,depth=4'
    """
    game = game_of(state)
    if game.levels is not None:
        return game.levels(state)
    if game.face is None:
        known = ", ".join(each.name for each in games.having("face"))
        raise GamekitError(f"there are no levels for {game.name}; there are for {known}")
    return LEVELS_OF_ANY_GAME
