"""Lab 14, Monte Carlo tree search: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, what_counts, wrong
from gamekit.grading.question import Question

# What the notebook gives; the models and the mistakes use it too.
FOLDER = read_folder(__file__)
PROVEN = FOLDER.answers["proven"]


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
    return whole(seen[2]) if question.kind == "call_and_look" else whole(seen[0])


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
DIAGONAL_BY_ROW = "lines[RISING][column - row + height - 1] |= 1 << row"
POINTS_OF = "return 1 if result > 0 else 0 if result < 0 else 0.5"

LIBRARY = Library(
    FOLDER,
    sees=sees,
    mistakes={
        "select": (
            wrong(
                "points of the other side",
                1,
                "You take the points of a child for those of the side that moves there. They belong to "
                "the side that chooses among the children: that is you, so the average is points / "
                "visits.",
                (BOUND, BOUND.replace("average", "1 - average")),
            ),
            wrong(
                "the average alone",
                1,
                "You choose the best average. A move that was unlucky at first is then never tried "
                "again: add the second term, which grows while a child waits.",
                (BOUND, "average"),
            ),
            wrong(
                "no logarithm",
                1,
                "You divide the parent's visits by the child's. It is the logarithm of the parent's "
                "visits: without it the search tries all moves equally often.",
                ("log(node[VISITS])", "node[VISITS]"),
            ),
            wrong(
                "the 2 is missing",
                1,
                "Under the root stands 2 ln V / v, with V the visits of the parent and v those of the "
                "child. You have left "
                "out the 2, or taken the wrong visits in the logarithm.",
                ("2 * log", "log"),
            ),
            wrong(
                "the exploration stands under the root",
                1,
                "The exploration stands under the root, so its own root is taken. It is a factor before "
                "the root.",
                (
                    "exploration * sqrt(2 * log(node[VISITS]) / child[VISITS])",
                    "sqrt(exploration * 2 * log(node[VISITS]) / child[VISITS])",
                ),
            ),
            wrong(
                "no root",
                1,
                "You have left out the square root. The uncertainty of an average shrinks with the root "
                "of the visits.",
                ("sqrt(2 * log(node[VISITS]) / child[VISITS])", "2 * log(node[VISITS]) / child[VISITS]"),
            ),
            wrong(
                "parent and child exchanged",
                1,
                "You take the logarithm of the child's visits and divide by the parent's. It is the "
                "other way round: the bound of a child shrinks with its own visits.",
                ("log(node[VISITS]) / child[VISITS]", "log(child[VISITS]) / node[VISITS]"),
            ),
            wrong(
                "the children's visits added up",
                1,
                "You add up the visits of the children and take the logarithm of that. V is the node's own "
                "number, node[VISITS]: the search also came by before it had children.",
                (
                    "log(node[VISITS])",
                    "log(sum(each[VISITS] for each in node[CHILDREN]))",
                ),
            ),
            wrong(
                "the logarithm to base 2",
                1,
                "Your logarithm has the base 2, so the second term is too large. The natural logarithm is "
                "meant: log(...) with one argument.",
                ("log(node[VISITS])", "log(node[VISITS], 2)"),
            ),
            wrong(
                "the smallest bound",
                1,
                "You take the smallest bound. The side that chooses wants the highest, at every node: "
                "points are always those of the side that chooses there.",
                ("-inf", "inf"),
                ("bound > highest", "bound < highest"),
            ),
            wrong(
                "unvisited children wait",
                2,
                "You pass over children that were never visited. They come first: nothing is known of them.",
                ("return number", "continue"),
            ),
            wrong(
                "the move instead of the number",
                0,
                "You return the move of the child. Asked is its number in the list of children, counted "
                "from 0.",
                ("return number", "return child[MOVE]"),
                ("return best", "return node[CHILDREN][best][MOVE]"),
            ),
        ),
        "expand": (
            wrong(
                "numbers instead of moves",
                1,
                "You number the children 0, 1, 2, ... A child keeps the move that leads to it, as "
                "`moves` says it.",
                (
                    "[move, 0, 0, []] for move in moves(state)",
                    "[number, 0, 0, []] for number, move in enumerate(moves(state))",
                ),
            ),
            wrong(
                "one visit to begin with",
                1,
                "Your children begin with a visit. Nobody has been there yet: 0 visits and 0 points.",
                ("[move, 0, 0, []]", "[move, 1, 0, []]"),
            ),
            wrong(
                "the parent's numbers",
                1,
                "Your children begin with the visits and the points of their parent. Theirs are 0 and 0.",
                ("[move, 0, 0, []]", "[move, node[VISITS], node[POINTS], []]"),
            ),
            wrong(
                "one child only",
                1,
                "You add one child. One report does so, one with each visit; here a node gets all of "
                "them at once.",
                ("in moves(state)]", "in list(moves(state))[:1]]"),
            ),
            wrong(
                "grown again",
                2,
                "A node that has children already loses them, and all that was learnt below it. Look first.",
                ("if not node[CHILDREN]:", "if True:"),
            ),
            wrong(
                "grown twice",
                2,
                "A node that has children already gets them a second time. Look first.",
                ("if not node[CHILDREN]:", "if True:"),
                ("node[CHILDREN] =", "node[CHILDREN] +="),
            ),
        ),
        "simulate": (
            wrong(
                "points of the side to move",
                1,
                "You return the points of the side that is to move when the game is over. Asked are "
                "those of the first player: `score` is for the side to move, so look whose turn it is.",
                (TURNED, "result = score(state)"),
            ),
            wrong(
                "points of the second player",
                1,
                "You return the points of the second player. Asked are those of the first.",
                ("to_move(state) == 0", "to_move(state) == 1"),
            ),
            wrong(
                "points of the side that began here",
                1,
                "You return the points of the side that was to move at the start of the simulation. "
                "Asked are those of the first player of the game, whoever moves here.",
                ("    for pick in picks:", "    began = to_move(state)\n    for pick in picks:"),
                ("to_move(state) == 0", "to_move(state) == began"),
            ),
            wrong(
                "a draw is a loss",
                2,
                "You count a draw as a loss. It is half a point for both sides.",
                ("else 0.5", "else 0"),
            ),
            wrong(
                "a draw is a win",
                2,
                "You count a draw as a win. It is half a point for both sides.",
                ("else 0.5", "else 1"),
            ),
            wrong(
                "the score itself",
                0,
                "You return the score: 1, 0 or -1. Asked are points: 1, a half or 0.",
                (POINTS_OF, "return result"),
            ),
            wrong(
                "one pick for all moves",
                0,
                "You take the first of the picks for every move. Each move has a pick of its own.",
                ("options[pick % len(options)]", "options[picks[0] % len(options)]"),
            ),
            wrong(
                "always the first move",
                0,
                "You play the first legal move each time. The picks say which: number pick % n of the n "
                "moves.",
                ("options[pick % len(options)]", "options[0]"),
            ),
        ),
        "backpropagate": (
            wrong(
                "the sign mistake",
                1,
                "You give each node the points of the side that is to move there. Its points are "
                "compared by the side that chose it, one ply earlier: your search would choose the "
                "moves that are best for the other side.",
                ("chooser = 1 - turn", "chooser = turn"),
            ),
            wrong(
                "the same points everywhere",
                1,
                "You add the same points to every node. The sides take turns along the path: what is 1 "
                "for one of them is 0 for the other.",
                (COUNT, "node[POINTS] += points"),
            ),
            wrong(
                "the first player always begins",
                1,
                "You take it that the first player is to move at the root. Look at `turn`.",
                ("chooser = 1 - turn", "chooser = 1"),
            ),
            wrong(
                "points are taken away",
                0,
                "You subtract the points for the other side. What is 1 for one side is 0 for the other: "
                "1 - points.",
                ("else 1 - points", "else -points"),
            ),
            wrong(
                "the root is left out",
                0,
                "You leave out the root. Its visits are the V of the formula for its children.",
                ("    for node in path:", "    chooser = turn\n    for node in path[1:]:"),
            ),
            wrong(
                "the leaf is left out",
                0,
                "You leave out the last node of the path, the one that was simulated from.",
                ("in path:", "in path[:-1]:"),
            ),
            wrong(
                "visits count only wins",
                0,
                "You count a visit only where there are points. Every node of the path was visited.",
                ("node[VISITS] += 1", "node[VISITS] += (points if chooser == 0 else 1 - points) > 0.5"),
            ),
        ),
        "proven": (
            wrong(
                "not turned round",
                0,
                "You return what the side to move can be sure of. The node's proof is for the side that "
                "chose it, the other one: 1 minus that.",
                ("return 0", "return 1"),
                ("1 - max", "max"),
            ),
            wrong(
                "waits for all children",
                2,
                "You wait until all children are proven. One won child is enough: the side to move will "
                "take it.",
                ("    if 1 in proofs:\n        return 0\n", ""),
            ),
            wrong(
                "a draw is enough",
                2,
                "A proven draw settles nothing while another child is open, which may still be a win.",
                (
                    "    if None in proofs",
                    "    if 0.5 in proofs:\n        return 0.5\n    if None in proofs",
                ),
            ),
            wrong(
                "what is open counts as lost",
                2,
                "You pass over the children that are not proven. As long as one is open and none is "
                "won, nothing is certain.",
                (
                    "    if None in proofs:\n        return None\n",
                    "    proofs = [proof or 0 for proof in proofs]\n",
                ),
            ),
            wrong(
                "the worst child",
                1,
                "You take the worst child. The side to move chooses the best one for itself.",
                (
                    RULES,
                    OPEN_ONLY + "return 1 - min(proofs)",
                ),
            ),
            wrong(
                "the average of the children",
                1,
                "You take the average of the children. Proofs follow from proofs, never from averages: "
                "the side to move takes the best child.",
                (
                    RULES,
                    OPEN_ONLY + "return 1 - sum(proofs) / len(proofs)",
                ),
            ),
            wrong(
                "one loss is enough",
                0,
                "One lost child proves nothing: the side to move need not play there.",
                ("    if 1 in proofs:\n        return 0\n", "    if 0 in proofs:\n        return 1\n"),
            ),
        ),
        "answer": (
            wrong(
                "the highest average",
                2,
                "You play the move with the best average. It may have been visited twice. The most "
                "visited one has the surest average, and a good one, or the search would not have come "
                "back so often.",
                ("visits, _, proof", "visits, points, proof"),
                ("return 1, visits", "return 1, points / visits"),
            ),
            wrong(
                "proofs are not looked at",
                0,
                "You play the most visited move, whatever is proven. A certain win comes first, a "
                "certain loss last.",
                ("if proof == 1:", "if False:"),
                ("if proof == 0:", "if False:"),
            ),
            wrong(
                "a proven draw is put behind what is open",
                2,
                "You put a proven draw behind moves that nobody knows. Among moves that are not lost the "
                "visits "
                "decide.",
                ("        return 1, visits\n", "        return (1 if proof is None else 0.5), visits\n"),
            ),
            wrong(
                "wins are not taken first",
                2,
                "You pass over lost moves, but a certain win must also come before every other move.",
                ("if proof == 1:", "if False:"),
            ),
            wrong(
                "lost moves are not put last",
                1,
                "You take wins first, but a move that is proven lost must not be played while there is "
                "another.",
                ("if proof == 0:", "if False:"),
            ),
            wrong(
                "the slowest win",
                2,
                "Of two wins you do not take the nearer one, but the longer one, or the first in the list. "
                "Take the "
                "nearer one, or the game may go on for ever.",
                ("2, -plies", "2, plies"),
            ),
            wrong(
                "the quickest loss",
                2,
                "Where all is lost you lose as quickly as you can. Hold out: the other side may not see it.",
                ("0, plies", "0, -plies"),
            ),
            wrong(
                "gives up",
                2,
                "Where all is lost you return nothing. A player must move: the move that holds out longest.",
                (
                    "    return max(rows",
                    "    if all(row[3] == 0 for row in rows):\n        return None\n    return max(rows",
                ),
            ),
            wrong(
                "the most points",
                2,
                "Among the moves that are open you take the one with the most points. Take the most "
                "visited: points without visits say little.",
                ("_, visits, _, proof, plies = row", "_, _, visits, proof, plies = row"),
            ),
        ),
        "pass_up": (
            wrong(
                "the end alone",
                0,
                "The proof stands where the walk has ended, and nothing follows above it. Go back from the "
                "end to the root: put what you have found out into each family, and ask `proven`.",
                ("reversed(range(len(way)))", "()"),
            ),
            wrong(
                "one step up",
                0,
                "You go up one node and stop. What is proven there may settle the next one, and so on to the "
                "root.",
                ("        if proofs[depth] is None:\n            break", "        break"),
            ),
            wrong(
                "the same proof all the way up",
                0,
                "You note the same proof at every node of the way. Sides take turns, and the other children "
                "have a say: ask `proven` at each node.",
                ("proven(family)", "proofs[depth + 1]"),
            ),
            wrong(
                "turned, without asking the others",
                0,
                "You turn the proof round at each node and do not look at the other children. One lost child "
                "proves nothing: ask `proven` at each node.",
                ("proven(family)", "1 - proofs[depth + 1]"),
            ),
            wrong(
                "a proof of 0 is taken for none",
                0,
                "A lost position has the proof 0, and Python takes 0 for false. Ask whether the proof "
                "`is None`.",
                ("proven(family)", "proven(family) or None"),
            ),
            wrong(
                "stops at a proof of 0",
                0,
                "You note a proof of 0 and stop there: Python takes 0 for false. Ask whether the proof "
                "`is None`.",
                ("if proofs[depth] is None", "if not proofs[depth]"),
            ),
            wrong(
                "the end first",
                0,
                "You return the proofs from the end to the root. The root's comes first.",
                ("return proofs", "return proofs[::-1]"),
            ),
        ),
        "completing": (
            wrong(
                "open threes only",
                0,
                "You see three stones side by side. Two and one with a gap between them make four as well.",
                (
                    "if missing.bit_count() == 1:",
                    "if missing in (0b1 << lowest, 0b1000 << lowest):",
                ),
            ),
            wrong(
                "the gap only",
                0,
                "You see gaps, and miss the ends of three stones side by side.",
                (
                    "if missing.bit_count() == 1:",
                    "if missing in (0b10 << lowest, 0b100 << lowest):",
                ),
            ),
            wrong(
                "beyond the line",
                2,
                "You look beyond the end of the line: there is no square there. The last window begins at "
                "length - 4.",
                ("range(length - 3)", "range(length)"),
            ),
            wrong(
                "one window too few",
                0,
                "You leave out the last window of four squares. It begins at length - 4.",
                ("range(length - 3)", "range(length - 4)"),
            ),
            wrong(
                "two stones are enough",
                0,
                "You take windows with two empty squares too. One more stone must make four.",
                ("bit_count() == 1", "bit_count() in (1, 2)"),
            ),
            wrong(
                "the whole window",
                0,
                "You return the stones as well. Asked are the empty squares that complete four.",
                ("found |= missing", "found |= 0b1111 << lowest"),
            ),
            wrong(
                "three make three",
                0,
                "Your windows have three squares. Four stones are wanted, one of which is missing.",
                ("0b1111", "0b111"),
            ),
        ),
        "put": (
            wrong(
                "the diagonals exchanged",
                1,
                "You have the two diagonals exchanged. Going up to the right, column and row grow together: "
                "their difference stays.",
                ("lines[RISING]", "lines[-1]"),
                ("lines[FALLING]", "lines[RISING]"),
                ("lines[-1]", "lines[FALLING]"),
            ),
            wrong(
                "the difference may be negative",
                1,
                "You number rising diagonals by column - row. Left of the corner that is negative, "
                "and Python counts from the end: add height - 1.",
                (" + height - 1", ""),
            ),
            wrong(
                "diagonals count by rows",
                1,
                "In the diagonals you set the bit of the row. Only the column's own line counts by rows.",
                ("lines[RISING][column - row + height - 1] |= 1 << column", DIAGONAL_BY_ROW),
                ("lines[FALLING][column + row] |= 1 << column", "lines[FALLING][column + row] |= 1 << row"),
            ),
            wrong(
                "row and column exchanged",
                2,
                "In the column you set the bit of the column, in the row that of the row: both are always "
                "the same bit there. Along a column the row changes.",
                ("lines[COLUMN][column] |= 1 << row", "lines[COLUMN][column] |= 1 << column"),
                ("lines[ROW][row] |= 1 << column", "lines[ROW][row] |= 1 << row"),
            ),
            wrong(
                "one stone a line",
                0,
                "You write the new bit over the line, and the stones that were there are gone. Add it: |=.",
                ("|=", "="),
            ),
            wrong(
                "no diagonals",
                1,
                "You leave out the diagonals. A stone changes four lines.",
                ("    lines[RISING][column - row + height - 1] |= 1 << column\n", ""),
                ("    lines[FALLING][column + row] |= 1 << column", ""),
            ),
        ),
        "search": (
            wrong(
                "the sign mistake",
                0,
                "Your search prefers the moves that are best for the other side: points were added for "
                "the wrong side on the way up.",
                ("to_move(state))", "1 - to_move(state))"),
            ),
            wrong(
                "children at the first visit",
                0,
                "You give a node its children when it is visited for the first time. Here it gets them "
                "at its second visit.",
                ("if path[-1][VISITS] > 0:", "if True:"),
            ),
            wrong(
                "the new child is not entered",
                0,
                "After you have given a node its children, go on to the first of them before you simulate.",
                (ENTER, ""),
            ),
            wrong(
                "the same picks for every simulation",
                0,
                "Every simulation of yours begins with the first pick. Simulation number n begins with "
                "picks[n].",
                ("picks[number:]", "picks"),
            ),
            wrong(
                "simulates from the root",
                0,
                "You simulate from the position at the root. Simulate from where the walk has led.",
                ("simulate(here,", "simulate(state,"),
            ),
            wrong(
                "points instead of visits",
                0,
                "You return the points of the moves. Asked are their visits.",
                ("[child[VISITS] for", "[child[POINTS] for"),
            ),
            wrong(
                "the root is left out of the path",
                0,
                "The root gets no visits, and the points are those of the wrong side: the path that you "
                "hand to backpropagate begins with the root.",
                ("        backpropagate(path, ", "        backpropagate(path[1:], "),
                (
                    "[select(path[-1], exploration)]",
                    "[select(path[-1], exploration) if path[-1][VISITS] else 0]",
                ),
            ),
        ),
    },
    further={
        "backpropagate": (
            wrong(
                "turned from the leaf up",
                1,
                "You begin at the leaf with the points as they are, and turn them at "
                "each step. They are the first player's: which side chose a node "
                "follows from the side to move at the root, turn, and not from its "
                "distance to the leaf.",
                source="""
