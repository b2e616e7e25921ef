"""Make gamekit/data/othello-careful.txt: positions of careful Othello games, for `gamekit evaluate --swing`.

    python .ci/careful_positions.py > gamekit/data/othello-careful.txt

Each game is drawn anew, from seeds that no training uses. At every move all replies are searched full-width
to DEPTHS, one odd and one even, over the learnt patterns; the two values are averaged, and a move is drawn
from those that lose at most MARGIN to the best. So games differ, and none has a blunder. Each gives a
position for every number of empty squares in EMPTIES, as its moves.
"""

from __future__ import annotations

import random

from gamekit.games import othello
from gamekit.othello.patterns import DISC, patterns
from gamekit.rules import is_over, move_name, moves, play
from gamekit.search.deepening import Searcher
from gamekit.search.table import Table

GAMES = 13
EMPTIES = (52, 44, 36, 28, 20, 12)
DEPTHS = (6, 7)
MARGIN = DISC  # in the values of the search: one disc


def game(seed: int) -> list[str]:
    """The moves that led to each position."""
    chance = random.Random(f"careful {seed}")
    searcher = Searcher(patterns(), method="pvs", table=Table(16), history=True, static=3)
    state, text, found = othello.start(), "", []
    while not is_over(state):
        if 64 - (state.player | state.opponent).bit_count() in EMPTIES and len(found) < len(EMPTIES):
            found.append(text)
        searcher.forget()
        values = [searcher.analyse(state, depth=depth).values for depth in DEPTHS]
        worth = {move: sum(each[move] for each in values) / len(values) for move in moves(state)}
        best = max(worth.values())
        move = chance.choice([move for move in worth if worth[move] >= best - MARGIN])
        text += move_name(state, move)
        state = play(state, move)
    return found


if __name__ == "__main__":
    print(
        "# Positions of careful Othello games, made by .ci/careful_positions.py: the moves that lead to them."
    )
    games = [game(seed) for seed in range(1, GAMES + 1)]
    for same in zip(*games, strict=True):
        print(*{othello.parse(text): text for text in same}.values(), sep="\n")  # games may begin alike
