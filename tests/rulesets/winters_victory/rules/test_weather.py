"""Snow in the interphase, and what evening and night add, forbid and restore."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulesets.winters_victory.board.leaders import Attack, Fatigue
from rulesets.winters_victory.calendar import read_calendar
from rulesets.winters_victory.playbook import DAYLIGHT, HEAVY, LIGHT, NONE, Dark, read_night, read_snow
from rulesets.winters_victory.rules.command.delivery import sending
from rulesets.winters_victory.rules.command.interphase import forbidden
from rulesets.winters_victory.rules.command.night import rest
from rulesets.winters_victory.rules.command.orders import Order, why_not
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.morale.rally import self_rally
from rulesets.winters_victory.rules.scene import Weather
from rulesets.winters_victory.rules.shock.charge_zones import opportunity, why_no_charge
from rulesets.winters_victory.rules.weather import snowed
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.staffs import refused, staff
from tests.rulesets.winters_victory.winter import data

EVENING, DARKEST = (read_night(data("playbook/night")).at(kind) for kind in ("evening", "night"))


@pytest.mark.parametrize(
    ("rate", "turn", "dice", "after"),
    [
        row("4.1.1B", NONE, 13, [], NONE),
        row("4.1.1B", NONE, 12, [1], HEAVY),
        row("4.1.1B", NONE, 12, [3], LIGHT),
        row("4.1.1B", NONE, 12, [4], NONE),
        row("4.1.1B", LIGHT, 13, [2], NONE),
        row("4.1.1B", LIGHT, 13, [5], LIGHT),
        row("4.1.1B", LIGHT, 13, [9], HEAVY),
        row("4.1.1B", HEAVY, 13, [9], HEAVY),
        row("4.1.1B", HEAVY, 16, [0], LIGHT),
    ],
)
def test_snow_begins_and_changes_by_a_die(rate: str, turn: int, dice: list[int], after: str) -> None:
    found, events = play(snowed(read_snow(data("playbook/snow")), rate, turn, "t12.p1"), dice)
    assert found == after
    assert [(one["before"], one["rate"], one["die"]) for one in events] == [(rate, after, die) for die in dice]


@pytest.mark.parametrize(
    ("turn", "dark"),
    [row("4.2", 20, DAYLIGHT), row("4.2", 46, DAYLIGHT), row("4.3", 52, EVENING), row("4.4", 55, DARKEST)],
)
def test_what_holds_by_the_hour(turn: int, dark: Dark) -> None:
    now = read_calendar(data("calendar"))[turn]
    assert read_night(data("playbook/night")).at(now.kind) == dark
    assert (dark.charges, dark.attack_orders) == (turn < 54, turn < 54)


def by(dark: Dark, at: Staff) -> Staff:
    return replace(at, scene=replace(at.scene, weather=Weather(dark=dark)))


STANDING = {"nap": "0505", "cor": "0705", "fdiv": "0805", "fbde": "0805", "f1": "0805"}


@pytest.mark.parametrize(
    ("dark", "added", "attack"),
    [row("4.2", DAYLIGHT, 0, "yes"), row("4.3", EVENING, 2, "yes"), row("4.4", DARKEST, 2, "no 4.4")],
)
def test_orders_by_night_are_slower(dark: Dark, added: int, attack: str) -> None:
    at = by(dark, staff(STANDING, points={"french": 6}, headquarters={"french": "0505"}))
    assert sending(at, Order("cor", "fdiv")).parts.get("evening", 0) == added
    assert refused(why_not(at, Order("nap", "fdiv", attack="division"))) == attack


@pytest.mark.rule("wv", "4.4")
def test_attack_orders_end_at_night() -> None:
    at = staff(STANDING, {"fdiv": "attack-A", "fbde": "attack-A"})
    at.command.attacks["french"] = {"A": Attack("division", "fdiv", begun=True)}
    assert play(forbidden(by(EVENING, at)), ())[1] == []
    _, events = play(forbidden(by(DARKEST, at)), ())
    assert [one["case"] for one in events] == ["4.4"] and not at.post("fbde").attack


@pytest.mark.parametrize(
    ("dark", "rallied"), [row("4.2", DAYLIGHT, True), row("4.3", EVENING, False), row("4.4", DARKEST, False)]
)
def test_it_is_harder_to_rally_in_the_dark(dark: Dark, rallied: bool) -> None:
    at = replace(scene({"f1": "0505 routed"}), weather=Weather(dark=dark))
    assert self_rally(at, "f1", 7).rallied is rallied


@pytest.mark.parametrize(
    ("dark", "declares", "rides"),
    [row("4.3", EVENING, "yes", True), row("4.4", DARKEST, "no 4.4", False)],
)
def test_horse_does_not_charge_by_night(dark: Dark, declares: str, rides: bool) -> None:
    at = replace(scene({"fhus": "0505 v1", "r1": "0604"}), weather=Weather(dark=dark))
    assert refused(why_no_charge(at, "fhus", commanded=True)) == declares
    assert opportunity(at, "fhus", "0604", shock=False) is rides


@pytest.mark.parametrize(
    ("turn", "standing", "points", "left"),
    [
        row("4.4", 55, {"f1": "0505", "r1": "1005"}, 3, 2),
        row("4.4", 55, {"f1": "0505", "r1": "0905"}, 3, 3),
        row("4.4", 54, {"f1": "0505"}, 3, 3),
        row("4.3", 53, {"f1": "0505"}, 3, 3),
        row("4.5", 60, {"f1": "0505", "r1": "0905"}, 5, 2),
        row("4.5", 61, {"f1": "0505"}, 2, 0),
    ],
)
def test_brigades_rest_by_night(turn: int, standing: Mapping[str, str], points: int, left: int) -> None:
    at = staff(standing)
    at.command.fatigue["f-one"] = Fatigue(points)
    _, events = play(rest(at, read_night(data("playbook/night")), read_calendar(data("calendar"))[turn]), ())
    assert at.command.fatigue["f-one"].points == left
    assert [one["change"] for one in events] == ([left - points] if left != points else [])
