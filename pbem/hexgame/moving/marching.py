"""The march of one piece: whether a path is open to it, how far it gets, and what is said where it is not.

Costs are half movement points. `judge_march` judges a path, `reach` offers them: both read the same step table and the
same zones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pbem.engine.options import Refusal
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.rules import MoveRules
from pbem.wargame import movement as search

_NO_STEPS: Mapping[str, int | None] = {}


def judge_march(rules: MoveRules, unit: str, path: Sequence[str], points: int, spent: int = 0) -> Refusal | int:
    """Half points spent on a path, or the first thing that the rules have against it.

    path: hexes in order, the first being where the piece stands or was just placed. points: its allowance.
    spent: half points that it has spent already, on entering the map.
    """
    at, last, entered = path[0], len(path) - 1, spent
    if not last:
        return spent
    board, zone, zones, table = rules.board, rules.zone(unit), rules.zones(unit), rules.steps(unit)
    here, holder, controlled, enemy = board.here, board.holder, zone.get, rules.enemy_of(unit)
    if not zones.leave and zone.get(at):
        return _occupied(rules, unit, path[1]) if holder(path[1]) == enemy else held(rules, unit, at)
    for index in range(1, last + 1):
        to = path[index]
        near = table.get(at, _NO_STEPS)
        if to not in near:
            return _not_next(rules, unit, at, to)
        cost = near[to]
        if cost is None:
            return _barred(rules, unit, at, to)
        if to in here and holder(to) == enemy:
            return _occupied(rules, unit, to)
        spent += cost
        if spent > points:
            return _too_far(rules, unit, path, points, entered)
        if controlled(to):
            if not zones.enter:
                return no_entering(rules, unit, to)
            if index < last and not zones.through:
                return _stops(rules, unit, to, path[index + 1])
        at = to
    return spent


def reach(rules: MoveRules, unit: str, start: str, points: int, until: str = "") -> search.Reach:
    """Where a piece can get to with its half points, in any direction, through friends.

    `stops` are the hexes in which it may be with those who are there. start: its hex, or the hex in which it comes in.
    until: a hex with which the search may end, "" for none.
    """
    board, zone, zones, table = rules.board, rules.zone(unit), rules.zones(unit), rules.steps(unit)
    here, enemy, holder, kept = board.here, rules.enemy_of(unit), board.holder, held_in_place(rules, unit, start)
    enter = zones.enter

    def step_cost(a: str, b: str) -> int | None:
        if (kept and a == start) or (b in here and holder(b) == enemy):
            return None
        return None if not enter and zone.get(b) else table[a][b]

    return search.reach(
        start,
        points,
        rules.field.neighbours.__getitem__,
        step_cost,
        lambda at: at not in here or rules.fits(at, (*rules.others_in(at, (unit,)), unit)),
        search.nowhere if zones.through else lambda at: bool(zone.get(at)),
        until,
    )


def held_in_place(rules: MoveRules, unit: str, at: str) -> bool:
    """Whether an enemy zone, one or several, keeps a piece in a hex in which it begins."""
    return bool(rules.zone(unit).get(at)) and not rules.zones(unit).leave


def stays(rules: MoveRules, unit: str, path: Sequence[str]) -> bool:
    """Whether an enemy zone keeps a piece in the last hex of a path, so that it goes no farther."""
    zones = rules.zones(unit)
    return bool(rules.zone(unit).get(path[-1])) and not (zones.through if len(path) > 1 else zones.leave)


def no_room(rules: MoveRules, units: Sequence[str], at: str) -> Refusal | None:
    """Why pieces that move together may not stop in a hex: friends whom an enemy zone holds there make no room."""
    others = rules.others_in(at, units)
    stuck = [other for other in others if held_in_place(rules, other, at)] if others else others
    if not stuck or rules.fits(at, (*stuck, *units)):
        return None
    name, friends = rules.name(units[0]), rules.names(rules.in_the_way(at, units, stuck))
    where = rules.field.name(at)
    text = f"{name} would have to stop in {where}, an enemy controlled hex that {friends} cannot leave"
    return Refusal(rules.cases.room, text, units[0], at)


def barred_goal(rules: MoveRules, unit: str, at: str) -> Refusal | None:
    """Why a hex may not be entered in this phase by any way; None if it hangs on the way."""
    field = rules.field
    if rules.closed(at):
        return closed_ground(rules, unit, at)
    if not rules.zones(unit).enter and rules.zone(unit).get(at):
        return no_entering(rules, unit, at)
    mover = rules.mover(unit)
    usual = field.steps_for(mover)
    if field.kind(at).enter[mover] is None and all(usual[near][at] is None for near in field.neighbours[at]):
        return _prohibited(rules, unit, at)
    return None


# -- sentences -----------------------------------------------------------------------


def held(rules: MoveRules, unit: str, at: str) -> Refusal:
    """Why a piece that stands in an enemy zone may not leave its hex."""
    text = f"{rules.name(unit)} stands in {rules.field.name(at)}, an enemy controlled hex, and may not leave it"
    return Refusal(rules.cases.held, text, unit, at, (at,))


def closed_ground(rules: MoveRules, unit: str, at: str) -> Refusal:
    """Why a hex may not be entered for the time being."""
    field = rules.field
    text = f"{rules.name(unit)} may not enter the {field.terrain[at]} of {field.name(at)} {rules.when}"
    return Refusal(rules.cases.closed, text, unit, at)


def no_entering(rules: MoveRules, unit: str, at: str) -> Refusal:
    """Why a hex that the enemy controls may not be entered at all."""
    when = rules.zones(unit).when
    text = f"{rules.name(unit)} may not enter {rules.field.name(at)}{' ' * bool(when)}{when}: it is enemy controlled"
    return Refusal(rules.cases.zone, text, unit, at)


def _not_next(rules: MoveRules, unit: str, at: str, to: str) -> Refusal:
    near = rules.field.neighbours.get(at, ())
    if to not in rules.field.neighbours:
        text = f"{rules.name(unit)} cannot go from {at} to {to[:20]}: there is no such hex"
    else:
        text = f"{rules.name(unit)} cannot go from {at} to {to}: the two do not touch"
    return Refusal(rules.cases.path, text, unit, to, tuple(near))


def _barred(rules: MoveRules, unit: str, at: str, to: str) -> Refusal:
    side = rules.field.barring(at, to)
    if side:
        why = ": there is no bridge" if rules.field.chart.sides[side].bridged else ""
        text = f"{rules.name(unit)} cannot cross the {side} between {at} and {to}{why}"
        return Refusal(rules.cases.hexside, text, unit, to)
    return closed_ground(rules, unit, to) if rules.closed(to) else _prohibited(rules, unit, to)


def _prohibited(rules: MoveRules, unit: str, at: str) -> Refusal:
    field = rules.field
    text = f"{rules.name(unit)} may not enter {field.name(at)}: {field.terrain[at]} is prohibited"
    return Refusal(rules.cases.ground, text, unit, at)


def _too_far(rules: MoveRules, unit: str, path: Sequence[str], points: int, entered: int) -> Refusal:
    """entered: half points that coming onto the map took. A step that is closed now counts what it usually costs."""
    table, usual = rules.steps(unit), rules.field.steps_for(rules.mover(unit))
    steps = [(table.get(a, _NO_STEPS).get(b), usual.get(a, _NO_STEPS).get(b)) for a, b in pairwise(path)]
    total = entered + sum((usually if now is None else now) or 0 for now, usually in steps)
    text = (
        f"{rules.name(unit)} cannot reach {rules.field.name(path[-1])} this way: it costs "
        f"{points_text(total)} movement points and the unit has {points_text(points)}"
    )
    return Refusal(rules.cases.length, text, unit, path[-1])


def _occupied(rules: MoveRules, unit: str, to: str) -> Refusal:
    enemy = rules.enemy_of(unit)
    foe = next(other for other in rules.board.here[to] if rules.board.army_of(other) == enemy)
    text = f"{rules.name(unit)} may not enter {rules.field.name(to)}: {rules.name(foe)} of the enemy stands there"
    return Refusal(rules.cases.occupied, text, unit, to)


def _stops(rules: MoveRules, unit: str, at: str, to: str) -> Refusal:
    if rules.board.holder(to) == rules.enemy_of(unit):
        return _occupied(rules, unit, to)
    where = rules.field.name(at)
    text = f"{rules.name(unit)} has to stop in {where}, an enemy controlled hex, and cannot go on to {to}"
    return Refusal(rules.cases.stop, text, unit, at, (at,))
