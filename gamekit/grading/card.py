"""What `check` shows in a notebook: a card with the parts, the likeliest mistake, and the two searches.

Pictures come from `gamekit.draw`, which is loaded only where there is a page to show them on. The card takes
the page's own colours where it can, so that it reads on light and on dark pages; every sign has a word beside
it.
"""

from __future__ import annotations

from html import escape
from typing import Any

from gamekit.grading.calling import record
from gamekit.grading.language import said
from gamekit.grading.shrinking import answer_text, id_of
from gamekit.rules import FIRST, is_over, moves, play, score, to_move
from gamekit.tracing import Trace

Checked = Any  # `checking.Checked` and `checking.WrongTree`: that file imports this one
WrongTree = Any
INK = "var(--jp-content-font-color1, #2B2A27)"
QUIET = "var(--jp-content-font-color2, #6B6860)"
LINE = "var(--jp-border-color2, #D5D1C6)"
LETTERS = "font-family:var(--jp-content-font-family, system-ui, sans-serif)"
CODE = "font-family:var(--jp-code-font-family, monospace);font-size:0.93em"


def _colour(name: str) -> str:
    from gamekit.draw.style import DATA

    return DATA[name]


def card(found: Checked) -> str:
    """The result of `check` as HTML."""
    right = found.marks["points"] == found.marks["most"] and found.tells != "nothing"
    blocks = (
        [_headline(found), _parts(found)] if found.tells != "nothing" else [_quiet(escape(found.headline))]
    )
    if found.attempt:
        blocks.append(_quiet(said("attempt {}", found.attempt)))
    if found.tells == "nothing":
        blocks.append(_trouble(found))
    elif right:
        blocks = [_trouble(found), *blocks, _quiet(found.of_marks)]
    else:
        blocks += [_trouble(found), _example(found), _hints(found), _mistake(found)]
    colour = "green" if right and not found.trouble else "orange"  # of all that is right: is it the newest?
    return _framed(found.name, colour, "".join(blocks))


def plain_card(sentence: str) -> str:
    """A card that says no more than a sentence."""
    return _framed("", "orange", escape(sentence))


def _framed(name: str, colour: str, inside: str) -> str:
    return (
        f'<div data-gk-check="{escape(name)}" style="{LETTERS};color:{INK};line-height:1.45;'
        f"border:1px solid {LINE};border-left:4px solid {_colour(colour)};border-radius:6px;"
        f'padding:12px 16px;margin:4px 0;max-width:980px">{inside}</div>'
    )


def _headline(found: Checked) -> str:
    points, most = found.marks["points"], found.marks["most"]
    share = 100 * points / most if most else 0
    return (
        '<div style="display:flex;align-items:center;gap:12px;flex-wrap:wrap">'
        f'<span style="font-weight:600;font-size:1.08em">{escape(found.headline)}</span>'
        f'<span style="{CODE};color:{QUIET}">{escape(found.name)}</span>'
        f'<span aria-hidden="true" style="flex:1 1 120px;max-width:260px;height:6px;border-radius:3px;'
        f'background:{LINE}"><span style="display:block;height:6px;border-radius:3px;width:{share:.0f}%;'
        f'background:{_colour("green")}"></span></span></div>'
    )


def _parts(found: Checked) -> str:
    rows = []
    for part in found.task.parts:
        got = found.marks["parts"][part.name]
        earned = got["points"] == got["most"]
        sign, colour, word = (
            ("✓", _colour("green"), said("earned"))
            if earned
            else ("✗", _colour("vermillion"), said("not yet"))
        )
        right = said("{} of {} right", got["right"], got["asked"])
        numbers = f"{got['points']:g}", f"{got['most']:g}"
        points = said("{} of {} point", *numbers) if got["most"] == 1 else said("{} of {} points", *numbers)
        rows.append(
            f'<li style="display:flex;gap:8px;margin:2px 0"><span title="{word}" aria-label="{word}" '
            f'style="color:{colour};font-weight:700;width:1em">{sign}</span><span>{escape(said(part.says))}'
            f'<span style="color:{QUIET}"> · {right} · '
            f"{points}</span></span></li>"
        )
    return f'<ul style="list-style:none;margin:8px 0;padding:0">{"".join(rows)}</ul>'


def _trouble(found: Checked) -> str:
    return (
        _panel(said("What happened"), escape(found.trouble), _colour("vermillion")) if found.trouble else ""
    )


def _mistake(found: Checked) -> str:
    """The mistake by its name comes last, and only who opens it reads it."""
    if found.mistake is None:
        return _quiet(found.likeness) if found.is_unknown else ""
    body = f"<strong>{escape(said(found.mistake.name))}</strong><br>{escape(said(found.mistake.says))}"
    return _opened(said("Name the mistake"), _panel(found.likeness, body, _colour("blue")))


