"""Night: leaving enemy zones (2.2, 4.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Refusal
from rulesets.campaign_1806.battlefield import RIVER
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings

Path = tuple[str, ...]


def must_leave(board: Board, uid: str) -> bool:
    """osg 2.21C, 2.22, 4.2: whether a unit has to leave by night: it stands in an enemy zone when its side's night
    comes; the Second Player's comes first."""
    unit = board.unit(uid)
    return unit.fights and board.in_zone(board.hex_of(uid), board.enemy[unit.army])


def ways_out(board: Board, charts: Charts, uid: str, crossings: Crossings = NONE) -> tuple[Path, ...]:
    """osg 2.21C, 4.2: the paths of one or two hexes by which a unit leaves, through no other zone, the shorter first;
    none: it stays, for it cannot go."""
    found: list[Path] = []
    rim: list[Path] = [(board.hex_of(uid),)]
    for _ in range(charts.ranges["disengage"]):
        rim = [(*path, near) for path in rim for near in board.field.neighbours[path[-1]] if near not in path]
        rim = [path for path in rim if _open(board, uid, path[-2], path[-1], crossings)]
        found += [path[1:] for path in rim]
    return tuple(found)


def why_not(board: Board, charts: Charts, uid: str, path: Sequence[str], crossings: Crossings = NONE) -> Refusal | None:
    """osg 2.21C, 2.21C-NOTE, 4.2: what keeps a unit from disengaging along a path."""
    unit = board.unit(uid)
    if not must_leave(board, uid):
        return Refusal("2.21C", f"{unit.name} is in no enemy zone and does not move by night", uid, board.hex_of(uid))
    if tuple(path) not in ways_out(board, charts, uid, crossings):
        most = charts.ranges["disengage"]
        text = f"{unit.name} leaves by one to {most} hexes, through no enemy zone and over no water without a bridge"
        return Refusal("4.2", text, uid, board.hex_of(uid))
    return None


def _open(board: Board, uid: str, a: str, b: str, crossings: Crossings) -> bool:
    foe, field = board.enemy[board.army_of(uid)], board.field
    barred = field.has(RIVER, a, b) and not crossings.bridged(field, a, b)
    return not barred and board.holder(b) != foe and not board.in_zone(b, foe)
