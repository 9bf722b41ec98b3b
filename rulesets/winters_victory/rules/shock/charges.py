"""How charges are executed: whom they must attack, where they go, and how they end (12.53, 12.54, 12.56)."""

from __future__ import annotations

from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import CREW, DISORDERED, ENEMY, ROUTED, SKIRMISHERS
from rulesets.winters_victory.rules.firing.zones import firers
from rulesets.winters_victory.rules.formations.cavalry import disordered_by_charge, tire
from rulesets.winters_victory.rules.morale.check import settle, worsen
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.attacks import attackers, defended, why_not
from rulesets.winters_victory.rules.shock.charge_zones import PRIMARY, SECONDARY, ChargeZone, rows

MOST: Final = 6
"""wv 12.53.3-1: hexes of a charge."""


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge in execution. zone: as it stands now. part: PRIMARY or SECONDARY. advanced: hexes entered, attacks:
    shock attacks made so far. opportune: whether it is an opportunity charge of a shock phase, which has a primary zone
    only."""

    zone: ChargeZone
    part: str = PRIMARY
    advanced: int = 0
    attacks: int = 0
    opportune: bool = False


@dataclass(frozen=True, slots=True)
class Targets:
    """wv 12.53.5: hexes with enemies that the cavalry can attack now: one of those that it must, or one that it may."""

    must: tuple[str, ...]
    may: tuple[str, ...]


def targets(scene: Scene, charge: Charge) -> Targets:
    """wv 12.53.2, 12.53.5, 12.53X.2, 12.53X.5-1, 12.54.1: whom a charge must and may attack next.

    In the primary zone those before it; those on its flanks inside the zone it may, if it faces all around; on its
    flanks outside, and behind, it passes by. In the secondary one all that it faces, inside and outside.
    """
    at, army = _stands(scene, charge)
    must, may = [], []
    for to in scene.ground.field.neighbours[at]:
        if not scene.board.enemies_in(to, army) or why_not(scene, at, army, to, charging=True) is not None:
            continue
        aspect = facing.aspect(charge.zone.corner, scene.board.side(at, to))
        if charge.part == SECONDARY or aspect == "front":
            must.append(to)
        elif aspect == "flank" and to in charge.zone.primary:
            may.append(to)
    return Targets(tuple(sorted(must)), tuple(sorted(may)))


def steps(scene: Scene, charge: Charge) -> tuple[str, ...]:
    """wv 12.53.3-1, 12.53X.1, 12.53X.5-1, 12.54.1: the hexes into which a charge may go on: to the next row of its
    zone, never into an obstructed hex or among enemies; none after six hexes, or while it must attack."""
    at, army = _stands(scene, charge)
    if charge.advanced >= MOST or targets(scene, charge).must:
        return ()
    hexes = charge.zone.primary if charge.part == PRIMARY else charge.zone.secondary
    return tuple(
        to
        for to in sorted(rows(scene, at, charge.zone.corner, 1, 1))
        if to in hexes and not scene.ground.obstructed(to) and not scene.board.enemies_in(to, army)
    )


def row_reached(scene: Scene, charge: Charge) -> int:
    """wv 12.53X.3-1: the row of its zone in which the cavalry stands, 0 where the zone starts."""
    return scene.ground.distance(charge.zone.at, _stands(scene, charge)[0])


def must_decide(scene: Scene, charge: Charge) -> bool:
    """wv 12.53X.3-1: whether the cavalry stands in the last row of its primary zone and faces nobody: it goes on into
    the secondary zone, or tries to end the charge."""
    last = row_reached(scene, charge) >= scene.charts.shock.primary
    return charge.part == PRIMARY and last and not targets(scene, charge).must


def controlled(scene: Scene, charge: Charge, die: int) -> bool:
    """wv 12.53X.3-2: whether the die ends the charge in the primary zone: at least the printed effectiveness, as the
    rulebook has it; without any modifier."""
    return die >= scene.unit(charge.zone.horse).rating


def halts(scene: Scene, charge: Charge) -> tuple[str, ...]:
    """wv 12.53X.3-2: the hexes into which cavalry that has ended its charge may go one hex on: inside the primary zone,
    next to no enemy."""
    at, army = _stands(scene, charge)
    near = scene.ground.field.neighbours
    return tuple(
        to
        for to in sorted(near[at])
        if to in charge.zone.primary
        and not scene.ground.obstructed(to)
        and not any(scene.board.enemies_in(one, army) for one in (to, *near[to]))
    )


def may_end(scene: Scene, charge: Charge) -> bool:
    """wv 12.53.3-2, 12.53.5, 12.53X.5-1, 12.53X.5-2: whether the owner may end the charge here without a check: facing
    nobody whom it can attack, and beyond the first hex of the secondary zone, or after six hexes."""
    if targets(scene, charge).must:
        return False
    beyond = charge.part == SECONDARY and row_reached(scene, charge) > 0
    return beyond or charge.advanced >= MOST or (charge.opportune and not steps(scene, charge))


def ride_in(scene: Scene, charge: Charge, to: str) -> tuple[str, ...]:
    """wv 12.54.2-e: what entering a hex with friends does: the cavalry and they are disordered; returns those of them
    that retreat at once: skirmishers, crews without guns, and who was disordered before. Call it before the cavalry is
    moved."""
    at, army = _stands(scene, charge)
    friends = scene.board.fighting(to, army)
    fleeing = tuple(uid for uid in friends if _loose(scene, uid, to) or scene.piece(uid).state == DISORDERED)
    if friends:
        settle(scene, at, army, DISORDERED)
        settle(scene, to, army, DISORDERED)
    return fleeing


def _loose(scene: Scene, uid: str, at: str) -> bool:
    """wv 7.61A: skirmishers, and crews that are not with their guns."""
    unit = scene.unit(uid)
    return unit.kind == SKIRMISHERS or (unit.kind == CREW and unit.serves not in scene.board.units_in(at))


def turned(scene: Scene, charge: Charge, corner: int) -> bool:
    """wv 12.53.4, 12.54.2-g: turns the cavalry in its secondary zone, which disorders it; whether it might turn."""
    if charge.part == PRIMARY:
        return False
    at, army = _stands(scene, charge)
    settle(scene, at, army, DISORDERED)
    for uid in attackers(scene, at, army):
        scene.piece(uid).facing = corner
    return True


def primary_done(scene: Scene, charge: Charge) -> bool:
    """wv 7.41.2, 12.56.2-2: disorders cavalry at the end of its primary zone, if it is exhausted or charges on
    opportunity in a shock phase; whether it did."""
    at, army = _stands(scene, charge)
    units = attackers(scene, at, army)
    tired = [uid for uid in units if charge.opportune or disordered_by_charge(scene.board, uid)]
    for uid in tired:
        worsen(scene, uid, DISORDERED)
    return bool(tired)


def finish(scene: Scene, charge: Charge) -> tuple[str, ...]:
    """wv 12.53.7, 12.54.2-f, 12.54.2-h, 7.41-1, 7.41-2: the end of a charge, wherever the cavalry stands: it is
    disordered, if it is not already or routed; returns those that are exhausted by it."""
    at, army = _stands(scene, charge)
    units = attackers(scene, at, army)
    settle(scene, at, army, DISORDERED)
    return tuple(
        uid
        for uid in units
        if tire(scene.board, uid, charge.attacks, charge.advanced, routed=scene.piece(uid).state == ROUTED)
    )


def must_withdraw(scene: Scene, charge: Charge) -> bool:
    """wv 12.53X.6: whether cavalry whose charge is over withdraws out of all minimum zones: next to it stands an enemy
    whom it cannot attack."""
    at, army = _stands(scene, charge)
    closed = any(
        defended(scene, to, army) and why_not(scene, at, army, to, charging=True) is not None
        for to in scene.ground.field.neighbours[at]
    )
    return closed and bool(firers(scene, at, ENEMY[army]))


def _stands(scene: Scene, charge: Charge) -> tuple[str, str]:
    horse = charge.zone.horse
    return scene.piece(horse).at, scene.unit(horse).army
