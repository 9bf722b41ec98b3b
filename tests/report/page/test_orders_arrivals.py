"""Where units go on the map: a counter that one sees through, and a hex that is free for the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from pbem.campaign.telling.pages import first_view
from pbem.engine.picture import Counter, Scene
from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.desks import Desk
from tests.report.page.test_orders_page import ends, movable, movables, parsed, steps
from tests.report.picture.boards import counter
from tests.report.picture.test_svg import wide
from tests.tiers import turns

Table = dict[str, Any]


def followers(data: Table) -> tuple[str, str, str]:
    """Who leaves his hex, where to, and who can go into the hex that he leaves."""
    for one in movables(data):
        free = ends(data, one["who"])
        others = [
            other["who"]
            for other in movables(data)
            if other is not one and steps(data, other["who"]).get(one["start"], [""] * 4)[3]
        ]
        if free and others:
            return one["who"], free[-1], others[0]
    raise AssertionError("nobody can follow anybody")


@pytest.mark.slow
def test_a_unit_follows_by_a_click_into_a_hex_just_left(at_desk: Clerk) -> None:
    data = at_desk.data()
    leaver, end, follower = followers(data)
    start = movable(data, leaver)["start"]
    at_desk.click(f"[data-who='{leaver}']")
    at_desk.choose("#destination", end)
    at_desk.click(f"[data-who='{follower}']")
    at_desk.point(start)
    moves = parsed(at_desk.orders())["moves"]
    assert [(one["unit"], one["path"][-1]) for one in moves] == [(leaver, end), (follower, start)]
    # And who has moved away is chosen where he now stands.
    at_desk.point(end)
    chosen = at_desk.find(".unit[aria-selected=true]").get_attribute("data-who")
    assert chosen == leaver and "chosen" in at_desk.said


@pytest.mark.slow
def test_a_unit_is_dragged_on_from_where_its_order_ends(at_desk: Clerk, desk: Desk) -> None:
    who, path = next(
        (one.who, way)
        for one in desk.on_map()
        for end in desk.ends(one.who)
        if len(way := desk.way(one.who, end)) == 3 and way[1] in desk.ends(one.who)
    )
    at_desk.click(f"[data-who='{who}']")
    at_desk.choose("#destination", path[1])
    other = next(one.who for one in desk.on_map() if one.who != who)
    at_desk.click(f"[data-who='{other}']")
    at_desk.drag(path[1:])
    assert parsed(at_desk.orders())["moves"] == [{"unit": who, "path": path}]
    assert "movement points" in at_desk.text("#move-list")


@pytest.mark.slow
def test_a_counter_stands_where_a_unit_goes_and_its_name_comes_when_one_points_there(at_desk: Clerk) -> None:
    data = at_desk.data()
    who, end, _ = followers(data)
    at_desk.click(f"[data-who='{who}']")
    at_desk.choose("#destination", end)
    ghost = at_desk.find(f"[data-ghost='{who}']")
    place = at_desk.place(end)
    inner, outer = ghost.rect, place.rect
    assert 0 < inner["width"] < outer["width"] and 0 < inner["height"] < outer["height"]
    assert abs(inner["x"] + inner["width"] / 2 - outer["x"] - outer["width"] / 2) < 3
    # The same counter as on the map, by its picture.
    number = data["faces"].index(movable(data, who)["counter"])
    assert at_desk.find(f"[data-ghost='{who}'] use").get_attribute("href") == f"#face-{number}"
    assert at_desk.run("return document.getElementById(arguments[0]).children.length;", f"face-{number}") > 1
    tag = at_desk.find(f"[data-tag='{end}']")
    assert not tag.is_displayed()
    ActionChains(at_desk.driver, duration=20).move_to_element(place).perform()
    name = at_desk.text(f"[data-who='{who}'] .unit-name")
    assert tag.is_displayed() and tag.text == name
    ActionChains(at_desk.driver, duration=20).move_to_element(at_desk.find("#tab-moves")).perform()
    assert not tag.is_displayed()
    # With keys, at the place to which they have come.
    at_desk.point(end)
    at_desk.run("document.querySelector('.board-sheet:not([hidden])').blur();")
    assert at_desk.all(f"[data-tag='{end}'].here")


@pytest.mark.slow
def test_several_that_end_in_one_box_are_all_seen(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    clerk.open(eylau[1])
    data = clerk.data()
    one, two, end = next(
        (one, two, place)
        for one in movables(data)
        for two in movables(data)
        for place in ends(data, one["who"])
        if one is not two and place in ends(data, two["who"])
    )
    for mover in (one, two):
        clerk.click(f"[data-who='{mover['who']}']")
        clerk.choose("#destination", end)
    first, second = (clerk.find(f"[data-ghost='{mover['who']}']").rect for mover in (one, two))
    assert (first["x"], first["y"]) != (second["x"], second["y"])
    assert len(clerk.all(f"[data-tag='{end}']")) == 1


SEEN = """
const sheet = document.querySelector(".board-sheet:not([hidden])"), b = sheet.getBoundingClientRect();
return [...sheet.querySelectorAll("[data-hit]")].filter((one) => {
  const a = one.getBoundingClientRect(), x = a.x + a.width / 2, y = a.y + a.height / 2;
  return x >= b.x && x <= b.right && y >= b.y && y <= b.bottom;
}).map((one) => one.dataset.hit);"""


@pytest.mark.parametrize("who", turns(["eylau", "jena"]))
def test_the_map_opens_on_all_that_is_ones_own_and_stays_there(
    clerk: Clerk, eylau: tuple[Player, Path], jena: tuple[Player, Player], who: str
) -> None:
    clerk.resize(1366, 900)
    clerk.open(eylau[1] if who == "eylau" else jena[0].place / "orders.html")
    data = clerk.data()
    here = set(clerk.run(SEEN.replace("x >= b.x &&", "true ||")))
    own = {one["place"] for one in data["counters"] if one["side"] == data["army"]} & here
    assert len(own) > 5 and own <= set(clerk.run(SEEN))
    for one in [one for one in movables(data) if one["start"] in own][::4]:
        clerk.click(f"[data-who='{one['who']}']")
    assert own <= set(clerk.run(SEEN))


def test_a_page_begins_with_ones_own_at_both_ends_of_a_board_and_not_with_a_far_enemy() -> None:
    def seen(*counters: Counter) -> set[str]:
        window = first_view(wide(), Scene(counters), "red")
        assert window is not None
        return {place.id for place in wide().places if window.holds(place.centre)}

    enemies = [counter("c", "p5", "blue"), counter("d", "p39", "blue")]
    both = seen(counter("a", "p4"), counter("b", "p30"), *enemies)
    assert {"p4", "p5", "p30"} <= both and "p39" not in both
    assert not {"p30", "p39"} & seen(counter("a", "p4"), *enemies)


TOUCHING = """
const found = new Map();
for (const text of document.querySelectorAll(".board-sheet:not([hidden]) .writing text")) {
  const a = text.getBoundingClientRect();
  const words = text.textContent;
  // Its rim is a text of its own, in the same spot.
  if (/[a-zä-ü]{3}/i.test(words)) found.set(`${words} ${Math.round(a.x)} ${Math.round(a.y)}`, [words, a]);
}
const all = [...found.values()];
const near = ([, a], [, b]) => Math.max(a.left, b.left) - Math.min(a.right, b.right) < 3 &&
  Math.max(a.top, b.top) < Math.min(a.bottom, b.bottom) - 2;
