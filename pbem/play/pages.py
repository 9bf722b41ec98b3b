"""The files of the page: the bare page, which holds nothing of any campaign, and its scripts and styles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

if TYPE_CHECKING:
    from collections.abc import Iterator

_KINDS: Final = {".js": "text/javascript", ".css": "text/css"}
# First part of a path -> the package whose scripts and styles stand below it.
_FOLDERS: Final = {"play": "pbem.play.page", "shared": "pbem.report.page", "report": "pbem.report.web"}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A script or a style sheet. kind: of its content."""

    kind: str
    data: bytes


def _found() -> Iterator[tuple[str, PageFile]]:
    for folder, package in _FOLDERS.items():
        for entry in sorted(files(package).iterdir(), key=lambda one: one.name):
            suffix = entry.name[entry.name.rfind(".") :]
            if suffix in _KINDS:
                yield f"/{folder}/{entry.name}", PageFile(_KINDS[suffix], entry.read_bytes())


FILES: Final = dict(_found())
"""Path -> file. What is not here when the server begins is never served."""


@lru_cache(maxsize=1)
def bare_page() -> str:
    """The page before its script has asked for anything: the same for everybody, and all that is sent without a
    token."""
    shown = Environment(loader=PackageLoader("pbem.play", "page"), autoescape=True, undefined=StrictUndefined)
    return shown.get_template("play.html").render(
        scripts=["/play/main.js"], styles=["/shared/page.css", "/play/play.css"]
    )
