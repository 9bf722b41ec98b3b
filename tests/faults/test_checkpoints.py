"""The checkpoint is a note to oneself: whatever becomes of it, the log decides, and nobody is hindered."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from pbem.campaign.core.fold import chain_of
from pbem.protocol.canonical import canon
from tests.cli.players import Player
from tests.faults.commands import anna, bert
from tests.faults.disk import CUTS, Forbidding, FullDisk, cut_off, under
from tests.faults.ledger import Ledger, log_of
from tests.faults.world import LONG, World
from tests.store.doubles import Cut


def note(world: World) -> Path:
    """Anna's checkpoint."""
    (path,) = (world.root / "anna-home/checkpoints").iterdir()
    return path


def require_log_decides(world: World, player: Player) -> None:
    """What the program says now is what the log says from its beginning; then the next message goes out once."""
    chain = chain_of(log_of(player.place))[1]
    told = player.good("map", "--json").json
    assert told["at"] == chain.state["at"]
    assert player.good("doctor").status == 0
    ledger = Ledger(world.root)
    ledger.look()
    if len(chain.messages) % 2 == 0:
        player("orders", "--fresh")
        player.good("submit", "--yes", "--empty")
        world.game(world.bert).good("receive", world.mail(world.anna, len(chain.messages)), "--quiet")
    ledger.look()


@pytest.mark.sweeps
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("stage", ["long", "longer"])
def test_killed_while_it_is_written(world: World, stage: str, cut: Cut) -> None:
    """The first time, and when a new one takes the place of an old one."""
    for cut_at in count(1 + CUTS.index(cut), 3):
        world.restore(stage)
        if stage == "long":
            note(world).unlink()
        with cut_off(world.root, cut_at, cut) as disk:
            anna(world)("orders")
        if disk.calls < cut_at:
            break
        assert anna(world).good("status", "--json").json["messages"] == world.length(world.anna)
        if cut_at % 4 == 0:
            require_log_decides(world, anna(world))
    assert json.loads(note(world).read_bytes())["count"] == world.length(world.anna) > 9
    require_log_decides(world, anna(world))


@pytest.mark.sweeps
def test_it_is_of_another_copy_of_the_folder(world: World) -> None:
    """Two copies share a configuration folder: the checkpoint of the newer one does not fit the older one, and back."""
    world.restore("long")
    older = world.root / "anna/older"
    shutil.copytree(world.root / "anna/game", older)
    world.play_to(LONG + 8)
    newer_note = note(world).read_bytes()
    copy = Player(world.anna.home, older)
    assert json.loads(newer_note)["count"] > len(log_of(older))
    said = copy.good("status", "--json").json
    assert said["messages"] == LONG
    # What it has signed since is in the journal: the older copy signs nothing else.
    ledger = Ledger(world.root)
    ledger.look()
    assert copy("submit", "--yes", "--empty").status == 3
    ledger.look()
    assert len(log_of(older)) == LONG + 1
    require_log_decides(world, anna(world))


@pytest.mark.sweeps
def test_the_log_is_of_an_older_backup(world: World) -> None:
    """Only the log, or log and tapes, or the whole folder is brought back."""
    for names in (("log.jsonl",), ("log.jsonl", "tapes.jsonl"), ("",)):
        world.restore("longer")
        saved = world.saved("long") / "anna/game"
        here = anna(world)
        here("orders")
        assert json.loads(note(world).read_bytes())["count"] == LONG + 8
        whole = log_of(here.place)
        for name in names:
            if name:
                shutil.copy(saved / name, here.place / name)
            else:
                shutil.rmtree(here.place)
                shutil.copytree(saved, here.place)
        assert here.good("status", "--json").json["messages"] == LONG
        here.good("doctor")
        # Her own messages are in the journal, his in the inbox, where that was not lost, too.
        assert log_of(here.place) == (whole if names[0] else whole[: LONG + 1])
        world.game(world.bert).good("archive", "--output", "../all.pbem")
        here.good("import", "../../bert/all.pbem")
        assert log_of(here.place) == whole
        require_log_decides(world, here)


HARMS: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "zeros": lambda data: bytes(len(data)),
    "a letter": lambda data: data.replace(b'"box":"abbey"', b'"box":"camp"', 1),
    "a key": lambda data: data.replace(b'"key":"', b'"key":"0', 1),
    "no sum": lambda data: canon({k: v for k, v in json.loads(data).items() if k != "sum"}),
    "a list": lambda data: b"[1,2]",
    "deep": lambda data: b"[" * 5000 + b"]" * 5000,
}


@pytest.mark.parametrize("harm", sorted(HARMS))
def test_it_is_damaged(world: World, harm: str) -> None:
    world.restore("long")
    data = note(world).read_bytes()
    assert HARMS[harm](data) != data
    note(world).write_bytes(HARMS[harm](data))
    require_log_decides(world, anna(world))


@pytest.mark.sweeps
def test_it_cannot_be_read_or_written(world: World) -> None:
    """No disk for checkpoints is no reason to refuse a message."""
    for stage in ("long", "longer"):
        world.restore(stage)
        with under(Forbidding(world.root / "anna-home/checkpoints", errno.EACCES, reading=True)):
            require_log_decides(world, anna(world))
        world.restore(stage)
        note(world).unlink()
        note_folder = world.root / "anna-home/checkpoints"
        note_folder.rmdir()
        note_folder.write_bytes(b"a file where a folder is needed")
        require_log_decides(world, anna(world))


@pytest.mark.sweeps
def test_a_full_disk_for_it_alone(world: World) -> None:
    world.restore("longer")
    known = note(world).read_bytes()
    with under(FullDisk(0)):
        said = bert(world)("orders")
    assert said.status in (0, 2, 3)
    with under(Forbidding(world.root / "anna-home", errno.EROFS)):
        assert anna(world)("standing").status == 0
    assert note(world).read_bytes() == known


def test_what_was_damaged_before_the_checkpoint_is_found_by_doctor_and_archive(world: World) -> None:
    """Commands go on from the checkpoint; whoever examines or hands on the campaign reads all of it."""
    world.restore("longer")
    here = anna(world)
    tapes = here.place / "tapes.jsonl"
    whole = tapes.read_bytes()
    lines = whole.split(b"\n")
    lines[2] = b'[["die",6,1]]'
    tapes.write_bytes(b"\n".join(lines))
    here.good("archive", "--output", "../from-damaged.pbem")
    here.good("verify", "../from-damaged.pbem")
    said = here.good("doctor", "--json").json["findings"]
    assert any(one["state"] == "mended" and "tapes" in one["text"] for one in said)
    assert tapes.read_bytes() == whole
    log = here.place / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(log_of(here.place)[3], log_of(here.place)[5]))
    assert here("doctor").status == 2
    assert here("archive", "--output", "../other.pbem").status == 2
