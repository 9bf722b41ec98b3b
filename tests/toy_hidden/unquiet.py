"""Honest games of Veiled in which everything happens; see `tests.games.unquiet`.

`python -m tests.toy_hidden.unquiet SEED...` plays such games again.
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
from pbem.campaign.writing.orders_file import Checked
from tests.games import unquiet
from tests.games.games import Tally
from tests.installed import installed
from tests.toy_hidden.campaigns import VeiledHand, invitation_for
from tests.toy_hidden.world import orders

Json = Any


class AskingHand(unquiet.Asking, VeiledHand):
    """A player who wants to be asked everything."""


class VeiledPlayers:
    """Implements `tests.games.unquiet.Players`."""

    name = "veiled"
    most = 400

    def invitation(self, seed: int) -> Invitation:
        return invitation_for(seed)

    def hand(self, seed: int, letter: str) -> VeiledHand:
        rng, asks = random.Random(f"{seed}/{letter}"), (seed + ord(letter)) % 3
        return AskingHand(rng, Tally(seed), True, 12) if asks == 0 else VeiledHand(rng, Tally(seed), asks == 1, 12)

    def unchanged(self, at: Json) -> Json:
        return [{"path": ["round"], "value": at["round"]}]

    def paper(self, campaign: Campaign, due: Due, document: Json) -> Checked:
        return orders(campaign, due, document)


def main(seeds: Sequence[str]) -> None:
    """Plays these games again."""
    with TemporaryDirectory() as folder, installed(Path(folder), "veiled"):
        unquiet.told([unquiet.play(Path(folder) / seed, VeiledPlayers(), int(seed)) for seed in seeds])


if __name__ == "__main__":
    main(sys.argv[1:])
