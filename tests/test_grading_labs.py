"""Every lab: the model earns everything, the untouched exercise nothing, other right styles everything."""

from __future__ import annotations

import random

import pytest
from grading_support import SEED, as_bytes, handed_in, model, needs_bubblewrap, open_sandbox, released

from gamekit import INF, is_over, moves, play, suite, to_move
from gamekit.evaluators import FinalScore
from gamekit.games import othello, parse, tictactoe
from gamekit.grading import lab as labs
from gamekit.grading import marking
from gamekit.grading.inside import probe
from gamekit.labs.common.trees import draw_before_pass, draw_tree, minimax
from gamekit.labs.lab01_perft import spec as lab01
from gamekit.labs.lab02_minimax import spec as lab02
from gamekit.labs.lab05_negamax import spec as lab05
from gamekit.othello import solver as kit_solver
from gamekit.perft import count_lines, distinct
from gamekit.search.minimax import minimax as kit_minimax
from gamekit.search.negamax import negamax as kit_negamax

LABS = [labs.find(name) for name in labs.names()]

OTHER_STYLES = {
    "lab01": {
        "count_nodes": """
def count_nodes(state):
    waiting, count = [state], 0
    while waiting:
        state = waiting.pop()
        count += 1
        waiting += [play(state, move) for move in moves(state)]
    return count
""",
        "perft": """
from gamekit import count_moves
def perft(state, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return count_moves(state)
    return sum(perft(play(state, move), depth - 1) for move in moves(state))
""",
        "distinct": """
from gamekit import key
def distinct(state, depth):
    frontier = {key(state): state}
    for _ in range(depth):
        following = {}
        for position in frontier.values():
            for move in moves(position):
                child = play(position, move)
                following[key(child)] = child
        frontier = following
    return len(frontier)
""",
    },
    "lab02": {
        "minimax": """
class Minimax:
    def __init__(self, evaluator):
        self.evaluator = evaluator
    def best(self, state, depth):
        'for the side to move'
        if is_over(state) or depth <= 0:
            return value(self.evaluator, state)
        return max(-self.best(play(state, move), depth - 1) for move in moves(state))
def minimax(state, depth, maximising, evaluator):
    found = Minimax(evaluator).best(state, depth)
    return found if maximising else -found
""",
        "best_moves": """
def best_moves(state, depth, maximising, evaluator):
    best, chosen = None, ()
    for move in moves(state):
        found = minimax(play(state, move), depth - 1, not maximising, evaluator) * (1 if maximising else -1)
        if best is None or found > best:
            best, chosen = found, (move,)
        elif found == best:
            chosen += (move,)
    return chosen
""",
        "solve": """
from functools import lru_cache
def solve(state):
    @lru_cache(None)
    def for_mover(state):
        if is_over(state):
            return score(state)
        return max([-for_mover(play(state, move)) for move in moves(state)])
    found = for_mover(state)
    return [found if to_move(state) == FIRST else -found, for_mover.cache_info().currsize]
""",
    },
    "lab04": {
        "order_moves": """
def order_moves(state, evaluator):
    values = [(-value(evaluator, play(state, move)), -place, move) for place, move in enumerate(moves(state))]
    return [move for _, _, move in sorted(values, reverse=True)]
""",
        "remember_killer": """
def remember_killer(killers, move):
    found = list(killers)
    if move not in found:
        found.insert(0, move)
    while len(found) > 2:
        found.pop()
    return found
""",
        "killer_search": """
from collections import defaultdict
def killer_search(state, depth, maximising, evaluator):
    killers = defaultdict(list)
    def negamax(state, depth, alpha, beta):
        if is_over(state) or depth == 0:
            return value(evaluator, state)
        legal = list(moves(state))
        for move in sorted(legal, key=lambda m: killers[depth].index(m) if m in killers[depth] else 2):
            alpha = max(alpha, -negamax(play(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                killers[depth] = remember_killer(killers[depth], move)
                return alpha
        return alpha
    found = negamax(state, depth, -INF, INF)
    return found if maximising else -found
""",
        "fewest_leaves": """
def fewest_leaves(branching, depth):
    return branching ** (depth // 2) + branching ** (depth - depth // 2) - 1
""",
    },
    "lab05": {
        "negamax": """
from numba import njit
@njit
def negamax(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -negamax(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
""",
        "negamax_passes": """
def negamax_passes(state, alpha, beta):
    me = to_move(state)
    if is_over(state):
        return score(state)
    for move in moves(state):
        child = play(state, move)
        sign = 1 if to_move(child) == me else -1
        low, high = sorted((sign * alpha, sign * beta))
        alpha = max(alpha, sign * negamax_passes(child, low, high))
        if alpha >= beta:
            return beta
    return alpha
""",
        "remembering": """
def remembering(state, questions, evaluator):
    lower, upper = {}, {}
    def search(state, depth, alpha, beta):
        place = (int(key(state)), depth)
        if lower.get(place, -INF) >= beta:
            return beta
        if upper.get(place, INF) <= alpha:
            return alpha
        if place in lower and lower[place] == upper.get(place):
            return lower[place]
        if depth == 0 or is_over(state):
            lower[place] = upper[place] = found = value(evaluator, state)
            return found
        start, best = alpha, -INF
        for move in moves(state):
            best = max(best, -search(play(state, move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                lower[place] = best
                return best
        upper[place] = best
        if best > start:
            lower[place] = best
        return best
    return [search(state, *question) for question in questions]
""",
    },
    "lab06": {
        "features": """
BESIDE = {0x1: 0x302, 0x80: 0xC040, 0x1 << 56: 0x203 << 48 ^ 1 << 56, 0x1 << 63: 0x40C0 << 48 ^ 1 << 63}
def features(state):
    one, two = int(state.player), int(state.opponent)
    def of(mine, yours):
        threatened = sum(squares for corner, squares in BESIDE.items() if not (mine | yours) & corner)
        return (mine & sum(BESIDE)).bit_count(), (mine & threatened).bit_count()
    (corners, danger), (their_corners, their_danger) = of(one, two), of(two, one)
    return corners - their_corners, count_moves(state) - count_moves(other_side(state)), danger - their_danger
""",
        "evaluate": """
def evaluate(state):
    corners, mobility, danger = features(state)
    return 0.5 * corners + mobility / 64 - danger / 8
""",
        "chance": """
def chance(wins, losses):
    row = [1.0]
    for _ in range(wins + losses):
        row = [(left + right) / 2 for left, right in zip([0.0, *row], [*row, 0.0])]
    return sum(row[wins:])
""",
        "games_needed": """
from itertools import count
from math import ceil
def games_needed(percent, doubt):
    for games in count(1):
        wins = next(wins for wins in range(games + 1) if 100 * wins >= percent * games)
        if not chance(wins, games - wins) > doubt:
            return games
""",
    },
    "lab07": {
        "shift": """
def shift(discs, step):
    right, down = {1: (1, 0), -1: (-1, 0), 8: (0, 1), -8: (0, -1), 7: (-1, 1), -7: (1, -1), 9: (1, 1),
                   -9: (-1, -1)}[step]
    moved = 0
    for square in range(64):
        column, row = square % 8 + right, square // 8 + down
        if discs >> square & 1 and 0 <= column < 8 and 0 <= row < 8:
            moved |= 1 << 8 * row + column
    return moved
""",
        "legal": """
def legal(player, opponent):
    return sum(
        1 << square
        for square in range(64)
        if not (player | opponent) >> square & 1 and flips(player, opponent, square)
    )
""",
        "flips": """
import numpy as np
def flips(player, opponent, square):
    board = np.zeros((10, 10), int)
    for at in range(64):
        board[at // 8 + 1, at % 8 + 1] = (player >> at & 1) - (opponent >> at & 1)
    turned = np.uint64(0)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            row, column, run = square // 8 + 1, square % 8 + 1, []
            while board[row + down, column + right] == -1:
                row, column = row + down, column + right
                run.append((row - 1) * 8 + column - 1)
            if board[row + down, column + right] == 1:
                for at in run:
                    turned |= np.uint64(1) << np.uint64(at)
    return turned
""",
        "has_four": """
from numba import njit
@njit
def has_four(stones):
    for step in (1, 6, 7, 8):
        if stones & (stones >> step) & (stones >> (2 * step)) & (stones >> (3 * step)):
            return True
    return False
""",
        "winning_squares": """
def winning_squares(player, opponent):
    free = [at for at in range(49) if at % 7 < 6 and not (player | opponent) >> at & 1]
    return sum(1 << at for at in free if has_four(player | 1 << at))
""",
    },
    "lab10": {
        "pvs": """
def pvs(state, alpha, beta):
    if is_over(state):
        return score(state)
    first, *others = moves(state)
    alpha = max(alpha, -pvs(play(state, first), -beta, -alpha))
    for move in others:
        if alpha >= beta:
            return beta
        is_better = -pvs(play(state, move), -(alpha + 1), -alpha)
        if is_better >= beta:
            return beta
        if is_better > alpha:
            alpha = -pvs(play(state, move), -beta, -alpha)
    return alpha
""",
        "mtdf": """
def mtdf(state, guess):
    ask, bounds, windows = asker(state), [-INF, INF], []
    def closed_in(guess):
        if bounds[0] == bounds[1]:
            return bounds[0]
        alpha = guess if guess == bounds[0] else guess - 1
        windows.append([alpha, alpha + 1])
        answer = ask(alpha, alpha + 1)
        bounds[0 if answer > alpha else 1] = answer
        return closed_in(answer)
    return [closed_in(guess), windows]
""",
        "aspiration": """
def aspiration(state, guess, width):
    ask, tried = asker(state), [(guess - width, guess + width)]
    found = ask(*tried[-1])
    while not tried[-1][0] < found < tried[-1][1]:
        low, high = tried[-1]
        tried.append((-INF, high) if found <= low else (low, INF))
        found = ask(*tried[-1])
    return found, tried
""",
        "mtdf_move": """
def search(state, alpha, beta, memory):
    'alpha-beta with memory, as in lab 09'
    where = key(state)
    lower, upper = memory.setdefault(where, [-INF, INF])
    if lower >= beta or upper <= alpha:
        return lower if lower >= beta else upper
    if is_over(state):
        memory[where] = [score(state)] * 2
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -search(play(state, move), -beta, -max(alpha, best), memory))
        if best >= beta:
            break
    memory[where] = [best if best > alpha else lower, best if best < beta else upper]
    return best
def mtdf_move(state, guess):
    memory, bounds, chosen = {}, [-INF, INF], 0
    while bounds[0] != bounds[1]:
        beta = guess if guess > bounds[0] else guess + 1
        guess = -INF
        for move in moves(state):
            found = -search(play(state, move), -beta, 1 - beta, memory)
            guess = max(guess, found)
            if found >= beta:
                chosen = move
                break
        bounds[1 if guess < beta else 0] = guess
    return [guess, chosen]
""",
    },
    "lab11": {
        "fit": """
import numpy as np
def fit(pairs):
    x, y = np.array(pairs, float).T
    line = np.polyfit(x, y, 1)
    left = y - np.polyval(line, x)
    return [*line, np.std(left) * np.sqrt(len(x) / (len(x) - 2))]
""",
        "thresholds": """
def thresholds(alpha, beta, a, b, sigma, t):
    low = (alpha - (b + t * sigma)) // a
    high = -((b - t * sigma - beta) // a)
    return int(low), int(high)
""",
        "cuts_and_errors": """
def cuts_and_errors(pairs, alpha, beta, low, high):
    below = [deep for shallow, deep in pairs if shallow <= low]
    above = [deep for shallow, deep in pairs if shallow >= high]
    return [
        len(below) + len(above),
        sum(1 for deep in below if deep > alpha) + sum(1 for deep in above if deep < beta),
    ]
""",
        "probcut": """
def probcut(state, depth, alpha, beta, evaluator, fits, t):
    known = {deep: (shallow, line) for deep, shallow, *line in fits}
    def search(state, depth, alpha, beta):
        if is_over(state) or not depth:
            return value(evaluator, state)
        if depth in known:
            shallow, line = known[depth]
            low, high = thresholds(alpha, beta, *line, t)
            looked = search(state, shallow, low, high)
            if not low < looked < high:
                return beta if looked >= high else alpha
        for move in moves(state):
            alpha = max(alpha, -search(play(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha
    return search(state, depth, alpha, beta)
""",
    },
    "lab08": {
        "timed_search": """
class Timed:
    def __init__(self, evaluator, clock, deadline):
        self.evaluator, self.clock, self.deadline = evaluator, clock, deadline
    def value(self, state, depth, alpha, beta):
        if self.deadline <= self.clock():
            raise TimeUp("too late")
        if is_over(state) or depth <= 0:
            return value(self.evaluator, state)
        for move in moves(state):
            alpha = max(alpha, -self.value(play(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha
def timed_search(state, depth, alpha, beta, evaluator, clock, deadline):
    return Timed(evaluator, clock, deadline).value(state, depth, alpha, beta)
""",
        "deepen": """
def one_depth(state, depth, *rest):
    best, alpha = None, -INF
    for move in moves(state):
        found = -timed_search(play(state, move), depth - 1, -INF, -alpha, *rest)
        if found > alpha:
            best, alpha = move, found
    return best
def deepen(state, most, *rest):
    answer = [list(moves(state))[0], 0]
    try:
        while answer[1] < most:
            answer = [one_depth(state, answer[1] + 1, *rest), answer[1] + 1]
    except TimeUp:
        pass
    return answer
""",
        "allowance": """
def allowance(left, moves_to_go, reserve):
    if left <= reserve:
        return 0
    return left / moves_to_go - reserve / moves_to_go
""",
        "deepen_ordered": """
def deepen_ordered(state, most, *rest):
    legal, best, depth = list(moves(state)), None, 0
    try:
        for depth in range(most):
            legal.sort(key=lambda move: move != best)
            found, alpha = None, -INF
            for move in legal:
                value = -timed_search(play(state, move), depth, -INF, -alpha, *rest)
                if value > alpha:
                    found, alpha = move, value
            best = found
    except TimeUp:
        return legal[0] if best is None else best, depth
    return best, most
""",
    },
    "lab09": {
        "learnt": """
def learnt(found, alpha, beta):
    if found >= beta:
        return [found, INF]
    if found <= alpha:
        return [-INF, found]
    return [found, found]
""",
        "get": """
def get(slots, position, depth):
    match slots[position % len(slots)]:
        case (known, at, lower, upper) if known == position and at == depth:
            return lower, upper
    return -INF, INF
""",
        "put": """
def put(slots, position, depth, lower, upper):
    place = position % len(slots)
    old = slots[place] or (None, -1, -INF, INF)
    if old[1] <= depth:
        known, least, most = get(slots, position, depth), lower, upper
        slots[place] = [position, depth, max(known[0], least), min(known[1], most)]
    return None
""",
        "table_search": """
class Search:
    def __init__(self, evaluator, slots):
        self.evaluator, self.slots = evaluator, slots
    def known(self, state, depth, alpha, beta):
        low, high = get(self.slots, key(state), depth)
        if low == high or low >= beta:
            return low
        return high if high <= alpha else None
    def value(self, state, depth, alpha, beta):
        if is_over(state) or depth <= 0:
            return value(self.evaluator, state)
        best = self.known(state, depth, alpha, beta)
        if best is not None:
            return best
        best = -INF
        for move in moves(state):
            child = play(state, move)
            best = max(best, -self.value(child, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        put(self.slots, key(state), depth, *learnt(best, alpha, beta))
        return best
def table_search(state, depth, alpha, beta, evaluator, slots):
    return Search(evaluator, slots).value(state, depth, alpha, beta)
""",
        "put_two": """
def put_two(slots, position, depth, lower, upper):
    at = position % (len(slots) // 2) * 2
    here = [place for place in (at, at + 1) if slots[place] is not None and slots[place][0] == position]
    if here:
        place = here[0]
        _, old, low, high = slots[place]
        if old > depth:
            return None
        if old == depth:
            lower, upper = max(low, lower), min(high, upper)
    else:
        place = at if slots[at] is None or slots[at][1] <= depth else at + 1
    slots[place] = [position, depth, lower, upper]
""",
        "deepen_with_moves": """
def one_depth(state, depth, alpha, beta, evaluator, best_of):
    if is_over(state) or depth == 0:
        return value(evaluator, state)
    for move in sorted(moves(state), key=lambda move: move != best_of.get(key(state))):
        found = -one_depth(play(state, move), depth - 1, -beta, -alpha, evaluator, best_of)
        if found > alpha:
            alpha, best_of[key(state)] = found, move
        if alpha >= beta:
            return beta
    return alpha
def deepen_with_moves(state, depth, evaluator):
    memory = {}
    return [one_depth(state, at + 1, -INF, INF, evaluator, memory) for at in range(depth)][-1]
""",
    },
    "lab12": {
        "backward_label": """
def backward_label(state, until, behind, places):
    if is_over(state):
        return float(score(state))
    if list(moves(state)) == [othello.PASS]:
        return -backward_label(play(state, othello.PASS), until, behind, places)
    if discs_of(state) == until:
        return opinion(behind, state, places)
    best = -float("inf")
    for move in moves(state):
        best = max(best, -backward_label(play(state, move), until, behind, places))
    return best
""",
        "backward_stage": """
def backward_stage(positions, until, behind, places, rate):
    states = [othello.Othello(mine, yours, 0) for mine, yours in positions]
    labels = [backward_label(state, until, behind, places) for state in states]
    learner = [weight + 0.0 for weight in behind]
    for state, label in zip(states, labels):
        read = [start + index_of(state, squares) for start, squares in places]
        step = rate * (sum(learner[entry] for entry in read) - label)
        for entry in read:
            learner[entry] -= step
    return learner
""",
        "index_of": """
def index_of(state, squares):
    total = 0
    for square in squares[::-1]:
        mine, yours = state.player >> square & 1, state.opponent >> square & 1
        total = 3 * total + mine + 2 * yours
    return total
""",
        "placements": """
def placements(squares):
    by_place = {}
    for number in range(8):
        image = tuple(image_of(square, number) for square in squares)
        by_place[tuple(sorted(image))] = image
    return list(by_place.values())
""",
        "gradient_step": """
import numpy as np
def gradient_step(weights, indices, target, rate):
    table = np.array(weights)
    error = table[indices].sum() - target
    np.subtract.at(table, indices, rate * error)
    weights[:] = table.tolist()
    return error
""",
        "learn": """
import random
def learn(examples, size):
    'shuffled, at a rate that falls; with arrays'
    rng, weights, examples = random.Random(3), np.zeros(size), list(examples)
    for rate in (0.01, 0.007, 0.004, 0.002):
        rng.shuffle(examples)
        for indices, target in examples:
            np.subtract.at(weights, indices, rate * (weights[indices].sum() - target))
    return weights
""",
        "tied_index": """
def tied_index(squares, index):
    place_of = {square: place for place, square in enumerate(squares)}
    same = []
    for number in range(8):
        places = [place_of.get(image_of(square, number)) for square in squares]
        if None not in places:
            same.append(sum(index // 3**old % 3 * 3**new for old, new in enumerate(places)))
    return min(same)
""",
    },
    "lab13": {
        "wins_by_fours": """
def wins_by_fours(board, most):
    'on copies of the board, two fives at once as a case of its own'
    if fills(board, "X", 4):
        return True
    if most < 2:
        return False
    urgent = fills(board, "O", 4)
    if len(urgent) > 1:
        return False
    for cell in sorted(fills(board, "X", 3), reverse=True):
        if urgent and cell not in urgent:
            continue
        after = list(board)
        after[cell] = "X"
        fives = fills(after, "X", 4)
        if len(fives) > 1:
            return True
        after[fives.pop()] = "O"
        if wins_by_fours(after, most - 1):
            return True
    return False
""",
        "learn": """
import numpy as np
def learn(weights, mine, theirs, result, rate):
    counts = np.bincount(mine, minlength=len(weights)) - np.bincount(theirs, minlength=len(weights))
    chance = 1 / (1 + np.exp(-(counts @ np.array(weights))))
    weights[:] = [w + rate * (result - chance) * c for w, c in zip(weights, counts)]
    return chance
""",
        "view": """
import re
def view(line, place):
    other = "O" if line[place] == "X" else "X"
    left = line[:place].split(other)[-1][-5:]
    right = line[place + 1 :].split(other)[0][:5]
    return tuple(re.sub("[XO]", "X", half) for half in (left[::-1], right))
""",
        "pattern_number": """
def pattern_number(left, right):
    order = [""]
    for half in order:
        if len(half) < 5:
            order += [half + ".", half + "X"]
    order.sort(key=lambda half: (len(half), half[::-1].replace(".", "0").replace("X", "1")))
    low, high = sorted((order.index(left), order.index(right)))
    return sum(range(high + 1)) + low
""",
        "shape": """
import numpy as np
def shape(left, right):
    'over all windows of five, without recursion'
    line, here = left[::-1] + "X" + right, len(left)
    def fives(line):
        windows = [range(first, first + 5) for first in range(len(line) - 4)]
        return [window for window in windows if here in window and all(line[cell] == "X" for cell in window)]
    def row(line):
        left, right = line[:here], line[here:]
        return len(left) - len(left.rstrip("X")) + len(right) - len(right.lstrip("X"))
    def more(line):
        return [line[:n] + "X" + line[n + 1 :] for n, cell in enumerate(line) if cell == "."]
    @cache
    def level(line):
        if fives(line):
            return 10
        count = sum(bool(fives(each)) for each in more(line))
        if count:
            return 7 if count == 1 else 9 if row(line) == 4 else 8
        best = max((level(each) for each in more(line)), default=0)
        return {9: 6, 8: 5, 7: 5, 6: 4, 5: 3, 4: 2, 3: 1}.get(best, 0)
    names = "nothing,dead one,open one,blocked two,open two,blocked three,open three,four,double four"
    return f"{names},open four,five".split(",")[level(line)]
""",
        "place": """
def place(board, listed, candidates, log, cell, stone):
    'skips cells that are taken, and goes through the steps backwards'
    log += [(cell, len(candidates))]
    board[cell] = stone
    new = [cell + step for step in reversed(NEAR) if board[cell + step] == EMPTY and not listed[cell + step]]
    for there in new:
        listed[there] = 1
    candidates.extend(new)
""",
        "undo": """
def undo(board, listed, candidates, log):
    cell, count = log[-1]
    del log[-1]
    while len(candidates) > count:
        listed[candidates.pop()] = 0
    board[cell] = 0
""",
        "join": """
def join(before, after, cell):
    'every free cell anew, from the stones that the counts imply'
    left, right = before[cell], after[cell]
    for there in range(len(before)):
        if there == cell + right + 1:
            before[there] = left + right + 1
        if there == cell - left - 1:
            after[there] = left + right + 1
    return left + right >= 4
""",
    },
    "lab14": {
        "select": """
def select(node, exploration):
    'all bounds first, and infinity for what is not known'
    family = node[3]
    bounds = [
        child[2] / child[1] + exploration * (2 * log(node[1])) ** 0.5 / child[1] ** 0.5 if child[1] else inf
        for child in family
    ]
    return bounds.index(max(bounds))
""",
        "expand": """
def expand(node, state):
    for move in () if node[CHILDREN] else list(moves(state)):
        node[CHILDREN].append([move, 0, 0.0, list()])
    return node
""",
        "simulate": """
def simulate(state, picks):
    picks = iter(picks)
    while not is_over(state):
        options = tuple(moves(state))
        state = play(state, options[next(picks) % len(options)])
    for_mover = (score(state) > 0) - (score(state) < 0)
    return (1 + (1, -1)[to_move(state)] * for_mover) / 2
""",
        "backpropagate": """
def backpropagate(path, points, turn):
    'from the leaf up'
    for depth in reversed(range(len(path))):
        side = (turn + depth + 1) % 2
        path[depth][1:3] = [path[depth][1] + 1, path[depth][2] + (1 - points if side else points)]
""",
        "proven": """
def proven(proofs):
    best = max((proof for proof in proofs if proof is not None), default=0)
    if best < 1 and any(proof is None for proof in proofs):
        return None
    return 1.0 - best
""",
        "answer": """
def answer(rows):
    won = [row for row in rows if row[3] == 1]
    open_rows = [row for row in rows if row[3] != 0]
    if won:
        return sorted(won, key=lambda row: row[4])[0][0]
    if open_rows:
        return sorted(open_rows, key=lambda row: row[1])[-1][0]
    return sorted(rows, key=lambda row: row[4])[-1][0]
""",
        "search": """
def search(state, simulations, picks, exploration):
    'by recursion'
    def once(node, here, path, picks):
        path = [*path, node]
        if not node[CHILDREN] and (node[VISITS] or len(path) == 1):
            expand(node, here)
        fresh = node[VISITS] == 0 and len(path) > 1
        if fresh or not node[CHILDREN]:
            return backpropagate(path, simulate(here, picks), to_move(state))
        child = node[CHILDREN][select(node, exploration)]
        once(child, play(here, child[MOVE]), path, picks)
    root = [None, 0, 0, []]
    for number in range(simulations):
        once(root, state, [], picks[number:])
    return [child[VISITS] for child in root[CHILDREN]]
""",
        "pass_up": """
def pass_up(families, way, proof):
    'recursive'
    if not way:
        return [proof]
    below = pass_up(families[1:], way[1:], proof)
    known = [below[0] if number == way[0] else each for number, each in enumerate(families[0])]
    mine = 0 if 1 in known else None if None in known else 1 - max(known)
    return [mine, *below]
""",
        "completing": """
def completing(word, length):
    'square by square'
    found = 0
    for square in range(length):
        if not word >> square & 1:
            text = bin(word | 1 << square)[2:].zfill(length)[::-1]
            if any(text[at : at + 4] == "1111" for at in range(square - 3, square + 1) if at >= 0):
                found += 2**square
    return found
""",
        "put": """
def put(lines, column, row, height):
    for kind, number in enumerate((column, row, column - row + height - 1, column + row)):
        lines[kind][number] += 2 ** (column if kind else row)
""",
    },
    "lab15": {
        "expected": """
def expected(difference):
    odds = 10 ** (difference / 400)
    return odds / (1 + odds)
""",
        "elo": """
import numpy as np
def elo(wins, draws, losses):
    with np.errstate(divide="ignore"):
        return 400 * np.log10(np.float64(2 * wins + draws)) - 400 * np.log10(np.float64(2 * losses + draws))
""",
        "interval": """
from statistics import mean, stdev
def interval(wins, draws, losses):
    results = [1.0] * wins + [0.5] * draws + [0.0] * losses
    error = 1.96 * stdev(results) / len(results) ** 0.5
    ends = [mean(results) - error, mean(results) + error]
    return [inf if end >= 1 else -inf if end <= 0 else -400 * log10(1 / end - 1) for end in ends]
""",
        "superiority": """
def superiority(wins, draws, losses):
    decided = wins + losses
    return (1 + erf((wins - losses) / sqrt(2 * decided))) / 2 if decided else 0.5
""",
        "games_needed": """
def games_needed(difference, draw_share):
    p, games = expected(difference), 1
    win = p - draw_share / 2
    spread = sqrt(win * (1 - p) ** 2 + draw_share * (0.5 - p) ** 2 + (1 - win - draw_share) * p**2)
    while (p - 0.5) * sqrt(games) < (1.644854 + 0.841621) * spread:
        games += 1
    return games
""",
        "sprt": """
def sprt(results, elo0, elo1):
    ratio, a, b = 1.0, expected(elo0), expected(elo1)
    for number in range(len(results)):
        points = results[number]
        ratio *= (b / a) ** points * ((1 - b) / (1 - a)) ** (1 - points)
        if not 1 / 19 < ratio < 19:
            return [1 if ratio > 1 else -1, number + 1]
    return [0, len(results)]
""",
    },
    "lab16": {
        "odd_squares": """
def odd_squares(player, opponent):
    empty = [square for square in range(64) if not (player | opponent) >> square & 1]
    quarter = lambda square: (square // 32, square % 8 // 4)
    count = [quarter(square) for square in empty].count
    return sum(1 << square for square in empty if count(quarter(square)) % 2)
""",
        "ceiling": """
def ceiling(player, opponent):
    safe = set()
    for corner in (0, 7, 56, 63):
        for step in (1 if corner % 8 == 0 else -1, 8 if corner < 8 else -8):
            row = [corner + step * place for place in range(8)]
            while row and opponent >> row[0] & 1:
                safe.add(row.pop(0))
    return 64 - len(safe) - len(safe)
""",
        "in_order": """
def in_order(state):
    odd = odd_squares(state.player, state.opponent)
    found = list(moves(state))
    if found == [PASS]:
        return found
    found.sort(key=lambda move: not odd >> move & 1)
    found.sort(key=lambda move: count_moves(play(state, move)))
    return found
""",
        "solve": """
def solve(state, alpha, beta, known, limit):
    if is_over(state):
        return score(state)
    most = INF if limit is None else value(limit, state)
    if most <= alpha:
        return most
    where = key(state)
    low, high = known.get(where, (-INF, INF))
    if low == high or low >= beta or high <= alpha:
        return high if high <= alpha else low
    best = -INF
    for move in moves(state):
        best = max(best, -solve(play(state, move), -beta, -max(alpha, best), known, limit))
        if best >= beta:
            break
    known[where] = (best if best > alpha else low, best if best < beta else high)
    return best
""",
        "endgame": """
def endgame(state):
    worth = {move: -solve(play(state, move), -64, 64, {}, None) for move in moves(state)}
    return max(worth.values()), max(worth, key=worth.get)
""",
    },
    "lab17": {
        "choose": """
fast = compiled(negamax)
def choose(state, seconds):
    'by name, with the search of lesson 05'
    weights = Linear(corners=60, mobility=4, c_squares=-10, x_squares=-20, potential=1, stable=10, win=5000)
    options = {}
    best = -INF
    for move in moves(state):
        options[move] = -fast(play(state, move), 3, -INF, -best + 1, weights)
        best = max(best, options[move])
    return move_name(state, max(options, key=options.get))
""",
        "pairings": """
from itertools import permutations, product
def pairings(players, openings):
    return [[*pair, opening] for opening, pair in product(openings, permutations(players, 2))]
""",
        "place": """
def place(results):
    won, played = sum(row[1] for row in results), sum(row[2] for row in results)
    if won in (0, played):
        return inf if won else -inf
    guess = 0.0
    while True:
        shares = [1 / (1 + 10 ** ((rating - guess) / 400)) for rating, _, _ in results]
        missing = won - sum(share * row[2] for share, row in zip(shares, results))
        if abs(missing) < 1e-9:
            return guess
        slope = sum(share * (1 - share) * row[2] for share, row in zip(shares, results)) / 173.7177927613
        guess += max(-200, min(200, missing / slope))
""",
    },
}


