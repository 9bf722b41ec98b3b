"""Tests are charged with processor time, that of their programs included; folders are held against their budgets."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import costs

WORK = "import time\nwhile time.process_time() < 0.2: pass\n"
BUDGET = {"test": {"tests/a": 10.0, "tests/rulesets/one": 30.0}}


def test_a_program_that_has_ended_counts() -> None:
    before = costs.spent()
    subprocess.run([sys.executable, "-c", WORK], check=True)
    assert costs.spent() - before > 0.15


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="the system does not tell")
def test_a_program_that_still_runs_counts_and_waiting_does_not() -> None:
    before = costs.spent()
    with subprocess.Popen([sys.executable, "-c", f"{WORK}print(flush=True)\ninput()"], stdin=-1, stdout=-1) as program:
        assert program.stdout is not None
        program.stdout.readline()
        assert costs.spent() - before > 0.15
        between = costs.spent()
        time.sleep(0.3)
        assert costs.spent() - between < 0.2
        program.communicate(b"\n")


def test_a_slow_machine_is_charged_less(monkeypatch: pytest.MonkeyPatch) -> None:
    spent, clock = iter([14.0, 14.0, 16.0]), iter([5.0] * 4)
    meter = costs.Meter(last=10.0, slowness=2.0, since=1.0)
    with monkeypatch.context() as patched:  # this test is charged, too
        patched.setattr(costs, "spent", lambda: next(spent))
        patched.setattr(costs, "slowness", lambda times: 2.0)
        patched.setattr(costs, "monotonic", lambda: next(clock, 8.0))
        assert [meter.read(), meter.read()] == [2.0, 1.0]


def test_a_program_that_was_overlooked_for_once_is_not_charged_with_all_its_life() -> None:
    meter = costs.Meter(last=costs.spent() - 1000.0)
    assert meter.read() < 100.0


def test_folders_pay_for_their_tests() -> None:
    tests = {"tests/a/test_x.py::test": 1.0, "tests/a/b/test_y.py::test[1/2]": 2.0, "tests/test_z.py::test": 3.0}
    rulesets = {"tests/rulesets/one/rules/test_x.py::test": 4.0, "tests/rulesets/test_x.py::test": 5.0}
    found = {"tests": 3.0, "tests/a": 3.0, "tests/rulesets": 5.0, "tests/rulesets/one": 4.0}
    assert costs.by_folder(tests | rulesets) == found


@pytest.mark.parametrize(
    ("cost", "word", "bad"),
    [(10.0, "of 10.0", False), (14.9, "of 10.0", False), (15.1, "more than", False), (30.1, "TOO MUCH", True)],
)
def test_a_folder_that_takes_too_much_is_said_and_fails(cost: float, word: str, bad: bool) -> None:
    said, failed = costs.judged("test", {"tests/a/test_x.py::test": cost}, BUDGET)
    assert said[1].startswith("  tests/a ") and word in said[1] and failed is bad
    assert ("more than" in said[1] or "TOO MUCH" in said[1]) is (cost > 15)


def test_a_few_seconds_are_never_too_much() -> None:
    assert costs.judged("test", {"tests/new/test_x.py::test": 14.9}, BUDGET)[1] is False
    assert costs.judged("test", {"tests/new/test_x.py::test": 15.1}, BUDGET)[1] is True


def test_what_takes_turns_is_held_against_no_folders_budget() -> None:
    taken = {"tests/a/test_x.py::test[1]": 40.0, "tests/a/test_x.py::test": 1.0}
    assert costs.judged("test", taken, BUDGET)[1] is True
    said, bad = costs.judged(
        "test", taken, BUDGET | {"test": {"tests/a": 10.0, "in turn": 30.0}}, {"tests/a/test_x.py::test[1]"}
    )
    assert [line.split()[:2] for line in said[1:3]] == [["in", "turn"], ["tests/a", "1.0"]] and not bad


def test_a_ruleset_has_its_share() -> None:
    (_, line, _), _ = costs.judged("test", {"tests/rulesets/one/test_x.py::test": 61.0}, {})
    assert line.endswith("; a ruleset has 40")
    (_, line, _), _ = costs.judged("sweeps", {"tests/rulesets/one/test_x.py::test": 99.0}, {})
    assert line.endswith("99.0")


@pytest.fixture(scope="module")
def shared() -> None:
    begun = time.process_time()
    while time.process_time() < begun + 0.2:
        pass


def test_what_is_set_up_for_several_tests_is_nobodys_own(shared: None, request: pytest.FixtureRequest) -> None:
    """It is held apart, once."""
    assert request.config.stash[costs.METER].shared > 0.15
    meter = costs.Meter(slowness=2.0, shared=3.0, last_shared=1.0)
    assert [meter.read_shared(), meter.read_shared()] == [1.0, 0.0]


def test_what_is_too_long_for_make_test_is_named() -> None:
    taken = {"tests/a.py::short": 0.5, "tests/a.py::long": 0.6, "tests/a.py::longer[1]": 2.0, "tests/a.py::smoke": 9.0}
    said = costs.too_long(taken, {"tests/a.py::smoke"})
    assert [line.split()[1] for line in said] == ["tests/a.py::longer[1]", "tests/a.py::long"]


def test_the_budget_is_written_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "BUDGET", tmp_path / "budget.toml")
    monkeypatch.setattr(costs, "write_table", lambda: None)
    assert costs.read_budget() == {} and costs.longer({}) == frozenset()
    file = "tests/a/test_x.py"
    taken = {
        f"{file}::test_long": 0.07,
        f"{file}::test_many[1]": 0.1,
        f"{file}::test_many[2]": 0.01,
        "tests/t.py::a": 0,
    }
    costs.write_budget("test", taken)
    costs.write_budget("slow", {f"{file}::test_slow": 4.04})
    budget = costs.read_budget()
    assert budget["slow"] == {"tests/a": 4.0} and budget["test"] == {"tests": 0, "tests/a": 0.2}
    assert costs.longer(budget) == {f"{file}::test_long"}, "of two parameters the mean counts"
    costs.write_budget("test", {f"{file}::test_long": 0.01})
    assert costs.longer(costs.read_budget()) == frozenset() and costs.read_budget()["slow"] == {"tests/a": 4.0}


def test_the_table_of_folders_is_filled_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "read_budget", lambda: {"test": {"tests/a": 10.6}, "sweeps": {"tests/a": 0.2}})
    page = tmp_path / "README.md"
    page.write_text(
        "| `tests/a` | what `it` tests | 9 | 8 | |\n| `tests/b` | nothing | | | |\n| other | | | | |\n", "utf-8"
    )
    costs.write_table(page)
    rows = page.read_text("utf-8").splitlines()
    assert rows == ["| `tests/a` | what `it` tests | 11 | | |", "| `tests/b` | nothing | | | |", "| other | | | | |"]


def test_the_table_has_every_folder_and_the_budget_none_that_is_gone() -> None:
    """And it says of each what `make budget` measured."""
    text = costs.TABLE.read_text(encoding="utf-8")
    listed = {row["folder"] for row in costs._ROW.finditer(text)}
    folders = [path for path in costs.BUDGET.parent.iterdir() if path.is_dir()]
    folders += [path for path in (costs.BUDGET.parent / "rulesets").iterdir() if path.is_dir()]
    there = {path.relative_to(costs.PROJECT).as_posix() for path in folders if any(path.rglob("*.py"))} | {"tests"}
    assert listed == there
    budget = costs.read_budget()
    assert {folder for tier in costs.COLUMNS for folder in budget.get(tier, {})} <= there | {costs.IN_TURN}


def test_no_ruleset_has_more_than_its_share() -> None:
    """But for what a busy machine takes longer than the piece of work by which it is measured."""
    for tier, share in costs.SHARE.items():
        taken = costs.read_budget()[tier]
        rulesets = {folder: cost for folder, cost in taken.items() if folder.startswith(costs.RULESETS)}
        assert rulesets and max(rulesets.values()) <= share * costs.WARNED, rulesets
