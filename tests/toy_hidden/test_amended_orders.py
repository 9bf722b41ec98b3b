"""Orders in the message that accepts an amendment: they cannot be taken back, and what they hide is judged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import ACKNOWLEDGE, Due
from pbem.campaign.core.offers import due_for, takeback
from pbem.campaign.outbox.submit import submit
from pbem.errors import Problem
from tests.attacks.world import World
from tests.campaign.folders import DATE
from tests.toy_hidden.board import Board
from tests.toy_hidden.test_seats import contents_of
from tests.toy_hidden.test_seats_again import replied, sent, void_seat
from tests.toy_hidden.world import build, found_out, orders, setting_of

FIRST = 3
"""The first seed with such a message: the games before it, which are played to their end in vain, cost seconds."""


def before_orders(campaign: Campaign, due: Due) -> bool:
    """An acknowledgement is due, after which the other side has orders to give and a counter that lies face up."""
    state = due.state
    if due.kind != ACKNOWLEDGE or state["over"] or state["need"].get("ask") != "orders":
        return False
    if state["at"]["stage"] != "play" or state["at"]["round"] > 3 or state["need"]["side"] == campaign.seat:
        return False
    board = Board(setting_of(campaign), state["at"])
    return bool(board.shown(campaign.machine.armies[state["need"]["side"]]))


def correction(campaign: Campaign) -> None:
    """A correction that changes nothing."""
    due = campaign.due()
    patch = [{"path": ["round"], "value": due.state["at"]["round"]}]
    control = {"offer": "amend", "terms": {}, "patch": patch, "reason": "to be sure"}
    submit(campaign, due, control=control, date=DATE)


def accepted_with_a_lie(world: World) -> None:
    """The victim of the World is the liar: what he turns face down while he accepts never stood there."""

    def accept(campaign: Campaign) -> None:
        judged, due = due_for(campaign, "accept")
        board = Board(setting_of(campaign), due.state["at"])
        counter = board.shown(board.army)[0]
        others = [u for u in setting_of(campaign).order_of_battle[board.army] if u not in board.units(counter)]
        checked = orders(judged, due, {"veil": [counter]})
        lie = replace(checked, hide={counter: {"units": sorted(others[:2])}})
        submit(campaign, due, lie, control={"answer": "accept"}, date=DATE)

    sent(world.cheater, world.victim, correction)
    sent(world.victim, world.cheater, accept)


@pytest.mark.slow
def test_they_cannot_be_taken_back(tmp_path: Path) -> None:
    world = build(tmp_path / "world", before_orders, first=FIRST)
    accepted_with_a_lie(world)
    campaign = world.cheater.open(write=False)
    with pytest.raises(Problem) as refused:
        takeback(campaign, world.seq + 1)
    assert refused.value.code == "OFFER_INVALID" and "other conditions" in refused.value.what


@pytest.mark.slow
def test_what_they_hide_is_judged_even_when_a_void_seat_undid_them(tmp_path: Path) -> None:
    world = build(tmp_path / "world", before_orders, first=FIRST)
    accepted_with_a_lie(world)
    stays = world.victim
    carl = void_seat(tmp_path, world.cheater, stays, contents_of(world.cheater))
    (receipt,) = carl.receive(replied(stays, "on"))
    assert receipt.fault is None, receipt.fault
    (code, *_), words = found_out(replace(world, cheater=stays, victim=carl, seq=world.seq + 3))
    assert code == "AUDIT_CONSERVATION", words
