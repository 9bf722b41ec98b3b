"""What no position of Napoleon's Last Battles may ever show, and invitations with options drawn for it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation

NAME = "napoleons-last-battles"
Json = Any
FEW, MANY = 3, 12
"""Options of one game that are set otherwise than the scenario has them, at most."""


def check_position(game: Any, at: Json) -> None:
    """Conservation of units and leaders, stacking 5.4 between phases, the text form of a position."""
    theatre = game.theatre
    places = [at["at"], at["leaders"], at["waiting"], at["exited"], dict.fromkeys(at["dead"]), at["withdrawn"]]
    somewhere = [unit for place in places for unit in place]
    assert len(somewhere) == len(set(somewhere)), "somebody is in two places"
    assert set(somewhere) <= set(theatre.setting.roster.units)
    board = theatre.board(game.position(at))
    for place, units in board.here.items():
        assert place in theatre.field.neighbours and len({board.army_of(unit) for unit in units}) == 1, place
    assert game.writing.read_text(game.writing.text(at)) == at


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Mapping[str, Any]]) -> None:
    """Who is gone for good does not come back, and every loss is told."""
    gone = {*before["dead"], *before["exited"]}
    assert gone <= {*after["dead"], *after["exited"]}
    lost = {event["unit"] for event in events if event["kind"] == "eliminated"}
    assert {*after["waiting"]} - {*before["waiting"]} <= lost


def words(game: Any) -> list[str]:
    """Names that standing orders may hold: units of both armies, hexes, columns, what does not exist."""
    setting = game.theatre.setting
    return [*setting.units(), *game.theatre.field.hexes, *setting.columns, "no-unit", "9999", "9-1", "7", "12"]


def asking(orders: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same orders, here and there with `ask` where a decision comes after the die."""
    attacks = [dict(attack) for attack in orders.get("attacks", ())]
    for attack in attacks:
        for member in ("pay", "retreat", "displace", "advance"):
            if rng.randrange(5) == 0:
                attack[member] = "ask"
    return {**orders, "attacks": attacks} if attacks else orders


def invitation(seed: int, scenario: str, mode: str) -> Invitation:
    """Game number `seed` of a scenario: armies take turns; `options` draws some that stand together."""
    described = next(one for one in installed()[NAME].scenarios() if one.id == scenario)
    army = described.armies[seed % len(described.armies)]
    chosen: dict[str, Any] = {}
    rng = random.Random(f"{scenario}/{seed}")
    for _ in range(rng.randrange(FEW, MANY) if mode == "options" else 0):
        name = rng.choice(sorted(described.options))
        values = [value for value in described.options[name]["values"] if value != described.options[name]["default"]]
        wider = {**chosen, name: rng.choice(values)}
        try:
            installed()[NAME].game(scenario, wider)
        except ValueError:
            continue
        chosen = wider
    return Invitation(NAME, scenario, army, chosen)
