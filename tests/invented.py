"""Wrong answers as students write them, invented from the exercises alone, before the library of mistakes was read.

`what` says what is wrong, in the inventor's words. Each is an edit of the model, or a text of its own. What
`check` can see of some whatever the task is, `test_grading_diagnosis.py` tries.
"""

from __future__ import annotations

from typing import NamedTuple

from gamekit.grading import lab as labs
from gamekit.grading.mistakes import edited


class Invented(NamedTuple):
    task: str
    what: str
    changes: tuple[tuple[str, str], ...]
    text: str = ""

    @property
    def source(self) -> str:
        lab, _, task = self.task.partition(".")
        model = labs.find(lab).tasks[0].library.folder.answers[task]
        return edited(self.text or model, *self.changes)

    @property
    def name(self) -> str:
        return f"{self.task}: {self.what}"


INVENTED: list[Invented] = []


def one(task: str, what: str, *changes: tuple[str, str], text: str = "") -> None:
    INVENTED.append(Invented(task, what, changes, text))


# --- lab 01 -------------------------------------------------------------------------------------------------
one("lab01.count_nodes", "the position itself is not counted", ("count = 1", "count = 0"))
one(
    "lab01.count_nodes",
    "counts leaves only",
    text="""
def count_nodes(state):
    if is_over(state):
        return 1
    return sum(count_nodes(play(state, move)) for move in moves(state))
""",
)
one(
    "lab01.count_nodes",
    "counts each node and each of its moves",
    ("count += count_nodes", "count += 1 + count_nodes"),
)
one(
    "lab01.count_nodes",
    "a global counter that is never set back",
    text="""
total = 0
def count_nodes(state):
    global total
    total += 1
    for move in moves(state):
        count_nodes(play(state, move))
    return total
""",
)
one(
    "lab01.count_nodes",
    "returns inside the loop",
    text="""
def count_nodes(state):
    count = 1
    for move in moves(state):
        count += count_nodes(play(state, move))
        return count
    return count
""",
)
one("lab01.perft", "a finished game counts as a line", ("if depth == 0:", "if depth == 0 or is_over(state):"))
one("lab01.perft", "no line of length 0", ("return 1", "return 0"))
one("lab01.perft", "counts lines of every length up to the depth", ("count = 0", "count = 1"))
one(
    "lab01.perft",
    "stops one ply early and counts moves",
    ("if depth == 0:\n        return 1", "if depth == 1:\n        return 1"),
)
one(
    "lab01.perft",
    "the answer is a text",
    text="""
def perft(state, depth):
    if depth == 0:
        return "1"
    return str(sum(int(perft(play(state, move), depth - 1)) for move in moves(state)))
""",
)
one(
    "lab01.perft",
    "a memo that is shared between calls and keyed by depth alone",
    text="""
def perft(state, depth, memo={}):
    if depth == 0:
        return 1
    if depth in memo:
        return memo[depth]
    memo[depth] = sum(perft(play(state, move), depth - 1) for move in moves(state))
    return memo[depth]
""",
)
one(
    "lab01.distinct",
    "does not remove duplicates",
    ("{play(position, move) for", "[play(position, move) for"),
    ("in moves(position)}", "in moves(position)]"),
)
one(
    "lab01.distinct",
    "all positions up to that depth",
    (
        "positions = {play(position, move) for position in positions for move in moves(position)}",
        "positions |= {play(position, move) for position in positions for move in moves(position)}",
    ),
)
one("lab01.distinct", "returns the set, not how many", ("return len(positions)", "return positions"))
one("lab01.distinct", "one ply too many", ("range(depth)", "range(depth + 1)"))

# --- lab 02 -------------------------------------------------------------------------------------------------
one(
    "lab02.minimax",
    "negamax instead of minimax",
    text="""
def minimax(state, depth, maximising, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    return max(-minimax(play(state, move), depth - 1, not maximising, evaluator) for move in moves(state))
""",
)
one(
    "lab02.minimax",
    "the sign at leaves is forgotten",
    ("if maximising else -value(evaluator, state)\n", "\n"),
    ("value(evaluator, state) \n", "value(evaluator, state)\n"),
)
one(
    "lab02.minimax",
    "always maximises",
    ("best = max(best, found) if maximising else min(best, found)", "best = max(best, found)"),
    ("best = -INF if maximising else INF", "best = -INF"),
)
one("lab02.minimax", "never changes sides", ("not maximising", "maximising"))
one("lab02.minimax", "starts at 0", ("best = -INF if maximising else INF", "best = 0"))
one("lab02.minimax", "the depth does not go down", ("depth - 1", "depth"))
one(
    "lab02.minimax",
    "the end of the game is not noticed",
    ("if depth == 0 or is_over(state):", "if depth == 0:"),
)
one(
    "lab02.minimax",
    "searches each move twice",
    text="""
def minimax(state, depth, maximising, evaluator):
    if depth == 0 or is_over(state):
        return value(evaluator, state) if maximising else -value(evaluator, state)
    best = -INF if maximising else INF
    for move in moves(state):
        child = play(state, move)
        if maximising and minimax(child, depth - 1, False, evaluator) > best:
            best = minimax(child, depth - 1, False, evaluator)
        if not maximising and minimax(child, depth - 1, True, evaluator) < best:
            best = minimax(child, depth - 1, True, evaluator)
    return best
""",
)
one(
    "lab02.minimax",
    "the whole answer has the wrong sign",
    (
        "return value(evaluator, state) if maximising else -value",
        "return -value(evaluator, state) if maximising else value",
    ),
    ("best = -INF if maximising else INF", "best = INF if maximising else -INF"),
    (
        "max(best, found) if maximising else min(best, found)",
        "min(best, found) if maximising else max(best, found)",
    ),
)
one("lab02.minimax", "forgets to return", ("    return best\n", "    best\n"))
one(
    "lab02.best_moves",
    "only the first best move",
    (
        "return [move for move in values if values[move] == best]",
        "return [move for move in values if values[move] == best][:1]",
    ),
)
one("lab02.best_moves", "looks one ply too deep", ("depth - 1", "depth"))
one(
    "lab02.best_moves",
    "the best-so-far list is never cleared",
    text="""
def best_moves(state, depth, maximising, evaluator):
    best, found = (-INF if maximising else INF), []
    for move in moves(state):
        v = minimax(play(state, move), depth - 1, not maximising, evaluator)
        if (v >= best if maximising else v <= best):
            best = v
            found.append(move)
    return found
""",
)
one("lab02.best_moves", "values instead of moves", ("return [move for", "return [values[move] for"))
one("lab02.best_moves", "does not hand over to the other side", ("not maximising", "maximising"))
one(
    "lab02.best_moves",
    "always takes the maximum",
    ("best = max(values.values()) if maximising else min(values.values())", "best = max(values.values())"),
)
one(
    "lab02.solve",
    "finished games are not counted",
    ("        if is_over(state):\n            best =", "        if is_over(state):\n            return"),
)
one(
    "lab02.solve",
    "counts calls instead of positions",
    text="""
def solve(state):
    memory = {}
    calls = 0
    def search(state):
        nonlocal calls
        calls += 1
        if state in memory:
            return memory[state]
        maximising = to_move(state) == FIRST
        if is_over(state):
            best = score(state) if maximising else -score(state)
        else:
            values = [search(play(state, move)) for move in moves(state)]
            best = max(values) if maximising else min(values)
        memory[state] = best
        return best
    return search(state), calls
""",
)
one(
    "lab02.solve",
    "the memory is global and never emptied",
    ("def solve(state):\n", "memory = {}\n\ndef solve(state):\n"),
    ("    memory = {}\n\n    def search", "\n    def search"),
)
one(
    "lab02.solve",
    "value for the side to move",
    (
        "return search(state), len(memory)",
        "v = search(state)\n    return (v if to_move(state) == FIRST else -v), len(memory)",
    ),
)
one(
    "lab02.solve",
    "returns them in the wrong order",
    ("return search(state), len(memory)", "v = search(state)\n    return len(memory), v"),
)

