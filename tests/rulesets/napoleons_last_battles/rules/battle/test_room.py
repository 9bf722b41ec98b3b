"""Room in a hex while a chain of retreats moves through it (6.6C, 16.11B)."""

from __future__ import annotations

import pytest

from pbem.hexgame.fighting.resolve import muster
from rulesets.napoleons_last_battles.board import GARRISON
from rulesets.napoleons_last_battles.rules.battle.retreats import ground
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, order, phase

rule = pytest.mark.rule


@rule("nlb", "6.6C-2", "16.11B")
@pytest.mark.parametrize(
    ("unit", "to", "moved", "room"),
    [
        ("ai5", "0404", {}, False),
        ("ai5", "0404", {"ai4": "0405"}, True),
        ("ai3", "0405", {}, True),
        ("ai3", "0405", {"ai4": "0405"}, False),
        ("ai6", "0404", {}, True),
    ],
)
def test_room_is_counted_as_the_chain_leaves_it(unit: str, to: str, moved: dict[str, str], room: bool) -> None:
    found = board("fi9 0403, ai4 0404, ai3 0404, ai5 0405, ai6 0405")
    found.remark(GARRISON, "ai6", on=True)
    attack = order("0404", "fi9")
    combat, _ = muster(phase(found), attack, ("attacks", 0), attack.manner)
    assert ground(combat, "coalition").fits(unit, to, moved) is room
