"""Doubles of the seam: one cuts the power at a chosen call, one lets the disk refuse."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pbem.store.os_port import Entry, RealSystem

# killed: what was written stays. half: the write in progress has put down half of its bytes.
# power: all that was not flushed is gone, content and names.
Cut = Literal["killed", "half", "power"]


class PowerCut(BaseException):
    """The machine stops here: no code of the program may catch it as an error."""


class CuttingSystem(RealSystem):
    """Raises PowerCut at the changing call number `cut_at` (from 1) and at every one after it.

    For `power` it models the disk below `root`: the content of a file is durable as of its last sync, a name as of the
    last sync of its folder; `lose_power` rebuilds the tree from that.

    distinct: count only calls before which such a cut leaves something else than before the call ahead of it: where
    what was written stays, to flush changes nothing; nothing but a write can be half done; and what a power failure
    leaves is changed by flushing alone. For programs that do nothing between two calls which anybody else notices.
    """

    def __init__(self, root: Path, cut_at: int, cut: Cut, *, distinct: bool = False) -> None:
        self.calls = 0
        self._root, self._cut_at, self._cut, self._distinct = root, cut_at, cut, distinct
        self._handles: dict[int, str] = {}
        self._fresh = 0
        self._live: dict[Path, str] = {}  # path -> identity of the file; a folder is "/"
        self._content: dict[str, bytes] = {"/": b""}
        for path in sorted(root.rglob("*")):
            self._live[path] = "/" if path.is_dir() else self._identity()
            if path.is_file():
                self._content[self._live[path]] = path.read_bytes()
        self._names = dict(self._live)

    def _identity(self) -> str:
        self._fresh += 1
        return f"file {self._fresh}"

    def _step(self, *kinds: Cut) -> None:
        """A call that makes a difference to cuts of these kinds."""
        self.calls += not self._distinct or self._cut in kinds
        if self.calls >= self._cut_at:
            raise PowerCut

    def lose_power(self) -> None:
        """Leave below `root` what a power failure leaves there."""
        for path in self._root.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        for path in sorted(self._names):
            if self._names[path] == "/":
                path.mkdir(parents=True, exist_ok=True)
            elif path.parent.is_dir():
                path.write_bytes(self._content[self._names[path]])

    def open_update(self, path: Path, mode: int) -> int:
        if not path.exists():
            self._step("killed")
            self._born(path)
        handle = super().open_update(path, mode)
        self._handles[handle] = self._live[path]
        return handle

    def create(self, path: Path, mode: int) -> int:
        self._step("killed")
        handle = super().create(path, mode)
        self._handles[handle] = self._born(path)
        return handle

    def _born(self, path: Path) -> str:
        self._live[path] = identity = self._identity()
        self._content[identity] = b""
        return identity

    def write(self, handle: int, offset: int, data: bytes) -> None:
        try:
            self._step("killed", "half")
        except PowerCut:
            if self._cut == "half" and self.calls == self._cut_at:
                super().write(handle, offset, data[: len(data) // 2])
            raise
        super().write(handle, offset, data)

    def truncate(self, handle: int, size: int) -> None:
        self._step("killed")
        super().truncate(handle, size)

    def sync(self, handle: int) -> None:
        self._step("power")
        self._content[self._handles[handle]] = self.read(handle, 0, self.size(handle))

    def sync_folder(self, path: Path) -> None:
        self._step("power")
        for known in [known for known in self._names if known.parent == path]:
            del self._names[known]
        self._names.update({known: what for known, what in self._live.items() if known.parent == path})

    def replace(self, source: Path, target: Path) -> None:
        self._step("killed")
        super().replace(source, target)
        self._live[target] = self._live.pop(source)

    def make_folder(self, path: Path, mode: int) -> None:
        self._step("killed")
        super().make_folder(path, mode)
        self._live[path] = "/"

    def unlink(self, path: Path) -> None:
        self._step("killed")
        super().unlink(path)
        del self._live[path]

    def chmod(self, path: Path, mode: int) -> None:
        self._step("killed")
        super().chmod(path, mode)


class RefusingSystem(RealSystem):
    """Raises OSError(`number`) at the call `name`, the `after`-th and all later ones; a write puts down half before."""

    def __init__(self, name: str, number: int, after: int = 1) -> None:
        self.armed = True
        self._name, self._number, self._left = name, number, after

    def _step(self, name: str) -> None:
        if self.armed and name == self._name:
            self._left -= 1
            if self._left <= 0:
                raise OSError(self._number, os.strerror(self._number))

    def look(self, path: Path) -> Entry | None:
        self._step("look")
        return super().look(path)

    def open_read(self, path: Path) -> int:
        self._step("open_read")
        return super().open_read(path)

    def open_update(self, path: Path, mode: int) -> int:
        self._step("open_update")
        return super().open_update(path, mode)

    def create(self, path: Path, mode: int) -> int:
        self._step("create")
        return super().create(path, mode)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        try:
            self._step("write")
        except OSError:
            super().write(handle, offset, data[: len(data) // 2])
            raise
        super().write(handle, offset, data)

    def sync(self, handle: int) -> None:
        self._step("sync")
        super().sync(handle)

    def replace(self, source: Path, target: Path) -> None:
        self._step("replace")
        super().replace(source, target)

    def make_folder(self, path: Path, mode: int) -> None:
        self._step("make_folder")
        super().make_folder(path, mode)


def contents(root: Path) -> dict[str, bytes]:
    """Every file below `root` but locks, by its path."""
    return dict(_files(root))


def _files(root: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name != "lock" and path.suffix != ".lock":
            yield path.relative_to(root).as_posix(), path.read_bytes()
