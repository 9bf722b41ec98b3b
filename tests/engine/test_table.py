"""A game at one table goes as by mail: secrets hold, standing orders count, and nobody writes what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.campaign.core.rulebooks import installed
from pbem.engine.table import Chance, Passive, Played, Practised, Table

SHORT = [("napoleon-at-war", "jena-auerstadt"), ("jours-de-gloire", "pultusk-1806")]


def _played(ruleset: str, scenario: str, kinds: tuple[str, str], seed: int) -> Played:
    rules = installed()[ruleset]
    game = rules.game(scenario, {}, ())
    made: dict[str, Any] = {
        "practice": lambda army: Practised(game, rules.opponent(game, army)),
        "passive": lambda army: Passive(game),
        "random": lambda army: Chance(game, random.Random(f"{seed}/{army}").randrange),
    }
    players = {army: made[kind](army) for army, kind in zip(game.scenario.armies, kinds, strict=True)}
    return Table(game, players, random.Random(seed).randrange).play()


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "scenario"), SHORT)
@pytest.mark.parametrize("kinds", [("practice", "passive"), ("random", "practice"), ("random", "random")])
def test_whole_games_of_all_kinds_of_players(ruleset: str, scenario: str, kinds: tuple[str, str]) -> None:
    played = _played(ruleset, scenario, kinds, seed=7)
    assert played.over["how"] == "played" and played.questions > 4
    assert all(not faults for faults in played.faults.values())


@pytest.mark.slow
def test_the_same_dice_give_the_same_game() -> None:
    first, again = (_played(*SHORT[0], ("practice", "random"), seed=3) for _ in range(2))
    assert first.at == again.at and first.events == again.events
    assert _played(*SHORT[0], ("practice", "random"), seed=4).events != first.events
