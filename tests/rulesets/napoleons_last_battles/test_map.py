"""The map of Belgium: made by the program from the sketch, sound, true to all hexes that the rulebook names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.hexgame.field.chart import HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.field.mapmaking.check import Checker
from pbem.hexgame.field.mapmaking.mapfile import BattleMap, read_map
from pbem.hexgame.field.mapmaking.workshop import read_workshop
from pbem.wargame.hexgrid import HexGrid, hexside
from pbem.wargame.sight import line_of_sight
from tests.hexgame.field.mapmaking.shipped import require_checked, require_made, require_modest
from tests.places import DOCS, PROJECT
from tests.rulesets.spoiling import fits as fits_schema
from tests.rulesets.spoiling import is_sound, read, spoiled, validator

NLB = "napoleons-last-battles"
HOME = PROJECT / "rulesets" / "napoleons_last_battles"
SHOP = read_workshop(HOME / "mapmaking.yaml")
(PLAN,) = SHOP.sheet.maps
PATH = SHOP.map_path(PLAN)
BELGIUM: BattleMap = read_map(PATH.read_text(encoding="utf-8"), SHOP.form)
GRID = HexGrid.rectangle(BELGIUM.layout, BELGIUM.columns, BELGIUM.rows)
WAYS = {member: {hexside(a, b) for path in paths for a, b in pairwise(path)} for member, paths in BELGIUM.ways.items()}
SIDES = {feature: frozenset(sides) for feature, sides in BELGIUM.hexsides.items()}
TOWNS = {
    "Waterloo": "0606 0607 0708 0709",
    "Ligny": "3755 3854 3855 3955",
    "St. Amand": "3256 3357 3457",
    "Wavre": "4206 4306 4307",
}


@cache
def good() -> Any:
    return read(PATH)


def barred(a: str, b: str) -> bool:
    side = hexside(a, b)
    return side in SIDES["lake"] or side in SIDES["river"] - SIDES["bridge"]


def fit() -> dict[str, Any]:
    found: dict[str, Any] = read(SHOP.sketches / "fit-belgium.yaml")
    return found


def joined(hexes: Iterable[str]) -> bool:
    """Whether one can walk from each of some hexes to each other without leaving them."""
    left = set(hexes)
    waiting = [left.pop()]
    while waiting:
        near = left.intersection(GRID.neighbours(waiting.pop()))
        left -= near
        waiting += near
    return not left


# Made by the program


@pytest.mark.slow
def test_shipped_files_are_what_the_program_makes() -> None:
    require_made(SHOP, PATH, SHOP.sketches / "fit-belgium.yaml")


@pytest.mark.slow
def test_check_finds_nothing_and_then_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    require_checked(SHOP, HOME, tmp_path, "1644-1745 is no crest", capsys)


def test_sketch_claims_no_survey_and_no_false_precision() -> None:
    require_modest(SHOP.sketches / "belgium.geojson")


@pytest.mark.rule(NLB, "2.2-2")
def test_fit_agrees_with_the_scale_of_the_rulebook() -> None:
    kept = fit()
    # 525 yards, 480 metres; the grid of the printed sheet may well be drawn to another scale by some hundredths.
    assert 460 <= int(kept["metres-per-hex"]) <= 480
    assert abs(float(kept["sheet-up-east-of-north"])) < 2
    assert float(kept["mean-residual"]) < 0.6
    control = kept["control-points"]
    assert len(control) >= 15 and all(float(row["residual"]) <= 1.5 for row in control)
    assert {row["hex"] for row in control} >= set(TOWNS_FIRST) | {"1641", "1022", "2152"}


TOWNS_FIRST = ("0607 0606 0708 0709", "3855 3755 3854 3955", "3357 3256 3457", "4306 4206 4307")


def test_the_text_on_the_map_tells_the_residuals_as_they_are() -> None:
    text = (DOCS / "maps-belgium.md").read_text(encoding="utf-8")
    kept = fit()
    for row in kept["control-points"] + kept["other-places-with-a-settled-hex"]:
        assert f"| {row['hex']} | {row['basis']} | {row['falls-in']} | {row['residual']} |" in text, row["name"]
    assert all(kept[figure] in text for figure in ("metres-per-hex", "mean-residual", "largest-residual"))
    for area, (columns, rows) in PLAN.areas.items():
        assert f"| `{area}` | {columns} | {rows} |" in text


# The form of the file


@pytest.mark.slow
def test_the_schema_of_hex_maps_is_that_of_maps_and_more() -> None:
    is_sound("hex-map", "pbem.hexgame", "")
    fits_schema("hex-map", read(PATH))
    naw = PROJECT / "rulesets" / "napoleon_at_war" / "scenarios"
    for path in sorted(naw.glob("*/maps/*.yaml")):
        fits_schema("hex-map", read(path))
    assert not validator("map").is_valid(read(PATH))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("hexsides", "moat"), ["0101-0102"]),
        (("hexsides", "lake", 0), "0101"),
        (("openings", "up"), "0101"),
        (("openings", "inland"), "605"),
        (("areas", "south", "rows"), "34"),
        (("areas", "South"), {"columns": "01-57", "rows": "34-67"}),
        (("legend", "c"), "castle"),
    ],
)
def test_the_schema_refuses(place: tuple[str | int, ...], value: Any) -> None:
    assert not validator("hex-map").is_valid(spoiled(good(), place, value))


# The grid


@pytest.mark.rule(NLB, "2.2-1")
def test_one_grid_of_both_sheets() -> None:
    assert len(GRID) == len(BELGIUM.letters) == 57 * 67
    assert set(GRID.neighbours("0608")) == {"0607", "0609", "0508", "0509", "0708", "0709"}
    assert BELGIUM.edges["west"][0] == BELGIUM.edges["north"][0] == "0101"
    assert BELGIUM.edges["south"][-1] == "5767" and BELGIUM.lines()[0][0] == "0101"


@pytest.mark.rule(NLB, "2.2-1")
@pytest.mark.parametrize("town", TOWNS)
def test_towns_of_several_hexes_hang_together(town: str) -> None:
    assert joined(TOWNS[town].split())
    assert all(BELGIUM.kind(at) == "town" for at in TOWNS[town].split())
    # With odd columns half a hex south Waterloo and St. Amand would fall apart.
    other = HexGrid.rectangle(replace(BELGIUM.layout, shifted="odd"), BELGIUM.columns, BELGIUM.rows)
    if town == "Waterloo":
        assert not other.adjacent("0607", "0708")


@pytest.mark.rule(NLB, "26.0E")
@pytest.mark.parametrize("brigade", ["2312 2313 2412", "2713 2812 2712"])
def test_brigades_of_three_hexes_stand_together(brigade: str) -> None:
    assert joined(brigade.split())


@pytest.mark.parametrize(("name", "at"), [("Gémioncourt", "1744"), ("La Haye Sainte", "0916"), ("Hougoumont", "0617")])
def test_places_of_set_ups_fall_where_the_rulebook_has_them(name: str, at: str) -> None:
    rows = {row["name"]: row for row in fit()["control-points"]}
    assert rows[name]["hex"] == at and BELGIUM.names[at] == name
    assert float(rows[name]["residual"]) < 0.75


def test_the_fit_foretells_braine_l_alleud_on_the_western_edge() -> None:
    row = next(row for row in fit()["control-points"] if row["name"] == "Braine-l'Alleud")
    assert row["hex"].split()[0] == "0114" and "0114" in BELGIUM.edges["west"] and float(row["residual"]) < 0.75


# Set-ups, entries, supply


def test_every_hex_that_the_rulebook_names_is_told_and_on_the_map() -> None:
    facts = SHOP.facts(PLAN)
    told = {*facts.fixed, *facts.named}
    assert len(told) > 300 and told <= set(GRID.hexes)
    assert {"0145", "2915", "0609", "5712", "3167", "2952", "1944", "2043"} <= told


@pytest.mark.rule(NLB, "18.2C")
@pytest.mark.parametrize("scenario", PLAN.facts.starts)
def test_enemies_touch_at_the_start_only_where_baltus_stands(scenario: str) -> None:
    armies = PLAN.facts.starts[scenario]
    found = [
        (at, near)
        for at in armies["french"]
        for near in GRID.neighbours(at)
        if near in armies["coalition"] and not barred(at, near)
    ]
    assert found == ([("3658", "3657")] if scenario == "ligny" else [])


@pytest.mark.parametrize("at", sorted(SHOP.facts(PLAN).fixed))
def test_units_can_stand_and_move_where_they_are_set_up(at: str) -> None:
    # Cavalry and guns are set up on open ground; 1443 and the Brussels road in Soignes are woods (19.5E, 22.2C).
    assert BELGIUM.kind(at) in (("forest",) if at in ("1443", "0605") else ("clear", "town", "chateau"))
    assert sum(not barred(at, near) for near in GRID.neighbours(at)) >= 2


ON_ROADS = ["0605", "0136", "1167", "3167", "5712", "5756", "1634", "3701", "0124"]


@pytest.mark.rule(NLB, "5.6-1")
@pytest.mark.parametrize("at", PLAN.facts.gates)
def test_entry_hexes_lie_on_a_road_or_trail(at: str) -> None:
    sides = WAYS["roads"] if at in ON_ROADS else WAYS["roads"] | WAYS["trails"]
    assert any(hexside(at, near) in sides for near in GRID.neighbours(at))


def test_roads_lead_off_the_map_at_entry_hexes_on_an_edge() -> None:
    ends = {at for paths in BELGIUM.ways.values() for path in paths for at in (path[0], path[-1])}
    edge = {at for hexes in BELGIUM.edges.values() for at in hexes}
    assert set(PLAN.facts.gates) & edge <= ends
    assert dict(BELGIUM.openings) == PLAN.facts.entries
    assert all(set(hexes) <= set(BELGIUM.edges[edge]) for edge, hexes in BELGIUM.openings.items() if edge != "inland")


def reached(start: str, sides: set[tuple[str, str]]) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        new = {near for near in GRID.neighbours(at) if near not in seen and hexside(at, near) in sides}
        seen |= new
        waiting += new
    return seen


@pytest.mark.rule(NLB, "14.1")
@pytest.mark.parametrize(("army", "edge"), [("french", "south"), ("prussian", "east"), ("allied", "west")])
def test_roads_and_trails_lead_to_the_edge_of_supply(army: str, edge: str) -> None:
    assert PLAN.facts.supply[army] == (edge,)
    for start in ("1641", "0605", "4306", "3855", "1022"):
        assert reached(start, WAYS["roads"] | WAYS["trails"]) & set(BELGIUM.edges[edge])


@pytest.mark.rule(NLB, "22.4B")
def test_the_great_road_leads_from_charleroi_to_brussels() -> None:
    """The French line from 0605 to the southern edge runs by Quatre Bras and Mont-St-Jean on road hexes alone."""
    road = next(path for path in BELGIUM.ways["roads"] if "1641" in path and "0605" in path)
    assert road[0] == "1167" and road[-1] in BELGIUM.edges["north"]
    for at in ["1266", "1366", "1564", "1754", "1649", "1744-1643", "1632", "1022", "0918", "0916", "0607"]:
        assert set(at.split("-")) & set(road), at


@pytest.mark.rule(NLB, "5.5-1")
def test_0605_is_an_opening_inland() -> None:
    assert "0605" in BELGIUM.openings["inland"]
    assert not any("0605" in hexes for hexes in BELGIUM.edges.values())


@pytest.mark.rule(NLB, "18.2A")
@pytest.mark.rule(NLB, "21.2A")
def test_half_maps_hold_the_set_ups_that_are_played_on_them() -> None:
    on = {"ligny": "south-east", "quatre-bras": "south-west", "wavre": "north-east", "la-belle-alliance": "north-west"}
    for scenario, armies in PLAN.facts.starts.items():
        (c0, c1), (r0, r1) = (map(int, text.split("-")) for text in BELGIUM.areas[on[scenario]])
        for at in (at for hexes in armies.values() for at in hexes):
            assert c0 <= int(at[:2]) <= c1 and r0 <= int(at[2:]) <= r1, (scenario, at)


# Terrain of the text


@pytest.mark.rule(NLB, "17.0")
def test_twelve_units_find_room_around_hougoumont() -> None:
    assert BELGIUM.kind("0617") == "chateau"
    assert sum(not barred("0617", near) for near in GRID.neighbours("0617")) == 6


def test_chateaux_are_the_four_of_the_set_up_and_two_invented() -> None:
    found = {at for at in GRID.hexes if BELGIUM.kind(at) == "chateau"}
    ours = {feature.name for feature in PLAN.features if feature.kind == "chateau" and feature.basis == "invented"}
    assert {"0617", "0916", "1315", "1717"} <= found
    assert {BELGIUM.names[at] for at in found - {"0617", "0916", "1315", "1717"}} == ours == {"Lauzelle", "La Haye"}
    told = set(SHOP.facts(PLAN).fixed)
    assert not (found - {"0617", "0916", "1315"}) & told


def test_rivers_run_unbroken_and_have_bridges() -> None:
    """Each end of a river lies at the map's edge or where a stream or another river goes on."""
    for a, b in SIDES["river"]:
        corners = [set(GRID.neighbours(a)) & set(GRID.neighbours(b))]
        thirds = corners[0]
        for third in thirds:
            on = {hexside(a, third), hexside(b, third)}
            assert on & (SIDES["river"] | SIDES["stream"]), (a, b, third)
    assert len(SIDES["river"] & SIDES["bridge"]) >= 10


