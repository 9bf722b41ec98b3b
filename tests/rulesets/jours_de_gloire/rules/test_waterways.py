"""Rivers as they are drawn: through their crossings on a short way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulesets.jours_de_gloire.pictures import waterways

POINT = st.tuples(st.integers(0, 400), st.integers(0, 400))


@given(st.lists(POINT, min_size=3, max_size=9, unique=True))
def test_what_turning_a_part_round_gains_is_what_the_whole_way_becomes_shorter(way: list[tuple[int, int]]) -> None:
    long = waterways._total(way)
    for start in range(len(way) - 1):
        for end in range(start + 2, len(way) + 1):
            turned = [*way[:start], *reversed(way[start:end]), *way[end:]]
            assert waterways._gained(way, start, end) == long - waterways._total(turned)


@given(st.lists(POINT, min_size=3, max_size=9, unique=True))
def test_a_way_is_untangled_when_no_part_of_it_is_better_turned_round(way: list[tuple[int, int]]) -> None:
    short = waterways._untangled(way)
    assert sorted(short) == sorted(way) and waterways._total(short) <= waterways._total(way)
    for start in range(len(short) - 1):
        for end in range(start + 2, len(short) + 1):
            turned = [*short[:start], *reversed(short[start:end]), *short[end:]]
            assert waterways._total(short) <= waterways._total(turned)


def test_crossings_that_lie_in_a_row_are_joined_in_their_order() -> None:
    row = [(0, 0), (10, 1), (20, 0), (30, 2), (40, 0)]
    assert waterways._in_order([row[n] for n in (3, 0, 4, 2, 1)]) in (row, row[::-1])
