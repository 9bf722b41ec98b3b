"""Bombardment: who may fire at whom from afar (8.0 to 8.5, fog 16.21)."""

from __future__ import annotations

from functools import lru_cache

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting import bombard
from pbem.wargame.sight import blockers, line_of_sight
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.setting import Setting

RANGE = 2


def bombardment(setting: Setting) -> bombard.Bombardment[Board]:
    """naw 8.0-1, 8.11-1, 8.11-2, 8.12, 8.41, 8.44, 8.45: artillery alone bombards, two hexes far, and only from outside
    enemy zones (ruling 17); it never has to.

    A neighbouring enemy that does not hold the battery in his zone stands behind a river without a bridge: he may be
    bombarded, without a line of sight.
    """
    return _bombardment(setting.fog)


@lru_cache(maxsize=8)
def _bombardment(fog: frozenset[int]) -> bombard.Bombardment[Board]:
    """The same for all phases of a scenario: fog bars what is not adjacent (16.21)."""

    def barred(board: Board, unit: str, target: str, hexes: int) -> Refusal | None:
        return fog_refusal(fog, board, unit, target) if hexes > 1 else None

    return bombard.Bombardment(
        cases=CASES,
        blockers=lambda board, at, target: sight_blockers(board.field, at, target),
        barred=barred,
        most=RANGE,
    )


def sight_blockers(field: HexField, a: str, b: str) -> tuple[str, ...]:
    """naw 8.31, 8.32, 8.33, 8.34, 8.35: the hexes that block the straight line between two; empty if it is free.

    Only hexes strictly between the two count, and two beside a line along their common hexside only together. Forest
    and town hexes block, by the chart's line for them; slope and rough do not, and units do not matter.
    """
    return blockers(line_of_sight(field.grids[field.map_of[a]], a, b), lambda at: field.kind(at).blocks_sight)


def fog_refusal(fog: frozenset[int], board: Board, unit: str, target: str) -> Refusal | None:
    """naw 16.21-2: in fog a battery fires at neighbouring hexes only. fog: the game-turns with fog."""
    if board.position.turn not in fog:
        return None
    name, at = board.roster.units[unit].name, board.position.at[unit]
    return Refusal("16.21", f"{name} in {at} cannot bombard {target} in fog: it is not adjacent", unit, target)
