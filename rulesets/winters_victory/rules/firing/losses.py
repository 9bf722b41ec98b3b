"""What fire costs: points of the units in a hex, guns and their crews, leaders, ammunition (11.44, 11.8, 11.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board.fates import FALLEN, hurt, note
from rulesets.winters_victory.board.fates import LEADER as LOST
from rulesets.winters_victory.board.pieces import ARTILLERY, CREW, ENEMY, INFANTRY, LEADER, SKIRMISHERS
from rulesets.winters_victory.rules.firing.aiming import Fire
from rulesets.winters_victory.rules.firing.firers import DEPLETED, together
from rulesets.winters_victory.rules.firing.zones import firers
from rulesets.winters_victory.rules.scene import REDUCED, Scene

FIRED: Final = "spent"
"""wv 11.93.1: the mark of a battery that has spent a point of ammunition in this phase."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Points or guns that a unit has lost. left: what remains; 0 if it is gone from the map."""

    unit: str
    points: int
    left: int


# -- strength --------------------------------------------------------------------------------


def suffer(scene: Scene, at: str, army: str, points: int, *, through: str = "") -> tuple[Loss, ...]:
    """wv 11.81-1, 11.81-2, 11.82, 9.41-3, 9.51.1, 7.61B-2: takes points off the units of a hex and what is at zero off
    the map.

    The topmost unit bears them, the bottom one where the shot came through the `rear`; skirmishers beside guns the
    second point; crews nothing as long as anybody else is there. What exceeds all of them is lost to nobody.
    """
    order = loss_order(scene, at, army, through)
    lost: dict[str, int] = {}
    for number in range(points):
        left = [uid for uid in order if scene.piece(uid).strength > lost.get(uid, 0)]
        if not left:
            break
        second = [uid for uid in left if scene.unit(uid).kind == SKIRMISHERS]
        guns = scene.unit(order[0]).kind == ARTILLERY
        bearer = second[0] if guns and number == 1 and second else left[0]
        lost[bearer] = lost.get(bearer, 0) + 1
    return tuple(take(scene, uid, points) for uid, points in lost.items())


def loss_order(scene: Scene, at: str, army: str, through: str = "") -> tuple[str, ...]:
    """wv 11.81-1, 9.51-0, 11.82: the units of a hex in the order in which they bear losses."""
    units = list(scene.board.fighting(at, army))
    served = {scene.unit(uid).serves for uid in units if scene.unit(uid).kind == CREW}
    bearing = [uid for uid in units if scene.unit(uid).kind != CREW]
    # A crew with its battery is never hit (7.62A); beside others it comes last, alone it is all there is.
    crews = [uid for uid in units if scene.unit(uid).kind == CREW and scene.unit(uid).serves not in bearing]
    if through == "rear" and not any(uid in served for uid in bearing):
        bearing.reverse()
    return (*bearing, *crews)


def take(scene: Scene, uid: str, points: int) -> Loss:
    """wv 7.54.2-2, 11.81-2, 7.62-0, 7.62A, 7.62D: takes points off a unit; guns take the crew that they no longer need
    along."""
    piece = scene.piece(uid)
    gone = min(points, piece.strength)
    piece.strength -= gone
    left = piece.strength
    crew = scene.crew_of(uid) if scene.unit(uid).kind == ARTILLERY else ""
    if left == 0:
        scene.board.remove(uid)
    if crew:
        steps = scene.charts.crews.crew_steps(left)
        scene.piece(crew).strength = min(scene.piece(crew).strength, steps)
        if steps == 0:
            scene.board.remove(crew)
    hurt(scene.board, uid, gone)
    return Loss(uid, gone, left)


# -- leaders ---------------------------------------------------------------------------------


def leaders_at_risk(scene: Scene, at: str, army: str, lost: Sequence[Loss], cause: str) -> tuple[tuple[str, int], ...]:
    """wv 9.51.3, 11.44-2, 12.44, 13.13-C1: pairs of a command unit beside units that have lost points and the least die
    by which it is lost too. cause: the range of the fire, or `shock`. They roll before the morale check."""
    least = scene.charts.fire.leader_loss.get(cause)
    if least is None or not any(one.points for one in lost):
        return ()
    return tuple((uid, least) for uid in scene.board.of_army(at, army) if scene.unit(uid).kind == LEADER)


