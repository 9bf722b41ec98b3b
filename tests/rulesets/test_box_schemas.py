"""The schemas of the box games' data hold for every shipped file and refuse single faults where they are."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.orders.check import check
from pbem.orders.loader import load
from pbem.orders.schemas import read_schema
from pbem.wargame.data_reader import read_data
from pbem.wargame.faults import DataFaults
from rulesets.jours_de_gloire import ruleset
from rulesets.jours_de_gloire.binding import read_setting
from rulesets.jours_de_gloire.tables import read_charts
from tests.rulesets.spoiling import GONE, compiled, fits, is_sound, read, spoiled, steps_of, validator

NAMES = ("box-charts", "box-forces", "box-map", "box-scenario")
SMALL = Path(__file__).parent / "jours_de_gloire" / "small"
DATA = ruleset.home / "data"
SCENARIOS = [*sorted((ruleset.home / "scenarios").iterdir()), SMALL]
FILES = [
    ("box-charts", DATA / "charts.yaml"),
    ("catalogue", DATA / "catalogue.yaml"),
    *(("box-map", path) for path in (*sorted((DATA / "maps").iterdir()), SMALL / "maps" / "small.yaml")),
    *(("box-scenario", folder / "scenario.yaml") for folder in SCENARIOS),
    *(("box-forces", folder / "forces.yaml") for folder in SCENARIOS),
]


@cache
def good(name: str) -> Any:
    """A document that fits a schema: of the small war, the charts of the ruleset."""
    paths = {"box-map": SMALL / "maps/small.yaml", "box-charts": DATA / "charts.yaml"}
    return read(paths.get(name, SMALL / f"{name.removeprefix('box-')}.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_are_valid(name: str) -> None:
    is_sound(name, "box games' data", ruleset.id)


@pytest.mark.parametrize(("name", "path"), FILES, ids=[f"{p.parent.name}/{p.name}" for _, p in FILES])
def test_every_shipped_file_fits(name: str, path: Path) -> None:
    data = read(path)
    fits(name, data)
    # Read strictly, as the check of a scenario reads it, it is the same.
    assert (load(path.read_bytes()).data, check(load(path.read_bytes()), read_schema(name))[1]) == (data, ())


def test_the_words_are_those_of_the_charts() -> None:
    charts = good("box-charts")
    turn = read_schema("box-scenario")["properties"]["turns"]["items"]
    assert turn["properties"]["month"]["enum"] == list(charts["weather"]["months"])
    assert read_schema("box-scenario")["properties"]["game"]["enum"] == list(charts["siege"])
    kinds = read_schema("box-map")["$defs"]["link"]["properties"]["kind"]["enum"]
    assert kinds == list(charts["movement"]["links"])


MAP_FAULTS = (
    ("title", GONE),
    ("scale", GONE),
    ("scale.plain", ["14"]),
    ("scale.plain.0", "near"),
    ("boxes", {}),
    ("boxes.Fels", {"name": "Fels", "lat": "50.00", "lon": "10.00", "terrain": "clear"}),
    ("boxes.eiche.lat", "50"),
    ("boxes.eiche.lon", GONE),
    ("boxes.eiche.terrain", "swamp"),
    ("boxes.eiche.city", "true"),
    ("boxes.eiche.colour", "green"),
    ("boxes.eiche", "Eiche"),
    ("links", []),
    ("links.0", "ahorn birke"),
    ("links.0.a", "Ahorn"),
    ("links.0.b", GONE),
    ("links.0.kind", "road"),
    ("links.0.water", "ferry"),
    ("links.0.over", "minor"),
    ("entries.north-road.box", ["birke"]),
    ("entries.north-road.kind", GONE),
    ("rivers.strom.kind", "huge"),
    ("rivers.strom.links.0", ["eiche"]),
    ("lakes", {}),
)
SCENARIO_FAULTS = (
    ("title", GONE),
    ("game", "spain"),
    ("map", GONE),
    ("map", "Small Map"),
    ("sides", ["french"]),
    ("sides", ["russian", "austrian"]),
    ("sides", ["french", "french"]),
    ("sides.1", "Russians!"),
    ("turns", []),
    ("turns.0.month", "brumaire"),
    ("turns.0.label", GONE),
    ("turns.0.day", "1"),
    ("weather.mud", "true"),
    ("weather.snow", "yes"),
    ("counters", GONE),
    ("counters.french.dummies.infantry", "many"),
    ("counters.french.dummies.artillery", "1"),
    ("counters.french.forces", "21"),
    ("counters.french.name", GONE),
    ("control.Castell", "french"),
    ("control.castell", "nobody!"),
    ("reinforcements.0.turn", "0"),
    ("reinforcements.0.side", GONE),
    ("reinforcements.0.units", "late-foot"),
    ("reinforcements.0.pf", "3"),
    ("reinforcements.0.delay", "1"),
    ("replacements.0.why", GONE),
    ("replacements.0.turn", "soon"),
    ("victory.boxes.castell", "0"),
    ("victory.towns", {}),
    ("special", {"flood": {}}),
    ("weapons", []),
)
FORCES_FAULTS = (
    ("commands", GONE),
    ("commands.grande-armee.chief", GONE),
    ("commands.grande-armee.side", "French!"),
    ("commands.Navy", {"side": "french", "name": "Navy", "chief": "ney"}),
    ("generals.napoleon.vc", "5"),
    ("generals.napoleon.rank", "0"),
    ("generals.napoleon.bt", "-1"),
    ("generals.napoleon.emperor", "true"),
    ("generals.napoleon.at", GONE),
    ("generals.napoleon.marks.vc", "guessed"),
    ("generals.napoleon.marks.vc", "known: "),
    ("generals.napoleon.marks.bt", GONE),
    ("units.i.kind", "marines"),
    ("units.i.co", "7"),
    ("units.i.ba", "10"),
    ("units.i.pf", "0"),
    ("units.i.pf", "41"),
    ("units.i.level", "army"),
    ("units.i.counter", "french-b"),
    ("units.legion.counter", GONE),
    ("units.i.marks", GONE),
    ("units.i.horses", "12"),
    ("detachments.french-a.ba", "0"),
    ("detachments.french-a.co", GONE),
)
CHART_FAULTS = (
    ("combat.columns.0", "1 to 3"),
    ("combat.rows.11", ["0"] * 10),
    ("combat.rows.3.0", "x"),
    ("multipliers.fatigued.attacker", "0.5"),
    ("shifts.flank.defender", GONE),
    ("artillery.rows.4.0", "*"),
    ("weather.rows.4.0", "fog"),
    ("tactics.decisive.least", "many"),
    ("tactics.feint", {}),
    ("overrun.rows.1", "stop"),
    ("victory", GONE),
    ("tables", {}),
)
# What the form leaves open and the reader of the charts does not.
MISNAMED = (
    ("combat.columns.9", GONE, "line -1 has 10 codes for 9 columns"),
    ("combat.rows.3.10", "0", "line 3 has 11 codes for 10 columns"),
    ("dice.fog", {"attacker": "0", "defender": "0"}, "charts.yaml: dice has fog, which no rule asks for"),
    ("weather.months.may", GONE, "charts.yaml: weather.months lacks may"),
    ("movement.points.dragon", "9", "charts.yaml: movement.points has dragon"),
    ("movement.weather.mud.cavalry", GONE, "charts.yaml: movement.weather.mud lacks cavalry"),
    ("demolition.7", "stands", "charts.yaml: demolition has 7"),
    ("siege.spain", {"2": "6"}, "charts.yaml: siege has spain"),
    ("victory", GONE, "charts.yaml lacks victory"),
    ("tables", {}, "charts.yaml has tables"),
    ("weather.rows.4.3", GONE, "charts.yaml: weather: line 4 has 3 cells for 4 columns"),
    ("morale", [], "charts.yaml: morale is no map"),
)
FAULTS = [
    (name, place, value)
    for name, rows in (
        ("box-map", MAP_FAULTS),
        ("box-scenario", SCENARIO_FAULTS),
        ("box-forces", FORCES_FAULTS),
        ("box-charts", CHART_FAULTS),
    )
    for place, value in rows
]
IDS = [f"{n}:{p}={'gone' if v is GONE else json.dumps(v)[:30]}" for n, p, v in FAULTS]


@pytest.mark.parametrize(("name", "place", "value"), FAULTS, ids=IDS)
def test_a_single_fault_is_refused_where_it_is(name: str, place: str, value: Any) -> None:
    steps = steps_of(good(name), place)
    data = spoiled(good(name), steps, value)
    found = [tuple(error.absolute_path) for error in validator(name).iter_errors(data)]
    assert found != []
    assert [path for path in found if path != steps[: len(path)]] == []
    assert not compiled(name).is_valid(data)


def as_file(data: Any) -> bytes:
    return yaml.safe_dump(data, allow_unicode=True).encode("utf-8")


# What the reader takes all the same: it knows no upper bound of texts, and passes over what it has no use for.
LENIENT = {"detachments.french-a.ba", "units.i.counter", "control.castell"}
READ = [row for row in FAULTS if row[0] != "box-charts" and row[1] not in LENIENT]


@pytest.mark.parametrize(("name", "place", "value"), READ, ids=[f"{n}:{p}" for n, p, _ in READ])
def test_the_reader_refuses_it_too(name: str, place: str, value: Any) -> None:
    """A schema is no stricter than the ruleset, so that nothing that could be played is refused."""
    rules = {path.relative_to(DATA).as_posix(): path.read_bytes() for path in DATA.rglob("*.yaml")}
    files = {path.relative_to(SMALL).as_posix(): path.read_bytes() for path in SMALL.rglob("*.yaml")}
    target = {"box-map": "maps/small.yaml", "box-scenario": "scenario.yaml", "box-forces": "forces.yaml"}[name]
    files[target] = as_file(spoiled(good(name), steps_of(good(name), place), value))
    with pytest.raises(DataFaults) as caught:
        read_setting(rules, files, {})
    assert caught.value.faults


@pytest.mark.parametrize(("place", "value", "words"), MISNAMED, ids=[place for place, _, _ in MISNAMED])
def test_the_reader_of_the_charts_knows_their_names(place: str, value: Any, words: str) -> None:
    data = spoiled(good("box-charts"), steps_of(good("box-charts"), place), value)
    with pytest.raises(DataFaults) as caught:
        read_charts(data)
    assert [fault for fault in caught.value.faults if words in fault]


def test_the_charts_are_read_as_they_are_shipped() -> None:
    assert read_charts(read_data("charts.yaml", (DATA / "charts.yaml").read_bytes())).months
