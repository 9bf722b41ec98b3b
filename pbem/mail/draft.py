"""A mail ready to be sent, as RFC 5322 has it; the same bytes for the same words. No campaign is known here.

What comes from the other player, his name and address among it, goes into header fields: line ends and other control
characters are taken out of everything, so that nobody adds a field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final

from pbem.lean import dataclass

MOST_REFERENCES: Final = 20
_LONGEST_NAME: Final = 120
# How a coded word begins. The standard library undoes such words in what it is to write, line ends in them and all.
_CODED: Final = "=?"


@dataclass(frozen=True)
class Person:
    """Somebody as a header names him. mail: `anna@example.org`, "" where nobody knows it."""

    name: str
    mail: str = ""


@dataclass(frozen=True)
class Attachment:
    """A file that goes with a mail. type: `text/yaml` and the like."""

    name: str
    data: bytes
    type: str


@dataclass(frozen=True)
class Picture:
    """What a mail's HTML shows as `cid:id`. id: `map.2@example.org`, without angle brackets. type: `image/png`."""

    id: str
    name: str
    data: bytes
    type: str = "image/png"


@dataclass(frozen=True)
class Draft:
    """What a mail says. A sender or receiver without an address that can be written is left to the mail program.

    date: as RFC 5322 writes one; "" leaves it to the mail program. id: message id with its angle brackets. answers: ids
    of the mails that this one follows, the oldest first. html: the same as `text` for who reads HTML, "" for none.
    pictures: that it shows.
    """

    sender: Person
    receiver: Person
    subject: str
    date: str
    id: str
    answers: Sequence[str]
    text: str
    html: str = ""
    files: Sequence[Attachment] = ()
    pictures: Sequence[Picture] = ()


def plain_line(text: str, most: int = 250) -> str:
    """The text as one line without control characters, at most `most` characters long; a coded word in it is none."""
    kept = "".join(char if char.isprintable() else " " for char in text).replace(_CODED, "= ?")
    return " ".join(kept.split())[:most].rstrip()


def address_field(person: Person) -> str:
    """`Anna <anna@example.org>` as a header takes it; "" where there is no address that could be written."""
    try:
        return str(Address(plain_line(person.name, _LONGEST_NAME), addr_spec=plain_line(person.mail)))
    except (MessageError, ValueError, IndexError, TypeError, AttributeError):
        # The standard library refuses addresses that no mail server would take, in several ways.
        return ""


def write_draft(draft: Draft) -> bytes:
    """The mail with CR LF line ends, and the field `X-Unsent: 1` by which mail programs open a file as a draft."""
    letter = EmailMessage(policy=SMTP)
    for field, value in _fields(draft):
        letter[field] = value
    letter.set_content(draft.text, subtype="plain", charset="utf-8", cte=_coding(draft.text))
    if draft.html:
        letter.add_alternative(draft.html, subtype="html", charset="utf-8", cte="quoted-printable")
        _show(letter, draft.pictures)
    for file in draft.files:
        kind, _, subtype = file.type.partition("/")
        letter.add_attachment(file.data, maintype=kind, subtype=subtype, filename=plain_line(file.name, 100))
    _name_boundaries(letter, draft.id)
    return letter.as_bytes()


def _show(letter: EmailMessage, pictures: Sequence[Picture]) -> None:
    """Puts pictures beside the HTML part, of which they are then a part themselves."""
    page = letter.get_body(("html",))
    if page is None:
        return
    for picture in pictures:
        kind, _, subtype = picture.type.partition("/")
        name = plain_line(picture.name, 100)
        page.add_related(picture.data, kind, subtype, cid=f"<{picture.id}>", filename=name, disposition="inline")


def _fields(draft: Draft) -> Iterator[tuple[str, str]]:
    for field, person in (("From", draft.sender), ("To", draft.receiver)):
        if person.mail and (written := address_field(person)):
            yield field, written
    yield "Subject", plain_line(draft.subject)
    if draft.date:
        yield "Date", draft.date
    yield "Message-ID", draft.id
    answers = [id for id in draft.answers if _CODED not in id]
    if answers:
        yield "In-Reply-To", answers[-1]
        yield "References", " ".join(answers[-MOST_REFERENCES:])
    yield "X-Unsent", "1"


def _coding(text: str) -> str:
    """7bit where nothing has to be coded: then the source of the mail is the text itself."""
    short = all(len(line) <= 900 for line in text.split("\n"))
    return "7bit" if text.isascii() and short else "quoted-printable"


def _name_boundaries(letter: EmailMessage, seed: str) -> None:
    """Boundaries that follow from the message id: two runs give the same bytes, and no text can hold one by chance."""
    number = 0
    for part in letter.walk():
        if part.is_multipart():
            name = hashlib.sha256(f"boundary {number} {seed}".encode()).hexdigest()[:32]
            part.set_boundary(f"=_pbem_{name}")
            number += 1
