"""Pictures of one byte a pixel: a palette that is always the same, sprites laid on a canvas, and the canvas as a PNG.

Between all that a map draws there are few colours. With one palette for all pictures nothing has to be counted or
matched when a picture is put together: what lies on top is copied row by row, and only its edges are mixed.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from pbem.report.picture.palette import (
    ALARM,
    BURST,
    FAINT,
    HEXSIDE,
    INK,
    LIVERIES,
    NEUTRAL,
    PAPER,
    ROAD,
    SLOPE,
    TERRAIN,
    TEXTURE,
    WATER,
)
from pbem.report.picture.unfiltered import decoded

_MOST: Final = 256
# Steps of a blend between two colours that often meet.
_STEPS: Final = 5
# Opacities from which on a pixel counts as solid, and up to which as nothing.
_SOLID, _NOTHING = 226, 7
_SOLID_RUN: Final = re.compile(rb"\xff+")
_MIXED_RUN: Final = re.compile(rb"[^\x00\xff]+")
# zlib's measure between time and size: half as long as the usual 6 for a few bytes in a hundred more.
_LEVEL: Final = 4


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture: the colour of each pixel by its number in the palette, and how opaque it is; b"": all solid."""

    width: int
    height: int
    colours: bytes
    opacity: bytes = b""

    def packed(self) -> bytes:
        """As it is kept."""
        return struct.pack(">II", self.width, self.height) + zlib.compress(self.colours + self.opacity, _LEVEL)

    @classmethod
    def unpacked(cls, data: bytes) -> Sprite:
        """What `packed` wrote. Raises ValueError for anything else."""
        try:
            width, height = struct.unpack_from(">II", data)
            unzip = zlib.decompressobj()
            raw = unzip.decompress(data[8:], 2 * width * height + 1)
        except (struct.error, zlib.error) as error:
            raise ValueError("no sprite") from error
        if not unzip.eof or len(raw) not in (width * height, 2 * width * height) or not raw:
            raise ValueError("no sprite")
        return cls(width, height, raw[: width * height], raw[width * height :])


