"""What no position of 1806 may ever show, and what its random players write."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.campaign_1806.hidden.counters import is_counter

NAME = "1806"
Json = Any


def check_position(game: Any, at: Json) -> None:
    """No piece is in two places, none shares a hex with enemies, and the text form of a position says all of it."""
    position = game.play(at).position
    assert not set(position.at) & set(position.boxes)
    armies: dict[str, set[str]] = {}
    for uid, place in position.at.items():
        armies.setdefault(place, set()).add(game.setting.forces.units[uid].army)
    assert all(len(there) == 1 for there in armies.values())
    assert game.writing.read_text(game.writing.text(at)) == at


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Mapping[str, Any]]) -> None:
    """Who is lost was turned up: boxes name units, but for those that broke down into vedettes."""
    boxes = game.play(after).position.boxes
    assert all(box == "broken" for uid, box in boxes.items() if is_counter(uid))


def words(game: Any) -> list[str]:
    """Names that standing orders may hold: units of both armies, hexes, what does not exist."""
    return [*game.setting.forces.units, *game.setting.field.hexes, "no-unit", "n9999", "9-1", "reduced"]


def asking(orders: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same orders, here and there with `ask` where a decision comes after the die."""
    attacks = [dict(attack) for attack in orders.get("attacks", ())]
    for attack in attacks:
        for member in ("advance", "retreat"):
            if rng.randrange(5) == 0:
                attack[member] = "ask"
    return {**orders, "attacks": attacks} if attacks else orders
