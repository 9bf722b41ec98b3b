"""The last ways of one unit in the replay: of the one that is chosen, up to the moment that is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.engine.picture import Arrow, Scene
from pbem.report.web.maps import Atlas
from pbem.report.web.replay import Replay, Step, replay_page
from pbem.report.web.turn import Told
from tests.report.page.clerk import Clerk
from tests.report.picture.boards import ARMIES, counter, hexes
from tests.report.test_web_pages import chain, name, wording

WAYS = (("0102", "0202"), ("0202", "0203"), ("0203", "0204"))


def a_march(path: Path) -> None:
    """A replay of three steps in which r1 marches, and b1 once."""
    steps = []
    for number, way in enumerate(WAYS):
        arrows = [Arrow("red", way, "march", ("r1",))] + [Arrow("blue", ("0503", "0502"), "march", ("b1",))] * (
            not number
        )
        scene = Scene((counter("r1", way[-1]), counter("b1", "0502", "blue")), arrows=tuple(arrows))
        told = Told(replace(chain()[0], seq=3 + number, events=()), name, wording)
        steps.append(Step(told, scene))
    page = replay_page(Replay("public", "A march", "", Atlas([hexes()], ARMIES), steps), lambda done, total, text: None)
    path.write_text(page, encoding="utf-8")


def trail(clerk: Clerk) -> list[str]:
    return list(
        clerk.driver.execute_script(
            "return [...document.querySelectorAll('.trail .arrow')].map((one) => one.dataset.places);"
        )
    )


def pick(clerk: Clerk, unit: str) -> None:
    script = "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('click', {bubbles: true}));"
    clerk.driver.execute_script(script, f".scene .counter[data-unit='{unit}']")


@pytest.mark.slow
def test_the_chosen_unit_has_its_last_ways_shown(clerk: Clerk, tmp_path: Path) -> None:
    a_march(tmp_path / "replay.html")
    driver = clerk.driver
    driver.get((tmp_path / "replay.html").as_uri())
    assert trail(clerk) == []
    pick(clerk, "r1")
    assert trail(clerk) == ["0102 0202"]
    driver.execute_script("document.getElementById('last').click();")
    assert trail(clerk) == [" ".join(way) for way in WAYS], "it goes along, the oldest first"
    faint = "return [...document.querySelectorAll('.trail .arrow')].map((one) => Number(one.getAttribute('opacity')));"
    assert driver.execute_script(faint) == sorted(driver.execute_script(faint))
    assert driver.execute_script(
        "return new Set([...document.querySelectorAll('[id]')].map((one) => one.id)).size;"
    ) == (driver.execute_script("return document.querySelectorAll('[id]').length;"))
    pick(clerk, "b1")
    assert trail(clerk) == ["0503 0502"]
    driver.execute_script("document.getElementById('back').click();")
    assert trail(clerk) == ["0503 0502"]
    # Elsewhere on the map nobody is chosen.
    driver.execute_script("document.querySelector('.place').dispatchEvent(new MouseEvent('click', {bubbles: true}));")
    assert trail(clerk) == []
    # And by keys.
    driver.find_element("css selector", ".map").send_keys(Keys.ARROW_RIGHT)
    assert trail(clerk)
