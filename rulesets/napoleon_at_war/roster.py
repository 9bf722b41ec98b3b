"""The counters: who there is, what he can do, and to which formation he belongs (2.3, 2.4, 13.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.hexgame.board.pieces import Piece, Roster


def read_roster(data: Mapping[str, Any], armies: tuple[str, str]) -> Roster[Piece]:
    """naw 2.3, 2.4-1, 2.4-2, 2.4-3, 2.4-4, 3.0-1, 3.0-3, 13.0, OB-F, OB-P, OB-H: the counters of a units file.

    army -> formation -> {name, units: {id: [name, kind, strength, allowance]}}.
    """
    units: dict[str, Piece] = {}
    formations: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for army in armies:
        formations[army] = tuple(data[army])
        for formation, entry in data[army].items():
            names[formation] = entry["name"]
            for uid, (name, kind, strength, allowance) in entry["units"].items():
                if uid in units:
                    raise ValueError(f"unit {uid} stands twice in the roster")
                units[uid] = Piece(uid, name, kind, int(strength), int(allowance), army, formation, len(units))
    return Roster(units, formations, names)
