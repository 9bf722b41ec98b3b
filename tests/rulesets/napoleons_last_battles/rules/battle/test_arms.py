"""Options about arms and weather in combat: 15.1, 15.3, 15.5, 16.4, 16.5, 16.7 to 16.10."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import BLOWN, Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.artillery import bombardment_refusal
from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase, fights_now
from rulesets.napoleons_last_battles.rules.battle.mounted import may_fall_back, mounted_faults
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions
from rulesets.napoleons_last_battles.rules.marks import CHARGED, CHARGING, MOVED, end_player_turn
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.theatre import chart_of
from tests.hexgame.fighting.skirmish import play
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, fought, order, phase, sheet

rule = pytest.mark.rule


def row(*values: object, cases: str) -> object:
    """A row of a table with the catalogue's ids."""
    return pytest.param(*values, marks=rule("nlb", *cases.split()))


def with_option(name: str, units: str, on: Any = None, **more: Any) -> Board:
    return board(units, on, **{name: True, **more})


def targets(found: Board) -> list[str]:
    return [unit for unit in found.at if unit[0] == "a"]


@pytest.mark.parametrize(
    ("units", "by", "guns", "column"),
    [
        row("fi6 0403, fc3 0405, fg3 0406, ai4 0404", "fi6 fc3", "fg3", "4-1", cases="15.1-1"),
        row("fi2 0403, fc2 0405, fg1 0406, ai8 0404", "fi2 fc2", "fg1", "1-1", cases="15.1-1"),
        row("fi6 0403, fg6 0406, ai4 0404", "fi6", "fg6", "3-1", cases="15.1-1"),
        row("fi9 0404, fc9 0404, fh6 0404, ai4 0403, ai4b 0504", "fi9 fc9 fh6", "", "3-1", cases="15.1-1"),
        row("fi30 0403, fc9 0405, fg9 0406, ai1 0404", "fi30 fc9", "fg9", "6-1", cases="15.1-1"),
    ],
)
def test_all_three_arms_against_one_hex_shift_the_odds(units: str, by: str, guns: str, column: str) -> None:
    found = with_option("combined-arms", units)
    assert odds_of(found, by.split(), guns.split(), targets(found)).column == column


@rule("nlb", "15.1-1", "8.2B")
def test_the_shift_comes_before_the_limit_of_a_chateau() -> None:
    found = with_option("combined-arms", "fi60 0403, fc9 0405, fg9 0406, ai6 0404", sheet("0404 c"))
    assert odds_of(found, ["fi60", "fc9"], ["fg9"], ["ai6"]).column == "4-1"


@pytest.mark.parametrize(
    ("units", "by", "guns", "land", "water", "strengths"),
    [
        row("fg5 0406, ai4 0404", "", "fg5", "0404 f", "", (3, 4), cases="16.4-1"),
        row("fi5 0403, ag5 0404", "fi5", "", "0404 f", "", (5, 5), cases="16.4-1"),
        row("fi12 0403, ai4 0404", "fi12", "", "0404 t", "", (6, 4), cases="16.4-2"),
        row("fi12 0403, ac5 0404", "fi12", "", "0404 t", "", (6, 3), cases="16.4-2"),
        row("fi6 0403, fi4 0405, ai4 0404", "fi6 fi4", "", "", "0404-0403", (7, 4), cases="16.4-6"),
        row("fi6 0403, fg5 0402, ai4 0404", "fi6", "fg5", "", "0404-0403", (8, 4), cases="16.4-6"),
        row("fi12 0403, ai6 0404", "fi12", "", "0404 c", "", (12, 18), cases="16.4-3"),
    ],
)
def test_modified_terrain_weakens_attackers(
    units: str, by: str, guns: str, land: str, water: str, strengths: tuple[int, int]
) -> None:
    found = with_option("modified-terrain", units, sheet(land, stream=water))
    odds = odds_of(found, by.split(), guns.split(), targets(found))
    assert (odds.attack, odds.defence) == strengths


def changed(setting: Setting, **sides: str) -> Any:
    """A sheet under the chart of a campaign's options."""
    on = sheet("", **sides)
    return replace(on, chart=chart_of(setting, on.chart), _tables={})


@rule("nlb", "16.4-7")
@pytest.mark.parametrize("water", ["river", "stream"])
def test_with_modified_terrain_no_zone_passes_a_bridge(water: str) -> None:
    options = {"modified-terrain": True}
    bound = board("fi4 0403, ai4 0404", **options).setting
    found = board("fi4 0403, ai4 0404", changed(bound, **{water: "0404-0403", "bridge": "0404-0403"}), **options)
    assert not found.in_zone("0403", "coalition") and attack_list(found).default() == []


