"""Lines of sight: straight, along hexsides, oblique; exactly, both ways, and at the map's edge."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.wargame.hexgrid import HexGrid, Point
from pbem.wargame.hexlayout import Layout
from pbem.wargame.sight import blocked, blockers, crossings, line_of_sight
from tests.tiers import examples

FLAT = HexGrid.rectangle(Layout("flat", "CCRR", "west", "north", "odd"), (1, 15), (1, 15))
POINTY = HexGrid.rectangle(Layout("pointy", "RRCC", "east", "south", "even"), (1, 15), (1, 15))


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_of_the_twelve_hexes_at_range_two_six_are_straight_and_six_along_a_hexside(grid: HexGrid) -> None:
    straight = along = 0
    for to in grid.ring("0808", 2):
        between = [at for at in grid.neighbours("0808") if grid.distance(at, to) == 1]
        (passed,) = line_of_sight(grid, "0808", to)
        assert sorted(at for at in passed if at is not None) == sorted(between)
        straight += len(passed) == 1
        along += len(passed) == 2
    assert (straight, along) == (6, 6)


@pytest.mark.parametrize(
    ("to", "woods", "stopped_by"),
    [
        ("0810", ("0809",), ("0809",)),
        ("0810", ("0808", "0810", "0709"), ()),  # neither the ends nor the neighbours count
        ("1008", ("0908",), ()),  # along the side between 0908 and 0909, one of them clear
        ("1008", ("0909",), ()),
        ("1008", ("0908", "0909"), ("0908", "0909")),
        ("0709", (), ()),
        ("0808", ("0808",), ()),
        ("0812", ("0810", "0809"), ("0809", "0810")),
    ],
)
def test_what_stops_a_line(to: str, woods: tuple[str, ...], stopped_by: tuple[str, ...]) -> None:
    line = line_of_sight(FLAT, "0808", to)
    assert blocked(line, lambda at: at in woods) == bool(stopped_by)
    assert blockers(line, lambda at: at in woods) == stopped_by


@pytest.mark.parametrize(
    ("dq", "dr", "passed"),
    [
        (0, 0, []),
        (1, 0, []),
        (3, 0, [[(1, 0)], [(2, 0)]]),
        (1, 1, [[(0, 1), (1, 0)]]),
        (2, 1, [[(1, 0)], [(1, 1)]]),
        (2, 2, [[(0, 1), (1, 0)], [(1, 1)], [(1, 2), (2, 1)]]),
        (3, 1, [[(1, 0)], [(1, 1)], [(2, 0)], [(2, 1)]]),  # one more than its steps: it cuts two corners
        (1, -2, [[(0, -1), (1, -1)]]),
    ],
)
def test_the_hexes_of_a_line(dq: int, dr: int, passed: list[list[tuple[int, int]]]) -> None:
    q, r = FLAT.axial("0808")
    to = FLAT.at_axial(q + dq, r + dr)
    assert to is not None
    line = line_of_sight(FLAT, "0808", to)
    named = [[FLAT.at_axial(q + a, r + b) or "" for a, b in group] for group in passed]
    assert line == tuple(tuple(sorted(group)) for group in named)


def test_off_the_map_nothing_blocks() -> None:
    grid = HexGrid(FLAT.layout, [at for at in FLAT.hexes if at not in ("0909", "0809")])
    along = line_of_sight(grid, "0808", "1008")
    assert along == (("0908", None),)
    assert not blocked(along, lambda at: True)
    straight = line_of_sight(grid, "0808", "0810")
    assert straight == ((None,),)
    assert not blocked(straight, lambda at: True)
    assert blockers(straight, lambda at: True) == ()


hexes = st.builds(lambda c, r: f"{c:02}{r:02}", st.integers(3, 13), st.integers(3, 13))


@given(st.sampled_from([FLAT, POINTY]), hexes, hexes)
def test_a_line_is_the_same_both_ways(grid: HexGrid, a: str, b: str) -> None:
    there, back = line_of_sight(grid, a, b), line_of_sight(grid, b, a)
    assert there == back[::-1]


near_hexes = st.builds(lambda c, r: f"{c:02}{r:02}", st.integers(4, 12), st.integers(4, 12))


def stretches(start: tuple[int, ...], end: tuple[int, ...]) -> list[Fraction]:
    """One point of each stretch of a line between two places where it may pass from cell to cell.

    All sides of all cells lie where a difference of two cube coordinates is a whole number.
    """
    (dq, dr, ds) = (y - x for x, y in zip(start, end, strict=True))
    slopes = [abs(slope) for slope in (dq - dr, dr - ds, ds - dq) if slope]
    breaks = sorted({Fraction(part, slope) for slope in slopes for part in range(slope + 1)})
    return [(first + last) / 2 for first, last in pairwise(breaks)]


def cells(grid: HexGrid, a: str, b: str, where: Fraction) -> list[str]:
    """The hexes whose cells hold a point of the line: one, or the two on whose common side it lies."""
    whole = where.denominator
    point = [
        x * (whole - where.numerator) + y * where.numerator for x, y in zip(grid.cube(a), grid.cube(b), strict=True)
    ]
    found = []
    for at in grid.within(a, grid.distance(a, b) + 1):
        q, r, s = (x - y * whole for x, y in zip(point, grid.cube(at), strict=True))
        if max(abs(q - r), abs(r - s), abs(s - q)) <= whole:
            found.append(at)
    return found


@settings(max_examples=examples(30), deadline=None)
@given(st.sampled_from([FLAT, POINTY]), near_hexes, near_hexes)
def test_a_line_names_what_each_stretch_of_it_passes(grid: HexGrid, a: str, b: str) -> None:
    met = [tuple(sorted(cells(grid, a, b, where))) for where in stretches(grid.cube(a), grid.cube(b))]
    between = dict.fromkeys(passed for passed in met if passed not in ((a,), (b,)))
    assert line_of_sight(grid, a, b) == tuple(between)


@pytest.mark.parametrize(
    ("dq", "dr", "met"),
    [
        (0, 0, []),
        (1, 0, [("side", [(0, 0), (1, 0)])]),
        (2, 0, [("side", [(0, 0), (1, 0)]), ("hex", [(1, 0)]), ("side", [(1, 0), (2, 0)])]),
        (
            1,
            1,
            [
                ("corner", [(0, 0), (0, 1), (1, 0)]),
                ("along", [(0, 1), (1, 0)]),
                ("corner", [(0, 1), (1, 0), (1, 1)]),
            ],
        ),
        (
            4,
            1,
            [
                ("side", [(0, 0), (1, 0)]),
                ("hex", [(1, 0)]),
                ("corner", [(1, 0), (1, 1), (2, 0)]),
                ("hex", [(2, 0)]),
                ("side", [(2, 0), (2, 1)]),
                ("hex", [(2, 1)]),
                ("corner", [(2, 1), (3, 0), (3, 1)]),
                ("hex", [(3, 1)]),
                ("side", [(3, 1), (4, 1)]),
            ],
        ),
    ],
)
def test_what_a_line_meets(dq: int, dr: int, met: list[tuple[str, list[tuple[int, int]]]]) -> None:
    """On the way of the last one lie two corners, where it passes from hex to hex and not along a side."""
    q, r = POINTY.axial("0805")
    to = POINTY.at_axial(q + dq, r + dr)
    assert to is not None
    named = [(kind, tuple(sorted(POINTY.at_axial(q + a, r + b) or "" for a, b in cells))) for kind, cells in met]
    assert crossings(POINTY, "0805", to) == tuple(named)


@given(st.sampled_from([FLAT, POINTY]), hexes, hexes)
def test_what_a_line_meets_is_the_same_both_ways_and_agrees_with_the_line_of_sight(
    grid: HexGrid, a: str, b: str
) -> None:
    met = crossings(grid, a, b)
    assert met == crossings(grid, b, a)[::-1]
    assert tuple(hexes for kind, hexes in met if kind in ("hex", "along")) == line_of_sight(grid, a, b)


def turn(a: Point, b: Point, c: Point) -> int:
    """On which side of the line from a to b a point lies: -1, 0 on it, 1."""
    cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (cross > 0) - (cross < 0)


@settings(max_examples=examples(30), deadline=None)
@given(st.sampled_from([FLAT, POINTY]), near_hexes, near_hexes)
def test_sides_and_corners_are_those_that_the_drawn_line_meets(grid: HexGrid, a: str, b: str) -> None:
    """Held against the drawing: whole coordinates of centres and corners, and on which side of a line a point lies."""
    start, end = grid.centre(a), grid.centre(b)
    around = grid.within(a, grid.distance(a, b) + 1)
    at_corner: dict[Point, set[str]] = {}
    for at in around:
        for corner in grid.corners(at):
            at_corner.setdefault(corner, set()).add(at)
    crossed, along = set(), set()
    for at in around:
        for direction, to in grid.around(at):
            one, other = grid.edge(at, direction)
            turns = {turn(start, end, one), turn(start, end, other)}
            if a != b and turns == {1, -1} and {turn(one, other, start), turn(one, other, end)} == {1, -1}:
                crossed.add(tuple(sorted((at, to))))
            elif a != b and turns == {0} and within(start, end, one) and within(start, end, other):
                along.add(tuple(sorted((at, to))))
    touched = {
        tuple(sorted(here))
        for corner, here in at_corner.items()
        if a != b and turn(start, end, corner) == 0 and within(start, end, corner)
    }
    met = crossings(grid, a, b)
    assert {hexes for kind, hexes in met if kind == "side"} == crossed
    assert {hexes for kind, hexes in met if kind == "along"} == along
    assert {hexes for kind, hexes in met if kind == "corner"} == touched


def within(a: Point, b: Point, c: Point) -> bool:
    """Whether a point of the line through a and b lies between them."""
    return all(min(x, y) <= z <= max(x, y) for x, y, z in zip(a, b, c, strict=True))


def test_sides_and_corners_at_the_edge_of_the_map_name_what_is_there() -> None:
    grid = HexGrid(FLAT.layout, [at for at in FLAT.hexes if at != "0909"])
    assert crossings(grid, "0808", "1008") == (
        ("corner", ("0808", "0908", None)),
        ("along", ("0908", None)),
        ("corner", ("0908", "1008", None)),
    )
