"""What was judged, and how: the value that `pbem verify` and the clock pass around."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.protocol.verify import Verdict

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign


@dataclass(frozen=True)
class Judgement:
    """A verdict, and the campaign that was judged as far as it is valid. what: kind of thing that was judged.

    answered: decisions whose legality was checked.
    """

    verdict: Verdict
    what: str
    campaign: Campaign | None = None
    answered: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def exit(self) -> int:
        """Exit status."""
        return self.verdict.exit
