"""The archive: a zip of which no byte is free.

Stored without compression, names sorted, every date 1980-01-01, no extra field, no comment. The same files give the
same bytes; reading builds the archive again from its content and compares.
"""

from __future__ import annotations

import itertools
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pbem.errors import Problem

_NAME: Final = re.compile(r"(?!.*(?:^|/)\.{0,2}(?:/|$))[a-z0-9_./-]{1,200}")
_LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL: Final = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END: Final = struct.Struct("<4sHHHHIIH")
_LOCAL_SIGN, _CENTRAL_SIGN, _END_SIGN = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_VERSION: Final = 20  # the oldest zip reader will do
_UNIX: Final = 3 << 8
_DATE: Final = 1 << 5 | 1  # 1980-01-01, 00:00
_PLAIN_FILE: Final = 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive may hold at most. size: bytes of the archive. files: at most 65535, what a zip can count."""

    size: int = 1024 * 2**20
    files: int = 4096


DEFAULT_LIMITS: Final = Limits()


def write_archive(files: Sequence[tuple[str, bytes]]) -> bytes:
    """The archive of these files; their order does not matter.

    Names match `[a-z0-9_./-]{1,200}`, with no part that is empty, `.` or `..`. Raises ValueError for other names, a
    name twice or more than a zip can count.
    """
    ordered = sorted(files)
    names = [name for name, _ in ordered]
    if len(set(names)) != len(names) or not all(_NAME.fullmatch(name) for name in names):
        raise ValueError("an archive takes each name once, of lower-case letters, digits and _./-")
    if len(names) > 0xFFFF:
        raise ValueError("too many files for one archive")
    return _build(ordered)


def _build(ordered: Sequence[tuple[str, bytes]]) -> bytes:
    parts: list[bytes] = []
    central: list[bytes] = []
    offset = 0
    for name, data in ordered:
        raw = name.encode("ascii")
        common = (_VERSION, 0, 0, 0, _DATE, zlib.crc32(data), len(data), len(data), len(raw), 0)
        parts += [_LOCAL.pack(_LOCAL_SIGN, *common), raw, data]
        central += [_CENTRAL.pack(_CENTRAL_SIGN, _UNIX | _VERSION, *common, 0, 0, 0, _PLAIN_FILE, offset), raw]
        offset += _LOCAL.size + len(raw) + len(data)
    size = sum(map(len, central))
    end = _END.pack(_END_SIGN, 0, 0, len(ordered), len(ordered), size, offset, 0)
    return b"".join([*parts, *central, end])


def read_archive(
    data: bytes, allowed: Callable[[str], bool], *, limits: Limits = DEFAULT_LIMITS
) -> list[tuple[str, bytes]]:
    """The files of an archive, sorted by name. `allowed` says which names belong into one.

    Nothing is unpacked and nothing is larger than the archive. Raises Problem: ARCHIVE_TOO_LARGE (bytes or files),
    ARCHIVE_TRUNCATED (the end is missing), ARCHIVE_FOREIGN_FILE (a name that is not allowed), ARCHIVE_DAMAGED (any
    other byte that `write_archive` would not have written, such as compression, a date or a comment).
    """
    if len(data) > limits.size:
        raise _too_large(f"more than {limits.size} bytes")
    if not data.startswith((_LOCAL_SIGN[: len(data)], _END_SIGN[: len(data)])):
        raise _damaged("this is no pbem archive")
    files: list[tuple[str, bytes]] = []
    at = 0
    while data.startswith(_LOCAL_SIGN, at):
        if len(files) >= limits.files:
            raise _too_large(f"more than {limits.files} files")
        name, content, at = _entry(data, at, allowed)
        files.append((name, content))
    names = [name for name, _ in files]
    if any(one >= two for one, two in itertools.pairwise(names)):
        raise _damaged("its files are not in order, or one is there twice")
    rebuilt = _build(files)
    if rebuilt != data:
        if rebuilt.startswith(data) or _LOCAL_SIGN.startswith(data[at:]):  # cut behind an entry, or in the table
            raise _truncated()
        raise _damaged("its table of contents was changed")
    return files


def _entry(data: bytes, at: int, allowed: Callable[[str], bool]) -> tuple[str, bytes, int]:
    """Name, content and end of the entry at `at`."""
    if at + _LOCAL.size > len(data):
        raise _cut_or_damaged(data)
    _, version, flags, method, time, date, crc, packed, size, length, extra = _LOCAL.unpack_from(data, at)
    start = at + _LOCAL.size
    raw = data[start : start + length]
    if len(raw) < length:
        raise _cut_or_damaged(data)
    name = raw.decode("latin-1")
    if not _NAME.fullmatch(name) or not allowed(name):
        what = f"the archive holds a file that does not belong there: {name[:60]!a}"
        raise Problem("ARCHIVE_FOREIGN_FILE", what, "ask for the archive as pbem wrote it")
    if (version, flags, method, time, date, packed, extra) != (_VERSION, 0, 0, 0, _DATE, size, 0):
        raise _damaged(f"{name} was packed by another program or its entry was changed")
    start += length
    content = data[start : start + size]
    if len(content) < size:
        raise _cut_or_damaged(data)
    if zlib.crc32(content) != crc:
        raise _damaged(f"{name} was changed")
    return name, content, start + size


def _cut_or_damaged(data: bytes) -> Problem:
    """An entry runs past the end: the end is missing, or, where it is there, a length was changed."""
    ended = data[-_END.size :].startswith(_END_SIGN)
    return _damaged("the length of an entry was changed") if ended else _truncated()


def _truncated() -> Problem:
    return Problem("ARCHIVE_TRUNCATED", "the end of the archive is missing", "fetch or ask for it again")


def _damaged(why: str) -> Problem:
    return Problem("ARCHIVE_DAMAGED", f"the archive is not as pbem wrote it: {why}", "fetch or ask for it again")


def _too_large(why: str) -> Problem:
    return Problem("ARCHIVE_TOO_LARGE", f"the archive has {why}", "ask for the archive as pbem wrote it")
