"""The seam to the operating system itself: what it asks of the system, which no double can say."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.store import os_port
from pbem.store.atomic import append_line
from pbem.store.os_port import REAL, Entry, closing


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of what was flushed to the disk, in order."""
    names: list[str] = []
    opened: dict[int, str] = {}
    really, flush = os.open, os.fsync

    def opening(path: Path, *how: int) -> int:
        handle = really(path, *how)
        opened[handle] = path.name
        return handle

    def fsync(handle: int) -> None:
        names.append(opened[handle])
        flush(handle)

    monkeypatch.setattr(os, "open", opening)
    monkeypatch.setattr(os, "fsync", fsync)
    return names


def test_files_and_folders_are_flushed(tmp_path: Path, flushed: list[str]) -> None:
    """Without it a power cut takes what a command said it had written."""
    handle = REAL.create(tmp_path / "log", 0o600)
    REAL.write(handle, 0, b"line")
    REAL.sync(handle)
    REAL.close(handle)
    REAL.sync_folder(tmp_path)
    assert flushed == ["log", tmp_path.name]


def test_the_name_of_a_new_file_is_flushed_before_its_first_line(tmp_path: Path, flushed: list[str]) -> None:
    append_line(tmp_path / "log", b"one", limit=99)
    assert flushed == [tmp_path.name, "log"]
    append_line(tmp_path / "log", b"two", limit=99)
    append_line(tmp_path / "log", b"three", limit=99, sync=False)
    append_line(tmp_path / "other", b"one", limit=99, sync=False)
    assert flushed == [tmp_path.name, "log", "log"]


@pytest.mark.parametrize(("number", "passed"), [(errno.EINVAL, True), (errno.ENOTSUP, True), (errno.EIO, False)])
def test_a_file_system_may_not_know_how_to_flush_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, passed: bool
) -> None:
    opened, closed = [], []
    close = os.close

    def fsync(handle: int) -> None:
        opened.append(handle)
        raise OSError(number, "flush")

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "close", lambda handle: (closed.append(handle), close(handle)))
    if passed:
        REAL.sync_folder(tmp_path)
    else:
        with pytest.raises(OSError, match="flush"):
            REAL.sync_folder(tmp_path)
    assert opened and closed == opened


def test_on_a_mac_the_drive_is_told_and_where_it_is_not_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F_FULLFSYNC is all; a file system that refuses it is flushed as elsewhere."""
    asked: list[str] = []
    refuse = [False]

    def fcntl(handle: int, command: str) -> None:
        asked.append(command)
        if refuse[0]:
            raise OSError(errno.ENOTSUP, "no")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(os_port, "fcntl", SimpleNamespace(fcntl=fcntl, F_FULLFSYNC="full"))
    monkeypatch.setattr(os, "fsync", lambda handle: asked.append("fsync"))
    REAL.sync(0)
    assert asked == ["full"]
    refuse[0] = True
    REAL.sync(0)
    assert asked == ["full", "full", "fsync"]


def test_a_system_that_writes_and_reads_by_pieces_gets_and_gives_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, read = os.write, os.read
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    monkeypatch.setattr(os, "read", lambda handle, count: read(handle, min(count, 2)))
    handle = REAL.create(tmp_path / "file", 0o600)
    with closing(REAL, handle):
        REAL.write(handle, 0, b"0123456789")
        REAL.write(handle, 4, b"efgh")
        assert REAL.size(handle) == 10
        assert REAL.read(handle, 1, 5) == b"123ef"
        assert REAL.read(handle, 8, 99) == b"89" and REAL.read(handle, 10, 1) == b""
        REAL.truncate(handle, 2)
        assert REAL.size(handle) == 2
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(handle)


def test_what_stands_under_a_name_is_told_without_following_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"abc")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "folder").mkdir(mode=0o750)
    (tmp_path / "link").symlink_to("folder")
    os.mkfifo(tmp_path / "pipe")
    assert REAL.look(tmp_path / "file") == Entry("file", 0o640, 3)
    kinds = {name: entry.kind for name in REAL.list_folder(tmp_path) if (entry := REAL.look(tmp_path / name))}
    assert kinds == {"file": "file", "folder": "folder", "link": "link", "pipe": "special"}
    assert REAL.is_folder(tmp_path / "link") and not REAL.is_folder(tmp_path / "file")
    for nothing in ("none", "file/below", "a\0b"):
        assert REAL.look(tmp_path / nothing) is None


@pytest.mark.parametrize(("wait", "command"), [(True, "wait"), (False, "at once")])
def test_windows_locks_one_byte_far_behind_the_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wait: bool, command: str
) -> None:
    asked: list[tuple[int, str, int]] = []
    held: list[int] = []

    def locking(handle: int, mode: str, count: int) -> None:
        asked.append((os.lseek(handle, 0, os.SEEK_CUR), mode, count))
        if held:
            raise OSError(held[0], "held")

    windows = SimpleNamespace(locking=locking, LK_LOCK="wait", LK_NBLCK="at once")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os_port, "msvcrt", windows, raising=False)
    handle = REAL.create(tmp_path / "lock", 0o600)
    with closing(REAL, handle):
        assert REAL.lock(handle, wait) is True
        assert asked == [(1 << 30, command, 1)]
        held.append(errno.EACCES)
        assert REAL.lock(handle, wait) is False
        held[0] = errno.EIO
        with pytest.raises(OSError, match="held"):
            REAL.lock(handle, wait)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks bytes")
@pytest.mark.parametrize("wait", [False, True])
def test_only_who_wants_to_wait_has_the_system_wait_for_a_lock(monkeypatch: pytest.MonkeyPatch, wait: bool) -> None:
    asked: list[tuple[int, int]] = []
    locks = SimpleNamespace(flock=lambda *given: asked.append(given), LOCK_EX=2, LOCK_NB=4)
    monkeypatch.setattr(os_port, "fcntl", locks)
    assert REAL.lock(7, wait)
    assert asked == [(7, 2 if wait else 2 | 4)]
