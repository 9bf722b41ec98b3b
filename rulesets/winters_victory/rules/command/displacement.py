"""Command units alone in a hex, next to whom an enemy comes (16.17)."""

from __future__ import annotations

from typing import Final

from rulesets.winters_victory.board.pieces import ENEMY, LEADER
from rulesets.winters_victory.rules.command.staff import Staff

FAR: Final = 3
"""wv 16.17: hexes that a command unit goes at most, but to the nearest friendly unit."""


def displaced(staff: Staff, enemy: str) -> tuple[str, ...]:
    """wv 16.17: the command units without a combat unit in their hex next to whom an enemy unit has come, in whatever
    phase, by id."""
    scene = staff.scene
    army = ENEMY[scene.unit(enemy).army]
    near = {one for at in scene.piece(enemy).hexes for one in scene.board.field.neighbours[at]}
    return tuple(
        sorted(
            uid
            for at in near
            if not scene.board.fighting(at, army)
            for uid in scene.board.of_army(at, army)
            if scene.unit(uid).kind == LEADER
        )
    )


def places(staff: Staff, uid: str) -> tuple[str, ...]:
    """wv 16.17: where a displaced command unit may go, ascending: to the nearest friendly units, however far; or to a
    hex at most three away that is nearer to a unit of its command, or to another friendly command unit, than it was."""
    scene, officer, start = staff.scene, staff.officer(uid), staff.at(uid)
    army = officer.army
    friends = [one for one in scene.board.pieces if scene.unit(one).army == army and scene.unit(one).fights]
    hexes = {at for one in friends for at in scene.piece(one).hexes}
    nearest = min((scene.ground.distance(start, at) for at in hexes), default=0)
    found = {at for at in hexes if scene.ground.distance(start, at) == nearest}
    leaders = (one for one in scene.board.pieces if one != uid and scene.unit(one).army == army)
    goals = {at for one in staff.units_of(uid) for at in scene.piece(one).hexes}
    goals |= {staff.at(one) for one in leaders if scene.unit(one).kind == LEADER}
    for at in scene.ground.grid(start).within(start, FAR):
        if at != start and not scene.board.enemies_in(at, army) and _nearer(staff, start, at, goals):
            found.add(at)
    return tuple(sorted(found))


def _nearer(staff: Staff, start: str, at: str, goals: set[str]) -> bool:
    distance = staff.scene.ground.distance
    return any(distance(at, goal) < distance(start, goal) for goal in goals)
