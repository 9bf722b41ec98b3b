"""A segment as one text: sector by sector first, then its phases, fights gathered by the hex under attack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from pbem.report.dispatch import Dispatch
from pbem.report.text import public_report
from rulesets.winters_victory.telling.sectors import sector_name, sector_of
from rulesets.winters_victory.telling.telling import WintersTelling
from tests.rulesets.winters_victory.battles import Events, at_random, battle, setting
from tests.rulesets.winters_victory.winter import ID

LEARNING = "learning-serpallen"


@cache
def telling() -> WintersTelling:
    return WintersTelling(setting(LEARNING))


@cache
def segments(seed: int) -> Sequence[Events]:
    """The events of each segment of a random battle."""
    found: list[Events] = []
    for event in battle(setting(LEARNING), at_random(seed), seed=seed)[1]:
        if event["kind"] == "segment":
            found.append([])
        found[-1].append(event)
    return found


def told(*events: dict[str, Any]) -> list[str]:
    return telling().wording({"kind": "story", "events": list(events)}).split("\n")


@pytest.mark.slow
def test_a_report_fits_its_page_and_begins_with_the_sectors() -> None:
    for events in (one for seed in range(3) for one in segments(seed)):
        dispatch = Dispatch("Serpallen", "g", 9, "A", "B", events=events)
        lines = public_report(dispatch, telling().name, telling().wording).splitlines()
        assert max(map(len, lines)) <= 72 and all(line.isascii() for line in lines)
        heading = lines.index(events[0]["heading"])
        lost = [one for one in events if one.get("losses")]
        assert not lost or lines[heading + 2] == "SECTOR BY SECTOR"


def test_every_sentence_of_a_segment_is_in_its_story() -> None:
    """But for those that are gathered into one line."""
    for events in (one for seed in range(3) for one in segments(seed)):
        whole = " ".join(told(*events))
        for event in events:
            if event["kind"] in ("morale", "shock-result", "leader-risk", "self-rally", "occupied"):
                assert telling().wording(event) in whole, event


def test_a_quiet_segment_says_so() -> None:
    assert told({"kind": "phase", "turn": 20, "phase": 4}) == ["All quiet: nobody moves, and no shot is fired."]


def fire(unit: str, at: str, to: str, *, label: str, losses: dict[str, int] | None = None) -> dict[str, Any]:
    return {
        "kind": "fire",
        "unit": unit,
        "at": at,
        "to": to,
        "units": ["f-33-1"],
        "firing": 2,
        "range": "minimum",
        "line": "line",
        "strength": 9,
        "column": 7,
        "target": "line",
        "number": 2,
        "die": 7,
        "modifiers": [],
        "result": "0",
        "losses": losses or {},
        "gone": [],
        "empty": [],
        "label": label,
        "case": "11.0",
    }


@pytest.mark.rule(ID, "11.0-2")
def test_volleys_are_gathered_by_the_hex_that_they_strike() -> None:
    lines = told(
        {"kind": "phase", "turn": 20, "phase": 6},
        fire("r-j26-1", "4167", "4068", label="t20.p6.r-j26-1.4068.fire", losses={"f-33-1": 2}),
        fire("r-j26-2", "4167", "4168", label="t20.p6.r-j26-2.4168.fire"),
        fire("r-j23-1", "4067", "4068", label="t20.p6.r-j23-1.4068.fire"),
    )
    assert [line.strip() for line in lines if "Fire upon" in line] == [
        "Fire upon 4068, 33rd Line, battalion 1",
        "Fire upon 4168, 33rd Line, battalion 1",
    ]
    firers = [line.split(",")[0].strip() for line in lines if " fires:" in line]
    assert firers == ["26th Jaegers", "23rd Jaegers", "26th Jaegers"]
    assert lines[:2] == ["SECTOR BY SECTOR", "\tDavout, III Corps\t2 points lost."]


@pytest.mark.rule(ID, "13.3-1")
def test_a_retreat_is_one_line_and_gives_up_the_first_of_its_hexes() -> None:
    steps = [
        {"kind": "retreat", "units": ["f-33-1"], "at": a, "to": b} for a, b in (("4068", "4069"), ("4069", "3970"))
    ]
    lines = told({"kind": "phase", "turn": 20, "phase": 4}, *steps)
    assert lines[1] == "\tDavout, III Corps\tFalls back from 4068."
    assert "\t\t33rd Line, battalion 1 falls back: 4068 - 4069 - 3970 (13.3)." in lines


@pytest.mark.rule(ID, "6.0-2")
def test_a_move_is_one_line_until_the_enemy_breaks_in() -> None:
    def step(at: str, to: str) -> dict[str, Any]:
        return {"kind": "move", "units": ["f-33-1"], "at": at, "to": to}

    lines = told(
        {"kind": "phase", "turn": 20, "phase": 4},
        step("4070", "4069"),
        {"kind": "move", "units": ["f-33-1"], "at": "4069", "act": "line"},
        step("4069", "4068"),
        {**fire("r-j26-1", "4167", "4068", label="t20.p4.move1.react.r-j26-1.fire")},
        step("4068", "4167"),
    )
    assert lines[:5:4] == ["SECTOR BY SECTOR", "\t33rd Line, battalion 1: 4070 - 4069, forms line - 4068."]
    assert lines[5].startswith("\t\t26th Jaegers, battalion 1 in 4167 (Serpallen) fires at 33rd Line")
    assert lines[6] == "\t33rd Line, battalion 1: 4068 - 4167 (Serpallen)."
    assert lines[1] == "\tDavout, III Corps\tTakes 4167 (Serpallen)."


@pytest.mark.rule(ID, "16.3")
@pytest.mark.parametrize(
    ("uid", "leader", "name"),
    [
        ("f-33-1", "davout", "Davout, III Corps"),
        ("f-33-1.2", "davout", "Davout, III Corps"),
        ("kister", "davout", "Davout, III Corps"),
        ("napoleon", "napoleon", "Napoleon"),
    ],
)
def test_whose_sector_it_is(uid: str, leader: str, name: str) -> None:
    of = setting("eylau")
    uid = (
        next((one for one in of.units if one.startswith("f-33-1") and of.units[one].serves), uid) if "." in uid else uid
    )
    assert sector_of(of, uid) == leader
    assert sector_name(WintersTelling(of).names, leader) == name
