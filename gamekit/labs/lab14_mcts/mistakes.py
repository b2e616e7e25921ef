"""Lab 14, Monte Carlo tree search: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.mistakes import Library, Mistake, edited, what_counts
from gamekit.grading.question import Question

# What the notebook gives; the models and the mistakes use it too.
GIVEN = """
MOVE, VISITS, POINTS, CHILDREN = range(4)  # a node is a list: [move, visits, points, children]
"""
IMPORTS = """
from math import inf, log, sqrt
"""
SELECT = (
    IMPORTS
    + GIVEN
    + """
def select(node, exploration):
    best, highest = 0, -inf
    for number, child in enumerate(node[CHILDREN]):
        if child[VISITS] == 0:
            return number
        average = child[POINTS] / child[VISITS]
        bound = average + exploration * sqrt(2 * log(node[VISITS]) / child[VISITS])
        if bound > highest:
            best, highest = number, bound
    return best
"""
)
EXPAND = """
def expand(node, state):
    if not node[CHILDREN]:
        node[CHILDREN] = [[move, 0, 0, []] for move in moves(state)]
"""
SIMULATE = """
def simulate(state, picks):
    for pick in picks:
        if is_over(state):
            break
        options = list(moves(state))
        state = play(state, options[pick % len(options)])
    result = score(state) if to_move(state) == 0 else -score(state)
    return 1 if result > 0 else 0 if result < 0 else 0.5
"""
BACKPROPAGATE = """
def backpropagate(path, points, turn):
    chooser = 1 - turn
    for node in path:
        node[VISITS] += 1
        node[POINTS] += points if chooser == 0 else 1 - points
        chooser = 1 - chooser
"""
PROVEN = """
def proven(proofs):
    if 1 in proofs:
        return 0
    if None in proofs:
        return None
    return 1 - max(proofs)
"""
ANSWER = """
def answer(rows):
    def rank(row):
        move, visits, points, proof, plies = row
        if proof == 1:
            return 2, -plies
        if proof == 0:
            return 0, plies
        return 1, visits
    return max(rows, key=rank)[0]
"""
SEARCH = """
def search(state, simulations, picks, exploration):
    root = [None, 0, 0, []]
    expand(root, state)
    for number in range(simulations):
        here, path = state, [root]
        while path[-1][CHILDREN]:
            child = path[-1][CHILDREN][select(path[-1], exploration)]
            here = play(here, child[MOVE])
            path.append(child)
        if path[-1][VISITS] > 0:
            expand(path[-1], here)
            if path[-1][CHILDREN]:
                child = path[-1][CHILDREN][0]
                here = play(here, child[MOVE])
                path.append(child)
        backpropagate(path, simulate(here, picks[number:]), to_move(state))
    return [child[VISITS] for child in root[CHILDREN]]
"""


def whole(thing: Any) -> Any:
    """2.0 and 2 are one number, wherever they stand."""
    if type(thing) is float and thing.is_integer():
        return int(thing)
    return [whole(item) for item in thing] if type(thing) is list else thing


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share; where a tree is changed, the tree and not what is returned."""
    seen = what_counts(question, answer)
    if seen is None:
        return None
    return whole(seen[2]) if question.way == "call_and_look" else whole(seen[0])


BOUND = "average + exploration * sqrt(2 * log(node[VISITS]) / child[VISITS])"
GROW = "node[CHILDREN] = [[move, 0, 0, []] for move in moves(state)]"
COUNT = "node[POINTS] += points if chooser == 0 else 1 - points"
TURNED = "result = score(state) if to_move(state) == 0 else -score(state)"
RULES = PROVEN.split(":\n", 1)[1].rstrip()
OPEN_ONLY = "    if None in proofs:\n        return 0 if 1 in proofs else None\n    "
ENTER = """
            if path[-1][CHILDREN]:
                child = path[-1][CHILDREN][0]
                here = play(here, child[MOVE])
                path.append(child)"""
POINTS_OF = "return 1 if result > 0 else 0 if result < 0 else 0.5"

