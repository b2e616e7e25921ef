"""What happens at each step of a film, in words."""

from __future__ import annotations

from typing import Any

from gamekit.draw.traces import FIRST_VIEW, MOVER_VIEW, NO_VIEW, number_text
from gamekit.rules import FIRST, INF
from gamekit.widgets.stepper.events import CUT, ENTER, Playback, Step

SIDES = {0: "the first player", 1: "the second player"}
MOST_NAMES = 4


def sentences(film: Playback) -> list[str]:
    """One text for each step.

    >>> from gamekit import INF, trace
    >>> from gamekit.games import tree
    >>> from gamekit.search.alphabeta import alphabeta
    >>> from gamekit.evaluators import FinalScore
    >>> film = Playback(trace(alphabeta)(tree.start(), 2, -INF, INF, True, FinalScore()))
    >>> print(sentences(film)[-3])
    Cut at node 4 (min): 1 <= alpha = 3. The first player already has 3 (by a at node 0). Here the second \
player gives at most 1, so the first player will not come here. 1 move is never looked at: b.
    """
    return [sentence(film, step) for step in film.steps]


def figure(value: Any) -> str:
    """A number as people write it.

    >>> figure(10**9), figure(-3), figure(None)
    ('∞', '−3', 'nothing')
    """
    return "nothing" if value is None else number_text(value)


def window_text(alpha: Any, beta: Any) -> str:
    """A window as people write it."""
    return f"({'?' if alpha is None else figure(alpha)}, {'?' if beta is None else figure(beta)})"


def place_text(film: Playback, place: int) -> str:
    """A node by number and by the moves that lead to it."""
    names = [name for name in (film.names[at] for at in film.path(place)) if name]
    number = f"node {film.nodes[place].number}"
    if not names:
        return f"{number}, the start"
    return f"{number}, after {', '.join(names)}" if film.nodes[place].state is not None else number


def sentence(film: Playback, step: Step) -> str:
    """What happens at one step."""
    if step.kind == ENTER:
        return _enter(film, step)
    if step.kind == CUT:
        return _cut(film, step)
    return _done(film, step) if step.at < 0 else _come_up(film, step)


# --- entering ---------------------------------------------------------------------------------------------


def _enter(film: Playback, step: Step) -> str:
    place = step.node
    where = _capital(place_text(film, place))
    node = film.nodes[place]
    if node.state is None:
        arguments = ", ".join(f"{name} = {value}" for name, value in node.arguments.items())
        return f"{where}: {node.function} is called with {arguments}."
    if film.is_leaf(place):
        return f"{where}: a leaf, the search looks no deeper."
    texts = [f"{where}: {_turn(film, place)}."]
    if film.folded[place]:
        texts.append(f"The {_count(film.folded[place], 'node')} below are not drawn.")
    if film.has_window:
        texts.append(_meaning(step.alpha, step.beta))
    return " ".join(texts)


def _turn(film: Playback, place: int) -> str:
    side = SIDES[film.movers[place]]
    if film.view == FIRST_VIEW:
        return f"{side} moves and wants {'much (max)' if film.movers[place] == FIRST else 'little (min)'}"
    if film.view == MOVER_VIEW:
        return f"{side} moves; values here are from its view"
    return f"{side} moves"


def _meaning(alpha: Any, beta: Any) -> str:
    """What a window says."""
    text = f"Window {window_text(alpha, beta)}"
    low = alpha is not None and alpha > -INF
    high = beta is not None and beta < INF
    if low and high:
        if alpha >= beta:
            return f"{text}: it is empty, no value can matter here."
        if isinstance(alpha, int) and isinstance(beta, int) and beta == alpha + 1:
            return f"{text}: the only question is whether the value is above {figure(alpha)}."
        return f"{text}: only a value between {figure(alpha)} and {figure(beta)} still matters."
    if low:
        return f"{text}: only a value above {figure(alpha)} still matters."
    if high:
        return f"{text}: only a value below {figure(beta)} still matters."
    return f"{text}: every value still matters."


# --- coming up --------------------------------------------------------------------------------------------


def _come_up(film: Playback, step: Step) -> str:
    child, at = step.node, step.at
    value = film.value_above(child)
    target = f"node {film.nodes[at].number}{_kind(film, at)}"
    if value is None:
        return f"Node {film.nodes[child].number} returns {film.nodes[child].value!r} to {target}."
    if film.view == NO_VIEW:
        return f"{figure(value)} comes up from node {film.nodes[child].number} to {target}."
    if film.view == MOVER_VIEW and film.movers[child] != film.movers[at]:
        own = figure(film.values[child])
        begin = f"{own} for {SIDES[film.movers[child]]} comes up to {target} as {figure(value)}"
    else:
        begin = f"{figure(value)} comes up from node {film.nodes[child].number} to {target}"
    texts = [f"{begin}: {_compare(film, step, value)}"]
    if step.closed and _goes_on(film, step):
        texts.append(
            f"alpha = {figure(step.alpha)} and beta = {figure(step.beta)} have met, so nothing more can "
            "matter here; but this search goes on."
        )
    return " ".join(texts)