@pytest.mark.rule(NLB, "20.2A")
@pytest.mark.parametrize(
    ("place", "left", "right"),
    [("Wavre", "4306", "4307"), ("Limale", "3713", "3813"), ("Bierges", "3910", "4009")],
)
def test_the_dyle_parts_the_field_of_wavre(place: str, left: str, right: str) -> None:
    """From bank to bank one comes by bridges alone, and there is one at each of these places."""
    near = set(GRID.within(left, 2))
    assert any(a in near and b in near for a, b in SIDES["river"] & SIDES["bridge"]), place
    dry = {hexside(a, b) for a in GRID.hexes for b in GRID.neighbours(a)} - SIDES["river"]
    around = {side for side in dry if all(int(at[:2]) >= 30 and int(at[2:]) <= 22 for at in side)}
    assert left in reached("3808", around) and right not in reached("3808", around)


# The worked examples


@pytest.mark.rule(NLB, "7.0-example")
def test_who_touches_whom_in_the_combat_example() -> None:
    assert {"1744", "1644", "1544"} <= set(GRID.neighbours("1643"))
    assert "1745" in GRID.neighbours("1744") and {"1844", "1945"} <= set(GRID.neighbours("1944"))
    # Baudin and Soye cross the stream to Gémioncourt, Campi to Pireaumont, Husson crosses none.
    assert {hexside("1744", "1745"), hexside("1944", "1945")} <= SIDES["stream"]
    assert hexside("1844", "1944") not in SIDES["stream"] | SIDES["lake"]
    assert not SIDES["stream"] & {hexside("1643", near) for near in GRID.neighbours("1643")}
    assert BELGIUM.kind("1744") == BELGIUM.kind("1944") == "town" and BELGIUM.kind("1643") == "clear"
    # Pack stands in a wood beside Gauthier, whom he could have been attacked by too.
    woods = [at for at in GRID.neighbours("1544") if BELGIUM.kind(at) == "forest"]
    assert "1543" in woods and "1543" not in GRID.neighbours("1644")


