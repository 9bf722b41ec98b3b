"""What the operating system refuses, told to a person: OSError becomes Problem in one place."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.errors import Problem

_DISK_FULL: Final = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
_FORBIDDEN: Final = frozenset({errno.EACCES, errno.EPERM})
_MISSING: Final = frozenset({errno.ENOENT, errno.ENOTDIR})
# ELOOP is what a symbolic link answers when it must not be followed, ENXIO and EISDIR a pipe, socket or folder.
_IRREGULAR: Final = frozenset({errno.ELOOP, errno.EISDIR, errno.ENXIO})


@contextlib.contextmanager
def reported(path: Path, *, writing: bool) -> Iterator[None]:
    """Run a block of disk operations on `path`; an OSError in it leaves as Problem.

    Codes: DISK_FULL, FOLDER_READ_ONLY (writing), PERMISSION_DENIED (reading), FILE_MISSING, NOT_A_REGULAR_FILE,
    FILE_TOO_LARGE, FILE_NAME_UNSAFE (longer than the disk allows), DISK_ERROR (anything else).
    """
    try:
        yield
    except OSError as fault:
        raise as_problem(fault, path, writing=writing) from fault


def as_problem(fault: OSError, path: Path, *, writing: bool) -> Problem:
    """The Problem that tells this OSError; codes as in `reported`."""
    number, where = fault.errno, str(path)
    if number in _DISK_FULL:
        return Problem(
            "DISK_FULL", "the disk is full; this file was left as it was", "free some space and try again", where
        )
    if number == errno.EROFS or (writing and number in _FORBIDDEN):
        what = "this folder cannot be written"
        return Problem("FOLDER_READ_ONLY", what, "make it writable for you or work on a copy elsewhere", where)
    if number in _FORBIDDEN:
        return Problem("PERMISSION_DENIED", "you may not read this file", "change its permissions", where)
    if number in _MISSING:
        if writing:
            return Problem("FILE_MISSING", "there is no such folder to write into", "make it, or name another", where)
        return missing(path)
    if number in _IRREGULAR:
        return irregular(path)
    if number == errno.EFBIG:
        return Problem("FILE_TOO_LARGE", "the disk takes no file of this size", "", where)
    if number == errno.ENAMETOOLONG:
        return Problem("FILE_NAME_UNSAFE", "this name is longer than the disk allows", "choose a shorter one", where)
    told = fault.strerror or type(fault).__name__
    return Problem("DISK_ERROR", f"the operating system answers: {told}", "check the disk, then try again", where)


def missing(path: Path) -> Problem:
    """FILE_MISSING for `path`."""
    return Problem("FILE_MISSING", "there is no such file", "check the name", str(path))


def irregular(path: Path) -> Problem:
    """NOT_A_REGULAR_FILE for `path`."""
    what = "this is not a plain file (a link, folder, pipe or device)"
    return Problem("NOT_A_REGULAR_FILE", what, "give the file itself", str(path))


def too_large(path: Path, limit: int) -> Problem:
    """FILE_TOO_LARGE for `path`; limit in bytes."""
    return Problem("FILE_TOO_LARGE", f"the file is larger than the {limit} bytes allowed here", "", str(path))
