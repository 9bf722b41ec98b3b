"""Tactic chits, rounds and plans (8.1-P1, 8.2, 3.1-S2, 9-4 to 9-6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.jours_de_gloire.rules.battle.parts import Fighter, Force, Leader
from rulesets.jours_de_gloire.rules.battle.points import battle_points
from rulesets.jours_de_gloire.rules.battle.tactics import (
    Plan,
    Preference,
    Sight,
    legal,
    length,
    one_general,
    plan_of,
    planned,
    refusal,
)
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS
from tests.rulesets.jours_de_gloire.rules.battle.playing import force


@pytest.mark.parametrize(
    ("chits", "general", "weather", "rounds"),
    [
        pytest.param("decisive skirmish", False, "clear", 2, marks=pytest.mark.rule("jours-de-gloire", "8.1-P1")),
        pytest.param("offensive skirmish", False, "clear", 2, marks=pytest.mark.rule("jours-de-gloire", "8.2-1")),
        pytest.param("decisive skirmish", False, "clear", 2, marks=pytest.mark.rule("jours-de-gloire", "8.2-2")),
        pytest.param("offensive screen", False, "clear", 2, marks=pytest.mark.rule("jours-de-gloire", "8.2-2")),
        pytest.param("skirmish screen", False, "clear", 1, marks=pytest.mark.rule("jours-de-gloire", "8.2-2")),
        pytest.param("offensive screen", True, "clear", 3, marks=pytest.mark.rule("jours-de-gloire", "8.2-3")),
        pytest.param("offensive skirmish", True, "clear", 2, marks=pytest.mark.rule("jours-de-gloire", "8.2-3")),
        pytest.param("offensive offensive", False, "snow", 2, marks=pytest.mark.rule("jours-de-gloire", "3.1-S2")),
        pytest.param("skirmish skirmish", False, "snow", 1, marks=pytest.mark.rule("jours-de-gloire", "3.1-S2")),
        pytest.param("decisive decisive", False, "rain", 4, marks=pytest.mark.rule("jours-de-gloire", "8.2-2")),
    ],
)
def test_rounds(chits: str, general: bool, weather: str, rounds: int) -> None:
    attacker, defender = chits.split()
    assert length(CHARTS, attacker, defender, one_general=general, weather=weather).rounds == rounds


@pytest.mark.parametrize(
    ("chits", "weather", "kind", "points"),
    [
        pytest.param("decisive decisive", "snow", "decisive", 5, marks=pytest.mark.rule("jours-de-gloire", "9-4")),
        pytest.param("decisive decisive", "clear", "decisive", 5, marks=pytest.mark.rule("jours-de-gloire", "9-4")),
        pytest.param("decisive offensive", "clear", "offensive", 3, marks=pytest.mark.rule("jours-de-gloire", "9-5")),
        pytest.param("screen screen", "clear", "screen", 0, marks=pytest.mark.rule("jours-de-gloire", "9-6")),
        pytest.param("screen skirmish", "clear", "skirmish", 0, marks=pytest.mark.rule("jours-de-gloire", "9-6")),
    ],
)
def test_type_of_battle(chits: str, weather: str, kind: str, points: int) -> None:
    attacker, defender = chits.split()
    found = length(CHARTS, attacker, defender, one_general=False, weather=weather)
    assert (found.kind, battle_points(CHARTS, found.value)) == (kind, points)


@pytest.mark.rule("jours-de-gloire", "8.2-3")
@pytest.mark.parametrize(("ours", "theirs", "one"), [("ney 1 0", "", True), ("ney 1 0", "bagration 2 1", False)])
def test_a_general_on_one_side_only(ours: str, theirs: str, one: bool) -> None:
    assert one_general(force("a 5", ours), force("b 5", theirs)) is one
    assert one_general(force("b 5", theirs), force("a 5", ours)) is one


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


LIMITS = [
    pytest.param("a 15", "ney 2 1", "decisive", "few", "8.2-4", id="two stars", marks=rule("8.2-4")),
    pytest.param("a 14", "ney 3 1", "decisive", "few", "8.2-4", id="14 PF", marks=rule("8.2-4")),
    pytest.param("a 8, b 7", "ney 3 1", "decisive", "few", "", id="15 PF, three stars", marks=rule("8.2-4")),
    pytest.param("a 15", "x 1 1, ney 4 1", "decisive", "few", "", id="one of two has the stars", marks=rule("8.2-4")),
    pytest.param("a 10", "ney 1 1", "offensive", "few", "", id="10 PF, one star", marks=rule("8.2-5")),
    pytest.param("a 9", "ney 1 1", "offensive", "few", "8.2-5", id="9 PF", marks=rule("8.2-5")),
    pytest.param("a 10", "", "offensive", "few", "8.2-5", id="no general", marks=rule("8.2-5")),
    pytest.param("a 2", "", "screen", "few", "8.2-6", id="few: 2 PF", marks=rule("8.2-6")),
    pytest.param("a 3", "", "screen", "few", "", id="few: 3 PF", marks=rule("8.2-6")),
    pytest.param("a 30", "", "screen", "few", "", id="few: 30 PF", marks=rule("8.2-6")),
    pytest.param("a 3", "", "screen", "printed", "", id="printed: 3 PF", marks=rule("8.2-6")),
    pytest.param("a 4", "", "screen", "printed", "8.2-6", id="printed: 4 PF", marks=rule("8.2-6")),
    pytest.param("a 10", "", "skirmish", "few", "", id="10 PF", marks=rule("8.2-7")),
    pytest.param("a 11", "", "skirmish", "few", "8.2-7", id="11 PF", marks=rule("8.2-7")),
    pytest.param("a 11", "ney 1 1", "skirmish", "printed", "8.2-7", id="printed, offensive left", marks=rule("8.2-7")),
    pytest.param("a 11", "", "skirmish", "printed", "", id="printed, else no chit", marks=rule("8.2-7")),
    pytest.param("a 5", "", "rout", "few", "8.2-1", id="no such chit", marks=rule("8.2-1")),
]


@pytest.mark.parametrize(("units", "leaders", "chit", "limit", "case"), LIMITS)
def test_who_may_play_what(units: str, leaders: str, chit: str, limit: str, case: str) -> None:
    found = refusal(CHARTS, chit, force(units, leaders), limit)
    assert (found.case if found else "") == case
    assert found is None or found.text


@pytest.mark.parametrize(
    ("pf", "leaders", "chit", "allowed"),
    [
        pytest.param(3, "", "screen", False, marks=rule("8.2-6")),
        pytest.param(3, "", "skirmish", True, marks=rule("8.2-7")),
        pytest.param(12, "", "skirmish", True, marks=rule("8.2-7")),
        pytest.param(12, "", "offensive", False, marks=rule("8.2-7")),
        pytest.param(3, "ney 1 1", "screen", True, marks=rule("8.2-6")),
    ],
)
def test_a_lone_detachment(pf: int, leaders: str, chit: str, allowed: bool) -> None:
    alone = force(f"a {pf}", leaders, detachment=True)
    assert (refusal(CHARTS, chit, alone) is None) is allowed


@rule("8.2-7")
def test_two_detachments_are_not_alone() -> None:
    assert legal(CHARTS, force("a 3, b 2", detachment=True)) == ("screen", "skirmish")


@rule("8.2-1")
def test_legal_chits_come_highest_first() -> None:
    assert legal(CHARTS, force("a 16", "ney 3 1")) == ("decisive", "offensive", "screen")


@rule("8.2-6")
@given(
    pf=st.integers(1, 40),
    units=st.integers(1, 3),
    ranks=st.lists(st.integers(1, 4), max_size=2),
    detachment=st.booleans(),
    limit=st.sampled_from(["few", "printed"]),
)
def test_every_force_has_a_chit(pf: int, units: int, ranks: list[int], detachment: bool, limit: str) -> None:
    fighters = tuple(Fighter(f"u{n}", "infantry", pf, 3, detachment=detachment) for n in range(units))
    leaders = tuple(Leader(f"g{n}", 1, rank, 0) for n, rank in enumerate(ranks))
    assert legal(CHARTS, Force("french", fighters, leaders), limit)


SIGHT = Sight("defender", "pultusk", own=12, enemy=4)
ALL = ("decisive", "offensive", "screen")


@pytest.mark.parametrize(
    ("preference", "chosen"),
    [
        (Preference("screen"), "screen"),
        (Preference("screen", role="attacker"), "decisive"),
        (Preference("screen", role="defender"), "screen"),
        (Preference("screen", own=(12, None)), "screen"),
        (Preference("screen", own=(13, None)), "decisive"),
        (Preference("screen", own=(None, 12)), "screen"),
        (Preference("screen", own=(None, 11)), "decisive"),
        (Preference("screen", enemy=(4, 4)), "screen"),
        (Preference("screen", enemy=(5, None)), "decisive"),
        (Preference("screen", enemy=(None, 3)), "decisive"),
        (Preference("screen", boxes=("golymin", "pultusk")), "screen"),
        (Preference("screen", boxes=("golymin",)), "decisive"),
        (Preference("skirmish"), "decisive"),
    ],
)
@rule("8.2-1")
def test_the_first_preference_that_holds_and_is_legal(preference: Preference, chosen: str) -> None:
    assert planned(Plan((preference,)), SIGHT, ALL) == chosen


@rule("8.2-1")
def test_order_and_fallback_of_a_plan() -> None:
    lines = (Preference("skirmish"), Preference("offensive"), Preference("screen"))
    assert planned(Plan(lines), SIGHT, ALL) == "offensive"
    assert planned(Plan((), highest=False), SIGHT, ALL) == "screen"
    assert planned(Plan(()), SIGHT, ALL) == "decisive"


@rule("8.2-1")
def test_a_plan_from_orders() -> None:
    said = {
        "prefer": [
            {"chit": "screen", "as": "defender", "own": {"most": 9}, "enemy": {"least": 2}, "boxes": ["pultusk"]},
            {"chit": "offensive"},
        ],
        "else": "lowest",
    }
    first = Preference("screen", "defender", (None, 9), (2, None), ("pultusk",))
    assert plan_of(said) == Plan((first, Preference("offensive")), highest=False)
    assert plan_of({}) == Plan()
