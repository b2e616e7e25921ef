"""A second set of wrong answers, invented from the exercises alone, before the library of mistakes was read.

With `invented.py` it says how well `check` diagnoses: `python tests/diagnosis.py` makes the table.
"""
# ruff: noqa: E501

from __future__ import annotations

from invented import Invented

LATER: list[Invented] = []


def one(task: str, what: str, *changes: tuple[str, str], text: str = "") -> None:
    LATER.append(Invented(task, what, changes, text))


# --- lab 01 -------------------------------------------------------------------------------------------------
one("lab01.count_nodes", "the sum is set anew by each child", ("count += count_nodes", "count = count_nodes"))
one(
    "lab01.count_nodes",
    "a list of positions, not their number",
    text="""
def count_nodes(state):
    found = [state]
    for move in moves(state):
        found += count_nodes(play(state, move))
    return found
""",
)
one(
    "lab01.count_nodes",
    "one is counted for a finished game only",
    text="""
def count_nodes(state):
    if is_over(state):
        return 1
    count = 0
    for move in moves(state):
        count += count_nodes(play(state, move))
    return count
""",
)
one(
    "lab01.perft",
    "the depth is never counted down, but the board is",
    text="""
def perft(state, depth):
    if depth == 0:
        return 0
    count = len(list(moves(state)))
    for move in moves(state):
        count += perft(play(state, move), depth - 1)
    return count
""",
)
one("lab01.perft", "only the last move counts", ("count += perft", "count = perft"))
one(
    "lab01.distinct",
    "a set of texts of boards without the side to move, of all plies",
    text="""
def distinct(state, depth):
    seen = set()
    def walk(state, depth):
        seen.add(state)
        if depth:
            for move in moves(state):
                walk(play(state, move), depth - 1)
    walk(state, depth)
    return len(seen)
""",
)
one(
    "lab01.distinct",
    "expands only the first position of each ply",
    text="""
def distinct(state, depth):
    positions = {state}
    for _ in range(depth):
        position = min(positions)
        positions = {play(position, move) for move in moves(position)}
    return len(positions)
""",
)
one("lab01.distinct", "one ply too few", ("range(depth)", "range(depth - 1)"))

# --- lab 02 -------------------------------------------------------------------------------------------------
one(
    "lab02.minimax",
    "the two starting values are exchanged",
    ("best = -INF if maximising else INF", "best = INF if maximising else -INF"),
)
one("lab02.minimax", "looks one ply further", ("if depth == 0 or", "if depth < 0 or"))
one(
    "lab02.minimax",
    "score in place of the evaluator",
    (
        "value(evaluator, state) if maximising else -value(evaluator, state)",
        "score(state) if maximising else -score(state)",
    ),
)
one(
    "lab02.best_moves",
    "one best move, not in a list",
    (
        "return [move for move in values if values[move] == best]",
        "return max(values, key=values.get) if maximising else min(values, key=values.get)",
    ),
)
one(
    "lab02.best_moves",
    "the best so far, never cleared",
    text="""
def best_moves(state, depth, maximising, evaluator):
    best = -INF if maximising else INF
    found = []
    for move in moves(state):
        v = minimax(play(state, move), depth - 1, not maximising, evaluator)
        if (maximising and v >= best) or (not maximising and v <= best):
            best = v
            found.append(move)
    return found
""",
)
one("lab02.solve", "only the value", ("return search(state), len(memory)", "return search(state)"))
one(
    "lab02.solve",
    "finished games are not remembered",
    text="""
def solve(state):
    memory = {}

    def search(state):
        if state in memory:
            return memory[state]
        maximising = to_move(state) == FIRST
        if is_over(state):
            return score(state) if maximising else -score(state)
        values = [search(play(state, move)) for move in moves(state)]
        memory[state] = max(values) if maximising else min(values)
        return memory[state]

    return search(state), len(memory)
""",
)
one(
    "lab02.solve",
    "counts calls",
    text="""
def solve(state):
    memory = {}
    count = 0

    def search(state):
        nonlocal count
        count += 1
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

    return search(state), count
""",
)

