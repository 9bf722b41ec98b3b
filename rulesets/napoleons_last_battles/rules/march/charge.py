"""The march of a charge: who may be marked for it, and over which ground (16.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField, StepTable
from pbem.hexgame.moving.rules import MoveRules
from rulesets.napoleons_last_battles.board import BLOWN, Board
from rulesets.napoleons_last_battles.rules.battle.charges import CLEAR, open_hexside

CASE: Final = "16.8"
_MOST: Final = 2
"""Movement points, and cavalry units."""


def charge_refusal(board: Board, units: Sequence[str], path: Sequence[str], paid: Mapping[str, int]) -> Refusal | None:
    """nlb 16.8-1, 16.8-4: why a march cannot be a charge. paid: half movement points of each.

    One or two cavalry units of a hex, outside of enemy zones, through clear hexes over open hexsides, for one or two
    movement points.
    """
    roster, field = board.setting.roster.units, board.field
    riders = [unit for unit in units if roster[unit].fights]
    name = f"{roster[units[0]].name} in {path[0]}"
    if not board.setting.on("charge"):
        text = f"{name} cannot charge: this campaign is played without charges"
        return Refusal(CASE, text, units[0])
    strange = next((unit for unit in riders if roster[unit].kind != "cavalry"), "")
    if strange or not 1 <= len(riders) <= _MOST or riders[0] not in board.at:
        text = f"one or two cavalry units on the map charge, not {roster[strange or units[0]].name} from {path[0]}"
        return Refusal(CASE, text, strange or units[0])
    blown = next((unit for unit in riders if board.marked(BLOWN, unit)), "")
    if blown:
        return Refusal(CASE, f"{roster[blown].name} in {path[0]} is blown and cannot charge", blown, board.at[blown])
    if board.in_zone(path[0], board.enemy[board.position.army]):
        return Refusal(CASE, f"{name} begins in an enemy zone of control and cannot charge", units[0], path[0])
    rough = next((at for at in path if field.terrain[at] != CLEAR), "")
    if rough:
        text = f"{name} charges through clear hexes alone, and {field.name(rough)} is {field.terrain[rough]}"
        return Refusal(CASE, text, units[0], rough)
    closed = next((b for a, b in pairwise(path) if not open_hexside(field, a, b)), "")
    if closed:
        return Refusal(
            CASE, f"{name} charges over clear and crest hexsides alone, not into {closed} here", units[0], closed
        )
    if not all(2 <= paid[unit] <= 2 * _MOST for unit in riders):
        return Refusal(
            CASE, f"{name} charges over one or two movement points, and not so to {path[-1]}", units[0], path[-1]
        )
    if board.setting.on("rain-effects") and board.wet:
        return Refusal("16.5", f"{name} cannot charge to {path[-1]} in rain", units[0], path[-1])
    return None


def charging(board: Board, rules: MoveRules) -> MoveRules:
    """nlb 16.8-1: how cavalry moves that charges, for whoever looks for its way: over no ground that bars a charge."""
    field = board.field

    @cache
    def steps(unit: str) -> StepTable:
        table = rules.steps(unit)
        return {
            at: {to: cost if _is_open(field, at, to) else None for to, cost in near.items()}
            for at, near in table.items()
        }

    return replace(rules, steps=steps)


def _is_open(field: HexField, at: str, to: str) -> bool:
    return field.terrain[at] == field.terrain[to] == CLEAR and open_hexside(field, at, to)
