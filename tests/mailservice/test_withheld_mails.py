"""Mails that a server does not hand out, answers that never end, and what comes in between two questions."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from pbem.campaign.inbox.mailstate import StateFile, mark_of
from pbem.club import clubhouse
from pbem.errors import Problem
from pbem.local.practice import local_person
from pbem.mail import imap
from pbem.mail.fetching import MOST_BREAKS, MOST_REFUSALS, WITHHELD, Fetched, Mark, new_uids, portions
from pbem.mail.imap import Mailbox
from pbem.mail.network import PASSING
from pbem.mail.passwords import Wallet
from pbem.mailservice import mailloop
from pbem.mailservice.maildelivery import Delivery
from pbem.mailservice.mailing import MailOptions, MailService, Synced
from pbem.mailservice.mailsettings import account_of, read_account
from pbem.store.home import Home
from tests.mailservice.clubs import Club, writes
from tests.mailservice.people import Correspondent, begin, correspondent
from tests.mailservice.servers import PASSWORD, PostOffice
from tests.mailservice.tiny import HungUp, TinyImap, opened
from tests.places import DOCS

Trouble = Callable[[str, BinaryIO], bool]


def letters(count: int) -> list[bytes]:
    return [f"From: a@example.test\r\nSubject: {number}\r\n\r\nhello\r\n".encode() for number in range(count)]


def fetches(tiny: TinyImap, uid: int) -> int:
    return tiny.said.count(f"UID FETCH {uid} (UID BODY.PEEK[])")


def withholding(tiny: TinyImap, uids: set[int], words: str = "NO [SERVERBUG] cannot fetch message") -> Trouble:
    """A server with damage in some mails of a folder."""

    def trouble(line: str, out: BinaryIO) -> bool:
        if not (line.startswith("UID FETCH") and "BODY" in line and int(line.split()[2]) in uids):
            return False
        out.write(b"%s %s\r\n" % (tiny.tags[-1], words.encode()))
        out.flush()
        return True

    return trouble


# -- one mail that does not come -------------------------------------------------------


def test_a_withheld_mail_keeps_no_other_out(anna: Correspondent) -> None:
    """The others come at once; it is asked for again each time, in programs of their own, and then no more."""
    with opened(TinyImap(letters(5))) as tiny:
        tiny.trouble = withholding(tiny, {3})
        anna.settings(imap_port=str(tiny.port), imap_security="plain")
        said = anna.tries()
        assert (said.status, said.json["error"]["code"]) == (2, WITHHELD) and WITHHELD in PASSING
        assert "[SERVERBUG] cannot fetch" in said.json["error"]["what"] and said.json["passed_over"] == {"personal": 4}
        for tries in range(2, MOST_REFUSALS + 1):
            tiny.mails += letters(tries % 2)
            said = anna.tries()
            assert said.json["passed_over"].get("personal", 0) == tries % 2 and fetches(tiny, 3) == tries
        (notice,) = said.json["notices"]
        assert f"mail 3 was asked for {MOST_REFUSALS} times and is passed over" in notice and "SERVERBUG" in notice
        told = anna.sync()
        assert told["notices"] == [] and fetches(tiny, 3) == MOST_REFUSALS and fetches(tiny, 5) == 1


def test_a_withheld_mail_that_comes_in_the_end(anna: Correspondent) -> None:
    with opened(TinyImap(letters(3))) as tiny:
        tiny.trouble = withholding(tiny, {1, 2})
        anna.settings(imap_port=str(tiny.port), imap_security="plain")
        assert anna.tries().json["passed_over"] == {"personal": 1}
        tiny.trouble = withholding(tiny, {2})
        assert anna.tries().json["passed_over"] == {"personal": 1}
        tiny.trouble = withholding(tiny, set())
        assert anna.sync()["passed_over"] == {"personal": 1} and anna.sync()["passed_over"] == {}
    assert [fetches(tiny, uid) for uid in (1, 2, 3)] == [2, 3, 1]


def test_a_server_that_withholds_all_is_given_more_time(anna: Correspondent) -> None:
    """Then it is the server, and no mail of it is given up as fast."""
    with opened(TinyImap(letters(2))) as tiny:
        tiny.trouble = withholding(tiny, {1, 2})
        anna.settings(imap_port=str(tiny.port), imap_security="plain")
        for _ in range(MOST_REFUSALS + 1):
            said = anna.tries()
            assert said.status == 2 and said.json["notices"] == []
        tiny.trouble = withholding(tiny, set())
        assert anna.sync()["passed_over"] == {"personal": 2}


def test_what_a_server_cannot_do_just_now_is_no_fault_of_a_mail() -> None:
    with opened(TinyImap(letters(2))) as tiny:
        tiny.trouble = withholding(tiny, {1}, "NO [UNAVAILABLE] Internal error, try again")
        box = Mailbox(tiny.account(), "p")
        with pytest.raises(Problem) as raised:
            box.mail(1)
        assert raised.value.code == "MAIL_SERVER"
        tiny.trouble = withholding(tiny, {1}, "BAD what?")
        with pytest.raises(Problem) as raised:
            box.mail(1)
        assert raised.value.code == WITHHELD and "what?" in raised.value.what
        box.close()


def test_a_mail_at_which_the_connection_breaks_each_time(anna: Correspondent) -> None:
    def trouble(line: str, out: BinaryIO) -> bool:
        if line.startswith("UID FETCH 1 ") and "BODY" in line:
            raise HungUp
        return False

    with opened(TinyImap(letters(3), trouble=trouble)) as tiny:
        anna.settings(imap_port=str(tiny.port), imap_security="plain")
        assert anna.tries().json["error"]["code"] == "MAIL_LOST"
        said = anna.tries()
        assert said.json["error"]["code"] == "MAIL_LOST" and said.json["passed_over"] == {"personal": 2}


@pytest.mark.slow
def test_what_waits_is_tried_again_after_a_break(
    anna: Correspondent, office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message that it waits for may have come just before; in the next go there is none that is new."""
    bert = correspondent(office, tmp_path, "Bert")
    begin(anna, bert)
    anna.turn()
    anna.sync()
    office.deliver(bert.address, letters(1)[0])
    home, tried, real = Home(bert.player.home), [], Mailbox.mail

    def mail(self: Mailbox, uid: int) -> bytes | None:
        if uid == 3:
            raise Problem("MAIL_LOST", "broke")
        return real(self, uid)

    monkeypatch.setattr(Delivery, "try_again", lambda self, taken: tried.append(taken))
    files = StateFile.of(home)
    with files.lock():
        service = MailService(home, local_person(home), read_account(home), files, Wallet())
        with monkeypatch.context() as patch:
            patch.setattr(Mailbox, "mail", mail)
            assert service.sync(MailOptions(send=False)).taken.accepted == 1
        tried.clear()
        assert service.sync(MailOptions(send=False)).problems == [] and len(tried) == 1
        tried.clear()
        assert service.sync(MailOptions(send=False)).problems == [] and tried == []


