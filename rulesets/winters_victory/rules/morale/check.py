"""Morale checks: who checks for a hex, what the die comes to, and what becomes of all units there (13.1)."""

from __future__ import annotations

from typing import Any

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    DISORDERED,
    LIMBERED,
    ROUTED,
    UNLIMBERED,
)
from rulesets.winters_victory.morale_charts import FORMED, UNFORMED, Outcome
from rulesets.winters_victory.rules.firing.firers import loose
from rulesets.winters_victory.rules.firing.losses import take
from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.morale.effectiveness import PLAIN, Cause, current, modifiers
from rulesets.winters_victory.rules.scene import Scene


@dataclass(frozen=True, slots=True)
class Check:
    """A morale check with all that it is made of. total: the die with its modifiers. excess: of the total over the
    rating, 0 where the check is passed. outcome: None where it is passed."""

    unit: str
    die: int
    modifiers: tuple[tuple[str, int], ...]
    total: int
    rating: int
    excess: int
    outcome: Outcome | None

    def told(self) -> dict[str, Any]:
        """What events tell of it: unit, die, modifiers, total, rating."""
        return {
            "unit": self.unit,
            "die": self.die,
            "modifiers": [list(one) for one in self.modifiers],
            "total": self.total,
            "rating": self.rating,
        }


def checker(scene: Scene, at: str, army: str) -> str:
    """wv 13.11-0, 13.11.5, 13.12-0, 7.53-3: the unit that checks for a hex, "" if nobody does.

    The topmost combat unit; of unlimbered guns their crew, of limbered ones the battery. Who is routed never checks.
    """
    top = scene.top(at, army)
    if not top:
        return ""
    if scene.unit(top).kind == ARTILLERY:
        crew = scene.crew_of(top)
        top = crew if scene.piece(top).formation == UNLIMBERED or not crew else top
    return top if top and scene.piece(top).state != ROUTED else ""


def sort(scene: Scene, uid: str) -> str:
    """wv 2.4-8, 13.1-D, 13.1-U, 13.1-F: as what a unit fails: `disordered`, `unformed` or `formed`. A crew with its
    guns is unformed as one alone is."""
    piece = scene.piece(uid)
    if piece.state == DISORDERED:
        return DISORDERED
    return UNFORMED if loose(piece) else FORMED


def check(scene: Scene, uid: str, die: int, cause: Cause = PLAIN) -> Check:
    """wv 13.1-0, 13.1-D, 13.1-U, 13.1-F: a morale check by its die; it changes nothing on the board."""
    added = modifiers(scene, uid, cause)
    total = die + sum(add for _, add in added)
    rating = current(scene, uid)
    excess = max(0, total - rating)
    return Check(uid, die, added, total, rating, excess, scene.charts.morale.failed(sort(scene, uid), excess))


def settle(scene: Scene, at: str, army: str, state: str) -> tuple[str, ...]:
    """wv 13.11-0, 13.1-M, 7.21-0, 7.22-3, 7.56.1, 7.56-7: puts all combat units of a hex into a state, and returns
    those that it changed.

    Routed infantry takes its column side in one hex; unlimbered guns share the disorder of their crew, but never rout.
    """
    changed = []
    for uid in scene.board.fighting(at, army):
        if worsen(scene, uid, state):
            changed.append(uid)
    return tuple(changed)


def worsen(scene: Scene, uid: str, state: str) -> bool:
    """wv 13.1-M, 7.2-1, 7.22-3: disorders or routs one unit; whether that changed it. Nobody gets better by it."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    guns = unit.kind == ARTILLERY
    if guns and (not scene.manned(uid) or (state == ROUTED and piece.formation != LIMBERED)):
        return False
    if piece.state in (state, ROUTED):
        return False
    befall(scene.board, uid, state)
    return True


def leavers(scene: Scene, at: str, army: str) -> tuple[str, ...]:
    """wv 13.3-1, 7.56-8, 12.43.5, 7.57: the units of a hex that retreat together. Of unlimbered guns the crew alone
    does; after a morale check the owner may limber them before."""
    return tuple(
        uid for uid in scene.board.fighting(at, army) if not (scene.unit(uid).kind == ARTILLERY and _stays(scene, uid))
    )


def _stays(scene: Scene, battery: str) -> bool:
    return scene.piece(battery).formation == UNLIMBERED or not scene.manned(battery)


def limber_to_retreat(scene: Scene, battery: str, die: int) -> bool:
    """wv 7.57: limbers guns whose crew a morale check drives off, and tells whether the die loses a gun by it, which
    this function takes off."""
    piece = scene.piece(battery)
    lost = scene.charts.crews.left_limbering(die, piece.strength)
    piece.formation = LIMBERED
    take(scene, battery, int(lost))
    return lost
