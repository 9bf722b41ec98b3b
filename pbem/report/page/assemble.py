"""The page put together of plain values: markup, style, script, maps and the data as one JSON island.

Nothing of what it holds becomes markup or script but what stands in this folder: names and notes come from strangers.
The page may connect to nothing, not even to its own file.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.lean import dataclass
from pbem.report.page.bundle import script, source

_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")
# In JSON these stand in strings only. `<` could end the script element, the separators a line of it.
_SHIELDED: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


@dataclass(frozen=True, slots=True)
class Page:
    """What is shown before any script runs. data: what the script works with. boards: title and SVG of each.

    about: a line below the heading. notices: what the player should know first, a paragraph each. faces: SVG of
    counters that the script copies, by their number.
    """

    title: str
    heading: str
    about: str
    data: Mapping[str, Any]
    boards: Sequence[tuple[str, str]] = ()
    notices: Sequence[str] = ()
    faces: Sequence[str] = ()


def assemble(page: Page) -> str:
    """The HTML file. boards and faces must be SVG that is safe in itself, as `pbem.report.picture` makes it."""
    code, style = script(), source("page.css")
    parts = {
        "policy": policy(code, style),
        "title": html.escape(page.title),
        "style": style,
        "heading": html.escape(page.heading),
        "about": html.escape(page.about),
        "notices": "\n".join(f'<p class="notice" role="note">{html.escape(text)}</p>' for text in page.notices),
        "boards": "\n".join(_sheet(number, title, svg) for number, (title, svg) in enumerate(page.boards)),
        "faces": _faces(page.faces),
        "data": island(page.data),
        "script": code,
    }
    return _SLOT.sub(lambda found: parts[found[1]], source("page.html"))


def policy(code: str, style: str) -> str:
    """A content security policy under which this script and this style alone work, and nothing is fetched or sent."""
    rules = {
        "default-src": "'none'",
        "script-src": f"'sha256-{_digest(code)}'",
        "style-src": f"'sha256-{_digest(style)}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def island(data: Mapping[str, Any]) -> str:
    """The data as JSON that can stand in a script element and ends it nowhere."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for char, shield in _SHIELDED.items():
        text = text.replace(char, shield)
    return text


def _sheet(number: int, title: str, svg: str) -> str:
    """A board that takes keys. The description of the keys is in the page."""
    named = f'id="sheet-{number}" class="board-sheet" tabindex="0" role="application"'
    return f'<div {named} aria-label="{html.escape(title)}" aria-describedby="map-help" hidden>\n{svg}\n</div>'


def _faces(faces: Sequence[str]) -> str:
    """Counters that are drawn nowhere by themselves."""
    drawn = "".join(f'<g id="face-{number}">{svg}</g>' for number, svg in enumerate(faces))
    return f'<svg class="faces" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>' if drawn else ""
