"""Names in a player's document into ids: the counters and hexes of a battle."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.names import Names, Places, Units
from rulesets.winters_victory.play import ARMIES
from rulesets.winters_victory.setting import Setting

FOREIGN: Final = "6.0-1"
"""Case that somebody breaks who orders counters of the other army."""
_SETTINGS: Final = 8


def translation(setting: Setting, army: str, *, hints: bool = True) -> Names:
    """The names in a document of an army. hints: whether faults say what may have been meant."""
    units, places = _known(setting, army, hints)
    return Names(units, places, {one: one.capitalize() for one in ARMIES}, FOREIGN)


@lru_cache(maxsize=2 * _SETTINGS)
def _known(setting: Setting, army: str, hints: bool) -> tuple[Units, Places]:
    """Two thousand names, which are compared once and not for each document."""
    pieces = {
        uid: Piece(uid, one.name, one.kind, one.strength, 0, one.army, one.brigade, number)
        for number, (uid, one) in enumerate(setting.units.items())
    }
    return Units(pieces, army, hints=hints), Places(setting.field.hexes, setting.field.names, hints=hints)
