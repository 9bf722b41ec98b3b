"""Who may fire, how far, by which line of the table, and with what strength (11.1, 11.2, 11.5, 11.6, 11.7)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory import fire_charts
from rulesets.winters_victory.battlefield import TOWN, VILLAGE, WOODS
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    DISORDERED,
    EXTENDED,
    GENERAL_ORDER,
    INFANTRY,
    LIMBERED,
    LINE,
    ROUTED,
    SKIRMISH,
    SKIRMISHERS,
    SQUARE,
    UNLIMBERED,
    Piece,
    Unit,
)
from rulesets.winters_victory.fire_charts import MAXIMUM, MINIMUM
from rulesets.winters_victory.rules.scene import Scene

DEPLETED: Final = "depleted"
"""wv 11.91-1, 11.93.2-1: the mark of units without ammunition."""
_COVERED: Final = ("hard", "soft")


def arm(unit: Unit) -> str:
    """wv 11.0-F2: by whose ranges and target classes a unit fires: `infantry` or `artillery`."""
    return "artillery" if unit.kind == ARTILLERY else "infantry"


def loose(piece: Piece) -> bool:
    """wv 11.61-1, 13.1-U: whether a unit is in skirmish formation or General Order, disordered or not."""
    return piece.formation in (SKIRMISH, GENERAL_ORDER)


def why_silent(scene: Scene, uid: str) -> Refusal | None:
    """wv 17.12-6, 11.11.2, 11.11.3, 11.7-1, 11.91-2: why a unit may not fire at all, None if it may.

    Batteries without ammunition fire on as 11.93.2 has it."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.kind not in (INFANTRY, SKIRMISHERS, ARTILLERY):
        return _refused(scene, uid, "11.11.2", "is no unit that fires")
    if piece.state == ROUTED:
        return _refused(scene, uid, "11.11.2", "is routed and does not fire")
    if unit.kind == SKIRMISHERS and DEPLETED in piece.marks:
        return _refused(scene, uid, "11.91-2", "is out of ammunition")
    if unit.kind == ARTILLERY:
        if piece.formation == LIMBERED:
            return _refused(scene, uid, "11.11.2", "is limbered and does not fire")
        if not scene.manned(uid):
            return _refused(scene, uid, "11.7-1", "has no crew")
    if not _in_front(scene, uid):
        return _refused(scene, uid, "11.11.3", "is not the topmost combat unit there and does not fire")
    return None


def _in_front(scene: Scene, uid: str) -> bool:
    """wv 8.1, 9.51.2, 11.11.3, 9.41-2: the topmost unit; skirmishers and General Order below their like, or below
    guns."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    for at in piece.hexes:
        top = scene.top(at, unit.army)
        if top == uid:
            return True
        above = scene.piece(top)
        if loose(piece) and (loose(above) or above.formation == UNLIMBERED):
            return True
    return False


def _refused(scene: Scene, uid: str, case: str, words: str) -> Refusal:
    at = scene.piece(uid).at
    return Refusal(case, f"{scene.name(uid)} in {at} {words}", uid, at)


# -- range -----------------------------------------------------------------------------------


def battery_kind(unit: Unit) -> str:
    """wv 11.22-1, 11.23-1: the row of the chart of ranges for a battery."""
    if unit.firing == 1:
        return "heavy-horse" if unit.sort == "horse" else "heavy-foot"
    if unit.firing == 2:
        return "russian-horse" if unit.nation == "russian" and unit.sort == "horse" else "medium"
    return "light"


def farthest(scene: Scene, uid: str) -> int:
    """wv 11.22-1, 11.22-2, 11.23-1, 11.93.2-1: hexes that a unit fires over at most."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    rules = scene.charts.fire
    if unit.kind != ARTILLERY:
        far = max(rules.ranges["infantry"][MAXIMUM])
    elif DEPLETED in piece.marks:
        far = max(max(rules.ranges["artillery"][band]) for band in scene.charts.ammunition.depleted)
    else:
        row = rules.batteries[battery_kind(unit)]
        at_all = row.extended and piece.strength >= row.guns and piece.state != DISORDERED
        far = row.extended if at_all else row.maximum
    visible = scene.weather.visibility
    return far if visible is None else min(far, visible)


