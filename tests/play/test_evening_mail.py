"""What two players say to each other beside orders, and a whole game by mail: on the page of `pbem play` alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.armour import PART, read_blocks
from pbem.play.evening import Evening
from tests.cli.players import Duel, accepted, fresh_player
from tests.installed import installed
from tests.play.server import Running, running
from tests.play.sitter import Sitter, served
from tests.teams.players import Peer, Table

pytestmark = pytest.mark.slow
GAME = ("--ruleset", "napoleon-at-war", "--scenario", "learning-jena", "--side", "french", "--name", "Anna")


@pytest.fixture
def pair(tmp_path: Path) -> Duel:
    """The smallest game of all; message 2 is Anna's."""
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    anna.good("new", *GAME, "--no-passphrase", "--folder", "game")
    return accepted(anna, bert)


@pytest.fixture
def pages(pair: Duel) -> Iterator[tuple[Running, Running]]:
    """A server at Anna's computer and one at Bert's."""
    with served(pair.anna) as hers, served(pair.bert) as his:
        yield hers, his


# -- offers, and the end ------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted_and_the_game_is_audited(
    sitter: Sitter, pair: Duel, pages: tuple[Running, Running]
) -> None:
    hers, his = pages
    sitter.returns(hers, "act")
    sitter.click("button", "Offer a draw")
    sitter.shown("dialog", "Your opponent has to answer this offer")
    mail = sitter.signed(2)
    sitter.ends()
    sitter.returns(his, "act")
    sitter.hands(mail)
    sitter.view("order")
    sitter.shown("#view-order", "Your opponent's offer")
    sitter.click("#view-order button", "Accept")
    sitter.shown("dialog", "you accept a draw")
    mail = sitter.signed(3)
    sitter.ends()
    sitter.shown("#about", "draw")
    for reader, given in ((hers, mail), (his, "")):
        sitter.returns(reader, "act")
        if given:
            sitter.hands(given)
        sitter.view("act")
        sitter.shown("#view-act", "Result")
        assert "Offer a draw" not in sitter.text("#view-act")
        sitter.click("button", "Audit it")
        sitter.shown("#view-act pre", "finished")
    assert pair.anna.good("audit").status == 0


def test_a_take_back_is_offered_and_declined(sitter: Sitter, pair: Duel, pages: tuple[Running, Running]) -> None:
    pair.turn(2)
    pair.turn(3)
    hers, his = pages
    sitter.returns(hers, "act")
    sitter.write("#view-act input[type=number]", "2")
    sitter.click("button", "Offer to take back")
    mail = sitter.signed(4)
    sitter.ends()
    sitter.returns(his, "act")
    sitter.hands(mail)
    sitter.view("order")
    sitter.click("#view-order button", "Decline")
    sitter.shown("dialog", "you decline the offer to take back message 2")
    mail = sitter.signed(5)
    sitter.ends()
    sitter.returns(hers, "act")
    sitter.hands(mail)
    assert pair.anna.good("status", "--json").json["messages"] == 6


def test_a_lost_mail_is_sent_again_and_a_player_resigns(
    sitter: Sitter, pair: Duel, pages: tuple[Running, Running]
) -> None:
    hers, his = pages
    sitter.returns(hers)
    sitter.settled()
    sitter.signs()
    lost = sitter.outgoing()
    sitter.ends()
    sitter.returns(hers, "act")
    sitter.shown("#view-act", "Your message 2")
    mail = str(sitter.run("return document.querySelector('#view-act textarea.file').value;"))
    assert mail == lost
    sitter.returns(his, "act")
    sitter.hands(mail)
    sitter.view("act")
    sitter.click("button", "Resign")
    sitter.shown("dialog", "Your opponent wins")
    sitter.click("dialog button", "Not yet")
    assert pair.bert.good("status", "--json").json["messages"] == 3
    sitter.click("button", "Resign")
    sitter.shown("dialog", "Your opponent wins")
    mail = sitter.signed(3)
    sitter.ends()
    sitter.returns(hers, "act")
    sitter.hands(mail)
    sitter.shown("#about", "resign")
    assert pair.anna.good("status", "--json").json["over"]


# -- teams ----------------------------------------------------------------------------------------------


def page_of(peer: Peer) -> Evening:
    return Evening(peer.home, peer.person, peer.path, peer.path)


def test_a_part_is_signed_on_the_page_of_a_member_and_counts_at_his_captain_s(sitter: Sitter, tmp_path: Path) -> None:
    with installed(tmp_path / "dist", "wings"):
        table = Table.begin(tmp_path / "table")
        with running(page_of(table.ney)) as his, running(page_of(table.anna)) as hers:
            sitter.returns(his)
            sitter.settled()
            sitter.chord("\ue009", "\ue007")
            sitter.shown("dialog", "Your captain gets it")
            sitter.click("dialog button", "Sign it")
            sitter.shown("dialog h2", "is signed")
            part = sitter.outgoing()
            assert read_blocks(part.encode(), PART)
            sitter.ends()
            sitter.returns(hers, "act")
            assert "Sign your part" not in sitter.text("#view-act")
            sitter.takes(part)
            sitter.shown(".mailbox", "ney")
            sitter.returns(hers, "order")
            sitter.settled()
            sitter.tab("file")
            sitter.shown("#panel-file", "With the part of ney")


# -- by mail ------------------------------------------------------------------------------------------------
