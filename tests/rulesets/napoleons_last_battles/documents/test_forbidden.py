"""What chapters 10 to 16 forbid: a wrong document for each case, and the unit, the hex and the case that are named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.napoleons_last_battles.documents.written import APART, CONTACT, compiled, on

rule = pytest.mark.rule
UNDER_COMMAND = "leaders command reorganization reorganize-command"
WITHOUT_COMMAND = "leaders reorganization mounted-retreat leader-bonus modified-terrain charge garrisons"
UNSEEN = "leaders reorganization observation reorganize-unseen"
STAFF = "leaders command headquarters"
LATE = "leaders command late-start reorganization supply reorganize-supplied additions"
WAGONS = "leaders supply trains rain-effects charge corps-morale"
HILL = {"uid": "campaign", "turn": "16/1500", "army": "coalition"}
NOON, WET, NIGHT = ({"uid": "campaign", "turn": turn} for turn in ("17/1200", "17/1500", "16/2100"))
WALLS = {"uid": "la-belle-alliance"}
LATER = {"turn": "16/1800", "waiting": {"huss-5": 1, "soye-6": 1, "baud-6": 1, "lher": 1}}
LED = {**APART, "ney": "1648", "reille": "1648"}
BEHIND = {"reille": "1751", "camp-5": "1648", "wmar": "0134"}
FRONT = {"camp-5": "1745", "opstl": "1744"}
ROAD = {"train-french": "1644", "camp-5": "1648", "opstl": "0140", "napoleon": "1648"}
QUARTERS = {"hq-french": "1648", "napoleon": "1648", "soult": "1648", "camp-5": "1648", "opstl": "1744"}


def row(
    name: str, cases: str, said: Any, where: tuple[str | int, ...], told: str, at: Any, options: str, **more: Any
) -> Any:
    """A row. told: case, unit and hex of the refusal; `-` for none."""
    return pytest.param(said, where, told, at, options, more, marks=rule("nlb", *cases.split()), id=name)


def move(*entries: Any) -> dict[str, Any]:
    return {"orders": list(entries)}


def go(unit: str, *path: str, **more: Any) -> dict[str, Any]:
    return {"unit": unit, "path": list(path), **more}


def attack(on: str, *by: str, **more: Any) -> dict[str, Any]:
    return {"attacks": [{"on": on, **({"by": list(by)} if by else {}), **more}]}


def command(leader: str, **lists: Any) -> dict[str, Any]:
    return {"command": {leader: lists}}


def back(*entries: Any) -> dict[str, Any]:
    return {"reorganize": list(entries)}


FIRST, TO = ("orders", 0), ("orders", 0, "to")
BY, GUN = ("attacks", 0, "by", 0), ("attacks", 0, "bombard", 0)
FORBIDDEN = [
    # Leaders and command.
    row(
        "leader-tired-by-command",
        "10.1C-2",
        {**command("ney", units=["camp-5"]), **move(go("ney", "1648", "1649", "1650", "1651", "1652", "1653"))},
        FIRST,
        "5.1-1 ney 1653",
        LED,
        UNDER_COMMAND,
    ),
    row(
        "leader-attacks",
        "10.2-1",
        attack("1744", "ney"),
        BY,
        "10.2 ney -",
        {"ney": "1745", "opstl": "1744"},
        WITHOUT_COMMAND,
    ),
    row(
        "leader-attacks-beside-a-unit",
        "10.2-1",
        attack("1744", "camp-5", "ney"),
        ("attacks", 0, "by", 1),
        "10.2 ney 1745",
        {**FRONT, "ney": "1745"},
        WITHOUT_COMMAND,
    ),
    row(
        "beyond-capacity",
        "11.0-1 11.1A",
        command("ney", units=["camp-5", "huss-5"]),
        ("command", "ney", "units", 1),
        "11.1A huss-5 1647",
        LED,
        UNDER_COMMAND,
    ),
    row(
        "beyond-range",
        "11.0-2",
        command("ney", units=["pell"]),
        ("command", "ney", "units", 0),
        "11.0-2 pell 1656",
        {**LED, "pell": "1656"},
        UNDER_COMMAND,
    ),
    row(
        "officer-gives-command-himself",
        "11.1B-1",
        command("reille", units=["camp-5"]),
        ("command", "reille"),
        "11.1B-1 reille 1648",
        LED,
        UNDER_COMMAND,
    ),
    row(
        "command-of-another-nation",
        "11.1-1 11.1C",
        command("wellington", units=["schw"]),
        ("command", "wellington", "units", 0),
        "11.1C schw 1640",
        {"wellington": "1641", "schw": "1640", "camp-5": "1655"},
        LATE,
        **HILL,
    ),
    row(
        "way-of-command-closed",
        "11.2-2",
        command("ney", units=["huss-5"]),
        ("command", "ney", "units", 0),
        "11.2-2 huss-5 1744",
        {"ney": "1748", "huss-5": "1744", "opstl": "1746"},
        UNDER_COMMAND,
    ),
    row(
        "out-of-command-into-a-zone",
        "11.3A-1",
        move({"unit": "camp-5", "to": "1745"}),
        TO,
        "11.3A camp-5 1745",
        {**FRONT, "camp-5": "1646"},
        UNDER_COMMAND,
    ),
    row(
        "out-of-command-out-of-a-zone",
        "11.3A-2",
        move({"unit": "camp-5", "to": "1646"}),
        TO,
        "11.3A camp-5 1646",
        FRONT,
        UNDER_COMMAND,
    ),
    row(
        "out-of-command-bombards",
        "11.3B-5",
        attack("1744", bombard=["pell"]),
        GUN,
        "11.3B pell 1746",
        {"pell": "1746", "opstl": "1744"},
        UNDER_COMMAND,
    ),
    # Reorganization.
    row(
        "lost-for-good",
        "12.0-1",
        back("gauth-9"),
        ("reorganize", 0),
        "12.0-1 gauth-9 -",
        BEHIND,
        WITHOUT_COMMAND,
        **LATER,
    ),
    row(
        "too-early",
        "12.0-2",
        back("huss-5"),
        ("reorganize", 0),
        "12.0-2 huss-5 -",
        BEHIND,
        WITHOUT_COMMAND,
        turn="16/1800",
        waiting={"huss-5": 4},
    ),
    row(
        "officer-of-another-corps",
        "12.1A",
        back({"unit": "lher", "officer": "reille"}),
        ("reorganize", 0, "officer"),
        "12.1A reille 1751",
        BEHIND,
        WITHOUT_COMMAND,
        **LATER,
    ),
    row(
        "within-ten-hexes",
        "12.1B",
        back("huss-5"),
        ("reorganize", 0),
        "12.1B reille 1751",
        {**BEHIND, "wmar": "1745"},
        WITHOUT_COMMAND,
        **LATER,
    ),
    row(
        "officer-not-named",
        "12.1D",
        back("huss-5"),
        ("reorganize", 0),
        "12.1D reille 1751",
        BEHIND,
        UNDER_COMMAND,
        **LATER,
    ),
    row(
        "third-of-a-corps",
        "12.1E",
        back("huss-5", "soye-6", "baud-6"),
        ("reorganize", 2),
        "12.1E baud-6 -",
        BEHIND,
        WITHOUT_COMMAND,
        **LATER,
    ),
    row(
        "no-room-beside-the-officer",
        "12.1E",
        back("huss-5", "soye-6"),
        ("reorganize", 1),
        "12.1E soye-6 1751",
        {**BEHIND, "camp-5": "1751"},
        WITHOUT_COMMAND,
        **LATER,
    ),
    row(
        "observed-officer",
        "16.16A",
        back("huss-5"),
        ("reorganize", 0),
        "16.16A reille 1751",
        {**BEHIND, "wmar": "1750"},
        UNSEEN,
        **LATER,
    ),
    row(
        "commander-without-capacity",
        "16.16B",
        {**command("ney", units=["camp-5"]), **back({"unit": "huss-5", "officer": "ney"})},
        ("reorganize", 0, "officer"),
        "16.16B ney 1751",
        {**BEHIND, "ney": "1751"},
        UNDER_COMMAND,
        **LATER,
    ),
    row(
        "commander-without-the-option",
        "16.16B",
        back({"unit": "huss-5", "officer": "ney"}),
        ("reorganize", 0, "officer"),
        "12.1A ney 1751",
        {**BEHIND, "ney": "1751"},
        WITHOUT_COMMAND,
        **LATER,
    ),
    row(
        "officer-out-of-supply",
        "16.16C",
        {"command": {"reille": "reorganizes"}, **back("huss-5")},
        ("reorganize", 0),
        "16.16C reille 0143",
        {"reille": "0143", "camp-5": "0143", "wmar": "2525"},
        LATE,
        **NOON,
        waiting={"huss-5": 1},
    ),
    # Morale of corps.
    row(
        "demoralized-on-clear-ground",
        "13.2-2",
        move(go("camp-5", "1746", "1846", "1946", "2046")),
        FIRST,
        "5.1-1 camp-5 2046",
        {**APART, "camp-5": "1746", "opstl": "1340", "napoleon": "1747"},
        WAGONS,
        **NOON,
        broken={"fr-2": "demoralized"},
    ),
    row(
        "demoralized-leader-on-clear-ground",
        "10.1C-3",
        move(go("reille", "1746", "1846", "1946", "2046", "2146")),
        FIRST,
        "5.1-1 reille 2146",
        {**APART, "reille": "1746", "opstl": "1340"},
        WAGONS,
        **NOON,
        broken={"fr-2": "demoralized"},
    ),
    # Options of chapter 15.
    row(
        "foot-falls-back",
        "15.3-1",
        {"mounted": {"camp-5": "always"}},
        ("mounted", "camp-5"),
        "15.3 camp-5 1745",
        CONTACT,
        WITHOUT_COMMAND,
    ),
    row(
        "inactive-commander-moves",
        "15.4-1",
        move({"unit": "ney", "to": "1649"}),
        TO,
        "15.4 ney 1648",
        LED,
        LATE,
        **NOON,
        marks={"inactive": {"ney"}},
    ),
    row(
        "inactive-commander-commands",
        "15.4-1",
        command("ney", units=["camp-5"]),
        ("command", "ney"),
        "15.4 ney 1648",
        LED,
        LATE,
        **NOON,
        marks={"inactive": {"ney"}},
    ),
    # Counters and ground.
    row(
        "riflemen-need-no-command",
        "16.1B-2",
        command("wellington", units=["rifles-1"]),
        ("command", "wellington", "units", 0),
        "16.1B-2 rifles-1 1641",
        {"wellington": "1641", "rifles-1": "1641", "camp-5": "1655"},
        LATE,
        **HILL,
    ),
    row(
        "into-a-column-on-the-road",
        "16.4-5",
        move(go("camp-5", "1648", "1647"), go("huss-5", "1748", "1647")),
        ("orders", 1),
        "16.4 huss-5 1647",
        {**APART, "huss-5": "1748"},
        WITHOUT_COMMAND,
    ),
    row(
        "lone-battery-in-rain",
        "16.5-4",
        attack("1744", bombard=["pell"]),
        ("attacks", 0, "bombard"),
        "16.5 pell 1744",
        {"pell": "1746", "opstl": "1744"},
        WAGONS,
        **WET,
    ),
    row(
        "charge-in-rain",
        "16.5-4",
        move(go("pire", "1847", "1846", charge=True)),
        FIRST,
        "16.5 pire 1846",
        {**APART, "opstl": "1742"},
        WAGONS,
        **WET,
    ),
    # Charges.
    row(
        "charge-of-foot",
        "16.8-1",
        move(go("camp-5", "1648", "1647", charge=True)),
        FIRST,
        "16.8 camp-5 -",
        APART,
        WITHOUT_COMMAND,
    ),
    row(
        "charge-out-of-a-town",
        "16.8-1",
        move(go("pire", "1944", "1943", charge=True)),
        FIRST,
        "16.8 pire 1944",
        {**APART, "pire": "1944", "opstl": "1642"},
        WITHOUT_COMMAND,
    ),
    row(
        "charge-over-half-a-point",
        "16.8-1",
        move(go("pire", "1648", "1647", charge=True)),
        FIRST,
        "16.8 pire 1647",
        {**APART, "pire": "1648", "camp-5": "1650", "huss-5": "1651"},
        WITHOUT_COMMAND,
    ),
    row(
        "charge-out-of-a-zone",
        "16.8-1",
        move(go("pire", "1843", "1842", charge=True)),
        FIRST,
        "5.3-2 pire 1843",
        CONTACT,
        WITHOUT_COMMAND,
    ),
    row(
        "charge-of-blown-cavalry",
        "16.8-4",
        move(go("pire", "1847", "1846", charge=True)),
        FIRST,
        "16.8 pire 1847",
        APART,
        WITHOUT_COMMAND,
        marks={"blown": {"pire"}},
    ),
    row(
        "blown-cavalry-into-a-zone",
        "16.8-4",
        move({"unit": "pire", "to": "1844"}),
        TO,
        "16.8 pire 1844",
        APART,
        WITHOUT_COMMAND,
        marks={"blown": {"pire"}},
    ),
    row(
        "too-far-for-a-battery",
        "16.10-1",
        attack("1744", bombard=["pell"]),
        GUN,
        "7.1 pell 1744",
        {"pell": "1747", "opstl": "1744"},
        WITHOUT_COMMAND,
    ),
    # Garrisons.
    row(
        "garrison-of-cavalry",
        "16.11A-1",
        move({"unit": "pire", "garrison": True}),
        FIRST,
        "16.11A pire 0617",
        {"pire": "0617"},
        WITHOUT_COMMAND,
        **WALLS,
    ),
    row(
        "garrison-of-two",
        "16.11A-1",
        move({"units": ["camp-5", "huss-5"], "garrison": True}),
        FIRST,
        "16.11A camp-5 0617",
        {"camp-5": "0617", "huss-5": "0617"},
        WITHOUT_COMMAND,
        **WALLS,
    ),
    row(
        "garrison-in-the-open",
        "16.11A-1",
        move({"unit": "camp-5", "garrison": True}),
        FIRST,
        "16.11A camp-5 1648",
        APART,
        WITHOUT_COMMAND,
    ),
    row(
        "second-garrison",
        "16.11A-1",
        move({"unit": "huss-5", "garrison": True}),
        FIRST,
        "16.11A huss-5 0617",
        {"camp-5": "0617", "huss-5": "0617"},
        WITHOUT_COMMAND,
        **WALLS,
        marks={"garrison": {"camp-5"}},
    ),
    row(
        "who-forms-attacks",
        "16.11A-1",
        {**move({"unit": "camp-5", "garrison": True}), **attack("0616", "camp-5")},
        BY,
        "16.11A camp-5 0617",
        {"camp-5": "0617", "byng": "0616"},
        WITHOUT_COMMAND,
        **WALLS,
    ),
    row(
        "garrison-attacks",
        "16.11C",
        attack("0616", "camp-5"),
        BY,
        "16.11C camp-5 0617",
        {"camp-5": "0617", "byng": "0616"},
        WITHOUT_COMMAND,
        **WALLS,
        marks={"garrison": {"camp-5"}},
    ),
    row(
        "garrison-bombarded",
        "16.11D-1",
        attack("1744", bombard=["pell"]),
        GUN,
        "16.11D pell 1744",
        {"pell": "1746", "opstl": "1744"},
        WITHOUT_COMMAND,
        marks={"garrison": {"opstl"}},
    ),
    # Leaders in combat, headquarters.
    row(
        "leader-elsewhere",
        "16.13-1",
        attack("1744", "camp-5", leader="reille"),
        ("attacks", 0, "leader"),
        "16.13 reille 1751",
        {**FRONT, "reille": "1751"},
        WITHOUT_COMMAND,
    ),
    row(
        "active-headquarters-move",
        "16.14A",
        move({"unit": "hq-french", "to": "1649"}),
        TO,
        "16.14A hq-french 1648",
        QUARTERS,
        STAFF,
        **NOON,
    ),
    row(
        "headquarters-in-a-zone",
        "16.14B",
        {"command": {"hq-french": "active"}},
        ("command", "hq-french"),
        "16.14B hq-french 1745",
        {**QUARTERS, "hq-french": "1745", "camp-5": "1745"},
        STAFF,
        **NOON,
        marks={"inactive": {"hq-french"}},
    ),
    row(
        "chief-of-active-headquarters",
        "16.14D",
        command("soult", units=["camp-5"]),
        ("command", "soult"),
        "16.14D soult 1648",
        QUARTERS,
        STAFF,
        **NOON,
    ),
    # Trains.
    row(
        "train-off-the-road",
        "16.17A",
        move(go("train-french", "1644", "1744")),
        FIRST,
        "16.17A train-french 1744",
        ROAD,
        WAGONS,
        **NOON,
    ),
    row(
        "train-at-night",
        "16.17A",
        move(go("train-french", "1644", "1643")),
        FIRST,
        "16.17A train-french 1644",
        ROAD,
        WAGONS,
        **NIGHT,
    ),
    row(
        "train-in-rain",
        "16.17A",
        move(go("train-french", "1644", "1643", "1642")),
        FIRST,
        "5.1-1 train-french 1642",
        ROAD,
        WAGONS,
        **WET,
    ),
    row(
        "train-into-a-zone",
        "16.17A",
        move(go("train-french", "1644", "1643")),
        FIRST,
        "16.17A train-french 1643",
        {**ROAD, "opstl": "1642"},
        WAGONS,
        **NOON,
    ),
    row(
        "through-a-train",
        "16.17B",
        move(go("camp-5", "1645", "1644")),
        FIRST,
        "16.17B camp-5 1644",
        {**ROAD, "camp-5": "1645"},
        WAGONS,
        **NOON,
    ),
    row(
        "train-through-a-unit",
        "16.17B",
        move(go("train-french", "1644", "1643")),
        FIRST,
        "16.17B train-french 1643",
        {**ROAD, "camp-5": "1643"},
        WAGONS,
        **NOON,
    ),
    row(
        "train-attacked-from-afar",
        "16.17C",
        attack("1642", "camp-5"),
        ("attacks", 0),
        "6.1A camp-5 1642",
        {**ROAD, "train-allied": "1642", "camp-5": "1640"},
        WAGONS,
        **NOON,
    ),
]


@pytest.mark.parametrize(("said", "where", "told", "at", "options", "more"), FORBIDDEN)
def test_what_is_forbidden_is_refused_by_name(
    said: Any, where: tuple[str | int, ...], told: str, at: Any, options: str, more: Any
) -> None:
    """One refusal, in its place; the sentence names the hex, and so does the refusal."""
    found = on(at, *options.split(), **more)
    (fault,) = compiled(found, said).faults
    case, unit, hex_ = (word.replace("-", "", word == "-") for word in told.split())
    assert (fault.path, fault.refusal.case) == (where, case), fault.refusal
    assert (fault.refusal.unit, fault.refusal.hex) == (unit, hex_), fault.refusal
    assert found.setting.roster.units[unit].name in fault.refusal.text and hex_ in fault.refusal.text


@pytest.mark.parametrize(
    ("case", "at", "options", "more"),
    [
        pytest.param("11.3B", FRONT, UNDER_COMMAND, {}, marks=rule("nlb", "11.3B-4")),
        pytest.param(
            "13.2",
            {**FRONT, "napoleon": "1747"},
            WAGONS,
            {**NOON, "broken": {"fr-2": "demoralized"}},
            marks=rule("nlb", "13.2-1"),
        ),
    ],
)
def test_an_advance_that_will_not_come_is_remarked(case: str, at: Any, options: str, more: Any) -> None:
    """The attack itself is legal."""
    result = compiled(on(at, *options.split(), **more), attack("1744", "camp-5", advance=[{"unit": "camp-5"}]))
    (remark,) = result.remarks
    assert not result.faults and remark.path == ("attacks", 0, "advance", 0)
    assert (remark.refusal.case, remark.refusal.unit, remark.refusal.hex) == (case, "camp-5", "1745")
    assert "Campi in 1745" in remark.refusal.text
