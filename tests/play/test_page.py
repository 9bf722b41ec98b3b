"""Evenings on the page of `pbem play` in a headless Chromium: nothing is typed at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.players import Player, fresh_player
from tests.cli.stages import reached
from tests.play.server import Running
from tests.play.sitter import Sitter, served
from tests.report.page import axe
from tests.report.page.test_orders_looks import NAMELESS, SEEN
from tests.tiers import turns

pytestmark = pytest.mark.slow


def practising(at: Path) -> Player:
    """Anna, who has begun a learning game against the practice opponent."""
    anna = fresh_player(at, "anna")
    begin = ("--ruleset", "napoleon-at-war", "--scenario", "learning-jena", "--side", "french", "--name", "Anna")

    def play() -> None:
        anna.good("practice", *begin, "--no-passphrase", "--folder", "game")

    reached(at, (anna.home, anna.place), "practising", play)
    return anna.within("game")


@pytest.fixture
def anna(tmp_path: Path) -> Player:
    return practising(tmp_path)


@pytest.fixture
def server(anna: Player) -> Iterator[Running]:
    with served(anna) as running:
        yield running


def orders(player: Player) -> str:
    return (player.place / "orders.yaml").read_text("utf-8")


# -- by mouse, by keys, by touch ----------------------------------------------------------------


def test_a_whole_practice_game_is_played_on_the_page_alone(sitter: Sitter, tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    with served(anna) as server:
        sitter.sit(server)
        sitter.shown("#play", "A game against the practice opponent")
        scenario = sitter.run(
            "return [...document.querySelectorAll('#play select option')]"
            ".find((one) => one.textContent.includes('Cospeda')).value;"
        )
        sitter.choose("#play select", scenario)
        sitter.click("button", "Play the French")
        for turn in (1, 2, 3):
            sitter.shown("#title", f"Game-Turn {turn}")
            sitter.view("order")
            sitter.settled()
            sitter.signs()
            sitter.click("dialog button", "Let the practice opponent play")
        sitter.shown("#about", "win")
        sitter.view("read")
        assert "What happened" in sitter.report()
        sitter.click("button", "Map before and after")
        assert "Cospeda" in sitter.report() and "zone of control" not in sitter.report()
        sitter.run("document.querySelector('#overlays').open = true;")
        sitter.click("#overlays label", "zones of control")
        assert "zone of control" in sitter.report()
        assert sitter.run("return document.querySelector('#overlays').open;")


def test_a_turn_by_mouse(sitter: Sitter, anna: Player, server: Running) -> None:
    sitter.sit(server)
    sitter.settled()
    sitter.goes("0606", "0706")
    assert 'path: ["0606", "0706"]' in orders(anna)
    sitter.tab("attacks")
    sitter.shown("#panel-attacks", "Ordered attacks")
    sitter.tab("file")
    sitter.shown("#panel-file", "Nothing is wrong with these orders.")
    sitter.signs()
    assert (anna.place / "outbox/0002-a.yaml").exists()


def test_a_turn_by_keys_alone(sitter: Sitter, anna: Player, server: Running) -> None:
    sitter.sit(server)
    sitter.settled()
    sitter.run("document.querySelector('.board-sheet:not([hidden])').focus();")
    sitter.keys("n", Keys.ENTER)
    sitter.until("return Boolean(document.querySelector('.own-reach .within'));")
    sitter.keys(Keys.ARROW_UP, Keys.ENTER)
    sitter.settled()
    assert "- {unit: " in orders(anna)
    sitter.chord(Keys.CONTROL, Keys.ENTER)
    sitter.shown("dialog button", "Sign it")
    sitter.keys(Keys.ENTER)
    sitter.shown("dialog h2", "is signed")


def test_a_turn_by_touch(sitter: Sitter, anna: Player, server: Running) -> None:
    sitter.sit(server)
    sitter.settled()
    sitter.taps("0606")
    sitter.until("return Boolean(document.querySelector('.own-reach .within'));")
    sitter.taps("0706")
    sitter.settled()
    assert 'path: ["0606", "0706"]' in orders(anna)


def test_who_leaves_the_dialogue_finds_what_is_left_to_do_where_the_page_goes_on(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    sitter.sit(server)
    sitter.settled()
    sitter.signs()
    sitter.click("dialog button", "Done")
    sitter.shown("#view-act", "The practice opponent")
    assert not sitter.find("#news").is_displayed()
    sitter.click("#view-act button", "Let the practice opponent play")
    sitter.shown("#news", "The practice opponent has played")
    assert "What happened" in sitter.report()
    sitter.view("order")
    sitter.settled()
    assert not sitter.find("#news").is_displayed()


def test_standing_orders_that_count_soon_come_first_and_a_whole_map_stays_whole(sitter: Sitter, tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    begin = ("--ruleset", "napoleon-at-war", "--scenario", "learning-jena", "--side", "prussian", "--name", "Anna")
    anna.good("practice", *begin, "--no-passphrase", "--folder", "game")
    anna.within("game").good("submit", "--yes")
    anna.within("game").good("practice")
    with served(anna.within("game")) as server:
        sitter.sit(server)
        sitter.settled()
        sitter.tab("standing")
        sitter.shown("#panel-standing > section", "Division Tauenzien")
        assert "Saxon" not in sitter.text("#panel-standing > section")
        sitter.click("#panel-standing > details > summary")
        sitter.shown("#panel-standing details", "Saxon Division")
        sitter.resize(1920, 1080)
        sitter.until(
            "const sheet = document.querySelector('.board-sheet:not([hidden])');"
            "return sheet.querySelector('svg').getBoundingClientRect().height > sheet.clientHeight * 0.98;"
        )


# -- two players ----------------------------------------------------------------------------------


def test_two_players_with_a_server_each_exchange_what_they_copy(sitter: Sitter, tmp_path: Path) -> None:
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    begin = ("--ruleset", "napoleon-at-war", "--scenario", "learning-jena", "--side", "french", "--name", "Anna")
    anna.good("new", *begin, "--no-passphrase", "--folder", "game")
    bert.good("keys", "new", "--no-passphrase")
    with served(anna.within("game")) as hers, served(bert) as his:
        sitter.sit(his)
        sitter.takes((anna.place / "game/outbox/0000-a.yaml").read_text("utf-8"))
        sitter.shown("dialog", "An invitation")
        sitter.write("dialog input[type=text]", "Bert")
        sitter.click("dialog button", "Accept")
        sitter.shown("#news", "Your fingerprint, for him to compare")
        sitter.shown("#view-act", "Your message 1")
        mail = sitter.run("return document.querySelector('#view-act textarea.file').value;")
        for seq, reader in enumerate((hers, his, hers), 2):
            sitter.sit(reader)
            sitter.enter()
            sitter.view("act")
            sitter.shown("#view-act", "Take a mail in")
            sitter.takes(mail)
            sitter.shown("#news", f"message {seq - 1} of")
            sitter.shown("#views a[data-view=order]")
            sitter.view("order")
            sitter.settled()
            sitter.signs()
            mail = sitter.outgoing()
            assert f"Message {seq} is signed" in sitter.text("dialog h2")
    assert len(list((anna.place / "game/outbox").glob("*.yaml"))) == 3


# -- what is right and wrong ----------------------------------------------------------------------


def test_what_the_rules_forbid_is_told_at_its_place_and_cannot_be_signed(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    sitter.sit(server)
    sitter.settled()
    (anna.place / "orders.yaml").write_text(
        orders(anna).replace("moves:", 'moves:\n  - {unit: gaz-1, path: ["0606", "0909"]}', 1), "utf-8"
    )
    sitter.shown("#said", "edited beside this page")
    sitter.settled()
    sitter.shown("#move-list .wrong", "0909")
    assert sitter.find("#tab-moves").get_attribute("data-wrong") == "1"
    checked = anna("check", "--json")
    assert checked.status == 1 and "0909" in checked.err + checked.out
    sitter.chord(Keys.CONTROL, Keys.ENTER)
    sitter.shown("dialog", "This cannot be signed")
    assert not (anna.place / "outbox/0002-a.yaml").exists()


# -- files beside the page --------------------------------------------------------------------------


def test_an_edit_beside_the_page_stands_on_it_and_keeps_its_comments(
    sitter: Sitter, anna: Player, server: Running
) -> None:
    sitter.sit(server)
    sitter.settled()
    sitter.goes("0606", "0706")
    (anna.place / "orders.yaml").write_text(f"# my own plan\n{orders(anna)}", "utf-8")
    sitter.shown("#said", "edited beside this page")
    sitter.goes("0607", "0707")
    text = orders(anna)
    assert text.startswith("# my own plan\n") and '["0607", "0707"]' in text and '["0606", "0706"]' in text


def test_a_second_window_and_the_command_line_are_told_of(sitter: Sitter, anna: Player, server: Running) -> None:
    sitter.sit(server)
    sitter.settled()
    anna.good("submit", "--yes", "--empty")
    sitter.shown("#news", "The campaign has gone on")


# -- for everybody ------------------------------------------------------------------------------------


MAP = [".board-sheet svg"]


@pytest.mark.parametrize(("width", "height", "dark"), turns([(1280, 720, False), (1920, 1080, True)]))
def test_nothing_keeps_anybody_from_using_it(
    sitter: Sitter, server: Running, width: int, height: int, dark: bool
) -> None:
    """By all that axe looks for; in the other scheme, which changes nothing but colours, by its rule of them."""
    sitter.resize(width, height, dark=dark)
    sitter.sit(server)
    sitter.settled()
    for name in ("moves", "attacks", "orders", "standing", "file", "act", "new"):
        if name == "act":
            sitter.view(name)
        elif name == "new":
            sitter.click("#views a", "All campaigns")
            sitter.click("button", "Invite somebody...")
            sitter.shown("dialog", "Your name, as your opponent will read it")
        else:
            sitter.tab(name)
        # The whole page with the first and the last of them, then what has changed.
        within = () if name in ("moves", "act", "new") else ("#tabs", f"#panel-{name}")
        assert axe.complaints(sitter.driver, within=within, pictures=MAP) == []
        sitter.resize(width, height, dark=not dark)
        assert axe.complaints(sitter.driver, within=within, pictures=MAP, rules=["color-contrast"]) == []
        sitter.resize(width, height, dark=dark)


@pytest.mark.parametrize(("width", "height"), turns([(1280, 720), (1920, 1080)]))
def test_the_whole_map_is_seen_and_counters_keep_their_names(
    sitter: Sitter, server: Running, width: int, height: int
) -> None:
    sitter.resize(width, height)
    sitter.sit(server)
    sitter.settled()
    for zoom in ("larger", "larger", "larger", "whole map", *["smaller"] * 6, "whole map"):
        sitter.click(f"[data-key='zoom {zoom}']")
        uppermost, nameless = sitter.run(NAMELESS)
        assert len(uppermost) > 5 and nameless == [], zoom
        if zoom == "whole map":
            beyond, below, filled = sitter.run(SEEN)
            assert (beyond, below) == (0, 0) and 0.97 < filled < 1.01


_SINK = """
try { document.createElement("p").innerHTML = "<b>bold</b>"; return "taken"; } catch (error) { return error.name; }"""
_POLICY = """
try { trustedTypes.createPolicy("other", {}); return "made"; } catch (error) { return error.name; }"""


def test_the_page_takes_no_markup_but_its_own_and_ends_by_its_button(sitter: Sitter, server: Running) -> None:
    sitter.sit(server)
    sitter.settled()
    assert sitter.all(".board-sheet svg") and sitter.run(_SINK) == "TypeError" and sitter.run(_POLICY) == "TypeError"
    assert len(sitter.logs()) == 2, "the browser says that it has refused both"
    sitter.click("#stop")
    sitter.shown("#play", "The program has ended")
    server.thread.join(20)
    assert not server.thread.is_alive()
