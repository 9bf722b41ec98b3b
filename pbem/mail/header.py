"""The header of a mail, read in bounds: who writes to whom, about what, and which fields say how it was made.

Everything in it is a claim. Never raises, whatever a mail is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.errors import MessageError
from email.header import decode_header, make_header
from email.utils import parsedate_to_datetime
from typing import Final

from pbem.mail.draft import plain_line

_MAX_HEAD: Final = 256 * 2**10
_MAX_FIELD: Final = 8000
_MOST_FIELDS: Final = 1000
_END: Final = re.compile(rb"\r?\n\r?\n")
_FOLD: Final = re.compile(rb"\r?\n(?=[ \t])")
_FIELD: Final = re.compile(rb"([!-9;-~]{1,100})[ \t]*:(.*)", re.DOTALL)
# One mailbox, bare or behind a name; a list, a group or two of them are none.
_ONE: Final = re.compile(r"(?:[^<>]{0,1000}<)?([^\s<>@,;:\"()\[\]\\]{1,64}@[^\s<>@,;:\"()\[\]\\]{1,189})>?")
_ID: Final = re.compile(r"<[!-;=?-~]{1,250}>")


@dataclass(frozen=True)
class Heading:
    """sender: address in lower case, "" where From is not just one mailbox. name: what stands before the address in
    To. id: Message-ID with its brackets, "" where it has none. fields: lower-case name -> the first value of each."""

    sender: str = ""
    name: str = ""
    subject: str = ""
    id: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)


def read_heading(mail: bytes) -> Heading:
    """The header of a mail; an empty one where it has none."""
    head = mail[:_MAX_HEAD]
    end = _END.search(head)
    if end is not None:
        head = head[: end.start()]
    fields: dict[str, str] = {}
    for line in _FOLD.sub(b"", head).split(b"\n")[:_MOST_FIELDS]:
        found = _FIELD.fullmatch(line.rstrip(b"\r"))
        if found is not None:
            name = found[1].decode("ascii").lower()
            value = found[2].strip()[:_MAX_FIELD].decode("utf-8", "replace")
            # Two From fields are no From field: programs do not agree on which of them counts.
            fields[name] = "" if name == "from" and name in fields else fields.get(name, value)
    return Heading(
        sender=address_in(fields.get("from", "")),
        name=_words(fields.get("to", "").partition("<")[0]).strip('"') if "<" in fields.get("to", "") else "",
        subject=_words(fields.get("subject", "")),
        id=found_id[0] if (found_id := _ID.search(fields.get("message-id", ""))) else "",
        fields=fields,
    )


def address_in(text: str) -> str:
    """The address of a field that names just one mailbox, in lower case; else "". A coded word is no part of one."""
    found = _ONE.fullmatch(text.strip())
    plain = found is not None and found[1].isascii() and found[1].isprintable() and "=?" not in found[1]
    return found[1].lower() if found is not None and plain else ""


def date_of(heading: Heading) -> int:
    """When a mail says it was written, seconds since 1970; 0 where it does not say."""
    try:
        return int(parsedate_to_datetime(heading.fields.get("date", "")[:200]).timestamp())
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0


def _words(value: str) -> str:
    """A field for people: coded words undone, one line, no control characters."""
    try:
        return plain_line(str(make_header(decode_header(value[:2000]))))
    except (MessageError, LookupError, ValueError, TypeError):
        return plain_line(value)
