"""The mails that commands lay out: a whole loop played with them alone, their fields, and what they are made of."""

from __future__ import annotations

import email
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.campaign.outbox import mail_draft
from tests.cli.players import Duel, Player, begun, fresh_player

ANNA, BERT = "Anna <anna@example.org>", "Bert <bert@example.org>"


def mail(player: Player, seq: int) -> Path:
    return next((player.place / "outbox").glob(f"{seq:04d}-?.eml"))


def opened(path: Path) -> EmailMessage:
    """The mail as a mail program reads it."""
    return email.message_from_bytes(path.read_bytes(), policy=default)  # type: ignore[return-value]


@pytest.fixture
def pair(tmp_path: Path) -> Duel:
    """A campaign of two people who know each other's address; every step was a mail."""
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    for player, me, other in ((anna, ANNA, BERT), (bert, BERT, ANNA)):
        name, _, address = me.removesuffix(">").partition(" <")
        who = ("--name", name, "--mail", address, "--opponent", other, "--no-passphrase", "--folder", "game")
        if player is anna:
            player.good("new", "--scenario", "jena-auerstadt", "--side", "french", *who)
        else:
            player.good("join", mail(anna.within("game"), 0), "--yes", *who)
    anna.good("receive", mail(bert.within("game"), 1), "--quiet")
    return Duel(anna.within("game"), bert.within("game"))


def turn(duel: Duel, seq: int) -> EmailMessage:
    """Message `seq`, mailed as its draft says."""
    sender, receiver = (duel.anna, duel.bert) if seq % 2 == 0 else (duel.bert, duel.anna)
    sender.good("orders", "--fresh")
    told = sender.good("submit", "--yes", "--empty", "--json").json
    assert Path(told["mail"]) == mail(sender, seq)
    receiver.good("receive", told["mail"], "--quiet")
    return opened(mail(sender, seq))


@pytest.mark.slow
def test_a_game_by_its_drafts_alone_holds_one_thread(pair: Duel) -> None:
    sent = [opened(mail((pair.anna, pair.bert)[seq % 2], seq)) for seq in (0, 1)]
    sent += [turn(pair, seq) for seq in range(2, 6)]
    ids = [letter["Message-ID"] for letter in sent]
    assert len(set(ids)) == len(ids)
    for seq, letter in enumerate(sent):
        assert (letter["From"], letter["To"]) == ((ANNA, BERT), (BERT, ANNA))[seq % 2]
        assert letter["In-Reply-To"] == (ids[seq - 1] if seq else None)
        assert (letter["References"] or "").split() == ids[:seq]
        assert letter["X-Unsent"] == "1" and letter["Date"].datetime.year >= 2026
        (file,) = letter.iter_attachments()
        assert file.get_filename() == f"{seq:04d}-{'ab'[seq % 2]}.yaml"
        assert "".join(file.get_content().split()) in "".join(letter.get_body(("plain",)).get_content().split())
    game = pair.anna.good("status", "--json").json["game"][:12]
    assert sent[2]["Subject"] == f"[pbem {game} #2] Game-Turn 1, French player turn (night)"
    assert "pbem report" in sent[3].get_body(("plain",)).get_content()


def test_the_thread_follows_the_id_that_a_mail_program_has_given(pair: Duel) -> None:
    pair.anna.good("orders", "--fresh")
    pair.anna.good("submit", "--yes", "--empty")
    letter = opened(mail(pair.anna, 2))
    ours = str(letter["Message-ID"])
    letter.replace_header("Message-ID", "<A.B-c@mail.example.org>")
    (pair.bert.place.parent / "in.eml").write_bytes(letter.as_bytes())
    pair.bert.good("receive", pair.bert.place.parent / "in.eml", "--quiet")
    pair.bert.good("orders", "--fresh")
    pair.bert.good("submit", "--yes", "--empty")
    answer = opened(mail(pair.bert, 3))
    assert answer["In-Reply-To"] == "<A.B-c@mail.example.org>"
    assert answer["References"].split()[-2:] == [ours, "<A.B-c@mail.example.org>"]


def test_a_second_time_it_is_the_same_mail(pair: Duel) -> None:
    turn(pair, 2)
    path = mail(pair.anna, 2)
    before = path.read_bytes()
    pair.anna.good("submit", "--resend")
    assert path.read_bytes() == before
    path.unlink()
    pair.anna.good("submit", "--resend")
    assert path.read_bytes() == before
    assert len(list(path.parent.glob("0002-*"))) == 2


def test_a_long_turn_is_attached_only(pair: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_draft, "INLINE_LIMIT", 500)
    letter = turn(pair, 2)
    assert "BEGIN PBEM TURN" not in letter.get_body(("plain",)).get_content()
    assert "BEGIN PBEM TURN" in next(letter.iter_attachments()).get_content()


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("", None),
        ("you: [", None),
        ('opponent: {name: Bert, mail: "bert at home"}', None),
        (
            'opponent: {name: "B, Bcc: eve@example.org", mail: bert@example.org}',
            '"B, Bcc: eve@example.org" <bert@example.org>',
        ),
        ('opponent: {name: Bert, mail: "bert@example.org\\nBcc: eve@example.org"}', None),
        ("opponent: {name: Bérénice, mail: b@example.org}", "Bérénice <b@example.org>"),
    ],
)
def test_addresses_that_cannot_be_written_are_left_to_the_mail_program(pair: Duel, text: str, to: str | None) -> None:
    (pair.anna.place / "campaign.yaml").write_text(text, encoding="utf-8")
    letter = turn(pair, 2)
    assert letter["To"] == to and letter["From"] is None and letter["Bcc"] is None


def test_it_is_opened_on_demand_only(pair: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    launched: list[str] = []
    monkeypatch.setattr("pbem.cli.pages.hand_over", lambda path: launched.append(str(path)) or True)
    turn(pair, 2)
    assert launched == []
    pair.anna.good("submit", "--resend", "--open")
    assert launched == [str(mail(pair.anna, 2))]


def test_the_practice_opponent_gets_no_mail(anna: Player) -> None:
    anna.good("practice", "--scenario", "jena-auerstadt", "--side", "french", "--no-passphrase", "--folder", "p")
    at = anna.within("p")
    at.good("orders")
    assert at.good("submit", "--yes", "--empty", "--json").json["mail"] == ""
    assert list((at.place / "outbox").glob("*.eml")) == []


def test_an_invitation_without_any_address(anna: Player) -> None:
    begun(anna)
    letter = opened(mail(anna.within("game"), 0))
    assert letter["To"] is None and "pbem join" in letter.get_body(("plain",)).get_content()
