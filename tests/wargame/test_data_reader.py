"""Data files are read by one program, which refuses what YAML could hide in them; what people write, by another."""

from __future__ import annotations

import re

import pytest

from pbem.wargame.data_reader import read_data, read_file
from pbem.wargame.faults import DataFaults
from tests.places import PROJECT

# What people write, with lines and columns; and data.
READERS = {"pbem/orders/loader.py", "pbem/wargame/data_reader.py"}


def test_nothing_else_reads_yaml() -> None:
    modules = [path for room in ("pbem", "rulesets") for path in (PROJECT / room).rglob("*.py")]
    found = {
        path.relative_to(PROJECT).as_posix()
        for path in modules
        if re.search(r"^\s*(?:import|from) yaml\b", path.read_text("utf-8"), re.M)
    }
    assert found == READERS


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a: 1\na: 2\n", "stands twice"),
        (b"a: *b\n", "no YAML|not allowed"),
        (b"[" * 50 + b"]" * 50, "nested too deeply"),
        (b"x" * (2**21 + 1), "more than"),
        (b"\xff\xfe\xff", "no YAML"),
        (b"{[a]: 1}", "is no name"),
        (b"a: 1\n---\nb: 2\n", "more than one document"),
    ],
)
def test_yaml_that_is_refused(content: bytes, words: str) -> None:
    with pytest.raises(DataFaults, match=words):
        read_data("file.yaml", content)


def test_every_scalar_is_a_text() -> None:
    """A hex keeps its zero, yes stays yes."""
    assert read_data("f", b"a: 07\nb: [yes, null, '']\n") == {"a": "07", "b": ["yes", "null", ""]}
    assert read_data("f", b'a: 0610\nc: ["0104", 1e3]\n') == {"a": "0610", "c": ["0104", "1e3"]}
    assert read_data("f", b"") == {}


def test_a_file_that_is_not_there_is_a_key_that_is_not() -> None:
    with pytest.raises(KeyError):
        read_file({"a.yaml": b""}, "b.yaml")
