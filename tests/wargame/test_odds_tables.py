"""Odds columns and result tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.wargame.faults import DataFaults
from pbem.wargame.odds import ColumnFound, OddsColumns, Shift
from pbem.wargame.tables import ResultTable, ways

COLUMNS = OddsColumns(["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"])


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (13, 4, "3-1"),
        (12, 4, "3-1"),
        (11, 4, "2-1"),
        (7, 7, "1-1"),
        (6, 7, "1-2"),  # a little less than even is already one to two
        (4, 8, "1-2"),
        (4, 9, "1-3"),
        (1, 5, "1-5"),
        (1, 6, "1-5"),
        (6, 1, "6-1"),
        (20, 3, "6-1"),
        (0, 3, "1-5"),
        (3, 0, "6-1"),
        (Fraction(3, 2), Fraction(1, 2), "3-1"),
        (Fraction(5, 2), 1, "2-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int | Fraction, defence: int | Fraction, column: str) -> None:
    assert COLUMNS.column(attack, defence) == column


@pytest.mark.parametrize(
    ("attack", "defence", "beyond"), [(1, 5, 0), (1, 6, -1), (6, 1, 0), (13, 2, 1), (3, 0, 1), (3, 2, 0)]
)
def test_odds_off_the_table_are_known(attack: int, defence: int, beyond: int) -> None:
    assert COLUMNS.beyond(attack, defence) == beyond


@given(st.integers(0, 99), st.integers(1, 99))
def test_the_column_is_the_best_not_above_the_odds(attack: int, defence: int) -> None:
    ratios = [Fraction(*map(int, name.split("-"))) for name in COLUMNS.names]
    place = COLUMNS.index(COLUMNS.column(attack, defence))
    odds = Fraction(attack, defence)
    assert ratios[place] <= odds or place == 0
    assert place == len(ratios) - 1 or odds < ratios[place + 1]


@pytest.mark.parametrize(("attack", "defence"), [(-1, 3), (3, -1), (0, 0)])
def test_what_has_no_odds_is_refused(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="has no odds"):
        COLUMNS.column(attack, defence)


@pytest.mark.parametrize(
    ("start", "amounts", "final"),
    [
        ("3-1", [], "3-1"),
        ("3-1", [1], "4-1"),
        ("3-1", [-1, -1], "1-1"),
        ("1-2", [1], "1-1"),
        ("5-1", [3, -2], "6-1"),  # summed first, clamped after
        ("1-4", [-5], "1-5"),
    ],
)
def test_shifts_are_summed_and_stop_at_the_ends(start: str, amounts: list[int], final: str) -> None:
    shifts = [Shift(amount, "9.9", "a test") for amount in amounts]
    assert COLUMNS.shifted(start, shifts) == final


def test_the_way_to_a_column_is_kept_for_the_report() -> None:
    shifts = (Shift(-1, "7.1", "over the stream"), Shift(-1, "7.4", "at dusk"))
    assert COLUMNS.find(20, 3, shifts) == ColumnFound("6-1", 1, shifts, "4-1")
    assert COLUMNS.find(13, 4) == ColumnFound("3-1", 0, (), "3-1")


def test_reductions_go_down_from_the_column() -> None:
    assert COLUMNS.reductions("1-2") == ("1-3", "1-4", "1-5")
    assert COLUMNS.reductions("1-5") == ()


def test_columns_that_are_none() -> None:
    for call in (lambda: COLUMNS.index("7-1"), lambda: COLUMNS.shifted("7-1", []), lambda: COLUMNS.reductions("")):
        with pytest.raises(ValueError, match="is not one of 1-5"):
            call()
    with pytest.raises(DataFaults) as bad:
        OddsColumns(["1-2", "2-4", "x", "3:1", "0-1", "2-1"])
    assert bad.value.faults == (
        "2-4 is not above the column before it",
        "'x' is not odds such as 3-1",
        "'0-1' is not odds such as 3-1",
        "2-1 is not above the column before it",
    )
    with pytest.raises(DataFaults, match="at least one"):
        OddsColumns([])


LINES = {1: ["Ar", "Dr", "De"], 2: ["Ar", "Dr", "De"], 3: ["Ae", "Ar", "Dr"]}
TABLE = ResultTable(["1-2", "1-1", "2-1"], LINES, ways(1, 3), ["Ae", "Ar", "Dr", "De"])


def test_every_cell_is_where_it_was_put() -> None:
    for number, column in enumerate(TABLE.columns):
        for die, line in LINES.items():
            assert TABLE[column][die] == line[number]
    with pytest.raises(KeyError):
        TABLE["3-1"]


def test_chances_are_exact_and_in_the_order_of_codes() -> None:
    third = Fraction(1, 3)
    assert list(TABLE.distribution("1-2").items()) == [("Ae", third), ("Ar", 2 * third)]
    assert list(TABLE.distribution("1-1").items()) == [("Ar", third), ("Dr", 2 * third)]
    assert TABLE.distribution("1-1", modifier=1) == {"Ar": 2 * third, "Dr": third}
    assert TABLE.distribution("1-1", modifier=-5) == {"Dr": 1}
    assert [TABLE.clamped(die) for die in (-3, 1, 2, 3, 9)] == [1, 1, 2, 3, 3]


def test_two_dice_weigh_their_sums() -> None:
    assert ways(2, 6) == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    table = ResultTable(["any"], {s: ["low" if s < 7 else "high"] for s in ways(2, 6)}, ways(2, 6), ["low", "high"])
    assert table.distribution("any") == {"low": Fraction(15, 36), "high": Fraction(21, 36)}


@given(st.integers(1, 4), st.integers(1, 8))
def test_ways_add_up(count: int, faces: int) -> None:
    found = ways(count, faces)
    assert sum(found.values()) == faces**count
    assert list(found) == list(range(count, count * faces + 1))


@pytest.mark.parametrize(("count", "faces"), [(0, 6), (21, 6), (1, 0), (1, 1001)])
def test_dice_that_nobody_throws(count: int, faces: int) -> None:
    with pytest.raises(ValueError, match="dice of"):
        ways(count, faces)


def test_all_faults_of_a_table_at_once() -> None:
    with pytest.raises(DataFaults) as bad:
        ResultTable(
            ["a", "a"],
            {1: ["X", "Y"], 2: ["X"], 7: ["X", "X"]},
            {1: 1, 2: 0, 4: 1},
            ["X"],
        )
    assert bad.value.faults == (
        "column a is there twice",
        "the die lines have a gap",
        "die 2 comes up 0 times",
        "die 4 has no line",
        "line 7 is for no die",
        "line 1: no code Y",
        "line 2 has 1 codes for 2 columns",
    )
    with pytest.raises(DataFaults) as empty:
        ResultTable([], {}, {}, ["X", "X"])
    assert empty.value.faults == ("the table has no column", "code X is there twice", "the table has no die line")
