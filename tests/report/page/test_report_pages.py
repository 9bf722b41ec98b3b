"""The page of a message and the replay as a reader uses them: keys, pointer, folds, and what axe thinks of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.records.open_target import Against, judge_path
from pbem.campaign.telling.plotting import figures_of
from pbem.campaign.telling.replaying import replay_of
from pbem.campaign.telling.webreports import public_page
from pbem.report.plots.drawn import charts
from pbem.report.web.plots import figures_page
from tests.places import SAMPLES
from tests.report.page import axe
from tests.report.page.clerk import Clerk
from tests.tiers import turns

# The rules of axe that depend on colours, and so on whether the page is light or dark.
COLOURS = ("color-contrast", "link-in-text-block")


class Pages:
    """Pages of the sample campaigns, `jena-report` and the like, each made when it is first wanted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.campaigns: dict[str, Campaign] = {}

    def __call__(self, name: str) -> Path:
        path = self.folder / f"{name}.html"
        if not path.exists():
            path.write_text(self._made(*name.split("-")), encoding="utf-8")
        return path

    def _campaign(self, short: str) -> Campaign:
        if short not in self.campaigns:
            archive = SAMPLES / {"jena": "jena-auerstadt", "eylau": "eylau-1807"}[short] / "campaign.pbem"
            found = judge_path(archive, Against(), None).campaign  # type: ignore[arg-type]
            assert found is not None
            self.campaigns[short] = found
        return self.campaigns[short]

    def _made(self, short: str, kind: str) -> str:
        campaign = self._campaign(short)
        if kind == "report":
            return public_page(campaign, 14)
        if kind == "replay":
            return replay_of(campaign, lambda done, total, text: None)
        figures = figures_of(campaign)
        assert kind == "figures" and figures is not None
        return figures_page(campaign.game.scenario.title, figures, charts(figures))


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture
def browser(scribe: Clerk) -> Chrome:
    """The browser in which orders are given too; as it is when it has just been opened."""
    scribe.leave()
    driver = scribe.driver
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.set_window_size(1400, 1000)
    return driver


