"""Networks and servers on a bad day: what is here is kept, what is due goes out later, and what is for good is said."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import BinaryIO

import pytest

from pbem.errors import Problem
from pbem.mail.fetching import portions
from pbem.mail.imap import Mailbox
from pbem.mail.network import PASSING
from pbem.mailservice.mailing import Synced, watch
from pbem.mailservice.mailloop import LONGEST_PAUSE, Patience
from tests.mailservice.people import Correspondent, accepted, begin, invites, sent
from tests.mailservice.servers import PostOffice
from tests.mailservice.tiny import HungUp, TinyImap, opened


def letters(count: int) -> list[bytes]:
    return [f"From: a@example.test\r\nSubject: {number}\r\n\r\nhello\r\n".encode() for number in range(count)]


def at_fetch(number: int, what: Callable[[BinaryIO], None], times: int = 1) -> Callable[[str, BinaryIO], bool]:
    """Does something at the fetch of one mail, so many times."""
    left = [times]

    def trouble(line: str, out: BinaryIO) -> bool:
        if line.startswith(f"UID FETCH {number} ") and "BODY" in line and left[0] > 0:
            left[0] -= 1
            what(out)
            return True
        return False

    return trouble


def reset(out: BinaryIO) -> None:
    out.write(b"* 3 FETCH (UID 3 BODY[] {4000}\r\nhalf a mail")
    out.flush()
    raise HungUp(reset=True)


def end(out: BinaryIO) -> None:
    out.write(b"* 3 FETCH (UID 3 BODY[] {4000}\r\nhalf a mail")
    out.flush()
    raise HungUp


def bye(out: BinaryIO) -> None:
    out.write(b"* BYE [UNAVAILABLE] going down \x1b[2J for an hour\r\n")
    out.flush()
    raise HungUp


PATIENT = 2
"""Seconds that a client waits here: where a server is meant to answer a busy machine needs time for that."""


def silence(out: BinaryIO) -> None:
    time.sleep(2 * PATIENT)


@pytest.mark.parametrize(
    ("what", "code", "words"),
    [
        (reset, "MAIL_LOST", "broke"),
        (end, "MAIL_LOST", "broke"),
        (bye, "MAIL_LOST", "broke: [UNAVAILABLE] going down [2J for an hour"),
        (silence, "MAIL_TIMEOUT", "has not answered"),
    ],
)
def test_a_connection_that_ends_in_the_middle(
    anna: Correspondent, monkeypatch: pytest.MonkeyPatch, what: Callable[[BinaryIO], None], code: str, words: str
) -> None:
    """What came before is dealt with and not fetched again: over any network one gets ahead."""
    monkeypatch.setattr("pbem.mail.imap.TIMEOUT", PATIENT)
    with opened(TinyImap(letters(5), trouble=at_fetch(3, what))) as tiny:
        anna.settings(imap_port=str(tiny.port), imap_security="plain")
        said = anna.tries()
        error = said.json["error"]
        assert (said.status, error["code"]) == (2, code) and words in error["what"], error
        assert said.json["passed_over"] == {"personal": 2} and code in PASSING
        assert anna.sync()["passed_over"] == {"personal": 3}
    fetched = [line for line in tiny.said if "BODY" in line]
    assert fetched.count("UID FETCH 2 (UID BODY.PEEK[])") == 1 and len(fetched) == 6


@pytest.mark.parametrize(
    ("greeting", "code", "words"),
    [
        ("* BYE too many connections, try again later", "MAIL_SERVER", "too many connections"),
        ("* NO", "MAIL_LOST", ""),
        ("220 mail.example.org ESMTP", "MAIL_LOST", ""),
        ("", "MAIL_LOST", ""),
        ("* OK " + "x" * 2_000_000, "MAIL_SERVER", "more than"),
    ],
)
def test_greetings(greeting: str, code: str, words: str) -> None:
    with opened(TinyImap(greeting=greeting)) as tiny, pytest.raises(Problem) as raised:
        Mailbox(tiny.account(), "p")
    assert raised.value.code in (code, "MAIL_SERVER") and raised.value.code in PASSING and words in raised.value.what
    assert len(raised.value.what) < 400


def test_a_login_that_is_refused_for_now(anna: Correspondent) -> None:
    """A provider that counts logins does not end a watch; a wrong password does."""

    def answered(words: str) -> Callable[[str, BinaryIO], bool]:
        def trouble(line: str, out: BinaryIO) -> bool:
            if not line.startswith("AUTHENTICATE"):
                return False
            out.write(b"%s NO %s\r\n" % (tiny.tags[-1], words.encode()))
            out.flush()
            return True

        return trouble

    with opened(TinyImap()) as tiny:
        for words, code in (
            ("[UNAVAILABLE] Temporary authentication failure", "MAIL_SERVER"),
            ("[LIMIT] Rate limit hit", "MAIL_SERVER"),
            ("[ALERT] Too many simultaneous connections", "MAIL_SERVER"),
            ("[AUTHENTICATIONFAILED] Invalid credentials", "MAIL_LOGIN"),
        ):
            tiny.trouble = answered(words)
            with pytest.raises(Problem) as raised:
                Mailbox(tiny.account(), "p")
            assert raised.value.code == code, raised.value


class Gone:
    """A folder that breaks at one mail."""

    validity = 1

    def newer(self, last: int, since: object = None) -> list[int]:
        return [1, 2, 3]

    def newest(self) -> int:
        return 3

    def sizes(self, uids: list[int]) -> dict[int, int]:
        return dict.fromkeys(uids, 10)

    def mail(self, uid: int) -> bytes | None:
        if uid == self.at:
            raise Problem("MAIL_LOST", "broke")
        return b"x"

    def __init__(self, at: int) -> None:
        self.at = at


@pytest.mark.parametrize("at", [1, 2, 3])
def test_what_is_here_is_handed_on_before_the_break_is_told(at: int) -> None:
    got: list[int] = []
    with pytest.raises(Problem, match="broke"):
        for portion in portions(Gone(at), [1, 2, 3], lambda done, total: None):
            got += [one.uid for one in portion if one.failed is None]
    assert got == list(range(1, at))


# -- sending ----------------------------------------------------------------------------


@pytest.mark.slow
def test_greylisting_is_waited_for(anna: Correspondent, bert: Correspondent, office: PostOffice,
                                   monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """In a watch of a go each two minutes: tried after one minute, two, four and so on, and at last taken."""
    invites(anna, f"Bert <{bert.address}>")
    office.greylisted.add(bert.address)
    clock = [1_800_000_000.0]
    tries: list[int] = []
    goes: list[Synced] = []

    def sleep(seconds: float) -> None:
        if len(office.asked) > len(tries):
            tries.append(int(clock[0] - 1_800_000_000))
        if clock[0] - 1_800_000_000 > 3 * 3600:
            office.greylisted.clear()
        if office.log:
            raise KeyboardInterrupt
        clock[0] += seconds

    monkeypatch.setattr("pbem.mailservice.mailloop.rest", sleep)
    monkeypatch.setattr("pbem.cli.commands.mail.watch", lambda service, options, every: _noted(
        watch(service, replace(options, now=lambda: clock[0]), every), goes))  # fmt: skip
    assert anna.player("mail", "sync", "--watch", "--no-fetch", "--every", "120").status == 130
    waits = [after - before for before, after in itertools.pairwise(tries)]
    assert waits[:5] == [120, 120, 240, 480, 960] and set(waits[5:]) <= {1800, 1920} and len(waits) > 7
    assert all(one.code == "MAIL_DEFERRED" for go in goes for one in go.problems) and not any(go.stopped for go in goes)
    assert len(office.log) == 1


def _noted(goes, into):  # type: ignore[no-untyped-def]
    for one in goes:
        into.append(one)
        yield one


@pytest.mark.parametrize(
    ("answer", "code", "again"),
    [
        ("452 4.2.2 mailbox full", "MAIL_DEFERRED", True),
        ("421 4.7.0 too busy, closing", "MAIL_DEFERRED", True),
        ("552 5.2.2 mailbox full", "MAIL_REFUSED", False),
        ("554 5.7.1 looks like \x07spam", "MAIL_REFUSED", False),
    ],
)
def test_what_a_server_says_to_a_mail(
    anna: Correspondent, bert: Correspondent, office: PostOffice, answer: str, code: str, again: bool
) -> None:
    invites(anna, f"Bert <{bert.address}>")
    office.answers[bert.address] = answer
    said = anna.tries()
    words = answer.partition(" ")[2].replace("\x07", "")
    assert (said.status, said.json["error"]["code"]) == (2, code) and words in said.json["error"]["what"]
    assert anna.tries().status == (2 if again else 0) and len(office.asked) == 1 + again
    office.answers.clear()
    assert sent(anna.sync()) == ([0] if again else [])


def test_patience() -> None:
    patience, now, waits = Patience(), 0.0, []
    for _ in range(9):
        assert patience.is_due("x", now)
        patience.defer("x", now)
        wait = next(seconds for seconds in range(1, 9999) if patience.is_due("x", now + seconds))
        waits.append(wait)
        now += wait
    assert waits == [60, 120, 240, 480, 960, 1800, 1800, 1800, 1800] and waits[-1] == LONGEST_PAUSE
    patience.defer("x", now)
    patience.forget("x")
    assert patience.is_due("x", now) and patience.is_due("y", 0)


@pytest.mark.slow
def test_a_server_that_hangs_up_after_it_took_a_mail(
    anna: Correspondent, bert: Correspondent, office: PostOffice
) -> None:
    begin(anna, bert)
    anna.turn()
    office.breaking = True
    said = anna.tries()
    assert said.json["error"]["code"] == "MAIL_LOST" and said.json["sent"] == []
    office.breaking = False
    assert sent(anna.sync()) == [2]
    first, second = office.log[-2:]
    assert first == second
    told = bert.sync()
    assert accepted(told) == [2] and told["passed_over"] == {"known": 1}


def test_a_portal_in_the_middle_of_a_watch(
    anna: Correspondent, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate that is wrong from the start ends a watch; one that was right before may be so again."""
    anna.settings(ca="")
    assert anna.player("mail", "sync", "--watch").status == 2
    anna.settings()
    real, wrong = Mailbox, [False, True, True, False]
    naps: list[float] = []

    def mailbox(account, password):  # type: ignore[no-untyped-def]
        return real(replace(account, ca=None) if wrong[len(naps)] else account, password)

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("pbem.mailservice.mailing.Mailbox", mailbox)
    monkeypatch.setattr("pbem.mailservice.mailloop.rest", sleep)
    said = anna.player("mail", "sync", "--watch", "--every", "15")
    assert said.status == 130 and naps == [15, 30, 60, 15] and "certificate" in said.err
