"""Films of traces, their words, where two part, and the live things around them; without a browser."""

from __future__ import annotations

import json
import math
import random
from itertools import pairwise

import pytest
from browser import book_page
from support import heard, too_late

from gamekit import INF, GamekitError, is_over, moves, play, score, to_move, trace
from gamekit.evaluators import FinalScore
from gamekit.games import connect4, gomoku, othello, plates, tictactoe, tree
from gamekit.search.alphabeta import alphabeta, alphabeta_hard
from gamekit.search.minimax import minimax
from gamekit.search.negamax import negamax
from gamekit.search.pvs import pvs
from gamekit.widgets import MCTSStepper, SideBySide, Stepper
from gamekit.widgets.stepper import events
from gamekit.widgets.stepper.compare import lockstep
from gamekit.widgets.stepper.events import CUT, ENTER, RETURN, Playback
from gamekit.widgets.stepper.pack import pack, packed

VALUE = FinalScore()


def with_flag(state, depth=9):
    return trace(alphabeta)(state, depth, -INF, INF, to_move(state) == 0, VALUE)


def for_mover(state, depth=9):
    return trace(negamax)(state, depth, -INF, INF, VALUE)


def full(state, depth=9):
    return trace(minimax)(state, depth, to_move(state) == 0, VALUE)


# A learner's own functions: right ones and wrong ones.


