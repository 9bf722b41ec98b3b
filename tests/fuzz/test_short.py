"""The short run of `make fuzz`: kept inputs, some fresh ones at each target, and that findings are found."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.protocol.canonical import canon
from tests.fuzz import __main__ as fuzz
from tests.fuzz import mutations, teams
from tests.fuzz.run import by_hypothesis
from tests.fuzz.targets import FAMILIES, NAMES, targets
from tests.fuzz.watch import Discovery, Target, Watch, shelved
from tests.tiers import first, later

INPUTS = 25
# Readers whose samples, or whose kept inputs, take long.
LONG_SAMPLES, LONG_KEPT = ("signed-message",), ("orders-of-a-phase",)


@pytest.fixture(scope="module", autouse=True)
def world() -> None:
    """The campaigns that samples come from, made once for all tests."""
    targets()


@pytest.mark.parametrize("name", [later(name) if name in LONG_SAMPLES else name for name in NAMES])
def test_samples_are_good(name: str) -> None:
    """Else spoiling them would show nothing: a sample raises nothing at all, not even a documented error."""
    for data in targets()[name].samples:
        targets()[name].reader(data)


@pytest.mark.parametrize("name", first(10, NAMES))
def test_spoilt_samples(name: str, tmp_path: Path) -> None:
    watch = Watch(tmp_path)
    by_hypothesis(targets()[name], watch, 600, 20, INPUTS, INPUTS)
    assert watch.count >= INPUTS


@pytest.mark.parametrize("name", [later(name) if name in LONG_KEPT else name for name in NAMES])
def test_kept_inputs(name: str, tmp_path: Path) -> None:
    kept = [(target, path) for target, path in fuzz.corpus() if target == name]
    assert len(kept) > 5
    assert fuzz.replay(tmp_path, kept) == []


def test_every_kept_input_has_its_targets() -> None:
    assert sorted(path.name for path in fuzz.CORPUS.iterdir() if path.is_dir()) == sorted(FAMILIES)
    assert all(path.stat().st_size <= 40_000 for _, path in fuzz.corpus())


def test_names_in_kept_payloads_of_teams_stand_for_something() -> None:
    """Else a change of the program makes them all alike: payloads of no game."""
    kept = sorted((fuzz.CORPUS / "team-payload").iterdir())
    assert all(b"@" not in teams.written_out(path.read_bytes()) for path in kept)
    for name, target in (("part", "signed-part"), ("briefing", "signed-briefing"), ("message", "team-message")):
        targets()[target].reader((fuzz.CORPUS / "team-payload" / name).read_bytes())


SMALL = pytest.mark.parametrize("small", first(1, [{"a": 1}, [], 0]), ids=str)


@pytest.mark.slow
@SMALL
@pytest.mark.parametrize("member", ["note", "open", "hide", "roots", "control", "audit"])
def test_a_mebibyte_of_small_things_costs_little(member: str, small: object, tmp_path: Path) -> None:
    """A validator that makes an error of each of them needs a hundred times their size."""
    body = json.loads(targets()["payload"].samples[4])
    Watch(tmp_path).knock(targets()["payload"], canon({**body, member: flood(small)}))


@pytest.mark.slow
@SMALL
def test_a_mebibyte_of_small_orders_costs_little(small: object, tmp_path: Path) -> None:
    """The same for a signed message, by the schema of the question that it answers."""
    target = targets()["signed-message"]
    body = next(body for body in map(json.loads, target.samples) if body.get("input", {}).get("moves"))
    body["input"]["moves"] = flood(small)
    Watch(tmp_path).knock(target, canon(body))


@pytest.mark.slow
@SMALL
@pytest.mark.parametrize(
    ("name", "member"), [("signed-part", "orders"), ("signed-briefing", "open"), ("signed-briefing", "claims")]
)
def test_a_mebibyte_of_small_things_between_team_mates_costs_little(
    name: str, member: str, small: object, tmp_path: Path
) -> None:
    """The same for what a member of a team signs, and for his captain's briefing."""
    body = json.loads(targets()[name].samples[0])
    Watch(tmp_path).knock(targets()[name], canon({**body, member: flood(small)}))


