"""What being out of command does: 11.3, its exception 24.1A, and 16.15 in its place."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.artillery import bombardment_refusal, targets_of
from rulesets.napoleons_last_battles.rules.battle.conversions import converted
from rulesets.napoleons_last_battles.rules.command.effects import effects_of
from rulesets.napoleons_last_battles.rules.march.march import Marches
from tests.hexgame.fighting.skirmish import Played
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board as skirmish
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import fought, order, phase
from tests.rulesets.napoleons_last_battles.rules.command.stage import stage
from tests.rulesets.napoleons_last_battles.rules.march.ground import go, play

rule = pytest.mark.rule
VARIANT = {"out-of-command": True}


def idle(where: str, *names: str, **more: Any) -> Board:
    """A small battle with these units out of command."""
    found = skirmish(where, **more)
    found.position.idle = set(names)
    return found


def variant(where: str, *names: str) -> Board:
    return idle(where, *names, **VARIANT)


def told(played: Played) -> tuple[list[str], list[str]]:
    """Results as they fell, and what they became."""
    fell = [event["result"] for event in played.kinds("combat")]
    return fell, [event["to"] for event in played.kinds("converted")]


@rule("nlb", "16.0")
@pytest.mark.parametrize(
    ("options", "cases"),
    [({}, ("11.3A", "11.3B", "11.3C")), (VARIANT, ("16.15A", "16.15B", "16.15C"))],
)
def test_a_variant_that_is_chosen_takes_the_place_of_the_older_rule(
    options: dict[str, bool], cases: tuple[str, str, str]
) -> None:
    """An attack out of command that comes to Dr: 11.3B makes Ar of it, 16.15B nothing at all."""
    found = idle("fi4 0403, ai4 0404", "fi4", **options)
    effects = effects_of(found.setting)
    assert (effects.movement, effects.attack, effects.defence) == cases
    assert told(fought(phase(found), order("0404", "fi4"), 1)) == (["Dr"], ["No" if options else "Ar"])


# -- movement ----------------------------------------------------------------------------


@rule("nlb", "11.3A-1")
@pytest.mark.parametrize(("to", "cases"), [("0304", ["11.3A"]), ("0306", [])])
def test_out_of_command_no_zone_is_entered(to: str, cases: list[str]) -> None:
    ground = {"huss-5": "0305", "12-1": "0303"}
    assert play(stage(ground, idle={"huss-5"}), go("huss-5", "0305", to)).cases == cases
    assert play(stage(ground), go("huss-5", "0305", to)).cases == []


@rule("nlb", "11.3A-2")
def test_out_of_command_nobody_leaves_a_zone_who_begins_in_one() -> None:
    board = stage({"huss-5": "0304", "12-1": "0303"}, idle={"huss-5"})
    assert play(board, go("huss-5", "0304", "0305")).cases == ["11.3A"]


@rule("nlb", "11.3A-1", "10.1D-1")
def test_a_leader_out_of_command_joins_nobody_in_a_zone() -> None:
    ground = {"reille": "0305", "huss-5": "0304", "12-1": "0303"}
    assert play(stage(ground), go("reille", "0305", "0304")).cases == []
    assert play(stage(ground, idle={"reille"}), go("reille", "0305", "0304")).cases == ["11.3A"]


@rule("nlb", "16.15A")
def test_in_the_variant_clear_hexes_cost_two_and_zones_are_entered() -> None:
    ground = {"huss-5": "0405", "12-1": "0403", "reille": "0405", "camp-5": "0709"}
    board = stage(ground, options=VARIANT, idle={"huss-5", "reille", "camp-5"})
    moved = play(
        board, go("huss-5", "0405", "0404"), go("reille", "0405", "0404"), go("camp-5", "0709", "0708", "0808")
    )
    assert moved.cases == []
    assert [event["cost"] for event in moved.events if event["kind"] == "moved"] == ["2", "2", "2 1/2"]
    far = stage(ground, options=VARIANT, idle={"huss-5"})
    assert play(far, go("huss-5", "0405", "0406", "0407", "0408")).cases == ["5.1-1"]
    assert Marches(far).points("huss-5") == 8


@rule("nlb", "16.15A")
def test_in_the_variant_forest_costs_what_it_did_and_nights_close_zones() -> None:
    board = stage({"huss-5": "0302"}, options=VARIANT, idle={"huss-5"})
    assert play(board, go("huss-5", "0302", "0303")).cost() == "2"
    dark = stage({"huss-5": "0305", "12-1": "0303"}, options=VARIANT, idle={"huss-5"}, turn="16/2100")
    assert play(dark, go("huss-5", "0305", "0304")).cases == ["4.2-2"]


# -- attackers ---------------------------------------------------------------------------


@rule("nlb", "11.3B-1")
def test_out_of_command_units_in_contact_must_attack() -> None:
    found = attack_list(idle("fi5 0403, ai4 0404", "fi5"))
    assert found.contacts == {"fi5": ("ai4",)}
    assert [(one.case, one.text) for _, one in found.faults([])] == [
        ("6.1", "AI4 in 0404 is in contact and must be attacked")
    ]


@rule("nlb", "11.3B-2")
@pytest.mark.parametrize(("die", "fell", "became"), [(1, ["De"], ["Ar"]), (2, ["Dr"], ["Ar"]), (6, ["Ex"], [])])
def test_their_de_and_dr_are_ar_at_the_usual_odds(die: int, fell: list[str], became: list[str]) -> None:
    found = idle("fi12 0403, ai3 0404", "fi12")
    played = fought(phase(found), order("0404", "fi12"), die)
    assert played.kinds("combat")[0]["calculation"]["column"] == "4-1"
    assert told(played) == (fell, became)
    if became:
        assert [event["unit"] for event in played.kinds("retreated")] == ["fi12"] and "ai3" in found.at
        assert played.kinds("converted")[0]["why"] == "FI12 attacks out of command"
        assert played.kinds("converted")[0]["case"] == "11.3B"


@rule("nlb", "11.3B-3")
def test_one_of_them_makes_the_whole_attack_so() -> None:
    found = idle("fi9 0403, fi1 0405, ai2 0404", "fi1")
    played = fought(phase(found), order("0404", "fi9 fi1"), 1)
    assert told(played)[1] == ["Ar"] and {one["unit"] for one in played.kinds("retreated")} == {"fi9", "fi1"}


@rule("nlb", "11.3B-4")
@pytest.mark.parametrize("out", [True, False])
def test_they_do_not_advance_after_an_exchange(out: bool) -> None:
    found = idle("fi9 0403, fi4 0305, ai3 0404", *(["fi4"] if out else []))
    advance = [{"unit": "fi9", "to": "0404"}]
    played = fought(phase(found), order("0404", "fi9 fi4", pay=["fi4"], advance=advance), 6)
    assert told(played)[0] == ["Ex"]
    assert [event["unit"] for event in played.kinds("advanced")] == ([] if out else ["fi9"])


@rule("nlb", "11.3B-5")
def test_their_artillery_does_not_bombard() -> None:
    found = idle("fg6 0402, ai4 0404", "fg6")
    refusal = bombardment_refusal(found, "fg6", "0404")
    assert refusal is not None and refusal.text == "FG6 in 0402 is out of command and may not bombard"
    assert refusal.case == "11.3B" and targets_of(found, "fg6") == ()
    listed = attack_list(idle("fg6 0402, fi5 0403, ai4 0404", "fg6"))
    assert [one.case for _, one in listed.faults([{"on": ["0404"], "by": ["fi5"], "bombard": ["fg6"]}])] == ["11.3B"]
    assert bombardment_refusal(idle("fg6 0402, ai4 0404"), "fg6", "0404") is None


@rule("nlb", "24.1A-2", "27.1-0")
@pytest.mark.parametrize("uid", ["grand-ligny", "grand-waterloo"])
def test_in_the_grand_battles_their_results_stand(uid: str) -> None:
    found = idle("fi12 0403, ai3 0404", "fi12", uid=uid)
    played = fought(phase(found), order("0404", "fi12", advance=[{"unit": "fi12", "to": "0404"}]), 1)
    assert told(played) == (["De"], []) and "ai3" not in found.at
    assert played.kinds("advanced") == []
    guarded = idle("fi1 0403, ai9 0404", "ai9", uid=uid)
    assert told(fought(phase(guarded), order("0404", "fi1"), 6))[1] == ["Ar"]


# -- defenders ---------------------------------------------------------------------------


@rule("nlb", "11.3C-1", "11.3C-2")
@pytest.mark.parametrize("mates", [(), ("ac1",)])
def test_against_them_ae_is_ar_and_none_of_their_side_advances(mates: tuple[str, ...]) -> None:
    found = idle(", ".join(["fi1 0403", "ai9 0404", *(f"{one} 0404" for one in mates)]), "ai9")
    answers = {"a1.advance": {"when": "always"}}
    played = fought(phase(found), order("0404", "fi1"), 6, answers=answers)
    assert told(played) == (["Ae"], ["Ar"]) and played.kinds("advanced") == []
    assert "fi1" in found.at and played.kinds("converted")[0]["why"] == "AI9 defends out of command"
    sound = skirmish("fi1 0403, ai9 0404")
    assert fought(phase(sound), order("0404", "fi1"), 4, answers=answers).kinds("advanced") != []


@rule("nlb", "11.3C-1")
def test_other_results_against_them_stand() -> None:
    found = idle("fi12 0403, ai3 0404", "ai3")
    assert [converted(found, ["fi12"], ["ai3"], code) for code in ("De", "Dr", "Ex", "Ar")] == [None] * 4


# -- the variant -------------------------------------------------------------------------


@rule("nlb", "16.15B")
def test_in_the_variant_their_dr_does_nothing() -> None:
    found = variant("fi12 0403, ai3 0404", "fi12")
    before = dict(found.at)
    played = fought(phase(found), order("0404", "fi12", advance=[{"unit": "fi12", "to": "0404"}]), 2)
    assert told(played) == (["Dr"], ["No"]) and found.at == before
    assert played.kinds("converted")[0]["case"] == "16.15B"


@rule("nlb", "16.15B")
def test_in_the_variant_their_de_stands_without_an_advance() -> None:
    found = variant("fi12 0403, ai3 0404", "fi12")
    played = fought(phase(found), order("0404", "fi12", advance=[{"unit": "fi12", "to": "0404"}]), 1)
    assert told(played) == (["De"], []) and found.at == {"fi12": "0403"}


@rule("nlb", "16.15B")
def test_in_the_variant_their_artillery_bombards() -> None:
    found = variant("fg12 0402, ai3 0404", "fg12")
    assert bombardment_refusal(found, "fg12", "0404") is None
    assert told(fought(phase(found), order("0404", bombard="fg12"), 2))[1] == ["No"]


@rule("nlb", "16.15C")
@pytest.mark.parametrize(("die", "fell"), [(1, "Ar"), (6, "Ae")])
def test_in_the_variant_ar_and_ae_against_them_do_nothing(die: int, fell: str) -> None:
    found = variant("fi1 0403, ai9 0404", "ai9")
    before = dict(found.at)
    played = fought(phase(found), order("0404", "fi1"), die, answers={"a1.advance": {"when": "always"}})
    assert told(played) == ([fell], ["No"]) and found.at == before


@rule("nlb", "16.15B", "16.15C")
def test_in_the_variant_one_taints_his_side_too() -> None:
    found = variant("fi9 0403, fi1 0405, ai2 0404, ac1 0404", "fi1", "ac1")
    for code, becomes in (("Dr", "No"), ("Ar", "No"), ("Ae", "No"), ("De", ""), ("Ex", "")):
        conversion = converted(found, ["fi9", "fi1"], ["ai2", "ac1"], code)
        assert (conversion.result if conversion else "") == becomes


def test_nobody_out_of_command_changes_nothing() -> None:
    found = skirmish("fi9 0403, ai2 0404")
    assert all(converted(found, ["fi9"], ["ai2"], code) is None for code in ("De", "Dr", "Ex", "Ar", "Ae"))
