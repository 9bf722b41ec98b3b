"""Names in a player's document into ids: the counters and hexes of a campaign."""

from __future__ import annotations

from functools import partial
from typing import Final

from pbem.hexgame.documents.names import Names, names_in
from rulesets.campaign_1806.setting import ARMIES, Setting

FOREIGN: Final = "2.11B1"
"""Case that somebody breaks who orders counters of the other army."""


def translation(setting: Setting, army: str, *, hints: bool = True) -> Names:
    """The names in a document of an army. hints: whether faults say what may have been meant."""
    units = setting.forces.units
    armies = {one: one.capitalize() for one in ARMIES}
    beyond = partial(_out_of_play, setting)
    return names_in(units, setting.field, army, armies, FOREIGN, hints=hints, beyond=beyond)


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
