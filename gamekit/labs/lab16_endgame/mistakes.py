"""Lab 16, an endgame solver: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, wrong

WALK = "            if not opponent >> square & 1:\n                break\n            safe |= 1 << square\n"
KEEPS = (
    "    if best > alpha:\n        lower = max(lower, best)\n"
    "    if best < beta:\n        upper = min(upper, best)\n"
)
LIMIT = (
    "    if limit is not None:\n        most = value(limit, state)\n"
    "        if most <= alpha:\n            return most\n"
)

LIBRARY = Library(
    read_folder(__file__),
    mistakes={
        "odd_squares": (
            wrong(
                "the even quarters",
                0,
                "You give the squares of those quarters that have an even number of empty squares. Odd "
                "means that one is left over when you take them away in pairs.",
                ("% 2 == 1", "% 2 == 0"),
            ),
            wrong(
                "taken squares too",
                0,
                "You give the whole quarter, its discs included. Wanted are its empty squares.",
                ("found |= empty & quarter", "found |= quarter"),
            ),
            wrong(
                "the board as one",
                0,
                "You count all empty squares of the board together. Each quarter is odd or even by itself.",
                ("(empty & quarter).bit_count() % 2", "empty.bit_count() % 2"),
            ),
            wrong(
                "only one quarter",
                0,
                "You give the squares of one odd quarter. Every odd quarter belongs to the answer.",
                ("found |= empty & quarter", "found = empty & quarter"),
            ),
            wrong(
                "a quarter with a single square",
                0,
                "You take quarters with exactly one empty square. Three are odd as well, and five.",
                ("% 2 == 1", "== 1"),
            ),
            wrong(
                "nothing where all are odd",
                1,
                "Where all four quarters are odd you give none of them.",
                ("    return found\n", "    return found if found != empty else 0\n"),
            ),
        ),
        "ceiling": (
            wrong(
                "a filled corner of either colour holds",
                2,
                "You take discs for safe beside a corner that the other side has. They can be turned: "
                "the corner is the other end of the bracket. Only a corner of their own colour holds them.",
                (
                    WALK,
                    "            if not (player | opponent) >> square & 1:\n                break\n"
                    "            safe |= opponent & 1 << square\n",
                ),
            ),
            wrong(
                "rows go on beyond a gap",
                2,
                "Behind a gap, or a disc of the other colour, the row is broken: what follows is not safe "
                "by this rule. Stop the walk there.",
                (
                    WALK,
                    "            if not opponent >> corner & 1:\n                break\n"
                    "            safe |= opponent & 1 << square\n",
                ),
            ),
            wrong(
                "a full edge counted twice",
                2,
                "A disc that two walks come by is counted twice: a corner belongs to two edges, and a "
                "full edge has two corners. Collect the squares in a word and count at the end.",
                ("    safe = 0\n", "    count = 0\n"),
                (
                    "            safe |= 1 << square\n",
                    "            count += 1 if square != corner else 0.5\n",
                ),
                ("64 - 2 * safe.bit_count()", "64 - int(2 * count)"),
            ),
            wrong(
                "corners only",
                2,
                "You count corners. The discs that hang on a corner along an edge are just as safe.",
                ("for _ in range(8):", "for _ in range(1):"),
            ),
            wrong(
                "each safe disc counts one",
                0,
                "A disc that stays the opponent's is one less for you and one more for them: it costs "
                "two. 64 - 2 s.",
                ("64 - 2 * safe", "64 - safe"),
            ),
            wrong(
                "your own discs",
                0,
                "You count the discs of the side to move. What it can win by is limited by what it can "
                "never take from the opponent.",
                ("if not opponent >> square", "if not player >> square"),
            ),
            wrong(
                "a disc counts once for every walk",
                0,
                "Two walks begin in each corner, and a disc that both come by counts twice with you. "
                "Collect the discs in a word or a set, and count them at the end.",
                ("safe |= 1 << square", "safe += 1"),
                ("safe.bit_count()", "safe"),
            ),
        ),
        "in_order": (
            wrong(
                "many replies first",
                0.5,
                "The move that leaves the most replies comes first in your list. Few replies make a "
                "small subtree: those first.",
                ("return count_moves(", "return -count_moves("),
            ),
            wrong(
                "parity before speed",
                0.5,
                "You put odd squares first whatever the replies. Parity decides only between moves that "
                "are equally fast.",
                (
                    "return count_moves(play(state, move)), 0 if is_odd else 1",
                    "return 0 if is_odd else 1, count_moves(play(state, move))",
                ),
            ),
            wrong(
                "parity is not used",
                1.5,
                "Moves with equally many replies stay as they come. Those on odd squares come first: odd "
                "before "
                "the move, since after it the square is no longer empty.",
                (", 0 if is_odd else 1", ", 0"),
            ),
            wrong(
                "even squares first",
                1.5,
                "Of equally fast moves you take those on even squares first.",
                ("0 if is_odd else 1", "1 if is_odd else 0"),
            ),
            wrong(
                "equal moves are turned round",
                1.5,
                "Moves that are equal in both come in the reverse order. Keep the order in which moves "
                "gives them: sorted does, unless you sort backwards.",
                ("sorted(moves(state), key=mark)", "sorted(list(moves(state))[::-1], key=mark)"),
            ),
            wrong(
                "a pass taken for a square",
                1.5,
                "Where the only move is a pass you look for its square, and there is none. Ask whether "
                "the move is PASS first.",
                ("is_odd = move != PASS and odd", "is_odd = odd"),
            ),
            wrong(
                "your own moves are counted",
                0.5,
                "You count the moves of the position before the move, which is the same number for all. "
                "Count the replies after it.",
                ("count_moves(play(state, move))", "count_moves(state)"),
            ),
        ),
        "solve": (
            wrong(
                "a bound kept as the value",
                4,
                "You keep every result as both bounds. After a cut it is only a lower one, and where no "
                "move was good enough only an upper one.",
                (KEEPS, "    lower = upper = best\n"),
            ),
            wrong(
                "compares with the raised alpha",
                4,
                "Whether a result is a lower bound depends on the alpha that you were asked with. You "
                "compare with alpha after it was raised, so values are kept as upper bounds only.",
                ("if best > alpha:", "if best > bound:"),
            ),
            wrong(
                "the memory saves nothing",
                4,
                "Every value is right, and nothing is saved. Ask known before you search the moves, and "
                "write the bounds into it before you return: one of the two is missing.",
                ("    known[key(state)] = lower, upper\n", ""),
            ),
            wrong(
                "the limit is not used",
                4,
                "What the side to move gets at most can settle the question without playing a move. Ask "
                "for it before the search.",
                (LIMIT, ""),
            ),
            wrong(
                "the limit taken for the value",
                4,
                "You return the limit wherever there is one. It says what can be had at most: only where "
                "that is no more than alpha is the question settled.",
                ("        if most <= alpha:\n            return most\n", "        return most\n"),
            ),
            wrong(
                "the limit compared with beta",
                4,
                "You return the limit where it is below beta. The value may lie between alpha and the "
                "limit. Compare with alpha.",
                ("if most <= alpha:", "if most < beta:"),
            ),
            wrong(
                "a lower bound is taken for the answer",
                4,
                "A lower bound settles the question only if it reaches beta. Yours returns it wherever "
                "there is one.",
                ("if lower >= beta or lower == upper:", "if lower > -INF:"),
            ),
            wrong(
                "only exact entries are used",
                4,
                "You use what is known only where both bounds are equal. A lower bound that reaches beta "
                "cuts as well, and so does an upper bound at or below alpha.",
                ("lower >= beta or lower == upper", "lower == upper"),
                ("    if upper <= alpha:\n        return upper\n", ""),
            ),
            wrong(
                "missing negation",
                0,
                "The child's value is the opponent's: put a minus before the call.",
                ("best, -solve(", "best, solve("),
            ),
            wrong(
                "the window is not turned round",
                2,
                "You hand alpha and beta down as they are. The child sees them with the other sign and "
                "the other way round.",
                ("-beta, -bound, known", "bound, beta, known"),
            ),
            wrong(
                "a pass ends the game",
                4,
                "Where the side to move must pass, the game is not over. A pass is a move like any other.",
                ("    if is_over(state):\n", "    if is_over(state) or list(moves(state)) == [PASS]:\n"),
            ),
            wrong(
                "what was known before is lost",
                4,
                "You write what this search has learnt over what was known. The other bound is still "
                "true: keep both.",
                ("lower = max(lower, best)", "lower, upper = best, INF"),
                ("upper = min(upper, best)", "lower, upper = best if best > alpha else -INF, best"),
            ),
            wrong(
                "the limit compared with beta, equal too",
                4,
                "You return the limit where it is no more than beta. The value may lie between alpha "
                "and the limit. Compare with alpha.",
                ("if most <= alpha:", "if most <= beta:"),
            ),
        ),
        "endgame": (
            wrong(
                "no second search after a null window",
                0,
                "You ask the other moves with a null window and take its answer for the value. Where it says "
                "'better' it is only a bound: search that move again with an open window.",
                (
                    "move), -64, -max",
                    "move), -64 if best == -INF else -best - 1, -max",
                ),
            ),
            wrong(
                "the last of those that look best",
                1,
                "A later move that comes back equal to the best value is only a bound: its search was "
                "cut off. Replace the move where found > best, not where they are equal.",
                ("if found > best:", "if found >= best:"),
            ),
            wrong(
                "the first move in order",
                1,
                "You return the first move of your order. It is a good guess, and the search knows better.",
                ("best, best_move = found, move", "best, best_move = found, best_move or move"),
            ),
            wrong(
                "the worst move",
                0,
                "You keep the smallest value. The side to move wants the largest.",
                ("best, best_move, known = -INF", "best, best_move, known = INF"),
                ("-64, -max(best, -64)", "-64, 64"),
                ("if found > best:", "if found < best:"),
            ),
            wrong(
                "missing negation",
                0,
                "What a move is worth to you is minus what the position after it is worth to your opponent.",
                ("found = -solve(", "found = solve("),
                ("-64, -max(best, -64)", "-64, 64"),
            ),
            wrong(
                "move and value are exchanged",
                0,
                "You return (move, value). Wanted is (value, move).",
                ("return best, best_move", "return best_move, best"),
            ),
        ),
    },
    further={
        "odd_squares": (
            wrong(
                "connected regions, not quarters",
                0,
                "You count in connected regions of empty squares. Here the board is cut "
                "into QUARTERS, and the empty squares of each quarter are counted "
                "together.",
                source="""
