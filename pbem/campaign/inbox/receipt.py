"""What became of what arrived."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pbem.campaign.core.campaign import Campaign
from pbem.protocol.chain import Notice
from pbem.protocol.faults import Fault


@dataclass
class Receipt:
    """What became of one text for one campaign.

    accepted: numbers of messages that are new in the log. notices: copies, dates, differing readable parts.
    fault: the first message that was refused; the text is kept in `evidence` then. kept: what team-mates
    sent beside messages, in words. remarks: what the ruleset has against the letter around it.
    """

    campaign: Campaign | None
    accepted: list[int] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    fault: Fault | None = None
    evidence: Path | None = None
    report: Path | None = None
    kept: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