@rule("nlb", "16.5-4")
def test_in_rain_attackers_are_halved_and_batteries_never_fire_alone() -> None:
    found = with_option("rain-effects", "fi5 0403, fi4 0405, fg6 0206, ai2 0404, ai3 0405")
    found.position.weather = "rain"
    assert fights_now(found) and odds_of(found, ["fi5", "fi4"], [], ["ai2"]).column == "2-1"
    assert odds_of(found, ["fi5", "fi4"], [], ["ai2"]).attack == 5


@pytest.mark.parametrize(
    ("weather", "entry", "case"),
    [
        row("rain", {"bombard": ["fg6"]}, "16.5", cases="16.5-4"),
        row("rain", {"by": ["fi5"], "bombard": ["fg6"]}, "", cases="16.5-4"),
        row("rain", {"bombard": ["fg6"], "by": [], "if": {"vacant": "0303"}}, "16.5", cases="16.5-4"),
        row("clear", {"bombard": ["fg6"]}, "", cases="7.1A"),
    ],
)
def test_in_rain_a_battery_fires_with_others_alone(weather: str, entry: Any, case: str) -> None:
    by = {} if entry.get("by") else {"by": ["fi5"], "on": ["0303"]}
    found = with_option(
        "rain-effects", "fi5 0403, fg6 0206, ai2 0404, ai3 0303" if by else "fi5 0403, fg6 0206, ai2 0404"
    )
    found.position.weather = weather
    listed = [{"on": ["0404"], **entry}, *([by] if by else [])]
    told = [(refusal.case, refusal.unit, refusal.hex) for _, refusal in attack_list(found).faults(listed)]
    assert [one for one in told if one[0] == "16.5"] == ([(case, "fg6", "0404")] if case else [])


@rule("nlb", "16.5-4")
def test_chance_draws_no_such_bombardment() -> None:
    found = with_option("rain-effects", "fi5 0403, fg6 0205, fg4 0208, ai2 0404, ai4 0206, ai3 0307")
    found.position.weather = "rain"
    for seed in range(6):
        options = attack_list(found)
        assert options.faults(options.sample(random.Random(seed).randrange)) == []


@pytest.mark.parametrize(
    ("units", "by", "guns", "arms", "attack"),
    [
        row("fi4 0403, fc4 0405, ai4 0404", "fi4 fc4", "", "infantry", 12, cases="16.7-1"),
        row("fc4 0403, fg5 0405, ai4 0404", "fc4 fg5", "", "", 13, cases="16.7-1"),
        row("fc4 0403, fg5 0405, ai4 0404", "fc4 fg5", "", "artillery", 19, cases="16.7-1"),
        row("fi5 0403, fc3 0405, fg6 0406, ai4 0404", "fi5 fc3", "fg6", "", 25, cases="16.7-1"),
        row("fi4 0403, fi4b 0504, fc4 0405, ai4 0404", "fi4 fi4b fc4", "", "infantry", 20, cases="16.7-2"),
        row("fi4 0403, fc4 0405, ac4 0404", "fi4 fc4", "", "", 8, cases="16.7-1"),
    ],
)
def test_different_arms_are_enhanced_against_infantry_in_the_open(
    units: str, by: str, guns: str, arms: str, attack: int
) -> None:
    found = with_option("combined-effects", units)
    assert odds_of(found, by.split(), guns.split(), targets(found), (), arms).attack == attack


@rule("nlb", "16.7-1")
@pytest.mark.parametrize(("slot", "attack"), [({}, 12), ({"a1.arm": "cavalry"}, 13)])
def test_the_defender_says_which_arm(slot: Any, attack: int) -> None:
    found = with_option("combined-effects", "fi4 0403, fc5 0405, ai4 0404")
    played = fought(phase(found), order("0404", "fi4 fc5"), 3, answers=slot)
    told = played.kinds("combat")[0]["calculation"]["strengths"][0]["counts"]
    assert told == (13 if not slot else 14)


@pytest.mark.parametrize(
    ("marks", "by", "targets_", "strength"),
    [
        row((CHARGING,), "fc4 fc3", "ai5", 14, cases="16.8-2"),
        row((), "fc4 fc3", "ai5", 7, cases="16.8-1"),
        row((CHARGING,), "fc4 fc3 fi2", "ai5", 9, cases="16.8-1"),
        row((CHARGING,), "fc4 fc3", "ac5", 7, cases="16.8-1"),
    ],
)
def test_a_charge_of_one_hex_counts_double(marks: Any, by: str, targets_: str, strength: int) -> None:
    found = with_option("charge", f"fc4 0403, fc3 0403, fi2 0405, {targets_} 0404")
    for name in marks:
        found.position.mark(name, ["fc4", "fc3"])
    assert odds_of(found, by.split(), [], targets_.split()).attack == strength


