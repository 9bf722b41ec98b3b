"""Standing orders: which slots an army has, what they take, and what `ask` does in them."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND
from pbem.engine.requests import ORDERS, SILENT
from rulesets.jours_de_gloire.documents.documents import document_schema
from rulesets.jours_de_gloire.documents.standing import first_of, slots
from tests.rulesets.jours_de_gloire.fighting import fight
from tests.rulesets.jours_de_gloire.world import HOME, small

NAMES = ["tactic.attack", "tactic.defence", "losses", "retreat", "squatter", "stranded"]
NAMES += ["city", "siege", "overrun", "winner", "bridges", "order-of-play"]


@pytest.mark.parametrize("army", ["french", "russian"])
def test_the_slots(army: str) -> None:
    found = slots(small(), army)
    assert [slot.name for slot in found] == NAMES
    assert all("Default:" in slot.doc for slot in found)


@pytest.mark.rule("jdg", "8.1-P1")
def test_both_chits_are_bound_when_the_phase_begins() -> None:
    """The phasing army's plan comes with its orders, and no dice that fall meanwhile change it."""
    bound = {slot.name: slot.binding for slot in slots(small(), "french")}
    assert {name for name, binding in bound.items() if binding == PHASE_BOUND} == {"tactic.attack", "tactic.defence"}
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
        {"garten.d": 6},
        came={"napoleon i ii": "fels"},
        orders={"battles": {"garten": {"stay": "ask"}}},
    )
    assert (played.due, len(played.told("battle-over"))) == ("winner", 1)


@pytest.mark.rule("jdg", "8.1-P1")
@pytest.mark.parametrize("kind", ["orders.json", "orders.yaml"])
def test_nobody_chooses_his_chit_when_he_has_seen_the_others(kind: str) -> None:
    """Both chits lie on the table before anything is turned up, so that `ask` is no chit."""
    setting = small()
    binding = json.loads((HOME / "data/asks/orders.json").read_text())
    schema = binding if kind == "orders.json" else {**document_schema(setting, ORDERS), "type": "object"}
    chits = {chit: {"battles": {"garten": {"tactic": chit}}} for chit in ("screen", "decisive", "ask")}
    valid = {chit: jsonschema.Draft202012Validator(schema).is_valid(paper) for chit, paper in chits.items()}
    assert valid == {"screen": True, "decisive": True, "ask": False}


@pytest.mark.rule("jdg", "8.1-P1")
@pytest.mark.rule("jdg", "8.8-3")
@pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "open"])
@pytest.mark.parametrize("where", ["orders", "slot"])
def test_who_is_asked_whether_he_storms_knows_no_chit(hidden: bool, where: str) -> None:
    """8.8-3 comes before the battle and its chits: those of the other army stay closed until then."""
    asked: dict[str, Any] = {"orders": {"battles": {"castell": {"siege": "ask"}}}}
    played = fight(
        {"castell": "napoleon i ii rus-1"},
        hidden=hidden,
        came={"napoleon i ii": "dachs"},
        **(asked if where == "orders" else {"slots": {"french.siege": "ask"}}),
    )
    assert played.due == "siege"
    assert ("russian", "tactic.defence") not in played.asked


def test_examples_fit_and_name_the_own_side() -> None:
    setting = small()
    for army in setting.armies:
        shown = {slot.name: slot for slot in slots(setting, army) if slot.example is not None}
        assert {"losses", "retreat", "squatter", "stranded"} == set(shown)
        assert {setting.commands[setting.units[uid].command].army for uid in shown["losses"].example} == {army}
