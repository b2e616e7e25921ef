"""Training the network from nothing to a file: positions, labels, and what is learnt from which.

It goes backwards through the game, like the other schemes. Near the end labels are exact. What is learnt from
them labels the positions before, by looking four plies ahead into what is known; what is learnt from these
labels the ones before, and so on. In the end it learns from everything at once, at a lower rate.

Where moves were misjudged there is something to punish, so a network that learns from such games alone thinks
too much of the side to move. One part therefore comes from games that end carefully: as soon as the network
knows the end of the game, it chooses the moves before.

A network that was made before can be the judge instead, from the beginning on: iteration.

Positions are kept in the run's folder as pieces, what was learnt as a checkpoint, written now and then: stop
it at any moment, and the same command goes on.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.errors import BadText, GamekitError
from gamekit.othello.learning.fit import Data, joined
from gamekit.othello.learning.labels import label_by_search, label_exactly, solver_memory
from gamekit.othello.learning.lookahead import new_scratch
from gamekit.othello.learning.network import BATCH, Learner
from gamekit.othello.learning.pieces import HELD_OUT, TRAINING
from gamekit.othello.learning.positions import CARE_PLIES, careful_games, new_rng, varied_games
from gamekit.othello.network import Parts, new_network, save_network
from gamekit.othello.patterns import Array, from_weights, load_weights
from gamekit.training.files import DAMAGED, load_arrays, save_arrays
from gamekit.training.reports import Report, Say
from gamekit.training.workers import Workers

PIECE = 60_000  # positions
AHEAD = CARE_PLIES  # plies that a label looks ahead
EXACT_EMPTIES = 18  # held-out positions are solved as far as this takes milliseconds
HELD_OUT_POSITIONS = 4_000
LAST_PASSES, LAST_RATE = 4, 0.7  # over everything
CAREFUL_TIMES = 2  # so often careful positions are met in each of them; of the last part, one half at a time
AT_A_TIME = 512 * BATCH  # positions learnt from between two looks at the clock; about a second
SECONDS_BETWEEN_CHECKPOINTS = 60.0
CHECKPOINT = "network-checkpoint.npz"


@dataclass(frozen=True)
class Part:
    """A part of the game: positions with `low` to `high` discs."""

    low: int
    high: int
    positions: int
    careful: bool = False  # moves before were chosen with care

    @property
    def exact_from(self) -> int:
        """With so many discs, near the end of the game, labels are exact; the careful are worth more work."""
        return 48 if self.careful else 50

    @property
    def name(self) -> str:
        """What a person calls it."""
        return f"{self.low} to {self.high} discs" + self.careful * ", careful"


# (discs, positions as a share of those of the last part). Earlier in the game the sum of weights does well
# enough: a search of ten plies from there ends where the network judges.
LAST = 52, 56
BEFORE = {
    (50, 51, False): 1 / 20,
    (46, 51, True): 1 / 13,
    (46, 49, False): 1 / 8,
    (42, 45, False): 1 / 40,
}
MOST_PARTS = 1 + len(BEFORE)


def parts_of(positions: int, count: int = MOST_PARTS) -> list[Part]:
    """The parts of the game, the last first, with so many positions for the last one.

    >>> [part.name for part in parts_of(120_000, 2)]
    ['52 to 56 discs', '50 to 51 discs']
    """
    if not 1 <= count <= MOST_PARTS:
        raise BadText(f"--parts is a number from 1 to {MOST_PARTS}, not {count}")
    parts = [Part(*LAST, positions)]
    for (low, high, careful), share in BEFORE.items():
        parts.append(Part(low, high, max(1, int(share * positions)), careful))
    return parts[:count]


# --- pieces -----------------------------------------------------------------------------------------------


def make_network_piece(
    part: Part, seed: int, stream: int, number: int, count: int, exact_from: int, judge: Parts
) -> Data:
    """Positions of one piece with their labels: exact with so many discs, else by looking ahead with the
    network `judge`, which also chooses the careful moves."""
    weights = load_weights()[0]
    patterns, network, scratch = from_weights(weights), new_network(judge, weights), new_scratch()
    players, opponents = np.empty(count, np.uint64), np.empty(count, np.uint64)
    scores = np.zeros(count, np.float32)
    rng = new_rng(seed, part.low, stream, number, *part.careful * [1])
    if part.careful:
        careful_games(rng, part.low, part.high, network, patterns, scratch, players, opponents, scores)
    else:
        varied_games(rng, part.low, part.high, patterns, scratch, players, opponents)
    is_exact = np.bitwise_count(players | opponents) >= exact_from
    for kind in (True, False):
        mine, yours = players[is_exact == kind], opponents[is_exact == kind]
        found = np.zeros(len(mine), np.float32)
        if kind:
            label_exactly(mine, yours, patterns, *solver_memory(64 - max(part.low, exact_from)), found)
        elif part.careful:  # a careful choice has looked ahead already
            found = scores[is_exact == kind]
        else:
            label_by_search(mine, yours, np.int64(AHEAD), network, patterns, scratch, found)
        scores[is_exact == kind] = found
    return Data(players, opponents, scores)


def _load(path: Path) -> dict[str, Array]:
    try:
        return load_arrays(path)
    except DAMAGED:
        raise GamekitError(f"{path} is damaged; remove it, and the same command makes it anew") from None


# --- the run ----------------------------------------------------------------------------------------------


class NetworkRun:
    """A training run in a folder. `go` can be stopped at any moment and goes on where it was."""

    def __init__(
        self, parts: list[Part], seed: int, folder: Path, workers: Workers, judge: Parts | None = None
    ) -> None:
        self.parts, self.seed, self.folder, self.workers = parts, seed, folder, workers
        self._given_judge = judge
        self.learner = Learner(seed)
        self._lesson, self._taken = 0, 0  # lessons that are over, and positions taken of the one that is not
        self._began = self._saved = time.monotonic()
        setting: dict[str, Any] = {"seed": seed, "parts": [asdict(part) for part in parts]}
        if judge is not None:
            setting["judge"] = zlib.crc32(b"".join(each.tobytes() for each in judge))
        self._recall(json.dumps(setting))

    @property
    def judge(self) -> Parts:
        """Who labels what is not exact: the network given for that, else what was learnt so far."""
        return self._given_judge or self.learner.whole()

    @property
    def seconds(self) -> float:
        """Of work so far, that of earlier commands included as far as their last checkpoint."""
        return time.monotonic() - self._began

    def go(self, say: Say = lambda line: None, report: Report | None = None) -> list[dict[str, Any]]:
        """Work until all is done: errors on positions that were never learnt from, for each part."""
        known: list[Data] = []
        for number, part in enumerate(self.parts):
            data = self._positions(part, report)
            if self._lesson == number:
                met = self._take_part(number, data, known, report)
                say(f"{part.name}: mean absolute error met {met:.2f}")
            known.append(data)
        for turn in range(LAST_PASSES):
            if self._lesson == len(self.parts) + turn:
                first, last = (LAST_RATE * (1 - done / LAST_PASSES) for done in (turn, turn + 1))
                data = self._everything(known, turn)
                met = self._learn(data, self._order(len(data), 100 + turn), (first, last), report)
                say(f"pass {turn + 1} of {LAST_PASSES} over everything: mean absolute error met {met:.2f}")
        return [self._errors(part) for part in self.parts]

    def _positions(self, part: Part, report: Report | None) -> Data:
        """All positions of a part: those that are missing in the folder are made."""
        count = -(-part.positions // PIECE)
        missing = [number for number in range(count) if not self._piece(part, number).exists()]
        judge = self.judge

        def tasks() -> Iterator[tuple[Any, ...]]:
            for number in missing:
                size = min(PIECE, part.positions - number * PIECE)
                yield part, self.seed, TRAINING, number, size, part.exact_from, judge

        made = self.workers.in_order(make_network_piece, tasks())
        for done, (number, data) in enumerate(zip(missing, made, strict=True), count - len(missing) + 1):
            save_arrays(self._piece(part, number), data._asdict())
            if report is not None:
                report(f"{part.name}, labelling", done, count)
        return joined([Data(**_load(self._piece(part, number))) for number in range(count)])

    def _take_part(self, number: int, data: Data, known: list[Data], report: Report | None) -> float:
        """Learn from a part, and again from as many positions of what is known: nothing must be forgotten."""
        part = self.parts[number]
        if known:
            if self._taken == 0:
                known_to = 64 - min(before.low for before in self.parts[:number])  # empty squares
                for empties in range(max(64 - part.high, known_to + 1), 64 - part.low, 2):
                    self.learner.copy_layers(empties)
            before = joined(known)
            again = self._order(len(before), part.low)[: len(data)]
            data = joined([data, Data(*(each[again] for each in before))])
        return self._learn(data, self._order(len(data), 10 * part.low + part.careful), (1.0, 0.0), report)

    def _everything(self, known: list[Data], turn: int) -> Data:
        """What a last pass learns from: not all parts alike, else hardly any but the last would count."""
        careful = [data for part, data in zip(self.parts, known, strict=True) if part.careful]
        half = Data(*(each[turn % 2 :: 2] for each in known[0]))
        return joined([half, *known[1:], *careful * (CAREFUL_TIMES - 1)])

    def _learn(self, data: Data, order: Array, rates: tuple[float, float], report: Report | None) -> float:
        """One lesson, some positions at a time; the mean error met in the last of them."""
        met = 0.0
        try:
            while self._taken < len(order):
                end = min(self._taken + AT_A_TIME, len(order))
                shares = [rates[0] + at / len(order) * (rates[1] - rates[0]) for at in (self._taken, end)]
                met = self.learner.take(data, order[self._taken : end], (shares[0], shares[1]))
                self._taken = end
                if report is not None:
                    report(f"learning, error {met:.2f}", end, len(order))
                if time.monotonic() - self._saved > SECONDS_BETWEEN_CHECKPOINTS:
                    self._keep()
        except KeyboardInterrupt:
            self._keep()
            raise
        self._lesson, self._taken = self._lesson + 1, 0
        self._keep()
        return met

    def _order(self, count: int, number: int) -> Array:
        return np.random.default_rng((self.seed, number)).permutation(count)

    def _errors(self, part: Part) -> dict[str, Any]:
        """Errors on held-out positions: against their labels, and against exact scores where it is quick."""
        judge = self.judge
        entry: dict[str, Any] = {"name": part.name}
        kinds = [("labels", HELD_OUT_POSITIONS, part.exact_from)]
        if part.low < part.exact_from and 64 - part.low <= EXACT_EMPTIES:
            kinds.append(("exact", HELD_OUT_POSITIONS // 4, part.low))
        for kind, count, exact_from in kinds:
            task = part, self.seed, HELD_OUT, 0, min(count, part.positions), exact_from, judge
            (data,) = self.workers.in_order(make_network_piece, [task])
            off = self.learner.values(data) - data.scores
            entry[kind] = {
                "absolute": round(float(np.abs(off).mean()), 3),
                "half_squared": round(float((off**2).mean() / 2), 3),
            }
        return entry

    # --- files

    def _piece(self, part: Part, number: int) -> Path:
        return self.folder / "pieces" / f"{part.low}-{part.high}{'-careful' * part.careful}-{number}.npz"

    def _keep(self) -> None:
        """Write the checkpoint."""
        where = np.array([self._lesson, self._taken, self.seconds])
        save_arrays(
            self.folder / CHECKPOINT, {"where": where, "setting": self._setting, **self.learner.memory}
        )
        self._saved = time.monotonic()

    def _recall(self, setting: str) -> None:
        self._setting = np.frombuffer(setting.encode(), np.uint8)
        path = self.folder / CHECKPOINT
        if not path.exists():
            if (self.folder / "pieces").exists() or (self.folder / "checkpoint.npz").exists():
                raise GamekitError(
                    f"{self.folder} holds another run; give its command again, or another --folder"
                )
            self._keep()
            return
        memory = _load(path)
        if memory.pop("setting").tobytes() != self._setting.tobytes():
            raise GamekitError(
                f"{self.folder} holds a run with other settings; use them again, or another --folder"
            )
        lesson, taken, seconds = memory.pop("where")
        self._lesson, self._taken = int(lesson), int(taken)
        self._began -= float(seconds)
        self.learner.memory = memory


def train_network(
    parts: list[Part],
    *,
    seed: int,
    folder: Path,
    out: Path,
    command: str,
    judge: Parts | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    say: Say = lambda line: None,
    report: Report | None = None,
) -> dict[str, Any]:
    """Train a network, or go on with it, and write its file: what is to be known about it."""
    with Workers(workers, scheduler) as who:
        run = NetworkRun(parts, seed, folder, who, judge)
        errors = run.go(say, report)
    facts = {
        "command": command,
        "seed": seed,
        "seconds": round(run.seconds, 1),
        "positions": {part.name: part.positions for part in parts},
        "errors": errors,
    }
    save_network(out, run.learner.whole(), facts)
    return facts
