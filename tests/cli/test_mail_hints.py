"""Where a mail account is set up hints say `pbem mail sync`, and what went by it is not asked for again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, accepted, begin_duel, fresh_player
from tests.faults.mailroom import Mailroom, at_work, settings
from tests.installed import installed

ANNA, BERT = "anna@example.test", "bert@example.test"


@pytest.fixture
def room() -> Iterator[Mailroom]:
    with at_work(Mailroom()) as opened:
        yield opened


def people(player: Player, opponent: str) -> None:
    (player.place / "campaign.yaml").write_text(
        f"you: {{name: Me, mail: ''}}\nopponent: {{name: Him, mail: '{opponent}'}}\n", encoding="utf-8"
    )


@pytest.fixture
def wired(tmp_path: Path, room: Mailroom) -> Duel:
    """A campaign in which message 2 is Anna's; she has mail set up, and Bert not."""
    duel = begin_duel(tmp_path)
    settings(duel.anna, ANNA)
    people(duel.anna, BERT)
    return duel


@pytest.fixture
def veiled(tmp_path: Path) -> Iterator[Duel]:
    """A campaign of the toy game with hidden forces; message 2 is Anna's."""
    with installed(tmp_path / "dist", "veiled"):
        anna = fresh_player(tmp_path, "anna")
        begin = ("new", "--ruleset", "veiled", "--scenario", "skirmish", "--side", "red", "--name", "Anna")
        anna.good(*begin, "--no-passphrase", "--folder", "game")
        yield accepted(anna, fresh_player(tmp_path, "bert"))


def signed(duel: Duel) -> str:
    duel.anna.good("orders", "--fresh")
    return duel.anna.good("submit", "--yes", "--empty").out


def test_hints_name_sync_where_mail_is_set_up(wired: Duel, room: Mailroom) -> None:
    anna = wired.anna
    assert anna.good("status", "--json").json["commands"] == [
        "pbem orders",
        "pbem check",
        "pbem submit",
        "pbem mail sync",
    ]
    assert f"Next: pbem mail sync, which sends it to {BERT}" in signed(wired)
    before = anna.good("status", "--json").json
    assert before["commands"] == ["pbem mail sync"] and "not sent yet" in before["mailed"]
    anna.good("mail", "sync")
    after = anna.good("status", "--json").json
    assert after["commands"] == ["pbem mail sync"] and f"message 2 was sent to {BERT}" in after["mailed"]
    assert "outbox" not in anna.good("status").out and "--again" in anna.good("status").out
    assert wired.bert.good("status", "--json").json["mailed"] == ""


def test_without_his_address_it_is_mailed_by_hand(wired: Duel) -> None:
    people(wired.anna, "")
    assert "send it to your opponent" in signed(wired)
    assert wired.anna.good("status", "--json").json["commands"][0] == "mail outbox/0002-a.eml"


def test_invitation_and_acceptance_name_sync(tmp_path: Path) -> None:
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    for one, address in ((anna, ANNA), (bert, BERT)):
        one.home.mkdir()
        settings(one, address)
    begin = ("new", "--scenario", "jena-auerstadt", "--side", "french", "--name", "Anna", "--no-passphrase")
    said = anna.good(*begin, "--opponent", f"Bert <{BERT}>", "--folder", "game")
    assert f"Next: pbem mail sync, which sends it to {BERT}" in said.out and "receive" not in said.out
    accept = ("join", anna.place / "game/outbox/0000-a.yaml", "--name", "Bert", "--no-passphrase", "--yes")
    said = bert.good(*accept, "--opponent", f"Anna <{ANNA}>", "--folder", "game")
    assert "Next: pbem mail sync, which sends it" in said.out and "receive" not in said.out


def test_resend_has_sync_send_once_more_and_no_more(wired: Duel, room: Mailroom) -> None:
    signed(wired)
    wired.anna.good("mail", "sync")
    said = wired.anna.good("submit", "--resend")
    assert "Next: pbem mail sync, which sends it once more" in said.out
    assert "sends it once more" in wired.anna.good("status", "--json").json["mailed"]
    for _ in range(2):
        wired.anna.good("mail", "sync")
    assert len(room.sent) == 2 and len(set(room.sent)) == 1


def test_resend_of_a_message_that_was_answered_goes_too(wired: Duel, room: Mailroom) -> None:
    signed(wired)
    wired.anna.good("mail", "sync")
    wired.bert.good("receive", wired.mail(wired.anna, 2), "--quiet")
    wired.turn(3)
    wired.anna.good("submit", "--resend")
    assert wired.anna.good("mail", "sync", "--dry-run", "--json").json["sent"][0]["message"] == 2
    for _ in range(2):
        wired.anna.good("mail", "sync")
    assert len(room.sent) == 2 and len(set(room.sent)) == 1
    wired.anna.good("mail", "sync", "--again", ".")
    assert len(room.sent) == 3
    signed(wired)
    wired.anna.good("mail", "sync")
    assert b"#4]" in room.sent[-1][2] and len(room.sent) == 4


def test_a_resend_that_a_newer_message_overtook_is_forgotten(wired: Duel, room: Mailroom) -> None:
    signed(wired)
    wired.anna.good("submit", "--resend")
    wired.bert.good("receive", wired.mail(wired.anna, 2), "--quiet")
    wired.turn(3)
    signed(wired)
    for _ in range(2):
        wired.anna.good("mail", "sync")
    assert len(room.sent) == 1 and b"#4]" in room.sent[0][2]


@pytest.mark.slow
def test_a_question_that_is_answered_is_not_asked_again(veiled: Duel) -> None:
    """In the toy game the night is asked about under seal."""
    for seq in range(2, 60):
        sender, receiver = (veiled.anna, veiled.bert) if seq % 2 == 0 else (veiled.bert, veiled.anna)
        status = sender.good("status", "--json").json
        if status["due"] in ("orders", "answer"):
            sender.good("orders", "--fresh")
        sender.good("submit", "--yes")
        if status["asked"]:
            assert status["asked"].startswith("The turn stopped to ask you")
            assert sender.good("status", "--json").json["asked"] == "", "it is answered"
            return
        receiver.good("receive", veiled.mail(sender, seq), "--quiet")
    pytest.fail("nobody was asked")
