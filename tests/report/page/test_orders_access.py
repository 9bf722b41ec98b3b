"""The orders page for everybody: by keyboard alone, for screen readers, small and large, light and dark; and closed."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.orders.loader import load
from pbem.report.page.assemble import Page, assemble
from tests.cli.players import Player
from tests.report.page import axe
from tests.report.page.clerk import Clerk
from tests.report.page.desks import page_of
from tests.tiers import turns

# What reaches beyond the window: elements that are wider than there is room, and nothing scrolls.
BEYOND = """
const page = document.getElementById("page");
return [document.documentElement, page].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.tagName);"""
# The rules of axe that depend on colours, and so on whether the page is light or dark.
COLOURS = ("color-contrast", "link-in-text-block")
PANELS = ("moves", "attacks", "orders", "standing", "file")


# -- keys alone ---------------------------------------------------------------------------------


def focus(clerk: Clerk) -> str:
    return str(clerk.run("const e = document.activeElement; return e.id || e.dataset.key || e.tagName;"))


def tab_to(clerk: Clerk, name: str, *, back: bool = False) -> None:
    """Presses Tab until this has the focus."""
    for _ in range(60):
        if focus(clerk).startswith(name):
            return
        if back:
            clerk.run("")
        clerk.keys(Keys.TAB)
    raise AssertionError(f"Tab does not reach {name}: {focus(clerk)}")


@pytest.mark.slow
def test_a_turn_is_ordered_with_the_keyboard_alone(at_desk: Clerk) -> None:
    tab_to(at_desk, "sheet-0")
    at_desk.keys("n")
    # Who stands there is told before the ground.
    assert "French" in at_desk.said.split(". ")[1]
    at_desk.keys(Keys.ENTER)
    assert "chosen" in at_desk.said
    outline = at_desk.run("return getComputedStyle(document.activeElement).outlineStyle;")
    assert outline != "none" and at_desk.all(".own-cursor .cursor")
    # Some place next to the unit is free and in reach.
    for key in (Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT):
        at_desk.keys(key)
        assert at_desk.said
        at_desk.keys(Keys.ENTER)
        if "movement points" in at_desk.said:
            break
    moves = load(at_desk.orders()).data["moves"]
    assert len(moves) == 1 and len(moves[0]["path"]) > 1
    at_desk.keys(Keys.BACKSPACE)
    assert "moves" not in load(at_desk.orders()).data
    at_desk.chord(Keys.CONTROL, "z")
    assert load(at_desk.orders()).data["moves"] == moves
    tab_to(at_desk, "tab-moves")
    tab_to(at_desk, "unit ")
    at_desk.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    who = at_desk.run("return document.activeElement.dataset.who;")
    at_desk.keys(Keys.ENTER)
    assert focus(at_desk) == "destination"
    at_desk.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert [one["unit"] for one in load(at_desk.orders()).data["moves"]] == [moves[0]["unit"], who]
    assert focus(at_desk) == "destination"


@pytest.mark.slow
def test_an_attack_is_put_together_with_the_keyboard_alone(at_desk: Clerk) -> None:
    key = "return document.activeElement.dataset.key;"
    at_desk.tab("attacks")
    before = at_desk.orders()
    tab_to(at_desk, "new-target")
    at_desk.keys(Keys.ARROW_DOWN)
    # Going through a list of choices chooses nothing yet.
    assert at_desk.orders() == before and focus(at_desk) == "new-target"
    at_desk.keys(Keys.ENTER)
    # The focus goes on to what was begun, and stays there.
    assert str(at_desk.run(key)).startswith("attack 0 Attackers") and at_desk.find("#attack-list li.now").is_displayed()
    everybody = load(at_desk.orders()).data["attacks"][0]["by"]
    at_desk.keys(Keys.SPACE)
    assert len(load(at_desk.orders()).data["attacks"][0].get("by", ())) == len(everybody) - 1
    at_desk.keys(Keys.SPACE)
    assert sorted(load(at_desk.orders()).data["attacks"][0]["by"]) == sorted(everybody)
    assert str(at_desk.run(key)).startswith("attack 0 Attackers")


@pytest.mark.slow
def test_an_attack_begun_by_a_click_is_seen_in_its_list(at_desk: Clerk) -> None:
    at_desk.resize(1280, 600)
    foe = at_desk.data()["known"]["bare"]["targets"][0]["place"]
    at_desk.tab("attacks")
    at_desk.run("pbemOrders.load(arguments[0]);", {"attacks": [{"on": ["0101"], "by": ["x"]}] * 4})
    at_desk.point(foe)
    seen = at_desk.run(
        "const place = (one) => document.querySelector(one).getBoundingClientRect();"
        "const [a, b] = [place('#attack-list li.now'), place('#panels')];"
        "return [a.top >= b.top - 1, a.top < b.bottom];"
    )
    assert seen == [True, True]


@pytest.mark.slow
def test_panels_are_turned_to_with_arrows(at_desk: Clerk) -> None:
    tab_to(at_desk, "tab-moves")
    seen = []
    for _ in PANELS:
        seen.append(focus(at_desk).removeprefix("tab-"))
        at_desk.keys(Keys.ARROW_RIGHT)
    assert tuple(seen) == PANELS and focus(at_desk) == "tab-moves"
    at_desk.keys(Keys.END)
    tab_to(at_desk, "copy orders")
    at_desk.keys(Keys.ENTER)
    assert at_desk.said == "orders.yaml copied"


@pytest.mark.slow
def test_steps_are_taken_with_shift_and_enter_and_taken_back(at_desk: Clerk) -> None:
    tab_to(at_desk, "sheet-0")
    at_desk.keys("n", Keys.ENTER, Keys.ARROW_DOWN)
    at_desk.chord(Keys.SHIFT, Keys.ENTER)
    assert at_desk.text("#drawn-path").count("–") == 1
    at_desk.keys(Keys.BACKSPACE)
    assert at_desk.text("#drawn-path").count("–") == 0
    at_desk.keys(Keys.ESCAPE)
    assert not at_desk.all("#drawn-path") and at_desk.all(".own-spots .selected")
    at_desk.keys(Keys.ESCAPE)
    assert not at_desk.all(".own-spots .selected")


# -- for everybody ------------------------------------------------------------------------------


def fill(clerk: Clerk) -> None:
    """A move, an attack, a form or two."""
    clerk.click(".unit[role=option]")
    clerk.choose("#destination", clerk.all("#destination option")[1].get_attribute("value") or "")
    clerk.click("[data-key=stepwise]")
    clerk.click("[data-key='move 0 edit'] summary")
    clerk.tab("attacks")
    clerk.find("#new-target").send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    clerk.click("[data-key='attack 0 edit'] summary")
    clerk.click("[data-key='orders/attacks/0#add retreat']")
    clerk.tab("standing")
    clerk.click(".slot summary")
    clerk.click(".slot[open] button")


def without_pictures(clerk: Clerk) -> None:
    """For the thousands of elements of a picture, and of words that fields offer, axe needs seconds; one test leaves
    them in."""
    clerk.run(
        "for (const one of document.querySelectorAll('.board-sheet svg > *, datalist > :nth-child(n+9)')) one.remove();"
    )


def turned_to(name: str) -> tuple[str, ...]:
    """What there is to look at when this panel is turned to: the whole page with the first, then what has changed."""
    return () if name == PANELS[0] else ("#tabs", f"#panel-{name}")


@pytest.mark.parametrize(
    ("size", "dark"), turns([((1280, 720), False), ((1920, 1080), True), ((360, 900), True)]), ids=str
)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    at_desk: Clerk, size: tuple[int, int], dark: bool
) -> None:
    at_desk.resize(*size, dark=dark)
    fill(at_desk)
    without_pictures(at_desk)
    for name in PANELS:
        at_desk.tab(name)
        at_desk.run("for (const one of [...document.querySelectorAll('main details')].slice(0, 9)) one.open = true;")
        # What does not depend on colours it looks for once.
        rules = () if dark else COLOURS
        assert axe.complaints(at_desk.driver, within=turned_to(name), rules=rules) == [], name
        assert at_desk.run(BEYOND) == [], name


@pytest.mark.slow
def test_a_hidden_game_is_for_everybody_too(clerk: Clerk, eylau: tuple[Player, Path]) -> None:
    clerk.open(eylau[1])
    clerk.click(".unit[role=option]")
    assert axe.complaints(clerk.driver) == []


@pytest.mark.parametrize(("size", "dark"), turns([((1280, 720), True), ((1920, 1080), False)]), ids=str)
def test_a_draft_and_what_is_wrong_are_for_everybody_too(at_desk: Clerk, size: tuple[int, int], dark: bool) -> None:
    at_desk.resize(*size, dark=dark)
    fill(at_desk)
    at_desk.reopen()
    without_pictures(at_desk)
    assert at_desk.find("#draft").is_displayed()
    at_desk.run(WRONG)
    assert at_desk.all("#move-list > li.bad")
    for name in PANELS:
        at_desk.tab(name)
        rules = () if dark else COLOURS
        assert axe.complaints(at_desk.driver, within=turned_to(name), rules=rules) == [], name


# As if pbem check had found something at every entry.
WRONG = """
const wrong = [["moves", 0], ["moves", 0, "unit"], ["attacks", 0]];
const findings = wrong.map((path) => ({ path: ["orders", ...path], text: "nobody is called so" }));
pbemOrders.judge.install({ isFinal: () => true, findings: () => findings });"""


# -- closed to everything else --------------------------------------------------------------------


class Listener(BaseHTTPRequestHandler):
    """Counts who asks."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    do_POST = do_GET  # noqa: N815

    def log_message(self, format: str, *args: Any) -> None:
        pass


