"""Folders that cannot be written, read, or that are gone all at once: clear words, and afterwards play goes on."""

from __future__ import annotations

import errno
import shutil
from itertools import count
from pathlib import Path

import pytest

from tests.cli.players import Said
from tests.faults.commands import COMMANDS, Command
from tests.faults.disk import Forbidding, Vanishing, under
from tests.faults.ledger import Ledger
from tests.faults.test_kill_every_write import READING, SLOW, whole
from tests.faults.test_no_space import again, require_told
from tests.faults.world import World
from tests.store.doubles import contents
from tests.tiers import later, third

WRITING = sorted(COMMANDS.keys() - SLOW)
# What is locked away: everything of a person, his campaigns, or his configuration folder.
PLACES = ("", "{who}", "{who}-home")


def place_of(world: World, command: Command, pattern: str) -> Path:
    who = command.who(world).place.relative_to(world.root).parts[0]
    return world.root / pattern.format(who=who)


@pytest.mark.parametrize(
    "name", [*WRITING[::4], *(later(name, pytest.mark.sweeps) for at, name in enumerate(WRITING) if at % 4)]
)
def test_folders_that_cannot_be_written(world: World, name: str) -> None:
    command = COMMANDS[name]
    names, expected = whole(world, name)
    refused = 0
    for number, pattern in ((errno.EROFS, PLACES[0]), (errno.EACCES, PLACES[1]), (errno.EROFS, PLACES[2])):
        command.prepare(world)
        ledger, before = Ledger(world.root), contents(world.root)
        ledger.look()
        disk = Forbidding(place_of(world, command, pattern), number)
        with under(disk):
            said = command.run(world)
        if not command.done(said):
            require_told(said, "FOLDER_READ_ONLY", "cannot be written", "make it writable")
            refused += 1
        if pattern != PLACES[2]:
            changed = {path for path, data in contents(world.root).items() if before.get(path) != data}
            assert not any((world.root / path).is_relative_to(place_of(world, command, pattern)) for path in changed)
        ledger.look()
        again(world, command, ledger, names, expected)
    assert refused


def test_looking_needs_no_right_to_write(world: World) -> None:
    world.restore("due")
    here = world.game(world.anna)
    here.good("orders")
    with under(Forbidding(world.root, errno.EROFS)):
        for line in READING.values():
            here.good(*line)


@pytest.mark.sweeps
@pytest.mark.parametrize("pattern", PLACES[1:])
def test_folders_that_cannot_be_read(world: World, pattern: str) -> None:
    for name in WRITING:
        command = COMMANDS[name]
        command.prepare(world)
        before = contents(world.root)
        with under(Forbidding(place_of(world, command, pattern), errno.EACCES, reading=True)):
            said = command.run(world)
        if not command.done(said):
            assert refused(said, {"PERMISSION_DENIED", "FOLDER_READ_ONLY"}), (name, said)
            assert before.items() <= contents(world.root).items()


def refused(said: Said, codes: set[str]) -> bool:
    """Whether a command says one of these things, with status 2; `doctor` says it among its findings."""
    if said.status != 2 or "Traceback" in said.err:
        return False
    if "error" not in said.json:
        return any(one["state"] == "bad" for one in said.json["findings"])
    return said.json["error"]["code"] in codes


def vanish(world: World, name: str, first: int, stride: int) -> int:
    """The campaign's folder is gone at some call; then it is brought back from a copy made before."""
    command = COMMANDS[name]
    names, _ = whole(world, name)
    for at in count(first, stride):
        command.prepare(world)
        folder = command.who(world).place
        saved = world.root.parent / "saved-folder"
        shutil.rmtree(saved, ignore_errors=True)
        shutil.copytree(folder, saved)
        ledger = Ledger(world.root)
        ledger.look()
        disk = Vanishing(folder, at)
        with under(disk):
            said = command.run(world)
        over = disk.calls < at
        if over:
            shutil.rmtree(folder)  # it was done, and mailed: then the stick is lost
            assert command.done(said), said
        else:
            assert refused(said, {"FILE_MISSING", "NO_CAMPAIGN", "DISK_ERROR"}) or command.done(said), said
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(saved, folder)
        ledger.look()
        again(world, command, ledger, names, {})
        if over:
            return at
    raise AssertionError("unreachable")


VANISHING = ("submit", "submit the set-up", "submit --change-key", "offer draw", "receive", "resign", "seat --cosign")


@pytest.mark.sweeps
@pytest.mark.parametrize("name", VANISHING)
def test_a_folder_that_vanishes_at_every_second_call(world: World, name: str) -> None:
    first, step = third(name)
    assert vanish(world, name, 1 + 2 * first, 2 * step) > 20
