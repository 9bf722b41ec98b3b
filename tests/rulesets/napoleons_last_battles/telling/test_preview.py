"""Previews: what orders would do up to combat, with the exact odds and chances of each attack, and what it risks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesets.napoleons_last_battles.telling.preview import preview
from tests.rulesets.napoleons_last_battles.files import SCENARIOS
from tests.rulesets.napoleons_last_battles.rules.battle.test_worked_example import ATTACKS
from tests.rulesets.napoleons_last_battles.telling.asking import EXAMPLE, previewed, remarked, standing
from tests.rulesets.napoleons_last_battles.telling.foreseen import check
from tests.rulesets.napoleons_last_battles.turns import all_but, game
from tests.tiers import turns

rule = pytest.mark.rule
# Hougoumont with the brigade of Byng, and Frenchmen before it: 45 strength points.
WALLS = {
    "byng": "0617",
    "fri-gr": "0618",
    "mrnd-ch": "0618",
    "baud-6": "0518",
    "soye-6": "0518",
    "roug-gr": "0718",
    "mich-ch": "0718",
    "guyot": "0717",
}
ASSAULT = {"on": ["0617"], "by": [unit for unit in WALLS if unit != "byng"]}


def manners(told: Any) -> list[tuple[str, str, str, dict[str, str]]]:
    """Of each manner of each attack its name, column, column used and chances."""
    return [
        (
            attack["id"] + manner["when"],
            manner["calculation"]["column"],
            manner["calculation"]["used"],
            manner["chances"],
        )
        for attack in told["attacks"]
        for manner in attack["manners"]
    ]


@rule("nlb", "7.0-example", "6.2", "6.2C", "6.4")
def test_the_worked_example_is_foreseen_with_its_chances() -> None:
    told = previewed(standing(EXAMPLE), {"attacks": ATTACKS})
    assert manners(told) == [
        ("opstal", "6-1", "3-1", {"Ar": "1/6", "Dr": "5/6"}),
        ("bylandt", "4-1", "4-1", {"De": "1/6", "Ex": "1/6", "Dr": "2/3"}),
        ("pireaumont", "1-1", "1-1", {"Ar": "1/2", "Dr": "1/2"}),
        ("pack", "1-2", "1-2", {"Ar": "2/3", "Dr": "1/3"}),
    ]
    assert (told["default"], told["void"]) == (False, []) and json.loads(json.dumps(told)) == told


@rule("nlb", "6.3C", "7.0-example")
def test_of_several_effects_of_terrain_the_one_that_counts_is_named() -> None:
    told = previewed(standing(EXAMPLE), {"attacks": ATTACKS})
    assert remarked(told) == [
        (
            "6.3C",
            "only one effect of terrain counts: town hex 1744, and not 1744 attacked only through stream hexsides",
        )
    ]
    assert remarked(told, 2) == []


@rule("nlb", "6.3B", "7.0-example")
def test_the_lines_show_every_step_of_both_sides() -> None:
    lines = previewed(standing(EXAMPLE), {"attacks": ATTACKS})["lines"]
    assert lines[:2] == ["Movement: none", "Attacks:"]
    pire = "Pire's cavalry 4 x 1/2 cavalry in or against forest hex 1542 (6.3B) = 2"
    assert f"  pack: {pire} against Pack 4 in 1542" in lines
    assert "    13 : 2 is 6-1; lowered by the attacker to 3-1 (6.2C)" in lines


@rule("nlb", "8.2B", "8.2C")
def test_walls_cap_the_column_and_need_not_be_left() -> None:
    position = standing(WALLS, "la-belle-alliance", reduced={"byng"})
    told = previewed(position, {"attacks": [ASSAULT]}, uid="la-belle-alliance")
    (manner,) = told["attacks"][0]["manners"]
    assert (manner["calculation"]["first"], manner["calculation"]["used"]) == ("5-1", "4-1")
    assert [shift["case"] for shift in manner["calculation"]["shifts"]] == ["8.2B"]
    text = "on Dr Byng leaves the chateau 0617 (Hougoumont) only if its owner wishes"
    assert remarked(told) == [("8.2C", text)]


@rule("nlb", "6.6-1", "6.6A")
def test_defenders_who_could_not_retreat_are_named() -> None:
    at = {"blndt": "2050", "baud-6": "2051", "soye-6": "2150", "pire": "1950"}
    attack = {"on": ["2050"], "by": ["baud-6", "soye-6", "pire"]}
    told = previewed(standing(at), {"attacks": [attack]})
    assert remarked(told) == [("6.6", "on Dr Bylandt in 2050 would have no hex to retreat to")]
    assert "    on Dr Bylandt in 2050 would have no hex to retreat to (6.6)" in told["lines"]
    free = {**at, "pire": "2052"}
    assert remarked(previewed(standing(free), {"attacks": [{**attack, "by": ["baud-6", "soye-6"]}]})) == []


@rule("nlb", "9.1", "9.2", "19.3", "19.4A", "19.4B")
@pytest.mark.parametrize(
    ("losses", "at", "found"),
    [
        (
            {"allied": 37, "french": 19},
            {"lf-ds": "2150"},
            [
                ("9.1", "on De or Ex the Allied army disintegrates, having lost 41 strength points"),
                ("19.4A", "on De or Ex the game is over at once: the French player wins"),
            ],
        ),
        ({"allied": 36, "french": 19}, {"lf-ds": "2150"}, []),
        ({"allied": 37, "french": 19}, {}, []),
        (
            {"allied": 30, "french": 24},
            {"lf-ds": "2150"},
            [
                ("9.2", "on Ex the French army is demoralized, having lost 28 strength points"),
                ("19.4B", "on Ex the game is over at once: the Coalition player wins"),
            ],
        ),
    ],
)
def test_whom_the_losses_of_a_result_would_break_is_told(
    losses: dict[str, int], at: dict[str, str], found: list[tuple[str, str]]
) -> None:
    """From 16/1600 on the French level is 25; the Allies are demoralized and disintegrate beyond 40.

    Without the cavalry the odds are 3-1, at which nobody is eliminated.
    """
    around = {"blndt": "2050", "baud-6": "2051", "soye-6": "2051", **at}
    position = standing(around, turn=3, losses=losses, broken={"allied": "demoralized"})
    orders = {"attacks": [{"on": ["2050"], "by": [unit for unit in around if unit != "blndt"]}]}
    assert remarked(previewed(position, orders)) == found


def test_both_manners_of_a_condition_are_foreseen() -> None:
    first = {"id": "a1", "on": ["2050"], "by": ["baud-6"]}
    when = {"attack": "a1", "result": ["Dr"]}
    second = {"id": "a2", "on": ["2250"], "by": ["camp-5"], "if": when, "reduce": "1-2", "else": {"reduce": "1-3"}}
    at = {"blndt": "2050", "baud-6": "2051", "wmar": "2250", "camp-5": "2251"}
    told = previewed(standing(at), {"attacks": [first, second]})
    assert [(name, used) for name, _, used, _ in manners(told)] == [("a1", "1-1"), ("a2", "1-2"), ("a2else", "1-3")]


# -- moves ---------------------------------------------------------------------------------


@rule("nlb", "4.1.1B", "5.4-2", "10.1B")
def test_attacks_are_those_after_the_moves_of_stacks_and_leaders() -> None:
    at = {"blndt": "2050", "baud-6": "2053", "soye-6": "2053", "ney": "2053", "huss-5": "1857"}
    march = {"units": ["baud-6", "soye-6", "ney"], "path": ["2053", "2052", "2051"]}
    told = previewed(standing(at), {"orders": [march]}, "leaders")
    assert told["default"] and [attack["on"] for attack in told["attacks"]] == [["2050"]]
    assert (told["ordered"], told["idle"], told["open"]) == (3, ["Husson"], True)
    assert "  Ney marches 2053 - 2052 - 2051, 2 of 6 movement points." in told["lines"]
    assert "Attacks by default (6.1):" in told["lines"]


@rule("nlb", "5.4-2")
def test_what_is_refused_or_undone_has_its_place_and_its_line() -> None:
    at = {"blndt": "2050", "baud-6": "2053", "soye-6": "2054", "camp-5": "2055", "huss-5": "2055"}
    orders = [
        {"unit": "baud-6", "path": ["2053", "2052", "2051", "2050"]},
        {"unit": "soye-6", "path": ["2054", "2055"]},
    ]
    told = previewed(standing(at), {"orders": orders})
    assert [(one["where"], one["case"]) for one in told["void"]] == [(["orders", 0], "5.0")]
    assert any(line.startswith("Void: ") and line.endswith("(5.0)") for line in told["lines"])
    assert [event["unit"] for event in told["moves"] if event["kind"] == "undone"] == ["soye-6"]


@rule("nlb", "6.1-1", "6.1-2")
def test_a_list_that_owes_an_attack_gives_way_to_the_default() -> None:
    told = previewed(standing(EXAMPLE), {"attacks": ATTACKS[:3]})
    assert told["default"] and [(one["where"], one["case"]) for one in told["void"]] == [(["attacks"], "6.1")]


@rule("nlb", "11.3B-2", "11.0-3")
def test_command_comes_first_and_what_its_want_makes_of_results_is_told() -> None:
    at = {"blndt": "2050", "baud-6": "2051", "soye-6": "2051", "ney": "1857", "huss-5": "1857"}
    orders = {"command": {"ney": {"units": ["huss-5"]}}, "attacks": [{"on": ["2050"], "by": ["baud-6", "soye-6"]}]}
    told = previewed(standing(at), orders, "leaders", "command")
    lines = told["lines"]
    assert lines[0] == "Command:" and "Movement: none" in lines
    assert any(line.startswith("  Out of command: Baudin and Soye") for line in lines)
    became = told["attacks"][0]["manners"][0]["becomes"]
    assert became["Dr"]["result"] == "Ar" and became["Dr"]["case"] == "11.3B"


@rule("nlb", "15.3-1", "15.3-2")
def test_who_may_fall_back_before_combat_is_told_and_own_units_do() -> None:
    at = {"mrln": "2050", "baud-6": "2051"}
    told = previewed(standing(at), {}, "mounted-retreat")
    assert [case for case, _ in remarked(told)] == ["15.3"]
    at = {"blndt": "2050", "baud-6": "2051", "pire": "2150"}
    said = {"mounted": {"pire": "always"}, "attacks": [{"on": ["2050"], "by": ["baud-6", "pire"]}]}
    told = previewed(standing(at), said, "mounted-retreat")
    assert [event["unit"] for event in told["moves"] if event["kind"] == "fell-back"] == ["pire"]
    assert [one["unit"] for one in told["attacks"][0]["manners"][0]["attackers"]] == ["baud-6"]


@rule("nlb", "4.3-1", "6.0-1")
def test_there_is_no_attack_at_night() -> None:
    (night,) = [turn.number for turn in game("campaign").theatre.setting.turns if turn.kind == "night"][:1]
    told = previewed(standing(EXAMPLE, "campaign", night), {"attacks": ATTACKS}, uid="campaign")
    assert told["attacks"] == [] and [one["case"] for one in told["void"]] == ["4.3"]


# -- set-up --------------------------------------------------------------------------------


@rule("nlb", "3.2C-2", "10.1A")
def test_a_set_up_is_shown_hex_by_hex() -> None:
    found = game("quatre-bras", "leaders")
    board = found.theatre.board(found.theatre.start())
    names, orders = found.telling.names, {"setup": {"ney": "1647"}}
    told = preview(names, board, orders)
    assert (told["ordered"], told["idle"], told["open"]) == (1, [], True)
    assert told["lines"][0] == "Set-up:" and len(told["lines"]) == 4
    assert "  Ney is placed in 1647 (3.2C)." in told["lines"]
    assert [line.split()[0] for line in told["lines"] if line.endswith(" By default.")] == ["Reille", "Kellermann"]
    told = preview(names, board, {"setup": {"ney": "1667"}})
    assert told["ordered"] == 0 and told["lines"][-1].startswith("Void: Ney may not be placed in 1667")
    assert preview(names, board, {})["void"] == []


# -- random turns ----------------------------------------------------------------------------


@pytest.mark.parametrize("uid", ["quatre-bras", "learning-hougoumont"])
def test_what_is_foreseen_happens(uid: str) -> None:
    seen = check(game(uid), 4, 5)
    assert seen.asked >= seen.attacks > 0 and seen.fought > 0


@pytest.mark.parametrize("uid", turns(SCENARIOS))
def test_what_is_foreseen_happens_in_every_scenario(uid: str) -> None:
    check(game(uid), 1, 4)


@pytest.mark.slow
def test_what_is_foreseen_happens_with_options() -> None:
    check(game("ligny", *all_but("ligny")), 1, 3)


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("uid", SCENARIOS)
def test_what_is_foreseen_happens_in_every_scenario_with_and_without_options(uid: str, seed: int) -> None:
    check(game(uid), seed, 12)
    check(game(uid, *all_but(uid)), seed, 8)


@rule("nlb", "16.6A-2")
def test_a_set_up_tells_of_the_pairs_that_it_places() -> None:
    found = game("quatre-bras", "hidden-movement", "observation")
    board = found.theatre.board(found.theatre.start())
    entry = {"pair": "hm-f1", "at": board.at["marc"], "units": ["marc"]}
    told = preview(found.telling.names, board, {"hidden": [entry]})
    assert [line for line in told["lines"] if "hm-f1" in line and "Marcillac" in line]
    assert told["void"] == []
    assert "marc" in board.at