def own(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -own(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def not_passed_on(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -not_passed_on(play(state, move), -INF, INF))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def no_minus(state, alpha, beta):
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, no_minus(play(state, move), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def one_bound(state, beta):
    """Cuts against its parent only: it misses deep cut-offs."""
    if is_over(state):
        return score(state)
    best = -INF
    for move in moves(state):
        best = max(best, -one_bound(play(state, move), -best))
        if best >= beta:
            break
    return best


def lazy(state, alpha, beta):
    """Looks at one move only, whatever the window says."""
    if is_over(state):
        return score(state)
    return -lazy(play(state, next(iter(moves(state)))), -beta, -alpha)


def with_move(state, alpha, beta):
    if is_over(state):
        return score(state), None
    best, chosen = -INF, None
    for move in moves(state):
        found = -with_move(play(state, move), -beta, -alpha)[0]
        if found > best:
            best, chosen = found, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen


def perft(state, depth):
    if depth == 0:
        return 1
    return sum(perft(play(state, move), depth - 1) for move in moves(state))


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


DEEP = "[[5, [[4, [7, 9]], 8]], [[[3, 6], 2], 9]]"


# --- films ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page():
    with book_page("widgets.js") as made:
        yield made


def shown(page, walk, view=None):
    """What the page makes of a trace: its steps, their words, and whose promise caused each cut."""
    return page.evaluate(
        """([pack, view]) => {
            const film = new gamekit.widgets.stepper.Film(pack, view ?? pack.view);
            return {
                steps: film.steps, cuts: film.cuts.map((step) => film.steps[step]), value: film.pack.value,
                words: film.steps.map((_, step) => film.words(step)),
                sources: film.cuts.map((step) => film.source(step)),
                line: [...film.onLine].map((node) => film.pack.name[node]),
            };
        }""",
        [pack(Playback(walk)), view],
    )


@pytest.mark.parametrize("search", [with_flag, for_mover, full])
@pytest.mark.parametrize(
    "state",
    [
        plates.start(),
        tree.start(),
        tree.parse(DEEP),
        tictactoe.parse("XO./.X./..O X"),
        othello.parse("f5d6c3"),
        connect4.start(),
    ],
    ids=["plates", "tree", "deep tree", "tictactoe", "othello", "connect4"],
)
def test_a_film_tells_the_whole_trace(page, search, state):
    walk = search(state, 4)
    film = Playback(walk)
    steps = shown(page, walk)["steps"]
    told = [((ENTER, RETURN, CUT)[step["kind"]], step["node"], step["at"]) for step in steps]
    assert told == film.steps, "the page and Python count the same steps"
    kinds = [step.kind for step in film.steps]
    assert kinds.count(ENTER) == kinds.count(RETURN) == len(walk)
    assert kinds.count(CUT) == sum(bool(node.pruned) for node in walk.nodes)
    assert [step.node for step in film.steps if step.kind == ENTER] == list(range(len(walk)))
    assert steps[-1]["visited"] == len(walk)
    assert steps[-1]["cut"] == sum(len(node.pruned) for node in walk.nodes)
    # Counts only grow, a node at a time.
    visited = [step["visited"] for step in steps]
    assert all(after - before in (0, 1) for before, after in pairwise(visited))


@pytest.mark.parametrize("search", [with_flag, for_mover])
@pytest.mark.parametrize(
    "state", [plates.start(), tree.parse(DEEP), tictactoe.start()], ids=["plates", "tree", "ttt"]
)
def test_the_windows_worked_out_are_those_of_the_search(page, search, state):
    """The window of a node after each value is what its next child is called with."""
    walk = search(state, 5)
    film, told = Playback(walk), shown(page, walk)
    for (step, following), now in zip(pairwise(film.steps), told["steps"], strict=False):
        if step.kind == RETURN and following.kind == ENTER:
            alpha, beta = film.windows[following.node]
            wanted = (alpha, beta) if film.view == "first" else (-beta, -alpha)
            assert (now["alpha"], now["beta"]) == wanted
    # Every cut of a right search is explained by a closed window and by the node that set the bound.
    assert told["cuts"]
    assert all(cut["alpha"] >= cut["beta"] for cut in told["cuts"])
    assert all(source >= 0 for source in told["sources"])


def test_plates_step_by_step(page):
    walk = with_flag(plates.start())
    film, told = Playback(walk), shown(page, walk)
    cuts, words = told["cuts"], told["words"]
    pruned = [film.pruned_names[cut["node"]] for cut in cuts]
    assert pruned == [["50"], ["5+100", "10+100"], ["1+20", "5+20"]]
    assert [(cut["visited"], cut["cut"]) for cut in cuts] == [(10, 1), (14, 3), (18, 5)]
    assert told["line"] == ["", "A", "1+20", "20"]
    assert words[17].startswith("Cut at node 8 (max): 20 >= beta = 20.")
    assert words[told["steps"].index(cuts[1])] == (
        "Cut at node 10 (min): 10 <= alpha = 20. The first player already has 20 (by A at node 0). Here the "
        "second player gives at most 10, so the first player will not come here. 2 moves are never looked "
        "at: 5+100, 10+100."
    )
    assert words[-1] == "Done: alphabeta returns 20, by A. 18 nodes visited, 5 moves never looked at."
    assert "Window (20, ∞): only a value above 20 still matters." in words[20]


@pytest.mark.parametrize(
    ("walk", "view"),
    [
        (with_flag(plates.start()), "first"),
        (full(plates.start()), "first"),
        (for_mover(plates.start()), "mover"),
        (trace(alphabeta_hard)(plates.start(), 3, -INF, INF, True, VALUE), "first"),
        (trace(pvs)(plates.start(), 3, -INF, INF, VALUE), "mover"),
        (trace(own)(tictactoe.parse("XO./.X./..O X"), -INF, INF), "mover"),
        (trace(with_move)(plates.start(), -INF, INF), "mover"),
        (trace(perft)(othello.start(), 3), "none"),
        (trace(fibonacci)(5), "none"),
    ],
    ids=["alphabeta", "minimax", "negamax", "hard", "pvs", "own", "with move", "perft", "fibonacci"],
)
def test_whose_values_are_these(walk, view):
    assert Playback(walk).view == view


def test_negamax_seen_by_the_first_player_is_alphabeta(page):
    """The same search, told from the other side: every step equal."""
    state = tree.parse(DEEP)
    turned, straight = shown(page, for_mover(state), "first"), shown(page, with_flag(state))
    assert turned["steps"] == straight["steps"]
    assert turned["value"] == straight["value"] == Playback(for_mover(state), "first").values
    assert turned["words"][:-1] == straight["words"][:-1]  # the last names the function
    back = shown(page, with_flag(state), "mover")
    assert back["steps"] == shown(page, for_mover(state))["steps"]


def test_a_deep_cut_is_called_one(page):
    texts = shown(page, with_flag(tree.parse(DEEP)))["words"]
    deep = [text for text in texts if "a deep cut-off" in text]
    assert deep == [text for text in texts if text.startswith("Cut at node") and " plies up" in text]
    assert len(deep) == 1
    assert "at node 0). That node is 3 plies up" in deep[0]


def test_words_about_searches_that_do_odd_things(page):
    def sentences(walk):
        return shown(page, walk)["words"]

    late = sentences(trace(too_late)(plates.start(), -INF, INF))
    assert any("alpha = 20 and beta = 20 have met" in text and "this search goes on" in text for text in late)
    early = sentences(trace(lazy)(plates.start(), -INF, INF))
    assert any("though its window (1, ∞) is still open" in text for text in early)
    plain = sentences(trace(one_bound)(plates.start(), INF))
    assert plain[-1].startswith("Done: one_bound returns 20, by A. 18 nodes visited")
    counted = sentences(trace(perft)(othello.start(), 2))
    assert counted[-1] == "Done: perft returns 12. 17 nodes visited."
    assert "1 comes up from node 2 to node 1." in counted
    numbers = sentences(trace(fibonacci)(3))
    assert numbers[0] == "Node 0, the start: fibonacci is called with n = 3."


def test_null_windows_are_questions(page):
    texts = shown(page, trace(pvs)(plates.start(), 3, -INF, INF, VALUE))["words"]
    assert any("the only question is whether the value is above" in text for text in texts)


def test_gomoku_whose_states_change_in_place():
    film = Playback(for_mover(gomoku.start("5x5"), 1))
    assert len(film.nodes) == 26
    assert film.names[1:4] == ["a5", "b5", "c5"] or len(set(film.names[1:])) == 25


def test_a_trace_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(events, "MOST_NODES", 1000)
    with pytest.raises(
        GamekitError, match="at most 1,000 nodes can be stepped through, and this search has 18,297"
    ):
        Playback(for_mover(tictactoe.start()))


def test_the_pack_is_plain_and_small():
    film = Playback(for_mover(tictactoe.start()))
    data = packed(film)
    assert len(data) < 60 * len(film.nodes)
    read = json.loads(data)
    assert {len(read[name]) for name in ("parent", "name", "mover", "value", "alpha", "beta")} == {18_297}
    infinite = json.loads(packed(Playback(trace(own)(plates.start(), -math.inf, math.inf))))
    assert infinite["alpha"][0] == -INF


# --- side by side -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (too_late, "At node 8, after A, 20+50: the reference leaves out 1 move, yours goes on with 50."),
        (
            not_passed_on,
            "At node 4, after A, 1+20, 20: the reference searches with the window (−∞, −1), "
            "yours with (−∞, ∞).",
        ),
        (
            no_minus,
            "At node 4, after A, 1+20, 20: the reference searches with the window (−∞, −1), "
            "yours with (−∞, 1).",
        ),
        (lazy, "At node 2, after A, 1+20: the reference goes on with 20, yours leaves out 1 move."),
    ],
)
def test_where_a_wrong_search_parts(search, words):
    found = lockstep(for_mover(plates.start()), trace(search)(plates.start(), -INF, INF))
    assert found.differences[0].words == words


def test_equal_searches_never_part():
    state = tree.parse(DEEP)
    assert not lockstep(for_mover(state), trace(own)(state, -INF, INF)).differences
    assert not lockstep(for_mover(state), with_flag(state)).differences  # another style, the same search
    assert not lockstep(with_flag(state), for_mover(state)).differences
    assert lockstep(for_mover(state), with_flag(state)).summary().startswith("They never part")


def test_a_single_bound_misses_nothing_on_the_plates_but_does_on_a_deep_tree():
    def told(state):
        return [part.words for part in lockstep(for_mover(state), trace(one_bound)(state, INF)).differences]

    shallow, deep = told(plates.start()), told(tree.parse(DEEP))
    assert "the reference searches with the window (−∞, −20), yours with beta = ∞ alone." in shallow[0]
    assert all("searches with" in words for words in shallow)
    assert any("the reference leaves out 1 move, yours goes on with" in words for words in deep)


def test_values_that_differ_are_named():
    hard = trace(alphabeta_hard)(plates.start(), 3, -INF, INF, True, VALUE)
    found = lockstep(with_flag(plates.start()), hard)
    assert found.differences[0].words == "At node 7, after A, 1+50, 50: the reference returns 50, yours 20."


@pytest.mark.parametrize("other", [full, for_mover, with_flag], ids=["minimax", "negamax", "alphabeta"])
@pytest.mark.parametrize("state", [plates.start(), tree.parse(DEEP), tictactoe.parse("XO./.X./..O X")])
def test_the_lockstep_shows_every_step_of_both(state, other):
    pair = lockstep(with_flag(state), other(state))
    lefts, rights = zip(*pair.moments, strict=True)
    assert sorted(set(lefts)) == list(range(len(pair.left.steps)))
    assert sorted(set(rights)) == list(range(len(pair.right.steps)))
    assert list(lefts) == sorted(lefts)
    assert list(rights) == sorted(rights)


def test_other_orders_of_moves_can_be_compared():
    def backwards(state, alpha, beta):
        if is_over(state):
            return score(state)
        best = -INF
        for move in reversed(list(moves(state))):
            best = max(best, -backwards(play(state, move), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    pair = lockstep(for_mover(plates.start()), trace(backwards)(plates.start(), -INF, INF))
    assert pair.differences[0].words == "At node 0, the start: the reference looks at A, yours looks at C."
    assert pair.moments[-1] == (len(pair.left.steps) - 1, len(pair.right.steps) - 1)


# --- the live things --------------------------------------------------------------------------------------


def test_a_stepper_answers_the_page():
    stepper = Stepper(for_mover(tictactoe.parse("XO./.X./..O X")))
    (state,) = heard(stepper, {"ask": "state", "node": 1, "film": 0})
    assert state["state"] == 1
    assert "<svg" in state["svg"]


@pytest.mark.parametrize(
    "message",
    [
        None,
        "state",
        {},
        {"ask": "state", "node": 10**6},
        {"ask": "state", "node": "x"},
        {"ask": "state", "film": 7},
        {"ask": "view", "view": "first"},
    ],
)
def test_nonsense_from_the_page_is_ignored(message):
    assert heard(Stepper(for_mover(plates.start())), message) == []


def test_a_stepper_stands_where_it_is_put():
    stepper = Stepper(with_flag(plates.start()))
    stepper.step = 17
    stepper.step = -1
    assert stepper.step == 38
    with pytest.raises(GamekitError, match="there are 39 steps, 0 to 38; there is no step 39"):
        stepper.step = 39


def test_both_have_a_still_picture():
    walk = with_flag(plates.start())
    for widget in (Stepper(walk), SideBySide(walk, full(plates.start()))):
        data, _ = widget._repr_mimebundle_()
        assert data["image/svg+xml"].startswith("<svg")
        assert "application/vnd.jupyter.widget-view+json" in data
        assert "alphabeta" in data["text/plain"]
    assert "alphabeta leaves out 1 move, minimax goes on" in data["text/plain"]
    assert "yours" not in data["text/plain"], "nothing here is anybody's own"


def test_side_by_side_tells_python_too():
    pair = SideBySide(for_mover(plates.start()), trace(too_late)(plates.start(), -INF, INF))
    assert (
        pair.difference == "At node 8, after A, 20+50: negamax leaves out 1 move, too_late goes on with 50."
    )
    named = SideBySide(pair.reference, pair.learner, ("the reference", "yours"))
    assert (
        named.difference
        == "At node 8, after A, 20+50: the reference leaves out 1 move, yours goes on with 50."
    )
    assert [part[0] for part in pair.differences] == sorted(part[0] for part in pair.differences)
    assert SideBySide(for_mover(plates.start()), for_mover(plates.start())).difference is None


@pytest.mark.parametrize("thing", [negamax, trace(negamax), 20, None])
def test_only_a_finished_trace_can_be_stepped(thing):
    with pytest.raises(GamekitError, match="a trace is needed"):
        Stepper(thing)
    with pytest.raises(GamekitError, match="a trace is needed"):
        SideBySide(for_mover(plates.start()), thing)


# --- Monte Carlo tree search ------------------------------------------------------------------------------


class Leaf:
    """A node as a learner writes it."""

    def __init__(self, move, state):
        self.move, self.state, self.children = move, state, []
        self.visits, self.points = 0, 0.0


def bound(above, node, exploration):
    return node.points / node.visits + exploration * math.sqrt(2 * math.log(above.visits) / node.visits)


def watched_search(state, simulations, exploration=1.0, choose=max):
    """A search of a learner's, and what it wrote down: (path, points) of each simulation."""
    rng, runs, root = random.Random(14), [], Leaf(None, state)
    for _ in range(simulations):
        path = [root]
        while path[-1].children:
            above = path[-1]
            fresh = [node for node in above.children if not node.visits]
            path.append(
                fresh[0] if fresh else choose(above.children, key=lambda n, a=above: bound(a, n, exploration))
            )
        if (path[-1] is root or path[-1].visits) and not is_over(path[-1].state):
            path[-1].children = [Leaf(move, play(path[-1].state, move)) for move in moves(path[-1].state)]
            path.append(path[-1].children[0])
        at = path[-1].state
        while not is_over(at):
            at = play(at, rng.choice(list(moves(at))))
        result = score(at) if to_move(at) == 0 else -score(at)
        points = (result > 0) + 0.5 * (result == 0)
        runs.append((list(path), points))
        for above, node in zip([None, *path], path, strict=False):
            node.visits += 1
            node.points += points if above is None or to_move(above.state) == 0 else 1 - points
    return root, runs


@pytest.mark.parametrize("state", [tictactoe.start(), connect4.start(), othello.start("4x4")])
def test_simulations_end_where_the_search_did(state):
    """What is worked out from the paths alone is what the search itself counted."""
    root, runs = watched_search(state, 150)
    film = MCTSStepper(runs)._films[0]
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        assert film.visits.get(id(node), 0) == node.visits
        assert film.gains.get(id(node), 0.0) == pytest.approx(node.points)
    assert sum(len(path) for path in film.paths) == sum(film.visits.values())
    assert len(film.pack()["parent"]) == len(film.visits)


def test_the_child_with_the_highest_bound_is_the_one_chosen():
    _, runs = watched_search(tictactoe.start(), 120, exploration=0.7)
    film = MCTSStepper(runs, exploration=0.7)._films[0]
    compared = 0
    for tables in film.tables:
        for table in tables:
            if all(row[1] for row in table["rows"]):
                bounds = [row[2] + row[3] for row in table["rows"]]
                chosen = next(at for at, row in enumerate(table["rows"]) if row[4])
                assert bounds[chosen] == pytest.approx(max(bounds), abs=0.002)
                compared += 1
    assert compared > 100
    assert not any("would not" in words for words in film.words)
    assert any("never visited: it comes first" in words for words in film.words)


def test_a_search_that_does_not_follow_the_bound_is_told():
    _, runs = watched_search(tictactoe.start(), 60, choose=min)
    assert any("though UCB would not choose it" in words for words in MCTSStepper(runs)._films[0].words)


def test_simulations_are_stepped_by_python_too():
    _, runs = watched_search(tictactoe.start(), 30)
    stepper = MCTSStepper(runs)
    stepper.step = 29
    assert stepper._films[0].words[29].startswith("Simulation 30. From the start it goes to ")
    with pytest.raises(GamekitError, match="there are 30 steps"):
        stepper.step = 30
    assert "image/svg+xml" in stepper._repr_mimebundle_()[0]
    assert heard(stepper, {"ask": "state", "node": 1, "film": 0})[0]["svg"].startswith("<svg")


@pytest.mark.parametrize(
    ("runs", "sentence"),
    [
        ([], "no simulation to show"),
        ([([], 1.0)], "no simulation to show"),
        ([([Leaf(None, plates.start())], 1.0), ([Leaf(None, plates.start())], 1.0)], "the same root"),
        ([([Leaf(None, plates.start())], 1.0)] * 2001, "at most 2,000"),
    ],
)
def test_simulations_that_cannot_be_shown(runs, sentence):
    with pytest.raises(GamekitError, match=sentence):
        MCTSStepper(runs)


# --- the lines that act -----------------------------------------------------------------------------------


def two_branches(state, alpha, beta, maximising):
    """The value for the first player."""
    if is_over(state):
        return score(state) if maximising else -score(state)
    if maximising:
        best = -INF
        for move in moves(state):
            value = two_branches(play(state, move), alpha, beta, False)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break  # of max
        return best
    best = INF
    for move in moves(state):
        value = two_branches(play(state, move), alpha, beta, True)
        best = min(best, value)
        beta = min(beta, best)
        if alpha >= beta:
            break  # of min
    return best


def in_one_line(state):
    return score(state) if is_over(state) else max(-in_one_line(play(state, move)) for move in moves(state))


def lit(stepper):
    """For each step what it is, who chooses there, and the lines that are lit."""
    film, told = stepper._films[0], json.loads(stepper.packs[0])
    for step, places in zip(film.steps, told["lit"], strict=True):
        at = film.parent[step.node] if step.kind == ENTER else step.at
        yield (
            step,
            film.movers[at] if at >= 0 else -1,
            " ".join(told["code"][place].strip() for place in places),
        )


def test_the_lines_that_act_are_lit():
    stepper = Stepper(trace(two_branches)(plates.start(), -INF, INF, True))
    seen = set()
    for step, mover, text in lit(stepper):
        if step.kind == CUT:
            assert f"break  # of {'max' if mover == 0 else 'min'}" in text
            assert "value =" not in text
        elif step.kind == ENTER and step.node:
            assert f"value = two_branches(play(state, move), alpha, beta, {mover != 0})" in text
        elif step.kind == RETURN and step.at >= 0:
            assert f"best = {'max' if mover == 0 else 'min'}(best, value)" in text
            assert "break" not in text
        seen.add(step.kind)
    assert seen == {ENTER, RETURN, CUT}
    assert text == "return best", "the last step of all"
    assert not any("The value for" in line for line in json.loads(stepper.packs[0])["code"])


def test_a_search_in_one_line_lights_that_line():
    for step, _, text in lit(Stepper(trace(in_one_line)(tree.start()))):
        assert "max(-in_one_line" in text or step.kind == ENTER


def test_a_text_that_is_not_known_is_left_out():
    walk = trace(own)(plates.start(), -INF, INF)
    walk.root.function = "somebody_elses"
    assert json.loads(Stepper(walk).packs[0])["code"] == []
