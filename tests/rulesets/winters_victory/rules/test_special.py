"""Cossacks and grand batteries: what the booklet only names, as stand-ins of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulesets.winters_victory.board.pieces import ALLIED
from rulesets.winters_victory.fire_charts import MINIMUM
from rulesets.winters_victory.rules.firing.losses import Loss
from rulesets.winters_victory.rules.firing.phase import targets
from rulesets.winters_victory.rules.firing.shooting import Hit
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.chains import after_fire
from rulesets.winters_victory.rules.morale.effectiveness import Cause, modifiers
from rulesets.winters_victory.rules.shock.attacks import why_not
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.scenes import scene
from tests.rulesets.winters_victory.staffs import refused


@pytest.mark.parametrize(
    ("standing", "charging", "found"),
    [
        row("12.5-1 5.2", {"rcos": "0505", "f1": "0605 v5"}, False, "no 12.5-1"),
        row("12.5-1", {"rcos": "0505", "f1": "0605 v1"}, False, "yes"),
        row("12.5-1", {"rcos": "0505", "f1": "0605 v5"}, True, "yes"),
        row("12.5-1", {"rcos": "0505", "f1": "0605 v5 disordered"}, False, "yes"),
        row("12.5-1", {"rcos": "0505", "f1": "0605 square"}, False, "no 12.5-1"),
        row("12.5-1", {"rcos": "0505", "f1": "0605 general-order"}, False, "yes"),
        row("12.5-1", {"rcos": "0505", "fhus": "0605 v5"}, False, "yes"),
        row("12.5-1", {"rhus": "0505 v1", "f1": "0605 v1"}, False, "no 12.5-1"),
    ],
)
def test_cossacks_shun_formed_fronts(standing: Mapping[str, str], charging: bool, found: str) -> None:
    assert refused(why_not(scene(standing), "0505", ALLIED, "0605", charging=charging)) == found


@pytest.mark.parametrize(
    ("uid", "formed", "added"),
    [
        row("13.13-a 7.0", "rcos", True, {"own": -1, "formed-fire": 1}),
        row("13.13-a 7.0", "rcos", False, {"own": -1}),
        row("13.13-a 7.0", "rhus", True, {"own": -1}),
    ],
)
def test_cossacks_fear_the_fire_of_formed_units(uid: str, formed: bool, added: dict[str, int]) -> None:
    at = scene({uid: "0505 v1"})
    duty = after_fire(at, "0505", ALLIED, "1", [Loss(uid, 1, 5)], "front", formed=formed)
    assert duty is not None and duty.cause == Cause(formed=formed)
    assert dict(modifiers(at, uid, duty.cause)) == added


@pytest.mark.rule("wv", "13.11.1")
def test_the_check_after_a_fire_knows_who_fired() -> None:
    at = scene({"rcos": "0505"})
    hit = Hit("0505", ALLIED, "1", (Loss("rcos", 1, 5),), "around", MINIMUM, formed=True)
    _, events = play(Breaking(at, "t20.p6").emptied(hit, [at.unit("rcos")], "0507"), [0])
    (checked,) = (one for one in events if one["kind"] == "morale")
    assert ["formed-fire", 1] in checked["modifiers"]


@pytest.mark.parametrize(
    ("leader", "found"),
    [
        row("11.71.1-2", "0505", ("0503", "0602")),
        row("11.71.1-2", "0509", ("0503", "0602")),
        row("11.71.1-2", "0510", ("0503",)),
    ],
)
def test_batteries_near_an_artillery_leader_choose(leader: str, found: tuple[str, ...]) -> None:
    at = scene({"rb12": "0505 v0 unlimbered", "rb12.c": "0505", "f1": "0503", "f2": "0602", "rbde": leader})
    charts = replace(at.charts, special=replace(at.charts.special, gunners=frozenset({"rbde"})))
    assert targets(replace(at, charts=charts), "rb12") == found
