"""Options: what excludes what, what needs what, and what a scenario requires."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleons_last_battles.choices import read_offer
from tests.rulesets.napoleons_last_battles.files import SCENARIOS, data, scenario, setting

ON = {"leaders": True, "command": True}
EXCLUDED = [
    ("15.2", "ligny", "imperial-guard", "garde"),
    ("15.1", "ligny", "combined-arms", "combined-effects"),
    ("15.6", "ligny", "leader-advance", "leader-bonus"),
    ("8.2", "la-belle-alliance", "garrisons", "chateau-infantry"),
    ("19.5C", "quatre-bras", "restrained-cavalry", "command"),
    ("22.5B", "campaign", "old-guard", "garde"),
]
NEEDED = [
    ("ligny", "command", "leaders"),
    ("ligny", "reorganization", "leaders"),
    ("campaign", "late-start", "leaders"),
    ("ligny", "leader-advance", "leaders"),
    ("ligny", "leader-bonus", "leaders"),
    ("ligny", "headquarters", "leaders"),
    ("ligny", "out-of-command", "leaders"),
    ("ligny", "hidden-movement", "observation"),
    ("ligny", "garde", "observation"),
    ("ligny", "dusk", "observation"),
    ("ligny", "reorganize-unseen", "reorganization"),
    ("ligny", "reorganize-command", "reorganization"),
    ("campaign", "reorganize-unseen", "observation"),
    ("campaign", "missing-leaders", "observation"),
    ("ligny", "heavy-artillery", "substitutes"),
]


@pytest.mark.rule("nlb", "15.1-1", "15.2-1", "15.6", "16.11-1", "16.12-1", "16.13-1", "19.5C", "22.5B-1")
@pytest.mark.parametrize(("case", "uid", "one", "other"), EXCLUDED, ids=[row[0] for row in EXCLUDED])
def test_two_that_exclude_each_other_are_refused(case: str, uid: str, one: str, other: str) -> None:
    offer = setting(uid).offer
    wanted = {one: True, other: True, **{n: True for o in (one, other) for n in offer.choices[o].needs}}
    with pytest.raises(ValueError, match=r"options \S+ and \S+ exclude each other \("):
        offer.bound(wanted)
    for alone, left in ((one, other), (other, one)):
        needs = dict.fromkeys(offer.choices[alone].needs, True)
        now = offer.bound({**needs, alone: True, left: False})
        assert (now[alone], now[left]) == (True, False)


@pytest.mark.rule("nlb", "16.6-1", "16.10-1", "16.14A", "16.15A", "16.16A", "22.6F")
@pytest.mark.parametrize(("uid", "one", "need"), NEEDED)
def test_one_that_lacks_what_it_needs_is_refused(uid: str, one: str, need: str) -> None:
    offer = setting(uid).offer
    company = {n: True for n in ("leaders", "command", "observation", "reorganization") if n != need}
    company = {n: v for n, v in company.items() if need != "leaders" or n == "observation"}
    wanted = {**company, one: True, need: False}
    with pytest.raises(ValueError, match=rf"option \S+ \(\S+\) needs {need}, which is off|played with {need}"):
        offer.bound(wanted)


@pytest.mark.rule("nlb", "16.17-1", "16.18-1", "16.16C")
def test_trains_and_supply_need_the_rules_of_supply() -> None:
    choices = setting("campaign").offer.choices
    assert [choices[n].needs for n in ("trains", "out-of-supply")] == [("supply",), ("supply",)]
    assert choices["reorganize-supplied"].needs == ("reorganization", "supply")
    assert "trains" not in setting("ligny").offer.choices


@pytest.mark.rule("nlb", "16.10-1")
def test_heavy_artillery_needs_a_heavy_counter_in_play() -> None:
    with_it = {"substitutes": True, "first-corps": True, "heavy-artillery": True}
    assert "left-heavy" in setting("quatre-bras", with_it).units()
    with pytest.raises(ValueError, match="needs heavy artillery, and none is in play"):
        setting("quatre-bras", {**with_it, "first-corps": False})


@pytest.mark.rule("nlb", "15.5", "15.6")
def test_impetus_and_a_leader_may_stand_together() -> None:
    now = setting("ligny", {**ON, "impetus": True, "leader-advance": True})
    assert now.on("impetus") and now.on("leader-advance") and not now.on("no-such-option")


@pytest.mark.rule("nlb", "22.1", "28.0A", "27.1-0")
@pytest.mark.parametrize(
    ("uid", "off"),
    [
        ("campaign", {"supply": False}),
        ("campaign", {"corps-morale": False}),
        ("campaign", {"old-guard": False}),
        ("campaign-variant", {"trains": False}),
        ("campaign-variant", {"headquarters": False}),
        ("grand-waterloo", {"command": False}),
        ("lba-variant", {"substitutes": False}),
    ],
)
def test_what_a_scenario_is_played_with_cannot_be_left_out(uid: str, off: dict[str, bool]) -> None:
    with pytest.raises(ValueError, match=f"played with {next(iter(off))}"):
        setting(uid, off)


@pytest.mark.rule("nlb", "16.12-1")
def test_the_rule_of_the_scenario_gives_way_to_the_one_that_replaces_it() -> None:
    now = setting("campaign", {"observation": True, "garde": True})
    assert (now.on("garde"), now.on("old-guard")) == (True, False)
    assert setting("campaign").on("old-guard")


def test_what_nobody_offers_is_refused() -> None:
    with pytest.raises(ValueError, match="no such option: quarter; offered: leaders, command"):
        setting("ligny", {"quarter": True})
    with pytest.raises(ValueError, match="no such option: imperial-guard"):
        setting("campaign", {"imperial-guard": True})


@pytest.mark.parametrize("value", ["yes", 1, None, [], "true"])
def test_a_value_of_another_kind_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="option impetus: false or true expected"):
        setting("ligny", {"impetus": value})


@pytest.mark.rule("nlb", "20.4C-2")
def test_the_southernmost_exit_may_be_chosen() -> None:
    assert setting("wavre").options["exit-line"] == "2915"
    assert setting("wavre", {"exit-line": "2934"}).options["exit-line"] == "2934"
    with pytest.raises(ValueError, match="2909 or 2912 or 2915 or 2934 expected, not '0145'"):
        setting("wavre", {"exit-line": "0145"})


@pytest.mark.parametrize("uid", SCENARIOS)
def test_each_scenario_stands_with_what_it_begins_with(uid: str) -> None:
    now = setting(uid)
    assert set(now.options) == set(now.offer.choices)
    for name, one in now.offer.choices.items():
        assert one.doc.endswith(".") and one.case
        assert set(one.needs) | set(one.excludes) <= set(data()["options"]["options"]) | set(now.offer.choices), name


@pytest.mark.parametrize(
    ("member", "text"), [("offered", "battle levitation"), ("chosen", "dawn"), ("required", "leaders/sorcery")]
)
def test_a_scenario_that_offers_what_nobody_describes_is_refused(member: str, text: str) -> None:
    row = {**scenario("ligny"), "options": {**scenario("ligny")["options"], member: text}}
    with pytest.raises(ValueError, match=r"nobody describes or offers: (levitation|dawn|sorcery)"):
        read_offer(row, data()["options"])
