"""Copies of what is sent: one of each mail in the folder for them, and never a second mail for want of one."""

from __future__ import annotations

from typing import BinaryIO

import pytest

from pbem.mail.filing import Filing
from pbem.mailservice import mailsending
from tests.mailservice.people import Correspondent, invites, sent
from tests.mailservice.servers import PostOffice
from tests.mailservice.tiny import TinyImap, opened


def filed(office: PostOffice, address: str, folder: str) -> list[bytes]:
    at = office.maildir(address) / f".{folder}"
    return [path.read_bytes() for path in sorted(at.glob("*/*,*")) + sorted(at.glob("new/*"))]


@pytest.mark.parametrize("folder", ["auto", "Gesendet"])
def test_a_copy_of_what_is_sent(anna: Correspondent, bert: Correspondent, office: PostOffice, folder: str) -> None:
    anna.settings(sent=folder)
    invites(anna, f"Bert <{bert.address}>")
    assert anna.sync()["notices"] == []
    (copy,) = filed(office, anna.address, "Gesendet")
    assert copy.replace(b"\r\n", b"\n") == office.log[0][2].replace(b"\r\n", b"\n")
    (name,) = [path.name for path in (office.maildir(anna.address) / ".Gesendet").glob("*/*,*") if ":2," in path.name]
    assert "S" in name.partition(":2,")[2], "it counts as read"
    # The same mail once more is no other copy.
    assert sent(anna.sync("--again", str(anna.game.place))) == [0]
    assert len(office.log) == 2 and len(filed(office, anna.address, "Gesendet")) == 1
    assert list((anna.player.home / "mail/copies").iterdir()) == []


def test_no_copies_where_nobody_wants_any(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    invites(anna, f"Bert <{bert.address}>")
    anna.sync()
    assert filed(office, anna.address, "Gesendet") == [] and not (anna.player.home / "mail/copies").exists()


def test_a_copy_that_cannot_be_filed_is_a_word_and_no_second_mail(
    anna: Correspondent, bert: Correspondent, office: PostOffice
) -> None:
    full = [True]

    def trouble(line: str, out: BinaryIO) -> bool:
        if not line.startswith("APPEND") or not full[0]:
            return False
        out.write(b"%s NO [OVERQUOTA] Quota exceeded \x07(mailbox for user is full)\r\n" % tiny.tags[-1])
        out.flush()
        return True

    with opened(TinyImap(trouble=trouble)) as tiny:
        anna.settings(imap_port=str(tiny.port), imap_security="plain", sent="auto")
        invites(anna, f"Bert <{bert.address}>")
        said = anna.tries()
        assert said.status == 0 and sent(said.json) == [0]
        (notice,) = said.json["notices"]
        assert "not filed" in notice and "[OVERQUOTA] Quota exceeded (mailbox" in notice
        assert "not filed" in anna.sync()["notices"][0] and len(office.log) == 1
        full[0] = False
        told = anna.sync()
        assert told["notices"] == [] and told["sent"] == [] and len(office.log) == 1
    assert [folder for folder, _ in tiny.filed] == ['"Sent items"'] and tiny.filed[0][1] == office.log[0][2]


def test_copies_have_a_place_or_are_a_word(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    anna.settings(sent="Nowhere")
    assert anna.player("mail", "check").status == 2
    invites(anna, f"Bert <{bert.address}>")
    told = anna.sync()
    assert sent(told) == [0] and "does not open the folder Nowhere" in told["notices"][0]
    anna.settings(sent="auto")
    assert anna.sync()["notices"] == [] and len(filed(office, anna.address, "Gesendet")) == 1


def test_a_server_that_marks_no_folder(anna: Correspondent, bert: Correspondent) -> None:
    def trouble(line: str, out: BinaryIO) -> bool:
        if not line.startswith("LIST"):
            return False
        out.write(b'* LIST (\\HasNoChildren) "/" Sent\r\n* LIST () NIL {5}\r\nOther\r\n%s OK done\r\n' % tiny.tags[-1])
        out.flush()
        return True

    with opened(TinyImap(trouble=trouble)) as tiny:
        anna.settings(imap_port=str(tiny.port), imap_security="plain", sent="auto")
        said = anna.player("mail", "check", "--json")
        assert said.json["error"]["code"] == "MAIL_FOLDER" and "marks no folder" in said.json["error"]["what"]


@pytest.mark.parametrize(
    ("listed", "named"),
    [
        (b'* LIST (\\Sent) "/" Sent\r\n', b'"Sent"'),
        (b'* LIST (\\HasNoChildren \\SENT) "\\\\" "Out \\"box"\r\n', b'"Out \\"box"'),
        (b'* LIST (\\Sent) NIL {8}\r\nOut "box\r\n', b'"Out \\"box"'),
        (b'* LIST () "/" Sent\r\n* LIST (\\Sent) "/" &AMQ-\r\n', b'"&AMQ-"'),
    ],
)
def test_the_folder_of_sent_mails(listed: bytes, named: bytes) -> None:
    def trouble(line: str, out: BinaryIO) -> bool:
        if line.startswith("LIST"):
            out.write(listed + b"%s OK done\r\n" % tiny.tags[-1])
            out.flush()
        return line.startswith("LIST")

    with opened(TinyImap(trouble=trouble)) as tiny:
        filing = Filing(tiny.account(sent="auto"), "p")
        assert filing.put("<a@b>", b"Message-ID: <a@b>\n\nhi\n")
        assert not filing.put("<a@b>", b"Message-ID: <a@b>\n\nhi\n")
        filing.close()
    assert tiny.filed == [(named.decode(), b"Message-ID: <a@b>\r\n\r\nhi\r\n")]


def test_a_copy_outlives_what_stops_the_program(
    anna: Correspondent, bert: Correspondent, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*args: object) -> None:
        raise Killed

    anna.settings(sent="auto")
    invites(anna, f"Bert <{bert.address}>")
    with monkeypatch.context() as patch:
        patch.setattr(mailsending, "Filing", die)
        with pytest.raises(Killed):
            anna.player("mail", "sync")
    assert filed(office, anna.address, "Gesendet") == []
    assert anna.sync()["sent"] == [] and len(filed(office, anna.address, "Gesendet")) == 1 and len(office.log) == 1
