"""Names in a player's document into ids: the units, leaders and hexes of a scenario."""

from __future__ import annotations

from functools import partial
from typing import Final

from pbem.hexgame.documents.names import Names, names_in
from rulesets.napoleons_last_battles.battlefield import WHOLE
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.setting import Area

FOREIGN: Final = "4.1.1B"
"""Case that somebody breaks who orders units of the other army."""
_DIGITS: Final = 4


def translation(board: Board, army: str, *, hints: bool = True) -> Names:
    """The names in a document of an army. A counter may also be called by its designation, if no other bears it.

    hints: whether faults say what may have been meant.
    """
    everybody = board.everybody.units
    printed = {uid: board.setting.roster.units[uid].printed for uid in everybody}
    armies = {one: one.capitalize() for one in board.setting.armies}
    beyond = partial(_out_of_play, board.setting.area)
    return names_in(everybody, board.field, army, armies, FOREIGN, hints=hints, printed=printed, beyond=beyond)


def _out_of_play(area: Area, text: str) -> str:
    """nlb 2.2-3, 3.2A-2: why a hex of the whole map is none in a scenario that plays on a part of it."""
    if len(text) != _DIGITS or not (text.isascii() and text.isdigit()) or text not in WHOLE or text in area:
        return ""
    columns, rows = ("{:02} to {:02}".format(*span) for span in (area.columns, area.rows))
    return f"{text} is not in play: this scenario is played in columns {columns}, rows {rows}"
