"""What two players say to each other beside orders, and a whole game by mail: on the page of `pbem play` alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mail.armour import PART, read_blocks
from pbem.play.evening import Evening
from tests.cli.players import Duel, accepted, fresh_player
from tests.cli.stages import reached
from tests.installed import installed
from tests.mailservice.people import Correspondent, correspondent
from tests.mailservice.servers import PostOffice, open_office
from tests.play.server import Running, running
from tests.play.sitter import Sitter, served
from tests.teams.players import Peer, Table

pytestmark = pytest.mark.slow
GAME = ("--ruleset", "napoleon-at-war", "--scenario", "learning-jena", "--side", "french", "--name", "Anna")


@pytest.fixture
def pair(tmp_path: Path) -> Duel:
    """The smallest game of all; message 2 is Anna's."""
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")

    def play() -> None:
        anna.good("new", *GAME, "--no-passphrase", "--folder", "game")
        accepted(anna, bert)

    reached(tmp_path, (anna.home, anna.place, bert.home, bert.place), "the smallest game", play)
    return Duel(anna.within("game"), bert.within("game"))


@pytest.fixture
def pages(pair: Duel) -> Iterator[tuple[Running, Running]]:
    """A server at Anna's computer and one at Bert's."""
    with served(pair.anna) as hers, served(pair.bert) as his:
        yield hers, his


# -- offers, and the end ------------------------------------------------------------------------------


def offered(sitter: Sitter, page: Running, words: str, number: int) -> str:
    """The message with an offer, made on the page where it stands open."""
    sitter.returns(page, "act")
    if "take back" in words:
        sitter.write("#view-act input[type=number]", "2")
    sitter.click("button", words)
    sitter.shown("dialog", "Your opponent has to answer this offer")
    mail = sitter.signed(number)
    sitter.ends()
    return mail


def answered(sitter: Sitter, page: Running, mail: str, says: tuple[str, str], number: int) -> str:
    """The answer to it. says: the button, and what the dialogue says of it."""
    sitter.returns(page, "act")
    sitter.hands(mail)
    sitter.view("order")
    sitter.shown("#view-order", "Your opponent's offer")
    sitter.click("#view-order button", says[0])
    sitter.shown("dialog", says[1])
    mail = sitter.signed(number)
    sitter.ends()
    return mail


def test_a_draw_is_offered_and_accepted_and_the_game_is_audited(
    sitter: Sitter, pair: Duel, pages: tuple[Running, Running]
) -> None:
    hers, his = pages
    mail = offered(sitter, hers, "Offer a draw", 2)
    mail = answered(sitter, his, mail, ("Accept", "you accept a draw"), 3)
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
        sitter.click("button", "Verify the whole campaign")
        sitter.shown("#view-act pre.good", "finished, not audited; waits for Anna (French)")
    sitter.click("button", "Save its archive")
    archive = sitter.saved(Path(pair.anna.good("archive", "--json").json["archive"]).name)
    assert pair.anna.good("verify", archive).status == 0
    assert pair.anna.good("audit").status == 0


def test_a_take_back_is_declined_and_then_accepted(sitter: Sitter, pair: Duel, pages: tuple[Running, Running]) -> None:
    hers, his = pages
    before = pair.anna.good("map", "--json").json["at"]
    pair.turn(2)
    pair.turn(3)
    mail = offered(sitter, hers, "Offer to take back", 4)
    mail = answered(sitter, his, mail, ("Decline", "you decline the offer to take back message 2"), 5)
    sitter.returns(hers, "act")
    sitter.hands(mail)
    assert pair.anna.good("status", "--json").json["messages"] == 6
    sitter.view("order")
    sitter.settled()
    sitter.goes("0606", "0706")
    mine = (pair.anna.place / "orders.yaml").read_bytes()
    mail = offered(sitter, hers, "Offer to take back", 6)
    mail = answered(sitter, his, mail, ("Accept", "you accept the offer to take back message 2"), 7)
    title = sitter.text("#title")
    sitter.returns(hers, "act")
    sitter.hands(mail)
    sitter.view("order")
    sitter.settled()
    assert sitter.text("#title") == title
    for player in (pair.anna, pair.bert):
        assert player.good("map", "--json").json["at"] == before
    # What she had typed meanwhile is put away: she begins with nothing ordered.
    assert (pair.anna.place / "orders" / "unsent.yaml").read_bytes() == mine
    moves = sitter.run("return import('/shared/store.js').then((one) => one.state().orders.moves ?? []);")
    assert moves == []


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
            orders = table.ney.path / "orders.yaml"
            order = "orders: [{units: [red-left-1], do: fire}]"
            orders.write_text(orders.read_text("utf-8").replace("orders: []", order), "utf-8")
            sitter.returns(his)
            sitter.settled()
            other = signs_another(sitter)
            sitter.returns(hers, "act")
            assert "Sign your part" not in sitter.text("#view-act")
            for number, mail in enumerate((part, other), 1):
                sitter.hands(mail)
                sitter.shown("#news", "the part of ney for message 2" if number == 1 else "part-0002-ney-2.txt")
                sitter.view("act")
            sitter.view("order")
            sitter.tab("file")
            sitter.shown("#panel-file", "there are two different parts of ney")
            sitter.choose("#panel-file select", "part-0002-ney-2.txt")
            sitter.settled()
            sitter.shown("#panel-file", "With the part of ney: 1 order")
            sitter.click("#panel-file button", "Look at it and sign")
            sitter.shown("dialog pre", "With the part of ney: 1 order")


