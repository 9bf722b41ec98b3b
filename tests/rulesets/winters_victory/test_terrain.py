"""The terrain effects chart of Winter's Victory, cell by cell where the text has an example."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.battlefield import (
    MAJOR,
    MINOR,
    MOVERS,
    STAYS,
    Cost,
    points_text,
    read_terrain,
    sixths,
)
from rulesets.winters_victory.board.pieces import DISORDERED, GENERAL_ORDER
from tests.rulesets.winters_victory.winter import ID, data, terrain

rule = pytest.mark.rule


def row(case: str, kind: str, mover: str, *choices: tuple[str, str]) -> Any:
    """A cell: points and effect of each way to make the step; none where it is prohibited."""
    return pytest.param(kind, mover, choices, marks=rule(ID, case), id=f"{case} {kind} {mover}")


HEXES = (
    row("6.2-1", "clear", "formed", ("1", STAYS)),
    row("6.21-1", "village", "formed", ("2", GENERAL_ORDER)),
    row("6.21-1", "town", "open", ("2", STAYS)),
    row("6.21-2", "town", "light", ("2", GENERAL_ORDER)),
    row("6.21-3", "village", "heavy", ("2", DISORDERED)),
    row("6.3-1", "town", "guns", ("3", DISORDERED)),
    row("6.3-1", "light-cover", "guns", ("2", STAYS)),
    row("8.65A.2", "town", "skirmish", ("1", STAYS)),
    row("6.21-4", "woods", "formed", ("2", GENERAL_ORDER)),
    row("6.21-4", "woods", "heavy"),
    row("6.21-4", "woods", "guns"),
    row("6.21-5", "light-cover", "formed", ("1", STAYS)),
    row("8.33.2-1", "light-cover", "extended", ("1", GENERAL_ORDER)),
    row("6.21-6", "farmette", "formed", ("1", GENERAL_ORDER)),
    row("6.21-6", "farmette", "heavy", ("2", DISORDERED)),
    row("6.3-2", "farmette", "guns", ("2", DISORDERED)),
    row("6.21-7", "frozen-wetlands", "formed", ("2", GENERAL_ORDER)),
    row("6.21-7", "frozen-wetlands", "guns"),
    row("6.21-7", "frozen-wetlands", "skirmish", ("2", STAYS)),
    row("8.33.1-1", "frozen-wetlands", "extended", ("2", DISORDERED)),
    row("16.11", "frozen-wetlands", "command", ("1", STAYS)),
)
SIDES = (
    row("6.22-1", "light-cover-side", "formed", ("1", STAYS)),
    row("6.22-1", "light-cover-side", "guns", ("1", DISORDERED)),
    row("6.22-2", "brook", "light", ("1", STAYS)),
    row("6.22-3", "stream", "formed", ("2", GENERAL_ORDER), ("1", DISORDERED)),
    row("6.22-4", "stream", "heavy", ("1", DISORDERED)),
    row("6.22-4", "stream", "guns", ("2", DISORDERED)),
    row("6.22-5", "major-stream", "formed", ("2", DISORDERED)),
    row("6.22-5", "major-stream", "guns"),
    row("6.22-5", "major-stream", "skirmish", ("2", STAYS)),
    row("6.23-1", "slope-up", "formed", ("0", STAYS)),
    row("6.23-2", "steep-up", "heavy", ("1", STAYS)),
    row("6.23-2", "steep-down", "heavy", ("0", STAYS)),
    row("6.31.1", "slope-up", "guns", ("1", STAYS)),
    row("6.31.2", "steep-up", "guns", ("2", STAYS)),
    row("6.31.2", "steep-down", "guns", ("1", STAYS)),
    row("16.11", "major-stream", "command", ("0", STAYS)),
)


@pytest.mark.parametrize(("kind", "mover", "choices"), HEXES)
def test_hexes_cost(kind: str, mover: str, choices: tuple[tuple[str, str], ...]) -> None:
    found = terrain().enter(kind, mover).choices
    assert tuple((points_text(one.points), one.effect) for one in found) == choices


@pytest.mark.parametrize(("kind", "mover", "choices"), SIDES)
def test_hexsides_cost(kind: str, mover: str, choices: tuple[tuple[str, str], ...]) -> None:
    found = terrain().cross(kind, mover).choices
    assert tuple((points_text(one.points), one.effect) for one in found) == choices


@rule(ID, "6.32-1")
@rule(ID, "6.32-2")
@pytest.mark.parametrize(("kind", "changed"), [("light-cover-side", -2), ("brook", -2), ("stream", 0)])
def test_guns_are_checked_where_they_cross(kind: str, changed: int) -> None:
    (way,) = terrain().cross(kind, "guns").choices
    assert way.guns == changed
    assert all(one.guns is None for mover in MOVERS[:5] for one in terrain().cross(kind, mover).choices)


@rule(ID, "6.52-1")
@rule(ID, "6.52-3")
@rule(ID, "6.52-4")
@rule(ID, "6.52-5")
@rule(ID, "6.52-6")
def test_roads_lead_through() -> None:
    road = terrain().road
    assert (road.water, road.next, road.long_guns) == (6, 6, 4)
    assert (road.prohibited, road.guns) == (Cost(12, DISORDERED, None), Cost(6, DISORDERED, None))


@rule(ID, "6.4")
@rule(ID, "6.41-1")
@rule(ID, "6.41-3")
@rule(ID, "6.42-1")
def test_grand_tactical_movement_adds_two_points() -> None:
    grand = terrain().grand_tactical
    assert (grand.bonus, grand.distance, grand.stream_by_road, grand.barred_by_road) == (12, 6, 6, 6)


@rule(ID, "6.6-1")
@rule(ID, "6.61-1")
@rule(ID, "6.61-2")
def test_road_column_is_quick() -> None:
    column = terrain().road_column
    assert {way: points_text(points) for way, points in column.step.items()} == {MAJOR: "1/2", MINOR: "2/3"}
    assert (column.enter[MAJOR], column.enter[MINOR], column.enter_guns) == (6, 12, 6)


@rule(ID, "6.62-1")
@rule(ID, "6.62-2")
@rule(ID, "6.65-1")
@rule(ID, "6.65-2")
@pytest.mark.parametrize(("strength", "foot", "others"), [(1, 1, 1), (8, 1, 2), (9, 2, 3), (14, 2, 4), (0, 1, 1)])
def test_a_column_fills_hexes_of_road(strength: int, foot: int, others: int) -> None:
    column = terrain().road_column
    assert column.length(strength, infantry=True) == foot
    assert column.length(strength, infantry=False) == others


@rule(ID, "10.0")
@rule(ID, "10.1")
@rule(ID, "10.2")
@rule(ID, "6.2-2")
@rule(ID, "10.11-1")
@rule(ID, "10.11-2")
@rule(ID, "10.12")
def test_what_the_kinds_are() -> None:
    found = terrain()
    assert {kind for kind, sort in found.kinds.items() if not sort.obstructed} == {"clear"}
    assert {kind for kind, sort in found.kinds.items() if sort.blocks_sight} == {"woods", "farmette", "village", "town"}
    assert {kind for kind, sort in found.kinds.items() if sort.cover == "hard"} == {"village", "town"}
    assert {kind for kind, sort in found.side_kinds.items() if sort.water} == {"brook", "stream", "major-stream"}
    assert not any(sort.blocks_sight for sort in found.side_kinds.values())


def test_no_mover_but_leaders_goes_free_and_marks_are_counted() -> None:
    for kind, cells in terrain().hexes.items():
        assert all(one.points >= 6 for cell in cells.values() for one in cell.choices), kind
    assert terrain().marks() == {"text": 110, "inferred": 10}


def test_cells_left_open_are_explained() -> None:
    text = data("terrain")
    tables = {**text["hexes"], **text["hexsides"]}
    assert {kind for kind, cells in tables.items() if any(cell.endswith("*") for cell in cells)} == set(text["open"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hexes": {"clear": ["1"] * 7}}, "7 cells for 8"),
        ({"movers": ["formed"]}, "classes of movers"),
        ({"hexes": {"clear": ["1 mud"] * 8}}, "no cell of the terrain chart"),
        ({"hexes": {"clear": ["1/5"] * 8}}, "no number of movement points"),
    ],
)
def test_charts_that_are_not_whole_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_terrain({**data("terrain"), **change})


@rule(ID, "6.11-1")
@pytest.mark.parametrize(("text", "points"), [("1/2", 3), ("2/3", 4), ("2", 12), ("0", 0)])
def test_points_are_told_as_they_are_read(text: str, points: int) -> None:
    assert sixths(text) == points
    assert points_text(points) == text


def test_the_toolkit_reads_maps_by_the_least_costs() -> None:
    chart = terrain().chart()
    assert chart.hexes["woods"].enter["heavy"] is None and chart.hexes["woods"].enter["formed"] == 12
    assert chart.sides["stream"].cross["formed"] == 6 and chart.sides["steep"].cross["guns"] == 12
    assert chart.ways == {MAJOR: 3, MINOR: 4}
