"""Mailboxes and saved mails: every form in which a turn can arrive, and hostile ones in bounded time."""

from __future__ import annotations

import base64
import binascii
import mailbox
import quopri
from collections.abc import Callable
from email.message import EmailMessage, Message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail import mailboxes
from pbem.mail.armour import read_blocks, write_block
from pbem.mail.mailboxes import may_hold_turn, portions, split_mbox, texts_of
from tests.mail.test_armour import CHANGES, ENVELOPE, SAMPLE, Change, only
from tests.stopwatch import bounded
from tests.tiers import examples, later, steady

OTHER = ENVELOPE.replace(b'"t"', b'"u"')


def envelopes(mail: bytes) -> set[bytes]:
    """What a mail holds, in whatever of its texts."""
    found: set[bytes] = set()
    for text in texts_of(mail):
        for portion in portions(text):
            found |= {block.envelope for block in read_blocks(portion) if not block.damage}
    return found


def plain(text: str, cte: str = "7bit") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "anna@example.invalid", "my turn"
    mail.set_content(text, cte=cte)
    return mail


def attached(text: str, kind: str = "application/octet-stream") -> EmailMessage:
    mail = plain("Here it is.\n")
    main, sub = kind.split("/")
    mail.add_attachment(text.encode("utf-8"), maintype=main, subtype=sub, filename="../../etc/0002-a.yaml")
    return mail


def forwarded(text: str) -> EmailMessage:
    mail = plain("fwd\n")
    mail.add_attachment(attached(text))
    return mail


def alternative(text: str) -> EmailMessage:
    mail = plain("You need HTML for this.\n")
    marked = "<html><body><p>" + text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>\n") + "</p></body>"
    mail.add_alternative(marked, subtype="html")
    return mail


def utf16(text: str) -> Message:
    mail = MIMEMultipart()
    part = Message()
    part["Content-Type"] = 'text/plain; charset="utf-16"'
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(base64.encodebytes(text.encode("utf-16")).decode("ascii"))
    mail.attach(part)
    return mail


def listed(text: str) -> Message:
    """What a mailing list makes of a mail: its footer is a part of its own."""
    mail = MIMEMultipart()
    mail.attach(MIMEText(text, "plain", "utf-8"))
    mail.attach(MIMEText("_____\nlist@example.invalid\n", "plain", "us-ascii"))
    return mail


FORMS: list[Callable[[str], Message]] = [
    plain,
    lambda text: plain(text, "quoted-printable"),
    lambda text: plain(text, "base64"),
    attached,
    lambda text: attached(text, "text/x-yaml"),
    lambda text: attached(text, "image/png"),
    forwarded,
    alternative,
    utf16,
    listed,
]


@pytest.mark.parametrize("form", range(len(FORMS)))
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_every_form_of_a_mail(form: int, end: bytes) -> None:
    text = SAMPLE.encode("ascii", "ignore").decode("ascii")
    source = FORMS[form](text).as_bytes().replace(b"\r\n", b"\n").replace(b"\n", end)
    assert envelopes(source) == {ENVELOPE}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_every_transformation_inside_of_a_mail(change: Change) -> None:
    for form in (plain, attached, forwarded, alternative, listed):
        text = change(SAMPLE)
        mail = form(text, "base64") if form is plain else form(text)  # type: ignore[operator]
        assert envelopes(mail.as_bytes()) == {ENVELOPE}, form


@pytest.mark.parametrize("change", [one for one in CHANGES if one.__name__ != "quoted_printable_raw"])
def test_a_source_that_mail_has_mangled_once_more(change: Change) -> None:
    """A mail saved, and then mailed again as text: what is left of its form is no obstacle."""
    source = plain(SAMPLE, "base64").as_bytes().decode("ascii")
    assert envelopes(change(source).encode("utf-8")) == {ENVELOPE}


