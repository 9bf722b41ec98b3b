"""The loop guard and the reading of headers, row by row; hostile ones too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.inbox.mailstate import MOST_HANDLED, remember
from pbem.club.clubletters import ClubMailer
from pbem.club.clubstate import ClubState
from pbem.mail.header import address_in, date_of, read_heading
from pbem.mail.loop_guard import AUTOMATIC, BOUNCE, LISTED, OWN, PERSONAL, answerable, kind_of, returned_of
from pbem.mail.posting import posted
from pbem.mail.requests import Request, meant_for, read_request, text_of_mail
from tests.stopwatch import bounded

ME = "club@example.org"
DSN = "multipart/report;\n report-type=delivery-status; boundary=x"


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (PERSONAL, {"From": "Bert <bert@example.org>"}),
        (PERSONAL, {"From": "bert@example.org", "Auto-Submitted": "no"}),
        (PERSONAL, {"From": "bert@example.org", "Precedence": "first-class"}),
        (OWN, {"From": ME}),
        (OWN, {"From": f"The Club <{ME.upper()}>"}),
        (OWN, {"From": "bert@example.org", "X-Pbem-Loop": ME}),
        (OWN, {"From": "bert@example.org", "Message-ID": "<mine@pbem.invalid>"}),
        (AUTOMATIC, {"From": "bert@example.org", "X-Pbem-Loop": "other@example.org"}),
        (AUTOMATIC, {"From": "bert@example.org", "Auto-Submitted": "auto-replied; x=y"}),
        (AUTOMATIC, {"From": "bert@example.org", "Auto-Submitted": "auto-generated"}),
        (AUTOMATIC, {"From": "bert@example.org", "X-Auto-Response-Suppress": "OOF"}),
        (AUTOMATIC, {"From": "bert@example.org", "Precedence": "Bulk"}),
        (AUTOMATIC, {"From": "bert@example.org", "Precedence": "auto_reply"}),
        (AUTOMATIC, {"From": "bert@example.org", "X-Vacation": "yes"}),
        (AUTOMATIC, {"From": "bert@example.org", "X-Autoreply": "yes"}),
        (AUTOMATIC, {"From": "bert@example.org", "Return-Path": "< >"}),
        (AUTOMATIC, {"From": "bert@example.org", "Subject": "Out of office: my turn"}),
        (AUTOMATIC, {"From": "bert@example.org", "Subject": "=?utf-8?q?R=C3=A9ponse_automatique?= : x"}),
        (
            AUTOMATIC,
            {"From": "bert@example.org", "Content-Type": "multipart/report; report-type=disposition-notification"},
        ),
        (AUTOMATIC, {"From": "no-reply@example.org"}),
        (AUTOMATIC, {"From": "bounces+123=x@example.org"}),
        (AUTOMATIC, {"From": ME, "Auto-Submitted": "auto-replied"}),
        (BOUNCE, {"From": "MAILER-DAEMON@mx.example.org"}),
        (BOUNCE, {"From": "Mail Delivery System <Postmaster@example.org>", "Return-Path": "<>"}),
        (PERSONAL, {"From": "Hans <postmaster@example.org>"}),
        (BOUNCE, {"From": "x@example.org", "Content-Type": DSN}),
        (BOUNCE, {"From": "x@example.org", "Content-Type": DSN.replace("delivery-status", '"delivery-status"')}),
        (BOUNCE, {"From": "x@example.org", "X-Failed-Recipients": "bert@example.org"}),
        (LISTED, {"From": "bert@example.org", "List-Id": "<talk.example.org>"}),
        (LISTED, {"From": "bert@example.org", "Precedence": "list"}),
    ],
)
def test_kinds_of_mail(kind: str, fields: dict[str, str]) -> None:
    mail = "".join(f"{name}: {value}\n" for name, value in fields.items()) + "\nFrom: eve@example.org\n"
    heading = read_heading(mail.encode("utf-8"))
    assert kind_of(heading, ME, ["<mine@pbem.invalid>"]) == kind
    assert answerable(kind, heading) == (kind == PERSONAL)


@pytest.mark.parametrize(
    ("field", "address"),
    [
        ("bert@example.org", "bert@example.org"),
        ("Bert <Bert@Example.org>", "bert@example.org"),
        ('"Bert, of Jena" <bert@example.org>', "bert@example.org"),
        ("a@example.org, b@example.org", ""),
        ("Friends: a@example.org;", ""),
        ("a@b@example.org", ""),
        ("bert", ""),
        ("b\u00e9@example.org", ""),
        ("<bert@example.org> x", ""),
        ("", ""),
    ],
)
def test_one_address_or_none(field: str, address: str) -> None:
    assert address_in(field) == address


def test_two_senders_are_none() -> None:
    assert read_heading(b"From: a@example.org\nFrom: b@example.org\n\n").sender == ""
    assert answerable(PERSONAL, read_heading(b"Subject: x\n\n")) is False


def test_what_a_bounce_tells() -> None:
    mail = (
        b"From: mailer-daemon@x\nSubject: failed\nMessage-ID: <b@x>\n\n--x\nFinal-Recipient: rfc822; Bert@Example.org\n"
        b"Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: smtp; 450 \x1b[2Jlater\n\n--x\n"
        b"Subject: [pbem 0123456789ab #7] x\nReferences: <other@x>\nMessage-ID:\n <pbem.7.0123@pbem.invalid>\n"
    )
    told = returned_of(mail, read_heading(mail))
    assert (told.address, told.final, told.id) == ("bert@example.org", False, "<pbem.7.0123@pbem.invalid>")
    assert told.subject == "[pbem 0123456789ab #7] x" and told.why == "450 [2Jlater"
    assert returned_of(b"", read_heading(b"")).final


@pytest.mark.parametrize(
    ("subject", "text", "asked"),
    [
        ("STATUS", "", Request("status")),
        ("Re: AW: status 0646c9", "", Request("status", -1, "0646c9")),
        ("[pbem 0646c9b8831b #4] RESEND #12 0646c9b8831b", "", Request("resend", 12, "0646c9b8831b")),
        ("hello", "\n  resend 3\nthanks", Request("resend", 3)),
        ("Invitation 0646c9b8831b", "", Request("invitation", -1, "0646c9b8831b")),
        ("help", "", Request("help")),
        ("statusquo", "", None),
        ("Where are we?", "I ask for the status", None),
        ("", "", None),
    ],
)
def test_requests(subject: str, text: str, asked: Request | None) -> None:
    assert read_request(subject, text) == asked


def test_whom_an_invitation_is_for() -> None:
    assert meant_for("Dear club\n\nFor: Bert \n") == "Bert" and meant_for("this is for you") == ""


def test_a_draft_is_posted_with_its_body_untouched() -> None:
    draft = b"From: a@b.c\nX-Unsent: 1\nTo: d@e.f\nSubject: long\n line\n\nX-Unsent: 1\r\nbody\n"
    sent = posted(draft, {"To": "Zo\u00e9 <g@h.i>", "Auto-Submitted": "auto-generated", "From": ""})
    head, _, body = sent.partition(b"\r\n\r\n")
    assert body == b"X-Unsent: 1\r\nbody\n"
    assert head == b"Subject: long\r\n line\r\nTo: =?utf-8?q?Zo=C3=A9?= <g@h.i>\r\nAuto-Submitted: auto-generated"
    with pytest.raises(ValueError, match="linefeed"):
        posted(draft, {"To": "a@b.c\r\nBcc: eve@example.org"})


@given(
    st.one_of(
        st.binary(max_size=400),
        st.lists(st.tuples(st.sampled_from(["From", "To", "Date", "Subject", "Content-Type", "Message-ID"]), st.text()))
        .map(lambda fields: "\n".join(f"{name}: {value}" for name, value in fields))
        .map(lambda text: text.encode("utf-8", "surrogatepass") + b"\n\nSTATUS\n"),
    )
)
def test_no_header_is_too_odd(mail: bytes) -> None:
    heading = read_heading(mail)
    kind = kind_of(heading, ME)
    assert kind in (OWN, BOUNCE, AUTOMATIC, LISTED, PERSONAL) and date_of(heading) is not None
    assert heading.sender == "" or heading.sender.count("@") == 1
    assert all(char.isprintable() for char in heading.subject + heading.name + heading.id)
    read_request(heading.subject, text_of_mail(mail))
    returned_of(mail, heading)


@pytest.mark.parametrize("address", ["=?utf-8?q?eve=40example=2Eorg=2C?=@example.test", "bert@=?utf-8?q?example?="])
def test_a_coded_word_is_no_address(address: str) -> None:
    assert address_in(address) == "" and read_heading(f"From: {address}\n\n".encode()).sender == ""


def test_an_answer_has_no_field_of_a_strangers_making() -> None:
    coded = "=?utf-8?q?=0d=0aBcc=3A_eve=40example=2Eorg?="
    heading = read_heading(f"From: e@example.org\nMessage-ID: <a@{coded}>\nSubject: {coded}\n\n".encode())
    answer = ClubMailer("Club", ME, 1).answer(heading, ["No."], "seed")
    assert b"\nBcc" not in answer and b"In-Reply-To" not in answer


BLANKS = b" " * 60_000 + b"x" * 600 + b"\n"


@pytest.mark.parametrize("field", [b"Diagnostic-Code:", b"Subject:", b"Final-Recipient: rfc822;", b"Message-ID:"])
def test_a_bounce_of_blanks_is_read_quickly(field: bytes) -> None:
    with bounded(1):
        assert returned_of(field + BLANKS * 8, read_heading(b"")).address == ""


@pytest.mark.parametrize(
    "form",
    [
        b"Content-Type: text/plain" + b";a=b" * 30_000,
        b"Content-Disposition: " + b"a;" * 60_000,
        b"X: y\rContent-Type: text/plain;\n" + b" ;a=b\n" * 20_000,
    ],
)
def test_a_request_in_a_monstrous_form_is_read_quickly(form: bytes) -> None:
    with bounded(1):
        text_of_mail(b"Subject: STATUS\n" + form + b"\n\nfor: Bert\n")
        assert meant_for("for:" + BLANKS.decode()) == ""


def test_a_club_has_room_for_its_players_however_many_strangers_write() -> None:
    state = ClubState()
    for number in range(12_000):
        state.allow("turns", f"{number}@example.test", 1, 1)
    assert not state.allow("answers", "eve@example.test", 1, 1)
    assert state.allow("answers", "anna@example.org", 1, 1, known=True)
    assert not state.allow("answers", "anna@example.org", 1, 1, known=True) and len(state.counts) == 10_001


def test_as_many_mails_are_remembered_as_are_said() -> None:
    handled: dict[str, None] = {}
    for number in range(MOST_HANDLED + 2):
        remember(handled, str(number))
    assert list(handled) == [str(number) for number in range(2, MOST_HANDLED + 2)]
