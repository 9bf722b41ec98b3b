"""Honest hidden games of 1806 in which everything happens; see `tests.games.unquiet`.

`python -m tests.rulesets.campaign_1806.hidden.unquiet SEED...` plays such games again.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.local.practice import frame
from pbem.orders.writer import dump
from tests.games import unquiet
from tests.games.games import Tally
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.lies import LiarHand
from tests.rulesets.campaign_1806.modes import HIDDEN

Json = Any
SMALL = "learning-saalfeld"
OTHERS = ("saalfeld", "jena", "massenbach", "auerstedt")


class CampaignPlayers:
    """Implements `tests.games.unquiet.Players`. Every fourth game is of another scenario than the smallest, and ends
    after so many messages at most."""

    name = "1806"
    most = 60

    def invitation(self, seed: int) -> Invitation:
        """osg 1.5: game number `seed`, with hidden forces."""
        rng = random.Random(f"1806 unquiet {seed}")
        scenario = OTHERS[seed // 4 % len(OTHERS)] if seed % 4 == 3 else SMALL
        options = {} if scenario == SMALL else {"supply": bool(rng.randrange(2)), "vedettes": bool(rng.randrange(2))}
        return Invitation(ID, scenario, rng.choice(("french", "prussian")), HIDDEN | options)

    def hand(self, seed: int, seat: str) -> LiarHand:
        """A player who draws his orders."""
        return LiarHand(random.Random(f"{seed}/{seat}"), Tally(seed))

    def unchanged(self, at: Json) -> Json:
        """Nothing is corrected but that it is as it is."""
        return [{"path": ["turn"], "value": at["turn"]}]

    def paper(self, campaign: Campaign, due: Due, document: Json) -> Checked:
        """orders.yaml with these entries, as the compiler takes it."""
        text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note")).encode("utf-8")
        campaign.folder.write_document("orders.yaml", text)
        return check_orders(campaign, due, text)


def main(seeds: Sequence[str]) -> None:
    """Plays these games again."""
    with TemporaryDirectory() as folder:
        unquiet.told([unquiet.play(Path(folder) / seed, CampaignPlayers(), int(seed)) for seed in seeds])


if __name__ == "__main__":
    main(sys.argv[1:])
