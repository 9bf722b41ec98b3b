"""A step into the next hex: whether it may be made, what it costs, and what it does to the unit and to friends (5.4,
6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import MAJOR_STREAM, STREAM, points_text, points_words
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CREW,
    DISORDERED,
    GENERAL_ORDER,
    GOOD,
    LIMBERED,
    ROAD_COLUMN,
    ROUTED,
    SKIRMISHERS,
    SQUARE,
    UNLIMBERED,
    Unit,
)
from rulesets.winters_victory.rules import stacking
from rulesets.winters_victory.rules.formations import lines, skirmishing
from rulesets.winters_victory.rules.formations.cavalry import EXHAUSTED, TIRED
from rulesets.winters_victory.rules.formations.involuntary import disorder, general_order, lapsed
from rulesets.winters_victory.rules.formations.mobility import manned, mover
from rulesets.winters_victory.rules.moving import charged, friends, roads, steps
from rulesets.winters_victory.rules.moving.grand import limit, stopped
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import ENTER, Act, Stance, Way, acted
from rulesets.winters_victory.rules.shock.charge_zones import inside

REAR_STEPS: Final = 2
"""wv 5.42.2-1: hexes that a unit goes facing to the rear."""
LONG_BATTERY: Final = 4
"""wv 6.52-5: guns above which a battery fills two hexes of road in obstructed ground."""
_WORST: Final = ("", GENERAL_ORDER, DISORDERED, ROUTED)


def step(scene: Scene, uid: str, stance: Stance, to: str, word: str = "") -> Act | Refusal:
    """wv 5.4-1, 6.1-1, 6.11-1, 6.11-2, 6.12-1, 6.13-0, 6.13.2-1, 6.14-1, 6.14-2, 6.22-3, 8.34.1, 9.13-2: a step into a
    neighbouring hex, worked out.

    word: `disorder` crosses a stream the cheap way that disorders, `go` takes General Order rather than pay for having
    passed friends in line; "" takes the first way of the chart that the points allow."""
    unit = scene.board.unit(uid)
    refused = _barred(scene, uid, unit, stance, to)
    if refused:
        return refused
    if stance.formation == ROAD_COLUMN:
        return roads.along(scene, uid, stance, to)
    halves = lines.ahead(scene, stance, to)
    enemies = _who_makes_way(scene, uid, halves)
    if isinstance(enemies, Refusal):
        return enemies
    along = bool(steps.road(scene.ground, stance.at, to)) and not stance.second
    leave = friends.leaving(scene, uid, stance, to, along=along)
    if leave.line and word == "go":
        return _in_general_order(scene, uid, unit, stance, to)
    return _cheapest(scene, uid, unit, stance, halves, word, leave, along, enemies)


def _cheapest(
    scene: Scene,
    uid: str,
    unit: Unit,
    stance: Stance,
    halves: tuple[tuple[str, str], ...],
    word: str,
    leave: friends.Meeting,
    along: bool,
    enemies: tuple[str, ...],
) -> Act | Refusal:
    """The first way that the points allow; if none does and friends were passed in line, General Order instead."""
    to = halves[0][1]
    found = [way for way in _ways(scene, unit, stance, halves) if word != "disorder" or way.effect == DISORDERED]
    if not found:
        what = "that disorders" if word else "for it"
        return scene.refusal(uid, "6.2-2", f"may not enter {to} from {stance.at}: there is no way {what}", to)
    meets = [friends.entering(scene, uid, replace(stance, at=a), b, along=along) for a, b in halves]
    extra = leave.points + leave.line + max(meet.points for meet in meets)
    extra += max(charged.step_toll(scene, a, b) for a, b in halves)
    left = limit(scene, uid, stance) - stance.spent
    way = next((one for one in found if one.points + extra <= left), None)
    if way is None:
        if leave.line:
            return _in_general_order(scene, uid, unit, stance, to)
        needs = points_words(min(one.points for one in found) + extra)
        text = f"needs {needs} to enter {to} from {stance.at} and has {points_text(max(0, left))}"
        return scene.refusal(uid, "6.11-1", text, to)
    befalls = max((meet.befalls for meet in meets), key=(GOOD, DISORDERED, ROUTED).index)
    others = leave.others + tuple(one for meet in meets for one in meet.others)
    return _arrived(scene, uid, unit, stance, halves, way, extra, along, befalls, others, enemies)


def _in_general_order(scene: Scene, uid: str, unit: Unit, stance: Stance, to: str) -> Act | Refusal:
    """wv 6.13.2-1: a line that has passed formed friends leaves them in General Order, at no further cost."""
    found = step(scene, uid, general_order(unit, stance), to)
    return found if isinstance(found, Refusal) else replace(found, before=stance)


def _arrived(
    scene: Scene,
    uid: str,
    unit: Unit,
    stance: Stance,
    halves: tuple[tuple[str, str], ...],
    way: Way,
    extra: int,
    along: bool,
    befalls: str,
    others: tuple[tuple[str, str], ...],
    enemies: tuple[str, ...],
) -> Act:
    """wv 5.42.2-2, 6.12-2, 6.12-3, 7.21-0, 7.41.3, 8.51-1, 9.1-2, 10.31-0, 10.31.1-1: what the step has made of the
    unit and of its friends."""
    to, points = halves[0][1], way.points + extra
    after = replace(
        stance,
        at=to,
        second=halves[1][1] if stance.second else "",
        trail=_tail(scene, uid, unit, stance, to, along=along),
        entered=stance.entered + 1,
        came=stance.at,
        by_road=along,
        free=False,
        turned=0,
        checked=stance.checked or inside(scene.charges, to),
    )
    if stance.rear and _spoils_rear(scene, stance.at, to):
        after = disorder(after)
    after = lapsed(unit, after, way.effect)
    after = lapsed(unit, after, befalls)
    crowd = _crowded(scene, uid, after, along=along)
    if crowd is not None:
        after = after if stance.grand else disorder(after)
        others += tuple((one, DISORDERED) for one in crowd)
    if EXHAUSTED in scene.board.piece(uid).marks and stance.spent + points > TIRED:
        after = disorder(after)
    below = friends.below(scene, uid, stance.at, to)
    done = stopped(scene, uid, after)
    check = charged.meets(scene, uid, stance, to)
    return acted(ENTER, stance, done, points, guns=way.guns, others=others, below=below, displaced=enemies, check=check)


# -- whether it may be made ----------------------------------------------------------------------------


def _barred(scene: Scene, uid: str, unit: Unit, stance: Stance, to: str) -> Refusal | None:
    """wv 5.4-1, 5.42.2-1, 6.1-2, 6.3-1, 7.22-1, 7.51-1, 7.53-1, 7.65-1, 8.41.3, 17.23-1: what bars a step whatever
    it costs."""
    at = stance.at
    if stance.halted:
        return scene.refusal(uid, stance.halted, f"has ended its movement in {at}", at)
    if stance.state == ROUTED:
        return scene.refusal(uid, "7.22-1", f"is routed in {at} and does not move", at)
    if to not in scene.ground.field.neighbours.get(at, ()):
        return scene.refusal(uid, "6.0-2", f"goes from hex to hex: {to[:20]} is not beside {at}", at)
    if to in scene.closed:
        return scene.refusal(uid, "17.23-1", f"may not move into {to}: the enemy's headquarters stands there", to)
    if not scene.faces(unit, stance, to):
        return scene.refusal(uid, "5.4-1", f"does not face {to} from {at}: it has to turn first", to)
    if stance.rear and stance.entered >= REAR_STEPS:
        return scene.refusal(uid, "5.42.2-1", f"goes {REAR_STEPS} hexes facing to the rear, and not on to {to}", to)
    if stance.formation == SQUARE:
        return scene.refusal(uid, "8.41.3", f"is in square in {at} and does not move", at)
    if unit.kind == ARTILLERY and stance.formation == UNLIMBERED:
        return scene.refusal(uid, "7.51-1", f"is unlimbered in {at} and does not move", at)
    if unit.kind == ARTILLERY and not manned(scene.board, uid):
        return scene.refusal(uid, "7.53-1", f"has no crew in {at} and does not move", at)
    if unit.kind == CREW and _with_limbered(scene, unit, at):
        return scene.refusal(uid, "7.65-1", f"may not leave its limbered guns in {at}", at)
    if unit.kind in (SKIRMISHERS, CREW):
        return skirmishing.why_not_step(scene, uid, stance, to)
    return None


def _with_limbered(scene: Scene, crew: Unit, at: str) -> bool:
    board = scene.board
    return crew.serves in board.units_in(at) and board.piece(crew.serves).formation in (LIMBERED, ROAD_COLUMN)


def _who_makes_way(scene: Scene, uid: str, halves: tuple[tuple[str, str], ...]) -> tuple[str, ...] | Refusal:
    """wv 6.1-1, 8.66-1, 9.13-2: the enemies in the hexes that are entered, who have to make way."""
    found: list[str] = []
    for a, b in halves:
        if not b:
            return scene.refusal(uid, "8.34.1", f"cannot go on from {a}: the map ends there", a)
        enemies = skirmishing.displaced(scene, uid, b)
        if isinstance(enemies, Refusal):
            return enemies
        found += enemies
    return tuple(dict.fromkeys(found))


# -- what it costs ---------------------------------------------------------------------------------------


def _ways(scene: Scene, unit: Unit, stance: Stance, halves: tuple[tuple[str, str], ...]) -> Iterator[Way]:
    """wv 8.34.1: the ways of a step; of an extended line the dearer half's points, and the worse of what befalls
    both."""
    sort = mover(unit, stance.formation, stance.state)
    find = steps.grand_ways if stance.grand else steps.ways
    for ways in product(*(find(scene.ground, sort, a, b) for a, b in halves)):
        yield Way(
            max(way.points for way in ways),
            max((way.effect for way in ways), key=_WORST.index),
            tuple(modifier for way in ways for modifier in way.guns),
        )


# -- what it does ----------------------------------------------------------------------------------------


def _spoils_rear(scene: Scene, at: str, to: str) -> bool:
    """wv 5.42.2-2: whether a step disorders a unit that faces to the rear."""
    water = any(scene.ground.field.has(side, at, to) for side in (STREAM, MAJOR_STREAM))
    return water or scene.ground.obstructed(to)


def _tail(scene: Scene, uid: str, unit: Unit, stance: Stance, to: str, *, along: bool) -> tuple[str, ...]:
    """wv 6.52-5: the hex behind that a battery of more than four guns fills too while it follows a road into obstructed
    ground."""
    long = unit.kind == ARTILLERY and scene.board.piece(uid).strength > LONG_BATTERY
    return (stance.at,) if long and along and not stance.grand and scene.ground.obstructed(to) else ()


def _crowded(scene: Scene, uid: str, after: Stance, *, along: bool) -> tuple[str, ...] | None:
    """wv 6.12-3, 9.1-1, 9.1-2, 9.11.3-2: the friends in a hex whose limits a unit breaks, alone or with those who move
    with it; None if it breaks none."""
    if scene.board.unit(uid).kind == CREW:
        return None
    party = tuple(one for one in scene.party if one != uid)
    found: list[str] | None = None
    for at in (after.at, after.second) if after.second else (after.at,):
        there = scene.friends(uid, at)
        if stacking.over(scene.ground, scene.board, at, (*there, *party, uid), by_road=along):
            found = [*(found or ()), *(one for one in there if scene.board.piece(one).formation != ROAD_COLUMN)]
    return None if found is None else tuple(dict.fromkeys(found))
