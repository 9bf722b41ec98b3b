"""Standing orders: which slots a side has, what they take, and what `ask` does in them."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND
from pbem.engine.requests import SILENT
from rulesets.jours_de_gloire.standing import first_of, slots
from tests.rulesets.jdg.fighting import fight
from tests.rulesets.jdg.world import small

NAMES = ["tactic.attack", "tactic.defence", "losses", "retreat", "squatter", "stranded"]
NAMES += ["city", "siege", "overrun", "winner", "bridges", "order-of-play"]


@pytest.mark.parametrize("side", ["french", "russian"])
def test_the_slots(side: str) -> None:
    found = slots(small(), side)
    assert [slot.name for slot in found] == NAMES
    for slot in found:
        jsonschema.Draft202012Validator.check_schema(slot.schema)
        assert jsonschema.Draft202012Validator(slot.schema).is_valid(slot.default)
        assert slot.doc.endswith(".") and "Default:" in slot.doc


@pytest.mark.rule("jdg", "8.1-P1")
def test_only_the_defenders_chit_is_bound_before_the_phase() -> None:
    """The phasing side may order another chit for each battle; the other's lies on the table by then."""
    bound = {slot.name: slot.binding for slot in slots(small(), "french")}
    assert {name for name, binding in bound.items() if binding == PHASE_BOUND} == {"tactic.defence"}
    assert set(bound.values()) == {PHASE_BOUND, MESSAGE_BOUND}


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("tactic.attack", {"prefer": [{"chit": "decisive", "own": {"least": 20}}], "else": "lowest"}, True),
        ("tactic.defence", {"prefer": [{"chit": "screen", "as": "defender", "boxes": ["garten"]}]}, True),
        ("tactic.attack", {"prefer": [{"own": {"least": 20}}]}, False),
        ("tactic.attack", {"prefer": [{"chit": "charge"}]}, False),
        ("losses", ["i", "french-a"], True),
        ("losses", ["nobody"], False),
        ("retreat", ["garten", "heide"], True),
        ("retreat", ["paris"], False),
        ("city", "outside", True),
        ("siege", "starve", False),
        ("order-of-play", "second", True),
    ],
)
def test_what_a_slot_takes(name: str, value: Any, valid: bool) -> None:
    slot = next(slot for slot in slots(small(), "french") if slot.name == name)
    assert jsonschema.Draft202012Validator(slot.schema).is_valid(value) is valid


def test_the_first_box_that_can_be_reached_counts() -> None:
    read = first_of(["heide", "linde"])
    assert read(["fels", "linde", "heide"]) == "linde"
    assert read("heide") == "heide"
    assert read(["fels"]) is SILENT


def test_ask_stops_play_and_asks() -> None:
    played = fight(
        {"garten": "napoleon i ii rus-1"},
        {"garten.a": 6, "garten.r1.morale.d": 6},
        came={"napoleon i ii": "fels"},
        slots={"russian.retreat": "ask", "russian.losses": "ask", "russian.tactic.defence": "ask"},
    )
    assert played.told("battle")[0]["chits"]["defender"] == "screen"
    assert (played.due, played.box("rus-1")) == ("retreat", "garten")


def test_ask_in_the_orders_stops_as_well() -> None:
    played = fight(
        {"garten": "napoleon i ii rus-1"},
        came={"napoleon i ii": "fels"},
        orders={"battles": {"garten": {"tactic": "ask"}}},
    )
    assert (played.due, played.told("battle")) == ("tactic", [])


def test_examples_fit_and_name_the_own_side() -> None:
    setting = small()
    for side in setting.sides:
        shown = {slot.name: slot for slot in slots(setting, side) if slot.example is not None}
        assert {"losses", "retreat", "squatter", "stranded"} == set(shown)
        assert all(jsonschema.Draft202012Validator(slot.schema).is_valid(slot.example) for slot in shown.values())
        assert {setting.commands[setting.units[uid].command].side for uid in shown["losses"].example} == {side}
