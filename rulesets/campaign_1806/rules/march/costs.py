"""What a step costs (8.1, 8.2, 8.3). Costs are half movement points, None where nobody of that sort may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from pbem.wargame.hexgrid import Hexside, hexside
from rulesets.campaign_1806.battlefield import RIVER, ROAD, SLOPE, STREAM, TRAIL, WOODS
from rulesets.campaign_1806.roster import FACE_DOWN, TRAINS, Unit
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings

MARCH: Final = "march"
"""osg 8.21-1: the word in a course by which a unit declares road march."""
DROP: Final = "drop"
"""osg 8.23-1: the word by which it takes its marker off."""
_POINT: Final = 2


@dataclass(frozen=True, slots=True)
class Spent:
    """Half points spent so far, whether a marker of road march is on the unit, and its hex. steps: hexes entered."""

    at: str
    points: int = 0
    marching: bool = False
    steps: int = 0

    def paying(self, cost: int, to: str = "") -> Spent:
        """The same with more spent, in another hex where one is named."""
        return Spent(to or self.at, self.points + cost, self.marching, self.steps)


def step_cost(
    field: HexField, unit: Unit, a: str, b: str, *, marching: bool = False, crossings: Crossings = NONE
) -> int | None:
    """osg 8.11-1, 8.11-2, 8.21-2, 8.22-1, 8.24, 8.24-EX, 8.31-1, 8.31-EX3, 9.1-2, 5.22-1: one step to a neighbour.

    Along a road in road march half a point, else along a road or trail no more than one whatever the hexsides hold; a
    bridge over a river adds its charge. Elsewhere hex and hexsides add up: streams, woods, slopes uphill. Trains cross
    slopes and streams by ways or bridges alone.
    """
    if crossings is not NONE and crossings.changed(hexside(a, b)):
        return _step_cost(field, unit, a, b, marching, crossings)
    # As printed it is the same for all of a kind, and asked again and again.
    known: dict[Hexside, int | None] = field.found.setdefault((_step_cost, unit.kind, marching), {})
    step = a, b
    if step not in known:
        bare = hexside(a, b) not in _bearing(field)
        known[step] = _across(field, unit, (), b) if bare else _step_cost(field, unit, a, b, marching, NONE)
    return known[step]


def _step_cost(field: HexField, unit: Unit, a: str, b: str, marching: bool, crossings: Crossings) -> int | None:
    """What the same step costs, reckoned."""
    charge: int | None = 0
    pair, way = hexside(a, b), _way(field, a, b)
    if pair in crossings.damaged and pair not in crossings.pontoons:
        # 8.41-3: a bridge that is down is none, and no way leads over it.
        way = ""
    if crossings.wet(field, a, b):
        charge = crossings.charge(field, a, b, leader=unit.may_lead, marching=marching)
        if charge is None and field.has(RIVER, a, b):
            return None
    if way:
        flat = field.chart.ways[ROAD] if marching and way == ROAD else _POINT
        return min(flat, _POINT) + (charge or 0)
    rough = [kind for kind in (STREAM, SLOPE, WOODS) if _crossed(field, kind, a, b)]
    if charge is not None and STREAM in rough:
        rough.remove(STREAM)
    if unit.kind in TRAINS and {STREAM, SLOPE} & set(rough):
        return None
    across = _across(field, unit, rough, b)
    return None if across is None else across + (charge or 0)


def why_barred(field: HexField, unit: Unit, a: str, b: str, crossings: Crossings) -> tuple[str, str]:
    """osg 8.31-1, 8.31-EX3, 8.41-3, 9.1-2: the case that bars a step for which `step_cost` has no cost, and the reason
    in words."""
    if hexside(a, b) in crossings.damaged and field.has(RIVER, a, b):
        return "8.41-3", "the bridge over the river is down"
    if field.has(RIVER, a, b):
        return "8.31-1", "no bridge stands over the river"
    if unit.kind in TRAINS and (_crossed(field, STREAM, a, b) or _crossed(field, SLOPE, a, b)):
        what = "stream" if _crossed(field, STREAM, a, b) else "slope"
        return "9.1-2" if unit.kind == TRAINS[0] else "8.31-EX3", f"trains cross a {what} by roads and trails alone"
    return "8.31-1", "the ground between bars it"


MOVERS: Final = ("foot", "horse")
"""osg 8.11-2: classes of costs; what lies face down pays what is less."""


def _bearing(field: HexField) -> frozenset[Hexside]:
    """The hexsides through or along which something runs; found once for all boards."""
    if _bearing not in field.found:
        field.found[_bearing] = frozenset().union(*field.ways.values(), *field.sides.values())
    found: frozenset[Hexside] = field.found[_bearing]
    return found


def _across(field: HexField, unit: Unit, rough: Sequence[str], to: str) -> int | None:
    """osg 8.11-1, 8.11-2: half points of hexsides and hex together."""
    if unit.kind != FACE_DOWN:
        return _of_class(field, unit.mover, rough, to)
    found = [cost for mover in MOVERS if (cost := _of_class(field, mover, rough, to)) is not None]
    return min(found, default=None)


def _of_class(field: HexField, mover: str, rough: Sequence[str], to: str) -> int | None:
    """What those pay who pay the costs of foot or horse."""
    enter = field.kind(to).enter[mover]
    costs = [field.chart.sides[kind].cross[mover] for kind in rough]
    return None if enter is None or None in costs else enter + sum(cost or 0 for cost in costs)


def walk(
    field: HexField, unit: Unit, course: Sequence[str], start: Spent, crossings: Crossings = NONE
) -> Spent | tuple[str, str, Spent]:
    """osg 8.12A, 8.12A-EX, 8.21-1, 8.21-3, 8.22-1, 8.23-1, 8.23-2: a course, word by word: hexes, MARCH or DROP.

    What the whole of it has cost, or the case and the word that stop it with what was spent before: a hex that does not
    touch or may not be entered, or too few points. Who has spent nothing may always go one hex that he could enter.
    """
    now, allowance = start, _POINT * unit.allowance
    for word in course:
        if word == MARCH:
            now = replace(now, marching=True)
            continue
        if word == DROP:
            cost: int | None = 0 if unit.may_lead else _POINT
            if now.points + (cost or 0) > allowance:
                return "8.23-1", word, now
            now = replace(now, points=now.points + (cost or 0), marching=False)
            continue
        if word not in field.neighbours[now.at]:
            return "8.0", word, now
        cost = step_cost(field, unit, now.at, word, marching=now.marching, crossings=crossings)
        if cost is None:
            return "8.31-1", word, now
        if now.points + cost > allowance and (now.points or cost <= allowance):
            return "8.12A", word, now
        now = replace(now, at=word, points=now.points + cost, steps=now.steps + 1)
    return now


def _way(field: HexField, a: str, b: str) -> str:
    return next((way for way in (ROAD, TRAIL) if field.on_way(way, a, b)), "")


def _crossed(field: HexField, kind: str, a: str, b: str) -> bool:
    return field.climbs(kind, a, b) if kind == SLOPE else field.has(kind, a, b)
