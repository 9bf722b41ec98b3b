"""Whole Command Phases: orders run down the French chain in one, up to one level a turn with the Allies (17.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.requests import Roll, Tell
from rulesets.winters_victory.board.chain import CORPS
from rulesets.winters_victory.board.leaders import Attack, Fatigue
from rulesets.winters_victory.rules.command.interphase import Hourly, hourly, stoppage
from rulesets.winters_victory.rules.command.orders import Order
from rulesets.winters_victory.rules.command.phase import Activity, CommandPhase
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.dice import Part
from tests.rulesets.winters_victory.staffs import staff
from tests.rulesets.winters_victory.winter import chain


def told(part: Part, dice: list[int]) -> list[dict[str, Any]]:
    """The events of a procedure, its dice thrown beforehand; all of them are used."""
    events: list[dict[str, Any]] = []
    answer: Any = None
    while True:
        try:
            request: Any = part.send(answer)
        except StopIteration:
            assert dice == []
            return events
        answer = None
        if isinstance(request, Roll):
            answer = (dice.pop(0) or 10,)
        elif isinstance(request, Tell):
            events.append(request.event)


def play(at: Staff, army: str, plans: Mapping[str, Activity], dice: list[int]) -> list[str]:
    """What a Command Phase tells, a word or two each."""
    phase = CommandPhase(at, army, chain().order[army], plans, "t1", [])
    lines = []
    for event in told(phase.play(), dice):
        who = event.get("receiver") or event["leader"]
        what = event.get("result") or event.get("at") or event.get("state") or event.get("attack") or event["case"]
        lines.append(f"{event['kind']} {who} {what}")
    return lines


@pytest.mark.rule("wv", "17.4-SEQ", "4.1.7", "17.36-4", "17.53-3", "17.41-2")
def test_french_orders_run_down_the_chain() -> None:
    at = staff(
        {"nap": "0101", "cor": "0301", "f1": "0501", "f4": "0601"},
        points={"french": 6},
        headquarters={"french": "0101"},
    )
    plans = {
        "nap": Activity(orders=(Order("nap", "cor", urgent=True),)),
        "cor": Activity(orders=(Order("cor", "fdiv"),), state="mobilized"),
        "fdiv": Activity(orders=(Order("fdiv", "fbde"), Order("fdiv", "fbde2")), place="0501"),
        "fbde": Activity(place="0501"),
    }
    assert play(at, "french", plans, [9, 0, 8]) == [
        "order cor received",
        "order fdiv received",
        "state cor mobilized",
        "activated fdiv 0501",
        "order fbde received",
        "order fbde2 received",
        "activated fbde 0501",
        "activated fbde2 0601",
    ]
    assert at.command.points["french"] == 4


@pytest.mark.rule("wv", "17.4-SEQ", "4.1.2", "17.35-1")
def test_allied_orders_take_effect_a_turn_later() -> None:
    at = staff({"ben": "0101", "wing": "0301", "r1": "0501"}, points={"allied": 3}, headquarters={"allied": "0101"})
    plans = {
        "ben": Activity(orders=(Order("ben", "rdiv"), Order("ben", "wing"))),
        "rdiv": Activity(orders=(Order("rdiv", "rbde"),), place="0501"),
    }
    assert play(at, "allied", plans, [7, 9]) == ["order rdiv delay-1", "order wing delay-1"]
    assert play(at, "allied", {"rdiv": plans["rdiv"]}, [2, 3]) == [
        "delay rdiv received",
        "delay wing received",
        "activated rdiv 0501",
        "order rbde received",
    ]
    assert play(at, "allied", {}, []) == ["activated rbde 0501"]


@pytest.mark.rule("wv", "17.71-3", "17.71-6", "4.1.2C.3")
def test_a_corps_attack_in_a_french_phase() -> None:
    at = staff(
        {"nap": "0101", "cor": "0101", "fdiv": "0201", "fbde": "0202", "f1": "0202"},
        points={"french": 2},
        headquarters={"french": "0101"},
    )
    plans = {
        "nap": Activity(orders=(Order("nap", "cor", attack=CORPS),)),
        "cor": Activity(implement=CORPS),
    }
    assert play(at, "french", plans, [3]) == ["order cor received", "order fdiv received", "attack-order fbde A"]
    assert [at.post(uid).attack for uid in ("cor", "fdiv", "fbde")] == ["A"] * 3


@pytest.mark.rule("wv", "17.33", "17.61", "17.62")
def test_what_is_refused_is_told_and_passed_over() -> None:
    at = staff({"cor": "0101", "fdiv": "0101", "fdiv2": "0101"})
    plans = {
        "cor": Activity(orders=(Order("cor", "fdiv"), Order("cor", "fdiv2")), state="mobilized", implement=CORPS),
        "fdiv": Activity(state="standing"),
    }
    assert play(at, "french", plans, []) == [
        "order fdiv received",
        "refused cor 17.32-4",
        "refused cor 17.71-2",
        "refused cor 17.61",
        "refused fdiv 17.62",
    ]


# -- the hour, and the end of attacks --------------------------------------------------------


@pytest.mark.rule("wv", "4.1.1D", "4.1.1E", "4.1.1F", "4.1.1G", "17.64", "17.54-3", "17.75-3")
def test_an_hourly_interphase() -> None:
    at = staff(
        {"nap": "0101", "cor": "0301", "fdiv": "0501", "fbde": "0501", "f1": "0501", "rdiv": "1010", "rbde": "1010"},
        {"cor": "mobilized", "fdiv": "mobilized", "rdiv": "mobilized attack-B", "rbde": "attack-B"},
        points={"french": 1, "allied": 4},
        headquarters={"french": "0101"},
    )
    at.command.attacks["allied"] = {"B": Attack("division", "rdiv", begun=True)}
    at.command.fatigue = {"r-one": Fatigue(6, engaged=True)}
    wishes = {"french": Hourly(resting=("fbde", "fbde2"), spared=("cor", "fdiv"))}
    # The brigade goes back, and the division with it: the corps commander alone is left, and spared. Of the Allied
    # division one brigade is away, but its Attack Order helps: 3 is 3 + 1 - 2.
    events = told(hourly(at, wishes, "t4"), [3])
    assert [event["kind"] for event in events] == [
        "fatigue",
        "fatigue",
        "violation",
        "deactivated",
        "refused",
        "deactivated",
        "command-points",
        "command-points",
        "exempt",
        "refused",
        "continuation",
    ]
    assert events[2]["brigades"] == ["r-one"]
    assert (at.command.points, at.command.exempt) == ({"french": 5, "allied": 5}, set())
    assert (events[-1]["parts"], events[-1]["stays"]) == ({"brigade-away": 1, "attack-order": -2}, True)
    assert [at.where(uid) for uid in ("fbde", "fdiv", "cor")] == ["display", "display", "map"]


@pytest.mark.rule("wv", "4.1.3B", "17.75-2", "17.76-A1", "17.76-A2")
@pytest.mark.parametrize(
    ("ended", "dice", "kinds"),
    [
        (set(), [1], ["violation", "attack-ends"]),
        (set(), [2], ["violation", "attack-goes-on"]),
        ({"A"}, [], ["violation", "attack-ends"]),
    ],
)
def test_the_end_of_a_rally_phase(ended: set[str], dice: list[int], kinds: list[str]) -> None:
    at = staff(
        {"fdiv": "0501", "fbde": "0501", "f1": "0501 routed", "f2": "0601 routed"},
        {"fdiv": "attack-A", "fbde": "attack-A"},
    )
    at.command.attacks["french"] = {"A": Attack("division", "fdiv", begun=True)}
    assert [event["kind"] for event in told(stoppage(at, "french", ended, "t1"), dice)] == kinds
    assert bool(at.command.attacks["french"]) is (kinds[-1] == "attack-goes-on")


@pytest.mark.rule("wv", "17.76-A2")
def test_no_violations_no_die() -> None:
    at = staff({"fdiv": "0501"}, {"fdiv": "attack-A"})
    at.command.attacks["french"] = {"A": Attack("division", "fdiv", begun=True)}
    assert told(stoppage(at, "french", (), "t1"), []) == []
