"""What may be laid over the maps: the zones of control of both armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.picture import Overlay
from pbem.hexgame.telling.zones import zone_areas
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

OVERLAYS: Final[Mapping[str, str]] = {"zoc": "zones of control (6.0)"}


def overlay(setting: Setting, board: Board, name: str) -> Overlay:
    """naw 6.0-1: the hexes that the units of each army control. Raises KeyError for another name than those above."""
    return Overlay(name, OVERLAYS[name], zone_areas(board, setting.names))
