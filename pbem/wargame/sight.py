"""Lines of sight from centre to centre, in exact arithmetic, with lines that run along a hexside."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from pbem.wargame.hexgrid import HexGrid

# One hex that the line crosses, or the two hexes between which it runs; None for a hex off the map.
Passed = tuple[str | None, ...]
Line = tuple[Passed, ...]
Meeting = Literal["hex", "side", "along", "corner"]
Crossed = tuple[Meeting, Passed]
_Stretch = tuple[Fraction, Fraction]


def line_of_sight(grid: HexGrid, a: str, b: str) -> Line:
    """What lies between two hexes, in order from a to b, the two themselves left out.

    Every hex is there through which the straight line passes, as a tuple of one; where the line runs along a
    hexside, a tuple of both hexes beside it, lower number first. A hex that the line only touches at a corner
    is not there.
    Raises UnknownHex for a hex not on the map.
    """
    (aq, ar), (bq, br) = grid.axial(a), grid.axial(b)
    groups = ([grid.at_axial(aq + q, ar + r) for q, r in passed] for passed in _passed(bq - aq, br - ar))
    return tuple(tuple(sorted(group, key=_off_map_last)) for group in groups)


def crossings(grid: HexGrid, a: str, b: str) -> tuple[Crossed, ...]:
    """Everything that the straight line between two hexes meets, in order from a to b, the two themselves left out.

    `hex`: a hex through which it passes. `side`: the hexside that it crosses, its two hexes. `along`: the hexside along
    which it runs. `corner`: the three hexes at whose common corner it passes. Lower numbers
    come first, None for hexes off the map last; sides and corners of a and b are there too.
    Raises UnknownHex for a hex not on the map.
    """
    (aq, ar), (bq, br) = grid.axial(a), grid.axial(b)
    met = ((kind, [grid.at_axial(aq + q, ar + r) for q, r in cells]) for kind, cells in _met(bq - aq, br - ar))
    return tuple((kind, tuple(sorted(found, key=_off_map_last))) for kind, found in met)


def blocked(line: Line, blocks: Callable[[str], bool]) -> bool:
    """Whether a line of sight is blocked: by one hex that it crosses, or by both hexes beside it.

    blocks(hex): whether the hex is blocking terrain. Off the map nothing blocks.
    """
    return any(all(at is not None and blocks(at) for at in passed) for passed in line)


def blockers(line: Line, blocks: Callable[[str], bool]) -> tuple[str, ...]:
    """The hexes that block a line, in its order, for the refusal; empty where it is free."""
    return tuple(
        at
        for passed in line
        if all(each is not None and blocks(each) for each in passed)
        for at in passed
        if at is not None
    )


def _off_map_last(at: str | None) -> tuple[bool, str]:
    return at is None, at or ""


@lru_cache(maxsize=4096)
def _passed(dq: int, dr: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The hexes between (0, 0) and (dq, dr), grouped by the stretch of the line that lies in each."""
    ends = ((0, 0), (dq, dr))
    stretches = _stretches(dq, dr)
    groups = (tuple(cell for cell in stretches[stretch] if cell not in ends) for stretch in sorted(stretches))
    return tuple(group for group in groups if group)


@lru_cache(maxsize=4096)
def _met(dq: int, dr: int) -> tuple[tuple[Meeting, tuple[tuple[int, int], ...]], ...]:
    """What the line from (0, 0) to (dq, dr) meets: its stretches, and between two of them the border that it passes."""
    stretches, near = _stretches(dq, dr), _candidates(dq, dr)
    found: list[tuple[Meeting, tuple[tuple[int, int], ...]]] = []
    for this, following in pairwise(sorted(stretches)):
        here = tuple(sorted(cell for cell in near if _holds(*cell, dq, dr, this[1])))
        found.append(("corner" if len(here) > 2 else "side", here))
        cells = stretches[following]
        if cells != ((dq, dr),):
            found.append(("along" if len(cells) > 1 else "hex", cells))
    return tuple(found)


def _stretches(dq: int, dr: int) -> dict[_Stretch, tuple[tuple[int, int], ...]]:
    """The stretches into which the sides of the cells cut the line, each with the one or two cells that it lies in."""
    stretches: dict[_Stretch, list[tuple[int, int]]] = {}
    for q, r in _candidates(dq, dr):
        stretch = _stretch(q, r, dq, dr)
        if stretch is not None:
            stretches.setdefault(stretch, []).append((q, r))
    return {stretch: tuple(sorted(cells)) for stretch, cells in stretches.items()}


def _holds(q: int, r: int, dq: int, dr: int, where: Fraction) -> bool:
    """Whether a point of the line, so far along it, lies in the cell of (q, r) or on its border."""
    sides = ((q - r, dq - dr), (q + 2 * r, dq + 2 * dr), (2 * q + r, 2 * dq + dr))
    part, whole = where.as_integer_ratio()
    return all(abs(slope * part - centre * whole) <= whole for centre, slope in sides)


def _candidates(dq: int, dr: int) -> dict[tuple[int, int], None]:
    """Hexes near the line, surely all that it meets: around as many points of it as it has steps."""
    steps = max(abs(dq), abs(dr), abs(dq + dr), 1)
    near: dict[tuple[int, int], None] = {}
    for i in range(steps + 1):
        q, r = dq * i // steps, dr * i // steps
        near.update(((q + x, r + y), None) for x in range(-1, 3) for y in range(-1, 3))
    return near


def _stretch(q: int, r: int, dq: int, dr: int) -> _Stretch | None:
    """From where to where, as parts of the line, it lies in the cell of (q, r), its border included; None
    where it misses the cell or touches only a corner.

    The cell is where each of q-r, r-s and s-q differs from its centre's by at most one; each difference is
    linear along the line.
    """
    first, last = Fraction(0), Fraction(1)
    for centre, slope in ((q - r, dq - dr), (q + 2 * r, dq + 2 * dr), (2 * q + r, 2 * dq + dr)):
        if slope == 0:
            if abs(centre) > 1:
                return None
            continue
        ends = sorted((Fraction(centre - 1, slope), Fraction(centre + 1, slope)))
        first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if first < last else None
