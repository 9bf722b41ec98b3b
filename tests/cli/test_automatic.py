"""Messages that decide nothing are made by themselves where their player wants it, and nothing else ever is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.players import Duel, Player, accepted, begin_duel, fresh_player
from tests.faults.ledger import log_of
from tests.faults.mailroom import Mailroom, at_work, settings
from tests.installed import installed
from tests.tiers import turns

ADDRESSES = ("anna@example.test", "bert@example.test")


@pytest.fixture
def room() -> Iterator[Mailroom]:
    with at_work(Mailroom()) as opened:
        yield opened


def wired(duel: Duel, more: str = "") -> Duel:
    """Both have mail set up and know the other's address. more: in both campaign.yaml."""
    for player, own, other in ((duel.anna, *ADDRESSES), (duel.bert, *reversed(ADDRESSES))):
        settings(player, own)
        (player.place / "campaign.yaml").write_text(
            f"you: {{name: Me, mail: {own}}}\nopponent: {{name: Him, mail: {other}}}\n{more}", encoding="utf-8"
        )
    return duel


@pytest.fixture
def veiled(tmp_path: Path) -> Iterator[Duel]:
    """A campaign of the toy game with hidden forces; message 2 is Anna's."""
    with installed(tmp_path / "dist", "veiled"):
        yield begun(tmp_path, "--ruleset", "veiled", "--scenario", "skirmish", "--side", "red")


def begun(at: Path, *game: str) -> Duel:
    anna = fresh_player(at, "anna")
    anna.good("new", *game, "--name", "Anna", "--no-passphrase", "--folder", "game")
    return accepted(anna, fresh_player(at, "bert"))


def delivered(room: Mailroom) -> None:
    """What was handed in lies in the mailboxes, once."""
    for _, to, mail in room.sent:
        if mail not in room.boxes.setdefault(to, []):
            room.boxes[to].append(mail)


def status(player: Player) -> Any:
    return player.good("status", "--json").json


def played(duel: Duel, room: Mailroom, most: int, *sync: str) -> tuple[list[str], list[int]]:
    """Both sync in turn and sign by hand what has to be decided, up to `most` messages: what was due when somebody had
    to act himself, and the numbers of what was signed without him."""
    by_hand: list[str] = []
    by_itself: list[int] = []
    for go in range(4 * most):
        player = (duel.anna, duel.bert)[go % 2]
        told = player.good("mail", "sync", "--json", *sync).json
        by_itself += [one["message"] for one in told["signed"]]
        delivered(room)
        now = status(player)
        if now["due"] == "over" or now["messages"] >= most:
            break
        if now["side"] == ("a" if player is duel.anna else "b"):
            by_hand.append(now["due"])
            player("orders", "--fresh")
            player.good("submit", "--yes", "--empty")
            player.good("mail", "sync", "--no-fetch")
            delivered(room)
    return by_hand, by_itself


def both_agree(duel: Duel, room: Mailroom) -> None:
    assert log_of(duel.anna.place) == log_of(duel.bert.place)
    assert all(len(set(mails)) == 1 for mails in room.told().values())


@pytest.mark.slow
def test_a_hidden_game_to_its_audit_by_two_mailboxes(veiled: Duel, room: Mailroom) -> None:
    by_hand, by_itself = played(wired(veiled, "automatic: yes\n"), room, 90)
    assert set(by_hand) == {"orders", "answer"} and len(by_itself) > 3
    last = veiled.anna.good("verify", "--json", "--complete").json
    assert last["ok"] and last["detail"] == "finished and audited"
    veiled.bert.good("mail", "sync")
    both_agree(veiled, room)


@pytest.mark.parametrize(
    ("scenario", "options"),
    turns([("jena-auerstadt", ()), ("eylau-1807", ()), ("eylau-1807", ("--option", "hiding=open"))]),
)
def test_both_rulesets_by_the_option(tmp_path: Path, room: Mailroom, scenario: str, options: tuple[str, ...]) -> None:
    duel = wired(begun(tmp_path, "--scenario", scenario, "--side", "french", *options))
    by_hand, by_itself = played(duel, room, 12, "--auto")
    assert set(by_hand) <= {"orders", "answer"}
    for seq in by_itself:
        shown = duel.anna.good("show", str(seq), "--json").json["payload"]
        assert set(shown.get("input", {})) <= {"for"} and "control" not in shown
    both_agree(duel, room)


@pytest.mark.slow
def test_by_default_nothing_is_signed(veiled: Duel, room: Mailroom) -> None:
    by_hand, by_itself = played(wired(veiled), room, 30)
    assert by_itself == [] and {"continue", "acknowledge"} & set(by_hand)