@rule("nlb", "16.8-1")
@pytest.mark.parametrize(
    ("units", "path", "refused"),
    [
        ("fc4 0406, ai5 0404", ["0406", "0405"], ""),
        ("fc4 0407, ai5 0404", ["0407", "0406", "0405"], ""),
        ("fc4 0408, ai5 0404", ["0408", "0407", "0406", "0405"], "one or two movement points"),
        ("fi4 0406, ai5 0404", ["0406", "0405"], "cavalry"),
    ],
)
def test_who_charges_spends_one_or_two_points(units: str, path: list[str], refused: str) -> None:
    found = with_option("charge", units)
    unit = units.split()[0]
    refusal = MoveOptions(found).why_not({"unit": unit, "path": path, "charge": True})
    assert (refusal.text if refusal else "").find(refused) >= 0 and bool(refusal) == bool(refused)
    if refusal:
        assert (refusal.case, refusal.unit) == ("16.8", unit)


@rule("nlb", "16.8-1")
def test_no_charge_over_water_or_rough_ground_or_without_the_option() -> None:
    entry = {"unit": "fc4", "path": ["0407", "0406", "0405"], "charge": True}
    for on, options, word in (
        (sheet("", stream="0406-0405"), {"charge": True}, "clear and crest"),
        (sheet("0406 t"), {"charge": True}, "town"),
        (sheet(""), {}, "without charges"),
    ):
        refusal = MoveOptions(board("fc4 0407, ai5 0404", on, **options)).why_not(entry)
        assert refusal is not None and word in refusal.text and refusal.unit == "fc4"


@rule("nlb", "16.8-3")
def test_all_who_charged_follow_into_the_hex() -> None:
    found = with_option("charge", "fc9 0403, fc8 0403, ai2 0404")
    found.position.mark(CHARGING, ["fc9", "fc8"])
    played = fought(phase(found), order("0404", "fc9 fc8"), 1)
    assert {e["unit"] for e in played.kinds("advanced")} == {"fc9", "fc8"} and played.kinds("charge")
    assert found.position.marks[CHARGED] == {"fc9", "fc8"}


@rule("nlb", "16.8-4")
def test_blown_cavalry_is_weak_until_its_next_turn_is_over() -> None:
    found = with_option("charge", "fc4 0405, ai4 0404, ac9 0909")
    found.position.mark(CHARGED, ["fc4"])
    end_player_turn(found)
    assert found.position.marks == {BLOWN: {"fc4"}}
    found.position.army = "coalition"
    again = board("fc4 0405, ai4 0404", phasing="coalition", charge=True)
    again.position.marks = {BLOWN: {"fc4"}}
    assert odds_of(again, ["ai4"], [], ["fc4"]).defence == 2 and not again.in_zone("0404", "french")
    end_player_turn(again)
    assert again.position.marks == {BLOWN: {"fc4"}}


@rule("nlb", "16.8-4")
def test_blown_cavalry_enters_no_enemy_zone_until_its_own_turn_is_over() -> None:
    own = board("fc4 0406, ai4 0404", charge=True)
    own.position.marks = {BLOWN: {"fc4"}}
    refusal = MoveOptions(own).why_not({"unit": "fc4", "path": ["0406", "0405"]})
    assert refusal is not None and refusal.case == "16.8"
    end_player_turn(own)
    assert own.position.marks == {}


@pytest.mark.parametrize(
    ("moved", "by", "attack"),
    [row((), "", 12, cases="16.9"), row(("fg6",), "", 6, cases="16.9"), row((), "fi4", 10, cases="16.9")],
)
def test_a_battery_that_stood_still_fires_double(moved: Any, by: str, attack: int) -> None:
    found = with_option("sustained-bombardment", "fg6 0406, fi4 0403, ai4 0404")
    found.position.mark(MOVED, moved)
    assert odds_of(found, by.split(), ["fg6"], ["ai4"]).attack == attack


@rule("nlb", "16.9")
def test_movement_of_a_battery_is_remembered_for_its_phase() -> None:
    found = with_option("sustained-bombardment", "fg6 0406, fi4 0303, ai4 0909")
    options = MoveOptions(found)
    for entry in ({"unit": "fg6", "path": ["0406", "0405"]}, {"unit": "fi4", "path": ["0303", "0302"]}):
        assert options.why_not(entry) is None
        options.perform(entry)
    assert found.position.marks == {MOVED: {"fg6"}}


