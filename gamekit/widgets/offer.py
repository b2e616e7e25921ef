"""A button that makes something live only when somebody wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets


class Offer(ipywidgets.VBox):  # type: ignore[misc]
    """A button; pressed, it gives way to what `make` returns.

    >>> offer = Offer("Look", lambda: ipywidgets.Label("here"))
    >>> offer.children[0].click()
    >>> offer.children[0].value
    'here'
    """

    def __init__(self, text: str, make: Callable[[], Any]) -> None:
        button = ipywidgets.Button(description=text, layout=ipywidgets.Layout(width="auto"))
        button.on_click(lambda _: setattr(self, "children", (make(),)))
        self._text = text
        super().__init__([button])

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**(super()._repr_mimebundle_(**options) or {}), "text/plain": f"[{self._text}]"}