# --- lab 03 -------------------------------------------------------------------------------------------------
one(
    "lab03.alphabeta",
    "beta is raised where alpha should be",
    ("alpha = max(alpha, best)", "beta = max(beta, best)"),
)
one(
    "lab03.alphabeta",
    "the cut is outside the loop",
    (
        "        if alpha >= beta:\n            break\n    return best",
        "    if alpha >= beta:\n        return best\n    return best",
    ),
)
one(
    "lab03.alphabeta",
    "negamax window with minimax values",
    (
        "alphabeta(play(state, move), alpha, beta, not maximising)",
        "alphabeta(play(state, move), -beta, -alpha, not maximising)",
    ),
)
one(
    "lab03.best_move",
    "the last of equals, with bounds taken for values",
    ("found > alpha", "found >= alpha"),
    ("found < beta", "found <= beta"),
)
one("lab03.best_move", "the same player again", ("beta, not maximising)", "beta, maximising)"))
one("lab03.best_line", "only the first move", ("[move, *rest]", "[move]"))
one(
    "lab03.best_line",
    "value and line",
    ("return search(state, -INF, INF, maximising)[1]", "return search(state, -INF, INF, maximising)"),
)

# --- lab 04 -------------------------------------------------------------------------------------------------
one(
    "lab04.order_moves",
    "the values, not the moves",
    (
        "sorted(moves(state), key=lambda move: value(evaluator, play(state, move)))",
        "sorted(value(evaluator, play(state, move)) for move in moves(state))",
    ),
)
one(
    "lab04.remember_killer",
    "a killer that is known comes twice",
    text="""
def remember_killer(killers, move):
    return [move, *killers][:2]
""",
)
one(
    "lab04.remember_killer",
    "a known killer moves to the front",
    text="""
def remember_killer(killers, move):
    return [move, *[other for other in killers if other != move]][:2]
""",
)
one(
    "lab04.killer_search",
    "one list of killers for all depths",
    (
        "killers[depth] = remember_killer(killers[depth], move)",
        "killers[0] = remember_killer(killers[0], move)",
    ),
    ("for move in killers[depth] if", "for move in killers[0] if"),
)
one(
    "lab04.killer_search",
    "killers that are not legal are tried",
    ("[move for move in killers[depth] if move in legal]", "list(killers[depth])"),
)
one(
    "lab04.killer_search",
    "remembers every best move, not only cuts",
    text="""
def killer_search(state, depth, maximising, evaluator):
    killers = [[] for _ in range(depth + 1)]

    def search(state, depth, alpha, beta, maximising):
        if depth == 0 or is_over(state):
            return value(evaluator, state) if maximising else -value(evaluator, state)
        best = -INF if maximising else INF
        legal = list(moves(state))
        first = [move for move in killers[depth] if move in legal]
        for move in first + [move for move in legal if move not in first]:
            found = search(play(state, move), depth - 1, alpha, beta, not maximising)
            if maximising:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            killers[depth] = remember_killer(killers[depth], move)
            if alpha >= beta:
                break
        return best

    return search(state, depth, -INF, INF, maximising)
""",
)
one(
    "lab04.fewest_leaves",
    "the square root",
    ("branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1", "branching ** (depth / 2)"),
)

# --- lab 05 -------------------------------------------------------------------------------------------------
one(
    "lab05.negamax",
    "the score from the first player's side",
    ("return score(state)", "return score(state) if to_move(state) == FIRST else -score(state)"),
)
one(
    "lab05.negamax_passes",
    "never negates",
    ("found = -negamax_passes(child, -beta, -alpha)", "found = negamax_passes(child, alpha, beta)"),
)
one(
    "lab05.negamax_passes",
    "always negates",
    ("found = negamax_passes(child, alpha, beta)", "found = -negamax_passes(child, -beta, -alpha)"),
)
one("lab05.remembering", "the raised bound decides", ("if best > alpha:", "if best > bound:"))
one(
    "lab05.remembering",
    "a new memory for each question",
    text="""
def remembering(state, questions, evaluator):
    def search(state, depth, alpha, beta, memory):
        place = (key(state), depth)
        lower, upper = memory.get(place, (-INF, INF))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best, bound = -INF, alpha
        if depth == 0 or is_over(state):
            best = lower = upper = value(evaluator, state)
        else:
            for move in moves(state):
                best = max(best, -search(play(state, move), depth - 1, -beta, -bound, memory))
                bound = max(bound, best)
                if bound >= beta:
                    break
            if best > alpha:
                lower = best
            if best < beta:
                upper = best
        memory[place] = (lower, upper)
        return best

    return [search(state, depth, alpha, beta, {}) for depth, alpha, beta in questions]
""",
)

