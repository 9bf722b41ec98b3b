"""Hex arithmetic against the identities and tables that Red Blob Games publishes, and against the sheet."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.wargame.faults import DataFaults
from pbem.wargame.hexgrid import HexGrid, hexside, rectangle
from pbem.wargame.hexlayout import Layout, UnknownHex

Top = Literal["flat", "pointy"]
Parity = Literal["odd", "even"]

# Offset to axial as published, column and row growing to the east and south.
TO_AXIAL = {
    ("flat", "odd"): lambda col, row: (col, row - (col - (col & 1)) // 2),
    ("flat", "even"): lambda col, row: (col, row - (col + (col & 1)) // 2),
    ("pointy", "odd"): lambda col, row: (col - (row - (row & 1)) // 2, row),
    ("pointy", "even"): lambda col, row: (col - (row + (row & 1)) // 2, row),
}

# Neighbours as published, (column, row) differences for even and odd lines, counter-clockwise.
COMPASS = {"flat": ("se", "ne", "n", "nw", "sw", "s"), "pointy": ("e", "ne", "nw", "w", "sw", "se")}
DIFFERENCES = {
    ("pointy", "odd"): (
        ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
        ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
    ),
    ("pointy", "even"): (
        ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
        ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
    ),
    ("flat", "odd"): (
        ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (0, 1)),
        ((1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (0, 1)),
    ),
    ("flat", "even"): (
        ((1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (0, 1)),
        ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (0, 1)),
    ),
}
KINDS: list[tuple[Top, Parity]] = [("flat", "odd"), ("flat", "even"), ("pointy", "odd"), ("pointy", "even")]
LAYOUTS = [
    Layout(*words)  # type: ignore[arg-type]
    for words in product(("flat", "pointy"), ("CCRR", "RRCC"), ("east", "west"), ("north", "south"), ("odd", "even"))
]
GRIDS = [HexGrid.rectangle(layout, (1, 13), (1, 13)) for layout in LAYOUTS]
EVERY_GRID = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: "-".join(map(str, _words(grid.layout))))
FIRST_MAP = Layout("flat", "CCRR", "west", "north", "odd")


def _words(layout: Layout) -> tuple[object, ...]:
    return layout.top, layout.numbering, layout.columns_grow, layout.rows_grow, layout.shifted


def _middle(grid: HexGrid) -> str:
    return "0707"


@pytest.mark.parametrize(("top", "shifted"), KINDS)
def test_offset_numbers_become_axial_as_published(top: Top, shifted: Parity) -> None:
    layout = Layout(top, "CCRR", "east", "south", shifted)
    for column, row in product(range(12), range(12)):
        assert layout.axial(column, row) == TO_AXIAL[top, shifted](column, row)


@pytest.mark.parametrize(("top", "shifted"), KINDS)
def test_neighbours_are_the_published_ones(top: Top, shifted: Parity) -> None:
    layout = Layout(top, "CCRR", "east", "south", shifted)
    grid = HexGrid.rectangle(layout, (1, 8), (1, 8))
    for column, row in product(range(2, 8), range(2, 8)):
        line = column if top == "flat" else row
        for word, (dc, dr) in zip(COMPASS[top], DIFFERENCES[top, shifted][line & 1], strict=True):
            assert grid.neighbour(layout.format(column, row), word) == layout.format(column + dc, row + dr)


@pytest.mark.parametrize(
    ("layout", "at", "around"),
    [
        (FIRST_MAP, "0610", {"n": "0611", "ne": "0511", "se": "0510", "s": "0609", "sw": "0710", "nw": "0711"}),
        (FIRST_MAP, "0710", {"n": "0711", "ne": "0610", "se": "0609", "s": "0709", "sw": "0809", "nw": "0810"}),
        (
            Layout("flat", "CCRR", "west", "north", "even"),
            "0610",
            {"n": "0611", "ne": "0510", "se": "0509", "s": "0609", "sw": "0709", "nw": "0710"},
        ),
        (
            Layout("flat", "CCRR", "east", "south", "odd"),
            "0610",
            {"n": "0609", "ne": "0709", "se": "0710", "s": "0611", "sw": "0510", "nw": "0509"},
        ),
        (
            Layout("pointy", "RRCC", "east", "north", "odd"),
            "0610",
            {"ne": "0710", "e": "0611", "se": "0510", "sw": "0509", "w": "0609", "nw": "0709"},
        ),
        (
            Layout("pointy", "RRCC", "west", "south", "even"),
            "0610",
            {"ne": "0509", "e": "0609", "se": "0709", "sw": "0710", "w": "0611", "nw": "0510"},
        ),
    ],
)
def test_neighbours_of_a_printed_hex(layout: Layout, at: str, around: dict[str, str]) -> None:
    grid = HexGrid.rectangle(layout, (1, 20), (1, 20))
    assert dict(grid.around(at)) == around
    assert grid.neighbours(at) == tuple(around.values())
    assert tuple(around) == grid.directions
    for word, to in around.items():
        assert grid.neighbour(at, word) == to
        assert grid.direction_between(at, to) == word
        assert grid.hexside(at, to) == grid.hexside(to, at) == tuple(sorted((at, to))) == hexside(to, at)


@EVERY_GRID
def test_compass_words_hold_on_the_picture(grid: HexGrid) -> None:
    at = _middle(grid)
    x, y = grid.centre(at)
    for word, to in grid.around(at):
        dx, dy = grid.centre(to)[0] - x, grid.centre(to)[1] - y
        assert (dy < 0) == ("n" in word)
        assert (dy > 0) == ("s" in word)
        assert (dx > 0) == ("e" in word)
        assert (dx < 0) == ("w" in word)


@EVERY_GRID
def test_numbers_grow_where_the_layout_says(grid: HexGrid) -> None:
    layout = grid.layout
    x, y = grid.centre(layout.format(5, 5))
    assert (grid.centre(layout.format(7, 5))[0] > x) == (layout.columns_grow == "east")
    assert (grid.centre(layout.format(5, 7))[1] > y) == (layout.rows_grow == "south")


@EVERY_GRID
def test_hexes_touch_where_two_corners_meet(grid: HexGrid) -> None:
    for at in grid.hexes[::5]:
        assert len(grid.corners(at)) == len(set(grid.corners(at))) == 6
        for word, to in grid.around(at):
            shared = [corner for corner in grid.corners(at) if corner in grid.corners(to)]
            assert sorted(grid.edge(at, word)) == sorted(shared)
            back = grid.direction_between(to, at)
            assert back is not None
            assert sorted(grid.edge(to, back)) == sorted(shared)


@EVERY_GRID
def test_the_picture_begins_at_zero_and_is_regular(grid: HexGrid) -> None:
    corners = [corner for at in grid.hexes for corner in grid.corners(at)]
    assert min(x for x, _ in corners) == min(y for _, y in corners) == 0
    fx, fy = grid.proportion
    spans = []
    x, y = grid.centre(_middle(grid))
    for to in grid.neighbours(_middle(grid)):
        nx, ny = grid.centre(to)
        spans.append(((nx - x) * fx) ** 2 + ((ny - y) * fy) ** 2)
    assert (max(spans) - min(spans)) * 5_000 < max(spans)


@EVERY_GRID
def test_cubes_add_up_to_zero_and_lead_back(grid: HexGrid) -> None:
    for at in grid.hexes:
        q, r, s = grid.cube(at)
        assert q + r + s == 0
        assert grid.at_axial(q, r) == at
        assert grid.layout.format(*grid.layout.offset(q, r)) == at


@EVERY_GRID
def test_rings_have_six_hexes_a_step_and_discs_the_centred_hexagonal_number(grid: HexGrid) -> None:
    at = _middle(grid)
    assert grid.ring(at, 0) == (at,)
    assert grid.ring(at, -1) == ()
    for radius in (1, 2, 3, 4):
        ring = grid.ring(at, radius)
        assert len(ring) == len(set(ring)) == 6 * radius
        assert {grid.distance(at, to) for to in ring} == {radius}
        assert all(grid.distance(a, b) == 1 for a, b in pairwise((*ring, ring[0])))
        assert len(grid.within(at, radius)) == 1 + 3 * radius * (radius + 1)
    assert grid.ring(at, 1) == grid.neighbours(at)


@EVERY_GRID
def test_at_a_corner_of_the_map_rings_lose_what_is_off_it(grid: HexGrid) -> None:
    for radius in (1, 2, 5):
        expected = {to for to in grid.hexes if grid.distance("0101", to) == radius}
        assert set(grid.ring("0101", radius)) == expected
        assert len(grid.ring("0101", radius)) == len(expected) < 6 * radius


hexes = st.builds(lambda c, r: f"{c:02}{r:02}", st.integers(1, 13), st.integers(1, 13))
grids = st.sampled_from(GRIDS)


@given(grids, hexes, hexes, hexes)
def test_distance_is_a_metric(grid: HexGrid, a: str, b: str, c: str) -> None:
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    cubes = zip(grid.cube(a), grid.cube(b), strict=True)
    assert 2 * grid.distance(a, b) == sum(abs(x - y) for x, y in cubes)
    assert (grid.distance(a, b) == 1) == grid.adjacent(a, b) == (grid.direction_between(a, b) is not None)


@given(grids, hexes, hexes)
def test_a_line_is_a_shortest_chain_and_the_same_backwards(grid: HexGrid, a: str, b: str) -> None:
    line = grid.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert grid.line(b, a) == line[::-1]
    if len(line) == grid.distance(a, b) + 1:
        assert all(grid.adjacent(x, y) for x, y in pairwise(line))
    else:  # it bulged over the edge
        assert any(len(grid.neighbours(at)) < 6 for at in line)


@EVERY_GRID
def test_lines_inside_the_map_have_distance_plus_one_hexes(grid: HexGrid) -> None:
    for to in grid.within(_middle(grid), 4):
        line = grid.line(_middle(grid), to)
        assert len(line) == grid.distance(_middle(grid), to) + 1
        assert all(grid.adjacent(x, y) for x, y in pairwise(line))


@given(st.sampled_from(LAYOUTS), st.integers(0, 99), st.integers(0, 99))
def test_numbers_print_and_parse_back(layout: Layout, column: int, row: int) -> None:
    text = layout.format(column, row)
    assert layout.parse(text) == (column, row)
    assert layout.offset(*layout.axial(column, row)) == (column, row)


def test_the_two_kinds_of_numbering_and_three_digits() -> None:
    assert Layout("flat", "CCRR", "east", "south", "odd").parse("0610") == (6, 10)
    assert Layout("flat", "RRCC", "east", "south", "odd").parse("0610") == (10, 6)
    assert Layout("flat", "CCRR", "east", "south", "odd", 3).format(6, 110) == "006110"


@pytest.mark.parametrize("text", ["", "610", "06100", "06O6", "06 6", "-610", "0６10", "²610", "+610"])
def test_what_is_not_a_hex_number_is_refused(text: str) -> None:
    with pytest.raises(UnknownHex):
        FIRST_MAP.parse(text)


@pytest.mark.parametrize(("column", "row"), [(-1, 5), (5, -1), (100, 5), (5, 100)])
def test_what_does_not_fit_the_digits_is_refused(column: int, row: int) -> None:
    with pytest.raises(UnknownHex):
        FIRST_MAP.format(column, row)


def test_a_map_may_have_holes_and_keeps_its_hexes_in_order() -> None:
    listed = [at for at in rectangle(FIRST_MAP, (1, 3), (1, 3)) if at != "0202"]
    grid = HexGrid(FIRST_MAP, [*reversed(listed), "0101"])
    assert grid.hexes == tuple(listed)
    assert len(grid) == 8
    assert "0101" in grid
    assert "0202" not in grid
    assert grid.neighbour("0201", "n") is None
    assert "0202" not in grid.neighbours("0201")
    assert grid.distance("0201", "0203") == 2
    assert grid.line("0201", "0203") == ("0201", "0203")


@pytest.mark.parametrize("at", ["0202", "06O6", ""])
def test_a_hex_off_the_map_is_refused_by_name(at: str) -> None:
    grid = HexGrid(FIRST_MAP, ["0101", "0102"])
    for call in (
        lambda: grid.neighbours(at),
        lambda: grid.direction_between("0101", at),
        lambda: grid.adjacent("0101", at),
        lambda: grid.distance("0101", at),
        lambda: grid.line("0101", at),
        lambda: grid.ring(at, 1),
        lambda: grid.centre(at),
    ):
        with pytest.raises(UnknownHex, match="is not a hex of this map"):
            call()


def test_words_that_are_no_direction_and_hexes_that_do_not_touch() -> None:
    grid = HexGrid.rectangle(FIRST_MAP, (1, 4), (1, 4))
    for call in (lambda: grid.neighbour("0101", "e"), lambda: grid.edge("0101", "e")):
        with pytest.raises(ValueError, match="not one of n, ne, se, s, sw, nw"):
            call()
    with pytest.raises(ValueError, match="not neighbours"):
        grid.hexside("0101", "0103")
    assert grid.direction_between("0101", "0103") is None


def test_all_faults_of_a_grid_or_layout_at_once() -> None:
    with pytest.raises(DataFaults) as bad_grid:
        HexGrid(FIRST_MAP, ["0101", "01", "x", "0102"])
    assert len(bad_grid.value.faults) == 2
    with pytest.raises(DataFaults, match="at least one"):
        HexGrid(FIRST_MAP, [])
    with pytest.raises(DataFaults) as bad_layout:
        Layout("round", "CCRR", "up", "north", "odd", 4)  # type: ignore[arg-type]
    assert [fault.split()[0] for fault in bad_layout.value.faults] == ["top", "columns_grow", "digits"]