# --- lab 03 -------------------------------------------------------------------------------------------------
one("lab03.alphabeta", "cuts only when alpha is more than beta", ("alpha >= beta", "alpha > beta"))
one("lab03.alphabeta", "no cut at all", ("        if alpha >= beta:\n            break\n", ""))
one(
    "lab03.alphabeta",
    "alpha and beta exchanged in the call",
    ("play(state, move), alpha, beta", "play(state, move), beta, alpha"),
)
one(
    "lab03.alphabeta",
    "children get an open window",
    ("play(state, move), alpha, beta", "play(state, move), -INF, INF"),
)
one("lab03.alphabeta", "alpha is not raised", ("            alpha = max(alpha, best)\n", ""))
one("lab03.alphabeta", "beta is not lowered", ("            beta = min(beta, best)\n", ""))
one(
    "lab03.alphabeta",
    "negates as in negamax but keeps min and max",
    (
        "found = alphabeta(play(state, move), alpha, beta, not maximising)",
        "found = -alphabeta(play(state, move), -beta, -alpha, not maximising)",
    ),
)
one(
    "lab03.alphabeta",
    "score without the sign",
    ("return score(state) if maximising else -score(state)", "return score(state)"),
)
one("lab03.alphabeta", "moves taken backwards", ("in moves(state)", "in reversed(list(moves(state)))"))
one(
    "lab03.alphabeta",
    "skips the last move",
    ("in moves(state)", "in list(moves(state))[:-1] or moves(state)"),
)
one(
    "lab03.alphabeta",
    "the cut is made before the value counts",
    text="""
def alphabeta(state, alpha, beta, maximising):
    if is_over(state):
        return score(state) if maximising else -score(state)
    best = -INF if maximising else INF
    for move in moves(state):
        found = alphabeta(play(state, move), alpha, beta, not maximising)
        if maximising:
            if found >= beta:
                break
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            if found <= alpha:
                break
            best = min(best, found)
            beta = min(beta, best)
    return best
""",
)
one(
    "lab03.best_move",
    "every move gets an open window",
    ("play(state, move), alpha, beta", "play(state, move), -INF, INF"),
)
one(
    "lab03.best_move",
    "the worst move",
    ("found > alpha", "found < beta"),
    ("not maximising and found < beta", "not maximising and found > alpha"),
)
one(
    "lab03.best_move",
    "the value instead of the move",
    ("return chosen", "return alpha if maximising else beta"),
)
one(
    "lab03.best_move",
    "always the first player's view",
    (
        "if not maximising and found < beta:\n            chosen, beta = move, found\n",
        "if not maximising and found > alpha:\n            chosen, alpha = move, found\n",
    ),
)
one(
    "lab03.best_line",
    "takes a move that only reaches the bound",
    ("found > best", "found >= best"),
    ("found < best", "found <= best"),
)
one("lab03.best_line", "no cut", ("            if alpha >= beta:\n                break\n", ""))
one(
    "lab03.best_line",
    "only the first move",
    ("return search(state, -INF, INF, maximising)[1]", "return search(state, -INF, INF, maximising)[1][:1]"),
)
one("lab03.best_line", "the line backwards", ("[move, *rest]", "[*rest, move]"))
one(
    "lab03.best_line",
    "the score without a sign",
    ("(score(state) if maximising else -score(state))", "score(state)"),
)

# --- lab 04 -------------------------------------------------------------------------------------------------
one(
    "lab04.order_moves",
    "worst first",
    ("value(evaluator, play(state, move))", "-value(evaluator, play(state, move))"),
)
one(
    "lab04.order_moves",
    "turned round after sorting by the own value, so equal moves are turned too",
    (
        "return sorted(moves(state), key=lambda move: value(evaluator, play(state, move)))",
        "return sorted(moves(state), key=lambda move: -value(evaluator, play(state, move)))[::-1]",
    ),
)
one(
    "lab04.order_moves",
    "returns values and moves",
    (
        "return sorted(moves(state), key=lambda move: value(evaluator, play(state, move)))",
        "return sorted((value(evaluator, play(state, move)), move) for move in moves(state))",
    ),
)
one(
    "lab04.order_moves",
    "evaluates the position before the move",
    ("value(evaluator, play(state, move))", "value(evaluator, state)"),
)
one(
    "lab04.remember_killer",
    "a known killer is moved to the front",
    ("        return list(killers)\n", "        killers = [k for k in killers if k != move]\n"),
)
one(
    "lab04.remember_killer",
    "changes the given list",
    ("    return [move, *killers][:2]", "    killers.insert(0, move)\n    return killers[:2]"),
)
one("lab04.remember_killer", "the same list comes back", ("return list(killers)", "return killers"))
one("lab04.remember_killer", "newest last", ("[move, *killers][:2]", "[*killers, move][-2:]"))
one("lab04.remember_killer", "keeps three", ("[:2]", "[:3]"))
one(
    "lab04.remember_killer",
    "nothing is returned",
    text="""
def remember_killer(killers, move):
    if move not in killers:
        killers.insert(0, move)
        del killers[2:]
""",
)
one(
    "lab04.killer_search",
    "one list of killers for all depths",
    ("killers = [[] for _ in range(depth + 1)]", "killers = [[]] * (depth + 1)\n    top = depth"),
    (
        "killers[depth] = remember_killer(killers[depth], move)",
        "killers[:] = [remember_killer(killers[depth], move)] * (top + 1)",
    ),
)
one(
    "lab04.killer_search",
    "killers are remembered and never tried",
    ("first = [move for move in killers[depth] if move in legal]", "first = []"),
)
one(
    "lab04.killer_search",
    "what remember_killer returns is thrown away",
    ("killers[depth] = remember_killer(killers[depth], move)", "remember_killer(killers[depth], move)"),
)
one("lab04.killer_search", "killers of the level below", ("in killers[depth] if", "in killers[depth - 1] if"))
one(
    "lab04.killer_search",
    "killers that are no moves here are tried",
    (
        "first = [move for move in killers[depth] if move in legal]",
        "first = [move for move in killers[depth] if move < len(legal) + 1]",
    ),
)
one(
    "lab04.killer_search",
    "killers are searched again among the other moves",
    ("first + [move for move in legal if move not in first]", "first + legal"),
)
one(
    "lab04.killer_search",
    "remembers the best move also without a cut",
    (
        "            if alpha >= beta:\n                killers[depth] = remember_killer(killers[depth], move)\n                break\n        return best",
        "                chosen = move\n            if found == best:\n                chosen = move\n            if alpha >= beta:\n                break\n        killers[depth] = remember_killer(killers[depth], chosen)\n        return best",
    ),
)
one(
    "lab04.killer_search",
    "the moves are sorted by the evaluator too",
    (
        "[move for move in legal if move not in first]",
        "[move for move in order_moves(state, evaluator) if move not in first]",
    ),
)
one("lab04.fewest_leaves", "the exponents the same", ("(depth // 2)", "((depth + 1) // 2)"))
one("lab04.fewest_leaves", "without the minus one", (" - 1", ""))
one(
    "lab04.fewest_leaves",
    "twice the root",
    text="""
def fewest_leaves(branching, depth):
    return 2 * branching ** (depth / 2) - 1
""",
)

