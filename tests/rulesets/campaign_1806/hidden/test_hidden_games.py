"""Hidden games at random: they end, counters are where pieces are, and no unit is told of before it is turned up."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.state import fresh
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.modes import HIDDEN

RULESET = Campaign1806()
BATTLES = ("saalfeld", "jena", "auerstedt", "massenbach")
CAMPAIGNS = ("campaign", "early-warning", "erfurt", "free-entry")


def hidden_game(game: CampaignGame, seed: int, phases: int) -> list[dict[str, Any]]:
    """The events of a game. After each phase every unit of an army stands once, face up or behind a counter."""
    state, told = fresh(game.start(), hidden=True), []
    player = RandomPlayer(random.Random(f"hidden {game.scenario.id} {seed}").randrange, 1, game)
    letters = dict(zip(game.scenario.armies, "ab", strict=True))
    for _ in range(phases):
        player.phases = 1
        outcome = advance(game, state, player, letters)
        state, events = outcome.state, outcome.events
        told += events
        if state["over"]:
            break
        whole(game, state["at"], player)
    return told


def whole(game: CampaignGame, at: Any, player: RandomPlayer) -> None:
    """Behind the counters of each army is who has to be there, and each of them once."""
    assert game.hiding is not None
    down = game.hiding.face_down(at)
    for army in game.scenario.armies:
        units = [player.hidden[counter]["unit"] for counter, side in down.items() if side == army]
        assert len(set(units)) == len(units)
        due = game.hiding.order_of_battle(at, army)
        named = [one.units[0] for one in due]
        assert set(units) <= set(named)
        assert {one.units[0] for one in due if one.least} <= set(units)


def blind(told: list[dict[str, Any]], game: CampaignGame) -> None:
    """osg 1.5: no event names a unit that is not face up: it was turned up before, or came in face up from a box."""
    seen: set[str] = set()
    for event in told:
        if event["kind"] == "turned-up":
            seen.update(piece["unit"] for piece in event["pieces"])
        if event["kind"] in ("replaced", "reorganized"):
            seen.add(event["unit"])
        if event["kind"] in ("moved", "entered"):
            assert all(is_counter(uid) or uid in seen for uid in event["units"]), event


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51A")
@pytest.mark.rule(ID, "1.51B")
@pytest.mark.rule(ID, "1.52")
@pytest.mark.rule(ID, "1.52-NOTE")
@pytest.mark.rule(ID, "2.11C1")
@pytest.mark.parametrize("seed", range(3))
def test_a_small_battle_is_played_to_its_end(seed: int) -> None:
    game = RULESET.game("learning-saalfeld", HIDDEN)
    told = hidden_game(game, seed, 99)
    assert told[-1]["kind"] == "over" and told[-1]["level"]
    assert {"dealt", "turned-up", "officers", "moved"} <= {event["kind"] for event in told}
    blind(told, game)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", BATTLES)
def test_a_battle_is_played_to_its_end(scenario: str) -> None:
    game = RULESET.game(scenario, {**HIDDEN, "supply": True, "vedettes": True})
    told = hidden_game(game, 1, 99)
    assert told[-1]["kind"] == "over"
    blind(told, game)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_campaign_is_played_for_some_turns(scenario: str) -> None:
    told = hidden_game(RULESET.game(scenario, HIDDEN), 1, 14)
    assert len([event for event in told if event["kind"] == "headline"]) >= 14


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", BATTLES)
def test_many_battles(scenario: str, seed: int) -> None:
    game = RULESET.game(scenario, {**HIDDEN, **({"supply": True, "vedettes": True} if seed % 2 else {})})
    told = hidden_game(game, seed, 99)
    assert told[-1]["kind"] == "over"
    blind(told, game)


@pytest.mark.rule(ID, "2.11C1")
@pytest.mark.rule(ID, "2.11C4")
@pytest.mark.rule(ID, "11.1-1")
@pytest.mark.rule(ID, "11.1-6")
def test_who_was_turned_up_is_turned_down_with_his_next_orders() -> None:
    """All in enemy zones are turned up before the first attack; at the end of the next turn none of them lies open."""
    game = RULESET.game("learning-saalfeld", HIDDEN)
    state, letters = fresh(game.start(), hidden=True), dict(zip(game.scenario.armies, "ab", strict=True))
    player = RandomPlayer(random.Random("up and down").randrange, 1, game)
    fights = 0
    while True:
        player.phases = 1
        army, outcome = state["at"]["army"], advance(game, state, player, letters)
        state = outcome.state
        if state["over"]:
            break
        kinds = [event["kind"] for event in outcome.events]
        shown = {piece["unit"] for e in outcome.events if e["kind"] == "turned-up" for piece in e["pieces"]}
        fights += "combat" in kinds
        for event in outcome.events:
            if event["kind"] == "combat":
                assert not any(is_counter(one["unit"]) for one in (*event["attackers"], *event["defenders"]))
        units, there = game.setting.forces.units, state["at"]["at"]
        mine = {uid for uid in there if not is_counter(uid) and units[uid].army == army}
        assert mine <= shown | {event["unit"] for event in outcome.events if event["kind"] == "replaced"}
    assert fights > 1
