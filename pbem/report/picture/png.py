"""An SVG of this package as PNG, with the fonts that lie beside it: the same bytes on every machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FONTS: Final = Path(__file__).parent / "fonts"
_FAMILY: Final = "DejaVu Sans Condensed"
# Pixels of the PNG for each of the SVG: sharp on fine screens and on paper.
ZOOM: Final = 2


def png(svg: str, zoom: int = ZOOM, *, background: str | None = "#ffffff") -> bytes:
    """The picture, dark on white; background None: on nothing. Raises ValueError where the text is no SVG."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            background=background,
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(_FONTS.glob("*.ttf"))],
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    )
