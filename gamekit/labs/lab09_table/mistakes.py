"""Lab 09, a table with bounds: the model answers and what goes wrong with them."""

from __future__ import annotations

from typing import Any

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, what_counts, wrong
from gamekit.grading.question import Question

PUTS = "    put(slots, key(state), depth, *learnt(best, alpha, beta))\n"


def has_leaves(answer: Any) -> bool:
    """Does the table hold an entry of depth 0 in the end?"""
    table = answer.get("table")
    return type(table) is list and any(type(entry) is list and entry[1:2] == [0] for entry in table)


def sees(question: Question, answer: Any) -> Any:
    """What two answers must share: leaves in the table too, however many positions they save."""
    seen = what_counts(question, answer)
    return (seen[0], "leaves") if seen and has_leaves(answer) else seen


LIBRARY = Library(
    read_folder(__file__),
    sees=sees,
    mistakes={
        "learnt": (
            wrong(
                "every result taken for exact",
                1,
                "You return the value as both bounds. At or beyond beta the search stopped early, so "
                "the truth may be higher; at or below alpha it may be lower.",
                ("found if found > alpha else -INF", "found"),
                ("found if found < beta else INF", "found"),
            ),
            wrong(
                "the kinds of bound are exchanged",
                1,
                "A value that reaches beta comes from a cut: the truth is at least that much. That is a "
                "lower bound, and yours is an upper one.",
                (
                    "return lower, upper",
                    "return (-INF, found) if upper == INF else (found, INF) if lower == -INF else "
                    "(lower, upper)",
                ),
            ),
            wrong(
                "a value on the edge taken for exact",
                2,
                "A value equal to alpha or to beta is outside the window already: nothing but a bound "
                "is known. Compare with > and <.",
                ("found > alpha", "found >= alpha"),
                ("found < beta", "found <= beta"),
            ),
            wrong(
                "the edge of the window for the value",
                2,
                "Outside the window you keep alpha or beta as the bound. The value that was found is a "
                "better one, and just as true.",
                ("    lower =", "    found_or_edge = min(max(found, alpha), beta)\n    lower ="),
                ("lower = found if", "lower = found_or_edge if"),
                ("upper = found if", "upper = found_or_edge if"),
            ),
        ),
        "get": (
            wrong(
                "another position's entry is believed",
                1.5,
                "Two positions can share a slot. Compare the position in the entry before you believe it.",
                (" or entry[0] != position", ""),
            ),
            wrong(
                "the depth is not compared",
                1.5,
                "Bounds from another depth are bounds on another question. Compare the depth as well.",
                (" or entry[1] != depth", ""),
            ),
            wrong(
                "a deeper entry is used for a shallow question",
                1.5,
                "A deeper value is a better guess, but it is not what minimax of this depth returns. "
                "Here the depth must be equal.",
                ("entry[1] != depth", "entry[1] < depth"),
            ),
            wrong(
                "an empty slot is not expected",
                1.5,
                "A slot may hold None. Then nothing is known, and the bounds are -INF and INF.",
                ("entry is None or ", ""),
            ),
            wrong(
                "returns the whole entry",
                1.5,
                "Wanted are the two bounds, (lower, upper). You return more than that.",
                ("return entry[2], entry[3]", "return entry"),
            ),
        ),
        "put": (
            wrong(
                "always replaces",
                1.5,
                "A new entry drives out a deeper one, which took far more work to find. Keep the deeper one.",
                ("        if entry[1] > depth:\n            return\n", ""),
            ),
            wrong(
                "never replaces",
                1,
                "Once a slot is taken it stays as it is. An entry of the same or of a greater depth "
                "takes it over.",
                ("        if entry[1] > depth:\n            return\n", "        return\n"),
            ),
            wrong(
                "equal depth does not replace",
                1.5,
                "Of two entries of the same depth you keep the old one. The new one is the likelier to "
                "be needed: it replaces.",
                ("entry[1] > depth", "entry[1] > depth or (entry[1] == depth and entry[0] != position)"),
            ),
            wrong(
                "what was known of the position is lost",
                1.5,
                "The slot held a bound on the same position at the same depth. Both are true: keep the "
                "larger lower and the smaller upper bound.",
                ("lower, upper = max(lower, entry[2]), min(upper, entry[3])", "pass"),
            ),
            wrong(
                "bounds of another position are mixed in",
                1.5,
                "You take the narrower bounds even where the slot held another position. Compare the "
                "position first.",
                ("if entry[0] == position and entry[1] == depth", "if entry[1] == depth"),
            ),
            wrong(
                "the table grows",
                0,
                "The table has so many slots and no more. The place of a position is position % len(slots).",
                (
                    "slots[place] = (position, depth, lower, upper)",
                    "slots.append((position, depth, lower, upper))",
                ),
            ),
            wrong(
                "bounds of a shallower search are mixed in",
                1.5,
                "The slot held the same position, searched less deep. Its bounds answer another "
                "question: only at the same depth do they add up.",
                ("if entry[0] == position and entry[1] == depth:", "if entry[0] == position:"),
            ),
        ),
        "table_search": (
            wrong(
                "table ignores bound kind",
                0,
                "You keep every result as if it were exact. After a cut it is only a bound, and another "
                "window may need more: keep what learnt says.",
                ("*learnt(best, alpha, beta)", "best, best"),
            ),
            wrong(
                "table ignores depth",
                2,
                "What was found with a shallow look is used for a deep one. Give put and get the depth "
                "that is left.",
                ("get(slots, key(state), depth)", "get(slots, key(state), 0)"),
                ("put(slots, key(state), depth,", "put(slots, key(state), 0,"),
            ),
            wrong(
                "the memory saves nothing",
                3,
                "Every value is right, and nothing is saved. Ask the table before you search the moves, and "
                "put what the search has learnt into it before you return: one of the two is missing.",
                (PUTS, ""),
            ),
            wrong(
                "compares with the raised alpha",
                3,
                "Whether a result is exact depends on the window you were asked with. You compare with "
                "alpha after it has been raised, so an exact value looks like a bound and is lost.",
                ("learnt(best, alpha, beta)", "learnt(best, bound, beta)"),
            ),
            wrong(
                "a lower bound is taken for the answer",
                0,
                "A lower bound settles the question only if it reaches beta. Yours returns it wherever "
                "there is one.",
                ("lower >= beta or lower == upper", "lower > -INF"),
            ),
            wrong(
                "the lower bound where the upper one settles it",
                2,
                "Where the upper bound is at or below alpha, that bound is the answer. You return the lower "
                "one, which may be far too small.",
                ("        return upper\n", "        return lower\n"),
            ),
            wrong(
                "only exact entries are used",
                3,
                "You use an entry only where both bounds are equal. A lower bound that reaches beta "
                "cuts as well, and so does an upper bound at or below alpha.",
                ("lower >= beta or lower == upper", "lower == upper"),
                ("    if upper <= alpha:\n        return upper\n", ""),
            ),
            wrong(
                "another position's entry is believed",
                3,
                "With few slots, positions share them, and your search believes an entry that belongs "
                "to another position. Use get: it compares.",
                (
                    "    lower, upper = get(slots, key(state), depth)\n",
                    "    entry = slots[key(state) % len(slots)]\n"
                    "    known = entry is not None and entry[1] == depth\n"
                    "    lower, upper = entry[2:] if known else (-INF, INF)\n",
                ),
            ),
            wrong(
                "missing negation",
                0,
                "The child's value is the opponent's: put a minus before the call.",
                ("-table_search(play", "table_search(play"),
            ),
            wrong(
                "the search forgets to cut",
                3,
                "The values are right, but too many nodes are visited: nothing stops the loop where the "
                "value reaches beta.",
                ("        if bound >= beta:\n            break\n", ""),
            ),
            wrong(
                "nothing is stored after a cut",
                3,
                "After a cut you return before anything is put into the table. What the cut has shown "
                "is a lower bound, and worth keeping.",
                ("            break\n", "            return best\n"),
            ),
            wrong(
                "leaves go into the table",
                3,
                "Your table holds entries of depth 0. To look a leaf up costs as much as to evaluate it, "
                "and it takes a slot: leaves do not go into the table.",
                (
                    "        return value(evaluator, state)\n",
                    "        found = value(evaluator, state)\n"
                    "        put(slots, key(state), depth, found, found)\n        return found\n",
                ),
            ),
        ),
        "put_two": (
            wrong(
                "the deeper one is driven out",
                1.5,
                "A new entry takes the first place from a deeper one. The first place keeps the deeper "
                "search; whoever is less deep goes to the second.",
                ("if is_in_second or first[1] > depth:", "if is_in_second:"),
            ),
            wrong(
                "an equal depth does not replace",
                1.5,
                "Where the first place holds another position of the same depth you go to the second. "
                "Only a deeper one keeps its place: the new one is the likelier to be needed.",
                ("first[1] > depth", "first[1] >= depth"),
            ),
            wrong(
                "the second place keeps the deeper one too",
                1.5,
                "In the second place a deeper entry of another position stays. The second place takes "
                "all comers: that is what it is for.",
                (
                    "            place += 1\n",
                    "            place += 1\n"
                    "            if second is not None and not is_in_second and second[1] > depth:\n"
                    "                return\n",
                ),
            ),
            wrong(
                "the old one moves to the second place",
                1.5,
                "When you take the first place you move its old entry to the second, and whatever was "
                "there is lost. Here the old entry simply gives way.",
                (
                    "    old = slots[place]\n",
                    "    old = slots[place]\n"
                    "    if old is not None and old[0] != position and place % 2 == 0:\n"
                    "        slots[place + 1] = old\n",
                ),
            ),
            wrong(
                "a position stands twice",
                1.5,
                "The position was in the second place, and you put it into the first as well. Now one of "
                "them grows old. Look into the second place first.",
                ("if is_in_second or first[1] > depth:", "if first[1] > depth:"),
            ),
            wrong(
                "what was known of the position is lost",
                1.5,
                "The place held a bound on the same position at the same depth. Both are true: keep the "
                "larger lower and the smaller upper bound.",
                ("lower, upper = max(lower, old[2]), min(upper, old[3])", "pass"),
            ),
            wrong(
                "a shallower search of the same position replaces",
                1.5,
                "The place held the same position, searched deeper. That entry stays as it is.",
                ("        if old[1] > depth:\n            return\n", ""),
            ),
            wrong(
                "bounds of a shallower search are mixed in",
                1.5,
                "The place held the same position, searched less deep. Its bounds answer another "
                "question: only at the same depth do they add up.",
                ("        if old[1] == depth:\n", "        if old[1] <= depth:\n"),
            ),
            wrong(
                "places are no pairs",
                0,
                "The pair of a position begins at an even slot, 2 * (position % (len(slots) // 2)). Yours "
                "may begin anywhere, so two pairs share a slot.",
                ("2 * (position % (len(slots) // 2))", "position % (len(slots) - 1)"),
            ),
            wrong(
                "the first place never gives way",
                1.5,
                "Where the first place holds another position you take the second, whatever the depth. "
                "A search that is as deep or deeper takes the first place.",
                ("if is_in_second or first[1] > depth:", "if True:"),
            ),
        ),
        "deepen_with_moves": (
            wrong(
                "moves remembered but never tried first",
                1,
                "The moves are tried as they come, so nothing is saved. Either you do not put the "
                "remembered move first, or the next depth does not find it: the memory is emptied at every "
                "depth, or its key holds the depth.",
                ("if first in legal:", "if False:"),
            ),
            wrong(
                "the remembered move is searched twice",
                1,
                "The remembered move comes first, and then once more among the others. Take it out there.",
                ("            legal.remove(first)\n", ""),
            ),
            wrong(
                "remembers the last move, not the best",
                1,
                "You remember every move you try, so the last one stays. Remember a move only when it "
                "is better than all before it.",
                (
                    "            if found > best:\n                best, best_of[key(state)] = found, move\n",
                    "            best, best_of[key(state)] = max(best, found), move\n",
                ),
            ),
            wrong(
                "returns the first depth",
                0,
                "The value is that of a shallower search. Return what the last depth found.",
                ("    return found\n", "        return found\n"),
            ),
        ),
    },
    further={
        "learnt": (
            wrong(
                "both bounds always open",
                2,
                "You return -INF and INF whatever was found. Inside the window the "
                "value is exact, below alpha it is at most that, and from beta on at "
                "least.",
                ("lower = found if found > alpha else -INF", "lower = found if found >= beta else -INF"),
                ("upper = found if found < beta else INF", "upper = found if found <= alpha else INF"),
            ),
            wrong(
                "upper before lower",
                1,
                "You return (upper, lower). Asked is (lower, upper).",
                ("return lower, upper", "return upper, lower"),
            ),
            wrong(
                "the window taken for knowledge",
                1,
                "You begin with alpha and beta as bounds. The window is what was asked, "
                "not what is known: beyond it nothing limits the value, so the other "
                "bound is INF or -INF.",
                source="""
def learnt(found, alpha, beta):
    lower, upper = alpha, beta
    if found > alpha:
        lower = found
    if found < beta:
        upper = found
    return lower, upper
""",
            ),
        ),
        "put": (
            wrong(
                "the wider bounds are kept",
                1.5,
                "Of two bounds on the same question you keep the wider ones. Both are "
                "true: keep the larger lower and the smaller upper bound.",
                ("max(lower, entry[2]), min(upper, entry[3])", "min(lower, entry[2]), max(upper, entry[3])"),
            ),
            wrong(
                "the deeper one gives way",
                1,
                "A deeper entry gives way to one that is less deep. It is the other way round.",
                ("entry[1] > depth", "entry[1] < depth"),
            ),
            wrong(
                "another position never replaces",
                1.5,
                "An entry of another position stays, whatever its depth. One that is not deeper gives way.",
                ("        if entry[1] > depth:\n", "        if entry[1] > depth or entry[0] != position:\n"),
            ),
            wrong(
                "merged whatever the depth",
                1,
                "Wherever the position is the same you take the narrower bounds and the "
                "greater depth. Bounds add up only at the same depth: a deeper entry "
                "stays as it is, and one that is less deep gives way.",
                source="""
def put(slots, position, depth, lower, upper):
    slot = position % len(slots)
    old = slots[slot]
    if old is None:
        slots[slot] = (position, depth, lower, upper)
    elif old[0] == position:
        slots[slot] = (position, max(depth, old[1]), max(lower, old[2]), min(upper, old[3]))
    elif depth >= old[1]:
        slots[slot] = (position, depth, lower, upper)
""",
            ),
        ),
        "table_search": (
            wrong(
                "a bound inside the window is taken for the answer",
                0,
                "You return a lower bound that lies above alpha, or an upper one below "
                "beta. A lower bound settles the question only where it reaches beta, "
                "an upper one only at or below alpha.",
                source="""
def table_search(state, depth, alpha, beta, evaluator, slots):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    position = key(state)
    lower, upper = get(slots, position, depth)
    if lower == upper:
        return lower
    if lower > alpha:
        return lower
    if upper < beta:
        return upper
    best = -INF
    bound = alpha
    for move in moves(state):
        best = max(best, -table_search(play(state, move), depth - 1, -beta, -bound, evaluator, slots))
        bound = max(bound, best)
        if bound >= beta:
            break
    low, high = learnt(best, alpha, beta)
    put(slots, position, depth, low, high)
    return best
""",
            ),
            wrong(
                "stored with the other sign",
                0,
                "You store minus the value. An entry speaks for the side to move in its "
                "own position, as the value does.",
                ("*learnt(best, alpha, beta)", "*learnt(-best, -beta, -alpha)"),
            ),
            wrong(
                "the child's key is stored",
                2,
                "You write what you have learnt under the key of a child. It is about this position.",
                ("put(slots, key(state)", "put(slots, key(play(state, move))"),
            ),
            wrong(
                "stored before the loop is over",
                2,
                "You write into the table in the loop, before all moves were looked at. "
                "What is learnt is known only after it.",
                (
                    "        bound = max(bound, best)\n",
                    "        bound = max(bound, best)\n"
                    "        put(slots, key(state), depth, *learnt(best, alpha, beta))\n",
                ),
            ),
            wrong(
                "asked with another depth than stored",
                2,
                "You ask the table with another depth than you store with, so nothing "
                "is found, or something else. Both are the depth that is left here.",
                ("get(slots, key(state), depth)", "get(slots, key(state), depth - 1)"),
            ),
            wrong(
                "the window is not turned",
                2,
                "The child gets (alpha, beta) as it is. It speaks for the other side: (-beta, -alpha).",
                ("-beta, -bound", "bound, beta"),
            ),
            wrong(
                "a child's entry without the minus",
                0,
                "You look the child up in the table and take what you find as it is. An "
                "entry speaks for the side to move in its own position: it needs the "
                "same minus as a search of the child.",
                source="""
def table_search(state, depth, alpha, beta, evaluator, slots):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    best, bound = -INF, alpha
    for move in moves(state):
        child = play(state, move)
        lower, upper = get(slots, key(child), depth - 1)
        if lower == upper:
            found = lower
        else:
            found = -table_search(child, depth - 1, -beta, -bound, evaluator, slots)
        best = max(best, found)
        bound = max(bound, best)
        if bound >= beta:
            break
    lower, upper = learnt(best, alpha, beta)
    put(slots, key(state), depth, lower, upper)
    return best
""",
            ),
            wrong(
                "the lower bound wherever the table closes the window",
                2,
                "You narrow the window with both bounds and return the lower one where "
                "it closes. If the upper bound has closed it, that one is the answer: "
                "the lower may be as small as -INF.",
                source="""
def table_search(state, depth, alpha, beta, evaluator, slots):
    if depth == 0 or is_over(state):
        return value(evaluator, state)
    lower, upper = get(slots, key(state), depth)
    alpha = max(alpha, lower)
    beta = min(beta, upper)
    if alpha >= beta:
        return lower
    first = alpha
    best = -INF
    for move in moves(state):
        child = play(state, move)
        best = max(best, -table_search(child, depth - 1, -beta, -alpha, evaluator, slots))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    lower, upper = learnt(best, first, beta)
    put(slots, key(state), depth, lower, upper)
    return best
""",
            ),
        ),
        "deepen_with_moves": (
            wrong(
                "only the last depth is searched",
                1,
                "You search the last depth alone, so there is nothing remembered to "
                "begin with. Go through all depths, from 1.",
                ("range(1, depth + 1)", "range(depth, depth + 1)"),
            ),
            wrong(
                "only the root remembers",
                1,
                "You remember a move at the root alone. Each position below has its best move as well.",
                (
                    "                best, best_of[key(state)] = found, move\n",
                    "                best = found\n"
                    "                if depth == at:\n"
                    "                    best_of[key(state)] = move\n",
                ),
            ),
            wrong(
                "remembers only moves that cut",
                1,
                "You remember a move only where it cut. The best move of every position is asked for.",
                (
                    "                best, best_of[key(state)] = found, move\n"
                    "            alpha = max(alpha, best)\n"
                    "            if alpha >= beta:\n",
                    "                best = found\n"
                    "            alpha = max(alpha, best)\n"
                    "            if alpha >= beta:\n"
                    "                best_of[key(state)] = move\n",
                ),
            ),
            wrong(
                "the remembered move comes last",
                1,
                "The remembered move is tried last. It was the best one depth before: try it first.",
                ("legal.insert(0, first)", "legal.append(first)"),
            ),
            wrong(
                "the value of the last depth is the next alpha",
                0,
                "Each depth begins with the value of the one before as alpha, so the "
                "value can never fall. A deeper search may find that the position is "
                "worth less: begin with an open window.",
                source="""
def deepen_with_moves(state, depth, evaluator):
    best_moves = {}

    def search(node, left, alpha, beta):
        if left == 0 or is_over(node):
            return value(evaluator, node)
        order = list(moves(node))
        favourite = best_moves.get(key(node))
        if favourite in order:
            order.remove(favourite)
            order.insert(0, favourite)
        for move in order:
            found = -search(play(node, move), left - 1, -beta, -alpha)
            if found > alpha:
                alpha = found
                best_moves[key(node)] = move
            if alpha >= beta:
                break
        return alpha

    reached = -INF
    for limit in range(1, depth + 1):
        reached = search(state, limit, reached, INF)
    return reached
""",
            ),
        ),
        "get": (
            wrong(
                "nothing where nothing is known",
                0.5,
                "Where nothing is known you return something else than two bounds. "
                "Nothing known is (-INF, INF).",
                ("return -INF, INF", "return None"),
            ),
            wrong(
                "the bounds are exchanged",
                1.5,
                "You return (upper, lower). Asked are the bounds as (lower, upper).",
                ("return entry[2], entry[3]", "return entry[3], entry[2]"),
            ),
            wrong(
                "a shallower entry is used for a deep question",
                1.5,
                "You believe an entry that was searched less deep. The depth must be the same.",
                ("entry[1] != depth", "entry[1] > depth"),
            ),
            wrong(
                "open bounds the wrong way round",
                0.5,
                "Where nothing is known you return (INF, -INF). At least -INF and at "
                "most INF is what is known.",
                ("return -INF, INF", "return INF, -INF"),
            ),
        ),
        "put_two": (
            wrong(
                "the shallower of the two gives way",
                1,
                "You put the entry where the shallower of the two stands. The rule is "
                "another: the first place if it is free, this position's or not deeper, "
                "else the second.",
                source="""
def put_two(slots, position, depth, lower, upper):
    place = 2 * (position % (len(slots) // 2))
    first, second = slots[place], slots[place + 1]
    if second is not None and second[0] == position and not (first is not None and first[0] == position):
        place += 1
    elif first is not None and first[0] != position and (second is None or second[1] < first[1]):
        place += 1
    old = slots[place]
    if old is not None and old[0] == position:
        if old[1] > depth:
            return
        if old[1] == depth:
            lower, upper = max(lower, old[2]), min(upper, old[3])
    slots[place] = (position, depth, lower, upper)
""",
            ),
            wrong(
                "a free second place is taken first",
                1.5,
                "A free second place is taken although the first should give way. The "
                "first place comes first, unless a deeper entry stands there.",
                (
                    "if is_in_second or first[1] > depth:",
                    "if is_in_second or second is None or first[1] > depth:",
                ),
            ),
            wrong(
                "the number of the pair is not doubled",
                0,
                "The pair begins at slot position % len(slots), even or not.",
                ("2 * (position % (len(slots) // 2))", "position % (len(slots) // 2)"),
            ),
        ),
    },
)
