"""One process at a time: a lock file that the operating system guards."""

from __future__ import annotations

import re
import time
from pathlib import Path
from types import TracebackType
from typing import Final

from pbem.errors import Problem
from pbem.store.faults import irregular, reported
from pbem.store.os_port import PRIVATE_FILE, REAL, System

PATIENCE: Final = 5.0
"""Seconds that whoever writes in a campaign waits for another program of the same person to have done so: a command
beside a page, or a page beside a command."""
_PAUSE: Final = 0.02


class Lock:
    """An exclusive lock on a file, held until `release` or the end of the process.

    The file stays and names the process that had it last. The lock is the operating system's: what a dead process
    held is free.
    """

    def __init__(self, path: Path, *, wait: bool = False, patient: bool = False, system: System = REAL) -> None:
        """Take the lock; with `wait` as soon as the other process gives it back, with `patient` if it does so soon.

        Raises Problem FOLDER_LOCKED (another process holds it), else the codes of `faults.reported`.
        """
        self._system = system
        with reported(path, writing=True):
            handle = system.open_update(path, PRIVATE_FILE)
            self._handle: int | None = handle
            try:
                self._take(path, handle, wait, patient)
            except BaseException:
                self.release()
                raise

    def _take(self, path: Path, handle: int, wait: bool, patient: bool) -> None:
        if not self._system.is_regular(handle):
            raise irregular(path)
        until = time.monotonic() + (PATIENCE if patient else 0)
        while not self._system.lock(handle, wait):
            if time.monotonic() >= until:
                raise _locked(path, self._system.read(handle, 0, 32))
            time.sleep(_PAUSE)
        self._system.truncate(handle, 0)
        self._system.write(handle, 0, f"{self._system.process()}\n".encode("ascii"))

    def release(self) -> None:
        """Give the lock back. Safe to call twice."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._system.close(handle)

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.release()


def _locked(path: Path, content: bytes) -> Problem:
    number = re.match(rb"[0-9]{1,10}\n", content)
    holder = f"process {int(number.group())}" if number else "another process"
    what = f"{holder} is working in this folder"
    return Problem("FOLDER_LOCKED", what, "wait until it has ended, then try again", str(path.parent))
