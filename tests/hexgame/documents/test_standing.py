"""Standing orders in the toolkit: the forms of their values, their names, and what a board says of them."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.standing import Reading
from pbem.hexgame.documents.kinds import OwnUnit
from pbem.hexgame.documents.slots import SlotForms, formation_slots
from pbem.hexgame.documents.standing import Standing, read_names
from tests.hexgame.documents.marching import WISH, names_of
from tests.hexgame.moving.tiny import PIECES, ROSTER, ground

OWN = OwnUnit("write an id")
AT = {"bf1": "0103", "bf2": "0203", "rf1": "0603"}
CASES = {"retreat": "R", "displace": "D", "advance": "A", "order": "O"}


def held_against(**values: Any) -> Reading:
    """The values judged on a board on which bf3 is dead and bh1 has not come."""
    field = ground({"0305": "o"}, hexsides={"river": "0103-0104"})
    against = Standing(
        field,
        ROSTER,
        AT,
        CASES,
        members=("retreat", "advance"),
        barred="B",
        steps=lambda unit: field.steps_for(PIECES[unit].kind),
        gone=lambda unit: "has fallen" if unit == "bf3" else "",
        absent=lambda unit: "is on its way",
    )
    return against.judged(values, values)


def told(reading: Reading) -> list[Any]:
    """Faults, then remarks: path and words."""
    return [(one.path, one.refusal.case, one.refusal.text) for one in (*reading.faults, *reading.remarks)]


def test_a_formation_has_four_slots_whose_defaults_and_examples_fit() -> None:
    slots = formation_slots("all", "All", SlotForms.of(["bf1", "bf2"], WISH), ("bf1", "0203"))
    assert [slot.name for slot in slots] == ["retreat.all", "displace.all", "advance.all", "order.all"]
    for slot in slots:
        for value in (slot.default, slot.example):
            assert Draft202012Validator(slot.schema).is_valid(value), (slot.name, value)
        assert slot.doc.startswith("All: ")


@pytest.mark.parametrize(
    ("kind", "value", "binds", "written"),
    [
        ("retreat", {"to": ["s", "0203"], "units": {"bf1": ["n"]}}, True, True),
        ("retreat", {"to": ["Mill"], "units": {"blue foot 1": ["n"]}}, False, True),
        ("retreat", {"to": ["s"] * 25}, False, False),
        ("displace", {"push": "bf1"}, False, False),
        ("advance", {"when": "often"}, False, False),
        ("order", {"first": ["bf9"]}, False, True),
    ],
)
def test_forms(kind: str, value: Any, binds: bool, written: bool) -> None:
    slots = formation_slots("all", "All", SlotForms.of(["bf1", "bf2"], WISH), ("bf1", "0203"))
    (slot,) = [one for one in slots if one.name == f"{kind}.all"]
    assert Draft202012Validator(slot.schema).is_valid(value) is binds
    assert Draft202012Validator(slot.written).is_valid(value) is written


def test_names_become_ids_in_maps_lists_and_words_for_units() -> None:
    names = names_of()
    said = {
        "retreat.all": {"to": ["n", "0203"], "units": {"blue foot 1": ["s", "0104"]}},
        "flee.all": ["0203"],
        "chateau.all": "hold",
        "advance.all": {"when": "safe", "units": ["blue foot 2"]},
    }
    read = read_names(said, names, OWN, WISH)
    assert not names.faults
    assert read["retreat.all"]["units"] == {"bf1": ["s", "0104"]}
    assert read["advance.all"]["units"] == ["bf2"] and read["flee.all"] == ["0203"] and read["chateau.all"] == "hold"
    read_names({"flee.all": ["0999"], "order.all": {"first": ["nobody"]}}, names, OWN, WISH)
    assert [fault.path for fault in names.faults] == [("flee.all", 0), ("order.all", "first", 0)]


def test_who_is_gone_and_who_belongs_to_others_is_a_fault() -> None:
    found = told(held_against(**{"displace.all": {"push": ["bf3"]}, "retreat.other": {"units": {"bf1": ["n"]}}}))
    assert found == [
        (("displace.all", "push", 0), "D", "blue foot 3 has fallen: leave it out"),
        (("retreat.other", "units", "bf1"), "R", "blue foot 1 belongs to All: write it below retreat, under all"),
    ]


def test_what_is_not_possible_now_is_remarked() -> None:
    found = told(
        held_against(
            **{
                "displace.all": {"push": ["bh1"]},
                "retreat.all": {"to": ["0205", "0104"], "units": {"bf1": ["0104", "0503", "n", "sw"]}},
                "advance.all": {"units": ["bf1"]},
            }
        )
    )
    assert [(path, text) for path, _, text in found] == [
        (("displace.all", "push", 0), "blue horse 1 is on its way"),
        (("retreat.all", "to", 0), "nobody of All stands next to 0205 now"),
        (("retreat.all", "units", "bf1", 0), "blue foot 1 cannot cross from 0103 into 0104, which the terrain bars"),
        (("retreat.all", "units", "bf1", 1), "blue foot 1 stands in 0103 now: 0503 is not next to it"),
        (("retreat.all", "units", "bf1", 3), "blue foot 1 stands in 0103 now: no hex lies sw of it"),
        (("advance.all", "units"), "this counts only with when: always or when: safe"),
    ]


def test_a_hex_that_nobody_can_enter_is_a_fault() -> None:
    found = told(held_against(**{"retreat.all": {"to": ["0305"], "units": {"bf1": ["0305"]}}}))
    text = "0305 can be entered from no side, as the terrain bars it: leave it out"
    assert found == [
        (("retreat.all", "to", 0), "B", text),
        (("retreat.all", "units", "bf1", 0), "B", text),
    ]
