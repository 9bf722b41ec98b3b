"""A reinforcement comes on the map: by the road as far as it gets, or into one hex of the edge (6.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import MAJOR
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    COLUMN,
    GENERAL_ORDER,
    INFANTRY,
    LINE,
    ROAD_COLUMN,
    SKIRMISH,
    Piece,
    Unit,
)
from rulesets.winters_victory.rules.formations.mobility import allowance, usual
from rulesets.winters_victory.rules.moving import roads
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk, together
from rulesets.winters_victory.rules.moving.poses import poses
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Act, Stance, stance_of
from rulesets.winters_victory.rules.moving.steps import road, road_hex

ROAD: Final = "road"
"""How a player calls Road Column."""
_FARTHEST: Final = 40
"""Hexes from an entry within which room is looked for at last."""


def formation(unit: Unit, word: str) -> str:
    """wv 6.7, 6.72: the formation that a player asks for with `road`, `column` (of horse and guns the usual one) or any
    other word; of no word Road Column."""
    if word in ("", ROAD):
        return ROAD_COLUMN
    return word if unit.kind == INFANTRY and word in (COLUMN, LINE, GENERAL_ORDER) else usual(unit)


def put_on(scene: Scene, unit: Unit, crew: Unit | None, at: str, piece: Piece) -> None:
    """wv 7.5-1: a unit stands at the edge, at the bottom of whoever is there; guns with their crew."""
    scene.board.place(unit.id, piece)
    if crew is not None:
        scene.board.place(crew.id, Piece(at, piece.facing, crew.strength, SKIRMISH))


def take_off(scene: Scene, unit: Unit, crew: Unit | None) -> None:
    """A unit that finds no room is off the map again."""
    scene.board.remove(unit.id)
    if crew is not None:
        scene.board.remove(crew.id)


# -- by the road -----------------------------------------------------------------------------


def fee(scene: Scene, at: str, ahead: Sequence[tuple[Unit, int]]) -> int:
    """wv 6.71-1, 6.71-2: points, in sixths, that it takes to come into the hex of the edge behind others. ahead: units
    that have come on there before in this turn."""
    rules = scene.ground.terrain.road_column
    return roads.entry_fee(scene, at, ahead) + rules.step[road_hex(scene.ground, at) or MAJOR]


def late(scene: Scene, unit: Unit, points: int, formed: str) -> bool:
    """wv 6.71-2: whether a unit is too far behind in the column to come on in this turn."""
    bonus = scene.ground.terrain.grand_tactical.bonus if formed == ROAD_COLUMN else 0
    return points > allowance(unit, formed) + bonus


def march(scene: Scene, unit: Unit, crew: Unit | None, at: str, points: int, rounds: int) -> bool:
    """wv 6.7, 6.71-1, 6.71-2, 6.65-1: a unit comes on in Road Column and goes on along the road as far as its points
    reach, though not to within six hexes of an enemy, and ends with all of it in free hexes; whether it could.
    points: what it has paid for the hex of the edge."""
    if not road_hex(scene.ground, at):
        return False
    put_on(scene, unit, crew, at, Piece(at, 0, unit.strength, ROAD_COLUMN, rounds=rounds))
    begun = replace(
        stance_of(scene.board.piece(unit.id), grand=True), spent=points, fresh=False, entered=1, by_road=True
    )
    way = _way(scene, unit, begun)
    walk = Walk(together(scene, (unit.id,)), {unit.id: begun})
    if way is None or any(walk.follow(to) for to in way):
        take_off(scene, unit, crew)
        return False
    ended = finish(walk)
    if isinstance(ended, Refusal):
        take_off(scene, unit, crew)
        return False
    walk.carry_out(ended)
    return True


def _way(scene: Scene, unit: Unit, begun: Stance) -> tuple[str, ...] | None:
    """The hexes that a unit marches on from the edge, the farthest that it can end in last; None if it can end
    nowhere."""
    trial = Walk(together(scene, (unit.id,)), {unit.id: begun})
    found: tuple[str, ...] | None = () if _free(scene, unit.id, begun) else None
    gone: list[str] = []
    for to in route(scene, begun.at):
        acts = None if to in scene.watched[unit.army] else trial.prepare(to)
        if acts is None or isinstance(acts, Refusal):
            break
        trial.stances[unit.id] = acts[unit.id].after
        gone.append(to)
        if _free(scene, unit.id, acts[unit.id].after):
            found = tuple(gone)
    return found


def _free(scene: Scene, uid: str, stance: Stance) -> bool:
    return not any(scene.friends(uid, at) or scene.enemies(uid, at) for at in stance.hexes)


def route(scene: Scene, at: str) -> Iterator[str]:
    """The road from a hex of the edge into the field: at each fork the better road, then the straighter one, then the
    lower number; it never comes back."""
    been = [at]
    while True:
        near = [to for to in scene.ground.field.neighbours[been[-1]] if to not in been]
        ways = [to for to in near if road(scene.ground, been[-1], to)]
        # Where the road bends, the hex before the bend may touch the one behind it.
        ways = [to for to in ways if not any(one in been[:-1] for one in _joined(scene, to))]
        if not ways:
            return
        been.append(min(ways, key=lambda to: (road(scene.ground, been[-1], to) != "major", _bend(scene, been, to), to)))
        yield been[-1]


def _joined(scene: Scene, at: str) -> list[str]:
    return [to for to in scene.ground.field.neighbours[at] if road(scene.ground, at, to)]


def _bend(scene: Scene, been: Sequence[str], to: str) -> int:
    if len(been) < 2:
        return 0
    return facing.turn(scene.board.side(been[-2], been[-1]), scene.board.side(been[-1], to))


# -- at the edge -----------------------------------------------------------------------------


def step_on(scene: Scene, unit: Unit, crew: Unit | None, at: str, formed: str, rounds: int) -> bool:
    """wv 6.7, 6.72, 8.51-2, 9.1-1: a unit comes on at a hex in any other formation and stops there, in General Order
    where it may not be formed; whether it could."""
    if at in {to for to in scene.board.here if scene.board.enemies_in(to, unit.army)} or _barred(scene, unit, at):
        return False
    if unit.kind == INFANTRY and scene.forced(at):
        formed = GENERAL_ORDER
    put_on(scene, unit, crew, at, Piece(at, _inward(scene, unit, at), unit.strength, formed, rounds=rounds))
    begun = replace(stance_of(scene.board.piece(unit.id)), fresh=False, entered=1, free=True)
    walk = Walk(together(scene, (unit.id,)), {unit.id: begun})
    ended = finish(walk)
    if isinstance(ended, Refusal):
        take_off(scene, unit, crew)
        return False
    walk.carry_out(ended)
    return True


def spread(scene: Scene, unit: Unit, crew: Unit | None, at: str, formed: str, rounds: int) -> bool:
    """wv 6.7, 6.41-1: a unit that finds no room on the road or at the edge goes beside the road to the nearest hex that
    has room, in Grand Tactical Movement where no enemy is near; whether it could. It goes no farther away than it has
    to."""
    put_on(scene, unit, crew, at, Piece(at, _inward(scene, unit, at), unit.strength, formed, rounds=rounds))
    for radius in _radii(scene, at):
        found = poses(scene, unit.id, grand=True, fits=partial(_within, scene, at, radius))
        nodes = [one for one in found.found.stops if not road_hex(scene.ground, found.stances[one].at)]
        node = min(nodes, key=lambda one: (scene.ground.distance(at, found.stances[one].at), one), default="")
        if node:
            break
    grand_ = next(iter(found.stances.values())).grand
    walk = Walk.begin(scene, (unit.id,))
    words = (*(("grand",) if grand_ else ()), *found.path(node)) if node else ()
    if not node or any(walk.follow(word) for word in words):
        take_off(scene, unit, crew)
        return False
    ended = finish(walk)
    if not isinstance(ended, Refusal):
        walk.carry_out(ended)
    return True


def _radii(scene: Scene, at: str) -> Iterator[int]:
    """Distances from a hex within which there may be room: to the nearest empty hex beside roads, two hexes more,
    all that anybody can reach."""
    ground, grid = scene.ground, scene.ground.grid(at)
    empty = (
        radius
        for radius in range(1, _FARTHEST)
        for to in grid.ring(at, radius)
        if to in ground.field.neighbours and to not in scene.board.here and not road_hex(ground, to)
    )
    first = next(empty, _FARTHEST)
    yield from dict.fromkeys(min(radius, _FARTHEST) for radius in (first, first + 2, _FARTHEST))


def _within(scene: Scene, at: str, radius: int, done: Act) -> bool:
    return scene.ground.distance(at, done.after.at) <= radius


def _barred(scene: Scene, unit: Unit, at: str) -> bool:
    mover = "heavy" if unit.heavy_horse else "guns" if unit.kind == ARTILLERY else ""
    return bool(mover) and scene.ground.terrain.enter(scene.ground.kind(at), mover).barred


def _inward(scene: Scene, unit: Unit, at: str) -> int:
    """The facing of those who stand in a hex; else the first with all of its front on the map."""
    there = [scene.board.piece(uid).facing for uid in scene.board.fighting(at, unit.army)]
    if there:
        return there[0]
    open_ = [bool(scene.beside(at, side)) for side in range(facing.CORNERS)]
    return max(range(facing.CORNERS), key=lambda corner: (sum(open_[side] for side in facing.front(corner)), -corner))
