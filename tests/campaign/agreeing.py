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
from tests.campaign.folders import DATE, Side, begin, orders_of

DRAW = {"offer": "draw"}


def offer(side: Side, control: dict[str, Any]) -> Sent:
    """`pbem offer`."""
    campaign = side.open()
    try:
        due = campaign.due(control)
        prepared = prepare_offer(campaign, due, control)
        return submit(campaign, due, control=prepared.control, date=DATE)
    finally:
        campaign.folder.close()


def answer(side: Side, word: str) -> Sent:
    """`pbem answer`, with random orders where they are due."""
    campaign, due = due_for(side.open(), word)
    try:
        checked = orders_of(campaign, due) if due.request is not None else None
        return submit(campaign, due, checked, control={"answer": word}, date=DATE)
    finally:
        campaign.folder.close()


def hand(sender: Side, receiver: Side, seq: int) -> None:
    receipts = receiver.receive(sender.mail(seq))
    assert [receipt.fault for receipt in receipts] == [None] and receipts[0].notices == []


def agreed(root: Path, messages: int, control: dict[str, Any], word: str = "accept") -> tuple[Side, Side]:
    """A campaign in which the side that is due offered something and the other one answered; all is received."""
    a, b = begin(root, messages)
    sides = {"a": a, "b": b}
    sender, receiver = sides["ab"[messages % 2]], sides["ba"[messages % 2]]
    hand(receiver, sender, messages - 1)
    assert offer(sender, control).seq == messages
    hand(sender, receiver, messages)
    assert answer(receiver, word).seq == messages + 1
    hand(receiver, sender, messages + 1)
    return a, b


def play(a: Side, b: Side, count: int) -> None:
    """So many messages more, random orders on both sides; all of them are received."""
    for _ in range(count):
        seq = len(a.log())
        sender, receiver = (a, b) if seq % 2 == 0 else (b, a)
        assert sender.submit() is not None
        hand(sender, receiver, seq)


def filled(side: Side) -> Checked | None:
    """orders.yaml as the player has filled it in."""
    campaign = side.open()
    try:
        return orders_of(campaign)
    finally:
        campaign.folder.close()


def judged(side: Side) -> Judgement:
    return judge_log(b"".join(line + b"\n" for line in side.log()))
