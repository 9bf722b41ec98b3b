"""Files that a command writes where the person says: over an older one of their kind, and over nothing else."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pbem.cli.terminal import warn
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.store.atomic import write_atomic
from pbem.store.desktop import hand_over
from pbem.store.faults import reported
from pbem.store.files import entry_at
from pbem.store.os_port import PRIVATE_FILE, SHARED_FILE

_DOCTYPE: Final = b"<!doctype html>"
# What every page of pbem says of itself near its beginning.
_GENERATOR: Final = b'<meta name="generator" content="pbem">'
# The last line of an SVG, the text before the end of a PNG, and the comment of a zip say who made them.
_SVG_MARK: Final = b"<!-- drawn by pbem -->\n"
_PNG_MARK: Final = b"tEXtSoftware\0pbem"
_PNG_END: Final = b"\0\0\0\0IEND\xaeB`\x82"
_ZIP_MARK: Final = b"saved by pbem"
# What `--force` may write over: files that pbem makes, by their names; never a log, a secret or orders.
_SUFFIXES: Final = (".html", ".htm", ".svg", ".png", ".vsav", ".pbem")


@dataclass(frozen=True)
class Kind:
    """Something that pbem writes. told: in words. is_one: whether a plain file that is not empty is one."""

    told: str
    is_one: Callable[[Path], bool]


def _is_page(path: Path) -> bool:
    begin = _begin(path, 2048)
    return begin.startswith(_DOCTYPE) and _GENERATOR in begin


def _is_picture(path: Path) -> bool:
    return _end(path, 64).endswith((_SVG_MARK, _png_text() + _PNG_END))


def _is_save(path: Path) -> bool:
    from pbem.vassal.zipped import is_save

    return path.suffix.lower() == ".vsav" and _end(path, 64).endswith(_ZIP_MARK) and is_save(path)


def _png_text() -> bytes:
    return struct.pack(">I", len(_PNG_MARK) - 4) + _PNG_MARK + struct.pack(">I", zlib.crc32(_PNG_MARK))


def marked(data: bytes, suffix: str) -> bytes:
    """The content of a file with the word that pbem made it, where no reader of such files minds it."""
    if data.startswith(b"<svg "):
        return data.rstrip(b"\n") + b"\n" + _SVG_MARK
    if data.endswith(_PNG_END):
        return data.removesuffix(_PNG_END) + _png_text() + _PNG_END
    if suffix == ".vsav" and data.endswith(b"\0\0"):
        return data[:-2] + struct.pack("<H", len(_ZIP_MARK)) + _ZIP_MARK
    return data


def _begin(path: Path, length: int) -> bytes:
    with reported(path, writing=False), path.open("rb") as file:
        return file.read(length)


def _end(path: Path, length: int) -> bytes:
    with reported(path, writing=False), path.open("rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - length))
        return file.read(length)


PAGE: Final = Kind("page of pbem", _is_page)
PICTURE: Final = Kind("picture of pbem", _is_picture)
SAVE: Final = Kind("save of VASSAL written by pbem", _is_save)
_KINDS: Final = {".html": PAGE, ".htm": PAGE, ".svg": PICTURE}


def require_kind(path: Path, *suffixes: str, force: bool = False) -> Path:
    """The whole path, whose name must end in one of these. Raises Problem FILE_KIND, and as `require_room`."""
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        what = f"{path.name[:60]!a} does not end in {' or '.join(suffixes)}"
        raise Problem("FILE_KIND", what, f"name it so: turn{suffixes[0]}", str(path.absolute()))
    return require_room(path, _KINDS[suffix], force=force)


def require_room(path: Path, kind: Kind | None = None, *, force: bool = False) -> Path:
    """The whole path, under which nothing lies but an empty file or one of this kind; with None nothing at all.

    force: over any file that is named like one of pbem's pages, pictures, saves and archives. Raises Problem
    FILE_EXISTS.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100
    entry = entry_at(path)
    if entry is None or (kind and entry.kind == "file" and (not entry.size or kind.is_one(path))):
        return path
    forcible = kind is not None and entry.kind == "file" and path.suffix.lower() in _SUFFIXES
    if force and forcible:
        return path
    what = f"there is something under this name{f' that is no {kind.told}' if kind else ''}"
    mend = "name another, or say --force to write over it" if forcible else "name another"
    raise Problem("FILE_EXISTS", what, mend, str(path))


def write_file(path: Path, data: bytes, *, private: bool, opened: bool = False) -> int:
    """Writes a file that `require_kind` or `require_room` has allowed; its bytes. Raises Problem (`faults.reported`).

    private: nobody but the person can read it, as it holds what he alone knows. opened: also hands it to his browser.
    """
    data = marked(data, path.suffix.lower())
    write_atomic(path, data, mode=PRIVATE_FILE if private else SHARED_FILE)
    if opened:
        open_for_person(path)
    return len(data)


def open_for_person(path: Path) -> None:
    """Hands a file to the program that the system has for it; says so where nothing could open it."""
    if not hand_over(path):
        warn(f"nothing on this system could open it; it lies here: {path}")
