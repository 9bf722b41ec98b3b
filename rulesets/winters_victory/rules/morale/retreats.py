"""Where retreats lead: hex by hex, by one ranking that leaves nothing to chance (13.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from pbem.lean import dataclass
from rulesets.winters_victory.battlefield import WETLANDS
from rulesets.winters_victory.board.fates import hurt
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    DISORDERED,
    ENEMY,
    EXTENDED,
    GOOD,
    LINE,
    ROUTED,
)
from rulesets.winters_victory.rules.firing.zones import firers
from rulesets.winters_victory.rules.morale.check import leavers
from rulesets.winters_victory.rules.scene import Scene

OFF: Final = "off"
"""Where a routed unit goes from the edge of the map."""
_FAR: Final = 10_000


@dataclass(frozen=True, slots=True)
class Flight:
    """What a retreat has to go by. army: whose. away: the hex of the fire or shock that caused it, "" for none. edge:
    hex -> hexes to the army's line of retreat, 0 where it leaves the map. prefer: numbers of directions that the owner
    likes best, the best first. leader: the hex of its leader, "" if he does not matter."""

    army: str
    away: str = ""
    edge: Mapping[str, int] = field(default_factory=dict)
    prefer: tuple[int, ...] = ()
    leader: str = ""


def distance(scene: Scene, state: str, *, rallying: bool = False, enemy: int = 0) -> int:
    """wv 7.22-2, 13.31.1, 13.31.2, 13.42-4: hexes of a retreat. state: DISORDERED or ROUTED; rallying: whether a routed
    unit fails to rally; enemy: hexes to the nearest enemy then."""
    hexes = scene.charts.morale.retreats
    if rallying:
        return hexes["unrallied-near" if enemy <= hexes["near"] else "unrallied-far"]
    return hexes[DISORDERED if state == DISORDERED else ROUTED]


def next_hex(scene: Scene, group: Sequence[str], flight: Flight, been: Sequence[str]) -> str:
    """wv 13.3-2, 13.32-1, 13.32-2, 13.32-3: the next hex of a retreat; "" if there is no way, OFF from the map's edge.

    been: the hexes of the retreat so far, the one that it began in first. Never into enemies, into terrain that bars
    one of the group, nor back. Of the rest the least of these, in this order: into a minimum zone of the enemy; into
    formed friends; no farther from the cause; turning; farther from the line of retreat; the owner's wish; the
    leader; the number of the hex. A routed group leaves the map by its edge and is lost, a disordered one stays there.
    """
    at = been[-1]
    board = scene.board
    routed = any(scene.piece(uid).state == ROUTED for uid in group)
    if routed and flight.edge.get(at) == 0:
        return OFF
    ways = [
        to
        for to in scene.ground.field.neighbours[at]
        if to not in been
        and not board.enemies_in(to, flight.army)
        and not any(barred(scene, uid, at, to) for uid in group)
    ]
    return min(ways, key=lambda to: _rank(scene, group, flight, been, to), default="")


def stops_at_edge(scene: Scene, group: Sequence[str], flight: Flight, at: str) -> bool:
    """wv 13.3-2: whether a group that is disordered and not routed ends its retreat at the edge."""
    return flight.edge.get(at) == 0 and not any(scene.piece(uid).state == ROUTED for uid in group)


def _rank(scene: Scene, group: Sequence[str], flight: Flight, been: Sequence[str], to: str) -> tuple[int | str, ...]:
    board, at = scene.board, been[-1]
    side = board.side(at, to)
    friends = [uid for uid in board.fighting(to, flight.army) if uid not in group]
    nearer = 0
    if flight.away:
        nearer = int(scene.ground.distance(flight.away, to) <= scene.ground.distance(flight.away, at))
    return (
        int(bool(firers(scene, to, ENEMY[flight.army]))),
        int(any(scene.piece(uid).formed for uid in friends)),
        nearer,
        _turn(scene, flight, been, side),
        flight.edge.get(to, _FAR),
        flight.prefer.index(side) if side in flight.prefer else len(flight.prefer),
        scene.ground.distance(flight.leader, to) if flight.leader else 0,
        to,
    )


def _turn(scene: Scene, flight: Flight, been: Sequence[str], side: int) -> int:
    """Sixths of a circle between a step and the one before; of the first step and the line from the cause."""
    if len(been) > 1:
        before = scene.board.side(been[-2], been[-1])
    elif flight.away:
        line = scene.ground.grid(been[0]).line(flight.away, been[0])
        before = scene.board.side(line[-2], line[-1]) if len(line) > 1 else side
    else:
        return 0
    steps = (side - before) % 6
    return min(steps, 6 - steps)


def barred(scene: Scene, uid: str, at: str, to: str) -> bool:
    """wv 13.32-3, 6.21-3: whether terrain bars a unit from a hex: woods heavy cavalry and guns, but by a road; wetlands
    guns, even by one."""
    unit = scene.unit(uid)
    mover = "heavy" if unit.heavy_horse else "guns" if unit.kind == ARTILLERY else ""
    kind = scene.ground.kind(to)
    if not mover or not scene.ground.terrain.enter(kind, mover).barred:
        return False
    by_road = any(scene.ground.field.on_way(way, at, to) for way in scene.ground.field.ways)
    return not by_road or (mover == "guns" and kind == WETLANDS)


def may_end(scene: Scene, group: Sequence[str], at: str, army: str) -> bool:
    """wv 13.33-3: whether a retreat may end in a hex: no friends are there, or both they and the group are disordered
    or routed."""
    friends = [uid for uid in scene.board.fighting(at, army) if uid not in group]
    shaken = all(scene.piece(uid).state != GOOD for uid in group if scene.unit(uid).kind != ARTILLERY)
    return not friends or (shaken and all(scene.piece(uid).state != GOOD for uid in friends))


def depart(scene: Scene, at: str, army: str) -> tuple[str, ...]:
    """wv 13.3-1, 7.56-8, 12.43.5: the group that retreats out of a hex; guns that it leaves are in good order."""
    group = leavers(scene, at, army)
    for uid in scene.board.fighting(at, army):
        if uid not in group and scene.unit(uid).kind == ARTILLERY:
            scene.piece(uid).state = GOOD
    return group


def step(scene: Scene, group: Sequence[str], to: str) -> None:
    """wv 13.3-1, 8.33.3: moves a group on, in the order of its stack, below whoever is there; off the map it is lost.
    An extended line goes as one unit in one hex, a line beneath its disorder."""
    for uid in group:
        if to in (OFF, ""):
            hurt(scene.board, uid, scene.board.remove(uid).strength)
        else:
            piece = scene.piece(uid)
            # Whoever retreats goes through one hex at a time: a line of two is a line of one then (8.32.2).
            if piece.formation == EXTENDED:
                piece.formation = LINE
            scene.board.move(uid, to)
            if scene.piece(uid).formation == EXTENDED:
                scene.piece(uid).formation = LINE


def points(scene: Scene, group: Sequence[str]) -> int:
    """wv 13.33-4: strength points and guns of a group; crews with their guns do not count."""
    served = [uid for uid in group if scene.unit(uid).kind == ARTILLERY]
    return sum(scene.piece(uid).strength for uid in group if scene.unit(uid).serves not in served)
