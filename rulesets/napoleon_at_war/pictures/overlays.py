"""What may be laid over the maps: the zones of control of both armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.picture import Area, Overlay
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

OVERLAYS: Final[Mapping[str, str]] = {"zoc": "zones of control (6.0)"}


def overlay(setting: Setting, board: Board, name: str) -> Overlay:
    """naw 6.0-1: the hexes that the units of each army control. Raises KeyError for another name than those above."""
    title = OVERLAYS[name]
    areas = []
    for army in setting.armies:
        held = tuple(at for at, units in sorted(board.zones[army].items()) if units)
        if held:
            areas.append(Area(army, "zone", held, f"{setting.names.get(army, army)}: zone of control"))
    return Overlay(name, title, tuple(areas))
