"""A draft as it leaves: fields of its header put in, replaced or taken out, its body byte for byte the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final

_UNSENT: Final = "x-unsent"
_BLANK: Final = re.compile(rb"\r?\n\r?\n")
_NAME: Final = re.compile(rb"([!-9;-~]{1,100})[ \t]*:")


def posted(draft: bytes, fields: Mapping[str, str | Address]) -> bytes:
    """The draft with these fields, each in the place of those of that name, and without `X-Unsent`.

    Line ends of the header become CR LF. A value "" takes the field out. Raises ValueError for a value that no header
    can hold.
    """
    end = _BLANK.search(draft)
    head, body = (draft[: end.start()], draft[end.end() :]) if end is not None else (draft, b"")
    out = {name.lower() for name in fields} | {_UNSENT}
    kept = [line for line in _lines(head) if not (found := _NAME.match(line)) or found[1].decode().lower() not in out]
    return b"\r\n".join([*kept, *_written(fields), b"", body])


def _lines(head: bytes) -> list[bytes]:
    """Fields of a header, each with its folded lines."""
    lines: list[bytes] = []
    for line in head.replace(b"\r\n", b"\n").split(b"\n"):
        if line[:1] in (b" ", b"\t") and lines:
            lines[-1] += b"\r\n" + line
        else:
            lines.append(line)
    return lines


def _written(fields: Mapping[str, str | Address]) -> list[bytes]:
    letter = EmailMessage(policy=SMTP)
    for name, value in fields.items():
        if value:
            letter[name] = value
    return _lines(letter.as_bytes().partition(b"\r\n\r\n")[0]) if letter.keys() else []
