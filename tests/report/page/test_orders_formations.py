"""Formations on the page: one order for all of them, to a place that is pointed at; and words behind a path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.players import Player
from tests.report.page.clerk import Clerk, island
from tests.report.page.desks import Desk, page_of
from tests.report.page.test_orders_page import ends, movables, parsed

ORDERS = [
    ["goes to", {"unit": "all of them", "to": ["$end"], "front": "$turn"}],
    ["holds", {"unit": "all of them", "hold": "yes"}],
]
LASTS = [["faces north", "face 0"], ["faces south", "face 3"]]


@pytest.fixture
def formed(clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path) -> tuple[Clerk, Any, list[str]]:
    """A page on which two units are a formation."""
    page = page_of(jena[0])
    text = island(page)
    data = json.loads(text)
    both = [one["who"] for one in movables(data) if ends(data, one["who"])][:2]
    data["desk"]["move"]["lasts"] = LASTS
    turns = [["north", 0], ["south", 3]]
    data["desk"]["formations"] = [{"name": "Both of them", "who": both, "orders": ORDERS, "turns": turns}]
    made = tmp_path / "formed.html"
    html = page.read_text("utf-8").replace(text, json.dumps(data).replace("<", "\\u003c"))
    made.write_text(html, encoding="utf-8")
    clerk.open(made)
    return clerk, data, both


def moves(clerk: Clerk) -> list[Any]:
    return parsed(clerk.orders()).get("moves", [])


@pytest.mark.slow
def test_a_formation_is_sent_to_the_place_that_is_clicked(formed: tuple[Clerk, Any, list[str]]) -> None:
    clerk, data, (first, second) = formed
    end = ends(data, first)[-1]
    clerk.click(f"[data-who='{second}']")
    clerk.choose("#destination", ends(data, second)[-1])
    clerk.click(f"[data-who='{first}']")
    clerk.click("[data-key='formation Both of them goes to']")
    assert clerk.find("[data-key='formation Both of them goes to']").get_attribute("aria-pressed") == "true"
    clerk.point(end)
    # In the place of what its members were ordered.
    assert moves(clerk) == [{"unit": "all of them", "to": [end]}]
    assert "Both of them goes to" in clerk.said
    assert clerk.find("[data-key='formation Both of them goes to']").get_attribute("aria-pressed") == "false"


@pytest.mark.slow
def test_a_formation_is_dragged_and_looks_where_it_was_told(formed: tuple[Clerk, Any, list[str]], desk: Desk) -> None:
    clerk, data, (first, _) = formed
    (start,) = (one["start"] for one in movables(data) if one["who"] == first)
    end = next(end for end in ends(data, first) if len(desk.way(first, end)) == 3)
    clerk.click(f"[data-who='{first}']")
    clerk.choose("[data-key='turn Both of them']", "3")
    clerk.click("[data-key='formation Both of them goes to']")
    clerk.drag([start, *desk.way(first, end)[1:]])
    assert moves(clerk) == [{"unit": "all of them", "to": [end], "front": "3"}]


@pytest.mark.slow
def test_choosing_a_place_is_left_by_escape_and_what_needs_none_is_written_at_once(
    formed: tuple[Clerk, Any, list[str]],
) -> None:
    clerk, data, (first, _) = formed
    clerk.click(f"[data-who='{first}']")
    button = "[data-key='formation Both of them goes to']"
    clerk.click(button)
    clerk.find(button).send_keys(Keys.ESCAPE)
    assert clerk.find(button).get_attribute("aria-pressed") == "false"
    clerk.point(ends(data, first)[-1])
    assert [one["unit"] for one in moves(clerk)] == [first], "a click is that of the unit again"
    clerk.click("[data-key='formation Both of them holds']")
    assert moves(clerk) == [{"unit": "all of them", "hold": "yes"}]


@pytest.mark.slow
def test_a_word_stands_behind_a_path_until_it_is_taken_away(formed: tuple[Clerk, Any, list[str]]) -> None:
    clerk, data, (first, _) = formed
    near, far = ends(data, first)[-2:]
    clerk.click(f"[data-who='{first}']")
    clerk.choose("#destination", near)
    clerk.choose("#last-word", "face 3")
    (move,) = moves(clerk)
    assert move["path"][-2:] == [near, "face 3"]
    # Another way keeps it.
    clerk.choose("#destination", far)
    assert moves(clerk)[0]["path"][-2:] == [far, "face 3"]
    clerk.choose("#last-word", "")
    assert moves(clerk)[0]["path"][-1] == far
