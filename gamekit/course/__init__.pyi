from gamekit.course.claims import Claim as Claim
from gamekit.course.claims import claim as claim
from gamekit.course.claims import finding as finding
from gamekit.course.difference import changes as changes
from gamekit.course.ledger import POSITIONS as POSITIONS
from gamekit.course.ledger import Ledger as Ledger
from gamekit.course.ledger import evaluator_for as evaluator_for
from gamekit.parts import PACKAGE as PACKAGE
