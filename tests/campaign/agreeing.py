"""What two clients do about an offer: make it, answer it, and play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.campaign.core.judgement import Judgement
from pbem.campaign.core.offers import due_for
from pbem.campaign.outbox.preparing import prepare_offer
from pbem.campaign.outbox.submit import Sent, submit
from pbem.campaign.records.verification import judge_log
from pbem.campaign.writing.orders_file import Checked
from tests.campaign.folders import DATE, Peer, begin, orders_of

DRAW = {"offer": "draw"}


def offer(peer: Peer, control: dict[str, Any]) -> Sent:
    """`pbem offer`."""
    campaign = peer.open()
    try:
        due = campaign.due(control)
        prepared = prepare_offer(campaign, due, control)
        return submit(campaign, due, control=prepared.control, date=DATE)
    finally:
        campaign.folder.close()


def answer(peer: Peer, word: str) -> Sent:
    """`pbem answer`, with random orders where they are due."""
    campaign, due = due_for(peer.open(), word)
    try:
        checked = orders_of(campaign, due) if due.request is not None else None
        return submit(campaign, due, checked, control={"answer": word}, date=DATE)
    finally:
        campaign.folder.close()


def hand(sender: Peer, receiver: Peer, seq: int) -> None:
    receipts = receiver.receive(sender.mail(seq))
    assert [receipt.fault for receipt in receipts] == [None] and receipts[0].notices == []


def agreed(root: Path, messages: int, control: dict[str, Any], word: str = "accept") -> tuple[Peer, Peer]:
    """A campaign in which the side that is due offered something and the other one answered; all is received."""
    a, b = begin(root, messages)
    peers = {"a": a, "b": b}
    sender, receiver = peers["ab"[messages % 2]], peers["ba"[messages % 2]]
    hand(receiver, sender, messages - 1)
    assert offer(sender, control).seq == messages
    hand(sender, receiver, messages)
    assert answer(receiver, word).seq == messages + 1
    hand(receiver, sender, messages + 1)
    return a, b


def play(a: Peer, b: Peer, count: int) -> None:
    """So many messages more, random orders on both sides; all of them are received."""
    for _ in range(count):
        seq = len(a.log())
        sender, receiver = (a, b) if seq % 2 == 0 else (b, a)
        assert sender.submit() is not None
        hand(sender, receiver, seq)


def filled(peer: Peer) -> Checked | None:
    """orders.yaml as the player has filled it in."""
    campaign = peer.open()
    try:
        return orders_of(campaign)
    finally:
        campaign.folder.close()


def judged(peer: Peer) -> Judgement:
    return judge_log(b"".join(line + b"\n" for line in peer.log()))
