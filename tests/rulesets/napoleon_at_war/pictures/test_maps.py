"""The shipped battlefield maps: made by the program from the sketch, sound, true to all hexes the rulebook names."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.hexgame.field.mapmaking.__main__ import check, fits, main, maps
from pbem.hexgame.field.mapmaking.build import Builder
from pbem.hexgame.field.mapmaking.check import Checker
from pbem.hexgame.field.mapmaking.mapfile import BattleMap, read_map, write_map
from pbem.hexgame.field.mapmaking.workshop import read_workshop
from pbem.wargame.hexgrid import HexGrid, hexside
from rulesets.napoleon_at_war.battlefield import read_battlefield, read_chart
from tests.places import DOCS, PROJECT

# 13.1, 13.2
PRUSSIAN_SET_UP = (
    "0610",
    "0808",
    "0905",
    "0811",
    "1910",
    "1908",
    "2006",
    "2009",
    "1405",
    "1505",
    "1705",
    "1605",
    "1804",
)
FRENCH_SET_UP = ("0606", "0607", "0508", "0408", "0407")
SET_UP = PRUSSIAN_SET_UP + FRENCH_SET_UP
# 15.1 to 15.3, with the edge that 17.0 and the order of the numbers give them
ENTRIES = {
    "jena": {"0104": "east", "0112": "east", "0120": "east north", "0820": "north", "2320": "north", "2901": "west"},
    "auerstadt": {"1622": "south", "0128": "east"},
}


WORKSHOP = PROJECT / "rulesets" / "napoleon_at_war" / "mapmaking.yaml"
SHOP = read_workshop(WORKSHOP)
SCENARIO = SHOP.maps.parent
LEARNING = SCENARIO.parent / "learning-jena"


def shipped(name: str) -> BattleMap:
    return read_map((SCENARIO / "maps" / f"{name}.yaml").read_text(encoding="utf-8"), SHOP.form)


MAPS = {name: shipped(name) for name in ENTRIES}
PLANS = {plan.id: plan for plan in SHOP.sheet.maps}
GRIDS = {name: HexGrid.rectangle(m.layout, m.columns, m.rows) for name, m in MAPS.items()}


def place(name: str, called: str) -> str:
    return next(at for at, given in MAPS[name].names.items() if given == called)


# Made by the program


@pytest.fixture(scope="module")
def remade() -> dict[Path, str]:
    return fits(SHOP) | maps(SHOP)


@pytest.mark.slow
def test_shipped_files_are_what_the_program_makes(remade: dict[Path, str]) -> None:
    assert len(remade) == 5
    for path, text in remade.items():
        assert path.read_text(encoding="utf-8") == text, path.name


def test_no_other_file_lies_with_the_maps(remade: dict[Path, str]) -> None:
    sketched = {"sheet.yaml", "jena.geojson", "auerstadt.geojson"}
    assert {path.name for path in (SCENARIO / "maps").iterdir()} == {"jena.yaml", "auerstadt.yaml"}
    made_sketches = {path.name for path in remade if path.parent.name == "sketch"}
    assert {path.name for path in (SCENARIO / "sketch").iterdir()} == sketched | made_sketches
    assert all(re.fullmatch(r"[a-z0-9_./-]+", str(p.relative_to(SCENARIO))) for p in SCENARIO.rglob("*"))


@pytest.mark.slow
def test_commands_build_fit_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, workshop = tmp_path / "scenarios", str(tmp_path / "mapmaking.yaml")
    shutil.copytree(SCENARIO.parent, home)
    shutil.copy(WORKSHOP, workshop)
    made = [*home.glob("*/maps/*"), *home.glob("*/sketch/fit-*")]
    assert len(made) == 5
    for path in made:
        path.unlink()
    assert main(["build", workshop]) == main(["fit", workshop]) == 0
    assert "residual: " in capsys.readouterr().out
    for path in made:
        assert path.read_bytes() == (SCENARIO.parent / path.relative_to(home)).read_bytes(), path.name
    assert main(["check", workshop]) == 0
    jena = home / SCENARIO.name / "maps" / "jena.yaml"
    jena.write_text(jena.read_text(encoding="utf-8").replace(": Closwitz", ": Closewitz"), encoding="utf-8")
    assert main(["check", workshop]) == 1
    assert "jena: Closwitz is no town of the map" in capsys.readouterr().out


@pytest.mark.parametrize("name", MAPS)
def test_learning_map_is_cut_out_of_the_shipped_one(name: str, remade: dict[Path, str]) -> None:
    """The same hexes under the same numbers; a test of the whole map holds for the part."""
    if name == "auerstadt":
        assert not (LEARNING / "maps" / "auerstadt.yaml").exists()
        return
    text = (LEARNING / "maps" / "jena.yaml").read_text(encoding="utf-8")
    assert text == remade[LEARNING / "maps" / "jena.yaml"]
    part = yaml.load(text, Loader=yaml.BaseLoader)
    chart = yaml.load((SCENARIO.parent.parent / "data" / "terrain.yaml").read_bytes(), Loader=yaml.BaseLoader)
    field, whole = read_battlefield([part], read_chart(chart)), MAPS["jena"]
    assert len(field.hexes) == 14 * 12 and "transit" not in part
    assert all(field.terrain[at] == whole.kind(at) for at in field.hexes)
    assert set(field.marked("slope")) <= set(whole.slopes()) and field.names.items() <= dict(whole.names).items()
    assert all(field.sides[kind] <= set(hexsides) for kind, hexsides in whole.hexsides.items())


@pytest.mark.parametrize("name", MAPS)
def test_map_file_reads_back_as_written(name: str) -> None:
    assert read_map(write_map(MAPS[name], SHOP.form.program), SHOP.form) == MAPS[name]


@pytest.mark.parametrize("name", MAPS)
def test_fit_keeps_every_residual(name: str) -> None:
    kept: dict[str, Any] = yaml.load((SCENARIO / "sketch" / f"fit-{name}.yaml").read_bytes(), Loader=yaml.BaseLoader)
    rows = kept["control-points"] + kept["other-places-with-a-settled-hex"]
    assert {row["hex"] for row in rows} == {f.at for f in PLANS[name].features if f.at}
    assert all(float(row["residual"]) <= 1.5 for row in rows)
    assert float(kept["mean-residual"]) < 0.8
    # 22.0: 500 metres a hex
    assert 460 <= int(kept["metres-per-hex"]) <= 540


# True to the rulebook


@pytest.mark.parametrize("name", MAPS)
def test_shipped_maps_are_sound(name: str) -> None:
    assert Checker(MAPS[name], PLANS[name], SHOP.facts(PLANS[name])).faults() == []
    assert check(SHOP) == []


def test_checked_hexes_are_all_that_the_rulebook_names() -> None:
    """The workshop file's list is that of the scenario: set-up and entry hexes, divided by the rows of the maps."""
    story = yaml.load((SCENARIO / "scenario.yaml").read_bytes(), Loader=yaml.BaseLoader)
    told = {at for places in story["setup"].values() for at in places.values()}
    told |= {group["at"] for groups in story["reinforcements"].values() for group in groups}
    assert sorted(SHOP.fixed["jena"]) == sorted([*SET_UP, *ENTRIES["jena"]]) == sorted(told - {"0128", "1622"})
    assert sorted(SHOP.fixed["auerstadt"]) == sorted(ENTRIES["auerstadt"]) == sorted(told & {"0128", "1622"})


