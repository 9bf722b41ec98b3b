"""`pbem mail sync` and `pbem mail serve` killed at their writes, and on a full disk.

No mail is lost on the way in, each goes out, and what goes out twice is the same mail.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

import pytest

from tests.faults.disk import CUTS, FullDisk, cut_off, under
from tests.faults.ledger import Ledger, folders, log_of, shape
from tests.faults.mailroom import CLUB, ERRANDS, Errand, Mailroom, at_work
from tests.faults.test_kill_every_write import settle
from tests.faults.test_no_space import require_told
from tests.faults.world import World
from tests.store.doubles import Cut, contents
from tests.tiers import third

STRIDE = 37
"""In `make test` every such call is cut; `make sweeps` cuts at all of them in the course of some commits."""

Whole = tuple[set[str], dict[str, list[bytes]], set[tuple[str, str]]]


@pytest.fixture(scope="module")
def room() -> Iterator[Mailroom]:
    with at_work(Mailroom()) as opened:
        yield opened


def logs(world: World) -> dict[str, list[bytes]]:
    return {str(path.relative_to(world.root)): log_of(path) for path in folders(world.root)}


def lasting(world: World) -> set[str]:
    """The names of what has to be there in the end; one's own reports are printed again at any time."""
    return {name for name in shape(world.root) if "/reports/own/" not in name}


def whole(world: World, room: Mailroom, errand: Errand) -> Whole:
    """What there is when nothing goes wrong: names of files, logs, and what was sent."""
    errand.prepare(world, room)
    said = errand.run(world)
    assert said.status == 0, said
    told = room.told()
    assert len(told) == errand.sent and all(len(mails) == 1 for mails in told.values())
    settle_people(world)
    return lasting(world), logs(world), set(told)


def settle_people(world: World) -> None:
    """As everybody does who wonders whether all is well; what the club holds is verified by itself."""
    hidden = world.root / "club-home"
    away = world.root.parent / "club-home"
    if hidden.exists():
        hidden.rename(away)
    settle(world)
    if away.exists():
        away.rename(hidden)


def go_on(world: World, room: Mailroom, errand: Errand, ledger: Ledger, expected: Whole, most: int) -> None:
    """The same command when the fault is over, twice. most: how often one mail may have gone out by then."""
    for _ in range(2):
        said = errand.run(world)
        assert said.status == 0, said
        ledger.look()
    count = len(room.sent)
    assert errand.run(world).status == 0 and len(room.sent) == count, "it sends the same again and again"
    names, written, told = expected
    spare = {key for key in room.told() if errand.spare and errand.spare in key[1]}
    assert set(room.told()) - spare == told
    for key, mails in room.told().items():
        assert len(mails) <= most, f"{key} went out {len(mails)} times"
        assert len({id_of(mail) for mail in mails}) == 1, f"{key} went out as different mails"
        # A club writes a mail anew that was not laid out whole: with the moment of that.
        assert key[0] == CLUB or errand.who(world).home.name == "club-home" or len(set(mails)) == 1
    if errand.line == ("mail", "sync"):
        assert len(room.copies) == len(room.told())
    settle_people(world)
    ledger.look()
    assert names <= lasting(world) and comparable(errand, logs(world)) == comparable(errand, written)


def comparable(errand: Errand, held: dict[str, list[bytes]]) -> dict[str, list[bytes]]:
    """What each run leaves alike: a message that is signed by it has a date and secrets of its own."""
    return {name: [*lines[:-1], b"signed"] for name, lines in held.items()} if errand.signs else held


def id_of(mail: bytes) -> bytes:
    return mail.partition(b"Message-ID:")[2].split()[0]


def cut_once(world: World, room: Mailroom, errand: Errand, expected: Whole, cut_at: int, cut: Cut) -> bool:
    """Cut off at one call, its repetition at another; then all goes on. False where there is no such call."""
    errand.prepare(world, room)
    ledger = Ledger(world.root)
    ledger.look()
    for at in (cut_at, 1 + 5 * cut_at % 23):
        with cut_off(world.root, at, cut) as disk:
            errand.run(world)
        ledger.look()
        if at == cut_at and disk.calls < cut_at:
            return False
    go_on(world, room, errand, ledger, expected, 3)
    return True


def fill_once(world: World, room: Mailroom, errand: Errand, expected: Whole, space: int) -> bool:
    """On a disk with so much space, then on one that has some again. False where it was enough."""
    errand.prepare(world, room)
    ledger = Ledger(world.root)
    ledger.look()
    before = contents(world.root)
    disk = FullDisk(space)
    with under(disk):
        said = errand.run(world)
    if not disk.refused:
        return False
    if said.status:
        require_told(said, "DISK_FULL", "the disk is full", "free some space")
    ledger.look()
    assert {name for name in before if not name.endswith(".tmp")} <= contents(world.root).keys()
    go_on(world, room, errand, ledger, expected, 2)
    return True


def _cut(world: World, room: Mailroom, name: str, expected: Whole, at: int) -> bool:
    return cut_once(world, room, ERRANDS[name], expected, at, CUTS[at % 3])


@pytest.mark.parametrize("name", sorted(ERRANDS)[1::2])
def test_mail_on_a_disk_that_is_full_here_and_there(world: World, room: Mailroom, name: str) -> None:
    expected = whole(world, room, ERRANDS[name])
    first = sorted(ERRANDS).index(name)
    assert list(takewhile(lambda space: fill_once(world, room, ERRANDS[name], expected, space), count(first, STRIDE)))


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(ERRANDS))
def test_mail_killed_at_every_write(world: World, room: Mailroom, name: str) -> None:
    """The kind of the cut changes from call to call."""
    expected = whole(world, room, ERRANDS[name])
    first, step = third("killed", name)
    for at in count(1 + first, step):
        if not _cut(world, room, name, expected, at):
            assert at > 30
            return


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(ERRANDS))
def test_mail_on_a_disk_that_is_full_at_every_second_write(world: World, room: Mailroom, name: str) -> None:
    expected = whole(world, room, ERRANDS[name])
    first, step = third("full", name)
    for space in count(2 * first, 2 * step):
        if not fill_once(world, room, ERRANDS[name], expected, space):
            assert space > 15
            return
