"""Lab 09, a table with bounds: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

LEARNT = """
def learnt(found, alpha, beta):
    lower = found if found > alpha else -INF
    upper = found if found < beta else INF
    return lower, upper
"""
GET = """
def get(slots, position, depth):
    entry = slots[position % len(slots)]
    if entry is None or entry[0] != position or entry[1] != depth:
        return -INF, INF
    return entry[2], entry[3]
"""
PUT = """
def put(slots, position, depth, lower, upper):
    place = position % len(slots)
    entry = slots[place]
    if entry is not None:
        if entry[1] > depth:
            return
        if entry[0] == position and entry[1] == depth:
            lower, upper = max(lower, entry[2]), min(upper, entry[3])
    slots[place] = (position, depth, lower, upper)
"""
SEARCH = """
def table_search(state, depth, alpha, beta, evaluator, slots):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    lower, upper = get(slots, key(state), depth)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    best, bound = -INF, alpha
    for move in moves(state):
        best = max(best, -table_search(play(state, move), depth - 1, -beta, -bound, evaluator, slots))
        bound = max(bound, best)
        if bound >= beta:
            break
    put(slots, key(state), depth, *learnt(best, alpha, beta))
    return best
"""
PUTS = "    put(slots, key(state), depth, *learnt(best, alpha, beta))\n"
DEEPEN = """
def deepen_with_moves(state, depth, evaluator):
    best_of = {}
    def search(state, depth, alpha, beta):
        if depth == 0 or is_over(state):
            return value(evaluator, state)
        legal = list(moves(state))
        first = best_of.get(key(state))
        if first in legal:
            legal.remove(first)
            legal.insert(0, first)
        best = -INF
        for move in legal:
            found = -search(play(state, move), depth - 1, -beta, -alpha)
            if found > best:
                best, best_of[key(state)] = found, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    for at in range(1, depth + 1):
        found = search(state, at, -INF, INF)
    return found
