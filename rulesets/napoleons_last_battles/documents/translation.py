"""Names in a player's document into ids: the units, leaders and hexes of a scenario."""

from __future__ import annotations

from pbem.hexgame.documents.names import Names, names_in
from rulesets.napoleons_last_battles.board import Board, with_leaders

FOREIGN = "4.1.1B"
"""Case that somebody breaks who orders units of the other army."""


def translation(board: Board, army: str, *, hints: bool = True) -> Names:
    """The names in a document of an army. A counter may also be called by its designation, if no other bears it.

    hints: whether faults say what may have been meant.
    """
    everybody = with_leaders(board.roster, board.setting).units
    printed = {uid: board.setting.roster.units[uid].printed for uid in everybody}
    armies = {one: one.capitalize() for one in board.setting.armies}
    return names_in(everybody, board.field, army, armies, FOREIGN, hints=hints, printed=printed)