def backpropagate(path, points, turn):
    for node in reversed(path):
        node[VISITS] += 1
        node[POINTS] += points
        points = 1 - points
""",
            ),
        ),
        "answer": (
            wrong(
                "the number of the row",
                0,
                "You return the place in the list. The move is asked for: it stands first in the row.",
                ("return max(rows, key=rank)[0]", "return rows.index(max(rows, key=rank))"),
            ),
            wrong(
                "a proven draw before what is open",
                2,
                "You prefer a proven draw to moves that nobody knows. Among moves that "
                "are not lost the visits decide, whether they are proven draws or open.",
                source="""
def answer(rows):
    won = [row for row in rows if row[3] == 1]
    drawn = [row for row in rows if row[3] == 0.5]
    unknown = [row for row in rows if row[3] is None]
    if won:
        return min(won, key=lambda row: row[4])[0]
    if drawn:
        return max(drawn, key=lambda row: row[1])[0]
    if unknown:
        return max(unknown, key=lambda row: row[1])[0]
    return max(rows, key=lambda row: row[4])[0]
""",
            ),
        ),
        "pass_up": (
            wrong(
                "the proofs are not turned round",
                0,
                "You take the largest proof of a family as it is. What is good for "
                "whoever chooses in a family is bad for the side that chose the node "
                "above: ask proven.",
                source="""
