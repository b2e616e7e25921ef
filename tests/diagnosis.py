"""What `check` says of invented mistakes, three lines each: `python tests/diagnosis.py [lab or task ...]`.

A person reads them and says of each whether the mistake is named rightly, whether what is said helps, or
whether it leads astray; the program itself only knows what passed and what was left without a word.
"""

from __future__ import annotations

import sys
from collections import Counter

from invented import INVENTED, Invented

from gamekit.grading import lab as labs
from gamekit.grading import look


def verdict(one: Invented) -> tuple[str, str]:
    lab, _, task = one.task.partition(".")
    found = look(one.task, labs.find(lab).tasks[0].library.function(task, one.source))
    named = found.mistake and f"{'=' if found.is_exact else '~'} {found.mistake.name}: {found.mistake.says}"
    words = " | ".join(text for text in (found.trouble, named) if text)
    passed = found.marks["points"] == found.marks["most"]
    return ("PASSES" if passed else "said" if words else "UNNAMED"), words


if __name__ == "__main__":
    counted: Counter[str] = Counter()
    for one in INVENTED:
        if not sys.argv[1:] or one.task in sys.argv or one.task.split(".")[0] in sys.argv:
            kind, words = verdict(one)
            counted[kind] += 1
            print(f"{one.name}\n    tutor: {one.tutor}\n    {kind}: {words}", flush=True)
    print(dict(counted))