@pytest.fixture
def driver(browser: Chrome) -> Iterator[Chrome]:
    """The browser; it had nothing to complain of, and no page asked for anything but itself."""
    browser.get_log("browser")
    browser.get_log("performance")
    yield browser
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    told = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [one["params"]["request"]["url"] for one in told if one["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith(("file://", "data:"))] == []


def load(driver: Chrome, path: Path, anchor: str = "") -> None:
    # A page that differs by its anchor only would not be loaded anew.
    driver.get("data:text/html,")
    driver.get(path.as_uri() + anchor)


def at(driver: Chrome) -> tuple[str, str]:
    """Where a replay stands: what it says of the message, and its slider."""
    return driver.find_element(By.ID, "where").text, str(driver.execute_script("return slider.value;"))


def lying(driver: Chrome) -> list[str]:
    """Unit and place of everything on the maps."""
    units = "[...document.querySelectorAll('.scene .counter')]"
    return list(driver.execute_script(f"return {units}.map((one) => one.dataset.unit + ' ' + one.dataset.place);"))


def press(driver: Chrome, *keys: str) -> None:
    for key in keys:
        ActionChains(driver).send_keys(key).perform()


def point_at(driver: Chrome, element: WebElement) -> None:
    """Moves the pointer there when the page has come to rest: what scrolls away is told of no more."""
    still = "const done = arguments[1]; arguments[0].scrollIntoView({block: 'center'}); setTimeout(done, 120);"
    driver.execute_async_script(still, element)
    ActionChains(driver).move_to_element(element).perform()


def shown_steps(driver: Chrome) -> list[str]:
    script = "return [...document.querySelectorAll('.step')].filter((one) => !one.hidden).map((one) => one.id);"
    return list(driver.execute_script(script))


@pytest.mark.slow
def test_forward_and_back_by_keys(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("jena-replay"))
    first, before = at(driver), lying(driver)
    assert first == ("Message 2 of Anna (French): the set-up, before the first orders", "0")
    assert before and shown_steps(driver) == ["step-0"]
    press(driver, *[Keys.ARROW_RIGHT] * 12)
    there, then = at(driver), lying(driver)
    assert there[0].startswith("Message 14 of Anna (French): Game-Turn 6, Prussian player turn") and there[1] == "12"
    assert then != before and shown_steps(driver) == ["step-12"]
    assert driver.find_element(By.CSS_SELECTOR, "#step-12 details summary").text.startswith("Attack on ")
    assert "Lost: Anna (French) 2, Bert (Prussian) 3." in driver.find_element(By.ID, "score").text
    press(driver, Keys.END)
    assert at(driver)[1] == "25" and not driver.find_element(By.ID, "on").is_enabled()
    press(driver, *[Keys.ARROW_LEFT] * 13)
    assert (at(driver), lying(driver)) == (there, then)
    press(driver, Keys.HOME)
    assert (at(driver), lying(driver)) == (first, before)


@pytest.mark.slow
def test_slider_buttons_and_address(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("eylau-replay"), "#14")
    assert at(driver)[0].startswith("Message 14 of ") and "has halted in its midst" in driver.page_source
    last = driver.find_element(By.ID, "slider").get_attribute("max") or ""
    assert int(last) > 20
    for name, number in (("on", "13"), ("back", "12"), ("last", last), ("first", "0")):
        driver.find_element(By.ID, name).click()
        assert at(driver)[1] == number
    set_slider = "slider.value = '20'; slider.dispatchEvent(new Event('input', {bubbles: true}));"
    driver.execute_script(set_slider)
    assert at(driver)[0].startswith("Message 22 of ") and driver.current_url.endswith("#22")
    slider = driver.find_element(By.ID, "slider")
    assert slider.get_attribute("aria-valuetext") == at(driver)[0]
    # On the slider itself a key is one step, not two.
    slider.send_keys(Keys.ARROW_RIGHT)
    assert at(driver)[1] == "21"


@pytest.mark.slow
def test_it_plays_and_pauses(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("jena-replay"), "#26")
    Select(driver.find_element(By.ID, "pace")).select_by_visible_text("fast")
    play = driver.find_element(By.ID, "play")
    play.click()
    assert play.text == "Pause" and play.get_attribute("aria-pressed") == "true"
    WebDriverWait(driver, 10).until(lambda _: at(driver)[1] == "25")
    assert play.text == "Play"
    play.click()
    assert at(driver)[1] == "0" and play.text == "Pause"
    driver.find_element(By.TAG_NAME, "h1").click()
    press(driver, Keys.SPACE)
    assert play.text == "Play"


@pytest.mark.slow
def test_figures_go_as_far_as_the_story(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("jena-replay"))
    width = "return document.querySelectorAll('svg.chart')[{}].querySelector('.future').width.baseVal.value;"
    begun = [driver.execute_script(width.format(number)) for number in range(4)]
    press(driver, *[Keys.ARROW_RIGHT] * 16)
    then = [driver.execute_script(width.format(number)) for number in range(4)]
    press(driver, Keys.END)
    ended = [driver.execute_script(width.format(number)) for number in range(4)]
    assert all(a > b > c for a, b, c in zip(begun, then, ended, strict=True))


@pytest.mark.slow
@pytest.mark.smoke
def test_what_lies_there_by_keys_and_by_pointer(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("jena-report"))
    told = driver.find_element(By.ID, "told")
    assert not told.is_displayed()
    map_ = driver.find_element(By.CSS_SELECTOR, ".map")
    map_.send_keys(Keys.ARROW_DOWN)
    first = told.text
    assert told.is_displayed() and first.count("\n") >= 2 and driver.find_elements(By.CSS_SELECTOR, ".ring")
    spoken = driver.find_element(By.CSS_SELECTOR, "[aria-live=polite]").get_attribute("textContent")
    assert spoken and first.split("\n")[0] in spoken
    map_.send_keys(Keys.ARROW_RIGHT)
    map_.send_keys(Keys.ARROW_DOWN)
    assert told.text != first
    map_.send_keys(Keys.ESCAPE)
    assert not told.is_displayed()
    counter = driver.find_element(By.CSS_SELECTOR, ".map .counter")
    name = driver.execute_script("return arguments[0].querySelector('title')?.textContent ?? '';", counter)
    point_at(driver, counter)
    assert told.is_displayed() and told.text
    assert not name or name.split("\n")[0] in told.text
    # The browser's own tooltip does not come on top of it.
    assert driver.execute_script("return arguments[0].querySelector('title');", counter) is None
    point_at(driver, driver.find_element(By.TAG_NAME, "h1"))
    assert not told.is_displayed()


@pytest.mark.slow
def test_folds_open_and_links_reveal(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("jena-report"))
    opened = "return document.querySelectorAll('#story details[open]').length;"
    assert driver.execute_script(opened) == 0
    driver.find_element(By.CSS_SELECTOR, "#story summary").click()
    assert driver.execute_script(opened) == 1
    steps = driver.find_element(By.CSS_SELECTOR, "#story details[open] ol.steps")
    assert re.search(r"\d+ : \d+ is \d+-\d+", steps.text) and "chances:" in steps.text
    driver.find_element(By.CSS_SELECTOR, "button[data-open=all]").click()
    assert driver.execute_script(opened) == driver.execute_script(
        "return document.querySelectorAll('#story details').length;"
    )
    driver.find_element(By.CSS_SELECTOR, "button[data-open=none]").click()
    assert driver.execute_script(opened) == 0
    driver.find_element(By.CSS_SELECTOR, "#m13 summary").click()
    driver.find_element(By.LINK_TEXT, "earlier: message 12").click()
    WebDriverWait(driver, 5).until(lambda _: driver.find_element(By.ID, "m12").get_attribute("open"))
    driver.find_element(By.CSS_SELECTOR, "#dice summary").click()
    assert " mod 6 + 1 = " in driver.find_element(By.CSS_SELECTOR, "#dice table").text


@pytest.mark.slow
def test_maps_grow_and_shrink(driver: Chrome, pages: Pages) -> None:
    load(driver, pages("eylau-report"))
    width = "return document.querySelector('.map > svg').getBoundingClientRect().width;"
    driver.find_element(By.CSS_SELECTOR, "button[data-zoom=all]").click()
    whole = driver.execute_script(width)
    larger = driver.find_element(By.CSS_SELECTOR, "button[data-zoom=in]")
    larger.click()
    larger.click()
    assert driver.execute_script(width) == pytest.approx(whole * 1.96, rel=0.02)
    driver.find_element(By.CSS_SELECTOR, "button[data-zoom=out]").click()
    assert driver.execute_script(width) == pytest.approx(whole * 1.4, rel=0.02)
    driver.find_element(By.CSS_SELECTOR, "button[data-zoom=all]").click()
    assert driver.execute_script(width) == pytest.approx(whole)


# The topmost counter of each stack, and how much of all of them lies in the part of the map that one sees.
COUNTERS = """
const seen = document.querySelector(".map").getBoundingClientRect();
const faces = [...document.querySelectorAll(".map .stack")].map((one) => one.getBoundingClientRect());
return {edge: Math.min(...faces.map((one) => one.width)), all: faces.length, seen: faces.filter((one) =>
  one.left >= seen.left && one.right <= seen.right && one.top >= seen.top && one.bottom <= seen.bottom).length};
"""


@pytest.mark.parametrize("name", turns(["eylau-report", "jena-replay", "jena-report", "eylau-replay"]))
def test_maps_open_where_counters_can_be_read(driver: Chrome, pages: Pages, name: str) -> None:
    """Not with the whole map: its counters are too small to read on a screen. What matters is in sight."""
    load(driver, pages(name))
    if "replay" in name:
        press(driver, Keys.END)
    told = driver.execute_script(COUNTERS)
    # Of two sides in one box the counters are smaller.
    assert told["edge"] >= 16 and told["seen"] * 3 >= told["all"] > 0
    size = "return document.querySelector('.map > svg').getBoundingClientRect().width / 100;"
    before = driver.execute_script(size)
    driver.find_element(By.CSS_SELECTOR, "button[data-zoom=all]").click()
    assert driver.execute_script(size) < before


@pytest.mark.parametrize("name", turns(["eylau-report", "jena-figures", "jena-replay", "eylau-replay"]))
def test_axe_finds_nothing(driver: Chrome, pages: Pages, name: str) -> None:
    load(driver, pages(name))
    driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true; });")
    # Of a replay one message is shown at a time; the others are passed over all the same, each more slowly.
    driver.execute_script(
        "document.querySelectorAll('[id^=step-][hidden]').forEach((one, at) => at > 3 && one.remove());"
    )
    # A map is one picture for axe.
    pictures = (".map svg", ".legend svg")
    for scheme, rules in (("light", ()), ("dark", COLOURS)):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        assert axe.complaints(driver, pictures=pictures, rules=rules) == [], scheme


