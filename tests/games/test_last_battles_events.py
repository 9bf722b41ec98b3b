"""What random games of Napoleon's Last Battles must hold to is noticed: each kind of falsified account fails."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.games.last_battles import check_phase, check_position
from tests.rulesets.napoleons_last_battles.turns import game, played

Events = list[dict[str, Any]]
NEEDED = {"moved", "retreated", "eliminated", "fled"}


@cache
def bloody() -> tuple[Any, tuple[Any, Any, Events]]:
    """A player turn at Ligny with marches, a retreat, a loss and a leader who flees."""
    battle = game("ligny", "leaders")
    for seed in range(30):
        turns = played(battle, seed, 5)
        for at, events in enumerate(turns.phases):
            if {event["kind"] for event in events} >= NEEDED:
                return battle, (turns.positions[at], turns.positions[at + 1], list(events))
    raise AssertionError("no such player turn")


def of(events: Events, kind: str) -> dict[str, Any]:
    return next(event for event in events if event["kind"] == kind)


def untold(kind: str) -> Callable[[Any, Any, Events], None]:
    def falsify(before: Any, after: Any, events: Events) -> None:
        events.remove(of(events, kind))

    return falsify


def weaker(before: Any, after: Any, events: Events) -> None:
    of(events, "eliminated")["strength"] -= 1


def unbooked(before: Any, after: Any, events: Events) -> None:
    nation = next(book for book in ("french", "prussian") if after["losses"].get(book))
    after["losses"][nation] += 1


def moved_silently(before: Any, after: Any, events: Events) -> None:
    unit = sorted(after["at"])[0]
    after["at"][unit] = "3030" if after["at"][unit] != "3030" else "3031"


def turned_silently(before: Any, after: Any, events: Events) -> None:
    units = bloody()[0].theatre.setting.roster.units
    whole = [unit for unit in sorted(after["at"]) if unit not in after["reduced"] and units[unit].reduced]
    after["reduced"] = sorted({*after["reduced"], whole[0]})


def into_a_zone(before: Any, after: Any, events: Events) -> None:
    """Beside an enemy who has nothing to do with it; the rest of the account is put right."""
    event = of(events, "retreated")
    battle, _ = bloody()
    board = battle.theatre.board(battle.position(after))
    army = board.army_of(event["unit"]) if event["unit"] in board.at else ""
    foe = next(foe for foe in board.at if army and board.army_of(foe) != army)
    event["to"] = board.controlled(foe, board.at[foe])[0]


def back_from_the_dead(before: Any, after: Any, events: Events) -> None:
    before["dead"] = sorted({*before["dead"], sorted(after["at"])[0]})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("falsify", "told"),
    [
        (untold("moved"), "is told to leave|who stands where"),
        (untold("retreated"), "is told to|who stands where"),
        (untold("eliminated"), "who stands where|is told to"),
        (untold("fled"), "which leader stands where|is told to leave"),
        (weaker, "strength of"),
        (unbooked, "losses of"),
        (moved_silently, "who stands where"),
        (turned_silently, "strength on the map"),
        (into_a_zone, "falls back to .*, in the zone of"),
        (back_from_the_dead, "come back"),
    ],
    ids=lambda one: getattr(one, "__name__", "."),
)
def test_a_falsified_player_turn_is_noticed(falsify: Callable[..., None], told: str) -> None:
    battle, phase = bloody()
    check_phase(battle, *copy.deepcopy(phase))
    changed = copy.deepcopy(phase)
    falsify(*changed)
    with pytest.raises(AssertionError, match=told):
        check_phase(battle, *changed)


def twice(at: Any) -> None:
    at["dead"] = sorted({*at["dead"], sorted(at["at"])[0]})


def with_the_enemy(at: Any) -> None:
    one, other = sorted(at["at"])[0], sorted(at["at"])[-1]
    at["at"][one] = at["at"][other]


def third_in_a_hex(at: Any) -> None:
    battle, _ = bloody()
    friends = [unit for unit in sorted(at["at"]) if battle.theatre.setting.roster.units[unit].army == "french"]
    at["at"].update(dict.fromkeys(friends[:3], at["at"][friends[0]]))


def off_the_map(at: Any) -> None:
    at["at"][sorted(at["at"])[0]] = "9999"


def unknown(at: Any) -> None:
    at["dead"] = [*at["dead"], "nobody"]


@pytest.mark.slow
@pytest.mark.parametrize("falsify", [twice, with_the_enemy, third_in_a_hex, off_the_map, unknown])
def test_a_falsified_position_is_noticed(falsify: Callable[[Any], None]) -> None:
    battle, (_, after, _) = bloody()
    check_position(battle, after)
    changed = copy.deepcopy(after)
    falsify(changed)
    with pytest.raises((AssertionError, KeyError, ValueError)):
        check_position(battle, changed)