# --- lab 05 -------------------------------------------------------------------------------------------------
one("lab05.negamax", "the minus is missing", ("-negamax(play", "negamax(play"))
one("lab05.negamax", "the window is not exchanged", ("-beta, -alpha", "-alpha, -beta"))
one("lab05.negamax", "the window is not negated", ("-beta, -alpha", "alpha, beta"))
one(
    "lab05.negamax",
    "minimum instead of maximum",
    ("best = max(best,", "best = min(best,"),
    ("best = -INF", "best = INF"),
)
one(
    "lab05.negamax",
    "the value for the first player",
    ("return score(state)", "return score(state) if to_move(state) == 0 else -score(state)"),
)
one(
    "lab05.negamax",
    "the child is scored before it is over",
    ("if is_over(state):\n        return score(state)", "if is_over(state):\n        return -score(state)"),
)
one(
    "lab05.negamax_passes",
    "a pass recognised by having one move",
    ("if to_move(child) == to_move(state):", "if len(list(moves(state))) == 1:"),
)
one("lab05.negamax_passes", "always the minus", ("if to_move(child) == to_move(state):", "if False:"))
one(
    "lab05.negamax_passes",
    "the window is turned though the side is the same",
    ("found = negamax_passes(child, alpha, beta)", "found = negamax_passes(child, -beta, -alpha)"),
)
one(
    "lab05.negamax_passes",
    "ends where there is no move",
    ("if is_over(state):", "if is_over(state) or len(list(moves(state))) == 1:"),
)
one(
    "lab05.negamax_passes",
    "looks at the wrong side: asks the grandchild",
    ("to_move(child) == to_move(state)", "to_move(child) != to_move(state)"),
)
one(
    "lab05.remembering",
    "depth is not part of the place",
    ("place = (key(state), depth)", "place = key(state)"),
)
one(
    "lab05.remembering",
    "bounds are kept as exact values",
    (
        "            if best > alpha:\n                lower = best\n            if best < beta:\n                upper = best\n",
        "            lower = upper = best\n",
    ),
)
one(
    "lab05.remembering",
    "a new memory for each question",
    ("    memory = {}\n\n", "\n"),
    (
        "return [search(state, depth, alpha, beta) for depth, alpha, beta in questions]",
        "found = []\n    for depth, alpha, beta in questions:\n        memory = {}\n        found.append(search(state, depth, alpha, beta))\n    return found",
    ),
)
one(
    "lab05.remembering",
    "the raised alpha is used for the bound",
    (
        "-beta, -bound))\n                bound = max(bound, best)\n                if bound >= beta:",
        "-beta, -alpha))\n                alpha = max(alpha, best)\n                if alpha >= beta:",
    ),
)
one(
    "lab05.remembering",
    "lower and upper exchanged",
    (
        "                lower = best\n            if best < beta:\n                upper = best",
        "                upper = best\n            if best < beta:\n                lower = best",
    ),
)
one(
    "lab05.remembering",
    "nothing is stored after a cut",
    (
        "                if bound >= beta:\n                    break",
        "                if bound >= beta:\n                    return best",
    ),
)

# --- lab 06 -------------------------------------------------------------------------------------------------
one(
    "lab06.features",
    "danger counts although the corner is taken",
    ("        if not mine and not yours:\n", "        if True:\n"),
)
one(
    "lab06.features",
    "yours minus mine",
    ("return [corners, mobility, danger]", "return [-corners, -mobility, -danger]"),
)
one(
    "lab06.features",
    "only the own moves",
    ("count_moves(state) - count_moves(other_side(state))", "count_moves(state)"),
)
one("lab06.features", "the other order", ("[corners, mobility, danger]", "[corners, danger, mobility]"))
one("lab06.features", "a tuple of two", ("[corners, mobility, danger]", "(corners, mobility)"))
one("lab06.features", "danger while the corner is not mine", ("if not mine and not yours:", "if not mine:"))
one(
    "lab06.evaluate",
    "for the first player",
    (
        "return 30 * corners + mobility - 7 * danger",
        "v = 30 * corners + mobility - 7 * danger\n    return v if state.turn == 0 else -v",
    ),
)
one(
    "lab06.evaluate",
    "counts discs",
    (
        "    corners, mobility, danger = features(state)\n    return 30 * corners + mobility - 7 * danger",
        "    return popcount(state.player) - popcount(state.opponent)",
    ),
)
one(
    "lab06.evaluate",
    "the wrong sign",
    ("return 30 * corners + mobility - 7 * danger", "return -(30 * corners + mobility - 7 * danger)"),
)
one("lab06.chance", "more than, not at least", ("range(wins, games + 1)", "range(wins + 1, games + 1)"))
one(
    "lab06.chance",
    "exactly so many wins",
    ("sum(comb(games, more) for more in range(wins, games + 1))", "comb(games, wins)"),
)
one("lab06.chance", "one too few at the top", ("range(wins, games + 1)", "range(wins, games)"))
one("lab06.chance", "at most so many", ("range(wins, games + 1)", "range(0, wins + 1)"))
one("lab06.chance", "in per cent", ("/ 2**games", "/ 2**games * 100"))
one("lab06.games_needed", "rounds down", ("-(-percent * games // 100)", "percent * games // 100"))
one("lab06.games_needed", "less than, not at most", ("<= doubt", "< doubt"))
one("lab06.games_needed", "the wins, not the games", ("return games\n", "return wins\n"))