# --- lab 07 -------------------------------------------------------------------------------------------------
one(
    "lab07.shift",
    "no mask at all",
    (
        "    if step in (1, 9, -7):\n        discs &= NOT_H\n    if step in (-1, -9, 7):\n        discs &= NOT_A\n",
        "",
    ),
)
one(
    "lab07.shift",
    "the masks are applied after the shift",
    text="""
def shift(discs, step):
    moved = (discs << step) & BOARD if step > 0 else discs >> -step
    if step in (1, 9, -7):
        moved &= NOT_H
    if step in (-1, -9, 7):
        moved &= NOT_A
    return moved
""",
)
one(
    "lab07.legal",
    "squares that are taken are legal too",
    ("found |= shift(run, step) & empty", "found |= shift(run, step)"),
)
one(
    "lab07.legal",
    "runs of one disc only",
    ("        for _ in range(5):\n            run |= shift(run, step) & opponent\n", ""),
)
one("lab07.legal", "only rows and columns", ("for step in STEPS:", "for step in STEPS[:4]:"))
one("lab07.flips", "one direction only", ("            turned |= run\n", "            return run\n"))
one("lab07.has_four", "no diagonals", ("(1, 6, 7, 8)", "(1, 7)"))
one("lab07.winning_squares", "taken squares as well", ("CELLS & ~(player | opponent)", "CELLS"))

# --- lab 08 -------------------------------------------------------------------------------------------------
one(
    "lab08.timed_search",
    "looks at the clock only at leaves",
    (
        "    if clock() >= deadline:\n        raise TimeUp\n    if depth == 0 or is_over(state):\n",
        "    if depth == 0 or is_over(state):\n        if clock() >= deadline:\n            raise TimeUp\n",
    ),
)
one(
    "lab08.timed_search", "the window is not turned", ("depth - 1, -beta, -alpha,", "depth - 1, alpha, beta,")
)
one(
    "lab08.deepen",
    "the move of the depth that was broken off",
    (
        "        except TimeUp:\n            break\n        chosen, finished = best, depth",
        "        except TimeUp:\n            if best is not None:\n                chosen = best\n            break\n        chosen, finished = best, depth",
    ),
)
one("lab08.deepen", "only the move", ("return chosen, finished", "return chosen"))
one(
    "lab08.deepen_ordered",
    "never ordered",
    ("order, finished = sorted(order, key=lambda move: -values[move]), depth", "finished = depth"),
)

# --- lab 09 -------------------------------------------------------------------------------------------------
one(
    "lab09.put",
    "does not meet with what is known",
    (
        "        if entry[0] == position and entry[1] == depth:\n            lower, upper = max(lower, entry[2]), min(upper, entry[3])\n",
        "",
    ),
)
one("lab09.put", "only into empty slots", ("if entry[1] > depth:", "if entry is not None:"))
one(
    "lab09.table_search",
    "stored before the loop is over",
    ("    put(slots, key(state), depth, *learnt(best, alpha, beta))\n", ""),
    (
        "        bound = max(bound, best)\n",
        "        bound = max(bound, best)\n        put(slots, key(state), depth, *learnt(best, alpha, beta))\n",
    ),
)
one(
    "lab09.table_search",
    "asked with the depth of the child",
    ("get(slots, key(state), depth)", "get(slots, key(state), depth - 1)"),
)
one("lab09.table_search", "always exact", ("*learnt(best, alpha, beta)", "best, best"))

