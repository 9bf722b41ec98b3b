"""docs/protocol.md names what is there: codes and classes, vectors, message members, modules."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import pytest

from pbem.protocol.encoding import digest
from pbem.protocol.faults import CLASSES, EXITS
from pbem.protocol.paper import write_paper
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
    row = re.search(rf"^\| {cls} \| ([0-9]+) \| (.*) \|$", section(14), re.MULTILINE)
    assert row is not None
    assert int(row[1]) == EXITS[cls]
    assert set(re.findall(r"[A-Z]{2}[A-Z_]*", row[2])) == {code for code, of in CLASSES.items() if of == cls}


def codes(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2,}(?:_[A-Z]+)*\b", text)) & set(CLASSES)


def test_the_order_of_checks_names_every_code_of_the_fold() -> None:
    """Codes without a row in 7.2 are those of files beside the log and of the clock."""
    order = section(7).partition("### 7.2")[2].partition("### 7.3")[0]
    beside = {"ARMOR_DAMAGED", "LOG_TRUNCATED", "REPORT_MISMATCH", "OPEN_SEGMENT", "NOT_AUDITED"}
    warnings = {"DATE_BACKWARD", "DATE_AHEAD", "READABLE_PART_DIFFERS"}
    assert codes(order) == set(CLASSES) - beside - warnings - {"OK"}
    assert beside <= codes(section(4) + section(14).partition("**A log.**")[2])
    assert warnings <= codes(section(6) + section(10))


def test_sections_that_are_referred_to_exist() -> None:
    headings = set(re.findall(r"^##+ ([0-9]+(?:\.[0-9]+)?) ", PAGE, re.MULTILINE))
    named = re.findall(r"\bsections? ([0-9]+(?:\.[0-9]+)?)", PAGE)
    named += re.findall(r"\(([0-9]+\.[0-9])\)", PAGE) + re.findall(r"\bthat ([0-9]+\.[0-9]) ", PAGE)
    assert len(named) > 20
    assert set(named) <= headings


def test_docstrings_mean_the_sections_of_the_page() -> None:
    """The code says `protocol section 9`; the numbers are those of this page."""
    titles = dict(re.findall(r"^## ([0-9]+) (.*)$", PAGE, re.MULTILINE))
    named: dict[str, set[str]] = {}
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        for number in re.findall(r"protocol section ([0-9]+)", path.read_text("utf-8")):
            named.setdefault(number, set()).add(path.name)
    assert set(named) <= set(titles)
    for number, word, module in (("3", "Keys", "keys.py"), ("8", "Dice", "dice.py"), ("14", "Verif", "faults.py")):
        assert word in titles[number]
        assert module in named[number]


def test_every_vector_is_named_and_every_name_is_a_vector() -> None:
    named = set(re.findall(r"\bV\.([a-zA-Z0-9_]+)", PAGE))
    assert named == set(VECTORS) - {"note"}


@pytest.mark.parametrize("kind", ["invite", "accept", "move", "seat"])
def test_every_member_of_a_message_is_in_its_section(kind: str) -> None:
    definition: dict[str, Any] = SCHEMA["$defs"][kind]
    words = set(re.findall(r"`([a-z]+)`", section(6)))
    assert set(definition["properties"]) <= words


def test_terms_are_described() -> None:
    words = set(re.findall(r"`([a-z]+)`", section(5)))
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


def test_the_paper_is_the_one_of_the_page() -> None:
    """The formula of section 3, with its own numbers."""
    found = re.search(r"over `([0-9A-Z]{32})`", section(3))
    assert found is not None and "1048573" in section(3) and "1806 n" in section(3)
    master = bytes(range(7, 39))
    data = master + digest("paper", master)[:8]
    lines = []
    for n in range(1, 5):
        v = int.from_bytes(data[10 * n - 10 : 10 * n], "big") * 2**20
        v += (1806 * n - v) % 1048573
        symbols = "".join(found[1][v // 32**i % 32] for i in range(19, -1, -1))
        lines.append(f"{n}: " + " ".join(symbols[i : i + 4] for i in range(0, 20, 4)) + "\n")
    assert "".join(lines) == write_paper(master)


def test_the_steps_of_a_trace_are_those_of_the_loop() -> None:
    source = (ROOT / "pbem" / "engine" / "loop.py").read_text("utf-8")
    recorded = set(re.findall(r'_record\("([a-z]+)"', source))
    assert recorded == set(re.findall(r'^\| `\["([a-z]+)", ', section(7), re.MULTILINE))


def test_every_row_of_section_6_is_a_member_that_the_schema_lists() -> None:
    rows = set(re.findall(r"`([a-z]+)`", "".join(re.findall(r"^\| (`[^|]*) \|", section(6), re.MULTILINE))))
    members = {name for kind in ("invite", "accept", "move", "seat") for name in SCHEMA["$defs"][kind]["properties"]}
    assert rows == members
