"""Retreat and displacement on hand-made boards, and the searches against the rule said plainly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.wargame.hexgrid import HexGrid
from pbem.wargame.hexlayout import Layout
from pbem.wargame.retreat import Ground, Step, WhyNot, has_way_out, steps, why_not
from tests.tiers import examples

# Around 0303, clockwise from north: 0302 0403 0404 0304 0204 0203.
GRID = HexGrid.rectangle(Layout("flat", "CCRR", "east", "south", "odd"), (1, 5), (1, 5))


def board(
    friends: dict[str, str], barred: set[str] | frozenset[str], fixed: set[str] | frozenset[str] = frozenset()
) -> Ground:
    """friends: hex to unit. barred: hexes nobody enters. fixed: units that are not displaced."""
    return Ground.alone(
        GRID.neighbours, lambda unit, a, b: b not in barred, friends.get, lambda unit: unit not in fixed
    )


def only(*hexes: str) -> set[str]:
    """Everything barred but these hexes."""
    return set(GRID.hexes) - set(hexes)


class Move(NamedTuple):
    """One move of a chain."""

    unit: str
    start: str
    to: str


def chains(field: Ground, unit: str, at: str, done: tuple[Move, ...] = ()) -> Iterator[tuple[Move, ...]]:
    """Every way for a unit to retreat that `steps` leaves, as the moves of all, the retreating unit first."""
    for step in steps(field, unit, at, {move.unit: move.to for move in done}):
        moves = (*done, Move(unit, at, step.to))
        if step.displaces is None:
            yield moves
        else:
            yield from chains(field, step.displaces, step.to, moves)


def test_vacant_hexes_are_offered_clockwise_and_friends_are_not() -> None:
    field = board({"0303": "A", "0403": "B"}, only("0302", "0403", "0204"))
    assert steps(field, "A", "0303") == (Step("0302", None), Step("0204", None))
    assert why_not(field, "A", "0303", "0302") is None
    assert why_not(field, "A", "0303", "0403") is WhyNot.VACANT_FIRST
    assert why_not(field, "A", "0303", "0203") is WhyNot.BARRED
    assert why_not(field, "A", "0303", "0305") is WhyNot.NOT_ADJACENT


def test_no_hex_open_means_lost() -> None:
    field = board({"0303": "A"}, only())
    assert steps(field, "A", "0303") == ()
    assert not has_way_out(field, "A", "0303")
    assert list(chains(field, "A", "0303")) == []


def test_a_friend_is_pushed_only_where_nothing_is_vacant() -> None:
    field = board({"0303": "A", "0302": "B"}, only("0302", "0301"))
    assert steps(field, "A", "0303") == (Step("0302", "B"),)
    assert steps(field, "B", "0302", {"A": "0302"}) == (Step("0301", None),)
    assert list(chains(field, "A", "0303")) == [(Move("A", "0303", "0302"), Move("B", "0302", "0301"))]


def test_the_retreating_unit_dies_rather_than_the_displaced() -> None:
    field = board({"0303": "A", "0302": "B"}, only("0302"))
    assert steps(field, "A", "0303") == ()
    assert why_not(field, "A", "0303", "0302") is WhyNot.NO_WAY_OUT


def test_the_owner_chooses_whom_and_where_at_each_link() -> None:
    field = board({"0303": "A", "0302": "B", "0304": "C"}, only("0302", "0304", "0301", "0202", "0305"))
    assert steps(field, "A", "0303") == (Step("0302", "B"), Step("0304", "C"))
    assert steps(field, "B", "0302", {"A": "0302"}) == (Step("0301", None), Step("0202", None))
    assert [chain[-1] for chain in chains(field, "A", "0303")] == [
        Move("B", "0302", "0301"),
        Move("B", "0302", "0202"),
        Move("C", "0304", "0305"),
    ]


def test_a_chain_reaches_as_far_as_it_must() -> None:
    friends = {"0303": "A", "0302": "B", "0301": "C", "0201": "D"}
    field = board(friends, only("0302", "0301", "0201", "0101"))
    assert list(chains(field, "A", "0303")) == [
        (
            Move("A", "0303", "0302"),
            Move("B", "0302", "0301"),
            Move("C", "0301", "0201"),
            Move("D", "0201", "0101"),
        )
    ]
    shut = board(friends, only("0302", "0301", "0201"))
    assert steps(shut, "A", "0303") == ()


def test_a_displaced_unit_takes_a_vacant_hex_before_it_pushes_in_turn() -> None:
    field = board({"0303": "A", "0302": "B", "0301": "C"}, only("0302", "0301", "0201", "0202"))
    assert steps(field, "B", "0302", {"A": "0302"}) == (Step("0202", None),)
    assert why_not(field, "B", "0302", "0301", {"A": "0302"}) is WhyNot.VACANT_FIRST


def test_nobody_is_pushed_twice_in_a_chain() -> None:
    # B and C can only push each other.
    field = board({"0303": "A", "0302": "B", "0301": "C"}, only("0302", "0301"))
    assert steps(field, "A", "0303") == ()
    assert why_not(field, "C", "0301", "0302", {"A": "0302", "B": "0301"}) is WhyNot.IN_CHAIN


def test_the_hex_left_behind_counts_as_the_caller_says() -> None:
    friends = {"0303": "A", "0302": "B"}
    kept = board(friends, only("0302", "0303"))
    assert steps(kept, "A", "0303") == ()
    assert why_not(kept, "B", "0302", "0303", {"A": "0302"}) is WhyNot.IN_CHAIN
    left = board({"0302": "B"}, only("0302", "0303"))
    assert steps(left, "A", "0303") == (Step("0302", "B"),)
    assert steps(left, "B", "0302", {"A": "0302"}) == (Step("0303", None),)


def test_a_unit_that_may_not_be_displaced_stands() -> None:
    field = board({"0303": "A", "0302": "B"}, only("0302", "0301"), fixed={"B"})
    assert steps(field, "A", "0303") == ()
    assert why_not(field, "A", "0303", "0302") is WhyNot.NOT_DISPLACEABLE


def test_what_bars_one_unit_need_not_bar_another() -> None:
    field = Ground.alone(
        GRID.neighbours,
        lambda unit, a, b: b == "0302" or (unit == "B" and b == "0301"),
        {"0303": "A", "0302": "B"}.get,
        lambda unit: True,
    )
    assert steps(field, "A", "0303") == (Step("0302", "B"),)


def test_a_crowd_is_judged_without_walking_every_chain() -> None:
    big = HexGrid.rectangle(Layout("flat", "CCRR", "east", "south", "odd"), (1, 16), (1, 16))
    crowd = {at: f"u{at}" for at in big.hexes}
    shut = Ground.alone(big.neighbours, lambda unit, a, b: True, crowd.get, lambda unit: True)
    assert steps(shut, "u0808", "0808") == ()
    del crowd["1616"]
    ajar = Ground.alone(big.neighbours, lambda unit, a, b: True, crowd.get, lambda unit: True)
    assert len(steps(ajar, "u0808", "0808")) == 6
    shortest = next(chains(ajar, "u1614", "1614"))
    assert [step.to for step in shortest][-1] == "1616"
    assert len(list(islice(chains(ajar, "u0808", "0808"), 20))) == 20


def said_plainly(field: Ground, unit: str, at: str, chain: tuple[str, ...]) -> list[tuple[Move, ...]]:
    """All legal chains by trying everything."""
    opened = [to for to in field.neighbours(at) if field.may_enter(unit, at, to)]
    vacant = [to for to in opened if not field.occupants(to)]
    if vacant:
        return [(Move(unit, at, to),) for to in vacant]
    found = []
    for to in opened:
        (friend,) = field.occupants(to)
        if friend not in (*chain, unit) and field.displaceable(friend):
            rests = said_plainly(field, friend, to, (*chain, unit))
            found += [(Move(unit, at, to), *rest) for rest in rests]
    return found


SMALL = HexGrid.rectangle(Layout("flat", "CCRR", "east", "south", "odd"), (1, 3), (1, 3))
small_hexes = st.frozensets(st.sampled_from(SMALL.hexes))


@settings(max_examples=examples(150), deadline=None)
@given(small_hexes, small_hexes, small_hexes, st.sampled_from(SMALL.hexes))
def test_the_search_agrees_with_the_rule_said_plainly(
    held: frozenset[str], barred: frozenset[str], fixed: frozenset[str], start: str
) -> None:
    crowd = {at: f"u{at}" for at in sorted(held | {start})}
    field = Ground.alone(
        SMALL.neighbours,
        lambda unit, a, b: b not in barred - fixed,
        crowd.get,
        lambda unit: unit[1:] not in fixed - barred,
    )
    unit = f"u{start}"
    expected = said_plainly(field, unit, start, ())
    assert list(chains(field, unit, start)) == expected
    assert has_way_out(field, unit, start) == bool(expected)
    firsts = list(dict.fromkeys(chain[0].to for chain in expected))
    assert [step.to for step in steps(field, unit, start)] == firsts
    for to in SMALL.hexes:
        assert (why_not(field, unit, start, to) is None) == (to in firsts)


# -- several units in a hex ------------------------------------------------------


def crowded(
    stacks: dict[str, tuple[str, ...]],
    barred: set[str] | frozenset[str],
    most: int = 2,
    fixed: frozenset[str] = frozenset(),
) -> Ground:
    """Two units in a hex, counted as the chain leaves it. stacks: hex to units."""

    def fits(unit: str, at: str, moved: Mapping[str, str]) -> bool:
        there = {one for one in stacks.get(at, ()) if one not in moved} | {one for one in moved if moved[one] == at}
        return len(there - {unit}) < most

    return Ground(
        GRID.neighbours,
        lambda unit, a, b: b not in barred,
        fits,
        lambda at: stacks.get(at, ()),
        lambda u: u not in fixed,
    )


def test_a_place_beside_a_friend_is_room() -> None:
    field = crowded({"0303": ("A",), "0302": ("B",)}, only("0302", "0403"))
    assert steps(field, "A", "0303") == (Step("0302", None), Step("0403", None))


def test_who_takes_a_place_in_a_full_hex_pushes_one_of_the_two() -> None:
    field = crowded({"0303": ("A",), "0302": ("B", "C")}, only("0302", "0301"))
    assert steps(field, "A", "0303") == (Step("0302", "B"), Step("0302", "C"))
    assert steps(field, "C", "0302", {"A": "0302"}) == (Step("0301", None),)
    assert why_not(field, "A", "0303", "0302") is None
    held = crowded({"0303": ("A",), "0302": ("B", "C")}, only("0302", "0301"), fixed=frozenset("B"))
    assert steps(held, "A", "0303") == (Step("0302", "C"),)


def test_the_pushed_find_the_place_that_the_retreating_unit_left() -> None:
    field = crowded({"0303": ("A", "D"), "0302": ("B", "C")}, only("0302", "0303"), fixed=frozenset("D"))
    assert [chain[-1] for chain in chains(field, "A", "0303")] == [Move("B", "0302", "0303"), Move("C", "0302", "0303")]


def every_chain(field: Ground, unit: str, at: str, moved: Mapping[str, str]) -> bool:
    """Whether any chain at all ends well, by trying everything."""
    opened = [to for to in field.neighbours(at) if field.may_enter(unit, at, to)]
    if any(field.fits(unit, to, moved) for to in opened):
        return True
    return any(
        every_chain(field, friend, to, {**moved, unit: to})
        for to in opened
        for friend in field.occupants(to)
        if friend not in moved and friend != unit and field.displaceable(friend)
    )


@settings(max_examples=examples(150), deadline=None)
@given(st.dictionaries(st.sampled_from(SMALL.hexes), st.sampled_from((2, 2, 1)), max_size=5), small_hexes, small_hexes)
def test_the_search_finds_room_wherever_a_chain_ends_in_some(
    counts: dict[str, int], free: frozenset[str], fixed: frozenset[str]
) -> None:
    stacks = {at: tuple(f"{at}{letter}" for letter in "ab"[:count]) for at, count in sorted(counts.items())}
    names = frozenset(f"{at}b" for at in fixed)
    field = crowded(stacks, only(*stacks, *sorted(free)[:1]), fixed=names)
    for at, units in stacks.items():
        for unit in units:
            assert has_way_out(field, unit, at) == every_chain(field, unit, at, {}) == bool(steps(field, unit, at))
            for chain in islice(chains(field, unit, at), 20):
                assert len({move.unit for move in chain}) == len(chain)
                ends = {move.unit: move.to for move in chain}
                left = {h: [u for u in stack if u not in ends] for h, stack in stacks.items()}
                for move in chain:
                    assert len(left.get(move.to, [])) + sum(to == move.to for to in ends.values()) <= 2
