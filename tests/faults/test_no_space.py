"""A full disk: said in two lines with status 2; what counted stays; with space again the next command goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest

from tests.cli.players import Said
from tests.faults.commands import COMMANDS, Command
from tests.faults.disk import FullDisk, under
from tests.faults.ledger import Ledger, kept, log_of, shape
from tests.faults.test_kill_every_write import SLOW, STRIDE, settle, whole
from tests.faults.world import World
from tests.places import PROJECT
from tests.store.doubles import contents
from tests.tiers import third


def run_full(world: World, command: Command, room: int) -> tuple[Ledger, FullDisk]:
    """The command on a disk with so much room. Whatever it says, what was there before is there afterwards."""
    command.prepare(world)
    before = contents(world.root)
    ledger = Ledger(world.root)
    ledger.look()
    disk = FullDisk(room)
    with under(disk):
        said = command.run(world)
    if disk.refused and not command.done(said):
        require_told(said, "DISK_FULL", "the disk is full", "free some space")
    ledger.look()
    after = contents(world.root)
    assert {name for name in after if name.endswith(".tmp")} <= before.keys(), "half a file was left"
    assert {name for name in before.keys() - after.keys() if "/pending/" not in name} <= _torn(before)
    return ledger, disk


def require_told(said: Said, code: str, what: str, mend: str) -> None:
    """Status 2, and in words what is wrong, where and how to mend it; `doctor` says it among its findings."""
    assert said.status == 2 and "Traceback" not in said.err, said
    if "error" in said.json:
        error = said.json["error"]
        assert (error["code"], error["status"]) == (code, 2), said
        assert what in error["what"] and mend in error["mend"] and error["where"], said
    else:
        assert any(what in one["text"] and mend in one["mend"] for one in said.json["findings"]), said


def _torn(before: Mapping[str, bytes]) -> set[str]:
    """What mending may take away: temporary files of an earlier crash."""
    return {name for name in before if name.endswith(".tmp")}


def again(world: World, command: Command, ledger: Ledger, names: set[str], expected: dict[str, bytes]) -> None:
    """The same command when the fault is over."""
    said = command.run(world)
    assert command.done(said) or (command.done_already(said) and command.go_on(world).status == 0), said
    settle(world)
    ledger.look()
    ledger.require_gone_out()
    assert names <= shape(world.root)
    if command.exact:
        assert expected.items() <= kept(world.root).items()


def sweep(world: World, name: str, first: int, stride: int) -> int:
    command = COMMANDS[name]
    names, expected = whole(world, name)
    for room in count(first, stride):
        ledger, disk = run_full(world, command, room)
        if not disk.refused:
            return room
        again(world, command, ledger, names, expected)
    raise AssertionError("unreachable")


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - SLOW)[1::4])
def test_a_disk_that_is_full_here_and_there(world: World, name: str) -> None:
    assert sweep(world, name, sorted(COMMANDS).index(name) % 3, STRIDE + 6) > 0


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_disk_that_is_full_at_every_second_write(world: World, name: str) -> None:
    first, step = third(name)
    assert sweep(world, name, 2 * first, 2 * step) > 2


@pytest.mark.sweeps
def test_nothing_is_signed_while_it_cannot_be_written_down(world: World) -> None:
    """As long as the journal has no entry, other orders may take the place of those that could not be submitted."""
    command = COMMANDS["submit"]
    seen = set()
    for room in count():
        ledger, disk = run_full(world, command, room)
        if not disk.refused:
            break
        recorded = ("anna", 4) in ledger.journal
        logged = len(log_of(world.root / "anna/game")) == 5
        assert recorded or not logged
        said = world.game(world.anna)("offer", "draw", "--yes", "--json")
        assert (said.status == 0) == (not recorded), said
        seen.add((recorded, logged))
    assert seen == {(False, False), (True, False), (True, True)}


@pytest.mark.sweeps
def test_a_disk_of_the_operating_system(world: World, installed: Mapping[str, str], tmp_path: Path) -> None:
    """A file system of a few pages, where this user may make one; else files that may not grow beyond a limit."""
    world.restore("due")
    world.game(world.anna).good("orders")
    command = [sys.executable, "-m", "tests.faults.small_disk", str(world.root), str(tmp_path)]
    own = ["unshare", "--map-root-user", "--mount"]
    try:
        may = subprocess.run([*own, "mount", "-t", "tmpfs", "none", tmp_path], capture_output=True, check=False)
        prefix, means = (own, "tmpfs") if may.returncode == 0 else ([], "limit")
    except FileNotFoundError:
        prefix, means = [], "limit"
    ran = subprocess.run([*prefix, *command, means], cwd=PROJECT, env=installed, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    told = json.loads(ran.stdout)
    refusal = {"tmpfs": "DISK_FULL", "limit": "FILE_TOO_LARGE"}[means]
    assert {code for code, _ in told["refused"]} == {refusal} and len(told["refused"]) > 2
    assert all(status == 2 for _, status in told["refused"])
    assert told["read_only"] in ([], ["FOLDER_READ_ONLY", 2])
