"""Combat of units out of supply (16.18B)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import UNSUPPLIED, Board
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.marks import WEAKENED
from tests.hexgame.fighting.skirmish import Played
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, fought, order, phase, sheet


def hungry(where: str, *units: str, **more: Any) -> Board:
    """A board on which these units are out of supply."""
    found = board(where, **{"out-of-supply": True}, **more)
    found.position.marks[UNSUPPLIED] = set(units)
    return found


def effects(played: Played) -> list[tuple[str, str]]:
    return [(event["unit"], event["effect"]) for event in played.kinds("unsupplied-die")]


def strengths(played: Played) -> list[int]:
    """What both sides count in the one combat."""
    (event,) = played.kinds("combat")
    return [one["counts"] for one in event["calculation"]["strengths"]]


@pytest.mark.rule("nlb", "16.18B")
@pytest.mark.parametrize(("die", "counted"), [(3, 3), (4, 3), (5, 5), (6, 5)])
def test_a_die_halves_a_unit_or_lets_it_fight(die: int, counted: int) -> None:
    found = hungry("fi5 0405, ai4 0404", "fi5")
    played = fought(phase(found), order("0404", "fi5"), die, 6)
    assert effects(played) == [("fi5", "halved" if counted == 3 else "fights")]
    assert strengths(played) == [counted, 4]
    assert not found.marked(WEAKENED, "fi5")


@pytest.mark.rule("nlb", "16.18B")
@pytest.mark.parametrize("die", [1, 2])
def test_who_falls_back_is_out_of_the_combat_and_the_enemy_may_advance(die: int) -> None:
    found = hungry("fi5 0405, ai4 0404", "ai4")
    attack = order("0404", "fi5", advance=[{"unit": "fi5"}])
    played = fought(phase(found), attack, die)
    assert effects(played) == [("ai4", "falls-back")]
    assert not played.kinds("combat")
    assert [event["army"] for event in played.kinds("unfought")] == ["coalition"]
    assert found.at["fi5"] == "0404"
    assert found.at["ai4"] not in ("0404", "0405")


@pytest.mark.rule("nlb", "16.18B")
def test_attackers_fall_back_as_well() -> None:
    found = hungry("fi5 0405, ai4 0404", "fi5")
    played = fought(phase(found), order("0404", "fi5"), 1, answers={"a1.advance": {"when": "always"}})
    assert [event["army"] for event in played.kinds("unfought")] == ["french"]
    assert found.at["ai4"] == "0405"


@pytest.mark.rule("nlb", "16.18B")
def test_the_rest_fight_on() -> None:
    found = hungry("fi5 0405, fi3 0405, ai4 0404, ai2 0404", "fi3", "ai2")
    played = fought(phase(found), order("0404", "fi5 fi3"), 1, 2, 6)
    assert effects(played) == [("fi3", "falls-back"), ("ai2", "falls-back")]
    assert strengths(played) == [5, 4]
    assert not played.kinds("unfought")


@pytest.mark.rule("nlb", "16.18B")
def test_a_battery_that_bombards_holds_its_fire() -> None:
    found = hungry("fg5 0406, fi4 0405, ai4 0404", "fg5")
    played = fought(phase(found), order("0404", "fi4", bombard="fg5"), 1, 6)
    assert effects(played) == [("fg5", "silent")]
    assert strengths(played) == [4, 4]
    alone = hungry("fg5 0406, ai4 0404", "fg5")
    played = fought(phase(alone), order("0404", "", bombard="fg5"), 2)
    assert [event["army"] for event in played.kinds("unfought")] == ["french"]
    assert alone.at["fg5"] == "0406"


@pytest.mark.rule("nlb", "16.18B")
@pytest.mark.parametrize(
    ("where", "unit", "counted"),
    [
        ("fc1 0405, ai4 0404", "fc1", 1),
        ("fc4 0405, ai4 0404", "fc4", 1),
        ("fc6 0405, ai4 0404", "fc6", 2),
        ("fi4 0405, ai5 0404", "ai5", 3),
    ],
)
def test_halves_are_halved_again_but_no_unit_counts_less_than_one(where: str, unit: str, counted: int) -> None:
    """Cavalry is halved against a forest before; a forest halves no infantry."""
    found = hungry(where, unit, on=sheet("0404 f"))
    found.position.mark(WEAKENED, (unit,))
    attacker, defender = where.split()[0], where.split()[2]
    odds = odds_of(found, [attacker], [], [defender])
    assert (odds.attack if unit == attacker else odds.defence) == counted


@pytest.mark.rule("nlb", "16.18B")
@pytest.mark.parametrize(
    ("leader", "formation", "kind", "nation", "effect"),
    [
        ("boss", "fr-hq", "commander", "french", "halved"),
        ("mine", "fr-1", "officer", "french", "halved"),
        ("other", "fr-2", "officer", "french", "falls-back"),
        ("foe", "fr-1", "commander", "allied", "falls-back"),
    ],
)
def test_his_own_leader_in_the_hex_adds_one(leader: str, formation: str, kind: str, nation: str, effect: str) -> None:
    found = hungry("fi5 0405, ai4 0404", "fi5")
    units = found.setting.roster.units
    chief = replace(units["fi5"], id=leader, kind=kind, formation=formation, nation=nation, strength=None)
    found.setting = replace(found.setting, roster=replace(found.setting.roster, units={**units, leader: chief}))
    found.position.leaders[leader] = "0405"
    assert effects(fought(phase(found), order("0404", "fi5"), 2, 6, 6, 6)) == [("fi5", effect)]


@pytest.mark.rule("nlb", "16.18-1")
def test_without_the_option_no_die_falls() -> None:
    found = board("fi5 0405, ai4 0404")
    found.position.marks[UNSUPPLIED] = {"fi5"}
    assert not effects(fought(phase(found), order("0404", "fi5"), 6))