class Canvas:
    """Rows of pixels, white at first, on which sprites are laid; what lies outside of it is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [bytearray([nearest(0xFFFFFF)]) * width for _ in range(height)]

    def lay(self, sprite: Sprite, x: int, y: int, clip: tuple[int, int, int, int] | None = None) -> None:
        """Lays a sprite with its upper left corner there. clip: left, top, right, bottom of what it may cover."""
        left, top, right, bottom = clip or (0, 0, self.width, self.height)
        left, top, right, bottom = max(left, x, 0), max(top, y, 0), min(right, self.width), min(bottom, self.height)
        right, bottom = min(right, x + sprite.width), min(bottom, y + sprite.height)
        if right <= left:
            return
        for row in range(top, bottom):
            start, end = (row - y) * sprite.width + left - x, (row - y) * sprite.width + right - x
            line, colours = self._rows[row], sprite.colours[start:end]
            if not sprite.opacity:
                line[left:right] = colours
                continue
            opacity = sprite.opacity[start:end]
            for run in _SOLID_RUN.finditer(opacity):
                line[left + run.start() : left + run.end()] = colours[run.start() : run.end()]
            for run in _MIXED_RUN.finditer(opacity):
                for at in range(run.start(), run.end()):
                    line[left + at] = _BLENDS[line[left + at], colours[at], opacity[at] >> 4]

    def png(self) -> bytes:
        """The canvas as a PNG of 256 colours."""
        body = b"".join(b"\0" + row for row in self._rows)
        parts = [
            (b"IHDR", struct.pack(">II5B", self.width, self.height, 8, 3, 0, 0, 0)),
            (b"PLTE", b"".join(colour.to_bytes(3, "big") for colour in palette())),
            (b"IDAT", zlib.compress(body, _LEVEL)),
            (b"IEND", b""),
        ]
        chunks = (struct.pack(">I", len(a)) + k + a + struct.pack(">I", zlib.crc32(k + a)) for k, a in parts)
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def sprites(data: bytes, boxes: Iterable[tuple[int, int, int, int]], *, solid: bool = False) -> Iterator[Sprite]:
    """Parts of a PNG as resvg writes it: left, top, width, height of each. solid: opacity says nothing."""
    rows = decoded(data)
    for left, top, width, height in boxes:
        cut = [row[left : left + width] for row in rows[top : top + height]]
        numbers = {pixel: _number(pixel) for pixel in set().union(*cut)} if cut else {}
        colours = b"".join(bytes(map(numbers.__getitem__, row)) for row in cut)
        opacity = b"" if solid else b"".join(row.tobytes()[3::4].translate(_ROUNDED) for row in cut)
        yield Sprite(width, height, colours, opacity)


_ROUNDED: Final = bytes(0 if one <= _NOTHING else 255 if one >= _SOLID else one for one in range(256))


def _number(pixel: int) -> int:
    """Of a pixel with red in its lowest byte and its opacity in the highest."""
    return nearest((pixel & 255) << 16 | pixel & 0xFF00 | pixel >> 16 & 255)


# -- colours -----------------------------------------------------------------------


@cache
def palette() -> tuple[int, ...]:
    """Colours as 0xRRGGBB: those that are drawn with, what lies between some of them, and a few of all else."""
    clear = TERRAIN["clear"]
    looks = (*LIVERIES, NEUTRAL)
    pairs = [(INK, clear), (INK, PAPER), (HEXSIDE, clear), (FAINT, clear), (ROAD, clear), (WATER, clear), (INK, BURST)]
    pairs += [(SLOPE, clear), (WATER, PAPER), (ROAD, PAPER)]
    pairs += [(look.line, PAPER) for look in looks] + [(look.ink, look.fill) for look in looks]
    pairs += [(TEXTURE[kind], TERRAIN[kind]) for kind in TERRAIN if kind in TEXTURE]
    found = dict.fromkeys(_value(colour) for colour in (INK, PAPER, FAINT, BURST, ALARM, HEXSIDE, WATER, ROAD, SLOPE))
    found |= dict.fromkeys(_value(colour) for look in looks for colour in (look.fill, look.ink, look.line))
    found |= dict.fromkeys(_value(colour) for colour in (*TERRAIN.values(), *TEXTURE.values()))
    for one, other in pairs:
        for step in range(1, _STEPS + 1):
            found[_between(_value(one), _value(other), step, _STEPS + 1)] = None
    cube = [r << 16 | g << 8 | b for r in (0, 85, 170, 255) for g in (0, 85, 170, 255) for b in (0, 85, 170, 255)]
    found |= dict.fromkeys(cube)
    return tuple(list(found)[:_MOST])


def _value(colour: str) -> int:
    return int(colour[1:], 16)


def _between(one: int, other: int, part: int, whole: int) -> int:
    shifts = (16, 8, 0)
    return sum(
        ((one >> s & 255) * (whole - part) + (other >> s & 255) * part + whole // 2) // whole << s for s in shifts
    )


@cache
def _exact() -> dict[int, int]:
    return {colour: number for number, colour in enumerate(palette())}


@cache
def _apart(part: int, shift: int, weight: int) -> list[int]:
    """How far the red, green or blue of each colour of the palette is from a value of it, squared and weighted."""
    return [weight * (part - (colour >> shift & 255)) ** 2 for colour in palette()]


def nearest(colour: int) -> int:
    """The number of the colour of the palette that looks most like this one, 0xRRGGBB."""
    exact = _exact().get(colour)
    return exact if exact is not None else _alike(colour & 0xF8F8F8 | 0x040404)


@cache
def _alike(colour: int) -> int:
    # Weighted as the eye weighs them.
    parts = [_apart(colour >> shift & 255, shift, weight) for shift, weight in ((16, 2), (8, 4), (0, 3))]
    distances = list(map(sum, zip(*parts, strict=True)))
    return distances.index(min(distances))


class _Blends(dict[tuple[int, int, int], int]):
    """Below and above, as numbers of the palette, and sixteenths of the upper one, less a half -> what lies between."""

    def __missing__(self, mixed: tuple[int, int, int]) -> int:
        below, above, sixteenths = mixed
        between = _between(palette()[below], palette()[above], 2 * sixteenths + 1, 32)
        # Coarser than elsewhere: no eye sees more in the edge of a letter.
        self[mixed] = found = _alike(between & 0xF0F0F0 | 0x080808)
        return found


_BLENDS: Final = _Blends()
