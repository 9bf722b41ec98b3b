"""Orders as arrows before anything of them is carried out: marches, and attacks from where their units will stand."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.engine.picture import Arrow
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.telling import arrows
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting


def ordered(setting: Setting, position: Position, orders: Json) -> tuple[Arrow, ...]:
    """Cases 5.0 and 7.0: an arrow for each march with a path, and one from each attacker to each hex that he attacks.

    orders: the public input of a player turn.
    """
    marches = (([entry["unit"]], entry.get("path", ())) for entry in orders.get("moves", ()))
    attacks = arrows.assaults(orders.get("attacks", ()), WHO)
    return arrows.ordered(setting.field, setting.roster, position.at, marches, attacks)
