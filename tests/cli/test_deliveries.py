"""`pbem receive` on what mail programs leave: mailboxes, folders, mails in any order, attachments, winmail.dat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, assert_two_lines, fresh_player
from tests.cli.test_import import FORMS, as_maildir, as_mbox
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


@pytest.mark.parametrize("form", range(len(FORMS)), ids=[form.__name__ for form in FORMS])
def test_mails_of_every_form_in_any_order(behind: tuple[Player, list[str]], form: int) -> None:
    carla, texts = behind
    names = []
    for seq in (4, 2, 5, 3):
        names.append(f"mail-{seq}.eml")
        (carla.place / names[-1]).write_bytes(FORMS[form](CHANGES[seq](texts[seq])).as_bytes())
    told = carla.good("receive", "--campaign", "game", *names, "--json").json
    assert accepted(told) == [2, 3, 4, 5] and told["passed_over"] == []


def test_a_mailbox_and_a_folder_say_what_they_passed_over(behind: tuple[Player, list[str]]) -> None:
    carla, texts = behind
    as_mbox(carla.place / "inbox", texts[2:4])
    told = carla.good("receive", "--campaign", "game", "inbox", "--json").json
    assert accepted(told) == [2, 3]
    assert told["passed_over"] == ["inbox: 2 mails hold nothing of pbem"]
    as_maildir(carla.place / "Maildir", texts[2:])
    said = carla.good("receive", "--campaign", "game", "Maildir", "--quiet").out
    assert "message 4 of Anna" in said and "message 5 of Bert" in said and said.count("REPLAY") == 2


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
