"""Dice and memos of the opening of a player turn in words, and whom the enemy's approach sets free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.telling.wording import Event, Teller, cited
from rulesets.napoleons_last_battles.telling.named import DispatchNames

_WEATHER: Final = {
    ("clear", "clear"): "it stays clear",
    ("clear", "rain"): "it begins to rain",
    ("rain", "rain"): "it rains on",
    ("rain", "clear"): "the rain ends",
}


def _weather(names: DispatchNames, event: Event) -> str:
    what = _WEATHER[event["before"], event["weather"]]
    return f"The weather die is {event['die']}: {what}{cited(event)}." if event["die"] else f"{what}{cited(event)}."


def _start_die(names: DispatchNames, event: Event) -> str:
    how = "begins reduced" if event["reduced"] else "begins at full strength"
    return f"The die for {names.unit(event['unit'])} is {event['die']}: it {how}{cited(event)}."


def _arrival(names: DispatchNames, event: Event) -> str:
    come = "may enter" if event["comes"] else "stays away"
    where = f" at {_any_of([names.hex(at) for at in event['at']])}" if event["comes"] and event["at"] else ""
    return f"{_thrown(names, event)}{come}{where}{cited(event)}."


def _release(names: DispatchNames, event: Event) -> str:
    if event["why"] == "enemy":
        freed = names.units(event["units"])
        return f"{freed}, held back until now, may move: {names.unit(event['by'])} has come up to it{cited(event)}."
    return f"{_thrown(names, event)}{'may move' if event['free'] else 'stays where it is'}{cited(event)}."


def _thrown(names: DispatchNames, event: Event) -> str:
    """`The die for the First Corps is 3 (1 or 2 needed): it `, or without a die `The First Corps `."""
    who = _body(names, event["units"])
    if not event["die"]:
        return f"{who} "
    return f"The die for {who} is {event['die']} ({_any_of(event['on'])} needed): it "


def _body(names: DispatchNames, units: Sequence[str]) -> str:
    """One unit by its name, several by their formation."""
    roster = names.setting.roster.units
    return names.unit(units[0]) if len(units) == 1 else f"the {names.place(roster[units[0]].formation)}"


def _any_of(words: Sequence[str]) -> str:
    *rest, last = words
    return f"{', '.join(rest)} or {last}" if rest else last


def _caution(names: DispatchNames, event: Event) -> str:
    state = "active" if event["active"] else "inactive on this turn"
    who = names.unit(event["unit"])
    if not event["die"]:
        return f"{who} is {state} from now on{cited(event)}."
    return f"The die for the caution of {who} is {event['die']}: he is {state}{cited(event)}."


def _inactive(names: DispatchNames, event: Event) -> str:
    verb = "are" if len(event["units"]) > 1 else "is"
    return f"{names.units(event['units'])} {verb} inactive{cited(event)}."


_ROUSED: Final = {"met": "another commander has been with him", "enemy": "the enemy is near"}


def _activation(names: DispatchNames, event: Event) -> str:
    who = names.unit(event["unit"])
    if event["why"] != "die":
        return f"{who} is active again: {_ROUSED[event['why']]}{cited(event)}."
    state = "he is active again" if event["active"] else "he stays inactive"
    return f"The die for {who} is {event['die']}: {state}{cited(event)}."


def _communications(names: DispatchNames, event: Event) -> str:
    state = "he stays active" if event["active"] else "he becomes inactive"
    who = names.unit(event["unit"])
    return f"{who} has no line to an active headquarters: the die is {event['die']}, {state}{cited(event)}."


def _allowance(names: DispatchNames, event: Event) -> str:
    dice = " and ".join(map(str, event["dice"]))
    shown = f"the dice are {dice}" if len(event["dice"]) > 1 else f"the die is {dice}"
    points = f"{event['points']} movement point{'s' if event['points'] > 1 else ''}"
    return f"{names.unit(event['unit'])} has {points} on this turn: {shown}{cited(event)}."


def _capacity(names: DispatchNames, event: Event) -> str:
    who = names.unit(event["unit"])
    return (
        f"The command capacity of {who} is {event['capacity']} on this turn: the die is {event['die']}{cited(event)}."
    )


def _unsupplied(names: DispatchNames, event: Event) -> str:
    return f"Out of supply until tomorrow: {names.units(event['units'])}{cited(event)}."


def _supplied(names: DispatchNames, event: Event) -> str:
    return f"Supplied again: {names.units(event['units'])}{cited(event)}."


def _memo(names: DispatchNames, event: Event) -> str:
    said = "says" if event["written"] else "holds nothing and counts as"
    who = f"The {names.place(event['army'])} player"
    return f"{who} opens the memo {event['memo']}: it {said} {event['says']}{cited(event)}."


def _content(names: DispatchNames, event: Event) -> str:
    """What a memo holds, also of one that the other player's program has made of something else."""
    content: Json = event["content"]
    says = content.get("says") if isinstance(content, dict) else None
    return f"{says[:24]}" if isinstance(says, str) else "nothing that it may say"


BEFORE_ORDERS: Final[Mapping[str, Teller[DispatchNames]]] = {
    "weather": _weather,
    "start-die": _start_die,
    "arrival": _arrival,
    "release": _release,
    "caution": _caution,
    "inactive": _inactive,
    "activation": _activation,
    "communications": _communications,
    "allowance": _allowance,
    "capacity": _capacity,
    "unsupplied": _unsupplied,
    "supplied": _supplied,
    "memo": _memo,
    "content": _content,
}