def wound(scene: Scene, leader: str, least: int, die: int) -> bool:
    """wv 11.44-2, 12.44: turns a command unit to its weaker side if the die is high enough, or notes that it has
    fallen; whether it was."""
    if die < least:
        return False
    note(scene.board, leader, LOST)
    if REDUCED in scene.piece(leader).marks:
        note(scene.board, leader, FALLEN)
    scene.piece(leader).marks.add(REDUCED)
    return True


# -- ammunition ------------------------------------------------------------------------------


def spends(scene: Scene, fire: Fire, die: int) -> bool:
    """wv 11.93.1, 11.71.2, 11.91-1: whether the unmodified die of a fire costs ammunition."""
    if scene.unit(fire.firer).kind == ARTILLERY:
        return die >= scene.charts.ammunition.spend[fire.band]
    return die >= scene.charts.ammunition.skirmishers["depleted-on"]


def spend(scene: Scene, fire: Fire, dice: Sequence[int]) -> tuple[str, ...]:
    """wv 11.9-1, 11.91-1, 11.93.1, 11.45-2: what the dice of one fire, or of several out of a hex, cost in ammunition.

    Returns the units that are without any now. A battery spends one point in a phase; skirmishers that fired together
    run out together.
    """
    if not any(spends(scene, fire, die) for die in dice):
        return ()
    empty = []
    for uid in together(scene, fire.firer, fire.at):
        piece, kind = scene.piece(uid), scene.unit(uid).kind
        if kind == ARTILLERY and piece.rounds > 0 and FIRED not in piece.marks:
            piece.rounds -= scene.charts.ammunition.most
            piece.marks.add(FIRED)
        if kind == SKIRMISHERS or (kind == ARTILLERY and piece.rounds == 0):
            piece.marks.add(DEPLETED)
            empty.append(uid)
    return tuple(empty)


def end_phase(scene: Scene) -> None:
    """wv 11.91-1, 11.93.1: at the end of a phase skirmishers of one hex share their want of ammunition; batteries may
    spend again."""
    for at in sorted(scene.board.here):
        for army in ENEMY:
            few = [uid for uid in scene.board.fighting(at, army) if scene.unit(uid).kind == SKIRMISHERS]
            if any(DEPLETED in scene.piece(uid).marks for uid in few):
                for uid in few:
                    scene.piece(uid).marks.add(DEPLETED)
    for piece in scene.board.pieces.values():
        piece.marks.discard(FIRED)


def resupply(scene: Scene, army: str) -> tuple[str, ...]:
    """wv 11.92: skirmishers of an army that have ammunition again: a way of four hexes to a battalion or battery of
    their nation, through no empty hex of an enemy minimum zone."""
    supplied = []
    for uid in sorted(scene.board.pieces):
        unit, piece = scene.unit(uid), scene.piece(uid)
        if unit.army == army and unit.kind == SKIRMISHERS and DEPLETED in piece.marks and _near_supply(scene, uid):
            piece.marks.discard(DEPLETED)
            supplied.append(uid)
    return tuple(supplied)


def _near_supply(scene: Scene, uid: str) -> bool:
    unit = scene.unit(uid)
    reached = {scene.piece(uid).at}
    edge = set(reached)
    for _ in range(scene.charts.ammunition.skirmishers["path"] + 1):
        if any(_supplies(scene, at, unit.army, unit.nation) for at in edge):
            return True
        near = {to for at in edge for to in scene.ground.field.neighbours[at]} - reached
        edge = {to for to in near if _open(scene, to, unit.army)}
        reached |= edge
    return False


def _supplies(scene: Scene, at: str, army: str, nation: str) -> bool:
    units = [scene.unit(uid) for uid in scene.board.fighting(at, army)]
    return any(one.nation == nation and one.kind in (INFANTRY, ARTILLERY) for one in units)


def _open(scene: Scene, at: str, army: str) -> bool:
    if scene.board.enemies_in(at, army):
        return False
    return bool(scene.board.fighting(at, army)) or not firers(scene, at, ENEMY[army])


def replenish(scene: Scene, army: str) -> tuple[str, ...]:
    """wv 11.93.3: gives all batteries of an army their ammunition again; returns those that lacked some, by id."""
    full, found = scene.charts.ammunition.start, []
    for uid, piece in sorted(scene.board.pieces.items()):
        unit = scene.unit(uid)
        if unit.kind == ARTILLERY and unit.army == army and (piece.rounds < full or DEPLETED in piece.marks):
            piece.rounds = full
            piece.marks.discard(DEPLETED)
            found.append(uid)
    return tuple(found)
