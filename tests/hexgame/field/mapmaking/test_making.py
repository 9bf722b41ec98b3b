"""Making maps out of a sketch: the fit, the paper, and what each kind of feature becomes, on small maps of no game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from math import cos, radians
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.hexgame.field.mapmaking.__main__ import check, main
from pbem.hexgame.field.mapmaking.check import Checker
from pbem.hexgame.field.mapmaking.facts import Facts
from pbem.hexgame.field.mapmaking.fit import Stretched, fit, settled
from pbem.hexgame.field.mapmaking.mapfile import BattleMap, read_map
from pbem.hexgame.field.mapmaking.plane import Plane, from_line, inside
from pbem.hexgame.field.mapmaking.sketch import Feature, MapPlan
from pbem.hexgame.field.mapmaking.workshop import read_workshop
from pbem.wargame.hexlayout import Layout

LAYOUT = Layout("flat", "CCRR", "west", "north", "odd")

# The fit and the drawing


def _plan(*features: Feature) -> MapPlan:
    return MapPlan("test", "Test", (1, 9), (1, 9), features)


def test_fit_recovers_a_similarity() -> None:
    plane = Plane(LAYOUT, (1, 9), (1, 9))
    features = []
    for at in ("0202", "0803", "0408", "0605"):
        u, v = plane.centre(at)
        # 2 hexes to the kilometre, the sheet turned by a right angle: up on paper is east in the country.
        km_east, km_north = v / 2, -u / 2
        north = km_north / 111.2
        features.append(Feature(at, "camp", ((km_east / 111.2, north),), (at,), basis="judged", control=True))
    found = fit(_plan(*features), plane)
    assert found.metres_per_hex == pytest.approx(500, abs=0.1)
    assert found.up == pytest.approx(90, abs=0.1)
    for feature in features:
        assert found.spot(feature.points[0]) == pytest.approx(plane.centre(feature.at), abs=0.01)
    assert cos(radians(features[0].points[0][1])) == pytest.approx(1, abs=1e-6)


def test_fit_needs_two_control_points() -> None:
    with pytest.raises(ValueError, match="two control points"):
        fit(
            _plan(Feature("a", "camp", ((0.0, 0.0),), ("0101",), basis="judged", control=True)),
            Plane(LAYOUT, (1, 9), (1, 9)),
        )


def test_plane_geometry() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert inside((1.0, 1.0), square) and not inside((3.0, 1.0), square) and not inside((1.0, -1.0), square)
    assert from_line((1.0, 1.0), ((0.0, 0.0), (2.0, 0.0))) == pytest.approx(1)
    assert from_line((3.0, 0.0), ((0.0, 0.0), (2.0, 0.0))) == pytest.approx(1)
    plane = Plane(LAYOUT, (1, 9), (1, 9))
    # A hex is one unit wide between its flat sides, and the paper's west has the higher columns.
    assert plane.centre("0405")[1] - plane.centre("0404")[1] == pytest.approx(1)
    assert plane.centre("0904")[0] < plane.centre("0104")[0]
    assert plane.nearest(plane.centre("0703")) == "0703"


def test_scarp_has_its_high_ground_on_the_left() -> None:
    plane = Plane(LAYOUT, (1, 9), (1, 9))
    x, y = plane.centre("0505")
    northward = plane.chain(((x, y - 3), (x, y + 3)))
    assert northward and all(plane.centre(left)[0] < plane.centre(right)[0] + 0.5 for left, right in northward)
    assert {left for left, _ in plane.chain(((x, y + 3), (x, y - 3)))} == {right for _, right in northward}


def test_stretched_country_goes_along_with_its_settled_places() -> None:
    plane = Plane(LAYOUT, (1, 9), (1, 9))
    towns = [
        Feature(at, "town", (place,), (at,), basis="judged", control=at != "0805")
        for at, place in (("0202", (0.03, 0.0)), ("0208", (0.03, 0.03)), ("0805", (0.0, 0.015)))
    ]
    plan = _plan(*towns)
    found = fit(plan, plane)
    stretched = Stretched(found, plan.features, plane)
    odd = towns[2]
    off = [abs(a - b) for a, b in zip(found.spot(odd.points[0]), settled(odd, plane), strict=True)]
    assert max(off) > 0.3
    assert stretched.spot(odd.points[0]) == pytest.approx(settled(odd, plane), abs=0.1)
    # Far from all of them the fit alone counts.
    assert stretched.spot((1.0, 1.0)) == pytest.approx(found.spot((1.0, 1.0)), abs=0.1)


def test_a_place_of_several_hexes_is_fitted_by_their_middle() -> None:
    plane = Plane(LAYOUT, (1, 9), (1, 9))
    city = Feature("City", "town", ((0.0, 0.0),), ("0303", "0305"), basis="rulebook")
    assert settled(city, plane) == pytest.approx(plane.centre("0304")) and city.at == "0303"


# A workshop of a small country

WORKSHOP = """
sketches: sketch
maps: maps
program: python -m pbem.hexgame.field.mapmaking
openings: true
kinds:
  town: {shape: place, terrain: town, named: true}
  manor: {shape: place, terrain: chateau, named: true}
  gate: {shape: place}
  camp: {shape: anchor}
  wood: {shape: area, terrain: forest}
  road: {shape: way, way: roads}
  lane: {shape: way, way: trails}
  lake: {shape: line, feature: lake, barred: true}
  river: {shape: line, feature: river, bridged: true}
  crest: {shape: line, feature: crest}
