"""The signed orders file (protocol section 10): orders for people, then the block that counts."""

from __future__ import annotations

import html
import quopri
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.orders.loader import Data, load_or_fault
from pbem.orders.scalars import text_of
from pbem.orders.text import MAX_BYTES
from pbem.orders.writer import dump
from pbem.orders.yaml_errors import YamlFault

FIRST_LINE = "# Signed orders. Only the block at the end counts."
BLOCK_KEY = "signed"
NOTE_KEY = "note"
# The members that say which orders these are come first, then those that say who and where; moves before the rest.
ORDER = ("campaign", "message", "phase", "for", "id", "unit", "units", "on", "by", "from", "to", "path", "moves")

_MAIL_MARGIN = " \t>|\u00a0\ufeff"
_LONGEST_MARGIN = 100
_QUOTING = re.compile(r"^[ \t]*(?:[>|][ \t]?)+", re.MULTILINE)
_BEGIN, _END = "BEGIN PBEM TURN", "END PBEM TURN"
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,500}>")
_BLANKS = str.maketrans({"\u00a0": " ", "\t": "    "})
# What mail programs put in place of plain characters, undone on both sides before comparing.
_PLAIN = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"})


def write_signed(public: Mapping[str, Any], note: Sequence[str], block: str) -> str:
    """The file that is mailed: public input and note as YAML, then `signed: |` with the turn block.

    public: the compiled input, canonical JSON values; it has no members `note` and `signed`.
    note: lines to the opponent, left out if there are none. block: the armoured turn (section 4),
    ASCII lines. One input gives one text. Raises ValueError for data that YAML orders cannot hold.
    """
    if BLOCK_KEY in public or NOTE_KEY in public:
        raise ValueError("an input has no member 'note' or 'signed'")
    lines = block.strip("\n").split("\n")
    if not lines[0] or not block.isascii() or any(not line.isprintable() or line != line.strip() for line in lines):
        raise ValueError("a turn block has ASCII lines without blanks around them")
    readable = dump(_shown(public, note), first=ORDER) if public or note else ""
    body = "\n".join(f"  {line}" if line else "" for line in lines)
    return f"{FIRST_LINE}\n{readable}{BLOCK_KEY}: |\n{body}\n"


def turns_of(text: str) -> list[str]:
    """A mail that holds several turns cut behind each of them, in order; what follows the last is left out."""
    pieces, start = [], 0
    while (begin := _line_of(text, _BEGIN, start)) >= 0 and (end := _line_of(text, _END, begin)) >= 0:
        stop = text.find("\n", end) + 1 or len(text)
        pieces.append(text[start:stop])
        start = stop
    return pieces


def readable_part(text: str) -> Data | None:
    """The data of the orders above the first block as they arrived, every scalar as its text.

    The words around a mail, quoting marks and what stands below the block are passed over. None
    where mail has made it unreadable. Never raises; reads at most 256 KiB of it.
    """
    for part in _readings(_above_block(text)):
        data = _data(part)
        if isinstance(data, dict):
            return data
    return None


def readable_differs(text: str, public: Mapping[str, Any], note: Sequence[str]) -> bool:
    """Whether to warn READABLE_PART_DIFFERS, see `readable_difference`."""
    return bool(readable_difference(text, public, note))


def readable_difference(text: str, public: Mapping[str, Any], note: Sequence[str]) -> str:
    """Why not to believe the orders above the block, in words; "" where they say the same, or none are there.

    Damage by mail programs that can be undone (typographic quotes and dashes, quoting, coding, blanks) is no
    difference. What is there and cannot be read is one: nobody knows what a person made of it. Never raises.
    """
    signed = _plain(_texts(_shown(public, note)))
    above = _above_block(text)
    arrived = [_plain(data) for data in map(_data, _readings(above)) if isinstance(data, dict)]
    if arrived:
        return "" if signed in arrived else "the orders above the signed block differ from it; the block counts"
    there = above is not None or _begun(text)
    return "the orders above the signed block could not be read; the block counts" if there else ""


def _shown(public: Mapping[str, Any], note: Sequence[str]) -> dict[str, Any]:
    return {**public, NOTE_KEY: list(note)} if note else dict(public)


def _data(part: str) -> Data | YamlFault:
    try:
        return load_or_fault(part).data
    except YamlFault as fault:
        return fault


def _readings(part: str | None) -> list[str]:
    """The part as it is, then each different form with quoting marks, transfer coding, HTML or blanks undone."""
    if part is None or len(part) > MAX_BYTES:
        return []
    forms = [part, _QUOTING.sub("", part) if _all_quoted(part) else part]
    coded = quopri.decodestring(forms[-1].encode("utf-8", "replace"))
    forms += [coded.decode("utf-8", "replace"), html.unescape(forms[-1]), html.unescape(_TAG.sub("", forms[-1]))]
    forms += [form.translate(_BLANKS) for form in forms]
    return list(dict.fromkeys(forms))


def _all_quoted(part: str) -> bool:
    return all(line.lstrip(" \t")[:1] in (">", "|") for line in part.splitlines() if line.strip())


def _above_block(text: str) -> str | None:
    """The text from our first line to the key of the first block; None if there is no such part."""
    begin = _line_of(text, _BEGIN, 0)
    end = _line_of(text, f"{BLOCK_KEY}:", max(0, begin - 2 * _LONGEST_MARGIN), begin) if begin >= 0 else -1
    if end < 0:
        return None
    start = text.rfind("\n", 0, max(text.find(FIRST_LINE, 0, end), 0)) + 1
    return text[start:end]


def _begun(text: str) -> bool:
    """Whether our first line stands above the first block, though the key of the block is nowhere between them."""
    begin = _line_of(text, _BEGIN, 0)
    return begin >= 0 and text.find(FIRST_LINE, 0, begin) >= 0


def _line_of(text: str, words: str, start: int, stop: int | None = None) -> int:
    """Where the first line begins that starts with `words` behind marks of mail programs; -1 if none does."""
    place = text.find(words, start, stop)
    while place >= 0:
        line = text.rfind("\n", max(0, place - _LONGEST_MARGIN), place) + 1
        near = line > 0 or place <= _LONGEST_MARGIN
        if near and not text[line:place].strip(_MAIL_MARGIN):
            return line
        place = text.find(words, place + 1, stop)
    return -1


def _texts(data: Any) -> Any:
    """Integers and booleans as the text that the loader reads for them."""
    if isinstance(data, Mapping):
        return {key: _texts(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_texts(value) for value in data]
    return text_of(data)


def _plain(data: Any) -> Any:
    """Texts with what mail programs replace or pad put back into plain characters."""
    if isinstance(data, dict):
        return {_plain(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    text = str(data).translate(_PLAIN).replace("\u2026", "...").strip()
    return " ".join(text.replace("---", "-").replace("--", "-").split()).strip("\"'")
