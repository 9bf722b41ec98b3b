"""The seam of a whole program turned into a bad disk: what commands do is cut off, refused or counted at any call."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from pbem.store.os_port import REAL, RealSystem
from tests.store.doubles import Cut, CuttingSystem, PowerCut

CUTS: tuple[Cut, ...] = ("killed", "half", "power")
_CALLS = tuple(name for name in vars(RealSystem) if not name.startswith("_"))


@contextlib.contextmanager
def under(double: RealSystem) -> Iterator[None]:
    """Within it every command of this process has `double` for its disk."""
    for name in _CALLS:
        setattr(REAL, name, getattr(double, name))
    try:
        yield
    finally:
        for name in _CALLS:
            delattr(REAL, name)


@contextlib.contextmanager
def cut_off(root: Path, cut_at: int, cut: Cut, *, distinct: bool = False) -> Iterator[CuttingSystem]:
    """Runs a block until the changing call number `cut_at`; what was open is closed, as the end of a process does."""
    double = CuttingSystem(root, cut_at, cut, distinct=distinct)
    with under(double), contextlib.suppress(PowerCut):
        yield double
    if cut == "power" and double.calls >= cut_at:
        double.lose_power()
        for path in [*root.glob("*-home/**/*"), *root.rglob("secrets/*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)  # the double knows no modes, a disk does


class FullDisk(RealSystem):
    """Takes `room` calls that need space, then answers ENOSPC to each; a write puts down half before. Freed by removing
    nothing: only the end of the block gives space."""

    def __init__(self, room: int, number: int = errno.ENOSPC) -> None:
        self.room = room
        self.refused = 0
        self._number = number

    def _need(self) -> None:
        self.room -= 1
        if self.room < 0:
            self.refused += 1
            raise OSError(self._number, os.strerror(self._number))

    def open_update(self, path: Path, mode: int) -> int:
        if not path.exists():
            self._need()
        return super().open_update(path, mode)

    def create(self, path: Path, mode: int) -> int:
        self._need()
        return super().create(path, mode)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        try:
            self._need()
        except OSError:
            super().write(handle, offset, data[: len(data) // 2])
            raise
        super().write(handle, offset, data)

    def sync(self, handle: int) -> None:
        self._need()  # some file systems find out only now
        super().sync(handle)

    def make_folder(self, path: Path, mode: int) -> None:
        self._need()
        super().make_folder(path, mode)


class Watched(RealSystem):
    """Notes every call that changes something, but for locks."""

    def __init__(self) -> None:
        self.changes: list[str] = []

    def create(self, path: Path, mode: int) -> int:
        self.changes.append(f"create {path}")
        return super().create(path, mode)

    def open_update(self, path: Path, mode: int) -> int:
        self.changes.append(f"open {path}")
        return super().open_update(path, mode)

    def replace(self, source: Path, target: Path) -> None:
        self.changes.append(f"replace {target}")
        super().replace(source, target)

    def make_folder(self, path: Path, mode: int) -> None:
        self.changes.append(f"make {path}")
        super().make_folder(path, mode)

    def unlink(self, path: Path) -> None:
        self.changes.append(f"unlink {path}")
        super().unlink(path)


class Forbidding(RealSystem):
    """Refuses what is asked of one folder and all below it: to write, or with `reading` to read, too."""

    def __init__(self, folder: Path, number: int, *, reading: bool = False) -> None:
        self.refused = 0
        self._folder, self._number, self._reading = folder, number, reading

    def _refuse(self, path: Path) -> None:
        if path.is_relative_to(self._folder):
            self.refused += 1
            raise OSError(self._number, os.strerror(self._number), str(path))

    def open_update(self, path: Path, mode: int) -> int:
        self._refuse(path)
        return super().open_update(path, mode)

    def create(self, path: Path, mode: int) -> int:
        self._refuse(path)
        return super().create(path, mode)

    def replace(self, source: Path, target: Path) -> None:
        self._refuse(target)
        super().replace(source, target)

    def make_folder(self, path: Path, mode: int) -> None:
        self._refuse(path)
        super().make_folder(path, mode)

    def unlink(self, path: Path) -> None:
        self._refuse(path)
        super().unlink(path)

    def chmod(self, path: Path, mode: int) -> None:
        self._refuse(path)
        super().chmod(path, mode)

    def open_read(self, path: Path) -> int:
        if self._reading:
            self._refuse(path)
        return super().open_read(path)

    def list_folder(self, path: Path) -> list[str]:
        if self._reading:
            self._refuse(path)
        return super().list_folder(path)


class Vanishing(RealSystem):
    """Takes a folder away at the call number `at` that names a path, as a stick that is pulled out does."""

    def __init__(self, folder: Path, at: int) -> None:
        self.calls = 0
        self._folder, self._at = folder, at

    def _count(self) -> None:
        self.calls += 1
        if self.calls == self._at:
            shutil.rmtree(self._folder)

    def open_read(self, path: Path) -> int:
        self._count()
        return super().open_read(path)

    def open_update(self, path: Path, mode: int) -> int:
        self._count()
        return super().open_update(path, mode)

    def create(self, path: Path, mode: int) -> int:
        self._count()
        return super().create(path, mode)

    def replace(self, source: Path, target: Path) -> None:
        self._count()
        super().replace(source, target)

    def list_folder(self, path: Path) -> list[str]:
        self._count()
        return super().list_folder(path)

    def sync_folder(self, path: Path) -> None:
        self._count()
        super().sync_folder(path)
