"""Bombardment: who may fire at whom from afar (8.0 to 8.5, fog 16.21)."""

from __future__ import annotations

from pbem.engine.options import Refusal
from pbem.wargame.sight import blockers, line_of_sight
from rulesets.napoleon_at_war.battlefield import Battlefield
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.setting import Setting

RANGE = 2


def range_to(field: Battlefield, a: str, b: str) -> int:
    """naw 8.12: hexes from a battery to its target, the target counted and the battery's own hex not.

    Hexes of different maps are out of every range.
    """
    battle = field.map_of[a]
    if field.map_of[b] != battle:
        return RANGE + 1
    return field.grids[battle].distance(a, b)


def sight_blockers(field: Battlefield, a: str, b: str) -> tuple[str, ...]:
    """naw 8.31, 8.32, 8.34, 8.35: the hexes that block the straight line between two hexes; empty if it is free.

    Only hexes strictly between the two count, and two beside a line along their common hexside only together.
    Units do not matter.
    """
    return blockers(line_of_sight(field.grids[field.map_of[a]], a, b), lambda at: blocks_sight(field, at))


def blocks_sight(field: Battlefield, at: str) -> bool:
    """naw 8.33: forest and town hexes block, by the chart's line for them; slope and rough do not."""
    return field.kind(at).blocks_sight


def bombardment_refusal(setting: Setting, board: Board, unit: str, target: str) -> Refusal | None:
    """naw 8.11-1, 8.44, 8.45: why a battery on the map may not bombard a hex now; None if it may.

    A neighbouring enemy that does not hold the battery in its zone stands behind a river without a bridge: he
    may be bombarded, without a line of sight. Who stands in the target hex is not asked here.
    """
    at = board.position.at[unit]
    refusal = bound_refusal(board, unit)
    if refusal is not None:
        return refusal
    name, hexes = board.roster.units[unit].name, range_to(board.field, at, target)
    if hexes > RANGE or hexes == 0:
        text = f"{name} in {at} cannot bombard {target}: it is not within {RANGE} hexes"
        return Refusal("8.11", text, unit, target, targets_of(setting, board, unit))
    if hexes == 1:
        return None
    refusal = fog_refusal(setting, board, unit, target)
    if refusal is not None:
        return refusal
    wall = sight_blockers(board.field, at, target)
    if wall:
        text = f"{name} in {at} does not see {target}: {' and '.join(wall)} in between"
        return Refusal("8.32" if len(wall) > 1 else "8.31", text, unit, target, targets_of(setting, board, unit))
    return None


def bound_refusal(board: Board, unit: str) -> Refusal | None:
    """naw 8.0-1, 8.41: only artillery bombards, and only from outside enemy zones (ruling 17)."""
    counter = board.roster.units[unit]
    if counter.kind != "artillery":
        return Refusal("8.0", f"{counter.name} is {counter.kind}: only artillery bombards", unit)
    at = board.position.at[unit]
    if board.in_zone(at, board.enemy[counter.army]):
        text = (
            f"{counter.name} in {at} stands in an enemy zone of control: it must attack a neighbour and may not bombard"
        )
        near = tuple(board.position.at[foe] for foe in board.in_contact(unit))
        return Refusal("8.41", text, unit, at, near)
    return None


def fog_refusal(setting: Setting, board: Board, unit: str, target: str) -> Refusal | None:
    """naw 16.21-2: in fog a battery fires at neighbouring hexes only."""
    if not setting.is_fog(board.position.turn):
        return None
    name, at = board.roster.units[unit].name, board.position.at[unit]
    return Refusal("16.21", f"{name} in {at} cannot bombard {target} in fog: it is not adjacent", unit, target)


def targets_of(setting: Setting, board: Board, unit: str) -> tuple[str, ...]:
    """naw 8.11-2: the enemy hexes that a unit may bombard now, ascending. It never has to."""
    if bound_refusal(board, unit) is not None:
        return ()
    at, foe = board.position.at[unit], board.enemy[board.army_of(unit)]
    near = board.field.grids[board.field.map_of[at]].within(at, RANGE)
    held = sorted(hex_ for hex_ in near if board.holder(hex_) == foe)
    fog = setting.is_fog(board.position.turn)
    return tuple(
        hex_
        for hex_ in held
        if range_to(board.field, at, hex_) == 1 or (not fog and not sight_blockers(board.field, at, hex_))
    )
