"""Pictures for mail: a PNG of true colours as one of at most 256, enough for a map, in a third of the bytes."""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_MOST: Final = 256
_WHITE: Final = 0xFFFFFF
# What two rare colours have to share to get the same place: the upper five bits of each channel.
_ALIKE: Final = 0xF8F8F8
# Pixels of a picture that are worth the time.
_LARGEST: Final = 2**23

Row: TypeAlias = "array[int]"


def indexed_png(data: bytes) -> bytes:
    """The same picture with a palette: the commonest colours, and for each other one the nearest of them.

    data: as resvg writes it, 8 bits a channel with a fourth one that says nothing. What is of another form comes back
    as it is.
    """
    form = struct.unpack(">II5B", data[16:29]) if data.startswith(_SIGNATURE) and len(data) > 29 else None
    if form is None or form[2:] != (8, 6, 0, 0, 0) or form[0] * form[1] > _LARGEST:
        return data
    width, height = form[0], form[1]
    rows = list(_rows(zlib.decompress(b"".join(_chunks(data, b"IDAT"))), width, height))
    counts: Counter[int] = Counter()
    for row in rows:
        counts.update(row)
    palette, places = _palette(counts)
    body = b"".join(b"\0" + bytes(map(places.__getitem__, row)) for row in rows)
    parts = [
        (b"IHDR", struct.pack(">II5B", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(colour.to_bytes(3, "little") for colour in palette)),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    ]
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in parts)


def _chunks(data: bytes, wanted: bytes) -> Iterator[bytes]:
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        if data[at + 4 : at + 8] == wanted:
            yield data[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


# -- colours -----------------------------------------------------------------------


def _palette(counts: Counter[int]) -> tuple[list[int], dict[int, int]]:
    """Colours, and pixel -> number of its colour. Pixels bear their opacity in the highest byte, which is left out."""
    common = [pixel & _WHITE for pixel, _ in counts.most_common(_MOST)]
    exact = {colour: number for number, colour in enumerate(common)}
    alike: dict[int, int] = {}
    places = {}
    for pixel in counts:
        colour = pixel & _WHITE
        if colour in exact:
            places[pixel] = exact[colour]
        else:
            key = colour & _ALIKE
            if key not in alike:
                alike[key] = _nearest(colour, common)
            places[pixel] = alike[key]
    return common, places


def _nearest(colour: int, palette: Sequence[int]) -> int:
    red, green, blue = colour & 255, colour >> 8 & 255, colour >> 16

    def away(number: int) -> int:
        other = palette[number]
        return (red - (other & 255)) ** 2 + (green - (other >> 8 & 255)) ** 2 + (blue - (other >> 16)) ** 2

    return min(range(len(palette)), key=away)


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
    """By the neighbour that fits best. Where nothing is left over and two neighbours are alike, it is the third."""
    left_over, above = array("I", line), array("I", before)
    left = corner = 0
    for at, rest in enumerate(left_over):
        up = above[at]
        if rest == 0 and left == corner:
            left = up
        elif rest or up != corner:
            left = _pixel(rest, left, up, corner)
        corner = up
        left_over[at] = left
    return left_over.tobytes()


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
