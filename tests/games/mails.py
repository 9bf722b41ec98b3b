"""`python -m tests.games.mails NUMBER RULESET SCENARIO...`: what random games cost in mail, for the README's table.

So many games of each scenario are played twice over: by players who never want to be asked by mail, and by some who do
now and then, in their orders and in their standing orders.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation
from pbem.local.mailcount import MailCount, count_mails, per_turn
from tests.games.campaigns import play_invitation
from tests.games.games import both


def counted(seed: int, ruleset: str, scenario: str, *, asks: bool) -> MailCount:
    """What one random game without options costs."""
    described = next(one for one in installed()[ruleset].scenarios() if one.id == scenario)
    offer = Invitation(ruleset, scenario, described.armies[seed % len(described.armies)])
    with tempfile.TemporaryDirectory() as folder:
        play_invitation(Path(folder), seed, offer, asks=asks)
        a, b = both(Path(folder))
        try:
            return count_mails(a, scenario)
        finally:
            a.folder.close()
            b.folder.close()


def main() -> None:
    """Plays the games and prints a line for each scenario and kind of player."""
    number, ruleset, *scenarios = sys.argv[1:]
    for scenario in scenarios:
        for asks in (False, True):
            found = [counted(seed, ruleset, scenario, asks=asks) for seed in range(int(number))]
            turns = sum(len(one.turns) for one in found)
            told = per_turn(sum(one.played for one in found), turns)
            print(f"{scenario}, {'asking' if asks else 'never asking'}: {told} over {turns} turns", flush=True)


if __name__ == "__main__":
    main()
