"""Orders as arrows before anything of them is carried out: marches, and attacks from where their units will stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.options import Json
from pbem.engine.picture import Arrow
from pbem.hexgame.telling import arrows
from pbem.hexgame.telling.arrows import Way
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.telling.named import DispatchNames

_WHO = ("by", "bombard")


def ordered(names: DispatchNames, position: Position, orders: Json) -> tuple[Arrow, ...]:
    """nlb 5.0, 6.0: an arrow for each march, and one from each attacker to each hex that he attacks.

    orders: the public input of a player turn.
    """
    attacks = (
        ([unit for key in _WHO for unit in entry.get(key, ())], entry["on"]) for entry in orders.get("attacks", ())
    )
    standing = {**position.at, **position.leaders}
    return arrows.ordered(names.field, names.roster, standing, _marches(orders.get("orders", ())), attacks)


def _marches(entries: Sequence[Json]) -> Iterator[Way]:
    """Who goes together, and whither: by the hexes of the path, or straight to where he is to be."""
    for entry in entries:
        units = entry.get("units") or [entry["unit"]]
        to = entry.get("to") or entry.get("exit") or entry.get("enter")
        yield units, entry.get("path") or ([to] if to else [])
