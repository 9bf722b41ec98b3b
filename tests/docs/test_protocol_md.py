"""docs/protocol.md names what is there: codes and classes, vectors, message members, modules."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import pytest

from pbem.protocol.faults import CLASSES, EXITS
from pbem.resources import schema_bytes
from pbem.store.archive import write_archive
from tests.docs.blocks import DOCS

PAGE = (DOCS / "protocol.md").read_text("utf-8")
ROOT = DOCS.parent
VECTORS = json.loads((ROOT / "tests" / "vectors" / "trust-protocol-vectors.json").read_text("utf-8"))
SCHEMA = json.loads(schema_bytes("message.schema.json"))


def section(number: int) -> str:
    start = PAGE.index(f"\n## {number} ")
    end = PAGE.find("\n## ", start + 1)
    return PAGE[start : end if end > 0 else len(PAGE)]


@pytest.mark.parametrize("cls", sorted(EXITS))
def test_each_class_has_its_row(cls: str) -> None:
    row = re.search(rf"^\| {cls} \| ([0-9]+) \| (.*) \|$", section(15), re.MULTILINE)
    assert row is not None
    assert int(row[1]) == EXITS[cls]
    assert set(re.findall(r"[A-Z]{2}[A-Z_]*", row[2])) == {code for code, of in CLASSES.items() if of == cls}


def test_the_order_of_checks_names_every_code_that_is_given() -> None:
    never = set(re.findall(r"[A-Z]+_[A-Z_]+", section(13).partition("The codes ")[2].partition(" have their")[0]))
    checks = section(8) + section(4) + section(15)
    listed = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)*\b", checks)) | {"FORK", "REPLAY"}
    assert never <= set(CLASSES)
    assert set(CLASSES) - never <= listed


def test_every_vector_is_named_and_every_name_is_a_vector() -> None:
    named = set(re.findall(r"\bV\.([a-zA-Z0-9_]+)", PAGE))
    assert named == set(VECTORS) - {"note"}


@pytest.mark.parametrize("kind", ["invite", "accept", "move", "seat"])
def test_every_member_of_a_message_is_in_its_section(kind: str) -> None:
    definition: dict[str, Any] = SCHEMA["$defs"][kind]
    words = set(re.findall(r"`([a-z]+)`", section(7)))
    assert set(definition["properties"]) - words <= {"void"}


def test_terms_are_described() -> None:
    words = set(re.findall(r"`([a-z]+)`", section(6)))
    assert set(SCHEMA["$defs"]["terms"]["properties"]) <= words


def test_modules_that_are_named_exist() -> None:
    named = re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.(?:py|json))`", PAGE)
    homes = [ROOT, ROOT / "pbem" / "protocol"]
    missing = [name for name in named if "." in name and not any((home / name).is_file() for home in homes)]
    assert set(missing) <= {"manifest.json"}


def archive_of_the_page(files: dict[str, bytes]) -> bytes:
    """The container of section 16, by its own numbers."""
    first, second = b"", b""
    for name in sorted(files):
        data, raw = files[name], name.encode("ascii")
        known = [(2, 20), (2, 0), (2, 0), (2, 0), (2, 33), (4, zlib.crc32(data)), (4, len(data)), (4, len(data))]
        common = numbers(*known, (2, len(raw)), (2, 0))
        tail = numbers((2, 0), (2, 0), (2, 0), (4, 2175008768), (4, len(first)))
        second += bytes.fromhex("504b0102") + numbers((2, 788)) + common + tail + raw
        first += bytes.fromhex("504b0304") + common + raw + data
    counts = [(2, 0), (2, 0), (2, len(files)), (2, len(files)), (4, len(second)), (4, len(first)), (2, 0)]
    return first + second + bytes.fromhex("504b0506") + numbers(*counts)


def numbers(*sized: tuple[int, int]) -> bytes:
    return b"".join(value.to_bytes(size, "little") for size, value in sized)


def test_the_archive_is_the_one_of_the_page() -> None:
    files = {"log.jsonl": b"{}\n" * 400, "head": b"", "scenario/maps/a.yaml": "é".encode()}
    assert archive_of_the_page(files) == write_archive(list(files.items()))
    assert "788" in section(16) and "2175008768" in section(16)
