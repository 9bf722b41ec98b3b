"""Strengths, columns and dice (1.2.1-2, 8.3, 8.4-1, 8.5, T-COMBAT and its parts)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesets.jours_de_gloire.rules.battle.ground import encircled, flanking_entries, flanking_reaction, terrain_of
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, Force, Situation
from rulesets.jours_de_gloire.rules.battle.strength import Reckoning, reckon
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS
from tests.rulesets.jours_de_gloire.rules.battle.playing import fighter, force, outcome


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


def reckoned(role: str, attacker: Force | str, defender: Force | str = "z 12", number: int = 1, **at: Any) -> Reckoning:
    armies = [of if isinstance(of, Force) else force(of) for of in (attacker, defender)]
    return reckon(CHARTS, role, dict(zip((ATTACKER, DEFENDER), armies, strict=True)), Situation(**at), number)


def column(role: str, attacker: str, defender: str = "z 12", number: int = 1, **at: Any) -> str:
    return CHARTS.column_name(reckoned(role, attacker, defender, number, **at).column)


@pytest.mark.parametrize(
    ("attacker", "at", "total", "pf"),
    [
        pytest.param(force("a 6, b* 5"), {"terrain": "defensive"}, "17/2", 8, marks=rule("8.3")),
        pytest.param(force("a 22"), {"citadel": True}, "11/2", 5, marks=rule("8.3")),
        pytest.param(
            Force("french", (fighter("a 9", fatigued=True), fighter("b 4"))), {}, "17/2", 8, marks=rule("8.3")
        ),
        pytest.param(force("a 9", fatigued=True), {}, "9/2", 4, marks=rule("8.5-1")),
        pytest.param(force("a 12"), {"citadel": True}, "3", 3, marks=rule("8.8-2")),
        pytest.param(force("a* 8", fatigued=True), {"terrain": "defensive"}, "2", 2, marks=rule("T-COMBAT-PF")),
        pytest.param(force("a* 8"), {"terrain": "mountain"}, "4", 4, marks=rule("8.5-12")),
        pytest.param(force("a* 8"), {}, "8", 8, marks=rule("8.5-12")),
        pytest.param(force("a* 8"), {"relief": True}, "4", 4, marks=rule("8.8-8")),
        pytest.param(
            force("a* 8", fatigued=True), {"terrain": "defensive", "citadel": True}, "1/2", 0, marks=rule("T-COMBAT-PF")
        ),
    ],
)
def test_strength_of_the_attacker(attacker: Force, at: dict[str, Any], total: str, pf: int) -> None:
    found = reckoned(ATTACKER, attacker, **at)
    assert (found.calculation.strengths[0].total, found.pf) == (Fraction(total), pf)


@rule("8.3")
def test_a_strength_of_nothing_counts_in_the_weakest_column() -> None:
    assert reckoned(ATTACKER, "a 2", citadel=True).calculation.first == "1-3"


@pytest.mark.parametrize(
    ("defender", "at", "total"),
    [
        pytest.param(force("d 9", fatigued=True), {}, 9, marks=rule("8.5-1")),
        pytest.param(force("d 8"), {"citadel": True}, 8, marks=rule("8.8-2")),
        pytest.param(force("d* 8"), {"terrain": "defensive"}, 4, marks=rule("8.5-12")),
    ],
)
def test_strength_of_the_defender(defender: Force, at: dict[str, Any], total: int) -> None:
    assert reckoned(DEFENDER, "a 9", defender, **at).calculation.strengths[0].total == total


@pytest.mark.parametrize(
    ("role", "attacker", "defender", "number", "at", "expected"),
    [
        pytest.param(DEFENDER, "a 18", "d 12", 1, {"terrain": "defensive"}, "16-21", marks=rule("6.5.1-9")),
        pytest.param(ATTACKER, "a 18", "d 12", 1, {"terrain": "defensive"}, "11-15", marks=rule("6.5.1-9")),
        pytest.param(
            ATTACKER, "a 45", "d 12", 1, {"terrain": "defensive", "entrenched": True}, "16-21", marks=rule("8.5-12")
        ),
        pytest.param(
            DEFENDER, "a 45", "d 12", 1, {"terrain": "defensive", "entrenched": True}, "22-29", marks=rule("8.5-12")
        ),
        pytest.param(ATTACKER, "a 18", "d 12", 1, {"terrain": "mountain"}, "11-15", marks=rule("8.5-12")),
        pytest.param(DEFENDER, "a 18", "d 12", 1, {"terrain": "mountain"}, "11-15", marks=rule("8.5-12")),
        pytest.param(ATTACKER, "a 35", "d 12", 4, {}, "22-29", marks=rule("8.5-11")),
        pytest.param(DEFENDER, "a 35", "d 12", 4, {}, "7-10", marks=rule("8.5-11")),
        pytest.param(ATTACKER, "a 35", "d 12", 3, {}, "30-40", marks=rule("8.5-11")),
        pytest.param(ATTACKER, "a 18", "d 12", 1, {"flanks": (ATTACKER,)}, "30-40", marks=rule("8.5-2")),
        pytest.param(DEFENDER, "a 18", "d 12", 1, {"flanks": (ATTACKER,)}, "11-15", marks=rule("8.5-2")),
        pytest.param(DEFENDER, "a 18", "d 12", 1, {"flanks": (DEFENDER,)}, "22-29", marks=rule("6.5.1-10")),
        pytest.param(ATTACKER, "a 18", "d 12", 1, {"encircled": True}, "41-60", marks=rule("8.5-4")),
        pytest.param(
            ATTACKER, "a 18", "d 12", 1, {"encircled": True, "flanks": (ATTACKER,)}, "41-60", marks=rule("8.5-4")
        ),
        pytest.param(
            ATTACKER,
            "a 18",
            "d 12",
            1,
            {"entrenched": True, "flanks": (ATTACKER,)},
            "16-21",
            marks=rule("T-COMBAT-COL"),
        ),
        pytest.param(
            ATTACKER, "a 16", "d 14", 1, {"relief": True, "flanks": (ATTACKER,)}, "11-15", marks=rule("8.8-8")
        ),
        pytest.param(DEFENDER, "a 16", "d 14", 1, {"relief": True}, "16-21", marks=rule("8.8-8")),
        pytest.param(ATTACKER, "a 81", "d 14", 1, {"encircled": True}, "81+", id="right end", marks=rule("8.4-1")),
        pytest.param(ATTACKER, "a 3", "d 14", 4, {"entrenched": True}, "1-3", id="left end", marks=rule("8.4-1")),
    ],
)
def test_column(role: str, attacker: str, defender: str, number: int, at: dict[str, Any], expected: str) -> None:
    assert column(role, attacker, defender, number, **at) == expected


LED = force("a 20", "ney 2 3", co=3)
PLAIN = force("d 12", co=3)


@pytest.mark.parametrize(
    ("role", "attacker", "defender", "number", "at", "bonus"),
    [
        pytest.param(ATTACKER, LED, PLAIN, 3, {"bridge": True}, 0, marks=rule("T-COMBAT-DIE")),
        pytest.param(DEFENDER, LED, PLAIN, 1, {"bridge": True}, 1, marks=rule("8.5-9")),
        pytest.param(ATTACKER, force("a 9"), PLAIN, 1, {"bridge": True}, -2, marks=rule("8.5-9")),
        pytest.param(ATTACKER, force("a 9"), PLAIN, 4, {"bridge": True}, -3, marks=rule("8.5-9")),
        pytest.param(DEFENDER, force("a 9"), PLAIN, 1, {}, 1, marks=rule("8.5-10")),
        pytest.param(DEFENDER, force("a 9"), PLAIN, 1, {"terrain": "defensive"}, 0, marks=rule("8.5-10")),
        pytest.param(DEFENDER, force("a 9"), PLAIN, 1, {"interception": True}, 1, marks=rule("6.5.1-8")),
        pytest.param(ATTACKER, force("a 9", co=4), PLAIN, 1, {}, 1, marks=rule("8.5-7")),
        pytest.param(DEFENDER, force("a 9", co=4), PLAIN, 1, {"terrain": "mountain"}, -1, marks=rule("8.5-7")),
        pytest.param(ATTACKER, force("a 9", "x 3 1, y 2 3"), PLAIN, 1, {}, 1, marks=rule("8.5-8")),
        pytest.param(ATTACKER, force("a 9", "x 3 1, y 3 2"), PLAIN, 1, {}, 2, marks=rule("8.5-8")),
        pytest.param(ATTACKER, force("a 9"), PLAIN, 2, {}, 0, marks=rule("8.5-11")),
        pytest.param(ATTACKER, force("a 9"), PLAIN, 3, {}, -1, marks=rule("8.5-11")),
        pytest.param(DEFENDER, force("a 9"), PLAIN, 4, {}, 0, marks=rule("8.5-11")),
    ],
)
def test_die(role: str, attacker: Force, defender: Force, number: int, at: dict[str, Any], bonus: int) -> None:
    assert reckoned(role, attacker, defender, number, **at).bonus == bonus


@pytest.mark.parametrize(
    ("cohesions", "mean"),
    [
        pytest.param((4, 3, 3), 3, marks=rule("1.2.1-2")),
        pytest.param((5, 2, 2, 2, 2), 2, marks=rule("1.2.1-2")),
        pytest.param((5, 4, 2), 3, id="book", marks=rule("1.2.1-2")),
    ],
)
def test_average_cohesion(cohesions: tuple[int, ...], mean: int) -> None:
    units = tuple(fighter(f"u{n} {n + 1}", co=co) for n, co in enumerate(cohesions))
    assert Force("french", units).cohesion == mean


@rule("8.5-8")
def test_a_force_without_leader_or_units() -> None:
    assert (force("").cohesion, force("a 3").bt, force("a 3").leader) == (0, 0, None)


@rule("8.4-1")
def test_each_side_reads_its_own_column_and_die() -> None:
    won = outcome(force("a 18", "x 2 2"), force("d 12", "y 2 1"), {"r1.a": 4, "r1.d": 3})
    assert dict(won.lost) == {ATTACKER: 1, DEFENDER: 1}


@rule("8.4-1")
@pytest.mark.parametrize(
    ("pf", "die", "loss"),
    [
        pytest.param(21, 7, (1, False), marks=rule("T-COMBAT")),
        pytest.param(90, 10, (5, False), marks=rule("T-COMBAT")),
        (90, 13, (5, False)),
        (90, -2, (0, False)),
        (90, 5, (2, True)),
    ],
)
def test_the_table(pf: int, die: int, loss: tuple[int, bool]) -> None:
    assert tuple(CHARTS.combat(CHARTS.column_of(pf), die)) == loss


@rule("8.5-12")
def test_a_reckoning_tells_every_step_with_its_case() -> None:
    found = reckoned(ATTACKER, LED, PLAIN, 4, terrain="defensive", entrenched=True, flanks=(ATTACKER,), bridge=True)
    told = found.calculation.told()
    assert [(step["by"], step["case"]) for step in told["shifts"]] == [
        (2, "8.5-2"),
        (-1, "8.5-12"),
        (-2, "8.5-12"),
        (-1, "8.5-11"),
    ]
    assert [(step["by"], step["case"]) for step in told["modifiers"]] == [(3, "8.5-8"), (-2, "8.5-9"), (-1, "8.5-11")]
    assert (told["first"], told["column"], told["strengths"][0]["total"]) == ("16-21", "7-10", 20)
    assert all(step["why"] for step in told["shifts"] + told["modifiers"])


@rule("8.3")
def test_a_reckoning_tells_multipliers_of_each_unit() -> None:
    told = reckoned(ATTACKER, "a 6, b* 5", terrain="defensive").calculation.told()
    halved = [{"by": "1/2", "case": "8.5-12", "why": "cavalry in defensive terrain"}]
    assert told["strengths"][0]["units"] == [
        {"unit": "a", "strength": 6, "effects": [], "counts": 6},
        {"unit": "b", "strength": 5, "effects": halved, "counts": "5/2"},
    ]


@pytest.mark.parametrize(
    ("enemy", "expected"),
    [
        pytest.param({"y": 3, "z": 5}, True, marks=rule("8.5-4")),
        pytest.param({"y": 2, "z": 5}, False, marks=rule("8.5-4")),
        pytest.param({"z": 5}, False, marks=rule("8.5-6")),
        pytest.param({"w": 9, "y": 3, "z": 3}, True, marks=rule("8.5-4")),
    ],
)
def test_encirclement(enemy: dict[str, int], expected: bool) -> None:
    assert encircled(CHARTS, ("w", "y", "z"), ("w",), enemy) is expected


@pytest.mark.parametrize(
    ("by", "flank"),
    [
        pytest.param(("east", "south"), True, marks=rule("8.5-2")),
        pytest.param(("east", "east"), False, marks=rule("8.5-2")),
        pytest.param((), False, marks=rule("8.5-2")),
    ],
)
def test_flank_attack_by_two_connections(by: tuple[str, ...], flank: bool) -> None:
    assert flanking_entries(by) is flank


@rule("8.5-3")
def test_flank_attack_of_those_who_react() -> None:
    assert flanking_reaction("golymin", "")
    assert flanking_reaction("golymin", "makow")
    assert not flanking_reaction("golymin", "golymin")


@rule("8.8-2")
def test_a_fortified_city_is_defensive_terrain() -> None:
    assert terrain_of("clear", city=True) == "defensive"
    assert terrain_of("clear", city=False) == "clear"
    assert terrain_of("mountain", city=False) == "mountain"
