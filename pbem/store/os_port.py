"""The one seam between pbem and the operating system.

Whatever this room does to the disk is one of the calls of `System`. `RealSystem` makes them on Linux, macOS and
Windows; tests put a double in its place that fails or cuts the power at a chosen call.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, Protocol

from pbem.lean import dataclass

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
SHARED_FILE: Final = 0o666  # less the umask
SHARED_FOLDER: Final = 0o777

# Flags that only some systems have: no text conversion (Windows), no last symbolic link followed and no
# waiting for the other end of a pipe (elsewhere).
_SAFELY: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
# Windows locks bytes, and others may not read those: lock one far behind the content, which is the holder's number.
_LOCKED_BYTE: Final = 1 << 30
_BUSY: Final = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})
_NO_FOLDER_SYNC: Final = frozenset({errno.EINVAL, errno.ENOTSUP})


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands under a name. mode: permission bits. size: bytes."""

    kind: Literal["file", "folder", "link", "special"]
    mode: int
    size: int


class System(Protocol):
    """Every operation that touches the disk. Handles are small integers. All calls raise OSError."""

    def look(self, path: Path) -> Entry | None:
        """The entry itself (a link is not followed), or None."""

    def is_folder(self, path: Path) -> bool:
        """Whether the path leads to a folder; links are followed."""

    def open_read(self, path: Path) -> int:
        """Open for reading, without following a link and without waiting on a pipe."""

    def open_update(self, path: Path, mode: int) -> int:
        """Open for reading and writing; made with `mode` where it is missing. Follows no link."""

    def create(self, path: Path, mode: int) -> int:
        """Make a new file for writing; FileExistsError where the name is taken."""

    def close(self, handle: int) -> None:
        """Give the handle back; a lock on it ends."""

    def size(self, handle: int) -> int:
        """Bytes in the open file."""

    def is_regular(self, handle: int) -> bool:
        """Whether the handle is a plain file: no pipe, device or folder."""

    def read(self, handle: int, offset: int, count: int) -> bytes:
        """Up to `count` bytes from `offset`; fewer only at the end of the file."""

    def write(self, handle: int, offset: int, data: bytes) -> None:
        """All of `data` at `offset`."""

    def truncate(self, handle: int, size: int) -> None:
        """Cut the file to `size` bytes."""

    def sync(self, handle: int) -> None:
        """Return when the file's content is on the disk."""

    def sync_folder(self, path: Path) -> None:
        """Return when the names in the folder are on the disk. Nothing to do on Windows."""

    def replace(self, source: Path, target: Path) -> None:
        """Rename, taking the place of `target` in one step."""

    def make_folder(self, path: Path, mode: int) -> None:
        """Make one folder."""

    def list_folder(self, path: Path) -> list[str]:
        """The names in a folder, sorted."""

    def unlink(self, path: Path) -> None:
        """Remove a file's name."""

    def chmod(self, path: Path, mode: int) -> None:
        """Set permission bits. Nothing to do on Windows, where a person's folders are private already."""

    def process(self) -> int:
        """The number of this process."""

    def lock(self, handle: int, wait: bool) -> bool:
        """Lock the open file against other processes until it is closed. False where another holds it."""


class RealSystem:
    """`System` on the machine that runs."""

    def look(self, path: Path) -> Entry | None:
        try:
            found = path.lstat()
        except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a zero byte in the name
            return None
        kind: Literal["file", "folder", "link", "special"] = "special"
        if stat.S_ISREG(found.st_mode):
            kind = "file"
        elif stat.S_ISDIR(found.st_mode):
            kind = "folder"
        elif stat.S_ISLNK(found.st_mode):
            kind = "link"
        return Entry(kind, stat.S_IMODE(found.st_mode), found.st_size)

    def is_folder(self, path: Path) -> bool:
        return path.is_dir()

    def open_read(self, path: Path) -> int:
        return os.open(path, os.O_RDONLY | _SAFELY)

    def open_update(self, path: Path, mode: int) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT | _SAFELY, mode)

    def create(self, path: Path, mode: int) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _SAFELY, mode)

    def close(self, handle: int) -> None:
        os.close(handle)

    def size(self, handle: int) -> int:
        return os.fstat(handle).st_size

    def is_regular(self, handle: int) -> bool:
        return stat.S_ISREG(os.fstat(handle).st_mode)

    def read(self, handle: int, offset: int, count: int) -> bytes:
        os.lseek(handle, offset, os.SEEK_SET)
        parts = []
        while count > 0 and (part := os.read(handle, min(count, 1 << 20))):
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        os.lseek(handle, offset, os.SEEK_SET)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]

    def truncate(self, handle: int, size: int) -> None:
        os.ftruncate(handle, size)

    def sync(self, handle: int) -> None:
        if sys.platform == "darwin":
            # fsync stops at the drive's cache there; not every file system offers more.
            with contextlib.suppress(OSError):
                fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
                return
        os.fsync(handle)

    def sync_folder(self, path: Path) -> None:
        if sys.platform == "win32":
            return
        handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        except OSError as fault:
            if fault.errno not in _NO_FOLDER_SYNC:  # some network file systems keep names in order by themselves
                raise
        finally:
            os.close(handle)

    def replace(self, source: Path, target: Path) -> None:
        source.replace(target)

    def make_folder(self, path: Path, mode: int) -> None:
        path.mkdir(mode)

    def list_folder(self, path: Path) -> list[str]:
        return sorted(entry.name for entry in path.iterdir())

    def unlink(self, path: Path) -> None:
        path.unlink()

    def chmod(self, path: Path, mode: int) -> None:
        if sys.platform != "win32":
            path.chmod(mode)

    def process(self) -> int:
        return os.getpid()

    def lock(self, handle: int, wait: bool) -> bool:
        try:
            if sys.platform == "win32":
                os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
                msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            if fault.errno in _BUSY:
                return False
            raise
        return True


REAL: Final[System] = RealSystem()


@contextlib.contextmanager
def closing(system: System, handle: int) -> Iterator[int]:
    """The handle, closed at the end of the block."""
    try:
        yield handle
    finally:
        system.close(handle)
