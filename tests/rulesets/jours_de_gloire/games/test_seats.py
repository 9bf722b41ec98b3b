"""Seats that change hands in a hidden game: honest players are accused of nothing, in whoever's turn it happens."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.seats.seating import marker_contents, prepare_seating, sign_seating
from pbem.engine.requests import ORDERS
from pbem.local.practice import outbox
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.protocol.verify import Verdict
from tests.attacks import stopping
from tests.attacks.world import World
from tests.campaign.folders import DATE, Peer
from tests.campaign.newcomers import Newcomer, agree, archived, hand_over
from tests.games.games import Tally
from tests.rulesets.jours_de_gloire.games.campaigns import MOST_MESSAGES, JoursHand
from tests.rulesets.jours_de_gloire.games.world import build, of_turn
from tests.tiers import later

MIDDLE = 9


def orders_due(campaign: Campaign, due: Due) -> bool:
    """Orders of a later turn are due."""
    return of_turn(campaign, due) and len(campaign.chain.messages) > MIDDLE


def own_battle(campaign: Campaign, due: Due) -> bool:
    """In the middle of a turn of one's own, after the boxes were dealt anew."""
    at = due.state["at"] if due.state else {"stage": ""}
    fights = due.kind != ORDERS and due.request is None and due.closing is not None and not due.state["over"]
    return bool(fights and at["stage"] == "play" and at["player"] == campaign.army)


def their_battle(campaign: Campaign, due: Due) -> bool:
    """In the middle of a turn of the enemy's."""
    at = due.state["at"] if due.state else {"stage": ""}
    fights = due.kind != ORDERS and due.request is None and due.closing is not None and not due.state["over"]
    return bool(fights and at["stage"] == "play" and at["player"] != campaign.army)


def seated(*here: Any) -> pytest.MarkDecorator:
    """A seat is taken at each of these places; at another in `make slow`, for each is a whole game, then at all."""
    others = [place for place in (orders_due, own_battle, their_battle) if place not in here]
    listed = [*here, later(others[0]), *(later(place, pytest.mark.campaigns) for place in others[1:])]
    return pytest.mark.parametrize("wanted", listed)


def played_on(peers: dict[str, Peer], seed: int) -> Verdict:
    """The verdict on the whole game when both have gone on honestly."""
    hands = {seat: JoursHand(random.Random(f"{seed}/{seat}"), Tally(seed), False, 0) for seat in "ab"}
    return stopping.played_on(peers, hands, MOST_MESSAGES)


def in_the_middle(tmp_path: Path, wanted: Any) -> tuple[World, Newcomer]:
    """A game up to a message, and who is to take the seat of the side that is due to send it."""
    world = build(tmp_path / "world", wanted)
    carl = Newcomer(tmp_path, world.cheater.seat)
    carl.take_log(archived(world.victim))
    return world, carl


@seated()
def test_a_kept_seat_is_no_lie(tmp_path: Path, wanted: Any) -> None:
    world, carl = in_the_middle(tmp_path, wanted)
    gone, stays = world.cheater, world.victim
    known = gone.open(write=False).due().own
    carl.receive(agree(stays, carl.sit_down(hand_over(gone)).read_bytes()))
    opened = stays.open()
    assert JoursHand(random.Random("stays"), Tally(0), False, 0).reply(opened) is not None
    mail = outbox(opened, world.seq + 1)
    opened.folder.close()
    carl.receive(mail)
    now = carl.open(write=False).due().own
    assert now.leaves == known.leaves
    assert {c: held for c, held in now.markers.items() if c in known.markers}.items() <= known.markers.items()
    verdict = played_on({carl.seat: carl, stays.seat: stays}, 1)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {"seat": 1})


@seated()
def test_a_void_seat_is_no_lie(tmp_path: Path, wanted: Any) -> None:
    world, carl = in_the_middle(tmp_path, wanted)
    gone, stays = world.cheater, world.victim
    campaign = gone.open(write=False)
    markers = campaign.chain.state["markers"]
    own = {name: entry["at"] for name, entry in markers.items() if entry["side"] == gone.seat}
    contents = {name: campaign.committed[at]["marker"][name] for name, at in sorted(own.items())}
    campaign = carl.open()
    given = marker_contents(campaign, "", dump(contents).encode("utf-8"), "markers.yaml")
    mail = sign_seating(
        campaign, prepare_seating(campaign, markers=given, words=compose.Words("Carl", (), DATE))
    ).read_bytes()
    campaign.folder.close()
    carl.receive(agree(stays, mail))
    verdict = played_on({carl.seat: carl, stays.seat: stays}, 2)
    assert dict(verdict.agreed) == {"void seat": 1}
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