@pytest.mark.parametrize("at", SET_UP)
def test_set_up_hexes_are_open_ground(at: str) -> None:
    assert MAPS["jena"].kind(at) in ("clear", "town")


@pytest.mark.parametrize(("name", "at"), [(name, at) for name, hexes in ENTRIES.items() for at in hexes])
def test_entry_hexes_lie_on_their_edge_and_on_a_road(name: str, at: str) -> None:
    battle = MAPS[name]
    assert [edge for edge in ("east", "north", "south", "west") if at in battle.edges[edge]] == [
        edge
        for edge in ("east", "north", "south", "west")
        if edge in ENTRIES[name][at].split() or (at == "2901" and edge == "south")
    ]
    assert battle.kind(at) == "clear"
    assert any(at in (path[0], path[-1]) for path in battle.paths())


def test_both_maps_share_one_numbering() -> None:
    jena, auerstadt = MAPS["jena"], MAPS["auerstadt"]
    assert jena.layout == auerstadt.layout
    assert jena.rows[1] + 2 == auerstadt.rows[0]
    assert not set(jena.letters) & set(auerstadt.letters)


def test_hassenhausen_lies_between_the_hilltops_and_within_a_fog_march() -> None:
    town, grid = place("auerstadt", "Hassenhausen"), GRIDS["auerstadt"]
    assert MAPS["auerstadt"].kind(town) == "town"
    assert 27 < int(town[2:]) < 31
    assert grid.distance("0128", town) == 3
    assert [grid.distance(town, top) for top in ("0527", "0631")] == [3, 3]
    path = next(path for path in MAPS["auerstadt"].paths() if "0128" in path and town in path)
    # 14.13, 16.21: half a point to come in and for each further road hex, out of two.
    assert 1 + path.index(town) <= 4


