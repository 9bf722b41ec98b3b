"""A calculation is exact, told without fractions, and worded alike wherever it stands."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

from pbem.engine.calculation import (
    Calculation,
    Counted,
    Effect,
    Strength,
    column_text,
    effects_text,
    mixed,
    steps,
    total_text,
    unit_text,
)

HALVED = Counted("i", 7, (Effect(Fraction(1, 2), "fatigued", "8.5"),), "0906")
SHIFTS = (Effect(2, "flank attack", "8.5-2"), Effect(-1, "mountains", ""))
FIRE = Calculation(
    (Strength("attacker", (HALVED, Counted("ii", 5)), 8),),
    "7-10",
    SHIFTS,
    "11-15",
    "11-15",
    (Effect(1, "a chief", "8.6"),),
)
ODDS = Calculation(
    (
        Strength("attacker", (Counted("a", 13),), 13),
        Strength("defender", (Counted("b", 2, (Effect(2, "town", "9"),)),), 4),
    ),
    "3-1",
    (),
    "3-1",
    "1-1",
)


def name(unit: str) -> str:
    return f"Unit {unit}"


def test_it_is_exact() -> None:
    assert (HALVED.counts, FIRE.strengths[0].total, FIRE.attack, FIRE.bonus) == (Fraction(7, 2), Fraction(17, 2), 8, 1)
    assert (ODDS.attack, ODDS.defence, ODDS.strengths[1].units[0].counts) == (13, 4, 4)
    eight = Counted("i", 8, (Effect(Fraction(1, 2), "", ""), Effect(Fraction(1, 2), "", "")))
    assert eight.counts == 2 and eight.told()["counts"] == 2, "a whole number is told as one"


def test_halves_of_points_are_kept_and_told_as_text() -> None:
    half = Counted("v", Fraction(1, 2), (Effect(Fraction(3, 2), "town", "11.31A"),), "0505")
    strength = Strength("defender", (half, Counted("a", 2)), Fraction(11, 4))
    told = strength.told()
    assert (told["total"], told["counts"], told["units"][0]["strength"]) == ("11/4", "11/4", "1/2")
    assert unit_text(told["units"][0], name) == "Unit v 1/2 x 1 1/2 town (11.31A) = 3/4 in 0505"
    assert total_text(told) == "2 3/4"
    odds = Calculation((Strength("attacker", (), 5), strength), "1-1", (), "1-1", "1-1")
    assert odds.defence == Fraction(11, 4) and column_text(odds.told()) == "5 : 2 3/4 is 1-1"


def test_what_multiplies_a_unit_is_told_one_after_the_other() -> None:
    both = Counted("v", 8, (Effect(Fraction(1, 2), "fatigued", "8.5"), Effect(Fraction(1, 4), "disrupted", "8.7")))
    assert unit_text(both.told(), name) == "Unit v 8 x 1/2 fatigued (8.5) x 1/4 disrupted (8.7) = 1"


def test_what_is_told_is_json_without_floats() -> None:
    told = FIRE.told()
    assert json.loads(json.dumps(told)) == told
    assert told["strengths"][0]["total"] == "17/2"
    assert told["strengths"][0]["units"][0] == {
        "unit": "i",
        "at": "0906",
        "strength": 7,
        "effects": [{"by": "1/2", "case": "8.5", "why": "fatigued"}],
        "counts": "7/2",
    }


def test_words() -> None:
    told = FIRE.told()
    assert [mixed(amount) for amount in ("11/2", "1/2", "4", 0, 7)] == ["5 1/2", "1/2", "4", "0", "7"]
    assert unit_text(told["strengths"][0]["units"][0], name) == "Unit i 7 x 1/2 fatigued (8.5) = 3 1/2 in 0906"
    assert unit_text(told["strengths"][0]["units"][1], name) == "Unit ii 5"
    assert total_text(told["strengths"][0]) == "8 1/2, that is 8" and total_text(ODDS.told()["strengths"][1]) == "4"
    assert effects_text(told["shifts"]) == "+2 flank attack (8.5-2), -1 mountains"
    assert column_text(told) == "column 7-10; +2 flank attack (8.5-2), -1 mountains: 11-15"
    assert column_text(told, "->").endswith("-1 mountains -> 11-15")
    assert column_text(ODDS.told(), lowered="7.9") == "13 : 4 is 3-1; lowered by the attacker to 1-1 (7.9)"
    assert column_text(replace(ODDS, used="3-1").told()) == "13 : 4 is 3-1"


def test_every_step_has_its_case() -> None:
    assert list(steps(FIRE.told(), name, odds="8.4")) == [
        ("Unit i 7 counts x 1/2: fatigued", "8.5"),
        ("column 7-10", "8.4"),
        ("flank attack: +2 columns", "8.5-2"),
        ("mountains: -1 column", ""),
        ("that is column 11-15", "8.4"),
        ("a chief: +1 to the die", "8.6"),
    ]
    assert list(steps(ODDS.told(), name, odds="7.6", lowered="7.9")) == [
        ("Unit b 2 counts x 2: town", "9"),
        ("13 : 4 is 3-1", "7.6"),
        ("lowered by the attacker to 1-1", "7.9"),
    ]


def test_a_step_of_which_nobody_names_the_case_has_none() -> None:
    assert [case for _, case in steps(replace(ODDS, strengths=ODDS.strengths[:1]).told(), name)] == ["", ""]
