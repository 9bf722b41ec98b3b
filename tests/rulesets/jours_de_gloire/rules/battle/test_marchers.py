"""Those who march to a battle that is being fought (6.5.2-3, 6.5.2-4)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from pbem.engine.requests import Open, Request
from rulesets.jours_de_gloire.rules.battle.outcome import Outcome
from rulesets.jours_de_gloire.rules.battle.parts import ARRIVAL, ATTACKER, DEFENDER, Joiner, Situation
from rulesets.jours_de_gloire.rules.battle.rounds import battle
from tests.rulesets.jours_de_gloire.rules.battle.charts import CHARTS
from tests.rulesets.jours_de_gloire.rules.battle.playing import (
    EIGHT,
    NOTHING,
    THEIRS,
    fight,
    fighter,
    force,
    joiner,
    outcome,
)


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jours-de-gloire", case)


@pytest.mark.parametrize(
    ("points", "chits", "first"),
    [
        pytest.param(1, "offensive offensive", 3, marks=rule("6.5.2-3")),
        pytest.param(2, "decisive decisive", 4, marks=rule("6.5.2-3")),
        pytest.param(1, "screen screen", 3, marks=rule("6.5.2-3")),
        pytest.param(2, "offensive offensive", 4, marks=rule("6.5.2-3")),
        pytest.param(1, "skirmish skirmish", 0, marks=rule("6.5.2-4")),
        pytest.param(2, "screen screen", 0, marks=rule("6.5.2-4")),
    ],
)
def test_marchers_join_at_the_end_of_their_round_be_it_the_last(points: int, chits: str, first: int) -> None:
    played = fight(EIGHT, THEIRS, NOTHING, chits, joiners=(joiner(5, ARRIVAL[points]),))
    strengths = [event["fire"][1]["calculation"]["strengths"][0]["counts"] for event in played.told("round")]
    assert strengths == [13 if first and n >= first else 8 for n in range(1, len(strengths) + 1)]
    assert played.result.joined == (("r7",) if first else ())
    assert [event["round"] for event in played.told("joined")] == ([first - 1] if first else [])


@rule("6.5.2-4")
def test_marchers_stay_when_the_battle_ends_early() -> None:
    won = outcome(
        EIGHT, force("d 5"), {"r1.a": 6, "r1.d": 1, "r1.morale.d": 6}, "offensive offensive", joiners=(joiner(5, 2),)
    )
    assert (won.joined, won.forces[DEFENDER].pf) == ((), 4)


@rule("6.5.2-3")
@pytest.mark.parametrize(("after", "joined"), [(2, ("r7",)), (3, ())])
def test_snow_may_keep_marchers_out(after: int, joined: tuple[str, ...]) -> None:
    won = outcome(EIGHT, THEIRS, NOTHING, "offensive offensive", weather="snow", joiners=(joiner(5, after),))
    assert (won.rounds, won.joined) == (2, joined)


@rule("6.5.2-3")
@pytest.mark.parametrize(
    ("lost", "winner", "joined"), [("d", ATTACKER, ()), ("a", DEFENDER, ("r7",)), ("", "", ("r7",))]
)
def test_after_the_last_round_nobody_comes_to_friends_who_have_lost(
    lost: str, winner: str, joined: tuple[str, ...]
) -> None:
    """They may come, the text says; what is left for them is the retreat of the enemy, the pursuit and the box."""
    by = {"d": "a", "a": "d"}
    dice = {**NOTHING, **({f"r2.{by[lost]}": 6} if lost else {})}
    played = fight(EIGHT, THEIRS, dice, "screen screen", joiners=(joiner(5, 2),))
    assert (played.result.winner, played.result.joined) == (winner, joined)
    assert played.result.forces[DEFENDER].pf == 8 + (5 if joined else 0) - (lost == "d")
    assert [event["flank"] for event in played.told("joined")] == [False] * len(joined)


@rule("6.5.2-3")
def test_both_arrivals_one_after_the_other() -> None:
    both = (Joiner("late", (fighter("l 2"),), (), 3), Joiner("soon", (fighter("s 2"),), (), 2))
    won = outcome(EIGHT, THEIRS, NOTHING, "decisive decisive", joiners=both)
    assert won.joined == ("soon", "late")


@rule("8.5-3")
@pytest.mark.parametrize("flank", [True, False])
def test_marchers_bring_a_flank_attack(flank: bool) -> None:
    played = fight(EIGHT, THEIRS, NOTHING, "offensive offensive", joiners=(joiner(2, 2, flank=flank),))
    cases = [[step["case"] for step in event["fire"][1]["calculation"]["shifts"]] for event in played.told("round")]
    assert cases == [[], [], ["8.5-3"] if flank else []]
    assert played.told("joined")[0]["flank"] is flank


@rule("8.6-1")
def test_marchers_raise_the_base_of_morale() -> None:
    dice = {**NOTHING, "r1.a": 6, "r3.a": 6}
    played = fight(EIGHT, force("d 9"), dice, "offensive offensive", joiners=(joiner(6, 2),))
    assert played.result.lost[DEFENDER] == 1
    assert played.told("joined")[0]["level"] == 3
    assert not played.told("morale")


@rule("8.6-3")
def test_marchers_do_not_calm_who_was_shaken_before() -> None:
    dice = {**NOTHING, "r1.a": 6, "r1.morale.d": 1, "r2.morale.d": 1, "r3.morale.d": 1}
    played = fight(EIGHT, force("d 5"), dice, "offensive offensive", joiners=(joiner(30, 2),))
    assert "x.r3.morale.d" in played.labels


@rule("8.5-8")
def test_the_leader_of_the_marchers_counts_from_his_arrival() -> None:
    played = fight(EIGHT, THEIRS, NOTHING, "offensive offensive", joiners=(joiner(2, 2),))
    bonus = [[step["by"] for step in event["fire"][1]["calculation"]["modifiers"]] for event in played.told("round")]
    assert bonus == [[1], [1], [1, 1, -1]]


@pytest.mark.parametrize(
    "at",
    [
        pytest.param({"interception": True}, marks=rule("6.5.1-8")),
        pytest.param({"citadel": True}, marks=rule("8.8-9")),
    ],
)
def test_no_march_to_this_battle(at: dict[str, Any]) -> None:
    dice = {**NOTHING}
    assert outcome(EIGHT, THEIRS, dice, "decisive decisive", joiners=(joiner(5, 2),), **at).joined == ()


@rule("6.5.2-3")
def test_a_force_is_turned_up_when_it_arrives() -> None:
    """The caller's own procedure runs in between; who has nobody to bring does not join."""
    asked: list[str] = []

    def arrive(due: Joiner) -> Generator[Request, Any, Joiner]:
        asked.append(due.id)
        (units,) = yield Open("russian", (due.id,), f"x.open.{due.id}")
        return Joiner(due.id, units, (), due.after)

    both = {ATTACKER: EIGHT, DEFENDER: THEIRS}
    chits = dict.fromkeys(both, "offensive")
    at = Situation(joiners=(Joiner("r7", ()), Joiner("r8", ())))
    run = battle(CHARTS, both, at, chits, "x", (), arrive)
    contents = iter([(fighter("j 2"),), ()])
    answer: Any = None
    while True:
        try:
            request = run.send(answer)
        except StopIteration as stop:
            result: Outcome = stop.value
            break
        answer = (next(contents),) if isinstance(request, Open) else (1,)
    assert asked == ["r7", "r8"]
    assert result.joined == ("r7",)


@rule("6.5.2-3")
def test_nobody_arrives_after_another_round() -> None:
    with pytest.raises(ValueError, match="round 1"):
        Joiner("r7", (), (), 1)
