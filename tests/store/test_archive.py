"""The archive: the same files give the same bytes, and every other byte is refused with its reason."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Problem
from pbem.store.archive import Limits, read_archive, write_archive
from tests.tiers import examples

FILES = [
    ("log.jsonl", b"m0\nm1\n"),
    ("tapes.jsonl", b"[]\n"),
    ("head", b""),
    ("reports/0001.txt", b"\x00\xff PK\x05\x06"),
]
ARCHIVE = write_archive(FILES)

names = st.from_regex(r"[a-z0-9_-][a-z0-9_.-]{0,8}(/[a-z0-9_-]{1,8}){0,2}", fullmatch=True)
file_lists = st.dictionaries(names, st.binary(max_size=60), max_size=5).map(lambda files: list(files.items()))


def anything(_: str) -> bool:
    return True


def ours(name: str) -> bool:
    return name in dict(FILES)


def code_of(data: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(Problem) as told:
        read_archive(data, ours, limits=limits or Limits())
    assert told.value.status == 2
    assert told.value.mend
    assert str(told.value).isascii()
    return told.value.code


def entry(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))


def foreign_zip(name: str, compression: int = zipfile.ZIP_STORED) -> bytes:
    """Our archive with one more file, as another program adds it."""
    buffer = io.BytesIO(ARCHIVE)
    with zipfile.ZipFile(buffer, "a", compression) as added:
        added.writestr(entry(name), b"evil" * 50, compression)
    return buffer.getvalue()


def test_an_archive_is_read_back_in_order_and_by_any_zip_reader() -> None:
    assert read_archive(ARCHIVE, ours) == sorted(FILES)
    assert write_archive(FILES[::-1]) == ARCHIVE
    with zipfile.ZipFile(io.BytesIO(ARCHIVE)) as other:
        assert other.testzip() is None
        assert {info.filename: other.read(info) for info in other.infolist()} == dict(FILES)
        assert {(info.date_time, info.compress_type, info.external_attr >> 16) for info in other.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), zipfile.ZIP_STORED, 0o100644)
        }


@given(file_lists)
def test_any_files_make_the_round_trip(files: list[tuple[str, bytes]]) -> None:
    data = write_archive(files)
    assert read_archive(data, anything) == sorted(files)


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(file_lists, st.data())
def test_no_byte_is_free(files: list[tuple[str, bytes]], draw: st.DataObject) -> None:
    data = write_archive(files)
    at = draw.draw(st.integers(0, len(data) - 1))
    change = draw.draw(st.integers(1, 255))
    with pytest.raises(Problem, match="archive"):
        read_archive(data[:at] + bytes([data[at] ^ change]) + data[at + 1 :], lambda name: name in dict(files))


def test_every_byte_of_one_archive_in_every_bit() -> None:
    for at in range(len(ARCHIVE)):
        for bit in range(8):
            changed = bytearray(ARCHIVE)
            changed[at] ^= 1 << bit
            assert code_of(bytes(changed)) in ("ARCHIVE_DAMAGED", "ARCHIVE_FOREIGN_FILE", "ARCHIVE_TRUNCATED")


@given(st.binary(max_size=200))
def test_noise_is_refused_with_a_reason(noise: bytes) -> None:
    for data in (noise, ARCHIVE[:40] + noise, b"PK\x03\x04" + noise):
        assert code_of(data).startswith("ARCHIVE_")


def test_every_shorter_archive_is_truncated() -> None:
    for length in range(len(ARCHIVE)):
        # A cut behind content that looks like an archive's end cannot be told from a changed length.
        if b"PK\x05\x06" not in ARCHIVE[max(0, length - 22) : length]:
            assert code_of(ARCHIVE[:length]) == "ARCHIVE_TRUNCATED"


def test_longer_reordered_or_doubled_archives_are_damaged() -> None:
    assert code_of(ARCHIVE + b"x") == "ARCHIVE_DAMAGED"
    assert code_of(ARCHIVE + ARCHIVE) == "ARCHIVE_DAMAGED"
    for order in (["tapes.jsonl", "log.jsonl"], ["head", "head"]):
        buffer = io.BytesIO()
        with (
            pytest.warns(UserWarning) if order == ["head", "head"] else io.BytesIO(),
            zipfile.ZipFile(buffer, "w") as bad,
        ):
            for name in order:
                bad.writestr(entry(name), b"")
        assert code_of(buffer.getvalue()) == "ARCHIVE_DAMAGED"


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize(
    "name", ["zz.txt", "../escape", "/etc/passwd", "reports/../x", "Evil.TXT", "é", "con\\x", "a//b"]
)
def test_a_file_that_someone_added_is_named(name: str, compression: int) -> None:
    data = foreign_zip(name, compression)
    assert code_of(data) == "ARCHIVE_FOREIGN_FILE"
    with pytest.raises(Problem):
        read_archive(data, anything)


def test_an_archive_packed_again_with_compression_is_damaged() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(FILES):
            packed.writestr(entry(name), content * 100, zipfile.ZIP_DEFLATED)
    assert code_of(buffer.getvalue()) == "ARCHIVE_DAMAGED"


def test_a_changed_file_is_named() -> None:
    with pytest.raises(Problem, match=r"log\.jsonl was changed"):
        read_archive(ARCHIVE.replace(b"m1\n", b"m2\n"), ours)


def test_size_and_number_are_bounded() -> None:
    assert code_of(ARCHIVE, Limits(size=len(ARCHIVE) - 1)) == "ARCHIVE_TOO_LARGE"
    assert code_of(ARCHIVE, Limits(files=3)) == "ARCHIVE_TOO_LARGE"
    assert len(read_archive(ARCHIVE, ours, limits=Limits(size=len(ARCHIVE), files=4))) == 4
    # As docs/protocol.md has it: another program refuses nothing that this one writes.
    assert Limits() == Limits(size=2**30, files=4096)


def test_the_end_says_where_the_list_of_files_stands_and_nothing_else() -> None:
    """No second disk, no comment: there is one form of each archive (docs/protocol.md)."""
    sign, *counted, size, offset, comment = struct.unpack("<4s4H2LH", ARCHIVE[-22:])
    assert (sign, counted, comment) == (b"PK\5\6", [0, 0, 4, 4], 0)
    assert offset + size + 22 == len(ARCHIVE) and ARCHIVE[offset : offset + 4] == b"PK\1\2"


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/..", "../a", "/a", "a/", "a//b", "./a", "A", "a b", "a\n", "x" * 201]
)
def test_names_that_no_archive_takes(name: str) -> None:
    with pytest.raises(ValueError, match="an archive takes"):
        write_archive([(name, b"")])


def test_a_name_stands_once() -> None:
    with pytest.raises(ValueError, match="once"):
        write_archive([("a", b"1"), ("a", b"2")])
