"""Zones of control, laid over a map."""

from __future__ import annotations

from collections.abc import Container, Mapping

from pbem.engine.picture import Area
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P


def zone_areas(board: HexBoard[P], names: Mapping[str, str], part: Container[str] | None = None) -> tuple[Area, ...]:
    """The hexes that the pieces of each army control, of armies that control any.

    names: army -> printed name. part: the hexes that are shown, None for all.
    """
    found = []
    for army, zone in board.zones.items():
        held = tuple(at for at, count in sorted(zone.items()) if count and (part is None or at in part))
        if held:
            found.append(Area(army, "zone", held, f"{names.get(army, army)}: zone of control"))
    return tuple(found)