@pytest.mark.rule(NLB, "7.0-example")
def test_retreats_of_the_combat_example() -> None:
    assert "1743" in GRID.neighbours("1744") and not barred("1743", "1744")
    # Campi in 1945 holds 2044, so Weimar goes north-east, and the way is open.
    assert "2044" in GRID.neighbours("1945") and not barred("1945", "2044")
    assert GRID.neighbour("1944", "ne") == "2043" and not barred("1944", "2043")
    assert "2043" not in GRID.neighbours("1945") and "2043" not in GRID.neighbours("1844")


def crested(a: str, b: str) -> Iterator[tuple[str, str]]:
    """The crest hexsides that the line of sight between two hexes crosses or runs along (7.3)."""
    passed = [(a,), *line_of_sight(GRID, a, b), (b,)]
    crossed = [(one[0], two[0]) for one, two in pairwise(passed) if len(one) == len(two) == 1]
    for side in [*crossed, *(both for both in passed if len(both) == 2)]:
        a_side, b_side = side
        if a_side and b_side and hexside(a_side, b_side) in SIDES["crest"]:
            yield hexside(a_side, b_side)


@pytest.mark.rule(NLB, "7.3D")
def test_crests_hide_bylandt_and_opstal_from_marcillac() -> None:
    assert GRID.distance("1645", "1643") == GRID.distance("1645", "1744") == 2
    assert list(crested("1645", "1643")) == [("1644", "1645")]
    # Along the hexside between 1644 and 1745 (7.3B).
    assert list(crested("1645", "1744")) == [("1644", "1745")]
    assert not list(crested("1645", "1746"))


