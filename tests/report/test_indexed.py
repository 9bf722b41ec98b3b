"""Pictures with a palette: the same pixels as before where they are few colours, near ones where they are many."""

from __future__ import annotations

import random
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report.web.indexed import indexed_png

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
    """A PNG with a palette, unfiltered."""
    at, parts = 8, {}
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        content = data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(data[at + 4 : at + 8] + content)
        parts[data[at + 4 : at + 8]] = content
        at += 12 + length
    width, height, *form = struct.unpack(">II5B", parts[b"IHDR"])
    assert form == [8, 3, 0, 0, 0] and len(parts[b"PLTE"]) <= 768
    raw, colours = zlib.decompress(parts[b"IDAT"]), parts[b"PLTE"]
    rows = [raw[start : start + width + 1] for start in range(0, height * (width + 1), width + 1)]
    assert all(row[0] == 0 for row in rows)
    return [[tuple(colours[3 * place : 3 * place + 3]) for place in row[1:]] for row in rows]  # type: ignore[misc]


@given(st.data(), st.integers(1, 9), st.integers(1, 7), st.lists(st.integers(0, 4), min_size=1, max_size=7))
def test_few_colours_stay_what_they_were(data: st.DataObject, width: int, height: int, kinds: list[int]) -> None:
    colour = st.sampled_from([(0, 0, 0), (255, 255, 255), (0, 88, 143), (1, 2, 3), (254, 255, 0)])
    row = st.lists(colour, min_size=width, max_size=width)
    pixels = data.draw(st.lists(row, min_size=height, max_size=height))
    assert read(indexed_png(written(pixels, kinds))) == pixels


@pytest.mark.parametrize("kind", range(5))
def test_many_colours_get_near_ones(kind: int) -> None:
    rng = random.Random(kind)
    pixels = [[(rng.randrange(256), rng.randrange(64), 90) for _ in range(40)] for _ in range(40)]
    found = read(indexed_png(written(pixels, [kind])))
    far = [
        max(abs(x - y) for x, y in zip(one, other, strict=True))
        for a, b in zip(pixels, found, strict=True)
        for one, other in zip(a, b, strict=True)
    ]
    assert len({pixel for row in found for pixel in row}) <= 256 and max(far) < 40 and sum(far) / len(far) < 12


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" + bytes(40)])
def test_other_pictures_are_left_alone(data: bytes) -> None:
    assert indexed_png(data) == data
    grey = (
        SIGNATURE + chunk(b"IHDR", struct.pack(">II5B", 1, 1, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(b"\0\0"))
    )
    assert indexed_png(grey) == grey
