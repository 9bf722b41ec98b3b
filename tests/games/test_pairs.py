"""The settings in which random games with options are played."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.campaign.core.rulebooks import installed
from tests import tiers
from tests.games.box import TURNS
from tests.games.last_battles import NAME, invitation
from tests.games.pairs import settings_of
from tests.rulesets.napoleons_last_battles.kinds import KINDS, MANY

pytestmark = pytest.mark.slow
TEN = 10
"""Commits one after the other, in whose boxes everything has to come up."""


@pytest.mark.parametrize("scenario", tiers.turns(sorted(MANY)))
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


@pytest.mark.parametrize("scenario", sorted(MANY))
def test_every_option_is_played_in_any_ten_commits(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value but the default in every scenario that offers it, by the games without which no box is, whatever else
    there is time for. Defaults are those of the games without options."""
    kind = next(one for one in KINDS if (one.scenario, one.mode) == (scenario, "options"))
    offer = installed()[NAME].game(scenario, {}).theatre.setting.offer  # type: ignore[attr-defined]
    usual = {name: one.default for name, one in offer.choices.items()}
    bound = {
        str(chosen): {(name, value) for name, value in offer.bound(chosen).items() if value != usual[name]}
        for chosen in settings_of(NAME, scenario)
    }
    boxes = []
    for place in range(TURNS + TEN):
        monkeypatch.setattr(tiers.run, "place", place)
        offers = [invitation(seed, scenario, "options") for seed in kind.batch(0).seeds]
        boxes.append([(offer.army, bound[str(offer.options)]) for offer in offers])
    for first in range(TURNS):
        played = [game for box in boxes[first : first + TEN] for game in box]
        assert set.union(*(chosen for _, chosen in played)) == set.union(*bound.values())
        assert len({army for army, _ in played}) == 2