def grade(lab, sandbox, data):
    return marking.grade_one(lab, "anna", data, SEED, sandbox)


@needs_bubblewrap
@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_model_untouched_other_style_and_a_mistake_in_the_sandbox(lab):
    with open_sandbox(lab=lab) as sandbox:
        row = grade(lab, sandbox, model(lab))
        assert (row["points"], row["remarks"]) == (lab.points, [])
        row = grade(lab, sandbox, as_bytes(released(lab)))
        assert row["points"] == 0
        assert row["remarks"] == [f"{task.name}: nothing was written" for task in lab.tasks]
        if lab.name in OTHER_STYLES:
            row = grade(lab, sandbox, as_bytes(handed_in(OTHER_STYLES[lab.name], lab)))
            assert (row["points"], row["remarks"]) == (lab.points, []), row
        task = lab.tasks[0]
        library = task.library
        mistake = library.mistakes[task.name][0]
        row = grade(lab, sandbox, as_bytes(handed_in({task.name: mistake.source}, lab)))
        assert row["tasks"][task.name]["points"] == mistake.points
        assert row["tasks"][task.name]["mistakes"] == [mistake.name]


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_the_notebook_has_what_a_lab_needs_and_its_points(lab):
    cells = released(lab)["cells"]
    facts = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    points = {fact["grade_id"]: fact["points"] for fact in facts if fact.get("grade")}
    for task in lab.tasks:
        assert points.pop(f"check-{task.name}") == task.points
    assert list(points.values()) == [2], "one open question"
    text = "".join("".join(cell["source"]) for cell in cells)
    for needed in ("Predict(", "## Stretch", "Plan for", "## In your own words", "## Predict first"):
        assert needed in text


