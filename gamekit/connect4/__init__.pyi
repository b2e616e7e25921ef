from gamekit.connect4 import board as board
from gamekit.connect4 import engine as engine
from gamekit.connect4 import simulation as simulation
from gamekit.connect4 import solver as solver
from gamekit.connect4.engine import Engine as Engine
from gamekit.connect4.engine import Switches as Switches
from gamekit.connect4.solver import Solver as Solver
