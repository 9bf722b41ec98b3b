"""The facts of a position in a report: told once a phase has been played, never while it waits to be carried on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.records.archiving import LOG, unpack
from pbem.campaign.records.verification import judge_log
from pbem.campaign.telling.reports import dispatch_of, halted, standing_facts
from tests.places import SAMPLES

SEQS = range(3, 14)


@pytest.fixture(scope="module")
def eylau() -> Campaign:
    lines = unpack((SAMPLES / "eylau-1807" / "campaign.pbem").read_bytes())[LOG].splitlines(keepends=True)
    campaign = judge_log(b"".join(lines[: SEQS.stop])).campaign
    assert campaign is not None
    return campaign


def told(campaign: Campaign, seq: int, state: Mapping[str, Any]) -> list[bool]:
    """Whether the report of a message has them, for each fact of the position."""
    rows = dispatch_of(campaign, seq).standing
    return [fact in rows for fact in standing_facts(campaign, state)]


def test_a_position_is_told_unless_its_phase_waits(eylau: Campaign) -> None:
    states = {seq: eylau.chain.states[seq] for seq in SEQS}
    assert [seq for seq in SEQS if halted(states[seq])] == [5, 6, 9, 10, 12, 13]
    for seq, state in states.items():
        assert set(told(eylau, seq, state)) == {not halted(state)}, seq