def test_a_torn_mail_gives_what_is_whole() -> None:
    mail = attached(write_block(ENVELOPE) + "later\n" * 2000).as_bytes()
    assert envelopes(mail[: len(mail) * 2 // 3]) == {ENVELOPE}
    assert envelopes(b"\r\n" + mail) == {ENVELOPE}


def test_mbox_as_python_writes_it(tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "box")
    for form in FORMS:
        box.add(form(SAMPLE.encode("ascii", "ignore").decode("ascii")))
        box.add(plain("Dear friend,\n\nFrom now on I shall write more.\n"))
    box.flush()
    data = (tmp_path / "box").read_bytes()
    for size in (1, 7, 1000, len(data)):
        mails = list(split_mbox(data[i : i + size] for i in range(0, len(data), size)))
        assert len(mails) == 2 * len(FORMS)
        assert [envelopes(mail or b"") for mail in mails] == [{ENVELOPE}, set()] * len(FORMS)


def test_mbox_without_quoted_from_lines() -> None:
    """A program that forgets to quote splits a mail; its attachment is read all the same."""
    mail = attached("From the Emperor\n" + SAMPLE).as_bytes().replace(b"Here it is.", b"See:\nFrom me to you\n")
    pieces = list(split_mbox([b"From anna@example.invalid\n", mail]))
    assert len(pieces) > 1
    assert set().union(*(envelopes(piece or b"") for piece in pieces)) == {ENVELOPE}


def test_mbox_limits_one_mail_only() -> None:
    small = b"From x\nSubject: a\n\nhello\n\n"
    large = b"From y\nSubject: b\n\n" + b"x" * 5000 + b"\n\n"
    whole = small + large + small
    for size in (3, 64, len(whole)):
        mails = list(split_mbox((whole[i : i + size] for i in range(0, len(whole), size)), limit=1000))
        assert [mail is None for mail in mails] == [False, True, False]
    assert list(split_mbox([b"no mailbox at all"])) == [] and list(split_mbox([])) == []


def test_portions_lose_no_block() -> None:
    wanted = [ENVELOPE.replace(b'"t"', b'"%d"' % number) for number in range(200)]
    for glue in ("", "\r\n> and before that:\r\n", " "):
        text = glue.join(write_block(envelope) for envelope in wanted).encode("ascii")
        found = [block.envelope for portion in portions(text) for block in read_blocks(portion)]
        assert found == wanted
        assert b"".join(portions(text)) == text


def test_most_mails_are_passed_over_at_once() -> None:
    assert not may_hold_turn(plain("nothing\n" * 50).as_bytes())
    assert list(texts_of(attached("nothing\n" * 50).as_bytes())) == []
    for form in FORMS:
        assert may_hold_turn(form(SAMPLE.encode("ascii", "ignore").decode("ascii")).as_bytes())
    assert may_hold_turn(quopri.encodestring(SAMPLE.encode("utf-8"), quotetabs=True))
    assert may_hold_turn(SAMPLE.encode("utf-16"))


def test_other_files_of_pbem_are_found_in_attachments() -> None:
    log = b'{"payload":"AAAA","payloadType":"x","signatures":[]}\n'
    archive = b"PK\x03\x04\x14\x00 and so on"
    for data in (log, archive):
        mail = plain("the whole campaign\n")
        mail.add_attachment(data, maintype="application", subtype="zip", filename="x")
        assert data in list(texts_of(mail.as_bytes()))


# -- hostile ------------------------------------------------------------------------


def nested(depth: int, inner: bytes) -> bytes:
    head = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (level, level) for level in range(depth)
    )
    return b"From: x\n" + head + b"\n" + inner + b"\n"


def in_messages(depth: int, inner: bytes) -> bytes:
    return b"From: x\n" + b"Content-Type: message/rfc822\n\n" * depth + inner


def many_parts(count: int, inner: bytes) -> bytes:
    head = b'From: x\nContent-Type: multipart/mixed; boundary="b"\n\n'
    return head + b"--b\nContent-Type: text/plain\n\nx\n" * count + b"--b\n\n" + inner + b"\n--b--\n"


BLOCK = write_block(ENVELOPE).encode("ascii")
HOSTILE = {
    "deep multiparts": nested(20_000, BLOCK),
    "deep messages": in_messages(100_000, BLOCK),
    "ten thousand parts": many_parts(10_000, BLOCK),
    "the same boundary in itself": b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n' * 5000 + BLOCK,
    "many header fields": b"X-Y: z\n" * 30_000 + b"\n" + BLOCK,
    "a long header": b"Content-Type: text/plain; " + b'a="' + b";" * 200_000 + b"\n\n" + BLOCK,
    "quotes in a type": b"Content-Type: multipart/mixed; boundary=" + b'"\\";' * 20_000 + b"\n\n" + BLOCK,
    "folded header": b"Content-Type:" + b"\n x" * 60_000 + b"\n\n" + BLOCK,
    "no end of a header": b"A:" * 500_000 + b"\n\n" + BLOCK,
    "strange charset": b"Content-Type: text/plain; charset=idna\n\n" + b"a" * 300_000 + b"\n" + BLOCK,
    "charset of charsets": b"Content-Type: text/plain; charset*=idna''%41\n\n" + BLOCK,
    "utf-16 of nothing": b"Content-Type: text/plain; charset=utf-16zz\n\n" + BLOCK,
    "boundary of dots": b'Content-Type: multipart/mixed; boundary="' + b".*" * 400 + b'"\n\n--' + b".*" * 400 + BLOCK,
    "boundary lines": b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n" * 300_000 + BLOCK,
    "almost boundary lines": b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b \t " * 300_000 + b"\n" + BLOCK,
    "zeros": b"Content-Type: \0multipart/mixed; boundary=\0\n\n\0" + BLOCK,
    "eight bits in a header": bytes(range(128, 256)) + b": x\nContent-Type: \xff/\xfe; boundary=\x80\n\n" + BLOCK,
    "files of empty lines": b"begin 644 x\n" * 64 + b"\n" * 2_000_000 + BLOCK,
    "files in files": b"begin 644 x\n" * 64 + b"M" + b"A" * 60 + b"\n" * 200_000 + BLOCK,
    "garbage headers": b":\n:::\n =\n\tx\nContent-Type\nContent-Type:\n\n" + BLOCK,
}
LONG = ("boundary lines", "deep messages")


@pytest.mark.parametrize("name", [later(name) if name in LONG else name for name in HOSTILE])
def test_hostile_mail_costs_little_and_hides_nothing(name: str) -> None:
    with bounded(8):
        found = envelopes(HOSTILE[name].replace(BLOCK, b"\n" + BLOCK))
    assert found == {ENVELOPE}


def test_each_line_belongs_to_one_packed_file_at_most() -> None:
    data = b"x" * 45 * 20_000
    line = binascii.b2a_uu(b"x" * 45)
    texts = list(mailboxes._uuencoded(b"begin 644 x\n" * 60 + line * 20_000 + b"end\n" + b"begin 644 y\n" + line))
    assert [text for text in texts if text] == [data, b"x" * 45]
    assert len(texts) == 61


def test_a_packed_file_may_have_empty_lines_between_its_own() -> None:
    data = bytes(range(256)) * 4
    lines = [binascii.b2a_uu(data[at : at + 45]) for at in range(0, len(data), 45)]
    assert list(mailboxes._uuencoded(b"begin 644 x\r\n\r\n" + b"\r\n".join(lines) + b"`\nend\n")) == [data]


@pytest.mark.slow
@pytest.mark.parametrize("inner", [b"=" * 2_000_000, b"=\n" * 500_000, b"A" * 2_000_000, b"\0" * 2_000_000])
@pytest.mark.parametrize("coding", [b"base64", b"quoted-printable", b"x-uuencode"])
def test_hostile_codings(coding: bytes, inner: bytes) -> None:
    with bounded(8):
        head = b'Content-Type: multipart/mixed; boundary="b"\nContent-Transfer-Encoding: ' + coding + b"\n\n"
        part = b"--b\nContent-Transfer-Encoding: " + coding + b"\n\n" + inner + b"\n"
        assert envelopes(head + part + b"--b\n\n" + BLOCK) == {ENVELOPE}


def test_what_is_too_deep_or_too_many_is_not_looked_at_one_by_one() -> None:
    hidden = b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(BLOCK)
    assert envelopes(nested(mailboxes.MAX_DEPTH - 1, b"x: y\n" + hidden)) == {ENVELOPE}
    count = len(list(mailboxes._parts_of(many_parts(10_000, BLOCK))))
    assert count < mailboxes.MAX_PARTS


@given(
    st.binary(max_size=400), st.sampled_from([b"", BLOCK, plain(SAMPLE, "base64").as_bytes()]), st.binary(max_size=90)
)
@settings(max_examples=examples(150), deadline=None, derandomize=steady())
def test_any_bytes_are_taken_apart_without_an_error(before: bytes, middle: bytes, behind: bytes) -> None:
    data = before + middle + behind
    texts = list(texts_of(data))
    assert len(texts) <= mailboxes.MAX_PARTS + 2
    assert all(isinstance(text, bytes) for text in texts)
    if middle == BLOCK and before.endswith(b"\n") and behind[:1] in (b"", b"\n"):
        assert ENVELOPE in envelopes(data)
    for mail in split_mbox([b"From x\n", data]):
        assert mail is not None


def test_the_reader_of_blocks_is_the_judge() -> None:
    damaged = BLOCK.replace(b"BEGIN PBEM TURN\n", b"BEGIN PBEM TURN\nAAAA\n")
    assert envelopes(attached(damaged.decode("ascii")).as_bytes()) == set()
    assert only(damaged).damage
    assert envelopes(attached(write_block(OTHER) + damaged.decode("ascii")).as_bytes()) == {OTHER}
