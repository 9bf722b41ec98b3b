"""Turn files: a signed envelope as text that survives mail, and its tolerant reader (protocol section 4)."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain

from pbem.lean import dataclass
from pbem.mail import salvage
from pbem.mail.plaintext import PADDING, bare_lines, split_lines

MAX_TEXT = 32 * 1024 * 1024
"""Bytes of a text that the reader looks at: the largest envelope in armour, quoted and indented, fits."""

MAX_MARKS = 2**21
"""Line ends and signs of markup or coding that it works on; a turn of any size has fewer, whatever mail does to it."""

MAX_BLOCKS = 64
TURN, PART, BRIEFING = "TURN", "PART", "BRIEFING"
"""What a block can be. Its framing lines say it, so that no reader takes one kind for another."""

_LINE = 64
_DROP = {ord(c): None for c in PADDING}
# The word that all framing lines have, however mail has broken it.
_WORD = re.compile(r"P\W{0,12}B\W{0,12}E\W{0,12}M")
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


def read_blocks(data: bytes | str, kind: str = TURN, *, thorough: bool = True) -> list[Block]:
    """Every block of one kind in a text, whatever a mail program did to it, in order; [] where there is none.

    thorough: whether a text whose lines give nothing whole is tried by its letters as well, which takes seconds for one
    of some megabytes. A text above MAX_TEXT or MAX_MARKS gives a single damaged block; blocks after the 64th are not
    looked at. Never raises. Base64 attachments in a mail's raw source are looked into when nothing outside of them is
    whole.
    """
    if len(data) > MAX_TEXT:
        return [Block(1, b"", f"the text is longer than {MAX_TEXT} bytes")]
    text = data if isinstance(data, str) else _decode(data)
    marks = _marks(text)
    framing = _FRAMINGS[kind]
    blocks = _read(text, framing, thorough) if marks <= MAX_MARKS else []
    if marks <= MAX_MARKS and all(block.damage for block in blocks):
        inner: list[Block] = []
        for part in map(_decode, _attachments(text)):
            marks += _marks(part)
            if marks > MAX_MARKS:
                break
            inner += _read(part, framing, thorough)
        blocks = [block for block in inner if not block.damage] or [*blocks, *inner]
    if marks > MAX_MARKS:
        return [Block(1, b"", f"the text has more than {MAX_MARKS} line ends and signs of markup")]
    return blocks[:MAX_BLOCKS]


def _read(text: str, framing: _Framing, thorough: bool) -> list[Block]:
    """Blocks of a text, by its lines; where these leave something damaged, or nothing, by its letters alone."""
    blocks = list(_scan(text, framing))
    if blocks and not any(block.damage for block in blocks):
        return blocks
    if not thorough or len(text) > salvage.MAX_LENGTH or _marks(text) > salvage.MAX_MARKS or _WORD.search(text) is None:
        return blocks
    known = {block.envelope for block in blocks}
    found = [_checked(one.line, one.body, one.checksum) for one in salvage.candidates(text, framing.begin, framing.end)]
    saved = {block.envelope: block for block in found if not block.damage and block.envelope not in known}
    if saved:
        return [*(block for block in blocks if not block.damage), *saved.values()]
    return blocks or found[:1]


def _marks(text: str) -> int:
    return sum(text.count(mark) for mark in "\n\r<&=")


def _checksum(envelope: bytes) -> str:
    return sha256(envelope).hexdigest()[:16]


def _decode(data: bytes) -> str:
    """Text of a saved mail. Bytes that are no UTF-8 can only stand outside of a block, or as blanks."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    # What is left of UTF-16 that says nowhere what it is.
    return data.replace(b"\0", b"").decode("utf-8", errors="replace")


def _scan(text: str, framing: _Framing) -> Iterator[Block]:
    """Blocks of a text, in one pass over its lines."""
    start, body, found = 0, list[str](), 0
    for number, line in bare_lines(text):
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
            if start:
                yield _checked(start, "".join([*body, closes.group(1) or ""]), closes.group(2))
            else:
                yield Block(number, b"", "an END line without its BEGIN line")
            start = 0
        found += 1
        if found > 4 * MAX_BLOCKS:
            return
    if start:
        yield Block(start, b"", "the block has no END line")


def _checked(start: int, body: str, checksum: str) -> Block:
    text = body.translate(_DROP).rstrip("=")
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


def _attachments(text: str) -> Iterable[bytes]:
    """Decoded runs of base64 lines that may hold a block, as raw mail source holds an attachment."""
    run: list[str] = []
    for _, raw in chain(split_lines(text), [(0, "")]):
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
            if b"PBEM" in decoded or b"P\0B\0E\0M" in decoded:
                yield decoded
