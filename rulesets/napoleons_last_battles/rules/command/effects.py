"""What being out of command does to units and leaders: 11.3, or 16.15 in its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.setting import Setting

OPTION: Final = "out-of-command"
NORMAL_ATTACKS: Final = "attacks-out-of-command-normal"
NO_EFFECT: Final = "No"
"""The result of a combat in which nothing happens (16.15)."""
Results = Mapping[str, str]
"""Result of the Combat Results Table -> the one that takes its place."""


@dataclass(frozen=True, slots=True)
class Effects:
    """nlb 11.3-1, 11.3A-1, 11.3B-2, 11.3C-1, 16.15A, 16.15B, 16.15C: what is different for those out of command.

    enter_zones: whether they enter enemy zones as others do; else they also stay in one. state: the state of movers on
    the terrain chart in which they pay for hexes, "" for none. bombard: whether their artillery does.
    attacks, defences: results that become others with one of them among attackers or defenders. cases by rule:
    movement, attack, defence. Nobody of their side of a combat advances.
    """

    enter_zones: bool
    state: str
    bombard: bool
    attacks: Results
    defences: Results
    movement: str
    attack: str
    defence: str


STANDARD: Final = Effects(
    enter_zones=False,
    state="",
    bombard=False,
    attacks={"De": "Ar", "Dr": "Ar"},
    defences={"Ae": "Ar"},
    movement="11.3A",
    attack="11.3B",
    defence="11.3C",
)
NORMAL: Final = replace(STANDARD, attacks={})
VARIANT: Final = Effects(
    enter_zones=True,
    state="out-of-command",
    bombard=True,
    attacks={"Dr": NO_EFFECT},
    defences={"Ae": NO_EFFECT, "Ar": NO_EFFECT},
    movement="16.15A",
    attack="16.15B",
    defence="16.15C",
)


def effects_of(setting: Setting) -> Effects:
    """nlb 16.15A, 24.1A-2, 27.1-0: the effects that hold in a game.

    Where a scenario has attacks out of command take their usual results, they do under 11.3; 16.15 replaces it whole.
    """
    if setting.on(OPTION):
        return VARIANT
    return NORMAL if NORMAL_ATTACKS in setting.special else STANDARD


def out_of_command(board: Board, units: Iterable[str]) -> str:
    """nlb 11.3B-3: the first of the units on one side of a combat that is out of command, "" for none.

    One of them makes the whole side count so; for defenders that is a reading.
    """
    idle = board.position.idle
    return next((unit for unit in units if unit in idle), "") if idle else ""
