"""Maps of several sheets: numbers with a letter, a hex under two numbers where sheets overlap, rows of two lengths."""

from __future__ import annotations

import pytest

from pbem.wargame.faults import DataFaults
from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout, UnknownHex, layout_texts, read_layout

# Two sheets of 39 rows that share one: the lower edge of the northern sheet is the upper edge of the southern one.
GIVEN = {
    "top": "pointy",
    "numbering": "RRCC",
    "columns_grow": "east",
    "rows_grow": "north",
    "shifted": "even",
    "short": "even",
    "sheets": {"n": "01-39 +38", "s": "01-39 +0"},
}
LAYOUT = read_layout(GIVEN)
COLUMNS, ROWS = (1, 54), (1, 77)
GRID = HexGrid.rectangle(LAYOUT, COLUMNS, ROWS)


@pytest.mark.parametrize(
    ("printed", "column", "row"),
    [("s0101", 1, 1), ("s3830", 30, 38), ("n0130", 30, 39), ("n0230", 30, 40), ("n3954", 54, 77)],
)
def test_a_number_is_counted_over_all_sheets(printed: str, column: int, row: int) -> None:
    assert LAYOUT.parse(printed) == (column, row)
    assert LAYOUT.format(column, row) == printed
    assert printed in GRID


def test_the_row_of_two_sheets_has_one_spelling() -> None:
    assert LAYOUT.parse("s3930") == LAYOUT.parse("n0130") == (30, 39)
    assert LAYOUT.spelled("s3930") == "n0130"
    assert "s3930" not in GRID
    with pytest.raises(DataFaults, match="s3930 is n0130"):
        HexGrid(LAYOUT, ["s3930"])


@pytest.mark.parametrize("text", ["0130", "n130", "x0130", "s4001", "s5005", "n", "", "N0130", "nn0130", "n01٣0"])
def test_what_is_no_number_of_a_sheet(text: str) -> None:
    with pytest.raises(UnknownHex):
        LAYOUT.parse(text)


def test_hexes_of_two_sheets_touch() -> None:
    # Even rows stand half a hex further east, on both sheets alike, for they are 38 rows apart.
    assert set(GRID.neighbours("n0130")) == {"n0129", "n0131", "n0229", "n0230", "s3829", "s3830"}
    assert set(GRID.neighbours("s3830")) == {"s3829", "s3831", "n0130", "n0131", "s3730", "s3731"}
    assert GRID.direction_between("s3830", "n0131") == "ne"
    assert GRID.distance("s3830", "n0230") == 2


def test_short_rows_end_one_hex_earlier() -> None:
    assert len(GRID) == 39 * 54 + 38 * 53
    assert "s0154" in GRID and "s0254" not in GRID and "s0253" in GRID
    assert "n0154" in GRID and "n0254" not in GRID
    flat = HexGrid.rectangle(Layout("flat", "CCRR", "east", "south", "odd", short="odd"), (1, 2), (1, 3))
    assert flat.hexes == ("0101", "0102", "0201", "0202", "0203")


def test_a_layout_is_written_as_it_is_read() -> None:
    assert layout_texts(LAYOUT) == GIVEN
    plain = Layout("flat", "CCRR", "east", "south", "odd")
    assert read_layout(layout_texts(plain)) == plain


@pytest.mark.parametrize(
    ("member", "value", "says"),
    [
        ("short", "left", "short is 'left'"),
        ("sheets", {"n": "1 to 39"}, "01-39"),
        ("sheets", {"north": "01-39 +38"}, "a letter"),
        ("sheets", {"n": "01-39 +40", "s": "01-39 +0"}, "no sheet has row 40"),
    ],
)
def test_sheets_that_cannot_be(member: str, value: object, says: str) -> None:
    with pytest.raises(DataFaults, match=says):
        read_layout({**GIVEN, member: value})
