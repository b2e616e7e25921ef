"""Live things for notebooks: boards to play on, searches to step through, questions to answer first.

    from gamekit.widgets import Board, Explore, Predict, SideBySide, Stepper

Each is loaded when it is first asked for.
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