def odd_squares(player, opponent):
    empty = ALL & ~(player | opponent)
    not_h = 0x7F7F_7F7F_7F7F_7F7F
    odd, rest = 0, empty
    while rest:
        region = rest & -rest
        while True:
            wide = region | (region & not_h) << 1 | region >> 1 & not_h
            grown = (wide | wide << 8 | wide >> 8) & empty
            if grown == region:
                break
            region = grown
        if bin(region).count("1") % 2 == 1:
            odd |= region
        rest &= ~region
    return odd
""",
            ),
        ),
        "solve": (
            wrong(
                "nothing is kept after a cut",
                4,
                "After a cut you return before anything is kept. What the cut has shown is a lower bound.",
                (
                    "        if bound >= beta:\n            break\n",
                    "        if bound >= beta:\n            return best\n",
                ),
            ),
            wrong(
                "cuts where the limit is high",
                4,
                "You return the limit where it reaches beta. It says what can be had at "
                "most, and the side may get much less: only a limit at or below alpha "
                "ends the search.",
                source="""
def solve(state, alpha, beta, known, limit):
    if is_over(state):
        return score(state)
    if limit is not None:
        most = value(limit, state)
        if most >= beta:
            return most
    place = key(state)
    lower, upper = known.get(place, (-INF, INF))
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    best, bound = -INF, alpha
    for move in moves(state):
        best = max(best, -solve(play(state, move), -beta, -bound, known, limit))
        bound = max(bound, best)
        if bound >= beta:
            break
    if best > alpha:
        lower = max(lower, best)
    if best < beta:
        upper = min(upper, best)
    known[place] = (lower, upper)
    return best
""",
            ),
        ),
        "ceiling": (
            wrong(
                "only full edges",
                2,
                "You count edges that are full. A row from a corner is safe as far as it goes without a gap.",
                source="""
def ceiling(player, opponent):
    safe = 0
    for corner, step in WALKS:
        if opponent >> corner & 1:
            safe |= 1 << corner
        row = sum(1 << corner + step * place for place in range(8))
        if opponent & row == row:
            safe |= row
    return 64 - 2 * safe.bit_count()
""",
            ),
            wrong(
                "only one walk from each corner",
                2,
                "You walk along one edge from each corner. Two edges begin there.",
                ("in WALKS", "in WALKS[::2]"),
            ),
        ),
        "endgame": (
            wrong(
                "every move with its own memory, the first that is not lost",
                0,
                "You stop at the first move that wins. The largest value is asked for: look at every move.",
                (
                    "            best, best_move = found, move\n",
                    "            best, best_move = found, move\n        if best > 0:\n            break\n",
                ),
            ),
            wrong(
                "the value for the first player",
                0,
                "Your value is the first player's. Asked is that of the side to move.",
                ("    return best, best_move", "    return best if state.turn == 0 else -best, best_move"),
            ),
        ),
    },
)