@pytest.mark.rule(NLB, "5.3-3")
@pytest.mark.rule(NLB, "TEC-lake")
def test_the_pond_blocks_the_zones_of_soye_kempt_and_campi() -> None:
    """A unit in 1843 and its enemies in 1844 and 1944 do not reach each other, and nothing else parts them."""
    assert SIDES["lake"] >= {("1843", "1844"), ("1843", "1944")}
    assert [near for near in GRID.neighbours("1843") if barred("1843", near)] == ["1944", "1844"]
    assert not WAYS["roads"] & SIDES["lake"] and not WAYS["trails"] & SIDES["lake"]


def test_the_ridge_hides_the_allied_line_from_guns_two_hexes_off() -> None:
    """Of 7.3D: from the far side no gun sees over the crest of Mont-St-Jean."""
    for target, gun in (("0915", "0917"), ("1015", "1017"), ("0815", "0817"), ("1115", "1117")):
        assert GRID.distance(target, gun) == 2 and list(crested(gun, target))


# Read by the toolkit


def both(foot: int | None, horse: int | None = -1) -> dict[str, int | None]:
    return {"foot": foot, "horse": foot if horse == -1 else horse}


# Page 32, in half movement points.
CHART = HexChart(
    hexes={
        "clear": HexKind(both(2)),
        "forest": HexKind(both(4, 8), blocks_sight=True),
        "marsh": HexKind(both(4, 8)),
        "town": HexKind(both(2), times=2, blocks_sight=True),
        "chateau": HexKind(both(4), times=3, blocks_sight=True),
    },
    ways={"road": 1, "trail": 2},
    sides={
        "crest": SideKind(both(0), blocks_sight=True),
        "stream": SideKind(both(4), times=2, bridged=True),
        "river": SideKind(both(None), bridged=True, stops_zones=True),
        "lake": SideKind(both(None), stops_zones=True),
        "bridge": SideKind(both(0), times=2),
    },
    movers=("foot", "horse"),
)


