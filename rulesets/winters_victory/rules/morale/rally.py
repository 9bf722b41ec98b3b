"""Recovery from disorder, rally from rout, and what happens to those who do not rally (13.4, 7.41)."""

from __future__ import annotations

from typing import Final

from pbem.engine.options import Refusal
from pbem.lean import dataclass
from rulesets.winters_victory.battlefield import TOWN, VILLAGE, WOODS
from rulesets.winters_victory.board.fates import RALLIED as BACK
from rulesets.winters_victory.board.fates import note
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    DISORDERED,
    ENEMY,
    GENERAL_ORDER,
    GOOD,
    INFANTRY,
    LEADER,
    LINE,
    ROUTED,
    SKIRMISHERS,
    SQUARE,
)
from rulesets.winters_victory.fire_charts import MAXIMUM, MINIMUM
from rulesets.winters_victory.rules.firing.zones import firers
from rulesets.winters_victory.rules.formations.cavalry import EXHAUSTED
from rulesets.winters_victory.rules.formations.mobility import LONG_LINE
from rulesets.winters_victory.rules.morale.chains import RALLIED
from rulesets.winters_victory.rules.morale.effectiveness import current
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.sight import in_triangle, line_clear

FEW_GUNS: Final = 6
"""wv 13.41-4: guns of a battery that recovers in a town."""
_TOWNS: Final = (TOWN, VILLAGE)


def refresh(scene: Scene, army: str) -> tuple[str, ...]:
    """wv 7.41.1, 13.4-0: exhausted cavalry in good order turns to its fresh side at the start of its Rally Phase."""
    fresh = []
    for uid in sorted(scene.board.pieces):
        piece = scene.piece(uid)
        if scene.unit(uid).army == army and EXHAUSTED in piece.marks and piece.state == GOOD:
            piece.marks.discard(EXHAUSTED)
            fresh.append(uid)
    return tuple(fresh)


# -- disorder --------------------------------------------------------------------------------


def stays_disordered(scene: Scene, uid: str) -> Refusal | None:
    """wv 13.41-1, 13.41-3, 13.41-4, 13.41-5, 7.56-5, 8.65C.1, 10.31.1-2: why a disordered unit does not recover,
    None if it must. What stands in a hex above its limit never does (13.41-6); the caller knows the limits."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    at, kind = piece.at, scene.ground.kind(piece.at)
    covered = scene.ground.cover(at) in ("hard", "soft")
    hardy = unit.kind == SKIRMISHERS or unit.light_foot
    if not (hardy and covered) and firers(scene, at, ENEMY[unit.army], MINIMUM):
        return _refused(scene, uid, "13.41-1", "is in the minimum fire zone of an enemy")
    if unit.kind == CAVALRY and scene.ground.obstructed(at):
        return _refused(scene, uid, "13.41-3", "is cavalry in an obstructed hex")
    if unit.kind == ARTILLERY and kind in _TOWNS and not (piece.strength <= FEW_GUNS and _road(scene, at)):
        return _refused(scene, uid, "13.41-4", "has too many guns there, or no road")
    if unit.kind == ARTILLERY and _under_fire_of_foot(scene, uid):
        return _refused(scene, uid, "7.56-5", "is in the fire zone of formed infantry")
    return None


def _road(scene: Scene, at: str) -> bool:
    near = scene.ground.field.neighbours[at]
    return any(scene.ground.field.on_way(way, at, to) for way in scene.ground.field.ways for to in near)


def _under_fire_of_foot(scene: Scene, battery: str) -> bool:
    """wv 7.56-5: in the maximum zone of a formed battalion in good order, and not protected by cover."""
    at, army = scene.piece(battery).at, ENEMY[scene.unit(battery).army]
    if scene.ground.cover(at) != "none" or scene.ground.behind_cover(at):
        return False
    foot = (uid for uid in firers(scene, at, army, MAXIMUM) if scene.unit(uid).kind == INFANTRY)
    return any(scene.piece(uid).formed for uid in foot)


def recover(scene: Scene, uid: str, formation: str = "", facing: int | None = None) -> None:
    """wv 13.41-1, 13.41-2, 13.12-4: puts a disordered unit in good order, in a formation and facing of its owner's
    choice; a battalion in a town or in woods is in General Order there."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    piece.state = GOOD
    piece.marks.add(RALLIED)
    if unit.kind == INFANTRY and scene.ground.kind(piece.at) in (*_TOWNS, WOODS):
        piece.formation = GENERAL_ORDER
    elif formation in _open_to(scene, uid):
        piece.formation = formation
    if facing is not None:
        piece.facing = facing


def _open_to(scene: Scene, uid: str) -> tuple[str, ...]:
    """wv 8.2, 8.41.1, 8.53, 13.41-1: the formations that a unit may recover to in its hex; but for battalions it is the
    one that it has, and who stands in two hexes stays there. An extended line is not formed anew (a reading)."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.kind != INFANTRY or piece.second:
        return ()
    free = () if scene.ground.obstructed(piece.at) else (SQUARE,)
    loose = (GENERAL_ORDER,) if unit.light_foot else ()
    return (COLUMN, *(() if piece.strength >= LONG_LINE else (LINE,)), *free, *loose)


# -- rout ------------------------------------------------------------------------------------


def stays_routed(scene: Scene, uid: str) -> Refusal | None:
    """wv 13.42-0, 13.42-3, 14.22B: why a routed unit may not even try to rally, None if it may."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.brigade in scene.brigades.disintegrated:
        return _refused(scene, uid, "14.22B", "is of an army or corps that has disintegrated")
    clear = scene.ground.clear(piece.at)
    if unit.kind in (CAVALRY, ARTILLERY) and not clear:
        return _refused(scene, uid, "13.42-3", "is horse or guns outside clear terrain")
    if firers(scene, piece.at, ENEMY[unit.army], MAXIMUM):
        return _refused(scene, uid, "13.42-0", "is in a fire zone of an enemy")
    if clear and threatened(scene, piece.at, ENEMY[unit.army]):
        return _refused(scene, uid, "13.42-0", "is where enemy cavalry could charge")
    return None


