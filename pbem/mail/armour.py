"""Turn files: a signed envelope as text that survives mail, and its tolerant reader (protocol section 4)."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain

MAX_TEXT = 32 * 1024 * 1024
"""Bytes of a text that the reader looks at: the largest envelope in armour, quoted and indented, fits."""

MAX_MARKS = 2**21
"""Line ends and signs of markup or coding that it works on; a turn of any size has fewer, whatever mail does to it."""

MAX_BLOCKS = 64
TURN, PART, BRIEFING = "TURN", "PART", "BRIEFING"
"""What a block can be. Its framing lines say it, so that no reader takes one kind for another."""

_LINE = 64
# Blanks of every kind, quote marks, byte order marks, and what a wrong guess of the encoding makes of them.
# None of them is of the base64 alphabet, so inside a block they are dropped wherever they stand.
_PADDING = " \t\v\f\u00a0\u00ad\u200b\u200c\u200d\u2060\u202f\ufeff\ufffd\u00c2\u00ef\u00bb\u00bf>|"
_DROP = {ord(c): None for c in _PADDING}
_QUOTE = re.compile(f"^[{re.escape(_PADDING)}]+")
_BLANKS = re.compile("[ \t\u00a0\u202f]+")
_TAG = re.compile(r"<(/?[A-Za-z][A-Za-z0-9]{0,15})(?:\s[^<>]{0,1000})?/?>")
_BREAKS = {"br", "p", "/p", "div", "/div", "pre", "/pre", "/li", "/tr", "blockquote", "/blockquote"}
_ENTITY = re.compile(r"&(?:#([0-9]{1,6})|#[xX]([0-9a-fA-F]{1,5})|([a-z]{2,4}));")
_ENTITIES = {"nbsp": " ", "gt": ">", "lt": "<", "amp": "&", "quot": '"'}
_SOFT_HEX = re.compile(r"=([0-9A-Fa-f]{2})")
_MIME_LINE = re.compile(r"[A-Za-z0-9+/]{1,1000}={0,2}")


class _Framing:
    """The two lines around the blocks of one kind, and the patterns that find them."""

    def __init__(self, kind: str) -> None:
        self.mark = f"PBEM {kind}"
        self.begin, self.end = f"BEGIN {self.mark}", f"END {self.mark}"
        # Prose may speak of these lines: what follows BEGIN on the same line must look like base64.
        self.opening = re.compile(rf"{self.begin}(?: ([A-Za-z0-9+/]{{32,}}.*))?")
        self.closing = re.compile(rf"(?:([A-Za-z0-9+/ ]*) )?{self.end} ([^ ]{{1,64}})(?: .*)?")
        self.whole_end = re.compile(rf"{self.end} [0-9a-f]{{16}}")


_FRAMINGS = {kind: _Framing(kind) for kind in (TURN, PART, BRIEFING)}
BEGIN, END = _FRAMINGS[TURN].begin, _FRAMINGS[TURN].end


@dataclass(frozen=True, slots=True)
class Block:
    """One block found in a text. line: number of its first line, from 1.

    envelope: the JSON in it, b"" where it is damaged. damage: "" or what is wrong (code ARMOR_DAMAGED).
    """

    line: int
    envelope: bytes
    damage: str


def write_block(envelope: bytes, kind: str = TURN) -> str:
    """The turn file of an envelope's JSON: BEGIN line, base64 without `=` in lines of 64, END line.

    kind: TURN, or PART and BRIEFING, which go between team-mates.
    """
    framing = _FRAMINGS[kind]
    text = base64.b64encode(envelope).decode("ascii").rstrip("=")
    lines = [text[i : i + _LINE] for i in range(0, len(text), _LINE)]
    return "\n".join([framing.begin, *lines, f"{framing.end} {_checksum(envelope)}"]) + "\n"


def read_blocks(data: bytes | str, kind: str = TURN) -> list[Block]:
    """Every block of one kind in a text, whatever a mail program did to it, in order; [] where there is none.

    A text above MAX_TEXT or MAX_MARKS gives a single damaged block; blocks after the 64th are not looked at. Never
    raises. A base64 attachment in a mail's raw source is looked into when nothing stands outside of it.
    """
    if len(data) > MAX_TEXT:
        return [Block(1, b"", f"the text is longer than {MAX_TEXT} bytes")]
    text = data if isinstance(data, str) else _decode(data)
    marks = _marks(text)
    framing = _FRAMINGS[kind]
    blocks = list(_scan(text, framing)) if marks <= MAX_MARKS else []
    if not blocks and marks <= MAX_MARKS:
        for part in map(_decode, _attachments(text, framing.begin.encode("ascii"))):
            marks += _marks(part)
            if marks > MAX_MARKS:
                break
            blocks += _scan(part, framing)
    if marks > MAX_MARKS:
        return [Block(1, b"", f"the text has more than {MAX_MARKS} line ends and signs of markup")]
    return blocks[:MAX_BLOCKS]


def _marks(text: str) -> int:
    return sum(text.count(mark) for mark in "\n\r<&=")


def _checksum(envelope: bytes) -> str:
    return sha256(envelope).hexdigest()[:16]


def _decode(data: bytes) -> str:
    """Text of a saved mail. Bytes that are no UTF-8 can only stand outside of a block, or as blanks."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    return data.decode("utf-8", errors="replace")


