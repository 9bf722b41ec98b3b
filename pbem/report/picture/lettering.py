"""Text and numbers as they may stand in an SVG: escaped, bounded, cleaned, and as wide as there is room.

Names come from letters and data files of strangers. Nothing of them becomes markup, a reference or a control character.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from pbem.report.picture.palette import INK, PAPER

# The font that lies in this package first, then narrow ones that computers commonly have.
FONTS: Final = "'DejaVu Sans Condensed','Roboto Condensed','Arial Narrow','Liberation Sans Narrow',Arial,sans-serif"
# Characters of one text; the longest sentence of a report is far shorter.
_LONGEST: Final = 240
_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
# Widths in hundredths of the font size; all others by what they are.
_NARROW: Final = frozenset("ijl.,:;'|!()[]/ fItr-1")
_WIDE: Final = frozenset("mwMW@%&")
# How narrow letters may become in parts of their width: widths are reckoned rather too large.
_SQUEEZED: Final = 0.78


def clean(text: str, longest: int = _LONGEST) -> str:
    """The text without what is no visible character, cut where it is too long."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if char in "\t\n\r" else char for char in text)
        text = "".join(char for char in text if unicodedata.category(char) not in _HIDDEN)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def escaped(text: str, longest: int = _LONGEST) -> str:
    """The text as it may stand between tags and in attributes."""
    return clean(text, longest).translate(_ESCAPES)


def ident(name: str) -> str:
    """An id made of a name: letters, digits and `-`; what else there is by its number, so that no two become one."""
    return "".join(char if char.isascii() and (char.isalnum() or char == "-") else f"_{ord(char):x}_" for char in name)


def number(value: float) -> str:
    """A length with at most one decimal, always the same for one value."""
    text = f"{value:.1f}"
    if text[-1] != "0":
        return text
    return "0" if text == "-0.0" else text[:-2]


def points(pairs: Iterable[tuple[float, float]]) -> str:
    """`x,y x,y`."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


@lru_cache(maxsize=4096)
def wide(text: str, *, bold: bool = False) -> float:
    """About how wide a text is, in font sizes; rather too much than too little."""
    hundredths = 0
    for char in text:
        if char in _NARROW:
            hundredths += 37
        elif char in _WIDE:
            hundredths += 92
        elif char.isupper():
            hundredths += 66
        else:
            hundredths += 56 if ord(char) < 0x2E80 else 100
    return hundredths / 100 * (1.08 if bold else 1)


def shortened(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, or what of it fits into the room at this font size, with a dot behind it."""
    text = clean(text)
    if wide(text, bold=bold) * size <= room:
        return text
    while len(text) > 1 and wide(text + ".", bold=bold) * size > room:
        text = text[:-1]
    return text.rstrip(" ./-") + "."


def fitted(text: str, size: float, least: float, room: float) -> tuple[str, float]:
    """A text and the size at which it fits into the room: smaller, then squeezed by a fifth, cut at the very last.

    least: below which it does not become smaller. It still has to be given the room, which squeezes it.
    """
    text = clean(text)
    size = min(size, max(room / _SQUEEZED / max(wide(text), 0.1), least))
    return shortened(text, size * 0.999, room / _SQUEEZED), size


def lettered(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    anchor: str = "middle",
    bold: bool = False,
    halo: float = 0,
    room: float = 0,
    italic: bool = False,
) -> str:
    """A text element with its baseline at y. halo: width of a white rim. room: squeezed where it would be wider."""
    text = clean(text)
    if not text:
        return ""
    more = f' text-anchor="{anchor}"' if anchor != "start" else ""
    more += ' font-weight="bold"' if bold else ""
    more += ' font-style="italic"' if italic else ""
    if room and wide(text, bold=bold) * size > room:
        more += f' textLength="{number(room)}" lengthAdjust="spacingAndGlyphs"'
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    if halo:
        # Not `paint-order`: old mail programs draw such a rim over the letters.
        rim = f'stroke="{PAPER}" stroke-width="{number(halo)}" stroke-linejoin="round"'
        return (
            f'<text {place}{more} fill="{PAPER}" {rim} aria-hidden="true">{escaped(text)}</text>'
            f'<text {place}{more} fill="{fill}">{escaped(text)}</text>'
        )
    return f'<text {place}{more} fill="{fill}">{escaped(text)}</text>'


def titled(lines: Iterable[str]) -> str:
    """What a browser shows when one points at the element; "" where there is nothing to say."""
    told = [escaped(line) for line in lines if clean(line)][:40]
    return f"<title>{chr(10).join(told)}</title>" if told else ""
