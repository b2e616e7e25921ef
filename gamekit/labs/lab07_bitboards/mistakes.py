"""Lab 07, bitboards: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.mistakes import Library, Mistake, edited

SHIFT = """
BOARD = 0xFFFF_FFFF_FFFF_FFFF
NOT_A = 0xFEFE_FEFE_FEFE_FEFE
NOT_H = 0x7F7F_7F7F_7F7F_7F7F
STEPS = (1, -1, 8, -8, 7, -7, 9, -9)
CELLS = sum(0b111111 << 7 * column for column in range(7))
def shift(discs, step):
    if step in (1, 9, -7):
        discs &= NOT_H
    if step in (-1, -9, 7):
        discs &= NOT_A
    return (discs << step) & BOARD if step > 0 else discs >> -step
"""
LEGAL = """
def legal(player, opponent):
    empty = BOARD & ~(player | opponent)
    found = 0
    for step in STEPS:
        run = shift(player, step) & opponent
        for _ in range(5):
            run |= shift(run, step) & opponent
        found |= shift(run, step) & empty
    return found
"""
FLIPS = """
def flips(player, opponent, square):
    turned = 0
    for step in STEPS:
        run, at = 0, shift(1 << square, step)
        while at & opponent:
            run |= at
            at = shift(at, step)
        if at & player:
            turned |= run
    return turned
"""
HAS_FOUR = """
def has_four(stones):
    for step in (1, 6, 7, 8):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False
"""
WINNING = """
def winning_squares(player, opponent):
    found = 0
    for step in (1, 6, 7, 8):
        for gap in range(4):
            line = CELLS & ~(player | opponent)
            for place in range(4):
                far = (place - gap) * step
                if far > 0:
                    line &= player >> far
                if far < 0:
                    line &= player << -far
            found |= line
    return found
"""
# One square on by a shift of the student's own, which forgets the rim.
WRAPS = """
def moved(discs, step):
    return (discs << step) & BOARD if step > 0 else discs >> -step
