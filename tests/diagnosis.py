"""What `check` says of invented mistakes, three lines each: `python tests/diagnosis.py [lab or task ...]`.

A person reads them and says of each whether the mistake is named rightly, whether what is said helps, or
whether it leads astray. The program itself only counts: a known mistake `named`, a `slip` of the pen, `like`
a known mistake, only what was `seen`, UNNAMED (the smallest case alone), PASSES.
"""

from __future__ import annotations

import sys
from collections import Counter

from invented import INVENTED, Invented

from gamekit.grading import lab as labs
from gamekit.grading import look

SLIP = "a slip of the pen"


def verdict(one: Invented) -> tuple[str, str]:
    lab, _, task = one.task.partition(".")
    found = look(one.task, labs.find(lab).tasks[0].library.function(task, one.source))
    named = found.mistake and f"{found.mistake.name}: {found.mistake.says}"
    words = " | ".join(text for text in (found.trouble, named) if text)
    if found.marks["points"] == found.marks["most"]:
        return "PASSES", words
    if found.mistake is None:
        return "seen" if words else "UNNAMED", words
    if not found.is_exact:
        return "like", words
    return "slip" if found.mistake.name == SLIP else "named", words


if __name__ == "__main__":
    counted = Counter[str]()
    for one in INVENTED:
        if not sys.argv[1:] or one.task in sys.argv or one.task.split(".")[0] in sys.argv:
            kind, words = verdict(one)
            counted[kind] += 1
            print(f"{one.name}\n    tutor: {one.tutor}\n    {kind}: {words}", flush=True)
    print(dict(counted))
