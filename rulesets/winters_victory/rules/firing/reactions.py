"""Special firing opportunities: who may fire at what an enemy is about to do (11.3)."""

from __future__ import annotations

from pbem.lean import dataclass
from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board.pieces import ARTILLERY, CAVALRY, ENEMY, SKIRMISHERS
from rulesets.winters_victory.fire_charts import MAXIMUM, MEDIUM
from rulesets.winters_victory.rules.firing.aiming import Terms
from rulesets.winters_victory.rules.firing.zones import firers, in_zone
from rulesets.winters_victory.rules.formations.mobility import allowance
from rulesets.winters_victory.rules.scene import Scene

LEAVE, CHANGE, TURN, RESTACK, UNLIMBER, ATTACK = "leave", "change", "turn", "restack", "unlimber", "attack"
MOVING, RETREATING, ADVANCING, CHARGING = "moving", "retreating", "advancing", "charging"


@dataclass(frozen=True, slots=True)
class Act:
    """What a unit or stack is about to do.

    kind: LEAVE, CHANGE, TURN, RESTACK, UNLIMBER or ATTACK. units: of one army and hex, the top first. at: the hex; to:
    the one that it goes to. manner of leaving: MOVING, RETREATING, ADVANCING, CHARGING. first: whether it is the first
    hex that it leaves. points: of movement, in sixths, that turning in this hex costs in all. enemy_moves: whether it
    is done in the movement phase of who does it. barred: units that may not fire: those that caused a retreat (12.4-5),
    or that have fired at this charge already (11.3.1-C).
    """

    kind: str
    units: tuple[str, ...]
    at: str
    to: str = ""
    manner: str = MOVING
    first: bool = False
    points: int = 0
    enemy_moves: bool = True
    barred: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Chance:
    """Who may fire, on which terms, and the case by which he may."""

    firer: str
    terms: Terms
    case: str


def chances(scene: Scene, act: Act) -> tuple[Chance, ...]:
    """wv 11.3-1, 11.3-3, 11.3.1, 11.3.1-C, 11.3.2, 11.3.3, 11.3-4, 11.32-1, 13.34: who may fire at an act before it is
    carried out, the nearest first.

    What draws no fire at all is no Act: detaching skirmishers, General Order, disorder and rout (11.3-2).
    """
    army = ENEMY[scene.unit(act.units[0]).army]
    if act.kind == UNLIMBER:
        found = _at_unlimbering(scene, act, army)
    elif act.kind == LEAVE:
        found = _at_leaving(scene, act, army)
    elif act.kind == TURN and act.points < SCALE:
        found = {}
    else:
        found = dict.fromkeys(firers(scene, act.at, army), "11.32-1" if act.kind == ATTACK else "11.3-1")
    return tuple(
        Chance(uid, Terms(at_least=MEDIUM if case == "11.3.3" else "", enemy_moves=act.enemy_moves), case)
        for uid, case in found.items()
        if uid not in act.barred
    )


def _at_unlimbering(scene: Scene, act: Act, army: str) -> dict[str, str]:
    """wv 11.3.2, 7.12-2: guns to medium range, infantry to its maximum."""
    guns = [uid for uid in firers(scene, act.at, army, MEDIUM) if scene.unit(uid).kind == ARTILLERY]
    foot = [uid for uid in firers(scene, act.at, army, MAXIMUM) if scene.unit(uid).kind != ARTILLERY]
    return dict.fromkeys((*guns, *foot), "11.3.2")


def _at_leaving(scene: Scene, act: Act, army: str) -> dict[str, str]:
    """wv 11.3.1, 11.3.3, 11.31, 12.41-A, 13.34: leaving any hex of a minimum zone; leaving the medium zone of guns."""
    if act.manner == ADVANCING or (act.manner == RETREATING and act.first):
        return {}
    near = firers(scene, act.at, army)
    slipped = slips_away(scene, act)
    found = {uid: "11.3.1" for uid in near if not (slipped and scene.unit(uid).kind != ARTILLERY)}
    if act.manner == MOVING:
        gone = frozenset(act.units)
        for uid in firers(scene, act.at, army, MEDIUM):
            guns = scene.unit(uid).kind == ARTILLERY and uid not in near
            if guns and not in_zone(scene, uid, act.to, MEDIUM, gone):
                found[uid] = "11.3.3"
    return found


def slips_away(scene: Scene, act: Act) -> bool:
    """wv 11.31: whether horse or skirmishers leave a minimum zone of infantry without being fired at by it.

    They begin their movement there, have more movement points than every unit whose zone it is, and go to a hex that
    touches none of these. Formed horse is disordered by it.
    """
    if not (act.kind == LEAVE and act.manner == MOVING and act.first):
        return False
    if any(scene.unit(uid).kind not in (CAVALRY, SKIRMISHERS) for uid in act.units):
        return False
    army = ENEMY[scene.unit(act.units[0]).army]
    foot = [uid for uid in firers(scene, act.at, army) if scene.unit(uid).kind != ARTILLERY]
    slowest = min(_points(scene, uid) for uid in act.units)
    outrun = all(_points(scene, uid) < slowest for uid in foot)
    beside = any(act.to in scene.ground.field.neighbours[at] for uid in foot for at in scene.piece(uid).hexes)
    return bool(foot) and outrun and not beside


def _points(scene: Scene, uid: str) -> int:
    return allowance(scene.unit(uid), scene.piece(uid).formation)
