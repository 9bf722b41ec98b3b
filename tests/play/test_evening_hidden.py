"""Hidden games on the page of `pbem play`: by mouse, by keys, by touch, and with an opponent who means harm."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.players import Duel, Player, accepted, fresh_player
from tests.games.chance import fixed_evening
from tests.play.evenings import read_orders
from tests.play.server import Running
from tests.play.sitter import Sitter, served

pytestmark = pytest.mark.slow
GAME = ("--ruleset", "jours-de-gloire", "--scenario", "eylau-1807", "--side", "french", "--name", "Anna")
WAYS = (("mouse", "keys"), ("touch", "mouse"))
"""How the stacks are moved that each of the two sides orders in its turn."""
AGAIN = 8
"""Up to this message the page is read again after each signature; later its player comes back to it anyway."""
ARROWS = (Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
HERE = """
    [...document.querySelectorAll(arguments[0])]
        .some((one) => one.dataset.spot === document.querySelector(".own-cursor [data-spot]").dataset.spot)"""
WITHIN = ".own-reach .within:not(.pass)"


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Duel]:
    """The dice of one game that has been looked at: in some others somebody is shut in."""
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    with fixed_evening("three turns at Eylau"):
        anna.good("new", *GAME, "--no-passphrase", "--folder", "game")
        yield accepted(anna, bert)


def moves(sitter: Sitter, player: Player, ways: Sequence[str]) -> int:
    """Orders stacks to go somewhere, each in its own way with all who stand there, as far as the rules allow it; how
    many stand in the file then."""
    for _ in range(12):
        way = ways[ordered(player)]
        sitter.run("document.querySelector('.board-sheet:not([hidden])').focus();")
        sitter.keys(Keys.ESCAPE, "n")
        chosen(sitter, way, ".own-cursor [data-spot]")
        sitter.ready()
        if not sitter.all(WITHIN):
            continue
        sitter.keys("a")
        sitter.ready()
        if not sitter.all(WITHIN):
            continue
        chosen(sitter, way, WITHIN)
        sitter.settled()
        if ordered(player) == len(ways):
            break
    return ordered(player)


def ordered(player: Player) -> int:
    return len(read_orders(player.place / "orders.yaml").get("orders", ()))


def chosen(sitter: Sitter, way: str, css: str) -> None:
    """Chooses a place that is marked on the map; the keys choose one next to the cursor."""
    marked = sitter.run("return document.querySelector(arguments[0])?.dataset.spot;", css)
    if way == "keys" or not marked:
        for arrow in ARROWS:
            if sitter.run(f"return Boolean({HERE});", css):
                break
            sitter.keys(arrow)
        sitter.keys(Keys.ENTER)
    elif way == "touch":
        sitter.taps(marked)
    else:
        sitter.point(marked)


def orders(sitter: Sitter, player: Player, ways: Sequence[str]) -> int:
    """Signs what is due, with stacks moved where there are some to be moved; how many were."""
    moved = 0
    if not sitter.all("#views a[data-view=order]"):
        sitter.view("act")
        sitter.click("#view-act button", "Look at it and sign")
        return moved
    sitter.view("order")
    sitter.settled()
    if "Set-up" in sitter.text("#title"):
        wants_to_be_asked(sitter, player)
    elif sitter.find("#tab-moves").is_displayed():
        moved = moves(sitter, player, ways)
    sitter.chord(Keys.CONTROL, Keys.ENTER)
    return moved


def wants_to_be_asked(sitter: Sitter, player: Player) -> None:
    """Standing orders as the page writes them: after a battle the turn stops."""
    sitter.tab("standing")
    sitter.click("[data-key='slot winner'] summary")
    sitter.click("[data-key='set winner']")
    sitter.choose("[data-key='standing/winner#']", '"ask"')
    sitter.settled()
    assert "\nwinner: ask\n" in (player.place / "standing.yaml").read_text("utf-8")


def test_a_turn_of_a_hidden_game(sitter: Sitter, pair: Duel, tmp_path: Path) -> None:
    moved: list[int] = []
    with served(pair.anna) as hers, served(pair.bert) as his:
        mail = ""
        for number in range(2, 80):
            player, server = (pair.bert, his) if number % 2 else (pair.anna, hers)
            sitter.returns(server, "act" if mail else "")
            hands_over(sitter, mail, tmp_path / f"{number}.eml", dropped=number % 4 < 2)
            if "Turn 2 " in sitter.text("#title"):
                break
            stacks = orders(sitter, player, WAYS[len(moved)])
            moved += [stacks] if stacks else []
            mail = sitter.signed(number)
            if number < AGAIN:
                sitter.ends()
    assert moved == [len(ways) for ways in WAYS], "both have moved stacks"


def hands_over(sitter: Sitter, mail: str, path: Path, *, dropped: bool) -> None:
    if not mail:
        return
    if not dropped:
        sitter.hands(mail)
        return
    path.write_text(mail, "utf-8")
    sitter.shown(".mailbox textarea")
    sitter.run("window.pbemStale = true;")
    sitter.drops(path)
    sitter.until("return !window.pbemStale && Boolean(document.querySelector('#views a[data-view]'));")


# -- an opponent who means harm ------------------------------------------------------------------------------


HARM = "window.harm = (window.harm ?? 0) + 1"
NAME = 'Bert" onfocus="alert(1)" &lt;img onerror=1&gt; {{7*7}}'
NOTE = f"<script>{HARM}</script> <svg onload='{HARM}'> <iframe srcdoc='x'></iframe> javascript:alert(1)"
_MADE = """
const inside = [...document.querySelectorAll("iframe.paper")].map((one) => one.contentDocument);
return [document, ...inside].flatMap((one) =>
    [...one.querySelectorAll("img, object, embed, iframe:not(.paper), [onload], [onerror], a[href^='javascript']")]
).length + (window.harm ?? 0) + inside.filter((one) => one.defaultView.harm).length;"""


def harmless(sitter: Sitter, server: Running) -> None:
    """Nothing was made of what the opponent wrote, and nobody else was asked for anything."""
    assert sitter.run(_MADE) == 0
    asked = [
        message["params"]["request"]["url"]
        for entry in sitter.driver.get_log("performance")
        for message in [json.loads(entry["message"])["message"]]
        if message["method"] == "Network.requestWillBeSent"
    ]
    known = (server.origin, "file:", "data:", "about:")
    assert [url for url in asked if not url.startswith(known)] == []


def test_what_an_opponent_calls_himself_and_writes_is_text_in_every_view(watched: Sitter, tmp_path: Path) -> None:
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    game = ("--ruleset", "napoleon-at-war", "--scenario", "learning-jena", "--side", "french", "--name", "Anna")
    anna.good("new", *game, "--no-passphrase", "--folder", "game")
    invitation = anna.place / "game/outbox/0000-a.yaml"
    bert.good("join", invitation, "--name", NAME, "--no-passphrase", "--folder", "game", "--yes")
    anna.good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    pair = Duel(anna.within("game"), bert.within("game"))
    pair.turn(2)
    pair.bert.good("orders", "--fresh")
    path = pair.bert.place / "orders.yaml"
    path.write_text(f"{path.read_text('utf-8')}note: |\n  {NOTE}\n", "utf-8")
    pair.bert.good("submit", "--yes", "--empty")
    mail = pair.mail(pair.bert, 3)
    hostile = tmp_path / f"<img onerror='{HARM.replace('?', '')}'>.eml"
    hostile.write_bytes(b"no mail")
    with served(pair.anna) as hers:
        watched.driver.get_log("performance")
        watched.returns(hers, "act")
        watched.shown(".mailbox textarea")
        watched.drops(hostile)
        watched.shown(".received .wrong")
        assert NAME in watched.text("#play")
        harmless(watched, hers)
        hands_over(watched, mail.read_text("utf-8"), tmp_path / "3.eml", dropped=True)
        watched.view("read")
        assert "<script>" in watched.report()
        harmless(watched, hers)
        for view in ("order", "act"):
            watched.view(view)
            if view == "order":
                watched.settled()
            else:
                watched.shown(".mailbox textarea")
            harmless(watched, hers)
        watched.driver.get(f"{hers.origin}/#/")
        watched.shown(".campaigns")
        harmless(watched, hers)
