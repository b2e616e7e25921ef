"""How the Othello program learns: positions, labels, fitting, and the schemes that join them."""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
