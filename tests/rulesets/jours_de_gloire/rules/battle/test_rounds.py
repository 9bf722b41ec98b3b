"""Battles round by round (8.1-P3 to P5, 8.4-1, 8.4-4, 8.5-3, 8.5-5, 8.6, 8.7-1, 8.7-2, 6.5.2-3, 6.5.2-4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.jours_de_gloire.rules.battle.morale import bonus_of, loss_level
from rulesets.jours_de_gloire.rules.battle.outcome import Outcome
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, Force, Situation
from rulesets.jours_de_gloire.rules.battle.rounds import battle
from rulesets.jours_de_gloire.rules.battle.tactics import legal
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS
from tests.rulesets.jours_de_gloire.rules.battle.playing import (
    EIGHT,
    NOTHING,
    THEIRS,
    Played,
    fight,
    fighter,
    force,
    joiner,
    leader,
    outcome,
    play,
)


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


@rule("8.1-P3")
@pytest.mark.parametrize(("base", "level"), [(24, 5), (13, 3), (5, 1), (10, 2), (1, 1), (25, 5), (26, 6)])
def test_loss_level(base: int, level: int) -> None:
    assert loss_level(CHARTS, base) == level


@rule("8.1-P3")
def test_levels_and_strengths_are_told() -> None:
    told = fight(force("a 24"), force("d 13", army="russian"), NOTHING).told("battle")[0]
    assert [(of["role"], of["side"], of["pf"], of["level"]) for of in told["forces"]] == [
        (ATTACKER, "french", 24, 5),
        (DEFENDER, "russian", 13, 3),
    ]


GUNS = force("a 8", ba=6)
TWO_ROUNDS = ["r1.a", "r1.d", "r2.a", "r2.d", "r2.guns.a", "r2.guns.d"]


@pytest.mark.parametrize(
    ("chits", "labels"),
    [
        pytest.param("skirmish skirmish", ["r1.a", "r1.d"], marks=rule("8.1-P4")),
        pytest.param("screen screen", TWO_ROUNDS, marks=rule("8.1-P4")),
        pytest.param(
            "decisive decisive",
            [*TWO_ROUNDS, "r3.a", "r3.d", "r4.a", "r4.d", "r4.guns.a", "r4.guns.d"],
            marks=rule("8.4-4"),
        ),
    ],
)
def test_dice_of_the_rounds(chits: str, labels: list[str]) -> None:
    dice = {**NOTHING, **{f"r{n}.guns.{role}": 1 for n in (2, 4) for role in "ad"}}
    assert fight(GUNS, force("d 8", ba=1, army="russian"), dice, chits).labels == [f"x.{label}" for label in labels]


@rule("8.4-4")
def test_no_roll_without_guns() -> None:
    played = fight(EIGHT, force("d 8", ba=2), {**NOTHING, "r2.guns.d": 5, "r2.morale.a": 1}, "screen screen")
    assert "x.r2.guns.a" not in played.labels
    assert played.result.losses == {"a": 1}


@pytest.mark.parametrize(
    ("ba", "die", "weather", "loss", "tested"),
    [
        pytest.param(6, 4, "clear", 1, False, marks=rule("8.4-4")),
        pytest.param(11, 6, "clear", 2, True, marks=rule("8.4-4")),
        pytest.param(9, 5, "snow", 1, False, marks=rule("8.4-4")),
        pytest.param(12, 4, "snow", 0, False, marks=rule("3.1-S4")),
        pytest.param(5, 4, "clear", 1, False, marks=rule("T-ART")),
        pytest.param(4, 4, "clear", 0, False, marks=rule("T-ART")),
        pytest.param(11, 1, "snow", 0, False, marks=rule("T-ART")),
    ],
)
def test_guns(ba: int, die: int, weather: str, loss: int, tested: bool) -> None:
    chits = "offensive offensive" if weather == "snow" else "screen screen"
    dice = {**NOTHING, "r2.guns.a": die, "r2.morale.d": 1}
    played = fight(force("a 8", ba=ba), force("d 40"), dice | {"r1.d": -1, "r2.d": -1}, chits, weather=weather)
    assert played.result.lost[DEFENDER] == loss
    assert ("x.r2.morale.d" in played.labels) is tested


@rule("8.4-4")
def test_guns_of_lost_units_are_silent() -> None:
    attacker = Force("french", (fighter("a 1", ba=5), fighter("b 1")), prefer=("a",))
    dice = {"r1.a": 1, "r1.d": 6, "r1.morale.a": 1, "r2.a": 1, "r2.d": 1, "r2.morale.a": 1}
    played = fight(attacker, force("d 8"), dice, "screen screen")
    assert played.result.dead == ("a",)
    assert "x.r2.guns.a" not in played.labels


@rule("8.1-P4")
def test_losses_are_simultaneous() -> None:
    """One die each; a point of each army is taken off though the first would have left the other weaker."""
    won = outcome(force("a 7"), force("d 7"), {"r1.a": 6, "r1.d": 6, "r1.morale.a": 1, "r1.morale.d": 1})
    assert dict(won.losses) == {"a": 1, "d": 1}


@rule("8.1-P4")
def test_combat_and_guns_of_a_round_are_one_loss() -> None:
    """Two points shared together fall on two units, not twice on the first."""
    dice = {**NOTHING, "r2.a": 6, "r2.guns.a": 5, "r2.morale.d": 1}
    assert outcome(force("a 8", ba=5), force("d 8, e 8"), dice, "screen screen").losses == {"d": 1, "e": 1}


@rule("8.1-P5-1")
def test_who_lost_more_has_lost() -> None:
    dice = {**NOTHING, "r1.d": 6, "r2.d": 6, "r3.d": 6, "r2.a": 6}
    won = outcome(force("a 40"), force("d 40"), dice, "offensive offensive")
    assert won.lost[ATTACKER] > won.lost[DEFENDER]
    assert (won.loser, won.winner, won.why) == (ATTACKER, DEFENDER, "losses")
    assert (won.leaves, won.may_leave, won.points) == (ATTACKER, DEFENDER, 3)


@rule("8.1-P5-2")
@rule("8.7-2")
def test_equal_losses() -> None:
    equal = outcome(EIGHT, THEIRS, NOTHING, "decisive decisive")
    assert (equal.loser, equal.winner, equal.why, equal.points) == ("", "", "equal", 0)
    assert (equal.leaves, equal.may_leave) == (ATTACKER, DEFENDER)


@rule("8.7-1")
def test_the_loser_leaves_and_the_winner_may() -> None:
    won = outcome(EIGHT, THEIRS, {"r1.a": 6, "r1.d": 1})
    assert (won.leaves, won.may_leave) == (DEFENDER, ATTACKER)


@rule("8.1-P5-1")
def test_a_force_with_nobody_left_has_lost_whatever_the_losses() -> None:
    won = outcome(force("a 18"), force("d 1"), {"r1.a": 4, "r1.d": 6})
    assert (won.loser, won.why, won.leaves, won.dead) == (DEFENDER, "annihilation", "", ("d",))


@rule("8.1-P5-2")
def test_both_wiped_out() -> None:
    won = outcome(force("a 1", "x 4 4"), force("d 1", "y 4 4"), {"r1.a": 6, "r1.d": 6})
    assert (won.loser, won.why, won.leaves, won.may_leave) == ("", "equal", "", "")


@pytest.mark.parametrize(
    ("start", "lost", "tests"),
    [
        pytest.param(13, 2, False, marks=rule("8.6-1")),
        pytest.param(13, 3, True, marks=rule("8.6-1")),
        pytest.param(5, 1, True, id="20% to the point", marks=rule("8.6-1")),
    ],
)
def test_threshold(start: int, lost: int, tests: bool) -> None:
    """The attacker stands where each 6 costs him as many PF as the case says."""
    strength = {1: 7, 2: 30, 3: 61}[lost]
    dice = {"r1.a": 1, "r1.d": 6, "r1.morale.a": 1}
    attacker = force(f"a {start}", co=4)
    at = {"terrain": "mountain"} if lost < 3 else {"terrain": "clear"}
    played = fight(attacker, force(f"d {strength}", co=4), dice, **at)
    assert played.result.lost[ATTACKER] == lost
    assert ("x.r1.morale.a" in played.labels) is tests


@rule("8.6-2")
def test_a_star_calls_for_a_test_whatever_the_ratio() -> None:
    played = fight(force("a 81"), force("d 100"), {"r1.a": 5, "r1.d": 1, "r1.morale.d": 1})
    assert played.result.lost[DEFENDER] == 2
    told = played.told("morale")
    assert [(event["role"], event["causes"]) for event in told] == [
        (DEFENDER, [{"cause": "combat-table", "case": "8.6-2"}])
    ]


@rule("8.6-3")
def test_one_test_a_round_with_many_causes() -> None:
    dice = {"r1.a": 1, "r1.d": 1, "r2.a": 5, "r2.d": 1, "r2.guns.a": 6, "r2.morale.d": 1, "r2.morale.a": 1}
    attacker = force("a 81", ba=12)
    played = fight(attacker, force("d 10"), dice, "screen screen", flanks=(ATTACKER,), entrenched=False)
    assert played.labels.count("x.r2.morale.d") == 1
    assert [cause["cause"] for cause in played.told("morale")[-1]["causes"]] == [
        "threshold",
        "combat-table",
        "artillery-table",
    ]


@rule("8.6-3")
def test_once_shaken_tested_in_every_round() -> None:
    dice = {**NOTHING, "r1.a": 6, "r1.morale.d": 1, "r2.morale.d": 1, "r3.morale.d": 1}
    played = fight(EIGHT, force("d 5"), dice, "offensive offensive")
    assert [label for label in played.labels if "morale" in label] == [f"x.r{n}.morale.d" for n in (1, 2, 3)]


@rule("8.6-4")
@pytest.mark.parametrize(
    ("leaders", "die", "passed"),
    [("x 1 2", 4, True), ("", 4, False), ("", 3, True), ("x 1 4", 5, True), ("x 1 3", 6, False), ("x 1 0", 4, False)],
)
def test_morale_roll(leaders: str, die: int, passed: bool) -> None:
    dice = {"r1.a": 6, "r1.d": 1, "r1.morale.d": die}
    played = fight(force("a 8", leaders), force("d 5", leaders), dice)
    told = played.told("morale")[0]
    assert (told["role"], told["die"], told["passed"]) == (DEFENDER, die, passed)
    assert played.result.why == ("losses" if passed else "morale")


@rule("8.6-4")
@pytest.mark.parametrize(("bt", "bonus"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_morale_bonus(bt: int, bonus: int) -> None:
    assert bonus_of(CHARTS, bt) == bonus


@rule("8.6-4")
def test_cohesion_is_that_of_the_survivors() -> None:
    mixed = Force("russian", (fighter("d 1", co=1), fighter("e 1", co=5)), prefer=("d",))
    told = fight(force("a 8"), mixed, {"r1.a": 6, "r1.d": 1, "r1.morale.d": 5}).told("morale")[0]
    assert (told["cohesion"], told["passed"]) == (5, True)


@rule("8.6-5")
def test_failed_morale_ends_the_battle() -> None:
    dice = {"r1.a": 6, "r1.d": 6, "r1.morale.d": 6}
    won = outcome(EIGHT, force("d 5"), dice, "offensive offensive")
    assert (won.rounds, won.loser, won.why, won.points) == (1, DEFENDER, "morale", 3)


@rule("8.1-P5-1")
@pytest.mark.parametrize(
    ("attacker", "defender", "loser"),
    [("a 5", "d 5", ""), ("a 16", "d 1, e 4", DEFENDER), ("a 4, b 1", "d 16", ATTACKER)],
)
def test_both_fail(attacker: str, defender: str, loser: str) -> None:
    """Losses decide, and nobody if they are equal."""
    dice = {"r1.a": 6, "r1.d": 6, "r1.morale.a": 6, "r1.morale.d": 6}
    co = {"co": 3}
    played = fight(
        force(attacker, "x 1 2", **co), force(defender, "y 1 2", army="russian", **co), dice, "offensive offensive"
    )
    assert played.result.rounds == 1
    assert played.result.loser == loser


@rule("8.6-6")
def test_the_encircled_stay_and_pay() -> None:
    dice = {"r1.a": 3, "r1.d": 1, "r1.morale.d": 6, "r2.a": 1, "r2.d": 1, "r2.morale.d": 1}
    played = fight(EIGHT, force("d 5"), dice, "screen screen", encircled=True)
    assert played.told("morale")[0]["encircled"] == {"lost": 1, "units": {"d": 1}, "dead": [], "left": 3}
    assert (played.result.rounds, played.result.lost[DEFENDER]) == (2, 2)
    # The point that the failed test costs is told apart; the first test was for the point lost in the round.
    assert [event["lost"] for event in played.told("morale")] == [1, 2]


@rule("8.5-5")
@rule("8.7-5")
def test_the_encircled_loser_is_eliminated_and_his_leaders_taken() -> None:
    dice = {"r1.a": 3, "r1.d": 1}
    won = outcome(force("a 8"), force("d 9, e 9", "bennigsen 4 0"), dice, encircled=True)
    assert won.eliminated is not None
    assert won.eliminated.losses == {"d": 8, "e": 9}
    assert [general.id for general in won.eliminated.captured] == ["bennigsen"]
    assert (won.leaves, won.forces[DEFENDER].leaders) == ("", ())


@rule("8.5-5")
def test_an_encircled_force_that_does_not_lose_stays() -> None:
    equal = outcome(EIGHT, THEIRS, NOTHING, encircled=True)
    assert (equal.eliminated, equal.leaves) == (None, ATTACKER)


@rule("8.7-6")
def test_who_loses_his_citadel_is_eliminated() -> None:
    won = outcome(force("a 40"), force("d 9", "kalkreuth 2 0"), {"r1.a": 6, "r1.d": 1}, citadel=True)
    assert won.loser == DEFENDER
    assert won.eliminated is not None
    assert won.eliminated.losses == {"d": 8}
    assert [general.id for general in won.eliminated.captured] == ["kalkreuth"]


@rule("8.7-6")
def test_the_storming_party_retreats_as_usual() -> None:
    won = outcome(force("a 8"), force("d 9"), {"r1.a": 1, "r1.d": 6, "r1.morale.a": 1}, citadel=True)
    assert (won.loser, won.eliminated, won.leaves) == (ATTACKER, None, ATTACKER)


@rule("4.2-1")
def test_leaders_of_an_annihilated_force_are_not_taken() -> None:
    won = outcome(force("a 18"), force("d 1", "bagration 2 0"), {"r1.a": 4, "r1.d": 6})
    assert won.eliminated is None
    assert [general.id for general in won.forces[DEFENDER].leaders] == ["bagration"]


@rule("8.1-P5-1")
def test_the_result_is_told() -> None:
    told = fight(force("a 18", "ney 3 0"), force("d 18", army="russian"), {"r1.a": 4, "r1.d": 1}).told("battle-over")
    assert told == [
        {
            "kind": "battle-over",
            "label": "x",
            "at": ["pultusk"],
            "rounds": 1,
            "type": "skirmish",
            "winner": "french",
            "loser": "russian",
            "attacker": "french",
            "defender": "russian",
            "why": "losses",
            "lost": {"french": 0, "russian": 1},
            "units": {"d": 1},
            "dead": [],
            "joined": [],
            "eliminated": {},
            "points": 0,
        }
    ]


def _canonical(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _canonical(of) for key, of in value.items())
    if isinstance(value, list):
        return all(_canonical(of) for of in value)
    return isinstance(value, str | int)


@rule("8.1-P4")
@given(
    data=st.data(),
    pfs=st.tuples(
        st.lists(st.integers(1, 30), min_size=1, max_size=4), st.lists(st.integers(1, 30), min_size=1, max_size=4)
    ),
    bts=st.tuples(st.none() | st.integers(0, 4), st.none() | st.integers(0, 4)),
    terrain=st.sampled_from(["clear", "defensive", "mountain"]),
    weather=st.sampled_from(["clear", "rain", "mud", "snow"]),
    flags=st.lists(st.sampled_from(["entrenched", "citadel", "encircled", "bridge", "relief"]), unique=True),
    seed=st.lists(st.integers(1, 6), min_size=40, max_size=40),
)
def test_any_battle(
    data: Any, pfs: Any, bts: Any, terrain: str, weather: str, flags: list[str], seed: list[int]
) -> None:
    """Books balance, rounds stay within the plan, events are canonical JSON, and the same dice give the same battle."""
    forces = {}
    for role, units, bt in zip((ATTACKER, DEFENDER), pfs, bts, strict=True):
        leaders = () if bt is None else (leader(f"{role} 3 {bt}"),)
        made = tuple(fighter(f"{role[0]}{n} {pf}", co=2 + n, ba=n, bc=n) for n, pf in enumerate(units))
        forces[role] = Force(role, made, leaders)
    chits = {role: data.draw(st.sampled_from(legal(CHARTS, of))) for role, of in forces.items()}
    at = Situation(terrain, weather=weather, joiners=(joiner(6, 2),), **dict.fromkeys(flags, True))

    def once() -> Played:
        return play(battle(CHARTS, forces, at, chits, "x"), iter(seed))

    played = once()
    won: Outcome = played.result
    assert (played.labels, played.events) == (once().labels, once().events)
    assert 1 <= won.rounds <= won.length.rounds <= 4
    assert len(set(played.labels)) == len(played.labels)
    assert all(_canonical(event) for event in played.events)
    for role, of in forces.items():
        start = of.pf + (6 if role == DEFENDER and won.joined else 0)
        gone = sum(won.eliminated.losses.values()) if won.eliminated and role == won.loser else 0
        assert start == won.forces[role].pf + won.lost[role] + gone
    assert sum(won.losses.values()) == sum(won.lost.values())
    assert (won.loser == "") == (won.why == "equal")
