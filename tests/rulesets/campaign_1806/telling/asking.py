"""Small positions to ask about: the counters of Jena put where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.engine.requests import ORDERS, Choose, Tell
from rulesets.campaign_1806.game import CampaignGame
from tests.rulesets.campaign_1806.test_games import ALL, RULESET, random_game

Json = Any


@cache
def jena() -> CampaignGame:
    """The battle with all its options."""
    return RULESET.game("jena", ALL)


@cache
def saalfeld() -> tuple[CampaignGame, list[dict[str, Any]]]:
    """A small battle with all its options, and what is told of a random game of it."""
    game = RULESET.game("saalfeld", ALL)
    return game, random_game(game, 1, 99)


def standing(at: Mapping[str, str], turn: int = 1, **members: Any) -> Json:
    """A position of the French in a turn. at: hex -> counters, such as {"n1531": "suchet gazan"}."""
    places = {uid: hex_ for hex_, units in at.items() for uid in units.split()}
    return {**jena().start(), "turn": turn, "army": "french", "at": places, "marching": [], **members}


def asked(at: Json) -> Choose:
    """The question for orders at a position."""
    phase = jena().phase(at)
    request = next(phase)
    while not (isinstance(request, Choose) and request.what == ORDERS):
        request = phase.send(None if isinstance(request, Tell) else (1,))
    return request


def previewed(at: Json, orders: Json) -> Json:
    """The preview of orders at a position."""
    return jena().telling.preview(asked(at), orders)