# --- the references agree with the kit ----------------------------------------------------------------------


def test_the_endgame_solver_agrees_with_the_kit():
    library = labs.find("lab16").tasks[0].library
    solve, ceiling = library.function("solve"), library.function("ceiling")
    for case in suite.read_obf(suite.PUBLISHED / "othello" / "endgame-13.obf")[:6]:
        state, chance = case.state, random.Random(case.expected_score)
        while not is_over(state):
            if (state.player | state.opponent).bit_count() >= 57:
                right = kit_solver.solve(state).value
                assert solve(state, -64, 64, {}, None) == right <= ceiling(state.player, state.opponent)
            state = play(state, chance.choice(list(moves(state))))


def test_perft_and_distinct_agree_with_the_kit():
    library = lab01.LIBRARY
    perft, different = library.function("perft"), library.function("distinct")
    for state in (tictactoe.start(), tictactoe.parse("X.O/.X./O..")):
        for depth in range(4):
            assert perft(state, depth) == count_lines(state, depth)
            assert different(state, depth) == distinct(state, depth)
    assert [perft(othello.start(), depth) for depth in (1, 2, 3)] == [4, 12, 56]
    tree = draw_tree(random.Random(1), 4, early=0.2)
    sizes = lab01.level_sizes(tree)
    assert [perft(probe.from_lists(tree), depth) for depth in range(5)] == sizes
    assert library.function("count_nodes")(probe.from_lists(tree)) == sum(sizes)


