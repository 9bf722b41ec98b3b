"""Where the program in use says it comes from. It is told in words; nothing is ever fetched or installed by it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata
from typing import Final

_PACKAGE: Final = "pbem"
# As PyPI knows them, the best first; any other counts after these.
_LABELS: Final = ("homepage", "download", "repository", "source", "source code", "documentation")
_LONGEST: Final = 200
NOWHERE: Final = "Get pbem where you trust it, not from this mail."


def address() -> str:
    """The address in the metadata of the installed package (`[project.urls]`), "" where it has none."""
    try:
        entries = metadata(_PACKAGE).get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    found: dict[str, str] = {}
    for entry in entries:
        label, _, url = str(entry).partition(",")
        if _is_address(url.strip()):
            found.setdefault(label.strip().casefold(), url.strip())
    return next((found[label] for label in (*_LABELS, *sorted(found)) if label in found), "")


def _is_address(url: str) -> bool:
    return url.startswith(("https://", "http://")) and len(url) <= _LONGEST and url.isascii() and url.split() == [url]


def origin_words() -> str:
    """What an invitation says of where to get the program."""
    found = address()
    return f"My copy of pbem names this address: {found}\n{NOWHERE}" if found else NOWHERE
