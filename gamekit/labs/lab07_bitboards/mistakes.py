"""Lab 07, bitboards: the model answers and what goes wrong with them."""

from __future__ import annotations

from gamekit.grading.folder import read_folder
from gamekit.grading.mistakes import Library, edited, wrong

FOLDER = read_folder(__file__)
LEGAL = FOLDER.answers["legal"]
FLIPS = FOLDER.answers["flips"]
# One square on by a shift of the student's own, which forgets the rim.
WRAPS = """
def moved(discs, step):
    return (discs << step) & BOARD if step > 0 else discs >> -step
"""
DIAGONALS_FORGOTTEN = ("for step in STEPS:", "for step in STEPS[:4]:")

MASKED_LATE = """
def shift(discs, step):
    discs = discs << step if step > 0 else discs >> -step
    if step in (1, 9, 7):
        discs &= NOT_A
    if step in (-1, -9, -7):
        discs &= NOT_H
    return discs & BOARD
"""

LIBRARY = Library(
    FOLDER,
    styles={"flips": (("if at & player:", "if run and at & player:"),)},
    mistakes={
        "shift": (
            wrong(
                "discs wrap around the rim",
                2,
                "A disc on column h that goes right comes back on column a, a row further down. Take "
                "those discs away before you shift.",
                ("discs &= NOT_H", "pass"),
                ("discs &= NOT_A", "pass"),
            ),
            wrong(
                "masks after the shift",
                0,
                "You shift first and mask then, with the mask of the column that discs leave. After "
                "the shift the "
                "discs that came round lie on the other rim: mask before you shift.",
                source="def shift(discs, step):\n"
                "    moved = (discs << step) & BOARD if step > 0 else discs >> -step\n"
                "    if step in (1, 9, -7):\n        moved &= NOT_H\n"
                "    if step in (-1, -9, 7):\n        moved &= NOT_A\n"
                "    return moved\n",
            ),
            wrong(
                "the masks are exchanged",
                2,
                "Going right you take column a away, and going left column h. The disc that would fall "
                "off stands on the other side.",
                ("NOT_H\n    if", "NOT_x\n    if"),
                ("discs &= NOT_A", "discs &= NOT_H"),
                ("NOT_x", "NOT_A"),
            ),
            wrong(
                "discs leave the board and stay in the word",
                2,
                "Python's numbers have no end, so a disc that is shifted beyond h8 is still there. Cut "
                "the word off with & BOARD.",
                ("(discs << step) & BOARD if", "discs << step if"),
            ),
            wrong(
                "the wrong way round",
                0,
                "A positive step goes to higher numbers: that is a shift to the left, <<. You shift the "
                "other way.",
                (
                    "(discs << step) & BOARD if step > 0 else discs >> -step",
                    "discs >> step if step > 0 else (discs << -step) & BOARD",
                ),
            ),
            wrong(
                "diagonals wrap",
                2,
                "Rows are right, but the steps 7, -7, 9 and -9 go sideways too: they need the mask as well.",
                ("(1, 9, -7)", "(1,)"),
                ("(-1, -9, 7)", "(-1,)"),
            ),
            wrong(
                "the masks of 7 and -7 are exchanged",
                2,
                "Step 7 is a row down and a column to the left, -7 a row up and a column to the right. "
                "Draw it: which column falls off?",
                ("(1, 9, -7)", "(1, 9, 7)"),
                ("(-1, -9, 7)", "(-1, -9, -7)"),
            ),
            wrong(
                "7 and -7 masked after the shift like 9 and -9",
                0,
                "A step of 7 goes down and to the left, one of -7 up and to the right. After the shift "
                "mask column h for 7, -1 and -9, and column a for the others.",
                source=MASKED_LATE,
            ),
        ),
        "legal": (
            wrong(
                "a single disc in between",
                2,
                "You find moves that turn one disc of a line and miss those that turn more. Let the run "
                "grow: shift it on as long as it meets the opponent's discs.",
                ("        for _ in range(5):\n            run |= shift(run, step) & opponent\n", ""),
            ),
            wrong(
                "the longest runs are missed",
                2,
                "A line can turn six discs, and yours stops before. The first shift finds one of them: "
                "how often must it go on?",
                ("range(5)", "range(3)"),
            ),
            wrong(
                "occupied squares count as moves",
                0,
                "The square behind a run must be empty, and yours may hold a disc. Take & with the "
                "empty squares.",
                ("shift(run, step) & empty", "shift(run, step)"),
            ),
            wrong(
                "any square beside an opponent's disc",
                0,
                "You look for empty squares next to the opponent. At the other end of the run there "
                "must be a disc of the player: begin there.",
                ("run = shift(player, step) & opponent", "run = opponent"),
            ),
            wrong(
                "the run goes through everything",
                0,
                "Your run goes on over empty squares and own discs. Each step of it must land on a disc "
                "of the opponent.",
                ("run |= shift(run, step) & opponent", "run |= shift(run, step)"),
            ),
            wrong(
                "the moves of the other side",
                0,
                "These are the opponent's moves. A run begins beside the player's discs and consists of "
                "the opponent's.",
                ("shift(player, step) & opponent", "shift(opponent, step) & player"),
                ("shift(run, step) & opponent", "shift(run, step) & player"),
            ),
            wrong(
                "diagonals forgotten",
                0,
                "You look along rows and columns only. There are eight directions.",
                DIAGONALS_FORGOTTEN,
            ),
            wrong(
                "the directions are intersected",
                0,
                "A square is a move if one direction turns something. You keep only squares where all "
                "of them do: it is the union that is wanted, |, not the intersection.",
                ("found = 0", "found = empty"),
                ("found |= shift", "found &= shift"),
            ),
            wrong(
                "runs wrap around the rim",
                2,
                "A run that leaves the board at column h goes on at column a, a row further down. Your "
                "shift takes care of that: use it.",
                source=WRAPS + edited(LEGAL, ("shift(", "moved(")),
            ),
            wrong(
                "a run of six is missed",
                2,
                "Your runs end after five discs. The longest has six: the first shift finds one, so it "
                "must go on five times.",
                ("range(5)", "range(4)"),
            ),
            wrong(
                "squares beside your own discs",
                0,
                "Your run begins with the player's own discs, so an empty square right beside one of "
                "them counts. At least one disc of the opponent must lie between.",
                ("run = shift(player, step) & opponent", "run = player"),
                ("range(5)", "range(6)"),
            ),
        ),
        "flips": (
            wrong(
                "turns without a disc at the other end",
                2,
                "A run turns only if a disc of the player stands behind it. Yours turns runs that end "
                "at an empty square or at the rim.",
                ("        if at & player:\n            turned |= run\n", "        turned |= run\n"),
            ),
            wrong(
                "only the first line is turned",
                3,
                "One move can turn discs in up to eight directions. Yours stops after the first.",
                ("            turned |= run\n", "            return run\n"),
            ),
            wrong(
                "only the last line is turned",
                3,
                "Each direction that turns something replaces what was found before. Gather them with |=.",
                ("turned |= run", "turned = run"),
            ),
            wrong(
                "one disc a line",
                0,
                "Of each run you turn only one disc. The whole run between the new disc and the next "
                "one of the player turns.",
                ("            run |= at\n", "            run = at\n"),
            ),
            wrong(
                "the new disc is among the turned ones",
                0,
                "The square that is played to was empty: nothing turns there. Return the opponent's "
                "discs only.",
                ("    return turned", "    return turned | 1 << square"),
            ),
            wrong(
                "diagonals forgotten",
                0,
                "You look along rows and columns only. There are eight directions.",
                DIAGONALS_FORGOTTEN,
            ),
            wrong(
                "long runs are missed",
                3,
                "You turn lines of one or two discs only. Up to six can lie between: go on as long "
                "as there are discs of the opponent.",
                ("while at & opponent:", "while at & opponent and run.bit_count() < 2:"),
            ),
            wrong(
                "a run of six is missed",
                3,
                "Your lines turn five discs at most. From rim to rim there is room for six: go on as long "
                "as there are discs of the opponent.",
                ("while at & opponent:", "while at & opponent and run.bit_count() < 5:"),
            ),
            wrong(
                "the directions are not begun anew",
                2,
                "The run of one direction is still there when the next begins. Each "
                "direction begins with an empty run.",
                ("turned = 0", "turned = run = 0"),
                ("run, at = 0, shift", "at = shift"),
            ),
            wrong(
                "lines wrap around the rim",
                3,
                "A line that leaves the board at column h goes on at column a, a row further down. Your "
                "shift takes care of that: use it.",
                source=WRAPS + edited(FLIPS, ("shift(", "moved(")),
            ),
        ),
        "has_four": (
            wrong(
                "three are enough",
                2,
                "Two pairs that overlap are three in a row. For four the second pair must begin two "
                "squares on.",
                ("pairs >> 2 * step", "pairs >> step"),
            ),
            wrong(
                "'and' for &",
                0,
                "'and' asks whether both words hold any bit at all. You want the bits that both hold: &.",
                ("if pairs & (pairs >> 2 * step)", "if pairs and pairs >> 2 * step"),
            ),
            wrong(
                "one diagonal is missing",
                2,
                "Lines that go down to the right are not found. A column has seven bits, so the two "
                "diagonals are steps of 8 and of 6.",
                ("(1, 6, 7, 8)", "(1, 7, 8)"),
            ),
            wrong(
                "diagonals forgotten",
                2,
                "You look up and across. The two diagonals are missing.",
                ("(1, 6, 7, 8)", "(1, 7)"),
            ),
            wrong(
                "Othello's steps",
                1,
                "You take the steps of a board with eight bits a row. A column has seven bits here: up is 1, "
                "across is 7, and the diagonals are 6 and 8.",
                ("(1, 6, 7, 8)", "(1, 7, 8, 9)"),
            ),
            wrong(
                "columns of six bits",
                1,
                "Your steps belong to a board without the spare bit. Each column has seven bits here: "
                "up is 1, across is 7.",
                ("(1, 6, 7, 8)", "(1, 5, 6, 7)"),
            ),
        ),
        "winning_squares": (
            wrong(
                "split threes are missed",
                1,
                "You find the squares at the ends of three in a row. A hole in the middle (two and one) "
                "wins as well.",
                ("for gap in range(4)", "for gap in (0, 3)"),
            ),
            wrong(
                "only one end of a three",
                1,
                "Three in a row can be made four at both ends. You look at one.",
                ("for gap in range(4)", "for gap in (1, 2, 3)"),
            ),
            wrong(
                "occupied squares count",
                0,
                "A stone can only be put on an empty square of the board. Take & with those.",
                ("line = CELLS & ~(player | opponent)", "line = CELLS"),
            ),
            wrong(
                "squares off the board",
                0,
                "The spare bit above each column is no square. Take & with CELLS.",
                ("line = CELLS & ~(player | opponent)", "line = ~(player | opponent)"),
            ),
            wrong(
                "the last column is left out",
                0,
                "Squares of the last column are missing. With the spare bits the 42 squares reach up to "
                "bit 47: go by CELLS, not by their number.",
                ("return found", "return found & (1 << 42) - 1"),
            ),
        ),
    },
    further={
        "legal": (
            wrong(
                "runs may bend",
                0,
                "You spread in all directions from each disc you have reached, so a run "
                "may turn corners. A run goes on in the direction in which it began: "
                "one direction after the other.",
                source="""
def legal(player, opponent):
    empty = BOARD & ~(player | opponent)
    reached = 0
    for step in STEPS:
        reached |= shift(player, step) & opponent
    for _ in range(5):
        for step in STEPS:
            reached |= shift(reached, step) & opponent
    squares_to_move = 0
    for step in STEPS:
        squares_to_move |= shift(reached, step) & empty
    return squares_to_move
""",
            ),
            wrong(
                "only one side of each line",
                0,
                "You look in half of the directions. There are eight: each line goes both ways.",
                ("for step in STEPS", "for step in (1, 7, 8, 9)"),
            ),
            wrong(
                "columns a and h are masked for every direction",
                2,
                "You take columns a and h away from the opponent's discs in every "
                "direction. Only steps that change the column can wrap: up and down a "
                "run may lie on column a or h.",
                source="""
def legal(player, opponent):
    inner = opponent & 0x7E7E_7E7E_7E7E_7E7E
    found = 0
    for n in (1, 8, 7, 9):
        left = inner & (player << n)
        right = inner & (player >> n)
        for _ in range(5):
            left |= inner & (left << n)
            right |= inner & (right >> n)
        found |= (left << n) | (right >> n)
    return found & ~(player | opponent) & BOARD
""",
            ),
        ),
        "flips": (
            wrong(
                "only the first disc of a run",
                0,
                "You look at one disc in each direction. A run can be longer: go on as "
                "long as the opponent's discs go on.",
                ("while at & opponent", "if at & opponent"),
            ),
            wrong(
                "the closing disc turns too",
                0,
                "The disc of the player at the end of the run is among yours. It is the "
                "player's already: only the run turns.",
                ("turned |= run", "turned |= run | at"),
            ),
            wrong(
                "the sides are exchanged",
                0,
                "You turn the player's own discs between discs of the opponent. It is the other way round.",
                ("while at & opponent", "while at & player"),
                ("if at & player", "if at & opponent"),
            ),
            wrong(
                "a run that ends at the rim turns too",
                3,
                "You ask that no empty square stands behind the run. Behind one that "
                "ends at the rim there is nothing at all: ask for a disc of the player.",
                ("if at & player:", "if not at & BOARD & ~(player | opponent):"),
            ),
            wrong(
                "turned discs turn others",
                0,
                "You let discs that have just turned enclose others. Only the disc that was put down does.",
                source="""
def bits_of(word):
    return [square for square in range(64) if word >> square & 1]


def enclosed(player, opponent, square):
    found = 0
    for step in STEPS:
        run, disc = 0, shift(1 << square, step)
        while disc & opponent:
            run |= disc
            disc = shift(disc, step)
        if disc & player:
            found |= run
    return found


def flips(player, opponent, square):
    turned = enclosed(player, opponent, square)
    todo = bits_of(turned)
    while todo:
        each = todo.pop()
        more = enclosed(player | turned | 1 << square, opponent & ~turned, each)
        turned |= more
        todo += bits_of(more)
    return turned
""",
            ),
        ),
        "has_four": (
            wrong(
                "only up and down",
                0,
                "You look in one direction. There are four: up, across, and the two diagonals.",
                ("(1, 6, 7, 8)", "(1,)"),
            ),
            wrong(
                "five in a row",
                0,
                "Your second pair begins three squares on, so five squares are looked at.",
                ("2 * step", "3 * step"),
            ),
            wrong(
                "three pairs anywhere",
                2,
                "You count pairs of neighbours. Three pairs in one direction need not "
                "touch each other: shift the pairs by two steps and see whether they "
                "meet.",
                source="""
def has_four(stones):
    for step in (1, 7, 6, 8):
        pairs = stones & (stones >> step)
        if pairs.bit_count() >= 3:
            return True
    return False
""",
            ),
        ),
        "winning_squares": (
            wrong(
                "diagonals forgotten",
                0,
                "You look up and across. The two diagonals are missing.",
                ("(1, 6, 7, 8)", "(1, 7)"),
            ),
            wrong(
                "the opponent's squares",
                0,
                "These are the squares that complete four for the opponent.",
                ("player >> far", "opponent >> far"),
                ("player << -far", "opponent << -far"),
            ),
            wrong(
                "one square only",
                0,
                "You return one square. All that complete four are asked for, in one word.",
                ("    return found", "    return found & -found"),
            ),
            wrong(
                "only where a stone can fall now",
                0,
                "You stop at the lowest empty square of each column. All empty squares "
                "that complete four are asked for, those in the air too.",
                source="""
def winning_squares(player, opponent):
    taken = player | opponent
    found = 0
    for column in range(7):
        bit = 1 << 7 * column
        for _ in range(6):
            if not taken & bit:
                mine = player | bit
                for step in (1, 6, 7, 8):
                    pairs = mine & mine >> step
                    if pairs & pairs >> 2 * step:
                        found |= bit
                break
            bit <<= 1
    return found
""",
            ),
        ),
        "shift": (
            wrong(
                "the sign of the step is lost",
                0,
                "A negative step is made forwards as well. It goes to lower numbers: "
                "shift to the right, by -step.",
                ("if step > 0 else discs >> -step", "if step > 0 else (discs << -step) & BOARD"),
            ),
        ),
    },
)