@pytest.mark.parametrize("top", ["0527", "0631"])
def test_hilltops_are_climbed_from_all_sides(top: str) -> None:
    battle = MAPS["auerstadt"]
    assert all(hexside(top, near) in battle.hexsides["slope"] for near in GRIDS["auerstadt"].neighbours(top))
    assert set(GRIDS["auerstadt"].neighbours(top)) <= set(battle.slopes())


def test_dornberg_is_attacked_uphill_from_the_french_side() -> None:
    battle, grid = MAPS["jena"], GRIDS["jena"]
    crest = [
        (high, low)
        for pair in battle.hexsides["slope"]
        for high, low in (pair, pair[::-1])
        if low in battle.slopes() and high not in battle.slopes() and int(high[:2]) >= 9 and int(high[2:]) >= 7
    ]
    assert len({high for high, _ in crest}) >= 5
    # Columns grow to the west: the low side is the one nearer to Closwitz and the Windknollen.
    assert all(int(low[:2]) < int(high[:2]) for high, low in crest)
    assert grid.distance(place("jena", "Dornberg"), crest[0][0]) < 6


def test_isserstedt_wood_is_large_and_covers_the_southern_flank() -> None:
    battle, grid = MAPS["jena"], GRIDS["jena"]
    near = {at for at in grid.within("1106", 3) if battle.kind(at) == "forest"}
    assert len(near) >= 14
    assert min(grid.distance(at, place("jena", "Isserstedt")) for at in near) <= 3


def test_towns_that_bottle_up_the_french() -> None:
    battle = MAPS["jena"]
    for town in ("Closwitz", "Cospeda", "Lützeroda", "Isserstedt", "Vierzehnheiligen"):
        assert battle.kind(place("jena", town)) == "town"
    assert GRIDS["jena"].distance(place("jena", "Closwitz"), place("jena", "Cospeda")) <= 4


@pytest.mark.parametrize("at", ["2320", "1622"])
def test_a_whole_army_can_come_in_over_two_night_turns(at: str) -> None:
    name = "jena" if at == "2320" else "auerstadt"
    battle, grid = MAPS[name], GRIDS[name]
    road = {hexside(a, b) for path in battle.paths() for a, b in pairwise(path)}
    # Three movement points are six halves: one to come in, one for each road hex, two for a clear hex.
    spent, waiting = {at: 1}, [at]
    while waiting:
        here = waiting.pop()
        for near in grid.neighbours(here):
            wet = (
                hexside(here, near) in battle.hexsides["stream"]
                and hexside(here, near) not in battle.hexsides["bridge"]
            )
            cost = spent[here] + (1 if hexside(here, near) in road else 6 if wet else 2)
            if battle.kind(near) != "forest" and cost < min(7, spent.get(near, 7)):
                spent[near] = cost
                waiting.append(near)
    assert len(spent) >= 18


@pytest.mark.parametrize("name", MAPS)
def test_transit_sections_are_over_against_each_other(name: str) -> None:
    western, eastern = MAPS[name].transit["western"], MAPS[name].transit["eastern"]
    assert {int(at[:2]) for at in eastern} == set(range(1, 15))
    assert {int(at[:2]) for at in western} == set(range(15, MAPS[name].columns[1] + 1))
    assert {"2320"} <= set(western) if name == "jena" else {"1622", "2122"} <= set(western)


def test_the_rules_can_read_both_maps() -> None:
    files = [yaml.load(write_map(battle, SHOP.form.program), Loader=yaml.BaseLoader) for battle in MAPS.values()]
    chart = yaml.load((SCENARIO.parent.parent / "data" / "terrain.yaml").read_bytes(), Loader=yaml.BaseLoader)
    field = read_battlefield(files, read_chart(chart))
    assert len(field.hexes) == 29 * 20 + 24 * 13
    assert field.marked("slope") == {at for battle in MAPS.values() for at in battle.slopes()}
    # 5.22, 5.25, 5.26 on the ground: along a road, over the Gönnabach, up to a hilltop.
    assert (field.step_cost("0128", "0228"), field.step_cost("0518", "0519"), field.step_cost("0528", "0527")) == (
        1,
        6,
        4,
    )
    assert field.costs == {(a, b): field.step_cost(a, b) for a in field.hexes for b in field.neighbours[a]}


