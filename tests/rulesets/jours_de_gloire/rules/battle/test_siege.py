"""Sieges (8.8-3 to 8.8-10, 8.8-S1 to S5, A.8.8)."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.rules.battle.parts import Force
from rulesets.jours_de_gloire.rules.battle.siege import (
    Siege,
    due,
    joint_attack,
    siege_die,
    why_no_siege,
)
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS
from tests.rulesets.jours_de_gloire.rules.battle.playing import Played, fighter, force, play


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


def roll(game: str, step: int, die: int, *, own: bool = True) -> Played:
    return play(siege_die(CHARTS, game, Siege("french", step), 3, own=own, label="x"), {"siege": die})


@rule("8.8-S1")
def test_a_siege_starts_at_step_one() -> None:
    assert Siege("french") == Siege("french", step=1, turn=0, own=False)


@pytest.mark.parametrize(
    ("game", "step", "die", "after"),
    [
        pytest.param("poland", 1, 6, 0, marks=rule("8.8-S2")),
        pytest.param("poland", 1, 5, 2, marks=rule("8.8-S2")),
        pytest.param("poland", 2, 5, 0, marks=rule("8.8-S3")),
        pytest.param("poland", 2, 4, 3, marks=rule("8.8-S3")),
        pytest.param("poland", 3, 4, 0, marks=rule("8.8-S4")),
        pytest.param("poland", 3, 3, 4, marks=rule("8.8-S4")),
        pytest.param("poland", 4, 1, 5, marks=rule("8.8-S5")),
        pytest.param("poland", 4, 2, 0, marks=rule("8.8-S5")),
        pytest.param("poland", 5, 1, 5, marks=rule("8.8-S5")),
        pytest.param("poland", 5, 2, 0, marks=rule("8.8-S5")),
        pytest.param("danube", 1, 5, 0, marks=rule("A.8.8-S2")),
        pytest.param("danube", 1, 4, 2, marks=rule("A.8.8-S2")),
        pytest.param("danube", 2, 2, 0, marks=rule("A.8.8-S3")),
        pytest.param("danube", 2, 1, 3, marks=rule("A.8.8-S3")),
        pytest.param("danube", 3, 1, 3, marks=rule("A.8.8-S3")),
        pytest.param("danube", 3, 2, 0, marks=rule("A.8.8-S3")),
    ],
)
def test_siege_die(game: str, step: int, die: int, after: int) -> None:
    """after: the step reached, 0 for a city that falls."""
    played = roll(game, step, die)
    assay = played.result
    assert assay.falls is (after == 0)
    assert assay.siege == (Siege("french", after, 3, own=True) if after else None)
    told = played.told("siege")[0]
    assert (told["falls"], told["step"], told["die"]) == (after == 0, after, die)


@rule("A.8.8-S1")
def test_a_siege_of_the_danube_rolls_at_once() -> None:
    assert roll("danube", 1, 5).result.row == 2


@rule("8.8-5")
def test_a_siege_begun_by_interception() -> None:
    """The marker stays on 1; the besieger's own turn brings the same die again, and only then the marker moves."""
    begun = roll("poland", 1, 3, own=False).result.siege
    assert begun == Siege("french", 1, 3, own=False)
    assert not due(begun, 3, "russian")
    assert due(begun, 3, "french")
    again = play(siege_die(CHARTS, "poland", begun, 3, own=True, label="x"), {"siege": 5}).result
    assert (again.row, again.siege) == (2, Siege("french", 2, 3, own=True))


@rule("8.8-5")
def test_a_city_may_fall_to_the_die_of_an_interception() -> None:
    assert roll("poland", 1, 6, own=False).result.falls


@rule("8.8-S3")
def test_one_die_a_turn_of_the_besieger() -> None:
    siege = Siege("french", 2, 3, own=True)
    assert not due(siege, 3, "french")
    assert not due(siege, 4, "russian")
    assert due(siege, 4, "french")
    assert due(Siege("french"), 3, "french")


@pytest.mark.parametrize(
    ("units", "linked", "case"),
    [
        pytest.param("a 5", "a", "", marks=rule("8.8-3")),
        pytest.param("a* 5, b* 3", "a b", "8.8-4", marks=rule("8.8-4")),
        pytest.param("a 5, b* 3", "b", "4.5-3", marks=rule("8.8-4")),
        pytest.param("a 5, b* 3", "a", "", marks=rule("8.8-4")),
        pytest.param("a 5", "", "4.5-3", marks=rule("4.5-3")),
    ],
)
def test_who_may_besiege(units: str, linked: str, case: str) -> None:
    found = why_no_siege(force(units), linked.split())
    assert (found.case if found else "") == case


BESIEGER = force("a 14", army="french")
BESIEGED = force("d 6", army="russian", prefer="d")
RELIEF = force("e 10", "bennigsen 4 2", army="russian")
MORE = force("b 4", army="french")


@rule("8.8-8")
@pytest.mark.parametrize(
    ("reading", "newcomer", "attacker", "defender"),
    [
        ("besieged", RELIEF, ("russian", 16), ("french", 14)),
        ("besieged", MORE, None, None),
        ("printed", MORE, ("french", 18), ("russian", 6)),
        ("printed", RELIEF, None, None),
    ],
)
def test_joint_attack(
    reading: str, newcomer: Force, attacker: tuple[str, int] | None, defender: tuple[str, int] | None
) -> None:
    found = joint_attack(reading, BESIEGER, BESIEGED, newcomer)
    assert (found and (found.attacker.army, found.attacker.pf)) == attacker
    assert (found and (found.defender.army, found.defender.pf)) == defender


@rule("8.8-8")
def test_a_joint_attack_adds_up_bonuses() -> None:
    found = joint_attack("besieged", BESIEGER, BESIEGED, RELIEF)
    assert found is not None
    assert found.attacker.bt == 2
    guns = Force("russian", (fighter("g 3", ba=2, bc=1),))
    both = joint_attack("besieged", BESIEGER, Force("russian", (fighter("h 3", ba=3, bc=1),)), guns)
    assert both is not None
    assert (both.attacker.ba, both.attacker.bc) == (5, 2)
