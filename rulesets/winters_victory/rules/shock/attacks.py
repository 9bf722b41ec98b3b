"""Who may attack whom in shock, and what the approach does to both before the die (12.1, 12.14, 12.22, 8.65B)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import (
    BROOK,
    COVER_SIDE,
    FARMETTE,
    MAJOR_STREAM,
    STREAM,
    TOWN,
    VILLAGE,
    WETLANDS,
    WOODS,
)
from rulesets.winters_victory.board.fates import hurt
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    DISORDERED,
    ENEMY,
    EXTENDED,
    GENERAL_ORDER,
    GOOD,
    INFANTRY,
    LIMBERED,
    LINE,
    ROAD_COLUMN,
    ROUTED,
    SKIRMISHERS,
    SQUARE,
)
from rulesets.winters_victory.rules.firing.targets import abandoned_guns
from rulesets.winters_victory.rules.formations.involuntary import befall
from rulesets.winters_victory.rules.morale.check import settle
from rulesets.winters_victory.rules.morale.effectiveness import OUT
from rulesets.winters_victory.rules.scene import Scene

TIMES: Final = 3
"""wv 8.65B.1: times their strength that skirmishers attack at most."""
SLIPS: Final = 6
"""wv 12.54.2-c: the least die at which charging horse is disordered by a brook or light cover."""
_TINY_SQUARE: Final = 2
_LOOSENING: Final = (TOWN, VILLAGE, WOODS, FARMETTE, WETLANDS)
"""wv 8.51-1, 12.14-1: hexes into which formed infantry attacks in General Order."""


def attackers(scene: Scene, at: str, army: str) -> tuple[str, ...]:
    """wv 12.13-1: the units of a hex that attack together; guns and crews never do."""
    units = scene.board.fighting(at, army)
    return tuple(uid for uid in units if scene.unit(uid).kind not in (ARTILLERY, CREW))


def defended(scene: Scene, to: str, army: str) -> bool:
    """wv 12.0-1, 12.43.5: whether enemies of an army are in a hex who can be attacked: anybody but guns without
    crew."""
    foes = scene.board.enemies_in(to, army)
    return any(scene.unit(uid).kind != ARTILLERY or scene.manned(uid) for uid in foes)


def why_not(
    scene: Scene,
    at: str,
    army: str,
    to: str,
    *,
    made: int = 0,
    beaten: bool = False,
    charging: bool = False,
    headquarters: str = "",
) -> Refusal | None:
    """wv 5.52.1, 12.11.1, 12.11.3, 12.11.5-1, 12.11.5-2, 12.0-1, 12.5-1, 12.54.1, 8.65B.1: why the units of an army in
    a hex may not attack another hex, None if they may.

    made: shock attacks of theirs in this phase. beaten: whether one of these drove them back. charging: whether they do
    it in a charge. headquarters: the hex of the enemy's, which can be attacked alone (17.23-1)."""
    units = attackers(scene, at, army)
    refused = why_never(scene, at, army, to, charging=charging)
    if refused is not None:
        return refused
    top = units[0]
    unit = scene.unit(top)

    def because(case: str, words: str) -> Refusal:
        return Refusal(case, f"{unit.name} in {at} {words} {to}", top, at)

    alone = not defended(scene, to, army)
    if alone and to != headquarters:
        return because("12.0-1", "finds no enemy in")
    if beaten:
        return because("12.11.5-2", "was driven back in this phase and does not attack")
    if unit.kind != CAVALRY and made >= scene.charts.shock.limits["infantry-attacks"]:
        return because("12.11.5-1", "has attacked twice in this phase and does not attack")
    if unit.all_around and not charging and _formed_front(scene, to, army, at):
        return because(
            "12.5-1", "are Cossacks, have declared no charge and do not attack the front of formed infantry in"
        )
    if charging and scene.ground.obstructed(to):
        return because("12.54.1", "charges and does not attack the obstructed hex")
    return None if alone else _skirmishers(scene, units, at, to)


def _formed_front(scene: Scene, to: str, army: str, at: str) -> bool:
    """wv 12.5-1, 5.2: whether formed infantry of the enemy in a hex has its front to another (ours, for 19.2)."""
    top = scene.top(to, ENEMY[army])
    formed = bool(top) and scene.unit(top).kind == INFANTRY and scene.piece(top).formed
    return formed and scene.board.aspect(top, at, at=to) == "front"


