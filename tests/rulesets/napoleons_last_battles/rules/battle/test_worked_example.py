"""The worked combat example of 7.0, on the map of Belgium.

The book's hexes are those of its picture; where its numbers cannot be, they are repaired: van Opstal stands in 1744 and
falls back to 1743, Bylandt in 1643, Weimar in 1944 falls back to 2043. Its third result, a 6 at 4-1 read as Ar, is an
exchange by the table, which counts.
"""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.artillery import bombardment_refusal
from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase
from tests.hexgame.fighting.skirmish import Played, play
from tests.rulesets.napoleons_last_battles.test_board import board

FRENCH = {
    "gauth_9": "1543",
    "jamin_9": "1644",
    "pell": "1644",
    "baud_6": "1745",
    "soye_6": "1745",
    "camp_5": "1945",
    "huss_5": "1844",
    "pire": "1442",
    "marc": "1645",
}
ALLIED = {"blndt": "1643", "opstl": "1744", "wmar": "1944", "pack": "1542"}
ATTACKS = [
    {"id": "opstal", "on": ["1744"], "by": ["baud-6", "soye-6"], "reduce": "3-1", "advance": [{"unit": "baud-6"}]},
    {"id": "bylandt", "on": ["1643"], "by": ["gauth-9", "jamin-9", "pell"], "pay": ["jamin-9"]},
    {"id": "pireaumont", "on": ["1944"], "by": ["camp-5", "huss-5"], "advance": [{"unit": "huss-5"}]},
    {"id": "pack", "on": ["1542"], "by": ["pire"]},
]
DICE = [4, 6, 1, 3]


def example() -> Board:
    return board("quatre-bras", **FRENCH, **ALLIED)


def played() -> tuple[Board, Played]:
    found = example()
    answers = {"opstal.retreat.opstl": ["1743"], "pireaumont.retreat.wmar": ["2043"]}
    return found, play(combat_phase(found, ATTACKS), DICE, {f"gt1.french.{k}": v for k, v in answers.items()})


@pytest.mark.rule("nlb", "7.0-example", "6.1-2", "6.1D")
def test_the_four_attacks_are_legal() -> None:
    assert attack_list(example()).faults(ATTACKS) == []


@pytest.mark.rule("nlb", "7.0-example", "6.2", "6.2C", "6.3A", "6.3B", "6.3C")
def test_odds_and_results() -> None:
    _, found = played()
    told = [
        (
            event["id"],
            [one["counts"] for one in event["calculation"]["strengths"]],
            event["calculation"]["column"],
            event["calculation"]["used"],
            event["result"],
        )
        for event in found.kinds("combat")
    ]
    assert told == [
        ("opstal", [13, 2], "6-1", "3-1", "Dr"),
        ("bylandt", [17, 4], "4-1", "4-1", "Ex"),
        ("pireaumont", [10, 8], "1-1", "1-1", "Dr"),
        ("pack", [2, 4], "1-2", "1-2", "Ar"),
    ]


@pytest.mark.rule("nlb", "7.0-example", "6.4-Dr", "6.7-1", "6.4-Ex")
def test_retreats_and_advances() -> None:
    board_, found = played()
    went = {event["unit"]: event["to"] for event in found.kinds("retreated")}
    assert (went["opstl"], went["wmar"]) == ("1743", "2043") and set(went) == {"opstl", "wmar", "pire"}
    assert {event["unit"]: event["to"] for event in found.kinds("advanced")} == {"baud-6": "1744", "huss-5": "1944"}
    assert [event["unit"] for event in found.kinds("eliminated")] == ["blndt", "jamin-9"]
    assert board_.position.losses["allied"] == 4 and board_.position.losses["french"] == 5


@pytest.mark.rule("nlb", "7.0-example", "6.6A")
def test_weimar_cannot_enter_the_zone_of_campi() -> None:
    found = example()
    assert found.in_zone("2044", "french") and not found.in_zone("2043", "french")


@pytest.mark.rule("nlb", "7.0-example", "7.3C", "7.3D")
@pytest.mark.parametrize(("target", "case"), [("1643", "7.3D"), ("1744", "7.3C")])
def test_crests_hide_both_from_marcillac(target: str, case: str) -> None:
    refusal = bombardment_refusal(example(), "marc", target)
    assert refusal is not None and refusal.case == case and "crest" in refusal.text
