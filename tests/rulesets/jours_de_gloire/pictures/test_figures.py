"""Losses, boxes, points and the luck of every die of Jours de Gloire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.recording import game
from tests.rulesets.jours_de_gloire.whole_games import SEEDS, whole_game
from tests.rulesets.kit.pictures import check_fortune, events_of, sample

SAMPLE = "eylau-1807"


def dice(events: list[Any]) -> int:
    """How many dice of combats there are in events."""
    listed = {"round": ("fire", "guns"), "withdrawal": ("dice",)}
    many = sum(len(event[name]) for event in events for name in listed.get(event["kind"], ()))
    return many + sum(event["kind"] in ("morale", "overrun", "pursuit", "siege") for event in events)


@pytest.mark.slow
def test_every_die_of_the_sample_is_weighed() -> None:
    one, events = sample(SAMPLE)[0], events_of(SAMPLE)
    fortunes = one.telling.figures.fortunes(events)
    assert len(fortunes) == dice(events) > 40
    for fortune in fortunes:
        check_fortune(fortune, one.scenario.armies)
    fire = [event["loss"] for event in events if event["kind"] == "round" for event in event["fire"]]
    assert [int(f.actual) for f in fortunes if " fire in round " in f.name] == fire


def luck(event: dict[str, Any], *before: dict[str, Any]) -> tuple[str, int, dict[int, int]]:
    """Side, what came of a die, and worth -> faces of six."""
    (fortune,) = game().telling.figures.fortunes([*before, event])
    return fortune.army, int(fortune.actual), {int(worth): int(chance * 6) for worth, chance in fortune.chances}


def test_what_a_morale_die_is_worth() -> None:
    test = {"kind": "morale", "label": "x", "at": ["fels"], "round": 1, "role": "defender", "side": "russian"}
    test |= {"needs": 4, "die": 5, "passed": False, "encircled": {}}
    assert luck(test) == ("russian", -2, {-2: 2, 0: 4})
    assert luck({**test, "die": 4}) == ("russian", 0, {-2: 2, 0: 4})
    assert luck({**test, "needs": 7}) == ("russian", 0, {0: 6})
    assert luck({**test, "encircled": {"lost": 1}}) == ("russian", -1, {-1: 2, 0: 4})
    shut = {"kind": "battle", "label": "x", "encircled": True}
    assert luck({**test, "die": 1}, shut) == ("russian", 0, {-1: 2, 0: 4})
    assert luck({**test, "role": "attacker"}, shut) == ("russian", -2, {-2: 2, 0: 4})


def test_what_other_dice_are_worth() -> None:
    overrun = {"kind": "overrun", "label": "x", "at": ["fels"], "attacker": "french", "defender": "russian"}
    overrun |= {"pf": [20, 3], "die": 2, "modifiers": [], "sum": 3, "result": "halved", "way_out": True, "lost": 1}
    # Retreat: 2 of 3 PF; halved and retreat, or eliminated: all 3.
    assert luck(overrun) == ("french", 3, {2: 1, 3: 5})
    assert luck({**overrun, "way_out": False, "result": "eliminated"}) == ("french", 3, {3: 6})
    pursuit = {"kind": "pursuit", "label": "x", "at": ["fels"], "side": "russian", "winner": "french", "bc": 10}
    assert luck({**pursuit, "die": 6, "sum": 6}) == ("french", 2, {0: 2, 1: 3, 2: 1})
    assert luck({**pursuit, "die": 6, "sum": 5}) == ("french", 1, {0: 3, 1: 3})
    withdrawal = {"kind": "withdrawal", "label": "x", "at": ["fels"], "side": "french", "chased": True}
    assert luck({**withdrawal, "dice": [{"unit": "murat-i", "die": 5, "sum": 4, "lost": 1}]}) == (
        "french",
        -1,
        {-1: 2, 0: 4},
    )
    siege = {"kind": "siege", "label": "x", "at": ["castell"], "by": "french", "row": 3, "die": 6, "falls": True}
    points = game().setting.scenario.boxes.get("castell", 1)
    assert luck(siege) == ("french", 4 * points, {0: 4, 4 * points: 2})


def test_tally_is_what_the_standing_says() -> None:
    one, moments = sample(SAMPLE)
    for at, _ in moments:
        tally, facts = one.telling.figures.tally(at), one.telling.facts(at)["sides"]
        for army, told in facts.items():
            assert (tally.lost[army], tally.points[army]) == (told["losses"], told["points"])
            assert tally.held[army] == len(told["boxes"])
    assert one.telling.figures.tally(moments[-1][0]).points == one.over(moments[-1][0])["points"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_die_of_whole_games_is_weighed(seed: int) -> None:
    """Overruns, sieges and withdrawals among them."""
    whole = whole_game(seed)
    one, events = whole.game, whole.events
    fortunes = one.telling.figures.fortunes(events)
    assert len(fortunes) == dice(events)
    for fortune in fortunes:
        check_fortune(fortune, one.scenario.armies)
