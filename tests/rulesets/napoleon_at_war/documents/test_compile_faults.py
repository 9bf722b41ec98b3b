"""Every fault of a document's content with its place, unit, hex and case."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Position
from tests.rulesets.napoleon_at_war.compiling import CONTACT, FRENCH, attack, compiled, jena, move, on_field
from tests.rulesets.napoleon_at_war.playing import real, small


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
        ("attacks", 0, "by"),
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
        ("attacks", 1, "by"),
        "7.14",
        ("1/Suchet",),
    ),
    Bad(
        "no-line-of-sight",
        on_field(f1="0108", fb="0301", a1="0303"),
        attack(on="0303", bombard="fb"),
        ("attacks", 0, "bombard"),
        "8.31",
        ("Reserve artillery", "0301", "0303", "0302"),
        small(),
    ),
    Bad(
        "bombardment-from-a-zone",
        on_field(f1="0108", fb="0801", a1="0802", a2="0803"),
        {"attacks": [{"on": "0802", "by": "fb"}, {"on": "0803", "bombard": "fb"}]},
        ("attacks", 1, "bombard"),
        "8.41",
        ("Reserve artillery", "0801"),
        small(),
    ),
    Bad(
        "bombardment-in-fog",
        on_field(2, f1="0108", fb="0801", a1="0803"),
        attack(on="0803", bombard="fb"),
        ("attacks", 0, "bombard"),
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
        ("2/Suchet",),
    ),
    Bad(
        "advance-by-two",
        jena(CONTACT),
        attack(on="0610", by="suc-1", advance={"unit": "suc-1", "to": "0611"}),
        ("attacks", 0, "advance", "to"),
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
    """Who would attack is not next to the empty hex either, and whom he should have attacked is told once he names a
    hex with an enemy."""
    faults = compiled(real(), jena(CONTACT), attack(on="0712", by="suc-1")).faults
    told = [(fault.path, fault.refusal.case) for fault in faults]
    assert told == [(("attacks", 0, "on"), "7.0")]
    assert "no Prussian unit in '0712'" in faults[0].refusal.text


def test_one_enemy_attacked_twice_is_not_told_as_a_matter_of_names() -> None:
    twice = {"attacks": [{"on": "0610", "by": "suc-1"}, {"on": "0610", "by": "suc-1"}]}
    faults = compiled(real(), jena(CONTACT), twice).faults
    assert [fault.path for fault in faults] == [("attacks", 1, "on")]
    named = {"attacks": [{**entry, "id": "a1"} for entry in twice["attacks"]]}
    assert [fault.path for fault in compiled(real(), jena(CONTACT), named).faults] == [("attacks", 1, "on")]