def test_how_often_a_mail_is_asked_for() -> None:
    lost, withheld = (Problem(code, "it does not come") for code in ("MAIL_LOST", WITHHELD))

    def tries(failed: Problem, *, others: bool) -> int:
        mark = Mark(7, 9)
        for number in range(1, 100):
            if mark.take(7, [Fetched(10, 0, None, failed)], others=others):
                assert mark == Mark(7, 10)
                return number
            assert mark in (Mark(7, 10, {10: number}), Mark(7, 10, {}, {10: number}))
        return 0

    assert tries(withheld, others=True) == MOST_REFUSALS
    assert tries(withheld, others=False) == tries(lost, others=True) == MOST_BREAKS
    # What is known to be damage of one mail stays so when nothing else comes in.
    mark = Mark(7, 10, {}, {10: 2})
    assert mark.take(7, [Fetched(10, 0, None, withheld)]) == [] and mark == Mark(7, 10, {}, {10: 3})
    assert mark.take(7, [Fetched(10, 0, None, lost)]) == [] and mark == Mark(7, 10, {10: 4})
    assert mark_of(json.loads(json.dumps(asdict(Mark(7, 10, {3: 1}, {4: 2}))))) == Mark(7, 10, {3: 1}, {4: 2})
    assert mark_of({"last": 1, "owed": {"x": 1, "9" * 5000: 1, "5": "y"}, "damaged": 3}) == Mark(0, 1, {5: 0})
    mark = Mark(7, 10, {4: 2})
    assert mark.take(7, [Fetched(4, 1, b"x")]) == [] and mark == Mark(7, 10)
    mark = Mark(7, 10, {4: 2})
    mark.take(8, [Fetched(3, 1, b"x")])
    assert mark == Mark(8, 3)