"""
DIAGONALS_FORGOTTEN = ("for step in STEPS:", "for step in STEPS[:4]:")

LIBRARY = Library(
    models={
        "shift": SHIFT,
        "legal": LEGAL,
        "flips": FLIPS,
        "has_four": HAS_FOUR,
        "winning_squares": WINNING,
    },
    mistakes={
        "shift": (
            Mistake(
                "discs wrap around the rim",
                "A disc on column h that goes right comes back on column a, a row further down. Take those "
                "discs away before you shift.",
                edited(SHIFT, ("discs &= NOT_H", "pass"), ("discs &= NOT_A", "pass")),
                2,
            ),
            Mistake(
                "the masks are exchanged",
                "Going right you take column a away, and going left column h. The disc that would fall off "
                "stands on the other side.",
                edited(
                    SHIFT, ("NOT_H\n    if", "NOT_x\n    if"), ("discs &= NOT_A", "discs &= NOT_H")
                ).replace("NOT_x", "NOT_A"),
                2,
            ),
            Mistake(
                "discs leave the board and stay in the word",
                "Python's numbers have no end, so a disc that is shifted beyond h8 is still there. Cut the "
                "word off with & BOARD.",
                edited(SHIFT, ("(discs << step) & BOARD if", "discs << step if")),
                2,
            ),
            Mistake(
                "the wrong way round",
                "A positive step goes to higher numbers: that is a shift to the left, <<. You shift the "
                "other way.",
                edited(
                    SHIFT,
                    (
                        "(discs << step) & BOARD if step > 0 else discs >> -step",
                        "discs >> step if step > 0 else (discs << -step) & BOARD",
                    ),
                ),
                0,
            ),
            Mistake(
                "diagonals wrap",
                "Rows are right, but the steps 7, -7, 9 and -9 go sideways too: they need the mask as well.",
                edited(SHIFT, ("(1, 9, -7)", "(1,)"), ("(-1, -9, 7)", "(-1,)")),
                2,
            ),
            Mistake(
                "the masks of 7 and -7 are exchanged",
                "Step 7 is a row down and a column to the left, -7 a row up and a column to the right. Draw "
                "it: which column falls off?",
                edited(SHIFT, ("(1, 9, -7)", "(1, 9, 7)"), ("(-1, -9, 7)", "(-1, -9, -7)")),
                2,
            ),
        ),
        "legal": (
            Mistake(
                "a single disc in between",
                "You find moves that turn one disc of a line and miss those that turn more. Let the run "
                "grow: shift it on as long as it meets the opponent's discs.",
                edited(
                    LEGAL,
                    ("        for _ in range(5):\n            run |= shift(run, step) & opponent\n", ""),
                ),
                2,
            ),
            Mistake(
                "the longest runs are missed",
                "A line can turn six discs, and yours stops before. The first shift finds one of them: how "
                "often must it go on?",
                edited(LEGAL, ("range(5)", "range(3)")),
                2,
            ),
            Mistake(
                "occupied squares count as moves",
                "The square behind a run must be empty, and yours may hold a disc. Take & with the empty "
                "squares.",
                edited(LEGAL, ("shift(run, step) & empty", "shift(run, step)")),
                0,
            ),
            Mistake(
                "any square beside an opponent's disc",
                "You look for empty squares next to the opponent. At the other end of the run there must be "
                "a disc of the player: begin there.",
                edited(LEGAL, ("run = shift(player, step) & opponent", "run = opponent")),
                0,
            ),
            Mistake(
                "the run goes through everything",
                "Your run goes on over empty squares and own discs. Each step of it must land on a disc of "
                "the opponent.",
                edited(LEGAL, ("run |= shift(run, step) & opponent", "run |= shift(run, step)")),
                0,
            ),
            Mistake(
                "the moves of the other side",
                "These are the opponent's moves. A run begins beside the player's discs and consists of the "
                "opponent's.",
                edited(LEGAL, ("shift(player, step) & opponent", "shift(opponent, step) & player")).replace(
                    "shift(run, step) & opponent", "shift(run, step) & player"
                ),
                0,
            ),
            Mistake(
                "diagonals forgotten",
                "You look along rows and columns only. There are eight directions.",
                edited(LEGAL, DIAGONALS_FORGOTTEN),
                0,
            ),
            Mistake(
                "the directions are intersected",
                "A square is a move if one direction turns something. You keep only squares where all of "
                "them do: it is the union that is wanted, |, not the intersection.",
                edited(LEGAL, ("found = 0", "found = empty"), ("found |= shift", "found &= shift")),
                0,
            ),
            Mistake(
                "runs wrap around the rim",
                "A run that leaves the board at column h goes on at column a, a row further down. Your shift "
                "takes care of that: use it.",
                WRAPS + edited(LEGAL, ("shift(", "moved(")),
                2,
            ),
        ),
        "flips": (
            Mistake(
                "turns without a disc at the other end",
                "A run turns only if a disc of the player stands behind it. Yours turns runs that end at an "
                "empty square or at the rim.",
                edited(
                    FLIPS, ("        if at & player:\n            turned |= run\n", "        turned |= run\n")
                ),
                2,
            ),
            Mistake(
                "only the first line is turned",
                "One move can turn discs in up to eight directions. Yours stops after the first.",
                edited(FLIPS, ("            turned |= run\n", "            return run\n")),
                3,
            ),
            Mistake(
                "only the last line is turned",
                "Each direction that turns something replaces what was found before. Gather them with |=.",
                edited(FLIPS, ("turned |= run", "turned = run")),
                3,
            ),
            Mistake(
                "one disc a line",
                "Of each run you turn only one disc. The whole run between the new disc and the next one of "
                "the player turns.",
                edited(FLIPS, ("            run |= at\n", "            run = at\n")),
                0,
            ),
            Mistake(
                "the new disc is among the turned ones",
                "The square that is played to was empty: nothing turns there. Return the opponent's discs "
                "only.",
                edited(FLIPS, ("    return turned", "    return turned | 1 << square")),
                0,
            ),
            Mistake(
                "diagonals forgotten",
                "You look along rows and columns only. There are eight directions.",
                edited(FLIPS, DIAGONALS_FORGOTTEN),
                0,
            ),
            Mistake(
                "lines wrap around the rim",
                "A line that leaves the board at column h goes on at column a, a row further down. Your "
                "shift takes care of that: use it.",
                WRAPS + edited(FLIPS, ("shift(", "moved(")),
                3,
            ),
        ),
        "has_four": (
            Mistake(
                "three are enough",
                "Two pairs that overlap are three in a row. For four the second pair must begin two squares "
                "on.",
                edited(HAS_FOUR, ("pairs >> 2 * step", "pairs >> step")),
                2,
            ),
            Mistake(
                "'and' for &",
                "'and' asks whether both words hold any bit at all. You want the bits that both hold: &.",
                edited(HAS_FOUR, ("if pairs & (pairs >> 2 * step)", "if pairs and pairs >> 2 * step")),
                2,
            ),
            Mistake(
                "one diagonal is missing",
                "Lines that go down to the right are not found. A column has seven bits, so the two "
                "diagonals are steps of 8 and of 6.",
                edited(HAS_FOUR, ("(1, 6, 7, 8)", "(1, 7, 8)")),
                2,
            ),
            Mistake(
                "diagonals forgotten",
                "You look up and across. The two diagonals are missing.",
                edited(HAS_FOUR, ("(1, 6, 7, 8)", "(1, 7)")),
                2,
            ),
            Mistake(
                "columns of six bits",
                "Your steps belong to a board without the spare bit. Each column has seven bits here: up is "
                "1, across is 7.",
                edited(HAS_FOUR, ("(1, 6, 7, 8)", "(1, 5, 6, 7)")),
                1,
            ),
        ),
        "winning_squares": (
            Mistake(
                "split threes are missed",
                "You find the squares at the ends of three in a row. A hole in the middle (two and one) wins "
                "as well.",
                edited(WINNING, ("for gap in range(4)", "for gap in (0, 3)")),
                1,
            ),
            Mistake(
                "only one end of a three",
                "Three in a row can be made four at both ends. You look at one.",
                edited(WINNING, ("for gap in range(4)", "for gap in (1, 2, 3)")),
                1,
            ),
            Mistake(
                "occupied squares count",
                "A stone can only be put on an empty square of the board. Take & with those.",
                edited(WINNING, ("line = CELLS & ~(player | opponent)", "line = CELLS")),
                0,
            ),
            Mistake(
                "squares off the board",
                "The spare bit above each column is no square. Take & with CELLS.",
                edited(WINNING, ("line = CELLS & ~(player | opponent)", "line = ~(player | opponent)")),
                0,
            ),
        ),
    },
)
