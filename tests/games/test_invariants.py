"""The invariants notice what they are there to notice: each kind of falsified position or event fails."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from pbem.campaign.core.machine import machine_for
from pbem.campaign.outbox.create import Invitation, terms_of
from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.state import fresh
from tests.games.napoleon import check_phase, check_position

Phase = tuple[Any, Any, list[Any]]


@cache
def bloody() -> tuple[Any, Phase]:
    """A game, and a player turn of it with moves, an attack that lapsed nowhere, a loss and a retreat."""
    machine = machine_for(terms_of(Invitation("napoleon-at-war", "jena-auerstadt", "french")))
    for seed in range(200):
        player = RandomPlayer(random.Random(seed).randrange, 0)
        outcome = advance(machine.game, fresh(machine.game.start()), player, machine.seats)
        while outcome.state["need"]:
            before, player.phases = outcome.state, 1
            outcome = advance(machine.game, before, player, machine.seats)
            kinds = {event["kind"] for event in outcome.events}
            if {"moved", "combat", "eliminated", "retreated"} <= kinds and not kinds & {"lapsed", "silent", "exited"}:
                return machine.game, (before["at"], outcome.state["at"], outcome.events)
    raise AssertionError("no such player turn")


def first(events: list[Any], kind: str) -> int:
    return next(index for index, event in enumerate(events) if event["kind"] == kind)


def no_combat(before: Any, after: Any, events: list[Any]) -> None:
    del events[first(events, "combat")]


def combat_twice(before: Any, after: Any, events: list[Any]) -> None:
    events.append(copy.deepcopy(events[first(events, "combat")]))


def loss_untold(before: Any, after: Any, events: list[Any]) -> None:
    del events[first(events, "eliminated")]


def loss_elsewhere(before: Any, after: Any, events: list[Any]) -> None:
    events[first(events, "eliminated")]["battle"] = "waterloo"


def loss_in_strength(before: Any, after: Any, events: list[Any]) -> None:
    events[first(events, "eliminated")]["strength"] += 1


def retreat_untold(before: Any, after: Any, events: list[Any]) -> None:
    del events[first(events, "retreated")]


def back_from_the_dead(before: Any, after: Any, events: list[Any]) -> None:
    before["lost"]["nobody"] = "jena"


def unit_moved_silently(before: Any, after: Any, events: list[Any]) -> None:
    unit = sorted(after["at"])[0]
    after["at"][unit] = "0101" if after["at"][unit] != "0101" else "0102"


@pytest.mark.parametrize(
    "falsify",
    [
        no_combat,
        combat_twice,
        loss_untold,
        loss_elsewhere,
        loss_in_strength,
        retreat_untold,
        back_from_the_dead,
        unit_moved_silently,
    ],
)
def test_a_falsified_player_turn_is_noticed(falsify: Callable[..., None]) -> None:
    game, phase = bloody()
    check_phase(game, *copy.deepcopy(phase))
    changed = copy.deepcopy(phase)
    falsify(*changed)
    with pytest.raises(AssertionError):
        check_phase(game, *changed)


def stacked(at: Any) -> None:
    one, other = sorted(at["at"])[:2]
    at["at"][one] = at["at"][other]


def twice(at: Any) -> None:
    at["lost"][sorted(at["at"])[0]] = "jena"


def unknown_unit(at: Any) -> None:
    at["out"].append("nobody")


def off_the_map(at: Any) -> None:
    at["at"][sorted(at["at"])[0]] = "9999"


def lost_nowhere(at: Any) -> None:
    at["lost"][at["at"] and sorted(at["at"])[0]] = "waterloo"
    del at["at"][sorted(at["at"])[0]]


@pytest.mark.parametrize("falsify", [stacked, twice, unknown_unit, off_the_map, lost_nowhere])
def test_a_falsified_position_is_noticed(falsify: Callable[[Any], None]) -> None:
    game, (_, after, _) = bloody()
    check_position(game, after)
    changed = copy.deepcopy(after)
    falsify(changed)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        check_position(game, changed)
