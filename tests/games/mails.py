"""`python -m tests.games.mails [--options] NUMBER RULESET SCENARIO...`: what random games cost in mail, for the README.

So many games of each scenario are played twice over: by players who never want to be asked by mail, and by some who do
now and then, in their orders and in their standing orders. --options: with the settings of `tests.games.pairs`, one
after the other; those are of Napoleon's Last Battles.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation
from pbem.local.mailcount import MailCount, count_mails, per_turn
from tests.games import last_battles
from tests.games.campaigns import play_invitation
from tests.games.games import both


def counted(seed: int, offer: Invitation, *, asks: bool, turns: int = 0) -> MailCount:
    """What one random game costs. turns: player turns after which it is broken off; 0: never."""
    with tempfile.TemporaryDirectory() as folder:
        play_invitation(Path(folder), seed, offer, turns, asks=asks)
        a, b = both(Path(folder))
        try:
            return count_mails(a, offer.scenario)
        finally:
            a.folder.close()
            b.folder.close()


def offered(seed: int, ruleset: str, scenario: str, *, options: bool) -> Invitation:
    """The invitation of game number `seed`: armies take turns, and with options their settings as well."""
    if options:
        return last_battles.invitation(seed, scenario, "options")
    described = next(one for one in installed()[ruleset].scenarios() if one.id == scenario)
    return Invitation(ruleset, scenario, described.armies[seed % len(described.armies)])


def main() -> None:
    """Plays the games and prints a line for each scenario and kind of player."""
    words = [word for word in sys.argv[1:] if word != "--options"]
    number, ruleset, *scenarios = words
    options = len(words) < len(sys.argv) - 1
    for scenario in scenarios:
        for asks in (False, True):
            offers = [(seed, offered(seed, ruleset, scenario, options=options)) for seed in range(int(number))]
            found = [counted(seed, offer, asks=asks) for seed, offer in offers]
            turns = sum(len(one.turns) for one in found)
            told = per_turn(sum(one.played for one in found), turns)
            print(f"{scenario}, {'asking' if asks else 'never asking'}: {told} over {turns} turns", flush=True)


if __name__ == "__main__":
    main()
