"""`make mutants MUTANTS=--generic`: plants faults drawn by a seed, one at a time, and names those that no test notices.

Each is tried against the quickest tests that run its lines, what they do not notice against all that do, and what is
left against all others of `make test`; of the practice opponents also against slow ones. What was tried stands in
.mutants/tried.jsonl: started again, it goes on where it was. A fault that nobody could see belongs in
tests/mutants_equivalent.toml, with the reason.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Final

from tests.mutants_generic import Mutant, compiles, draw, mutants_below, room_of
from tests.mutants_reach import Reach
from tests.mutants_scratch import Scratch
from tests.places import PROJECT

ROOMS: Final = ("pbem/protocol", "pbem/engine", "pbem/store", "pbem/campaign")
PRACTICE: Final = ("rulesets/jours_de_gloire/practice", "rulesets/napoleon_at_war/practice")
PLAYED: Final = ("tests/games/", "tests/rulesets/")
"""Where practice opponents play."""
NUMBER: Final = 200
OF_PRACTICE: Final = 5
"""One fault of the practice opponents is drawn for so many others."""
BAR: Final = 95
BAR_OF_PRACTICE: Final = 80
"""Per cent of the faults that are to be noticed. A practice opponent that plays otherwise is no worse for it always."""
KEPT: Final = PROJECT / ".mutants"
EQUIVALENT: Final = PROJECT / "tests" / "mutants_equivalent.toml"
KILLED: Final = "killed"
SURVIVED: Final = "survived"
FIRST: Final = "survived the first"
NEAR: Final = "survived what runs it"
SAME: Final = "equivalent"
STAGES: Final = (FIRST, NEAR, SURVIVED)
"""Where a fault is that has come through: the quickest tests that run it, all that run it, all."""


@dataclass(frozen=True)
class Tried:
    """How a fault fared. by: what noticed it."""

    key: str
    outcome: str
    by: str
    seconds: int


class Ledger:
    """What was tried, a line each; of several about one fault the last one counts."""

    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, Lock()
        self.rows: dict[str, Tried] = {}
        if path.exists():
            whole, _, torn = path.read_bytes().rpartition(b"\n")
            if torn:
                path.write_bytes(path.read_bytes()[: -len(torn)])
            for line in whole.splitlines():
                row = json.loads(line)
                self.rows[row["key"]] = Tried(row["key"], row["outcome"], row["by"], row["seconds"])

    def add(self, mutant: Mutant, tried: Tried) -> None:
        """Keeps a result, beside the fault for whoever reads the file."""
        self.rows[tried.key] = tried
        row = {**tried.__dict__, "file": mutant.file, "line": mutant.line, "kind": mutant.kind, "diff": mutant.diff()}
        with self.lock, self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


@dataclass(frozen=True)
class Equivalent:
    """A fault that nobody could notice, and why: lines of the file as they are and as it makes them."""

    file: str
    scope: str
    before: str
    after: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        """Whether this is the fault."""
        return (self.file, self.scope) == (mutant.file, mutant.scope) and (
            _bare(self.before),
            _bare(self.after),
        ) == (_bare(mutant.before), _bare(mutant.after))


def _bare(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


def read_equivalent(path: Path = EQUIVALENT) -> list[Equivalent]:
    """The reviewed list. Raises TypeError where an entry has other members, SystemExit where one gives no reason."""
    found = [Equivalent(**entry) for entry in tomllib.loads(path.read_text("utf-8")).get("equivalent", [])]
    for one in found:
        if not one.reason.strip():
            raise SystemExit(f"{path.name}: no reason why `{one.after.strip()}` in {one.file} is equivalent")
    return found


def commit() -> str:
    """The commit that is checked out, "" in a tree without git."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=PROJECT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def drawn(rooms: Sequence[str], number: int, seed: str, root: Path = PROJECT) -> list[Mutant]:
    """The faults of a seed: so many of these rooms, or of all rooms with some of the practice opponents behind them."""
    if rooms:
        return _valid(draw(mutants_below(root, rooms), number, seed), root)
    others = draw(mutants_below(root, PRACTICE), number // OF_PRACTICE, seed)
    return _valid([*draw(mutants_below(root, ROOMS), number, seed), *others], root)


def _valid(mutants: Iterable[Mutant], root: Path) -> list[Mutant]:
    return [one for one in mutants if compiles(one.planted((root / one.file).read_bytes()))]


@dataclass
class Hunt:
    """Tries faults, and keeps what came of it. judge: what notices a fault among the tests of a stage, "" where nothing
    does. stages: how many are tried."""

    ledger: Ledger
    equivalent: Sequence[Equivalent]
    judge: Callable[[Mutant, str], str]
    stages: int = len(STAGES)
    again: bool = False
    jobs: int = 1
    stop: Callable[[], None] = lambda: None
    """Ends the trials under way, where somebody ends all of it."""

    def outcome(self, mutant: Mutant) -> str:
        """What is known of a fault, "" where it was not tried."""
        if any(one.is_of(mutant) for one in self.equivalent):
            return SAME
        tried = self.ledger.rows.get(mutant.key)
        return tried.outcome if tried else ""

    def run(self, mutants: Sequence[Mutant]) -> None:
        """Tries what has not been tried yet: all against few tests, then what is left against more."""
        before = ("", *(STAGES if self.again else ()))
        for stage in STAGES[: self.stages]:
            waiting = [one for one in mutants if self.outcome(one) in before]
            before = (stage,)
            with ThreadPoolExecutor(self.jobs) as pool:
                trials = {pool.submit(self._try, one, stage): one for one in waiting}
                try:
                    for number, trial in enumerate(as_completed(trials), 1):
                        tried = trial.result()
                        print(f"{number}/{len(waiting)} {tried.outcome} {place(trials[trial])} {tried.by}", flush=True)
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    self.stop()
                    raise

    def _try(self, mutant: Mutant, stage: str) -> Tried:
        begun = time.monotonic()
        by = self.judge(mutant, stage)
        tried = Tried(mutant.key, KILLED if by else stage, by, round(time.monotonic() - begun))
        self.ledger.add(mutant, tried)
        return tried

    # -- what came of it -----------------------------------------------------------------

    def counts(self, mutants: Iterable[Mutant]) -> Mapping[str, dict[str, int]]:
        """How many faults of each room ended how; "" are those not tried."""
        found: dict[str, dict[str, int]] = {}
        for one in mutants:
            counted = found.setdefault(room_of(one.file), {})
            outcome = self.outcome(one)
            counted[outcome] = counted.get(outcome, 0) + 1
        return dict(sorted(found.items()))

    def told(self, mutants: Sequence[Mutant]) -> list[str]:
        """The table, and a line for each survivor with what it changes."""
        heads = ("room", "drawn", "not tried", SAME, KILLED, "survived", "noticed")
        rows = [(room, *_cells(counted)) for room, counted in self.counts(mutants).items()]
        lines = ["{:<34}{:>7}{:>11}{:>12}{:>8}{:>10}{:>9}".format(*row) for row in (heads, *rows)]
        for one in mutants:
            outcome = self.outcome(one)
            if outcome in STAGES:
                lines += [f"{outcome}: {place(one)}", one.diff()]
        return lines

    def enough(self, mutants: Iterable[Mutant]) -> bool:
        """Whether as many as should be are noticed, of the rooms and of the practice opponents."""
        sums = {False: [0, 0], True: [0, 0]}
        for room, counted in self.counts(mutants).items():
            killed, tried = _shares(counted)
            sums[room in PRACTICE][0] += killed
            sums[room in PRACTICE][1] += tried
        bars = {False: BAR, True: BAR_OF_PRACTICE}
        return all(killed * 100 >= bars[one] * tried for one, (killed, tried) in sums.items())


def _shares(counted: Mapping[str, int]) -> tuple[int, int]:
    """How many were noticed, and of how many that were tried and are no equivalents."""
    killed = counted.get(KILLED, 0)
    return killed, killed + sum(counted.get(stage, 0) for stage in STAGES)


def _cells(counted: Mapping[str, int]) -> tuple[object, ...]:
    killed, tried = _shares(counted)
    share = f"{100 * killed // tried} %" if tried else "-"
    return sum(counted.values()), counted.get("", 0), counted.get(SAME, 0), killed, tried - killed, share


def place(mutant: Mutant) -> str:
    """Where a fault is planted, and which one."""
    return f"{mutant.file}:{mutant.line} {mutant.kind} ({mutant.scope}) [{mutant.key}]"


def options() -> argparse.ArgumentParser:
    """What the command takes."""
    found = argparse.ArgumentParser(prog="python -m tests.mutants --generic", description=__doc__)
    found.add_argument("--seed", default="", help="which faults are drawn; without it the commit says so")
    found.add_argument("--number", type=int, default=NUMBER, help="how many; a fifth as many of the practice opponents")
    found.add_argument("--rooms", default="", help="only these folders of sources, separated by commas")
    found.add_argument("--only", default="", help="of these the ones with such keys or below such folders, by commas")
    found.add_argument(
        "--stages", type=int, default=len(STAGES), help="1: a few tests each, 2: all that run a fault, 3: all"
    )
    found.add_argument("--tests", default="tests/", help="only tests below these folders, separated by commas")
    found.add_argument("--again", action="store_true", help="try again what survived: tests may have been added")
    found.add_argument("--tell", action="store_true", help="try nothing, tell what is known")
    found.add_argument("--jobs", type=int, default=2, help="how many faults are tried at a time")
    return found


def main(arguments: Sequence[str]) -> int:
    """Tries the faults and tells. Returns 1 where fewer are noticed than should be."""
    chosen = options().parse_args(arguments)
    seed = chosen.seed or commit()
    rooms, only, tests = (tuple(filter(None, told.split(","))) for told in (chosen.rooms, chosen.only, chosen.tests))
    mutants = [
        one for one in drawn(rooms, chosen.number, seed) if not only or one.key in only or one.file.startswith(only)
    ]
    print(f"{len(mutants)} faults, seed {seed}", flush=True)
    KEPT.mkdir(exist_ok=True)
    hunt = Hunt(Ledger(KEPT / "tried.jsonl"), read_equivalent(), _never, chosen.stages, chosen.again, chosen.jobs)
    if not chosen.tell:
        with tempfile.TemporaryDirectory(prefix="pbem-mutants-") as folder:
            slow = any(map(is_practice, mutants))
            bench = Bench(Path(folder).resolve(), KEPT, chosen.jobs, rooms=rooms, tests=tests, slow=slow)
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
            try:
                hunt.judge, hunt.stop = bench.judge, bench.end
                hunt.run(mutants)
            finally:
                bench.end()
    print("\n".join(hunt.told(mutants)))
    return 0 if hunt.enough(mutants) else 1


class Bench:
    """Copies of the tree, one for each fault that is tried at a time, and what is known of their tests.

    rooms: where faults are drawn from, () for all; tests: where the tests stand that are tried; slow: whether slow
    tests of the rulesets are looked at too: how a practice opponent plays is seen in few others.
    """

    def __init__(
        self,
        folder: Path,
        kept: Path,
        jobs: int,
        source: Path = PROJECT,
        *,
        rooms: tuple[str, ...] = (),
        tests: tuple[str, ...] = ("tests/",),
        slow: bool = False,
    ) -> None:
        self.all = [Scratch(folder / str(number), source) for number in range(jobs)]
        self.free: Queue[Scratch] = Queue()
        for scratch in self.all:
            self.free.put(scratch)
        root = self.all[0].root
        rooms = rooms or (*ROOMS, *PRACTICE)
        self.reaches = [Reach(root, kept / "test", below=tests, source=rooms)]
        if slow:
            self.reaches.append(Reach(root, kept / "slow", "slow", PLAYED, rooms))
        for reach in self.reaches:
            self.all[0].record(reach, jobs)

    def judge(self, mutant: Mutant, stage: str) -> str:
        """What notices a fault among the tests of a stage, "" where nothing does."""
        scratch = self.free.get()
        try:
            for reach in self.reaches if is_practice(mutant) else self.reaches[:1]:
                noticed = scratch.judge(mutant, reach.stages(mutant)[STAGES.index(stage)], reach)
                if noticed:
                    return noticed
            return ""
        finally:
            self.free.put(scratch)

    def end(self) -> None:
        """Ends what is under way."""
        for scratch in self.all:
            scratch.end()


def is_practice(mutant: Mutant) -> bool:
    """Whether a fault is one of a practice opponent."""
    return room_of(mutant.file) in PRACTICE


def _never(_mutant: Mutant, _stage: str) -> str:
    raise AssertionError("tells only")
