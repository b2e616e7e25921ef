"""The course in a web page, with no kernel: a function as WebAssembly, and what widgets need there.

from gamekit.page import for_page
"""

from gamekit.surface import offered

__all__, __getattr__, __dir__ = offered(__name__)
