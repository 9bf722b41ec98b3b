"""What one sees of the orders page: sizes, labels, names, what is in view; and what it says before work is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.test_orders_page import ends, movables, steps
from tests.tiers import turns


@pytest.mark.slow
def test_on_a_telephone_the_panels_begin_below_the_map_in_sight(at_desk: Clerk) -> None:
    at_desk.resize(390, 844)
    at_desk.reopen()
    tab, foot = (at_desk.find(css).rect for css in ("#tab-moves", "footer"))
    assert tab["y"] + tab["height"] < foot["y"]


@pytest.mark.slow
def test_a_name_stays_inside_of_its_tag(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    clerk.open(eylau[1])
    data = clerk.data()
    reached: set[str] = set()
    for one in [one for one in movables(data) if len(ends(data, one["who"])) > 5][:6]:
        clerk.click(f"[data-who='{one['who']}']")
        end = next(place for place in ends(data, one["who"]) if place not in reached)
        clerk.choose("#destination", end)
        reached.add(end)
    tags = clerk.run(
        "return [...document.querySelectorAll('.own-tags .tag-name')].map((name) => {"
        "const [a, b] = [name, name.previousSibling].map((one) => one.getBoundingClientRect());"
        "return [a.width > 0, b.left < a.left, a.right < b.right]; });"
    )
    assert len(tags) == 6 and all(all(one) for one in tags)


@pytest.mark.slow
def test_the_cost_of_a_free_box_stands_in_it(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    """Beside it stands its name."""
    clerk.open(eylau[1])
    data = clerk.data()
    full = {one["place"] for one in data["counters"]}
    one = next(one for one in movables(data) if steps(data, one["who"]).keys() - full)
    clerk.click(f"[data-who='{one['who']}']")
    free = [place for place in steps(data, one["who"]) if place not in full]
    told = clerk.run(
        "return arguments[0].map((place) => { const spot = document.querySelector(`.own-reach [data-spot='${place}']`);"
        "const [a, b] = [spot, spot.nextSibling].map((one) => one.getBoundingClientRect());"
        "return Math.abs(a.top + a.height / 2 - b.top - b.height / 2) / a.height; });",
        free,
    )
    assert told and max(told) < 0.12


@pytest.mark.slow
def test_the_map_opens_on_what_can_be_read_and_nothing_is_said_above_the_note(at_desk: Clerk) -> None:
    boards = [board for board in at_desk.data()["boards"] if board["focus"]]
    assert boards
    shown = at_desk.run(
        "const s = document.querySelector('.board-sheet:not([hidden])'); return [s.querySelector('svg')"
        ".getBoundingClientRect().width, s.clientWidth, Number(s.id.slice(6))];"
    )
    board = next(board for board in at_desk.data()["boards"] if board["number"] == shown[2])
    assert board["counter"] * shown[0] / board["width"] >= 20
    at_desk.tab("orders")
    assert at_desk.all("#note") and "nothing else to order" not in at_desk.text("#panel-orders")


@pytest.mark.slow
def test_the_page_warns_before_work_is_lost(at_desk: Clerk) -> None:
    leaving = (
        "const e = new Event('beforeunload', { cancelable: true }); window.dispatchEvent(e); return e.defaultPrevented;"
    )
    assert at_desk.run(leaving) is False
    data = at_desk.data()
    who = next(one["who"] for one in movables(data) if ends(data, one["who"]))
    at_desk.click(f"[data-who='{who}']")
    at_desk.choose("#destination", ends(data, who)[0])
    assert at_desk.run(leaving) is True
    at_desk.tab("file")
    at_desk.click("[data-key='copy orders']")
    # The browser copies when it comes to it.
    WebDriverWait(at_desk.driver, 10, poll_frequency=0.03).until(lambda _: "copied" in at_desk.said)
    assert at_desk.run(leaving) is False


# -- how much of the map --------------------------------------------------------------------------

SEEN = """
const sheet = document.querySelector(".board-sheet:not([hidden])");
const picture = sheet.querySelector("svg").getBoundingClientRect();
return [sheet.scrollWidth - sheet.clientWidth, sheet.scrollHeight - sheet.clientHeight,
  Math.max(picture.width / sheet.clientWidth, picture.height / sheet.clientHeight)];"""


@pytest.mark.parametrize("game", turns(["eylau", "jena"]))
def test_the_whole_map_is_seen_in_both_directions(
    clerk: Clerk, eylau: tuple[Player, Path], jena: tuple[Player, Player], game: str
) -> None:
    """However large it was before, and the window; and no smaller than there is room for."""
    clerk.open(eylau[1] if game == "eylau" else jena[0].place / "orders.html")
    for size in ((1280, 720), (1920, 1080), (390, 844)):
        clerk.resize(*size)
        for before in ("larger", "smaller"):
            for _ in range(3):
                clerk.click(f"[data-key='zoom {before}']")
            clerk.click("[data-key='zoom whole map']")
            beyond, below, filled = clerk.run(SEEN)
            assert (beyond, below) == (0, 0) and 0.97 < filled < 1.01, (size, before)


NAMELESS = """
const tops = [...document.querySelectorAll(".board-sheet:not([hidden]) .stack")].map((stack) =>
  [...stack.querySelectorAll("[data-unit]")].at(-1));
