"""Mails as programs write them (tests/mail/corpus): each holds the genuine turn, or is refused in clear words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.outbox.signed_file import readable_notices_alone
from pbem.mail.armour import read_blocks
from pbem.mail.turns import letters_in, turns_in
from pbem.protocol.messages import peek
from tests.cli.players import Player, fresh_player

CORPUS = Path(__file__).with_name("corpus")
GENUINE = read_blocks((CORPUS / "genuine.yaml").read_bytes())[0].envelope
# Where the turn is lost: what `pbem receive` says.
REFUSED = {
    "gmail-clipped.eml": "ARMOR_DAMAGED",
    "lines-shortened.eml": "ARMOR_DAMAGED",
    "lower-cased.eml": "ARMOR_DAMAGED",
    "list-attachment-scrubbed.eml": "NO_TURN",
    "winmail.eml": "WINMAIL",
    "pgp-encrypted.eml": "MAIL_ENCRYPTED",
    "smime-encrypted.eml": "MAIL_ENCRYPTED",
}
# The turn is whole, and the orders above it are no orders any more: a remark stands among them, or other quote marks.
UNREADABLE = {"interleaved.eml", "windows-1252-typographic.eml"}
NAMES = sorted(path.name for path in CORPUS.iterdir() if path.suffix != ".md")


@pytest.fixture
def reader(tmp_path: Path) -> Player:
    """Somebody who knows no game at all."""
    return fresh_player(tmp_path, "carla")


def test_the_corpus_is_there() -> None:
    assert len(NAMES) > 50 and set(REFUSED) | UNREADABLE < set(NAMES)
    vectors = json.loads((CORPUS.parents[1] / "vectors/trust-protocol-vectors.json").read_text(encoding="utf-8"))
    assert peek(GENUINE).id.hex() == vectors["log"][2]["id"]


@pytest.mark.parametrize("name", NAMES)
def test_each_gives_the_genuine_turn_or_none(name: str) -> None:
    data = (CORPUS / name).read_bytes()
    found = turns_in(data)
    if name in REFUSED:
        assert all(block.damage for block in found)
        assert bool(found) == (REFUSED[name] == "ARMOR_DAMAGED")
    else:
        assert [block.envelope for block in found] == [GENUINE]
        notices = readable_notices_alone(peek(GENUINE), data)
        assert [(one.code, one.seq) for one in notices] == [("READABLE_PART_DIFFERS", 2)] * (name in UNREADABLE)
        assert all("could not be read" in one.detail for one in notices)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".eml")])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_each_again_in_a_mailbox(name: str, end: bytes) -> None:
    mail = (CORPUS / name).read_bytes().replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ")
    box = b"From anna@example.org Mon Nov  3 18:02:11 2025\n" + mail + b"\n\nFrom bert@example.org Mon Nov  3\n\nHi\n"
    mails = list(letters_in(box.replace(b"\n", end)))
    assert len(mails) == 2
    found = [block.envelope for block in turns_in(mails[0]) if not block.damage]
    assert found == ([] if name in REFUSED else [GENUINE])


@pytest.mark.slow
def test_receive_says_what_it_makes_of_each(reader: Player) -> None:
    told = reader("receive", *(CORPUS / name for name in NAMES), "--json")
    codes = {Path(error["where"]).name: error["code"] for error in told.json["errors"]}
    assert codes == {name: REFUSED.get(name, "UNKNOWN_GAME") for name in NAMES}
    assert all(error["what"] and error["mend"] for error in told.json["errors"])
    assert "Traceback" not in told.err


@pytest.mark.parametrize(("name", "word"), [("winmail.eml", "Rich Text"), ("pgp-encrypted.eml", "your mail program")])
def test_what_hides_a_turn_is_told(reader: Player, name: str, word: str) -> None:
    said = reader("receive", CORPUS / name)
    assert said.status == 2 and word in said.err


def test_an_outlook_file(reader: Player) -> None:
    """A mail drawn out of Outlook: read where its streams hold the turn in one piece, else explained."""
    start = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
    text = (CORPUS / "genuine.yaml").read_text(encoding="utf-8")
    for held in (text.encode("utf-8"), text.encode("utf-16-le")):
        assert [block.envelope for block in turns_in(start + held + bytes(512))] == [GENUINE]
    (reader.place / "turn.msg").write_bytes(start + bytes(range(256)) * 20)
    said = reader("receive", "turn.msg")
    assert said.status == 2 and "Outlook's own format" in said.err


@pytest.mark.slow
def test_what_is_hopeless_in_a_mail_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many damaged parts only the first are tried by their letters; a whole turn behind them is still found."""
    tried: list[int] = []
    monkeypatch.setattr("pbem.mail.salvage.candidates", lambda text, begin, end: tried.append(len(text)) or iter(()))
    part = "--b\r\nContent-Type: text/plain\r\n\r\nBEGIN PBEM TURN\r\n" + "x y " * 50_000 + "\r\nEND PBEM TURN 0123\r\n"
    head = "From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    genuine = (CORPUS / "genuine.yaml").read_text(encoding="utf-8")
    mail = f"{head}{part * 40}--b\r\nContent-Type: text/plain\r\n\r\n{genuine}\r\n--b--\r\n"
    assert [block.envelope for block in turns_in(mail.encode())] == [GENUINE]
    assert 0 < sum(tried) < 4 * 2**20