"""

LIBRARY = Library(
    models={
        "learnt": LEARNT,
        "get": GET,
        "put": PUT,
        "table_search": SEARCH,
        "deepen_with_moves": DEEPEN,
    },
    mistakes={
        "learnt": (
            Mistake(
                "every result taken for exact",
                "You return the value as both bounds. At or beyond beta the search stopped early, so the "
                "truth may be higher; at or below alpha it may be lower.",
                edited(LEARNT, ("found if found > alpha else -INF", "found")).replace(
                    "found if found < beta else INF", "found"
                ),
                1,
            ),
            Mistake(
                "the kinds of bound are exchanged",
                "A value that reaches beta comes from a cut: the truth is at least that much. That is a "
                "lower bound, and yours is an upper one.",
                edited(
                    LEARNT,
                    (
                        "return lower, upper",
                        "return -INF if upper == INF else lower, "
                        "found if upper == INF else INF if lower == -INF else upper",
                    ),
                ),
                1,
            ),
            Mistake(
                "a value on the edge taken for exact",
                "A value equal to alpha or to beta is outside the window already: nothing but a bound is "
                "known. Compare with > and <.",
                edited(LEARNT, ("found > alpha", "found >= alpha"), ("found < beta", "found <= beta")),
                2,
            ),
            Mistake(
                "the edge of the window for the value",
                "Outside the window you keep alpha or beta as the bound. The value that was found is a "
                "better one, and just as true.",
                edited(
                    LEARNT,
                    ("    lower =", "    found_or_edge = min(max(found, alpha), beta)\n    lower ="),
                    ("lower = found if", "lower = found_or_edge if"),
                    ("upper = found if", "upper = found_or_edge if"),
                ),
                2,
            ),
        ),
        "get": (
            Mistake(
                "another position's entry is believed",
                "Two positions can share a slot. Compare the position in the entry before you believe it.",
                edited(GET, (" or entry[0] != position", "")),
                1.5,
            ),
            Mistake(
                "the depth is not compared",
                "Bounds from another depth are bounds on another question. Compare the depth as well.",
                edited(GET, (" or entry[1] != depth", "")),
                1.5,
            ),
            Mistake(
                "a deeper entry is used for a shallow question",
                "A deeper value is a better guess, but it is not what minimax of this depth returns. Here "
                "the depth must be equal.",
                edited(GET, ("entry[1] != depth", "entry[1] < depth")),
                1.5,
            ),
            Mistake(
                "an empty slot is not expected",
                "A slot may hold None. Then nothing is known, and the bounds are -INF and INF.",
                edited(GET, ("entry is None or ", "")),
                1.5,
            ),
            Mistake(
                "returns the whole entry",
                "Wanted are the two bounds, (lower, upper). You return more than that.",
                edited(GET, ("return entry[2], entry[3]", "return entry")),
                1.5,
            ),
        ),
        "put": (
            Mistake(
                "always replaces",
                "A new entry drives out a deeper one, which took far more work to find. Keep the deeper one.",
                edited(PUT, ("        if entry[1] > depth:\n            return\n", "")),
                1.5,
            ),
            Mistake(
                "never replaces",
                "Once a slot is taken it stays as it is. An entry of the same or of a greater depth takes it "
                "over.",
                edited(PUT, ("        if entry[1] > depth:\n            return\n", "        return\n")),
                1.5,
            ),
            Mistake(
                "equal depth does not replace",
                "Of two entries of the same depth you keep the old one. The new one is the likelier to be "
                "needed: it replaces.",
                edited(
                    PUT,
                    ("entry[1] > depth", "entry[1] > depth or (entry[1] == depth and entry[0] != position)"),
                ),
                1.5,
            ),
            Mistake(
                "what was known of the position is lost",
                "The slot held a bound on the same position at the same depth. Both are true: keep the "
                "larger lower and the smaller upper bound.",
                edited(PUT, ("lower, upper = max(lower, entry[2]), min(upper, entry[3])", "pass")),
                1.5,
            ),
            Mistake(
                "bounds of another position are mixed in",
                "You take the narrower bounds even where the slot held another position. Compare the "
                "position first.",
                edited(PUT, ("if entry[0] == position and entry[1] == depth", "if entry[1] == depth")),
                1.5,
            ),
            Mistake(
                "the table grows",
                "The table has so many slots and no more. The place of a position is position % len(slots).",
                edited(
                    PUT,
                    ("    slots[place] = (", "    slots.append(("),
                    ("lower, upper)\n", "lower, upper))\n"),
                ).replace(
                    "def put(slots, position, depth, lower, upper))",
                    "def put(slots, position, depth, lower, upper)",
                ),
                0.5,
            ),
        ),
        "table_search": (
            Mistake(
                "table ignores bound kind",
                "You keep every result as if it were exact. After a cut it is only a bound, and another "
                "window may need more: keep what learnt says.",
                edited(SEARCH, ("*learnt(best, alpha, beta)", "best, best")),
                0,
            ),
            Mistake(
                "table ignores depth",
                "What was found with a shallow look is used for a deep one. Give put and get the depth that "
                "is left.",
                edited(
                    SEARCH,
                    ("get(slots, key(state), depth)", "get(slots, key(state), 0)"),
                    ("put(slots, key(state), depth,", "put(slots, key(state), 0,"),
                ),
                2,
            ),
            Mistake(
                "a memory that is looked up but never filled",
                "Every value is right, and nothing is saved: nothing is ever found in the table. Put what "
                "the search has learnt into it before you return.",
                edited(SEARCH, (PUTS, "")),
                3,
            ),
            Mistake(
                "compares with the raised alpha",
                "Whether a result is exact depends on the window you were asked with. You compare with alpha "
                "after it has been raised, so an exact value looks like a bound and is lost.",
                edited(SEARCH, ("learnt(best, alpha, beta)", "learnt(best, bound, beta)")),
                3,
            ),
            Mistake(
                "a lower bound is taken for the answer",
                "A lower bound settles the question only if it reaches beta. Yours returns it wherever there "
                "is one.",
                edited(SEARCH, ("lower >= beta or lower == upper", "lower > -INF")),
                0,
            ),
            Mistake(
                "only exact entries are used",
                "You use an entry only where both bounds are equal. A lower bound that reaches beta cuts as "
                "well, and so does an upper bound at or below alpha.",
                edited(
                    SEARCH,
                    ("lower >= beta or lower == upper", "lower == upper"),
                    ("    if upper <= alpha:\n        return upper\n", ""),
                ),
                3,
            ),
            Mistake(
                "another position's entry is believed",
                "With few slots, positions share them, and your search believes an entry that belongs to "
                "another position. Use get: it compares.",
                edited(
                    SEARCH,
                    (
                        "    lower, upper = get(slots, key(state), depth)\n",
                        "    entry = slots[key(state) % len(slots)]\n"
                        "    known = entry is not None and entry[1] == depth\n"
                        "    lower, upper = entry[2:] if known else (-INF, INF)\n",
                    ),
                ),
                3,
            ),
            Mistake(
                "missing negation",
                "The child's value is the opponent's: put a minus before the call.",
                edited(SEARCH, ("-table_search(play", "table_search(play")),
                0,
            ),
            Mistake(
                "the search forgets to cut",
                "The values are right, but too many nodes are visited: nothing stops the loop where the "
                "value reaches beta.",
                edited(SEARCH, ("        if bound >= beta:\n            break\n", "")),
                3,
            ),
        ),
        "deepen_with_moves": (
            Mistake(
                "moves remembered but never tried first",
                "The moves are tried as they come, so nothing is saved. Either you do not put the remembered "
                "move first, or you empty the memory at every depth.",
                edited(DEEPEN, ("if first in legal:", "if False:")),
                1,
            ),
            Mistake(
                "the remembered move is searched twice",
                "The remembered move comes first, and then once more among the others. Take it out there.",
                edited(DEEPEN, ("            legal.remove(first)\n", "")),
                1,
            ),
            Mistake(
                "remembers the last move, not the best",
                "You remember every move you try, so the last one stays. Remember a move only when it is "
                "better than all before it.",
                edited(
                    DEEPEN,
                    (
                        "            if found > best:\n"
                        "                best, best_of[key(state)] = found, move\n",
                        "            best, best_of[key(state)] = max(best, found), move\n",
                    ),
                ),
                1,
            ),
            Mistake(
                "returns the first depth",
                "The value is that of a shallower search. Return what the last depth found.",
                edited(DEEPEN, ("    return found\n", "        return found\n")),
                0,
            ),
        ),
    },
)
