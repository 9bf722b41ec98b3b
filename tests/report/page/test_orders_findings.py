"""What the orders page finds is all in one list; and names and prices stand where they are looked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.test_orders_opening import head
from tests.report.page.test_orders_page import alone, finish_attacks, parsed

Table = dict[str, Any]
GREEN = "The page finds nothing wrong"


@pytest.mark.slow
def test_the_file_panel_is_green_only_when_no_panel_finds_anything(at_desk: Clerk) -> None:
    who, place, foe = alone(at_desk.data())[0]
    at_desk.click(f"[data-who='{who}']")
    at_desk.choose("#destination", place)
    at_desk.tab("attacks")
    assert "In contact and in no attack" in at_desk.text("#pressing")
    at_desk.tab("file")
    told = at_desk.text("#open-orders")
    assert GREEN not in at_desk.text("#panel-file")
    assert "attacks: in contact and attacked by nobody: " in told and foe in told
    assert "attacks: in contact and in no attack: " in told
    # The rules carry such attacks out by themselves: that is no fault.
    assert not at_desk.find("#tab-file").get_attribute("data-wrong")
    assert "finds wrong" not in at_desk.text("#panel-file")
    at_desk.tab("attacks")
    finish_attacks(at_desk)
    at_desk.tab("file")
    assert at_desk.text("#troubles-orders").startswith(GREEN)
    assert not at_desk.find("#tab-file").get_attribute("data-wrong")


@pytest.mark.slow
def test_units_that_the_page_does_not_know_leave_no_green_line(at_desk: Clerk) -> None:
    finish_at_start(at_desk)
    at_desk.run("pbemOrders.load(arguments[0]);", {**parsed_members(at_desk), "moves": [{"unit": "gzz-1", "to": "x"}]})
    at_desk.tab("file")
    assert "move 1: gzz-1: the page knows no such unit" in at_desk.text("#doubts-orders")
    assert GREEN not in at_desk.text("#panel-file")


def finish_at_start(clerk: Clerk) -> None:
    """Every enemy in contact is attacked."""
    clerk.tab("attacks")
    finish_attacks(clerk)


def parsed_members(clerk: Clerk) -> Table:
    """What is ordered, without the frame of the file."""
    frame = clerk.data()["frame"]
    return {key: value for key, value in parsed(clerk.orders()).items() if key not in frame}


@pytest.mark.slow
def test_standing_orders_that_do_not_fit_are_in_the_same_list(at_desk: Clerk) -> None:
    finish_at_start(at_desk)
    at_desk.run("pbemOrders.restore(arguments[0]);", "retreat:\n  v-corps: {to: [s], x: y}\n")
    at_desk.tab("file")
    assert "standing.yaml, retreat.v-corps x: no such member here" in at_desk.text("#troubles-orders")
    assert GREEN not in at_desk.text("#panel-file")
    assert at_desk.find("#tab-file").get_attribute("aria-label") == "File, 1 fault"


@pytest.mark.slow
def test_what_is_said_of_an_opened_file_is_seen_when_its_form_is_folded(at_desk: Clerk) -> None:
    at_desk.tab("file")
    at_desk.click("#opening summary")
    at_desk.write("#pasted", f"# mine\n{head(at_desk)}moves: []\n")
    at_desk.click("[data-key='open pasted']")
    assert at_desk.said == "orders.yaml is taken over; 1 to look at"
    at_desk.click("#opening summary")
    assert at_desk.find("#taken").is_displayed() and "1 comment is not kept" in at_desk.text("#taken li")


@pytest.mark.slow
def test_a_unit_is_in_another_attack_too_only_where_it_is_ticked_in_both(at_desk: Clerk) -> None:
    desk = at_desk.data()["desk"]
    one = next(one for one in desk["reaches"] if one["start"] and desk["next_to"].get(one["start"]))
    foe, who = desk["next_to"][one["start"]][0], one["who"]
    at_desk.run("pbemOrders.load(arguments[0]);", {"attacks": [{"on": [foe], "by": []}, {"on": [foe], "by": [who]}]})
    at_desk.tab("attacks")
    key = f"[data-key='attack 0 Attackers {one['counter']}']"
    row = f"document.querySelector(`{key}`).closest('.check').textContent"
    assert "in attack 2" in at_desk.run(f"return {row};") and " too" not in at_desk.run(f"return {row};")
    at_desk.click(key)
    assert "in attack 2 too" in at_desk.run(f"return {row};")
    at_desk.tab("file")
    assert "is in attacks 1 and 2" in at_desk.text("#doubts-orders")


@pytest.mark.slow
def test_formations_have_their_printed_names(at_desk: Clerk) -> None:
    at_desk.tab("standing")
    names = at_desk.data()["names"]
    for slot in at_desk.data()["standing"]["slots"]:
        shown = at_desk.text(f"[data-key='slot {slot['name']}'] summary strong")
        assert shown == names.get(slot["formation"], shown) and shown != slot["formation"]


@pytest.mark.slow
def test_choosing_in_the_list_is_said(at_desk: Clerk) -> None:
    first, second = (one["who"] for one in at_desk.data()["desk"]["reaches"][:2])
    at_desk.click(f"[data-who='{first}']")
    before = at_desk.said
    assert "chosen" in before and at_desk.text(f"[data-who='{first}'] .unit-name") in before
    at_desk.keys(Keys.ARROW_DOWN)
    assert at_desk.said != before and at_desk.text(f"[data-who='{second}'] .unit-name") in at_desk.said


@pytest.mark.slow
def test_who_may_go_together_is_in_sight_with_the_prices(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    clerk.resize(1366, 900)
    clerk.open(eylau[1])
    reaches = [one for one in clerk.data()["desk"]["reaches"] if one["start"] and one["note"] and one["steps"]]
    mates = next(both for one in reaches if len(both := [two for two in reaches if two["start"] == one["start"]]) > 1)
    clerk.point(mates[0]["start"])
    assert "chosen" in clerk.said
    places = [clerk.find(css).rect for css in ("[data-key='with all']", "footer")]
    assert places[0]["y"] + places[0]["height"] < places[1]["y"]
    words = clerk.text(".sheet-of-unit fieldset")
    assert "may cost less" in words and all(one["note"] in words for one in mates)
    clerk.click("[data-key='with all']")
    assert not [one for one in clerk.all(".sheet-of-unit fieldset input") if not one.is_selected()]
