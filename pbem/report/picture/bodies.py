"""How counters stand: the hexsides that are their front, and the other places that long ones fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from pbem.engine.picture import Board, Counter, Place, Point, Scene
from pbem.report.picture.crop import Frame, centres
from pbem.report.picture.lettering import escaped, points
from pbem.report.picture.palette import NEUTRAL, PAPER, Livery

Spot = tuple[float, float]
# How far within its hexside a front lies, in parts of the way from the middle of the hex; where its ends lie on it.
_WITHIN: Final = 0.9
_ENDS: Final = (0.04, 0.96)
# Thickness of a long counter beyond its own place, in parts of its edge.
_THICK: Final = 0.3


def bodies(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Iterator[tuple[str, list[Spot]]]:
    """What is drawn below counters of how they stand, each with the points that it leads through."""
    yield from _fronts(board, scene, frame, looks)
    yield from _bars(board, scene, frame, looks)


def _fronts(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Iterator[tuple[str, list[Spot]]]:
    """A thick line within each hexside that is somebody's front, once for all of an army."""
    places = {place.id: place for place in board.places}
    drawn = dict.fromkeys((counter.army, front) for counter in scene.counters for front in counter.fronts)
    for army, (at, direction) in drawn:
        place = places.get(at)
        edge = _edge(place, direction) if place is not None and frame.window.holds(place.centre, board.span) else None
        if place is not None and edge is not None:
            spots = _inner(place, edge, frame)
            colour = looks.get(army, NEUTRAL).line
            line = f'<polyline points="{points(spots)}" fill="none" stroke-linecap="round"'
            named = f'class="front" data-place="{escaped(at)}" data-side="{escaped(army)}"'
            body = f'{line} stroke="{PAPER}" stroke-width="4.4"/>{line} stroke="{colour}" stroke-width="2.8"/>'
            yield f'<g {named} pointer-events="none">{body}</g>', spots


def _edge(place: Place, direction: str) -> tuple[Point, Point] | None:
    """The hexside of a place in a direction; None where it has none."""
    corners = (*place.outline, *place.outline[:1])
    return next((edge for edge in pairwise(corners) if _towards(place.centre, edge) == direction), None)


def _towards(centre: Point, edge: tuple[Point, Point]) -> str:
    """The direction of a hexside, a word of `CORNERS`: a side that lies straight to the north, say, is all but level
    with the middle."""
    (ax, ay), (bx, by) = edge
    across, down = ax + bx - 2 * centre[0], ay + by - 2 * centre[1]
    vertical = "" if 4 * abs(down) < abs(across) else "s" if down > 0 else "n"
    horizontal = "" if 4 * abs(across) < abs(down) else "e" if across > 0 else "w"
    return vertical + horizontal


def _inner(place: Place, edge: tuple[Point, Point], frame: Frame) -> list[Spot]:
    (x, y), ((ax, ay), (bx, by)) = frame.at(place.centre), map(frame.at, edge)
    along = [(ax + (bx - ax) * part, ay + (by - ay) * part) for part in _ENDS]
    return [(x + (a - x) * _WITHIN, y + (b - y) * _WITHIN) for a, b in along]


def _bars(board: Board, scene: Scene, frame: Frame, looks: Mapping[str, Livery]) -> Iterator[tuple[str, list[Spot]]]:
    """A bar from each counter to the other places that it fills."""
    where = centres(board)
    for counter in scene.counters:
        way = (counter.place, *counter.also)
        if counter.also and all(at in where for at in way) and any(frame.window.holds(where[at]) for at in way):
            spots = [frame.at(where[at]) for at in way]
            yield _bar(counter, spots, frame.counter * _THICK, looks.get(counter.army, NEUTRAL)), spots


def _bar(counter: Counter, spots: list[Spot], width: float, livery: Livery) -> str:
    line = f'<polyline points="{points(spots)}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    named = f'class="body" data-unit="{escaped(counter.id)}" data-side="{escaped(counter.army)}"'
    body = (
        f'{line} stroke="{PAPER}" stroke-width="{width + 3.6:.1f}"/>'
        f'{line} stroke="{livery.line}" stroke-width="{width + 2:.1f}"/>'
        f'{line} stroke="{livery.fill}" stroke-width="{width:.1f}"/>'
    )
    return f"<g {named}>{body}</g>"
