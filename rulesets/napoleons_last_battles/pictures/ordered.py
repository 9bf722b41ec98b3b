"""Orders as arrows before anything of them is carried out: marches, and attacks from where their units will stand."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.options import Json
from pbem.engine.picture import Arrow
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.telling import arrows
from pbem.hexgame.telling.arrows import Way
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.telling.named import DispatchNames


def ordered(names: DispatchNames, position: Position, orders: Json) -> tuple[Arrow, ...]:
    """nlb 3.2C-2, 5.0, 6.0-1, 12.0-2: an arrow for each march, one into the hex of each unit that is placed or comes
    back, and one from each attacker to each hex that he attacks.

    orders: the public input of a player turn or a set-up.
    """
    attacks = arrows.assaults(orders.get("attacks", ()), WHO)
    standing = {**position.at, **position.leaders}
    return arrows.ordered(names.field, names.roster, standing, _ways(orders), attacks)


def _ways(orders: Json) -> Iterator[Way]:
    """Who goes together, and whither: by the hexes of the path, or straight to where he is to be."""
    yield from (([unit], [at]) for unit, at in orders.get("setup", {}).items())
    yield from (([entry["unit"]], [entry["at"]]) for entry in orders.get("reorganize", ()) if entry.get("at"))
    for entry in orders.get("orders", ()):
        units = entry.get("units") or [entry["unit"]]
        to = entry.get("to") or entry.get("exit") or entry.get("enter")
        yield units, entry.get("path") or ([to] if to else [])
