"""`make mutants MUTANTS=--generic`: plants faults drawn by a seed, one at a time, and names those that no test notices.

Each is tried against the tests of its room; what they do not notice against all others of `make test`. What was tried
stands in .mutants/tried.jsonl: started again, it goes on where it was. A fault that changes nothing that anybody could
see belongs in tests/mutants_equivalent.toml, with the reason.
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
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.mutants_generic import Mutant, compiles, draw, mutants_below, room_of
from tests.mutants_scratch import Scratch, room_and_rest
from tests.places import PROJECT

ROOMS: Final = ("pbem/protocol", "pbem/engine", "pbem/store", "pbem/campaign")
PRACTICE: Final = ("rulesets/jours_de_gloire/practice", "rulesets/napoleon_at_war/practice")
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
NEAR: Final = "survived its room"
SAME: Final = "equivalent"


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
        self.path = path
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
        with self.path.open("a", encoding="utf-8") as file:
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
    """Tries faults, and keeps what came of it. judge: what notices a fault among test files, "" where nothing does."""

    ledger: Ledger
    equivalent: Sequence[Equivalent]
    judge: Callable[[Mutant, Sequence[str]], str]
    files: Callable[[str], tuple[list[str], list[str]]]
    room_only: bool = False
    again: bool = False
    others: tuple[str, ...] = ()
    """Where only some of the other tests are run: the folders. What they do not notice has not survived all."""

    def outcome(self, mutant: Mutant) -> str:
        """What is known of a fault, "" where it was not tried."""
        if any(one.is_of(mutant) for one in self.equivalent):
            return SAME
        tried = self.ledger.rows.get(mutant.key)
        return tried.outcome if tried else ""

    def run(self, mutants: Sequence[Mutant]) -> None:
        """Tries what has not been tried yet, the whole draw first against the rooms, then what is left against all."""
        for first in (True,) if self.room_only else (True, False):
            for number, mutant in enumerate(mutants, 1):
                due = ("", *((NEAR, SURVIVED) if self.again else ())) if first else (NEAR,)
                if self.outcome(mutant) in due:
                    tried = self._try(mutant, first=first)
                    print(f"{number}/{len(mutants)} {tried.outcome} {place(mutant)} {tried.by}", flush=True)

    def _try(self, mutant: Mutant, *, first: bool) -> Tried:
        begun = time.monotonic()
        near, rest = self.files(mutant.file)
        if self.others:
            rest = [file for file in rest if file.startswith(self.others)]
        by = self.judge(mutant, near if first else rest)
        outcome = KILLED if by else NEAR if first or self.others else SURVIVED
        tried = Tried(mutant.key, outcome, by, round(time.monotonic() - begun))
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
            if outcome in (NEAR, SURVIVED):
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
    return killed, killed + counted.get(NEAR, 0) + counted.get(SURVIVED, 0)


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
    found.add_argument("--room-only", action="store_true", help="only the tests of each room, not the others")
    found.add_argument("--others", default="", help="of the others only those below these folders, by commas")
    found.add_argument("--again", action="store_true", help="try again what survived: tests may have been added")
    found.add_argument("--tell", action="store_true", help="try nothing, tell what is known")
    found.add_argument("--jobs", type=int, default=1, help="processes for the tests of one fault")
    return found


def main(arguments: Sequence[str]) -> int:
    """Tries the faults and tells. Returns 1 where fewer are noticed than should be."""
    chosen = options().parse_args(arguments)
    seed = chosen.seed or commit()
    rooms, only, others = (tuple(filter(None, s.split(","))) for s in (chosen.rooms, chosen.only, chosen.others))
    mutants = [
        one for one in drawn(rooms, chosen.number, seed) if not only or one.key in only or one.file.startswith(only)
    ]
    print(f"{len(mutants)} faults, seed {seed}")
    KEPT.mkdir(exist_ok=True)
    ledger, equivalent = Ledger(KEPT / "tried.jsonl"), read_equivalent()
    with ExitStack() as stack:
        root = PROJECT
        judge: Callable[[Mutant, Sequence[str]], str] = _never
        if not chosen.tell:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the tests under way end with it
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pbem-mutants-"))).resolve()
            scratch = Scratch(folder, KEPT / "sound.json", chosen.jobs)
            root, judge = scratch.root, scratch.judge
        hunt = Hunt(
            ledger, equivalent, judge, lambda file: room_and_rest(root, file), chosen.room_only, chosen.again, others
        )
        if not chosen.tell:
            hunt.run(mutants)
    print("\n".join(hunt.told(mutants)))
    return 0 if hunt.enough(mutants) else 1


def _never(_mutant: Mutant, _files: Sequence[str]) -> str:
    raise AssertionError("tells only")
