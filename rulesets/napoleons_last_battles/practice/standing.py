"""Standing orders of the practice opponent: back toward the own edge, hold chateaux, follow up where it is safe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.artillery import ARTILLERY

BACK: Final[Mapping[str, tuple[str, ...]]] = {
    "north": ("n", "nw", "ne"),
    "east": ("se", "ne", "s"),
    "south": ("s", "se", "sw"),
    "west": ("nw", "sw", "n"),
}
"""Toward the edge from which a nation is supplied: directions, the best first."""


def standing_values(board: Board, army: str) -> dict[str, Json]:
    """Slot name -> value for every formation of an army; what is not said keeps the default of the rules."""
    setting, position = board.setting, board.position
    gone = {*position.dead, *position.exited}
    found: dict[str, Json] = {}
    for formation in board.roster.formations[army]:
        record = setting.roster.formations[formation]
        units = [u for u in record.units if u in board.roster.units and setting.roster.units[u].fights]
        if not units:
            continue
        edge = setting.supply.get(record.nation, "")
        if edge in BACK:
            found[f"retreat.{formation}"] = {"to": list(BACK[edge])}
        found[f"chateau.{formation}"] = "hold"
        able = [u for u in units if setting.roster.units[u].kind not in ARTILLERY and u not in gone]
        if able:
            found[f"advance.{formation}"] = {"when": "safe", "units": able}
    return found
