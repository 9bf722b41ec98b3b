"""Standing orders: slots by kind and formation, their values, what is wrong with them, and which matter soon."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.requests import SILENT
from pbem.engine.standing import Reading
from rulesets.napoleons_last_battles.documents.standing import slots
from rulesets.napoleons_last_battles.documents.standing_read import LastBattlesStanding, read_standing, threatened
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.rules.battle.leading import read_leader
from rulesets.napoleons_last_battles.rules.battle.results import read_chateau
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.documents.written import on, theatre
from tests.rulesets.napoleons_last_battles.turns import all_but, game

OPTIONS = ("leaders", "mounted-retreat", "combined-effects", "leader-bonus", "hidden-movement", "observation")
AT = {"opstl": "1744", "wmar": "1845", "blndt": "1545", "mrln": "0738", "camp-5": "1648", "pire": "1847"}


def kinds(uid: str, army: str, *options: str) -> Counter[str]:
    found = [slot.name.partition(".")[0] for slot in slots(theatre(uid, *options), army)]
    return Counter(found)


def test_each_formation_has_the_slots_that_it_may_need() -> None:
    assert kinds("quatre-bras", "coalition") == dict.fromkeys(("retreat", "displace", "advance", "order"), 6)
    many = kinds("quatre-bras", "coalition", *OPTIONS)
    assert (many["flee"], many["leader"], many["mounted"], many["arm"], many["deploy"]) == (7, 7, 2, 5, 6)
    assert kinds("la-belle-alliance", "coalition")["chateau"] > 0 == kinds("quatre-bras", "coalition")["chateau"]
    names = [slot.name for slot in slots(theatre("campaign"), "french")]
    assert names[:4] == ["retreat.fr-g", "displace.fr-g", "advance.fr-g", "order.fr-g"]
    assert len(names) == len(set(names))


@pytest.mark.slow
def test_all_slots_of_the_biggest_game_fit_a_tree_of_eight_levels() -> None:
    made = game("campaign-variant", *all_but("campaign-variant"))
    for army in made.scenario.armies:
        assert len(made.slots(army)) <= 256


@pytest.mark.parametrize(
    ("uid", "army"),
    [
        ("la-belle-alliance", "french"),
        ("la-belle-alliance", "coalition"),
        # Where nobody has a fixed hex at first there is none that an example could name.
        ("campaign-variant", "coalition"),
    ],
)
def test_defaults_and_examples_fit(uid: str, army: str) -> None:
    for slot in slots(theatre(uid, *OPTIONS), army):
        for value in (slot.default, slot.example):
            assert value is None or Draft202012Validator(slot.schema).is_valid(value), (slot.name, value)
        assert slot.doc and slot.binding == "message"


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("retreat.al-n2", {"to": ["s", "1743"], "units": {"opstl": ["1743"]}}, True),
        ("retreat.al-n2", {"to": ["up"]}, False),
        ("mounted.al-nc", "always", True),
        ("mounted.al-nc", {"odds-at-least": "2-1"}, True),
        ("mounted.al-nc", {"when": {"odds-at-least": "2-1"}, "to": ["n", "nw"], "units": {"mrln": ["n"]}}, True),
        ("mounted.al-nc", {"to": ["n"]}, False),
        ("mounted.al-nc", {"when": {"odds-at-least": "9-1"}}, False),
        ("arm.al-n2", "cavalry-artillery", True),
        ("arm.al-n2", "cavalry-cavalry", False),
        ("leader.al-n2", "8", True),
        ("leader.al-n2", "0", False),
        ("flee.al-hq", ["1641"], True),
        ("flee.al-hq", "1641", False),
        ("deploy.hm-a1", ["1641", "1642"], True),
    ],
)
def test_values(name: str, value: Any, fits: bool) -> None:
    (slot,) = [one for one in slots(theatre("quatre-bras", *OPTIONS), "coalition") if one.name == name]
    assert Draft202012Validator(slot.schema).is_valid(value) is fits


@pytest.mark.rule("nlb", "8.2C")
@pytest.mark.rule("nlb", "16.13-1")
def test_defaults_mean_what_the_rules_do_without_them() -> None:
    found = on(AT)
    by_kind = {slot.name.partition(".")[0]: slot for slot in slots(theatre("la-belle-alliance", *OPTIONS), "french")}
    assert read_chateau(by_kind["chateau"].default) == "hold"
    assert read_leader(found, {"ney": ("camp-5",)}, by_kind["leader"].default) is SILENT
    assert read_leader(found, {"ney": ("camp-5",)}, "5") == "ney"


# -- reading -------------------------------------------------------------------------


def told(values: dict[str, Any], *, judge: bool = True, **change: Any) -> Reading:
    return read_standing(on(AT, "leaders", army="coalition", **change), "coalition", values, judge=judge)


def test_printed_names_become_ids() -> None:
    said = {
        "retreat.al-n2": {"to": ["Quatre Bras", "n"], "units": {"van Opstal": ["Gémioncourt"]}},
        "mounted.al-nc": {"when": {"odds-at-least": "2-1"}, "to": ["n"]},
        "flee.al-hq": ["Quatre Bras"],
        "chateau.al-n2": "leave",
    }
    found = told(said, judge=False)
    assert not found.faults
    assert found.values["retreat.al-n2"] == {"to": ["1641", "n"], "units": {"opstl": ["1744"]}}
    assert found.values["mounted.al-nc"] == said["mounted.al-nc"] and found.values["flee.al-hq"] == ["1641"]


@pytest.mark.rule("nlb", "6.6-1")
@pytest.mark.rule("nlb", "6.6D-1")
@pytest.mark.rule("nlb", "6.7-1")
def test_what_can_never_be_meant_is_a_fault_and_what_cannot_now_a_remark() -> None:
    found = told(
        {
            "retreat.al-n2": {"to": ["1743", "0134"], "units": {"mrln": ["n"], "opstl": ["1641"]}},
            "displace.al-n2": {"push": ["kempt", "adye", "pack"]},
            "advance.al-n2": {"units": ["wmar"]},
        },
        waiting={"adye": 1},
    )
    assert [(one.path, one.refusal.case) for one in found.faults] == [
        (("retreat.al-n2", "units", "mrln"), "6.6"),
        (("displace.al-n2", "push", 0), "6.6D"),
        (("displace.al-n2", "push", 2), "6.6D"),
    ]
    assert [(one.path, one.refusal.case) for one in found.remarks] == [
        (("retreat.al-n2", "to", 1), "6.6"),
        (("retreat.al-n2", "units", "opstl", 0), "6.6"),
        (("displace.al-n2", "push", 1), "6.6D"),
        (("advance.al-n2", "units"), "6.7"),
    ]


# -- what matters soon ---------------------------------------------------------------


def soon(army: str, at: dict[str, str], *options: str, **more: Any) -> list[str]:
    found = on(at, *options, army=army, **more)
    standing = LastBattlesStanding(Theatre(found.setting, found.field))
    return list(standing.soon(army, CODEC.to_json(found.position)))


def test_only_formations_that_the_enemy_can_reach_matter() -> None:
    assert soon("coalition", AT) == ["retreat.al-n2", "displace.al-n2", "advance.al-n2", "order.al-n2"]
    assert soon("coalition", {"mrln": "0134", "camp-5": "1667"}) == []


@pytest.mark.parametrize(("at", "near"), [("1465", True), ("1649", True), ("1057", False), ("0853", False)])
def test_how_far_the_enemy_comes_hangs_on_roads(at: str, near: bool) -> None:
    """Four points: eight hexes along the road, four and the next one beside it."""
    found = on({"camp-5": "1657", "opstl": at}, army="coalition")
    assert bool(threatened(found, "coalition")) is near, found.field.distance("1657", at)


@pytest.mark.rule("nlb", "5.6-1")
def test_the_enemy_who_comes_in_counts_too() -> None:
    found = on({"camp-5": "1536"}, turn="16/1500")
    found.position.dead -= {"kempt", "pack"}
    assert list(threatened(found, "french")) == ["fr-2"]


def test_after_the_last_daylight_turn_the_next_day_counts() -> None:
    assert soon("coalition", AT, uid="campaign", turn="16/2000")
    assert soon("french", AT, uid="campaign", turn="16/2100")


def test_kinds_are_those_that_may_be_asked_for() -> None:
    found = soon("coalition", {**AT, "wellington": "1545", "mrln": "1644"}, "leaders", "mounted-retreat")
    assert [name for name in found if name.endswith("al-nc")][-1] == "mounted.al-nc"
    assert "flee.al-hq" in found and "mounted.al-n2" not in found
