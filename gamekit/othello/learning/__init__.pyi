from gamekit.othello.learning import fit as fit
from gamekit.othello.learning import labels as labels
from gamekit.othello.learning import lookahead as lookahead
from gamekit.othello.learning import pieces as pieces
from gamekit.othello.learning import positions as positions
from gamekit.othello.learning import probcut as probcut
