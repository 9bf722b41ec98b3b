"""Mailboxes and saved mails taken apart into the texts that may hold a turn. No campaign is known here.

Only what the mail standards call the form of a mail is read (boundaries, transfer codings, types); nothing in it is
obeyed, and no name in it is used. Work is linear in the size of a mail times the depth of its parts.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from email.message import Message
from typing import Final

from pbem.lean import dataclass
from pbem.mail.armour import BEGIN, END, MAX_BLOCKS

MAX_MAIL: Final = 64 * 2**20
"""Bytes of one mail: the largest turn as an attachment fits, with the same again quoted below it."""

MAX_PARTS: Final = 2000
MAX_DEPTH: Final = 12
"""Parts of a mail that are looked at one by one, and how deep parts may stand in parts; see `texts_of`."""

ARCHIVE_START: Final = b"PK\x03\x04\x14\x00"
LOG_START: Final = b'{"payload":"'
"""How the other files begin that pbem writes and people attach: an archive, a log."""

_MAX_HEAD = 256 * 2**10
_MAX_FIELD = 2000
_MBOX_MARK = b"\nFrom "
_BLANK_LINE = re.compile(rb"(?:\A|\n)\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_FIELD = re.compile(rb"[!-9;-~]{1,100}[ \t]*:")
_FIELDS = ("content-type", "content-transfer-encoding")
_NO_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
_ENDS = re.compile(END.encode("ascii") + rb" [^ \r\n]{1,64}")
_QUOTED = re.compile(rb"^[ \t]*[>|][ \t>|]*", re.MULTILINE)
_UU_BEGIN = re.compile(rb"^begin [0-7]{3,4} [^\r\n]{1,300}\r?$", re.MULTILINE)
_UU_CODINGS = ("x-uuencode", "x-uue", "uuencode")
_MAX_UU = 64
_LONGEST_UU = 90
_UU_END = b"end"
# Some mail programs put empty lines between those of a packed file; where more stand together, it is over.
_MOST_EMPTY = 3
# Apple Mail's own files have the length of the mail before it; others begin with a mark of their encoding.
_BEFORE_HEAD = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:[0-9]{1,12}[ \t]*\r?\n)?")
_MIME_HEAD = re.compile(rb"^mime-version:", re.MULTILINE | re.IGNORECASE)
_MAX_PASTED = 8
_BLANK = (b"\n\n", b"\n\r\n")
_MESSAGES = ("message/rfc822", "message/global")
_QUOTED_ONCE = re.compile(rb"^> ?", re.MULTILINE)
# What may stand inside of a word without belonging to it: quoting, soft line breaks, the zeros of UTF-16.
_BETWEEN = b" \t\r\n>|=\0"


def _in_base64(word: bytes) -> Iterator[bytes]:
    """What every base64 text that holds `word` contains, one for each place of the word in a group of three bytes."""
    for shift in range(3):
        coded = base64.b64encode(bytes(shift) + word)
        yield coded[(8 * shift + 5) // 6 : 8 * (shift + len(word)) // 6]


_CODINGS = ("ascii", "utf-16-le", "utf-16-be")
_WORD = BEGIN.split(" ")[1]
_MARKS: Final = frozenset(
    [
        _WORD.encode("ascii"),
        LOG_START,
        *(mark for coding in _CODINGS for mark in _in_base64(_WORD.encode(coding))),
        *(base64.b64encode(start)[: 8 * len(start) // 6] for start in (ARCHIVE_START, LOG_START)),
        *_in_base64(b"ransfer-Encoding:"),  # a mail in a mail, whose own parts may be coded once more
        *_in_base64(b"begin 6"),
        b"begin6",  # what uuencode packs, under its usual mode
    ]
)


def may_hold_turn(data: bytes) -> bool:
    """Whether a mail or a part of one is worth reading; quick, for most of a mailbox is not."""
    if data.startswith(ARCHIVE_START):
        return True
    bare = data.translate(None, _BETWEEN)
    return any(mark in bare for mark in _MARKS)


def is_mbox(start: bytes) -> bool:
    """Whether a file that starts so is a mailbox in one file."""
    return start.startswith(_MBOX_MARK[1:])


def is_mail(start: bytes) -> bool:
    """Whether a file that starts so may be one mail with its header."""
    return _FIELD.match(start) is not None


def split_mbox(chunks: Iterable[bytes], limit: int = MAX_MAIL) -> Iterator[bytes | None]:
    """The mails of a mailbox file, in order, without their `From ` lines; None for one of more than `limit` bytes.

    chunks: the file's content in pieces of any size; never more than one mail and one piece is held.
    """
    held, too_long, begun = b"\n", False, False
    for chunk in chunks:
        *mails, held = (held + chunk).split(_MBOX_MARK)
        for mail in mails:
            if begun:
                yield None if too_long or len(mail) > limit else _behind_first_line(mail)
            too_long, begun = False, True
        if len(held) > limit + len(_MBOX_MARK):
            # The rest of this mail is passed over; its end may hold the beginning of the next mark.
            too_long, held = True, held[-len(_MBOX_MARK) :]
    if begun:
        yield None if too_long or len(held) > limit else _behind_first_line(held)


def _behind_first_line(mail: bytes) -> bytes:
    return mail.partition(b"\n")[2]


@dataclass(frozen=True, slots=True)
class _Part:
    """The form of a part as its header tells it. coding: transfer encoding. boundary: b"" where it has no parts."""

    type: str
    coding: str
    boundary: bytes
    charset: str


def texts_of(mail: bytes) -> Iterator[bytes]:
    """Everything in a mail or text that may hold a turn: parts with their transfer coding undone, then its source.

    Text, HTML and attachments alike, mails within mails too; types and file names decide nothing. At most MAX_PARTS
    parts, MAX_DEPTH deep, are looked at; what is beyond that is found only where it stands in the source in clear.
    Texts in UTF-16, UTF-32 or UTF-7 come out as UTF-8. Never raises.
    """
    if not may_hold_turn(mail):
        return
    bare = mail[_before_head(mail) :]
    if is_mail(bare):
        for text in _parts_of(bare):
            if may_hold_turn(text):
                yield from _forms(text)
    yield from _forms(mail)


def bodies_of(mail: bytes) -> Iterator[bytes]:
    """What people read of a mail: its parts with their transfer coding undone; of any other text the whole of it."""
    bare = mail[_before_head(mail) :]
    if is_mail(bare):
        yield from _parts_of(bare)
    else:
        yield mail


def _forms(text: bytes) -> Iterator[bytes]:
    """A text as it stands, and what is in it where it holds something packed, quoted, or the source of a mail."""
    yield text
    yield from _uuencoded(text)
    yield from _pasted(text)
    if _QUOTED.search(text) is not None:
        bare = _QUOTED.sub(b"", text)  # base64 lines with quote marks before them
        yield bare
        yield from _uuencoded(_QUOTED_ONCE.sub(b"", text))
        yield from _pasted(bare)


def _pasted(text: bytes) -> Iterator[bytes]:
    """The parts of mails whose source somebody has put into a text."""
    for number, found in enumerate(_MIME_HEAD.finditer(text)):
        if number >= _MAX_PASTED:
            return
        start = max((text.rfind(line, 0, found.start()) + len(line) for line in _BLANK if line in text), default=0)
        if start >= len(b"\n\n") and is_mail(text[start : start + 200]):
            yield from (one for one in _parts_of(text[start:]) if may_hold_turn(one))


def _before_head(mail: bytes) -> int:
    found = _BEFORE_HEAD.match(mail)
    return found.end() if found else 0


def _parts_of(mail: bytes) -> Iterator[bytes]:
    stack, left = [(mail, 0, _PLAIN)], MAX_PARTS
    while stack and left:
        source, depth, usual = stack.pop()
        left -= 1
        part, body = _opened(source, usual)
        inner: list[bytes] = []
        if depth < MAX_DEPTH and part.boundary:
            inner = _split(body, part.boundary, left)
        elif depth < MAX_DEPTH and (mail_in := _mail_in(part, body)):
            inner = [mail_in]
        if inner:
            below = _MESSAGE if part.type == "multipart/digest" else _PLAIN
            stack += [(one, depth + 1, below) for one in reversed(inner)]
        else:
            yield _decoded(part, body)


def _mail_in(part: _Part, body: bytes) -> bytes:
    """The mail that a part is, also one that was attached as a mere file; b"" where it is none."""
    data = _decoded(part, body)
    if part.type in _MESSAGES:
        return data
    return data if is_mail(data) and _MIME_HEAD.search(data, 0, _MAX_HEAD) is not None else b""


def _opened(source: bytes, usual: _Part) -> tuple[_Part, bytes]:
    """Form and body of a mail or part; one without a header is all body. usual: the form of one that says nothing."""
    end = _BLANK_LINE.search(source, 0, _MAX_HEAD)
    if end is None:
        return usual, source
    head = _FOLD.sub(b" ", source[: end.start()])
    found: dict[str, str] = {}
    for line in head.split(b"\n"):
        name, _, value = line.partition(b":")
        key = name.strip().lower().decode("ascii", "replace")
        if key in _FIELDS and key not in found:
            found[key] = value.strip()[:_MAX_FIELD].decode("ascii", "replace").replace("\r", " ")
    form = _form(found) if found else usual
    return (replace(form, type=usual.type) if found and _FIELDS[0] not in found else form), source[end.end() :]


_PLAIN: Final = _Part("text/plain", "", b"", "")
_MESSAGE: Final = _Part("message/rfc822", "", b"", "")


def _form(fields: dict[str, str]) -> _Part:
    header = Message()
    for name, value in fields.items():
        header[name] = value
    try:
        kind = header.get_content_type()
        boundary = (header.get_boundary("") or "") if kind.startswith("multipart/") else ""
        charset = header.get_content_charset("") or ""
    except (ValueError, LookupError, TypeError, AttributeError):
        # Header fields that the standard library cannot take apart say nothing.
        return _PLAIN
    coding = fields.get(_FIELDS[1], "").split(";")[0].strip().lower()
    return _Part(kind, coding, boundary.encode("ascii", "replace"), charset.lower())


def _split(body: bytes, boundary: bytes, most: int) -> list[bytes]:
    """The parts between the lines of a boundary; none where there is no such line."""
    line = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
    parts: list[bytes] = []
    start = -1
    for found in line.finditer(body):
        if start >= 0:
            parts.append(body[start : found.start()])
        start = -1 if found[1] else found.end()
        if start < 0 or len(parts) >= most:
            break
    if start >= 0 and len(parts) < most:
        parts.append(body[start:])  # the end of the mail is missing
    return parts


def _decoded(part: _Part, body: bytes) -> bytes:
    """The content of a part: transfer coding undone, and text of two or four bytes a character as UTF-8."""
    if part.coding == "base64":
        body = _base64(body)
    elif part.coding == "quoted-printable":
        body = quopri.decodestring(body)
    elif part.coding in _UU_CODINGS:
        body = b"".join(_uuencoded(body))
    # No other charset matters, for armour is plain ASCII; some of Python's take quadratic time on hostile text.
    if part.charset.startswith(("utf-16", "utf-32", "utf16", "utf32", "utf-7", "utf7")):
        try:
            return body.decode(part.charset, "replace").encode("utf-8", "replace")
        except (LookupError, ValueError):
            return body
    return body


def _base64(body: bytes) -> bytes:
    """Base64 up to its padding; characters of no meaning are passed over, a torn end is cut off."""
    letters = body.partition(b"=")[0].translate(None, _NO_BASE64)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    except binascii.Error:
        return b""


def _uuencoded(text: bytes) -> Iterator[bytes]:
    """Files that were packed by uuencode, as old mail programs attach them to plain text; each line is read once."""
    found = _UU_BEGIN.search(text)
    for _ in range(_MAX_UU):
        if found is None:
            return
        data, at = _uu_lines(text, found.end())
        yield data
        found = _UU_BEGIN.search(text, at)


def _uu_lines(text: bytes, at: int) -> tuple[bytes, int]:
    """What the lines from `at` on hold, up to the first that is none of uuencode, and where they end."""
    data, empty = bytearray(), 0
    while at < len(text):
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].rstrip(b"\r")
        empty = 0 if line else empty + 1
        if empty > _MOST_EMPTY or len(line) > _LONGEST_UU or line == _UU_END or _UU_BEGIN.match(line) is not None:
            break
        try:
            data += binascii.a2b_uu(line) if line else b""
        except binascii.Error:
            break
        at = end + 1
    return bytes(data), at


def portions(text: bytes) -> Iterator[bytes]:
    """A text with any number of turns, cut behind some of their END lines: the armour's reader takes few at a time."""
    start = 0
    for number, found in enumerate(_ENDS.finditer(text), 1):
        if number % (MAX_BLOCKS // 2) == 0:
            yield text[start : found.end()]
            start = found.end()
    if start < len(text):
        yield text[start:]
