"""Where the program in use says it comes from. It is told to its own user; nothing is ever fetched or installed by it.

No mail bears an address: a program from where a stranger says so could sign as whoever installs it.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata
from typing import Final

_PACKAGE: Final = "pbem"
# As PyPI knows them, the best first; any other counts after these.
_LABELS: Final = ("homepage", "download", "repository", "source", "source code", "documentation")
_LONGEST: Final = 200
_OTHER_RULES: Final = "install the version of the ruleset that the campaign began with"


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


def own_words() -> str:
    """`your own copy of pbem names this address: ...`, "" where it names none."""
    found = address()
    return f"your own copy of pbem names this address: {found}" if found else ""


def other_version_mend() -> str:
    """What somebody can do whose rules are others than the campaign's."""
    return "; ".join(filter(None, (_OTHER_RULES, own_words())))
