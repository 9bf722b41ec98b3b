"""Movement: sections 5 and 6, the movement side of 9.0, night (10.2, 16.1) and fog (16.2).

A unit's march is its path of hexes; costs are half movement points. `march_refusal` judges a path, `reach` offers
them: both read the same step table and the same zones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from pbem.engine.options import Refusal
from pbem.wargame import movement as search
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.reading import points_text
from rulesets.napoleon_at_war.setting import Setting

_NO_STEPS: Mapping[str, int | None] = {}


def allowance(setting: Setting, unit: str, turn: int) -> int:
    """naw 2.4-4, 5.15-2, 16.21-1, 18.12: half movement points of a unit on a game-turn.

    Always the printed figure, whatever was left over before and whatever its morale; in fog half of it, rounded down.
    """
    points = setting.roster.units[unit].allowance
    if setting.is_fog(turn):
        points //= 2
    return 2 * points


def march_refusal(
    setting: Setting, board: Board, unit: str, path: Sequence[str], points: int, spent: int = 0
) -> Refusal | int:
    """naw 5.13, 5.15-1, 5.16, 6.0-2, 6.2, 6.3, 6.5, 10.2-1, 10.2-2: half points spent, or why not.

    path: hexes in order, the first being where the unit stands or was just placed. points: its allowance.
    spent: half points that it has spent already, on entering the map; such a unit stands in no enemy zone.
    """
    position = board.position
    night = position.turn in setting.night
    table = setting.steps(position.turn)
    enemy = board.enemy[board.roster.units[unit].army]
    zone = board.zones[enemy]
    at, last, entered = path[0], len(path) - 1, spent
    if last and zone.get(at):
        return _held(setting, board, unit, at, path[1])
    for index in range(1, last + 1):
        to = path[index]
        near = table.get(at, _NO_STEPS)
        if to not in near:
            return _not_next(setting, board, unit, at, to)
        cost = near[to]
        if cost is None:
            return _barred(setting, board, unit, at, to, night)
        spent += cost
        if spent > points:
            return _too_far(setting, unit, path, points, entered)
        if zone.get(to):
            if night:
                return _night_zone(setting, board, unit, to)
            if index < last:
                return _stops(setting, board, unit, to, path[index + 1])
        at = to
    return spent


def held_in_place(board: Board, unit: str, at: str) -> bool:
    """naw 6.1: whether an enemy zone, one or several, keeps a unit in its hex in a Movement Phase."""
    return board.in_zone(at, board.enemy[board.army_of(unit)])


def no_room(setting: Setting, board: Board, unit: str, at: str) -> Refusal | None:
    """naw 6.1: a friend that an enemy zone holds in its hex cannot make room, so nobody may stop there."""
    others = [other for other in board.here.get(at, ()) if other != unit]
    if not others or not held_in_place(board, unit, at):
        return None
    name, friend = _name(setting, unit), _name(setting, others[0])
    text = f"{name} would have to stop in {setting.field.name(at)}, an enemy controlled hex that {friend} cannot leave"
    return Refusal("6.1", text, unit, at)


def reach(setting: Setting, board: Board, unit: str, start: str, points: int, until: str = "") -> search.Reach:
    """naw 5.0-1, 5.31, 5.33, 5.34: where a unit can get to with its half points, in any direction, through friends.

    `stops` are the hexes without a friend. start: its hex, or the hex in which it comes in. until: a hex with which the
    search may end, "" for none.
    """
    army = board.army_of(unit)
    enemy = board.enemy[army]
    zone, here = board.zones[enemy], board.here
    night = board.position.turn in setting.night
    table = setting.steps(board.position.turn)

    def step_cost(a: str, b: str) -> int | None:
        if (a == start and zone.get(a)) or (b in here and board.holder(b) == enemy):
            return None
        return None if night and zone.get(b) else table[a][b]

    return search.reach(
        start,
        points,
        lambda at: setting.field.neighbours[at],
        step_cost,
        lambda at: at not in here or here[at] == [unit],
        lambda at: bool(zone.get(at)),
        until,
    )


def routes(setting: Setting, board: Board, unit: str) -> search.Reach:
    """What a unit on the map can reach in the Movement Phase, with the cheapest path to each hex."""
    at = board.hex_of(unit)
    return reach(setting, board, unit, at, allowance(setting, unit, board.position.turn))


# -- refusals ------------------------------------------------------------------------


def _name(setting: Setting, unit: str) -> str:
    return setting.roster.units[unit].name


def _held(setting: Setting, board: Board, unit: str, at: str, to: str) -> Refusal:
    if board.holder(to) == board.enemy[board.army_of(unit)]:
        return _occupied(setting, board, unit, to)
    return held(setting, board, unit, at)


def held(setting: Setting, board: Board, unit: str, at: str) -> Refusal:
    """naw 5.13, 10.2-2: why a unit that stands in an enemy zone may not leave its hex."""
    case = "10.2-2" if setting.is_night(board.position.turn) else "5.13"
    text = f"{_name(setting, unit)} stands in {setting.field.name(at)}, an enemy controlled hex, and may not leave it"
    return Refusal(case, text, unit, at, (at,))


def _not_next(setting: Setting, board: Board, unit: str, at: str, to: str) -> Refusal:
    near = setting.field.neighbours.get(at, ())
    if to not in setting.field.neighbours:
        text = f"{_name(setting, unit)} cannot go from {at} to {to[:20]}: there is no such hex"
    else:
        text = f"{_name(setting, unit)} cannot go from {at} to {to}: the two do not touch"
    return Refusal("5.16", text, unit, to, tuple(near))


def _barred(setting: Setting, board: Board, unit: str, at: str, to: str, night: bool) -> Refusal:
    """naw 5.24, 9.0-7, 16.1-1: why a step is prohibited."""
    field, name = setting.field, _name(setting, unit)
    if field.has("river", at, to) and not field.has("bridge", at, to):
        return Refusal("5.24", f"{name} cannot cross the river between {at} and {to}: there is no bridge", unit, to)
    if night and field.costs[at, to] is not None:
        return dark_ground(setting, unit, to)
    return Refusal("5.21", f"{name} may not enter {field.name(to)}: {field.terrain[to]} is prohibited", unit, to)


def dark_ground(setting: Setting, unit: str, at: str) -> Refusal:
    """naw 16.1-1: why a hex may not be entered on night turns."""
    field = setting.field
    text = f"{_name(setting, unit)} may not enter the {field.terrain[at]} of {field.name(at)} at night"
    return Refusal("16.1-1", text, unit, at)


def barred_goal(setting: Setting, board: Board, unit: str, at: str) -> Refusal | None:
    """naw 5.21, 10.2-1, 16.1-1: why a hex may not be entered this turn by any way; None if it hangs on the way."""
    field = setting.field
    if setting.is_night(board.position.turn):
        if setting.barred_at_night(at):
            return dark_ground(setting, unit, at)
        if held_in_place(board, unit, at):
            return _night_zone(setting, board, unit, at)
    if field.kind(at).enter is None and all(field.costs[near, at] is None for near in field.neighbours[at]):
        name = _name(setting, unit)
        return Refusal("5.21", f"{name} may not enter {field.name(at)}: {field.terrain[at]} is prohibited", unit, at)
    return None


def _too_far(setting: Setting, unit: str, path: Sequence[str], points: int, entered: int) -> Refusal:
    """naw 5.15-1: why a path is too long. entered: half points that coming onto the map took (14.13)."""
    total = entered + sum(setting.field.costs.get((a, b)) or 0 for a, b in pairwise(path))
    text = (
        f"{_name(setting, unit)} cannot reach {setting.field.name(path[-1])} this way: it costs "
        f"{points_text(total)} movement points and the unit has {points_text(points)}"
    )
    return Refusal("5.15-1", text, unit, path[-1])


def _occupied(setting: Setting, board: Board, unit: str, to: str) -> Refusal:
    """naw 5.12: who is next to an enemy stands in his zone already, so that a path never gets into his hex."""
    foe = _name(setting, board.here[to][0])
    text = f"{_name(setting, unit)} may not enter {setting.field.name(to)}: {foe} of the enemy stands there"
    return Refusal("5.12", text, unit, to)


def _night_zone(setting: Setting, board: Board, unit: str, to: str) -> Refusal:
    text = f"{_name(setting, unit)} may not enter {setting.field.name(to)} at night: it is enemy controlled"
    return Refusal("10.2-1", text, unit, to)


def _stops(setting: Setting, board: Board, unit: str, at: str, to: str) -> Refusal:
    if board.holder(to) == board.enemy[board.army_of(unit)]:
        return _occupied(setting, board, unit, to)
    where = setting.field.name(at)
    text = f"{_name(setting, unit)} has to stop in {where}, an enemy controlled hex, and cannot go on to {to}"
    return Refusal("6.0-2", text, unit, at, (at,))
