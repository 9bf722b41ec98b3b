"""Where those who do not attack are posted: goal fields of foot and horse, stacks, danger, forbidden hexes, exits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.hexgame.practice.ground import FAR, Ground
from pbem.hexgame.practice.posting import Posting, Wishes, danger
from pbem.hexgame.practice.rules import Goal
from pbem.hexgame.practice.scene import Plan
from pbem.hexgame.practice.worth import Worth
from tests.hexgame.field.test_field import FOOT, HORSE
from tests.hexgame.moving.tiny import class_of, ground
from tests.hexgame.practice.small import scene


def posted(at: Mapping[str, str], goal: Goal, *, change: Mapping[str, Any] | None = None, **wishes: Any) -> Plan:
    """The plan when everybody is posted, nobody attacking. change: members of PracticeRules. wishes: of Wishes."""
    seen = scene(at, **(change or {}))
    plan = Plan(seen)
    for unit, place in seen.held.items():
        plan.put(unit, place)
    Posting(seen, plan, Worth(seen), Wishes(**{"goal": lambda unit, to: goal, **wishes})).post_all()
    return plan


def towards(*hexes: str) -> Goal:
    """To get to these hexes."""
    return Goal(Ground(ground()).way_to(hexes))


def test_two_stand_in_the_town_and_the_third_beside_it() -> None:
    at = {"bf1": "0203", "bf2": "0204", "bf3": "0103"}
    plan = posted(at, towards("0303"))
    assert len(plan.spot["0303"]) == 2 and sorted(plan.where) == sorted(at)
    assert all(len(units) <= 2 for units in plan.spot.values())
    single = posted(at, towards("0303"), change={"fits": lambda to, units: len(units) <= 1})
    assert all(len(units) == 1 for units in single.spot.values()) and len(single.spot) == 3


def test_horse_and_foot_reckon_their_own_ways() -> None:
    """Wood costs horse four points a hex, foot two."""
    field = ground({f"03{row:02}": "w" for row in range(1, 6)})
    found = Ground(field)
    foot, horse = (found.way_to(["0403"], mover)["0203"] for mover in (FOOT, HORSE))
    assert (foot, horse) == (6, 10)
    assert found.way_to(["0403"])["0203"] == foot
    lakes = ground({f"03{row:02}": "o" for row in range(1, 6)})
    assert Ground(lakes).way_to(["0403"]).get("0203", FAR) == FAR


def test_a_post_is_manned_by_the_nearest() -> None:
    goal = Goal(Ground(ground()).way_to(["0505", "0501"]), ("0501", "0505"))
    plan = posted({"bf1": "0402", "bf2": "0404"}, goal, garrisons=[goal], change={"mover": class_of})
    assert plan.where == {"bf1": "0501", "bf2": "0505"}


def test_forbidden_hexes_and_those_the_enemy_controls_are_shunned() -> None:
    at = {"bf1": "0203", "rf1": "0503"}
    free = posted(at, towards("0403"))
    assert free.where["bf1"] not in scene(at).zone
    barred = posted(at, towards("0403"), forbidden=lambda unit, to: to == free.where["bf1"])
    assert barred.where["bf1"] != free.where["bf1"]
    # Walls keep the enemy's zone off one piece: to it the hex is open.
    walled = posted(at, towards("0403"), change={"zone": lambda unit: {}})
    assert walled.where["bf1"] == "0403"


def test_danger_keeps_away() -> None:
    at = {"bf1": "0203"}
    assert posted(at, towards("0303")).where == {"bf1": "0303"}
    wary = posted(at, towards("0303"), danger=lambda seen, plan, unit, to: 1_000 if to == "0303" else 0)
    assert wary.where["bf1"] != "0303"


def test_a_threat_is_feared_alone_and_borne_in_company() -> None:
    seen = scene({"bf1": "0103", "bf2": "0104", "rf1": "0703", "rf2": "0703"})
    seen.threaten((at, seen.strength_in(at), 6) for at in seen.foes)
    plan = Plan(seen)
    alone = danger(seen, plan, "bf1", "0203")
    assert (seen.threat["0203"], alone) == (6, 0) and seen.threat.get("0103", 6) == 6
    seen.threaten([("0703", 20, 6)])
    alone = danger(seen, plan, "bf1", "0203")
    plan.put("bf2", "0203")
    assert alone == 20 and danger(seen, plan, "bf1", "0203") == alone - 3


def test_who_has_a_way_off_leaves() -> None:
    plan = posted(
        {"bf1": "0203", "bf2": "0204"},
        towards("0303"),
        way_off=lambda unit: ("0103", "west") if unit == "bf1" else None,
    )
    assert plan.off == {"bf1": ("0103", "west")} and plan.where == {"bf2": "0303"}
    assert plan.free() == []
