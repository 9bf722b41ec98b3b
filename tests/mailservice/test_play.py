"""The page fetches and sends through the mail account that is set up for the commands."""

from __future__ import annotations

import pytest

from pbem.campaign.inbox.mailstate import StateFile
from pbem.store.home import Home
from tests.mailservice.people import Correspondent, accepted, begin, sent
from tests.mailservice.servers import PostOffice
from tests.play.visitor import visitor


@pytest.mark.slow
def test_two_pages_play_by_mail(anna: Correspondent, bert: Correspondent, office: PostOffice) -> None:
    begin(anna, bert)
    pages = [visitor(anna.game), visitor(bert.game)]
    for seq in (2, 3):
        sender, receiver = pages if seq % 2 == 0 else pages[::-1]
        sender.post("/api/C/orders")
        ready = sender.post("/api/C/prepare")
        signed = sender.post("/api/C/sign", digest=ready["digest"], empty=True)
        assert signed["sync"] and "pbem mail sync" in signed["lines"][-1]
        told = sender.post("/api/C/send")
        assert sent(told) == [seq] and told["exit"] == 0 and told["lines"]
        assert accepted(receiver.post("/api/fetch")) == [seq]
    assert sent(pages[0].post("/api/fetch", send=True)) == []
    assert sent(pages[1].post("/api/C/send", again=True)) == [3]
    assert pages[0].get("/api/campaigns")["mail"] is True
    assert len(office.log) >= 4


def test_a_server_that_is_down_is_told_among_what_was_done(
    anna: Correspondent, bert: Correspondent, office: PostOffice
) -> None:
    begin(anna, bert)
    anna.turn()
    office.down = True
    told = visitor(anna.game).post("/api/C/send")
    assert told["exit"] == 2 and told["error"]["code"] == told["errors"][0]["code"]
    assert told["error"]["mend"] and told["sent"] == []


def test_a_command_that_is_at_work_with_the_mailbox_is_told_of(anna: Correspondent, bert: Correspondent) -> None:
    begin(anna, bert)
    page = visitor(anna.game)
    with StateFile.of(Home(anna.game.home)).lock():
        assert page.refused("/api/fetch", 409)["code"] == "MAIL_BUSY"
