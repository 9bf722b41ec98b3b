"""What tests cost, held against tests/budget.toml.

A test costs processor seconds, those of the programs that it starts included, of a machine of ordinary speed: a fixed
piece of work is timed beside the tests, and a machine on which that takes twice as long has twice as many.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic  # its own name: tests put others in the place of time.monotonic
from typing import Any, Final

import pytest

from tests.places import PROJECT
from tests.stopwatch import slowness

BUDGET: Final = PROJECT / "tests" / "budget.toml"
QUICK: Final = 0.06
"""What a test of `make quick` takes at most, the mean of its parameters."""
TEST: Final = 0.35
"""What a test of `make test` takes at most; a longer one is marked `slow`."""
WARNED: Final = 1.5
FAILED: Final = 3.0
"""How many times its budget a folder may take before it is said, and before that is a failure where CI=true."""
MEASURED: Final = 3.0
"""Seconds for which a measure of the machine's speed holds: to take one costs 20 ms or more."""
PROCESSORS: Final = os.cpu_count() or 1
LEAST: Final = 5.0
"""Seconds that every folder may take: less than that is never steady."""
IN_TURN: Final = "in turn"
"""Who pays for cases that take turns, in the place of a folder: each commit has others, so that the figure of a folder
would not hold for the next one."""
SHARE: Final[Mapping[str, float]] = {"test": 40.0, "slow": 60.0}
"""Seconds that the tests of one ruleset may take, by tier."""
RULESETS: Final = "tests/rulesets/"
TABLE: Final = PROJECT / "tests" / "README.md"
COLUMNS: Final = ("test", "slow", "sweeps")
_ROW: Final = re.compile(r"^(?P<said>\| `(?P<folder>tests[a-z0-9_/]*)` \|[^|]+)\|[^|]*\|[^|]*\|[^|]*\|$", re.MULTILINE)
_HEAD: Final = """\
# Written by `make budget`, by nothing else. Processor seconds of a machine of ordinary speed that the tests of a folder
# take, by tier; and the tests of `make test` that are too long for `make quick`.
"""


def spent() -> float:
    """Processor seconds of this process and of all that it has started, ended or not."""
    own = sum(os.times()[:4])
    return own + sum(_alive(os.getpid())) / os.sysconf("SC_CLK_TCK") if Path("/proc/self/task").is_dir() else own


def _alive(process: int) -> Iterator[int]:
    """Ticks of every process below one that has not ended; nothing where the system does not tell."""
    try:
        threads = os.listdir(f"/proc/{process}/task")  # noqa: PTH208 (takes a third of the time)
        below = [Path(f"/proc/{process}/task/{thread}/children").read_text(encoding="ascii") for thread in threads]
    except OSError:
        return
    for child in " ".join(below).split():
        try:
            fields = Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        yield sum(map(int, fields[11:15]))
        yield from _alive(int(child))


@dataclass
class Meter:
    """Reads what has been spent since it was read before. The machine is measured again every few seconds.

    shared: seconds of this machine that fixtures of several tests took to be set up, among all that was spent. since:
    when it was read before."""

    last: float = field(default_factory=spent)
    since: float = field(default_factory=monotonic)
    slowness: float = 1.0
    measured: float = 0.0
    shared: float = 0.0
    last_shared: float = 0.0

    def read(self) -> float:
        """Seconds of a machine of ordinary speed."""
        now = spent()
        # A look at living processes can miss one, and the next one finds all that it has ever spent: nobody spends more
        # than all processors give.
        most = (monotonic() - self.since) * PROCESSORS
        taken, self.last = min(max(0.0, now - self.last), most), now
        if monotonic() - self.measured > MEASURED:
            self.slowness, self.measured = slowness(3), monotonic()
            self.last = spent()
        self.since = monotonic()
        return taken / self.slowness

    def read_shared(self) -> float:
        """Seconds of a machine of ordinary speed, of those that `read` tells next, which fixtures took."""
        taken, self.last_shared = self.shared - self.last_shared, self.shared
        return taken / self.slowness


def folder_of(test: str) -> str:
    """The folder that pays for a test: the first below tests/, of rulesets the second."""
    parts = test.partition("::")[0].split("/")
    return "/".join(parts[: min(len(parts) - 1, 3 if test.startswith(RULESETS) else 2)])


