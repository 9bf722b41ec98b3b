"""From a destination to a path: the cheapest one, one for several together, and the reason where there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.options import Refusal
from pbem.hexgame.moving.leaving import leaving_cost
from pbem.hexgame.moving.marching import judge_march
from pbem.hexgame.moving.routing import (
    Errand,
    cheapest_ground,
    cheapest_open,
    find_common_path,
    find_path,
    open_path,
)
from pbem.hexgame.moving.rules import MoveRules
from pbem.hexgame.moving.why_unreachable import of_the_goal
from tests.hexgame.moving.test_marching import boards, peaceful
from tests.hexgame.moving.tiny import RAIN, ground, rules_of
from tests.tiers import examples

RIVER = "0704-0804 0704-0803 0705-0804 0705-0805 0703-0803 0703-0802"
FIELD = ground({"0302": "w", "0303": "w", "0505": "o"}, hexsides={"river": RIVER})
WOOD, ROUND_IT = ["0202", "0302", "0402"], ["0202", "0201", "0301", "0401", "0402"]


def to(rules: MoveRules, unit: str, at: str) -> Errand:
    """From the hex in which a piece stands."""
    return Errand(unit, {rules.board.at[unit]: 0}, (at,), at)


def common(rules: MoveRules, errands: Sequence[Errand]) -> list[str]:
    """All under the same rules."""
    return find_common_path({errand.unit: rules for errand in errands}, errands)


def told(rules: MoveRules, errand: Errand) -> str:
    """The refusal of the path that is found where none is open, told of the goal."""
    path = find_path(rules, errand)
    refusal = judge_march(rules, errand.unit, path, rules.points(errand.unit))
    assert isinstance(refusal, Refusal) and open_path(rules, errand) == []
    found = of_the_goal(rules, errand, path, refusal, f"cannot reach {errand.to}")
    return f"{found.text} ({found.case})"


def test_the_cheapest_way_is_found_for_each_class() -> None:
    rules = rules_of(FIELD, {"bf1": "0202", "bh1": "0202"})
    assert find_path(rules, to(rules, "bf1", "0402")) == WOOD
    assert find_path(rules, to(rules, "bh1", "0402")) == ROUND_IT
    assert cheapest_open(rules, to(rules, "bh1", "0402")) == 8


def test_several_go_by_a_way_that_all_of_them_can_pay() -> None:
    """With nine halves horse cannot pay the wood that is cheapest for foot; who cannot go at all has the say why."""
    at = {"bf1": "0202", "bh1": "0202", "bl1": "0202"}
    rules = rules_of(FIELD, at, points=lambda unit: 9)
    assert common(rules, [to(rules, unit, "0402") for unit in at]) == ROUND_IT
    assert common(rules, [to(rules, "bf1", "0402")]) == WOOD
    rested = rules_of(FIELD, at)
    assert common(rested, [to(rules, unit, "0402") for unit in at]) == WOOD
    far = [to(rested, unit, "0702") for unit in ("bh1", "bf1")]
    assert open_path(rested, far[0]) and common(rested, far) == find_path(rested, far[1])


@pytest.mark.parametrize(
    ("at", "goal", "words"),
    [
        ({}, "0705", "cannot reach 0705: the cheapest way costs 6 movement points and the unit has 4 (length)"),
        ({}, "0505", "may not enter 0505: lake is prohibited (ground)"),
        ({"rf1": "0201"}, "0402", "cannot reach 0402: it stands in 0202, an enemy controlled hex, and may not leave"),
        (
            {"rf1": "0401", "rf2": "0403", "rf3": "0405"},
            "0503",
            "cannot reach 0503: no way there is open; on the shortest it has to stop in 0302",
        ),
    ],
)
def test_the_reason_is_told_of_the_goal(at: Mapping[str, str], goal: str, words: str) -> None:
    rules = rules_of(FIELD, {**at, "bf1": "0202"})
    assert words in told(rules, to(rules, "bf1", goal))


def test_what_bars_the_shorter_way_is_told_beside_the_length_of_the_open_one() -> None:
    rules = rules_of(FIELD, {"bf1": "0704"})
    assert told(rules, to(rules, "bf1", "0804")) == (
        "blue foot 1 cannot reach 0804: the cheapest way costs 5 movement points and the unit has 4; on a shorter one "
        "it cannot cross the river between 0704 and 0804: there is no bridge (hexside) (length)"
    )


def test_a_goal_in_a_zone_is_barred_in_rain() -> None:
    rules = rules_of(FIELD, {"bf1": "0202", "rf1": "0501"}, zones=RAIN)
    assert told(rules, to(rules, "bf1", "0401")) == (
        "blue foot 1 may not enter 0401 in rain: it is enemy controlled (zone)"
    )
    assert cheapest_ground(rules, to(rules, "bf1", "0401")) == 6


def test_a_march_may_begin_outside_and_end_outside() -> None:
    """It comes in where the whole way is cheapest, and leaves over the edge with what is left."""
    rules = rules_of(FIELD, {})
    errand = Errand("bf1", {"0101": 6, "0102": 2, "0505": None}, ("0201",), "0201")
    assert find_path(rules, errand) == ["0102", "0201"]
    assert find_path(rules, Errand("bf1", {"0101": 8, "0102": 8}, ("0201",), "0201")) == ["0101", "0201"]
    out = Errand("bf1", {"0202": 0}, FIELD.edges["tiny"]["west"], off=lambda path: leaving_cost(FIELD, path))
    assert find_path(rules, out) == ["0202", "0102"]
    assert cheapest_open(rules, out) == 4
    assert open_path(rules, Errand("bf1", {"0202": 6}, out.goals, off=out.off)) == []
    assert find_path(rules, Errand("bf1", {"0202": 0}, (), "")) == ["0202"]


@settings(max_examples=examples(60), deadline=None)
@given(boards, st.sampled_from(FIELD.hexes))
def test_a_path_is_found_where_one_is_legal_and_a_refused_one_elsewhere(at: Mapping[str, str], goal: str) -> None:
    rules = rules_of(FIELD, peaceful(at))
    errands = [to(rules, unit, goal) for unit in sorted(rules.board.at)]
    for errand in errands:
        path, known = find_path(rules, errand), open_path(rules, errand)
        spent = judge_march(rules, errand.unit, path, rules.points(errand.unit))
        assert isinstance(spent, Refusal) is not bool(known)
        if isinstance(spent, Refusal):
            found = of_the_goal(rules, errand, path, spent, f"cannot reach {goal}")
            assert rules.name(errand.unit) in found.text and found.unit == errand.unit
        else:
            assert path == known and spent == cheapest_open(rules, errand)
    together = [errand for errand in errands if list(errand.starts) == list(errands[0].starts)]
    path = common(rules, together)
    if all(open_path(rules, errand) == path for errand in together):
        assert all(not isinstance(judge_march(rules, e.unit, path, rules.points(e.unit)), Refusal) for e in together)
