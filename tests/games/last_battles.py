"""What no position of Napoleon's Last Battles may ever show, and invitations with options drawn for it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation
from tests.games.last_battles_events import check_events
from tests.games.pairs import settings_of

NAME = "napoleons-last-battles"
PAIRS = ("hm-f1", "hm-f2", "hm-p1", "hm-a1", "hm-f1a", "hm-f1b", "hm-p1a")
"""Pairs of markers, and some of their markers (16.6)."""
Json = Any


def check_position(game: Any, at: Json) -> None:
    """Conservation of units and leaders, stacking 5.4 between phases, the text form of a position."""
    theatre = game.theatre
    places = [at["at"], at["leaders"], at["waiting"], at["exited"], at["dead"], at["withdrawn"], at["hidden"]]
    somewhere = [unit for place in places for unit in place]
    assert len(somewhere) == len(set(somewhere)), "somebody is in two places"
    assert set(somewhere) <= set(theatre.setting.roster.units)
    board = theatre.board(game.position(at))
    for place, units in board.here.items():
        assert place in theatre.field.neighbours and len({board.army_of(unit) for unit in units}) == 1, place
        assert board.fits(place, units), f"too many in {place}: {', '.join(units)}"
    assert game.writing.read_text(game.writing.text(at)) == at


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Mapping[str, Any]]) -> None:
    """Who is gone for good does not come back, every loss is told, and events account for all that has changed."""
    gone = {*before["dead"], *before["exited"]}
    back = gone - {*after["dead"], *after["exited"]}
    assert not back, f"come back: {', '.join(sorted(back))}"
    lost = {event["unit"] for event in events if event["kind"] == "eliminated"}
    assert {*after["waiting"]} - {*before["waiting"]} <= lost
    check_events(game, before, after, events)


def words(game: Any) -> list[str]:
    """Names that standing orders may hold: units of both armies, hexes, columns, pairs, what does not exist."""
    setting = game.theatre.setting
    return [*setting.units(), *game.theatre.field.hexes, *setting.columns, "no-unit", "9999", "9-1", "7", "12", *PAIRS]


def asking(orders: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same orders, here and there with `ask` where a decision comes after the die."""
    attacks = [dict(attack) for attack in orders.get("attacks", ())]
    for attack in attacks:
        for member in ("pay", "retreat", "displace", "advance"):
            if rng.randrange(5) == 0:
                attack[member] = "ask"
    return {**orders, "attacks": attacks} if attacks else orders


def invitation(seed: int, scenario: str, mode: str) -> Invitation:
    """Game number `seed` of a scenario: armies take turns, and so do settings of its options where mode says so."""
    described = next(one for one in installed()[NAME].scenarios() if one.id == scenario)
    settings = settings_of(NAME, scenario) if mode == "options" else [{}]
    army = described.armies[(seed + seed // len(settings)) % len(described.armies)]
    return Invitation(NAME, scenario, army, settings[seed % len(settings)])
