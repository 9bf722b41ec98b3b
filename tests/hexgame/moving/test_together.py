"""Marches of several: who pays what, whom a way is too dear for, and where only another way leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.options import Refusal
from pbem.hexgame.moving.marching import judge_march, reach
from pbem.hexgame.moving.rules import MoveRules, ZoneRule
from pbem.hexgame.moving.together import Common, common_reach, zones_that_end
from tests.hexgame.moving.test_marching import boards, peaceful
from tests.hexgame.moving.tiny import ground, rules_of
from tests.tiers import examples

LAKES = dict.fromkeys(["0103", "0203", "0303", "0403", "0501", "0502"], "o")
FIELD = ground({"0302": "w", **LAKES})
"""From 0202 to 0402, and over it to 0503 and on: through the wood, or round it by four hexes."""
WOOD = ("0202", "0302", "0402")
ROUND_IT = ("0202", "0201", "0301", "0401", "0402")


def from_its_hex(rules: MoveRules, *units: str) -> Common:
    return common_reach(dict.fromkeys(units, rules), {rules.board.at[units[0]]: dict.fromkeys(units, 0)})


def test_one_goes_as_far_as_he_does_alone() -> None:
    rules = rules_of(FIELD, {"bf1": "0202", "rf1": "0503"})
    alone = reach(rules, "bf1", "0202", 8)
    found = from_its_hex(rules, "bf1")
    assert [(at, paid, path) for at, (paid, path) in found.ways.items()] == [
        (at, (cost,), alone.paths[at]) for at, cost in alone.costs.items()
    ]
    assert found.aside == {} and found.payers == ("bf1",)


def test_the_reach_is_the_common_one_whoever_is_named_first() -> None:
    """For foot 0503 is too far round the wood, for horse through it: each gets there alone, and both not."""
    rules = rules_of(FIELD, {"bf1": "0202", "bh1": "0202"}, points=lambda unit: 8 if unit == "bf1" else 11)
    foot, horse = from_its_hex(rules, "bf1"), from_its_hex(rules, "bh1")
    both, turned = from_its_hex(rules, "bf1", "bh1"), from_its_hex(rules, "bh1", "bf1")
    assert both.payers == turned.payers == ("bf1", "bh1")
    assert (both.ways, both.aside) == (turned.ways, turned.aside)
    assert (foot.ways["0503"][1][:3], horse.ways["0503"][1][:5]) == (WOOD, ROUND_IT)
    assert both.way("0503") is None and both.ways["0402"] == ((6, 10), WOOD)


def test_where_only_a_way_leads_that_parts_from_the_cheapest_is_told_apart() -> None:
    """With six points each: through the wood, the cheapest for both at first, horse gets no farther than 0503."""
    rules = rules_of(FIELD, {"bf1": "0202", "bh1": "0202"}, points=lambda unit: 12)
    found = from_its_hex(rules, "bf1", "bh1")
    assert found.ways["0503"] == ((8, 12), (*WOOD, "0503"))
    assert found.aside["0603"] == found.way("0603") == ((12, 12), (*ROUND_IT, "0503", "0603"))
    assert not {*found.ways} & {*found.aside} and found.way("0703") is None


def test_each_has_spent_his_own_on_coming_in() -> None:
    rules = rules_of(FIELD, {})
    found = common_reach({"bf1": rules, "bh1": rules}, {"0101": {"bf1": 6, "bh1": 10}, "0103": {"bf1": 2, "bh1": 14}})
    assert found.ways["0101"] == ((6, 10), ("0101",)) and "0103" not in found.ways
    assert found.ways["0102"] == ((8, 12), ("0101", "0102")) and "0202" not in found.ways


def test_the_zone_that_stops_one_stops_all_and_who_is_held_holds_all() -> None:
    at = {"bf1": "0202", "bl1": "0202", "rf1": "0503"}
    rules = rules_of(FIELD, at)
    rider = rules_of(FIELD, at, zones=ZoneRule(leave=True, through=True))
    company = {"bl1": rider, "bf1": rules}
    found = common_reach(company, {"0202": {"bl1": 0, "bf1": 0}})
    stopping = [at for at in found.ways if any(zone.get(at) for zone in zones_that_end(company))]
    assert stopping and all(path[-2] not in stopping for _, path in found.ways.values() if len(path) > 1)
    near = common_reach(company, {stopping[0]: {"bl1": 0, "bf1": 0}})
    assert list(near.ways) == [stopping[0]]
    lost = rules_of(FIELD, at, lost=("bl1",))
    assert not set(common_reach({"bf1": rules, "bl1": lost}, {"0202": {"bl1": 0, "bf1": 0}}).ways) & set(stopping)


def walks(rules: MoveRules, units: Sequence[str], path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every path of at most so many hexes that each of these may take."""
    if any(isinstance(judge_march(rules, unit, path, rules.points(unit)), Refusal) for unit in units):
        return
    yield path
    for to in rules.field.neighbours[path[-1]] if len(path) < 5 else ():
        if to not in path:
            yield from walks(rules, units, (*path, to))


@pytest.mark.slow
@settings(max_examples=examples(40), deadline=None)
@given(boards, st.sampled_from([(8, 9), (6, 8), (7, 8)]))
def test_every_hex_that_all_may_get_to_is_found_and_no_other(at: Mapping[str, str], has: tuple[int, int]) -> None:
    """With so few points no path is longer than the walks that are tried."""
    placed = {unit: to for unit, to in peaceful(at).items() if unit[0] == "r"}
    rules = rules_of(
        FIELD, {**placed, "bf1": "0202", "bh1": "0202"}, points=lambda unit: has[0] if unit[1] == "f" else has[1]
    )
    if rules.board.holder("0202") != "blue":
        return
    found = from_its_hex(rules, "bh1", "bf1")
    legal = {path[-1] for path in walks(rules, ("bf1", "bh1"), ("0202",))}
    assert {*found.ways, *found.aside} == legal
    for paid, path in (*found.ways.values(), *found.aside.values()):
        assert tuple(judge_march(rules, unit, path, 99) for unit in found.payers) == paid
    for at_, (_, path) in found.ways.items():
        assert found.ways[path[-2]][1] == path[:-1] if len(path) > 1 else at_ == "0202"