@pytest.mark.parametrize("seed", range(10))
def test_minimax_and_negamax_agree_with_the_kit(seed):
    rng = random.Random(seed)
    maximising = seed % 2 == 0
    tree = draw_tree(rng, 4, early=0.1, guesses=True)
    root = probe.from_lists(tree, 1 - maximising)
    for depth in range(5):
        right = kit_minimax(root, depth, maximising, probe.Guess())
        assert minimax(tree, maximising, depth)[0] == right
        assert lab02.LIBRARY.function("minimax")(root, depth, maximising, probe.Guess()) == right
        sign = 1 if maximising else -1
        again = lab05.LIBRARY.function("remembering")(
            root, [(depth, right * sign, right * sign + 1), (depth, -INF, INF)], probe.Guess()
        )
        assert again[1] == right * sign
        search = labs.find("lab04").tasks[2].library.function("killer_search")
        if depth:
            assert search(root, depth, maximising, probe.Guess()) == right
    negamax = lab05.LIBRARY.function("negamax")
    assert negamax(root, -INF, INF) == kit_negamax(root, 9, -INF, INF, probe.Guess())


def _for_first(state):
    """By brute force: the value for the first player, whoever moves how often."""
    found = [_for_first(play(state, move)) for move in moves(state)]
    if not found:
        return int(state.tree[state.node, 2])
    return max(found) if to_move(state) == 0 else min(found)


@pytest.mark.parametrize("seed", range(10))
def test_negamax_with_passes_is_right(seed):
    rng = random.Random(seed)
    root = probe.from_lists(draw_tree(rng, 4, again=0.5), seed % 2)
    found = lab05.LIBRARY.function("negamax_passes")(root, -INF, INF)
    assert found * (1 if seed % 2 == 0 else -1) == _for_first(root)


def test_negamax_with_passes_solves_othello():
    position = draw_before_pass(random.Random(3), 54, 58)
    state = parse("othello", position["text"])
    assert lab05.LIBRARY.function("negamax_passes")(state, -INF, INF) == kit_negamax(
        state, 60, -INF, INF, FinalScore()
    )


@pytest.mark.parametrize("student", ["anna", "bert", "cleo"])
def test_a_memory_of_hard_bounds_saves_enough(student):
    """Its bounds are the window's edges, and leaves are not remembered: dearer than the model, and right."""
    task = lab05.REMEMBERING
    questions = marking.questions_for(lab05.LAB, task, b"a seed", student)
    found = marking.marks(task, questions, [task.answer(each, lab05._HARD) for each in questions])
    assert found["points"] == found["most"]