def _compare(film: Playback, step: Step, value: Any) -> str:
    """Is the value that came up the best so far, and what does that do to the window?"""
    alpha, beta, best = _before(film, step)
    more = "more" if film.maximises(step.at) else "less"
    if best is None:
        texts = ["the first value here, so it is the best so far."]
    elif step.best == best:
        return f"no {more} than {figure(best)}, so nothing changes."
    else:
        texts = [f"{more} than {figure(best)}, so it is the best so far."]
    if step.alpha != alpha:
        texts.append(f"alpha rises from {figure(alpha)} to {figure(step.alpha)}.")
    if step.beta != beta:
        texts.append(f"beta falls from {figure(beta)} to {figure(step.beta)}.")
    return " ".join(texts)


def _before(film: Playback, step: Step) -> tuple[Any, Any, Any]:
    """Alpha, beta and the best value of a node before a child's value came up."""
    alpha, beta = film.windows[step.at]
    best, _ = film.best_before(step.at, step.node)
    much = film.maximises(step.at)
    if best is not None and much and alpha is not None:
        alpha = max(alpha, best)
    if best is not None and not much and beta is not None:
        beta = min(beta, best)
    return alpha, beta, best


def _goes_on(film: Playback, step: Step) -> bool:
    return film.children[step.at][-1] != step.node


# --- cuts and the end -------------------------------------------------------------------------------------


def _cut(film: Playback, step: Step) -> str:
    place = step.node
    names = film.pruned_names[place]
    listed = ", ".join(names[:MOST_NAMES]) + (", ..." if len(names) > MOST_NAMES else "")
    left = f"{_count(len(names), 'move')} {'is' if len(names) == 1 else 'are'} never looked at: {listed}."
    where = f"node {film.nodes[place].number}{_kind(film, place)}"
    if step.alpha is None and step.beta is None:
        return f"The search leaves {where}. {left}"
    if not step.closed:
        window = window_text(step.alpha, step.beta)
        return f"The search leaves {where}, though its window {window} is still open. {left}"
    return f"Cut at {where}: {_reason(film, step)} {left}"


def _reason(film: Playback, step: Step) -> str:
    """Why nothing more can matter: what the mover has here, and what the other side has elsewhere."""
    place, best = step.node, figure(step.best)
    mine, other = SIDES[film.movers[place]], SIDES[1 - film.movers[place]]
    much = film.maximises(place)
    bound = step.beta if much else step.alpha
    test = f"{best} >= beta = {figure(bound)}." if much else f"{best} <= alpha = {figure(bound)}."
    if film.view == MOVER_VIEW:
        has, here = f"{other} already has {figure(-bound)}", f"Here it gets at most {figure(-step.best)}"
    elif much:
        has, here = f"{other} can already hold {mine} to {figure(bound)}", f"Here {mine} gets at least {best}"
    else:
        has, here = f"{other} already has {figure(bound)}", f"Here {mine} gives at most {best}"
    if step.source >= 0:
        _, by = film.best_before(step.source, film.path(place)[film.depth[step.source] + 1])
        whence = f"by {film.names[by]} at node {film.nodes[step.source].number}"
    else:
        whence = "so says the window it came with"
    deep = film.depth[place] - film.depth[step.source] if step.source >= 0 else 0
    far = f" That node is {deep} plies up: a deep cut-off." if deep > 1 else ""
    return f"{test} {_capital(has)} ({whence}).{far} {here}, so {other} will not come here."


def _done(film: Playback, step: Step) -> str:
    root = film.nodes[0]
    value = film.values[0]
    worth = figure(value) if value is not None else repr(root.value)
    best = film.best_child[0]
    choice = f", by {film.names[best]}" if best >= 0 and film.names[best] else ""
    cut = f", {_count(step.pruned, 'move')} never looked at" if step.pruned else ""
    return f"Done: {root.function} returns {worth}{choice}. {_count(step.visited, 'node')} visited{cut}."


def _kind(film: Playback, place: int) -> str:
    if film.view != FIRST_VIEW or film.nodes[place].state is None:
        return ""
    return " (max)" if film.maximises(place) else " (min)"


def _count(count: int, thing: str) -> str:
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