def flood(small: object) -> list[object]:
    """Nearly as many of them as a payload holds."""
    return [small] * (2**20 // (len(canon(small)) + 1) - 5000)


# -- the fuzzer itself -----------------------------------------------------------------


def broken(reader: object) -> Target:
    return Target("broken", [b"good sample"], reader, mutations.flat, (Problem,))  # type: ignore[arg-type]


def fails(data: bytes) -> None:
    if b"\xff" in data:
        raise KeyError("nobody expects this")


def test_an_error_that_is_not_documented_is_found_and_made_small(tmp_path: Path) -> None:
    with pytest.raises(Discovery, match="nobody expects this") as found:
        by_hypothesis(broken(fails), Watch(tmp_path), 600, 1)
    path = Path(str(found.value).split("\n")[0].removeprefix("broken: "))
    assert path.parent == tmp_path
    with pytest.raises(KeyError):
        fails(path.read_bytes())


def test_documented_errors_are_none(tmp_path: Path) -> None:
    def refuses(data: bytes) -> None:
        raise Problem("X", "no")

    watch = Watch(tmp_path)
    watch.knock(broken(refuses), b"x")
    assert watch.count == 1


def test_what_is_no_exception_is_found_too(tmp_path: Path) -> None:
    def leaves(data: bytes) -> None:
        raise SystemExit(0)

    with pytest.raises(Discovery, match="SystemExit"):
        Watch(tmp_path).knock(broken(leaves), b"x")


def test_slowness_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(data: bytes) -> None:
        until = time.process_time() + 0.05
        while time.process_time() < until:
            pass

    watch = Watch(tmp_path)
    watch.knock(broken(slow), b"x")
    monkeypatch.setattr("tests.fuzz.watch.LONGEST", 0.04)
    with pytest.raises(Discovery, match=r"it took 0\.\d s"):
        watch.knock(broken(slow), b"x")


def test_greed_is_found_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(data: bytes) -> None:
        assert bytearray(len(data) * 2**20).count(1) == 0

    watch = Watch(tmp_path)
    watch.knock(broken(greedy), b"x" * 20)
    monkeypatch.setattr("tests.fuzz.watch.MOST_MEMORY", 40 * 2**20)
    for _ in range(2 if Path("/proc/self/clear_refs").exists() else 1):
        with pytest.raises(Discovery, match=r"it took \d+ MiB"):
            watch.knock(broken(greedy), b"x" * 120)
        watch.knock(broken(greedy), b"x" * 20)


DYING = """
import os, sys, time
from pathlib import Path
from tests.fuzz.watch import Target, Watch
Watch(Path(sys.argv[1])).knock(Target("broken", [], lambda data: {deed}, bytes, ()), b"the culprit")
"""


@pytest.mark.parametrize(("deed", "told"), [("os.abort()", "exit status"), ("time.sleep(60)", "no answer within")])
def test_an_input_that_kills_or_hangs_the_process_is_kept(deed: str, told: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", DYING.format(deed=deed), str(tmp_path)]
    outcome = fuzz.attend(command, "broken", tmp_path, 4)
    assert told in outcome.finding
    assert shelved(tmp_path) == b"the culprit"
    assert [path.read_bytes() for path in tmp_path.glob("broken-*.bin")] == [b"the culprit"]


def test_the_numbers_of_both_engines_are_read(tmp_path: Path) -> None:
    code = "print('cov: 12 ft: 9\\nstat::number_of_executed_units: 345\\nstat::slowest_unit_time_sec:    2')"
    outcome = fuzz.attend([sys.executable, "-c", code], "broken", tmp_path, 60)
    assert (outcome.inputs, outcome.slowest, outcome.coverage, outcome.finding) == (345, 2.0, 12, "")
    assert fuzz.engines()[0] == "hypothesis"