const shown = (text) => text.getBoundingClientRect().width > 0 && getComputedStyle(text).visibility === "visible";
const isName = (text) => /\\p{L}/u.test(text.textContent) && shown(text);
const named = (unit) => [...unit.querySelectorAll("text")].some(isName);
const ids = (units) => units.map((unit) => unit.dataset.unit);
return [ids(tops), ids(tops.filter((unit) => !named(unit)))];"""


@pytest.mark.parametrize("game", turns(["jena", "eylau"]))
def test_counters_keep_their_names_at_every_size_of_the_map(
    clerk: Clerk, eylau: tuple[Player, Path], jena: tuple[Player, Player], game: str
) -> None:
    """The topmost of each stack bears its own; of all others the place tells when one points at it."""
    clerk.open(eylau[1] if game == "eylau" else jena[0].place / "orders.html")
    data = clerk.data()
    lettered = {one["id"] for one in data["counters"] if any(letter.isalpha() for letter in one["name"])}
    for size in ("larger", "larger", "larger", "whole map", *["smaller"] * 6):
        clerk.click(f"[data-key='zoom {size}']")
        uppermost, nameless = clerk.run(NAMELESS)
        assert len(lettered & set(uppermost)) > 5 and not lettered & set(nameless), size
    titles = clerk.run(
        "return Object.fromEntries([...document.querySelectorAll('[data-hit]')].map((one) =>"
        "[one.dataset.hit, one.querySelector('title').textContent]));"
    )
    board = data["boards"][0]
    there = {place[0] for place in board["places"]}
    lying = [one for one in data["counters"] if one["place"] in there]
    assert lying and all((one["hover"][0] or one["name"]) in titles[one["place"]] for one in lying)


# -- names and prices where they are looked for ---------------------------------------------------


@pytest.mark.slow
def test_formations_have_their_printed_names(at_desk: Clerk) -> None:
    at_desk.tab("standing")
    names = at_desk.data()["names"]
    for slot in at_desk.data()["standing"]["slots"]:
        shown = at_desk.text(f"[data-key='slot {slot['name']}'] summary strong")
        assert shown == names.get(slot["formation"], shown) and shown != slot["formation"]


@pytest.mark.slow
def test_choosing_in_the_list_is_said(at_desk: Clerk) -> None:
    first, second = (one["who"] for one in at_desk.data()["desk"]["movables"][:2])
    at_desk.click(f"[data-who='{first}']")
    before = at_desk.said
    assert "chosen" in before and at_desk.text(f"[data-who='{first}'] .unit-name") in before
    at_desk.keys(Keys.ARROW_DOWN)
    assert at_desk.said != before and at_desk.text(f"[data-who='{second}'] .unit-name") in at_desk.said


@pytest.mark.slow
def test_who_may_go_together_is_in_sight_with_the_prices(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    clerk.resize(1366, 900)
    clerk.open(eylau[1])
    data = clerk.data()
    noted = [one for one in movables(data) if one["note"] and steps(data, one["who"])]
    mates = next(both for one in noted if len(both := [two for two in noted if two["start"] == one["start"]]) > 1)
    clerk.point(mates[0]["start"])
    assert "chosen" in clerk.said
    places = [clerk.find(css).rect for css in ("[data-key='with all']", "footer")]
    assert places[0]["y"] + places[0]["height"] < places[1]["y"]
    words = clerk.text(".sheet-of-unit fieldset")
    assert "may cost less" in words and all(one["note"] in words for one in mates)
    clerk.click("[data-key='with all']")
    assert not [one for one in clerk.all(".sheet-of-unit fieldset input") if not one.is_selected()]
    # Where all of them go together the page has been told.
    assert clerk.all("#destination")
