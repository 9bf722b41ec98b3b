"""Single files: bounded reading, names that are safe on every system, saving without overwriting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.store.faults import irregular, missing, reported, too_large
from pbem.store.os_port import REAL, SHARED_FOLDER, Entry, System, closing

_SAFE: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,99}")
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")  # files that Windows does not have
MOST_COPIES: Final = 999


def entry_at(path: Path, *, system: System = REAL) -> Entry | None:
    """What stands under the name, or None; a link is not followed. Raises Problem (codes of `faults.reported`)."""
    with reported(path, writing=False):
        return system.look(path)


def read_bounded(path: Path, limit: int, *, system: System = REAL) -> bytes:
    """The content of a plain file of at most `limit` bytes.

    Raises Problem: FILE_MISSING, NOT_A_REGULAR_FILE (a link, folder, pipe or device; nothing is read from it),
    FILE_TOO_LARGE, PERMISSION_DENIED, DISK_ERROR.
    """
    with reported(path, writing=False):
        entry = system.look(path)
        if entry is None:
            raise missing(path)
        if entry.kind != "file":
            raise irregular(path)
        with closing(system, system.open_read(path)) as handle:
            if not system.is_regular(handle):  # exchanged since the look
                raise irregular(path)
            data = system.read(handle, 0, limit + 1)
    if len(data) > limit:
        raise too_large(path, limit)
    return data


def safe_name(name: str) -> str:
    """`name` itself if it can stand for a file in every folder of every system.

    Lower-case letters, digits and `_.-`, at most 100, beginning with a letter or digit: no path, no hidden file, no
    device. Raises Problem FILE_NAME_UNSAFE.
    """
    if not _SAFE.fullmatch(name) or ".." in name or name.endswith(".") or _DEVICES.fullmatch(name):
        what = f"{name[:60]!a} cannot be the name of a file here"
        raise Problem("FILE_NAME_UNSAFE", what, "use lower-case letters, digits, dots and hyphens")
    return name


def ensure_folder(path: Path, *, mode: int = SHARED_FOLDER, system: System = REAL) -> None:
    """Make the folder and those above it where they are missing; on return their names are on the disk.

    Raises Problem: NOT_A_FOLDER where something else has the name, else the codes of `faults.reported`.
    """
    with reported(path, writing=True):
        entry = system.look(path)
        if entry is None:
            ensure_folder(path.parent, mode=mode, system=system)
            try:
                system.make_folder(path, mode)
            except FileExistsError:
                entry = system.look(path)  # another process was faster
            system.sync_folder(path.parent)
        if entry is not None and not (entry.kind == "folder" or (entry.kind == "link" and system.is_folder(path))):
            raise Problem("NOT_A_FOLDER", "a file stands where a folder is needed", "move it away", str(path))


def candidates(name: str) -> Iterator[str]:
    """`a.yaml`, `a-2.yaml`, `a-3.yaml` and so on, up to a bound. Raises Problem FILE_NAME_UNSAFE."""
    safe_name(name)
    stem, dot, suffix = name.partition(".")
    yield name
    for number in range(2, MOST_COPIES + 1):
        yield safe_name(f"{stem}-{number}{dot}{suffix}")


def free_name(folder: Path, name: str, data: bytes, *, system: System = REAL) -> tuple[Path, bool]:
    """The first of the `candidates` in `folder` that is free or holds `data` already, and whether it is there; where
    they have run out, a name with the digest of `data` in it.

    Raises Problem (codes of `faults.reported`).
    """
    stem, dot, suffix = name.partition(".")
    last = f"{stem}-{sha256(data).hexdigest()[:20]}{dot}{suffix}"
    for candidate in chain(candidates(name), [last]):
        path = folder / candidate
        entry = entry_at(path, system=system)
        if entry is None:
            return path, False
        if entry.kind == "file" and entry.size == len(data) and read_bounded(path, len(data), system=system) == data:
            return path, True
    what = f"{name} and every name like it are taken by what is no file of that content"
    raise Problem("FILE_NAME_UNSAFE", what, "move the old ones away")