def why_never(scene: Scene, at: str, army: str, to: str, *, charging: bool = False) -> Refusal | None:
    """wv 17.12-3, 12.0-1, 12.11.1, 12.11.3, 12.5-1: why the units of an army in a hex may not attack another one
    whoever is there by then, None if they may; nothing that others do before them in the phase changes it."""
    units = attackers(scene, at, army)
    if not units:
        return Refusal("12.11.1", f"nobody in {at} can attack {to}", "", at)
    top = units[0]
    unit, piece = scene.unit(top), scene.piece(top)

    def refused(case: str, words: str) -> Refusal:
        return Refusal(case, f"{unit.name} in {at} {words} {to}", top, at)

    if piece.state == ROUTED:
        return refused("12.11.1", "is routed and does not attack")
    if OUT in piece.marks and not charging:
        return refused("12.11.1", "is out of command and does not attack")
    if unit.kind == CAVALRY and not charging and unit.sort != "cossack":
        return refused("12.5-1", "is cavalry, has declared no charge and does not attack")
    if to not in scene.ground.field.neighbours[at]:
        return refused("12.0-1", "does not touch")
    if not scene.board.faces(top, to, at=at):
        return refused("12.11.3", "does not face")
    return None


def _skirmishers(scene: Scene, units: Sequence[str], at: str, to: str) -> Refusal | None:
    """wv 8.65B.1, 12.22.2-2: not into the front of formed troops, nor at foot or horse of more than three times their
    strength."""
    top = units[0]
    if scene.unit(top).kind != SKIRMISHERS:
        return None
    foe = scene.board.enemies_in(to, scene.unit(top).army)[0]
    enemy, piece = scene.unit(foe), scene.piece(foe)
    if enemy.kind == ARTILLERY:
        return None
    name = scene.name(top)
    if piece.formed and piece.frontal and scene.board.faces(foe, at, at=to):
        return Refusal("8.65B.1", f"{name} in {at} may not attack the front of {enemy.name} in {to}", top, at)
    own = sum(scene.piece(uid).strength for uid in units)
    if enemy.kind in (INFANTRY, CAVALRY) and piece.strength > TIMES * own:
        return Refusal("8.65B.1", f"{name} in {at} is too weak to attack {enemy.name} in {to}", top, at)
    return None


# -- the defender before the fire ------------------------------------------------------------


def caught(scene: Scene, at: str, army: str, to: str, *, charging: bool = False) -> str:
    """wv 8.65B.5, 12.22.2-1, 12.22.4, 12.62-4, 8.42.6, 8.35.1-2, 5.52.2: why the attack disorders the defender at once,
    before he fires: a case, "" if it does not. army: the attacker's."""
    foe = scene.board.enemies_in(to, army)[0]
    enemy, piece = scene.unit(foe), scene.piece(foe)
    if piece.state != GOOD:
        return ""
    if piece.formation in (ROAD_COLUMN, LIMBERED):
        return "12.22.4"
    if piece.frontal and not scene.board.faces(foe, at, at=to) and enemy.kind != ARTILLERY:
        return "12.22.4"
    if piece.formation == SQUARE and piece.strength <= _TINY_SQUARE:
        return "8.42.6"
    if all(scene.unit(uid).kind in (SKIRMISHERS, CREW) for uid in scene.board.enemies_in(to, army)):
        own = attackers(scene, at, army)
        if charging:
            return "12.62-4"
        if own and scene.piece(own[0]).formed and enemy.kind == SKIRMISHERS and scene.ground.clear(to):
            return "12.22.2-1"
    return ""


def surprise(scene: Scene, at: str, army: str, to: str, *, charging: bool = False) -> str:
    """wv 12.22.2-1, 12.22.4: applies `caught`, and returns its case. An extended line gives its second hex up."""
    case = caught(scene, at, army, to, charging=charging)
    if case:
        settle(scene, to, ENEMY[army], DISORDERED)
        for uid in scene.board.enemies_in(to, army):
            if scene.piece(uid).second:
                scene.board.move(uid, to, below=False)
                scene.piece(uid).formation = LINE
    return case


# -- the attacker after the fire -------------------------------------------------------------


def needs_die(scene: Scene, at: str, army: str, to: str) -> bool:
    """wv 12.54.2-c: whether charging horse rolls because it attacks across a brook or light cover."""
    field, units = scene.ground.field, attackers(scene, at, army)
    crosses = field.has(BROOK, at, to) or field.has(COVER_SIDE, at, to)
    return bool(units) and scene.unit(units[0]).kind == CAVALRY and scene.piece(units[0]).good and crosses


