"""Each command killed at its writes: the next one goes on, one message for each number leaves, nothing is lost."""

from __future__ import annotations

from itertools import count

import pytest

from tests.faults.commands import COMMANDS, Command
from tests.faults.disk import CUTS, Watched, cut_off, under
from tests.faults.ledger import Ledger, folders, kept, log_of, shape
from tests.faults.world import World
from tests.store.doubles import Cut, contents
from tests.tiers import first, later, third

SLOW = {"keys passphrase"}  # scrypt, several times
LONGEST = "import"
STRIDE = 19
"""In `make test` every such call of every other command is cut; which ones differs. `make sweeps` kills at all of
them in the course of some commits."""
FEWEST: dict[Cut, int] = {"killed": 3, "half": 1, "power": 2}
"""Calls that make a difference to such a cut, in the shortest command."""


def whole(world: World, name: str) -> tuple[set[str], dict[str, bytes]]:
    """What is there when nothing goes wrong with a command: names, and contents."""
    if name not in world.whole:
        command = COMMANDS[name]
        command.prepare(world)
        said = command.run(world)
        assert command.done(said), said
        settle(world)
        world.whole[name] = shape(world.root), kept(world.root)
    return world.whole[name]


def settle(world: World) -> None:
    """What anybody types who wonders whether all is well. Each person owns the folders below his own place."""
    for folder in folders(world.root):
        parts = folder.relative_to(world.root).parts
        if "opponent" in parts:  # nobody types there
            continue
        player = getattr(world, parts[0])
        said = player("doctor", "--campaign", folder, PBEM_PASSPHRASE="a")
        assert said.status == 0 or (not log_of(folder) and "run the command once more that made it" in said.out), said


def cut_once(world: World, command: Command, cut_at: int, cut: Cut) -> tuple[Ledger, bool]:
    """The command cut off at one call, then its repetition cut off at another; what counts holds all the while."""
    command.prepare(world)
    ledger = Ledger(world.root)
    ledger.look()
    for at in (cut_at, 1 + 5 * cut_at % 17):
        with cut_off(world.root, at, cut, distinct=True) as disk:
            command.run(world)
        ledger.look()
        if at == cut_at and disk.calls < cut_at:
            return ledger, False
    return ledger, True


def go_on(world: World, command: Command, ledger: Ledger, *, doctor: bool) -> None:
    """The next command, the same or `doctor`, then the other; afterwards nothing is under way."""
    if doctor:
        settle(world)
        ledger.look()
    said = command.run(world)
    assert command.done(said) or command.done_already(said), said
    assert command.done(said) or command.go_on(world).status == 0
    ledger.look()
    settle(world)
    ledger.look()
    ledger.require_gone_out()


def sweep(world: World, name: str, cut: Cut, first: int, stride: int) -> int:
    command = COMMANDS[name]
    names, expected = whole(world, name)
    for cut_at in count(first, stride):
        ledger, was_cut = cut_once(world, command, cut_at, cut)
        if not was_cut:
            return cut_at
        go_on(world, command, ledger, doctor=cut_at % 2 == 0)
        assert names <= shape(world.root)
        if command.exact:
            assert expected.items() <= kept(world.root).items()
    raise AssertionError("unreachable")


@pytest.mark.parametrize(
    "name", [later(one) if one == LONGEST else one for one in first(8, sorted(COMMANDS.keys() - SLOW)[::2])]
)
def test_killed_here_and_there(world: World, name: str) -> None:
    place = sorted(COMMANDS).index(name)
    cut = CUTS[place % 3]
    first = 1 + place % FEWEST[cut]
    assert sweep(world, name, cut, first, STRIDE) > first


@pytest.mark.sweeps
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_killed_at_every_write(world: World, name: str, cut: Cut) -> None:
    """The process dies at every write, and leaves each half done; power fails at every second flush."""
    (first, step), every = third(name, cut), 2 if cut == "power" else 1
    assert sweep(world, name, cut, 1 + first * every, step * every) > FEWEST[cut]


READING = {
    "status": ("status",),
    "check": ("check",),
    "report": ("report", "3"),
    "show": ("show", "2"),
    "map": ("map",),
    "dice": ("dice", "2"),
    "verify": ("verify",),
    "audit": ("audit",),
    "list": ("list",),
    "rules": ("rules", "list"),
    "keys show": ("keys", "show"),
    "diverge": ("diverge", "--export"),
    "try": ("try",),
    "submit --dry-run": ("submit", "--dry-run"),
}


def test_commands_that_only_look_change_nothing(world: World) -> None:
    world.restore("due")
    here = world.game(world.anna)
    here.good("orders")
    before = contents(world.root)
    for line in READING.values():
        watched = Watched()
        with under(watched):
            said = here(*line)
        assert said.status == 0, said
        assert watched.changes == []
    assert contents(world.root) == before
