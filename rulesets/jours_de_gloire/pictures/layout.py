"""Where boxes lie in the picture: by latitude and longitude, north up, and apart far enough for a counter on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.picture import Point
from rulesets.jours_de_gloire.mapdata import Box, road_metres

# Units of the picture to a hundredth of a degree of latitude.
_UNITS = 10
# The edge of a counter, in parts of the least distance of two boxes.
_SPAN = (3, 4)
# No map needs nearly as many rounds to push its boxes apart.
_MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes on paper. apart: two boxes differ by no less than this in x or in y. span: the edge of a counter."""

    centres: Mapping[str, Point]
    apart: int
    span: int


def laid_out(boxes: Mapping[str, Box]) -> Layout:
    """The boxes of a map, moved no more than it takes to keep neighbours apart.

    Half of the boxes have their nearest neighbour no nearer than `apart` to begin with. The same on every machine.
    """
    centres = _projected(list(boxes.values()))
    nearest = sorted(_nearest_of(sorted(centres.values())))
    apart = max(nearest[len(nearest) // 2], _UNITS)
    spread = _spread(centres, apart)
    west, top = min(x for x, _ in spread.values()), min(y for _, y in spread.values())
    return Layout(
        {uid: (x - west + apart, y - top + apart) for uid, (x, y) in spread.items()},
        apart,
        apart * _SPAN[0] // _SPAN[1],
    )


def _projected(boxes: Sequence[Box]) -> dict[str, Point]:
    """Longitudes are drawn together as they are in the middle of the map."""
    north, south = max(box.lat for box in boxes), min(box.lat for box in boxes)
    middle = (north + south) // 2
    along = road_metres(Box("", "", middle, 0, ""), Box("", "", middle, 100, ""))
    across = road_metres(Box("", "", middle - 50, 0, ""), Box("", "", middle + 50, 0, ""))
    return {box.id: (box.lon * _UNITS * along // across, (north - box.lat) * _UNITS) for box in boxes}


def _nearest_of(swept: Sequence[Point]) -> Iterator[int]:
    """Of each point how far the nearest other one is away, 0 of a lone one. swept: from west to east."""
    for number, (x, y) in enumerate(swept):
        best: int | None = None
        for way in (range(number + 1, len(swept)), range(number - 1, -1, -1)):
            for other in way:
                across = abs(swept[other][0] - x)
                if best is not None and across >= best:
                    break
                away = max(across, abs(swept[other][1] - y))
                best = away if best is None else min(best, away)
        yield best or 0


def _spread(centres: Mapping[str, Point], apart: int) -> dict[str, Point]:
    """Pushes those that are too near away from each other, a little at a time, until none are."""
    places, order = dict(centres), sorted(centres)
    for _ in range(_MOST_ROUNDS):
        crowded = _crowded(places, order, apart)
        if not crowded:
            break
        for a, b in crowded:
            places[a], places[b] = _pushed(places[a], places[b], apart)
    return places


def _crowded(places: Mapping[str, Point], order: Sequence[str], apart: int) -> list[tuple[str, str]]:
    """Pairs that are too near; from west to east, so that only those side by side are compared."""
    swept = sorted(order, key=lambda uid: places[uid])
    spots = [places[uid] for uid in swept]
    found = []
    for number, (x, y) in enumerate(spots):
        for other in range(number + 1, len(spots)):
            across, along = spots[other]
            if across - x >= apart:
                break
            if -apart < along - y < apart:
                found.append((swept[number], swept[other]))
    return found


def _pushed(a: Point, b: Point, apart: int) -> tuple[Point, Point]:
    """Two that are too near, each moved back by a part of what is missing, along the line that joins them."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    away = max(abs(dx), abs(dy))
    if not away:
        dx = away = 1
    missing = apart - away
    step = max(1, missing // 3)
    x, y = _rounded(dx * step, away), _rounded(dy * step, away)
    return (a[0] - x, a[1] - y), (b[0] + x, b[1] + y)


def _rounded(number: int, by: int) -> int:
    """A quotient rounded away from zero, so that whoever is pushed moves."""
    return -(-number // by) if number > 0 else number // by
