"""Hex grids with printed offset numbers, and the geometry that follows from them.

A hex is its printed number, always text: "0610", or "n0610" where sheets have letters. Compass words are those of
the sheet: north is its upper edge, east its right one. Inside, hexes are axial pairs (q, r) of a cube q + r + s = 0,
with q growing to the east and r to the south (flat-top: south-east and south; pointy-top: east and south-east).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from pbem.wargame.faults import DataFaults
from pbem.wargame.hexlayout import Layout, UnknownHex

Hexside = tuple[str, str]
Point = tuple[int, int]

# Compass directions clockwise, with their steps in (q, r).
_FLAT: Final = (("n", 0, -1), ("ne", 1, -1), ("se", 1, 0), ("s", 0, 1), ("sw", -1, 1), ("nw", -1, 0))
_POINTY: Final = (("ne", 1, -1), ("e", 1, 0), ("se", 0, 1), ("sw", -1, 1), ("w", -1, 0), ("nw", 0, -1))

# Corners clockwise, so that the side towards direction number i runs from corner i to corner i + 1.
_FLAT_CORNERS: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

# A line that runs along a hexside is pushed off it by this little, in cube coordinates, always the same way.
_NUDGE: Final = (1, 2, -3)
_NUDGE_SCALE: Final = 1_000_000


def hexside(a: str, b: str) -> Hexside:
    """The hexside between two hexes in its one spelling, lower number first. Does not ask if they touch."""
    return (a, b) if a < b else (b, a)


def rectangle(layout: Layout, columns: tuple[int, int], rows: tuple[int, int]) -> tuple[str, ...]:
    """All hexes with columns and rows from first to last, both included, in column order; short lines end earlier.

    Raises UnknownHex where a number does not fit the layout's digits.
    """
    numbers = ((c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1))
    wanted = [(c, r) for c, r in numbers if layout.has(c, r, columns, rows)]
    return tuple(layout.format(column, row) for column, row in wanted)


_KEPT = 6
"""Hexes up to which a ring around a hex is kept once it is known."""


class HexGrid:
    """The hexes of one map and who touches whom.

    layout: how the sheet is numbered and which way its hexes stand.
    hexes: every hex of the map; a number given twice counts once. Hexes not listed are off the map.

    Raises DataFaults, with all bad numbers, when a hex cannot be read or there is none. Methods that take a
    hex raise UnknownHex for one that is not on the map. A grid never changes once made; answers are kept.
    """

    def __init__(self, layout: Layout, hexes: Iterable[str]) -> None:
        self.layout = layout
        self._axial: dict[str, tuple[int, int]] = {}
        faults = []
        for at in sorted(dict.fromkeys(hexes)):
            try:
                column, row = layout.parse(at)
                if layout.sheets and layout.format(column, row) != at:
                    raise UnknownHex(f"{at} is {layout.format(column, row)} of another sheet")
                self._axial[at] = layout.axial(column, row)
            except UnknownHex as fault:
                faults.append(str(fault))
        if not self._axial and not faults:
            faults.append("a map has at least one hex")
        if faults:
            raise DataFaults(faults)
        self.hexes: tuple[str, ...] = tuple(self._axial)
        self._steps = _FLAT if layout.top == "flat" else _POINTY
        self.directions: tuple[str, ...] = tuple(name for name, _, _ in self._steps)
        self._at = {axial: at for at, axial in self._axial.items()}
        self._around: dict[str, tuple[tuple[str, str], ...]] = {}
        self._neighbours: dict[str, tuple[str, ...]] = {}
        self._rings: dict[tuple[str, int], tuple[str, ...]] = {}

    @classmethod
    def rectangle(cls, layout: Layout, columns: tuple[int, int], rows: tuple[int, int]) -> HexGrid:
        """A grid of all hexes with columns and rows from first to last, both included."""
        return cls(layout, rectangle(layout, columns, rows))

    def __contains__(self, at: object) -> bool:
        return at in self._axial

    def __len__(self) -> int:
        return len(self.hexes)

    # Numbers and coordinates

    def axial(self, at: str) -> tuple[int, int]:
        """The hex as (q, r)."""
        try:
            return self._axial[at]
        except KeyError:
            raise UnknownHex(f"{at} is not a hex of this map") from None

    def cube(self, at: str) -> tuple[int, int, int]:
        """The hex as (q, r, s), whose sum is zero."""
        q, r = self.axial(at)
        return q, r, -q - r

    def at_axial(self, q: int, r: int) -> str | None:
        """The hex at (q, r); None off the map."""
        return self._at.get((q, r))

    # Neighbours and hexsides

    def around(self, at: str) -> tuple[tuple[str, str], ...]:
        """Pairs of direction and neighbour, clockwise from the first of `directions`; off the map left out."""
        found = self._around.get(at)
        if found is None:
            q, r = self.axial(at)
            near = ((name, self._at.get((q + dq, r + dr))) for name, dq, dr in self._steps)
            found = self._around[at] = tuple((name, to) for name, to in near if to is not None)
        return found

    def neighbours(self, at: str) -> tuple[str, ...]:
        """The hexes of the map that touch this one, in the order of `directions`."""
        found = self._neighbours.get(at)
        if found is None:
            (q, r), there = self.axial(at), self._at.get
            near = [there((q + dq, r + dr)) for _, dq, dr in self._steps]
            found = self._neighbours[at] = tuple([to for to in near if to is not None])
        return found

    def neighbour(self, at: str, direction: str) -> str | None:
        """The neighbour in a direction; None off the map. Raises ValueError for a word not in `directions`."""
        if direction not in self.directions:
            raise ValueError(f"{direction!r} is not one of {', '.join(self.directions)}")
        return next((to for name, to in self.around(at) if name == direction), None)

    def direction_between(self, a: str, b: str) -> str | None:
        """The direction that leads from a hex to its neighbour; None where they do not touch."""
        self.axial(b)
        return next((name for name, to in self.around(a) if to == b), None)

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two hexes touch."""
        self.axial(b)
        return b in self.neighbours(a)

    def hexside(self, a: str, b: str) -> Hexside:
        """The hexside between two hexes. Raises ValueError where they do not touch."""
        if not self.adjacent(a, b):
            raise ValueError(f"{a} and {b} are not neighbours")
        return hexside(a, b)

    # Distances and shapes

    def distance(self, a: str, b: str) -> int:
        """Steps from a hex to another as the crow flies, off the map if need be."""
        return steps_between(self.axial(a), self.axial(b))

    def ring(self, at: str, radius: int) -> tuple[str, ...]:
        """The hexes of the map at exactly this distance, clockwise from the first of `directions`."""
        known = self._rings.get((at, radius))
        if known is not None:
            return known
        found = self._ring(at, radius)
        if radius <= _KEPT:
            self._rings[at, radius] = found
        return found

    def _ring(self, at: str, radius: int) -> tuple[str, ...]:
        q, r = self.axial(at)
        if radius <= 0:
            return (at,) if radius == 0 else ()
        first = self._steps[0]
        q, r = q + first[1] * radius, r + first[2] * radius
        found = []
        for turn in range(6):
            _, dq, dr = self._steps[(turn + 2) % 6]
            for _ in range(radius):
                found.append(self._at.get((q, r)))
                q, r = q + dq, r + dr
        return tuple(to for to in found if to is not None)

    def within(self, at: str, radius: int) -> tuple[str, ...]:
        """The hexes of the map at this distance or less, ring by ring, the hex itself first."""
        return tuple(to for distance in range(radius + 1) for to in self.ring(at, distance))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """A straight chain of neighbours from a hex to another, both included; hexes off the map left out.

        There are distance + 1 of them; backwards it is the same chain. Where the line runs along a hexside
        one of the two hexes is taken, always on the same hand: sight.py tells of both.
        """
        (aq, ar), (bq, br), steps = self.axial(a), self.axial(b), self.distance(a, b)
        if steps == 0:
            return (a,)
        whole = steps * _NUDGE_SCALE
        found = []
        for i in range(steps + 1):
            q = (aq * (steps - i) + bq * i) * _NUDGE_SCALE + _NUDGE[0]
            r = (ar * (steps - i) + br * i) * _NUDGE_SCALE + _NUDGE[1]
            found.append(self._at.get(_nearest(q, r, whole)))
        return tuple(at for at in found if at is not None)

    # Pictures

    @property
    def proportion(self) -> tuple[int, int]:
        """Factors for x and y of `centre` and `corners` that make the hexes regular, within one in 10,000."""
        return (56, 97) if self.layout.top == "flat" else (97, 56)

    def centre(self, at: str) -> Point:
        """The middle of a hex as exact whole numbers, x to the east, y to the south.

        Along the axis on which hexes stand on their points the unit is half a side, along the other one half
        the width between opposite sides. The picture of the whole map begins at 0 on both axes.
        """
        x, y = self._lattice(*self.axial(at))
        return x - self._origin[0], y - self._origin[1]

    def corners(self, at: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise, in the units of `centre`."""
        x, y = self.centre(at)
        return tuple((x + dx, y + dy) for dx, dy in self._corner_steps())

    def edge(self, at: str, direction: str) -> tuple[Point, Point]:
        """The two ends of the side of a hex towards a direction, also at the map's edge.

        Raises ValueError for a word not in `directions`.
        """
        if direction not in self.directions:
            raise ValueError(f"{direction!r} is not one of {', '.join(self.directions)}")
        number, corners = self.directions.index(direction), self.corners(at)
        return corners[number], corners[(number + 1) % 6]

    def _lattice(self, q: int, r: int) -> Point:
        return (3 * q, 2 * r + q) if self.layout.top == "flat" else (2 * q + r, 3 * r)

    def _corner_steps(self) -> tuple[Point, ...]:
        return _FLAT_CORNERS if self.layout.top == "flat" else _POINTY_CORNERS

    @cached_property
    def _origin(self) -> Point:
        """The upper left corner of the picture of the whole map."""
        centres = [self._lattice(q, r) for q, r in self._axial.values()]
        return (
            min(x for x, _ in centres) + min(dx for dx, _ in self._corner_steps()),
            min(y for _, y in centres) + min(dy for _, dy in self._corner_steps()),
        )


def steps_between(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps from a hex to another, both as (q, r), as the crow flies."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def _nearest(q: int, r: int, whole: int) -> tuple[int, int]:
    """The hex whose cell holds the point (q, r) / whole: round all three, mend the one that was furthest off."""
    s = -q - r
    near_q, near_r, near_s = ((2 * part + whole) // (2 * whole) for part in (q, r, s))
    off_q, off_r, off_s = abs(near_q * whole - q), abs(near_r * whole - r), abs(near_s * whole - s)
    if off_q > off_r and off_q > off_s:
        return -near_r - near_s, near_r
    if off_r > off_s:
        return near_q, -near_q - near_s
    return near_q, near_r
