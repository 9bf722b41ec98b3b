"""Recovery and rally (13.4), fatigue (15) and the morale of armies (14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board import fates
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.morale import army
from rulesets.winters_victory.rules.morale.fatigue import Hour, after_an_hour, after_attack_order, must_check
from rulesets.winters_victory.rules.morale.rally import (
    automatic,
    nearest_enemy,
    rally,
    recover,
    refresh,
    routed,
    self_rally,
    stays_disordered,
    stays_routed,
)
from rulesets.winters_victory.rules.scene import Brigades
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import charts, scene

WOODS, VILLAGE = country({"woods": "0505"}), country({"village": "0505"})
ROAD = country({"village": "0505"}, minor=("0405 0505 0605",))
FAR = {"r1": "0705 v4 line"}
NEAR = {"r1": "0605 v4 line"}
LONG = {"rb12": "0805 v4 unlimbered", "rb12.c": "0805"}


@pytest.mark.parametrize(
    ("standing", "field", "case"),
    [
        row("13.41-1", {"f1": "0505 disordered", **FAR}, None, ""),
        row("13.41-1", {"f1": "0505 disordered", **NEAR}, None, "13.41-1"),
        row("13.41-1", {"f1": "0505 disordered", "rb12": "0705 v4 unlimbered", "rb12.c": "0705"}, None, "13.41-1"),
        row("13.41-3", {"fcuir": "0505 disordered"}, VILLAGE, "13.41-3"),
        row("13.41-4", {"fb8": "0505 disordered", "fb8.c": "0505"}, ROAD, "13.41-4"),
        row("13.41-4 7.56.2", {"fb6": "0505 disordered", "fb6.c": "0505"}, ROAD, ""),
        row("13.41-4", {"fb6": "0505 disordered", "fb6.c": "0505"}, VILLAGE, "13.41-4"),
        row("13.41-5", {"flt": "0505 disordered", **NEAR}, WOODS, ""),
        row("13.41-5 8.65C.1", {"flt.s1": "0505 disordered", **NEAR}, WOODS, ""),
        row("13.41-5", {"f1": "0505 disordered", **NEAR}, WOODS, "13.41-1"),
        row("7.56-5", {"fb6": "0505 disordered", "fb6.c": "0505", **FAR}, None, "7.56-5"),
        row("7.56-5", {"fb6": "0505 disordered", "fb6.c": "0505", "r1": "0805 v4 line"}, None, ""),
    ],
)
def test_recovery_from_disorder(standing: Mapping[str, str], field: HexField | None, case: str) -> None:
    refused = stays_disordered(scene(standing, field), next(iter(standing)))
    assert (refused.case if refused else "") == case


@pytest.mark.rule("wv", "13.41-1", "13.41-2", "13.12-4")
def test_who_recovers_chooses_formation_and_facing_but_in_woods() -> None:
    at = scene({"f1": "0505 disordered", "f2": "0507 disordered"}, WOODS)
    for uid in ("f1", "f2"):
        recover(at, uid, "line", 3)
    assert [(p.state, p.formation, p.facing) for p in map(at.piece, ("f1", "f2"))] == [
        ("good", "general-order", 3),
        ("good", "line", 3),
    ]
    assert "rallied" in at.piece("f1").marks


@pytest.mark.rule("wv", "7.41.1", "13.4-0")
def test_exhausted_horse_in_good_order_is_fresh_again() -> None:
    at = scene({"fhus": "0505 exhausted", "fdrg": "0506 exhausted disordered"})
    assert refresh(at, FRENCH) == ("fhus",)
    assert (at.piece("fhus").marks, at.piece("fdrg").marks) == (set(), {"exhausted"})


@pytest.mark.parametrize(
    ("standing", "field", "case"),
    [
        row("13.42-0", {"f1": "0505 routed", **LONG}, None, "13.42-0"),
        row("13.42-0", {"f1": "0505 routed", "rhus": "0805 v4"}, None, "13.42-0"),
        row("13.42-0", {"f1": "0505 routed", "rhus": "0905 v4"}, None, ""),
        row("13.42-0", {"f1": "0505 routed", "rhus": "0805 v1"}, None, ""),
        row("13.42-0", {"f1": "0505 routed", "rhus": "0805 v4"}, WOODS, ""),
        row("13.42-3", {"fhus": "0505 routed", "fbde": "0505"}, WOODS, "13.42-3"),
        row("13.42-3", {"f1": "0505 routed"}, WOODS, ""),
    ],
)
def test_who_may_try_to_rally(standing: Mapping[str, str], field: HexField | None, case: str) -> None:
    refused = stays_routed(scene(standing, field), next(iter(standing)))
    assert (refused.case if refused else "") == case


@pytest.mark.parametrize(
    ("standing", "nation", "by_itself", "state"),
    [
        row("13.42.A 8.65C.2", {"flt.s1": "0505 routed"}, "french", True, "good"),
        row("13.42.A", {"fb8.c": "0505 routed"}, "french", True, "good"),
        row("13.42.B 13.42-2", {"f1": "0505 routed", "fbde": "0505 reduced"}, "french", True, "disordered"),
        row("13.42.B", {"r1": "0505 routed", "rbde": "0505"}, "prussian", False, "disordered"),
        row("13.42.C", {"f1": "0505 routed"}, "french", False, "disordered"),
    ],
)
def test_who_rallies_without_a_die(standing: Mapping[str, str], nation: str, by_itself: bool, state: str) -> None:
    at = scene(standing)
    leaders = {uid: replace(at.unit(uid), nation=nation) for uid in ("fbde", "rbde")}
    at.board.units = {**at.board.units, **leaders}
    uid = next(iter(standing))
    assert automatic(at, uid) is by_itself
    assert rally(at, uid) == state


@pytest.mark.parametrize(
    ("standing", "field", "die", "rallied", "loss"),
    [
        # Effectiveness 6 and modifier 1: total is the die less one.
        row("13.42.C", {"f1": "0505 routed"}, None, 7, True, 0),
        row("13.42.C", {"f1": "0505 routed"}, None, 8, False, 0),
        row("13.42.C-1", {"f1": "0505 routed", "f2": "0605", "r1": "0905"}, None, 6, True, 0),
        row("13.42.C-1", {"f1": "0505 routed", "r1": "0905"}, None, 6, False, 0),
        row("13.42.C-1", {"f1": "0505 routed", "r1": "1005"}, None, 7, True, 0),
        row("13.42.C-1", {"f1": "0505 routed"}, WOODS, 7, False, 0),
        row("13.42.C", {"f1": "0505 4sp routed", "r1": "0905"}, None, 8, False, 1),
        row("13.42.C-1", {"fb8": "0505 routed", "fb8.c": "0505 routed"}, None, 8, True, 0),
    ],
)
def test_self_rally(standing: Mapping[str, str], field: HexField | None, die: int, rallied: bool, loss: int) -> None:
    made = self_rally(scene(standing, field), next(iter(standing)), die)
    assert (made.rallied, made.loss) == (rallied, loss)


@pytest.mark.rule("wv", "13.42.C-1", "14.22-2")
def test_a_brigade_leader_next_door_helps_but_not_the_demoralized() -> None:
    at = scene({"f1": "0505 routed", "fbde": "0605"})
    assert ("leader", -1) in self_rally(at, "f1", 5, leader="fbde").modifiers
    broken = replace(at, brigades=Brigades(demoralized=frozenset({"f-brigade"})))
    assert ("leader", -1) not in self_rally(broken, "f1", 5, leader="fbde").modifiers


@pytest.mark.rule("wv", "13.42.A", "13.42.B", "13.31.2")
def test_skirmishers_rally_first() -> None:
    at = scene({"f1": "0505 routed", "flt.s1": "0506 routed", "f2": "0507", "r1": "0905"})
    assert routed(at, FRENCH) == ("flt.s1", "f1")
    assert (nearest_enemy(at, "0505", FRENCH), nearest_enemy(scene({}), "0505", ALLIED)) == (4, 99)


# -- fatigue and the morale of armies --------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "hour", "found"),
    [
        row("15.0 15.11.1", 0, Hour(True), 1),
        row("15.11.1", 1, Hour(True), 2),
        row("15.11.2", 3, Hour(True), 3),
        row("15.11.2", 3, Hour(True, engaged=True), 4),
        row("15.12", 7, Hour(False), 4),
        row("15.12", 3, Hour(False), 2),
        row("15.12", 2, Hour(False), 2),
        row("15.12", 1, Hour(False), 1),
        row("15.21", 4, Hour(True, engaged=True, charged=True), 6),
        row("15.23", 8, Hour(True, engaged=True), 8),
    ],
)
def test_fatigue_by_the_hour(points: int, hour: Hour, found: int) -> None:
    assert after_an_hour(charts().fatigue, points, hour) == found


@pytest.mark.rule("wv", "15.22", "15.2-2", "15.1")
def test_attack_orders_tire() -> None:
    fatigue = charts().fatigue
    assert after_attack_order(fatigue, 4, FRENCH, "french") == 6
    assert [after_attack_order(fatigue, 4, ALLIED, nation) for nation in ("russian", "prussian")] == [5, 5]
    assert [must_check(fatigue, points) for points in (4, 6, 7)] == [False, False, True]
    assert [fatigue.level(points).level for points in (0, 4, 5, 6, 7, 8)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("wv", "14.11-1", "14.11-2", "14.11-3", "14.11-4", "14.12")
def test_what_losses_cost_an_army() -> None:
    values = army.Values({"halved": 1, "routed": 1, "rallied": 1, "eliminated": 2, "leader division": 2})
    at = scene({})
    line, few, chief = at.unit("f1"), at.unit("flt.s1"), at.unit("fdiv")
    assert [army.changed(values, line, event) for event in ("halved", "routed", "rallied", "eliminated")] == [
        -1,
        -1,
        1,
        -2,
    ]
    assert army.changed(values, line, fates.ELIMINATED, charged=1) == -1
    assert (army.changed(values, few, fates.ELIMINATED), army.changed(values, line, "disordered")) == (0, 0)
    assert (army.changed(values, chief, fates.LEADER), army.changed(values, at.unit("fbde"), fates.LEADER)) == (-2, 0)


@pytest.mark.rule("wv", "14.21", "14.22-1")
def test_demoralization() -> None:
    assert [army.must_roll(level, 0, False) for level in (1, 0, -3)] == [False, True, True]
    assert not army.must_roll(-3, 0, True)
    assert [army.breaks(*pair) for pair in ((-3, 3), (-3, 4), (0, 0))] == [True, False, True]
