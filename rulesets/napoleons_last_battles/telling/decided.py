"""Which event tells what a die decided, by the label of the die."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rulesets.napoleons_last_battles.setting import Setting

Event = Mapping[str, Any]
Sought = Callable[[Event], bool]

_OF_UNITS: Final[Mapping[str, tuple[str, ...]]] = {
    "active": ("activation",),
    "caution": ("caution",),
    "line": ("communications",),
    "start": ("start-die",),
    "unsupplied": ("allowance",),
}
"""First word of a label before orders -> the kinds of events that tell of the die of the unit that follows."""
_SICK: Final[Mapping[str, tuple[str, ...]]] = {"move": ("allowance",), "command": ("capacity",)}
_ARRIVAL: Final = "arrival"


def decided(setting: Setting, label: str, events: Sequence[Event]) -> Event | None:
    """The event of a segment that tells what a die decided besides the odds of a combat; None for a combat's own.

    label: `gt3.french.weather`, or in a combat `gt3.french.a1.leader.ney`.
    """
    turn, army, *words = label.split(".")
    sought = _before_orders(setting, words)
    if sought is None and len(words) > 1:
        sought = _in_combat(words[0], words[1:])
        events = _of_combat(f"{turn}.{army}.{words[0]}", events)
    return None if sought is None else next(filter(sought, events), None)


def _of_combat(label: str, events: Sequence[Event]) -> Sequence[Event]:
    """The events of one combat: who falls in one may have been rolled for in another."""
    starts = [number for number, event in enumerate(events) if event["kind"] == "combat"]
    first = next((number for number in starts if events[number]["label"] == label), len(events))
    return events[first : next((number for number in starts if number > first), None)]


def _before_orders(setting: Setting, words: Sequence[str]) -> Sought | None:
    """What the event is like for a die of the beginning of a turn. words: of the label, behind turn and army."""
    match words:
        case ["weather"]:
            return lambda event: event["kind"] == "weather" and bool(event["die"])
        case [word, unit] if word in _OF_UNITS:
            return _of_unit(_OF_UNITS[word], unit)
        case ["sick", unit, word] if word in _SICK:
            return _of_unit(_SICK[word], unit)
        case ["release", name]:
            return lambda event: event["kind"] == "release" and _is_of(setting, event, name)
        case [word] if word.startswith(_ARRIVAL) and word.removeprefix(_ARRIVAL).isdecimal():
            group = setting.groups[int(word.removeprefix(_ARRIVAL))]
            named = [*group.units, *group.leaders]
            return lambda event: event["kind"] == _ARRIVAL and event["units"] == named
    return None


def _in_combat(attack: str, words: Sequence[str]) -> Sought | None:
    """The same for a die that an attack brings about. words: of the label, behind the attack's name."""
    match words:
        case ["leader", unit, *_]:
            return _of_unit(("leader-killed", "leader-unhurt"), unit)
        case ["rout", *_]:
            return _of_attack("rout-dice", attack)
        case ["impetus", *_]:
            return _of_attack("impetus", attack)
    return None


def _of_unit(kinds: Sequence[str], unit: str) -> Sought:
    return lambda event: event["kind"] in kinds and event["unit"] == unit


def _of_attack(kind: str, attack: str) -> Sought:
    return lambda event: event["kind"] == kind and event["id"] == attack


def _is_of(setting: Setting, event: Event, name: str) -> bool:
    """Whether the units that a die may release are those of a formation, or the one that is meant."""
    units = setting.roster.units
    return name in event["units"] or any(units[unit].formation == name for unit in event["units"])
