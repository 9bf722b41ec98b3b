"""A campaign at a moment: what is public is what any onlooker computes, what is one's own is what one knew then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.fold import chain_of
from pbem.campaign.core.secrets import own_of
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.telling.exporting import situation
from pbem.campaign.telling.pictures import before_after, moment
from pbem.campaign.telling.text_maps import moment_data
from pbem.campaign.telling.viewpoint import own_at, standpoint
from pbem.engine.hidden import NOTHING, Own
from pbem.errors import Problem
from pbem.local.practice import local_pair, outbox, practice_client

VIEWS = (moment, before_after, situation, moment_data)
LAST = 14


def onlooker(campaign: Campaign) -> Campaign:
    """The same messages in the hands of somebody who plays no part."""
    machine, chain = chain_of([message.line for message in campaign.chain.messages])
    return Campaign(campaign.folder, machine, chain, None, None)


def played(folder: Path) -> Iterator[Campaign]:
    """A hidden game between two practice opponents: each campaign when it has taken in a message, from the first on."""
    invitation = Invitation("jours-de-gloire", "eylau-1807", "french")
    a, b = local_pair(folder, invitation, ("Anna", "Bert"), "2026-01-01T00:00:00Z")
    sender, receiver = practice_client(b), practice_client(a)
    mail = outbox(b, 1)
    for _ in range(LAST):
        receiver.receive(mail)
        yield receiver.campaign
        sent = receiver.reply("2026-01-01T00:00:00Z")
        assert sent is not None
        mail = outbox(receiver.campaign, sent.seq)
        sender, receiver = receiver, sender


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen after each message: by the player who has just got it, by an onlooker; and both at the end."""
    views: dict[int, tuple[list[Any], list[Any], Any]] = {}
    known: dict[tuple[str, int], Own] = {}
    last: dict[str, Campaign] = {}
    for campaign in played(tmp_path_factory.mktemp("game")):
        seq = len(campaign.chain.messages) - 1
        strange = onlooker(campaign)
        views[seq] = (
            [view(campaign, public=True) for view in VIEWS],
            [view(strange) for view in VIEWS],
            moment_data(campaign),
        )
        known[campaign.seat, seq] = own_of(campaign, campaign.chain.states[seq])
        last[campaign.seat] = campaign
    return {"views": views, "known": known, "last": last}


@pytest.mark.slow
def test_the_public_present_is_that_of_an_onlooker(game: dict[str, Any]) -> None:
    """Also while a player's own program has rolled on and opened what nobody else has seen yet."""
    ahead = 0
    for seq, (public, strange, own) in game["views"].items():
        assert public == strange, seq
        ahead += own["at"] != public[3]["at"]
    assert len(game["views"]) == LAST and ahead > 3


@pytest.mark.slow
def test_a_public_moment_of_the_past_is_that_of_an_onlooker(game: dict[str, Any]) -> None:
    for campaign in game["last"].values():
        strange = onlooker(campaign)
        for seq in (1, 4, 7):
            assert [view(campaign, seq, public=True) for view in VIEWS] == [view(strange, seq) for view in VIEWS]


@pytest.mark.slow
def test_one_knows_of_the_past_what_one_knew_then(game: dict[str, Any]) -> None:
    """Markers and hidden leaves, which have changed since."""
    changed = 0
    for (seat, seq), own in game["known"].items():
        then = own_at(game["last"][seat], seq)
        assert (then.army, then.markers, then.leaves) == (own.army, own.markers, own.leaves)
        now = own_of(game["last"][seat], game["last"][seat].chain.states[-1])
        changed += then.leaves != now.leaves
        assert standpoint(game["last"][seat], seq).own == then
    assert changed
    assert own_at(onlooker(game["last"]["a"]), 5) == NOTHING


@pytest.mark.slow
def test_a_standpoint_says_whose_it_is(game: dict[str, Any]) -> None:
    for campaign in game["last"].values():
        count = len(campaign.chain.messages)
        own, public = standpoint(campaign), standpoint(campaign, public=True)
        assert own.own.markers and own.due is not None and own.seq == public.seq == count - 1
        assert (public.state, public.own, public.due) == (campaign.chain.state, NOTHING, None)
        assert standpoint(campaign, -1).seq == count - 1
        for seq in (0, count, -count):
            with pytest.raises(Problem, match="has no position"):
                standpoint(campaign, seq)
