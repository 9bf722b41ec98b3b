"""Which words a report is written in: a digest of the modules that put the public report into sentences.

A report names it in its first line. Two reports of one message differ only by a fault where the digests are the same;
where they differ, either program may have said the same in better words. The digest is a label and signed by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.report.dispatch import UNKNOWN

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset

# Hex digits of the label. A program whose sources are not there (only compiled ones) has none to say.
DIGITS: Final = 8
_ROOM: Final = "telling"
# The folder in which the package lies.
_ROOT: Final = Path(__file__).parents[3]
# An import from a room `telling` of pbem, or from one of its modules, with the names that stand in its line.
_DRAWS_ON: Final = re.compile(rb"^[ \t]*from (pbem(?:\.\w+)*\.telling)(?:\.(\w+))? import ([^\n]*)", re.MULTILINE)
_NAME: Final = re.compile(r"\s*(\w+)(?:\s+as\s+\w+)?\s*")


def words_of(ruleset: Ruleset) -> str:
    """The digest of pbem's word modules and of a ruleset's, as `DIGITS` hex digits, or `UNKNOWN`."""
    return _digest(ruleset.home)


@lru_cache(maxsize=16)
def _digest(home: Path) -> str:
    modules = word_modules(home)
    found = sha256()
    for name, path in sorted(modules.items()):
        # A checkout may have other line ends than a wheel.
        found.update(f"{name}\n".encode() + sha256(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    here = all(any(name.startswith(room) for name in modules) for room in ("pbem/", "rules/"))
    return found.hexdigest()[:DIGITS] if here else UNKNOWN


def word_modules(home: Path, root: Path = _ROOT) -> dict[str, Path]:
    """Name -> file of each module that puts reports into words for the ruleset whose modules lie there.

    root: the folder in which pbem lies.
    """
    own = _modules_of(home)
    return {**_ours(root), **_drawn_on(own.values(), root), **own}


def _ours(root: Path) -> dict[str, Path]:
    """The modules of the report in text (not its pictures and pages), and of what a reader is told."""
    rooms = {"report": root / "pbem" / "report", "telling": root / "pbem" / "campaign" / "telling"}
    return {f"pbem/{room}/{path.name}": path for room, folder in rooms.items() for path in folder.glob("*.py")}


def _drawn_on(modules: Iterable[Path], root: Path) -> dict[str, Path]:
    """The modules of toolkits that these import words from, and those that these import in turn.

    They lie in a room `telling` of a toolkit; who imports from the room itself what is no module of it draws on all.
    """
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        for room, module, names in _DRAWS_ON.findall(waiting.pop().read_bytes()):
            folder = root.joinpath(*room.decode().split("."))
            for path in _meant(folder, module.decode(), names.decode()):
                name = path.relative_to(root).as_posix()
                if name not in found:
                    found[name] = path
                    waiting.append(path)
    return found


def _meant(folder: Path, module: str, names: str) -> list[Path]:
    """The modules of a room that an import draws on. module: whence names come, "" for the room itself."""
    if module:
        return [folder / f"{module}.py"] if (folder / f"{module}.py").is_file() else []
    read = [_NAME.fullmatch(one) for one in names.partition("#")[0].split(",")]
    paths = [folder / f"{one[1]}.py" for one in read if one]
    whole = len(paths) < len(read) or not all(path.is_file() for path in paths)
    return sorted(folder.glob("*.py")) if whole else paths


def _modules_of(home: Path) -> dict[str, Path]:
    """The modules of a ruleset that lie in a room `telling` or are called so; a small one without it is taken whole."""
    every = {path.relative_to(home): path for path in home.rglob("*.py")}
    telling = {name: path for name, path in every.items() if _ROOM in _parts(name)}
    return {f"rules/{name.as_posix()}": path for name, path in (telling or every).items()}


def _parts(name: Path) -> Iterator[str]:
    yield from name.with_suffix("").parts
