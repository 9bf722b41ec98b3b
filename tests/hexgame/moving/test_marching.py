"""Marches on a tiny map: what paths cost by class, what zones do by day and in rain, who makes room for whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.options import Refusal
from pbem.hexgame.moving.marching import barred_goal, held_in_place, judge_march, no_room, reach, stays
from pbem.hexgame.moving.rules import MoveRules, ZoneRule
from tests.hexgame.moving.tiny import CASES, DAY, ENEMY, HORSE, PIECES, RAIN, board_of, ground, is_leader, rules_of
from tests.tiers import examples

FIELD = ground(
    {"0302": "w", "0303": "w", "0605": "o"},
    roads=["0101 0201 0301"],
    hexsides={"river": "0404-0504", "stream": "0102-0103"},
)


def judged(rules: MoveRules, unit: str, *path: str) -> Refusal | int:
    """A path with the whole allowance."""
    return judge_march(rules, unit, path, rules.points(unit))


def refused(rules: MoveRules, unit: str, *path: str) -> Refusal:
    """The refusal of a path."""
    found = judged(rules, unit, *path)
    assert isinstance(found, Refusal)
    return found


def test_each_class_pays_by_its_own_steps() -> None:
    rules = rules_of(FIELD, {"bf1": "0202", "bh1": "0202"})
    assert (judged(rules, "bf1", "0202", "0302"), judged(rules, "bh1", "0202", "0302")) == (4, 8)
    assert judged(rules, "bf1", "0202", "0302", "0303") == 8
    assert refused(rules, "bh1", "0202", "0302", "0303").text == (
        "blue horse 1 cannot reach 0303 this way: it costs 8 movement points and the unit has 6"
    )
    assert judge_march(rules, "bf1", ("0101", "0201", "0301"), 8, spent=3) == 5


def test_steps_may_hang_on_the_state_of_a_piece() -> None:
    """Tired pieces pay twice on clear ground; what it would usually cost is not told."""
    tired = {a: {b: 4 if cost == 2 else cost for b, cost in near.items()} for a, near in FIELD.steps_for(HORSE).items()}
    rules = rules_of(
        FIELD,
        {"bl1": "0201", "bl2": "0201"},
        steps=lambda unit: tired if unit == "bl1" else FIELD.steps_for(HORSE),
    )
    assert (judged(rules, "bl1", "0201", "0101"), judged(rules, "bl1", "0201", "0202")) == (1, 4)
    assert judged(rules, "bl2", "0201", "0202") == 2
    assert "it costs 8 movement points" in refused(rules, "bl1", "0701", "0702", "0703", "0704", "0705").text


@pytest.mark.parametrize(
    ("at", "path", "case", "words"),
    [
        ({}, "0505 0705", "path", "cannot go from 0505 to 0705: the two do not touch"),
        ({}, "0505 0999", "path", "cannot go from 0505 to 0999: there is no such hex"),
        ({}, "0404 0504", "hexside", "cannot cross the river between 0404 and 0504: there is no bridge"),
        ({}, "0505 0605", "ground", "may not enter 0605: lake is prohibited"),
        ({}, "0202 0302 0303 0403", "length", "it costs 5 movement points and the unit has 4"),
        ({"rf1": "0602"}, "0604 0603 0503", "stop", "has to stop in 0603, an enemy controlled hex, and cannot go on"),
        ({"rf1": "0602"}, "0604 0603 0602", "occupied", "may not enter 0602: red foot 1 of the enemy stands there"),
        ({"rf1": "0602"}, "0603 0604", "held", "stands in 0603, an enemy controlled hex, and may not leave it"),
        ({"rf1": "0602"}, "0603 0602", "occupied", "may not enter 0602: red foot 1 of the enemy stands there"),
    ],
)
def test_what_is_wrong_with_a_path_is_said_with_its_case(
    at: Mapping[str, str], path: str, case: str, words: str
) -> None:
    hexes = path.split()
    found = refused(rules_of(FIELD, {**at, "bf1": hexes[0]}), "bf1", *hexes)
    assert found.case == case
    assert words in found.text and found.unit == "bf1"


def test_in_rain_nobody_enters_a_zone_nor_leaves_one() -> None:
    rules = rules_of(FIELD, {"bf1": "0604", "bf2": "0603", "rf1": "0602"}, zones=RAIN)
    assert refused(rules, "bf1", "0604", "0603") == Refusal(
        "zone", "blue foot 1 may not enter 0603 in rain: it is enemy controlled", "bf1", "0603"
    )
    assert refused(rules, "bf2", "0603", "0604").case == "held"
    assert "0603" not in reach(rules, "bf1", "0604", 8).costs
    assert list(reach(rules, "bf2", "0603", 8).costs) == ["0603"]
    found = barred_goal(rules, "bf1", "0603")
    assert found is not None and found.case == "zone"


def test_zones_may_mean_something_else_to_one_piece() -> None:
    """Who is out of command enters none by day either; a leader goes through where his rule lets him."""
    scouts = ZoneRule(leave=True, enter=True, through=True)
    at = {"bf1": "0604", "bh1": "0604", "rf1": "0602"}
    rules = rules_of(FIELD, at, lost=("bf1",))
    assert "0603 out of command: it is" in refused(rules, "bf1", "0604", "0603").text
    assert judged(rules, "bh1", "0604", "0603") == 2
    free = rules_of(FIELD, {**at, "bl1": "0603"}, zones=scouts)
    assert judged(free, "bl1", "0603", "0503", "0502") == 4
    assert not held_in_place(free, "bl1", "0603") and not stays(free, "bl1", ("0604", "0603"))
    assert held_in_place(rules, "bh1", "0603") and stays(rules, "bh1", ("0604", "0603"))
    assert {"0502", "0501"} <= set(reach(free, "bl1", "0603", 12).costs)


def test_zones_may_pass_by_a_shelter_for_some_pieces() -> None:
    """Foot in the walled farm at 0503 are in nobody's zone and may go on, but never into an enemy's hex."""
    board = board_of(FIELD, {"bf1": "0503", "bh1": "0503", "rf1": "0502"})
    red = board.zones["red"]
    sheltered = {at: count for at, count in red.items() if at != "0503"}
    rules = rules_of(
        FIELD, board.at, zone=lambda unit: sheltered if unit[1] == "f" else board.zones[ENEMY[PIECES[unit].army]]
    )
    assert judged(rules, "bf1", "0503", "0504") == 2
    assert refused(rules, "bf1", "0503", "0502").case == "occupied"
    assert refused(rules, "bh1", "0503", "0504").case == "held"
    assert "0502" not in reach(rules, "bf1", "0503", 8).costs and "0504" in reach(rules, "bf1", "0503", 8).stops


def test_two_may_stand_in_a_hex_and_leaders_beside_them() -> None:
    rules = rules_of(FIELD, {"bf1": "0702", "bf2": "0703", "bf3": "0704", "bh1": "0704", "bl1": "0702"})
    found = reach(rules, "bf1", "0702", 8)
    assert {"0702", "0703"} <= set(found.stops)
    assert "0704" in found.costs and "0704" not in found.stops
    assert "0704" in reach(rules, "bl1", "0702", 8).stops


def test_who_is_held_makes_no_room() -> None:
    at = {"bf1": "0604", "bf2": "0603", "bf3": "0603", "rf1": "0602", "bl1": "0603"}
    rules = rules_of(FIELD, at)
    found = no_room(rules, ("bf1",), "0603")
    assert found == Refusal(
        "room",
        "blue foot 1 would have to stop in 0603, an enemy controlled hex that blue foot 2 and blue foot 3 cannot leave",
        "bf1",
        "0603",
    )
    del at["bf3"]
    assert no_room(rules_of(FIELD, at), ("bf1",), "0603") is None
    assert no_room(rules_of(FIELD, {**at, "bh1": "0604"}), ("bf1", "bh1"), "0603") is not None
    assert no_room(rules_of(FIELD, {**at, "bf3": "0604"}), ("bf1",), "0604") is None


def test_ground_may_be_closed_for_the_time_being() -> None:
    steps = {
        a: {b: None if b in ("0302", "0303") else cost for b, cost in near.items()}
        for a, near in FIELD.steps_for("foot").items()
    }
    rules = rules_of(
        FIELD,
        {"bf1": "0202"},
        steps=lambda unit: steps,
        closed=lambda at: at in ("0302", "0303"),
        when="after dusk",
    )
    found = refused(rules, "bf1", "0202", "0302")
    assert (found.case, found.text) == ("closed", "blue foot 1 may not enter the wood of 0302 after dusk")
    assert barred_goal(rules, "bf1", "0302") == found
    lake = barred_goal(rules, "bf1", "0605")
    assert lake is not None and lake.case == "ground"
    assert barred_goal(rules, "bf1", "0701") is None


boards = st.dictionaries(st.sampled_from(sorted(PIECES)), st.sampled_from(FIELD.hexes), min_size=1, max_size=10)


def peaceful(at: Mapping[str, str]) -> dict[str, str]:
    """The same without those who would share a hex with an enemy."""
    kept: dict[str, str] = {}
    for unit, where in sorted(at.items()):
        if all(kept[other] != where or other[0] == unit[0] for other in kept):
            kept[unit] = where
    return kept


@settings(max_examples=examples(60), deadline=None)
@given(boards, st.sampled_from([DAY, RAIN, ZoneRule(leave=True, through=True)]), st.data())
def test_what_is_offered_is_what_is_judged_legal(at: Mapping[str, str], zones: ZoneRule, data: Any) -> None:
    rules = rules_of(FIELD, peaceful(at), zones=zones)
    unit = data.draw(st.sampled_from(sorted(rules.board.at)))
    start, points = rules.board.at[unit], rules.points(unit)
    found = reach(rules, unit, start, points)
    for to, path in found.paths.items():
        assert judge_march(rules, unit, path, points) == found.costs[to]
    best: dict[str, int] = {}
    walks = [((start,), 0)]
    while walks:
        path, spent = walks.pop()
        if path[-1] in best and best[path[-1]] <= spent:
            continue
        best[path[-1]] = spent
        for to in FIELD.neighbours[path[-1]]:
            total = judge_march(rules, unit, (*path, to), points)
            if not isinstance(total, Refusal):
                walks.append(((*path, to), total))
    assert best == found.costs
    crowded = {to for to in best if sum(not is_leader(u) for u in {*rules.board.units_in(to), unit}) > 2}
    assert set(found.stops) == set(best) - crowded


@settings(max_examples=examples(60), deadline=None)
@given(boards, st.lists(st.sampled_from((*FIELD.hexes, "9999")), min_size=1, max_size=5), st.sampled_from([DAY, RAIN]))
def test_every_refusal_names_the_piece_and_a_known_case(
    at: Mapping[str, str], path: list[str], zones: ZoneRule
) -> None:
    rules = rules_of(FIELD, peaceful(at), zones=zones)
    for unit, where in sorted(rules.board.at.items()):
        way = [where, *path]
        found = judge_march(rules, unit, way, rules.points(unit))
        if isinstance(found, Refusal):
            assert found.unit == unit and getattr(CASES, found.case) == found.case and rules.name(unit) in found.text
        else:
            assert found == sum(FIELD.steps_for(rules.mover(unit))[a][b] or 0 for a, b in pairwise(way))
