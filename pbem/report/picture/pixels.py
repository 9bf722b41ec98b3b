"""Pictures of one byte a pixel: a palette that is always the same, sprites laid on a canvas, and the canvas as a PNG.

Between all that a map draws there are few colours. With one palette for all pictures nothing has to be counted or
matched when a picture is put together: what lies on top is copied row by row, and only its edges are mixed.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from itertools import compress
from operator import add, or_
from typing import Final

from pbem.lean import dataclass
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
_ALL_OR_NOTHING: Final = bytes(255 if one >= _SOLID else 0 for one in range(256))
_PARTLY: Final = bytes(_NOTHING < one < _SOLID for one in range(256))
# zlib's measure between time and size: half as long as the usual 6 for a few bytes in a hundred more.
_LEVEL: Final = 4
# What is kept is read more often than written, and read in two thirds of the time where less was sought to save.
_KEPT_LEVEL: Final = 1
_HEAD: Final = struct.Struct(">5I")


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture: the colour of each pixel by its number in the palette.

    solid: of each pixel 255 where it hides what is below it, 0 elsewhere; b"": all of them do. edges: the pixels that
    are mixed with what is below them, by number. tints: of each of these what of `_Blends` tells about it. left, top:
    where the picture begins that it was cut from, in pixels to the right and downwards.
    """

    width: int
    height: int
    colours: bytes
    solid: bytes = b""
    edges: Sequence[int] = ()
    tints: Sequence[int] = ()
    left: int = 0
    top: int = 0

    @classmethod
    def seen(cls, width: int, height: int, colours: bytes, opacity: bytes) -> Sprite:
        """What can be seen of a picture. opacity: of each pixel."""
        left, top, right, bottom = _trimmed(
            width, height, opacity.translate(_PARTLY), opacity.translate(_ALL_OR_NOTHING)
        )
        rows = range(top * width, bottom * width, width)
        colours, opacity = (b"".join([of[at + left : at + right] for at in rows]) for of in (colours, opacity))
        edges = array("I", compress(range(len(opacity)), opacity.translate(_PARTLY)))
        tints = array("I", [_tint(colours[at], opacity[at]) for at in edges])
        solid = opacity.translate(_ALL_OR_NOTHING)
        return cls(right - left, bottom - top, colours, solid, edges, tints, left, top)

    def packed(self) -> bytes:
        """As it is kept; in the order of bytes of this machine."""
        head = _HEAD.pack(self.width, self.height, self.left, self.top, len(self.edges))
        parts = (self.colours, self.solid, array("I", self.edges).tobytes(), array("I", self.tints).tobytes())
        return head + zlib.compress(b"".join(parts), _KEPT_LEVEL)

    @classmethod
    def unpacked(cls, data: bytes) -> Sprite:
        """What `packed` wrote. Raises ValueError for anything else."""
        try:
            width, height, left, top, count = _HEAD.unpack_from(data)
            unzip = zlib.decompressobj()
            raw = unzip.decompress(data[_HEAD.size :], 10 * width * height + 1)
        except (struct.error, zlib.error, OverflowError) as error:
            raise ValueError("no sprite") from error
        size, rest = width * height, len(raw) - 8 * count
        if not unzip.eof or not size or rest not in (size, 2 * size):
            raise ValueError("no sprite")
        edges, tints = array("I", raw[rest : rest + 4 * count]), array("I", raw[rest + 4 * count :])
        if count and (max(edges) >= size or max(tints) > _tint(255, 255)):
            raise ValueError("no sprite")
        return cls(width, height, raw[:size], raw[size:rest], edges, tints, left, top)

    def cut(self, left: int, top: int, right: int, bottom: int) -> Sprite:
        """A part of it."""
        if (left, top, right, bottom) == (0, 0, self.width, self.height):
            return self
        rows, width = range(top * self.width, bottom * self.width, self.width), right - left
        colours, solid = (b"".join([of[at + left : at + right] for at in rows]) for of in (self.colours, self.solid))
        spots = [(at // self.width - top, at % self.width - left) for at in self.edges]
        inside = [0 <= row < bottom - top and 0 <= column < width for row, column in spots]
        edges = array("I", [row * width + column for row, column in compress(spots, inside)])
        return Sprite(width, bottom - top, colours, solid, edges, array("I", compress(self.tints, inside)))

    def above(self, below: bytes) -> bytes:
        """Its colours laid on others. below: as many as it has, in the same order."""
        under, over = int.from_bytes(below), int.from_bytes(self.colours)
        found = bytearray((under ^ (under ^ over) & int.from_bytes(self.solid)).to_bytes(len(below)))
        for at, tint in zip(self.edges, self.tints, strict=True):
            found[at] = _BLENDS[tint | below[at]]
        return bytes(found)


def _trimmed(width: int, height: int, *marks: bytes) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is marked with other than 0, of at least one pixel."""
    rows = [int.from_bytes(one[at : at + width]) for one in marks for at in range(0, width * height, width)]
    down = [row for row in range(height) if any(rows[row::height])]
    across = [column for column, one in enumerate(reduce(or_, rows, 0).to_bytes(width)) if one]
    return (across[0], down[0], across[-1] + 1, down[-1] + 1) if down else (0, 0, 1, 1)


class Canvas:
    """Rows of pixels, white at first, on which sprites are laid; what lies outside of it is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        # As a PNG has them: before each row how it is filtered, which is not at all.
        self._rows = bytearray([0, *[nearest(0xFFFFFF)] * width]) * height

    def lay(self, sprite: Sprite, x: int, y: int, clip: tuple[int, int, int, int] | None = None) -> None:
        """Lays a sprite, cut from a picture with its upper left corner there. clip: left, top, right, bottom of what it
        may cover."""
        x, y = x + sprite.left, y + sprite.top
        left, top, right, bottom = clip or (0, 0, self.width, self.height)
        left, top, right, bottom = max(left, x, 0), max(top, y, 0), min(right, self.width), min(bottom, self.height)
        right, bottom = min(right, x + sprite.width), min(bottom, y + sprite.height)
        if right <= left or bottom <= top:
            return
        rows, stride, width = self._rows, self.width + 1, right - left
        spots = range(top * stride + left + 1, bottom * stride, stride)
        colours, across, first = sprite.colours, sprite.width, (top - y) * sprite.width + left - x
        if sprite.solid:
            part = sprite.cut(left - x, top - y, right - x, bottom - y)
            colours, across, first = part.above(b"".join([rows[at : at + width] for at in spots])), width, 0
        for start, at in zip(range(first, len(colours), across), spots, strict=False):
            rows[at : at + width] = colours[start : start + width]

    def png(self) -> bytes:
        """The canvas as a PNG of 256 colours."""
        parts = [
            (b"IHDR", struct.pack(">II5B", self.width, self.height, 8, 3, 0, 0, 0)),
            (b"PLTE", b"".join(colour.to_bytes(3, "big") for colour in palette())),
            (b"IDAT", zlib.compress(self._rows, _LEVEL)),
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
        opacity = b"" if solid else b"".join(row.tobytes()[3::4] for row in cut)
        yield Sprite(width, height, colours) if solid else Sprite.seen(width, height, colours, opacity)


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
def _channel(shift: int) -> bytes:
    """The red, green or blue of each colour of the palette."""
    return bytes(colour >> shift & 255 for colour in palette())


@cache
def _apart(part: int, shift: int, weight: int) -> list[int]:
    """How far the red, green or blue of each colour of the palette is from a value of it, squared and weighted."""
    return [weight * (part - one) ** 2 for one in _channel(shift)]


def nearest(colour: int) -> int:
    """The number of the colour of the palette that looks most like this one, 0xRRGGBB."""
    exact = _exact().get(colour)
    return exact if exact is not None else _alike(colour & 0xF8F8F8 | 0x040404)


@cache
def _alike(colour: int) -> int:
    # Weighted as the eye weighs them.
    red, green, blue = (_apart(colour >> shift & 255, shift, weight) for shift, weight in ((16, 2), (8, 4), (0, 3)))
    distances = list(map(add, map(add, red, green), blue))
    return distances.index(min(distances))


def _tint(above: int, opacity: int) -> int:
    """What of `_Blends` tells about a pixel that is laid on another: its colour, and its opacity in sixteenths."""
    return above << 12 | opacity >> 4 << 8


class _Blends(dict[int, int]):
    """A tint, and the number of the colour below it in the lowest byte -> the colour that lies between."""

    def __missing__(self, mixed: int) -> int:
        below, sixteenths, above = mixed & 255, mixed >> 8 & 15, mixed >> 12
        # The middle of each sixteenth.
        between = _between(palette()[below], palette()[above], 2 * sixteenths + 1, 32)
        # Coarser than elsewhere: no eye sees more in the edge of a letter.
        self[mixed] = found = _alike(between & 0xF0F0F0 | 0x080808)
        return found


_BLENDS: Final = _Blends()
