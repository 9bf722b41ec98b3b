"""From a destination to the cheapest path; and, where none is allowed, to the path whose refusal says most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pbem.engine.options import Refusal
from pbem.hexgame.moving.marching import judge_march, reach, stays
from pbem.hexgame.moving.rules import MoveRules
from pbem.hexgame.moving.together import Company, Paid, Path, Starts, Way, common_reach
from pbem.wargame import movement as search

_FAR = 100_000
# Half points that a prohibited step counts when only its refusal is looked for.
_FORBIDDEN = 2

Off = Callable[[Sequence[str]], int | None]
"""Half points of the step off the map from the end of a path, None where prohibited."""


@dataclass(frozen=True)
class Errand:
    """A march that is looked for.

    starts: hex -> half points spent on being there, 0 where the piece stands, None where it cannot be placed; the
    scheduled one first. goals: hexes where the march may end. to: the hex that the player named, "" for none.
    off: for a march that ends off the map.
    """

    unit: str
    starts: Mapping[str, int | None]
    goals: Sequence[str]
    to: str = ""
    off: Off | None = None


def find_path(rules: MoveRules, errand: Errand) -> list[str]:
    """The cheapest allowed path of an errand; equal ones by fewest hexes, then by hex numbers.

    Where nothing is allowed the path returned is one that the rules refuse for the most telling reason; it may be a
    bare pair of hexes. There is at least one start.
    """
    return open_path(rules, errand) or _attempt(rules, errand)


def open_path(rules: MoveRules, errand: Errand) -> list[str]:
    """As `find_path`, but nothing where nothing is allowed, which is told without a search for the reason."""
    points = rules.points(errand.unit) if errand.starts else 0
    ranked = sorted((total, len(path), path) for total, path in _allowed(rules, errand, points))
    return list(ranked[0][2]) if ranked else []


def find_common_path(company: Company, errands: Sequence[Errand]) -> list[str]:
    """A path that several pieces, one errand each, may all take together: the cheapest for the slowest of them. Where
    there is none, the one whose refusal says most for the first who cannot go, or cannot go as the others do.

    company: how each of them moves beside the others.
    """
    path = open_common_path(company, errands)
    if path:
        return path
    bound = next((errand for errand in errands if not open_path(company[errand.unit], errand)), errands[0])
    return find_path(company[bound.unit], bound)


def open_common_path(company: Company, errands: Sequence[Errand]) -> list[str]:
    """As `find_common_path`, but nothing where nothing is allowed, which is told without a search for the reason."""
    if len(errands) == 1:
        return open_path(company[errands[0].unit], errands[0])
    common = common_reach(company, _common_starts(errands))
    ways = [way for goal in errands[0].goals if (way := common.way(goal))]
    alone = (open_path(company[errand.unit], errand) for errand in errands)
    for path in chain((path for _, path in sorted(ways, key=_rank)), filter(None, alone)):
        if all(_takes(company[errand.unit], errand, path) for errand in errands):
            return list(path)
    return []


def _rank(way: Way) -> tuple[Paid, int, Path]:
    paid, path = way
    return paid, len(path), path


def _common_starts(errands: Sequence[Errand]) -> Starts:
    """The hexes in which all may begin, in the order of the first."""
    found = {at: {errand.unit: errand.starts.get(at) for errand in errands} for at in errands[0].starts}
    return {at: spent for at, spent in found.items() if None not in spent.values()}  # type: ignore[misc]


def cheapest_open(rules: MoveRules, errand: Errand) -> int | None:
    """Half points of the cheapest way that nothing but its length forbids, entering and leaving included; None where
    there is none."""
    return min((total for total, _ in _allowed(rules, errand, _FAR)), default=None)


def cheapest_ground(rules: MoveRules, errand: Errand) -> int | None:
    """Half points of the cheapest way over ground that may be entered, whoever of the enemy is there; None where there
    is none."""
    table, found = rules.steps(errand.unit), list[int]()
    for at, spent in errand.starts.items():
        if spent is not None:
            costs = _relaxed(rules, at, lambda a, b: table[a][b]).costs
            found += [spent + int(costs[goal]) for goal in errand.goals if goal in costs]
    return min(found, default=None)


def _takes(rules: MoveRules, errand: Errand, path: Sequence[str]) -> bool:
    """Whether a piece has the points for a path, the step off the map included, and the rules nothing against it."""
    spent, points = errand.starts.get(path[0]), rules.points(errand.unit)
    if spent is None or spent > points:
        return False
    total = judge_march(rules, errand.unit, path, points, spent)
    off = errand.off(path) if errand.off is not None else 0
    if isinstance(total, Refusal) or off is None or (errand.off is not None and stays(rules, errand.unit, path)):
        return False
    return total + off <= points


def _allowed(rules: MoveRules, errand: Errand, points: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Cost and path to each goal within reach of so many half points, the step off the map included."""
    for at, spent in errand.starts.items():
        if spent is None or spent > points:
            continue
        found = reach(rules, errand.unit, at, points - spent, until=errand.to)
        for goal in errand.goals:
            path = found.paths.get(goal)
            if path is None or (errand.off is not None and stays(rules, errand.unit, path)):
                continue
            off = errand.off(path) if errand.off is not None else 0
            total = spent + int(found.costs[goal])
            if off is not None and total + off <= points:
                yield total + off, path


def _attempt(rules: MoveRules, errand: Errand) -> list[str]:
    """A path that the rules refuse.

    What blocks a way that is short enough says more than the length of a detour, so the direct ways come first:
    past zones and enemies, then over prohibited ground as well. If both are too long, length is the reason.
    """
    start, spent = next(iter(errand.starts.items()))
    points = rules.points(errand.unit) - (spent or 0)
    if start not in rules.field.neighbours or not errand.goals:
        return [start]
    table = rules.steps(errand.unit)

    def open_ground(a: str, b: str) -> int | None:
        return table[a][b]

    def any_ground(a: str, b: str) -> int:
        cost = table[a][b]
        return _FORBIDDEN if cost is None else cost

    direct = [_relaxed(rules, start, step) for step in (open_ground, any_ground)]
    detour = reach(rules, errand.unit, start, _FAR)
    for limit, found in ((points, direct[0]), (points, direct[1]), (_FAR, detour), (_FAR, direct[0])):
        path = _cheapest(found, errand.goals, limit)
        if path:
            return path
    return _cheapest(direct[1], errand.goals, _FAR) or [start, errand.goals[0]]


def _relaxed(rules: MoveRules, start: str, step: search.StepCost) -> search.Reach:
    return search.reach(start, _FAR, rules.field.neighbours.__getitem__, step)


def _cheapest(found: search.Reach, goals: Sequence[str], limit: int) -> list[str]:
    ranked = sorted((found.costs[goal], found.paths[goal]) for goal in goals if goal in found.paths)
    return list(ranked[0][1]) if ranked and ranked[0][0] <= limit else []