# --- lab 07 -------------------------------------------------------------------------------------------------
one("lab07.shift", "no limit at 64 bits", (" & BOARD", ""))
one(
    "lab07.shift",
    "masks exchanged",
    ("discs &= NOT_H", "discs &= NOT_X"),
    ("discs &= NOT_A", "discs &= NOT_H"),
    ("discs &= NOT_X", "discs &= NOT_A"),
)
one("lab07.shift", "diagonals without a mask", ("(1, 9, -7)", "(1,)"), ("(-1, -9, 7)", "(-1,)"))
one(
    "lab07.shift",
    "mask after the shift, of the wrong column",
    (
        "    if step in (1, 9, -7):\n        discs &= NOT_H\n    if step in (-1, -9, 7):\n        discs &= NOT_A\n    return (discs << step) & BOARD if step > 0 else discs >> -step",
        "    moved = (discs << step) & BOARD if step > 0 else discs >> -step\n    if step in (1, 9, -7):\n        moved &= NOT_H\n    if step in (-1, -9, 7):\n        moved &= NOT_A\n    return moved",
    ),
)
one("lab07.legal", "runs of up to five", ("range(5)", "range(4)"))
one("lab07.legal", "occupied squares too", ("& empty", ""))
one(
    "lab07.legal",
    "neighbours of the opponent without an own disc behind",
    ("run = shift(player, step) & opponent", "run = opponent"),
)
one(
    "lab07.legal",
    "no disc between is needed",
    ("run = shift(player, step) & opponent", "run = player | shift(player, step) & opponent"),
)
one(
    "lab07.flips",
    "turns though no own disc is behind",
    ("        if at & player:\n            turned |= run", "        turned |= run"),
)
one("lab07.flips", "only the first disc of a run", ("while at & opponent:", "if at & opponent:"))
one("lab07.flips", "the new disc is among them", ("turned = 0", "turned = 1 << square"))
one("lab07.flips", "only the last direction counts", ("turned |= run", "turned = run"))
one("lab07.has_four", "one diagonal missing", ("(1, 6, 7, 8)", "(1, 7, 8)"))
one("lab07.has_four", "three are enough", ("2 * step", "step"))
one(
    "lab07.has_four",
    "a number instead of True",
    (
        "            return True\n    return False",
        "            return pairs & (pairs >> 2 * step)\n    return 0",
    ),
)
one("lab07.has_four", "steps of the Othello board", ("(1, 6, 7, 8)", "(1, 7, 8, 9)"))
one(
    "lab07.winning_squares",
    "only the ends, no holes",
    ("range(4):\n            line", "(0, 3):\n            line"),
)
one(
    "lab07.winning_squares",
    "squares above the board",
    ("CELLS & ~(player | opponent)", "~(player | opponent) & (1 << 49) - 1"),
)
one("lab07.winning_squares", "also squares of the opponent", ("~(player | opponent)", "~player"))

# --- lab 08 -------------------------------------------------------------------------------------------------
one(
    "lab08.timed_search",
    "the clock is asked after the end was looked for",
    (
        "    if clock() >= deadline:\n        raise TimeUp\n    if depth == 0 or is_over(state):\n        return value(evaluator, state)\n",
        "    if depth == 0 or is_over(state):\n        return value(evaluator, state)\n    if clock() >= deadline:\n        raise TimeUp\n",
    ),
)
one("lab08.timed_search", "only later than the deadline", ("clock() >= deadline", "clock() > deadline"))
one("lab08.timed_search", "returns instead of raising", ("raise TimeUp", "return 0"))
one(
    "lab08.timed_search",
    "the clock is asked twice",
    ("if clock() >= deadline:", "clock()\n    if clock() >= deadline:"),
)
one("lab08.timed_search", "no window", ("-beta, -alpha, evaluator", "-INF, INF, evaluator"))
one(
    "lab08.timed_search",
    "catches its own exception",
    (
        "        best = max(best, -timed_search(child, depth - 1, -beta, -alpha, evaluator, clock, deadline))\n",
        "        try:\n            best = max(best, -timed_search(child, depth - 1, -beta, -alpha, evaluator, clock, deadline))\n        except TimeUp:\n            return best\n",
    ),
)
one(
    "lab08.deepen",
    "the unfinished depth counts",
    (
        "        except TimeUp:\n            break\n",
        "        except TimeUp:\n            return best, depth\n",
    ),
)
one("lab08.deepen", "no move when nothing was finished", ("next(iter(moves(state))), 0", "None, 0"))
one("lab08.deepen", "one depth too few", ("range(1, most + 1)", "range(1, most)"))
one("lab08.deepen", "the child is searched to the whole depth", ("child, depth - 1", "child, depth"))
one("lab08.deepen", "the last of equals", ("if found > alpha:", "if found >= alpha:"))
one("lab08.deepen", "an open window for every move", ("-INF, -alpha, evaluator", "-INF, INF, evaluator"))
one(
    "lab08.deepen",
    "the depth that was begun",
    (
        "        except TimeUp:\n            break\n",
        "        except TimeUp:\n            finished = depth\n            break\n",
    ),
)
one(
    "lab08.deepen",
    "alpha stays from depth to depth",
    (
        "    for depth in range(1, most + 1):\n        best, alpha = None, -INF\n",
        "    alpha = -INF\n    for depth in range(1, most + 1):\n        best = None\n",
    ),
)
one("lab08.deepen", "the minus is missing", ("found = -timed_search", "found = timed_search"))
one("lab08.allowance", "negative when little is left", ("max(0, left - reserve)", "(left - reserve)"))
one(
    "lab08.allowance",
    "the reserve is taken off each move",
    ("max(0, left - reserve) / moves_to_go", "max(0, left / moves_to_go - reserve)"),
)
one("lab08.allowance", "whole seconds", ("/ moves_to_go", "// moves_to_go"))
one("lab08.allowance", "the reserve is ignored", ("left - reserve", "left"))
one("lab08.deepen_ordered", "worst first", ("-values[move]", "values[move]"))
one(
    "lab08.deepen_ordered",
    "not ordered at all",
    (
        "order, finished = sorted(order, key=lambda move: -values[move]), depth",
        "chosen, finished = max(order, key=lambda move: values[move]), depth",
    ),
    (
        "order, finished = list(moves(state)), 0",
        "order, finished = list(moves(state)), 0\n    chosen = order[0]",
    ),
    ("return order[0]", "return chosen"),
)
one("lab08.deepen_ordered", "every move is searched with an open window", ("-INF, -alpha", "-INF, INF"))

