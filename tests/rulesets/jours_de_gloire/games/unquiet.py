"""Honest games of Jours de Gloire in which everything happens; see `tests.games.unquiet`.

`python -m tests.rulesets.jours_de_gloire.games.unquiet SEED...` plays such games again.
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
from pbem.engine.requests import ASK
from tests.games import unquiet
from tests.games.games import Tally
from tests.rulesets.jours_de_gloire.games.campaigns import HIDDEN, SHORTEST, JoursHand, invitation
from tests.rulesets.jours_de_gloire.games.lies import OTHERS

Json = Any


class AskingHand(unquiet.Asking, JoursHand):
    """A player who wants to be asked everything."""

    def _said(self, values: tuple[str, ...]) -> str:
        return ASK


class JoursPlayers:
    """Implements `tests.games.unquiet.Players`. Every fourth game is of another scenario than the shortest, and ends
    after so many messages at most."""

    name = "jours"
    most = 70

    def invitation(self, seed: int) -> Invitation:
        other = OTHERS[seed // 4 % len(OTHERS)] if seed % 4 == 3 else SHORTEST
        return invitation(other, seed, HIDDEN)

    def hand(self, seed: int, seat: str) -> JoursHand:
        rng, asks = random.Random(f"{seed}/{seat}"), (seed + ord(seat)) % 3
        return AskingHand(rng, Tally(seed), True, 8) if asks == 0 else JoursHand(rng, Tally(seed), asks == 1, 8)

    def unchanged(self, at: Json) -> Json:
        return [{"path": ["turn"], "value": at["turn"]}]

    def paper(self, campaign: Campaign, due: Due, document: Json) -> Checked:
        return JoursHand._checked(campaign, due, document)[0]


def main(seeds: Sequence[str]) -> None:
    """Plays these games again."""
    with TemporaryDirectory() as folder:
        unquiet.told([unquiet.play(Path(folder) / seed, JoursPlayers(), int(seed)) for seed in seeds])


if __name__ == "__main__":
    main(sys.argv[1:])