def pass_up(families, way, proof):
    proofs = [None] * len(way) + [proof]
    for depth in reversed(range(len(way))):
        family = list(families[depth])
        family[way[depth]] = proofs[depth + 1]
        proofs[depth] = max(p or 0 for p in family)
        if proofs[depth] is None:
            break
    return proofs
""",
            ),
            wrong(
                "turned once more on the way up",
                0,
                "You turn the proof round between two levels. proven has done so "
                "already: what it returns stands in the family one level up as it is.",
                source="""
def pass_up(families, way, proof):
    found = [None] * len(way) + [proof]
    below = proof
    for level in range(len(way) - 1, -1, -1):
        family = list(families[level])
        family[way[level]] = below
        result = proven(family)
        found[level] = result
        if result is None:
            break
        below = 1 - result
    return found
""",
            ),
        ),
        "put": (
            wrong(
                "a diagonal's bits counted from where it begins",
                1,
                "You count the squares of a diagonal from where it begins. Bit c is "
                "column c there too: a diagonal that begins in column 2 leaves bits 0 "
                "and 1 empty.",
                source="""
def put(lines, column, row, height):
    lines[COLUMN][column] |= 1 << row
    lines[ROW][row] |= 1 << column
    along_rising = min(column, row)
    lines[RISING][column - row + height - 1] |= 1 << along_rising
    begins = max(0, column + row - (height - 1))
    lines[FALLING][column + row] |= 1 << (column - begins)
