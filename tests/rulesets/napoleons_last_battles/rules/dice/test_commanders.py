"""Commanders who are inactive: the late start, Ney's caution, lines to headquarters (15.4, 16.14C, 24.5B, 28.0C)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.board import INACTIVE
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.march.movement import movement
from rulesets.napoleons_last_battles.rules.marks import ROUSED
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.march.ground import go
from tests.rulesets.napoleons_last_battles.rules.turns import board, opened, played
from tests.rulesets.napoleons_last_battles.test_board import belgium

LATE, QUARTERS = "late-start", "headquarters"
STAFF = {"napoleon": "2050", "ney": "1045", "grouchy": "3050", "reille": "1050", "wellington": "1020"}
ASLEEP, ASLEEP_NEY = {INACTIVE: {"napoleon"}}, {INACTIVE: {"ney"}}


@pytest.mark.rule("nlb", "15.4-1")
def test_at_six_in_the_morning_all_french_commanders_are_inactive() -> None:
    found = board("campaign", STAFF, "17/0600", "french", LATE, marks={ROUSED: {"ney"}})
    turned = opened(found)
    assert found.position.marks == {INACTIVE: {"napoleon", "ney", "grouchy"}}
    assert [event["units"] for event in turned.of("inactive")] == [["napoleon", "ney", "grouchy"]]
    assert not turned.thrown
    marches = Marches(found)
    assert [one for one in STAFF if marches.frozen(one)] == ["napoleon", "ney", "grouchy"]
    for other in (board("campaign", STAFF, "17/0900", "french", LATE), board("campaign", STAFF, "17/0600")):
        opened(other)
        assert not other.position.marks
    opened(allies := board("campaign", STAFF, "17/0600", "coalition", LATE))
    assert not allies.position.marks


@pytest.mark.rule("nlb", "15.4-2")
@pytest.mark.parametrize(("die", "active"), [(1, True), (2, False), (6, False)])
def test_a_one_releases_a_commander(die: int, active: bool) -> None:
    found = board("campaign", STAFF, "17/0900", "french", LATE, marks=ASLEEP)
    turned = opened(found, die)
    assert turned.thrown == ["gt12.french.active.napoleon"]
    assert [event["active"] for event in turned.of("activation")] == [active]
    assert found.marked(INACTIVE, "napoleon") != active


@pytest.mark.rule("nlb", "15.4-2")
def test_at_dawn_there_is_a_die_only_where_it_is_day() -> None:
    assert not opened(board("campaign", STAFF, "17/0600", "french", LATE)).thrown
    assert len(opened(board("campaign", STAFF, "17/0600", "french", LATE, "dawn"), 4).thrown) == 3


@pytest.mark.rule("nlb", "15.4-3")
@pytest.mark.parametrize(("path", "met"), [(("2048", "2049", "2050"), True), (("2048", "2049"), False)])
def test_a_colleague_who_comes_by_releases_him_on_the_next_turn(path: tuple[str, ...], met: bool) -> None:
    found = board("campaign", {"napoleon": "2050", "ney": "2048"}, "17/1000", "french", LATE, marks=ASLEEP)
    played(found, movement(found, [go("ney", *path)]))
    assert found.marked(INACTIVE, "napoleon")
    assert found.marked(ROUSED, "napoleon") == met
    found.position.turn += 1
    turned = opened(found, 6)
    assert len(turned.thrown) == (not met)
    assert [(e["why"], e["active"]) for e in turned.of("activation")] == [("met", True) if met else ("die", False)]
    assert found.position.marks == ({} if met else ASLEEP)


@pytest.mark.rule("nlb", "15.4-3")
def test_neither_officers_nor_inactive_colleagues_wake_him() -> None:
    at = {"napoleon": "2050", "ney": "2049", "reille": "2049"}
    found = board("campaign", at, "17/1000", "french", LATE, marks={INACTIVE: {"napoleon", "ney"}})
    played(found, movement(found, [go("reille", "2049", "2050"), go("ney", "2049", "2050")]))
    assert not found.marked(ROUSED, "napoleon")


@pytest.mark.rule("nlb", "15.4-4")
@pytest.mark.parametrize(("leader", "active"), [("2056", True), ("2057", True), ("2058", False)])
def test_an_enemy_in_a_zone_within_ten_hexes_releases_him_at_once(leader: str, active: bool) -> None:
    at = {"napoleon": leader, "huss-5": "2048", "12-1": "2045"}
    found = board("campaign", at, "17/1000", "coalition", LATE, marks=ASLEEP)
    turned = played(found, movement(found, [go("12-1", "2045", "2046", "2047")]))
    assert found.marked(INACTIVE, "napoleon") != active
    assert [event["why"] for event in turned.of("activation")] == ["enemy"] * active


@pytest.mark.rule("nlb", "24.5B")
@pytest.mark.parametrize(
    ("turn", "die", "active"),
    [("16/1400", 3, False), ("16/1400", 2, True), ("16/1500", 1, True), ("16/1500", 6, False), ("16/1600", 6, True)],
)
def test_a_die_says_whether_ney_is_active(turn: str, die: int, active: bool) -> None:
    found = board("grand-ligny", {"ney": "1751"}, turn, "french", "neys-caution", marks={INACTIVE: {"ney"}})
    turned = opened(found, die)
    assert found.marked(INACTIVE, "ney") != active
    assert [event["active"] for event in turned.of("caution")] == [active]
    assert not turned.of("activation")


@pytest.mark.rule("nlb", "24.5B")
def test_later_ney_is_left_alone() -> None:
    assert not opened(board("grand-ligny", {"ney": "1751"}, "16/1800", "french", "neys-caution")).of("caution")


@pytest.mark.rule("nlb", "16.14C-1")
@pytest.mark.rule("nlb", "16.14C-2")
@pytest.mark.parametrize(("die", "active"), [(3, False), (4, True)])
def test_who_has_no_line_to_headquarters_rolls_for_staying_active(die: int, active: bool) -> None:
    at = {"napoleon": "2050", "ney": "0202", "hq-french": "2052"}
    found = board("campaign", at, "17/1000", "french", QUARTERS)
    turned = opened(found, die)
    assert turned.thrown == ["gt13.french.line.ney"]
    assert [(e["unit"], e["active"]) for e in turned.of("communications")] == [("ney", active)]
    assert found.marked(INACTIVE, "ney") != active
    assert Marches(found).frozen("ney") is None


@pytest.mark.rule("nlb", "16.14C-1")
def test_an_inactive_headquarters_serves_nobody() -> None:
    at = {"napoleon": "2050", "hq-french": "2050"}
    found = board("campaign", at, "17/1000", "french", QUARTERS, marks={INACTIVE: {"hq-french"}})
    assert opened(found, 6).thrown == ["gt13.french.line.napoleon"]


@pytest.mark.rule("nlb", "28.0C")
def test_ney_begins_the_campaign_variant_inactive() -> None:
    start = Theatre(setting("campaign-variant"), belgium()).start()
    assert start.marks == ASLEEP_NEY
    at = {"ney": "1647", "hq-french": "1647"}
    found = board("campaign-variant", at, "", "french", marks=start.marks)
    assert opened(found, 1).of("activation")[0]["active"]