def approach(scene: Scene, at: str, army: str, to: str, die: int = 0) -> str:
    """wv 12.0-P3, 12.14-1, 12.14-2, 12.22.2-2, 12.22.5, 12.22.6, 12.54.2-a, 12.54.2-b, 12.54.2-c, 8.33.2-1, 8.42.4:
    what the attack makes of the attackers before the differential: DISORDERED, GENERAL_ORDER or nothing; it is applied.

    die: of `needs_die`."""
    units = attackers(scene, at, army)
    if not units or not scene.piece(units[0]).good:
        return ""
    effect = _effect(scene, units[0], at, army, to, die)
    if effect == DISORDERED:
        settle(scene, at, army, DISORDERED)
    if effect == GENERAL_ORDER:
        for uid in units:
            loosen(scene, uid, at)
    return effect


def _effect(scene: Scene, top: str, at: str, army: str, to: str, die: int) -> str:
    field, unit, piece = scene.ground.field, scene.unit(top), scene.piece(top)
    foe = scene.piece(scene.board.enemies_in(to, army)[0])
    if unit.kind == SKIRMISHERS:
        return DISORDERED if foe.formed else ""
    if (field.has(STREAM, at, to) or field.has(MAJOR_STREAM, at, to)) and piece.formed:
        return DISORDERED
    if unit.kind == CAVALRY:
        square = foe.formation == SQUARE and foe.state != ROUTED
        slipped = needs_die(scene, at, army, to) and die >= SLIPS
        return DISORDERED if square or slipped else ""
    if not piece.formed:
        return ""
    stretched = piece.formation == EXTENDED and (scene.ground.obstructed(to) or field.has(COVER_SIDE, at, to))
    loosens = scene.ground.kind(to) in _LOOSENING or piece.formation == SQUARE or stretched
    return GENERAL_ORDER if loosens else ""


def loosen(scene: Scene, uid: str, at: str) -> None:
    """wv 12.14-1, 8.51-2, 12.12: puts a formed battalion in General Order; an extended line stands in one hex then."""
    if scene.unit(uid).kind == INFANTRY:
        befall(scene.board, uid, GENERAL_ORDER, at)


# -- the end of the attack -------------------------------------------------------------------


def conclude(scene: Scene, units: Sequence[str], came_from: str, to: str, *, guns: bool, skirmishers: bool) -> str:
    """wv 12.14-3, 12.43.2, 12.43.4, 8.35.2-3, 8.35.2-7, 12.54.2-d: what the end of an attack makes of attackers in good
    order, wherever they stand now; it is applied.

    guns: whether an artillery unit was attacked; skirmishers: whether nobody but skirmishers was. came_from: the hex of
    the attack, to: the one attacked.
    """
    left = [uid for uid in units if uid in scene.board.pieces and scene.piece(uid).good]
    if not left:
        return ""
    top = left[0]
    unit, piece = scene.unit(top), scene.piece(top)
    army = unit.army
    if (unit.kind == CAVALRY and guns) or (piece.formed and scene.ground.field.has(COVER_SIDE, came_from, to)):
        settle(scene, piece.at, army, DISORDERED)
        return DISORDERED
    mild = skirmishers and scene.ground.clear(to)
    if piece.formed and (abandoned_guns(scene, piece.at) or (piece.formation == EXTENDED and not mild)):
        for uid in left:
            loosen(scene, uid, scene.piece(uid).at)
        return GENERAL_ORDER
    return ""


def occupy(scene: Scene, at: str, army: str, to: str) -> tuple[str, ...]:
    """wv 12.41-A, 16.11: moves all attackers, and the leaders with them, into the hex that they have won; nobody
    fires at that."""
    units = attackers(scene, at, army)
    going = tuple(uid for uid in scene.board.of_army(at, army) if uid in units or not scene.unit(uid).fights)
    for uid in reversed(going):
        scene.board.move(uid, to, below=False)
    return going


def captured_guns(scene: Scene, army: str) -> tuple[tuple[str, int], ...]:
    """wv 12.43.3: at the end of the shock phase of an army its guns without crew lose two under enemy infantry; pairs
    of a battery and what it lost. Those that are left with none are off the map."""
    lost = []
    for uid in sorted(scene.board.pieces):
        unit = scene.unit(uid)
        if unit.army != army or unit.kind != ARTILLERY or scene.manned(uid):
            continue
        piece = scene.piece(uid)
        if any(scene.unit(one).kind == INFANTRY for one in scene.board.enemies_in(piece.at, army)):
            gone = min(scene.charts.crews.captured, piece.strength)
            piece.strength -= gone
            lost.append((uid, gone))
            if piece.strength == 0:
                scene.board.remove(uid)
            hurt(scene.board, uid, gone)
    return tuple(lost)
