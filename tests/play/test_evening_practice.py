"""Whole turns against the practice opponent on the page, as people play them, and a question in mid-turn."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.standing import STANDING
from pbem.engine.requests import ORDERS
from tests.cli.players import Player, fresh_player
from tests.games.chance import fixed_evening
from tests.play.evenings import questions, read_orders
from tests.play.sitter import Sitter, served

pytestmark = pytest.mark.slow
STANDS = "[data-key='wishes heilsberg'] [data-key='orders/battles/heilsberg"


def test_a_turn_of_a_hidden_game_against_the_practice_opponent(sitter: Sitter, tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    # The dice of one game that has been looked at: in some others who marches here is shut in.
    with fixed_evening("two turns of Eylau"), served(anna) as server:
        sitter.sit(server)
        sitter.chooses_game("Eylau, January", "French")
        orders = anna.place / "practice/orders.yaml"
        sets_up(sitter, orders)
        sitter.practises()
        sitter.shown("#title", "Turn 1 ")
        attacks(sitter, orders)
        sitter.tab("moves")
        marches(sitter)
        assert [len(one["stack"]) > 1 for one in read_orders(orders)["orders"]] == 3 * [True]
        sitter.practises()
        sitter.shown("#title", "Turn 2 ")
        sitter.view("read")
        assert "What happened" in sitter.report()


def sets_up(sitter: Sitter, orders: Path) -> None:
    """The map shows who begins where; a dummy goes elsewhere, and a general is told what to do in the enemy's turn."""
    assert "Bernadotte" in sitter.text(".board-sheet:not([hidden])")
    sitter.types("[data-key='orders/dummies/0/box#']", "mlawa")
    sitter.click("button", "Order something: reactions")
    key = "[data-key='orders/reactions#key']"
    sitter.shown(key)
    known = "return [...document.querySelector(arguments[0]).list.options].map((one) => one.value);"
    assert {"ney", "vi"} <= set(sitter.run(known, key))
    sitter.types(key, "ney")
    sitter.keys(Keys.ENTER)
    sitter.click("[data-key='orders/reactions/ney#add guns']")
    sitter.settled()
    sitter.shown("#panel-orders .wrong", "generals alone do not react: name under with who goes along (vi)")
    sitter.click("[data-key='orders/reactions/ney#add with']")
    sitter.click("[data-key='orders/reactions/ney/with#add']")
    sitter.types("[data-key='orders/reactions/ney/with/0#']", "vi")
    sitter.settled()
    assert not sitter.all("#tabs [data-wrong]:not([data-wrong=''])")
    assert "{kind: infantry, box: mlawa}" in orders.read_text("utf-8")
    assert "ney: {guns: any, with: [vi]}" in orders.read_text("utf-8")


def attacks(sitter: Sitter, orders: Path) -> None:
    """A stack marches into a battle and another one elsewhere; what the battle comes to is told beforehand."""
    sitter.point("mohrungen")
    sitter.shown("#said", "Bernadotte")
    sitter.click("#panel-moves button", "All of them")
    sitter.wait(".own-reach .within")
    sitter.point("heilsberg")
    sitter.settled()
    sitter.point("hohenstein")
    sitter.shown("#said", "Ney (f")
    sitter.run("document.querySelector('.board-sheet:not([hidden])').focus();")
    sitter.keys("a")
    sitter.wait(".own-reach .within")
    sitter.point("guttstadt")
    sitter.settled()
    assert [len(one["stack"]) for one in read_orders(orders)["orders"]] == [3, 3]
    told = re.search(r"Grande Armée: (\d+) of (\d+) command points left", sitter.text("#panel-moves"))
    assert told and int(told[1]) == int(told[2]) - 2
    sitter.tab("attacks")
    sitter.shown("[data-combat=heilsberg]", "6 PF against 1 counter face down, supposed 2 PF in all")
    sitter.shown("[data-combat=heilsberg]", "skirmish/skirmish")
    sitter.click("[data-key='wishes heilsberg'] > summary")
    sitter.click(f"{STANDS}#add tactic']")
    sitter.settled()
    sitter.choose(f"{STANDS}/tactic#']", '"screen"')
    sitter.settled()
    assert "heilsberg: {tactic: screen}" in orders.read_text("utf-8")
    assert "skirmish/skirmish" not in sitter.text("[data-combat=heilsberg]")
    sitter.click("[data-key='supposition heilsberg'] > summary")
    sitter.types("[data-key='suppose heilsberg']", "9")
    sitter.keys(Keys.ENTER)
    sitter.shown("[data-combat=heilsberg]", "supposed 9 PF in all")
    sitter.tab("file")
    sitter.shown("#panel-file", f"Command points left: Grande Armée {told[1]}")


def marches(sitter: Sitter) -> None:
    """Sends a stack off by the lists alone, to the first place that is offered."""
    for who in sitter.run("return [...document.querySelectorAll('#units [data-who]')].map((one) => one.dataset.who);"):
        unit = f"#units [data-who='{who}']"
        if "→" in sitter.text(unit):
            continue
        sitter.click(unit)
        sitter.ready()
        if not sitter.all("[data-key='with all']:enabled"):
            continue
        sitter.click("[data-key='with all']")
        sitter.ready()
        if not sitter.all("#destination"):
            continue
        sitter.choose("#destination", sitter.run("return document.querySelectorAll('#destination option')[1].value;"))
        sitter.settled()
        return


def test_a_question_in_mid_turn_says_where_it_is_asked_and_is_answered(sitter: Sitter, tmp_path: Path) -> None:
    evening = questions(tmp_path, Invitation("jours-de-gloire", "learning-pultusk", "french"), "s1", 20)
    for campaign, due, _ in evening:
        campaign.folder.write_document(STANDING, b"retreat: ask\nwinner: ask\n")
        if due.request is not None and due.request.what != ORDERS:
            break
    evening.close()
    assert due.request is not None and campaign.home is not None
    told = due.request.options.describe()
    other = next(answer for answer in told["answers"] if answer != told["default"])
    player = Player(campaign.home.path, campaign.folder.path)
    with served(player) as server:
        sitter.returns(server)
        sitter.settled()
        sitter.shown("#about a", f"your answer to a question in the middle of the turn ({due.request.what})")
        sitter.shown("#panel-orders", f"{told['noun']} is asked ({due.request.what})")
        sitter.click(f"#panel-orders [data-answer='{json.dumps(other)}']")
        sitter.settled()
        assert "answer: " + other in (player.place / "orders.yaml").read_text("utf-8")
        sitter.signs()
        number = int(sitter.text("dialog h2").split()[1])
        sitter.ends()
    assert player.good("show", str(number), "--json").json["payload"]["input"]["answer"] == other
