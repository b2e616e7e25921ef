"""What only the lessons use: the ledger, the claims, the figures of experiments."""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
