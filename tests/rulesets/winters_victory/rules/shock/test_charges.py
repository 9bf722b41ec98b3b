"""Charges: zones, declaration, what they do to enemies in them, execution and end (12.5, 12.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.check import check
from rulesets.winters_victory.rules.shock import charge_zones as zones
from rulesets.winters_victory.rules.shock import charges
from rulesets.winters_victory.rules.shock.charge_zones import SECONDARY, project
from rulesets.winters_victory.rules.shock.charges import Charge
from rulesets.winters_victory.rules.shock.declaring import declare_charges
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene

EAST = {"fhus": "0405 v1"}
FOE = {"r1": "0605 v4 line"}
WOODS = country({"woods": "0605"})


@pytest.mark.rule("wv", "12.52.2-1", "12.52.2-2", "12.56.1-2")
def test_the_zone_has_nine_and_eighteen_hexes_without_woods() -> None:
    whole = project(scene({"fhus": "0612 v0"}), "fhus")
    assert (len(whole.primary), len(whole.secondary)) == (9, 18)
    assert project(scene({"fhus": "0612 v0"}), "fhus", secondary=False).secondary == frozenset()
    wooded = project(scene({"fhus": "0612 v0"}, country({"woods": "0611", "farmette": "0711"})), "fhus")
    assert whole.primary - wooded.primary == {"0611"}
    assert whole.part("0612") == ""


@pytest.mark.parametrize(
    ("standing", "field", "commanded", "tried", "case"),
    [
        row("12.51-0 12.51.1", {**EAST, **FOE}, None, True, False, ""),
        row("12.51.1", {**EAST, **FOE}, None, False, False, "12.51.1"),
        row("12.51.2", {"fhus": "0405 v1 exhausted", **FOE}, None, True, False, ""),
        row("12.51.2", {"fhus": "0405 v1 disordered", **FOE}, None, True, False, "12.51.2"),
        row("12.51.3", {**EAST, "r1": "0705"}, WOODS, True, False, "12.51.3"),
        row("12.51.3", {**EAST, "r1": "0205"}, None, True, False, "12.51.3"),
        row("12.51-0", {**EAST, **FOE}, None, True, True, "12.51-0"),
        row("12.52.1-1", {"f1": "0405 v1", **EAST, **FOE}, None, True, False, "12.52.1-1"),
    ],
)
def test_who_may_declare(
    standing: Mapping[str, str], field: HexField | None, commanded: bool, tried: bool, case: str
) -> None:
    refused = zones.why_no_charge(scene(standing, field), "fhus", commanded=commanded, tried=tried)
    assert (refused.case if refused else "") == case


@pytest.mark.rule("wv", "12.52.1-1", "12.52.3", "13.1-X")
def test_a_charge_begins_by_a_check_or_disorders_the_stack() -> None:
    at = scene({"fhus": "0405 v1", "fdrg": "0405 v1", **FOE})
    assert zones.initiate(at, "fhus", check(at, "fhus", 8))
    assert not zones.initiate(at, "fhus", check(at, "fhus", 9))
    assert [at.piece(uid).state for uid in ("fhus", "fdrg")] == ["disordered", "disordered"]


@pytest.mark.parametrize(
    ("where", "shock", "found"),
    [
        row("12.56.1-1", "0705", False, True),
        row("12.56.1-1", "0805", False, False),
        row("12.56.2-1", "0605", True, True),
        row("12.56.2-1", "0705", True, False),
        row("12.56-0", "0305", False, False),
    ],
)
def test_opportunity(where: str, shock: bool, found: bool) -> None:
    assert zones.opportunity(scene({**EAST, "r1": where}), "fhus", where, shock=shock) is found


@pytest.mark.parametrize(
    ("standing", "found"),
    [
        row("12.63", {"fcuir": "0405 v1 5sp", "fdrg": "0405 v1 5sp", **FOE}, 3),
        row("12.63", {"fhus": "0405 v1", "r1": "0905"}, 0),
        row("12.63", {"fcuir": "0405 v1", "r1": "0905"}, 1),
        row("12.63", {"fcuir": "0405 v1 disordered", **FOE}, 0),
        row("12.63", {"fcuir": "0405 v1", "f1": "0505", **FOE}, 0),
        row("12.62-2", {"fhus": "0405 v1 5sp", **FOE}, 1),
        row("12.63", {"fhus": "0405 v1 4sp", **FOE}, 0),
        row("12.63 13.13-C3", {"fcuir": "0405 v1", "r1": "0305"}, 0),
    ],
)
def test_what_a_zone_adds_to_morale(standing: Mapping[str, str], found: int) -> None:
    at = scene(standing)
    zone = project(at, next(iter(standing)))
    assert zones.zone_modifier(at, zone, "r1") == found
    assert zones.worst_modifier(at, [zone, zone], "r1") == found


@pytest.mark.rule("wv", "12.61.1-1", "12.61.1-2", "12.61.2-4")
def test_jaegers_pay_four_points_for_two_hexes_of_a_zone_and_check_once() -> None:
    at = scene({**EAST, "rjgr.s1": "0605"})
    found = [project(at, "fhus")]
    assert sum(SCALE + zones.step_cost(at, found, a, b) for a, b in (("0605", "0705"), ("0705", "0805"))) == 4 * SCALE
    assert zones.checks_to_enter(at, found, "rjgr.s1", "0705", checked=False)
    assert not zones.checks_to_enter(at, found, "rjgr.s1", "0805", checked=True)
    assert not zones.checks_to_enter(at, found, "r1", "0705", checked=False)


@pytest.mark.rule("wv", "12.61.1-1", "12.61.2-1")
def test_steps_turns_and_changes_near_a_zone_cost_more() -> None:
    at = scene({**EAST, "r1": "0607 column", "r2": "0605 square"})
    found = [project(at, "fhus")]
    assert zones.step_cost(at, found, "0607", "0606") == SCALE
    assert zones.step_cost(at, found, "0607", "0608") == 0
    assert [zones.change_cost(at, found, "0605", moved=moved) for moved in (False, True)] == [SCALE, SCALE]
    assert [zones.change_cost(at, found, "0506", moved=moved) for moved in (False, True)] == [0, SCALE]
    assert (zones.turn_cost(found, "0605", 3), zones.turn_cost(found, "0506", 3)) == (3, 0)


@pytest.mark.parametrize(
    ("die", "goes_on", "state"),
    [
        row("12.61.2-2", 7, True, "good"),
        row("12.61.2-2", 8, True, "disordered"),
        row("12.61.2-2", 9, False, "disordered"),
    ],
)
def test_a_check_before_an_act_in_a_zone(die: int, goes_on: bool, state: str) -> None:
    at = scene({"r1": "0605 line"})
    at.board.units = {**at.board.units, "r1": replace(at.unit("r1"), rating=6 if die < 9 else 4)}
    assert zones.act_in_zone(at, check(at, "r1", die), "0605", ALLIED) is goes_on
    assert (at.piece("r1").state, at.piece("r1").at) == (state, "0605")


@pytest.mark.parametrize(
    ("words", "caught", "opportune", "checks"),
    [
        row("12.53.6 12.62-1", "0605 line", False, False, True),
        row("12.62-3", "0605 square", False, False, False),
        row("12.62-3", "0605 disordered", False, False, False),
        row("12.62-3", "0605 line", True, False, False),
        row("12.56.2-3", "0605 line", False, True, False),
    ],
)
def test_who_checks_before_a_charge_strikes(words: str, caught: bool, opportune: bool, checks: bool) -> None:
    assert zones.defender_checks(scene({"r1": words}), "0605", ALLIED, caught=caught, opportune=opportune) is checks


# -- execution -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "part", "must", "may"),
    [
        row("12.53.5 12.53X.2", {"fhus": "0405 v1", "r1": "0505", "r2": "0404"}, "primary", ("0404", "0505"), ()),
        row("12.53X.2", {"fhus": "0405 v1 disordered", "r1": "0406", "r2": "0304"}, "primary", (), ()),
        row("12.53X.2", {"fhus": "0405 v1 disordered", "r1": "0305"}, "primary", (), ()),
        row("12.53X.5-1", {"fhus": "0405 v1 disordered", "r1": "0305"}, "secondary", ("0305",), ()),
        row("12.54.1", {"fhus": "0405 v1", "r1": "0505"}, "village", (), ()),
    ],
)
def test_whom_a_charge_attacks(
    standing: Mapping[str, str], part: str, must: tuple[str, ...], may: tuple[str, ...]
) -> None:
    at = scene(standing, country({"village": "0505"}) if part == "village" else None)
    charge = Charge(project(at, "fhus"), SECONDARY if part == SECONDARY else "primary")
    found = charges.targets(at, charge)
    assert (found.must, found.may) == (must, may)
    assert not found.must or charges.steps(at, charge) == ()


@pytest.mark.rule("wv", "12.53X.2")
def test_disordered_cavalry_may_attack_on_its_flank_inside_the_zone() -> None:
    at = scene({"fhus": "0405 v1", "r1": "0505 v4"})
    charge = Charge(project(at, "fhus"))
    at.board.move("fhus", "0404")
    at.piece("fhus").state = "disordered"
    assert charges.targets(at, charge) == charges.Targets((), ("0505",))
    at.board.move("r1", "0403")
    assert charges.targets(at, charge) == charges.Targets((), ())


@pytest.mark.rule("wv", "12.53.3-1", "12.53X.1", "12.53X.3-1", "12.53X.4", "12.53X.5-1")
def test_a_charge_goes_on_row_by_row_and_then_into_its_secondary_zone() -> None:
    at = scene({"fhus": "0205 v1"})
    charge = Charge(project(at, "fhus"))
    for number, to in enumerate(("0305", "0405", "0505"), 1):
        assert not charges.must_decide(at, charge)
        assert to in charges.steps(at, charge)
        at.board.move("fhus", to)
        charge = replace(charge, advanced=number)
        assert charges.row_reached(at, charge) == number
    assert charges.steps(at, charge) == ()
    assert charges.must_decide(at, charge)
    assert not charges.may_end(at, charge)
    farther = replace(charge, zone=zones.project_farther(at, charge.zone), part=SECONDARY)
    assert not charges.may_end(at, farther)
    at.board.move("fhus", "0605")
    assert charges.may_end(at, replace(farther, advanced=4))
    assert charges.steps(at, replace(farther, advanced=6)) == ()


@pytest.mark.rule("wv", "12.53.3-2", "12.53.5", "12.53X.5-2")
def test_a_charge_does_not_end_before_an_enemy_whom_it_faces() -> None:
    at = scene({"fhus": "0405 v1", "r1": "0505"})
    charge = Charge(project(at, "fhus"), SECONDARY, advanced=6)
    assert not charges.may_end(at, charge)
    assert charges.targets(at, charge).must == ("0505",)


@pytest.mark.parametrize(
    ("rating", "die", "ends"),
    [
        row("12.53X.3-2", 7, 7, True),
        row("12.53X.3-2", 7, 6, False),
        row("12.53X.3-2", 4, 4, True),
    ],
)
def test_the_control_check_is_passed_by_a_high_die(rating: int, die: int, ends: bool) -> None:
    at = scene({**EAST, "fbde": "0405"})
    at.board.units = {**at.board.units, "fhus": replace(at.unit("fhus"), rating=rating, modifier=2)}
    assert charges.controlled(at, Charge(project(at, "fhus")), die) is ends


@pytest.mark.rule("wv", "12.53X.3-2")
def test_who_ends_his_charge_may_go_one_hex_inside_the_zone_and_away_from_enemies() -> None:
    at = scene({**EAST, "r1": "0703 v3"})
    charge = Charge(project(at, "fhus"))
    at.board.move("fhus", "0605")
    halts = charges.halts(at, charge)
    assert "0505" in halts
    assert all(at.ground.distance(to, "0703") > 1 for to in halts)


@pytest.mark.parametrize(
    ("friend", "words", "flees"),
    [
        row("12.54.2-e", "f1", "0505 line", False),
        row("12.54.2-e", "flt.s1", "0505", True),
        row("12.54.2-e", "f1", "0505 line disordered", True),
        row("12.54.2-e", "fb8", "0505 unlimbered", False),
        row("12.54.2-e 7.61A", "fb8.c", "0505", True),
    ],
)
def test_riding_into_friends_disorders_both(friend: str, words: str, flees: bool) -> None:
    guns = {"fb8.c": "0505"} if friend == "fb8" else {}
    at = scene({**EAST, friend: words, **guns})
    assert bool(charges.ride_in(at, Charge(project(at, "fhus")), "0505")) is flees
    assert [at.piece(uid).state for uid in ("fhus", friend)] == ["disordered", "disordered"]


@pytest.mark.rule("wv", "12.52.2-3")
def test_the_farther_zone_starts_where_the_horse_has_come_to() -> None:
    """Before it rides, rows 4 to 6 are the secondary zone; on its way the three rows before it."""
    at = scene({"fhus": "0612 v0"})
    zone = project(at, "fhus")
    (far,) = (to for to in ("0607",) if to in zone.secondary)
    assert (zone.part(far), at.ground.distance("0612", far)) == (SECONDARY, 5)
    at.board.move("fhus", "0609")
    again = zones.project_farther(at, zone)
    assert {at.ground.distance("0609", to) for to in again.secondary} == {1, 2, 3}
    assert (again.part(far), again.part("0610"), len(again.secondary)) == (SECONDARY, "", 9)


@pytest.mark.parametrize("horses", [row("13.11.7", ("fhus", "fcuir")), row("13.11.7", ("fhus",))])
def test_each_stack_that_is_to_charge_checks_once(horses: tuple[str, ...]) -> None:
    at = scene({**EAST, **FOE, "fcuir": "0407 v1", "fdrg": "0407 v1"})
    _, events = play(declare_charges(Breaking(at, "t"), FRENCH, horses, lambda uid: True), [0] * len(horses))
    checks = [one["unit"] for one in events if one["kind"] == "charge-check"]
    assert checks == list(horses)


@pytest.mark.rule("wv", "12.53.4", "12.54.2-g")
def test_cavalry_turns_in_its_secondary_zone_alone_and_is_disordered_by_it() -> None:
    at = scene(EAST)
    charge = Charge(project(at, "fhus"))
    assert not charges.turned(at, charge, 2)
    assert at.piece("fhus").good
    assert charges.turned(at, replace(charge, part=SECONDARY), 2)
    assert (at.piece("fhus").facing, at.piece("fhus").state) == (2, "disordered")


@pytest.mark.parametrize(
    ("words", "opportune", "disordered"),
    [
        row("7.41.2", "0405 v1 exhausted", False, True),
        row("7.41.2", "0405 v1", False, False),
        row("12.56.2-2", "0405 v1", True, True),
    ],
)
def test_the_end_of_the_primary_zone(words: str, opportune: bool, disordered: bool) -> None:
    at = scene({"fhus": words})
    assert charges.primary_done(at, Charge(project(at, "fhus"), opportune=opportune)) is disordered


@pytest.mark.parametrize(
    ("words", "attacks", "advanced", "state", "exhausted"),
    [
        row("12.54.2-f 7.41-1", "0405 v1", 2, 3, "disordered", True),
        row("12.54.2-f 7.41-1", "0405 v1", 1, 6, "disordered", True),
        row("12.54.2-f 12.53.7", "0405 v1", 1, 4, "disordered", False),
        row("12.53.7 12.54.2-h", "0405 v1 disordered", 1, 2, "disordered", False),
        row("7.41-1 7.41-2", "0405 routed", 1, 2, "routed", True),
    ],
)
def test_the_end_of_a_charge(words: str, attacks: int, advanced: int, state: str, exhausted: bool) -> None:
    at = scene({"fhus": words})
    charge = Charge(project(at, "fhus"), attacks=attacks, advanced=advanced)
    assert bool(charges.finish(at, charge)) is exhausted
    assert at.piece("fhus").state == state


@pytest.mark.rule("wv", "12.53X.6")
def test_cavalry_next_to_infantry_in_woods_withdraws() -> None:
    at = scene({"fhus": "0505 v1 disordered", "r1": "0605 v4 general-order"}, WOODS)
    charge = Charge(project(at, "fhus"))
    assert charges.targets(at, charge).must == ()
    assert charges.must_withdraw(at, charge)
    at.board.move("fhus", "0405")
    assert not charges.must_withdraw(at, charge)