# --- lab 09 -------------------------------------------------------------------------------------------------
one("lab09.learnt", "lower and upper exchanged", ("return lower, upper", "return upper, lower"))
one(
    "lab09.learnt",
    "at the edges counted as inside",
    ("found > alpha", "found >= alpha"),
    ("found < beta", "found <= beta"),
)
one(
    "lab09.learnt",
    "the edge instead of what was found",
    ("lower = found if found > alpha else -INF", "lower = min(found, beta) if found > alpha else -INF"),
    ("upper = found if found < beta else INF", "upper = max(found, alpha) if found < beta else INF"),
)
one(
    "lab09.learnt",
    "always exact",
    ("found if found > alpha else -INF", "found"),
    ("found if found < beta else INF", "found"),
)
one("lab09.get", "the depth is not compared", (" or entry[1] != depth", ""))
one("lab09.get", "a deeper entry is taken", ("entry[1] != depth", "entry[1] < depth"))
one("lab09.get", "the position is not compared", (" or entry[0] != position", ""))
one("lab09.get", "None where nothing is known", ("return -INF, INF", "return None"))
one("lab09.get", "the whole entry", ("return entry[2], entry[3]", "return entry"))
one("lab09.put", "always replaces", ("        if entry[1] > depth:\n            return\n", ""))
one(
    "lab09.put",
    "the bounds are not joined",
    ("            lower, upper = max(lower, entry[2]), min(upper, entry[3])\n", "            pass\n"),
)
one(
    "lab09.put",
    "equal depth of another position stays",
    (
        "        if entry[1] > depth:",
        "        if entry[1] > depth or entry[1] == depth and entry[0] != position:",
    ),
)
one(
    "lab09.put",
    "the wider bounds are kept",
    ("max(lower, entry[2]), min(upper, entry[3])", "min(lower, entry[2]), max(upper, entry[3])"),
)
one(
    "lab09.put", "joined at any depth", ("entry[0] == position and entry[1] == depth", "entry[0] == position")
)
one(
    "lab09.put",
    "returns a new list",
    (
        "    slots[place] = (position, depth, lower, upper)",
        "    slots = list(slots)\n    slots[place] = (position, depth, lower, upper)\n    return slots",
    ),
)
one(
    "lab09.table_search",
    "the table is filled and never asked",
    ("lower, upper = get(slots, key(state), depth)", "lower, upper = -INF, INF"),
)
one(
    "lab09.table_search",
    "the table is asked and never filled",
    ("    put(slots, key(state), depth, *learnt(best, alpha, beta))\n", ""),
)
one(
    "lab09.table_search",
    "the raised alpha is used for what was learnt",
    ("learnt(best, alpha, beta)", "learnt(best, bound, beta)"),
)
one(
    "lab09.table_search",
    "nothing is stored after a cut",
    ("        if bound >= beta:\n            break", "        if bound >= beta:\n            return best"),
)
one(
    "lab09.table_search",
    "leaves go into the table",
    (
        "        return value(evaluator, state)\n    lower",
        "        put(slots, key(state), depth, *[value(evaluator, state)] * 2)\n        return value(evaluator, state)\n    lower",
    ),
)
one(
    "lab09.table_search",
    "only exact entries are used",
    (
        "    if lower >= beta or lower == upper:\n        return lower\n    if upper <= alpha:\n        return upper\n",
        "    if lower == upper:\n        return lower\n",
    ),
)
one(
    "lab09.table_search",
    "the child's key is stored",
    ("put(slots, key(state), depth,", "put(slots, key(play(state, move)), depth,"),
)
one(
    "lab09.table_search",
    "lower is returned where upper decides",
    ("        return upper", "        return lower"),
)
one(
    "lab09.deepen_with_moves",
    "the remembered move is tried a second time",
    ("            legal.remove(first)\n", ""),
)
one(
    "lab09.deepen_with_moves",
    "the memory is emptied at each depth",
    ("    for at in range(1, depth + 1):\n", "    for at in range(1, depth + 1):\n        best_of.clear()\n"),
)
one(
    "lab09.deepen_with_moves",
    "only the last depth is searched",
    ("range(1, depth + 1)", "range(depth, depth + 1)"),
)
one(
    "lab09.deepen_with_moves",
    "the last move is remembered, not the best",
    (
        "            if found > best:\n                best, best_of[key(state)] = found, move\n",
        "            best, best_of[key(state)] = max(best, found), move\n",
    ),
)

# --- lab 10 -------------------------------------------------------------------------------------------------
one("lab10.pvs", "the null window is not negated", ("-alpha - 1, -alpha", "alpha, alpha + 1"))
one("lab10.pvs", "the null window on the wrong side", ("-alpha - 1, -alpha", "-alpha, -alpha + 1"))
one("lab10.pvs", "a null window at beta", ("-alpha - 1, -alpha", "-beta, -beta + 1"))
one(
    "lab10.pvs",
    "never searched again",
    ("            if alpha < found < beta:\n                found = -pvs(child, -beta, -found)\n", ""),
)
one("lab10.pvs", "searched again also above beta", ("if alpha < found < beta:", "if alpha < found:"))
one("lab10.pvs", "every move gets the null window", ("if best == -INF:", "if False:"))
one("lab10.pvs", "plain negamax", ("if best == -INF:", "if True:"))
one("lab10.pvs", "the second search has the window open on both sides", ("-beta, -found", "-INF, INF"))
one(
    "lab10.mtdf",
    "a new memory for each question",
    ("guess = ask(beta - 1, beta)", "guess = asker(state)(beta - 1, beta)"),
)
one(
    "lab10.mtdf",
    "the bound is beta, not the answer",
    ("upper = guess", "upper = beta - 1"),
    ("lower = guess", "lower = beta"),
)
one("lab10.mtdf", "always one higher", ("max(guess, lower + 1)", "guess + 1"))
one(
    "lab10.mtdf",
    "windows begin at beta",
    ("windows.append((beta - 1, beta))", "windows.append((beta, beta + 1))"),
)
one(
    "lab10.mtdf",
    "halves the interval instead of following the answer",
    (
        "beta = max(guess, lower + 1)",
        "beta = guess if not windows else (max(lower, -100) + min(upper, 100)) // 2 + 1",
    ),
)
one("lab10.mtdf", "the value only", ("return guess, windows", "return guess"))
one(
    "lab10.aspiration",
    "both sides are opened",
    ("alpha = -INF\n", "alpha, beta = -INF, INF\n"),
    ("beta = INF\n", "alpha, beta = -INF, INF\n"),
)
one(
    "lab10.aspiration",
    "an answer at the edge is taken for the value",
    ("found <= alpha", "found < alpha"),
    ("found >= beta", "found > beta"),
)
one(
    "lab10.aspiration",
    "the window is doubled instead",
    ("alpha = -INF\n", "alpha -= 2 * width\n"),
    ("beta = INF\n", "beta += 2 * width\n"),
)
one(
    "lab10.aspiration",
    "the wrong side is opened",
    ("            alpha = -INF\n", "            beta = INF\n            alpha -= 1\n"),
    (
        "        elif found >= beta:\n            beta = INF\n",
        "        elif found >= beta:\n            alpha = -INF\n            beta += 1\n",
    ),
)