REACHING = """
const [url, done] = arguments, tried = [];
const image = (go) => {
  const shown = new Image();
  shown.onload = go;
  shown.onerror = () => { tried.push("image"); go(); };
  shown.src = url;
};
const socket = (go) => {
  const failed = () => { tried.push("socket"); go(); };
  try { new WebSocket(url.replace("http", "ws")).onerror = failed; } catch (error) { failed(); }
};
const attempt = (word, deed) => {
  try { deed(); } catch (error) { tried.push(word); }
};
const inserted = () => {
  const script = document.createElement("script");
  script.textContent = "window.hit = 1";
  document.body.append(script);
};
attempt("markup", () => document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.hit = 1'>"));
attempt("script", inserted);
Promise.allSettled([fetch(url).catch(() => tried.push("fetch")), new Promise(image), new Promise(socket)])
  .then(() => done([tried.sort(), window.hit ?? 0]));"""


@pytest.mark.slow
def test_nothing_leaves_the_page_even_for_a_script_inside_of_it(at_desk: Clerk) -> None:
    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/x"
        said = at_desk.driver.execute_async_script(REACHING, url)
    finally:
        server.shutdown()
        server.server_close()
    assert said == [["fetch", "image", "markup", "script", "socket"], 0] and Listener.asked == []
    assert all(
        "Content Security Policy" in line or "TrustedHTML" in line or "Trusted" in line for line in at_desk.logs()
    )