def threatened(scene: Scene, at: str, army: str) -> bool:
    """wv 13.42-0: whether formed cavalry of an army sees a hex that would be in its primary charge zone."""
    rows = scene.charts.shock.primary
    for near in scene.ground.grid(at).within(at, rows):
        for uid in scene.board.fighting(near, army):
            piece = scene.piece(uid)
            horse = scene.unit(uid).kind == CAVALRY and piece.formed and near != at
            ahead = horse and in_triangle(scene.ground, near, piece.facing, at)
            if ahead and line_clear(scene.board, scene.ground, near, at, scene.look(uid)):
                return True
    return False


def automatic(scene: Scene, uid: str) -> bool:
    """wv 8.65C.2, 13.42.A, 13.42.B: whether a unit that may rally does so without a die: skirmishers and crews; who
    stands with a leader of his nation, reduced or not."""
    unit = scene.unit(uid)
    if unit.kind in (SKIRMISHERS, CREW):
        return True
    beside = scene.board.of_army(scene.piece(uid).at, unit.army)
    return any(scene.unit(one).kind == LEADER and scene.unit(one).nation == unit.nation for one in beside)


@dataclass(frozen=True, slots=True)
class SelfRally:
    """wv 13.42.C: an attempt: the die with its modifiers against the rating; loss: points that it costs."""

    total: int
    rating: int
    rallied: bool
    loss: int
    modifiers: tuple[tuple[str, int], ...]


def self_rally(scene: Scene, uid: str, die: int, *, leader: str = "") -> SelfRally:
    """wv 4.3, 4.4, 13.42.C, 13.42.C-1, 14.22-2: an attempt to rally without a leader in the hex, by its die. leader:
    that of the unit's brigade; he is of no use to who is demoralized."""
    unit = scene.unit(uid)
    adds = scene.charts.morale.rally
    found = [("own", -unit.modifier)] if unit.modifier else []
    found += [(name, adds[name].add) for name, there in _helps(scene, uid, leader) if there]
    if scene.weather.dark.rally:
        found.append(("evening", scene.weather.dark.rally))
    total = die + sum(add for _, add in found)
    rating = current(scene, uid, self_rally=True)
    limits = scene.charts.morale.limits
    loss = limits["loss"] if total - rating >= limits["excess"] else 0
    return SelfRally(total, rating, total <= rating, loss, tuple(found))


def _helps(scene: Scene, uid: str, leader: str) -> tuple[tuple[str, bool], ...]:
    unit, at = scene.unit(uid), scene.piece(uid).at
    led = leader in scene.board.pieces and unit.brigade not in scene.brigades.demoralized
    return (
        ("leader", led and scene.ground.distance(at, scene.piece(leader).at) <= 1),
        ("battery", unit.kind == ARTILLERY),
        ("comrades", _comrades(scene, uid)),
        ("cover", scene.ground.kind(at) in (*_TOWNS, WOODS)),
        ("enemy", nearest_enemy(scene, at, unit.army) <= scene.charts.morale.limits["enemy"]),
    )


def _comrades(scene: Scene, uid: str) -> bool:
    """wv 13.42.C-1: another unit of the brigade or regiment in the hex or next to it."""
    unit, at = scene.unit(uid), scene.piece(uid).at
    for near in (at, *scene.ground.field.neighbours[at]):
        for one in scene.board.fighting(near, unit.army):
            other = scene.unit(one)
            same = unit.regiment and other.regiment == unit.regiment
            if one != uid and (same or (unit.brigade and other.brigade == unit.brigade)):
                return True
    return False


def nearest_enemy(scene: Scene, at: str, army: str) -> int:
    """wv 13.31.2, 13.42.C-1: hexes to the nearest enemy combat unit; 99 if there is none."""
    enemies = (
        scene.ground.distance(at, where)
        for where in sorted(scene.board.here)
        if scene.board.enemies_in(where, army) and scene.ground.field.map_of[where] == scene.ground.field.map_of[at]
    )
    return min(enemies, default=99)


def rally(scene: Scene, uid: str) -> str:
    """wv 13.42.A, 13.42-2: rallies a unit: skirmishers and crews to good order, all others to disorder. Returns its
    state."""
    piece = scene.piece(uid)
    piece.state = GOOD if scene.unit(uid).kind in (SKIRMISHERS, CREW) else DISORDERED
    piece.marks.add(RALLIED)
    note(scene.board, uid, BACK)
    return piece.state


def end_phase(scene: Scene) -> None:
    """wv 13.12-4: at the end of the phase it is forgotten who has rallied in it."""
    for piece in scene.board.pieces.values():
        piece.marks.discard(RALLIED)


def _refused(scene: Scene, uid: str, case: str, words: str) -> Refusal:
    at = scene.piece(uid).at
    return Refusal(case, f"{scene.name(uid)} in {at} {words}", uid, at)


def routed(scene: Scene, army: str) -> tuple[str, ...]:
    """wv 13.42.A, 13.42.B: the routed units of an army in the order in which they may rally: skirmishers and crews
    first, then by id."""
    units = [
        uid for uid in sorted(scene.board.pieces) if scene.unit(uid).army == army and scene.piece(uid).state == ROUTED
    ]
    return tuple(sorted(units, key=lambda uid: scene.unit(uid).kind not in (SKIRMISHERS, CREW)))
