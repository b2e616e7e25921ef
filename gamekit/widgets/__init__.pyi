from gamekit.widgets.board import Board as Board
from gamekit.widgets.explore import Explore as Explore
from gamekit.widgets.predict import Predict as Predict
from gamekit.widgets.stepper import MCTSStepper as MCTSStepper
from gamekit.widgets.stepper import SideBySide as SideBySide
from gamekit.widgets.stepper import Stepper as Stepper
