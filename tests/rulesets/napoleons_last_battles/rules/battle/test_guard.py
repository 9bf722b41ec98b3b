"""The Guard beaten back: levels that fall, and infantry that routs (15.2, 16.12, 22.5B, 24.1A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, marks
from rulesets.napoleons_last_battles.rules.corps_morale import morale_of
from tests.hexgame.fighting.skirmish import Played
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import fought, order, phase
from tests.rulesets.napoleons_last_battles.rules.plain import board, plain

rule = pytest.mark.rule
LBA = "la-belle-alliance"


def attack(found: Board, by: str, *dice: int, **more: Any) -> Played:
    return fought(phase(found), order("0404", by, **more), *dice)


def at(text: str) -> dict[str, str]:
    return dict(pair.split() for pair in text.split(", "))


def moved(played: Played) -> list[tuple[str, int]]:
    return [(event["book"], event["by"]) for event in played.kinds("level-moved")]


# A 6 is Ar up to 3-1 and an exchange beyond, a 1 De.
@pytest.mark.parametrize(
    ("units", "by", "die", "fell"),
    [
        pytest.param("fri-gr 0405, kempt 0404, byng 0404", "fri-gr", 6, [-20], marks=rule("nlb", "15.2-1")),
        pytest.param("guye-y 0405, kempt 0404, byng 0404", "guye-y", 6, [-20], marks=rule("nlb", "15.2-1")),
        pytest.param("fri-gr 0405, arnts 0404", "fri-gr", 6, [-20], marks=rule("nlb", "15.2-1")),
        pytest.param("fri-gr 0405, arnts 0404", "fri-gr", 1, [], marks=rule("nlb", "15.2-1")),
        pytest.param("guyot 0405, kempt 0404, byng 0404", "guyot", 6, [], marks=rule("nlb", "15.2-1")),
        pytest.param("huss-5 0405, kempt 0404, byng 0404", "huss-5", 6, [], marks=rule("nlb", "15.2-1")),
    ],
)
def test_a_repulse_of_guard_infantry_lowers_the_level_of_the_army(
    units: str, by: str, die: int, fell: list[int]
) -> None:
    found = board(at(units), "18/1400", uid=LBA, options="imperial-guard")
    found.position.losses["french"] = 30
    played = attack(found, by, die)
    assert [by for _, by in moved(played)] == fell and not played.kinds("demoralized")
    level = marks(found, "french")
    assert level is not None and level.demoralized.points == 60 + sum(fell)


@rule("nlb", "15.2-1")
def test_the_french_may_break_by_it() -> None:
    found = board(at("fri-gr 0405, kempt 0404, byng 0404"), "18/1400", uid=LBA, options="imperial-guard")
    found.position.losses["french"] = 41
    with pytest.raises(GameDecided, match="coalition"):
        attack(found, "fri-gr", 6)


@rule("nlb", "15.2-2")
@pytest.mark.parametrize(("prussian", "fell"), [(22, []), (21, [-20])])
def test_not_where_the_same_attack_breaks_an_army(prussian: int, fell: list[int]) -> None:
    found = board(at("fri-gr 0405, mrnd-ch 0305, schw 0404"), "18/1400", uid=LBA, options="imperial-guard")
    found.position.losses["prussian"] = prussian
    played = attack(found, "fri-gr mrnd-ch", 6)
    assert played.kinds("paid") and [by for _, by in moved(played) if by == -20] == fell


# -- 22.5B -------------------------------------------------------------------------------

OFFICERS = {"drouot": "0406", "derlon": "1005", "reille": "1505", "kellermann": "0909", "vandamme": "1405"}


def guard(more: str, by: str, die: int, officers: Mapping[str, str] = OFFICERS, **change: Any) -> tuple[Board, Played]:
    found = board({**at(more), **officers}, **change)
    return found, attack(found, by, die)


@pytest.mark.parametrize(
    ("units", "by", "die", "fell"),
    [
        pytest.param(
            "mich-ch 0405, kempt 0404, byng 0404",
            "mich-ch",
            6,
            ["fr-g", "fr-1", "fr-3", "fr-3c"],
            marks=rule("nlb", "22.5B-1"),
        ),
        pytest.param("mich-ch 0405, opstl 0404", "mich-ch", 1, [], marks=rule("nlb", "22.5B-1")),
        pytest.param("guye-y 0405, kempt 0404, byng 0404", "guye-y", 6, [], marks=rule("nlb", "22.5B-1")),
    ],
)
def test_a_repulse_of_the_old_guard_lowers_corps_near_it(units: str, by: str, die: int, fell: list[str]) -> None:
    found, played = guard(units, by, die)
    assert moved(played) == [(book, -7) for book in fell]
    derlon = morale_of(found, "fr-1")
    assert derlon is not None and derlon.level == (8 if fell else 15)


@rule("nlb", "22.5B-1")
def test_who_has_come_to_the_lower_level_breaks_at_once() -> None:
    _, played = guard("mich-ch 0405, kempt 0404, byng 0404", "mich-ch", 6, losses={"fr-1": 9, "fr-2": 18})
    assert [event["book"] for event in played.kinds("demoralized")] == ["fr-1"]


@rule("nlb", "22.5B-1")
def test_artillery_of_the_same_names_is_no_old_guard() -> None:
    units = "gr-g 0405, ch-g 0405, kempt 0404, byng 0404"
    _, played = guard(units, "gr-g ch-g", 6, options="substitutes")
    assert moved(played) == []


@rule("nlb", "22.5B-1")
def test_two_units_of_the_old_guard_cost_seven_once() -> None:
    units = "mich-ch 0405, fri-gr 0305, kempt 0404, byng 0404, pack 0404"
    _, played = guard(units, "mich-ch fri-gr", 6)
    assert ("fr-1", -7) in moved(played) and len({book for book, _ in moved(played)}) == len(moved(played))


@pytest.mark.parametrize(
    ("defender", "losses"),
    [
        pytest.param("halk-3", {"british": 36}, marks=rule("nlb", "22.5B-2")),
        pytest.param("tresk", {"pr-1": 17}, marks=rule("nlb", "22.5B-2")),
    ],
)
def test_no_level_falls_where_the_attack_breaks_the_british_or_a_corps(defender: str, losses: dict[str, int]) -> None:
    units = f"mich-ch 0405, mrnd-ch 0405, roug-gr 0305, {defender} 0404"
    _, played = guard(units, "mich-ch mrnd-ch roug-gr", 6, losses=losses)
    assert played.kinds("paid") and moved(played) == []
    _, played = guard(units, "mich-ch mrnd-ch roug-gr", 6)
    assert played.kinds("paid") and moved(played)


@rule("nlb", "24.1A-3")
@pytest.mark.parametrize(("uid", "spared"), [("grand-ligny", True), ("campaign", False)])
def test_an_exchange_against_the_demoralized_spares_the_guard(uid: str, spared: bool) -> None:
    units = "mich-ch 0405, mrnd-ch 0405, roug-gr 0305, tresk 0404"
    _, played = guard(units, "mich-ch mrnd-ch roug-gr", 6, uid=uid, broken={"pr-1": "demoralized"})
    assert played.kinds("paid") and bool(moved(played)) is not spared
    _, played = guard("mich-ch 0405, kempt 0404, byng 0404", "mich-ch", 6, uid=uid, broken={"british": "demoralized"})
    assert moved(played)


@rule("nlb", "15.2-3", "24.1A-3", "27.3")
def test_where_corps_have_no_levels_that_of_the_army_falls_by_seven() -> None:
    found, played = guard("mich-ch 0405, kempt 0404, byng 0404", "mich-ch", 6, uid="grand-waterloo", turn="18/1400")
    assert moved(played) == [("french-left", -7)] and found.position.shifts == {"french": -7, "french-left": -7}


# -- 16.12 -------------------------------------------------------------------------------

GARDE = "observation garde"


def repulse(units: str, *dice: int, **change: Any) -> tuple[Board, Played]:
    more = {name: change.pop(name) for name in ("retreat",) if name in change}
    found = board(at(f"mich-ch 0405, kempt 0404, byng 0404, {units}"), options=GARDE, **change)
    return found, attack(found, "mich-ch", *dice, **more)


@rule("nlb", "16.12-1", "16.12-2")
def test_infantry_that_sees_the_repulse_may_rout() -> None:
    found, played = repulse("huss-5 0409, quiot-1 1305, bourg-1 1509, chrt-y 0309, pire 0410", 6, 3, 4)
    dice = played.kinds("rout-dice")[0]["dice"]
    assert dice == [{"unit": "quiot-1", "die": 3}, {"unit": "huss-5", "die": 4}]
    assert [event["unit"] for event in played.kinds("routed")] == ["quiot-1"]
    assert found.field.distance("1305", found.at["quiot-1"]) == 3 and found.at["huss-5"] == "0409"
    assert moved(played) == [("fr-1", -1)]


@rule("nlb", "16.12-1")
@pytest.mark.parametrize(("units", "by", "die"), [("opstl 0404", "mich-ch", 6), ("kempt 0404, byng 0404", "guye-y", 6)])
def test_neither_an_exchange_nor_the_young_guard_routs_anybody(units: str, by: str, die: int) -> None:
    found = board(at(f"mich-ch 0405, guye-y 0405, huss-5 0409, {units}"), options=GARDE)
    assert not attack(found, by, die).kinds("rout-dice")


@rule("nlb", "16.12-1", "16.3-2")
def test_who_does_not_see_it_stays() -> None:
    _, played = repulse("huss-5 0410", 6, on=plain("0407 f 0307 f 0507 f 0308 f 0408 f 0508 f"))
    assert not played.kinds("rout-dice")


@rule("nlb", "16.12-1")
def test_the_attack_says_where_they_go() -> None:
    found, _ = repulse("quiot-1 1005", 6, 1, retreat=[{"unit": "quiot-1", "to": ["se"]}])
    assert found.at["quiot-1"] == "1307"


@rule("nlb", "16.12-1")
def test_who_cannot_go_three_hexes_is_lost() -> None:
    found, played = repulse("quiot-1 0109", 6, 1, retreat=[{"unit": "quiot-1", "to": ["s"]}])
    assert [event["unit"] for event in played.kinds("eliminated")] == ["quiot-1"]
    assert found.position.waiting == {"quiot-1": 1} and moved(played) == [("fr-1", -1)]


@rule("nlb", "16.12-2")
def test_the_level_of_the_army_falls_where_corps_have_none() -> None:
    found = board(
        at("mich-ch 0405, kempt 0404, byng 0404, quiot-1 1005, huss-5 1105"), "18/1400", uid=LBA, options=GARDE
    )
    assert moved(attack(found, "mich-ch", 6, 1, 2)) == [("french", -1)] * 2
