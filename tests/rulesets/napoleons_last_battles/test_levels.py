"""Levels, points and victory are rows: each names books, armies and turns that there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulesets.napoleons_last_battles.files import SCENARIOS, roster, scenario, setting

LEVELS = {
    "quatre-bras": [("french", 10, None), ("french", 25, None), ("allied", 25, 40)],
    "ligny": [("french", 35, None), ("prussian", 55, 74)],
    "wavre": [("french", 30, None), ("prussian", 40, 50)],
    "la-belle-alliance": [("french", 60, None), ("allied", 45, 55), ("prussian", 25, 35)],
    "campaign": [],
    "qb-variant": [("french", 10, None), ("french", 25, None), ("allied", 25, 40)],
    "grand-ligny": [("french", 60, None), ("prussian", 55, 75), ("allied", 25, None)],
    "historic-wavre": [("french", 30, None), ("prussian", 15, 28)],
    "lba-variant": [("french", 60, None), ("allied", 45, 55), ("prussian", 13, 20)],
    "grand-waterloo": [
        ("french-left", 60, None),
        ("french-right", 30, None),
        ("french", 90, None),
        ("prussian", 35, 50),
        ("allied", 45, 55),
    ],
    "campaign-variant": [],
    "learning-hougoumont": [("french", 15, None), ("allied", 12, None)],
}


def conditions(row: Any) -> Iterator[dict[str, Any]]:
    """All conditions in a row."""
    if isinstance(row, dict):
        if "is" in row:
            yield row
        for value in row.values():
            yield from conditions(value)
    if isinstance(row, list | tuple):
        for value in row:
            yield from conditions(value)


@pytest.mark.rule("nlb", "18.3", "19.3", "20.3", "21.3", "23.0C", "24.3", "25.0C", "26.0F-1", "26.0F-2", "27.3")
@pytest.mark.parametrize("uid", SCENARIOS)
def test_the_levels_of_each_scenario(uid: str) -> None:
    rows = setting(uid).losses.levels
    found = [
        (r["book"], int(r["demoralized"]), int(r["disintegrated"]) if r.get("disintegrated") else None) for r in rows
    ]
    assert found == LEVELS[uid]


@pytest.mark.parametrize("uid", SCENARIOS)
def test_rows_name_books_armies_and_units_that_there_are(uid: str) -> None:
    now = setting(uid)
    books = {*now.nations, *now.losses.books}
    known = {*books, *now.armies, *roster().units, *roster().formations}
    sides = {*now.armies, *now.nations}
    assert {b for r in (*now.losses.levels, *now.losses.level_changes) for b in r["book"].split()} <= books
    assert {w for r in now.victory.points for w in r["for"].split()} <= set(now.armies)
    assert {r["winner"] for r in (*now.victory.instant, *now.victory.end)} <= set(now.armies)
    assert {r["for"] for r in now.exits} | set(now.supply) <= sides
    assert {m["army"] for m in now.memos} | set(now.held.values()) <= set(now.armies)
    everything = list(conditions(scenario(uid)))
    assert [
        c for c in everything if set(c.get("who", "").split()) - known or c.get("by", uid) not in {*sides, uid}
    ] == []
    assert [c for c in everything if c.get("memo") and c["memo"] not in {m["id"] for m in scenario(uid)["memos"]}] == []


@pytest.mark.parametrize("uid", SCENARIOS)
def test_rows_name_turns_of_the_scenario(uid: str) -> None:
    early = {"early-start": True} if uid == "lba-variant" else {}
    turns = {t.id for t in setting(uid, early).turns}
    named = [
        value
        for member in ("levels", "releases", "allowances", "exits", "points")
        for row in scenario(uid).get(member, [])
        for key, value in [*row.items(), *row.get("rises", {}).items()]
        if key in ("from", "until", "turn")
    ]
    assert set(named) <= turns
    assert {t for r in scenario(uid).get("releases", []) for t in r.get("die", {})} <= turns


@pytest.mark.parametrize("uid", SCENARIOS)
def test_each_game_has_an_end_for_every_outcome(uid: str) -> None:
    """Points decide, or the last row that is judged holds without a condition."""
    now = setting(uid)
    assert now.victory.by_points or ("when" not in now.victory.end[-1] and "net-from" not in now.victory.end[-1])
    assert not now.victory.by_points or now.victory.points


@pytest.mark.rule("nlb", "22.4-1", "22.4C", "22.6B")
def test_levels_of_victory_in_the_campaign() -> None:
    now = setting("campaign", {"victory-levels": True})
    found = [(r["winner"], r["degree"], r.get("net-from")) for r in now.victory.end if r.get("degree")]
    assert found == [
        ("french", "decisive", "230"),
        ("french", "tactical", "190"),
        ("french", "marginal", "150"),
        ("coalition", "marginal", "100"),
        ("coalition", "tactical", "50"),
        ("coalition", "decisive", None),
    ]
    assert (now.victory.net["instant"], now.victory.shifts[0]["toward"]) == ("230", "french")
    assert [(r["winner"], r.get("net-from")) for r in setting("campaign").victory.end] == [
        ("french", "230"),
        ("coalition", None),
    ]


@pytest.mark.rule("nlb", "24.5A", "24.3B")
def test_towns_count_five_or_seven() -> None:
    def by(options: dict[str, bool]) -> list[str]:
        return [r["by"] for r in setting("grand-ligny", options).losses.level_changes if r["book"] == "prussian"]

    assert by({}) == ["-5", "-5"]
    assert by({"towns-seven": True}) == ["-7", "-7"]


@pytest.mark.rule("nlb", "18.5B-2", "18.5C-2", "19.5D-2")
def test_what_a_corps_that_comes_late_costs() -> None:
    assert [r["by"] for r in setting("ligny", {"sixth-corps": True}).losses.level_changes] == ["-3", "+3"]
    assert [r["by"] for r in setting("ligny").losses.level_changes] == ["-3"]
    assert setting("quatre-bras", {"first-corps": True}).victory.points[-1]["points"] == "2"
    assert len(setting("quatre-bras").victory.points) == 3


@pytest.mark.rule("nlb", "26.0F-1", "26.0F-2")
@pytest.mark.parametrize(
    ("early", "turn", "levels"),
    [
        (False, "18/1100", (13, 20)),
        (False, "18/1200", (17, 26)),
        (False, "18/1500", (29, 44)),
        (False, "18/2100", (29, 44)),
        (True, "18/0900", (5, 8)),
        (True, "18/1000", (9, 14)),
        (True, "18/1100", (13, 20)),
        (True, "18/1500", (29, 44)),
    ],
)
def test_prussian_levels_rise_to_29_and_44(early: bool, turn: str, levels: tuple[int, int]) -> None:
    now = setting("lba-variant", {"early-start": early})
    row = next(r for r in now.losses.levels if r["book"] == "prussian")
    rises = [t.id for t in now.turns if row["rises"]["from"] <= t.id <= min(row["rises"]["until"], turn)]
    found = [int(row[k]) + len(rises) * int(row["rises"][k]) for k in ("demoralized", "disintegrated")]
    assert tuple(found) == levels
