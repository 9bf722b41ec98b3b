"""Somebody who sits before an orders page in a headless Chromium, with mouse and keyboard."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.report.page.browser import chromium

_SHOWN = """
const place = document.querySelector(`[data-hit="${CSS.escape(arguments[0])}"]`), sheet = place.closest(".board-sheet");
const [a, b] = [place.getBoundingClientRect(), sheet.getBoundingClientRect()];
sheet.scrollLeft += a.x + a.width / 2 - b.x - b.width / 2;
sheet.scrollTop += a.y + a.height / 2 - b.y - b.height / 2;
return place;"""


def island(page: Path) -> str:
    """The data that the program wrote into a page, as JSON."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


class Clerk:
    """He and his browser. downloads: where it saves files. watched: whether its log `performance` has all that pages
    ask for; that costs a page of many files a fifth of what it takes."""

    def __init__(self, downloads: Path, *, watched: bool = True) -> None:
        self.downloads = downloads
        self._data: Any = None
        self.driver = chromium(downloads=downloads, logs={"performance": "ALL"} if watched else None)

    def open(self, page: Path) -> None:
        """Opens a page, which is as it is when it has just been written."""
        self._data = json.loads(island(page))
        self.driver.get(page.as_uri())

    def leave(self) -> None:
        """Leaves the page, whatever would be lost with it, and has the browser forget its draft."""
        self.run("try { localStorage.clear(); } catch { /* such a page keeps nothing */ }")
        self.driver.get("about:blank")

    def reopen(self) -> None:
        """Closes the page and opens it again; what the browser keeps it keeps."""
        address = self.driver.current_url
        self.driver.get("about:blank")
        self.driver.get(address)

    def resize(self, width: int, height: int, *, dark: bool = False) -> None:
        """Another window, light or dark."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def logs(self) -> list[str]:
        """What the browser has complained of since it was last asked."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]

    # -- looking ------------------------------------------------------------------------

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def find(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> Sequence[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        return str(self.find(css).text)

    def data(self) -> Any:
        """What the program wrote into the page."""
        return self._data

    def orders(self) -> str:
        return str(self.run("return pbemOrders.orders();"))

    @property
    def said(self) -> str:
        """The line at the foot."""
        return self.text("#said")

    # -- doing --------------------------------------------------------------------------

    def tab(self, name: str) -> None:
        self.click(f"#tab-{name}")

    def click(self, css: str, text: str = "") -> None:
        """Clicks the first element that matches and holds this text."""
        element = next(one for one in self.all(css) if text in one.text)
        self.run("arguments[0].scrollIntoView({ block: 'center' });", element)
        element.click()

    def choose(self, css: str, value: str) -> None:
        Select(self.find(css)).select_by_value(value)

    def add(self, css: str, value: str) -> None:
        """Chooses in a list and presses the button beside it."""
        self.choose(css, value)
        self.click(f"{css} + button")

    def write(self, css: str, text: str) -> None:
        field = self.find(css)
        self.run("arguments[0].scrollIntoView({ block: 'center' });", field)
        field.clear()
        field.send_keys(text)

    def wait(self, css: str) -> None:
        """Until there is such an element: what the browser does in its own time."""
        WebDriverWait(self.driver, 10, poll_frequency=0.02).until(lambda _: self.all(css))

    def place(self, at: str) -> WebElement:
        """A place on the map, scrolled to where it can be pointed at."""
        element = self.run(_SHOWN, at)
        assert isinstance(element, WebElement)
        return element

    def point(self, at: str, *, shift: bool = False) -> None:
        """Clicks a place on the map."""
        place = self.place(at)
        hand = ActionChains(self.driver, duration=20)
        if shift:
            hand.key_down(Keys.SHIFT)
        hand.move_to_element(place).click()
        if shift:
            hand.key_up(Keys.SHIFT)
        hand.perform()

    def drag(self, path: Sequence[str]) -> None:
        """Drags from the first place through all others."""
        self.place(path[len(path) // 2])
        hand = ActionChains(self.driver, duration=30)
        hand.move_to_element(self.find(f'[data-hit="{path[0]}"]')).click_and_hold()
        for at in path[1:]:
            hand.move_to_element(self.find(f'[data-hit="{at}"]'))
        hand.release().perform()

    def keys(self, *strokes: str) -> None:
        """Types, wherever the focus is."""
        hand = ActionChains(self.driver, duration=5)
        for stroke in strokes:
            hand.send_keys(stroke)
        hand.perform()

    def chord(self, held: str, stroke: str) -> None:
        """Types one key while another is held."""
        ActionChains(self.driver, duration=5).key_down(held).send_keys(stroke).key_up(held).perform()

    def saved(self, name: str) -> Path:
        """A file that the page was told to save."""
        WebDriverWait(self.driver, 10, poll_frequency=0.05).until(lambda _: (self.downloads / name).exists())
        path = self.downloads / name
        kept = path.with_name(f"{time.monotonic_ns()}-{name}")
        return path.rename(kept)


def hired(downloads: Path) -> Iterator[Clerk]:
    """A clerk for a fixture."""
    clerk = Clerk(downloads)
    yield clerk
    clerk.driver.quit()
