"""Monte Carlo tree search: no evaluation, only games played to the end.

A simulation walks down the tree by UCT (`select`), gives a node its children (`expand`), plays on to the
end of the game (`judge`) and adds the result to all nodes it came through (`backpropagate`).

    w / v + C * sqrt(2 * ln(V) / v)

decides which child is next: v and V are the visits of the child and of its parent, and w are the wins of
the side that **chose** the child, which is the side to move at its parent. A draw is half a win.

The tree is one array of nodes, 20 bytes each. The children of a node lie side by side, and a node does
not know its parent: the walk remembers the path. When the array is full the tree stops growing, and
simulations go on from its leaves.

Types choose the code. A *policy* (`RandomMoves`, `WinOrBlock`, those of gomoku and Connect Four) is what a
game's program knows, and says so by rules, each with a default that knows nothing:

    simulate_move, play_out   how a simulation plays
    offer                     which moves become children, and in which order: forced replies, the best few
    certain                   what is won or lost at sight, where the tree need not look any further

Switches say whether certain results are passed up, and whether children are opened one by one. What is
switched off costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from gamekit.bits import Bits, mix
from gamekit.code_cache import helper
from gamekit.compiling import compiled
from gamekit.errors import BadText, CannotCompile, GamekitError
from gamekit.rules import (
    FIRST,
    INF,
    PASS,
    SECOND,
    Move,
    State,
    count_moves,
    is_over,
    moves,
    play,
    rule,
    score,
    snapshot,
    to_move,
    undo,
)
from gamekit.search.clock import thinking_time
from gamekit.search.context import MOST_MOVES, NO_MOVE, Off, On, Switch, is_on
from gamekit.search.limits import Limits
from gamekit.search.result import Result
from gamekit.search.thinker import SECONDS_BETWEEN_REPORTS, Report, Thinker

__all__ = ["MCTS", "NODE", "Off", "Options", "RandomMoves", "below", "fast_run", "new_tree", "nth_move"]

Policy = Any
Node = Any
Rng = Any

# --- the tree ---------------------------------------------------------------------------------------------

LOSS, DRAW, WIN = 0, 1, 2  # half points, so that sums of them are whole numbers
UNKNOWN = -1  # a result that is not proven
ROOT = 0
LONGEST = 1024  # moves on a path, and in a simulation; what is longer is scored as it stands
MOST_VISITS = 2**31 - 1  # twice as many half points still fit 32 bits

# Points and proof are those of the side that chose the node.
NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("visits", np.uint32),
                ("points", np.uint32),
                ("first", np.int32),  # the first child; the others follow it
                ("children", np.int16),  # how many; 0: not expanded, or the game is over
                ("move", np.int16),  # that led here
                ("proof", np.int8),  # UNKNOWN, LOSS, DRAW or WIN
                ("plies", np.uint8),  # to the end of the game, where there is a proof
                ("partial", np.uint8),  # 1: moves were left out that may be better than its children
            ],
            align=True,
        ),
    )
)

# The one simulation that is under way, and what outlasts it: how full the array is, and the random numbers.
WALK = np.dtype(
    (
        np.record,
        [
            ("random", np.uint64),
            ("used", np.int64),  # nodes in the tree
            ("depth", np.int64),  # of the node where the walk is
            ("drawn", np.int64),  # down to this depth the walk counts as a draw
            ("partial", np.int64),  # what `offer` says of the list that it makes
            ("offered", np.int16, MOST_MOVES),
            ("path", np.int32, LONGEST),  # the nodes from the root to there
            ("chooser", np.int8, LONGEST),  # the side that chose each
            ("played", np.int16, LONGEST),  # the moves of the simulation below
        ],
    )
)


class Tree(NamedTuple):
    """All memory of a search: an array of `NODE` and an array with one `WALK`."""

    nodes: Any
    walk: Any


def new_tree(capacity: int, seed: int) -> Tree:
    """An unvisited root, and room for so many nodes in all.

    >>> len(new_tree(1000, seed=0).nodes)
    1000
    """
    tree = Tree(np.zeros(capacity, NODE), np.zeros(1, WALK))
    tree.walk[0].random = mix(seed + 1) or 1  # 0 would stay 0 for ever
    plant(tree)
    return tree


def add_node(tree: Tree, place: int, move: Move) -> None:
    """Write an unvisited node."""
    node = tree.nodes[place]
    node.visits, node.points, node.first, node.children = 0, 0, 0, 0
    node.move, node.proof, node.plies, node.partial = move, UNKNOWN, 0, 0


def add_visit(node: Node, points: int) -> None:
    """Count a visit and its points."""
    node.visits += 1
    node.points += points


def plant(tree: Tree) -> None:
    """Forget the tree but for an unvisited root."""
    add_node(tree, ROOT, PASS)
    tree.walk[0].used = 1


@helper
def for_side(points: Any, side: Any) -> Any:
    """What the points of the first player are to this side; and the other way round.

    >>> for_side(WIN, FIRST), for_side(WIN, SECOND), for_side(DRAW, SECOND)
    (2, 0, 1)
    """
    return points if side == FIRST else WIN - points


# --- random numbers ---------------------------------------------------------------------------------------


@helper
def below(rng: Rng, number: int) -> Any:
    """A random whole number from 0 to number - 1; `rng` is the record that is handed around."""
    word = rng.random
    word ^= word << Bits(13)
    word ^= word >> Bits(7)
    word ^= word << Bits(17)
    rng.random = word
    return np.int64(((word >> Bits(32)) * Bits(number)) >> Bits(32))


@rule(default=True)
def nth_move(state: State, n: int) -> Any:
    """The legal move number n, counted from 0.

    >>> from gamekit.games import tictactoe
    >>> nth_move(tictactoe.parse("XXO/..O/..."), 2)
    6
    """
    found = PASS
    for move in moves(state):
        if n == 0:
            found = move
            break
        n -= 1
    return found


# --- how simulations play ---------------------------------------------------------------------------------


@rule
def simulate_move(policy: Policy, state: State, rng: Rng) -> Any:
    """The move that a policy plays in a simulation; random numbers come from `below(rng, number)`.

    >>> from gamekit.games import tictactoe
    >>> rng = new_tree(1, seed=0).walk[0]
    >>> simulate_move(WinOrBlock(), tictactoe.parse("XX./O../O.."), rng)
    2
    """


@rule(default=True)
def play_out(policy: Policy, state: State, walk: Any) -> Any:
    """Play on to the end, and come back; the points of the first player."""
    length = 0
    while not is_over(state) and length < LONGEST:
        move = simulate_move(policy, state, walk)
        state = play(state, move)
        walk.played[length] = move
        length += 1
    result = score(state)
    points = for_side(WIN if result > 0 else LOSS if result < 0 else DRAW, to_move(state))
    while length > 0:
        length -= 1
        undo(state, walk.played[length])
    return points


@rule(default=True)
def offer(policy: Policy, state: State, walk: Any) -> Any:
    """Write the moves of a node's children to `walk.offered`, in the order in which they are tried: how many.

    Moves that lose for certain may be left out. Whoever leaves out others says so with `walk.partial = 1`:
    what is left out may be better, so all children together prove nothing.
    """
    count = 0
    for move in moves(state):
        walk.offered[count] = move
        count += 1
    return count


@rule(default=True)
def certain(policy: Policy, state: State) -> Any:
    """What the side to move is sure of at sight, and in how many plies; (UNKNOWN, 0) where it is of nothing.

    >>> from gamekit.games import tictactoe
    >>> certain(RandomMoves(), tictactoe.parse("XXX/OO./...")), certain(RandomMoves(), tictactoe.start())
    ((0, 0), (-1, 0))
    """
    if not is_over(state):
        return UNKNOWN, 0
    result = score(state)
    return (WIN if result > 0 else LOSS if result < 0 else DRAW), 0


@rule(default=True)
def rewind(state: State) -> Any:
    """Begin at the root again: for a state whose moves are not undone one by one."""
    return None


class RandomMoves(NamedTuple):
    """Every legal move is as likely as any other."""


@simulate_move.on(RandomMoves, plain=True)
def _(policy: Policy, state: State, rng: Rng) -> Any:
    return nth_move(state, below(rng, max(1, count_moves(state))))


class WinOrBlock(NamedTuple):
    """Take a win at hand; else any move that leaves the other side no win at hand; else any move."""


@helper
def winning_move(state: State) -> Any:
    """A move that wins at once, or `NO_MOVE`."""
    for move in moves(state):
        after = play(state, move)
        wins = is_over(after) and score(after) < 0
        undo(after, move)
        if wins:
            return move
    return NO_MOVE


@helper
def is_safe(state: State, move: Move) -> Any:
    """Does this move leave the other side no win at hand?"""
    after = play(state, move)
    reply = winning_move(after)
    undo(after, move)
    return reply == NO_MOVE


@simulate_move.on(WinOrBlock, plain=True)
def _(policy: Policy, state: State, rng: Rng) -> Any:
    win = winning_move(state)
    if win != NO_MOVE:
        return win
    choice = nth_move(state, below(rng, max(1, count_moves(state))))
    if not is_safe(state, choice):  # seldom, so the costly look at all moves is seldom too
        safe = 0
        for move in moves(state):
            if is_safe(state, move):
                safe += 1
                if below(rng, safe) == 0:
                    choice = move
    return choice


# --- the four steps ---------------------------------------------------------------------------------------


class Options(NamedTuple):
    """How the tree is walked: the C of UCT, and whether certain results are passed up (MCTS-Solver).

    What skipping proven children does to averages:

    - A proven loss is not chosen again, for its side has a better move. What it was thought to be worth
      before stays in the averages above, and weighs less with every simulation that now goes elsewhere.
    - A proven draw is chosen like any child, and each time its parent and all above it count a draw. Were it
      skipped, the visits would go to worse moves and its parent would look worse than a draw. There is
      nothing to simulate below it, so the walk goes on to the best sibling that is not proven, and what
      it finds counts only from there down. So the siblings are settled too, and draws can be proven.
    - A proven win proves the parent, so there is no average left to spoil.

    Proofs follow from proofs alone, never from averages.

    `widening`: only visits ** `power` children are tried, in the order in which they were offered: the more
    is known of a node, the more of its moves get a chance. (A power of 1 is one child more with each visit.)
    """

    exploration: float
    solver: Switch
    widening: Switch = Off()
    power: float = 1.0


def best_child(nodes: Any, parent: Node, options: Options, skipped: int) -> Any:
    """The child with the highest upper confidence bound; one that was never visited comes first.

    Children are skipped that are proven to be no better than `skipped`. `ROOT`, which is nobody's child,
    where none is left.
    """
    best, highest = ROOT, -1.0
    scale = 2.0 * options.exploration * options.exploration * log(np.float64(parent.visits))
    open_children = np.int64(parent.children)
    if is_on(options.widening):
        open_children = max(np.int64(1), np.int64(np.float64(parent.visits) ** options.power))
    for place in range(parent.first, parent.first + parent.children):
        child = nodes[place]
        if is_on(options.solver) and UNKNOWN < child.proof <= skipped:
            continue
        if is_on(options.widening):
            if open_children == 0:
                break
            open_children -= 1
        if child.visits == 0:
            return place
        share = 1.0 / np.float64(child.visits)
        bound = 0.5 * np.float64(child.points) * share + sqrt(scale * share)
        if bound > highest:
            best, highest = place, bound
    return best


def step_to(tree: Tree, place: int, state: State) -> State:
    """Play the move of a child and note it on the path."""
    walk = tree.walk[0]
    walk.depth += 1
    walk.path[walk.depth] = place
    walk.chooser[walk.depth] = to_move(state)
    return play(state, tree.nodes[place].move)


def select(tree: Tree, state: State, options: Options) -> State:
    """Walk from the root to a leaf, always to the child with the highest bound."""
    walk = tree.walk[0]
    rewind(state)
    walk.depth, walk.path[0], walk.chooser[0] = 0, ROOT, SECOND - to_move(state)
    walk.drawn = -1
    node = tree.nodes[ROOT]
    while node.children > 0:
        place = best_child(tree.nodes, node, options, LOSS)
        if is_on(options.solver):
            if place != ROOT and tree.nodes[place].proof == DRAW:
                add_visit(tree.nodes[place], DRAW)
                walk.drawn = walk.depth
                place = best_child(tree.nodes, node, options, DRAW)
            if place == ROOT:  # nothing is left to find out among the moves that were offered
                break
        state = step_to(tree, place, state)
        node = tree.nodes[place]
    return state


def expand(tree: Tree, state: State, policy: Policy) -> State:
    """Give a leaf its children at its second visit, and step to the first of them, if there is room."""
    walk = tree.walk[0]
    leaf = tree.nodes[walk.path[walk.depth]]
    if leaf.children > 0 or (leaf.visits == 0 and walk.depth > 0) or walk.depth + 1 == LONGEST:
        return state
    walk.partial = 0
    count = offer(policy, state, walk)
    if count == 0 or walk.used + count > len(tree.nodes):
        return state
    for number in range(count):
        add_node(tree, walk.used + number, walk.offered[number])
    leaf.first, leaf.children, leaf.partial = walk.used, count, walk.partial
    walk.used += count
    return step_to(tree, leaf.first, state)


def judge(tree: Tree, state: State, policy: Policy, options: Options) -> Any:
    """The points of the first player where the walk has ended: what is certain, else a simulation."""
    walk = tree.walk[0]
    node = tree.nodes[walk.path[walk.depth]]
    if is_on(options.solver):
        if node.children > 0:  # all that was offered loses: not certain, but there is nothing better to say
            return for_side(LOSS, to_move(state))
        if node.visits == 0:
            sure, plies = certain(policy, state)
            if sure != UNKNOWN:
                points = for_side(sure, to_move(state))
                prove(tree, points, plies)
                return points
    return play_out(policy, state, walk)


def backpropagate(tree: Tree, state: State, points: int, options: Options) -> None:
    """Add the result to every node of the path, as points of the side that chose it."""
    walk = tree.walk[0]
    for depth in range(walk.depth, -1, -1):
        node = tree.nodes[walk.path[depth]]
        if is_on(options.solver) and depth <= walk.drawn:
            points = DRAW
        add_visit(node, for_side(points, walk.chooser[depth]))
        if depth > 0:
            undo(state, node.move)


def run(tree: Tree, state: State, policy: Policy, options: Options, simulations: int) -> int:
    """Do so many simulations, or fewer if the root is proven before; how many were done.

    >>> from gamekit.games import tictactoe
    >>> tree = new_tree(1000, seed=0)
    >>> fast_run(tree, tictactoe.parse("XX./OO./..."), RandomMoves(), Options(1.0, Off()), 200)
    200
    >>> moves_tried = tree.nodes[1:6]
    >>> int(moves_tried["move"][moves_tried["visits"].argmax()])
    2
    """
    for done in range(simulations):
        if is_on(options.solver) and tree.nodes[ROOT].proof != UNKNOWN:
            return done
        leaf = select(tree, state, options)
        leaf = expand(tree, leaf, policy)
        points = judge(tree, leaf, policy, options)
        backpropagate(tree, leaf, points, options)
    return simulations


# --- what is certain --------------------------------------------------------------------------------------


def prove(tree: Tree, points: int, plies: int) -> None:
    """The walk has met what is certain: note it, and pass up what follows from it."""
    walk = tree.walk[0]
    depth = walk.depth
    node = tree.nodes[walk.path[depth]]
    node.proof, node.plies = for_side(points, walk.chooser[depth]), plies
    while depth > 0:
        depth -= 1
        node = tree.nodes[walk.path[depth]]
        best, plies = best_proof(tree.nodes, node)
        if best == UNKNOWN:
            return
        node.proof = best if walk.chooser[depth] == walk.chooser[depth + 1] else WIN - best
        node.plies = min(255, plies + 1)


def best_proof(nodes: Any, parent: Node) -> Any:
    """What the side to move can be sure of, and in how many plies after its move.

    One won child wins: the nearest win counts. Otherwise all must be known: then the best counts, and it is
    taken to last as long as the longest.
    """
    best, all_known = LOSS, parent.partial == 0
    shortest, longest = np.int64(255), np.int64(0)
    for place in range(parent.first, parent.first + parent.children):
        proof, plies = nodes[place].proof, np.int64(nodes[place].plies)
        if proof == WIN:
            shortest = min(shortest, plies)
        all_known = all_known and proof != UNKNOWN
        best = max(best, proof)
        longest = max(longest, plies)
    if best == WIN:
        return best, shortest
    return (best if all_known else UNKNOWN), longest


# --- the tree is kept between moves -----------------------------------------------------------------------


def keep(tree: Tree, place: int) -> None:
    """Make a child of the root the new root, and move what hangs below it to the front of the array.

    Children lie further back than their parents, so one sweep from front to back does, in place. A family
    of siblings that is kept must know who its parent is when the sweep arrives: until then the first
    sibling's `first` holds the parent (negative, as a mark), and the parent's `first` what belongs there.
    """
    nodes = tree.nodes
    move_node(nodes, place, ROOT)
    used = 1
    for place in range(1, tree.walk[0].used):
        if nodes[place].first < 0:
            parent = nodes[-nodes[place].first - 1]
            nodes[place].first, parent.first = parent.first, used
            for sibling in range(place, place + parent.children):
                move_node(nodes, sibling, used)
                used += 1
    tree.walk[0].used = used


def move_node(nodes: Any, old: int, new: int) -> None:
    """Move a node to a place further in front, and mark its children as kept."""
    nodes[new] = nodes[old]
    if nodes[new].children > 0:
        child = nodes[nodes[new].first]
        nodes[new].first, child.first = child.first, -new - 1


fast_run = compiled(run)
fast_keep = compiled(keep)


# --- for Python -------------------------------------------------------------------------------------------

LONGEST_BATCH = 0.005  # seconds; for so long a search may not notice that it should stop


PROOFS = {UNKNOWN: "", LOSS: "loss", DRAW: "draw", WIN: "win"}


@dataclass(frozen=True)
class Branch:
    """What the tree knows of a position: of the side that chose `move`, as everything here."""

    move: Move | None  # None at the root
    visits: int
    points: int  # half points: 2 a win, 1 a draw
    proof: str  # "win", "draw", "loss", or "" where nothing is certain
    plies: int  # to the end of the game, where it is certain
    place: int  # in the tree

    @property
    def value(self) -> float:
        """From -1, a loss, to 1, a win."""
        if self.proof:
            return {"win": 1.0, "draw": 0.0, "loss": -1.0}[self.proof]
        return self.points / self.visits - 1 if self.visits else 0.0


def preference(child: Branch) -> tuple[int, int, int]:
    """The nearest win, else the most visited, whose value is the surest; of losses the longest."""
    if child.proof == "win":
        return 2, -child.plies, child.visits
    if child.proof == "loss":
        return 0, child.plies, child.visits
    return 1, child.visits, 0


class MCTS(Thinker):
    """A search that keeps its tree from move to move.

    `policy`: how simulations play. `exploration`: the C of UCT. `solver`: pass up what is certain.
    `memory_mb`: how large the tree may grow. `power`: of a node's visits, so many children are tried; all, if
    nothing is said. Equal seeds and equal calls give equal answers, unless a clock
    or another thread ended a search. Games and policies that numba cannot compile run as plain Python.

    >>> from gamekit.games import tictactoe
    >>> search = MCTS(solver=True)
    >>> answer = search.search(tictactoe.parse("XX./OO./..."), simulations=1000)
    >>> answer.move, answer.value
    (2, 1.0)
    """

    def __init__(
        self,
        policy: Policy = RandomMoves(),  # noqa: B008  # a tuple: nobody can change it
        exploration: float = 1.0,
        solver: bool = False,
        seed: int = 0,
        memory_mb: float = 64,
        power: float | None = None,
    ) -> None:
        self.policy = policy
        widening = (Off(), 1.0) if power is None else (On(), float(power))
        self.options = Options(float(exploration), On() if solver else Off(), *widening)
        capacity = (int(memory_mb * 2**20) - WALK.itemsize) // NODE.itemsize
        self.tree = new_tree(max(1, min(capacity, 2**31 - 1)), seed)
        self._state: State = None  # at the root
        self._answer: Move = None  # our last answer, which was probably played

    def search(self, state: State, simulations: int | None = None, seconds: float | None = None) -> Result:
        """`think`, with the limits by their own names here."""
        return self.think(state, nodes=simulations, seconds=seconds)

    def check(self, state: State, limits: Limits) -> None:
        """A tree grows where it likes, so it has no depth."""
        if limits.depth is not None:
            raise BadText("mcts has no depth: give it nodes= (simulations) or time=")

    def _think(self, state: State, limits: Limits, report: Report | None) -> Result:
        """Search until the simulations are done, the time is over, the result is proven, or we are cancelled.

        In the result a value is the expected outcome for the side to move: 1 a win, 0 a draw, -1 a loss.
        `nodes` counts the simulations of this search, `values` has each move that was tried, and `line` is
        the most visited path. There is always at least one simulation, and so a legal move.

        The tree of the last search serves again where the state is the same, or one reply after our answer.
        The clock starts when the code is compiled.
        """
        self.check(state, limits)
        if limits.nodes is None and limits.seconds is None:
            raise GamekitError("say when to end: simulations=, seconds= or both")
        if is_over(state):
            return Result(None, float(np.sign(score(state))))
        self._follow(state)
        self._compile()
        begin = perf_counter()
        found = self._run(begin, limits, report)
        self._answer = self._line()[0]  # as the tree names it, which `found` may not
        return found

    def _run(self, begin: float, limits: Limits, report: Report | None) -> Result:
        """Simulate batch by batch, since compiled code sees neither the clock nor other threads."""
        root = self.tree.nodes[ROOT]
        most = MOST_VISITS - int(root.visits)
        if limits.nodes is not None:
            most = min(most, max(1, limits.nodes))
        end = INF if limits.seconds is None else begin + thinking_time(limits.seconds)
        done, batch, now, told = 0, 1, begin, begin
        while done < most and root.proof == UNKNOWN:
            before = now
            batch = min(batch, most - done)
            done += self._simulations(self.tree, self._stage(), self.policy, self.options, batch)
            now = perf_counter()
            if now >= end or self._cancelled:
                break
            if report is not None and now >= told + SECONDS_BETWEEN_REPORTS:
                told = now
                report(self._found(done, begin))
            # A quarter of what is left: on a busy machine the next batch may take much longer than the last.
            batch = max(1, int(batch * min(LONGEST_BATCH, (end - now) / 4) / (now - before)))
        found = self._found(done, begin)
        if report is not None:
            report(found)
        return found

    def _found(self, done: int, begin: float) -> Result:
        """What to say after so many simulations, on the way and at the end."""
        line = self._line()
        values = {child.move: child.value for child in self.children() if child.visits > 0}
        spent = perf_counter() - begin
        return Result(line[0], values[line[0]], line, len(line), done, seconds=spent, values=values)

    def forget(self) -> None:
        """Begin the next search with an empty tree."""
        self._state = self._answer = None

    def root(self) -> Branch:
        """What the tree knows of the position that was searched last.

        >>> from gamekit.games import tictactoe
        >>> search = MCTS(solver=True)
        >>> _ = search.search(tictactoe.parse("XX./OO./..."), simulations=1000)
        >>> search.root().proof, search.root().plies  # lost for the side that let it come to this
        ('loss', 1)
        """
        return self._branch(ROOT)

    def children(self, branch: Branch | None = None) -> list[Branch]:
        """What it knows of the moves there, by their numbers; of those at the root if nothing is said."""
        node = self.tree.nodes[ROOT if branch is None else branch.place]
        found = [self._branch(int(node.first) + number) for number in range(node.children)]
        return sorted(found, key=lambda child: child.move or 0)

    def _branch(self, place: int) -> Branch:
        node = self.tree.nodes[place]
        move = None if place == ROOT else int(node.move)
        return Branch(
            move, int(node.visits), int(node.points), PROOFS[int(node.proof)], int(node.plies), place
        )

    def _stage(self) -> State:
        """What simulations are played on: the state at the root, or a form of it that suits them better."""
        return self._state

    def _compile(self) -> None:
        """Compile, or load from disk; what numba cannot compile runs as plain Python, slowly."""
        try:
            fast_run(self.tree, self._stage(), self.policy, self.options, 0)
            self._simulations: Any = fast_run
        except CannotCompile:
            self._simulations = run

    def advance(self, move: Move) -> None:
        """A move was played: what the tree knows of the state after it is kept.

        >>> from gamekit.games import connect4
        >>> search = MCTS()
        >>> move = search.search(connect4.start("4x4"), simulations=1000).move
        >>> visits = search.visits()[move]
        >>> search.advance(move)
        >>> int(search.tree.nodes[ROOT].visits) == visits
        True
        """
        if self._state is None:
            raise GamekitError("advance follows a search; there was none yet")
        self._state = play(self._state, move)
        self._answer = None
        root = self.tree.nodes[ROOT]
        for place in range(root.first, root.first + root.children):
            if self.tree.nodes[place].move == move:
                fast_keep(self.tree, place)
                return
        plant(self.tree)

    def visits(self) -> dict[Move, int]:
        """How often each move at the root was visited.

        >>> from gamekit.games import connect4
        >>> search = MCTS()
        >>> _ = search.search(connect4.start("4x4"), simulations=1000)
        >>> sum(search.visits().values())
        1000
        """
        return {child.move: child.visits for child in self.children()}

    def __len__(self) -> int:
        """How many nodes the tree has."""
        return int(self.tree.walk[0].used)

    def _follow(self, state: State) -> None:
        """Move the root to this state, with the tree below it if we have one."""
        if not _same(self._state, state):
            reply = self._reply_to_answer(state)
            if reply is not None:
                self.advance(self._answer)
                self.advance(reply)
            else:
                self._state = snapshot(state)
                plant(self.tree)
        root = self.tree.nodes[ROOT]
        if root.proof != UNKNOWN and root.children == 0:  # known at sight, but no move of it was ever tried
            plant(self.tree)
        least = 1 + len(moves(state))
        if len(self.tree.nodes) < least:  # an answer needs room for every move, whatever the limit
            self.tree = Tree(np.zeros(least, NODE), self.tree.walk)
            plant(self.tree)

    def _reply_to_answer(self, state: State) -> Move:
        """The move that leads from our last answer to this state; None if there is none."""
        if type(state) is not type(self._state) or self._answer is None:
            return None
        after = play(snapshot(self._state), self._answer)
        for reply in moves(after):
            if _same(play(snapshot(after), reply), state):
                return reply
        return None

    def _line(self) -> tuple[Move, ...]:
        """The best child of the root, its best child, and so on."""
        found: list[Move] = []
        family = self.children()
        while family and (best := max(family, key=preference)).visits > 0:
            found.append(best.move)
            family = self.children(best)
        return tuple(found)


def _same(a: State, b: State) -> bool:
    return type(a) is type(b) and bool(a == b)
