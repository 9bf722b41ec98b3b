"""How the armies stand: losses and what a level still lacks, points, and what dice decided."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from pbem.engine.loop import Stop, advance
from pbem.engine.options import Pick
from pbem.engine.requests import Roll
from pbem.engine.state import fresh
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.position import CODEC, Position
from tests.rulesets.napoleons_last_battles.files import SCENARIOS
from tests.rulesets.napoleons_last_battles.telling.asking import standing
from tests.rulesets.napoleons_last_battles.turns import SEATS, Wilful, all_but, game

rule = pytest.mark.rule


def told(position: Position, *options: str, uid: str = "quatre-bras") -> Any:
    return game(uid, *options).telling.facts(CODEC.to_json(position))


@rule("nlb", "9.1", "9.2", "19.3")
def test_what_a_level_still_lacks_is_told_of_each_state_ahead() -> None:
    """Until 16/1500 the French level is 10; the Allied ones are 25 and, to be surpassed, 40."""
    at = {"blndt": "2050", "baud-6": "2051"}
    found = told(standing(at, losses={"allied": 20, "french": 9}))
    assert found["lacks"] == {"french": {"demoralized": 1}, "allied": {"demoralized": 5, "disintegrated": 21}}
    broken = standing(at, losses={"allied": 26}, broken={"allied": "demoralized"})
    assert told(broken)["lacks"]["allied"] == {"disintegrated": 15}


@rule("nlb", "13.0-1", "13.1", "22.3")
def test_corps_and_nationalities_have_levels_of_their_own() -> None:
    """A nationality counts what all Allies have lost."""
    at = {"blndt": "2050", "baud-6": "2051"}
    position = standing(at, "campaign", losses={"french": 3, "fr-2": 3, "allied": 2, "netherlander": 2})
    found = told(position, "corps-morale", uid="campaign")
    lacks = found["lacks"]
    roster = game("campaign").theatre.setting.roster
    second = roster.formations["fr-2"]
    assert second.level and lacks["fr-2"] == {"demoralized": second.level.value - 3}
    assert lacks["british"] == {"demoralized": roster.nationalities["british"].level.value - 2}
    assert "fr-2" not in told(standing({"baud-6": "2051"}))["lacks"]


@rule("nlb", "20.4C-2", "22.4-1")
def test_points_are_those_that_count_now() -> None:
    found = game("quatre-bras")
    at = CODEC.to_json(standing({"baud-6": "2051"}, points={"french": 4}))
    assert found.telling.facts(at)["points"] == {"french": 4, "coalition": 0}
    assert found.telling.figures.tally(at).points == {"french": 4, "coalition": 0}
    ligny = game("la-belle-alliance")
    assert ligny.telling.facts(ligny.start())["points"] == {} and not ligny.telling.figures.tally(ligny.start()).points


# -- dice ----------------------------------------------------------------------------------


class Listener(Wilful):
    """Keeps every die with its label."""

    def __init__(self, pick: Pick, game_: LastBattlesGame) -> None:
        super().__init__(pick, 1, game_)
        self.thrown: list[tuple[str, list[int]]] = []

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """What was thrown."""
        found = super().roll(request, count, faces)
        assert isinstance(found, list)
        self.thrown.append((request.label, found))
        return found


def dice_of(event: Mapping[str, Any]) -> list[int]:
    """The dice that an event tells of."""
    several = event.get("dice", [event.get("die")])
    return [one["die"] if isinstance(one, dict) else one for one in several]


def explained(uid: str, options: tuple[str, ...], seed: int, phases: int) -> set[str]:
    """Each die of random turns has the event that tells of it, but those of the odds; the words of their labels."""
    found, pick = game(uid, *options), random.Random(seed).randrange
    figures, at, words = found.telling.figures, found.start(), set[str]()
    for _ in range(phases):
        if found.over(at):
            break
        player = Listener(pick, found)
        outcome = advance(found, fresh(at), player, SEATS)
        at = outcome.state["at"]
        for label, thrown in player.thrown:
            event = figures.decided(label, outcome.events)
            if label.endswith(".die"):
                assert event is None, label
            else:
                assert event is not None and set(thrown) <= {*dice_of(event)}, (label, thrown, event)
                words |= {*label.split(".")[2:]}
    return words


EVENTS: Final[Sequence[Mapping[str, Any]]] = [
    {"kind": "weather", "weather": "clear", "die": 0},
    {"kind": "weather", "weather": "rain", "die": 2},
    {"kind": "allowance", "unit": "napoleon", "dice": [3, 4]},
    {"kind": "capacity", "unit": "napoleon", "die": 5},
    {"kind": "activation", "unit": "ney", "die": 1},
    {"kind": "activation", "unit": "grouchy", "die": 4},
    {"kind": "communications", "unit": "ney", "die": 6},
    {"kind": "release", "units": ["lher", "durb"], "die": 3},
    {"kind": "combat", "id": "a1", "label": "gt2.french.a1"},
    {"kind": "impetus", "id": "a1", "die": 5},
    {"kind": "leader-unhurt", "unit": "ney", "die": 4},
    {"kind": "rout-dice", "id": "a1", "dice": [{"unit": "huss-5", "die": 2}]},
]


@rule("nlb", "10.2-2", "15.4-2", "15.5", "16.1C-1", "16.12-1", "16.14C-1", "19.5C", "22.6A")
@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("weather", 1),
        ("sick.napoleon.move", 2),
        ("sick.napoleon.command", 3),
        ("active.grouchy", 5),
        ("line.ney", 6),
        ("release.fr-3c", 7),
        ("release.durb", 7),
        ("a1.impetus", 9),
        ("a1.leader.ney", 10),
        ("a1.leader.ney.2", 10),
        ("a1.rout.huss-5", 11),
        ("a1.die", None),
        ("a2.impetus", None),
        ("caution.ney", None),
    ],
)
def test_a_die_is_told_of_by_the_event_of_its_label(label: str, number: int | None) -> None:
    found = game("quatre-bras").telling.figures.decided(f"gt2.french.{label}", EVENTS)
    assert found == (None if number is None else EVENTS[number])


@pytest.mark.slow
def test_every_die_of_a_battle_is_explained() -> None:
    explained("ligny", all_but("ligny"), 2, 3)


@pytest.mark.campaigns
@pytest.mark.parametrize("uid", SCENARIOS)
def test_every_die_of_every_scenario_is_explained(uid: str) -> None:
    explained(uid, (), 1, 12)
    explained(uid, all_but(uid), 2, 8)
