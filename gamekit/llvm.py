"""Single functions of compiled code written in LLVM's own instructions, for what numba has no words for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from numba.extending import intrinsic


def instruction(signature: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Make a function that writes instructions callable from compiled code.

    `signature` tells from the types of the arguments what is taken and given; the function that is decorated
    gets LLVM's builder and the arguments, and answers with the result.

        @instruction(lambda word: types.int64(word))
        def popcount(builder, word):
            return builder.ctpop(word)
    """

    def decorate(write: Callable[..., Any]) -> Any:
        def typed(context: Any, *arguments: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                return write(builder, *values)

            return signature(*arguments), generate

        # Numba counts an intrinsic's arguments by its signature.
        context, *taken = inspect.signature(write).parameters.values()
        typed.__signature__ = inspect.Signature([context, *taken])  # type: ignore[attr-defined]
        typed.__name__, typed.__doc__ = write.__name__, write.__doc__
        return intrinsic(typed)

    return decorate