# --- lab 11 -------------------------------------------------------------------------------------------------
one("lab11.fit", "divided by n", ("(n - 2)", "n"))
one(
    "lab11.fit",
    "the variance, not its root",
    (
        "sqrt(sum((y - a * x - b) ** 2 for x, y in pairs) / (n - 2))",
        "sum((y - a * x - b) ** 2 for x, y in pairs) / (n - 2)",
    ),
)
one(
    "lab11.fit",
    "deep and shallow exchanged",
    ("n = len(pairs)", "pairs = [(y, x) for x, y in pairs]\n    n = len(pairs)"),
)
one("lab11.fit", "a and b exchanged", ("return a, b, sigma", "return b, a, sigma"))
one("lab11.fit", "the line through zero", ("b = mean_y - a * mean_x", "b = 0.0"))
one(
    "lab11.thresholds",
    "the margin on the wrong side",
    ("alpha - b - margin", "alpha - b + margin"),
    ("beta - b + margin", "beta - b - margin"),
)
one("lab11.thresholds", "rounded to the nearest", ("floor(", "round("), ("ceil(", "round("))
one("lab11.thresholds", "not rounded", ("floor(", "("), ("ceil(", "("))
one("lab11.thresholds", "b added", ("alpha - b", "alpha + b"), ("beta - b", "beta + b"))
one(
    "lab11.thresholds",
    "rounded the wrong way",
    ("floor(", "round_up("),
    ("ceil(", "floor("),
    ("round_up(", "ceil("),
)
one(
    "lab11.cuts_and_errors",
    "errors counted among all pairs",
    text="""
def cuts_and_errors(pairs, alpha, beta, low, high):
    cuts = errors = 0
    for shallow, deep in pairs:
        if shallow <= low or shallow >= high:
            cuts += 1
        errors += (shallow <= low and deep > alpha) or deep < beta
    return cuts, errors
""",
)
one(
    "lab11.cuts_and_errors",
    "strict comparisons",
    ("shallow <= low", "shallow < low"),
    ("shallow >= high", "shallow > high"),
)
one(
    "lab11.cuts_and_errors",
    "right cuts instead of wrong ones",
    ("deep > alpha", "deep <= alpha"),
    ("deep < beta", "deep >= beta"),
)
one(
    "lab11.cuts_and_errors",
    "the deep value decides on the cut",
    ("for shallow, deep in pairs", "for deep, shallow in pairs"),
)
one(
    "lab11.probcut",
    "the child is asked, not the position",
    ("probcut(state, shallow, high", "-probcut(play(state, next(iter(moves(state)))), shallow, high"),
    ("probcut(state, shallow, low", "-probcut(play(state, next(iter(moves(state)))), shallow, low"),
)
one(
    "lab11.probcut",
    "returns the shallow value",
    ("return beta\n            if", "return high\n            if"),
    ("return alpha\n    best", "return low\n    best"),
)
one("lab11.probcut", "uses any fit that is at least so deep", ("deep == depth", "deep >= depth"))
one(
    "lab11.probcut",
    "only cuts at beta",
    (
        "            if probcut(state, shallow, low, low + 1, evaluator, fits, t) <= low:\n                return alpha\n",
        "",
    ),
)
one(
    "lab11.probcut",
    "asks with the open window",
    ("high - 1, high,", "-INF, INF,"),
    ("low, low + 1,", "-INF, INF,"),
)

# --- lab 12 -------------------------------------------------------------------------------------------------
one("lab12.index_of", "the first square counts most", ("enumerate(squares)", "enumerate(reversed(squares))"))
one(
    "lab12.index_of",
    "mine and yours exchanged",
    ("state.player >>", "state.x >>"),
    ("state.opponent >>", "state.player >>"),
    ("state.x >>", "state.opponent >>"),
)
one(
    "lab12.index_of",
    "base 2",
    ("index += 3**place", "index += 2**place"),
    ("index += 2 * 3**place", "index += 2 * 2**place"),
)
one("lab12.index_of", "begins at 3", ("3**place", "3**(place + 1)"))
one(
    "lab12.placements",
    "all eight images, doubles too",
    (
        "        if frozenset(image) not in seen:\n            seen.add(frozenset(image))\n            found.append(image)",
        "        found.append(image)",
    ),
)
one("lab12.placements", "sorted", ("found.append(image)", "found.append(sorted(image))"))
one("lab12.placements", "four images only", ("range(8)", "range(4)"))
one("lab12.placements", "compared as lists", ("frozenset(image)", "tuple(image)"))
one("lab12.gradient_step", "uphill", ("-= rate", "+= rate"))
one(
    "lab12.gradient_step",
    "the error after the step",
    ("    return error", "    return sum(weights[index] for index in indices) - target"),
)
one("lab12.gradient_step", "each index once", ("for index in indices:", "for index in set(indices):"))
one(
    "lab12.gradient_step",
    "the error is worked out anew for each weight",
    (
        "        weights[index] -= rate * error",
        "        weights[index] -= rate * (sum(weights[i] for i in indices) - target)",
    ),
)
one(
    "lab12.gradient_step",
    "a copy is changed",
    ("    error = sum", "    weights = list(weights)\n    error = sum"),
)
one(
    "lab12.gradient_step",
    "target minus value",
    (
        "sum(weights[index] for index in indices) - target",
        "target - sum(weights[index] for index in indices)",
    ),
    ("-= rate", "+= rate"),
)
one("lab12.learn", "one pass with a tiny rate", ("range(6)", "range(1)"), ("0.005", "0.00001"))
one("lab12.learn", "a rate that is far too large", ("0.005", "0.5"))
one("lab12.learn", "returns nothing", ("    return weights\n", ""))
one("lab12.backward_label", "no minus", ("max(-backward_label(", "max(backward_label("))
one("lab12.backward_label", "the smallest", ("return max(", "return min("))
one("lab12.backward_label", "looks one disc further", (">= until", ">= until + 1"))
one(
    "lab12.backward_label",
    "the difference of discs for a finished game, for the first player",
    ("        return score(state)", "        return score(state) if state.turn == 0 else -score(state)"),
)
one("lab12.backward_stage", "the copy teaches", ("until, behind, places)", "until, weights, places)"))
one("lab12.backward_stage", "no copy", ("weights = list(behind)", "weights = behind"))
one("lab12.backward_stage", "from zero", ("weights = list(behind)", "weights = [0.0 for _ in behind]"))
one("lab12.backward_stage", "downhill for the other side", ("label, rate)", "-label, rate)"))
one(
    "lab12.tied_index",
    "the digits stay where they are",
    ("zip(digits, places, strict=True)", "zip(digits, range(len(squares)), strict=True)"),
)
one("lab12.tied_index", "the largest", ("smallest = min(", "smallest = max("))
one(
    "lab12.tied_index",
    "any image of the shape",
    (
        "        if set(image) == set(squares):\n",
        "        if all(square in image or True for square in squares):\n",
    ),
    ("list(squares).index(square)", "(list(squares) + image).index(square) % len(squares)"),
)

