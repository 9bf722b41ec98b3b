"""Retreat before combat: horse and vedettes that do not await an attack (13.22, 16.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.engine.options import Refusal
from rulesets.campaign_1806.battlefield import RIVER
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.roster import FOOT, HORSE, VEDETTE
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings


def why_not(
    board: Board,
    charts: Charts,
    uid: str,
    path: Sequence[str],
    opponents: Collection[str],
    leaving: Collection[str] = (),
    crossings: Crossings = NONE,
) -> Refusal | None:
    """osg 4.31-EX, 4.32-EX, 11.1-3, 11.1-4, 13.22-1, 13.22-3, 16.2-1, 16.2-EX, 16.22: what keeps a unit from retreating
    before combat along a path of hexes.

    Vedettes go one or two hexes whatever they face, other horse one and only where no horse is among its opponents or
    has it in its zone. Nobody goes who is stacked with foot, no vedette that is stacked with horse that stays, and
    nobody into a zone, not even a vedette's. leaving: who of its hex goes too.
    """
    unit, at = board.unit(uid), board.hex_of(uid)
    if unit.kind not in HORSE:
        return Refusal("16.2-1", f"{unit.name} is no horse and may not retreat before combat", uid, at)
    mates = [board.unit(mate) for mate in board.units_in(at) if mate != uid]
    if any(mate.kind in FOOT for mate in mates):
        return Refusal("11.1-3", f"{unit.name} is stacked with foot and may not retreat before combat", uid, at)
    if unit.kind == VEDETTE:
        staying = [mate for mate in mates if mate.kind in HORSE and mate.kind != VEDETTE and mate.id not in leaving]
        if staying:
            return Refusal("13.22-3", f"{unit.name} is stacked with {staying[0].name}, who stays", uid, at)
    elif _faces_horse(board, uid, opponents):
        return Refusal("4.31-EX", f"{unit.name} faces enemy horse and may not retreat before combat", uid, at)
    most = charts.ranges["vedette-leaves" if unit.kind == VEDETTE else "cavalry-leaves"]
    if not 1 <= len(path) <= most:
        return Refusal("16.2-1", f"{unit.name} may retreat {most} hexes at most before combat", uid, at)
    return _way(board, uid, path, crossings)


def _faces_horse(board: Board, uid: str, opponents: Collection[str]) -> bool:
    at = board.hex_of(uid)
    foe = board.enemy[board.army_of(uid)]
    near = {one for hex_ in board.field.zone_neighbours[at] for one in board.fighting(hex_, foe)}
    return any(board.unit(one).kind in HORSE for one in near.union(opponents))


def _way(board: Board, uid: str, path: Sequence[str], crossings: Crossings) -> Refusal | None:
    unit, at, field = board.unit(uid), board.hex_of(uid), board.field
    foe = board.enemy[unit.army]
    for to in path:
        barred = field.has(RIVER, at, to) and not crossings.bridged(field, at, to)
        if to not in field.neighbours[at] or barred or board.holder(to) == foe:
            return Refusal("11.43-1", f"{unit.name} cannot go from {at} to {to}", uid, to)
        if board.in_zone(to, foe):
            return Refusal("4.32-EX", f"{unit.name} may not retreat into an enemy zone at {to} before combat", uid, to)
        at = to
    return None
