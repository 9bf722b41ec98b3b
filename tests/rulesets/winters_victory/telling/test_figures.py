"""Losses, ground, points and luck as figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulesets.winters_victory import sequence
from rulesets.winters_victory.telling.figures import WintersFigures
from rulesets.winters_victory.telling.telling import WintersTelling
from tests.rulesets.winters_victory.battles import Events, at_random, battle, setting
from tests.rulesets.winters_victory.winter import ID

LEARNING = "learning-serpallen"


def figures(uid: str = LEARNING) -> WintersFigures:
    return WintersFigures(WintersTelling(setting(uid)).names)


def check(uid: str, events: Events) -> int:
    """Each die of fire and shock is one of the worths that it might have had; how many there are."""
    found = figures(uid).fortunes(events)
    thrown = [
        one for one in events if one["kind"] == "fire" or (one["kind"] == "shock-result" and one["die"] is not None)
    ]
    assert len(found) == len(thrown)
    for one in found:
        assert sum((share for _, share in one.chances), Fraction(0)) == 1
        assert one.actual in [worth for worth, _ in one.chances], one
    return len(found)


@pytest.mark.slow
def test_the_luck_of_a_battle_is_weighed_die_by_die() -> None:
    assert sum(check(LEARNING, battle(setting(LEARNING), at_random(seed), seed=seed)[1]) for seed in range(5))


@pytest.mark.slow
def test_the_luck_of_a_large_battle() -> None:
    assert check("davout", battle(setting("davout"), at_random(2), seed=2)[1]) > 20


@pytest.mark.rule(ID, "14.13")
def test_a_tally_counts_losses_ground_and_points() -> None:
    of = setting(LEARNING)
    before = figures().tally(sequence.start(of).to_json())
    assert (before.lost, before.held, before.points) == (
        {"french": 0, "allied": 0},
        {"french": 0, "allied": 3},
        {"french": 0, "allied": 1},
    )
    last, events = battle(of, at_random(1), seed=1)
    lost = figures().tally(last.to_json()).lost
    told = {"french": 0, "allied": 0}
    for event in events:
        for uid, points in event.get("losses", {}).items():
            told[of.units[uid].army] += points
        if event["kind"] == "self-rally":
            told[of.units[event["unit"]].army] += event["loss"]
    assert lost == told


@pytest.mark.parametrize("seed", range(2))
def test_a_die_leads_to_the_event_that_tells_of_it(seed: int) -> None:
    events = battle(setting(LEARNING), at_random(seed), seed=seed)[1]
    for event in events:
        if "label" in event and event.get("die") is not None:
            assert figures().decided(event["label"], events) == event
    assert figures().decided("t20.nothing", events) is None
