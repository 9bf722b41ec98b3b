"""Seats in a game with hidden forces: the successor inherits what lies face down, or says anew what it holds."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.secrets import vault_least
from pbem.campaign.seats.cosign_seat import read_seating
from pbem.campaign.seats.seating import marker_contents, prepare_seating, sign_seating
from pbem.errors import Problem
from pbem.local.practice import outbox
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.protocol.verify import Verdict
from tests.attacks import stopping
from tests.campaign.folders import DATE, Peer
from tests.campaign.newcomers import Newcomer, agree, archived, hand_over
from tests.games.games import Tally
from tests.tiers import turns
from tests.toy_hidden.campaigns import MOST_MESSAGES, VeiledHand
from tests.toy_hidden.world import build

Wanted = Callable[[Campaign, Due], bool]


def hiding(campaign: Campaign, due: Due) -> bool:
    """In mid-game; the side that is due has markers face down and something to close."""
    markers = due.state.get("markers", {})
    own = [name for name, entry in markers.items() if entry["side"] == campaign.seat]
    return len(own) > 1 and len(campaign.chain.messages) > 12 and due.closing is not None and not due.state["over"]


def holding_cards(campaign: Campaign, due: Due) -> bool:
    """As above, with a card in hand that nobody else has seen."""
    return hiding(campaign, due) and bool(due.own.draws)


def sealed_before(campaign: Campaign, due: Due) -> bool:
    """As above, with a sealed answer of one's own that is not opened yet."""
    sealed = [m for m in campaign.chain.messages if "sealed" in m.body.get("input", {}) and m.seat == campaign.seat]
    trace = [step for step in due.state["trace"] if step[0] == "sealed"]
    return hiding(campaign, due) and bool(sealed) and bool(trace)


def played_on(peers: dict[str, Peer], seed: int) -> Verdict:
    """The verdict on the whole game when both have gone on honestly."""
    hands = {letter: VeiledHand(random.Random(f"{seed}/{letter}"), Tally(seed), False, 0) for letter in "ab"}
    return stopping.played_on(peers, hands, MOST_MESSAGES)


@pytest.mark.slow
@pytest.mark.parametrize("contact", turns(["declared", "proved"]))
@pytest.mark.parametrize("wanted", [hiding, holding_cards, sealed_before])
def test_a_kept_seat_inherits_everything(tmp_path: Path, wanted: Wanted, contact: str) -> None:
    world = build(tmp_path / "world", wanted, contact=contact)
    gone, stays = world.cheater, world.victim
    before = gone.open(write=False).due()
    carl = Newcomer(tmp_path, gone.seat)
    carl.take_log(archived(stays))
    back = agree(stays, carl.sit_down(hand_over(gone)).read_bytes())
    assert carl.receive(back)[0].accepted == [world.seq]
    campaign = carl.open(write=False)
    assert campaign.chain.states[world.seq] == before.state
    reply = VeiledHand(random.Random("stays"), Tally(0), False, 0)
    opened = stays.open()
    assert reply.reply(opened) is not None
    mail = outbox(opened, world.seq + 1)
    opened.folder.close()
    carl.receive(mail)
    now = carl.open(write=False).due()
    # The new player knows of his own forces what the former one knew.
    kept = {name: now.own.markers[name] for name in now.own.markers if name in before.own.markers}
    assert kept == {name: before.own.markers[name] for name in kept} and (kept or not now.own.markers)
    assert list(now.own.draws)[: len(before.own.draws)] == list(before.own.draws)
    assert now.own.leaves == before.own.leaves
    verdict = played_on({carl.seat: carl, stays.seat: stays}, 1)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {"seat": 1})


def contents_of(peer: Peer) -> dict[str, Any]:
    """What the markers of the side hold before its next message."""
    campaign = peer.open(write=False)
    markers = campaign.chain.state["markers"]
    own = {name: entry["at"] for name, entry in markers.items() if entry["side"] == peer.seat}
    return {name: campaign.committed[at]["marker"][name] for name, at in sorted(own.items())}


@pytest.mark.slow
def test_a_void_seat_says_anew_what_the_markers_hold(tmp_path: Path) -> None:
    """The player has lost everything but his memory: the seat says it anew, and the campaign verifies to its end."""
    world = build(tmp_path / "world", hiding)
    gone, stays = world.cheater, world.victim
    contents = contents_of(gone)
    carl = Newcomer(tmp_path, gone.seat)
    carl.take_log(archived(stays))
    campaign = carl.open()
    with pytest.raises(Problem) as refused:
        marker_contents(campaign, "", None)
    assert refused.value.code == "MARKERS_NEEDED" and all(name in refused.value.what for name in contents)
    with pytest.raises(Problem) as refused:
        marker_contents(campaign, "", dump(dict(list(contents.items())[:1])).encode("utf-8"))
    assert refused.value.code == "ORDERS_SCHEMA"
    given = marker_contents(campaign, "", dump(contents).encode("utf-8"), "markers.yaml")
    assert given == contents
    intended = prepare_seating(campaign, markers=given, words=compose.Words("Carl", (), DATE))
    mail = sign_seating(campaign, intended).read_bytes()
    campaign.folder.close()
    carl.receive(agree(stays, mail))
    markers = carl.open(write=False).chain.state["markers"]
    assert {entry["at"] for entry in markers.values() if entry["side"] == gone.seat} == {world.seq}
    assert contents_of(carl) == contents
    verdict = played_on({carl.seat: carl, stays.seat: stays}, 2)
    assert dict(verdict.agreed) == {"void seat": 1}
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")


@pytest.mark.slow
def test_the_size_of_a_kept_seat_tells_nothing(tmp_path: Path) -> None:
    """The vault that inherits is as long as what everybody can count needs at most, whatever the counters hold."""
    world = build(tmp_path / "world", hiding)
    gone, stays = world.cheater, world.victim
    carl = Newcomer(tmp_path, gone.seat)
    carl.take_log(archived(stays))
    body = read_seating(carl.sit_down(hand_over(gone)).read_bytes()).body
    campaign = carl.open(write=False)
    own = [m.body for m in campaign.chain.messages if m.seat == gone.seat]
    leaves = sum(2**depth for kind, depth in campaign.chain.trees.items() if kind != "doctrine")
    things = sum(len(m.get("hide", [])) + ("sealed" in m.get("input", {})) + leaves for m in own)
    least = vault_least(campaign, gone.seat, things)
    assert len(base64.b64decode(body["vault"])) == 12 + -(-least // 1024) * 1024 + 16
