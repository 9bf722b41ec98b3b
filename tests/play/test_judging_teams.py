"""What the page tells a captain and the members of his team: what `pbem check` tells each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.writing.team_orders import keep_part
from pbem.mail.armour import PART, read_blocks
from pbem.play.judging import desk_data, judged
from pbem.play.openings import Openings
from tests.installed import installed
from tests.teams.players import Peer, Table

LEFT = {"units": ["red-left-1"], "do": "advance"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with installed(tmp_path / "dist", "wings"):
        yield Table.begin(tmp_path / "table")


def opened(peer: Peer) -> Openings:
    return Openings(peer.home, peer.person)


def test_a_captain_sees_what_his_team_has_ordered(table: Table) -> None:
    at = opened(table.anna)
    campaign, due = at.at(table.anna.path).due()
    assert judged(campaign, due, {})["lines"][:1] != ["With the part of ney: 1 order"]
    part = table.ney.part([LEFT])
    writing = table.anna.open()
    keep_part(writing, read_blocks(part, PART)[0].envelope)
    writing.folder.close()
    assert at.at(table.anna.path).campaign is campaign, "the log has not changed"
    told = judged(*at.at(table.anna.path).due(), {})
    assert told["ok"] and told["lines"][0] == "With the part of ney: 1 order"
    twice = judged(*at.at(table.anna.path).due(), {"orders": [LEFT]})
    assert twice["ok"] is (not twice["findings"])


def test_a_member_orders_what_is_his_alone(table: Table) -> None:
    at = opened(table.ney)
    campaign, due = at.at(table.ney.path).due()
    assert due.kind == "orders" and desk_data(campaign, due)["standing_file"] is None
    assert judged(campaign, due, {"orders": [LEFT]})["ok"]
    told = judged(campaign, due, {"orders": [LEFT]}, "hello")
    assert [one["code"] for one in told["findings"]] == ["part-scope"] and told["findings"][0]["path"] == ["note"]


def test_what_a_member_is_told_of_the_position_is_noticed(table: Table) -> None:
    table.send(table.anna.submit([LEFT]), table.anna)
    at = opened(table.york)
    before = at.at(table.york.path).due()[1]
    briefing = table.bert.brief()
    table.york.take(briefing)
    after = at.at(table.york.path).due()[1]
    assert before is not after and after.kind == "orders"
    assert at.at(table.york.path).due()[1] is after
