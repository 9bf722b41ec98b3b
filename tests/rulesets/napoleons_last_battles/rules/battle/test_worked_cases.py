"""Cases of chapters 5 to 7 that take several steps: long chains, full rings of attackers, the order of what happens."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from tests.hexgame.fighting.skirmish import Played, play
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, fought, order, phase, sheet
from tests.rulesets.napoleons_last_battles.rules.march import ground

rule = pytest.mark.rule


def row(*values: Any, cases: str) -> Any:
    """A row of a table with the catalogue's ids."""
    return pytest.param(*values, marks=rule("nlb", *cases.split()))


def went(played: Played, kind: str) -> dict[str, str]:
    return {event["unit"]: event["to"] for event in played.kinds(kind)}


def lost(played: Played) -> list[str]:
    return [event["unit"] for event in played.kinds("eliminated")]


AROUND = ["0403", "0405", "0304", "0305", "0504", "0505"]


@rule("nlb", "6.1E-1", "6.2B")
def test_twelve_units_and_a_battery_may_attack_one_hex() -> None:
    by = [f"fi1{letter}" for letter in "abcdefghijkl"]
    ring = ", ".join(f"{unit} {AROUND[number // 2]}" for number, unit in enumerate(by))
    found = board(f"{ring}, fg3 0406, ai5 0404")
    odds = odds_of(found, by, ["fg3"], ["ai5"])
    assert (odds.attack, odds.defence, odds.column) == (15, 5, "3-1")
    played = fought(phase(found), order("0404", " ".join(by), bombard="fg3", advance="no"), 1)
    assert set(went(played, "retreated")) == set() and lost(played) == ["ai5"]


@pytest.mark.parametrize(
    ("attack", "die", "column", "result"),
    [
        row(13, 5, "3-1", "Dr", cases="6.0-2 6.2A"),
        row(18, 1, "4-1", "De", cases="6.0-2 6.2"),
        row(9, 5, "2-1", "Ar", cases="6.0-2 CRT"),
        row(9, 4, "2-1", "Dr", cases="6.0-2 6.4-Dr CRT"),
        row(4, 4, "1-1", "Ar", cases="6.4-Ar"),
        row(24, 1, "6-1", "De", cases="6.4-De"),
    ],
)
def test_odds_die_and_result(attack: int, die: int, column: str, result: str) -> None:
    found = board(f"fi{attack} 0403, ai4 0404")
    (event,) = fought(phase(found), order("0404", f"fi{attack}", advance="no"), die).kinds("combat")
    assert (event["calculation"]["column"], event["result"]) == (column, result)


@rule("nlb", "6.0-2", "6.7-1", "6.6-1")
def test_a_combat_is_over_before_the_next_begins() -> None:
    """Its retreats and its advance come first; an advance is not put off."""
    found = board("fi9 0403, ai3 0404, fi8 0506, ai2 0606")
    listed: Any = [
        {"id": "one", "on": ["0404"], "by": ["fi9"], "advance": [{"unit": "fi9"}]},
        {"id": "two", "on": ["0606"], "by": ["fi8"], "advance": "no"},
    ]
    told = [event["kind"] for event in play(combat_phase(found, listed), [2, 2]).events]
    assert [kind for kind in told if kind in ("combat", "retreated", "advanced")] == [
        "combat",
        "retreated",
        "advanced",
        "combat",
        "retreated",
    ]


@pytest.mark.parametrize(
    ("more", "gone"),
    [row("", [], cases="5.5-1 6.6-1"), row(", fi1 0401, fi1b 0102", ["ai4"], cases="5.5-1 6.6A")],
)
def test_nobody_retreats_off_the_map(more: str, gone: list[str]) -> None:
    """0201 lies on the edge; on the map 0101 and 0301 are open, until other zones close them."""
    found = board(f"fi8 0202, ai4 0201{more}")
    played = fought(phase(found), order("0201", "fi8", advance="no"), 1)
    assert lost(played) == gone and found.position.exited == {}


# 0405, where two stand, is the one hex behind ai4 and ai1, and 0406 the one behind that; 0407 lies open.
CHAIN = "fi9 0403, ai4 0404, ai1 0404, fi1 0205, fi1b 0605, ai2 0405, ai3 0405, fi1c 0206, fi1d 0606, ai5 0406"


@rule("nlb", "6.6D-3", "6.6D-4", "6.6D-6")
def test_a_chain_passes_by_whom_this_combat_has_displaced() -> None:
    found = board(CHAIN)
    answers = {"a1.displace.ai4": ["ai2"], "a1.displace.ai1": ["ai3"], "a1.displace.ai3": ["ai2", "ai5"]}
    played = fought(phase(found), order("0404", "fi9", advance="no"), 1, answers=answers)
    assert went(played, "displaced") == {"ai2": "0406", "ai3": "0406", "ai5": "0407"}
    assert sorted(found.here["0405"]) == ["ai1", "ai4"] and sorted(found.here["0406"]) == ["ai2", "ai3"]


