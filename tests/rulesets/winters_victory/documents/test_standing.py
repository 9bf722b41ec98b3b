"""Standing orders of Winter's Victory: slots, values with printed names, what matters soon; formations of teams."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from pbem.engine.hidden import NOTHING
from rulesets.winters_victory import sequence
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.documents.standing import slots
from rulesets.winters_victory.play import ARMIES
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.documents.openings import asked, setting, writing

SCENARIOS = ("learning-serpallen", "first-day", "davout", "eylau", "two-days")
LONGEST = 64


@pytest.mark.parametrize("uid", SCENARIOS)
@pytest.mark.parametrize("army", ARMIES)
def test_slots_are_of_those_who_are_there_and_their_examples_are_read(uid: str, army: str) -> None:
    of = setting(uid)
    found = list(slots(of, army))
    assert [slot.name for slot in found] == [slot.name for slot in slots(of, army)]
    brigades = {slot.name.partition(".")[2] for slot in found if slot.name.startswith(("fire.", "react."))}
    assert brigades == {of.units[one].brigade for one in of.present if of.units[one].fights} & {
        one for one, brigade in of.forces.brigades.items() if brigade.army == army
    }
    reader = writing(uid).standing
    assert reader is not None
    examples = {slot.name: slot.example for slot in found}
    reading = reader.read(army, examples, sequence.start(of).to_json())
    assert not reading.faults
    for slot in found:
        assert len(slot.name) <= LONGEST and slot.doc.endswith(".")
        binds = jsonschema_rs.validator_for(slot.schema)
        assert binds.is_valid(slot.default) and binds.is_valid(reading.values[slot.name]), slot.name
        assert not binds.is_valid("ask") and jsonschema_rs.validator_for(slot.written).is_valid(slot.example)


@pytest.mark.parametrize(
    ("slot", "value", "read", "place"),
    [
        row("11.0-1", "fire.f3-2a", {"hold": ["15th Light, battalion 1"]}, {"hold": ["f-15l-1"]}, ""),
        row("11.0-1", "fire.f3-b", {"prefer": {"f-b3-2": "Serpallen"}}, {"prefer": {"f-b3-2": "4167"}}, ""),
        row("13.41-1", "rally.iii", {"recover": {"f-33-1": {"in": "go", "face": 2}}},
            {"recover": {"f-33-1": {"in": "general-order", "face": 2}}}, ""),
        row("4.0-1", "fire.f3-2a", {"hold": ["f-1ch"]}, None, "fire.f3-2a hold 0"),
        row("4.0-1", "fire.f3-2a", {"hold": ["r-j26-1"]}, None, "fire.f3-2a hold 0"),
        row("4.0-1", "hourly", {"rest": ["nobody"]}, None, "hourly rest 0"),
    ],
)  # fmt: skip
def test_values_are_read_with_their_places(slot: str, value: Any, read: Any, place: str) -> None:
    reader = writing("learning-serpallen").standing
    assert reader is not None
    reading = reader.read(FRENCH, {slot: value})
    if place:
        assert next(" ".join(map(str, one.path)) for one in reading.faults) == place
    else:
        assert (reading.values, reading.faults) == ({slot: read}, [])


def test_who_is_not_on_the_map_is_remarked_upon() -> None:
    reader = writing("learning-serpallen").standing
    assert reader is not None
    at = sequence.start(setting("learning-serpallen")).to_json()
    reading = reader.read(FRENCH, {"fire.f3-2a": {"hold": ["f-15l-1.s1"]}}, at)
    assert [one.path for one in reading.remarks] == [("fire.f3-2a", "hold", 0)] and not reading.faults


def test_brigades_near_the_enemy_matter_soon() -> None:
    reader = writing("eylau").standing
    assert reader is not None
    at = sequence.start(setting("eylau")).to_json()
    soon = reader.soon(ALLIED, at)
    assert {"fire.r7-4", "react.r7-4", "command.russian", "command.army"} <= set(soon)
    assert "fire.p-die" not in soon and len(soon) < len(list(slots(setting("eylau"), ALLIED)))


@pytest.mark.parametrize(
    ("uid", "army", "units", "formations"),
    [
        row("16.21", "eylau", FRENCH, ["f-26l-1", "friant"], ["soult", "davout"]),
        row("16.21", "eylau", ALLIED, ["r-sievsk-1"], ["tuchkov"]),
        row("16.32-3", "eylau", ALLIED, ["baggovut", "nobody"], ["baggovut"]),
        row("16.21", "eylau", FRENCH, ["napoleon"], ["napoleon"]),
    ],
)
def test_formations_are_corps_wings_and_detachments(uid: str, army: str, units: Any, formations: list[str]) -> None:
    teams = writing(uid).teams
    assert teams is not None
    assert list(teams.concerned({}, army, {"units": units})) == formations
    assert set(formations) <= set(teams.formations(army))


def test_a_captain_orders_behind_those_of_his_team() -> None:
    teams, request = writing("learning-serpallen").teams, asked("learning-serpallen")
    assert teams is not None
    before = [{"units": ["f-15l-1"], "path": ["4070"]}]
    document = {"orders": [{"unit": "f-33-1", "path": ["4070"]}, {"unit": "f-15l-1", "path": ["4069"]}]}
    found = teams.compile(request, document, NOTHING, before)
    assert found is not None
    assert found.input["orders"][0] == before[0]
    assert [one.path for one in found.faults] == [("orders", 2)]
