"""Movement: costs of single steps, courses with road march, zones, stacking and columns (3, 4, 8, 9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.rules.march.costs import DROP, MARCH, Spent, step_cost, walk
from rulesets.campaign_1806.rules.march.crossings import Crossings
from rulesets.campaign_1806.rules.march.stacking import column_faults, fits, overfull
from rulesets.campaign_1806.rules.march.zones import why_not_enter, why_not_leave
from tests.rulesets.campaign_1806.country import ID, board, country, forces, row, rows

FOOT, HORSE, LEADER, TRAIN, LIGHT = "morand", "klein", "davout", "baggage-fr", "rudorff"
SIDE = ("0505", "0506")
RIVER = {"river": "0505-0506"}
STREAM = {"stream": "0505-0506"}
BRIDGE = {**RIVER, "bridge": "0505-0506", "roads": ("0504 0505 0506 0507",)}
STREAM_BRIDGE = {**STREAM, "bridge": "0505-0506", "trails": ("0504 0505 0506 0507",)}
DOWN = Crossings(damaged=frozenset({SIDE}))
PONTOON = Crossings(pontoons={SIDE: 0})
NEW = Crossings(pontoons={SIDE: 5})


# The step from 0505 to 0506 in movement points, None for barred.
STEPS = rows(
    row("8.11-1", FOOT, {}, {}, 1),
    row("8.11-1", FOOT, STREAM, {}, 2),
    row("8.11-1", FOOT, {"woods": "0505-0506"}, {}, 2),
    row("8.11-1", FOOT, {**STREAM, "woods": "0505-0506"}, {}, 3),
    row("8.11-1 8.11-2", HORSE, {"woods": "0505-0506"}, {}, 3),
    row("8.11-2", LIGHT, {"woods": "0505-0506"}, {}, 2),
    row("8.11-2 1.4-LightTroops", "rudorff-v1", {"woods": "0505-0506"}, {}, 3),
    row("8.11-2 5.22-1", LEADER, {"woods": "0505-0506"}, {}, 3),
    row("8.11-2 1.4-TrainUnits", TRAIN, {"woods": "0505-0506"}, {}, 3),
    row("8.31-1", FOOT, RIVER, {}, None),
    row("8.31-1", LEADER, RIVER, {}, None),
    row("8.31-2 8.24-EX", FOOT, BRIDGE, {}, 2),
    row("8.31-EX1", FOOT, BRIDGE, {"marching": True}, 0.5),
    row("8.31-EX2", LEADER, BRIDGE, {}, 1),
    row("8.31-2 9.25B", HORSE, RIVER, {"crossings": PONTOON}, 3),
    row("8.31-EX2", LEADER, RIVER, {"crossings": PONTOON}, 1),
    row("9.25B", FOOT, RIVER, {"crossings": PONTOON, "marching": True}, 1),
    row("9.2-2", FOOT, BRIDGE, {"crossings": PONTOON}, 1),
    row("9.24", FOOT, RIVER, {"crossings": NEW}, 6),
    row("9.24-NOTE", FOOT, BRIDGE, {"crossings": NEW}, 4),
    row("8.41-3", FOOT, BRIDGE, {"crossings": DOWN}, None),
    row("8.41-3", FOOT, STREAM_BRIDGE, {"crossings": DOWN}, 2),
    row("8.43-2", FOOT, BRIDGE, {"crossings": Crossings(repaired={SIDE: 2})}, 3),
    row("8.43-2", FOOT, BRIDGE, {"crossings": Crossings(repaired={SIDE: 2}), "marching": True}, 2.5),
    row("8.43-2", FOOT, STREAM_BRIDGE, {"crossings": Crossings(repaired={SIDE: 1})}, 2),
    row("8.3", FOOT, STREAM_BRIDGE, {}, 1),
    row("8.31-EX3 9.1-2", TRAIN, STREAM, {}, None),
    row("8.31-EX3", TRAIN, STREAM_BRIDGE, {}, 1),
    row("9.25", TRAIN, STREAM, {"crossings": PONTOON}, 3),
    row("8.24", FOOT, {"slope": "0505-0506", "woods": "0505-0506", "roads": ("0505 0506",)}, {}, 1),
    row("8.21-2", HORSE, {"roads": ("0505 0506",)}, {"marching": True}, 0.5),
    row("8.22-1", HORSE, {"roads": ("0505 0504", "0506 0507")}, {"marching": True}, 1),
    row("8.21-2", FOOT, {"trails": ("0505 0506",)}, {"marching": True}, 1),
)


@pytest.mark.parametrize(("unit", "ground", "how", "points"), STEPS)
def test_a_step(unit: str, ground: dict[str, Any], how: dict[str, Any], points: float | None) -> None:
    found = step_cost(country(**ground), forces().units[unit], *SIDE, **how)
    assert found == (None if points is None else 2 * points)


@pytest.mark.rule(ID, "9.1-2")
def test_slopes_cost_those_who_climb_them() -> None:
    field = country({"0505": "clear slope"}, slope="0505-0506")
    up, down = (
        step_cost(field, forces().units[FOOT], "0505", "0506"),
        step_cost(field, forces().units[FOOT], "0506", "0505"),
    )
    assert (up, down) == (4, 2)
    assert step_cost(field, forces().units[TRAIN], "0505", "0506") is None
    assert step_cost(field, forces().units[TRAIN], "0506", "0505") == 2


LONG_ROAD = "0401 0402 0403 0404 0405 0406 0407 0408 0409"
# Course of a unit from 0504: what it has spent, and whether it ends with a marker; or the case that stops it.
COURSES = rows(
    row("1.0 8.0", FOOT, "0505 0506 0507 0508 0509 0409", "8.12A"),
    row("8.12A 8.11-1", FOOT, "0505 0506 0507 0508 0509", (5, False)),
    row("8.0", FOOT, "0506", "8.0"),
    row("8.21-1 8.2", FOOT, "0404 march 0405 0406 0407 0408 0409", (3.5, True)),
    row("8.21-2", FOOT, "0404 march 0405 0406 0407 0507", (3.5, True)),
    row("8.21-3", FOOT, "0404 march 0405 0505", (2.5, True)),
    # 8.23: onto the road, two hexes along it, off it, the marker off, and one hex more: all five points.
    row("8.23-1", FOOT, "0404 march 0405 0406 0506 drop 0507", (5, False)),
    row("8.23-1", FOOT, "0404 march 0405 0406 0506 drop 0507 0508", "8.12A"),
    row("8.23-1", FOOT, "0505 0506 0507 0508 0509 march drop", "8.23-1"),
    row("8.23-2", LEADER, "0505 march drop", (1, False)),
)


@pytest.mark.parametrize(("unit", "course", "then"), COURSES)
def test_a_course(unit: str, course: str, then: Any) -> None:
    found = walk(country(roads=(LONG_ROAD,)), forces().units[unit], course.split(), Spent("0504"))
    if isinstance(found, Spent):
        assert (found.points / 2, found.marching) == then
    else:
        assert found[0] == then


@pytest.mark.rule(ID, "8.21-1")
def test_ten_hexes_of_road_for_five_points() -> None:
    road = f"{LONG_ROAD} 0309 0209"
    course = [MARCH, *road.split()[1:]]
    found = walk(country(roads=(road,)), forces().units[FOOT], course, Spent("0401"))
    assert isinstance(found, Spent) and found.points == 10 and found.steps == 10


@pytest.mark.rule(ID, "8.12A-EX")
def test_one_hex_is_always_possible_for_who_has_spent_nothing() -> None:
    field, unit = country(**RIVER), forces().units[FOOT]
    dear = Crossings(pontoons={SIDE: 6})
    first = walk(field, unit, ["0506"], Spent("0505"), dear)
    assert isinstance(first, Spent) and first.points == 14
    assert not isinstance(walk(field, unit, ["0506", "0507"], Spent("0505"), dear), Spent)
    stopped = walk(field, unit, ["0505", "0506"], Spent("0504"), dear)
    assert not isinstance(stopped, Spent) and stopped[0] == "8.12A"


# Zones

ZONES = rows(
    row("4.0-1", "0505", {}, {"0504", "0506", "0404", "0405", "0604", "0605"}),
    row("4.0-2 8.33", "0505", BRIDGE, {"0504", "0404", "0405", "0604", "0605"}),
    row("4.0-2", "0505", STREAM, {"0504", "0506", "0404", "0405", "0604", "0605"}),
)


@pytest.mark.parametrize(("at", "ground", "zone"), ZONES)
def test_zones_reach_all_hexes_but_over_rivers(at: str, ground: dict[str, Any], zone: set[str]) -> None:
    assert set(board({at: FOOT}, country(**ground)).zones["french"]) == zone


@pytest.mark.rule(ID, "4.0-EX")
@pytest.mark.rule(ID, "4.4")
@pytest.mark.rule(ID, "5.23")
@pytest.mark.parametrize(("unit", "hexes"), [("baggage-fr", 0), ("bridge-fr", 0), ("ney", 0), ("colbert-v1", 6)])
def test_who_has_a_zone(unit: str, hexes: int) -> None:
    assert len(board({"0505": unit}).zones["french"]) == hexes


@pytest.mark.rule(ID, "4.0-3")
def test_each_is_in_the_zone_of_the_other() -> None:
    both = board({"0505": FOOT, "0506": "grawert"})
    assert both.in_zone("0506", "french") and both.in_zone("0505", "prussian")


# Who stands where, who wants to enter 0505, with whom, and the case that refuses him.
ENTRIES = rows(
    row("4.1-1 5.22-2", {"0506": "grawert", "0504": "davout"}, "davout", (), "4.1-1"),
    row("4.1-1 8.12F-2", {"0506": "grawert", "0504": "davout", "0505": "gudin"}, "davout", (), None),
    row("4.1-NOTE 9.11-1", {"0506": "grawert", "0504": "bridge-fr gudin"}, "bridge-fr", ("gudin",), None),
    row("4.1-NOTE", {"0506": "grawert", "0504": "bridge-fr baggage-fr"}, "bridge-fr", ("baggage-fr",), "4.1-NOTE"),
    row("8.12F-1", {"0505": "blucher-v1", "0504": "gudin"}, "gudin", (), "8.12F-1"),
    row("4.1-2", {"0506": "grawert", "0504": "gudin"}, "gudin", (), None),
)


@pytest.mark.parametrize(("at", "unit", "mates", "case"), ENTRIES)
def test_who_may_enter(at: dict[str, str], unit: str, mates: tuple[str, ...], case: str | None) -> None:
    refusal = why_not_enter(board(at), unit, "0505", mates)
    assert (refusal.case if refusal else None) == case


LEAVING = rows(
    row("4.1-2 8.12E", {"0505": "gudin", "0506": "grawert"}, "gudin", False, "4.1-2"),
    row("4.1-EX", {"0505": "gudin", "0506": "grawert"}, "gudin", True, None),
    row("4.1-1", {"0505": "gudin davout", "0506": "grawert"}, "davout", False, None),
    row("4.0-4", {"0505": "gudin morand", "0506": "grawert"}, "morand", False, "4.1-2"),
    row("4.4", {"0505": "gudin", "0506": "blucher-v1"}, "gudin", False, "4.1-2"),
    row("8.12F-2", {"0505": "bridge-fr gudin", "0506": "grawert"}, "bridge-fr", False, "4.1-2"),
    row("4.0-EX", {"0505": "gudin", "0506": "baggage-pr"}, "gudin", False, None),
)


@pytest.mark.parametrize(("at", "unit", "repulsed", "case"), LEAVING)
def test_who_may_leave(at: dict[str, str], unit: str, repulsed: bool, case: str | None) -> None:
    refusal = why_not_leave(board(at), unit, "0505", repulsed=repulsed)
    assert (refusal.case if refusal else None) == case


# Stacking

STACKS = rows(
    row("3.0 3.12", "morand friant", True),
    row("3.12 8.12D", "klein nansouty morand", False),
    row("3.11", "davout morand friant viallanes klein", True),
    row("3.11", "davout morand friant gudin", False),
    row("3.11", "murat klein grouchy beaumont sahuc", True),
    row("3.11", "murat klein grouchy beaumont sahuc nansouty", False),
    row("3.11", "davout morand viallanes klein grouchy", False),
    row("3.12-NOTE", "morand friant baggage-fr", False),
    row("3.12-NOTE", "davout morand friant baggage-fr bridge-fr", True),
    row("3.13 13.14", "morand friant viallanes-v1 viallanes-v2 colbert-v1", True),
    row("5.21 3.13", "napoleon davout ney soult murat", True),
    row("3.11", "pletz rudorff winning ruchel", True),
    row("3.11", "larisch rudorff winning ruchel", False),
)


@pytest.mark.parametrize(("units", "may"), STACKS)
def test_stacks(units: str, may: bool) -> None:
    assert fits(forces().units[uid] for uid in units.split()) is may


@pytest.mark.rule(ID, "3.1")
@pytest.mark.rule(ID, "3.14")
def test_a_hex_that_holds_too_many_is_named() -> None:
    refusal = overfull(board({"0505": "morand friant gudin", "0506": "soult"}), "french")
    assert refusal is not None and (refusal.case, refusal.hex) == ("3.1", "0505") and "Gudin" in refusal.text
    assert overfull(board({"0505": "morand friant"}), "french") is None


COLUMNS = rows(
    row("8.22B", {"0505": "morand", "0506": "friant"}, "morand friant", "8.22B"),
    row("8.22B", {"0505": "morand", "0507": "friant"}, "morand friant", None),
    row("8.22B-EX", {"0505": "morand", "0506": "viallanes"}, "morand viallanes", None),
    row("8.22B-EX", {"0505": "morand", "0506": "klein"}, "morand klein", "8.22B"),
    row("8.22B-EX", {"0505": "morand viallanes-v1"}, "morand viallanes-v1", None),
    row("8.22B-EX", {"0505": "morand davout"}, "morand davout", None),
    row("8.22C", {"0505": "morand", "0506": "friant"}, "morand", None),
    row("3.14-EX 8.22-1", {"0505": "morand friant"}, "morand friant", "8.22-1"),
)


@pytest.mark.parametrize(("at", "marching", "case"), COLUMNS)
def test_columns_of_march_keep_apart(at: dict[str, str], marching: str, case: str | None) -> None:
    field = board(at)
    field.marching.update(marching.split())
    refusal = column_faults(field, "morand")
    assert (refusal.case if refusal else None) == case


@pytest.mark.rule(ID, "8.22B")
def test_a_river_parts_columns() -> None:
    field = board({"0505": "morand", "0506": "friant"}, country(**RIVER))
    field.marching.update(("morand", "friant"))
    assert column_faults(field, "morand") is None


def test_the_words_of_a_course_are_no_hexes() -> None:
    assert not {MARCH, DROP} & set(country().hexes)
