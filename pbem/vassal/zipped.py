"""Zip files of anybody's making: their table of contents is looked at before it is read into memory."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path
from typing import Final

from pbem.store.faults import reported

_TABLE_LIMIT: Final = 8 * 2**20
_END: Final = struct.Struct("<4s4H2LH")
_LONGEST_COMMENT: Final = 2**16
# Stands right before the end record where a second one, for files of more than 4 GiB, counts in its place.
_LARGE: Final = b"PK\x06\x07"
_LARGE_SIZE: Final = 20
_SAVED: Final = frozenset({"savedGame", "savedata", "moduledata"})


class TableError(ValueError):
    """A table of contents that is too large, or says nothing of its size. Its text says which."""


def check_table(path: Path, size: int) -> None:
    """Whether the table of contents of a zip of `size` bytes is small enough to be read.

    Raises TableError; zipfile.BadZipFile for what is no zip; OSError.
    """
    length = min(size, _END.size + _LONGEST_COMMENT)
    before = min(size - length, _LARGE_SIZE)
    with path.open("rb") as file:
        file.seek(size - length - before)
        tail = file.read(before + length)
    at = tail.rfind(b"PK\x05\x06", before)
    if at < 0 or at + _END.size > len(tail):
        raise zipfile.BadZipFile("its end is missing")
    if tail[max(at - _LARGE_SIZE, 0) :].startswith(_LARGE):
        raise TableError("its table of contents is that of a zip for more than 4 GiB (ZIP64)")
    if _END.unpack_from(tail, at)[5] > _TABLE_LIMIT:
        raise TableError(f"its table of contents is larger than {_TABLE_LIMIT // 2**20} MiB")


def is_save(path: Path) -> bool:
    """Whether a plain file is a VASSAL save: a zip with the members of one. Raises Problem (`faults.reported`)."""
    with reported(path, writing=False):
        try:
            check_table(path, path.stat().st_size)
            with zipfile.ZipFile(path) as file:
                return file.NameToInfo.keys() >= _SAVED
        except (zipfile.BadZipFile, NotImplementedError, ValueError):
            return False