""",
            ),
        ),
        "search": (
            wrong(
                "the side to move at the leaf",
                0,
                "You hand backpropagate the side to move where the simulation began. "
                "The path begins at the root: turn is the side to move there.",
                source="""
def search(state, simulations, picks, exploration):
    root = [None, 0, 0, []]
    expand(root, state)
    for number in range(simulations):
        node, here, path = root, state, [root]
        while node[CHILDREN]:
            node = node[CHILDREN][select(node, exploration)]
            here = play(here, node[MOVE])
            path.append(node)
        if node[VISITS] > 0:
            expand(node, here)
            if node[CHILDREN]:
                node = node[CHILDREN][0]
                here = play(here, node[MOVE])
                path.append(node)
        points = simulate(here, picks[number:])
        backpropagate(path, points, to_move(here))
    return [child[VISITS] for child in root[CHILDREN]]
""",
            ),
        ),
        "select": (
            wrong(
                "the last of equals",
                1,
                "Of equal bounds you take the last. The first is asked for.",
                ("if bound > highest", "if bound >= highest"),
            ),
            wrong(
                "the most visited child",
                0,
                "You take the most visited child. The bound chooses: the average and what is not known yet.",
                source="""
def select(node, exploration):
    return max(range(len(node[CHILDREN])), key=lambda number: node[CHILDREN][number][VISITS])
""",
            ),
        ),
        "proven": (
            wrong(
                "a win for the wrong side",
                0,
                "A child that is a win makes the node a loss for the side that chose "
                "it. You say it is a win.",
                ("        return 0\n", "        return 1\n"),
            ),
        ),
        "simulate": (
            wrong(
                "a pick that is too large takes the last move",
                0,
                "A pick that is too large takes the last move. The remainder decides: "
                "pick % number of moves.",
                ("options[pick % len(options)]", "options[min(pick, len(options) - 1)]"),
            ),
            wrong(
                "picks from the end",
                0,
                "You take the picks from the end. The first pick decides the first move.",
                ("for pick in picks", "for pick in reversed(picks)"),
            ),
            wrong(
                "one pick is left out",
                0,
                "You begin with the second pick. The first pick decides the first move.",
                ("for pick in picks", "for pick in picks[1:]"),
            ),
        ),
        "completing": (
            wrong(
                "only at the low end",
                0,
                "You find the square above three in a row and not the one below, or the "
                "other way round. Look at all four squares of a window.",
                source="""
def completing(word, length):
    found = 0
    for low in range(length - 3):
        if word >> low & 7 == 7:
            found |= 8 << low & ~word
    return found
""",
            ),
        ),
    },
)
