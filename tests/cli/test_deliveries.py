"""`pbem receive` on what mail programs leave: mailboxes, folders, mails in any order, attachments, winmail.dat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyperclip import PyperclipException

from tests.cli.players import Duel, Player, assert_two_lines, begun, fresh_player
from tests.cli.test_import import FORMS, as_maildir, as_mbox
from tests.mail.mangling import CARRIERS, CLIENTS, HABITS
from tests.mail.test_armour import CHANGES
from tests.mail.test_mailboxes import attached, plain

LAST = 5


@pytest.fixture
def behind(duel: Duel, tmp_path: Path) -> tuple[Player, list[str]]:
    """An onlooker who knows the handshake of a game, and all that was mailed in it."""
    for seq in range(2, LAST + 1):
        duel.turn(seq)
    texts = [duel.mail((duel.anna, duel.bert)[seq % 2], seq).read_text(encoding="utf-8") for seq in range(LAST + 1)]
    carla = fresh_player(tmp_path, "carla")
    for seq in (0, 1):
        (carla.place / f"{seq}.txt").write_text(texts[seq], encoding="utf-8")
    carla.good("import", "0.txt", "1.txt", "--into", "game")
    return carla, texts


def accepted(told: dict) -> list[int]:
    """Numbers of the messages that were taken in, in that order."""
    return [seq for one in told["received"] for seq in one["accepted"]]


@pytest.mark.slow
@pytest.mark.parametrize("form", range(len(FORMS)), ids=[form.__name__ for form in FORMS])
def test_mails_of_every_form_in_any_order(behind: tuple[Player, list[str]], form: int) -> None:
    carla, texts = behind
    names = []
    for seq in (4, 2, 5, 3):
        names.append(f"mail-{seq}.eml")
        (carla.place / names[-1]).write_bytes(FORMS[form](CHANGES[seq](texts[seq])).as_bytes())
    told = carla.good("receive", "--campaign", "game", *names, "--json").json
    assert accepted(told) == [2, 3, 4, 5] and told["passed_over"] == []


@pytest.mark.slow
def test_a_mailbox_and_a_folder_say_what_they_passed_over(behind: tuple[Player, list[str]]) -> None:
    carla, texts = behind
    as_mbox(carla.place / "inbox", texts[2:4])
    told = carla.good("receive", "--campaign", "game", "inbox", "--json").json
    assert accepted(told) == [2, 3]
    assert told["passed_over"] == ["inbox: 2 mails hold nothing of pbem"]
    as_maildir(carla.place / "Maildir", texts[2:])
    said = carla.good("receive", "--campaign", "game", "Maildir", "--quiet").out
    assert "message 4 of Anna" in said and "message 5 of Bert" in said and "REPLAY" not in said
    assert "2 mails brought what was here already: messages 2, 3\n" in said


@pytest.mark.slow
def test_an_answer_that_quotes_the_thread(behind: tuple[Player, list[str]]) -> None:
    carla, texts = behind
    quoted = "".join(f"> {line}\n" for line in "\n".join(texts[2:4]).split("\n"))
    (carla.place / "answer.eml").write_bytes(plain(f"{texts[4]}\n\nOn Monday Bert wrote:\n{quoted}").as_bytes())
    assert accepted(carla.good("receive", "--campaign", "game", "answer.eml", "--json").json) == [2, 3, 4]


def test_one_mail_that_cannot_be_read_keeps_no_other_out(behind: tuple[Player, list[str]]) -> None:
    carla, texts = behind
    (carla.place / "2.eml").write_bytes(attached(texts[2]).as_bytes())
    (carla.place / "other.txt").write_text("Dear Carla\n", encoding="utf-8")
    said = carla("receive", "--campaign", "game", "other.txt", "2.eml", "--json")
    assert said.status == 2 and accepted(said.json) == [2]
    assert (said.json["error"]["code"], said.json["error"]["where"]) == ("NO_TURN", "other.txt")


def test_winmail_is_explained(behind: tuple[Player, list[str]]) -> None:
    carla, _ = behind
    mail = plain("See the attachment.\n")
    mail.add_attachment(
        b"\x78\x9f\x3e\x22" + bytes(99), maintype="application", subtype="ms-tnef", filename="winmail.dat"
    )
    (carla.place / "outlook.eml").write_bytes(mail.as_bytes())
    (carla.place / "winmail.dat").write_bytes(b"\x78\x9f\x3e\x22" + bytes(99))
    for name in ("outlook.eml", "winmail.dat"):
        said = carla("receive", "--campaign", "game", name)
        assert said.status == 2 and "Rich Text" in said.err and "winmail.dat" in said.err
        assert_two_lines(said)


def test_an_empty_folder(behind: tuple[Player, list[str]]) -> None:
    carla, _ = behind
    (carla.place / "nothing").mkdir()
    assert_two_lines(carla("receive", "--campaign", "game", "nothing"))


@pytest.mark.slow
def test_the_clipboard(behind: tuple[Player, list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    carla, texts = behind
    monkeypatch.setattr("pyperclip.paste", lambda: f"Anna wrote:\r\n{texts[2]}")
    told = carla.good("receive", "--campaign", "game", "--clipboard", "--json").json
    assert accepted(told) == [2] and [one["file"] for one in told["received"]] == ["clipboard"]
    (carla.place / "3.eml").write_bytes(attached(texts[3]).as_bytes())
    monkeypatch.setattr("pyperclip.paste", lambda: texts[4])
    assert accepted(carla.good("receive", "--campaign", "game", "--clipboard", "3.eml", "--json").json) == [3, 4]


def no_clipboard() -> str:
    raise PyperclipException("there is no copy/paste mechanism")


@pytest.mark.parametrize(
    ("paste", "code"),
    [
        (no_clipboard, "NO_CLIPBOARD"),
        (lambda: " \n", "CLIPBOARD_EMPTY"),
        (lambda: "Dear Bert", "NO_TURN"),
        (lambda: "x" * (33 * 2**20), "FILE_TOO_LARGE"),
    ],
)
def test_a_clipboard_without_a_turn(
    anna: Player, monkeypatch: pytest.MonkeyPatch, paste: Callable[[], str], code: str
) -> None:
    monkeypatch.setattr("pyperclip.paste", paste)
    assert anna("receive", "--clipboard", "--json").json["error"]["code"] == code
    assert_two_lines(anna("receive", "--clipboard"))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(3))
def test_through_clients_and_carriers(behind: tuple[Player, list[str]], start: int) -> None:
    """Every message by another client, answered or forwarded in another way; all of them are taken in."""
    carla, texts = behind
    for seq in (2, 3, 4, 5):
        at = start * 4 + seq
        text = HABITS[at % len(HABITS)](texts[seq])
        mail = CARRIERS[at % len(CARRIERS)](CLIENTS[at % len(CLIENTS)](text))
        (carla.place / f"{seq}.eml").write_bytes(mail)
    told = carla.good("receive", "--campaign", "game", *(f"{seq}.eml" for seq in (3, 5, 4, 2)), "--json").json
    assert accepted(told) == [2, 3, 4, 5]
    assert all(one["notices"] == [] for one in told["received"])


def test_an_invitation_in_a_folder_is_named_with_its_file(anna: Player, tmp_path: Path) -> None:
    anna, bert = begun(anna).within("game"), fresh_player(tmp_path, "bert")
    mails = bert.place / "mails"
    mails.mkdir()
    (mails / "0000-a.eml").write_bytes((anna.place / "outbox/0000-a.eml").read_bytes())
    hint = bert("receive", "mails").err.split("\n")[1]
    assert "pbem join " in hint and hint.endswith("mails/0000-a.eml")
