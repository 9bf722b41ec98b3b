"""Files that a command writes where the person says: over an older one of their kind, and over nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pbem.cli.terminal import warn
from pbem.errors import Problem
from pbem.store.atomic import write_atomic
from pbem.store.desktop import hand_over
from pbem.store.faults import reported
from pbem.store.files import entry_at
from pbem.store.seam import PRIVATE_FILE, SHARED_FILE

_DOCTYPE: Final = b"<!doctype html>"
# What every page of pbem says of itself near its beginning.
_GENERATOR: Final = b'<meta name="generator" content="pbem">'
_PICTURES: Final = (b"<svg ", b"\x89PNG\r\n")


@dataclass(frozen=True)
class Kind:
    """Something that pbem writes. told: in words. is_one: whether a plain file that is not empty is one."""

    told: str
    is_one: Callable[[Path], bool]


def _is_page(path: Path) -> bool:
    begin = _begin(path, 2048)
    return begin.startswith(_DOCTYPE) and _GENERATOR in begin


def _is_picture(path: Path) -> bool:
    return _begin(path, 16).startswith(_PICTURES)


def _is_save(path: Path) -> bool:
    from pbem.campaign.vassal.zipped import is_save

    return path.suffix.lower() == ".vsav" and is_save(path)


def _begin(path: Path, length: int) -> bytes:
    with reported(path, writing=False), path.open("rb") as file:
        return file.read(length)


PAGE: Final = Kind("page of pbem", _is_page)
PICTURE: Final = Kind("picture", _is_picture)
SAVE: Final = Kind("save of VASSAL", _is_save)
_KINDS: Final = {".html": PAGE, ".htm": PAGE, ".svg": PICTURE}


def require_kind(path: Path, *suffixes: str) -> Path:
    """The whole path, whose name must end in one of these. Raises Problem FILE_KIND, and as `require_room`."""
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        what = f"{path.name[:60]!a} does not end in {' or '.join(suffixes)}"
        raise Problem("FILE_KIND", what, f"name it so: turn{suffixes[0]}", str(path.absolute()))
    return require_room(path, _KINDS[suffix])


def require_room(path: Path, kind: Kind | None = None) -> Path:
    """The whole path, under which nothing lies but an empty file or one of this kind; with None nothing at all.

    Raises Problem FILE_EXISTS.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100
    entry = entry_at(path)
    if entry is None or (kind and entry.kind == "file" and (not entry.size or kind.is_one(path))):
        return path
    what = "there is something under this name"
    raise Problem("FILE_EXISTS", f"{what} that is no {kind.told}" if kind else what, "name another", str(path))


def write_file(path: Path, data: bytes, *, private: bool, opened: bool = False) -> None:
    """Writes a file that `require_kind` or `require_room` has allowed. Raises Problem (`faults.reported`).

    private: nobody but the person can read it, as it holds what he alone knows. opened: also hands it to his browser.
    """
    write_atomic(path, data, mode=PRIVATE_FILE if private else SHARED_FILE)
    if opened:
        open_for_person(path)


def open_for_person(path: Path) -> None:
    """Hands a file to the program that the system has for it; says so where nothing could open it."""
    if not hand_over(path):
        warn(f"nothing on this system could open it; it lies here: {path}")
