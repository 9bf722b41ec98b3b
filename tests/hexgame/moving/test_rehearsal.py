"""A Movement Phase on a scratch board: what is taken back is a fault of the entry that is to blame."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Listed
from pbem.engine.requests import Choose, Tell
from pbem.hexgame.moving.moves import NO
from pbem.hexgame.moving.rehearsal import MoveRehearsal, named

BACK = {"kind": "undone", "unit": "b2", "at": "0203", "case": "5.3", "text": "b2 would share 0203"}
MOVED = {"kind": "moved", "unit": "b1"}


@pytest.mark.parametrize(
    ("entry", "units"),
    [
        ({"unit": "b1", "path": []}, ("b1",)),
        ({"units": ["b1", "b2"]}, ("b1", "b2")),
        ({"units": "b1"}, ()),
        ({}, ("",)),
        ("b1", ()),
        (None, ()),
    ],
)
def test_who_is_named(entry: Any, units: tuple[str, ...]) -> None:
    assert named(entry) == units


def rehearsed(entries: list[Any], *said: Any, case: str = "") -> list[tuple[Any, str, str]]:
    """The faults of a phase that asks for moves and tells events. said: an index that is refused, or an event."""

    def phase() -> Any:
        for one in said:
            if isinstance(one, int):
                yield Choose("blue", "move", Listed([NO], "5.1"), f"m{one}", said="x", where=("moves", one))
            else:
                yield Tell(one)

    book = MoveRehearsal("moves", entries, case)
    book.carry_out(phase())
    return [(fault.path, fault.refusal.case, fault.refusal.unit) for fault in book.faults]


def test_a_move_that_is_taken_back_is_a_fault_of_its_entry() -> None:
    entries = [{"unit": "b1"}, {"unit": "b2"}]
    assert rehearsed(entries, MOVED, BACK) == [(("moves", 1), "5.3", "b2")]
    assert rehearsed([{"units": ["b1", "b2"]}], BACK) == [(("moves", 0), "5.3", "b2")]


def test_an_entry_that_is_void_has_moved_nobody() -> None:
    entries = [{"unit": "b2"}, {"unit": "b2"}]
    assert rehearsed(entries, 0, BACK) == [(("moves", 0), "5.1", ""), (("moves", 1), "5.3", "b2")]


def test_another_case_may_be_cited() -> None:
    assert rehearsed([{"unit": "b2"}], BACK, case="5.4") == [(("moves", 0), "5.4", "b2")]
