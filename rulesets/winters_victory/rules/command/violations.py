"""Attack Orders: who is under one, and what violates it (17.73, 17.75)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesets.winters_victory.board.chain import BRIGADE
from rulesets.winters_victory.board.pieces import INFANTRY, ROUTED
from rulesets.winters_victory.rules.command.staff import Staff

IDLE, ROUT, EXHAUSTED, LEADER = "idle", "routed", "exhausted", "leader"
"""wv 17.75-1, 17.75-2, 17.75-3, 17.75-4: causes, as data/charts/command.yaml calls them."""
Finder = Callable[[Staff, str, str], tuple[str, ...]]
"""Staff, army and letter -> the brigades that violate an Attack Order."""
WORN: Final = 2
"""wv 17.75-3: the level of fatigue that violates; the text says 2 or 3, and there is no 3 (15.2)."""


def brigades(staff: Staff, army: str, letter: str) -> tuple[str, ...]:
    """wv 17.72: the brigades under an Attack Order, by id."""
    return tuple(sorted(brigade for uid in members(staff, army, letter) for brigade in staff.chain.brigades_of(uid)))


def members(staff: Staff, army: str, letter: str, level: str = BRIGADE) -> tuple[str, ...]:
    """wv 17.72: the command units of a level that are under an Attack Order, by id."""
    return tuple(
        sorted(
            uid
            for uid, post in staff.command.posts.items()
            if post.attack == letter and staff.officer(uid).army == army and staff.officer(uid).level == level
        )
    )


def battalions(staff: Staff, brigade: str) -> tuple[str, ...]:
    """The battalions of a brigade on the map, by id."""
    units = (uid for uid, own in staff.chain.units.items() if own == brigade and staff.on_map(uid))
    return tuple(sorted(uid for uid in units if staff.scene.unit(uid).kind == INFANTRY))


def adjacent(staff: Staff, uid: str) -> bool:
    """wv 17.73-3: whether an enemy combat unit is next to a unit."""
    scene, army = staff.scene, staff.scene.unit(uid).army
    near = (one for at in scene.piece(uid).hexes for one in scene.board.field.neighbours[at])
    return any(scene.board.enemies_in(at, army) for at in near)


def closer(staff: Staff, uid: str, start: str) -> bool:
    """wv 17.73-3: whether a unit is nearer than a hex to some enemy combat unit, whichever."""
    scene, army = staff.scene, staff.scene.unit(uid).army
    at = scene.piece(uid).at
    enemies = (
        hex_
        for one, piece in scene.board.pieces.items()
        if scene.unit(one).army != army and scene.unit(one).fights
        for hex_ in piece.hexes
    )
    return at != start and any(scene.ground.distance(at, to) < scene.ground.distance(start, to) for to in enemies)


def idle(staff: Staff, army: str, letter: str, starts: Mapping[str, str]) -> tuple[str, ...]:
    """wv 17.75-1, 17.73-3: the brigades under an Attack Order with a battalion that is neither next to an enemy nor
    nearer to one than before, at the end of the friendly Movement Phase. The text has "or"; both must be lacking, since
    a battalion in contact would violate by staying there. Routed battalions cannot move and count by 17.75-2 alone.

    starts: unit -> its hex at the start of the phase; one that is not named has not moved."""
    return tuple(
        brigade
        for brigade in brigades(staff, army, letter)
        if any(
            staff.scene.piece(uid).state != ROUTED
            and not adjacent(staff, uid)
            and not closer(staff, uid, starts.get(uid, staff.scene.piece(uid).at))
            for uid in battalions(staff, brigade)
        )
    )


def routed(staff: Staff, army: str, letter: str) -> tuple[str, ...]:
    """wv 17.75-2: the brigades under an Attack Order with routed battalions at the end of the friendly Rally Phase;
    each counts once."""
    return tuple(
        brigade
        for brigade in brigades(staff, army, letter)
        if any(staff.scene.piece(uid).state == ROUTED for uid in battalions(staff, brigade))
    )


def exhausted(staff: Staff, army: str, letter: str) -> tuple[str, ...]:
    """wv 17.75-3: the brigades under an Attack Order that are at the highest level of fatigue after the hourly
    accrual."""
    charts, fatigue = staff.scene.charts.fatigue, staff.command.fatigue
    return tuple(
        brigade
        for brigade in brigades(staff, army, letter)
        if brigade in fatigue and charts.level(fatigue[brigade].points).level >= WORN
    )


def record(staff: Staff, army: str, letter: str, cause: str, number: int = 1) -> int:
    """wv 17.75-1, 17.75-2, 17.75-3, 17.75-4: books violations by a cause; returns what the track shows."""
    attack = staff.command.attacks[army][letter]
    attack.violations += number * staff.charts.violations[cause]
    return attack.violations


def by_leader(staff: Staff, uid: str) -> bool:
    """wv 17.75-4: books that a command unit is reduced or goes to Standing, at once; returns whether it is a violation:
    whether it is under an Attack Order."""
    letter = staff.post(uid).attack
    army = staff.officer(uid).army
    if not letter or letter not in staff.command.attacks.get(army, {}):
        return False
    record(staff, army, letter, LEADER)
    return True
