"""Repulse: pushing enemies aside during movement (10)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.calculation import Calculation
from pbem.engine.options import Refusal
from pbem.hexgame.fighting.odds import calculated, columns_of
from pbem.lean import dataclass
from rulesets.campaign_1806.battlefield import CHATEAU, FORTRESS, Defence
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.rules.battle.odds import fighters, strengths
from rulesets.campaign_1806.rules.march.costs import step_cost
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


@dataclass(frozen=True, slots=True)
class Attempt:
    """osg 10.11-1: one attempt. targets: hexes of all whose zone covers the stack. cost: half points, of the dearest of
    them. odds: of both strengths, terrain applied. succeeds: whether the odds are 5-1 or better."""

    targets: tuple[str, ...]
    cost: int
    odds: Calculation
    succeeds: bool


def targets_of(board: Board, at: str, army: str) -> tuple[str, ...]:
    """osg 10.12A-1: the hexes of enemies whose zone covers a hex, in order."""
    foe = board.enemy[army]
    return tuple(sorted(near for near in board.field.zone_neighbours[at] if board.fighting(near, foe)))


def attempt(
    board: Board, charts: Charts, defence: Defence, stack: Sequence[str], points: int, crossings: Crossings = NONE
) -> Attempt | Refusal:
    """osg 10.1, 10.11-1, 10.11-2, 10.12A-1, 10.12A-2, 10.12B, 10.21-3: what a repulse by a stack comes to, or why there
    is none.

    All enemies with a zone in its hex at once; terrain alone modifies. points: half points that the stack has left,
    which have to do for entering the dearest of their hexes.
    """
    fighting = fighters(board, stack)
    if not fighting:
        return Refusal("10.1", "nobody who fights takes part in the repulse", stack[0] if stack else "")
    leader = board.unit(fighting[0])
    at = board.hex_of(leader.id)
    targets = targets_of(board, at, leader.army)
    if not targets:
        text = f"{leader.name} is in no enemy zone at {at}: there is nobody to push away"
        return Refusal("10.1", text, leader.id, at)
    immune = next((one for one in targets if board.field.terrain[one] in (CHATEAU, FORTRESS)), "")
    if immune:
        text = f"nobody is pushed out of the {board.field.terrain[immune]} {immune}"
        return Refusal("10.12B", text, leader.id, immune)
    costs = [
        step_cost(board.field, board.unit(uid), at, one, marching=uid in board.marching, crossings=crossings)
        for uid in fighting
        for one in targets
    ]
    dearest = max((cost for cost in costs if cost is not None), default=0)
    if None in costs or dearest > points:
        return Refusal("10.1", f"{leader.name} has too few movement points left for a repulse", leader.id, at)
    odds = calculated(tuple(charts.columns), *strengths(board, fighting, targets, defence))
    table = columns_of(tuple(charts.columns))
    return Attempt(targets, dearest, odds, table.index(odds.column) >= table.index(charts.repulse))