def by_folder(costs: Mapping[str, float], turning: Container[str] = ()) -> dict[str, float]:
    """What the tests of each folder took together. turning: those that take turns."""
    found: Counter[str] = Counter()
    for test, cost in costs.items():
        found[IN_TURN if test in turning else folder_of(test)] += cost
    return dict(sorted(found.items()))


METER: Final = pytest.StashKey[Meter]()
"""Where the configuration of pytest has the meter of the process."""


def read_budget() -> dict[str, Any]:
    """The budget; nothing where there is none yet."""
    return tomllib.loads(BUDGET.read_text(encoding="utf-8")) if BUDGET.exists() else {}


def longer(budget: Mapping[str, Any]) -> frozenset[str]:
    """Tests that are too long for `make quick`."""
    return frozenset(f"{file}::{test}" for file, tests in budget.get("longer", {}).items() for test in tests)


def judged(
    tier: str, costs: Mapping[str, float], budget: Mapping[str, Any], turning: Container[str] = ()
) -> tuple[list[str], bool]:
    """What is to be said of a whole run of a tier, and whether a folder took far too much. turning: tests that take
    turns."""
    allowed: Mapping[str, float] = budget.get(tier, {})
    said, bad = [f"processor seconds of make {tier}, of a machine of ordinary speed:"], False
    for folder, cost in by_folder(costs, turning).items():
        line = f"  {folder:<34}{cost:8.1f}"
        may = max(allowed.get(folder, 0.0), LEAST)
        if allowed:
            line += f" of {may:.1f}"
        if allowed and cost > may * WARNED:
            line += ", TOO MUCH" if cost > may * FAILED else ", more than it should be"
            bad = bad or cost > may * FAILED
        if folder.startswith(RULESETS) and cost > SHARE.get(tier, cost) * WARNED:
            line += f"; a ruleset has {SHARE[tier]:.0f}"
        said.append(line)
    return [*said, f"  {'together':<34}{sum(costs.values()):8.1f}"], bad


def write_budget(tier: str, costs: Mapping[str, float], turning: Container[str] = ()) -> None:
    """Writes down what a whole run of a tier took; of `test` also which tests are too long for `quick`. turning: tests
    that take turns."""
    budget = read_budget()
    budget[tier] = {folder: round(cost, 1) for folder, cost in by_folder(costs, turning).items()}
    if tier == "test":
        budget["longer"] = _long(costs)
    BUDGET.write_text(_HEAD + "".join(_table(name, budget[name]) for name in sorted(budget)), encoding="utf-8")
    write_table()


def write_table(page: Path = TABLE) -> None:
    """Fills in what the folders cost, in the table of tests/README.md."""
    budget = read_budget()

    def filled(row: re.Match[str]) -> str:
        costs = (budget.get(tier, {}).get(row["folder"], 0.0) for tier in COLUMNS)
        return f"{row['said']}|{'|'.join(f' {cost:.0f} ' if cost >= 0.5 else ' ' for cost in costs)}|"

    text = page.read_text(encoding="utf-8")
    page.write_text(_ROW.sub(filled, text), encoding="utf-8")


def too_long(costs: Mapping[str, float], marked: Container[str]) -> list[str]:
    """What to say of tests of `make test` that should be marked `slow`: those that cost far more than they may, the
    longest first. costs: without what they share with others. marked: those that stand in it for what is slow."""
    found = {test: cost for test, cost in costs.items() if cost > TEST * WARNED and test not in marked}
    longest = sorted(found, key=lambda test: (-found[test], test))
    return [f"  {found[test]:6.2f}  {test} should be marked slow" for test in longest]


def _long(costs: Mapping[str, float]) -> dict[str, list[str]]:
    each: defaultdict[str, list[float]] = defaultdict(list)
    for test, cost in costs.items():
        each[test.partition("[")[0]].append(cost)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for test, taken in sorted(each.items()):
        if sum(taken) / len(taken) >= QUICK:
            file, _, name = test.partition("::")
            found[file].append(name)
    return dict(found)


def _table(name: str, entries: Mapping[str, float | Sequence[str]]) -> str:
    def written(value: float | Sequence[str]) -> str:
        if isinstance(value, (int, float)):
            return f"{value}"
        return "[\n" + "".join(f'    "{one}",\n' for one in value) + "]"

    return f"\n[{name}]\n" + "".join(f'"{key}" = {written(value)}\n' for key, value in entries.items())
