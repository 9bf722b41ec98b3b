"""Of the rules' refusals only news is told: what follows from a wrong name, move or target is left out."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Refusal
from pbem.hexgame.documents.fault_filter import FaultFilter

FILTER = FaultFilter(
    moves="orders",
    units=lambda entry: entry.get("units") or (entry["unit"],),
    who=("by", "bombard"),
    always=("night",),
    order=("command", "orders", "attacks"),
)
MARCHES = [{"unit": "a", "path": []}, {"units": ["b", "c"], "path": []}]
COMMAND = {"ney": {"units": ["a"]}}
DOCUMENT = {
    "command": COMMAND,
    "orders": MARCHES,
    "attacks": [{"on": ["0101"], "by": ["a", "c"]}, {"id": "two", "on": ["0102"]}],
}
ORDERS = {
    "command": COMMAND,
    "orders": MARCHES,
    "attacks": [{"id": "0101", "on": ["0101"], "by": ["a", "c"]}, {"id": "two", "on": ["0102"]}],
}


def refusal(case: str, unit: str = "", at: str = "") -> Refusal:
    return Refusal(case, f"{case} {unit} {at}", unit, at)


def news(known: list[Any], judged: list[Any]) -> list[str]:
    """The cases of what is new. known: path and case."""
    faults = [PlacedRefusal(path, refusal(case)) for path, case in known]
    return [fault.refusal.case for fault in FILTER.news(DOCUMENT, ORDERS, faults, judged)]


@pytest.mark.parametrize(
    ("known", "judged", "told"),
    [
        ([], [(("orders", 0), refusal("far"))], ["far"]),
        (
            [(("orders", 0, "to"), "name")],
            [(("orders", 0), refusal("far")), (("orders", 1), refusal("held"))],
            ["held"],
        ),
        ([(("orders", 1, "units", 0), "name")], [(("attacks", 0, "by", 0), refusal("apart", "c"))], []),
        ([(("orders", 1, "units", 0), "name")], [(("attacks", 0, "by", 0), refusal("apart", "a"))], ["apart"]),
        (
            [(("orders", 0, "to"), "name")],
            [(("attacks",), refusal("owed")), (("attacks",), refusal("night"))],
            ["night"],
        ),
        ([], [(("attacks",), refusal("owed")), (("attacks",), refusal("owed too"))], ["owed", "owed too"]),
        ([], [(("orders", 0), refusal("first")), (("orders", 0), refusal("second"))], ["first"]),
        ([(("command", "ney"), "name")], [(("command", "ney", "units", 0), refusal("far"))], []),
        ([(("command", "ney", "units", 0), "name")], [(("command", "ney"), refusal("silent"))], []),
    ],
)
def test_news(known: Any, judged: Any, told: list[str]) -> None:
    assert news(known, judged) == told


def test_a_wrong_target_tells_it_all() -> None:
    judged = [
        (("attacks", 0, "on", 0), refusal("nobody", at="0101")),
        (("attacks", 0, "by", 0), refusal("apart", at="0101")),
        (("attacks", 0, "by", 1), refusal("held", at="0105")),
        (("attacks", 0, "id"), refusal("name")),
        (("attacks", 1, "id"), refusal("name")),
    ]
    assert news([], judged) == ["nobody", "held", "name"]


def test_faults_come_member_by_member() -> None:
    paths = [("attacks", 1), ("memos", "hal"), ("attacks",), ("orders", 2), ("command", "ney"), ("orders", 0, "to")]
    faults = FILTER.in_order(PlacedRefusal(path, refusal("x")) for path in paths)
    assert [fault.path for fault in faults] == [
        ("command", "ney"),
        ("orders", 0, "to"),
        ("orders", 2),
        ("attacks",),
        ("attacks", 1),
        ("memos", "hal"),
    ]