def _panel(head: str, body: str, colour: str) -> str:
    return (
        f'<div style="border-left:3px solid {colour};padding:4px 12px;margin:10px 0">'
        f'<div style="color:{QUIET};font-size:0.88em">{head}</div>{body}</div>'
    )


# --- the example ------------------------------------------------------------------------------------------


def _example(found: Checked) -> str:
    shown = ""
    if found.small_case:
        shown += f'<pre style="{CODE};margin:8px 0;white-space:pre-wrap">{escape(found.small_case)}</pre>'
    if found.wrong_call:
        picture = found.wrong_call.picture()
        lines = _answers(found.wrong_call)
        drawn = "" if picture is None or not picture.svg else f"<div>{picture.svg}</div>"
        shown += (
            f"<p style='margin:8px 0'>{said('The smallest case I found on which it goes wrong:')} "
            f'<code style="{CODE}">{escape(found.wrong_call.call)}</code></p>'
            f'<div style="display:flex;gap:20px;align-items:center;flex-wrap:wrap">{drawn}{lines}</div>'
        )
    if found.wrong_tree:
        shown += _searches(found.wrong_tree)
    return shown


def _answers(wrong: Any) -> str:
    rows = ((said("right"), answer_text(wrong.right)), (said("yours"), wrong.yours))
    cells = "".join(
        f'<tr><td style="color:{QUIET};text-align:left;padding:2px 12px 2px 0">{name}</td>'
        f'<td style="text-align:left;padding:2px 0">{escape(text)}</td></tr>'
        for name, text in rows
    )
    return f'<table style="border-collapse:collapse;margin:4px 0;font-size:1em">{cells}</table>'


def _searches(wrong: WrongTree) -> str:
    """Both searches of the smallest tree, the first wrong node marked in each that looked at it."""
    drawn = []
    walks = ((said("the reference"), wrong.reference), (said("yours"), wrong.learner))
    is_worth_drawing = any(walk is not None and len(walk) > 1 for _, walk in walks)
    for head, walk in walks if is_worth_drawing else ():
        svg = _drawn(walk, wrong.first.node)
        if svg:
            drawn.append(
                f'<figure style="margin:0;min-width:0"><figcaption style="color:{QUIET};font-size:0.88em">'
                f"{head}</figcaption>{svg}</figure>"
            )
    if not drawn:  # searches inside another function leave no trace: then the tree itself
        drawn.append(_drawn(_whole_tree(wrong), wrong.first.node))
    where = said("First wrong node: {}: {}.", wrong.first.place, wrong.first.says)
    pictures = (
        f'<div style="display:flex;gap:16px;flex-wrap:wrap;align-items:flex-start">{"".join(drawn)}</div>'
    )
    text = escape(wrong.asked()).replace("\n", "<br>")
    return (
        f'<div style="margin:8px 0">{text}</div>{_answers(wrong)}'
        f'<p style="margin:6px 0"><strong>{escape(where)}</strong></p>{pictures}'
    )


def values_below(state: Any, *_: Any) -> Any:
    """What each node is worth to the first player, every node looked at."""
    if is_over(state):
        return score(state) if to_move(state) == FIRST else -score(state)
    found = [values_below(play(state, move)) for move in moves(state)]
    return max(found) if to_move(state) == FIRST else min(found)


def _whole_tree(wrong: WrongTree) -> Trace | None:
    case = wrong.question.case
    try:
        tree_only = {"tree": case["tree"], "turn": case.get("turn", 0), "arguments": ["$state"]}
        return record(values_below, tree_only)
    except Exception:  # a tree that cannot be searched to its end is shown as text only
        return None


def _drawn(walk: Trace | None, number: int) -> str:
    """A search as a picture with one node marked; "" where it cannot be drawn."""
    from gamekit.draw import tree

    if walk is None:
        return ""
    for node in walk.nodes:
        if id_of(node) == number:
            return tree(walk, around=node, depth=9).svg
    return tree(walk).svg


def _hints(found: Checked) -> str:
    hints = enumerate(found.hints, 1)
    return "".join(_opened(said("Hint {}", number), f"<p>{escape(said(hint))}</p>") for number, hint in hints)


def _opened(name: str, body: str) -> str:
    """Something that is read when its name is clicked: it needs neither Python nor trust."""
    return (
        f'<details style="margin:4px 0"><summary style="cursor:pointer;width:fit-content;'
        f'border:1px solid {LINE};border-radius:5px;padding:1px 10px">{name}</summary>{body}</details>'
    )


def _quiet(text: str) -> str:
    return f'<p style="color:{QUIET};font-size:0.92em;margin:8px 0 0">{text}</p>'
