"""What a person asks of a program by mail: one word and what goes with it, in the subject or the first line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import default
from typing import Final

STATUS, RESEND, INVITATION, HELP = "status", "resend", "invitation", "help"
_WORDS: Final = f"{STATUS}|{RESEND}|{INVITATION}|{HELP}"
_ASKED: Final = re.compile(
    rf"\s*(?:(?:re|aw|fwd?|wg|antw|tr|sv) ?: *|\[[^\]]{{0,80}}\] *)*({_WORDS})\b(.{{0,200}})", re.I
)
_NUMBER: Final = re.compile(r"#?(\d{1,5})")
_GAME: Final = re.compile(r"[0-9a-f]{6,64}")
_FOR: Final = re.compile(r"^[ \t>]*for[ \t]*:([^\n]{1,400})", re.IGNORECASE | re.MULTILINE)
_LOOK: Final = 128 * 2**10
# A field of the form of a part, and what of it is read: the standard library takes quadratic time for a long one.
_LONG_FIELD: Final = re.compile(
    rb"^(content-[a-z-]{1,40}[ \t]*:(?:[^\n]|\n[ \t]){0,800})(?:[^\n]|\n[ \t])*", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True)
class Request:
    """word: STATUS, RESEND, INVITATION or HELP. number: of a message, -1 for none. game: first digits, "" for none."""

    word: str
    number: int = -1
    game: str = ""


def read_request(subject: str, text: str) -> Request | None:
    """What the subject asks for, else the first line that is not blank; None where that is no such word."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    for line in (subject, first):
        found = _ASKED.match(line)
        if found is not None:
            return _request(found[1].lower(), found[2].lower().split())
    return None


def _request(word: str, rest: list[str]) -> Request:
    number, game = -1, ""
    for piece in rest:
        if (digits := _NUMBER.fullmatch(piece)) and number < 0:
            number = int(digits[1])
        elif _GAME.fullmatch(piece) and not game:
            game = piece
    return Request(word, number, game)


def text_of_mail(mail: bytes) -> str:
    """The plain text of a mail, as far as it can be had; never raises."""
    lines = mail[:_LOOK].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        parsed = message_from_bytes(_LONG_FIELD.sub(rb"\1", lines), policy=default)
        part = parsed.get_body(("plain",)) if isinstance(parsed, EmailMessage) else None
        return str(part.get_content()) if part is not None else ""
    except (MessageError, LookupError, ValueError, TypeError, AttributeError, AssertionError, RecursionError):
        return ""


def meant_for(text: str) -> str:
    """Whom a line `For: ...` names, "" where there is none."""
    found = _FOR.search(text)
    return found[1].strip()[:300] if found else ""
