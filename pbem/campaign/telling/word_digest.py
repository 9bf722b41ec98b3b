"""Which words a report is written in: a digest of the modules that put the public report into sentences.

A report names it in its first line. Two reports of one message differ only by a fault where the digests are the same;
where they differ, either program may have said the same in better words. The digest is a label and signed by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pbem.report
from pbem.report.dispatch import UNKNOWN

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset

# Hex digits of the label. A program whose sources are not there (only compiled ones) has none to say.
DIGITS: Final = 8
_ROOM: Final = "telling"


def words_of(ruleset: Ruleset) -> str:
    """The digest of pbem's word modules and of a ruleset's, as `DIGITS` hex digits, or `UNKNOWN`."""
    return _digest(ruleset.home)


@lru_cache(maxsize=16)
def _digest(home: Path) -> str:
    found = sha256()
    for name, path in sorted({**_ours(), **_modules_of(home)}.items()):
        # A checkout may have other line ends than a wheel.
        found.update(f"{name}\n".encode() + sha256(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    here = any(name.startswith("rules/") for name in _modules_of(home)) and bool(_ours())
    return found.hexdigest()[:DIGITS] if here else UNKNOWN


def _ours() -> dict[str, Path]:
    """The modules of the report in text (not its pictures and pages), and of what a reader is told."""
    rooms = {"report": Path(str(pbem.report.__file__)).parent, "telling": Path(__file__).parent}
    return {f"pbem/{room}/{path.name}": path for room, folder in rooms.items() for path in folder.glob("*.py")}


def _modules_of(home: Path) -> dict[str, Path]:
    """The modules of a ruleset that lie in a room `telling` or are called so; a small one without it is taken whole."""
    every = {path.relative_to(home): path for path in home.rglob("*.py")}
    telling = {name: path for name, path in every.items() if _ROOM in _parts(name)}
    return {f"rules/{name.as_posix()}": path for name, path in (telling or every).items()}


def _parts(name: Path) -> Iterator[str]:
    yield from name.with_suffix("").parts
