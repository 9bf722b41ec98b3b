"""Coming in and going off: columns, blocked entries, listed exits, and what is said where a hex is not open."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine.options import Refusal
from pbem.hexgame.moving.arrivals import (
    Due,
    enemy_bars,
    entry_cost,
    nearest,
    no_entry,
    no_such_entry,
)
from pbem.hexgame.moving.leaving import judge_leaving, leaving_cost, no_exit
from pbem.hexgame.moving.moves import bring
from pbem.hexgame.moving.rules import MoveRules, ZoneRule
from tests.hexgame.moving.tiny import HORSE, RAIN, ground, rules_of, walk_together

FIELD = ground({"0104": "w", "0105": "o"}, roads=["0103 0203 0303"])
WEST = FIELD.edges["tiny"]["west"]
DUE = Due("bf1", ("0103",), must=False, case="due")


def open_to(rules: MoveRules, unit: str, *hexes: str) -> tuple[str, ...]:
    """Where a piece may come in that is due at a hex of the west edge; elsewhere on that edge if it is blocked."""

    def fit(at: str) -> bool:
        cost = entry_cost(rules.field, at, rules.closed, rules.mover(unit))
        return cost is not None and cost <= rules.points(unit) and not enemy_bars(rules, unit, at)

    return nearest(rules.field, hexes, (WEST,), fit)


def test_entering_costs_what_the_hex_costs_by_the_way_if_there_is_one() -> None:
    assert [entry_cost(FIELD, at) for at in WEST] == [2, 2, 1, 4, None]
    assert entry_cost(FIELD, "0104", mover=HORSE) == 8
    assert entry_cost(FIELD, "0104", lambda at: at == "0104") is None


def test_who_finds_his_entry_blocked_takes_the_nearest_open_edge_hex() -> None:
    assert open_to(rules_of(FIELD, {}), "bf1", "0103") == ("0103",)
    assert open_to(rules_of(FIELD, {"rf1": "0204"}), "bf1", "0103") == ("0103",)
    assert open_to(rules_of(FIELD, {"rf1": "0203"}), "bf1", "0103") == ("0102",)
    assert open_to(rules_of(FIELD, {"rf1": "0102"}), "bf1", "0103") == ("0104",)
    assert open_to(rules_of(FIELD, {"rf1": "0102"}, points=lambda unit: 3), "bf1", "0103") == ()
    assert nearest(FIELD, ("0105",), (("0103", "0104"), WEST), lambda at: at in ("0103", "0102")) == ("0103",)


def test_the_nth_of_a_column_pays_n_times() -> None:
    """Each stack that comes in at a hex of a column pays once more than the one before it; on a road by halves."""
    rules, came = rules_of(FIELD, {}), Counter[str]()

    def coming(unit: str, at: str) -> Refusal | int:
        cost = entry_cost(rules.field, at, mover=rules.mover(unit)) or 0
        whole = cost * (came[at] + 1)
        return whole if at == "0103" and whole <= 8 else no_entry(rules, unit, at, whole, ("0103",), "column")

    paid = []
    for stack in (("bf1", "bf2"), ("bh1",), ("bf3", "bl1")):
        found = walk_together(rules, stack, ("0103", "0203"), coming)
        assert not isinstance(found, Refusal)
        paid.append(found)
        came["0103"] += 1
        for unit in stack:
            bring(rules.board, unit, "0203")
    assert paid == [{"bf1": 2, "bf2": 2}, {"bh1": 3}, {"bf3": 4, "bl1": 4}]
    elsewhere = walk_together(rules, ("bh2",), ("0102",), coming)
    assert isinstance(elsewhere, Refusal)
    assert (elsewhere.case, elsewhere.text) == ("column", "blue horse 2 cannot come in at 0102; open to it: 0103")
    came["0103"] = 9
    rules.board.lift("bf1")
    late = walk_together(rules, ("bf1",), ("0103",), coming)
    assert isinstance(late, Refusal) and late.case == "entry_length"
    assert late.text == "blue foot 1 cannot come in at 0103: that takes 5 movement points"


@pytest.mark.parametrize(
    ("at", "enters", "case", "words"),
    [
        ({}, "0105", "entry_ground", "blue foot 1 cannot come in at 0105: its ground is barred"),
        ({"rf1": "0203"}, "0103", "entry_enemy", "cannot come in at 0103: the enemy is in or next to it"),
        ({}, "0102", "elsewhere", "cannot come in at 0102; open to it: 0103"),
    ],
)
def test_why_a_hex_is_not_open_to_newcomers(at: dict[str, str], enters: str, case: str, words: str) -> None:
    found = no_entry(rules_of(FIELD, at), "bf1", enters, entry_cost(FIELD, enters), ("0103",), "elsewhere")
    assert found.case == case
    assert words in found.text and found.legal == ("0103",)


def test_entry_hexes_may_be_dear_closed_or_no_hexes_at_all() -> None:
    rules = rules_of(FIELD, {}, closed=lambda at: at == "0104", when="after dusk", points=lambda unit: 3)
    assert no_entry(rules, "bf1", "0103", 4, (), "").case == "entry_length"
    found = no_entry(rules, "bf1", "0104", None, (), "")
    assert (found.case, found.text) == (
        "entry_closed",
        "blue foot 1 cannot come in at 0104: the wood may not be entered after dusk",
    )
    assert no_such_entry(rules, DUE, "0103", ()) is None
    unknown = no_such_entry(rules, DUE, "9999", ("0103",))
    assert unknown == Refusal(
        "due", "blue foot 1 cannot come in at 9999: there is no such hex", "bf1", "9999", ("0103",)
    )


# -- leaving -------------------------------------------------------------------------


def test_leaving_costs_what_the_hex_costs_and_half_a_point_by_its_road() -> None:
    assert leaving_cost(FIELD, ("0203", "0103")) == 1
    assert leaving_cost(FIELD, ("0103",)) == 1
    assert leaving_cost(FIELD, ("0102", "0103")) == 2
    assert leaving_cost(FIELD, ("0103", "0104"), mover=HORSE) == 8
    assert leaving_cost(FIELD, ("0104", "0105")) is None
    assert leaving_cost(FIELD, ("0102", "0103"), lambda at: True) is None


def test_one_leaves_from_listed_hexes_or_over_an_edge() -> None:
    rules = rules_of(FIELD, {"bf1": "0103"})
    assert no_exit(rules, "bf1", "0103", ("0103",)) is None
    assert no_exit(rules, "bf1", "0102", ("0103",)) == Refusal(
        "off_hex", "blue foot 1 cannot leave the map from 0102, only from: 0103", "bf1", "0102", ("0103",)
    )
    over = no_exit(rules, "bf1", "0203", WEST, "west")
    assert over is not None and over.text == "blue foot 1 cannot leave over the west edge: 0203 does not lie on it"


def test_the_last_step_is_paid_and_refused_like_others() -> None:
    rules = rules_of(FIELD, {"bf1": "0203"})
    assert judge_leaving(rules, "bf1", ("0203", "0103"), 1, 8) == 2
    dear = judge_leaving(rules, "bf1", ("0203", "0103"), 8, 8)
    assert isinstance(dear, Refusal) and dear.case == "off_length"
    assert dear.text.endswith("that takes 4 1/2 movement points in all and it has 4")
    lake = judge_leaving(rules, "bf1", ("0105",), 0, 8)
    assert isinstance(lake, Refusal) and lake.case == "off_ground"
    dusk = rules_of(FIELD, {"bf1": "0104"}, closed=lambda at: at == "0104", when="after dusk")
    closed = judge_leaving(dusk, "bf1", ("0104",), 0, 8)
    assert isinstance(closed, Refusal) and closed.case == "off_closed"
    assert closed.text.endswith("beyond lies wood too, which may not be entered after dusk")


def test_an_enemy_zone_keeps_who_would_leave() -> None:
    at = {"bf1": "0103", "rf1": "0203"}
    kept = judge_leaving(rules_of(FIELD, at), "bf1", ("0103",), 0, 8)
    assert isinstance(kept, Refusal) and kept.case == "off_held"
    assert isinstance(judge_leaving(rules_of(FIELD, at, zones=RAIN), "bf1", ("0103",), 0, 8), Refusal)
    free = rules_of(FIELD, at, zones=ZoneRule(leave=True))
    assert judge_leaving(free, "bf1", ("0103",), 0, 8) == 1
    assert isinstance(judge_leaving(free, "bf1", ("0102", "0103"), 2, 8), Refusal)
