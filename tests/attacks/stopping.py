"""A game between two honest clients up to the message at which something else begins, and from there to its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.inbox.receive import take
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.writing.orders_file import Checked
from pbem.local.practice import outbox
from pbem.mail.armour import read_blocks
from pbem.protocol.verify import Verdict
from tests.attacks.world import Wanted, World
from tests.campaign.folders import Peer


class Player(Protocol):
    """Who fills in the papers of one side."""

    def reply(self, campaign: Campaign) -> bytes | None: ...

    def answer(self, campaign: Campaign, due: Due) -> Checked: ...


def stopped(
    folder: Path, pair: tuple[Campaign, Campaign], hands: Mapping[str, Player], wanted: Wanted, most: int
) -> World | None:
    """The two clients before the first message that is `wanted`, with what its sender would honestly say; None where
    the game has none. Both folders are closed."""
    a, b = pair
    campaigns = {"a": a, "b": b}
    try:
        for number in range(2, most):
            letter, other = "ab"[number % 2], "ba"[number % 2]
            campaign, mail = campaigns[letter], outbox(campaigns[other], number - 1)
            assert take(campaign, mail, read_blocks(mail)).fault is None
            due = campaign.due()
            if wanted(campaign, due):
                checked = hands[letter].answer(campaign, due) if due.request is not None else None
                return World(Peer(folder, letter), Peer(folder, other), number, checked)
            if hands[letter].reply(campaign) is None:
                return None
    finally:
        a.folder.close()
        b.folder.close()
    return None


def played_on(peers: Mapping[str, Peer], hands: Mapping[str, Player], most: int) -> Verdict:
    """Both go on honestly to the end, and stay open; the verdict of somebody who has the archive that both write."""
    at = {letter: peer.open() for letter, peer in peers.items()}
    try:
        for _ in range(most):
            due = at["a"].chain.waits_for
            if not due:
                break
            mail = hands[due].reply(at[due])
            assert mail is not None
            receipt = take(at["b" if due == "a" else "a"], mail, read_blocks(mail))
            assert receipt.fault is None, receipt.fault
    finally:
        for campaign in at.values():
            campaign.folder.close()
    first, second = (archive_bytes(peer.open(write=False)) for peer in peers.values())
    assert first == second
    return judge_archive(first).verdict
