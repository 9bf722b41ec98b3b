"""What a hex is as a target: classes, massed, enfiladed and screened targets (11.0, 11.1, 11.4)."""

from __future__ import annotations

from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    INFANTRY,
    LIMBERED,
    ROUTED,
    SKIRMISHERS,
)
from rulesets.winters_victory.rules.firing.firers import loose
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.sight import few_skirmishers, sides_between

MASSED_FOOT: Final = 18
MASSED_OTHERS: Final = 12
"""wv 11.41-1: points of infantry, and of cavalry or guns, above which a target is massed."""
LIMBERED_TIMES: Final = 3
SCREENED, FIRED_THROUGH = "screened", "fired-through"
"""wv 11.45-1, 11.46-2: what a target is besides: behind the first one, or skirmishers in front of it."""


@dataclass(frozen=True, slots=True)
class Target:
    """wv 11.0-F3-TCX: army: whose units are fired at. what: the row of the chart of targets. number: the class. massed:
    whether the die is raised. through: `front`, `flank`, `rear` or `corner`, the hexside through which the shot comes;
    `around` for units without a front."""

    army: str
    what: str
    number: int
    massed: bool
    through: str


def aspect(scene: Scene, uid: str, at: str, source: str) -> str:
    """wv 5.51.2, 11.42: through what a shot out of a hex strikes a unit; `corner` where it passes between two kinds."""
    if not scene.piece(uid).frontal:
        return "around"
    met = {scene.board.aspect(uid, near, at=at) for near in sides_between(scene.ground, at, source)}
    return met.pop() if len(met) == 1 else "corner"


def behind_side(scene: Scene, at: str, source: str) -> bool:
    """wv 11.13: whether a shot out of a hex crosses light cover along the side of another; where it passes a corner,
    along both sides that meet there."""
    return all(scene.ground.cover_side(at, near) for near in sides_between(scene.ground, at, source))


def target(scene: Scene, at: str, army: str, source: str, arm: str, role: str = "") -> Target:
    """wv 7.54.2-1, 8.42.2, 10.31.2, 11.0-F3-TC1, 11.0-F3-TC2, 11.0-F3-TC3, 11.0-F3-TC4, 11.0-F3-TC5, 11.0-F3-TCX,
    11.0-F3-D: what an army in a hex is to a shot out of another.

    arm: `infantry` or `artillery`, who fires. role: SCREENED, FIRED_THROUGH or nothing. Raises ValueError for a hex
    without combat units of the army."""
    top = scene.top(at, army)
    if not top:
        raise ValueError(f"nobody of {army} to fire at in {at}")
    through = aspect(scene, top, at, source)
    cover = _cover(scene, at, army, source)
    massed = not role and cover == "" and massed_target(scene, at, army)
    what = cover or _uncovered(scene, at, army, through, massed)
    number = scene.charts.fire.target_class(what, arm)
    special = scene.charts.fire.target_class(role, arm) if role else None
    if special is not None and special > (number or 0):
        what, number = role, special
    assert number is not None, what
    return Target(army, what, number, massed, through)


def _uncovered(scene: Scene, at: str, army: str, through: str, massed: bool) -> str:
    """wv 11.0-F3-TCX: massed, then enfiladed, then routed, then formation."""
    top = scene.top(at, army)
    piece = scene.piece(top)
    if massed:
        return "massed"
    if through == "flank" and scene.unit(top).kind != ARTILLERY:
        return "enfiladed"
    return "routed" if piece.state == ROUTED else _formation(scene, at, army)


def _formation(scene: Scene, at: str, army: str) -> str:
    """wv 7.21.2, 11.0-F3-D: the formation; a disordered unit keeps that in which it was."""
    top = scene.top(at, army)
    if scene.unit(top).kind == CAVALRY:
        return "cavalry"
    piece = scene.piece(top)
    if not loose(piece):
        return piece.formation
    units = [scene.piece(uid) for uid in scene.board.fighting(at, army)]
    return scene.charts.fire.loose_target(sum(one.strength for one in units if loose(one)))


