"""Every fault of a document's content with its place, unit, hex and case; one mistake gives one message."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from tests.rulesets.napoleons_last_battles.documents.written import APART, CONTACT, compiled, on, told


@dataclass(frozen=True)
class Bad:
    """A bad document: its only fault lies at `where`, breaks `case` and is told with `words`."""

    id: str
    document: dict[str, Any]
    where: tuple[str | int, ...]
    case: str
    words: tuple[str, ...]
    at: dict[str, str] = field(default_factory=lambda: APART)
    options: tuple[str, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)

    def board(self) -> Board:
        return on(self.at, *self.options, **self.more)


def move(*entries: Any) -> dict[str, Any]:
    return {"orders": list(entries)}


def attack(*entries: Any) -> dict[str, Any]:
    return {"attacks": list(entries)}


ALL = ["camp-5", "huss-5", "pire"]
BAD = [
    Bad(
        "unknown-unit", move({"unit": "camp-9", "to": "1647"}), ("orders", 0, "unit"), "", ("camp-9", "camp-5 (Campi)")
    ),
    Bad("unknown-name", move({"unit": "Camp", "to": "1647"}), ("orders", 0, "unit"), "", ("Campi",)),
    Bad("of-the-enemy", move({"unit": "opstl", "to": "1743"}), ("orders", 0, "unit"), "4.1.1B", ("van Opstal",)),
    Bad("unknown-hex", move({"unit": "camp-5", "to": "1699"}), ("orders", 0, "to"), "", ("1699", "1649")),
    Bad("out-of-play", move({"unit": "camp-5", "to": "3010"}), ("orders", 0, "to"), "", ("not in play", "01 to 29")),
    Bad("unknown-place", move({"unit": "camp-5", "to": "Gemioncour"}), ("orders", 0, "to"), "", ("1744",)),
    Bad("too-far", move({"unit": "camp-5", "to": "1641"}), ("orders", 0, "to"), "5.1-1", ("Campi", "1641", "has 4")),
    Bad("into-the-enemy", move({"unit": "camp-5", "to": "1744"}), ("orders", 0, "to"), "5.0", ("1744", "van Opstal")),
    Bad(
        "out-of-a-zone",
        move({"unit": "pire", "to": "1943"}),
        ("orders", 0, "to"),
        "5.3-2",
        ("Pire", "1843"),
        CONTACT,
    ),
    Bad(
        "path-beyond-a-zone",
        move({"unit": "camp-5", "path": ["1646", "1745", "1844"]}),
        ("orders", 0),
        "5.0",
        ("1745",),
        {"camp-5": "1646", "opstl": "1744"},
    ),
    Bad("broken-path", move({"unit": "camp-5", "path": ["1648", "1646"]}), ("orders", 0), "5.0", ("do not touch",)),
    Bad(
        "third-in-a-hex",
        move({"unit": "huss-5", "to": "1646"}, {"unit": "camp-5", "to": "1646"}, {"unit": "soye-6", "to": "1646"}),
        ("orders", 2),
        "5.4",
        ("Soye", "1646", "Husson"),
        {**APART, "soye-6": "1747"},
    ),
    Bad(
        "third-in-a-zone",
        move({"unit": "camp-5", "to": "1745"}, {"unit": "huss-5", "to": "1745"}, {"unit": "soye-6", "to": "1745"}),
        ("orders", 2, "to"),
        "5.4-2",
        ("Soye", "1745"),
        {**APART, "soye-6": "1747"},
    ),
    Bad(
        "twice",
        move({"unit": "camp-5", "to": "1646"}, {"units": ["huss-5", "Campi"], "to": "1647"}),
        ("orders", 1, "units", 1),
        "5.1C-1",
        ("Campi has its order already, in entry 1",),
    ),
    Bad(
        "not-together",
        move({"units": ["camp-5", "huss-5"], "to": "1646"}),
        ("orders", 0, "units", 0),
        "5.0",
        ("same hex",),
    ),
    Bad("no-way", move({"unit": "camp-5"}), ("orders", 0), "", ("one of to, path",)),
    Bad(
        "one-and-several",
        move({"unit": "camp-5", "units": ["huss-5"], "to": "1646"}),
        ("orders", 0, "units"),
        "",
        ("several",),
    ),
    Bad(
        "to-and-path",
        move({"unit": "camp-5", "to": "1647", "path": ["1648", "1647"]}),
        ("orders", 0, "to"),
        "",
        ("'path'",),
    ),
    Bad(
        "in-already",
        move({"unit": "camp-5", "enter": "1967", "to": "1647"}),
        ("orders", 0, "enter"),
        "",
        ("on the map already, in 1648",),
    ),
    Bad("no-charge", move({"unit": "pire", "to": "1846", "charge": True}), ("orders", 0, "unit"), "16.8", ("charges",)),
    Bad("no-garrison", move({"unit": "camp-5", "garrison": True}), ("orders", 0), "16.11A", ("garrisons",)),
    Bad(
        "leader-alone-in-a-zone",
        move({"unit": "ney", "to": "1745"}),
        ("orders", 0, "to"),
        "10.1D-1",
        ("Ney", "1745"),
        {**APART, "ney": "1647"},
        ("leaders",),
    ),
    Bad(
        "night-zone",
        move({"unit": "camp-5", "to": "1745"}),
        ("orders", 0, "to"),
        "4.2-2",
        ("Campi", "1745", "at night"),
        {"camp-5": "1646", "opstl": "1744"},
        (),
        {"uid": "campaign", "turn": "16/2100"},
    ),
    Bad("empty-hex", attack({"on": "1743", "by": "pire"}), ("attacks", 0, "on"), "6.1A", ("1743",), CONTACT),
    Bad("unit-for-hex", attack({"on": "opstl", "by": ALL}), ("attacks", 0, "on"), "", ("name the hex",), CONTACT),
    Bad(
        "not-adjacent",
        attack({"on": "1744", "by": [*ALL, "gauth-9"]}),
        ("attacks", 0, "by", 3),
        "6.1A",
        ("Gauthier", "1751"),
        CONTACT,
    ),
    Bad(
        "stack-divided",
        attack({"on": "1744", "by": ["camp-5", "pire"]}),
        ("attacks", 0, "by", 0),
        "6.1D",
        ("Campi", "Husson"),
        CONTACT,
    ),
    Bad(
        "attacked-twice",
        attack({"on": "1744", "by": ["camp-5", "huss-5"]}, {"on": "1744", "by": "pire"}),
        ("attacks", 1, "on"),
        "6.1B",
        ("1744",),
        CONTACT,
    ),
    Bad("left-out", attack({"on": "1744", "by": ["camp-5", "huss-5"]}), ("attacks",), "6.1", ("Pire",), CONTACT),
    Bad(
        "no-battery",
        attack({"on": "1744", "by": ALL, "bombard": "gauth-9"}),
        ("attacks", 0, "bombard"),
        "7.1",
        ("Gauthier", "only artillery"),
        CONTACT,
    ),
    Bad(
        "not-so-low",
        attack({"on": "1744", "by": ALL, "reduce": "6-1"}),
        ("attacks", 0, "reduce"),
        "6.2C",
        ("6-1",),
        CONTACT,
    ),
    Bad(
        "payment-by-a-bystander",
        attack({"on": "1744", "by": ALL, "pay": ["camp-5", "gauth-9"]}),
        ("attacks", 0, "pay", 1),
        "6.5A",
        ("Gauthier",),
        CONTACT,
    ),
    Bad(
        "advance-by-two",
        attack({"on": "1744", "by": ALL, "advance": [{"unit": "pire", "to": "1743"}]}),
        ("attacks", 0, "advance", 0, "to"),
        "6.7",
        ("1743",),
        CONTACT,
    ),
    Bad(
        "agreed",
        attack({"on": "1744", "by": ALL, "advance": "yes"}),
        ("attacks", 0, "advance"),
        "",
        ("or write no",),
        CONTACT,
    ),
    Bad(
        "no-leader",
        attack({"on": "1744", "by": ALL, "leader": "reille"}),
        ("attacks", 0, "leader"),
        "16.13",
        ("no command of stacks",),
        {**CONTACT, "reille": "1745"},
        ("leaders",),
    ),
    Bad(
        "condition-on-nothing",
        attack({"on": "1744", "bombard": "pell", "if": {"attack": "a2", "result": "Dr"}}),
        ("attacks", 0, "if"),
        "6.0",
        ("a2",),
        {"pell": "1746", "opstl": "1744"},
    ),
    Bad("no-command", {"command": {"camp-5": {"units": ["huss-5"]}}}, ("command",), "11.0", ("without command",)),
    Bad("no-reorganization", {"reorganize": ["camp-5"]}, ("reorganize", 0), "12.0", ("without reorganization",)),
    Bad("no-memo", {"memos": {"hal": "none"}}, ("memos", "hal"), "28.0D", ("now: none",)),
    Bad("no-set-up", {"setup": {"camp-5": "1647"}}, ("setup",), "3.2C", ("before the first turn",)),
]


@pytest.mark.parametrize("bad", BAD, ids=[bad.id for bad in BAD])
def test_one_mistake_gives_one_message(bad: Bad) -> None:
    result = compiled(bad.board(), bad.document)
    found = [(fault.path, fault.refusal.case, fault.refusal.text) for fault in result.faults]
    assert [(where, case) for where, case, _ in found] == [(bad.where, bad.case)], found
    for word in bad.words:
        assert word in found[0][2]


def test_faults_come_in_the_order_of_the_phases() -> None:
    document = {
        "attacks": [{"on": "1744", "by": "camp-9"}],
        "mounted": {"huss-5": "never"},
        "orders": [{"unit": "camp-5", "to": "1641"}, {"unit": "huss-9", "to": "1647"}],
        "pass": "yes",
    }
    result = compiled(on(APART, "mounted-retreat"), document)
    assert [where for where, _ in told(result)] == [
        ("pass",),
        ("orders", 0, "to"),
        ("orders", 1, "unit"),
        ("mounted", "huss-5"),
        ("attacks", 0, "by"),
    ]


def test_who_cannot_move_is_not_blamed_for_his_attack_too() -> None:
    document = {**move({"unit": "camp-5", "to": "9999"}), **attack({"on": "1744", "by": ["camp-5"]})}
    assert told(compiled(on(APART), document)) == [(("orders", 0, "to"), "")]


def test_a_second_order_after_a_refused_one_is_no_fault_of_its_own() -> None:
    document = move({"unit": "camp-5", "to": "1641"}, {"unit": "camp-5", "to": "1647"})
    assert [where for where, _ in told(compiled(on(APART), document))] == [("orders", 0, "to")]