@pytest.mark.slow
@pytest.mark.parametrize("name", ["jena-report", "eylau-replay", "jena-figures"])
def test_nothing_is_wider_than_a_telephone(driver: Chrome, pages: Pages, name: str) -> None:
    sizes = {"width": 380, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", sizes)
    load(driver, pages(name))
    driver.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true; });")
    assert driver.execute_script("return document.documentElement.scrollWidth;") <= 380


@pytest.mark.slow
def test_the_policy_holds(browser: Chrome, pages: Pages) -> None:
    load(browser, pages("jena-report"))
    for deed, directive in (
        ("fetch('http://127.0.0.1:9/').catch(() => 0)", "connect-src"),
        ("document.body.append(Object.assign(document.createElement('img'), {src: 'http://127.0.0.1:9/'}))", "img-src"),
        ("document.body.setAttribute('onclick', 'document.title = 1')", "require-trusted-types-for"),
        ("document.body.innerHTML = '<b>x</b>'", "require-trusted-types-for"),
    ):
        said = browser.execute_async_script(
            f"""const [done] = arguments, told = (event) => done(event.effectiveDirective);
            document.addEventListener("securitypolicyviolation", told, {{ once: true }});
            try {{ {deed}; }} catch {{}}"""
        )
        assert said == directive
    browser.get_log("browser")
