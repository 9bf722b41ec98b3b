"""Activation and deactivation, and command units that are displaced (16.14, 16.17, 17.5)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.winters_victory.board.chain import BRIGADE, DIVISION
from rulesets.winters_victory.rules.command import activation, displacement
from rulesets.winters_victory.rules.command.successors import retired
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.staffs import refused, staff

Standing = Mapping[str, str]


@pytest.mark.rule("wv", "17.36-4", "17.52-1", "4.1.2B", "16.14-2")
def test_a_brigade_with_an_order_is_committed() -> None:
    at = staff({"f1": "0505", "f4": "0909", "fdiv": "0707"}, {"fbde": "received attack-A"})
    assert activation.called(at, "french", BRIGADE) == ("fbde",)
    assert not at.committed("f-one")
    assert refused(activation.why_not_place(at, "fbde", "0506")) == "no 17.52-1"
    assert refused(activation.why_not_place(at, "fbde", "0505")) == "yes"
    assert activation.activate(at, "fbde", "0505") == ""
    assert at.committed("f-one")
    assert (at.post("fbde").received, at.post("fbde").attack) == (False, "A")
    assert activation.called(at, "french", BRIGADE) == ()
    assert refused(activation.why_not_place(at, "fbde", "0505")) == "no 17.5"


@pytest.mark.rule("wv", "17.52-2", "4.1.2C.1")
def test_a_division_keeps_its_order() -> None:
    at = staff({"f1": "0505", "fbde2": "0909", "r1": "0605"}, {"fdiv": "received mobilized"})
    assert activation.called(at, "french", DIVISION) == ("fdiv",)
    found = activation.places(at, "fdiv")
    assert {"0505", "0405", "0909", "0809"} <= set(found)
    assert "0605" not in found
    assert refused(activation.why_not_place(at, "fdiv", "0101")) == "no 17.52-2"
    assert activation.activate(at, "fdiv", "0405") == ""
    assert (at.at("fdiv"), at.post("fdiv").state, at.post("fdiv").received) == ("0405", "standing", True)


@pytest.mark.rule("wv", "17.53-3", "17.52-2")
def test_the_division_follows_and_the_corps_does_not() -> None:
    at = staff({"f1": "0505", "cor": "0101"}, {"fdiv": "received", "cor": "inactive"})
    assert activation.activate(at, "fbde", "0505", involuntary=True) == "fdiv"
    assert activation.activate(at, "fdiv", "0505", involuntary=True) == ""
    assert not at.post("fdiv").received
    assert at.post("cor").inactive


@pytest.mark.rule("wv", "17.5")
def test_nobody_activates_without_an_order() -> None:
    at = staff({"f1": "0505"}, {"fbde": "delay1"})
    assert activation.called(at, "french", BRIGADE) == ()


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("17.53-1", {"f1": "0505", "rjgr.s1": "0905"}, ("fbde",)),
        row("17.53-1", {"f1": "0505", "rjgr.s1": "1005"}, ()),
        row("17.53-1", {"f1": "0505", "f4": "0909", "rjgr.s1": "0807"}, ("fbde", "fbde2")),
        row("17.53-1", {"f1": "0505", "fbde": "0505", "rjgr.s1": "0605"}, ()),
    ],
)
def test_enemies_who_come_near(standing: Standing, found: tuple[str, ...]) -> None:
    assert activation.near(staff(standing), "rjgr.s1") == found


@pytest.mark.rule("wv", "17.53-1", "17.53-2")
def test_fire_shock_and_charges_activate() -> None:
    at = staff({"f1": "0505", "f4": "0606", "fbde2": "0606"})
    assert activation.fired_on(at, "f1", extended=False) == "fbde"
    assert activation.fired_on(at, "f1", extended=True) == ""
    assert activation.fired_on(at, "f4", extended=False) == ""
    assert [activation.forced(at, uid) for uid in ("f1", "f4", "fb8")] == ["fbde", "", ""]


QUIET = {"fdiv": "0505", "fbde": "0505", "f1": "0505", "f2": "0605"}


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("17.54-1", QUIET, "yes"),
        row("17.54-1", {**QUIET, "f2": "0605 routed"}, "no 17.54-1"),
        row("17.54-1", {**QUIET, "f2": "0605 disordered"}, "yes"),
        row("17.54-1", {**QUIET, "f2": "1205"}, "no 17.54-1"),
        row("17.54-1", {**QUIET, "fdiv": "1212"}, "no 17.54-1"),
        row("17.54-1", {**QUIET, "r1": "1205"}, "no 17.54-1"),
        row("17.54-1", {**QUIET, "f2": "0505", "r1": "1205"}, "yes"),
        row("17.54-1", {"f1": "0505"}, "no 17.54-1"),
    ],
)
def test_deactivation(standing: Standing, found: str) -> None:
    assert refused(activation.why_not_deactivate(staff(standing), "fbde")) == found


@pytest.mark.rule("wv", "17.54-1")
@pytest.mark.parametrize(("companies", "found"), [(3, "yes"), (2, "no 17.54-1")])
def test_a_third_of_a_battalion_in_companies_is_left(companies: int, found: str) -> None:
    """A light battalion of 14 points in companies of 2: five points have to be left."""
    out = {f"flt.s{n + 1}": "0505" for n in range(companies)}
    at = staff({"fdiv2": "0505", "fbde3": "0505", **out})
    assert refused(activation.why_not_deactivate(at, "fbde3")) == found


@pytest.mark.rule("wv", "17.54-1", "17.54-3", "16.23")
def test_leaders_go_back_to_the_display() -> None:
    at = staff({"fdiv": "0505", "fbde": "0505 reduced", "f1": "0505", "fbde2": "0606", "f4": "0606"})
    assert activation.idle_divisions(at, "french") == ()
    for uid in ("fbde", "fbde2"):
        activation.deactivate(at, uid)
    assert at.where("fbde") == "display"
    assert at.reduced("fbde")
    assert activation.idle_divisions(at, "french") == ("fdiv",)
    activation.activate(at, "fbde", "0505")
    assert at.reduced("fbde")


@pytest.mark.rule("wv", "17.54-2")
def test_a_brigade_without_units_retires_its_leader() -> None:
    at = staff({"fbde": "0505", "fbde2": "0505", "f4": "0505", "fbde3": "0606", "flt.s1": "0606", "fdiv": "0505"})
    assert activation.bereft(at, "french") == ("fbde",)
    activation.retire(at, "fbde")
    assert at.where("fbde") == "gone"
    assert not at.reduced("fbde")
    assert at.direct("fdiv") == ("fbde2",)


@pytest.mark.parametrize(
    ("standing", "displaced", "some", "others"),
    [
        row(
            "16.17", {"fbde": "0505", "r1": "0605", "f1": "0105"}, ("fbde",), {"0105", "0405", "0205"}, {"0705", "0605"}
        ),
        row("16.17", {"fbde": "0505", "r1": "0705", "f1": "0105"}, (), set(), set()),
        row("16.17", {"fbde": "0505", "r1": "0605", "f1": "0505"}, (), set(), set()),
        row("16.17", {"fbde": "0505", "r1": "0605", "f4": "0505 ", "f1": "0105"}, (), set(), set()),
        row(
            "16.17", {"fbde": "0505", "r1": "0605", "f5": "0510", "cor": "0502"}, ("fbde",), {"0502", "0510"}, {"0506"}
        ),
    ],
)
def test_displacement(standing: Standing, displaced: tuple[str, ...], some: set[str], others: set[str]) -> None:
    at = staff(standing)
    assert displacement.displaced(at, "r1") == displaced
    if displaced:
        places = set(displacement.places(at, "fbde"))
        assert some <= places
        assert not others & places


@pytest.mark.parametrize(
    ("counters", "waiting", "gone"),
    [
        row("17.54-2", {"fbde": "0505"}, (), ["fbde"]),
        row("17.54-2", {"fbde": "0505", "f1": "0909"}, (), []),
        row("17.54-2", {"fbde": "0505"}, ("f1",), []),
    ],
)
def test_a_leader_without_units_retires(counters: Mapping[str, str], waiting: tuple[str, ...], gone: list[str]) -> None:
    at = staff(counters)
    _, events = play(retired(at, waiting), [])
    assert [one["leader"] for one in events] == gone
    assert at.post("fbde").gone is bool(gone)
