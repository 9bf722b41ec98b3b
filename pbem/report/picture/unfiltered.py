"""The pixels of a PNG: rows from what its filters have left of them."""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import Final, TypeAlias

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
# Pixels of a picture.
_LARGEST: Final = 2**24
# Meetings of four pixels that are kept: four of five on a map have been met before.
_MEETINGS: Final = 2**16
# Of each byte of a pixel, for sums that do not carry over into the next one.
_LOW, _HIGH = 0x7F7F7F7F, 0x80808080

Row: TypeAlias = "array[int]"


def decoded(data: bytes) -> list[Row]:
    """The rows of a PNG of 8 bits a channel with opacity, as resvg writes it: each pixel a number, red in its lowest
    byte, opacity in its highest. Raises ValueError for any other form, and for a picture that is too large."""
    form = struct.unpack(">II5B", data[16:29]) if data.startswith(_SIGNATURE) and len(data) > 29 else None
    if form is None or form[2:] != (8, 6, 0, 0, 0) or form[0] * form[1] > _LARGEST:
        raise ValueError("no picture of 8 bits a channel with opacity")
    return list(_rows(zlib.decompress(b"".join(_chunks(data, b"IDAT"))), form[0], form[1]))


def _chunks(data: bytes, wanted: bytes) -> Iterator[bytes]:
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == wanted:
            yield data[at + 8 : at + 8 + length]
        at += 12 + length


# -- rows: what the filters of PNG have taken apart ----------------------------------


def _rows(raw: bytes, width: int, height: int) -> Iterator[Row]:
    """The pixels of each row, red in the lowest byte."""
    size = 4 * width
    low = int.from_bytes(b"\x7f" * size, "little")
    before = bytes(size)
    for start in range(0, height * (size + 1), size + 1):
        line = raw[start + 1 : start + 1 + size]
        before = _unfiltered(raw[start], line, before, low)
        row = array("I", before)
        if sys.byteorder == "big":
            row.byteswap()
        yield row


def _unfiltered(kind: int, line: bytes, before: bytes, low: int) -> bytes:
    """PNG 1.2, section 6: a row from what is left of it and the row above."""
    if kind == 1:
        return _added_up(line, low)
    if kind == 2:
        return _sum(int.from_bytes(line, "little"), int.from_bytes(before, "little"), low).to_bytes(len(line), "little")
    if kind == 3:
        return _averaged(line, before)
    return _predicted(line, before) if kind == 4 else line


def _sum(one: int, other: int, low: int) -> int:
    """Byte by byte, without carrying over into the next one."""
    return ((one & low) + (other & low)) ^ ((one ^ other) & ~low)


def _added_up(line: bytes, low: int) -> bytes:
    """Each pixel on top of all to its left: in steps of one, two, four pixels and so on."""
    total, whole, shift = int.from_bytes(line, "little"), (1 << 8 * len(line)) - 1, 32
    while shift < 8 * len(line):
        total = _sum(total, total << shift & whole, low)
        shift *= 2
    return total.to_bytes(len(line), "little")


def _averaged(line: bytes, before: bytes) -> bytes:
    row = bytearray(line)
    for at, above in enumerate(before):
        left = row[at - 4] if at >= 4 else 0
        row[at] = (row[at] + (left + above >> 1)) & 255
    return bytes(row)


def _predicted(line: bytes, before: bytes) -> bytes:
    """By the neighbour that fits best. Where two of them are alike, it is the third: of a map nearly everywhere."""
    pixels, above = array("I", line), array("I", before)
    left = corner = at = 0
    end = len(pixels)
    for mark in (*compress(range(end), pixels), end):
        # Up to there nothing is left over.
        while at < mark and left != corner:
            up = above[at]
            pixels[at] = left = left if up == corner else _pixel(0, left, up, corner)
            corner, at = up, at + 1
        if at < mark:
            pixels[at:mark] = above[at:mark]
            left = corner = above[mark - 1]
        if mark < end:
            rest, up = pixels[mark], above[mark]
            if left == corner or up == corner:
                third = up if left == corner else left
                left = ((third & _LOW) + (rest & _LOW)) ^ ((third ^ rest) & _HIGH)
            else:
                left = _pixel(rest, left, up, corner)
            pixels[mark], corner, at = left, up, mark + 1
    return pixels.tobytes()


@lru_cache(maxsize=_MEETINGS)
def _pixel(rest: int, left: int, up: int, corner: int) -> int:
    """Each byte by itself; their order in the number does not matter."""
    found = 0
    for shift in (0, 8, 16, 24):
        a, b, c = left >> shift & 255, up >> shift & 255, corner >> shift & 255
        from_left, from_up, from_corner = abs(b - c), abs(a - c), abs(a + b - c - c)
        if from_left <= from_up and from_left <= from_corner:
            best = a
        else:
            best = b if from_up <= from_corner else c
        found |= ((rest >> shift) + best & 255) << shift
    return found
