"""What one sees of the orders page: sizes, labels, what is in view; and what it says before work is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Player
from tests.report.page.clerk import Clerk
from tests.report.page.test_orders_page import alone


@pytest.mark.slow
def test_on_a_telephone_the_panels_begin_below_the_map_in_sight(at_desk: Clerk) -> None:
    at_desk.resize(390, 844)
    at_desk.reopen()
    tab, foot = (at_desk.find(css).rect for css in ("#tab-moves", "footer"))
    assert tab["y"] + tab["height"] < foot["y"]


@pytest.mark.slow
def test_a_name_stays_inside_of_its_tag(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    clerk.open(eylau[1])
    reaches = [one for one in clerk.data()["desk"]["reaches"] if one["start"] and len(one["steps"]) > 1]
    ends: set[str] = set()
    for one in reaches[:6]:
        clerk.click(f"[data-who='{one['who']}']")
        end = next(step[0] for step in one["steps"] if step[3] and step[0] not in {one["start"], *ends})
        clerk.choose("#destination", end)
        ends.add(end)
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
    one = next(one for one in data["desk"]["reaches"] if one["start"] and {step[0] for step in one["steps"]} - full)
    clerk.click(f"[data-who='{one['who']}']")
    free = [step[0] for step in one["steps"] if step[0] not in full]
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
    who, place, _ = alone(at_desk.data())[0]
    at_desk.click(f"[data-who='{who}']")
    at_desk.choose("#destination", place)
    assert at_desk.run(leaving) is True
    at_desk.tab("file")
    at_desk.click("[data-key='copy orders']")
    assert at_desk.run(leaving) is False
