"""Reinforcements: what it costs to come in, one behind the other, and where when the way in is blocked (15)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from pbem.hexgame.moving.arrivals import nearest
from rulesets.campaign_1806.battlefield import ROAD
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.roster import FACE_DOWN, Unit
from rulesets.campaign_1806.rules.march.costs import MOVERS
from rulesets.campaign_1806.rules.march.stacking import may_fit

_POINT = 2


def road_leaves(field: HexField, at: str) -> bool:
    """osg 15.1-EX: whether a road leaves the map at a hex of its edge."""
    return at in field.way_ends and at in field.way_hexes[ROAD] and bool(field.edges_of(at))


def entry_cost(field: HexField, unit: Unit, at: str, rank: int, *, marching: bool = False) -> int | None:
    """osg 15.1-2, 15.1-EX: half points that the hex of entry costs. rank: 0 for the first stack that comes in there in
    a turn; each behind it pays a point more. On a road march each unit is a stack of its own, and a road has to lead
    in; None where none does."""
    if marching and not road_leaves(field, at):
        return None
    base = field.chart.ways[ROAD] if marching else _enters(field, unit, at)
    return None if base is None else base + _POINT * rank


def _enters(field: HexField, unit: Unit, at: str) -> int | None:
    """osg 8.11-2: what its hex costs; what lies face down pays what is less."""
    kind = field.kind(at)
    movers = MOVERS if unit.kind == FACE_DOWN else (unit.mover,)
    return min((cost for mover in movers if (cost := kind.enter[mover]) is not None), default=None)


def why_not_together(board: Board, units: Sequence[str], *, marching: bool = False) -> Refusal | None:
    """osg 15.1-1, 8.22-1: what keeps units from coming in as one stack."""
    listed = [board.unit(uid) for uid in units]
    if marching and len(listed) > 1:
        return Refusal("8.22-1", "units on a road march come in one by one", units[0])
    if not may_fit(listed):
        return Refusal("15.1-1", f"{', '.join(one.name for one in listed)} are too many for a stack", units[0])
    return None


def why_not_whole(board: Board, group: Collection[str], coming: Collection[str]) -> Refusal | None:
    """osg 15.2-2: a group that is due at a hex comes in whole or not at all."""
    missing = sorted(set(group) - set(coming))
    if coming and missing:
        names = ", ".join(board.unit(uid).name for uid in missing)
        return Refusal("15.2-2", f"the whole group comes in or nobody; missing: {names}", missing[0])
    return None


def blocked(board: Board, army: str, at: str) -> bool:
    """osg 15.2-1: whether enemies stand in a hex of entry or have a zone there."""
    foe = board.enemy[army]
    return board.holder(at) == foe or board.in_zone(at, foe)


def entries(board: Board, army: str, at: str) -> tuple[str, ...]:
    """osg 15.0, 15.2-1: the hexes at which units due at a hex may come in: this one, and where it is blocked also the
    nearest free ones of its edge, of which the owner picks."""
    if not blocked(board, army, at):
        return (at,)
    field = board.field
    edges = [hexes for hexes in field.edges[field.map_of[at]].values() if at in hexes]
    near = nearest(field, [at], edges, lambda one: not blocked(board, army, one))
    return near if board.holder(at) == board.enemy[army] else (at, *near)