const after = (n) => all.slice(n + 1).filter((two) => near(all[n], two));
const touching = all.flatMap((one, n) => after(n).map((two) => [one[0], two[0]]));
return [all.length, touching];"""


@pytest.mark.slow
def test_names_of_places_do_not_touch(at_desk: Clerk) -> None:
    for board in at_desk.data()["boards"]:
        at_desk.click(f"[data-key='board {board['id']}']")
        count, touching = at_desk.run(TOUCHING)
        assert count > 8 and touching == [], board["id"]


@pytest.mark.slow
def test_a_unit_from_off_the_map_bears_its_name_where_it_comes_in(at_desk: Clerk) -> None:
    data = at_desk.data()
    there = {one["id"] for one in data["counters"]}
    coming = [one for one in data["desk"]["movables"] if one["counter"] not in there]
    one = next(one for one in coming if ends(data, one["who"]))
    end = ends(data, one["who"])[-1]
    at_desk.click(f"[data-who='{one['who']}']")
    at_desk.choose("#destination", end)
    ghost = at_desk.find(f"[data-ghost='{one['who']}']")
    assert not ghost.find_elements("css selector", "use")
    assert ghost.text == at_desk.text(f"[data-who='{one['who']}'] .unit-name")
    assert ghost.rect["width"] < at_desk.place(end).rect["width"]
