"""A player turn of Napoleon's Last Battles costs one message, with whatever options, if nobody says `ask`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.campaign.outbox.create import Invitation
from pbem.local.mailcount import per_turn
from tests import tiers
from tests.games.last_battles import NAME, invitation
from tests.games.mails import counted
from tests.games.pairs import settings_of
from tests.rulesets.napoleons_last_battles.kinds import MANY

HIDDEN = "hidden-movement"
"""The one option whose turns may cost more (16.6)."""


def offers(scenario: str) -> Sequence[Invitation]:
    """Games of a scenario in which every two options meet, but for hidden movement."""
    found = [invitation(seed, scenario, "options") for seed in range(len(settings_of(NAME, scenario)))]
    return [Invitation(NAME, one.scenario, one.army, _without(one.options)) for one in found]


def _without(options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != HIDDEN}


def require_one_each(games: Sequence[tuple[int, Invitation]], turns: int = 0) -> None:
    for seed, offer in games:
        cost = counted(seed, offer, asks=False, turns=turns)
        assert cost.turns and per_turn(cost.played, len(cost.turns)) == "1.00", (seed, offer)
        assert {(turn.messages, turn.questions) for turn in cost.turns} == {(1, 0)}


@pytest.mark.parametrize("scenario", tiers.turns(sorted(MANY)))
def test_a_turn_costs_one_message(scenario: str) -> None:
    first = offers(scenario)[0]
    require_one_each([(1, first)], turns=4)


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", sorted(MANY))
def test_a_turn_costs_one_message_to_the_end_of_the_game(scenario: str) -> None:
    require_one_each(list(enumerate(offers(scenario))))
