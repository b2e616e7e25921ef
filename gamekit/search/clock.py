"""The time check of compiled searches: when to look at the clock, and when to stop.

A search calls `must_stop` at every node. It reads the clock, the stop flag and the node limit once in
`NODES_BETWEEN_LOOKS` nodes, and costs one comparison otherwise.
"""

from __future__ import annotations

import sys
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from gamekit.code_cache import helper

NODES_BETWEEN_LOOKS = 1024
# Seconds before the deadline at which we stop, but never more than a quarter of the time. A system with more
# work than processors takes ours away for 4 to 13 ms at a time, and may do so at the very last moment.
MARGIN = 0.005

# `time.perf_counter` reads the same clock, so that Python can say when to stop.
_CLOCK_NUMBER = {"linux": 1, "darwin": 8}.get(sys.platform)
HAS_CLOCK = _CLOCK_NUMBER is not None


@intrinsic
def _read_clock(context: Any) -> Any:
    """Seconds since some moment in the past, straight from the system."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pair = ir.ArrayType(ir.IntType(64), 2)
        place = builder.alloca(pair)
        function_type = ir.FunctionType(ir.IntType(32), [ir.IntType(32), pair.as_pointer()])
        function = builder.module.globals.get("clock_gettime") or ir.Function(
            builder.module, function_type, "clock_gettime"
        )
        builder.call(function, [ir.Constant(ir.IntType(32), _CLOCK_NUMBER or 0), place])
        time = builder.load(place)
        whole = builder.sitofp(builder.extract_value(time, 0), ir.DoubleType())
        nanos = builder.sitofp(builder.extract_value(time, 1), ir.DoubleType())
        return builder.fadd(whole, builder.fmul(nanos, ir.Constant(ir.DoubleType(), 1e-9)))

    return types.float64(), generate


@helper
def must_stop(work: Any) -> Any:
    """Look at the stop flag, the node limit and the clock, but seldom."""
    if work.nodes < work.next_look:
        return work.stop != 0
    work.next_look = min(work.nodes + NODES_BETWEEN_LOOKS, max(work.node_limit, work.nodes + 1))
    if work.nodes >= work.node_limit:
        work.stop = 1
    if HAS_CLOCK and work.deadline > 0.0 and _read_clock() >= work.deadline:
        work.stop = 1
    return work.stop != 0


def thinking_time(seconds: float) -> float:
    """How long to think where the answer is wanted within so many seconds.

    >>> thinking_time(1), thinking_time(0.004)
    (0.995, 0.003)
    """
    return seconds - min(MARGIN, seconds / 4)