@pytest.mark.slow
def test_no_request_is_made_by_using_it(at_desk: Clerk) -> None:
    at_desk.driver.get_log("performance")
    at_desk.run("location.reload();")
    fill(at_desk)
    asked = []
    for entry in at_desk.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.append(message["params"]["request"]["url"])
    assert asked and all(url.startswith("file:") and url.endswith("orders.html") for url in asked), asked


EVIL = "</script><img src=x onerror='document.title=1'><b>x</b>{{data}}\u2028]]>--><script>document.title=2</script>"


@pytest.mark.slow
def test_markup_in_names_and_notes_stays_text(clerk: Clerk, jena: tuple[Player, Player], tmp_path: Path) -> None:
    """What strangers wrote, in every place of the data that is text."""
    french = jena[0]
    clerk.open(french.place / "orders.html")
    data = poisoned(clerk.data())
    evil = tmp_path / "evil.html"
    page = Page(EVIL, EVIL, EVIL, data, [("Jena", "<svg viewBox='0 0 9 9'></svg>"), (EVIL, "<svg></svg>")], [EVIL])
    evil.write_text(assemble(page), encoding="utf-8")
    clerk.open(evil)
    assert clerk.driver.title == EVIL.replace("\u2028", clerk.driver.title[EVIL.index("\u2028")])
    for name in ("attacks", "orders", "file", "moves"):
        clerk.tab(name)
    clerk.click(".unit[role=option]")
    assert clerk.all("main img, header img, #map img, main b, header b") == []
    assert EVIL[:20] in clerk.text("h1") and EVIL[:20] in clerk.text(".unit-name")
    note = french.place / "orders.yaml"
    kept = note.read_text(encoding="utf-8")
    try:
        note.write_text(f'{kept}note: "{EVIL[:60]}"\n', encoding="utf-8")
        clerk.open(page_of(french, str(tmp_path / "noted.html")))
    finally:
        note.write_text(kept, encoding="utf-8")
    clerk.tab("orders")
    assert clerk.find("#note").get_attribute("value") == EVIL[:60]
    assert load(clerk.orders()).data["note"] == EVIL[:60]