# --- lab 13 -------------------------------------------------------------------------------------------------
one(
    "lab13.view",
    "the left half is not turned round",
    ("line[:place][::-1]", "line[max(0, place - SIGHT):place]"),
)
one("lab13.view", "sees through the other side", ("                break\n", "                continue\n"))
one("lab13.view", "six cells", ("cells[:SIGHT]", "cells[:SIGHT + 1]"))
one("lab13.view", "right for X only", ("mine = line[place]", 'mine = "X"'))
one("lab13.view", "the stone itself is in the right half", ("line[place + 1 :]", "line[place:]"))
one("lab13.view", "own stones of O stay O", ('"." if cell == "." else "X"', "cell"))
one("lab13.pattern_number", "not sorted", ("sorted(numbers)", "numbers"))
one("lab13.pattern_number", "the far cell counts 1", ("enumerate(half)", "enumerate(reversed(half))"))
one(
    "lab13.pattern_number",
    "a half of length n begins at 2^n",
    ("(1 << len(half)) - 1 + bits", "(1 << len(half)) + bits"),
)
one("lab13.pattern_number", "a float", ("// 2 + small", "/ 2 + small"))
one("lab13.pattern_number", "large and small exchanged", ("small, large = sorted", "large, small = sorted"))
one(
    "lab13.shape",
    "four in a row is an open four whatever the ends",
    ("    more = [", "    if row == 4:\n        return 'open four'\n    more = ["),
)
one("lab13.shape", "exactly five", ("row >= 5", "row == 5"))
one(
    "lab13.shape",
    "a double four is called an open four",
    ('return "open four" if row == 4 else "double four"', 'return "open four"'),
)
one(
    "lab13.shape",
    "all stones counted, not the row",
    (
        'row = 1 + len(left) - len(left.lstrip("X")) + len(right) - len(right.lstrip("X"))',
        'row = 1 + left.count("X") + right.count("X")',
    ),
)
one(
    "lab13.place",
    "the length is noted after the candidates came",
    ("    log.append([cell, len(candidates)])\n    board[cell] = stone\n", "    board[cell] = stone\n"),
    (
        "            candidates.append(there)\n",
        "            candidates.append(there)\n    log.append([cell, len(candidates)])\n",
    ),
)
one(
    "lab13.place",
    "asks the board instead of listed",
    ("if not listed[there]:", "if board[there] == EMPTY and there not in candidates:"),
)
one("lab13.place", "forgets to mark as listed", ("            listed[there] = 1\n", ""))
one("lab13.place", "always black", ("board[cell] = stone", "board[cell] = BLACK"))
one(
    "lab13.place",
    "the cell itself is taken from the candidates",
    (
        "    board[cell] = stone\n",
        "    board[cell] = stone\n    if cell in candidates:\n        candidates.remove(cell)\n",
    ),
)
one(
    "lab13.undo",
    "the candidates keep their mark",
    ("    for there in candidates[count:]:\n        listed[there] = 0\n", ""),
)
one("lab13.undo", "a new list of candidates", ("del candidates[count:]", "candidates = candidates[:count]"))
one(
    "lab13.undo",
    "all cells around are unmarked",
    ("for there in candidates[count:]:", "for there in [cell + step for step in NEAR]:"),
)
one("lab13.undo", "the log keeps the move", ("log.pop()", "log[-1]"))
one("lab13.undo", "one candidate too many is left", ("del candidates[count:]", "del candidates[count + 1:]"))
one("lab13.join", "four are enough", ("row >= 5", "row >= 4"))
one(
    "lab13.join",
    "the ends are next to the new stone",
    ("cell - before[cell] - 1, cell + after[cell] + 1", "cell - 1, cell + 1"),
)
one(
    "lab13.join",
    "before and after exchanged at the ends",
    (
        "after[left_end] = row\n    before[right_end] = row",
        "before[left_end] = row\n    after[right_end] = row",
    ),
)
one(
    "lab13.join",
    "only the own side is counted on",
    ("after[left_end] = row", "after[left_end] = before[cell] + 1"),
    ("before[right_end] = row", "before[right_end] = after[cell] + 1"),
)

# --- lab 14 -------------------------------------------------------------------------------------------------
one("lab14.select", "the last of equals", ("bound > highest", "bound >= highest"))
one("lab14.select", "without the 2", ("2 * log", "log"))
one(
    "lab14.select",
    "exploration under the root",
    (
        "exploration * sqrt(2 * log(node[VISITS]) / child[VISITS])",
        "sqrt(exploration * 2 * log(node[VISITS]) / child[VISITS])",
    ),
)
one("lab14.select", "returns the move", ("return best", "return node[CHILDREN][best][MOVE]"))
one("lab14.select", "the logarithm of the child's visits", ("log(node[VISITS])", "log(child[VISITS])"))
one("lab14.select", "the lowest", ("bound > highest", "bound < highest"), ("0, -inf", "0, inf"))
one(
    "lab14.select",
    "unvisited children are skipped",
    ("            return number\n", "            continue\n"),
)
one(
    "lab14.expand",
    "one list shared by all children",
    (
        "node[CHILDREN] = [[move, 0, 0, []] for move in moves(state)]",
        "empty = []\n        node[CHILDREN] = [[move, 0, 0, empty] for move in moves(state)]",
    ),
)
one(
    "lab14.expand",
    "children are added again",
    ("    if not node[CHILDREN]:\n        node[CHILDREN] =", "    node[CHILDREN] +="),
)
one("lab14.expand", "one visit each", ("[move, 0, 0, []]", "[move, 1, 0, []]"))
one("lab14.expand", "returns the children, changes nothing", ("        node[CHILDREN] =", "        return"))
one(
    "lab14.simulate",
    "the result for the side to move at the end",
    ("score(state) if to_move(state) == 0 else -score(state)", "score(state)"),
)
one(
    "lab14.simulate",
    "the score, not points",
    ("return 1 if result > 0 else 0 if result < 0 else 0.5", "return result"),
)
one(
    "lab14.simulate",
    "a draw is worth nothing",
    ("return 1 if result > 0 else 0 if result < 0 else 0.5", "return 1 if result > 0 else 0"),
)
one("lab14.simulate", "the same pick for all moves", ("pick % len(options)", "picks[0] % len(options)"))
one(
    "lab14.simulate",
    "for the side that began",
    ("    for pick in picks:", "    turn = to_move(state)\n    for pick in picks:"),
    ("to_move(state) == 0", "to_move(state) == turn"),
)
one(
    "lab14.backpropagate",
    "all nodes get the first player's points",
    ("points if chooser == 0 else 1 - points", "points"),
)
one(
    "lab14.backpropagate",
    "the root is chosen by the side to move",
    ("chooser = 1 - turn\n", "chooser = turn\n"),
)
one(
    "lab14.backpropagate",
    "the root gets nothing",
    ("for node in path:", "chooser = turn\n    for node in path[1:]:"),
)
one("lab14.backpropagate", "minus for the other side", ("1 - points", "-points"))
one("lab14.backpropagate", "visits are forgotten", ("        node[VISITS] += 1\n", ""))
one(
    "lab14.proven",
    "not turned to the other side",
    ("        return 0\n", "        return 1\n"),
    ("1 - max(proofs)", "max(proofs)"),
)
one("lab14.proven", "draws are forgotten", ("    return 1 - max(proofs)", "    return 1"))
one(
    "lab14.proven",
    "unknown as soon as one is unknown",
    (
        "    if 1 in proofs:\n        return 0\n    if None in proofs:\n        return None\n",
        "    if None in proofs:\n        return None\n",
    ),
)
one(
    "lab14.proven",
    "unknown children are ignored",
    (
        "    if None in proofs:\n        return None\n    return 1 - max(proofs)",
        "    known = [p for p in proofs if p is not None]\n    return 1 - max(known) if known else None",
    ),
)
one("lab14.proven", "the worst child", ("max(proofs)", "min(proofs)"))
one("lab14.answer", "the first win, not the nearest", ("return 2, -plies", "return 2, 0"))
one("lab14.answer", "the longest win", ("return 2, -plies", "return 2, plies"))
one("lab14.answer", "the quickest loss", ("return 0, plies", "return 0, -plies"))
one(
    "lab14.answer",
    "the best average instead of visits",
    ("_, visits, _, proof", "_, visits, points, proof"),
    ("return 1, visits", "return 1, points / max(1, visits)"),
)
one(
    "lab14.answer",
    "proofs are ignored",
    text="""
def answer(rows):
    return max(rows, key=lambda row: row[1])[0]
""",
)
one(
    "lab14.answer",
    "a draw is worse than anything unknown",
    ("        return 1, visits", "        return (1, visits) if proof is None else (0.5, visits)"),
)
one(
    "lab14.answer",
    "the number of the row",
    ("return max(rows, key=rank)[0]", "return rows.index(max(rows, key=rank))"),
)
one("lab14.pass_up", "the root is left out", ("reversed(range(len(way)))", "reversed(range(1, len(way)))"))
one(
    "lab14.pass_up",
    "not turned round",
    ("proofs[depth] = proven(family)", "proofs[depth] = max(p or 0 for p in family)"),
)
one("lab14.pass_up", "the root twice", ("return proofs", "return [proofs[0], *proofs]"))
one("lab14.completing", "three empty squares", ("bit_count() == 1", "bit_count() == 3"))
one("lab14.completing", "the last one found", ("found |= missing", "found = missing"))
one("lab14.completing", "from the second square on", ("range(length - 3)", "range(1, length - 3)"))
one("lab14.put", "height, not height - 1", ("height - 1]", "height - 2]"))
one("lab14.put", "rows from the top", ("lines[ROW][row]", "lines[ROW][height - 1 - row]"))
one(
    "lab14.put",
    "toggled in the wrong direction",
    ("[column + row] |= 1 << column", "[column + row] |= 1 << row"),
)
one(
    "lab14.search",
    "the root is not backpropagated",
    ("backpropagate(path,", "backpropagate(path[1:],"),
    ("to_move(state))", "1 - to_move(state))"),
)
one("lab14.search", "expands at the first visit", ("if path[-1][VISITS] > 0:", "if True:"))
one("lab14.search", "the turn of the leaf", ("to_move(state))", "to_move(here))"))
one("lab14.search", "every simulation takes the same picks", ("picks[number:]", "picks"))

