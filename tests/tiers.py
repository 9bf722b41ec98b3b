"""The tiers of the tests: `python -m pytest --tier NAME`, each a target of the Makefile.

Marks in the source say where a test belongs: `slow`, `sweeps`, `campaigns`, or nothing. With `smoke` a slow one is part
of `make test`. What `make quick` leaves out stands in tests/budget.toml.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any, Final

import pytest
from hypothesis import settings

from tests import needs
from tests.places import PROJECT

TIERS: Final = ("quick", "test", "slow", "sweeps", "campaigns", "campaigns-all")
MARKS: Final = ("campaigns", "sweeps", "slow")
"""The first of them that a test bears says to which tier it belongs."""
FOLDERS: Final = {
    "sweeps": ("tests/campaign", "tests/faults", "tests/mailservice", "tests/protocol", "tests/teams"),
    "campaigns": (
        "tests/docs",
        "tests/engine",
        "tests/faults",
        "tests/games",
        "tests/hexgame",
        "tests/mail/",
        "tests/mailservice",
        "tests/orders",
        "tests/play",
        "tests/protocol",
        "tests/report",
        "tests/rulesets/campaign_1806",
        "tests/rulesets/jours_de_gloire/rules",
        "tests/rulesets/napoleon_at_war/rules",
        "tests/rulesets/napoleons_last_battles",
        "tests/rulesets/winters_victory",
        "tests/store",
        "tests/teams",
        "tests/vassal",
        "tests/wargame",
    ),
}
"""Where the tests of a tier lie, so that nothing else has to be read for it."""
_SLOW: Final = re.compile(r"\bmark\.slow\b|\btiers\b")
"""What a file with a slow test says somewhere: half of all files do not, and need not be read for `make slow`."""
GAMES: Final = "tests/games/test_box.py::test_random_games"
BOX: Final = 12 * 60
"""Seconds of `make campaigns` after which no game begins, but for those of which there has to be one."""
THOROUGH: Final = 90
"""Seconds of it, in each process, for drawn examples in large numbers; of another box their share."""
FULL: Final = "the box is full"
TURNS: Final = 3
"""In so many commits one after the other each of the cases that take turns is tried."""
SELDOM: Final = 6
"""The same of scenarios and modes of all rulesets, of which each takes seconds."""


@dataclass
class Run:
    """What is run. tier: "" for whatever was named. commit: what stands for it in seeds. place: its number, see
    `place`. longer: tests that take too long for `make quick`. begun: when. box: seconds after which no random game
    begins. drawn: seconds that drawn examples have taken."""

    tier: str = ""
    commit: str = ""
    place: int = 0
    longer: frozenset[str] = frozenset()
    begun: float = field(default_factory=time.monotonic)
    box: int = BOX
    drawn: float = 0.0

    @property
    def everything(self) -> bool:
        """Whether nothing is left for another commit."""
        return self.tier not in ("sweeps", "campaigns")

    @property
    def full(self) -> bool:
        """Whether no more games should begin."""
        return self.tier == "campaigns" and time.monotonic() - self.begun > self.box

    @property
    def drawn_enough(self) -> bool:
        """Whether no more examples should be drawn."""
        return self.tier == "campaigns" and self.drawn > THOROUGH * self.box / BOX


READ: Final = pytest.StashKey[Sequence[pytest.Item]]()
"""Where the configuration of pytest has all tests of the files that were read, those of other tiers included."""
run: Final = Run()
"""Set once, when pytest begins."""


def commit() -> str:
    """The commit that is checked out, "" outside a repository."""
    return _git("rev-parse", "HEAD")


def place(name: str) -> int:
    """The number of a commit: one more than that of the commit before it. What takes turns by it has its turn in time,
    however the digests of commits fall.

    Drawn from the name where history is not at hand: outside a repository, in a clone without it, for an invented name.
    """
    known = name and _git("rev-parse", "--is-shallow-repository") == "false"
    counted = _git("rev-list", "--count", "--first-parent", name, "--") if known else ""
    return int(counted or int.from_bytes(sha256(name.encode("utf-8")).digest()[:4], "big"))


def _git(*words: str) -> str:
    """What git answers, "" where there is none or it has no answer."""
    try:
        done = subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def seed(*words: object) -> int:
    """A number below 2**32 that follows from the commit and these words."""
    text = " ".join(map(str, (run.commit, *words)))
    return int.from_bytes(sha256(text.encode("utf-8")).digest()[:4], "big")


def third(*words: object) -> tuple[int, int]:
    """Which places of a row to try, counted from 0: the first, and how far it is from each to the next.

    In a third of all commits these, in another one others; where nothing is left out all of them.
    """
    return (0, 1) if run.everything else (seed(*words) % 3, 3)


# -- which tests ---------------------------------------------------------------------------------------


def tier_of(item: pytest.Item) -> str:
    """To which tier a test belongs."""
    mark = next((mark for mark in MARKS if item.get_closest_marker(mark)), "test")
    return "test" if mark == "slow" and item.get_closest_marker("smoke") else mark


def name_of(item: pytest.Item) -> str:
    """The test without its parameters, under which tests/budget.toml has it."""
    return item.nodeid.partition("[")[0]


def chosen(item: pytest.Item) -> bool:
    """Whether the run tries this test."""
    own = tier_of(item)
    match run.tier:
        case "":
            return True
        case "quick":
            smoke = item.get_closest_marker("smoke")
            return own == "test" and not smoke and not needs.of(item) and name_of(item) not in run.longer
        case "campaigns":
            return in_the_box(item)
        case "campaigns-all":
            return own in ("campaigns", "sweeps") or is_drawn(item)
    return own == run.tier


def in_the_box(item: pytest.Item) -> bool:
    """Whether `make campaigns` tries it if there is time."""
    return item.nodeid.startswith(GAMES) or is_drawn(item)


def arranged(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """What goes into the box: games of which there has to be one, drawn examples as the commit wants, more games."""
    games = [item for item in items if not is_drawn(item)]
    needed = [game for game in games if game.callspec.params["game"].needed]  # type: ignore[attr-defined]
    examples = sorted((item for item in items if is_drawn(item)), key=lambda item: seed(item.nodeid))
    return [*needed, *examples, *(game for game in games if game not in needed)]


def is_drawn(item: pytest.Item) -> bool:
    """Whether its examples are drawn by hypothesis."""
    return item.get_closest_marker("hypothesis") is not None


@cache
def may_be_slow(file: str) -> bool:
    """Whether `make slow` reads this file: it says something of slow tests, or its folder's fixtures do."""
    there = [path for path in (PROJECT / file, (PROJECT / file).with_name("conftest.py")) if path.is_file()]
    return PROJECT / file not in there or any(_SLOW.search(path.read_text(encoding="utf-8")) for path in there)