def test_what_the_guide_says_of_it() -> None:
    guide = " ".join((DOCS / "mail.md").read_text(encoding="utf-8").split())
    assert f"refused {MOST_REFUSALS} times, others having come, or did not come {MOST_BREAKS} times" in guide
    assert f"kept in `evidence/`, {clubhouse._MOST_EVIDENCE} of them at most" in guide


def test_a_whole_portion_that_is_withheld_ends_the_go() -> None:
    class Damaged:
        validity = 7

        def __init__(self) -> None:
            self.asked: list[int] = []

        def newer(self, last: int, since: date | None = None) -> list[int]:
            return []

        def newest(self) -> int:
            return 0

        def sizes(self, uids: list[int]) -> dict[int, int]:
            return {}

        def mail(self, uid: int) -> bytes | None:
            self.asked.append(uid)
            raise Problem(WITHHELD, "no")

    damaged = Damaged()
    with pytest.raises(Problem, match="no"):
        list(portions(damaged, list(range(1, 1000)), lambda done, total: None))
    assert len(damaged.asked) == 100


def test_a_club_passes_it_over_too_and_minds_its_clocks(
    club: Club, pair: tuple[Correspondent, Correspondent], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = pair
    minded: list[int] = []
    real_mail, real_clocks = Mailbox.mail, type(club.house())._mind_clocks

    def mail(self: Mailbox, uid: int) -> bytes | None:
        if uid == 1:
            raise Problem(WITHHELD, "[SERVERBUG]")
        return real_mail(self, uid)

    def clocks(self: Any, *more: Any) -> None:
        minded.append(1)
        real_clocks(self, *more)

    monkeypatch.setattr(Mailbox, "mail", mail)
    monkeypatch.setattr("pbem.club.clubhouse.Clubhouse._mind_clocks", clocks)
    writes(anna, club.address, "STATUS")
    for number in range(MOST_REFUSALS):
        writes(bert, club.address, "STATUS", Message_ID=f"<{number}@example.test>")
        done = club.house().go()
        assert [one.code for one in done.problems] == [WITHHELD] and len(minded) == number + 1
    assert any("mail 1 was asked for" in one and "passed over" in one for one in done.events)
    assert club.go().problems == [] and club.state()["mark"]["owed"] == {}


# -- between two goes, and two questions ------------------------------------------------


def test_mails_that_are_left_are_no_reason_for_haste_while_all_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []
    monkeypatch.setattr(mailloop, "rest", naps.append)
    goes = iter([*[Synced(problems=[Problem("MAIL_LOST", "broke")], left=400)] * 3, Synced(left=400), Synced()])
    for _ in islice(mailloop.repeat(lambda: next(goes), 120), 5):
        pass
    assert naps == [120, 240, 480, 0]


def test_a_mail_that_comes_while_a_new_folder_is_looked_at() -> None:
    class Busy:
        """Each question is followed by a mail that comes in."""

        validity = 7
        last = 0

        def newer(self, last: int, since: date | None = None) -> list[int]:
            found = list(range(last + 1, self.last + 1)) if since is None else []
            self.last += 1
            return found

        def newest(self) -> int:
            self.last += 1
            return self.last - 1

        def sizes(self, uids: list[int]) -> dict[int, int]:
            return {}

        def mail(self, uid: int) -> bytes | None:
            return b""

    folder, mark = Busy(), Mark()
    assert new_uids(folder, mark, date(2026, 1, 1), 10) == ([], 0) and mark == Mark(7, 0)
    assert new_uids(folder, mark, date(2026, 1, 1), 10) == ([1, 2], 0)


def test_the_newest_of_an_old_folder(anna: Correspondent, office: PostOffice) -> None:
    """Nothing of the last month: what is older stays unread, what comes now does not."""
    with opened(TinyImap(letters(3))) as tiny:
        anna.settings(imap_port=str(tiny.port), imap_security="plain")

        def trouble(line: str, out: BinaryIO) -> bool:
            if "SINCE" not in line:
                return False
            out.write(b"* SEARCH\r\n%s OK done\r\n" % tiny.tags[-1])
            out.flush()
            return True

        tiny.trouble = trouble
        assert anna.sync()["passed_over"] == {} and "UID SEARCH UID *" in tiny.said
        tiny.mails += letters(1)
        assert anna.sync()["passed_over"] == {"personal": 1}
    account = account_of(office.settings(anna.address).encode(), Path("/mail.yaml"))
    for count in range(3):
        box = Mailbox(account, PASSWORD)
        assert box.newest() == count
        box.close()
        office.deliver(anna.address, letters(1)[0])


# -- answers without end ----------------------------------------------------------------


def saying(tiny: TinyImap, begin: str, *lines: bytes) -> Trouble:
    def trouble(line: str, out: BinaryIO) -> bool:
        if not line.startswith(begin):
            return False
        for said in lines:
            out.write(said)
        out.write(b"%s OK done\r\n" % tiny.tags[-1])
        out.flush()
        return True

    return trouble


@pytest.mark.parametrize("digits", [11, 5000])
def test_numbers_without_end(digits: int) -> None:
    number = b"9" * digits
    with opened(TinyImap(letters(2))) as tiny:
        tiny.trouble = saying(tiny, "EXAMINE", b"* OK [UIDVALIDITY %s] go\r\n" % number)
        with pytest.raises(Problem, match="no lasting numbers"):
            Mailbox(tiny.account(), "p")
        tiny.trouble = saying(tiny, "UID SEARCH", b"* SEARCH 2 %s x \xb2\r\n" % number)
        box = Mailbox(tiny.account(), "p")
        assert box.newer(0) == [2] and box.newest() == 2
        box.close()


@pytest.mark.parametrize(
    ("begin", "lines"),
    [
        ("UID SEARCH", [b"* 1 EXISTS\r\n"] * 60),
        ("UID SEARCH", [b"* SEARCH" + b" 1" * 450 + b"\r\n"] * 30),
        ("UID FETCH", [b"* 1 FETCH (UID 9 BODY[] {900}\r\n" + b"x" * 900 + b")\r\n"] * 30),
    ],
)
def test_answers_without_end(monkeypatch: pytest.MonkeyPatch, begin: str, lines: list[bytes]) -> None:
    monkeypatch.setattr(imap, "MOST_BYTES", 20_000)
    monkeypatch.setattr(imap, "MOST_LINES", 50)
    with opened(TinyImap(letters(2))) as tiny:
        box = Mailbox(tiny.account(), "p")
        tiny.trouble = saying(tiny, begin, *lines[:15])
        for _ in range(4):
            box.newer(0)
            box.mail(1)
            # What it says unasked is held no longer than until the next question.
            assert sum(map(len, box._link.untagged_responses.values())) <= 15
        tiny.trouble = saying(tiny, begin, *lines)
        with pytest.raises(Problem, match="more than can be read") as raised:
            box.newer(0)
            box.mail(1)
        assert raised.value.code == "MAIL_LOST"


def test_questions_without_end() -> None:
    def trouble(line: str, out: BinaryIO) -> bool:
        if line.startswith("AUTHENTICATE"):
            out.write(b"+ \r\n" * 50)
            out.flush()
        # What comes back is a line in base 64, and no command.
        return not line or line.startswith("AUTHENTICATE")

    with opened(TinyImap(trouble=trouble)) as tiny, pytest.raises(Problem) as raised:
        Mailbox(tiny.account(), "p")
    assert "again and again" in raised.value.what and raised.value.code in PASSING
