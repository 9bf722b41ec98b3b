"""Standing orders: the slots, their schemas and defaults, and how preferences are read."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND
from pbem.engine.options import Json
from pbem.engine.requests import SILENT
from pbem.hexgame.fighting.preferences import (
    read_advance_said,
    read_advance_standing,
    read_order,
    read_push,
    read_retreat,
)
from rulesets.napoleon_at_war.documents.standing import slots
from tests.rulesets.napoleon_at_war.boards import Fight, open_field
from tests.rulesets.napoleon_at_war.playing import real

HOSTILE: tuple[Json, ...] = (
    "",
    None,
    True,
    7,
    [],
    {},
    [[]],
    [{}],
    {"to": 3, "units": []},
    {"to": [["n"]], "units": {"p4": {"a": 1}}},
    {"push": {"a": 1}},
    {"first": "x"},
    {"when": ["always"]},
    {"when": "always", "units": 3, "hexes": {"0504": 1}},
    [{"unit": ["f8"], "to": {}}],
    [{"unit": None}],
)


def test_four_slots_for_each_formation_in_roster_order() -> None:
    setting = real().setting
    names = [slot.name for slot in slots(setting, "french")]
    formations = setting.roster.formations["french"]
    kinds = ("retreat", "displace", "advance", "order")
    assert names == [f"{kind}.{formation}" for formation in formations for kind in kinds]
    assert [slot.name for slot in slots(setting, "prussian")][-1] == "option"
    assert slots(setting, "french") == slots(setting, "french")


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("retreat", {"to": ["s", "0506"], "units": {"tau-1": ["sw"]}}, True),
        ("retreat", {"to": ["south"]}, False),
        ("retreat", {"to": ["n"] * 25}, False),
        ("displace", {"push": ["tau-1"]}, True),
        ("displace", {"push": "tau-1"}, False),
        ("advance", {"when": "safe", "units": ["tau-1"], "hexes": ["0610"]}, True),
        ("advance", {"when": "often"}, False),
        ("order", {"first": ["tau-2", "gra-1"]}, True),
        ("order", {"last": ["tau-2"]}, False),
    ],
)
def test_schemas(kind: str, value: Json, fits: bool) -> None:
    (slot,) = [slot for slot in slots(real().setting, "prussian") if slot.name == f"{kind}.tauenzien"]
    assert slot.binding == MESSAGE_BOUND
    assert Draft202012Validator(slot.schema).is_valid(value) is fits


@pytest.mark.rule("naw", "15.1-1")
@pytest.mark.rule("naw", "15.1-2")
def test_the_choice_is_one_of_two_and_bound_to_its_phase() -> None:
    slot = slots(real().setting, "prussian")[-1]
    check = Draft202012Validator(slot.schema)
    assert (slot.binding, slot.default) == (PHASE_BOUND, "A")
    assert [value for value in ("A", "B", "C", "AB", ["A", "B"], "") if check.is_valid(value)] == ["A", "B"]
    assert all(slot.name != "option" for slot in slots(real().setting, "french"))


def test_retreats_are_read_by_unit_then_for_all_hex_or_direction() -> None:
    read = read_retreat(open_field(), "p4", "0505", ("0506", "0405"))
    assert read({"to": ["sw"], "units": {"p4": ["n", "s"]}}) == "0506"
    assert read({"to": ["0405", "s"]}) == "0405"
    assert read({"to": ["n"], "units": {"p5": ["s"]}}) is SILENT
    assert read(["s"]) == "0506"
    assert read("sw") == "0405"


def test_pushes_and_orders() -> None:
    assert read_push(("a", "b"))({"push": ["x", "b", "a"]}) == "b"
    assert read_push(("a", "b"))(["a"]) == "a"
    assert read_order(["a", "b", "c"])({"first": ["c", "x", "c"]}) == ["c", "a", "b"]
    assert read_order(["a", "b"])({"first": ["x"]}) is SILENT


def test_advances_rank_hexes_then_units() -> None:
    board = Fight({"p4": "0505", "p5": "0605", "f2": "0704"}).board()
    open_ = [{"unit": unit, "to": to} for unit in ("p4", "p5") for to in ("0504", "0604")]
    read = read_advance_standing(board, open_, ())
    assert read({"when": "always"}) == {"unit": "p4", "to": "0504"}
    assert read({"when": "always", "hexes": ["0604", "0504"]}) == {"unit": "p4", "to": "0604"}
    assert read({"when": "always", "hexes": ["0604"], "units": ["p5", "p4"]}) == {"unit": "p5", "to": "0604"}
    assert read({"when": "safe", "units": ["p5"]}) == {"unit": "p5", "to": "0504"}
    assert read({"when": "safe", "hexes": ["0604"]}) is SILENT
    assert read_advance_standing(board, open_, ("f2",))({"when": "safe", "hexes": ["0604"]}) == {
        "unit": "p4",
        "to": "0604",
    }
    said = read_advance_said(open_)
    assert said([{"unit": "p9"}, {"unit": "p5", "to": "0604"}]) == {"unit": "p5", "to": "0604"}
    assert said("no") == "no"


@pytest.mark.parametrize("value", HOSTILE)
def test_whatever_is_said_nothing_breaks(value: Json) -> None:
    board = Fight({"p4": "0505"}).board()
    open_ = [{"unit": "p4", "to": "0504"}]
    assert read_retreat(open_field(), "p4", "0505", ("0506",))(value) in (SILENT, "0506")
    assert read_push(("p5",))(value) in (SILENT, "p5")
    assert read_order(["p4", "p5"])(value) in (SILENT, ["p4", "p5"])
    assert read_advance_standing(board, open_, ())(value) in (SILENT, open_[0])
    assert read_advance_said(open_)(value) in (SILENT, open_[0], value)


@pytest.mark.parametrize("army", ["french", "prussian"])
def test_every_kind_has_an_example_of_the_own_army(army: str) -> None:
    setting = real().setting
    own = {unit.id for unit in setting.roster.of(army)}
    for slot in slots(setting, army)[:4]:
        assert slot.example, slot.name
        named = [*slot.example.get("units", ()), *slot.example.get("push", ()), *slot.example.get("first", ())]
        assert named and set(named) <= own
