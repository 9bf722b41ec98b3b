"""The schemas of large hex games' data hold for every file and refuse single faults where they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.napoleons_last_battles.files import HOME, SCENARIOS
from tests.rulesets.spoiling import GONE, compiled, fits, is_sound, read, spoiled, steps_of, validator

FILES = [
    ("catalogue", HOME / "data" / "catalogue.yaml"),
    ("charts", HOME / "data" / "charts.yaml"),
    ("hex-terrain", HOME / "data" / "terrain.yaml"),
    ("hex-options", HOME / "data" / "options.yaml"),
    ("hex-calendar", HOME / "data" / "calendar.yaml"),
    ("hex-units", HOME / "data" / "units.yaml"),
    *(("hex-scenario", HOME / "scenarios" / uid / "scenario.yaml") for uid in SCENARIOS),
]
GOOD = {
    "hex-terrain": HOME / "data" / "terrain.yaml",
    "hex-units": HOME / "data" / "units.yaml",
    "hex-options": HOME / "data" / "options.yaml",
    "hex-calendar": HOME / "data" / "calendar.yaml",
    "hex-scenario": HOME / "scenarios" / "campaign" / "scenario.yaml",
}


@pytest.mark.parametrize("name", GOOD)
def test_the_schemas_are_valid(name: str) -> None:
    is_sound(name, "hex games' data", "napoleons-last-battles")


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{p.parent.name}/{p.name}" for _, p in FILES])
def test_every_file_fits(name: str, path: Path) -> None:
    fits(name, read(path))


def test_no_scenario_is_without_a_test() -> None:
    assert {path.name for path in (HOME / "scenarios").iterdir()} == set(SCENARIOS)
    assert {read(path)["id"] for name, path in FILES if name == "hex-scenario"} == set(SCENARIOS)


@pytest.mark.rule("nlb", "CRT")
def test_the_results_table_has_its_column_of_two_to_one() -> None:
    charts = read(HOME / "data" / "charts.yaml")
    column = {odds: [row[at] for row in charts["results"].values()] for at, odds in enumerate(charts["columns"])}
    assert column["2-1"] == ["Dr", "Dr", "Dr", "Dr", "Ar", "Ar"]
    assert "Ex" not in column["3-1"]
    assert sum(result in ("De", "Ex") for result in column["4-1"]) == 2
    assert [len(row) for row in charts["results"].values()] == [10] * 6


@pytest.mark.rule(
    "nlb", "TEC-forest-1", "TEC-town", "TEC-chateau", "TEC-stream", "TEC-river", "TEC-bridge", "TEC-crest"
)
def test_the_terrain_chart_as_repaired() -> None:
    chart = read(HOME / "data" / "terrain.yaml")
    hexes = {
        kind: (row["enter"]["foot"], row["enter"]["horse"], row["defence"]) for kind, row in chart["hexes"].items()
    }
    assert hexes == {
        "clear": ("1", "1", "1"),
        "forest": ("2", "4", "1"),
        "marsh": ("2", "4", "1"),
        "town": ("1", "1", "2"),
        "chateau": ("2", "2", "3"),
    }
    assert {kind for kind, row in chart["hexes"].items() if row["blocks-sight"] == "true"} == {
        "forest",
        "town",
        "chateau",
    }
    sides = {kind: (row["cross"], row["defence"], row["zone-crosses"]) for kind, row in chart["hexsides"].items()}
    assert sides == {
        "crest": ("0", "1", "true"),
        "stream": ("2", "2", "true"),
        "river": ("-", "1", "false"),
        "bridge": ("0", "2", "true"),
        "lake": ("-", "1", "false"),
    }
    assert chart["ways"] == {"road": "1/2", "trail": "1"}


def test_the_catalogue_has_535_entries_with_760_cases() -> None:
    entries = read(HOME / "data" / "catalogue.yaml")["entries"]
    assert (len(entries), len({e[0] for e in entries}), sum(int(e[3]) for e in entries)) == (535, 535, 760)


UNIT_FAULTS = (
    ("marks.text", "somewhere"),
    ("marks", GONE),
    ("ranges.general", "5 text"),
    ("nations.french.side", GONE),
    ("nations.french.formations.fr-1.level", "15"),
    ("nations.french.formations.fr-1.units.pire!", {"name": "x", "kind": "cavalry", "allowance": "7 text"}),
    ("nations.french.formations.fr-1.units.jacq.kind", "dragoons"),
    ("nations.french.formations.fr-1.units.jacq.strength", "3"),
    ("nations.french.formations.fr-1.units.jacq.strength", GONE),
    ("nations.french.formations.fr-1.units.derlon.strength", "3 text"),
    ("nations.french.formations.fr-1.units.jacq.allowance", "0 text"),
    ("nations.french.formations.fr-1.units.jacq.set", "spare"),
    ("nations.french.formations.fr-1.units.jacq.traits", "brave"),
    ("nations.french.formations.fr-1.units.jacq.colour", "blue"),
    ("substitutions.left.in", {}),
    ("substitutions.left.out", GONE),
    ("additions.rifles.case", "sixteen"),
)
SCENARIO_FAULTS = (
    ("id", "The Campaign"),
    ("armies.1", "french"),
    ("turns.from", "16 June"),
    ("turns.rain", "always"),
    ("play.columns", "1 to 57"),
    ("options.offered", GONE),
    ("options.own.hal.default", []),
    ("setup.french.fr-1.quiot-1", "1563 reduced"),
    ("setup.french.fr-1.Quiot", "1563"),
    ("places.0.units", ["drouot"]),
    ("places.0.at", "1234"),
    ("places.0.with", GONE),
    ("reinforcements.0.turn", "noon"),
    ("reinforcements.0.turn", GONE),
    ("reinforcements.0.at", "gate"),
    ("reinforcements.0.die", "1 2"),
    ("reinforcements.0.speed", "half"),
    ("memos.0.opened", "never"),
    ("exits.0.at", GONE),
    ("victory.net.instant", "many"),
    ("victory.shifts.0.when.is", "late"),
    ("victory.end.0.degree", "total"),
    ("points.0.counts", "glory"),
    ("points.0.points", "-1"),
    ("supply.french", "up"),
    ("weather", {}),
)
TERRAIN_FAULTS = (
    ("hexes.none", {}),
    ("hexes.clear.enter.foot", "0.5"),
    ("hexes.clear.enter", {}),
    ("hexes.clear.defence", "4"),
    ("hexes.clear.halved", "guns"),
    ("hexes.clear.from", "hearsay"),
    ("hexes.clear.blocks-sight", "yes"),
    ("ways.rail", "1/2"),
    ("ways.road", "-"),
    ("hexsides.wall", {}),
    ("hexsides.lake", GONE),
    ("hexsides.river.cross", "two"),
    ("states.tired", {}),
    ("sea", {}),
)
OPTION_FAULTS = (
    ("options.leaders.case", "ten"),
    ("options.leaders.case", GONE),
    ("options.leaders.doc", "leaders stand on the map"),
    ("options.leaders.needs", ["command"]),
    ("options.leaders.excludes", "Command"),
    ("options.heavy-artillery.needs-heavy", "yes"),
    ("options.leaders.colour", "blue"),
    ("options.Leaders", {"case": "10.0", "doc": "Leaders."}),
    ("groups.battle", ["leaders"]),
    ("groups", GONE),
    ("choices", {}),
)
CALENDAR_FAULTS = (
    ("days.0", "June 15"),
    ("days", []),
    ("turns.0900", "light"),
    ("turns.noon", "day"),
    ("hours.night", "none"),
    ("hours.dawn", GONE),
    ("dim.0", "18/2000"),
    ("observation.day", "0"),
    ("observation.fog", "1"),
    ("rain.0", "17 June"),
    ("weather.from", "noon"),
    ("weather.clear.6", "storm"),
    ("weather.rain.1", GONE),
    ("weather.clear-from", GONE),
    ("moon", {}),
)
ALL_FAULTS = (
    ("hex-units", UNIT_FAULTS),
    ("hex-scenario", SCENARIO_FAULTS),
    ("hex-terrain", TERRAIN_FAULTS),
    ("hex-options", OPTION_FAULTS),
    ("hex-calendar", CALENDAR_FAULTS),
)
FAULTS = [(name, place, value) for name, some in ALL_FAULTS for place, value in some]


@pytest.mark.parametrize(
    ("name", "place", "value"),
    FAULTS,
    ids=[f"{n}:{p}={'gone' if v is GONE else json.dumps(v)[:30]}" for n, p, v in FAULTS],
)
def test_a_single_fault_is_refused_where_it_is(name: str, place: str, value: Any) -> None:
    good = read(GOOD[name])
    steps = steps_of(good, place)
    data = spoiled(good, steps, value)
    found = [tuple(error.absolute_path) for error in validator(name).iter_errors(data)]
    assert found != []
    assert [path for path in found if path != steps[: len(path)]] == []
    assert not compiled(name).is_valid(data)