@rule("nlb", "6.6D-1", "6.6D-6")
def test_who_retreats_displaces_nobody_who_retreats_in_the_same_combat() -> None:
    found = board("fi9 0403, ai4 0404, ai1 0404, fi1 0205, fi1b 0605, ai2 0405, fi1c 0206, fi1d 0606")
    played = fought(phase(found), order("0404", "fi9", advance="no"), 1, answers={"a1.displace.ai1": ["ai4", "ai2"]})
    assert went(played, "retreated") == {"ai4": "0405", "ai1": "0405"}
    assert went(played, "displaced") == {"ai2": "0406"} and lost(played) == []


@pytest.mark.parametrize(("die", "what"), [row(1, "eliminated", cases="7.5 6.4-De"), row(3, "retreated", cases="7.5")])
def test_a_battery_that_is_bombarded_suffers_the_result(die: int, what: str) -> None:
    found = board("fg9 0402, fg9b 0402, fg9c 0406, ag5 0404")
    played = fought(phase(found), order("0404", bombard="fg9 fg9b fg9c"), die)
    assert [event["calculation"]["column"] for event in played.kinds("combat")] == ["5-1"]
    assert [event["unit"] for event in played.kinds(what)] == ["ag5"]


@rule("nlb", "7.1E", "7.2-3", "6.7-1")
@pytest.mark.parametrize(("die", "adjacent"), [(5, []), (1, ["fi9"])])
def test_bombarders_neither_suffer_nor_advance(die: int, adjacent: list[str]) -> None:
    found = board("fi9 0403, fg1 0406, ai2 0404")
    played = fought(phase(found), order("0404", "fi9", bombard="fg1", advance=[{"unit": "fi9"}]), die)
    assert found.at["fg1"] == "0406" and "fg1" not in lost(played)
    assert list(went(played, "advanced")) == adjacent


# -- chapter 5, where zones and stacks meet --------------------------------------------


@rule("nlb", "5.3C", "5.3D")
@pytest.mark.parametrize("enemies", [["0207"], ["0207", "0107", "0307"]])
def test_three_zones_do_no_more_than_one(enemies: list[str]) -> None:
    foes = dict(zip(["blndt", "wmar", "opstl"], enemies, strict=False))
    found = ground.small({"huss-5": "0204", **foes})
    assert found.zone("huss-5")["0206"] == len(enemies)
    phase_ = ground.play(found, ground.go("huss-5", "0204", "0205", "0206"))
    assert (phase_.cases, phase_.cost(), found.at["huss-5"]) == ([], "2", "0206")


@rule("nlb", "5.4-2")
@pytest.mark.parametrize(("third", "stays"), [("soye-6", False), ("reille", True)])
def test_two_units_and_any_leaders_stand_together(third: str, stays: bool) -> None:
    units = {"huss-5": "0205", "baud-6": "0205", "ney": "0205", third: "0204"}
    found = ground.small(units)
    assert ground.play(found, {"unit": third, "to": "0205"}).kinds() == ["moved"] + ([] if stays else ["undone"])


@rule("nlb", "5.4-2", "8.0", "8.1A-1")
@pytest.mark.parametrize(("garrisons", "room"), [(False, 1), (True, 2)])
def test_a_chateau_holds_one_unless_it_is_a_forest_with_a_garrison(garrisons: bool, room: int) -> None:
    found = board("fi3 0404", sheet("0404 c"), garrisons=garrisons)
    assert [found.fits("0404", ["fi3", "fi4", "fi5"][:number]) for number in (1, 2, 3)] == [
        number <= room for number in (1, 2, 3)
    ]


# Byng in Hougoumont, Jamin south of him; 0616 north of the walls touches no Frenchman.
@pytest.mark.parametrize(
    ("army", "unit", "path", "turn", "refused"),
    [
        row("coalition", "byng", ("0617", "0616"), "18/1300", "", cases="8.2A-1 5.3E"),
        row("coalition", "byng", ("0617", "0718", "0719"), "18/1300", "5.0", cases="8.2A-1 5.0"),
        row("coalition", "mait", ("0616", "0617"), "18/1300", "", cases="8.2A-1"),
        row("coalition", "ghngy", ("0617", "0616"), "18/1300", "5.3-2", cases="8.2 5.3-2"),
        row("french", "jamin-9", ("0618", "0619"), "18/1300", "5.3-2", cases="8.2A-1 5.3-2"),
        row("coalition", "mait", ("0616", "0617"), "18/2100", "", cases="8.2A-1 4.2-2"),
        row("coalition", "mait", ("0717", "0718"), "18/2100", "4.2-2", cases="4.2-2 5.3F"),
        row("coalition", "ghngy", ("0616", "0617"), "18/2100", "4.2-2", cases="8.2 4.2-2"),
    ],
)
def test_walls_keep_zones_off_infantry_that_marches(
    army: str, unit: str, path: tuple[str, ...], turn: str, refused: str
) -> None:
    inside = "byng" if army == "french" else unit
    units = {inside: "0617", "jamin-9": "0618", unit: path[0]}
    found = ground.belgian("campaign", units, turn, army)
    found.position.idle.clear()
    assert ground.play(found, ground.go(unit, *path)).cases == ([refused] if refused else [])
