"""The learning scenario: short, small, marked as ours, and a game for both sides."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulesets.napoleon_at_war import ruleset
from tests.games.opponents import Played, play_game, practice_decider

SCENARIO = "learning-jena"
SEEDS = range(12)


@cache
def practised(seed: int) -> Played:
    return play_game(ruleset, SCENARIO, {}, {"french": practice_decider, "prussian": practice_decider}, seed)


def test_it_is_short_small_and_marked_as_ours() -> None:
    game = ruleset.game(SCENARIO, {})
    assert game.scenario.learning and "Not in the rulebook" in game.scenario.doc
    assert game.setting.turns == 3 and len(game.setting.roster.units) == 9
    assert not game.setting.night and not game.setting.fog and game.setting.choice is None
    assert "`learning-jena` is not in the rulebook" in (ruleset.home / "README.md").read_text(encoding="utf-8")


def test_its_counters_are_those_of_the_battle() -> None:
    """Printed strengths and set-up hexes of Jena-Auerstadt, on the same ground."""
    whole, part = ruleset.game("jena-auerstadt", {}).setting, ruleset.game(SCENARIO, {}).setting
    for uid, unit in part.roster.units.items():
        other = whole.roster.units[uid]
        assert (unit.name, unit.kind, unit.strength) == (other.name, other.kind, other.strength)
        assert (unit.allowance, unit.army, unit.formation) == (other.allowance, other.army, other.formation)
    assert {uid: at for uid, at in part.setup.items() if uid != "v-art"}.items() <= whole.setup.items()
    inside = {(a, b) for a, near in part.field.steps.items() for b in near}
    assert all(part.field.steps[a][b] == whole.field.steps[a][b] for a, b in inside)


def test_both_sides_have_something_to_do_and_something_to_win() -> None:
    """Practice opponents play it to its end: combats in every game, and neither side always wins."""
    games = [practised(seed) for seed in SEEDS]
    assert all(game.over["how"] == "played" for game in games)
    fights = [Counter(event["kind"] for event in game.events)["combat"] for game in games]
    assert min(fights) >= 2
    winners = Counter(game.over["winner"] for game in games)
    assert winners["french"] and winners["prussian"]


@pytest.mark.parametrize("army", ["french", "prussian"])
def test_every_player_turn_offers_moves(army: str) -> None:
    """Somebody of each side can move on each of the three turns."""
    moved = {(at["turn"], at["army"]) for at in practised(0).positions}
    assert {(turn, army) for turn in (1, 2, 3)} <= moved
