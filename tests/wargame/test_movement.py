"""The movement search against a walk of every path, and the check of a given path against the search."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout
from pbem.wargame.movement import Cost, StepCost, path_cost, reach
from tests.tiers import examples

LAYOUT = Layout("flat", "CCRR", "east", "south", "odd")
SMALL = HexGrid.rectangle(LAYOUT, (1, 3), (1, 3))
WIDE = HexGrid.rectangle(LAYOUT, (1, 9), (1, 9))
PAIRS = [(a, b) for a in SMALL.hexes for b in SMALL.neighbours(a)]


def one(a: str, b: str) -> int:
    return 1


def test_on_open_ground_cost_is_distance() -> None:
    found = reach("0505", 3, WIDE.neighbours, one)
    assert found.costs == {at: WIDE.distance("0505", at) for at in WIDE.within("0505", 3)}
    assert found.stops == tuple(found.costs)
    assert found.paths["0505"] == ("0505",)


def test_a_search_for_one_place_finds_the_same_way_and_looks_no_farther() -> None:
    whole, short = reach("0505", 9, WIDE.neighbours, one), reach("0505", 9, WIDE.neighbours, one, until="0705")
    assert short.paths["0705"] == whole.paths["0705"] and short.costs["0705"] == 2
    assert max(short.costs.values()) == 2 < max(whole.costs.values())


def test_half_points_add_up_whatever_the_unit() -> None:
    road = ["0105", "0205", "0305", "0405", "0505"]
    on_road = set(pairwise(road)) | set(pairwise(road[::-1]))
    halves = reach("0105", 2 * 2, WIDE.neighbours, lambda a, b: 1 if (a, b) in on_road else 2)
    exact = reach("0105", 2, WIDE.neighbours, lambda a, b: Fraction(1, 2) if (a, b) in on_road else 1)
    assert halves.paths == exact.paths
    assert halves.costs == {at: 2 * cost for at, cost in exact.costs.items()}
    assert halves.paths["0505"] == tuple(road)
    assert exact.costs["0505"] == 2


def test_equal_paths_are_settled_by_steps_then_by_name() -> None:
    assert reach("0505", 9, WIDE.neighbours, one).paths["0507"] == ("0505", "0506", "0507")
    # Two ways lead round the side between 0405 and 0406; the lower number wins, though it is asked later.
    assert WIDE.neighbours("0505").index("0406") < WIDE.neighbours("0505").index("0405")
    assert reach("0505", 9, WIDE.neighbours, one).paths["0305"] == ("0505", "0405", "0305")
    # A free detour costs no more, but it is longer.
    free = reach("0505", 9, WIDE.neighbours, lambda a, b: 0)
    assert free.paths["0507"] == ("0505", "0506", "0507")


def test_the_order_of_neighbours_does_not_matter() -> None:
    forward = reach("0505", 4, WIDE.neighbours, one)
    backward = reach("0505", 4, lambda at: WIDE.neighbours(at)[::-1], one)
    assert forward == backward
    assert list(forward.costs) == list(backward.costs)


def test_a_place_that_holds_is_entered_but_not_left() -> None:
    wall = {f"04{row:02}" for row in range(1, 10)}
    found = reach("0205", 9, WIDE.neighbours, one, must_stop=lambda at: at in wall)
    assert "0405" in found.costs
    assert not any(at > "0499" for at in found.costs)
    held = reach("0405", 1, WIDE.neighbours, one, must_stop=lambda at: at in wall)
    assert set(held.costs) == {"0405", *WIDE.neighbours("0405")}


def test_what_may_be_passed_but_not_kept() -> None:
    friends = {"0404", "0505"}
    found = reach("0505", 2, WIDE.neighbours, one, may_stop=lambda at: at not in friends)
    assert "0404" in found.costs
    assert set(found.stops) == set(found.costs) - friends


def test_a_cost_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        reach("0505", 2, WIDE.neighbours, lambda a, b: -1)


def test_path_cost() -> None:
    assert path_cost(("0505",), one) == 0
    assert path_cost(("0505", "0506", "0507"), lambda a, b: Fraction(1, 2)) == 1
    assert path_cost(("0505", "0506", "0507"), lambda a, b: None if b == "0507" else 1) is None


costs = st.one_of(st.none(), st.integers(0, 3), st.just(Fraction(1, 2)))
terrain = st.lists(costs, min_size=len(PAIRS), max_size=len(PAIRS))
some_hexes = st.frozensets(st.sampled_from(SMALL.hexes), max_size=4)


def every_path(start: str, step_cost: StepCost, holds: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """All ways without a repeated hex."""
    pending: list[tuple[str, ...]] = [(start,)]
    while pending:
        path = pending.pop()
        yield path
        if len(path) > 1 and path[-1] in holds:
            continue
        for to in SMALL.neighbours(path[-1]):
            if to not in path and step_cost(path[-1], to) is not None:
                pending.append((*path, to))


@settings(max_examples=examples(60), deadline=None)
@given(terrain, some_hexes, some_hexes, st.sampled_from(SMALL.hexes), st.integers(0, 6))
def test_the_search_finds_what_a_walk_of_every_path_finds(
    prices: list[Cost | None], holds: frozenset[str], taken: frozenset[str], start: str, allowance: int
) -> None:
    price = dict(zip(PAIRS, prices, strict=True))

    def step_cost(a: str, b: str) -> Cost | None:
        return price[a, b]

    best: dict[str, tuple[Cost, int, tuple[str, ...]]] = {}
    for path in every_path(start, step_cost, holds):
        cost = path_cost(path, step_cost)
        assert cost is not None
        rank = (cost, len(path), path)
        if cost <= allowance and (path[-1] not in best or rank < best[path[-1]]):
            best[path[-1]] = rank
    found = reach(start, allowance, SMALL.neighbours, step_cost, lambda at: at not in taken, lambda at: at in holds)
    assert found.costs == {at: rank[0] for at, rank in best.items()}
    assert found.paths == {at: rank[2] for at, rank in best.items()}
    assert list(found.costs) == sorted(best, key=lambda at: (best[at][0], best[at][1], at))
    for at, path in found.paths.items():
        assert (at not in taken) == (at in found.stops)
        assert path_cost(path, step_cost) == found.costs[at]
