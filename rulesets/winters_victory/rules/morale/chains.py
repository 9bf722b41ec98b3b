"""Who has to check morale because of what happened in his hex or next to it (13.11, 13.12, 13.33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import CAVALRY, CREW, EXTENDED, INFANTRY, LINE, SKIRMISHERS, Unit
from rulesets.winters_victory.morale_charts import FORMED
from rulesets.winters_victory.rules.firing.losses import Loss
from rulesets.winters_victory.rules.morale.check import checker, sort
from rulesets.winters_victory.rules.morale.effectiveness import PLAIN, Cause
from rulesets.winters_victory.rules.scene import Scene

RETREAT, GONE = "retreat", "gone"
RALLIED: Final = "rallied"
"""wv 13.12-4: the mark of units that have rallied in this Rally Phase."""
_SMALL: Final = (SKIRMISHERS, CREW)
_CROWD: Final = 4
_ENOUGH: Final = 5
"""wv 13.33-4: points that come, and points of those who are disordered by them."""


@dataclass(frozen=True, slots=True)
class Duty:
    """A morale check that has to be made: by whom, in which hex, with what on the die."""

    unit: str
    at: str
    cause: Cause


def after_fire(
    scene: Scene,
    at: str,
    army: str,
    result: str,
    losses: Sequence[Loss],
    through: str,
    *,
    zone: int = 0,
    formed: bool = False,
) -> Duty | None:
    """wv 13.11.1, 13.11.2, 13.11.5, 11.83, 13.13-j, 13.13-l: the one check after a fire, None if nobody checks.

    result: as `aiming.read`. through: the side through which it came. zone: what a charge zone adds. formed: whether
    formed units fired.
    """
    uid = checker(scene, at, army)
    if not uid or not (result == "M" or any(one.points for one in losses)):
        return None
    eliminated = any(one.left == 0 for one in losses)
    return Duty(uid, at, Cause(here=eliminated, flank=through in ("flank", "rear"), zone=zone, formed=formed))


def neighbours(
    scene: Scene, at: str, army: str, who: Sequence[Unit], how: str, checked: frozenset[str] = frozenset()
) -> tuple[Duty, ...]:
    """wv 13.11.3, 13.11.4, 13.11-N, 13.12-1, 13.12-2, 13.12-3, 13.12-4, 13.13-k: the checks of friends next to a hex
    that units have left or in which the last of them was eliminated, in the order of hexes.

    who: the units. how: RETREAT or GONE. checked: units that have checked for this retreat already.
    """
    big = any(one.kind in (INFANTRY, CAVALRY) for one in who)
    cause = Cause(near=how == GONE and big)
    found = []
    for near in sorted(scene.ground.field.neighbours[at]):
        uid = checker(scene, near, army)
        if uid and uid not in checked and not exempt(scene, uid, who, how):
            found.append(Duty(uid, near, cause))
    return tuple(found)


def passed(
    scene: Scene, at: str, army: str, who: Sequence[Unit], checked: frozenset[str] = frozenset()
) -> tuple[Duty, ...]:
    """wv 13.12-N, 13.11-N: the checks of unformed and disordered friends next to a hex into which a retreat comes."""
    return tuple(one for one in neighbours(scene, at, army, who, RETREAT, checked) if sort(scene, one.unit) != FORMED)


def exempt(scene: Scene, uid: str, who: Sequence[Unit], how: str) -> bool:
    """wv 13.12-1, 13.12-2, 13.12-3, 13.12-4: whether a unit is excused from a check for what others do next to it.

    Formed units care for no skirmishers and crews, nor for the retreat of those who are no better than they by print.
    Who has rallied cares for no retreat of those who have not.
    """
    if how == RETREAT and RALLIED in scene.piece(uid).marks:
        return True
    if sort(scene, uid) != FORMED:
        return False
    if all(one.kind in _SMALL for one in who):
        return True
    own = scene.unit(uid).rating
    troops = [one for one in who if one.kind not in _SMALL]
    return how == RETREAT and all(one.kind in (INFANTRY, CAVALRY) and one.rating <= own for one in troops)


def entered(scene: Scene, to: str, army: str, who: Sequence[Unit]) -> Duty | None:
    """wv 7.21.4, 8.65C.4, 13.11.8, 13.33-1, 13.33-5: the check of whoever stands in a hex before a retreat comes into
    it, None if nobody checks."""
    uid = checker(scene, to, army)
    if not uid or all(one.kind in _SMALL for one in who) or exempt(scene, uid, who, RETREAT):
        return None
    return Duty(uid, to, PLAIN)


def crowded(scene: Scene, to: str, army: str, points: int) -> bool:
    """wv 13.33-4, 13.33-5: whether a retreat of so many points or guns disorders the formed friends whose hex it comes
    into: it has four or more, and they five or more, or stand in line."""
    top = scene.top(to, army)
    if not top or sort(scene, top) != FORMED or not scene.piece(top).good or points < _CROWD:
        return False
    piece = scene.piece(top)
    return piece.strength >= _ENOUGH or piece.formation in (LINE, EXTENDED)
