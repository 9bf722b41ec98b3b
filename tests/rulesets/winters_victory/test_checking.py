"""The files of a scenario of Winter's Victory: their schemas, and the names in them (3.0, 6.7)."""

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
from pbem.wargame.datafolder import read_folder
from rulesets.winters_victory.checking import PLACES, SCHEMAS, STORY, WintersChecks
from tests.rulesets.spoiling import GONE, compiled, fits, is_sound, read, spoiled, steps_of, validator
from tests.rulesets.winters_victory.winter import HOME

SCENARIOS = sorted((HOME / "scenarios").iterdir())
DAVOUT = HOME / "scenarios" / "davout"


@cache
def good(name: str) -> Any:
    """A file of the scenario davout."""
    return read(DAVOUT / name)


@cache
def checks() -> WintersChecks:
    return WintersChecks(read_folder(HOME / "data"))


@pytest.mark.parametrize("name", SCHEMAS.values())
def test_the_schemas_are_valid(name: str) -> None:
    is_sound(
        name, "battle of brigades" if name.endswith("setup") else "battle of brigades with leaders", "winters-victory"
    )


@pytest.mark.parametrize("folder", SCENARIOS, ids=[folder.name for folder in SCENARIOS])
def test_every_scenario_fits_its_schemas_and_has_no_fault(folder: Path) -> None:
    files = read_folder(folder)
    for name, schema in SCHEMAS.items():
        fits(schema, read(folder / name))
        assert check(load(files[name]), read_schema(schema))[1] == ()
    assert checks().faults(files, tuple(SCHEMAS)) == []


FORM_FAULTS = (
    (STORY, "id", "The Hill"),
    (STORY, "days", []),
    (STORY, "days.0.turns", "1 to 4"),
    (STORY, "start", GONE),
    (STORY, "start.points.allied", GONE),
    (STORY, "start.weather.rate", "fog"),
    (STORY, "start.weather.wind", "north"),
    (STORY, "start.states.davout", "asleep"),
    (STORY, "start.headquarters.allied", "443"),
    (STORY, "arrivals.0.turn", "62"),
    (STORY, "arrivals.0.at", GONE),
    (STORY, "arrivals.0.by", "road"),
    (STORY, "retreat.saxon", "4370"),
    (STORY, "objectives.serpallen.points", "many"),
    (STORY, "victory.kind", "luck"),
    (STORY, "victory.french-draw", "1"),
    (STORY, "weapons", []),
    (PLACES, "from", GONE),
    (PLACES, "brigades", {}),
    (PLACES, "brigades.f3-4a.face", "6"),
    (PLACES, "brigades.f3-4a.in", "square"),
    (PLACES, "brigades.f3-4a.at", ""),
    (PLACES, "leaders.davout", "here"),
)
IDS = [f"{name}:{place}={'gone' if value is GONE else json.dumps(value)[:20]}" for name, place, value in FORM_FAULTS]


@pytest.mark.parametrize(("name", "place", "value"), FORM_FAULTS, ids=IDS)
def test_a_single_fault_of_form_is_refused_where_it_is(name: str, place: str, value: Any) -> None:
    steps = steps_of(good(name), place)
    data = spoiled(good(name), steps, value)
    found = [tuple(error.absolute_path) for error in validator(SCHEMAS[name]).iter_errors(data)]
    assert found != []
    assert [path for path in found if path != steps[: len(path)]] == []
    assert not compiled(SCHEMAS[name]).is_valid(data)


# Name of the file, place, value, words of the fault.
NAME_FAULTS = (
    (STORY, "area", "davoutt", "did you mean davout?"),
    (STORY, "superiors.korff", "ostermann", "no leader ostermann; did you mean osterman?"),
    (STORY, "days.0.turns", "34-14", "no turns 34-14"),
    (STORY, "start.independent", "davoust", "no leader davoust"),
    (STORY, "start.attacks.a", "frient", "no leader frient; did you mean friant?"),
    (STORY, "start.fatigue", {"f3-9": "2"}, "no brigade f3-9"),
    (STORY, "start.ammunition", {"f-b9": "2"}, "no unit f-b9"),
    (STORY, "arrivals.0.brigades", "f3-1a f3-1x", "no brigade f3-1x"),
    (STORY, "arrivals.0.at", "0101", "no hex 0101 in the part of the map in play"),
    (STORY, "retreat.french", "9999", "no hex 9999"),
    (STORY, "objectives.serpallen.hexes", "4167 0101", "no hex 0101"),
    (PLACES, "brigades.f3-4a.at", "0101", "no hex 0101"),
    (PLACES, "brigades.f3-4a.units", "f-1chh", "did you mean f-1ch or"),
    (PLACES, "leaders.davout", "0101", "no hex 0101"),
    (PLACES, "without", "napoleonn", "did you mean napoleon?"),
)


@pytest.mark.parametrize(
    ("name", "place", "value", "words"), NAME_FAULTS, ids=[f"{row[0]}:{row[1]}" for row in NAME_FAULTS]
)
def test_a_name_that_is_not_there_is_told_in_its_place(name: str, place: str, value: Any, words: str) -> None:
    steps = steps_of(good(name), place)
    files = {**read_folder(DAVOUT), name: as_file(spoiled(good(name), steps, value))}
    found = checks().faults(files, tuple(SCHEMAS))
    assert any(words in fault.what and fault.file == name for fault in found), found
    assert all(fault.path[: len(steps)] == steps for fault in found)


def test_a_set_up_that_the_rules_forbid_is_told() -> None:
    places = spoiled(good(PLACES), ("brigades", "f3-4a", "in"), "line")
    found = checks().faults({**read_folder(DAVOUT), PLACES: as_file(places)}, tuple(SCHEMAS))
    assert found and {fault.file for fault in found} == {PLACES}
    assert all("in line" in fault.what for fault in found)


def test_what_has_not_its_form_is_not_looked_at() -> None:
    assert checks().faults({STORY: b"nothing: here"}, ()) == []


def as_file(data: Any) -> bytes:
    return yaml.safe_dump(data, allow_unicode=True, default_style='"').encode("utf-8")
