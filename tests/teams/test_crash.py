"""A member's part, a captain's taking it in and his briefing, cut off at each call of the seam."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.core.campaign import payload_of
from pbem.campaign.inbox.receive import receive
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.briefing import write_briefing
from pbem.campaign.writing.orders_file import check_orders
from pbem.campaign.writing.team_orders import parts_at_hand, prepare_part, submit_part
from pbem.mail.armour import PART, read_blocks
from pbem.protocol.envelope import read_envelope
from pbem.store.home import Home
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System
from tests.campaign.cuts import Command, Sweep, cut_at_calls, swept
from tests.teams.players import Peer, Table

LEFT = {"units": ["red-left-1"], "do": "advance"}


def home_of(peer: Peer, system: System) -> Home:
    return Home(peer.home.path, system=system)


def sign(root: Path, system: System) -> None:
    """ney signs his part."""
    ney = Peer(root, "ney")
    campaign = open_campaign(ney.path, home_of(ney, system), ney.person, write=True, system=system)
    try:
        due = campaign.due()
        checked = check_orders(campaign, due, ney.document(campaign, due, [LEFT]))
        submit_part(campaign, prepare_part(campaign, due, checked))
    finally:
        campaign.folder.close()


def take(root: Path, system: System) -> None:
    """anna takes it in."""
    anna = Peer(root, "anna")
    receive((root / "part.txt").read_bytes(), home_of(anna, system), anna.person, system=system)


def brief(root: Path, system: System) -> None:
    """anna writes her briefing, and ney takes it in."""
    anna, ney = Peer(root, "anna"), Peer(root, "ney")
    campaign = open_campaign(anna.path, home_of(anna, system), anna.person, write=True, system=system)
    try:
        mail = write_briefing(campaign).read_bytes()
    finally:
        campaign.folder.close()
    receive(mail, home_of(ney, system), ney.person, system=system)


def prepared(root: Path, name: str) -> Command:
    table = Table.begin(root)
    for captain, orders in ((table.anna, []), (table.bert, [{"units": ["blue-right-1"], "do": "fire"}])):
        mail = captain.submit(orders)
        for other in table.everybody_but(captain):
            other.take(mail)
    if name == "brief":
        return brief
    table.ney.take(table.anna.brief())
    if name == "sign":
        return sign
    (root / "part.txt").write_bytes(table.ney.part([LEFT]))
    return take


def payloads(root: Path) -> set[bytes]:
    """All parts that either copy of ney's journal holds."""
    ney = Peer(root, "ney")
    copies = [ney.path / "secrets/parts.jsonl", *(ney.home.path / "journals").glob("*.parts.jsonl")]
    found = [entries for copy in copies for entries in Journal(copy, copy).entries().values()]
    return {payload_of(entry) for entries in found for entry in entries}


@swept
@pytest.mark.parametrize("name", ["sign", "take", "brief"])
def test_cut_at_every_call(tmp_path: Path, name: str, sweep: Sweep) -> None:
    root, cuts = tmp_path / "root", 0
    root.mkdir()
    command = prepared(root, name)
    for _ in cut_at_calls(root, sweep, command):
        cuts += 1
        written = payloads(root)
        command(root, REAL)
        check(root, name, written)
    assert sweep.met(cuts, killed=9, half=4, power=5)


def check(root: Path, name: str, written: set[bytes]) -> None:
    """As if nothing had happened: one part, one file for it, the log as it was."""
    for person in ("anna", "ney"):
        campaign = Peer(root, person).open()
        with campaign.folder:
            assert len(campaign.chain.messages) == 4
    if name == "brief":
        assert Peer(root, "ney").open(write=False).due().kind == "orders"
        return
    (path,) = (root / "ney/outbox").glob("part-0004-ney*.txt")
    (block,) = read_blocks(path.read_bytes(), PART)
    assert {read_envelope(block.envelope).payload} == payloads(root) and written <= payloads(root)
    if name == "take":
        campaign = Peer(root, "anna").open(write=False)
        (part,) = parts_at_hand(campaign, campaign.due())
        assert part.line == block.envelope and len(campaign.folder.names("parts")) == 1