def signs_another(sitter: Sitter) -> str:
    """A member's second part for one message: pbem asks whether he wants both."""
    sitter.chord("\ue009", "\ue007")
    sitter.click("dialog button", "Sign it")
    sitter.shown("dialog", "you have signed another part for message 2 already")
    sitter.click("dialog button", "Sign this one, too")
    sitter.shown("dialog h2", "is signed")
    return sitter.outgoing()


# -- by mail ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with open_office() as opened:
        yield opened


def test_a_whole_game_goes_through_a_mail_server(sitter: Sitter, office: PostOffice, tmp_path: Path) -> None:
    anna, bert = (correspondent(office, tmp_path, name) for name in ("Anna", "Bert"))
    for one in (anna, bert):
        one.player.good("keys", "new", "--no-passphrase")
    with served(anna.player) as hers, served(bert.player) as his:
        sitter.sit(hers)
        invites(sitter, anna, bert)
        sends(sitter, "#view-act")
        sitter.sit(his)
        sitter.shown(".mailbox", "Fetch my mail")
        sitter.click(".mailbox button", "Fetch my mail")
        sitter.shown(".received", "invitation")
        sitter.click(".received button", "Look at the invitation of")
        sitter.shown("dialog", "An invitation")
        sitter.write("dialog input[type=text]", "Bert")
        sitter.run("document.querySelectorAll('dialog input[type=text]')[1].value = arguments[0];", bert.address)
        assert anna.address in sitter.run("return document.querySelectorAll('dialog input[type=text]')[2].value;")
        sitter.click("dialog button", "Accept")
        sitter.shown("#view-act", "Your message 1")
        sends(sitter, "#view-act")
        plays(sitter, anna, hers, his)
    told = [one.player.within("learning-jena").good("status", "--json").json for one in (anna, bert)]
    assert [bool(one["result"]) for one in told] == [True, True], told
    assert len(office.log) >= 8


def invites(sitter: Sitter, anna: Correspondent, bert: Correspondent) -> None:
    """A new game, in the dialogue that the list of campaigns opens."""
    sitter.click("button", "Invite somebody...")
    sitter.shown("dialog", "Your name, as your opponent will read it")
    scenario = (
        "return [...document.querySelectorAll('dialog option')].find((one) => one.textContent.includes(%r)).value;"
    )
    sitter.choose("dialog select", str(sitter.run(scenario % "Cospeda")))
    sitter.choose("dialog select[id^=side]", "french")
    fields = sitter.all("dialog input[type=text]")
    for field, words in zip(fields, ("", anna.address, "Bert", bert.address), strict=True):
        field.send_keys(words)
    sitter.click("dialog button", "Sign the invitation")
    sitter.shown("dialog [role=status]", "a name is one line")
    fields[0].send_keys("Anna")
    sitter.click("dialog button", "Sign the invitation")
    sitter.shown("#news", "The invitation is signed. It has to go to your opponent.")
    sitter.shown("#view-act", "Your message 0")


def sends(sitter: Sitter, within: str) -> None:
    sitter.shown(f"{within} button", "Send it")
    sitter.click(f"{within} button", "Send it")
    sitter.shown(f"{within} .good")


AGAIN = 4
"""Up to this message the page is read again after each signature; later its player comes back to it anyway."""


def plays(sitter: Sitter, anna: Correspondent, hers: Running, his: Running) -> None:
    """Both in turn fetch, sign what is due and send it, until the last has been read."""
    for number in range(2, 40):
        sitter.returns(his if number % 2 else hers, "act")
        sitter.run("window.pbemStale = true;")
        sitter.click(".mailbox button", "Fetch my mail")
        sitter.until("return !window.pbemStale && Boolean(document.querySelector('#views a[data-view]'));")
        if sitter.all("#views a[data-view=order]"):
            sitter.view("order")
            sitter.settled()
            sitter.signs()
        else:
            sitter.view("act")
            sitter.shown(".mailbox textarea")
            if not sitter.all("[data-key='sign plain']"):
                break
            sitter.click("#view-act button", "Look at it and sign")
            sitter.signed(number)
        sends(sitter, "dialog")
        if number < AGAIN:
            sitter.ends()
    sitter.shown("#about", "win")
    sitter.view("read")
    assert "What happened" in sitter.report()


# -- haste ------------------------------------------------------------------------------------------------


_SLOW = """
const quick = window.fetch, pause = (time) => new Promise((go) => setTimeout(go, time));
const late = { desk: [700, 700, 700], judge: [1200, 1200], status: [0, 1500] };
window.fetch = async (path, ...more) => {
    await pause(late[path.split("/").at(-1)]?.shift() ?? 0);
    return quick(path, ...more);
};"""


def test_who_turns_the_page_while_it_is_set_up_meets_one_page(
    sitter: Sitter, pair: Duel, pages: tuple[Running, Running]
) -> None:
    slow = sitter.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _SLOW})
    try:
        sitter.driver.get(pages[0].file.as_uri())
        sitter.shown("#view-order", "The map is being drawn")
        sitter.click("#views a[data-view=act]")
        sitter.shown(".mailbox textarea")
        sitter.view("order")
        sitter.settled()
        sitter.goes("0606", "0706")
    finally:
        sitter.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", slow)
