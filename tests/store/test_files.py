"""Bounded reading, safe names, and what a refusing disk is told as."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.store.atomic import append_line, cut_torn_line, is_temporary, set_aside, sweep, whole_lines, write_atomic
from pbem.store.files import ensure_folder, read_bounded, safe_name
from pbem.store.os_port import RealSystem
from tests.store.doubles import RefusingSystem, contents


def code_of(told: pytest.ExceptionInfo[Problem]) -> str:
    assert told.value.status == 2
    assert told.value.what
    return told.value.code


def test_a_file_is_read_up_to_its_limit_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "orders.yaml"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(Problem) as told:
        read_bounded(path, 4)
    assert code_of(told) == "FILE_TOO_LARGE"
    assert told.value.where == str(path)


@pytest.mark.parametrize("name", ["nowhere", "orders.yaml/below", "zero\0byte"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "orders.yaml").write_bytes(b"")
    with pytest.raises(Problem) as told:
        read_bounded(tmp_path / name, 10)
    assert code_of(told) == "FILE_MISSING"


def test_links_pipes_devices_and_folders_are_refused_without_waiting(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"secret")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "link", tmp_path / "loop", tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(Problem) as told:
            read_bounded(path, 100)
        assert code_of(told) == "NOT_A_REGULAR_FILE"


def test_a_file_exchanged_for_a_pipe_or_link_after_the_look_is_refused(tmp_path: Path) -> None:
    path, pipe, link = tmp_path / "orders.yaml", tmp_path / "pipe", tmp_path / "link"
    path.write_bytes(b"")
    os.mkfifo(pipe)
    link.symlink_to(path)
    for other in (pipe, link):

        class Exchanging(RealSystem):
            def open_read(self, path: Path, other: Path = other) -> int:
                return super().open_read(other)

        with pytest.raises(Problem) as told:
            read_bounded(path, 100, system=Exchanging())
        assert code_of(told) == "NOT_A_REGULAR_FILE"


@pytest.mark.parametrize(
    ("number", "reading", "writing"),
    [
        (errno.EACCES, "PERMISSION_DENIED", "FOLDER_READ_ONLY"),
        (errno.EPERM, "PERMISSION_DENIED", "FOLDER_READ_ONLY"),
        (errno.EROFS, "FOLDER_READ_ONLY", "FOLDER_READ_ONLY"),
        (errno.ENOSPC, "DISK_FULL", "DISK_FULL"),
        (errno.EDQUOT, "DISK_FULL", "DISK_FULL"),
        (errno.EIO, "DISK_ERROR", "DISK_ERROR"),
        (errno.EFBIG, "FILE_TOO_LARGE", "FILE_TOO_LARGE"),
        (errno.ENAMETOOLONG, "FILE_NAME_UNSAFE", "FILE_NAME_UNSAFE"),
        (errno.ENOENT, "FILE_MISSING", "FILE_MISSING"),
    ],
)
def test_each_refusal_of_the_disk_has_its_code(tmp_path: Path, number: int, reading: str, writing: str) -> None:
    path = tmp_path / "orders.yaml"
    path.write_bytes(b"kept")
    with pytest.raises(Problem) as told:
        read_bounded(path, 10, system=RefusingSystem("open_read", number))
    assert code_of(told) == reading
    with pytest.raises(Problem) as told:
        write_atomic(path, b"new", system=RefusingSystem("create", number))
    assert code_of(told) == writing
    assert contents(tmp_path) == {"orders.yaml": b"kept"}


def test_who_cannot_write_for_want_of_a_folder_is_told_so_and_not_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(Problem) as told:
        read_bounded(tmp_path / "nowhere" / "orders.yaml", 10)
    assert told.value.what == "there is no such file"
    with pytest.raises(Problem) as told:
        write_atomic(tmp_path / "nowhere" / "orders.yaml", b"")
    assert told.value.what == "there is no such folder to write into"


@pytest.mark.parametrize("call", ["create", "write", "sync", "replace"])
def test_a_refused_atomic_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, call: str) -> None:
    path = tmp_path / "standing.yaml"
    path.write_bytes(b"old")
    with pytest.raises(Problem) as told:
        write_atomic(path, b"new content", system=RefusingSystem(call, errno.ENOSPC))
    assert code_of(told) == "DISK_FULL"
    assert contents(tmp_path) == {"standing.yaml": b"old"}


@pytest.mark.parametrize("call", ["open_update", "write", "sync"])
def test_a_refused_append_leaves_the_old_lines(tmp_path: Path, call: str) -> None:
    path = tmp_path / "log.jsonl"
    append_line(path, b"one", limit=100)
    system = RefusingSystem(call, errno.ENOSPC)
    with pytest.raises(Problem) as told:
        append_line(path, b"two and more", limit=100, system=system)
    assert code_of(told) == "DISK_FULL"
    assert path.read_bytes() == b"one\n"
    system.armed = False
    append_line(path, b"two", limit=100, system=system)
    assert path.read_bytes() == b"one\ntwo\n"


def test_an_append_stays_within_its_limit_and_takes_lines_only(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    append_line(path, b"123", limit=8)
    append_line(path, b"456", limit=8)
    with pytest.raises(Problem) as told:
        append_line(path, b"7", limit=9)
    assert code_of(told) == "FILE_TOO_LARGE"
    for line in (b"", b"two\nlines", b"zero\0"):
        with pytest.raises(ValueError, match="a line of a file"):
            append_line(path, line, limit=100)
    assert path.read_bytes() == b"123\n456\n"


def test_an_append_cuts_a_torn_line_of_any_length(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for torn in (b"x", b"x" * 65536, b"x" * 200_000):
        path.write_bytes(b"one\n" + torn)
        append_line(path, b"two", limit=100)
        assert path.read_bytes() == b"one\ntwo\n"
        path.write_bytes(torn)
        append_line(path, b"two", limit=100)
        assert path.read_bytes() == b"two\n"


def test_an_append_follows_no_link_and_feeds_no_pipe(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe"):
        with pytest.raises(Problem) as told:
            append_line(tmp_path / name, b"line", limit=100)
        assert code_of(told) == "NOT_A_REGULAR_FILE"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("data", "lines", "torn"),
    [
        (b"", [], b""),
        (b"a\n", [b"a"], b""),
        (b"a\nb", [b"a"], b"b"),
        (b"torn", [], b"torn"),
        (b"a\nb\0\0\n", [b"a"], b"b\0\0\n"),
        (b"a\n\0\0\0", [b"a"], b"\0\0\0"),
        (b"a\n\nb\n", [b"a", b"", b"b"], b""),
        (b"\0a\nb\n", [b"\0a", b"b"], b""),
    ],
)
def test_a_torn_end_is_told_from_whole_lines(tmp_path: Path, data: bytes, lines: list[bytes], torn: bytes) -> None:
    assert whole_lines(data) == (lines, torn)
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    assert cut_torn_line(path, limit=100) == torn
    assert path.read_bytes() == b"".join(line + b"\n" for line in lines)


def test_what_is_set_aside_lies_beside_its_file_once(tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    first = set_aside(path, b"one", "former", mode=0o600)
    assert (first.name, first.read_bytes(), first.stat().st_mode & 0o777) == ("evening.former.yaml", b"one", 0o600)
    second = set_aside(path, b"two", "former")
    assert (second.name, second.read_bytes()) == ("evening.former-2.yaml", b"two")
    assert set_aside(path, b"two", "former") == second and set_aside(path, b"one", "former") == first
    assert sorted(found.name for found in tmp_path.iterdir()) == ["evening.former-2.yaml", "evening.former.yaml"]


def test_only_leftovers_of_atomic_writes_are_swept(tmp_path: Path) -> None:
    kept = [".a.yaml.tmp", "a.0123abcd.tmp", ".a.yaml.0123ABCD.tmp", "..gitignore"]
    for name in [*kept, ".a.yaml.0123abcd.tmp"]:
        (tmp_path / name).write_bytes(b"")
    sweep(tmp_path)
    assert list(contents(tmp_path)) == sorted(kept)
    assert not any(map(is_temporary, kept))


@pytest.mark.parametrize("name", ["0012-a.yaml", "a", "game.eml", "x" * 100, "console.txt", "com10"])
def test_plain_names_are_safe(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../x", "a/b", "a\\b", "/etc/passwd", "c:x", "A.yaml", ".hidden", "-rf", "a..b", "a.", "a b"),
        *("a\n", "a\0", "é.yaml", "x" * 101, "con", "nul.yaml", "aux.tar.gz", "com1", "lpt9.txt"),
    ],
)
def test_names_that_are_paths_devices_or_hidden_are_refused(name: str) -> None:
    with pytest.raises(Problem) as told:
        safe_name(name)
    assert code_of(told) == "FILE_NAME_UNSAFE"
    assert told.value.what.isascii()
    assert told.value.what.isprintable()


def test_a_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    ensure_folder(tmp_path / "a" / "b" / "c")
    ensure_folder(tmp_path / "a" / "b" / "c")
    (tmp_path / "way").symlink_to(tmp_path / "a")
    ensure_folder(tmp_path / "way" / "b")
    assert (tmp_path / "a" / "b" / "c").is_dir()
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name in ("file", "file/below", "dangling"):
        with pytest.raises(Problem) as told:
            ensure_folder(tmp_path / name)
        assert code_of(told) == "NOT_A_FOLDER"