LIBRARY = Library(
    models={
        "select": SELECT,
        "expand": EXPAND,
        "simulate": SIMULATE,
        "backpropagate": BACKPROPAGATE,
        "proven": PROVEN,
        "answer": ANSWER,
        "search": SEARCH,
    },
    sees=sees,
    mistakes={
        "select": (
            Mistake(
                "points of the other side",
                "You take the points of a child for those of the side that moves there. They belong to "
                "the side "
                "that chooses among the children: that is you, so the average is points / visits.",
                edited(SELECT, (BOUND, BOUND.replace("average", "1 - average"))),
                1,
            ),
            Mistake(
                "the average alone",
                "You choose the best average. A move that was unlucky at first is then never tried "
                "again: add "
                "the second term, which grows while a child waits.",
                edited(SELECT, (BOUND, "average")),
                1,
            ),
            Mistake(
                "no logarithm",
                "You divide the parent's visits by the child's. It is the logarithm of the parent's visits: "
                "without it the search tries all moves equally often.",
                edited(SELECT, ("log(node[VISITS])", "node[VISITS]")),
                1,
            ),
            Mistake(
                "the 2 is missing",
                "Under the root stands 2 ln V / v. You have left out the 2.",
                edited(SELECT, ("2 * log", "log")),
                1,
            ),
            Mistake(
                "no root",
                "You have left out the square root. The uncertainty of an average shrinks with the root "
                "of the "
                "visits.",
                edited(
                    SELECT,
                    ("sqrt(2 * log(node[VISITS]) / child[VISITS])", "2 * log(node[VISITS]) / child[VISITS]"),
                ),
                1,
            ),
            Mistake(
                "parent and child exchanged",
                "You take the logarithm of the child's visits and divide by the parent's. It is the "
                "other way "
                "round: the bound of a child shrinks with its own visits.",
                edited(SELECT, ("log(node[VISITS]) / child[VISITS]", "log(child[VISITS]) / node[VISITS]")),
                1,
            ),
            Mistake(
                "the smallest bound",
                "You take the smallest bound. The side that chooses wants the highest, at every node: "
                "points are "
                "always those of the side that chooses there.",
                edited(SELECT, ("-inf", "inf"), ("bound > highest", "bound < highest")),
                1,
            ),
            Mistake(
                "unvisited children wait",
                "You pass over children that were never visited. They come first: nothing is known of them.",
                edited(SELECT, ("return number", "continue")),
                2,
            ),
            Mistake(
                "the move instead of the number",
                "You return the move of the child. Asked is its number in the list of children, counted "
                "from 0.",
                edited(
                    SELECT,
                    ("return number", "return child[MOVE]"),
                    ("return best", "return node[CHILDREN][best][MOVE]"),
                ),
                0,
            ),
        ),
        "expand": (
            Mistake(
                "numbers instead of moves",
                "You number the children 0, 1, 2, ... A child keeps the move that leads to it, as "
                "`moves` says it.",
                edited(
                    EXPAND,
                    (
                        "[move, 0, 0, []] for move in moves(state)",
                        "[number, 0, 0, []] for number, move in enumerate(moves(state))",
                    ),
                ),
                1,
            ),
            Mistake(
                "one visit to begin with",
                "Your children begin with a visit. Nobody has been there yet: 0 visits and 0 points.",
                edited(EXPAND, ("[move, 0, 0, []]", "[move, 1, 0, []]")),
                1,
            ),
            Mistake(
                "the parent's numbers",
                "Your children begin with the visits and the points of their parent. Theirs are 0 and 0.",
                edited(EXPAND, ("[move, 0, 0, []]", "[move, node[VISITS], node[POINTS], []]")),
                1,
            ),
            Mistake(
                "one child only",
                "You add one child. One report does so, one with each visit; here a node gets all of "
                "them at once.",
                edited(EXPAND, ("in moves(state)]", "in list(moves(state))[:1]]")),
                1,
            ),
            Mistake(
                "grown again",
                "A node that has children already loses them, and all that was learnt below it. Look first.",
                edited(EXPAND, ("if not node[CHILDREN]:", "if True:")),
                2,
            ),
            Mistake(
                "grown twice",
                "A node that has children already gets them a second time. Look first.",
                edited(
                    EXPAND, ("if not node[CHILDREN]:", "if True:"), ("node[CHILDREN] =", "node[CHILDREN] +=")
                ),
                2,
            ),
        ),
        "simulate": (
            Mistake(
                "points of the side to move",
                "You return the points of the side that is to move when the game is over. Asked are "
                "those of the "
                "first player: `score` is for the side to move, so look whose turn it is.",
                edited(SIMULATE, (TURNED, "result = score(state)")),
                1,
            ),
            Mistake(
                "points of the second player",
                "You return the points of the second player. Asked are those of the first.",
                edited(SIMULATE, ("to_move(state) == 0", "to_move(state) == 1")),
                1,
            ),
            Mistake(
                "points of the side that began here",
                "You return the points of the side that was to move at the start of the simulation. "
                "Asked are those of "
                "the first player of the game, whoever moves here.",
                edited(
                    SIMULATE,
                    ("    for pick in picks:", "    began = to_move(state)\n    for pick in picks:"),
                    ("to_move(state) == 0", "to_move(state) == began"),
                ),
                1,
            ),
            Mistake(
                "a draw is a loss",
                "You count a draw as a loss. It is half a point for both sides.",
                edited(SIMULATE, ("else 0.5", "else 0")),
                2,
            ),
            Mistake(
                "a draw is a win",
                "You count a draw as a win. It is half a point for both sides.",
                edited(SIMULATE, ("else 0.5", "else 1")),
                2,
            ),
            Mistake(
                "the score itself",
                "You return the score: 1, 0 or -1. Asked are points: 1, a half or 0.",
                edited(SIMULATE, (POINTS_OF, "return result")),
                0,
            ),
            Mistake(
                "one pick for all moves",
                "You take the first of the picks for every move. Each move has a pick of its own.",
                edited(SIMULATE, ("options[pick % len(options)]", "options[picks[0] % len(options)]")),
                0,
            ),
            Mistake(
                "always the first move",
                "You play the first legal move each time. The picks say which: number pick % n of the n "
                "moves.",
                edited(SIMULATE, ("options[pick % len(options)]", "options[0]")),
                0,
            ),
        ),
        "backpropagate": (
            Mistake(
                "the sign mistake",
                "You give each node the points of the side that is to move there. Its points are "
                "compared by the side "
                "that chose it, one ply earlier: your search would choose the moves that are best for "
                "the other side.",
                edited(BACKPROPAGATE, ("chooser = 1 - turn", "chooser = turn")),
                1,
            ),
            Mistake(
                "the same points everywhere",
                "You add the same points to every node. The sides take turns along the path: what is 1 "
                "for one of "
                "them is 0 for the other.",
                edited(BACKPROPAGATE, (COUNT, "node[POINTS] += points")),
                1,
            ),
            Mistake(
                "the first player always begins",
                "You take it that the first player is to move at the root. Look at `turn`.",
                edited(BACKPROPAGATE, ("chooser = 1 - turn", "chooser = 1")),
                1,
            ),
            Mistake(
                "points are taken away",
                "You subtract the points for the other side. What is 1 for one side is 0 for the other: "
                "1 - points.",
                edited(BACKPROPAGATE, ("else 1 - points", "else -points")),
                0,
            ),
            Mistake(
                "the root is left out",
                "You leave out the root. Its visits are the V of the formula for its children.",
                edited(
                    BACKPROPAGATE, ("    for node in path:", "    chooser = turn\n    for node in path[1:]:")
                ),
                0,
            ),
            Mistake(
                "the leaf is left out",
                "You leave out the last node of the path, the one that was simulated from.",
                edited(BACKPROPAGATE, ("in path:", "in path[:-1]:")),
                0,
            ),
            Mistake(
                "visits count only wins",
                "You count a visit only where there are points. Every node of the path was visited.",
                edited(
                    BACKPROPAGATE,
                    ("node[VISITS] += 1", "node[VISITS] += (points if chooser == 0 else 1 - points) > 0.5"),
                ),
                0,
            ),
        ),
        "proven": (
            Mistake(
                "not turned round",
                "You return what the side to move can be sure of. The node's proof is for the side that "
                "chose it, the "
                "other one: 1 minus that.",
                edited(PROVEN, ("return 0", "return 1"), ("1 - max", "max")),
                0,
            ),
            Mistake(
                "waits for all children",
                "You wait until all children are proven. One won child is enough: the side to move will "
                "take it.",
                edited(PROVEN, ("    if 1 in proofs:\n        return 0\n", "")),
                2,
            ),
            Mistake(
                "a draw is enough",
                "A proven draw settles nothing while another child is open, which may still be a win.",
                edited(
                    PROVEN,
                    (
                        "    if None in proofs",
                        "    if 0.5 in proofs:\n        return 0.5\n    if None in proofs",
                    ),
                ),
                2,
            ),
            Mistake(
                "what is open counts as lost",
                "You pass over the children that are not proven. As long as one is open and none is won, "
                "nothing is "
                "certain.",
                edited(
                    PROVEN,
                    (
                        "    if None in proofs:\n        return None\n",
                        "    proofs = [proof or 0 for proof in proofs]\n",
                    ),
                ),
                2,
            ),
            Mistake(
                "the worst child",
                "You take the worst child. The side to move chooses the best one for itself.",
                edited(
                    PROVEN,
                    (
                        RULES,
                        OPEN_ONLY + "return 1 - min(proofs)",
                    ),
                ),
                1,
            ),
            Mistake(
                "the average of the children",
                "You take the average of the children. Proofs follow from proofs, never from averages: "
                "the side to move "
                "takes the best child.",
                edited(
                    PROVEN,
                    (
                        RULES,
                        OPEN_ONLY + "return 1 - sum(proofs) / len(proofs)",
                    ),
                ),
                1,
            ),
            Mistake(
                "one loss is enough",
                "One lost child proves nothing: the side to move need not play there.",
                edited(
                    PROVEN,
                    ("    if 1 in proofs:\n        return 0\n", "    if 0 in proofs:\n        return 1\n"),
                ),
                0,
            ),
        ),
        "answer": (
            Mistake(
                "the highest average",
                "You play the move with the best average. It may have been visited twice. The most "
                "visited one has the "
                "surest average, and a good one, or the search would not have come back so often.",
                edited(ANSWER, ("return 1, visits", "return 1, points / visits")),
                2,
            ),
            Mistake(
                "proofs are not looked at",
                "You play the most visited move, whatever is proven. A certain win comes first, a "
                "certain loss last.",
                edited(ANSWER, ("if proof == 1:", "if False:"), ("if proof == 0:", "if False:")),
                0,
            ),
            Mistake(
                "wins are not taken first",
                "You pass over lost moves, but a certain win must also come before every other move.",
                edited(ANSWER, ("if proof == 1:", "if False:")),
                2,
            ),
            Mistake(
                "lost moves are not put last",
                "You take wins first, but a move that is proven lost must not be played while there is "
                "another.",
                edited(ANSWER, ("if proof == 0:", "if False:")),
                1,
            ),
            Mistake(
                "the slowest win",
                "Of two wins you take the longer one. Take the nearer one, or the game may go on for ever.",
                edited(ANSWER, ("2, -plies", "2, plies")),
                2,
            ),
            Mistake(
                "the quickest loss",
                "Where all is lost you lose as quickly as you can. Hold out: the other side may not see it.",
                edited(ANSWER, ("0, plies", "0, -plies")),
                2,
            ),
            Mistake(
                "gives up",
                "Where all is lost you return nothing. A player must move: the move that holds out longest.",
                edited(
                    ANSWER,
                    (
                        "    return max(rows",
                        "    if all(row[3] == 0 for row in rows):\n        return None\n    return max(rows",
                    ),
                ),
                2,
            ),
        ),
        "search": (
            Mistake(
                "the sign mistake",
                "Your search prefers the moves that are best for the other side: points were added for "
                "the wrong side on "
                "the way up.",
                edited(SEARCH, ("to_move(state))", "1 - to_move(state))")),
                0,
            ),
            Mistake(
                "children at the first visit",
                "You give a node its children when it is visited for the first time. Here it gets them "
                "at its second "
                "visit.",
                edited(SEARCH, ("if path[-1][VISITS] > 0:", "if True:")),
                0,
            ),
            Mistake(
                "the new child is not entered",
                "After you have given a node its children, go on to the first of them before you simulate.",
                edited(
                    SEARCH,
                    (ENTER, ""),
                ),
                0,
            ),
            Mistake(
                "the same picks for every simulation",
                "Every simulation of yours begins with the first pick. Simulation number n begins with "
                "picks[n].",
                edited(SEARCH, ("picks[number:]", "picks")),
                0,
            ),
            Mistake(
                "simulates from the root",
                "You simulate from the position at the root. Simulate from where the walk has led.",
                edited(SEARCH, ("simulate(here,", "simulate(state,")),
                0,
            ),
            Mistake(
                "points instead of visits",
                "You return the points of the moves. Asked are their visits.",
                edited(SEARCH, ("[child[VISITS] for", "[child[POINTS] for")),
                0,
            ),
        ),
    },
)