@pytest.mark.slow
def test_an_offer_is_never_answered(veiled: Duel, room: Mailroom) -> None:
    played(wired(veiled, "automatic: yes\n"), room, 4)
    sender, receiver = (
        (veiled.anna, veiled.bert) if len(log_of(veiled.anna.place)) % 2 == 0 else (veiled.bert, veiled.anna)
    )
    sender.good("offer", "draw", "--yes")
    sender.good("mail", "sync")
    delivered(room)
    told = receiver.good("mail", "sync", "--json", "--auto").json
    assert told["signed"] == [] and told["sent"] == [] and status(receiver)["answers"]
    receiver.good("answer", "accept", "--empty", "--yes")


def at_continue(duel: Duel) -> tuple[Player, Player, int]:
    """By files up to a message that decides nothing: whose it is, the other one, its number; not taken in yet."""
    for seq in range(2, 40):
        sender, receiver = (duel.anna, duel.bert) if seq % 2 == 0 else (duel.bert, duel.anna)
        if status(sender)["due"] in ("orders", "answer"):
            sender.good("orders", "--fresh")
        sender.good("submit", "--yes")
        kept = {path: path.read_bytes() for path in receiver.place.rglob("*") if path.is_file()}
        receiver.good("receive", duel.mail(sender, seq), "--quiet")
        if status(receiver)["due"] == "continue":
            for path in [path for path in receiver.place.rglob("*") if path.is_file()]:
                path.unlink() if path not in kept else path.write_bytes(kept[path])
            return receiver, sender, seq + 1
    raise AssertionError("every message decides something")


@pytest.mark.slow
def test_receive_signs_where_it_is_told_to(veiled: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    player, other, seq = at_continue(veiled)
    mail = veiled.mail(other, seq - 1)
    before = {path: path.read_bytes() for path in player.place.rglob("*") if path.is_file()}

    def undone() -> None:
        for path in [path for path in player.place.rglob("*") if path.is_file()]:
            path.unlink() if path not in before else path.write_bytes(before[path])

    assert player.good("receive", mail, "--json").json["signed"] == []
    undone()
    told = player.good("receive", mail, "--json", "--auto").json
    assert [one["message"] for one in told["signed"]] == [seq] and Path(told["signed"][0]["file"]).is_file()
    assert other.good("receive", veiled.mail(player, seq), "--json").json["received"][0]["accepted"] == [seq]
    assert player.good("receive", mail, "--json", "--auto").json["signed"] == [], "it is signed already"


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "signs"), [("n\n", False), ("y\n", True)])
def test_at_a_terminal_receive_asks_once(
    veiled: Duel, monkeypatch: pytest.MonkeyPatch, typed: str, signs: bool
) -> None:
    player, other, seq = at_continue(veiled)
    monkeypatch.setattr("pbem.cli.commands.receive.answered_here", lambda: True)
    said = player.good("receive", veiled.mail(other, seq - 1), "--quiet", typed=typed)
    assert said.out.count("[y/N]") == 1 and f"Message {seq} is due, and it leaves you nothing to decide" in said.out
    assert (f"Message {seq} is signed" in said.out) is signs
    assert len(log_of(player.place)) == seq + signs


@pytest.mark.slow
def test_a_word_that_is_neither_yes_nor_no_is_told_with_its_line(veiled: Duel, room: Mailroom) -> None:
    player, other, seq = at_continue(veiled)
    wired(veiled, "automatic: maybe\n")
    said = player("receive", veiled.mail(other, seq - 1), "--quiet")
    assert said.status == 2 and "campaign.yaml:3:" in said.err and "yes" in said.err
    assert len(log_of(player.place)) == seq, "what came counts all the same"
    said = player("mail", "sync", "--no-fetch")
    assert said.status == 2 and "campaign.yaml:3:" in said.err and len(log_of(player.place)) == seq


@pytest.mark.slow
def test_a_dry_run_signs_nothing(veiled: Duel, room: Mailroom) -> None:
    player, other, seq = at_continue(veiled)
    player.good("receive", veiled.mail(other, seq - 1), "--quiet")
    wired(veiled)
    said = player.good("mail", "sync", "--dry-run", "--auto")
    assert f"would sign: message {seq}" in said.out and len(log_of(player.place)) == seq
    assert player.good("mail", "sync", "--no-send", "--auto", "--json").json["signed"] == []
    told = player.good("mail", "sync", "--auto", "--json").json
    assert [one["message"] for one in told["signed"]] == [one["message"] for one in told["sent"]] == [seq]


def test_who_takes_a_seat_keeps_the_line(tmp_path: Path) -> None:
    from pbem.campaign.inbox.recovery import open_campaign
    from pbem.campaign.outbox.people import replace_opponent
    from pbem.store.home import Home

    duel = wired(begin_duel(tmp_path), "automatic: yes\n")
    campaign = open_campaign(duel.anna.place, Home(duel.anna.home), None, write=True)
    with campaign.folder:
        replace_opponent(campaign, {"name": "Carl", "mail": "carl@example.test"})
    text = (duel.anna.place / "campaign.yaml").read_text(encoding="utf-8")
    assert "Carl" in text and "automatic: " in text and "yes" in text
