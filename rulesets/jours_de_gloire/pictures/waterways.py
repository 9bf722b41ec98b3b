"""Rivers drawn from what the map knows of them: the links that they are crossed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isqrt

from pbem.engine.picture import Point
from rulesets.jours_de_gloire.mapdata import River

# Pieces into which a river is bent between two crossings.
_PIECES = 4


def course(river: River, centres: Mapping[str, Point], span: int) -> tuple[Point, ...]:
    """A river as a bent line through the middles of the links across it, in the order in which it is shortest.

    It goes on a little beyond its first and last crossing. centres: of the boxes.
    """
    ends = [_ends(name, centres) for name in river.links]
    crossings = dict.fromkeys(middle(a, b) for a, b in ends)
    points = _in_order(list(crossings))
    if len(points) == 1:
        return across(*ends[0], span)
    first, last = _beyond(points[1], points[0], span), _beyond(points[-2], points[-1], span)
    return _bent((first, *points, last))


def across(a: Point, b: Point, length: int) -> tuple[Point, Point]:
    """A short piece of water at right angles over the middle of a link."""
    (x, y), (dx, dy) = middle(a, b), (b[0] - a[0], b[1] - a[1])
    long = max(isqrt(dx * dx + dy * dy), 1)
    x2, y2 = -dy * length // (2 * long), dx * length // (2 * long)
    return (x - x2, y - y2), (x + x2, y + y2)


def along(a: Point, b: Point, length: int) -> tuple[Point, Point]:
    """A short piece of the link itself about its middle: a bridge."""
    (x, y), (dx, dy) = middle(a, b), (b[0] - a[0], b[1] - a[1])
    long = max(isqrt(dx * dx + dy * dy), 1)
    x2, y2 = dx * length // (2 * long), dy * length // (2 * long)
    return (x - x2, y - y2), (x + x2, y + y2)


def middle(a: Point, b: Point) -> Point:
    """The point halfway."""
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _ends(name: str, centres: Mapping[str, Point]) -> tuple[Point, Point]:
    a, _, b = name.partition(":")
    return centres[a], centres[b]


def _in_order(points: Sequence[Point]) -> list[Point]:
    """The points as they follow one another on a way that is short: always the nearest first, beginning with one of
    the two that are farthest apart, then untangled."""
    far = max(((a, b) for a in points for b in points), key=lambda pair: (_length(*pair), pair))
    ways = [_untangled(_nearest_first(start, points)) for start in far]
    return min(ways, key=lambda way: (_total(way), way))


def _nearest_first(start: Point, points: Sequence[Point]) -> list[Point]:
    way, left = [start], [point for point in points if point != start]
    while left:
        way.append(min(left, key=lambda point: (_length(way[-1], point), point)))
        left.remove(way[-1])
    return way


def _untangled(way: list[Point]) -> list[Point]:
    """Turns parts of the way round as long as that makes it shorter."""
    shorter = True
    while shorter:
        shorter = False
        for start in range(len(way) - 1):
            for end in range(start + 2, len(way) + 1):
                if _gained(way, start, end) > 0:
                    way, shorter = [*way[:start], *reversed(way[start:end]), *way[end:]], True
    return way


def _gained(way: Sequence[Point], start: int, end: int) -> int:
    """How much shorter a way becomes by turning a part of it round: only the steps into it and out of it change."""
    gained = 0
    if start:
        gained += _length(way[start - 1], way[start]) - _length(way[start - 1], way[end - 1])
    if end < len(way):
        gained += _length(way[end - 1], way[end]) - _length(way[start], way[end])
    return gained


def _total(way: Sequence[Point]) -> int:
    return sum(_length(a, b) for a, b in pairwise(way))


def _length(a: Point, b: Point) -> int:
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def _beyond(before: Point, end: Point, span: int) -> Point:
    """Half a span further on in the same direction."""
    dx, dy, long = end[0] - before[0], end[1] - before[1], max(_length(before, end), 1)
    return end[0] + dx * span // (2 * long), end[1] + dy * span // (2 * long)


def _bent(points: Sequence[Point]) -> tuple[Point, ...]:
    """A curve through all points (Catmull and Rom's), as a line of short pieces."""
    line = [points[0]]
    for number in range(len(points) - 1):
        before, a, b, after = (points[min(max(number + k, 0), len(points) - 1)] for k in (-1, 0, 1, 2))
        line += [_between(before, a, b, after, piece) for piece in range(1, _PIECES + 1)]
    return tuple(line)


def _between(before: Point, a: Point, b: Point, after: Point, piece: int) -> Point:
    x, y = (_blended((before[k], a[k], b[k], after[k]), piece) for k in (0, 1))
    return x, y


def _blended(values: tuple[int, int, int, int], piece: int) -> int:
    """The curve's polynomial at piece / _PIECES, rounded to a whole number; at the end it is the third value."""
    p, a, b, q = values
    n, t = _PIECES, piece
    cubic = (-p + 3 * a - 3 * b + q) * t**3 + (2 * p - 5 * a + 4 * b - q) * t * t * n + (b - p) * t * n * n
    whole = 2 * n**3
    return a + (2 * cubic + whole) // (2 * whole)
