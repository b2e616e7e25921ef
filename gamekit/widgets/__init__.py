"""Live things for notebooks: boards to play on, searches to step through, questions to answer first.

    from gamekit.widgets import Board, Explore, MCTSStepper, Predict, SideBySide, Stepper

Each is loaded when it is first asked for. From then on a cell of a notebook that takes long says so.
"""

from gamekit.surface import offered
from gamekit.widgets.waiting import watch_cells

__all__, __getattr__, __dir__ = offered(__name__)
watch_cells()
