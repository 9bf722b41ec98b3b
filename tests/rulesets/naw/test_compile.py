"""Documents into public input, and every fault of their content with its place, unit, hex and case."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.contract import Compiled
from pbem.wargame.names import distance, nearest
from rulesets.napoleon_at_war.compile import compile_orders
from rulesets.napoleon_at_war.documents import document_schema
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.orders_options import OrdersOptions
from rulesets.napoleon_at_war.position import Position
from tests.rulesets.naw.playing import path, real, small, standing_at

FRENCH = {"suc-1": "0508", "suc-2": "0507", "v-art": "0606"}
CONTACT = {"suc-1": "0609", "suc-2": "0507", "v-art": "0508", "tau-1": "0610"}


def compiled(game: NapoleonGame, position: Position, document: dict[str, Any]) -> Compiled:
    """The document compiled; it fits the schema and its input fits the binding one."""
    errors = list(Draft202012Validator(document_schema(game.setting, "orders")).iter_errors(document))
    assert not errors, errors
    return compile_orders(game.setting, position, document)


def jena(at: dict[str, str], turn: int = 6, army: str = "french", **rest: Any) -> Position:
    """These units on the real maps under Option A, with no reinforcements left to come."""
    position = standing_at(real(), turn, army, at, choice="A", **rest)
    position.out = {unit for unit in real().setting.roster.units if unit not in at and unit not in position.track}
    return position


def orders_of(result: Compiled) -> dict[str, Any]:
    assert not result.faults, result.faults
    return result.input


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
    section, hexes = next(iter(field_.transit["jena"].items()))
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
    hexes = real().setting.field.transit["auerstadt"]["western"]
    to = real().setting.field.neighbours[hexes[0]][0]
    entry = orders_of(compiled(real(), position, {"moves": [{"unit": "suc-1", "to": to}]}))["moves"][0]
    assert entry["path"][0] in hexes
    assert entry["path"][-1] == to


# -- what is wrong with a document -----------------------------------------------------


@dataclass(frozen=True)
class Bad:
    """One bad document: its only fault lies at `where`, breaks `case` and is told with `words`."""

    id: str
    position: Position
    document: dict[str, Any]
    where: tuple[str | int, ...]
    case: str
    words: tuple[str, ...]
    game: NapoleonGame = field(default_factory=real)


def move(**entry: Any) -> dict[str, Any]:
    return {"moves": [entry]}


def attack(**entry: Any) -> dict[str, Any]:
    return {"attacks": [entry]}


def on_field(turn: int = 3, **at: str) -> Position:
    """These units on the small field, nothing else to come."""
    return standing_at(small(), turn, "french", at, out={"f3", "fa"} - set(at))


BAD = [
    Bad("unknown-unit", jena(FRENCH), move(unit="suc-9", to="0508"), ("moves", 0, "unit"), "", ("suc-9", "suc-1")),
    Bad("unknown-name", jena(FRENCH), move(unit="1/Souchet", to="0508"), ("moves", 0, "unit"), "", ("1/Suchet",)),
    Bad("unknown-hex", jena(FRENCH), move(unit="suc-1", to="0599"), ("moves", 0, "to"), "", ("0599", "0509")),
    Bad(
        "unknown-hex-in-path",
        jena(FRENCH),
        move(unit="suc-1", path=["0508", "9999"]),
        ("moves", 0, "path", 1),
        "",
        ("9999",),
    ),
    Bad(
        "unknown-unit-in-attack",
        jena(CONTACT),
        attack(on="0610", by=["suc-1", "suc-7"]),
        ("attacks", 0, "by", 1),
        "",
        ("suc-7", "suc-1"),
    ),
    Bad(
        "unit-of-the-other-side",
        jena(CONTACT),
        move(unit="tau-1", to="0710"),
        ("moves", 0, "unit"),
        "5.11",
        ("1/Tauenzien", "Prussian"),
    ),
    Bad(
        "attack-by-the-other-side",
        jena(CONTACT),
        attack(on="0610", by="tau-1"),
        ("attacks", 0, "by"),
        "5.11",
        ("1/Tauenzien",),
    ),
    Bad(
        "too-far",
        jena(FRENCH),
        move(unit="suc-1", to="1508"),
        ("moves", 0, "to"),
        "5.15-1",
        ("1/Suchet", "1508", "has 4"),
    ),
    Bad(
        "other-map",
        jena(FRENCH),
        move(unit="suc-1", to="0128"),
        ("moves", 0, "to"),
        "5.16",
        ("1/Suchet", "0508", "0128"),
    ),
    Bad(
        "out-of-a-zone", jena(CONTACT), move(unit="suc-1", to="0608"), ("moves", 0, "to"), "5.13", ("1/Suchet", "0609")
    ),
    Bad(
        "through-a-zone",
        jena({"suc-1": "0508", "tau-1": "0510", "tau-2": "0610"}),
        move(unit="suc-1", path=["0508", "0509", "0409"]),
        ("moves", 0),
        "6.0-2",
        ("1/Suchet", "0509", "0409"),
    ),
    Bad(
        "into-the-enemy",
        jena({"suc-1": "0608", "tau-1": "0610"}),
        move(unit="suc-1", to="0610"),
        ("moves", 0, "to"),
        "5.12",
        ("1/Suchet", "0610", "1/Tauenzien"),
    ),
    Bad(
        "over-a-river",
        on_field(f1="0306"),
        move(unit="f1", path=["0306", "0307"]),
        ("moves", 0),
        "5.24",
        ("1/Centre", "0306", "0307"),
        small(),
    ),
    Bad(
        "stacked",
        jena({"suc-1": "0508", "suc-2": "0507"}),
        {"moves": [{"unit": "suc-1", "to": "0608"}, {"unit": "suc-2", "to": "0608"}]},
        ("moves", 1),
        "5.32",
        ("2/Suchet", "0608", "1/Suchet"),
    ),
    Bad(
        "twice-moved",
        jena(FRENCH),
        {"moves": [{"unit": "suc-1", "to": "0509"}, {"unit": "1/Suchet", "to": "0608"}]},
        ("moves", 1, "unit"),
        "5.17",
        ("1/Suchet",),
    ),
    Bad(
        "night-zone",
        jena({"suc-1": "0508", "tau-1": "0610"}, turn=2),
        move(unit="suc-1", to="0609"),
        ("moves", 0, "to"),
        "10.2-1",
        ("1/Suchet", "0609"),
    ),
    Bad(
        "not-due",
        jena(FRENCH),
        move(unit="haut", enter="0104", to="0204"),
        ("moves", 0, "unit"),
        "14.21-2",
        ("Hautpoul",),
    ),
    Bad(
        "wrong-entry-hex",
        real().setting.start(),
        move(unit="gd", enter="0128"),
        ("moves", 0, "enter"),
        "14.0-2",
        ("Guard", "0128", "0104"),
    ),
    Bad(
        "exit-too-early",
        jena({"suc-1": "0104"}),
        move(unit="suc-1", exit="east"),
        ("moves", 0, "exit"),
        "17.0-1",
        ("1/Suchet",),
    ),
    Bad(
        "path-and-destination",
        jena(FRENCH),
        move(unit="suc-1", to="0509", path=["0508", "0509"]),
        ("moves", 0, "to"),
        "",
        ("'to'", "'path'"),
    ),
    Bad(
        "entry-hex-on-the-map",
        jena(FRENCH),
        move(unit="suc-1", enter="0104", to="0509"),
        ("moves", 0, "enter"),
        "",
        ("1/Suchet", "0508"),
    ),
    Bad(
        "not-adjacent",
        jena({**CONTACT, "tau-2": "0910"}),
        attack(on=["0610", "0910"], by="suc-1"),
        ("attacks", 0, "by", 0),
        "7.15",
        ("1/Suchet", "0609", "0910"),
    ),
    Bad(
        "enemy-left-unattacked",
        jena({**CONTACT, "tau-2": "0710"}),
        attack(on="0610", by="suc-1"),
        ("attacks",),
        "7.11",
        ("2/Tauenzien", "0710"),
    ),
    Bad(
        "attacking-twice",
        jena({**CONTACT, "tau-2": "0710"}),
        {"attacks": [{"on": "0610", "by": "suc-1"}, {"on": "0710", "by": "suc-1"}]},
        ("attacks", 1, "by", 0),
        "7.14",
        ("1/Suchet",),
    ),
    Bad(
        "no-line-of-sight",
        on_field(f1="0108", fb="0301", a1="0303"),
        attack(on="0303", bombard="fb"),
        ("attacks", 0, "bombard", 0),
        "8.31",
        ("Reserve artillery", "0301", "0303", "0302"),
        small(),
    ),
    Bad(
        "bombardment-from-a-zone",
        on_field(f1="0108", fb="0801", a1="0802", a2="0803"),
        {"attacks": [{"on": "0802", "by": "fb"}, {"on": "0803", "bombard": "fb"}]},
        ("attacks", 1, "bombard", 0),
        "8.41",
        ("Reserve artillery", "0801"),
        small(),
    ),
    Bad(
        "bombardment-in-fog",
        on_field(2, f1="0108", fb="0801", a1="0803"),
        attack(on="0803", bombard="fb"),
        ("attacks", 0, "bombard", 0),
        "16.21",
        ("Reserve artillery", "0801", "0803"),
        small(),
    ),
    Bad(
        "too-cheap-a-payment",
        on_field(f1="0405", fc="0505", a1="0404"),
        attack(on="0404", by=["f1", "fc"], pay="fc"),
        ("attacks", 0, "pay"),
        "7.6",
        ("0404", "6", "2"),
        small(),
    ),
    Bad(
        "payment-by-a-bystander",
        jena(CONTACT),
        attack(on="0610", by="suc-1", pay=["suc-1", "suc-2"]),
        ("attacks", 0, "pay", 1),
        "7.6",
        ("suc-2",),
    ),
    Bad(
        "advance-by-two",
        jena(CONTACT),
        attack(on="0610", by="suc-1", advance={"unit": "suc-1", "to": "0611"}),
        ("attacks", 0, "advance", 0, "to"),
        "7.74",
        ("1/Suchet", "0611"),
    ),
    Bad(
        "combat-at-night",
        jena(CONTACT, turn=2),
        attack(on="0610", by="suc-1"),
        ("attacks",),
        "10.1",
        ("night",),
    ),
]


@pytest.mark.parametrize("bad", BAD, ids=[bad.id for bad in BAD])
def test_bad_content(bad: Bad) -> None:
    result = compiled(bad.game, bad.position, bad.document)
    told = [(fault.path, fault.refusal.case, fault.refusal.text) for fault in result.faults]
    assert (bad.where, bad.case) in [(where, case) for where, case, _ in told], told
    text = next(text for where, case, text in told if (where, case) == (bad.where, bad.case))
    for word in bad.words:
        assert word in text


@pytest.mark.parametrize("bad", BAD, ids=[bad.id for bad in BAD])
def test_each_bad_document_has_one_fault(bad: Bad) -> None:
    """One mistake gives one message: what only follows from it is left out."""
    assert len(compiled(bad.game, bad.position, bad.document).faults) == 1


def test_all_faults_are_told_in_file_order() -> None:
    document = {
        "moves": [{"unit": "suc-9", "to": "0508"}, {"unit": "suc-2", "to": "1508"}],
        "attacks": [{"on": "0610", "by": "suc-1", "bombard": "v-artt"}],
    }
    faults = compiled(real(), jena(CONTACT), document).faults
    assert [fault.path for fault in faults] == [("moves", 0, "unit"), ("moves", 1, "to"), ("attacks", 0, "bombard")]


def test_a_unit_named_twice_is_told_where_it_has_its_order() -> None:
    seconds: list[dict[str, Any]] = [{"to": "0608"}, {"path": ["0509", "0608"]}]
    for second in seconds:
        before = [{"unit": "suc-2", "to": "0506"}, {"unit": "suc-1", "to": "0509"}]
        document = {"moves": [*before, {"unit": "1/Suchet", **second}]}
        (fault,) = compiled(real(), jena(FRENCH), document).faults
        assert (fault.path, fault.refusal.case) == (("moves", 2, "unit"), "5.17")
        assert fault.refusal.text == "1/Suchet has its order already, in entry 2 of the moves; it moves once"


def test_a_second_order_after_a_refused_one_is_no_fault_of_its_own() -> None:
    document = {"moves": [{"unit": "suc-1", "to": "1508"}, {"unit": "suc-1", "to": "0509"}]}
    (fault,) = compiled(real(), jena(FRENCH), document).faults
    assert fault.path == ("moves", 0, "to")


def test_an_attack_on_an_empty_hex_is_told_once() -> None:
    """Who would attack is not next to the empty hex either; that he has to attack somebody else still counts."""
    faults = compiled(real(), jena(CONTACT), attack(on="0712", by="suc-1")).faults
    told = [(fault.path, fault.refusal.case) for fault in faults]
    assert told == [(("attacks",), "7.11"), (("attacks", 0, "on", 0), "7.0")]
    assert "no Prussian unit in '0712'" in faults[1].refusal.text


def test_one_enemy_attacked_twice_is_not_told_as_a_matter_of_names() -> None:
    twice = {"attacks": [{"on": "0610", "by": "suc-1"}, {"on": "0610", "by": "suc-1"}]}
    faults = compiled(real(), jena(CONTACT), twice).faults
    assert [fault.path for fault in faults] == [("attacks", 1, "on", 0), ("attacks", 1, "by", 0)]
    named = {"attacks": [{**entry, "id": "a1"} for entry in twice["attacks"]]}
    assert ("attacks", 1, "id") in [fault.path for fault in compiled(real(), jena(CONTACT), named).faults]


def test_entries_keep_their_places() -> None:
    document = {"moves": [{"unit": "suc-9", "to": "0508"}, {"unit": "suc-2", "to": "0508"}]}
    found = compiled(real(), jena({"suc-2": "0507"}), document).input["moves"]
    assert [entry["unit"] for entry in found] == ["suc-9", "suc-2"]


def test_attacks_follow_the_moves() -> None:
    position = jena({"suc-1": "0508", "tau-1": "0610"})
    document = {"moves": [{"unit": "suc-1", "to": "0609"}], "attacks": [{"on": "0610", "by": "suc-1"}]}
    assert compiled(real(), position, document).faults == ()


def test_legal_orders_are_legal_for_the_rules_too() -> None:
    position = jena({"suc-1": "0508", "suc-2": "0507", "tau-1": "0610"})
    document = {"moves": [{"unit": "suc-1", "to": "0609"}, {"unit": "suc-2", "to": "0508"}]}
    board = real().setting.board(position.copy())
    assert OrdersOptions(real().setting, board).faults(orders_of(compiled(real(), position, document))) == []


def test_compiling_leaves_the_position_alone() -> None:
    position = jena(CONTACT)
    before = json.dumps(position.to_json())
    compiled(real(), position, move(unit="suc-2", to="0509"))
    assert json.dumps(position.to_json()) == before


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
    schema = {**document_schema(real().setting, "orders"), "additionalProperties": False}
    errors = [error.message for error in Draft202012Validator(schema).iter_errors(document)]
    assert any(word in message for message in errors) or (word == "required" and errors)


def test_nearest_names() -> None:
    assert distance("suchet", "souchet") == 1
    assert distance("", "abc") == 3
    assert nearest("sUc-l", {"suc-1": "A", "suc-2": "B", "gud-art": "C"}) == ("A", "B")


def test_a_destination_behind_a_zone_is_reached_around_it() -> None:
    """The direct way by 0711 and 0710 is cheaper by three half points and ends in the zone of 0611."""
    position = jena({"suc-1": "0811", "tau-1": "0611"})
    entry = orders_of(compiled(real(), position, move(unit="suc-1", to="0609")))["moves"][0]
    zone = real().setting.board(position.copy()).zones["prussian"]
    assert entry["path"] == ["0811", "0810", "0710", "0609"]
    assert not any(zone.get(at) for at in entry["path"][:-1])
    assert zone.get("0711") or zone.get("0710")


# Who stands where, the goal, the game-turn, and the sentence with its case.
UNREACHABLE = {
    "too-far-around-a-zone": (
        {"suc-1": "0811", "tau-1": "0410"},
        {"to": "0409"},
        6,
        "1/Suchet cannot reach 0409: the cheapest way costs 4 1/2 movement points and the unit has 4; on a shorter "
        "one it has to stop in 0510, an enemy controlled hex, and cannot go on to 0409",
        ("5.15-1", "0409"),
    ),
    "held": (
        {"suc-1": "1010", "tau-1": "1111"},
        {"to": "0608"},
        6,
        "1/Suchet cannot reach 0608: it stands in 1010, an enemy controlled hex, and may not leave it",
        ("5.13", "0608"),
    ),
    "held-with-the-enemy-on-the-way": (
        {"suc-1": "0811", "tau-1": "0711"},
        {"to": "0511"},
        4,
        "1/Suchet cannot reach 0511: it stands in 0811, an enemy controlled hex, and may not leave it",
        ("5.13", "0511"),
    ),
    "zones-on-every-way": (
        {"suc-1": "0811", "tau-1": "0609", "tau-2": "0612"},
        {"to": "0509"},
        2,
        "1/Suchet cannot reach 0509: no way there is open; on the shortest it may not enter 0610 (Closwitz) at night: "
        "it is enemy controlled",
        ("10.2-1", "0509"),
    ),
    "forbidden-ground": (
        {"suc-1": "0508"},
        {"to": "0110"},
        2,
        "1/Suchet cannot reach 0110: no ground that it may enter leads there; on the shortest it may not enter the "
        "forest of 0309 at night",
        ("16.1-1", "0110"),
    ),
    "the-edge": (
        {"suc-1": "0609", "tau-1": "2901"},
        {"exit": "north"},
        6,
        "1/Suchet cannot leave the map by the north edge: the cheapest way costs 8 1/2 movement points and the unit "
        "has 4",
        ("5.15-1", "0820"),
    ),
    "no-edge-to-leave-by": (
        {"suc-1": "0609", "tau-1": "2901"},
        {"exit": "south"},
        6,
        "1/Suchet may not leave the map of Jena over its south edge, only over: north",
        ("17.0-3", "0609"),
    ),
}


@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_goal_out_of_reach_is_named_as_it_was_written(name: str) -> None:
    at, wish, turn, text, (case, where) = UNREACHABLE[name]
    (fault,) = compiled(real(), jena(at, turn, broken={"jena": "prussian"}), move(unit="suc-1", **wish)).faults
    assert fault.refusal.text.startswith(text)
    assert (fault.refusal.case, fault.refusal.hex) == (case, where)
    assert fault.path == ("moves", 0, next(iter(wish)))


def test_a_goal_behind_a_river_says_that_no_way_leads_there() -> None:
    (fault,) = compiled(small(), on_field(f1="0406"), move(unit="f1", to="0407")).faults
    assert fault.refusal.text == (
        "1/Centre cannot reach 0407: no ground that it may enter leads there; on the shortest it cannot cross the "
        "river between 0406 and 0407: there is no bridge"
    )
    assert (fault.refusal.case, fault.refusal.hex) == ("5.24", "0407")


def test_too_far_is_told_of_the_cheapest_way_where_none_was_named() -> None:
    position = jena({"suc-1": "0508"})
    (fault,) = compiled(real(), position, {"moves": [{"unit": "suc-1", "to": "1412"}]}).faults
    assert "cannot reach 1412 (Krippendorf): the cheapest way costs" in fault.refusal.text
    assert fault.refusal.text.endswith("movement points and the unit has 4")
    way = ["0508", "0509", "0510", "0511", "0512", "0513", "0514"]
    (fault,) = compiled(real(), position, {"moves": [{"unit": "suc-1", "path": way}]}).faults
    assert "this way: it costs" in fault.refusal.text
