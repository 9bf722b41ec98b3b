"""Which units the counters of a position stand for, in games where counters bear numbers and lie open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.telling.exporting import situation
from pbem.orders.loader import load
from pbem.store.home import Home
from pbem.vassal.template import template
from tests.cli.players import Player, begin_hidden_duel
from tests.vassal.scenes import shown


def looked_at(player: Player) -> Any:
    return situation(open_campaign(player.place, Home(player.home), None, write=False))


@pytest.mark.slow
def test_numbered_counters_that_lie_open_are_told_by_their_names(tmp_path: Path) -> None:
    seen = looked_at(begin_hidden_duel(tmp_path, "--option", "hiding=open").anna)
    assert not seen.downs and len(seen.standing) > 30
    roster = {one.id: one for one in seen.roster}
    found = [one.units for one in seen.standing]
    assert len(set(found)) == len(found)
    for one in seen.standing:
        [unit] = one.units
        assert roster[unit].army == one.counter.army and roster[unit].name == one.counter.name
        assert (roster[unit].symbol == "leader") == (one.counter.symbol == "leader")


@pytest.mark.slow
def test_the_template_lists_all_units_those_still_to_come_among_them(tmp_path: Path) -> None:
    text = template(shown())
    data = load(text).data
    assert len(data["units"]) == 88 and "unknown" not in data
    assert '# French: Guard artillery, 10-3\n  gd-art: ""' in text
    seen = looked_at(begin_hidden_duel(tmp_path).bert)
    data = load(template(seen)).data
    assert len(data["units"]) == 61 and set(data["unknown"]) == {"french", "russian"}
    assert {place.id for place in seen.boards[0].places} == set(data["boards"]["poland"]["places"])