def _scan(text: str, framing: _Framing) -> Iterator[Block]:
    """Blocks of a text, in one pass over its lines."""
    start, body, found = 0, list[str](), 0
    for number, line in _lines(text):
        if framing.mark not in line:
            if start:
                body.append(line)
            continue
        opens, closes = framing.opening.fullmatch(line), framing.closing.fullmatch(line)
        if opens is not None:
            if start:
                yield Block(start, b"", "the block has no END line")
            start, body = number, []
            # A reader that joins lines may have left the whole block, or its head, on one line.
            rest = opens.group(1) or ""
            closes = framing.closing.fullmatch(rest)
            if closes is None:
                body.append(rest)
        if closes is not None and (start or framing.whole_end.fullmatch(line)):
            yield _checked(start, number, [*body, closes.group(1) or ""], closes.group(2))
            start = 0
        found += 1
        if found > 4 * MAX_BLOCKS:
            return
    if start:
        yield Block(start, b"", "the block has no END line")


def _checked(start: int, end: int, body: list[str], checksum: str) -> Block:
    if not start:
        return Block(end, b"", "an END line without its BEGIN line")
    text = "".join(body).translate(_DROP).rstrip("=")
    try:
        envelope = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return Block(start, b"", "a character is not of the base64 alphabet, or one is missing")
    if base64.b64encode(envelope).decode("ascii").rstrip("=") != text:
        return Block(start, b"", "the last character is damaged")
    if _checksum(envelope) != checksum:
        return Block(start, b"", "the checksum of the END line does not fit the block")
    if not envelope:
        return Block(start, b"", "the block is empty")
    return Block(start, envelope, "")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without quoting, markup and encoding leftovers; a turn file's own come out unchanged."""
    if "<" in text:
        text = _TAG.sub(_break, text)
    for number, raw in _split(text):
        if not raw:
            continue
        line = raw
        if "&" in line:
            line = _ENTITY.sub(_character, line)
        if "=" in line:
            line = _SOFT_HEX.sub(lambda found: chr(int(found.group(1), 16)), line.rstrip())
            line = line.removesuffix("=")
        yield number, _BLANKS.sub(" ", _QUOTE.sub("", line)).rstrip(_PADDING)


def _split(text: str) -> Iterator[tuple[int, str]]:
    """Lines of a text with their numbers, without holding them all."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    number, at = 0, 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        number += 1
        yield number, text[at:end]
        at = end + 1


def _character(entity: re.Match[str]) -> str:
    decimal, hexadecimal, name = entity.groups()
    if name:
        return _ENTITIES.get(name, entity.group())
    return chr(int(decimal)) if decimal else chr(int(hexadecimal, 16))


def _break(tag: re.Match[str]) -> str:
    return "\n" if tag.group(1).lower() in _BREAKS else ""


def _attachments(text: str, begin: bytes) -> Iterable[bytes]:
    """Decoded runs of base64 lines that hold a framing line, as raw mail source holds an attachment."""
    run: list[str] = []
    for _, raw in chain(_split(text), [(0, "")]):
        line = raw.strip()
        if _MIME_LINE.fullmatch(line) is not None:
            run.append(line)
            continue
        if run:
            joined = "".join(run).rstrip("=")
            run = []
            try:
                decoded = base64.b64decode(joined + "=" * (-len(joined) % 4))
            except binascii.Error:
                continue
            if begin in decoded:
                yield decoded
