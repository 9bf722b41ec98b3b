"""Entries of a list of attacks as they are read, whatever they are made of."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.fighting.attacks import Attack, AttackReader

MANNER = ("bombard", "reduce", "advance")
READER = AttackReader(("id", "on", "by", *MANNER, "if", "else"), MANNER, ("bombard",), "[a-z0-9]{1,16}", "c")


def test_an_entry_is_read_and_else_replaces_its_manner() -> None:
    entry = {"on": ["0404"], "by": ["b1"], "bombard": ["g1"], "advance": "no"}
    found = READER.read(3, {**entry, "if": {"vacant": "0403"}, "else": {"reduce": "1-1"}})
    assert isinstance(found, Attack)
    assert (found.index, found.id, found.on, found.by) == (3, "0404", ("0404",), ("b1",))
    assert (found.manner.bombard, found.manner.advance, found.manner.reduce) == (("g1",), "no", "")
    assert found.other is not None and (found.other.bombard, found.other.reduce) == (("g1",), "1-1")


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        (None, ()),
        ({"on": ["0404"], "leader": "x"}, ()),
        ({"by": ["b1"]}, ("on",)),
        ({"on": []}, ("on",)),
        ({"on": ["0404"] * 65}, ("on",)),
        ({"on": ["0404"], "by": [7]}, ("by",)),
        ({"on": ["0404"], "id": "A B"}, ("id",)),
        ({"on": ["0404"], "id": "a\n"}, ("id",)),
        ({"on": ["0404"], "bombard": "g1"}, ("bombard",)),
        ({"on": ["0404"], "reduce": 3}, ("reduce",)),
        ({"on": ["0404"], "if": []}, ("if",)),
        ({"on": ["0404"], "if": [1]}, ("if",)),
        ({"on": ["0404"], "else": {}}, ("else",)),
        ({"on": ["0404"], "if": {"vacant": "0403"}, "else": {"on": []}}, ("else",)),
        ({"on": ["0404"], "if": {"vacant": "0403"}, "else": {"reduce": 3}}, ("else", "reduce")),
    ],
)
def test_the_first_fault_has_its_path(entry: Any, path: tuple[str, ...]) -> None:
    found = READER.read(2, entry)
    assert not isinstance(found, Attack)
    where, refusal = found
    assert (where, refusal.case) == ((2, *path), "c")