@pytest.fixture(scope="module")
def field() -> HexField:
    return read_field([good()], CHART)


@pytest.mark.rule(NLB, "5.2A-1", "5.2A-2", "5.2B-1", "TEC-bridge")
@pytest.mark.parametrize(
    ("a", "b", "foot", "horse"),
    [
        ("1641", "1642", 1, 1),
        ("1542", "1543", 4, 8),
        ("1745", "1744", 6, 6),
        ("0616", "0617", 4, 4),
        ("4208", "4207", None, None),
        ("4307", "4306", 1, 1),
        ("4307", "4206", 2, 2),
        ("1844", "1843", None, None),
        ("0916", "0915", 1, 1),
        ("1016", "1015", 2, 2),
        ("4010", "4009", 4, 8),
    ],
)
def test_what_steps_on_the_map_cost(field: HexField, a: str, b: str, foot: int | None, horse: int | None) -> None:
    assert (field.step_cost(a, b, "foot"), field.step_cost(a, b, "horse")) == (foot, horse)


@pytest.mark.rule(NLB, "5.3-3")
def test_zones_end_at_the_dyle_and_the_pond_and_cross_bridges(field: HexField) -> None:
    assert not field.crossed_by_zones("4207", "4208") and field.crossed_by_zones("4306", "4307")
    assert not field.crossed_by_zones("1843", "1944") and field.crossed_by_zones("1744", "1745")


# Faults in the map


def test_check_knows_when_the_dyle_is_forded() -> None:
    dry = replace(BELGIUM, hexsides={**BELGIUM.hexsides, "bridge": ()})
    assert any("without a bridge" in fault for fault in Checker(dry, PLAN, SHOP.facts(PLAN)).faults())
