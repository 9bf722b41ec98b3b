"""A field of tiny sheets: costs by class of movers, hexsides, bridges, marks, zones."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.field.chart import HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.field.part import cut_out
from pbem.wargame.faults import DataFaults

FOOT, HORSE = "foot", "horse"


def both(foot: int | None, horse: int | None = -1) -> dict[str, int | None]:
    """Half movement points of the two classes, the same for both unless a second is named."""
    return {FOOT: foot, HORSE: foot if horse == -1 else horse}


CHART = HexChart(
    hexes={
        "clear": HexKind(both(2)),
        "wood": HexKind(both(4, 8), blocks_sight=True),
        "town": HexKind(both(2), times=2),
        "lake": HexKind(both(None)),
    },
    ways={"road": 1, "trail": 2},
    sides={
        "river": SideKind(both(None), bridged=True, stops_zones=True),
        "stream": SideKind(both(4), times=2, bridged=True),
        "steep": SideKind(both(2), out_of="low"),
        "bridge": SideKind(both(0), times=2),
    },
    movers=(FOOT, HORSE),
)
GRID = {
    "top": "flat",
    "numbering": "CCRR",
    "columns_grow": "east",
    "rows_grow": "south",
    "shifted": "even",
    "columns": "01-05",
    "rows": "01-04",
}
LEGEND = {".": "clear", "w": "wood", "t": "town", "l": "clear low", "o": "lake"}


def sheet(**more: Any) -> dict[str, Any]:
    """A sheet of five columns and four rows: a wood at 0202, a town at 0302, low ground at 0401, a lake at 0503."""
    terrain = ". . . l .\n. w t . .\n. . . . o\n. . . . .\n"
    return {"id": "sheet", "grid": GRID, "legend": LEGEND, "terrain": terrain, **more}


def field(**more: Any) -> HexField:
    """That sheet, and what is added, as a field."""
    return read_field([sheet(**more)], CHART)


@pytest.mark.parametrize(
    ("more", "step", "foot", "horse"),
    [
        ({}, ("0101", "0102"), 2, 2),
        ({}, ("0102", "0202"), 4, 8),
        ({}, ("0502", "0503"), None, None),
        ({"roads": ["0102 0202 0302"]}, ("0102", "0202"), 1, 1),
        ({"trails": ["0102 0202"], "roads": ["0102 0202"]}, ("0102", "0202"), 1, 1),
        ({"hexsides": {"stream": "0102-0202"}}, ("0102", "0202"), 8, 12),
        ({"hexsides": {"stream": "0102-0202", "bridge": "0102-0202"}}, ("0102", "0202"), 4, 8),
        ({"hexsides": {"river": "0102-0202"}}, ("0102", "0202"), None, None),
        ({"hexsides": {"river": "0102-0202"}, "roads": ["0102 0202"]}, ("0102", "0202"), None, None),
        ({"hexsides": {"river": "0102-0202", "bridge": "0102-0202"}, "roads": ["0102 0202"]}, ("0102", "0202"), 1, 1),
        ({"hexsides": {"steep": "0401-0402"}}, ("0401", "0402"), 4, 4),
        ({"hexsides": {"steep": "0401-0402"}}, ("0402", "0401"), 2, 2),
    ],
)
def test_what_a_step_costs(more: dict[str, Any], step: tuple[str, str], foot: int | None, horse: int | None) -> None:
    found = field(**more)
    a, b = step
    assert (found.steps_for(FOOT)[a][b], found.steps_for(HORSE)[a][b]) == (foot, horse)
    assert (found.step_cost(a, b), found.costs[step], found.steps[a][b]) == (foot, foot, foot)


def test_tables_say_what_each_step_costs_by_itself() -> None:
    found = field(
        roads=["0102 0202 0302 0402"],
        hexsides={"stream": "0202-0302 0201-0202", "steep": "0401-0402", "bridge": "0202-0302"},
    )
    for mover in CHART.movers:
        table = found.steps_for(mover)
        assert table == {a: {b: found.step_cost(a, b, mover) for b in near} for a, near in found.neighbours.items()}


def test_steps_along_a_way_are_known_as_if_it_were_not_there() -> None:
    found = field(roads=["0102 0202 0302"], trails=["0202 0201"], hexsides={"stream": "0202-0302"})
    assert found.way_neighbours["0202"] == ("0201", "0302", "0102") and "0401" not in found.way_neighbours
    for mover in CHART.movers:
        off = found.steps_off_ways(mover)
        assert off == {
            a: {b: found.step_cost(a, b, mover, by_way=False) for b in near} for a, near in found.way_neighbours.items()
        }
        assert off["0102"]["0202"] == field().steps_for(mover)["0102"]["0202"] != found.steps_for(mover)["0102"]["0202"]


def test_zones_end_at_rivers_but_not_at_bridges() -> None:
    found = field(hexsides={"river": "0202-0302 0202-0203", "bridge": "0202-0203", "stream": "0202-0102"})
    assert "0302" not in found.zone_neighbours["0202"] and "0202" not in found.zone_neighbours["0302"]
    assert {"0203", "0102"} <= set(found.zone_neighbours["0202"])
    for at in found.hexes:
        assert found.zone_neighbours[at] == tuple(n for n in found.neighbours[at] if found.crossed_by_zones(at, n))


def test_a_lake_is_closed_and_the_ground_beyond_an_edge_is_like_the_hex() -> None:
    found = field(roads=["0101 0102"])
    assert found.closed("0503") and not found.closed("0502")
    assert found.outside_cost("0101", along_way=True) == 1
    assert found.outside_cost("0101", along_way=False) == 2
    assert found.outside_cost("0202", along_way=True, mover=HORSE) == 8
    assert found.outside_cost("0503", along_way=False) is None


def test_what_bars_a_step_has_a_name() -> None:
    found = field(hexsides={"river": "0202-0302", "stream": "0202-0203"})
    assert [found.barring("0202", to) for to in ("0302", "0203", "0201")] == ["river", "", ""]


def test_names_edges_and_sections_are_those_of_the_file() -> None:
    data = sheet(names={"0302": "Market"}, edges={"west": "0101 0102"}, parts={"upper": "0101 0201"})
    found = read_field([data], CHART, sections="parts")
    assert (found.name("0302"), found.name("0101")) == ("0302 (Market)", "0101")
    assert (found.edges_of("0101"), found.edges_of("0201")) == (("west",), ())
    assert list(found.sections.values()) == [{"upper": ("0101", "0201")}]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"hexsides": {"hedge": "0101-0102"}}, "hexside feature hedge is not known"),
        ({"legend": {**LEGEND, "w": "wood low high"}}, "0202 is 'wood low high'; only low may follow the terrain"),
        ({"legend": {**LEGEND, "w": "swamp"}}, "terrain swamp is not on the chart"),
        ({"roads": ["0101 0303"]}, "a road goes from 0101 to 0303, which do not touch"),
        ({"edges": {"west": "0901"}}, "the west edge names 0901, which is not on the map"),
    ],
)
def test_what_is_wrong_with_a_map_is_said(more: dict[str, Any], words: str) -> None:
    with pytest.raises(DataFaults) as raised:
        field(**more)
    assert any(words in fault for fault in raised.value.faults)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"hex": "0101", "terrain": "wood high"}, "0101 is wood high, not one of"),
        ({"hexside": "0101-0102", "feature": "hedge", "there": True}, "hedge is not one of road, trail, river"),
        ({"hexside": "0101-0102", "feature": "bridge", "there": True}, "the bridge 0101-0102 would cross no water"),
        ({"hexside": "0101-0102", "feature": "steep", "there": True}, "the steep 0101-0102 needs the low symbol"),
    ],
)
def test_what_an_overlay_may_not_do_is_said(entry: dict[str, Any], words: str) -> None:
    with pytest.raises(DataFaults) as raised:
        read_field([sheet()], CHART, [entry])
    assert any(words in fault for fault in raised.value.faults)


def test_an_overlay_changes_hexes_and_hexsides() -> None:
    found = read_field(
        [sheet()],
        CHART,
        [{"hex": "0101", "terrain": "wood low"}, {"hexside": "0102-0101", "feature": "stream", "there": True}],
    )
    assert (found.terrain["0101"], "0101" in found.marked("low"), found.has("stream", "0101", "0102")) == (
        "wood",
        True,
        True,
    )


LEVELS = "1 1 2 1 0\n1 2 3 1 0\n1 1 1 1 0\n0 0 0 0 0\n"


def test_levels_are_drawn_beside_the_terrain() -> None:
    found = field(levels=LEVELS)
    assert [found.levels[at] for at in ("0101", "0302", "0501", "0404")] == [1, 3, 0, 0]
    assert len(found.levels) == len(found.hexes) and field().levels == {}


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        (LEVELS.replace("3", "x"), "0302 has the level 'x', no digit"),
        (LEVELS.replace("0 0 0 0 0\n", ""), "the picture has 3 rows, the grid 4"),
        (LEVELS.replace("1 1 1 1 0", "1 1 1 1"), "row 3 of the picture has 4 hexes, the grid 5"),
    ],
)
def test_levels_that_are_not_whole_are_faults(levels: str, words: str) -> None:
    with pytest.raises(DataFaults) as raised:
        field(levels=levels)
    assert any(words in fault for fault in raised.value.faults)


def test_a_part_of_a_map_ends_where_it_was_cut_out() -> None:
    whole = field(levels=LEVELS, roads=["0102 0202 0302"], hexsides={"stream": "0202-0302 0101-0102"})
    west = [at for at in whole.hexes if at < "0300"]
    part = cut_out(whole, west, {"sheet": {"east": ("0201", "0202")}})
    assert part.hexes == tuple(west) and set(part.levels) == set(west) == set(part.terrain)
    assert "0302" not in part.neighbours["0202"] and "0302" not in part.grids["sheet"]
    assert part.sides["stream"] == {("0101", "0102")} and part.ways["road"] == {("0102", "0202")}
    assert part.way_ends == {"0102", "0202"}
    assert part.edges_of("0202") == ("east",)
    assert part.steps_for(FOOT)["0102"]["0202"] == 1
