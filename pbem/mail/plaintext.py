"""What mail programs put around and into a text, taken off again: markup, entities, coding, quoting, blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

# Blanks of every kind, quote marks, byte order marks, and what a wrong guess of the encoding makes of them.
# None of them is of the base64 alphabet, so inside a block they are dropped wherever they stand.
PADDING: Final = " \t\v\f\u00a0\u00ad\u200b\u200c\u200d\u2060\u202f\ufeff\ufffd\u00c2\u00ef\u00bb\u00bf>|"

_LINE = re.compile(r"[^\n]+")
_BLANKS = re.compile("[ \t\u00a0\u202f]+")
# Elements (Office names some of its own `o:p`), comments and conditions. None spans another `<`.
_TAG = re.compile(r"<(?:(/?[A-Za-z][A-Za-z0-9:]{0,24})(?:\s[^<>]{0,4000})?/?|![^<>]{0,4000})>")
_BREAKS = {"br", "p", "/p", "div", "/div", "pre", "/pre", "/li", "/tr", "blockquote", "/blockquote"}
_ENTITY = re.compile(r"&(?:#([0-9]{1,6})|#[xX]([0-9a-fA-F]{1,5})|([A-Za-z]{2,24}));")
_ENTITIES = {"nbsp": " ", "gt": ">", "lt": "<", "amp": "&", "quot": '"', "plus": "+", "sol": "/", "newline": "\n"}
_UNSEEN = frozenset({"shy", "zwj", "zwnj", "zerowidthspace", "nobreak", "ensp", "emsp", "thinsp", "hairsp"})
_SOFT_HEX = re.compile(r"=([0-9A-Fa-f]{2})")
_SOFT_END = re.compile(r"=[ \t]*(?:\r\n|\n|\r)")


def bare_lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without quoting, markup and encoding leftovers; those of a turn file come out unchanged."""
    for number, line in plain_lines(text):
        inner = line.strip(PADDING)
        yield number, inner if inner.isalnum() else _BLANKS.sub(" ", inner)


def plain_lines(text: str) -> Iterator[tuple[int, str]]:
    """The same with quoting and blanks as they stand; lines in which nothing stands are left out."""
    for number, line in unmarked_lines(text):
        if "=" in line:
            line = _SOFT_HEX.sub(lambda found: chr(int(found.group(1), 16)), line.rstrip())
            line = line.removesuffix("=")
        yield number, line


def unmarked_lines(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines without markup, whatever coding is left in them as it stands."""
    if "<" in text:
        text = _TAG.sub(_break, text)
    for number, raw in split_lines(text):
        if raw:
            yield number, _ENTITY.sub(_character, raw) if "&" in raw else raw


def joined_softly(text: str) -> str:
    """A text in quoted-printable with its lines whole again, so that markup broken by a soft line end is markup."""
    return _SOFT_HEX.sub(lambda found: chr(int(found.group(1), 16)), _SOFT_END.sub("", text))


def split_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines of a text with their numbers, without holding them all; of empty ones in a row a single one."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    number, at = 1, 0
    for found in _LINE.finditer(text):
        # Between two lines that hold something stand ends of lines alone.
        start, end = found.span()
        passed = start - at
        number, at = number + passed, end
        if passed > 1:
            yield number - 1, ""
        yield number, found[0]


def _character(entity: re.Match[str]) -> str:
    decimal, hexadecimal, name = entity.groups()
    if name is None:
        return chr(int(decimal)) if decimal else chr(int(hexadecimal, 16))
    if name.lower() in _UNSEEN:
        return ""
    return _ENTITIES.get(name.lower(), entity.group())


def _break(tag: re.Match[str]) -> str:
    return "\n" if (tag.group(1) or "").lower() in _BREAKS else ""
