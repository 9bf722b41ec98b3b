"""Dice for the movement and command of single units and leaders on this turn (16.1C, 16.18A)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from pbem.engine.requests import Request, Roll, Tell
from rulesets.napoleons_last_battles.board import INACTIVE, UNSUPPLIED, Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.rules.dice.schedule import thrown
from rulesets.napoleons_last_battles.rules.march.entry import due_units

SICK: Final = "sick"
_MOST: Final = 10
"""Movement points of the sick Napoleon at best."""


def forget(board: Board) -> None:
    """What dice gave somebody for a player turn is gone with it."""
    board.position.allowances.clear()
    board.position.capacities.clear()


def sick_napoleon(board: Board) -> Generator[Request, Any, None]:
    """nlb 16.1C-1, 16.1C-2: two dice for the movement points of the sick Napoleon, at most ten, and in a command phase
    one for his command capacity, halved and rounded up. Nothing is rolled for who may not use it."""
    position, units = board.position, board.setting.roster.units
    if not board.setting.on("sick-napoleon"):
        return
    found = [u for u in (*position.leaders, *due_units(board)) if SICK in units[u].traits]
    for leader in sorted(u for u in found if units[u].army == position.army):
        label = f"gt{position.turn}.{position.army}.sick.{leader}"
        inactive = board.marked(INACTIVE, leader)
        if not inactive or board.setting.on("headquarters"):
            dice = yield Roll("2d6", f"{label}.move", "16.1C")
            position.allowances[leader] = min(sum(dice), _MOST)
            event = {"kind": "allowance", "unit": leader, "dice": list(dice), "points": position.allowances[leader]}
            yield Tell({**event, "case": "16.1C"})
        if not inactive and board.now.kind != NIGHT:
            die = yield from thrown(board, f"sick.{leader}.command", "16.1C")
            position.capacities[leader] = (die + 1) // 2
            event = {"kind": "capacity", "unit": leader, "die": die, "capacity": position.capacities[leader]}
            yield Tell({**event, "case": "16.1C"})


def out_of_supply(board: Board) -> Generator[Request, Any, None]:
    """nlb 16.18A: a die for each unit of the phasing army that is out of supply: its movement points on this turn, at
    most those printed on it."""
    position, units = board.position, board.setting.roster.units
    for unit in sorted(position.marks.get(UNSUPPLIED, ()), key=lambda u: units[u].order):
        if unit in board.at and units[unit].army == position.army:
            die = yield from thrown(board, f"unsupplied.{unit}", "16.18A")
            position.allowances[unit] = min(die, units[unit].allowance.value)
            event = {"kind": "allowance", "unit": unit, "dice": [die], "points": position.allowances[unit]}
            yield Tell({**event, "case": "16.18A"})
