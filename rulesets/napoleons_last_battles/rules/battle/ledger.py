"""What the Combat Phase of this game remembers beyond what the toolkit does."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.hexgame.fighting.engagement import Ledger
from rulesets.napoleons_last_battles.board import Board


@dataclass
class BattleLedger(Ledger[Board]):
    """arms: attack -> the arms that the defender has chosen (16.7). charges: attacks that are charges (16.8).
    garrisons: hexes in which garrisons were attacked (16.11D). rolled_for: attack -> leaders for whom a die has fallen
    in it (10.2). led: attack -> army -> the leader who has taken command of a stack in it, and its hex (16.13).
    """

    arms: dict[str, str] = field(default_factory=dict)
    charges: set[str] = field(default_factory=set)
    garrisons: set[str] = field(default_factory=set)
    rolled_for: dict[str, set[str]] = field(default_factory=dict)
    led: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)
