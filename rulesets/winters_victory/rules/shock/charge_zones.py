"""Charge zones: their hexes, who may declare a charge, and what a zone does to enemies in it (12.51, 12.52, 12.6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.battlefield import SCALE, TOWN, VILLAGE, WETLANDS, WOODS
from rulesets.winters_victory.board.pieces import CAVALRY, DISORDERED, MOUNTED, SKIRMISHERS, SQUARE
from rulesets.winters_victory.rules.morale.check import Check, settle
from rulesets.winters_victory.rules.scene import Places, Scene
from rulesets.winters_victory.rules.sight import in_triangle, line_clear, sees

PRIMARY, SECONDARY = "primary", "secondary"
_CLOSED: Final = (WETLANDS, TOWN, VILLAGE, WOODS)
"""wv 12.52.2-2: hexes that are never in a charge zone."""
_WIDE: Final = 4
"""wv 12.61.2-2: how far the die exceeds the rating of a unit that may not go on with its change."""
_NEAR: Final = 3


@dataclass(frozen=True, slots=True)
class ChargeZone:
    """wv 12.52.2-1, 12.52.2-3: the zone of a stack of cavalry. horse: its topmost unit. at: where the zone starts, the
    corner that the horse looks at. primary, secondary: hexes of its nearer and farther rows."""

    horse: str
    at: str
    corner: int
    primary: frozenset[str]
    secondary: frozenset[str] = frozenset()

    def part(self, at: str) -> str:
        """In which part of the zone a hex lies, "" outside it."""
        if at in self.primary:
            return PRIMARY
        return SECONDARY if at in self.secondary else ""


def rows(scene: Scene, at: str, corner: int, first: int, last: int) -> frozenset[str]:
    """wv 12.52.2-1, 12.52.2-2: the hexes of some rows before somebody who looks at a corner, closed ones left out."""
    ring = (to for row in range(first, last + 1) for to in scene.ground.grid(at).ring(at, row))
    return frozenset(
        to for to in ring if in_triangle(scene.ground, at, corner, to) and scene.ground.kind(to) not in _CLOSED
    )


def project(scene: Scene, horse: str, *, secondary: bool = True) -> ChargeZone:
    """wv 12.52.2-1, 12.52.2-2, 12.56.1-2, 12.56.2-1: the zone of cavalry as it stands; of the nearer rows alone where
    it is out of command, or charges on opportunity in a shock phase."""
    piece, near = scene.piece(horse), scene.charts.shock.primary
    far = rows(scene, piece.at, piece.facing, near + 1, len(scene.charts.shock.zone)) if secondary else frozenset()
    return ChargeZone(horse, piece.at, piece.facing, rows(scene, piece.at, piece.facing, 1, near), far)


def project_farther(scene: Scene, zone: ChargeZone) -> ChargeZone:
    """wv 12.52.2-3, 12.53X.4: the secondary zone of a charge in execution: as many rows more, out of the hex in which
    the cavalry stands now."""
    piece = scene.piece(zone.horse)
    far = rows(scene, piece.at, piece.facing, 1, scene.charts.shock.primary)
    return ChargeZone(zone.horse, piece.at, piece.facing, frozenset(), far)


# -- declaring -------------------------------------------------------------------------------


def why_no_charge(scene: Scene, horse: str, *, commanded: bool, tried: bool = False) -> Refusal | None:
    """wv 17.12-4, 4.4, 12.51-0, 12.51.1, 12.51.2, 12.51.3, 12.53X.0: why cavalry may not declare a charge, None if it
    may try.

    commanded: whether it is in command, by its brigade leader, a leader with a C, or one of its nation in its hex.
    tried: whether it has tried in this phase."""
    unit, piece = scene.unit(horse), scene.piece(horse)

    def refused(case: str, words: str) -> Refusal:
        return Refusal(case, f"{unit.name} in {piece.at} {words}", horse, piece.at)

    if unit.kind != CAVALRY or scene.top(piece.at, unit.army) != horse:
        return refused("12.52.1-1", "is not the topmost cavalry of its hex")
    if not (piece.good and piece.formation == MOUNTED):
        return refused("12.51.2", "is not formed and does not charge")
    if not scene.weather.dark.charges:
        return refused("4.4", "does not charge by night")
    if tried:
        return refused("12.51-0", "has tried to charge in this phase")
    if not commanded:
        return refused("12.51.1", "is out of command and does not charge")
    if not in_sight(scene, project(scene, horse)):
        return refused("12.51.3", "sees no enemy in its charge zone")
    return None


def in_sight(scene: Scene, zone: ChargeZone) -> bool:
    """wv 12.51.3, 12.53X.0: whether cavalry sees an enemy in its zone; a charge without any is given up in
    formation."""
    army, look = scene.unit(zone.horse).army, scene.look(zone.horse)
    return any(
        scene.board.enemies_in(to, army) and sees(scene.board, scene.ground, zone.horse, to, look)
        for to in zone.primary | zone.secondary
    )


def initiate(scene: Scene, horse: str, check: Check) -> bool:
    """wv 12.52.1-1, 12.52.3: whether the charge begins by the morale check of the topmost cavalry; if not, its whole
    stack is disordered, whatever the margin."""
    if check.excess == 0:
        return True
    settle(scene, scene.piece(horse).at, scene.unit(horse).army, DISORDERED)
    return False


def opportunity(scene: Scene, horse: str, to: str, *, shock: bool) -> bool:
    """wv 4.4, 12.56-0, 12.56.1-1, 12.56.2-1: whether formed cavalry may try to charge on opportunity because an enemy
    has come into a hex: three hexes away in his movement phase, two in a shock phase, seen through its front."""
    piece = scene.piece(horse)
    far = scene.charts.shock.limits["opportunity"] if shock else _NEAR
    formed = scene.unit(horse).kind == CAVALRY and piece.good and piece.formation == MOUNTED
    near = scene.ground.distance(piece.at, to) <= far
    return (
        scene.weather.dark.charges and formed and near and sees(scene.board, scene.ground, horse, to, scene.look(horse))
    )


# -- enemies in the zone ---------------------------------------------------------------------


def zone_modifier(scene: Scene, zone: ChargeZone, uid: str) -> int:
    """wv 12.63, 12.62-2: what a charge zone adds to the morale die of a unit in it: by the part of the zone, the kind
    of the topmost cavalry, and its points, of two regiments of one kind together. Nothing for cavalry that is
    disordered or that the unit does not see."""
    part = zone.part(scene.piece(uid).at)
    if not part or zone.horse not in scene.board.pieces or not scene.piece(zone.horse).good:
        return 0
    horse, where = scene.unit(zone.horse), scene.piece(zone.horse).at
    if not line_clear(scene.board, scene.ground, scene.piece(uid).at, where, scene.look(uid)):
        return 0
    stack = [one for one in scene.board.fighting(where, horse.army) if scene.unit(one).kind == CAVALRY]
    alike = [one for one in stack if scene.unit(one).heavy_horse == horse.heavy_horse][:2]
    points = sum(scene.piece(one).strength for one in alike)
    return scene.charts.shock.charge_modifier(points, heavy=horse.heavy_horse, primary=part == PRIMARY)


def worst_modifier(scene: Scene, zones: Iterable[ChargeZone], uid: str) -> int:
    """wv 12.61.2-3, 13.13-C3: the one modifier of a unit that checks in several zones: the highest."""
    return max((zone_modifier(scene, zone, uid) for zone in zones), default=0)


def inside(zones: Iterable[ChargeZone], at: str) -> bool:
    """wv 12.61.1-1: whether a hex lies in any of some charge zones."""
    return any(zone.part(at) for zone in zones)


def step_cost(scene: Places, zones: Collection[ChargeZone], at: str, to: str) -> int:
    """wv 12.61.1-1: sixths of a point that a step costs more: one point into a hex of an enemy zone, or outside all of
    them, within three hexes of the cavalry, into a hex closer to its zone."""
    if inside(zones, to):
        return SCALE
    return SCALE if any(_closes_in(scene, zone, at, to) for zone in zones) else 0


def _closes_in(scene: Places, zone: ChargeZone, at: str, to: str) -> bool:
    hexes = zone.primary | zone.secondary
    if not hexes or scene.ground.distance(scene.piece(zone.horse).at, to) > _NEAR:
        return False
    return min(scene.ground.distance(to, one) for one in hexes) < min(scene.ground.distance(at, one) for one in hexes)


def change_cost(scene: Places, zones: Collection[ChargeZone], at: str, *, moved: bool) -> int:
    """wv 12.61.1-1, 12.61.2-1: sixths of a point that a change of formation costs more: one point in an enemy zone, and
    within three hexes of the cavalry for who has moved. moved: whether the unit has moved before."""
    near = moved and any(scene.ground.distance(scene.piece(zone.horse).at, at) <= _NEAR for zone in zones)
    return SCALE if near or inside(zones, at) else 0


def turn_cost(zones: Collection[ChargeZone], at: str, points: int) -> int:
    """wv 12.61.2-1: sixths of a point that a turn costs more in an enemy zone: as much again."""
    return points if inside(zones, at) else 0


def checks_to_enter(scene: Places, zones: Collection[ChargeZone], uid: str, to: str, *, checked: bool) -> bool:
    """wv 12.61.1-2, 12.61.2-4: whether skirmishers check morale as they enter a hex of an enemy zone, once a move."""
    return scene.unit(uid).kind == SKIRMISHERS and not checked and inside(zones, to)


def act_in_zone(scene: Scene, check: Check, at: str, army: str) -> bool:
    """wv 12.61.2-2: what a check before an act in a zone does: who fails is disordered and never retreats. Returns
    whether he may go on with the act: not if the die exceeds the rating by four."""
    if check.excess:
        settle(scene, at, army, DISORDERED)
    return check.excess < _WIDE


def defender_checks(scene: Scene, to: str, army: str, *, caught: bool, opportune: bool = False) -> bool:
    """wv 12.53.6, 12.62-1, 12.62-3, 12.56.2-3: whether the defender checks morale before he fires at a charge: not in
    square, nor disordered, routed, or caught in flank or rear; nor on an opportunity charge in a shock phase. army: the
    defender's."""
    piece = scene.piece(scene.top(to, army))
    return piece.good and piece.formation != SQUARE and not caught and not opportune
