"""How much time and memory a submission has, unless its lab says otherwise."""

from __future__ import annotations

from typing import NamedTuple


class SandboxLimits(NamedTuple):
    """What one submission may use."""

    setup_seconds: float = 20  # to run the cells
    first_seconds: float = 20  # to answer the first question of a task, which may have to be compiled
    question_seconds: float = 5  # to answer any other
    total_seconds: float = 60
    memory: int = 512 * 2**20  # bytes beyond what the kit itself takes
    processes: int = 16  # threads included
    file_size: int = 8 * 2**20
    scratch: int = 32 * 2**20  # bytes of all its files together

    def for_child(self) -> dict[str, int]:
        """What the child's fence must know."""
        return {
            "memory": self.memory,
            "processes": self.processes,
            "file_size": self.file_size,
            "scratch": self.scratch,
            "cpu_seconds": int(self.total_seconds) + 5,
        }
