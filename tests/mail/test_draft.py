"""Drafts as RFC 5322 has them: whatever a name or a subject holds, it stays in its field."""

from __future__ import annotations

import email
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.draft import MOST_REFERENCES, Attachment, Draft, Person, address_field, plain_line, write_draft

FIELDS = ["From", "To", "Subject", "Message-ID", "X-Unsent", "MIME-Version", "Content-Type"]


def draft(**more: object) -> Draft:
    words = {
        "sender": Person("Anna", "anna@example.org"),
        "receiver": Person("Bert", "bert@example.org"),
        "subject": "[pbem 0 #2] French",
        "date": "",
        "id": "<2@pbem.invalid>",
        "answers": (),
        "text": "Report\n",
        "files": [Attachment("0002-a.yaml", b"message: 2\n", "text/yaml")],
    }
    return Draft(**{**words, **more})  # type: ignore[arg-type]


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=400))
def test_no_word_becomes_a_field(name: str, mail: str, subject: str) -> None:
    data = write_draft(draft(receiver=Person(name, mail), subject=subject))
    letter = email.message_from_bytes(data, policy=default)
    assert set(letter.keys()) <= set(FIELDS) and letter.keys().count("To") <= 1
    assert letter["From"] == "Anna <anna@example.org>"
    assert letter.get_body(("plain",)).get_content().split() == ["Report"]  # type: ignore[attr-defined]
    assert data.isascii() and max(map(len, data.split(b"\r\n"))) <= 998


# A coded word that stands for: a line end, then a field of its own.
CODED = "=?utf-8?q?=0d=0aBcc=3A_eve=40example=2Eorg?="


@pytest.mark.parametrize("coded", [CODED, "=?utf-8?b?/////w==?=", "=?utf-8?q?=ed=a0=80?=", "==??q?=0a?="])
def test_a_coded_word_of_a_stranger_is_never_undone(coded: str) -> None:
    """Names, subjects and the ids of mails that are answered come from others; libraries read them once more."""
    answers = ["<1@pbem.invalid>", f"<a{coded}@example.org>"]
    data = write_draft(draft(receiver=Person(coded, "bert@example.org"), subject=f"Re: {coded}", answers=answers))
    letter = email.message_from_bytes(data, policy=default)
    assert set(letter.keys()) <= {*FIELDS, "In-Reply-To", "References"} and b"\nBcc" not in data
    assert (letter["In-Reply-To"], letter["To"].addresses[0].addr_spec) == ("<1@pbem.invalid>", "bert@example.org")
    assert address_field(Person("", f"{coded}@example.org")) == ""


@given(st.text(max_size=300))
def test_text_and_file_come_through(text: str) -> None:
    data = write_draft(draft(text=text, html=f"<p>{len(text)}</p>"))
    assert data == write_draft(draft(text=text, html=f"<p>{len(text)}</p>"))
    letter = email.message_from_bytes(data, policy=default)
    (file,) = letter.iter_attachments()  # type: ignore[attr-defined]
    assert (file.get_filename(), file.get_content_type()) == ("0002-a.yaml", "text/yaml")
    assert "".join(file.get_content().split()) == "message:2"
    html = letter.get_body(("html",)).get_content()  # type: ignore[attr-defined]
    assert html.strip() == f"<p>{len(text)}</p>"


@pytest.mark.parametrize(
    ("person", "field"),
    [
        (Person("Anna", "anna@example.org"), "Anna <anna@example.org>"),
        (Person("", "anna@example.org"), "anna@example.org"),
        (Person("A\r\nBcc: eve@example.org", "anna@example.org"), '"A Bcc: eve@example.org" <anna@example.org>'),
        (Person("Anna", "anna@example.org>, <eve@example.org"), ""),
        (Person("Anna", "anna"), ""),
        (Person("Anna", "anna at home"), ""),
    ],
)
def test_addresses(person: Person, field: str) -> None:
    assert address_field(person) == field


def test_one_line_without_control_characters() -> None:
    assert plain_line("a\r\nb\u2028c\x1b[31m\u202ed\te") == "a b c [31m d e"
    assert plain_line("word " * 100, 12) == "word word wo"


def test_a_long_thread_names_its_end() -> None:
    ids = [f"<{number}@pbem.invalid>" for number in range(50)]
    letter = email.message_from_bytes(write_draft(draft(answers=ids)), policy=default)
    assert letter["References"].split() == ids[-MOST_REFERENCES:] and letter["In-Reply-To"] == ids[-1]