def _cover(scene: Scene, at: str, army: str, source: str) -> str:
    """wv 8.65D.3, 11.12.1-1, 11.12.1-2, 11.12.2, 11.13, 11.43: the row of the chart by which a hex is covered, "" for
    none."""
    units = scene.board.fighting(at, army)
    top, cover = units[0], scene.ground.cover(at)
    sheltered = scene.unit(top).kind not in (CAVALRY, ARTILLERY)
    side = behind_side(scene, at, source)
    light = cover == "light" or abandoned_guns(scene, at)
    few = all(scene.unit(uid).kind in (SKIRMISHERS, CREW) for uid in units) and (
        sum(scene.piece(uid).strength for uid in units) <= scene.charts.fire.few
    )
    holds = {
        "hard-cover": sheltered and cover == "hard",
        "soft-cover": sheltered and cover == "soft",
        "light-cover-few": few and (light or side),
        "light-cover-side": side,
    }
    return next((name for name in scene.charts.fire.precedence if holds[name]), "")


def abandoned_guns(scene: Scene, at: str) -> bool:
    """wv 7.53-5: whether guns without their crew stand in a hex, which are light cover."""
    return any(scene.unit(uid).kind == ARTILLERY and not scene.manned(uid) for uid in scene.board.units_in(at))


def massed_target(scene: Scene, at: str, army: str) -> bool:
    """wv 11.41-1: whether a hex is crowded: more than 18 points of infantry, or 12 of cavalry, or 12 of guns, limbered
    ones three times, with the infantry beside them. Light cover in the hex protects."""
    if scene.ground.cover(at) == "light":
        return False
    points = {INFANTRY: 0, CAVALRY: 0, ARTILLERY: 0}
    for uid in scene.board.fighting(at, army):
        kind, piece = scene.unit(uid).kind, scene.piece(uid)
        if kind == CREW:
            continue
        times = LIMBERED_TIMES if piece.formation == LIMBERED else 1
        points[INFANTRY if kind == SKIRMISHERS else kind] += piece.strength * times
    guns = points[ARTILLERY] and points[ARTILLERY] + points[INFANTRY]
    return points[INFANTRY] > MASSED_FOOT or max(points[CAVALRY], guns) > MASSED_OTHERS


# -- screened targets ------------------------------------------------------------------------


def behind(scene: Scene, source: str, at: str, further: int = 1) -> str:
    """wv 11.45-1, 11.23-2: the hex so many hexes beyond another on the line that leads there; before it if negative.

    "" off the map. Where the line runs along a hexside, the one with the lower number.
    """
    grid = scene.ground.grid(source)
    (aq, ar), (bq, br) = grid.axial(source), grid.axial(at)
    distance = grid.distance(source, at) + further
    if further == 0:
        return at
    wanted = [to for to in grid.ring(at, abs(further)) if grid.distance(source, to) == distance]
    strays = {}
    for to in wanted:
        q, r = grid.axial(to)
        strays[to] = abs((q - aq) * (br - ar) - (r - ar) * (bq - aq))
    on_line = [to for to in wanted if 2 * strays[to] <= max(abs(bq - aq), abs(br - ar), abs(bq - aq + br - ar))]
    return min(on_line, key=lambda to: (strays[to], to), default="")


def screened(scene: Scene, firer: str, source: str, at: str, army: str, band: str) -> str:
    """wv 11.45-1, 11.46-3: the hex behind a target that guns fire on as well, "" if there is none.

    The first target is of class 2 or 3, or few skirmishers; the screened one would be of class 1 or 2; both stand on
    one level, from which the guns' differs by one at most.
    """
    if scene.unit(firer).kind != ARTILLERY or band not in ("medium", "maximum"):
        return ""
    first = target(scene, at, army, source, "artillery")
    if first.number not in (2, 3) and not few_skirmishers(scene.board, scene.ground, at, army):
        return ""
    to = behind(scene, source, at)
    if not to or not scene.top(to, army):
        return ""
    ground = scene.ground
    level = ground.level(at) == ground.level(to) and abs(ground.level(source) - ground.level(at)) <= 1
    return to if level and target(scene, to, army, source, "artillery").number in (1, 2) else ""


def fired_through(scene: Scene, source: str, at: str, army: str) -> str:
    """wv 11.46-2: the hex directly before a target in which few skirmishers are fired on as well, "" if none is."""
    near = behind(scene, source, at, -1) if scene.ground.distance(source, at) > 1 else ""
    return near if near and few_skirmishers(scene.board, scene.ground, near, army) else ""
