"""Reinforcements and exits: columns, delay, blocked entry, parts, dice, memos; leaving the map (5.5, 5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.moving.moves import halves_text
from rulesets.napoleons_last_battles.rules.march.entry import column_cost, due_units, edge_hexes, entry_hexes
from rulesets.napoleons_last_battles.rules.march.exits import exit_hexes, leaving_cost
from rulesets.napoleons_last_battles.rules.march.march import Marches
from tests.rulesets.napoleons_last_battles.rules.march.ground import (
    DAY,
    NIGHT,
    belgian,
    board_of,
    bound,
    go,
    group,
    play,
    small,
)
from tests.rulesets.napoleons_last_battles.rules.march.test_terrain_effects import field as chart_field

FOOT = ["quiot-1", "bourg-1", "schmtz-2", "aulard-2", "nogues-3", "grenr-3", "pegot-4", "brue-4", "huss-5"]
ALL = " ".join(FOOT)
ENEMY = "blndt"


def enter(unit: str, at: str = "0709", *path: str) -> dict[str, Any]:
    return go(unit, at, *path)


@pytest.mark.rule("nlb", "5.6-1")
@pytest.mark.rule("nlb", "5.6C")
def test_who_comes_in_marches_on_with_the_rest() -> None:
    board = small({}, groups=(group("quiot-1"),))
    far = ("0708", "0707", "0706", "0705", "0704", "0703")
    phase = play(board, enter("quiot-1", "0709", *far))
    assert phase.events == [
        {
            "kind": "entered",
            "unit": "quiot-1",
            "at": "0709",
            "to": "0703",
            "path": ["0709", *far],
            "cost": "4",
            "why": "",
        }
    ]
    assert board.at == {"quiot-1": "0703"}


@pytest.mark.rule("nlb", "5.6A-1")
@pytest.mark.rule("nlb", "5.6A-2")
def test_each_stack_of_a_column_pays_one_entry_more() -> None:
    board = small({}, groups=(group("quiot-1 bourg-1 schmtz-2", "0109"),))
    stack = {"units": ["quiot-1", "bourg-1"], "path": ["0109", "0108"]}
    phase = play(board, stack, go("schmtz-2", "0109", "0209"))
    assert [event["cost"] for event in phase.events] == ["2", "2", "3"]
    assert play(small({}, groups=(group(ALL, "0109"),)), {"units": FOOT[:3], "enter": "0109"}).cases == ["5.6A-1"]


@pytest.mark.rule("nlb", "5.6A-2", "5.6-1", "5.5-2")
@pytest.mark.parametrize(
    ("land", "way", "foot", "horse"),
    [
        ("", "", "1 2 3 4", "1 2 3 4"),
        ("0109 f", "", "2 4 6 8", "4 8 12 16"),
        ("0109 c", "", "2 4 6 8", "2 4 6 8"),
        ("0109 f", "roads", "1/2 1 1 1/2 2", "1/2 1 1 1/2 2"),
        ("0109 f", "trails", "1 2 3 4", "1 2 3 4"),
    ],
)
def test_what_the_first_four_of_a_column_pay_and_the_way_out(land: str, way: str, foot: str, horse: str) -> None:
    on = chart_field(land, **({way: "0109 0108"} if way else {}), way_ends="0109" if way else "")
    board = board_of(bound("campaign"), on, {}, DAY, "french")
    for unit, costs in (("quiot-1", foot), ("pire", horse)):
        rules = Marches(board).rules(unit)
        found = [column_cost(board, rules, unit, "0109", place) for place in (1, 2, 3, 4)]
        assert " ".join(halves_text(cost or 0) for cost in found) == costs
        assert leaving_cost(board, rules, unit, ["0108", "0109"]) == found[0]


@pytest.mark.rule("nlb", "5.6A-2")
def test_the_ninth_stack_on_a_road_is_too_late_and_comes_a_turn_later() -> None:
    board = small({}, groups=(group(ALL),))
    ends = ("0705", "0706", "0706", "0707", "0707", "0708", "0708", "0709", "0709")
    phase = play(board, *({"unit": unit, "to": end} for unit, end in zip(FOOT, ends, strict=True)))
    assert [event["cost"] for event in phase.events] == ["2 1/2", "2 1/2", "3", "3", "3 1/2", "3 1/2", "4", "4"]
    assert phase.cases == ["5.6A-2"] and FOOT[8] not in board.at
    board.position.turn += 1
    assert list(due_units(board)) == [FOOT[8]]
    board.move(FOOT[7], "0809")
    assert play(board, {"unit": FOOT[8], "enter": "0709"}).cost() == "1/2"


@pytest.mark.rule("nlb", "19.5D-1")
def test_a_group_may_come_one_by_one_each_for_a_point_more() -> None:
    board = small({}, groups=(group(ALL, unstacked=True, each_pays=1),))
    entries = [
        {"unit": unit, "to": to} for unit, to in zip(FOOT[:5], ("0708", "0708", "0709", "0709", "0709"), strict=True)
    ]
    phase = play(board, {"units": FOOT[:2], "enter": "0709"}, *entries)
    assert phase.cases == ["5.6A-1", "5.6A-2"]
    assert [event["cost"] for event in phase.events] == ["1", "2", "2 1/2", "3 1/2"]


@pytest.mark.rule("nlb", "5.6B")
def test_friends_make_way_first() -> None:
    units = {"pell": "0709", "pire": "0709"}
    board = small(units, groups=(group("quiot-1"),))
    assert play(board, go("pell", "0709", "0708"), {"unit": "quiot-1", "enter": "0709"}).kinds() == ["moved", "entered"]
    board = small(units, groups=(group("quiot-1"),))
    assert play(board, {"unit": "quiot-1", "enter": "0709"}).kinds() == ["entered", "undone"]
    assert board.at == units and list(due_units(board)) == ["quiot-1"]


@pytest.mark.rule("nlb", "5.6D")
@pytest.mark.parametrize(
    ("enemy", "turn", "hexes"),
    [
        ("0101", DAY, ["0709"]),
        ("0709", DAY, ["0509", "0908", "0909"]),
        ("0707", DAY, ["0709"]),
        ("0708", DAY, ["0709", "0609", "0809"]),
        ("0708", NIGHT, ["0609", "0809"]),
    ],
)
def test_a_blocked_entry_moves_along_the_edge(enemy: str, turn: str, hexes: list[str]) -> None:
    """The owner may keep to a hex that the enemy only controls, by day."""
    board = small({ENEMY: enemy}, turn, groups=(group("quiot-1"),))
    due = due_units(board)["quiot-1"]
    assert list(entry_hexes(board, Marches(board).rules("quiot-1"), due)) == hexes
    for at in ("0709", "0609", "0809", "0509", "0908", "0909", "0109", "9999"):
        fresh = small({ENEMY: enemy}, turn, groups=(group("quiot-1"),))
        phase = play(fresh, {"unit": "quiot-1", "enter": at})
        assert (phase.cases == []) is (at in hexes)
        assert phase.cases in ([], ["5.6-1"], ["5.6D"])


@pytest.mark.rule("nlb", "5.6D")
def test_whoever_comes_in_beside_the_enemy_stops_there() -> None:
    board = small({ENEMY: "0708"}, groups=(group("quiot-1"),))
    assert play(board, enter("quiot-1", "0709", "0609")).cases == ["5.3-2"]
    assert play(board, enter("quiot-1")).kinds() == ["entered"]


@pytest.mark.rule("nlb", "5.5-1", "5.6D")
@pytest.mark.parametrize(
    ("uid", "at", "edge"),
    [
        ("campaign", "0605", True),
        ("campaign", "0606", False),
        ("campaign", "0136", True),
        ("campaign", "5767", True),
        ("campaign", "2946", False),
        ("quatre-bras", "2946", True),
        ("quatre-bras", "2846", False),
    ],
)
def test_edge_hexes_are_those_of_the_part_in_play_and_the_inland_gate(uid: str, at: str, edge: bool) -> None:
    assert (at in edge_hexes(belgian(uid, {}))) is edge


@pytest.mark.rule("nlb", "5.6E")
def test_an_arrival_may_wait_but_does_not_come_early() -> None:
    board = small({}, groups=(group("quiot-1", turn="16/1500"),))
    assert play(board, enter("quiot-1")).cases == ["5.6-1"]
    for turn in ("16/1500", NIGHT, "17/1500"):
        later = small({}, turn, groups=(group("quiot-1", turn="16/1500"),))
        assert play(later).events == [] and play(later, enter("quiot-1")).cases == []


@pytest.mark.rule("nlb", "5.6A-1")
def test_parts_come_one_after_the_other() -> None:
    board = small({}, groups=(group("quiot-1 bourg-1,schmtz-2"),))
    units = ("schmtz-2", "quiot-1", "bourg-1", "schmtz-2")
    phase = play(board, *({"unit": u, "to": to} for u, to in zip(units, ("0709", "0708", "0707", "0709"), strict=True)))
    assert phase.cases == ["5.6A-1"] and phase.kinds() == ["entered"] * 3


@pytest.mark.rule("nlb", "18.5B-1")
@pytest.mark.parametrize(
    ("more", "change", "due"),
    [
        ({"die": {DAY: "1"}}, {}, False),
        ({"die": {DAY: "1"}}, {"come": {"0": 3}}, True),
        ({"die": {DAY: "1"}}, {"come": {"0": 99}}, False),
        ({"memo": "guard"}, {}, False),
        ({"memo": "guard"}, {"come": {"0": 3}, "memos": {"guard": "0709"}}, True),
        ({"released": "fr-1"}, {}, False),
        ({"released": "fr-1"}, {"released": {"fr-1"}}, True),
        ({}, {"dead": {"quiot-1"}}, False),
        ({}, {"exited": {"quiot-1": "0709"}}, False),
        ({}, {"waiting": {"quiot-1": 1}}, False),
    ],
)
def test_dice_memos_and_releases_decide_who_is_due(more: dict[str, Any], change: dict[str, Any], due: bool) -> None:
    board = small({}, groups=(group("quiot-1", **more),), **change)
    board.position.come = {uid: board.position.turn - 3 + turn for uid, turn in board.position.come.items()}
    assert (list(due_units(board)) == ["quiot-1"]) is due
    assert (play(board, enter("quiot-1")).cases == []) is due


@pytest.mark.rule("nlb", "28.0C-R1")
def test_some_come_in_with_half_their_points() -> None:
    board = small({}, groups=(group("quiot-1", half=True),))
    assert play(board, {"unit": "quiot-1", "to": "0705"}).cases == ["5.1-1"]
    assert play(board, {"unit": "quiot-1", "to": "0706"}).cost() == "2"


@pytest.mark.rule("nlb", "3.2C-4")
def test_the_reinforcements_of_quatre_bras_come_when_and_where_the_book_says() -> None:
    board = belgian("quatre-bras", {}, "16/1600", "coalition")
    due = due_units(board)
    assert {unit: one.hexes for unit, one in due.items() if unit in ("kempt", "kiel")} == {
        "kempt": ("1634",),
        "kiel": ("0136",),
    }
    assert "mait" not in due and due["bttlr"].after == ("kempt", "pack", "vincke", "heisse")
    phase = play(board, {"unit": "kempt", "enter": "1634"}, {"unit": "picton", "enter": "1634"})
    assert phase.cases == [] and phase.kinds() == ["entered", "entered"]
    assert due_units(belgian("quatre-bras", {}, "16/1600", "french")) == {}


# -- exits -----------------------------------------------------------------------------

EXITS = ({"case": "22.4A-2", "for": "french", "at": "0709 0109"},)


@pytest.mark.rule("nlb", "5.5-1")
@pytest.mark.rule("nlb", "5.5-2")
@pytest.mark.parametrize(
    ("start", "order", "cost"),
    [
        ("0709", go("quiot-1", "0709", exit="0709"), "1/2"),
        ("0707", {"unit": "quiot-1", "exit": "0709"}, "1/2"),
        ("0609", go("quiot-1", "0609", "0709", exit="0709"), "1"),
        ("0109", go("quiot-1", "0109", exit="0109"), "1"),
    ],
)
def test_a_unit_leaves_at_an_exit_for_what_entering_costs(start: str, order: dict[str, Any], cost: str) -> None:
    phase = play(small({"quiot-1": start}, exits=EXITS), order)
    assert phase.cases == [] and phase.events[-1]["kind"] == "exited" and phase.cost() == cost
    assert phase.board.at == {} and phase.board.position.exited == {"quiot-1": order["exit"]}


@pytest.mark.parametrize(
    ("units", "order", "case"),
    [
        pytest.param(
            {"quiot-1": "0509"}, go("quiot-1", "0509", exit="0509"), "5.5-1", marks=pytest.mark.rule("nlb", "5.5-1")
        ),
        pytest.param(
            {"quiot-1": "0105"},
            go("quiot-1", "0105", "0106", "0206", "0207", "0208", exit="0109"),
            "5.5-1",
            marks=pytest.mark.rule("nlb", "5.5-1"),
        ),
        pytest.param(
            {"quiot-1": "0705"},
            go("quiot-1", "0705", "0605", "0606", "0706", "0709", exit="0709"),
            "5.0",
            marks=pytest.mark.rule("nlb", "5.5-2"),
        ),
        pytest.param(
            {"quiot-1": "0205"},
            go("quiot-1", "0205", "0206", "0207", "0208", "0109", exit="0109"),
            "5.5-2",
            marks=pytest.mark.rule("nlb", "5.5-2"),
        ),
        pytest.param(
            {"quiot-1": "0709", ENEMY: "0708"},
            go("quiot-1", "0709", exit="0709"),
            "5.3-2",
            marks=pytest.mark.rule("nlb", "5.5-1"),
        ),
    ],
)
def test_a_unit_does_not_leave_so(units: dict[str, str], order: dict[str, Any], case: str) -> None:
    phase = play(small(units, exits=EXITS), order)
    assert phase.cases == [case] and phase.board.at == units


@pytest.mark.rule("nlb", "5.5A")
@pytest.mark.rule("nlb", "5.5C")
def test_who_has_left_does_not_return_and_is_not_lost() -> None:
    board = small({"quiot-1": "0709"}, exits=EXITS, groups=(group("quiot-1"),))
    phase = play(board, {"unit": "quiot-1", "exit": "0709"})
    assert play(board, enter("quiot-1")).cases == ["5.5A"]
    assert phase.board.position.losses == {} and phase.board.position.dead == set()


@pytest.mark.rule("nlb", "5.5B")
def test_eight_may_leave_by_one_hex() -> None:
    board = small(
        dict(zip(FOOT[:8], ["0708", "0708", "0707", "0707", "0706", "0706", "0705", "0705"], strict=True)), exits=EXITS
    )
    assert play(board, *({"unit": unit, "exit": "0709"} for unit in FOOT[:8])).cases == []
    assert board.at == {} and len(board.position.exited) == 8


@pytest.mark.parametrize(
    ("uid", "unit", "turn", "hexes"),
    [
        pytest.param("campaign", "huss-5", "16/1400", ("0605",), marks=pytest.mark.rule("nlb", "22.4A-2")),
        pytest.param("campaign", "12-1", "16/1400", (), marks=pytest.mark.rule("nlb", "5.5-1")),
        pytest.param("grand-waterloo", "huss-5", "18/1400", ("3701",), marks=pytest.mark.rule("nlb", "27.1B")),
        pytest.param(
            "wavre",
            "hul-14",
            "18/1400",
            tuple(f"29{r:02}" for r in range(1, 16)),
            marks=pytest.mark.rule("nlb", "20.4C-2"),
        ),
        pytest.param("quatre-bras", "huss-5", "16/1400", (), marks=pytest.mark.rule("nlb", "5.5-1")),
    ],
)
def test_the_exits_of_a_scenario(uid: str, unit: str, turn: str, hexes: tuple[str, ...]) -> None:
    army = "french" if unit in ("huss-5", "hul-14") else "coalition"
    assert exit_hexes(belgian(uid, {}, turn, army), unit) == hexes


@pytest.mark.rule("nlb", "20.4C-4")
@pytest.mark.parametrize(("turn", "number"), [("18/1500", 15), ("18/1600", 0)])
def test_the_prussians_leave_wavre_up_to_an_hour(turn: str, number: int) -> None:
    board = belgian("wavre", {}, turn, "coalition")
    unit = next(uid for uid in board.roster.units if board.setting.roster.units[uid].nation == "prussian")
    assert len(exit_hexes(board, unit)) == number
