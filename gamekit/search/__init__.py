"""Search algorithms, one idea a file; each function runs plain, traced and compiled.

The classes here are for whoever only wants an answer. Each file is offered too, as in
`from gamekit.search.negamax import negamax`.
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
