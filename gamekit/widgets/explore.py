"""Explore: a small experiment with sliders and choices, whose still picture is its first answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import ipywidgets

from gamekit.draw.charts import same_axes
from gamekit.errors import BadText


class Explore(ipywidgets.VBox):  # type: ignore[misc]
    """Controls above, and below what `function` returns for them.

    A control is a list of choices, or a pair `(lowest, highest)` of whole numbers for a slider. It begins
    with the function's own default where that is among them, else with the first.

    >>> def square(n=3):
    ...     return n * n
    >>> Explore(square, n=(1, 9)).answer
    9
    """

    def __init__(self, function: Callable[..., Any], **controls: Any) -> None:
        if not controls:
            raise BadText("Explore wants a control, such as depth=(1, 8) or budget=[1000, 10000]")
        self._function = function
        self._axes: dict[str, tuple[float, float]] = {}
        self._made = {
            name: _control(name, choices, _default(function, name)) for name, choices in controls.items()
        }
        self.answer = self.asked(**{name: made.value for name, made in self._made.items()})
        # The first answer is already there: the page shows it at once, and nothing is computed twice.
        self._below = ipywidgets.Output(outputs=(as_output(self.answer),))
        for made in self._made.values():
            made.observe(self._again, "value")
        super().__init__([*self._made.values(), self._below])

    def asked(self, **values: Any) -> Any:
        """What the function returns for these values. The axes of its charts never shrink."""
        with same_axes(self._axes):
            return self._function(**values)

    def _again(self, change: Any) -> None:
        try:
            self.answer = self.asked(**{name: made.value for name, made in self._made.items()})
            self._below.outputs = (as_output(self.answer),)
        except Exception as problem:  # shown where the reader looks, not in the log
            text = f"{type(problem).__name__}: {problem}"
            self._below.outputs = ({"output_type": "stream", "name": "stderr", "text": text},)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**options) or {}
        return {**bundle, **as_output(self.answer)["data"]}


def _control(name: str, choices: Any, default: Any) -> Any:
    style = {"description_width": "initial"}
    if isinstance(choices, list) and choices:
        options = [(f"{one:,}" if isinstance(one, int) else str(one), one) for one in choices]
        begin = default if default in choices else choices[0]
        if any(isinstance(one, str) for one in choices):  # names have no order that a slider could show
            return ipywidgets.ToggleButtons(options=options, value=begin, description=name, style=style)
        return ipywidgets.SelectionSlider(
            options=options, value=begin, description=name, continuous_update=False, style=style
        )
    if isinstance(choices, tuple) and len(choices) == 2 and choices[0] <= choices[1]:
        low, high = choices
        begin = default if isinstance(default, int) and low <= default <= high else low
        return ipywidgets.IntSlider(begin, low, high, description=name, continuous_update=False, style=style)
    raise BadText(f"the control {name} is a list of choices or a pair (lowest, highest), not {choices!r}")


def _default(function: Callable[..., Any], name: str) -> Any:
    parameters = inspect.signature(function).parameters
    if name not in parameters:
        raise BadText(f"the function takes no {name!r}; it takes {', '.join(parameters) or 'nothing'}")
    return parameters[name].default


def as_output(answer: Any) -> dict[str, Any]:
    """An answer as a notebook keeps it: as rich as the answer knows itself."""
    from IPython.core.formatters import format_display_data

    data, metadata = format_display_data(answer)  # type: ignore[no-untyped-call]
    return {"output_type": "display_data", "data": data, "metadata": metadata}