# --- lab 15 -------------------------------------------------------------------------------------------------
one("lab15.expected", "the sign", ("-difference", "difference"))
one("lab15.expected", "e instead of 10", ("10 ** (", "2.718281828 ** ("))
one("lab15.expected", "in per cent", ("return 1 /", "return 100 /"))
one(
    "lab15.elo",
    "draws are left out",
    ("(wins + draws / 2) / (wins + draws + losses)", "wins / (wins + losses)"),
)
one("lab15.elo", "draws count as nothing", ("(wins + draws / 2) /", "wins /"))
one("lab15.elo", "natural logarithm", ("log10(", "log("))
one("lab15.elo", "the sign", ("400 * log10", "-400 * log10"))
one(
    "lab15.interval",
    "the variance of a coin",
    (
        "variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games",
        "variance = score * (1 - score)",
    ),
)
one("lab15.interval", "not divided by the games", ("sqrt(variance / games)", "sqrt(variance)"))
one(
    "lab15.interval",
    "scores, not Elo",
    (
        "return elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
        "return score - Z95 * error, score + Z95 * error",
    ),
)
one(
    "lab15.interval",
    "high before low",
    (
        "return elo_of(score - Z95 * error), elo_of(score + Z95 * error)",
        "return elo_of(score + Z95 * error), elo_of(score - Z95 * error)",
    ),
)
one("lab15.interval", "one-sided", ("Z95", "Z_SURE"))
one("lab15.superiority", "draws among the games", ("sqrt(wins + losses)", "sqrt(wins + draws + losses)"))
one(
    "lab15.superiority",
    "not divided by the root",
    ("(wins - losses) / sqrt(wins + losses)", "(wins - losses) / (wins + losses)"),
)
one("lab15.superiority", "the chance of the other side", ("(wins - losses)", "(losses - wins)"))
one(
    "lab15.superiority",
    "the share of wins",
    ("NormalDist().cdf((wins - losses) / sqrt(wins + losses))", "wins / (wins + losses)"),
)
one("lab15.games_needed", "Z_SURE alone", ("(Z_SURE + Z_POWER)", "Z_SURE"))
one("lab15.games_needed", "rounded down", ("ceil(", "int("))
one("lab15.games_needed", "draws do not matter", (" - draw_share / 4", ""))
one("lab15.games_needed", "not squared", ("(score - 0.5) ** 2", "(score - 0.5)"))
one(
    "lab15.sprt",
    "base 10",
    ("log(p1 / p0), log((1 - p1) / (1 - p0))", "log10(p1 / p0), log10((1 - p1) / (1 - p0))"),
)
one(
    "lab15.sprt",
    "answers the wrong way round",
    ("return 1, games", "return 2, games"),
    ("return -1, games", "return 1, games"),
    ("return 2, games", "return -1, games"),
)
one("lab15.sprt", "counts games from 0", ("enumerate(results, 1)", "enumerate(results)"))
one(
    "lab15.sprt",
    "draws add nothing",
    (
        "total += result * won + (1 - result) * lost",
        "total += won if result == 1 else lost if result == 0 else 0",
    ),
)
one(
    "lab15.sprt",
    "looks only at the end",
    (
        "        if total >= bound:\n            return 1, games\n        if total <= -bound:\n            return -1, games\n    return 0, len(results)",
        "    return (1 if total >= bound else -1 if total <= -bound else 0), len(results)",
    ),
)

# --- lab 17 -------------------------------------------------------------------------------------------------
one("lab17.pairings", "each pair once", ("                games.append((other, one, opening))\n", ""))
one("lab17.pairings", "everybody against themselves too", ("players[number + 1 :]", "players[number:]"))
one(
    "lab17.pairings",
    "each pair twice with each colour",
    ("players[number + 1 :]", "[p for p in players if p != one]"),
)
one(
    "lab17.pairings",
    "one opening for each pair",
    ("for opening in openings:", "for opening in openings[:1]:"),
)
one(
    "lab17.place",
    "the mean of the ratings",
    (
        "    low, high = -5000, 5000",
        "    return sum(rating for rating, _, _ in results) / len(results)\n    low, high = -5000, 5000",
    ),
)
one("lab17.place", "the sign of the difference", ("(rating - middle)", "(middle - rating)"))
one(
    "lab17.place",
    "the mean of the single ratings",
    (
        "    low, high = -5000, 5000",
        "    return sum(r + 400 * log10(max(p, 0.01) / max(g - p, 0.01)) for r, p, g in results) / len(results)\n    low, high = -5000, 5000",
    ),
)
one("lab17.place", "games are not weighed", ("sum(games / (1 +", "sum(1 / (1 +"))
