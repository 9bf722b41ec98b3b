"""What the rules say of a desk, as JSON: for a page that carries it, and for one that asks.

A file carries what was reckoned when it was made: the reach of each who can be ordered with nothing ordered, and the
course of no orders at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from pbem.engine.desk import NO_LAYOUT, Combat, Course, Layout, OrdersDesk, Reach, Step

if TYPE_CHECKING:
    from pbem.engine.hidden import Own
    from pbem.engine.requests import Choose
    from pbem.orders.findings import Finding

# Of so many in one place a file tells the reach of every group; of so many that of each pair and of all; of more only
# that of all. That of each by himself it tells always.
_ANY_GROUP: Final = 4
_PAIRS: Final = 8


def layout_data(layout: Layout) -> dict[str, Any] | None:
    """None for one on which nothing lies."""
    return None if layout == NO_LAYOUT else asdict(layout)


def reach_data(reach: Reach) -> dict[str, Any]:
    """Costs stay text."""
    return {"allowance": reach.allowance, "note": reach.note, "steps": [asdict(step) for step in reach.steps]}


def course_data(course: Course) -> dict[str, Any]:
    """Chances stay exact, as text."""
    return {
        "moves": [{**asdict(move), "at": list(move.at)} for move in course.moves],
        "stands": dict(course.stands),
        "targets": [asdict(target) for target in course.targets],
        "combats": [_combat(combat) for combat in course.combats],
        "pending": [_combat(combat) for combat in course.pending],
        "idle": list(course.idle),
        "notes": list(course.notes),
    }


def _combat(combat: Combat) -> dict[str, Any]:
    return {
        "at": list(combat.at),
        "on": list(combat.on),
        "by": list(combat.by),
        "far": list(combat.far),
        "outlooks": [outlook.to_json() for outlook in combat.outlooks],
    }


def finding_data(finding: Finding) -> dict[str, Any]:
    """With the path in what a page holds: beside `orders` stands the `note`."""
    inside = finding.path[:1] == ("note",)
    path = list(finding.path) if inside else ["orders", *finding.path]
    case = f" ({finding.case})" if finding.case else ""
    return {"path": path, "text": f"{finding.message()}{case}"}


# -- what a file carries ----------------------------------------------------------------------


def carried(desk: OrdersDesk, request: Choose, layout: Layout, own: Own) -> dict[str, Any]:
    """`reaches` with nothing ordered, `bare`, the course of no orders."""
    found = ((group, desk.reach(request, {}, group, own)) for group in _groups(layout))
    reaches = [_carried(group, reach) for group, reach in found if len(group) == 1 or reach.steps]
    return {"reaches": reaches, "bare": course_data(desk.course(request, {}, own))}


def _groups(layout: Layout) -> Iterator[tuple[str, ...]]:
    """Everybody, and where they may move together those of one place."""
    yield from ((movable.who,) for movable in layout.movables)
    if layout.move is None or not layout.move.together:
        return
    places: dict[str, list[str]] = {}
    for movable in layout.movables:
        if movable.start:
            places.setdefault(movable.start, []).append(movable.who)
    for there in places.values():
        for size in _sizes(len(there)):
            yield from combinations(there, size)


def _sizes(count: int) -> Sequence[int]:
    if count <= _ANY_GROUP:
        return range(2, count + 1)
    return (2, count) if count <= _PAIRS else (count,)


def _carried(group: Sequence[str], reach: Reach) -> dict[str, Any]:
    steps = [_row(step) for step in reach.steps]
    return {"who": list(group), "allowance": reach.allowance, "note": reach.note, "steps": steps}


def _row(step: Step) -> list[Any]:
    """Shorter than a map: there are thousands."""
    more: Mapping[str, Any] = step.more
    return [step.place, step.cost, step.before, step.stop, step.note, dict(more), step.taken]