def misplaced(items: Iterable[pytest.Item]) -> list[str]:
    """Tests that their own tier would not find, for they lie outside its folders, or in a file that it passes over."""
    lost = [item for item in items if not _found_by(tier_of(item), item)]
    lost += [item for item in items if in_the_box(item) and not item.nodeid.startswith(FOLDERS["campaigns"])]
    return [item.nodeid for item in lost]


def _found_by(tier: str, item: pytest.Item) -> bool:
    """Whether a run of the tier reads the test's file."""
    if tier == "sweeps":
        return item.nodeid.startswith(FOLDERS["sweeps"])
    return tier != "slow" or may_be_slow(item.nodeid.partition("::")[0])


def left_in_the_box(skipped: Sequence[pytest.TestReport]) -> list[str]:
    """What to say in the end of the games that did not begin any more."""
    left = [report for report in skipped if report.longrepr and str(report.longrepr[2]).endswith(FULL)]  # type: ignore[index]
    return [f"{FULL}: {len(left)} batches of games or examples are left to other commits"] if left else []


def again(item: pytest.Item) -> str:
    """The command that repeats a test of this commit whose seeds other commits do not have; "" for any other test."""
    if run.tier.startswith("campaigns") and is_drawn(item):
        return f'python -m pytest --tier campaigns-all --commit {run.commit} "{item.nodeid}"'
    return ""


# -- marks of cases ------------------------------------------------------------------------------------


def later(case: Any, *marks: pytest.MarkDecorator) -> Any:
    """A case of a parametrized test that belongs to another tier, `slow` unless marks say otherwise; a tuple is one
    value for each of its names."""
    marks = marks or (pytest.mark.slow,)
    if hasattr(case, "marks"):
        return pytest.param(*case.values, marks=[*case.marks, *marks], id=case.id)
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=marks)


def first(number: int, cases: Iterable[Any], mark: pytest.MarkDecorator = pytest.mark.slow) -> Sequence[Any]:
    """The first so many of these cases, the others later."""
    listed = list(cases)
    return [*listed[:number], *(later(case, mark) for case in listed[number:])]


def turns(cases: Iterable[Any], mark: pytest.MarkDecorator = pytest.mark.slow, every: int = TURNS) -> Sequence[Any]:
    """A third of these cases, or one of `every` many, of fewer one: that of the commit by its place. The next commits
    have the others.

    For what differs by a seed, a scenario or a side. A kind of fault is not left to other commits.
    """
    listed = list(cases)
    every = min(every, len(listed))
    return [later(case, *marks_in_turn(at, mark, every)) for at, case in enumerate(listed)]


def beside_the_first(number: int) -> Sequence[int]:
    """Numbers from 0 to below this one, in `make slow` 0 and one of the others: that of the commit by its place. For
    secrets of one game, of which each is held against the first."""
    return (0, 1 + run.place % (number - 1)) if run.tier == "slow" else range(number)


def marks_in_turn(number: int, mark: pytest.MarkDecorator = pytest.mark.slow, every: int = TURNS) -> Sequence[Any]:
    """What a case that takes turns bears: its tier, and that it costs something in some commits only."""
    return [mark if in_turn(number, every) else pytest.mark.campaigns, pytest.mark.turn]


def in_turn(number: int, every: int = TURNS) -> bool:
    """Whether the commit has this case of those that take turns, in each so many commits one."""
    return number % every == run.place % every


# -- drawn examples ------------------------------------------------------------------------------------


def examples(number: int) -> int:
    """How many examples to try of a number that the profile `thorough`, whose default is a hundred, tries in full."""
    share = number * settings.default.max_examples // 100
    return max(min(number, 10), share)


def steady() -> bool:
    """Whether examples are always the same ones: not where they are drawn in large numbers, anew for each commit."""
    return settings.default.max_examples < 100