# --- lab 10 -------------------------------------------------------------------------------------------------
one("lab10.pvs", "every move after the first is searched twice", ("if alpha < found < beta:", "if True:"))
one("lab10.pvs", "full windows for all", ("-pvs(child, -alpha - 1, -alpha)", "-pvs(child, -beta, -alpha)"))
one(
    "lab10.mtdf",
    "lower and upper exchanged",
    (
        "            upper = guess\n        else:\n            lower = guess",
        "            lower = guess\n        else:\n            upper = guess",
    ),
)
one(
    "lab10.mtdf",
    "the guess is never moved on",
    (
        "        guess = ask(beta - 1, beta)\n        if guess < beta:\n            upper = guess\n        else:\n            lower = guess",
        "        found = ask(beta - 1, beta)\n        if found < beta:\n            upper = found\n            guess = upper - 1\n        else:\n            lower = found\n            guess = lower",
    ),
)
one(
    "lab10.aspiration",
    "both sides are opened",
    ("            alpha = -INF\n        elif", "            alpha, beta = -INF, INF\n        elif"),
)
one(
    "lab10.aspiration",
    "the wrong side is opened",
    (
        "            alpha = -INF\n        elif found >= beta:\n            beta = INF",
        "            beta = INF\n        elif found >= beta:\n            alpha = -INF",
    ),
)

# --- lab 11 -------------------------------------------------------------------------------------------------
one("lab11.thresholds", "not divided by a", (" / a), ceil", "), ceil"), (" / a)", ")"))
one(
    "lab11.cuts_and_errors",
    "errors is a share",
    ("return cuts, errors", "return cuts, errors / cuts if cuts else 0"),
)
one(
    "lab11.probcut",
    "the shallow search has the full window",
    ("shallow, high - 1, high,", "shallow, alpha, beta,"),
    ("shallow, low, low + 1,", "shallow, alpha, beta,"),
)

# --- lab 12 -------------------------------------------------------------------------------------------------
one(
    "lab12.index_of",
    "mine and yours exchanged",
    ("index += 3**place", "index += 2 * 3**place "),
    ("            index += 2 * 3**place\n", "            index += 3**place\n"),
)
one(
    "lab12.placements",
    "all eight, with doubles",
    ("        if frozenset(image) not in seen:\n", "        if True:\n"),
)
one("lab12.gradient_step", "up the hill", ("-= rate * error", "+= rate * error"))
one(
    "lab12.gradient_step",
    "a new list",
    ("    for index in indices:", "    weights = list(weights)\n    for index in indices:"),
)

# --- lab 13 -------------------------------------------------------------------------------------------------
one("lab13.view", "the left half from left to right", ("line[:place][::-1]", "line[:place]"))
one(
    "lab13.place",
    "lists what is listed",
    (
        "        if not listed[there]:\n            listed[there] = 1\n            candidates.append(there)",
        "        listed[there] = 1\n        candidates.append(there)",
    ),
)
one("lab13.undo", "the list keeps what was added", ("    del candidates[count:]\n", ""))
one(
    "lab13.join",
    "the stone itself is not counted",
    ("before[cell] + 1 + after[cell]", "before[cell] + after[cell]"),
)

# --- lab 14 -------------------------------------------------------------------------------------------------
one(
    "lab14.select",
    "the child, not its number",
    ("return number", "return child"),
    ("best, highest = number, bound", "best, highest = child, bound"),
)
one("lab14.select", "the average only", (" + exploration * sqrt(2 * log(node[VISITS]) / child[VISITS])", ""))
one("lab14.simulate", "a draw is lost", ("else 0.5", "else 0"))
one("lab14.proven", "without looking from the other side", ("return 1 - max(proofs)", "return max(proofs)"))
one(
    "lab14.proven",
    "a lost child is a loss",
    ("    if 1 in proofs:\n        return 0", "    if 0 in proofs:\n        return 0"),
)
one("lab14.answer", "the best average", ("return 1, visits", "return 1, _ if False else row[2]"))
one("lab14.search", "the points, not the visits", ("return [child[VISITS] for", "return [child[POINTS] for"))
