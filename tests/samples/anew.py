"""Samples with the reports of today: they themselves keep the words of the day on which they were played."""

from __future__ import annotations

from functools import lru_cache

from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from tests.places import SAMPLES


@lru_cache
def anew(name: str) -> bytes:
    """The archive of a sample as this program would export it."""
    campaign = judge_archive((SAMPLES / name / "campaign.pbem").read_bytes()).campaign
    assert campaign is not None
    return archive_bytes(campaign)
