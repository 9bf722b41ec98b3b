"""PNG from the SVG: size, letters without any font of the machine, the same bytes again."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import pbem.report.picture.png as module
from pbem.engine.picture import Scene
from pbem.report.picture.png import ZOOM, png
from tests.report.picture.boards import ARMIES, battle, boxes, campaign, draw, hexes

FONTS = Path(module.__file__).parent / "fonts"


@pytest.mark.slow
@pytest.mark.smoke
def test_a_picture_as_png() -> None:
    svg = draw(hexes(), battle(), ARMIES)
    data = png(svg)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    size = svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split()
    assert abs(width - float(size[0]) * ZOOM) <= 2 and abs(height - float(size[1]) * ZOOM) <= 2
    assert png(svg) == data


@pytest.mark.slow
def test_letters_are_drawn_with_the_fonts_of_the_package() -> None:
    with_title = png(draw(boxes(), Scene(), ARMIES, title="Łódź, Ärmelkanal, Бородино"))
    assert with_title != png(draw(boxes(), Scene(), ARMIES, title=" "))
    assert with_title != png(draw(boxes(), Scene(), ARMIES, title="Łódź, Ärmelkanal, Бородина"))
    assert png(draw(boxes(), campaign(), ARMIES)) != png(draw(boxes(), Scene(), ARMIES))


def test_fonts_are_small_and_bring_their_licence() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.ttf")) < 120_000
    assert "Permission is hereby granted" in (FONTS / "LICENSE").read_text(encoding="utf-8")


def test_what_is_no_svg() -> None:
    with pytest.raises(ValueError, match=r"(?i)svg|pars|unknown"):
        png("no picture")
