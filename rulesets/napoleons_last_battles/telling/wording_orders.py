"""Public orders in sentences: set-ups, command, reorganization, moves, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.telling.wording import Event, Names, OrderWords, Teller, ordered_path, who
from rulesets.napoleons_last_battles.forms import ATTACK, CONDITION, HOW, ORDERS_FORM
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.wording_hidden import ordered_pair

Entry = Mapping[str, Any]


def ordered(names: DispatchNames, event: Event) -> str:
    """One entry of a list of public orders, or the whole of another member; "" for what is told without words."""
    teller = _MEMBERS.get(event["member"])
    return teller(names, event["entry"]) if teller and event["entry"] else ""


def _move(names: Names[Any], entry: Entry) -> str:
    """nlb 5.0, 16.8-1, 16.11A-1: a march, or what a unit does instead."""
    several = len(who(entry)) > 1
    if entry.get("hold"):
        return f"{names.units(who(entry))} {'stay where they are' if several else 'stays where it is'}."
    if entry.get("garrison"):
        return f"{names.units(who(entry))} forms a garrison."
    text = ordered_path(names, entry)
    text += ", a charge" if entry.get("charge") else ""
    return f"{text}, then off the map for good." if entry.get("exit") else f"{text}."


_LISTED: Final = OrderWords(ATTACK, WHO, HOW, CONDITION, _move)


def _reorganize(names: DispatchNames, entry: Entry) -> str:
    """nlb 12.0-2: a unit that comes back."""
    by = f" with {names.unit(entry['officer'])}" if entry.get("officer") else ""
    at = f" in {names.hex(entry['at'])}" if entry.get("at") else ""
    return f"{names.unit(entry['unit'])} is reorganized{by}{at}."


def _command(names: DispatchNames, entry: Entry) -> str:
    """nlb 11.0-1, 12.1D, 16.14A: all that is said of command."""
    return "; ".join(_commands(names, entry)) + "."


_SAID: Final[Mapping[str, str]] = {
    "reorganizes": "reorganizes",
    "withholds": "passes no command on",
    "active": "becomes active",
    "inactive": "becomes inactive",
}


def _commands(names: DispatchNames, entry: Entry) -> Iterator[str]:
    for leader, given in entry.items():
        if isinstance(given, str):
            yield f"{names.unit(leader)} {_SAID.get(given, given)}"
        else:
            whom = [*given.get("officers", ()), *given.get("units", ())]
            yield f"{names.unit(leader)} commands {names.units(whom) if whom else 'nobody'}"


def _mounted(names: DispatchNames, entry: Entry) -> str:
    """nlb 15.3-1: who falls back before combat, and when."""
    return f"Back before combat: {ORDERS_FORM.members['mounted'].node.told(entry, names)}."


def _setup(names: DispatchNames, entry: Entry) -> str:
    """nlb 3.2C-2, 10.1A: who is placed where."""
    return f"{listed([f'{names.unit(unit)} in {names.hex(at)}' for unit, at in entry.items()])}."


def _pass(names: DispatchNames, entry: Any) -> str:
    return "Nothing is ordered."


_MEMBERS: Final[Mapping[str, Teller[DispatchNames]]] = {
    "orders": _LISTED.told,
    "attacks": _LISTED.told,
    "reorganize": _reorganize,
    "hidden": ordered_pair,
    "command": _command,
    "mounted": _mounted,
    "setup": _setup,
    "pass": _pass,
}
