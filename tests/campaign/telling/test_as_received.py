"""The campaign as a player had it when one of his opponent's messages had come."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.telling.past_reports import as_received
from pbem.errors import Problem
from tests.campaign.folders import begin


def test_it_ends_with_the_message_and_the_newest_is_the_campaign_at_hand(tmp_path: Path) -> None:
    _, b = begin(tmp_path, 5)
    b.receive(begin(tmp_path / "same", 5)[0].mail(4))
    campaign = b.open(write=False)
    assert len(campaign.chain.messages) == 5
    assert as_received(campaign, 4) is as_received(campaign, -1) is campaign, "nothing is computed anew"
    then = as_received(campaign, 2)
    assert [m.id for m in then.chain.messages] == [m.id for m in campaign.chain.messages[:3]]
    with pytest.raises(Problem, match="no report of your own on message 3"):
        as_received(campaign, 3)
