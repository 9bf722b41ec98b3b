"""Whole files replaced in one step, and files that grow line by line."""

from __future__ import annotations

import contextlib
import re
import secrets
from pathlib import Path
from typing import Final

from pbem.errors import Problem
from pbem.store.faults import irregular, reported, too_large
from pbem.store.files import MOST_COPIES, entry_at, read_bounded
from pbem.store.os_port import REAL, SHARED_FILE, System, closing

_TEMP: Final = re.compile(r"\..+\.[0-9a-f]{8}\.tmp", re.DOTALL)


def write_atomic(path: Path, data: bytes, *, mode: int = SHARED_FILE, system: System = REAL) -> None:
    """Put `data` under `path`: after a crash the file holds either its old or its new content, whole.

    On return the content and the name are on the disk. Raises Problem (codes of `faults.reported`).
    """
    temp = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    with reported(path, writing=True):
        try:
            with closing(system, system.create(temp, mode)) as handle:
                system.write(handle, 0, data)
                system.sync(handle)
            system.replace(temp, path)
        except OSError:
            with contextlib.suppress(OSError):
                system.unlink(temp)
            raise
        system.sync_folder(path.parent)


def set_aside(path: Path, data: bytes, word: str, *, mode: int = SHARED_FILE, system: System = REAL) -> Path:
    """Keeps `data`, the content of `path`, beside it: `evening.yaml` as `evening.WORD.yaml`, numbered where that is
    taken by other content. Raises Problem (codes of `faults.reported`).
    """
    for number in range(1, MOST_COPIES + 1):
        place = path.with_name(f"{path.stem}.{word}{f'-{number}' if number > 1 else ''}{path.suffix}")
        entry = entry_at(place, system=system)
        if entry is None:
            write_atomic(place, data, mode=mode, system=system)
            return place
        if entry.kind == "file" and entry.size == len(data) and read_bounded(place, len(data), system=system) == data:
            return place
    raise Problem("FILE_EXISTS", f"too many files are named like {path.stem}.{word}", "move the old ones away")


def is_temporary(name: str) -> bool:
    """Whether `write_atomic` made this name for a file that it did not finish."""
    return _TEMP.fullmatch(name) is not None


def sweep(folder: Path, *, name: str = "", system: System = REAL) -> None:
    """Remove what interrupted `write_atomic` calls left in `folder`. The caller holds the lock of the folder.

    name: only what was to become this file.
    """
    wanted = f".{name}." if name else "."
    with reported(folder, writing=True):
        for name in system.list_folder(folder):
            if is_temporary(name) and name.startswith(wanted):
                system.unlink(folder / name)


def append_line(
    path: Path, line: bytes, *, limit: int, mode: int = SHARED_FILE, sync: bool = True, system: System = REAL
) -> None:
    """Add `line` and LF to the end of the file, which is made where it is missing.

    line: not empty, without LF. limit: bytes that the file may have afterwards. With `sync` the line is on the disk
    on return. A torn line at the end, the rest of an append that failed, is cut off first; when this append fails
    the file has its old length. Raises Problem (codes of `faults.reported`), ValueError for a bad line.
    """
    check_line(line)
    with reported(path, writing=True), closing(system, system.open_update(path, mode)) as handle:
        if not system.is_regular(handle):
            raise irregular(path)
        end = _end_of_last_line(system, handle)
        if end + len(line) + 1 > limit:
            raise too_large(path, limit)
        if system.size(handle) > end:
            system.truncate(handle, end)
        if end == 0 and sync:
            system.sync_folder(path.parent)  # the name first: a file with a line in it is never lost
        try:
            system.write(handle, end, line + b"\n")
            if sync:
                system.sync(handle)
        except OSError:
            with contextlib.suppress(OSError):
                system.truncate(handle, end)
                system.sync(handle)
            raise


def check_line(line: bytes) -> None:
    """Raises ValueError unless `line` can stand as one line of a file: not empty, no LF, no zero byte."""
    if not line or b"\n" in line or b"\0" in line:
        raise ValueError("a line of a file is not empty and holds neither a line feed nor a zero byte")


def whole_lines(data: bytes) -> tuple[list[bytes], bytes]:
    """The lines of a file that grows line by line, and the torn end that no finished append wrote.

    Torn is what follows the last LF, and a last line with a zero byte: after a power failure some file systems show
    blocks that were never written as zeros.
    """
    *lines, torn = data.split(b"\n")
    if lines and not torn and b"\0" in lines[-1]:
        torn = lines.pop() + b"\n"
    return lines, torn


def cut_torn_line(path: Path, *, limit: int, system: System = REAL) -> bytes:
    """Cut a torn last line off the file and give it back; empty where there is none.

    Raises Problem (codes of `faults.reported`; FILE_TOO_LARGE beyond `limit` bytes).
    """
    data = read_bounded(path, limit, system=system)
    torn = whole_lines(data)[1]
    if torn:
        with reported(path, writing=True), closing(system, system.open_update(path, SHARED_FILE)) as handle:
            system.truncate(handle, len(data) - len(torn))
            system.sync(handle)
    return torn


def cut_last_line(path: Path, line: bytes, *, system: System = REAL) -> None:
    """Take back the append of `line`, the last one of the file. Raises Problem (codes of `faults.reported`)."""
    with reported(path, writing=True), closing(system, system.open_update(path, SHARED_FILE)) as handle:
        system.truncate(handle, system.size(handle) - len(line) - 1)
        system.sync(handle)


def _end_of_last_line(system: System, handle: int) -> int:
    """Offset behind the last LF of the open file."""
    end = system.size(handle)
    while end > 0:
        start = max(0, end - 65536)
        chunk = system.read(handle, start, end - start)
        if (at := chunk.rfind(b"\n")) >= 0:
            return start + at + 1
        end = start
    return 0
