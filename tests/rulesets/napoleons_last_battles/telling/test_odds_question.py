"""One attack that nobody has ordered: the same odds as the preview gives, on any position, and clear refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.odds_query import Unanswerable
from rulesets.napoleons_last_battles.telling.odds_question import SOMEBODY
from tests.rulesets.napoleons_last_battles.telling.asking import EXAMPLE, asked, noted, previewed, standing
from tests.rulesets.napoleons_last_battles.turns import game

rule = pytest.mark.rule


def refused(at: Any, *on: str, **words: Any) -> list[tuple[str, str]]:
    with pytest.raises(Unanswerable) as error:
        asked(standing(at), *on, **words)
    return [(refusal.case, refusal.text) for refusal in error.value.refusals]


@rule("nlb", "7.0-example", "6.1C", "6.1D", "6.2", "6.2C", "6.3C")
def test_every_step_is_told_with_its_case() -> None:
    found = asked(standing(EXAMPLE), "1744", by=("Baudin", "soye-6"), column="3-1")
    assert found.title == "Baudin, Soye against van Opstal in 1744 (Gémioncourt): 3-1"
    assert [(step.text, step.case) for step in found.steps] == [
        ("Baudin attacks from 1745 with 7", "6.1C"),
        ("Soye attacks from 1745 with 6", "6.1C"),
        ("van Opstal defends 1744 with 1", "6.1D"),
        ("van Opstal 1 counts x 2: town hex 1744", "6.3"),
        ("13 : 2 is 6-1", "6.2"),
        ("lowered by the attacker to 3-1", "6.2C"),
    ]
    assert {one.result: one.share for one in found.chances} == {"Ar": Fraction(1, 6), "Dr": Fraction(5, 6)}
    assert noted(found)[0][0] == "6.3C"
    assert {case for case, _ in noted(found)[1:]} == {"6.1"}


@rule("nlb", "7.1-1", "7.2-1")
def test_it_is_what_the_preview_says_of_orders() -> None:
    at = {"blndt": "2050", "baud-6": "2051", "pell": "2052"}
    attack = {"on": ["2050"], "by": ["baud-6"], "bombard": ["pell"]}
    (manner,) = previewed(standing(at), {"attacks": [attack]})["attacks"][0]["manners"]
    found = asked(standing(at), "Bylandt", far=("pell",), by=("baud-6",))
    assert found.title == "Baudin, Pelletier bombarding against Bylandt in 2050: 3-1"
    assert {one.result: str(one.share) for one in found.chances} == manner["chances"]


@rule("nlb", "6.1D", "10.1B")
def test_whoever_fights_next_to_all_of_them_attacks_in_stacks() -> None:
    at = {"blndt": "2050", "wmar": "2151", "baud-6": "2051", "soye-6": "2051", "ney": "2051", "huss-5": "1951"}
    assert asked(standing(at), "2050", "2151").title.startswith("Baudin, Soye against Bylandt in 2050, Weimar in 2151:")
    assert asked(standing(at), "2050").title.startswith("Husson, Baudin, Soye against")
    assert refused(at, "2050", by=("baud-6",))[0][0] == "6.1D"


@rule("nlb", "8.2A-3")
def test_whom_walls_shelter_may_attack_too_and_what_he_owes_is_noted() -> None:
    at = {"byng": "0617", "baud-6": "0518", "huss-5": "0718"}
    found = asked(standing(at, "la-belle-alliance"), "0518", army="coalition", uid="la-belle-alliance")
    assert found.title.startswith("Byng against Baudin in 0518")
    assert [case for case, _ in noted(found)] == ["8.2A"]


@rule("nlb", "5.4-2", "8.1A-1")
def test_units_and_leaders_are_supposed_elsewhere() -> None:
    at = {"blndt": "2050", "baud-6": "2053", "soye-6": "2053", "ney": "2053", "huss-5": "1857"}
    moved, led = (("baud-6", "2051"), ("soye-6", "2051"), ("ney", "2051")), {"options": ("leaders",)}
    found = asked(standing(at), "2050", moved=moved, **led)  # type: ignore[arg-type]
    assert found.title.startswith("Baudin, Soye against")
    assert [text for _, text in noted(found)] == [
        "supposed: Baudin in 2051, not in 2053",
        "supposed: Soye in 2051, not in 2053",
        "supposed: Ney in 2051, not in 2053",
    ]
    crowd = (*moved[:2], ("huss-5", "2051"))
    assert refused(at, "2050", moved=crowd) == [("5.4", "huss-5 (Husson) cannot be in 2051: baud-6 (Baudin) is")]
    assert refused(at, "2050", moved=(("ney", "2050"),), **led)[0][0] == "5.4"


@rule("nlb", "5.4-2", "16.6A-2", "16.6C-1")
def test_who_is_supposed_under_a_pair_makes_room_and_who_is_revealed_lifts_his_markers() -> None:
    options = ("hidden-movement", "observation")
    at = {"blndt": "2050", "baud-6": "2051", "soye-6": "2051", "pire": "2053"}
    moved = (("baud-6", "off"), ("soye-6", "off"), ("hm-f1a", "2152"), ("pire", "2051"))
    found = asked(standing(at), "2050", moved=moved, options=options)
    assert found.title.startswith("Pire's cavalry against")
    position = standing({"blndt": "2050"}, hidden={"baud-6": "hm-f1", "soye-6": "hm-f1"})
    position.at |= {"hm-f1a": "2051", "hm-f1b": "2052"}
    found = asked(position, "2050", by=("baud-6",), moved=(("baud-6", "2051"),), options=options)
    assert found.title.startswith("Baudin against")
    assert noted(found)[0] == ("", "supposed: Baudin in 2051, not off the map")


@rule("nlb", "16.9")
def test_a_battery_that_is_supposed_elsewhere_has_not_stood_still() -> None:
    on = ("sustained-bombardment",)
    at = {"blndt": "2050", "pell": "2052"}
    assert asked(standing(at), "2050", far=("pell",), options=on).title.endswith(": 3-1")
    found = asked(standing({**at, "pell": "2054"}), "2050", far=("pell",), moved=(("pell", "2052"),), options=on)
    assert found.title.endswith(": 1-1")


@rule("nlb", "16.8-1", "16.8-2")
def test_cavalry_is_supposed_to_charge() -> None:
    at, on = {"blndt": "2050", "lf-ds": "2051", "baud-6": "2151"}, ("charge",)
    found = asked(standing(at), "2050", by=("lf-ds",), tactic="charge", options=on)
    assert ("16.8", "supposed: Lefebvre-Desnoettes' cavalry charge") in noted(found)
    assert found.title.endswith(": 2-1") and asked(standing(at), "2050", by=("lf-ds",)).title.endswith(": 1-1")
    for by in (("baud-6",), ("lf-ds", "baud-6")):
        assert refused(at, "2050", by=by, tactic="charge", options=on)[0][0] == "16.8"
    assert refused(at, "2050", by=("lf-ds",), tactic="gallop", options=on) == [("", "an attacker may charge")]


@rule("nlb", "16.11A-3", "16.11C")
def test_a_garrison_that_forms_stands_by_then_and_attacks_only_elsewhere() -> None:
    at = {"byng": "0617", "mait": "0616", "baud-6": "0518", "huss-5": "0718"}
    position = standing(at, "la-belle-alliance", marks={"forming": {"byng"}})
    words: dict[str, Any] = {"uid": "la-belle-alliance", "army": "coalition", "options": ("garrisons",)}
    with pytest.raises(Unanswerable, match="Byng in 0617"):
        asked(position, "0718", by=("byng",), **words)
    assert asked(position, "0718", by=("byng",), moved=(("byng", "0717"),), **words).title.startswith("Byng against")


# -- an enemy of some strength ---------------------------------------------------------------


@rule("nlb", "6.2", "8.2")
@pytest.mark.parametrize(
    ("at", "strength", "counts", "told"),
    [
        ({"blndt": "2050"}, 9, 9, "supposed: 9 strength points of the enemy in 2050, not 4"),
        ({"blndt": "2050", "wmar": "2050"}, 9, 9, "supposed: 9 strength points of the enemy in 2050, not 8"),
        ({"blndt": "2050", "wmar": "2050"}, 3, 3, "supposed: 3 strength points of the enemy in 2050, not 8"),
        ({}, 7, 7, "supposed: infantry of 7 strength points in 2050"),
    ],
)
def test_an_enemy_may_be_supposed_to_be_as_strong_as_somebody_believes(
    at: dict[str, str], strength: int, counts: int, told: str
) -> None:
    found = asked(standing({**at, "baud-6": "2051"}), "2050", by=("baud-6",), enemy=strength)
    assert f"7 : {counts} is " in found.steps[-1].text
    assert ("", told) in noted(found)
    assert (SOMEBODY in found.title) is (not at)
    assert sum(one.share for one in found.chances) == 1


@rule("nlb", "8.2B", "8.2C")
def test_supposed_infantry_is_sheltered_by_walls() -> None:
    around = {"baud-6": "0518", "soye-6": "0518"}
    found = asked(standing(around, "la-belle-alliance"), "Hougoumont", enemy=1, uid="la-belle-alliance")
    assert found.title == f"Baudin, Soye against {SOMEBODY} in 0617 (Hougoumont): 4-1"
    assert [case for case, _ in noted(found)] == ["8.2C", ""]


def test_who_shares_a_hex_with_own_units_cannot_be_supposed() -> None:
    assert refused({"baud-6": "2051", "soye-6": "2050"}, "2050", enemy=4) == [
        ("6.1A", "there is no enemy unit in 2050")
    ]


# -- when nobody fights --------------------------------------------------------------------


@rule("nlb", "4.3-1", "6.0-1")
def test_a_turn_without_combat_is_told_and_a_set_up_is_none() -> None:
    (night,) = [turn.number for turn in game("campaign").theatre.setting.turns if turn.kind == "night"][:1]
    found = asked(standing(EXAMPLE, "campaign", night), "1744", by=("baud-6", "soye-6"), uid="campaign")
    assert ("6.0", "there is no combat on this turn, at night or in the rain") in noted(found)
    for turn in (0, 1, 99):
        assert asked(standing(EXAMPLE, turn=turn), "1744", by=("baud-6", "soye-6")).title.endswith(": 6-1")


@pytest.mark.parametrize(
    ("on", "words", "case", "text"),
    [
        ("1744", {"by": ("huss-5", "pire")}, "6.1A", "as in --from pire="),
        ("1744", {"by": ("Nobody",)}, "", "there is no unit 'Nobody'"),
        ("1744", {"by": ("blndt",)}, "6.0", "belongs to the other army"),
        ("1744", {"by": ("baud-6", "soye-6"), "far": ("marc",)}, "7.3C", "the crest"),
        ("1744", {"by": ("baud-6", "soye-6"), "column": "9-1"}, "6.2C", "cannot be reduced"),
        ("9999", {}, "", "there is no hex '9999'"),
        ("1745", {}, "6.1A", "there is no enemy unit in 1745"),
        ("1744", {"tactic": "column"}, "", "there are no tactics"),
        ("lher", {}, "", "is not on a map"),
    ],
)
def test_refusals(on: str, words: dict[str, Any], case: str, text: str) -> None:
    told = refused(EXAMPLE, on, **words)
    assert any(found == case and text in words_ for found, words_ in told), told
