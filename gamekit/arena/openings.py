"""Openings: short beginnings, each played twice with colours swapped.

Two programs would repeat one game for ever, and in many games one side is better from the start. So a match
begins from different positions, and both players get both sides of each. The kit ships a set for each game
that our own search finds even (`shipped`); `random_openings` makes others, and a file may hold your own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

from gamekit import games
from gamekit.errors import BadText, GamekitError
from gamekit.game import Game, game_of
from gamekit.players import player
from gamekit.record import Record
from gamekit.rules import Move, State, moves, position_text

TRIES = 200  # at a new random opening, before an old one is played again

Opening = Sequence[Move]


def random_openings(start: State, count: int, plies: int, seed: int = 0) -> list[list[Move]]:
    """Random first moves, different ones as long as there are any; no game is over after them.

    >>> from gamekit.games import tictactoe
    >>> sorted(random_openings(tictactoe.start(), 9, 1))
    [[0], [1], [2], [3], [4], [5], [6], [7], [8]]
    """
    found = [record.moves for record in islice(_different_openings(start, count, plies, seed), count)]
    if not found:
        raise GamekitError(f"no game of {plies} random moves goes on after them; ask for shorter openings")
    return [found[number % len(found)] for number in range(count)]


def _different_openings(start: State, count: int, plies: int, seed: int | str) -> Iterator[Record]:
    """Random first moves that lead to different positions, within `TRIES` tries for each of `count`."""
    rng = random.Random(seed)
    seen: set[str] = set()
    for _ in range(count * TRIES):
        record = Record(start)
        while len(record) < plies and not record.is_over:
            record.push(rng.choice(list(moves(record.state))))
        text = position_text(record.state)
        if not record.is_over and text not in seen:
            seen.add(text)
            yield record


def read_openings(path: str, start: State) -> list[list[Move]]:
    """A file with one opening a line, as moves from the start (`f5d6c3`); `#` begins a comment."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadText(f"the openings {path} cannot be read: {error}") from None
    return parse_openings(text, start, path)


def parse_openings(text: str, start: State, where: str) -> list[list[Move]]:
    """The openings in the text of a file called `where`."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        played = line.partition("#")[0].strip()
        if played:
            try:
                game = Record(start, played)
            except GamekitError as error:
                raise BadText(f"{where}, line {number}: {error}") from None
            if game.is_over:
                raise BadText(f"{where}, line {number}: the game is over after this opening")
            found.append(game.moves)
    if not found:
        raise BadText(f"there is no opening in {where}")
    return found


@cache
def _shipped_text(game: str) -> str:
    file = files("gamekit") / "data" / "openings" / f"{game}.txt"
    return file.read_text("utf-8") if file.is_file() else ""


def shipped(game: str, start: State) -> list[list[Move]] | None:
    """The kit's own openings of a game; None where there are none, or where the board is another one.

    >>> len(shipped("tictactoe", games.start("tictactoe"))[0])
    2
    """
    text = _shipped_text(game)
    if not text or position_text(start) != position_text(games.start(game)):
        return None
    return parse_openings(text, start, f"the kit's openings of {game}")


def chosen(game: str, start: State, said: str | None, count: int, seed: int) -> list[list[Move]]:
    """The openings that an option says: a number of random plies, a file, or the kit's own; in random order.

    `count` is how many would be played without a repetition; a file or the kit may have more or fewer.
    """
    if said is not None and not said.isdecimal():
        found = read_openings(said, start)
    elif said is not None:
        return random_openings(start, count, int(said), seed)
    else:
        own = shipped(game, start)
        if own is None:
            return random_openings(start, count, game_of(start).random_plies, seed)
        found = own
    random.Random(f"openings {seed}").shuffle(found)
    return found


# --- even ones, found by our own search -------------------------------------------------------------------

Judge = Callable[[State], str | None]  # what makes the position even, in a few words; None where it is not


def even_openings(game: str, count: int, plies: int, seed: int = 0) -> Iterator[tuple[Record, str]]:
    """Different openings after which our own search finds both sides even, and what it says of them.

    Where the game's program has a maker of openings of its own, they come from there, whatever `plies` says;
    otherwise they are random moves. Fewer than `count` where there are no more.

    >>> record, why = next(even_openings("tictactoe", 1, 2))
    >>> len(record), why
    (2, 'a draw')
    """
    about = games.about(game)
    if about.openings is not None:
        for line, words in about.openings(count, seed):
            yield Record(games.start(game), line), words
        return
    judge = _judge(about)
    different = _different_openings(games.start(game), count, plies, f"openings {game} {seed}")
    judged = ((record, judge(record.state)) for record in different)
    yield from islice(((record, why) for record, why in judged if why is not None), count)


def _judge(game: Game) -> Judge:
    if game.is_even is not None:
        return game.is_even()
    if game.exact:
        searcher = player(game.exact)
        return lambda state: "a draw" if searcher.think(state).value == 0 else None
    having = [each.name for each in games.having("even")]
    raise GamekitError(f"there is no judge of openings for {game.name}; there are for {', '.join(having)}")


def openings_text(game: str, count: int, plies: int, seed: int, progress: Callable[[int], None]) -> str:
    """The text of a file of even openings; its head says how it was made."""
    rows = []
    for record, why in even_openings(game, count, plies, seed):
        rows.append((record.transcript, why))
        progress(len(rows))
    if not rows:
        raise GamekitError(f"no opening of {plies} plies was found even; try other plies or another seed")
    wide = max(len(played) for played, _ in rows)
    judged = games.about(game).even
    head = [
        f"# Even openings of {game}: {len(rows)} of them. {judged[0].upper()}{judged[1:]}.",
        f"# Made by: gamekit openings {game} --count {count} --plies {plies} --seed {seed}",
        "# One opening a line, as moves from the start; the arena plays each twice, with colours swapped.",
    ]
    return "\n".join([*head, *(f"{played:<{wide}}  # {why}" for played, why in rows), ""])
