"""Random games: they end, nobody is in two places, and what must hold after each player turn does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.state import fresh
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.modes import ALL, OPEN

RULESET = Campaign1806()
SHORT, LONG = ("auerstedt", "jena", "learning-saalfeld", "saalfeld"), ("jena-auerstedt", "massenbach")
BATTLES = (*SHORT, *LONG)
CAMPAIGNS = ("campaign", "early-warning", "erfurt", "free-entry")
PHASES = 10
"""Of a campaign that is cut."""


def random_game(game: CampaignGame, seed: int, phases: int) -> list[dict[str, Any]]:
    """The events of a game; after each phase the position is looked at."""
    state, told = fresh(game.start(), hidden=False), []
    player = RandomPlayer(random.Random(f"{game.scenario.id} {seed}").randrange, 1, game)
    letters = dict(zip(game.scenario.armies, "ab", strict=True))
    for _ in range(phases):
        player.phases = 1
        outcome = advance(game, state, player, letters)
        state, events = outcome.state, outcome.events
        told += events
        if state["over"]:
            break
        sound(game.play(state["at"]))
    return told


def sound(play: Play) -> None:
    """Each counter is in one place, none shares a hex with enemies, markers lie on counters that are there, and losses
    are those of the boxes."""
    position = play.position
    laid = {train for train, _ in position.pontoons.values()}
    assert not set(position.at) & (set(position.boxes) | laid | set(position.late))
    assert (position.out | position.demoralized | position.unsupplied | position.marching) <= set(position.at)
    for at, units in play.here.items():
        assert at in play.field.neighbours
        assert len({play.army_of(uid) for uid in units}) == 1
    assert all(points >= 0 for points in position.losses.values())


@pytest.mark.rule(ID, "2.1")
@pytest.mark.rule(ID, "2.11")
@pytest.mark.rule(ID, "2.12")
@pytest.mark.rule(ID, "2.12D")
@pytest.mark.parametrize("scenario", [*SHORT, *(pytest.param(one, marks=pytest.mark.slow) for one in LONG)])
def test_a_battle_is_played_to_its_end(scenario: str) -> None:
    game = RULESET.game(scenario, ALL)
    told = random_game(game, 1, 99)
    assert told[-1]["kind"] == "over" and told[-1]["level"]
    turns = [event["turn"] for event in told if event["kind"] == "headline"]
    assert turns == [0, 0, *sorted(2 * list(range(1, len(game.setting.turns) + 1)))][: len(turns)]
    assert len(turns) == 2 * len(game.setting.turns) + 2 or "automatic" in told[-1]["level"]


@pytest.mark.rule(ID, "15.0")
@pytest.mark.rule(ID, "15.2-2")
@pytest.mark.rule(ID, "2.2")
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_campaign_is_played_for_some_turns(scenario: str) -> None:
    told = random_game(RULESET.game(scenario, OPEN), 1, PHASES)
    assert len([event for event in told if event["kind"] == "headline"]) >= PHASES


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", BATTLES)
def test_many_battles(scenario: str, seed: int) -> None:
    options = ALL if seed % 2 else OPEN
    assert random_game(RULESET.game(scenario, options), seed, 99)[-1]["kind"] == "over"


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_whole_campaign(scenario: str) -> None:
    assert random_game(RULESET.game(scenario, OPEN), 5, 999)[-1]["kind"] == "over"
