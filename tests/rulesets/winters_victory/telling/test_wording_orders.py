"""Orders of Winter's Victory in sentences, as reports list what somebody has written."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.forms import ORDERS_FORM
from rulesets.winters_victory.telling.named import names_of
from rulesets.winters_victory.telling.wording import wording
from rulesets.winters_victory.telling.wording_orders import MEMBERS
from tests.rulesets.winters_victory.battles import setting

LEARNING = "learning-serpallen"
SAID = [
    (
        "orders",
        {"units": ["f-15l-1", "f-33-1"], "path": ["4070", "face 1", "line"], "fire": "halt", "dis": "go"},
        "15th Light, battalion 1 and 33rd Line, battalion 1: 4070, faces north-east, forms line; stops when fired at; "
        "goes on disordered.",
    ),
    ("orders", {"units": ["f-b3-2"], "path": ["unlimber"]}, "2nd battery of III Corps: unlimbers."),
    ("shock", {"units": ["f-33-1"], "on": ["4167"]}, "33rd Line, battalion 1: shock on 4167 (Serpallen)."),
    (
        "shock",
        {"units": ["f-33-1"], "on": ["4167"], "if": {"shock": "s1", "result": ["Dr", "R"]}},
        "33rd Line, battalion 1: shock on 4167 (Serpallen), if s1 ends as Dr or R.",
    ),
    (
        "shock",
        {"charge": "f-1ch", "along": ["4068"], "on": True},
        "1st Chasseurs carries out its charge by 4068, and rides on.",
    ),
    (
        "command",
        {"iii": {"friant": {"orders": [{"to": "kister", "urgent": True}], "state": "mobilized"}, "charges": ["f-1ch"]}},
        "Friant to be mobilized; Friant sends Kister an order, urgently; 1st Chasseurs to charge.",
    ),
    (
        "rally",
        {"iii": {"recover": {"f-33-1": {"in": "line", "face": 0}}, "end": ["a"]}},
        "33rd Line, battalion 1 recovers in line, facing north; Attack Order a ends.",
    ),
    (
        "fire",
        {"f3-2a": {"hold": ["f-33-1"], "prefer": {"f-33-2": "4167"}}},
        "No fire of 33rd Line, battalion 1; 33rd Line, battalion 2 fires at 4167 (Serpallen).",
    ),
    ("react", {"f3-2a": {"fire": "never"}}, "Kister's brigade: fire never."),
    ("hourly", {"rest": ["kister"], "spare": ["friant"]}, "Brigades of Kister deactivate; a command point for Friant."),
    (
        "enter",
        {"f3-2a": {}, "f3-2b": {"hex": "5788", "in": "column", "delay": "2"}},
        "Kister's brigade comes on by the road; Lochet's brigade comes on in column, in 5788 if its entry is blocked, "
        "waiting 2 turns for it.",
    ),
    ("orders", {}, ""),
    ("orders", "x", ""),
    ("letters", {"a": 1}, ""),
]


def test_every_member_of_orders_has_words() -> None:
    assert {*ORDERS_FORM.lists, *ORDERS_FORM.members} == MEMBERS.keys()


@pytest.mark.parametrize(
    ("member", "entry", "text"), SAID, ids=[f"{row[0]} {number}" for number, row in enumerate(SAID)]
)
def test_what_was_ordered_is_told(member: str, entry: Any, text: str) -> None:
    names = names_of(setting(LEARNING))
    assert wording(names, {"kind": "ordered", "member": member, "entry": entry}) == text