def poisoned(data: Any) -> Any:
    """The same with markup in every name, note, heading and line of help."""
    hot = {"name", "note", "doc", "headline", "title", "template", "text", "description", "x-noun", "hover", "question"}

    def walk(node: Any, key: str) -> Any:
        if isinstance(node, dict):
            return {name: walk(inner, name) for name, inner in node.items()}
        if isinstance(node, list):
            return [walk(inner, key) for inner in node]
        return EVIL if key in hot and isinstance(node, str) else node

    found: Any = walk({key: value for key, value in data.items() if key not in ("schema", "standing", "frame")}, "")
    schema = {"type": "object", "properties": {EVIL[:30]: {"type": "string", "description": EVIL}}}
    frame = {"campaign": "x", "phase": "y", "for": 1}
    return {
        **found,
        "schema": {**data["schema"], "properties": {**data["schema"]["properties"], **schema["properties"]}},
        "standing": None,
        "frame": frame,
    }


@pytest.mark.slow
def test_the_file_is_for_its_owner_alone(jena: tuple[Player, Player], tmp_path: Path) -> None:
    french = jena[0]
    assert (french.place / "orders.html").stat().st_mode & 0o777 == 0o600
    place = tmp_path / "turn.html"
    place.write_bytes((french.place / "orders.html").read_bytes())
    place.chmod(0o644)
    assert page_of(french, str(place)) == place and place.stat().st_mode & 0o777 == 0o600
    refused = french("orders", "--page", "orders.yaml")
    assert refused.status == 2 and "no name for a page" in refused.err
    assert french("orders", "turn.html").status == 2


@pytest.mark.slow
def test_a_page_goes_over_nothing_else(jena: tuple[Player, Player], tmp_path: Path) -> None:
    """Neither over what is no page, nor to where a link leads."""
    other, link = tmp_path / "notes.html", tmp_path / "link.html"
    other.write_text("mine", encoding="utf-8")
    link.symlink_to(other)
    for place in (other, link):
        refused = jena[0]("orders", "--page", str(place), "--json")
        assert refused.status == 2 and refused.json["error"]["code"] == "FILE_EXISTS"
    assert other.read_text(encoding="utf-8") == "mine" and link.is_symlink()
