"""The orders template: what it offers, and that it is legal as it stands, with and without its comment signs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from pbem.engine.options import Listed
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.fighting.advance import AdvanceOptions
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.documents.documents import helper_schema
from rulesets.napoleons_last_battles.documents.template import QUESTIONS, orders_template
from rulesets.napoleons_last_battles.forms import ASKS
from rulesets.napoleons_last_battles.rules.battle.cases import CASES
from rulesets.napoleons_last_battles.telling.telling import LastBattlesTelling
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.documents.written import (
    APART,
    CONTACT,
    compiled,
    on,
    orders_of,
    question,
    read_back,
    template,
    text_of,
    theatre,
)

COMMAND = ("leaders", "command")


def begun(uid: str, *options: str) -> Board:
    """The board on which the first question of a scenario is asked."""
    made = theatre(uid, *options)
    return made.board(made.start())


def offered(found: Board) -> Mapping[str, Any]:
    """What the template offers, all of its comment signs taken off; it is legal."""
    document: dict[str, Any] = read_back(found, text_of(template(found), on=True))
    document.pop("pass", None)
    orders_of(found, document)
    return document


def text(found: Board) -> str:
    """The template as it is written, which is legal and orders nothing."""
    written = text_of(template(found))
    assert set(orders_of(found, read_back(found, written))) <= {"pass"}
    return written


def test_who_stands_where_with_strength_allowance_and_state() -> None:
    found = on({**CONTACT, "ney": "1751", "drouot": "1753"}, "leaders", reduced={"gauth-9"})
    written = text(found)
    assert (
        '# - {units: [gauth-9, ney], to: "1751"}   # Gauthier 3-4 (gauth-9), reduced; Ney commander, capacity 1'
        in written
    )
    assert '# - {unit: pell, to: "1746"}   # Pelletier 6-4a (pell); in 1746, 4 MP' in written
    assert "# Pire's cavalry 4-7c (pire) in 1843: may not move, held by van Opstal in 1744 (5.3-2)" in written
    assert '# - {unit: drouot, to: "1753"}   # Drouot officer (drouot); in 1753, 6 MP' in written


@pytest.mark.rule("nlb", "6.1-1")
def test_attacks_are_offered_with_their_odds() -> None:
    found = on({**CONTACT, "opstl": "1744", "wmar": "1744"})
    written = text(found)
    assert '# - {on: ["1744"], by: [camp-5, huss-5, pire]}' in written
    assert "must attack van Opstal 1 and Weimar 4 in 1744 (Gémioncourt): 1-1" in written
    assert "at the most, on 1744 (Gémioncourt):" in written and "bombard: [pell]}: 2-1" in written
    assert offered(found)["attacks"] == [{"on": ["1744"], "by": ["camp-5", "huss-5", "pire"]}]
    assert "Nobody is in contact before you move." in text(on(APART))


@pytest.mark.rule("nlb", "7.1-1")
def test_batteries_may_fire_from_afar() -> None:
    found = on({"pell": "1746", "opstl": "1744"})
    assert (
        '# - {on: ["1744"], bombard: [pell]}   # Pelletier 6 need not fire; in range and sight: 1744: 3-1 alone'
        in text(found)
    )
    assert offered(found)["attacks"] == [{"on": ["1744"], "bombard": ["pell"]}]


@pytest.mark.rule("nlb", "11.3B-5")
def test_who_is_out_of_command_by_default_is_told_and_his_battery_not_offered() -> None:
    found = on({"ney": "1460", "camp-5": "1560", "pell": "1746", "opstl": "1744"}, *COMMAND)
    written = text(found)
    assert "Out of command by default: pell" in written
    assert "Pelletier 6-4a (pell), out of command; in 1746" in written and "need not fire" not in written


@pytest.mark.rule("nlb", "11.0-1")
def test_command_stands_as_it_counts_by_default() -> None:
    at = {"ney": "1649", "reille": "1648", "camp-5": "1647", "lher": "1749", "wmar": "1644"}
    found = on(at, *COMMAND)
    written = text(found)
    assert (
        "# ney: {officers: [reille], units: [lher]}   # Ney in 1649 (Frasnes), capacity 1; in reach: officers"
        in written
    )
    assert "# Reille in 1648 would pass command on to" in written
    assert offered(found)["command"] == {"ney": {"officers": ["reille"], "units": ["lher"]}}
    assert "command:" not in text(on(APART, "leaders"))


@pytest.mark.rule("nlb", "5.6A-1")
def test_reinforcements_are_offered_stack_by_stack_behind_each_other() -> None:
    found = on({}, "leaders", army="coalition")
    found.position.dead.clear()
    found.position.dead |= set(found.setting.start)
    entries = [entry for entry in offered(found)["orders"] if "enter" in entry]
    assert entries[0]["units"] == ["kempt", "pack", "picton", "brunswick"] and entries[0]["enter"] == "1634"
    assert [len(entry.get("units", ["one"])) for entry in entries[1:]] == [2, 2, 2]
    assert len({entry["to"] for entry in entries}) == len(entries)
    assert "due at 1634 (5.6-1); default: waits" in text(found)


@pytest.mark.rule("nlb", "4.2-1")
def test_a_night_is_passed_unless_something_is_ordered() -> None:
    night = on({"camp-5": "1648", "ney": "1648", "wmar": "1845"}, uid="campaign", turn="16/2100")
    written = text(night)
    assert "\npass: yes" in written and "Night: movement alone" in written
    assert "attacks:" not in written and "command:" not in written
    assert compiled(night, read_back(night, written)).input == {"pass": "yes"}
    telling = LastBattlesTelling(Theatre(night.setting, night.field))
    assert (
        telling.preview(question(night), {})["open"] and not telling.preview(question(night), {"pass": "yes"})["open"]
    )
    assert "pass:" not in text(on(APART))


@pytest.mark.rule("nlb", "15.3-1")
def test_who_could_fall_back_before_combat_is_listed() -> None:
    found = on(CONTACT, "mounted-retreat")
    assert "  # pire: never   # Pire's cavalry in 1843\n" in text(found)
    assert offered(found)["mounted"] == {"pire": "never"}


@pytest.mark.rule("nlb", "12.0-2")
def test_who_may_come_back_and_why_others_may_not() -> None:
    at = {"reille": "1751", "camp-5": "1648", "wmar": "0134"}
    found = on(at, "leaders", "reorganization", turn="16/1800", waiting={"huss-5": 1, "durb": 2})
    written = text(found)
    assert '# - {unit: huss-5, officer: reille, at: "1751"}   # Husson' in written
    assert "# durb: D'Urbal's cavalry has no officer of its organization on the map (12.1A)" in written
    assert offered(found)["reorganize"] == [{"unit": "huss-5", "officer": "reille", "at": "1751"}]


def test_standing_orders_that_matter_are_named() -> None:
    assert "he can come near to: fr-2\n" in text(on(APART))
    assert "standing orders" not in text(on({"camp-5": "1466", "opstl": "0134"}))


@pytest.mark.rule("nlb", "10.1A")
def test_a_set_up_offers_where_the_default_has_everybody() -> None:
    found = begun("quatre-bras", "leaders")
    written = text(found)
    assert "Set-up of the French player" in written and "orders:" not in written
    assert re.search(
        r'# kellermann: "\d{4}"   # Kellermann; his place is with a combat unit of his organization', written
    )
    assert set(offered(found)["setup"]) == {"ney", "reille", "kellermann"}


@pytest.mark.rule("nlb", "18.5C-3")
def test_memos_stand_in_the_template_of_their_time() -> None:
    found = begun("ligny", "first-corps")
    assert 'first-corps: "no"   # yes or no; opened on 16/1700' in text(found)


def test_examples_are_of_the_own_army() -> None:
    found = on({"kempt": "1641", "blndt": "1542", "opstl": "1744", "camp-5": "1648"}, army="coalition")
    words = set(re.findall("[a-z0-9-]+", text(found).split("Beside on:")[1].split("attacks:")[0]))
    assert not words & {unit for unit, one in found.roster.units.items() if one.army == "french"}
    assert "bombard: [opstl]" in text(found) and "units: [" in text(found)


# -- other questions -----------------------------------------------------------------


def test_every_question_has_words() -> None:
    assert QUESTIONS.keys() == ASKS.keys() - {ORDERS}


@pytest.mark.parametrize(
    ("what", "label", "answers", "words"),
    [
        ("chateau", "gt1.french.a1.chateau.byng", ("hold", "leave"), "Byng 6-4 (byng) in 0617 (Hougoumont) has to"),
        (
            "retreat",
            "gt1.french.a1.retreat.byng",
            ("0616", "0517"),
            "(byng) in 0617 (Hougoumont) has to retreat: to which",
        ),
        (
            "flee",
            "gt1.french.m1.flee.wellington",
            ("0617",),
            "Wellington commander, capacity 4 (wellington) in no hex is",
        ),
        ("arm", "gt1.french.a1.arm", ("infantry", "cavalry"), "Which arms does the attack enhance"),
    ],
)
def test_questions_name_who_is_concerned(what: str, label: str, answers: tuple[str, ...], words: str) -> None:
    found = on({"byng": "0617", "baud-6": "0618"}, "leaders", uid="la-belle-alliance")
    request = Choose("coalition", what, Listed(answers, "8.2C"), label, scene=found)
    lines = text_of(orders_template(found, request))
    assert words in lines
    assert f"\nanswer: {answers[0]}" in lines.replace('"', "") and "(what" not in lines


def test_an_advance_of_two_is_named() -> None:
    found = on(CONTACT)
    options = AdvanceOptions([{"unit": "camp-5", "to": "1744", "with": ["huss-5"]}], CASES)
    request = Choose("french", "advance", options, "gt1.french.a1.advance", scene=found)
    lines = text_of(orders_template(found, request))
    assert '# answer: {unit: camp-5, to: "1744", with: [huss-5]}   # Campi to 1744 (Gémioncourt)' in lines


# -- for editors ---------------------------------------------------------------------


def test_the_editor_lists_own_units_enemy_hexes_and_only_what_is_taken_now() -> None:
    schema = helper_schema(on(CONTACT, "leaders"), question(on(CONTACT, "leaders")))
    own = schema["$defs"]["unit"]["anyOf"][0]["enum"]
    assert "camp-5" in own and "opstl" not in own and "baud-6" not in own
    assert schema["$defs"]["target"]["anyOf"][0]["enum"] == ["1744"]
    assert schema["properties"].keys() == {"orders", "attacks", "pass"}
    night = on({"camp-5": "1648"}, uid="campaign", turn="16/2100")
    assert "attacks" not in helper_schema(night, question(night))["properties"]
    setup = begun("quatre-bras", "leaders")
    assert helper_schema(setup, question(setup))["properties"].keys() == {"setup"}
