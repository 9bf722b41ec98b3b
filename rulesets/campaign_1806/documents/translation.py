"""Names in a player's document into ids: the counters and hexes of a campaign."""

from __future__ import annotations

from functools import partial
from typing import Final

from pbem.engine.options import Refusal
from pbem.hexgame.documents.names import Names, Places, Units
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.setting import ARMIES, Setting

FOREIGN: Final = "2.11B1"
"""Case that somebody breaks who orders counters of the other army."""


def translation(setting: Setting, army: str, *, hints: bool = True, board: Play | None = None) -> Names:
    """The names in a document of an army. hints: whether faults say what may have been meant. board: as its writer sees
    it; who lies face down there is named by his counter, too (1.5)."""
    units = {uid: unit for uid, unit in setting.forces.units.items() if not is_counter(uid) or _lies(board, uid)}
    under = {uid: counter for uid in units if board and (counter := board.fog.counter_of(uid))}
    places = Places(setting.field.hexes, setting.field.names, hints=hints, beyond=partial(_out_of_play, setting))
    printed = {uid: under.get(uid, uid) for uid in units} if under else {}
    known = Counters(units, army, hints=hints, printed=printed)
    return Names(known, places, {one: one.capitalize() for one in ARMIES}, FOREIGN)


class Counters(Units):
    """Units by id, printed name, or the counter under which they lie."""

    def unknown(self, text: str) -> Refusal:
        """osg 1.5: of a number that looks like that of a counter that there is none."""
        if is_counter(text):
            return Refusal("1.5", f"{text} is no counter that lies anywhere now", text)
        return super().unknown(text)


def _lies(board: Play | None, uid: str) -> bool:
    return board is not None and uid in board.at


def _out_of_play(setting: Setting, text: str) -> str:
    """osg 1.2-2, 21.12, 21.22: why a hex of the whole map is none in a scenario that plays on a part of it; of four
    digits alone, that the sheet is missing."""
    if len(text) == 4 and text.isascii() and text.isdecimal():
        found = [f"{sheet}{text}" for sheet in "ns" if f"{sheet}{text}" in setting.field.neighbours]
        return f"{text} is on no sheet: write {' or '.join(found)}" if found else ""
    looks = len(text) == 5 and text[0] in "ns" and text[1:].isascii() and text[1:].isdecimal()
    if not looks or text in setting.field.neighbours:
        return ""
    return f"{text} is not in play: there is no such hex on the part of the map that this scenario is played on"
