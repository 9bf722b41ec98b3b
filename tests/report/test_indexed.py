"""Pixels of a PNG: what its filters have left of them, put together again."""

from __future__ import annotations

import random
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report.picture.unfiltered import decoded

SIGNATURE = b"\x89PNG\r\n\x1a\n"
Pixels = list[list[tuple[int, int, int]]]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def predictor(kind: int, a: int, b: int, c: int) -> int:
    """PNG 1.2, section 6, word for word."""
    if kind < 4:
        return (0, a, b, (a + b) // 2)[kind]
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def written(pixels: Pixels, kinds: list[int]) -> bytes:
    """A PNG of true colours and full opacity, its rows filtered in these ways."""
    width, raw, above = len(pixels[0]), b"", bytes(4 * len(pixels[0]))
    for number, row in enumerate(pixels):
        flat, kind = b"".join(bytes((*pixel, 255)) for pixel in row), kinds[number % len(kinds)]
        corner = lambda at, line: line[at - 4] if at >= 4 else 0  # noqa: E731
        left_over = bytes(
            (byte - predictor(kind, corner(at, flat), above[at], corner(at, above))) & 255
            for at, byte in enumerate(flat)
        )
        raw, above = raw + bytes([kind]) + left_over, flat
    head = struct.pack(">II5B", width, len(pixels), 8, 6, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def read(data: bytes) -> Pixels:
    """The colours of a picture, which is solid everywhere."""
    rows = decoded(data)
    assert all(pixel >> 24 == 255 for row in rows for pixel in row)
    return [[(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255) for pixel in row] for row in rows]


@given(st.data(), st.integers(1, 9), st.integers(1, 7), st.lists(st.integers(0, 4), min_size=1, max_size=7))
def test_every_filter_is_undone(data: st.DataObject, width: int, height: int, kinds: list[int]) -> None:
    colour = st.sampled_from([(0, 0, 0), (255, 255, 255), (0, 88, 143), (1, 2, 3), (254, 255, 0)])
    row = st.lists(colour, min_size=width, max_size=width)
    pixels = data.draw(st.lists(row, min_size=height, max_size=height))
    assert read(written(pixels, kinds)) == pixels


@pytest.mark.parametrize("kind", range(5))
def test_many_colours(kind: int) -> None:
    rng = random.Random(kind)
    pixels = [[(rng.randrange(256), rng.randrange(64), 90) for _ in range(40)] for _ in range(40)]
    assert read(written(pixels, [kind])) == pixels


def test_other_pictures_are_refused() -> None:
    grey = struct.pack(">II5B", 1, 1, 8, 0, 0, 0, 0)
    large = struct.pack(">II5B", 2**16, 2**16, 8, 6, 0, 0, 0)
    made = [SIGNATURE + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\0")) for head in (grey, large)]
    for data in (b"", SIGNATURE, b"GIF89a" + bytes(40), *made):
        with pytest.raises(ValueError, match="no picture of 8 bits"):
            decoded(data)
