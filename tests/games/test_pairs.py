"""The settings in which random games with options are played."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.campaign.core.rulebooks import installed
from tests.games.last_battles import NAME, invitation
from tests.games.pairs import settings_of
from tests.rulesets.napoleons_last_battles.kinds import MANY

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scenario", sorted(MANY))
def test_every_game_can_be_bound_and_all_settings_are_played(scenario: str) -> None:
    settings = settings_of(NAME, scenario)
    for chosen in settings:
        installed()[NAME].game(scenario, chosen)
    played = [invitation(seed, scenario, "options") for seed in range(MANY[scenario][1])]
    assert all(chosen in [one.options for one in played] for chosen in settings)
    assert len({one.army for one in played}) == 2


def test_every_two_options_that_stand_together_do_so_in_some_game() -> None:
    offer = installed()[NAME].game("quatre-bras", {}).theatre.setting.offer  # type: ignore[attr-defined]
    together = [offer.bound(chosen) for chosen in settings_of(NAME, "quatre-bras")]
    ever = sorted(name for name in offer.choices if any(bound[name] is True for bound in together))
    # There are no heavy guns at Quatre Bras.
    assert {name for name, one in offer.choices.items() if True in one.values} - {*ever} == {"heavy-artillery"}
    alone = [(a, b) for a, b in combinations(ever, 2) if not any(one[a] is one[b] is True for one in together)]
    # Those that never do exclude each other, or what one needs excludes the other.
    for one, other in alone:
        needs = {*offer.choices[one].needs, *offer.choices[other].needs}
        with pytest.raises(ValueError):
            offer.bound(dict.fromkeys({one, other, *needs}, True))
    assert alone and all(len({name for name, on in bound.items() if on is True}) > 10 for bound in together)