legend: {".": clear, f: forest, t: town, c: chateau}
ways: roads trails
hexsides: lake river crest bridge
sources: {towns: rulebook}
cuts: [{of: vale, to: maps/part.yaml, columns: "01-03", rows: "01-04"}]
"""
SHEET = """
layout: {top: flat, numbering: CCRR, columns_grow: east, rows_grow: south, shifted: even}
maps:
  vale:
    title: The Vale
    columns: "01-07"
    rows: "01-07"
    stretched: true
    areas: {east: {columns: "04-07", rows: "01-07"}}
    entries: {west: "0104", inland: "0505"}
    gates: "0104"
    fixed: "0104 0604"
    named: "0505"
    terrain: {town: "0604", chateau: "0303"}
    open: "0303"
    sides: {crest: "0201-0202"}
    supply: {free: "2", edges: {reds: west, blues: east}}
    starts: {first: {reds: "0104", blues: "0604"}}
"""
# One hex is a hundredth of a degree at the equator.
FEATURES = [
    ("Ford", "town", "Point", [0.0, 0.0], {"hex": "0604", "basis": "rulebook", "control": True}),
    ("Gate", "gate", "Point", [-0.0433, 0.0], {"hex": "0104", "basis": "rulebook", "control": True}),
    ("Camp", "camp", "Point", [-0.0173, 0.03], {"hex": "0401", "basis": "judged", "control": True}),
    ("Manor", "manor", "Point", [-0.026, 0.015], {"hex": "0303", "basis": "invented"}),
    (
        "Wood",
        "wood",
        "Polygon",
        [[[-0.06, -0.035], [-0.03, -0.035], [-0.03, -0.015], [-0.06, -0.015], [-0.06, -0.035]]],
        {},
    ),
    ("High road", "road", "LineString", [[-0.0433, 0.0], [0.0, 0.0], [0.02, 0.0]], {}),
    ("Lane", "lane", "LineString", [[0.0, 0.0], [-0.0173, 0.03]], {}),
    ("River", "river", "LineString", [[-0.009, 0.05], [-0.009, -0.05]], {}),
    ("Pond", "lake", "LineString", [[-0.02, 0.0], [-0.02, 0.01]], {"sides": "0303-0403", "basis": "judged"}),
    ("Ridge", "crest", "LineString", [[-0.04, 0.02], [-0.03, 0.02]], {"sides": "0202-0201", "basis": "judged"}),
]


def vale(folder: Path, features: list[Any] = FEATURES, sheet: str = SHEET, workshop: str = WORKSHOP) -> Path:
    (folder / "sketch").mkdir(parents=True)
    (folder / "sketch" / "sheet.yaml").write_text(sheet, encoding="utf-8")
    collection = [
        {"properties": {"name": name, "kind": kind, **more}, "geometry": {"type": shape, "coordinates": points}}
        for name, kind, shape, points, more in features
    ]
    (folder / "sketch" / "vale.geojson").write_text(json.dumps({"features": collection}), encoding="utf-8")
    (folder / "mapmaking.yaml").write_text(workshop, encoding="utf-8")
    return folder / "mapmaking.yaml"


@pytest.fixture
def built(tmp_path: Path) -> tuple[Path, BattleMap]:
    path = vale(tmp_path)
    assert main(["build", str(path)]) == main(["fit", str(path)]) == 0
    shop = read_workshop(path)
    return path, read_map((tmp_path / "maps" / "vale.yaml").read_text(encoding="utf-8"), shop.form)


def test_kinds_of_feature_are_data(built: tuple[Path, BattleMap]) -> None:
    _, battle = built
    assert battle.kind("0604") == "town" and battle.kind("0303") == "chateau" and battle.kind("0106") == "forest"
    assert battle.names == {"0604": "Ford", "0303": "Manor"}
    (road,), (lane,) = battle.ways["roads"], battle.ways["trails"]
    assert road[0] == "0104" and "0604" in road and lane[0] == "0604" and len(lane) > 2
    assert battle.hexsides["lake"] == (("0303", "0403"),) and battle.hexsides["crest"] == (("0201", "0202"),)
    river, bridges = set(battle.hexsides["river"]), set(battle.hexsides["bridge"])
    assert len(river) >= 12 and bridges <= river and len(bridges) == 2
    assert battle.openings == {"west": ("0104",), "inland": ("0505",)}
    assert battle.areas == {"east": ("04-07", "01-07")}


def test_a_way_goes_round_barred_hexsides(tmp_path: Path) -> None:
    pond = ("Long pond", "lake", "LineString", [[0, 0], [0, 1]], {"sides": "0304-0403 0304-0404 0303-0403 0305-0404"})
    path = vale(tmp_path, [*FEATURES, pond])
    assert main(["build", str(path)]) == 0
    shop = read_workshop(path)
    battle = read_map((tmp_path / "maps" / "vale.yaml").read_text(encoding="utf-8"), shop.form)
    (road,) = battle.ways["roads"]
    assert ("0304", "0404") not in set(pairwise(road)) and "0604" in road


def test_fit_and_part_are_written_beside_the_map(built: tuple[Path, BattleMap]) -> None:
    path, _ = built
    kept = yaml.load((path.parent / "sketch" / "fit-vale.yaml").read_bytes(), Loader=yaml.BaseLoader)
    assert [row["name"] for row in kept["control-points"]] == ["Ford", "Gate", "Camp"]
    assert [row["name"] for row in kept["other-places-with-a-settled-hex"]] == ["Manor"]
    part = read_map((path.parent / "maps" / "part.yaml").read_text(encoding="utf-8"), read_workshop(path).form)
    assert part.edges["east"] == ("0301", "0302", "0303", "0304") and part.names == {"0303": "Manor"}
    assert all(at in part.letters for road in part.ways["roads"] for at in road)


def test_check_tells_of_chateaux_walled_off(built: tuple[Path, BattleMap], capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = built
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out == "vale: 0303 cannot be entered from 0403\n"
    assert check(read_workshop(path)) == ["vale: 0303 cannot be entered from 0403"]


def _with(facts: Facts, **more: Any) -> Facts:
    return replace(facts, open=(), **more)


FAULTS: list[tuple[Mapping[str, Any], str]] = [
    ({"named": ("0909",)}, "0909 is named but not on the map"),
    ({"gates": ("0707",)}, "the entry hex 0707 has neither road nor trail"),
    ({"entries": {"south": ("0104",)}}, "the entry hex 0104 is not on the south edge"),
    ({"terrain": {"town": ("0303",)}}, "0303 is chateau, not town"),
    ({"sides": {"crest": (("0604", "0605"),)}}, "0604-0605 is no crest"),
    (
        {"starts": {"first": {"reds": ("0204",), "blues": ("0205",)}}},
        "first: enemies touch at the start, 0204 and 0205",
    ),
    ({"supply": {"reds": ("south",)}}, "no line of supply leads to the reds edge from 0104 0604"),
    ({"closed": "town"}, "0604 is town: no place to set up"),
]


@pytest.mark.parametrize(("more", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_check_finds(built: tuple[Path, BattleMap], more: Mapping[str, Any], fault: str) -> None:
    path, battle = built
    shop = read_workshop(path)
    (plan,) = shop.sheet.maps
    facts = _with(shop.facts(plan))
    assert Checker(battle, plan, facts).faults() == []
    assert any(fault in line for line in Checker(battle, plan, replace(facts, **more)).faults())


def test_enemies_may_touch_over_a_lake_and_where_the_set_up_has_it(built: tuple[Path, BattleMap]) -> None:
    path, battle = built
    shop = read_workshop(path)
    (plan,) = shop.sheet.maps
    facts = _with(shop.facts(plan), starts={"first": {"reds": ("0303",), "blues": ("0403",)}})
    assert Checker(battle, plan, facts).faults() == []
    facts = _with(shop.facts(plan), starts={"a": {"reds": ("0204",), "blues": ("0205",)}}, contacts=(("0204", "0205"),))
    assert Checker(battle, plan, facts).faults() == []


def test_check_finds_a_road_over_a_river_without_a_bridge(built: tuple[Path, BattleMap]) -> None:
    path, battle = built
    shop = read_workshop(path)
    (plan,) = shop.sheet.maps
    dry = replace(battle, hexsides={**battle.hexsides, "bridge": ()})
    found = Checker(dry, plan, _with(shop.facts(plan))).faults()
    assert len(found) == 2 and all("without a bridge" in fault for fault in found)


def test_a_kind_that_nobody_can_make_is_refused(tmp_path: Path) -> None:
    path = vale(tmp_path, workshop=WORKSHOP.replace("shape: anchor", "shape: blob"))
    with pytest.raises(ValueError, match="kind camp: its shape is one of place, anchor, area"):
        read_workshop(path)
