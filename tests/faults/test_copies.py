"""Old copies of a campaign: which of them the journal saves from a second message, and the one that nothing saves."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.cli.players import Player
from tests.faults.commands import anna, anna_orders
from tests.faults.ledger import Ledger, log_of
from tests.faults.world import World

MINE = "message 4 waits for an answer"


def copied(world: World, *, home: bool) -> Player:
    """Anna at a copy of her campaign; with `home` of her configuration folder too: a second computer."""
    place = world.root.parent / "laptop"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(world.root / "anna/game", place / "game")
    if home:
        shutil.copytree(world.anna.home, place / "home")
    return Player(place / "home" if home else world.anna.home, place / "game")


def outbox(player: Player) -> list[bytes]:
    return [path.read_bytes() for path in sorted((player.place / "outbox").glob("0004-*"))]


def test_a_copy_of_the_folder_sends_what_was_sent(world: World) -> None:
    """Journal and identity are where they were: the copy knows of the message, whatever orders lie in it."""
    world.restore("due")
    anna_orders(world)
    copy = copied(world, home=False)
    anna(world).good("submit", "--yes", "--empty")
    said = copy("resign", "--yes")
    assert said.status == 3 and MINE in said.err
    assert outbox(copy) == outbox(anna(world)) and log_of(copy.place) == log_of(anna(world).place)


def test_a_folder_without_its_home_has_its_own_journal(world: World) -> None:
    """The other half: the configuration folder is lost, the identity comes from paper, the folder's copy counts."""
    world.restore("due")
    anna_orders(world)
    world.anna.good("keys", "backup", "--out", "paper.txt")
    backup = (log_of(anna(world).place), (anna(world).place / "tapes.jsonl").read_bytes())
    anna(world).good("submit", "--yes", "--empty")
    sent = outbox(anna(world))
    shutil.rmtree(world.anna.home)
    (anna(world).place / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in backup[0]))
    (anna(world).place / "tapes.jsonl").write_bytes(backup[1])
    world.anna.good("keys", "restore", "paper.txt", "--no-passphrase")
    said = anna(world)("resign", "--yes")
    assert said.status == 3 and MINE in said.err
    assert outbox(anna(world)) == sent


def test_two_computers_that_know_nothing_of_each_other_can_fork_and_that_is_proved(world: World) -> None:
    """Nothing here could prevent it (docs/threat-model.md, a lost computer); the other player's program finds it."""
    world.restore("due")
    anna_orders(world)
    laptop = copied(world, home=True)
    for game in (laptop.home / "campaigns").iterdir():
        game.write_text(str(laptop.place), encoding="utf-8")
    anna(world).good("submit", "--yes", "--empty")
    laptop.good("resign", "--yes")
    assert outbox(laptop) != outbox(anna(world))
    first, second = (next((player.place / "outbox").glob("0004-*")) for player in (anna(world), laptop))
    bert = world.game(world.bert)
    bert.good("receive", first, "--quiet")
    before = log_of(bert.place)
    said = bert("receive", second, "--json")
    (told,) = said.json["received"]
    assert said.status == 11 and (told["error"]["code"], told["error"]["signed_by"]) == ("FORK", "a")
    assert log_of(bert.place) == before
    (proof,) = (bert.place / "evidence").glob("fork-*")
    assert bert("verify", proof).status == 11
    # Her own two computers find it too, before they sign anything more.
    Path(world.root / "anna/other.yaml").write_bytes(second.read_bytes())
    assert anna(world)("receive", "../other.yaml").status == 11
    ledger = Ledger(world.root)
    ledger.look()
