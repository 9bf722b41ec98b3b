"""The adversarial plan as a table: each row is carried out by a test between whole clients, and nobody can lose one.

What each row is about stands in the names of its tests. The plan has seven families; `FAMILIES` says how many rows each
of them has. A test says which rows it carries out by the marker `attack`, and the table names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.rows import ROWS
from tests.places import PROJECT

# D: dice. L: the log. C: form. I: inputs. H: hidden things. K: agreements, keys, seats, time. T: transport.
# N: what was found by playing against the program.
TESTS = PROJECT / "tests"
FAMILIES = {"D": 10, "L": 22, "C": 9, "I": 6, "H": 17, "K": 12, "T": 6, "N": 16}
# Where rows are carried out by toy rules, or by the protocol alone: good tests, but no whole clients.
WITHOUT_CLIENTS = ("protocol", "orders", "mail", "engine")


def marked(test: Any) -> list[str]:
    """The rows that a test function says it carries out."""
    return [row for mark in getattr(test, "pytestmark", ()) if mark.name == "attack" for row in mark.args]


def function(name: str) -> Any:
    """The test function behind `folder/test_file.py::test_name`."""
    path, _, test = name.partition("::")
    return getattr(importlib.import_module(f"tests.{path.removesuffix('.py').replace('/', '.')}"), test)


def said_in_files() -> Iterator[tuple[str, str]]:
    """Every row that some test file names in a marker, with the test, as the files stand there."""
    for path in sorted(TESTS.rglob("test_*.py")):
        if "mark.attack(" in path.read_text(encoding="utf-8") and path != Path(__file__).resolve():
            name = path.relative_to(TESTS).as_posix()
            module = importlib.import_module(f"tests.{name.removesuffix('.py').replace('/', '.')}")
            for test, found in vars(module).items():
                if test.startswith("test_") and found.__module__ == module.__name__:
                    yield from ((row, f"{name}::{test}") for row in marked(found))


def test_every_row_of_every_family_is_there() -> None:
    wanted = [f"{family}{number:02d}" for family, count in FAMILIES.items() for number in range(1, count + 1)]
    assert list(ROWS) == wanted and all(ROWS.values())


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_carried_out_between_whole_clients(row: str) -> None:
    for name in ROWS[row]:
        assert callable(function(name)), name
        assert row in marked(function(name)), f"{name} is not marked with {row}"
        assert not name.startswith(WITHOUT_CLIENTS)
    assert len(set(ROWS[row])) == len(ROWS[row])


def test_no_marker_is_missing_in_the_table() -> None:
    said = set(said_in_files())
    assert said == {(row, name) for row, names in ROWS.items() for name in names}
