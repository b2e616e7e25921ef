"""What `check` says of invented mistakes, one line each: `python tests/diagnosis.py [lab...]`.

A person reads the lines and says of each whether the mistake is named rightly, whether what is said helps, or
whether it leads astray; the program itself only knows what passed and what was left without a word.
"""

from __future__ import annotations

import sys

from invented import INVENTED
from invented_later import LATER

from gamekit.grading import lab as labs
from gamekit.grading import look


def line(one) -> tuple[str, str]:
    lab, _, task = one.task.partition(".")
    found = look(one.task, labs.find(lab).tasks[0].library.function(task, one.source))
    if found.marks["points"] == found.marks["most"]:
        return "PASSES", ""
    named = found.mistake and f"{'=' if found.is_exact else '~'} {found.mistake.name}: {found.mistake.says}"
    words = " | ".join(text for text in (found.trouble, named) if text)
    return ("said" if words else "UNNAMED"), words


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for one in [*INVENTED, *LATER] if "all" in wanted else LATER:
        labs_wanted = [name for name in wanted if name != "all"]
        if not labs_wanted or one.task.split(".")[0] in labs_wanted:
            print(*line(one), sep="\t", end=f"\t<- {one.name}\n", flush=True)
