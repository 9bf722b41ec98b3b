"""Command in words: orders that arrive or not, states, Attack Orders, points (16, 17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller, cited
from rulesets.winters_victory.charts import Modifiers
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording_fire import void_text
from rulesets.winters_victory.telling.words import counted, modifiers_text

ARRIVED: Final[Mapping[str, str]] = {
    "received": "it arrives",
    "ignored": "it is IGNORED",
    "delay-1": "it is delayed by a turn",
    "delay-2": "it is delayed by two turns",
    "delay-3": "it is delayed by three turns",
}
"""wv 17.34-1: what becomes of an order -> words."""
_CAUSES: Final[Mapping[str, str]] = {
    "idle": "neither in contact nor nearer to the enemy",
    "routed": "routed battalions",
    "exhausted": "worn out",
    "leader": "its leader is reduced or Standing",
}


def _die(event: Event, charts: Modifiers, parts: Iterable[Sequence[Any]]) -> str:
    found = list(parts)
    added = modifiers_text(charts, found)
    total = event["die"] + sum(int(add) for _, add in found)
    return f"die {event['die']}{f', {added} = {total}' if added else ''}"


def _order(names: WinterNames, event: Event) -> str:
    """wv 17.34-1: from whom to whom, by which die, and what became of it."""
    what = f"Attack Order {event['attack']}" if event.get("attack") else "an order"
    die = ""
    if event.get("die") is not None:
        die = f"{_die(event, names.setting.command.delivery, event['parts'].items())}, "
    sender, receiver = names.unit(event["sender"]), names.unit(event["receiver"])
    return f"{sender} sends {receiver} {what}: {die}{ARRIVED[event['result']]}{cited(event)}."


def _delay(names: WinterNames, event: Event) -> str:
    added = event["modifier"]
    die = f"die {event['die']}" + (f" {added:+d} = {event['die'] + added}" if added else "")
    return f"The order that {names.unit(event['leader'])} waits for: {die}, {ARRIVED[event['result']]}{cited(event)}."


def _shortened(names: WinterNames, event: Event) -> str:
    return f"The order to {names.unit(event['leader'])} is {counted(event['delay'], 'turn')} away{cited(event)}."


def _activated(names: WinterNames, event: Event) -> str:
    why = {"17.53": "because the enemy comes near", "6.7": "with his troops"}.get(event["case"], "by his order")
    return f"{names.unit(event['leader'])} comes onto the map in {names.hex(event['at'])}, {why}{cited(event)}."


def _attack_order(names: WinterNames, event: Event) -> str:
    if not event["attack"]:
        return f"{names.unit(event['leader'])} is under no Attack Order any more{cited(event)}."
    return f"{names.unit(event['leader'])} is under Attack Order {event['attack']}{cited(event)}."


def _state(names: WinterNames, event: Event) -> str:
    word = "mobilizes" if event["state"] == "mobilized" else "goes to Standing"
    return f"{names.unit(event['leader'])} {word}{cited(event)}."


def _points(names: WinterNames, event: Event) -> str:
    points = counted(event["points"], "command point")
    return f"{names.people(event['army'])} have {points} for the hour{cited(event)}."


def _brigades(names: WinterNames, brigades: Sequence[str]) -> str:
    return listed([names.name(uid) for uid in brigades])


def _violation(names: WinterNames, event: Event) -> str:
    cause = _CAUSES.get(event["cause"], event["cause"])
    return (
        f"{names.place(event['army'])} Attack Order {event['attack']} is violated by"
        f" {_brigades(names, event['brigades'])}, {cause}: {counted(event['total'], 'violation')} now{cited(event)}."
    )


def _goes_on(names: WinterNames, event: Event) -> str:
    return f"{names.place(event['army'])} Attack Order {event['attack']} goes on: die {event['die']}{cited(event)}."


def _ends(names: WinterNames, event: Event) -> str:
    die = f": die {event['die']}" if event.get("die") is not None else " by its owner's wish"
    text = f"{names.place(event['army'])} Attack Order {event['attack']} ENDS{die}{cited(event)}."
    if event["standing"]:
        text += f" Standing now: {names.units(event['standing'])}."
    return text + (f" Tired: {_brigades(names, event['tired'])}." if event["tired"] else "")


def _continuation(names: WinterNames, event: Event) -> str:
    die = _die(event, names.setting.command.continuation, event["parts"].items())
    fate = "stays mobilized" if event["stays"] else "goes to Standing"
    return f"{names.unit(event['leader'])}: {die}, he {fate}{cited(event)}."


def _exempt(names: WinterNames, event: Event) -> str:
    left = counted(event["points"], "command point")
    return f"A command point keeps {names.unit(event['leader'])} mobilized without a die; {left} left{cited(event)}."


def _fallen(names: WinterNames, event: Event) -> str:
    back = "another takes his place at once" if event["returns"] == "at-once" else "his successor comes with the hour"
    return f"{names.unit(event['leader'])} falls in {names.hex(event['at'])}: {back}{cited(event)}."


def _successor(names: WinterNames, event: Event) -> str:
    where = f" in {names.hex(event['at'])}" if event["at"] else ", off the map"
    return f"The successor of {names.unit(event['leader'])} takes over{where}{cited(event)}."


COMMANDS: Final[Mapping[str, Teller[WinterNames]]] = {
    "leader-lost": _fallen,
    "successor": _successor,
    "order": _order,
    "delay": _delay,
    "delay-shortened": _shortened,
    "activated": _activated,
    "retires": lambda names, event: (
        f"{names.unit(event['leader'])} has nobody left to lead, and leaves the battle{cited(event)}."
    ),
    "deactivated": lambda names, event: f"{names.unit(event['leader'])} leaves the map to rest{cited(event)}.",
    "attack-order": _attack_order,
    "state": _state,
    "refused": lambda names, event: f"Not done: {void_text(names, event)}",
    "command-points": _points,
    "violation": _violation,
    "attack-goes-on": _goes_on,
    "attack-ends": _ends,
    "continuation": _continuation,
    "exempt": _exempt,
}
"""Kind of event -> its teller."""
