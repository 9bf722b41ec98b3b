"""What may be laid over the map: the zones of control of both armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.picture import Overlay
from pbem.hexgame.telling.zones import zone_areas
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.telling.named import DispatchNames

OVERLAYS: Final[Mapping[str, str]] = {"zoc": "zones of control (5.3)"}


def overlay(names: DispatchNames, board: Board, name: str) -> Overlay:
    """nlb 5.3: the hexes that the units of each army control. Raises KeyError for another name than those above."""
    armies = {army: names.place(army) for army in board.setting.armies}
    return Overlay(name, OVERLAYS[name], zone_areas(board, armies))