@rule("nlb", "16.10-1", "16.10-2")
def test_heavy_artillery_fires_three_hexes_far_and_triple() -> None:
    options = {"heavy-artillery": True, "sustained-bombardment": True}
    found = board("fg3 0407, fg2 0307, ai4 0404", **options)
    units = found.setting.roster.units
    units["fg3"] = replace(units["fg3"], traits=frozenset({"heavy"}))  # type: ignore[index]
    assert bombardment_refusal(found, "fg3", "0404") is None
    refusal = bombardment_refusal(found, "fg2", "0404")
    assert refusal is not None and refusal.case == "7.1" and "2 hexes" in refusal.text
    assert odds_of(found, [], ["fg3"], ["ai4"]).attack == 9


# -- mounted retreats and impetus ------------------------------------------------------


@rule("nlb", "15.3-1")
@pytest.mark.parametrize(
    ("units", "unit", "may"),
    [
        ("fi4 0403, ah3 0404", "ah3", True),
        ("fi4 0403, ag3 0404", "ag3", False),
        ("fi4 0403, fc2 0405, ah3 0404", "ah3", False),
        ("fi4 0403, fh2 0405, ac3 0404", "ac3", True),
        ("fi4 0408, ac3 0404", "ac3", False),
    ],
)
def test_who_may_fall_back_before_combat(units: str, unit: str, may: bool) -> None:
    assert may_fall_back(with_option("mounted-retreat", units), unit) is may


@rule("nlb", "15.3-1", "15.3-2")
@pytest.mark.parametrize(
    ("when", "goes"),
    [("never", False), ("always", True), ({"odds-at-least": "2-1"}, True), ({"odds-at-least": "3-1"}, False)],
)
def test_defenders_fall_back_by_their_standing_orders(when: Any, goes: bool) -> None:
    found = with_option("mounted-retreat", "fi8 0403, ac4 0404")
    listed = [{"id": "a1", "on": ["0404"], "by": ["fi8"]}]
    played = play(combat_phase(found, listed), (3,), {"gt1.french.mounted.ac4": {"when": when, "to": ["s"]}})
    assert (found.at["ac4"] == "0405") is goes or found.at["ac4"] != "0404"
    assert bool(played.kinds("fell-back")) is goes and bool(played.kinds("combat")) is not goes
    assert found.at["fi8"] == "0403"


@rule("nlb", "15.3-2", "6.1-1")
def test_attacks_are_repaired_when_a_target_has_gone() -> None:
    found = with_option("mounted-retreat", "fi8 0403, fi6 0302, ac4 0404, ai3 0303")
    listed = [{"id": "a1", "on": ["0404"], "by": ["fi8"]}, {"id": "a2", "on": ["0303"], "by": ["fi6"], "reduce": "1-1"}]
    played = play(combat_phase(found, listed), (3, 3), {"gt1.french.mounted.ac4": {"when": "always", "to": ["s"]}})
    assert [event["calculation"]["used"] for event in played.kinds("combat")] == ["1-1"]
    assert [one["unit"] for one in played.kinds("combat")[0]["attackers"]] == ["fi6", "fi8"]


@rule("nlb", "15.3-1")
def test_the_phasing_army_falls_back_by_its_orders() -> None:
    found = with_option("mounted-retreat", "fc4 0403, ai4 0404")
    played = play(combat_phase(found, [], {"fc4": "always"}), ())
    assert [e["unit"] for e in played.kinds("fell-back")] == ["fc4"] and not played.kinds("combat")


@rule("nlb", "15.3-1")
def test_orders_of_mounted_retreat_name_mounted_units_of_ones_own() -> None:
    found = with_option("mounted-retreat", "fc4 0403, fi4 0303, ai4 0404")
    refusals = [refusal.text for _, refusal in mounted_faults(found, {"fi4": "always", "ai4": "never", "x": "never"})]
    assert ["neither" in refusals[0], "no unit" in refusals[1], "x is no unit" in refusals[2]] == [True] * 3
    assert mounted_faults(board("fc4 0403"), {"fc4": "always"})[0][1].case == "15.3"


@rule("nlb", "15.5")
@pytest.mark.parametrize(
    ("die", "said", "went"),
    [(1, "no", []), (2, [{"unit": "fi8"}], ["fi8"]), (4, [{"unit": "fi8"}], []), (6, "no", ["fc8"])],
)
def test_impetus_decides_on_the_advance_of_cavalry(die: int, said: Any, went: list[str]) -> None:
    found = with_option("impetus", "fc8 0403, fi8 0405, ai2 0404")
    played = fought(phase(found), order("0404", "fc8 fi8", advance=said), 1, die)
    assert [e["unit"] for e in played.kinds("advanced")] == went and played.kinds("impetus")


@rule("nlb", "15.5")
def test_without_cavalry_nobody_rolls_for_impetus() -> None:
    found = with_option("impetus", "fi8 0405, ai1 0404")
    assert not fought(phase(found), order("0404", "fi8"), 1).kinds("impetus")
