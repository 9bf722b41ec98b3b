"""Where a place of ours lies on the picture of a VASSAL board, in pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from pbem.engine.picture import Board, Point
from pbem.vassal.description import Plan

Locate = Callable[[str], Point | None]
"""What the grid of a module makes of the name of a location."""


@dataclass(frozen=True)
class _Scale:
    """One axis: `at` of ours is `pixel`, and `length` of ours is `pixels`."""

    at: int
    pixel: int
    length: int
    pixels: int

    def __call__(self, at: int) -> int:
        """Rounded to the nearest pixel."""
        part = (at - self.at) * self.pixels
        length = self.length
        if length < 0:
            part, length = -part, -length
        return self.pixel + (2 * part + length) // (2 * length)


class Pixels:
    """The pixels of one board. locate: asks the module's grid, where the description says so."""

    def __init__(self, board: Board, plan: Plan, locate: Locate | None = None) -> None:
        self._plan = plan
        self._places = {place.id: place for place in board.places}
        self._locate = locate
        centres = {uid: place.centre for uid, place in self._places.items()}
        self._scales = _scales(centres, plan.places) if board.grid == "hex" else None

    def of(self, place: str) -> Point | None:
        """The pixel on the map window, the board's offset included; None where the description does not tell it.

        A pixel that is written down counts before the grid, and that before what two written ones say of all hexes.
        """
        spot = self._plan.places.get(place) or self._by_grid(place) or self._between(place)
        return None if spot is None else (spot[0] + self._plan.offset[0], spot[1] + self._plan.offset[1])

    def _by_grid(self, uid: str) -> Point | None:
        if self._locate is None or not self._plan.location:
            return None
        place = self._places[uid]
        name = self._plan.location
        for word, value in (("{id}", place.id), ("{label}", place.label), ("{name}", place.name)):
            name = name.replace(word, value)
        return self._locate(name)

    def _between(self, uid: str) -> Point | None:
        if self._scales is None:
            return None
        x, y = self._places[uid].centre
        spot = self._scales[0](x), self._scales[1](y)
        return spot if min(spot) >= 0 else None


def _scales(centres: Mapping[str, Point], places: Mapping[str, Point]) -> tuple[_Scale, _Scale] | None:
    """Hexes lie evenly: from the two that are farthest apart all others follow, each axis by itself."""
    known = [(centres[uid], pixel) for uid, pixel in places.items() if uid in centres]
    found = [_axis([(centre[axis], pixel[axis]) for centre, pixel in known]) for axis in (0, 1)]
    return (found[0], found[1]) if found[0] is not None and found[1] is not None else None


def _axis(known: list[tuple[int, int]]) -> _Scale | None:
    # A pixel next to its neighbour says little: the longest distance is the most exact.
    pairs = [pair for pair in combinations(known[:100], 2) if pair[0][0] != pair[1][0] and pair[0][1] != pair[1][1]]
    if not pairs:
        return None
    (a, x), (b, y) = max(pairs, key=lambda pair: abs(pair[1][0] - pair[0][0]))
    return _Scale(a, x, b - a, y - x)
