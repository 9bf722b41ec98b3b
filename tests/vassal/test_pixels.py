"""Where places lie on a VASSAL board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.picture import Board, Place, Point
from pbem.vassal.description import Plan
from pbem.vassal.pixels import Pixels

HEXES = {f"{x:02d}{y:02d}": (x * 7, y * 8 + 4 * (x % 2)) for x in range(1, 9) for y in range(1, 9)}


def board(grid: str = "hex") -> Board:
    return Board("b", "B", tuple(Place(uid, at, (), uid, f"town {uid}") for uid, at in HEXES.items()), (), 5, grid)


def plan(places: dict[str, Point], location: str = "", offset: Point = (0, 0)) -> Plan:
    return Plan("Map", "Board", offset, "", location, places, ("boards", "b"))


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 500), st.integers(0, 500), st.booleans(), st.booleans())
def test_two_hexes_give_all_others(dx: int, dy: int, x0: int, y0: int, west: bool, south: bool) -> None:
    def at(uid: str) -> Point:
        x, y = HEXES[uid]
        return x0 + dx * (60 - x if west else x), y0 + dy * (80 - y if south else y)

    pixels = Pixels(board(), plan({uid: at(uid) for uid in ("0201", "0508")}, offset=(3, 4)))
    assert {uid: pixels.of(uid) for uid in HEXES} == {uid: (at(uid)[0] + 3, at(uid)[1] + 4) for uid in HEXES}


def test_lengths_that_do_not_divide_are_rounded_to_the_nearest_pixel() -> None:
    pixels = Pixels(board(), plan({"0101": (0, 0), "0407": (100, 101)}))
    found = [pixels.of(uid) for uid in ("0102", "0202", "0302", "0402")]
    # 7 of 21 of a hundred pixels, and 8 or 4 of 44 of a hundred and one.
    assert found == [(0, 18), (33, 9), (67, 18), (100, 9)]


@pytest.mark.parametrize("places", [{}, {"0101": (5, 5)}, {"0101": (5, 5), "0105": (5, 99)}])
def test_one_row_or_column_does_not_tell_of_the_others(places: dict[str, Point]) -> None:
    pixels = Pixels(board(), plan(places))
    assert [pixels.of(uid) for uid in places] == list(places.values())
    assert pixels.of("0808") is None


def test_what_is_written_counts_before_the_grid_and_that_before_reckoning() -> None:
    asked: list[str] = []

    def locate(name: str) -> Point | None:
        asked.append(name)
        return (1, 2) if name.startswith("0303") else None

    places = {"0101": (10, 10), "0808": (500, 600)}
    pixels = Pixels(board(), plan(places, "{id}.{label} {name}"), locate)
    assert pixels.of("0101") == (10, 10) and not asked
    assert pixels.of("0303") == (1, 2) and asked == ["0303.0303 town 0303"]
    assert pixels.of("0304") not in (None, (1, 2))


def test_boxes_and_what_would_lie_outside_are_not_reckoned() -> None:
    assert Pixels(board("boxes"), plan({"0101": (10, 10), "0808": (500, 600)})).of("0303") is None
    assert Pixels(board(), plan({"0404": (10, 10), "0808": (500, 600)})).of("0101") is None
