"""Documents into public input: what a document becomes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.contract import Compiled
from pbem.wargame.names import distance, nearest
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from tests.rulesets.napoleon_at_war.compiling import CONTACT, FRENCH, compiled, jena, orders_of
from tests.rulesets.napoleon_at_war.playing import path, real

# -- what a document becomes -------------------------------------------------------


@pytest.mark.parametrize("name", ["suc-1", "SUC-1", "1/Suchet", "1/suchet", " 1/SUCHET "])
def test_units_go_by_id_or_printed_name(name: str) -> None:
    result = compiled(real(), jena(FRENCH), {"moves": [{"unit": name, "to": "0509"}]})
    assert orders_of(result) == {"moves": [{"unit": "suc-1", "path": ["0508", "0509"]}]}


def test_printed_name_of_both_armies_means_the_own_unit() -> None:
    prussian = jena({"div1-1": "1622"}, army="prussian")
    result = compiled(real(), prussian, {"moves": [{"unit": "1/1", "to": "1622"}]})
    assert orders_of(result)["moves"] == [{"unit": "div1-1", "path": ["1622"]}]


def test_destination_takes_the_cheapest_path_and_says_so() -> None:
    result = compiled(real(), jena({"suc-1": "0407"}), {"moves": [{"unit": "suc-1", "to": "0608"}]})
    assert orders_of(result)["moves"] == [path("suc-1", "0407", "0507", "0607", "0608")]
    assert result.notes == ["1/Suchet: 0407 0507 0607 0608, 1 1/2 of 4"]


def test_chosen_path_does_not_depend_on_how_often_it_is_asked_for() -> None:
    document = {"moves": [{"unit": "suc-1", "to": "0710"}, {"unit": "suc-2", "to": "0709"}]}
    texts = {json.dumps(compiled(real(), jena(FRENCH), document).input) for _ in range(3)}
    assert len(texts) == 1


def test_paths_stay_as_they_are() -> None:
    entry = path("suc-1", "0508", "0408", "0409")
    result = compiled(real(), jena(FRENCH), {"moves": [entry]})
    assert orders_of(result) == {"moves": [entry]}
    assert result.notes == []


def test_single_words_become_lists_and_attacks_get_a_name() -> None:
    document = {"attacks": [{"on": "0610", "by": "1/Suchet", "pay": "suc-1", "advance": "suc-1"}]}
    assert orders_of(compiled(real(), jena(CONTACT), document))["attacks"] == [
        {"id": "0610", "on": ["0610"], "by": ["suc-1"], "pay": ["suc-1"], "advance": [{"unit": "suc-1"}]}
    ]


def test_everything_an_attack_may_say() -> None:
    document = {
        "attacks": [
            {
                "id": "a1",
                "on": ["0610"],
                "by": ["suc-1"],
                "retreat": {"unit": "1/Suchet", "to": "s"},
                "displace": "suc-2",
                "advance": {"unit": "suc-1", "to": "0610"},
                "if": {"vacant": "0811"},
                "else": {"pay": "ask", "retreat": "ask", "displace": "ask", "advance": "no"},
            }
        ]
    }
    assert orders_of(compiled(real(), jena(CONTACT), document))["attacks"] == [
        {
            "id": "a1",
            "on": ["0610"],
            "by": ["suc-1"],
            "retreat": [{"unit": "suc-1", "to": ["s"]}],
            "displace": ["suc-2"],
            "advance": [{"unit": "suc-1", "to": "0610"}],
            "if": {"vacant": "0811"},
            "else": {"pay": "ask", "retreat": "ask", "displace": "ask", "advance": "no"},
        }
    ]


def test_condition_on_a_result_takes_one_or_several() -> None:
    at = {**CONTACT, "v-art": "0508", "gd-art": "0808", "tau-art": "0810"}
    first = {"id": "a1", "on": "0610", "by": "suc-1"}
    for result, listed in (("Dr", ["Dr"]), (["Dr", "De"], ["Dr", "De"])):
        second = {"on": "0810", "bombard": "gd-art", "if": {"attack": "a1", "result": result}}
        found = compile_orders(real().setting, jena(at), {"attacks": [first, second]}).input["attacks"]
        assert found[1] == {
            "id": "0810",
            "on": ["0810"],
            "bombard": ["gd-art"],
            "if": {"attack": "a1", "result": listed},
        }


@pytest.mark.parametrize("document", [{}, {"moves": []}, {"attacks": []}, {"moves": [], "attacks": []}])
def test_empty_members_mean_the_defaults(document: dict[str, Any]) -> None:
    assert orders_of(compiled(real(), jena(CONTACT), document)) == {}


def test_answers_are_translated() -> None:
    result = compile_orders(real().setting, jena(FRENCH), {"answer": ["1/Suchet", "0508", "s"]})
    assert result == Compiled({"answer": ["suc-1", "0508", "s"]}, [])
    advance = compile_orders(real().setting, jena(FRENCH), {"answer": {"unit": "1/Suchet", "to": "0610"}})
    assert advance.input == {"answer": {"unit": "suc-1", "to": "0610"}}


# -- entering and leaving ------------------------------------------------------------


def test_reinforcement_by_destination_takes_the_chart_hex() -> None:
    position = real().setting.start()
    result = compiled(real(), position, {"moves": [{"unit": "Guard", "to": "0305"}]})
    assert orders_of(result)["moves"] == [path("gd", "0104", "0204", "0305")]
    assert result.notes == ["Guard: 0104 0204 0305, 2 of 4"]


def test_reinforcement_stays_in_its_entry_hex() -> None:
    result = compiled(real(), real().setting.start(), {"moves": [{"unit": "gd", "enter": "0104"}]})
    assert orders_of(result)["moves"] == [path("gd", "0104")]


def test_nearest_exit_hex_is_found() -> None:
    position = jena({"suc-1": "0319", "tau-1": "2901"}, broken={"jena": "prussian"})
    result = compiled(real(), position, {"moves": [{"unit": "suc-1", "exit": "north"}]})
    entry = orders_of(result)["moves"][0]
    assert entry["exit"] == "north"
    assert entry["path"][-1] in real().setting.field.edges["jena"]["north"]
    assert "then off the map (north)" in result.notes[0]


def test_transit_from_the_hexes_of_a_section() -> None:
    field_ = real().setting.field
    section, hexes = next(iter(field_.sections["jena"].items()))
    start = field_.neighbours[hexes[len(hexes) // 2]][0]
    position = jena({"suc-1": start})
    entry = orders_of(compiled(real(), position, {"moves": [{"unit": "suc-1", "transit": section}]}))["moves"][0]
    assert entry["transit"] == section
    assert entry["path"][-1] in hexes


def test_steps_on_the_track_and_refusals() -> None:
    position = jena({}, track={"suc-1": ("western", 1, "jena"), "suc-2": ("western", 1, "jena")})
    moves = [{"unit": "suc-1", "track": "wait"}, {"unit": "suc-2", "track": "advance"}]
    assert orders_of(compiled(real(), position, {"moves": moves})) == {"moves": moves}


def test_entry_from_the_last_space_of_the_track() -> None:
    position = jena({}, track={"suc-1": ("western", 3, "jena")})
    hexes = real().setting.field.sections["auerstadt"]["western"]
    to = real().setting.field.neighbours[hexes[0]][0]
    entry = orders_of(compiled(real(), position, {"moves": [{"unit": "suc-1", "to": to}]}))["moves"][0]
    assert entry["path"][0] in hexes
    assert entry["path"][-1] == to


def test_entries_keep_their_places() -> None:
    document = {"moves": [{"unit": "suc-9", "to": "0508"}, {"unit": "suc-2", "to": "0508"}]}
    found = compiled(real(), jena({"suc-2": "0507"}), document).input["moves"]
    assert [entry["unit"] for entry in found] == ["suc-9", "suc-2"]


def test_attacks_follow_the_moves() -> None:
    position = jena({"suc-1": "0508", "tau-1": "0610"})
    document = {"moves": [{"unit": "suc-1", "to": "0609"}], "attacks": [{"on": "0610", "by": "suc-1"}]}
    assert compiled(real(), position, document).faults == ()


@pytest.mark.parametrize(
    ("document", "word"),
    [
        ({"moves": [{"unit": "suc-1"}]}, "required"),
        ({"moves": [{"to": "0508"}]}, "'unit' is a required property"),
        ({"moves": [{"unit": "suc-1", "too": "0508"}]}, "'too' was unexpected"),
        ({"moves": [{"unit": "suc-1", "to": "508"}]}, "does not match"),
        ({"moves": [{"unit": "suc-1", "via": ["0508"]}]}, "'via' was unexpected"),
        ({"attacks": [{"by": "suc-1"}]}, "'on' is a required property"),
        ({"attacks": [{"on": "0610", "reduce": "7-1"}]}, "is not one of"),
        ({"attacks": [{"on": "0610", "if": {"attack": "a1"}}]}, "not valid"),
        ({"attacks": [{"on": "0610", "id": "Big Attack"}]}, "does not match"),
    ],
)
def test_schema_refuses_other_shapes(document: dict[str, Any], word: str) -> None:
    schema = {**NapoleonWriting(real().setting).document_schema("orders"), "additionalProperties": False}
    errors = [error.message for error in Draft202012Validator(schema).iter_errors(document)]
    assert any(word in message for message in errors) or (word == "required" and errors)


def test_nearest_names() -> None:
    assert distance("suchet", "souchet") == 1
    assert distance("", "abc") == 3
    assert nearest("sUc-l", {"suc-1": "A", "suc-2": "B", "gud-art": "C"}) == ("A", "B")
