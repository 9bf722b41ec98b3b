"""The schemas of the hex games' data hold for every shipped file and refuse single faults where they are."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import read_schema
from rulesets.napoleon_at_war import ruleset
from tests.rulesets.spoiling import GONE, compiled, fits, is_sound, read, spoiled, steps_of, validator

NAMES = ("catalogue", "charts", "map", "overlay", "scenario", "terrain", "units")
SMALL = Path(__file__).parent / "napoleon_at_war" / "small"
OVERLAY: list[dict[str, Any]] = [
    {"hex": "1505", "terrain": "forest slope"},
    {"hexside": "0104-0204", "feature": "road", "there": False},
]


def scenario_files(folder: Path) -> list[tuple[str, Path]]:
    """Schema and path of each file of a scenario that the rules read."""
    maps = [("map", path) for path in sorted((folder / "maps").iterdir())]
    return [("scenario", folder / "scenario.yaml"), ("units", folder / "units.yaml"), *maps]


DATA_FILES = [(path.stem, path) for path in sorted((ruleset.home / "data").glob("*.yaml"))]
SCENARIOS = [*sorted((ruleset.home / "scenarios").iterdir()), SMALL]
FILES = [*DATA_FILES, *(pair for folder in SCENARIOS for pair in scenario_files(folder))]


@cache
def good(name: str) -> Any:
    """A document that fits a schema: of Jena-Auerstadt, the second map for its river."""
    home = ruleset.home / "scenarios" / "jena-auerstadt"
    if name == "overlay":
        return OVERLAY
    if name == "map":
        return read(home / "maps" / "auerstadt.yaml")
    return read(home / f"{name}.yaml" if name in ("scenario", "units") else ruleset.home / "data" / f"{name}.yaml")


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_are_valid(name: str) -> None:
    is_sound(name, "hex games' data", ruleset.id)


def test_every_schema_has_a_file_that_it_is_for() -> None:
    assert {name for name, _ in FILES} | {"overlay"} == set(NAMES)


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{p.parent.name}/{p.name}" for _, p in FILES])
def test_every_shipped_file_fits(name: str, path: Path) -> None:
    data = read(path)
    fits(name, data)


def test_the_words_for_ground_are_those_of_the_chart() -> None:
    kinds = list(good("terrain")["hexes"])
    assert read_schema("map")["$defs"]["ground"]["pattern"] == f"^(none|({'|'.join(kinds)})( slope)?)$"
    corrected = read_schema("overlay")["$defs"]["hex_entry"]["properties"]["terrain"]
    assert corrected["pattern"] == f"^({'|'.join(kinds)})( slope)?$"
    assert read_schema("scenario")["properties"]["night-bars"]["items"]["enum"] == kinds


MAP_FAULTS = (
    ("id", "Jena!"),
    ("id", GONE),
    ("grid", GONE),
    ("trail", []),
    ("grid.numbering", "XXYY"),
    ("grid.columns", "1 to 24"),
    ("grid.rows", GONE),
    ("grid.colour", "green"),
    ("legend.f", "lava"),
    ("legend.f", "slope forest"),
    ("legend.f", "none slope"),
    ("legend.ff", "forest"),
    ("terrain", "\n"),
    ("names.610", "Closwitz"),
    ("names.0133", ""),
    ("roads", "0610 0711"),
    ("roads.0", "0610 07 11"),
    ("roads.0", "0610"),
    ("roads.0", "0610,0711"),
    ("hexsides.wall", []),
    ("hexsides.river.0", "0122 0123"),
    ("hexsides.river.0", "0122-123"),
    ("hexsides.bridge", "0322-0323, 0724-0823"),
    ("edges.north", "2434 x334"),
    ("edges.up", "2434"),
    ("transit.western", ["2422"]),
    ("transit.the west", "2422"),
    ("sources.grid", ["rulebook"]),
)
SCENARIO_FAULTS = (
    ("id", "Jena Auerstadt"),
    ("title", GONE),
    ("turn", "12"),
    ("turns", "twelve"),
    ("turns", "0"),
    ("turns", 12),
    ("armies", ["french"]),
    ("armies", ["french", "french"]),
    ("armies.2", "saxon"),
    ("night.0", "dusk"),
    ("night-bars.0", "woods"),
    ("maps", []),
    ("options.louis.default", "maybe"),
    ("options.louis.doc", GONE),
    ("options.level", {"default": "false", "doc": "Its name is that of a column."}),
    ("choice.values", ["A"]),
    ("choice.opened.after", GONE),
    ("choice.opened.turn", "first"),
    ("setup", GONE),
    ("setup.french.gaz-1", "606"),
    ("setup.french.gaz_1", "0606"),
    ("reinforcements.french.0.turn", "1st"),
    ("reinforcements.french.0.at", "Jena"),
    ("reinforcements.french.0.units", ["gd", "v-art"]),
    ("reinforcements.french.0.units", GONE),
    ("reinforcements.french.0.unless", "louis"),
    ("reinforcements.french.4.under-b.edge", "above"),
    ("reinforcements.french.4.under-b.delay", GONE),
    ("reinforcements.french.11.instead.at", "128"),
    ("exits.french.jena.0", "up"),
    ("transit.spaces", "three"),
    ("transit.edges.jena", "0120"),
    ("demoralization.0.level", "many"),
    ("demoralization.0.louis", "more"),
    ("demoralization.0.battle", GONE),
    ("victory.0.ratio-at-most", GONE),
    ("victory.0.ratio-above", "1"),
    ("victory.0.ratio-below", "1"),
    ("victory.0.a", "1 prussian"),
    ("victory.0.a", GONE),
    ("victory.0.case", GONE),
    ("victory.3.demoralized", "prussian"),
    ("victory.7.lost-below", "prussian few"),
    ("victory.8.exited-at-least", "french 125 jena"),
    ("losses.against", GONE),
    ("levels.0", GONE),
    ("levels.four", "total"),
)
UNIT_FAULTS = (
    ("french", GONE),
    ("saxon", {"all": {"name": "All", "units": {"x": ["X", "infantry", "1", "1"]}}}),
    ("french", {}),
    ("french.guard.name", GONE),
    ("french.guard.units", GONE),
    ("french.guard.colour", "blue"),
    ("french.guard.units", {}),
    ("french.guard.units.gd", ["Guard", "infantry", "11"]),
    ("french.guard.units.gd", ["Guard", "infantry", "11", "4", "2"]),
    ("french.guard.units.gd", "Guard infantry 11 4"),
    ("french.guard.units.gd.0", ""),
    ("french.guard.units.gd.1", "dragoons"),
    ("french.guard.units.gd.2", "0"),
    ("french.guard.units.gd.3", "4.5"),
    ("french.guard.units.Old Guard", ["Guard", "infantry", "11", "4"]),
    ("french.guard.units.a-name-of-seventeen", ["Guard", "infantry", "11", "4"]),
)
CHART_FAULTS = (
    ("columns.0", "1 to 5"),
    ("columns.0", "1-4"),
    ("columns.9", GONE),
    ("results.1.9", GONE),
    ("results.1.10", "De"),
    ("results.1.0", "Bx"),
    ("results.6", GONE),
    ("results.7", ["De"] * 10),
    ("rows", {}),
)
TERRAIN_FAULTS = (
    ("hexes.none", {"enter": "1", "doubled": "false", "blocks-sight": "false"}),
    ("hexes.Deep mud", {"enter": "1", "doubled": "false", "blocks-sight": "false"}),
    ("hexes.clear.enter", "0.5"),
    ("hexes.clear.enter", "x"),
    ("hexes.clear.doubled", "yes"),
    ("hexes.clear.blocks-sight", GONE),
    ("hexes.clear.colour", "green"),
    ("ways.road", "-"),
    ("ways.rail", "1/2"),
    ("hexsides.wall", {"cross": "-", "doubled": "true"}),
    ("hexsides.slope", GONE),
    ("hexsides.stream.cross", "two"),
    ("hexsides.stream.enter", "2"),
)
CATALOGUE_FAULTS = (
    ("prose", GONE),
    ("prose.0", "Introduction"),
    ("cases", []),
    ("entries", []),
    ("entries.0.0", "2"),
    ("entries.0.1", ""),
    ("entries.0.2", "law"),
    ("entries.0.3", "-1"),
    ("entries.0.3", GONE),
    ("entries.0.4", "more"),
)
OVERLAY_FAULTS = (
    ("0.hex", "150"),
    ("0.hex", 1505),
    ("0.hex", GONE),
    ("0.terrain", "lava"),
    ("0.terrain", "none"),
    ("0.map", "jena"),
    ("0.there", True),
    ("1.hexside", "0104"),
    ("1.hexside", "0104 0204"),
    ("1.feature", "wall"),
    ("1.there", "false"),
    ("1.there", GONE),
    ("2", "1505 forest"),
    ("2", {}),
)
FAULTS = [
    (name, place, value)
    for name, rows in (
        ("map", MAP_FAULTS),
        ("scenario", SCENARIO_FAULTS),
        ("units", UNIT_FAULTS),
        ("charts", CHART_FAULTS),
        ("terrain", TERRAIN_FAULTS),
        ("catalogue", CATALOGUE_FAULTS),
        ("overlay", OVERLAY_FAULTS),
    )
    for place, value in rows
]


@pytest.mark.parametrize(
    ("name", "place", "value"),
    FAULTS,
    ids=[f"{n}:{p}={'gone' if v is GONE else json.dumps(v)[:30]}" for n, p, v in FAULTS],
)
def test_a_single_fault_is_refused_where_it_is(name: str, place: str, value: Any) -> None:
    steps = steps_of(good(name), place)
    data = spoiled(good(name), steps, value)
    found = [tuple(error.absolute_path) for error in validator(name).iter_errors(data)]
    assert found != []
    assert [path for path in found if path != steps[: len(path)]] == []
    assert not compiled(name).is_valid(data)


def test_map_corrections_that_fit_are_what_the_ruleset_takes() -> None:
    assert validator("overlay").is_valid(OVERLAY)
    field = ruleset.game("jena-auerstadt", {}, OVERLAY).setting.field
    assert (field.terrain["1505"], field.on_way("road", "0104", "0204")) == ("forest", False)


# A number for a hex is text to the reader; the schema keeps hexes texts.
@pytest.mark.parametrize(("place", "value"), [row for row in OVERLAY_FAULTS if row != ("0.hex", 1505)])
def test_map_corrections_that_do_not_fit_are_refused_by_the_ruleset(place: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"^overlay: "):
        ruleset.game("jena-auerstadt", {}, spoiled(good("overlay"), steps_of(good("overlay"), place), value))


def test_map_corrections_read_as_text_are_typed_by_their_schema() -> None:
    text = '- {hex: "1505", terrain: forest slope}\n- {hexside: "0104-0204", feature: road, there: false}\n'
    assert check(load(text), read_schema("overlay")) == (OVERLAY, ())
    _, findings = check(load('- {hex: "1505", terrain: lava}\n'), read_schema("overlay"))
    assert [(finding.line, finding.path) for finding in findings] == [(1, (0, "terrain"))]
    assert "clear, forest, rough, marsh or town" in findings[0].message()
