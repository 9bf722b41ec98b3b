"""Pairs of markers in words: placed, turned up, their units deployed, and marches that they halt (16.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller, cited
from rulesets.napoleons_last_battles.telling.named import DispatchNames


def _hidden(names: DispatchNames, event: Event) -> str:
    where = f"into {names.hex(event['at'])}" if event["at"] else "beside the map, to come in"
    return f"The markers of {event['pair']} are put {where}; under one of them: {_who(names, event)}{cited(event)}."


def _not_hidden(names: DispatchNames, event: Event) -> str:
    why = f"its player has not written down which marker of {event['pair']} is real"
    return f"Nobody is hidden by {event['pair']}: {why}{cited(event)}."


def _revealed(names: DispatchNames, event: Event) -> str:
    pair = event["pair"]
    opened = f"The {names.place(event['army'])} player opens {pair}"
    if event["why"] == "observed":
        seen, eyes = names.hex(event["seen"]), names.hex(event["from"])
        opened = f"The enemy in {eyes} observes a marker in {seen}, and {pair} is opened"
    if not event["at"]:
        return f"{opened}; its real marker has not come in, and neither have {_who(names, event)}{cited(event)}."
    dummy = f", the dummy was in {names.hex(event['dummy'])}" if event["dummy"] not in ("", event["at"]) else ""
    return f"{opened}; the real marker is in {names.hex(event['at'])}{dummy}{cited(event)}."


def _deployed(names: DispatchNames, event: Event) -> str:
    hexes: dict[str, list[str]] = {}
    for unit, at in event["units"].items():
        hexes.setdefault(at, []).append(unit)
    where = listed([f"{names.units(units)} in {names.hex(at)}" for at, units in hexes.items()])
    return f"From under {event['pair']} are deployed: {where}{cited(event)}."


def _halted(names: DispatchNames, event: Event) -> str:
    verb = "halt" if len(event["units"]) > 1 else "halts"
    return (
        f"{names.units(event['units'])} {verb} in {names.hex(event['at'])} on the way to {names.hex(event['to'])}:"
        f" {event['text']}{cited(event)}."
    )


def _who(names: DispatchNames, event: Event) -> str:
    text: str = names.units(event["units"])
    return text


OF_PAIRS: Final[Mapping[str, Teller[DispatchNames]]] = {
    "hidden": _hidden,
    "not-hidden": _not_hidden,
    "revealed": _revealed,
    "deployed": _deployed,
    "halted": _halted,
}


def ordered_pair(names: DispatchNames, entry: Mapping[str, Any]) -> str:
    """nlb 16.6A-2, 16.6C-1: one entry of the orders' member `hidden`."""
    pair = entry["pair"]
    if "reveal" in entry:
        said = [f"{names.unit(unit)} in {names.hex(at)}" for unit, at in entry.get("deploy", {}).items()]
        return f"{pair} is opened{': ' + listed(said) if said else ''}."
    where = f"in {names.hex(entry['at'])}" if entry.get("at") else "beside the map"
    return f"{names.units(entry['units'])} hide under a marker of {pair} {where}."