def test_sketch_claims_no_survey_and_no_false_precision() -> None:
    for name in MAPS:
        sketch = json.loads((SCENARIO / "sketch" / f"{name}.geojson").read_text(encoding="utf-8"))
        assert sketch["type"] == "FeatureCollection" and "general knowledge" in sketch["description"]
        degrees = re.findall(r"\d+\.(\d+)", json.dumps([f["geometry"] for f in sketch["features"]]))
        assert degrees and max(map(len, degrees)) <= 3


# What check finds


def _with_hexside(kind: str, *hexsides: tuple[str, str]) -> Callable[[BattleMap], BattleMap]:
    return lambda m: replace(m, hexsides={**m.hexsides, kind: (*m.hexsides[kind], *hexsides)})


def _with_road(battle: BattleMap, *path: str) -> BattleMap:
    return replace(battle, ways={**battle.ways, "roads": (*battle.ways["roads"], path)})


def _with_letter(at: str, letter: str) -> Callable[[BattleMap], BattleMap]:
    return lambda m: replace(m, letters={**m.letters, at: letter})


def _walled_in(at: str) -> Callable[[BattleMap], BattleMap]:
    return _with_hexside("river", *(hexside(at, near) for near in GRIDS["jena"].neighbours(at)))


FAULTS: list[tuple[Callable[[BattleMap], BattleMap], str]] = [
    (_with_letter("0505", "?"), "0505 has no terrain"),
    (lambda m: replace(m, names={**m.names, "3001": "Weimar"}), "3001 is named but not on the map"),
    (lambda m: _with_road(m, "0101", "0103"), "a road jumps from 0101 to 0103"),
    (lambda m: _with_road(m, "0101"), "a road of one hex"),
    (_with_hexside("stream", ("0103", "0101")), "stream 0103-0101 is no hexside"),
    (_with_hexside("stream", ("0102", "0103")), "stream names a hexside twice"),
    (_with_hexside("bridge", ("2817", "2818")), "the bridge 2817-2818 stands over no water"),
    (_with_hexside("river", ("0102", "0103")), "0102-0103 is both river and stream"),
    (_with_hexside("slope", ("2817", "2818")), "not exactly one hex bears the slope symbol"),
    (_with_letter("2817", "^"), "the slope hex 2817 has no slope hexside"),
    (lambda m: replace(m, edges={**m.edges, "west": m.edges["east"]}), "the west edge is not its outermost hexes"),
    (lambda m: replace(m, transit={"western": m.transit["western"]}), "do not divide the edge"),
    (_with_letter("0610", "f"), "0610 is forest"),
    (_with_letter("0808", "."), "Cospeda is no town"),
    (_walled_in("2814"), "by day these hexes cannot be reached from 0104: 2814"),
    (_walled_in("2814"), "by night these hexes cannot be reached from 0104: 2814"),
]


@pytest.mark.parametrize(("spoil", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_check_finds(spoil: Callable[[BattleMap], BattleMap], fault: str) -> None:
    found = Checker(spoil(MAPS["jena"]), PLANS["jena"], SHOP.facts(PLANS["jena"])).faults()
    assert any(fault in line and line.startswith("jena: ") for line in found), found


def test_check_finds_a_hilltop_without_slopes_and_a_town_out_of_reach() -> None:
    spoiled = replace(MAPS["auerstadt"], hexsides={**MAPS["auerstadt"].hexsides, "slope": ()}, ways={})
    spoiled = replace(spoiled, letters={at: "t" if letter in "tT" else "." for at, letter in spoiled.letters.items()})
    found = Checker(spoiled, PLANS["auerstadt"], SHOP.facts(PLANS["auerstadt"])).faults()
    assert [line for line in found if "hilltop 0527" in line] and [
        line for line in found if "cannot be reached with" in line
    ]


def test_named_places_win_over_the_fit() -> None:
    for plan in SHOP.sheet.maps:
        builder = Builder(SHOP, plan)
        settled = {feature.points[0]: feature.at for feature in plan.features if feature.at and feature.kind != "camp"}
        assert settled and settled.items() <= builder.places.items()


def test_the_text_on_the_maps_tells_the_residuals_as_they_are() -> None:
    text = (DOCS / "maps-jena-auerstadt.md").read_text(encoding="utf-8")
    for name in MAPS:
        kept = yaml.load((SCENARIO / "sketch" / f"fit-{name}.yaml").read_bytes(), Loader=yaml.BaseLoader)
        for row in kept["control-points"] + kept["other-places-with-a-settled-hex"]:
            assert f"| {row['hex']} | {row['basis']} | {row['falls-in']} | {row['residual']} |" in text
        assert all(kept[figure] in text for figure in ("metres-per-hex", "mean-residual", "largest-residual"))
