"""Somebody who spends an evening before the page of `pbem play`, in a headless Chromium."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from pbem.campaign.core.person import load_person
from pbem.play.evening import Evening
from pbem.store.folder import is_campaign
from pbem.store.home import Home
from tests.cli.players import Player
from tests.play.server import Running, running
from tests.report.page.clerk import Clerk

PATIENCE = 30
"""Seconds for what the program does: it may draw maps and play a turn."""
_FIND = "[...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes(arguments[1]))"
_VALUE = f"return {_FIND}.value;"
_TOUCH = "Input.dispatchTouchEvent"


@contextmanager
def served(player: Player) -> Iterator[Running]:
    """A server for a player, who stands in his campaign's folder or above it."""
    home = Home(player.home)
    here = player.place if is_campaign(player.place) else None
    with running(Evening(home, load_person(home, lambda: ""), here, player.place)) as server:
        yield server


class Sitter(Clerk):
    """A clerk whose page asks the program."""

    def sit(self, server: Running) -> None:
        """Opens the page as the program does."""
        self.driver.get(server.file.as_uri())
        self.until("return Boolean(document.querySelector('#play > *'));")

    def until(self, script: str, *given: Any) -> None:
        """Waits until a script says so. What takes long is looked at more and more seldom."""
        end, pause = time.monotonic() + PATIENCE, 0.02
        while not self.run(script, *given):
            if time.monotonic() > end:
                seen = self.text("body")
                raise AssertionError(f"{given or script}: not so after {PATIENCE} s\n{self.logs()}\n{seen[-1500:]}")
            time.sleep(pause)
            pause = min(1.3 * pause, 0.2)

    def shown(self, css: str, text: str = "") -> None:
        """Waits until an element that is seen holds this text."""
        self.until(
            "return [...document.querySelectorAll(arguments[0])]"
            ".some((one) => one.checkVisibility() && one.textContent.includes(arguments[1]));",
            css,
            text,
        )

    def click(self, css: str, text: str = "") -> None:
        """Clicks the first element that matches and holds this text, once it is there."""
        self._again(lambda: (self.shown(css, text), super(Sitter, self).click(css, text)))

    def choose(self, css: str, value: str) -> None:
        """Chooses in a list, once it is there."""
        self._again(lambda: (self.shown(css), super(Sitter, self).choose(css, value)))

    def text(self, css: str) -> str:
        """What the first element that matches holds."""
        return str(self._again(lambda: super(Sitter, self).text(css)))

    @staticmethod
    def _again(reach: Callable[[], Any]) -> Any:
        """The page may draw something anew while he reaches for it: then he looks for it again."""
        for _ in range(5):
            with suppress(StaleElementReferenceException):
                return reach()
        raise AssertionError("nothing on the page stands still")

    def write(self, css: str, text: str) -> None:
        """Types into a field, once it is there."""
        self.shown(css)
        super().write(css, text)

    def types(self, css: str, text: str) -> None:
        """Types into a field of a form, in the place of what stands there."""
        self.shown(css)
        self.run(
            "const one = document.querySelector(arguments[0]); one.scrollIntoView({ block: 'center' }); one.focus();",
            css,
        )
        self.chord(Keys.CONTROL, "a")
        self.keys(text)

    def enter(self) -> None:
        """Goes from the list into the campaign, unless the page began with it."""
        self.shown("#play .campaign a, #views a[data-view]")
        if self.all("#play .campaign a"):
            self.click("#play .campaign a")
        self.shown("#views a[data-view]")

    def view(self, name: str) -> None:
        """Turns to a part of the campaign: read, order or act."""
        self.click(f"#views a[data-view={name}]")
        self.shown(f"#view-{name}")

    def settled(self) -> None:
        """Waits until the program has judged the orders as they are now, and they stand in the file."""
        self.until("return Boolean(window.pbemPlay) && pbemPlay.isSettled();")

    def ready(self) -> None:
        """Waits until it is known where those can go who are chosen, if somebody is."""
        self.settled()
        self.until("return !document.querySelector('.sheet-of-unit > .doubt');")

    def goes(self, counter: str, place: str) -> None:
        """Points at a unit where it stands, then at the place where it goes."""
        self.point(counter)
        self.until("return Boolean(document.querySelector('.own-reach .within'));")
        self.point(place)
        self.settled()

    def signs(self) -> None:
        """Signs what is due on the page of orders, with all that the dialogue says."""
        self.chord(Keys.CONTROL, Keys.ENTER)
        self.shown("dialog button", "Sign it")
        self.click("dialog button", "Sign it")
        self.shown("dialog h2", "is signed")

    def outgoing(self) -> str:
        """The text of the message that the dialogue offers to be copied."""
        self.until("return Boolean(document.querySelector('dialog textarea.file'));")
        return str(self.run("return document.querySelector('dialog textarea.file').value;"))

    def takes(self, mail: str) -> None:
        """Lays a mail down in the box for it, and has it taken in."""
        self.shown(".mailbox textarea")
        self.run("document.querySelector(arguments[0]).value = arguments[1];", ".mailbox textarea", mail)
        self.click(".mailbox button", "Take it in")

    def drops(self, mail: Path) -> None:
        """Drops the file of a mail."""
        script = """
            const [name, text] = arguments, data = new DataTransfer();
            data.items.add(new File([text], name));
            const box = document.querySelector(".mailbox");
            box.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));"""
        self.run(script, mail.name, mail.read_text("utf-8"))

    def report(self) -> str:
        """The report that is read."""
        self.shown(".report:not([aria-busy]) iframe.paper")
        frame = self.find("iframe.paper")
        self.driver.switch_to.frame(frame)
        try:
            self.until("return Boolean(document.querySelector('main'));")
            return str(self.driver.find_element(By.TAG_NAME, "body").text)
        finally:
            self.driver.switch_to.default_content()

    def taps(self, at: str) -> None:
        """Touches a place on the map for a moment."""
        x, y = self._middle(at)
        self.driver.execute_cdp_cmd(_TOUCH, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.driver.execute_cdp_cmd(_TOUCH, {"type": "touchEnd", "touchPoints": []})
        time.sleep(0.05)

    def _middle(self, at: str) -> tuple[float, float]:
        box = self.run(
            "const b = arguments[0].getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2];",
            self.place(at),
        )
        return float(box[0]), float(box[1])

    def leave(self) -> None:
        """Leaves the page, whatever it has not written yet."""
        self.run("window.onbeforeunload = null;")
        self.driver.get("about:blank")

    # -- two at two pages ---------------------------------------------------------------------

    def returns(self, server: Running, view: str = "") -> None:
        """Sits down before another server, in its campaign, at a part of it."""
        self.sit(server)
        self.enter()
        if view:
            self.view(view)

    def chooses_game(self, title: str, side: str) -> None:
        """Begins a game against the practice opponent from the list of campaigns."""
        self.shown("#play", "A game against the practice opponent")
        self.choose("#play select", self.run(_VALUE, "#play select option", title))
        self.click("button", f"Play the {side}")
        self.shown("#view-order:not([hidden])")
        self.settled()

    def practises(self) -> None:
        """Signs what is due and has the practice opponent play, again and again until there is something to decide."""
        self.signs()
        for _ in range(20):
            self.click("dialog button", "Let the practice opponent play")
            self.shown("#news", "The practice opponent has played")
            if not self.all("#about a"):
                return
            self.click("#about a")
            self.shown("#view-order:not([hidden]), #view-act [data-key='sign plain']")
            if self.all("#view-order:not([hidden])"):
                self.settled()
                return
            self.click("#view-act button", "Look at it and sign")
            self.click("dialog button", "Sign it")

    def signed(self, number: int) -> str:
        """Waits for the signature under this message; its text."""
        self.click("dialog button", "Sign it")
        self.shown("dialog h2", f"Message {number} is signed")
        return self.outgoing()

    def ends(self) -> None:
        """Closes the dialogue, after which the page is read again."""
        self.run("window.pbemStale = true;")
        self.click("dialog button", "Done")
        self.until("return !window.pbemStale && Boolean(document.querySelector('#views a[data-view]'));")

    def hands(self, mail: str) -> None:
        """Takes a mail in, after which the page is read again."""
        self.run("window.pbemStale = true;")
        self.takes(mail)
        self.until("return !window.pbemStale && Boolean(document.querySelector('#views a[data-view]'));")
