"""Levels that move by hexes, turns and first combats; wings that join; armies that leave (18.5B to 27.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.napoleons_last_battles.battlefield import read_chart
from rulesets.napoleons_last_battles.board import JOINED, Board
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, attacked
from rulesets.napoleons_last_battles.rules.losses import take_off
from rulesets.napoleons_last_battles.rules.march.entry import due_units, nowhere
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.theatre import chart_of
from tests.rulesets.napoleons_last_battles.files import data
from tests.rulesets.napoleons_last_battles.rules.march.ground import small_field
from tests.rulesets.napoleons_last_battles.rules.victory.test_control_and_points import march
from tests.rulesets.napoleons_last_battles.rules.victory.umpire import (
    END,
    GOES_ON,
    bound,
    levels,
    stage,
    told,
    verdict,
)

rule = pytest.mark.rule
LIGNY = ("3755", "3854", "3855", "3955")
ST_AMAND = ("3256", "3357", "3457")


def attack(board: Board, attackers: str, targets: str) -> list[dict[str, Any]]:
    """What an attack brings about before its die; both are lists of units with blanks between them."""
    return [dict(one.event) for one in attacked(board, attackers.split(), targets.split())]


# -- Ligny and Quatre Bras together ------------------------------------------------------


@rule("nlb", "24.3B", "24.5A")
@pytest.mark.parametrize(
    ("options", "french", "expected"),
    [
        ((), LIGNY, (50, 70)),
        ((), LIGNY[:3], (55, 75)),
        ((), ST_AMAND, (50, 70)),
        ((), (*LIGNY, *ST_AMAND), (45, 65)),
        (("towns-seven",), ST_AMAND, (48, 68)),
        (("towns-seven",), (*LIGNY, *ST_AMAND), (41, 61)),
    ],
)
def test_whole_towns_lower_both_prussian_levels(
    options: tuple[str, ...], french: tuple[str, ...], expected: tuple[int, int]
) -> None:
    board = stage("grand-ligny", *options)
    board.position.held.update(dict.fromkeys(french, "french"))
    told(board)
    assert levels(board, "prussian") == expected


@rule("nlb", "24.3B")
def test_one_hex_lost_gives_the_level_back_until_the_prussians_are_demoralized() -> None:
    board = stage("grand-ligny")
    held = board.position.held
    held.update(dict.fromkeys(LIGNY, "french"))
    assert told(board) == ["level-moved"] and told(board) == []
    held["3755"] = "coalition"
    assert told(board) == ["level-moved"] and levels(board, "prussian") == (55, 75)
    held["3755"] = "french"
    board.position.losses["prussian"] = 50
    assert told(board) == ["level-moved", "demoralized"] and levels(board, "prussian") == (50, 70)
    held["3755"] = "coalition"
    assert told(board) == [] and levels(board, "prussian") == (50, 70)
    held.update(dict.fromkeys(ST_AMAND, "french"))
    assert told(board) == ["level-moved"] and levels(board, "prussian") == (45, 65)


@rule("nlb", "24.3C")
def test_quatre_bras_lowers_the_allied_level() -> None:
    board = stage("grand-ligny", at={"pire": "1641"})
    assert told(board) == ["taken", "level-moved"] and levels(board, "allied") == (20, 0)
    board.move("pire", "1640")
    board.place("kempt", "1641")
    assert told(board) == ["taken", "level-moved"] and levels(board, "allied") == (25, 0)


@rule("nlb", "24.3A")
@pytest.mark.parametrize(
    ("attackers", "target", "at", "idle", "level"),
    [
        pytest.param("kempt specht", "vill-7", "2952", "", 53, id="4 + 3 in command against 2952"),
        pytest.param("kempt specht", "vill-7", "2852", "", 60, id="2852 is not east of column 28"),
        pytest.param("kempt specht", "vill-7", "2952", "specht", 56, id="only those in command count"),
        pytest.param("kempt specht", "vill-7", "2952", "specht kempt", 60, id="nobody in command: not yet"),
        pytest.param("24-1", "vill-7", "2952", "", 60, id="Prussians do not count"),
    ],
)
def test_the_first_allied_attack_in_the_east_lowers_the_french_level(
    attackers: str, target: str, at: str, idle: str, level: int
) -> None:
    board = stage("grand-ligny", at={target: at, "kempt": "2851", "specht": "2851", "24-1": "3052"})
    board.position.idle.update(idle.split())
    attack(board, attackers, target)
    assert levels(board, "french") == (level, 0)
    attack(board, attackers, target)
    assert levels(board, "french") == (level, 0), "once only"


@rule("nlb", "24.3A", "24.4B", "9.1")
def test_it_may_decide_the_game_before_the_die() -> None:
    board = stage("grand-ligny", at={"vill-7": "2952", "kempt": "2851"}, losses={"french": 56})
    with pytest.raises(GameDecided, match="coalition wins"):
        attack(board, "kempt", "vill-7")


@rule("nlb", "24.3D")
def test_demoralized_allies_leave_the_map_and_are_no_losses() -> None:
    at = {"kempt": "1640", "opstl": "1744", "24-1": "3456", "pire": "1645"}
    board = stage(
        "grand-ligny", turn="16/1500", at=at, leaders={"willem": "1640", "blucher": "3456"}, losses={"allied": 24}
    )
    assert "kempt" not in due_units(board) and "halk-3" not in due_units(board)
    take_off(board, "opstl", "why", "6.4")
    assert told(board) == ["demoralized", "withdrawn"] and told(board) == []
    position = board.position
    assert board.at == {"24-1": "3456", "pire": "1645"} and position.leaders == {"blucher": "3456"}
    assert position.losses["allied"] == 25 and position.dead == {"opstl"}
    assert {"kempt", "willem", "halk-3", "mait"} <= position.withdrawn and not nowhere(position, "kempt")
    position.turn = 4
    assert due_units(board) == {}, "those due stay away"
    assert march(board, {"unit": "mait", "enter": "0136", "to": "0136"}) == ["24.3D"]


# -- La Belle Alliance ---------------------------------------------------------------------


@rule("nlb", "21.3B-1", "9.1")
def test_the_french_need_only_pass_through_waterloo() -> None:
    board = stage("la-belle-alliance", army="french", at={"pire": "0507"}, losses={"allied": 30})
    kinds = march(board, {"unit": "pire", "path": ["0507", "0606", "0605"]})
    assert kinds == ["moved", "level-moved", "demoralized", "level-moved"]
    assert levels(board, "allied") == (25, 35) and levels(board, "french") == (70, 0)
    board = stage("la-belle-alliance", army="french", at={"pire": "0507"}, losses={"allied": 36})
    with pytest.raises(GameDecided, match=r"french wins at once \(21.4A\)"):
        march(board, {"unit": "pire", "path": ["0507", "0606", "0605"]})


@rule("nlb", "21.3B-1")
def test_allies_in_waterloo_change_nothing() -> None:
    board = stage("la-belle-alliance", at={"mait": "0606"})
    assert told(board) == [] and levels(board, "allied") == (45, 55)


@rule("nlb", "21.3B-2")
def test_the_first_combat_of_prussians_and_french_raises_the_allied_levels() -> None:
    board = stage("la-belle-alliance", at={"jacq": "2011", "schw": "2111", "mait": "0606"})
    assert attack(board, "jacq", "mait") == []
    assert [event["by"] for event in attack(board, "schw", "jacq")] == [10]
    assert attack(board, "jacq", "schw") == [] and levels(board, "allied") == (55, 65)


# -- Grand Waterloo ------------------------------------------------------------------------


@rule("nlb", "27.3A")
@pytest.mark.parametrize(
    ("losses", "entered", "joined", "expected"),
    [
        ({"allied": 45}, False, False, 70),
        ({"prussian": 35}, False, False, 70),
        ({"allied": 45, "prussian": 34}, False, False, 70),
        ({}, True, False, 40),
        ({"allied": 45}, True, False, 50),
        ({"allied": 45}, True, True, 80),
    ],
)
def test_what_moves_the_level_of_the_left_wing(
    losses: dict[str, int], entered: bool, joined: bool, expected: int
) -> None:
    """Of the whole army where the wings have joined; never of the right wing."""
    board = stage("grand-waterloo", losses=losses, at={"schw": "1022"} if entered else {})
    told(board)
    if joined:
        board.position.once.add(JOINED)
    book, other = ("french", "french-left") if joined else ("french-left", "french")
    assert levels(board, book) == (expected, 0) and levels(board, other) == (0, 0)
    assert levels(board, "french-right") == ((0, 0) if joined else (30, 0))


@rule("nlb", "27.3A")
def test_who_leaves_maison_du_roi_has_been_there() -> None:
    board = stage("grand-waterloo", at={"schw": "1022"})
    told(board)
    board.move("schw", "1023")
    assert told(board) == [] and levels(board, "french-left") == (40, 0)


@rule("nlb", "27.3B")
def test_wavre_has_to_be_occupied_whole() -> None:
    board = stage("grand-waterloo", at={"gen-10": "4206", "dup-10": "4306"})
    board.position.held["4307"] = "french"
    told(board)
    assert levels(board, "prussian") == (35, 50)
    board.place("lag-11", "4307")
    told(board)
    assert levels(board, "prussian") == (25, 40)
    board.move("lag-11", "4308")
    told(board)
    assert levels(board, "prussian") == (35, 50)


@rule("nlb", "27.3C")
def test_what_moves_the_allied_levels() -> None:
    board = stage("grand-waterloo", at={"jacq": "2011", "gen-10": "4011", "schw": "3012", "pire": "0606"})
    attack(board, "schw", "gen-10")
    told(board)
    assert levels(board, "allied") == (25, 35), "the right wing does not count; Waterloo does"
    attack(board, "schw", "jacq")
    assert levels(board, "allied") == (35, 45)
    board.position.exited["gen-10"] = "3701"
    told(board)
    assert levels(board, "allied") == (25, 35)
    assert told(board) == [] and attack(board, "schw", "jacq") == []


@rule("nlb", "27.3C", "27.1B")
def test_only_the_french_leave_at_3701() -> None:
    board = stage("grand-waterloo", turn="18/1300", army="french", at={"gen-10": "3701"})
    assert march(board, {"unit": "gen-10", "path": ["3701"], "exit": "3701"}) == ["exited", "level-moved"]
    assert levels(board, "allied") == (35, 45)
    board = stage("grand-waterloo", turn="18/1300", army="coalition", at={"schw": "3701"})
    assert march(board, {"unit": "schw", "path": ["3701"], "exit": "3701"}) == ["5.5-1"]


@rule("nlb", "27.1D")
@pytest.mark.parametrize(("turn", "kinds"), [("18/1200", ["27.1D"]), ("18/1300", ["moved"])])
def test_no_prussian_moves_at_1200(turn: str, kinds: list[str]) -> None:
    board = stage("grand-waterloo", turn=turn, army="coalition", at={"schw": "3012", "mait": "0616"})
    assert march(board, {"unit": "schw", "to": "3013"}) == kinds
    board.position.leaders["blucher"] = "3012"
    assert (march(board, {"unit": "blucher", "to": "3013"}) == ["moved"]) is (turn == "18/1300")
    assert march(board, {"unit": "mait", "to": "0615"}) == ["moved"]


@rule("nlb", "27.3D")
def test_disintegrated_prussians_are_removed() -> None:
    at = {"schw": "3012", "8-9": "4308", "mait": "0616", "jacq": "1416"}
    board = stage("grand-waterloo", at=at, leaders={"blucher": "4306", "wellington": "0616"}, losses={"prussian": 51})
    assert told(board) == ["demoralized", "level-moved", "disintegrated", "withdrawn"]
    assert board.at == {"mait": "0616", "jacq": "1416"} and board.position.leaders == {"wellington": "0616"}
    assert verdict(board) == GOES_ON
    board.position.turn = len(board.setting.turns)
    assert verdict(board) == ("coalition", "", "27.4B")


# -- wings ---------------------------------------------------------------------------------


@rule("nlb", "27.1A-1")
@pytest.mark.parametrize(
    ("at", "book"),
    [("2011", "french-left"), ("2911", "french-left"), ("3011", "french-right"), ("4511", "french-right")],
)
def test_a_loss_stands_in_the_book_of_the_wing_where_it_was_suffered(at: str, book: str) -> None:
    board = stage("grand-waterloo", at={"gen-10": at})
    take_off(board, "gen-10", "why", "6.4")
    assert board.position.losses == {"french": 6, "fr-3": 6, book: 6}
    board = stage("grand-waterloo", at={"gen-10": at}, once={JOINED})
    take_off(board, "gen-10", "why", "6.4")
    assert board.position.losses == {"french": 6, "fr-3": 6}


@rule("nlb", "27.1A-1")
def test_who_crosses_column_29_changes_his_wing() -> None:
    board = stage("grand-waterloo", at={"gen-10": "3011"}, broken={"french-right": "demoralized"})
    assert board.demoralized("gen-10")
    board.move("gen-10", "2911")
    assert not board.demoralized("gen-10")


class Given:
    """Command that Grouchy gives to some units."""

    def __init__(self, *units: str) -> None:
        self.units = units

    def commands(self, commander: str, unit: str) -> bool:
        return commander == "grouchy" and unit in self.units


JOINING: dict[str, Any] = {
    "at": {"rome-12": "3012", "gen-10": "3013", "huss-5": "2913", "mait": "2912", "schw": "3112"},
    "leaders": {"grouchy": "3012", "napoleon": "2714"},
    "losses": {"french": 70, "french-right": 30, "french-left": 40},
    "broken": {"french-right": "demoralized"},
}


@rule("nlb", "27.1A-2")
@pytest.mark.parametrize(
    ("attacker", "target", "commanded", "napoleon", "joins"),
    [
        pytest.param("rome-12", "mait", "rome-12", "2714", True, id="Grouchy's unit attacks an Ally"),
        pytest.param("rome-12", "schw", "rome-12", "2714", False, id="a Prussian"),
        pytest.param("rome-12", "mait", "gen-10", "2714", False, id="not under Grouchy's command"),
        pytest.param("huss-5", "mait", "huss-5", "2714", False, id="a unit of the left wing"),
        pytest.param("rome-12", "mait", "rome-12", "2420", False, id="Grouchy out of Napoleon's reach"),
    ],
)
def test_when_the_wings_join(attacker: str, target: str, commanded: str, napoleon: str, joins: bool) -> None:
    members = {**JOINING, "leaders": {**JOINING["leaders"], "napoleon": napoleon}}
    board = stage("grand-waterloo", army="french", **{name: type(some)(some) for name, some in members.items()})
    board.given = Given(commanded)
    events = [event["kind"] for event in attack(board, attacker, target)]
    assert (JOINED in board.position.once) is joins
    assert ("joined" in events, "wing-recovered" in events) == (joins, joins)
    assert board.position.broken == ({} if joins else {"french-right": "demoralized"})
    assert levels(board, "french") == ((90, 0) if joins else (0, 0))


@rule("nlb", "27.1A-2", "27.4B")
def test_a_joined_army_that_has_lost_90_is_demoralized_at_once() -> None:
    members = {**JOINING, "losses": {"french": 92, "french-right": 33, "french-left": 59}}
    board = stage("grand-waterloo", army="french", **{name: type(some)(some) for name, some in members.items()})
    board.given = Given("rome-12")
    with pytest.raises(GameDecided, match=r"coalition wins at once \(27.4B\)"):
        attack(board, "rome-12", "mait")


# -- the rest --------------------------------------------------------------------------------


@rule("nlb", "23.0C")
def test_the_crossroads_move_levels_when_somebody_passes_through() -> None:
    board = stage("qb-variant", turn="16/1600", army="french", at={"pire": "1642"})
    march(board, {"unit": "pire", "path": ["1642", "1641", "1741"]})
    assert (levels(board, "french"), levels(board, "allied")) == ((30, 0), (20, 35))
    board.position.army = "coalition"
    board.lift("pire")
    board.place("kempt", "1541")
    march(board, {"unit": "kempt", "path": ["1541", "1641"]})
    assert (levels(board, "french"), levels(board, "allied")) == ((25, 0), (25, 40))


@rule("nlb", "18.5B-2")
def test_the_sixth_corps_costs_three_points_in_every_turn_from_the_moment_it_comes() -> None:
    board = stage("ligny", "sixth-corps", turn="16/1600", army="french", losses={"prussian": 54})
    board.position.come["0"] = 3
    kinds = march(board, {"unit": "bell-19", "enter": "3167", "to": "3167"})
    assert kinds == ["entered", "level-moved"] and levels(board, "prussian") == (58, 77)
    assert verdict(board) == GOES_ON and levels(board, "prussian") == (58, 77)
    board.position.turn += 1
    told(board)
    assert levels(board, "prussian") == (61, 80)
    board.lift("bell-19")
    board.position.turn += 1
    assert told(board) == []


@rule("nlb", "25.0E-2")
def test_bridges_may_stop_zones_at_historical_wavre() -> None:
    chart = read_chart(data()["terrain"])
    for options, crosses in (((), True), (("bridges-block",), False)):
        field = replace(small_field(), chart=chart_of(bound("historic-wavre", *options), chart), _tables={})
        assert field.crossed_by_zones("0901", "0902") is crosses
        assert ("0902" in field.zone_neighbours["0901"]) is crosses


@rule("nlb", "25.0E-1")
@pytest.mark.parametrize(("turn", "points"), [("18/1200", 16), ("18/1300", 8)])
def test_the_fourth_corps_may_march_twice_as_far_at_1200(turn: str, points: int) -> None:
    board = stage("historic-wavre", "double-move", turn=turn, army="french", at={"rome-12": "5523", "gen-10": "4718"})
    assert (Marches(board).points("rome-12"), Marches(board).points("gen-10")) == (points, 8)


@rule("nlb", "9.1")
def test_the_end_is_no_draw_where_somebody_has_to_win() -> None:
    for uid in ("ligny", "la-belle-alliance", "campaign", "grand-ligny", "historic-wavre", "lba-variant"):
        assert verdict(stage(uid, turn=END, held={}))[0] == "coalition"
