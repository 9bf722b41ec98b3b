"""Random games of 1806 for the box, see `tests.games.box`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbem.campaign.core.rulebooks import installed
from pbem.campaign.outbox.create import Invitation
from tests import tiers
from tests.games.box import Games, Kind
from tests.games.campaigns import play_invitation
from tests.games.games import Tally, told
from tests.games.lying_games import check_honest, check_lies
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden import by_mail
from tests.rulesets.campaign_1806.hidden.lies import COMMAND, CampaignLiars
from tests.rulesets.campaign_1806.hidden.unquiet import CampaignPlayers
from tests.rulesets.campaign_1806.modes import HIDDEN, OPEN

# Scenario -> how many games of it there are in each mode; the longest begin.
MANY: Mapping[str, Mapping[str, int]] = {
    "campaign": {"hidden": 3, "open": 3},
    "early-warning": {"hidden": 2, "open": 2},
    "free-entry": {"hidden": 3, "open": 2},
    "erfurt": {"hidden": 2, "open": 2},
    "jena-auerstedt": {"hidden": 4, "open": 3},
    "massenbach": {"hidden": 4, "open": 3},
    "auerstedt": {"hidden": 6, "open": 4},
    "jena": {"hidden": 8, "open": 6},
    "saalfeld": {"hidden": 10, "open": 6},
    "learning-saalfeld": {"hidden": 8, "open": 4},
}
MOST_TURNS, LONG_TURNS = 24, 12
"""Player turns after which a game in the box is broken off, a battle and one of the whole map; nobody does that in
`make campaigns-all`."""
WHOLE_MAP = ("campaign", "early-warning", "free-entry", "erfurt")


def invitation(seed: int, scenario: str, mode: str) -> Invitation:
    """Game number `seed` of a scenario: armies take turns, and of the other options any that it offers are chosen."""
    described = next(one for one in installed()[ID].scenarios() if one.id == scenario)
    rng = random.Random(f"1806 options {seed}")
    chosen = {name: rng.choice(one["values"]) for name, one in described.options.items() if name != "forces"}
    mode_of = HIDDEN if mode == "hidden" else OPEN
    return Invitation(ID, scenario, described.armies[seed % len(described.armies)], chosen | mode_of)


def _played(folder: Path, seed: int, scenario: str, mode: str, turns: int) -> Tally:
    offer = invitation(seed, scenario, mode)
    if mode == "open":
        return play_invitation(folder, seed, offer, turns)
    return by_mail.play_offer(folder, seed, offer, turns)


def _games(scenario: str, mode: str) -> Games:
    def games(folder: Path, seeds: Sequence[int]) -> None:
        most = LONG_TURNS if scenario in WHOLE_MAP else MOST_TURNS
        turns = most if tiers.run.tier == "campaigns" else 0
        tallies = [_played(folder / str(seed), seed, scenario, mode, turns) for seed in seeds]
        told(tallies)
        assert all(tally.dice > 0 for tally in tallies)

    return games


def _lying(folder: Path, seeds: Sequence[int]) -> None:
    check_lies(folder, CampaignLiars(), COMMAND, seeds)


def _honest(folder: Path, seeds: Sequence[int]) -> None:
    check_honest(folder, CampaignPlayers(), seeds)


KINDS = [
    *(
        Kind(ID, scenario, mode, _games(scenario, mode), count)
        for scenario, modes in MANY.items()
        for mode, count in modes.items()
    ),
    Kind(ID, "any", "liar", _lying, 100, 2),
    Kind(ID, "any", "honest", _honest, 100, 2),
]
