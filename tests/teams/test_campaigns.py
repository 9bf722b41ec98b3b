"""Whole campaigns of four people, whose mails come late, twice and mangled."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.telling.reports import public_text
from tests.teams.players import Peer, Table, wing_orders
from tests.teams.ruleset import WINGS
from tests.tiers import turns


def mangled(rng: random.Random, mail: bytes) -> bytes:
    """What a mail program does to a text: quoting, other line ends, words above and below."""
    text = mail.decode("utf-8")
    if rng.random() < 0.3:
        text = "\n".join(f"> {line}" for line in text.split("\n"))
    if rng.random() < 0.3:
        text = text.replace("\n", "\r\n")
    return f"Hello,\n\n{text}\n-- \nregards".encode()


def orders_due(peer: Peer) -> tuple[Campaign, str]:
    campaign = peer.open(write=False)
    return campaign, campaign.due().kind


def play_message(table: Table, rng: random.Random, seq: int) -> int:
    """Message `seq`: the briefing, a part, the captain's whole; returns how many orders the part had."""
    captain, member, parts = table.captain(seq), table.member(seq), 0
    _, kind = orders_due(captain)
    wings = WINGS["red" if seq % 2 == 0 else "blue"]
    own: list[dict] = []
    if kind == "orders":
        if seq > 2:
            for _ in range(rng.choice([1, 2])):
                member.take(mangled(rng, captain.brief()))
        campaign, kind = orders_due(member)
        assert kind == "orders"
        assert campaign.due().state == captain.open(write=False).due().state
        wanted = wing_orders(rng, campaign, campaign.due(), wings[:1])
        for _ in range(rng.choice([0, 1, 1, 1, 2])):
            captain.take(mangled(rng, member.part(wanted)))
            parts = len(wanted)
        own = wing_orders(rng, campaign, campaign.due(), wings[1:])
    mail = captain.submit(own)
    for other in table.everybody_but(captain):
        other.take(mangled(rng, mail))
    return parts


@pytest.mark.parametrize("seed", turns(range(4)))
def test_a_random_campaign_ends_audited_and_tells_who_ordered_what(tmp_path: Path, seed: int) -> None:
    rng, table, seq, ordered = random.Random(seed), Table.begin(tmp_path), 2, {}
    while table.anna.open(write=False).chain.waits_for:
        ordered[seq] = play_message(table, rng, seq)
        seq += 1
        assert seq < 60
    archives = {archive_bytes(peer.open(write=False)) for peer in table.peers.values()}
    assert len(archives) == 1
    judged = judge_archive(archives.pop())
    assert (judged.verdict.code, judged.verdict.detail.split(";")[0]) == ("OK", "finished and audited")
    assert sum(ordered.values()) > 0
    campaign = table.york.open(write=False)
    for number, count in ordered.items():
        body = campaign.chain.messages[number].body
        assert "parts" in body or not count
        name = "york" if number % 2 else "ney"
        assert public_text(campaign, number).count(f"  {name}: ") == count
        assert len(body.get("parts", [])) <= 1