def band(scene: Scene, uid: str, distance: int) -> str | None:
    """wv 11.0-F2, 11.22-1: the range at which a unit fires over so many hexes, None if it cannot."""
    if distance > farthest(scene, uid):
        return None
    return scene.charts.fire.band(arm(scene.unit(uid)), distance)


# -- line, class and strength ----------------------------------------------------------------


def line(scene: Scene, uid: str, at: str) -> str:
    """wv 11.0-F4-1, 11.0-F4-2, 8.54.9: the line of the fire table."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.kind == ARTILLERY:
        return fire_charts.ARTILLERY
    shaken = piece.state == DISORDERED and unit.kind == INFANTRY
    if scene.ground.obstructed(at) if shaken else loose(piece):
        return fire_charts.SKIRMISH
    return fire_charts.LINE if piece.formation in (LINE, EXTENDED) else fire_charts.COLUMN


def firing_class(scene: Scene, uid: str, at: str, distance: int) -> int:
    """wv 8.54.4-1, 8.65D.1, 11.0-F5: the firing class. Skirmishers have 2 in hard and soft cover at minimum range
    (8.65D.1), General Order in any obstructed hex there (8.54.4-1), 3 elsewhere; of two batteries the worse one counts
    (9.4-2)."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    near = distance in scene.charts.fire.ranges["infantry"][MINIMUM]
    if unit.kind == SKIRMISHERS:
        return 2 if near and scene.ground.cover(at) in _COVERED else 3
    if piece.formation == GENERAL_ORDER and piece.good:
        return 2 if near and scene.ground.obstructed(at) else 3
    if unit.kind == ARTILLERY:
        return max(scene.unit(one).firing for one in together(scene, uid, at))
    return unit.firing


def together(scene: Scene, uid: str, at: str) -> tuple[str, ...]:
    """wv 8.42.5, 11.0-4, 11.11.3, 8.54.3, 9.4-2, 11.61-1: the units of a hex whose strengths are one fire with that of
    a unit: batteries, squares, skirmishers and General Order; else it alone."""
    piece = scene.piece(uid)
    army = scene.unit(uid).army
    firing = [one for one in scene.board.fighting(at, army) if _fires_along(scene, one)]
    if piece.formation in (SQUARE, UNLIMBERED):
        return tuple(one for one in firing if scene.piece(one).formation == piece.formation)
    if loose(piece):
        return tuple(one for one in firing if loose(scene.piece(one)))
    return (uid,)


def _fires_along(scene: Scene, uid: str) -> bool:
    unit, piece = scene.unit(uid), scene.piece(uid)
    if piece.state == ROUTED or unit.kind not in (INFANTRY, SKIRMISHERS, ARTILLERY):
        return False
    if unit.kind == ARTILLERY:
        return scene.manned(uid)
    return not (unit.kind == SKIRMISHERS and DEPLETED in piece.marks)


def strength(scene: Scene, uid: str, at: str) -> int:
    """wv 11.51, 11.52, 7.54.1, 8.54.4-2, 11.11.6, 11.0-F4-4, 11.12.3, 11.62-1, 8.65D.2: points that may fire out of a
    hex through one hexside.

    Of an extended line it is all of it; `splitting` has its halves (11.53)."""
    points = sum(scene.piece(one).strength for one in together(scene, uid, at))
    unit, piece = scene.unit(uid), scene.piece(uid)
    capped = unit.kind != ARTILLERY and (loose(piece) or _in_wood_or_town(scene, at))
    return min(points, scene.charts.fire.most) if capped else points


def _in_wood_or_town(scene: Scene, at: str) -> bool:
    return scene.ground.kind(at) in (TOWN, VILLAGE, WOODS)
