"""Events of leaders, corps morale, the Guard and reorganization in sentences (10.2, 12, 13, 16.12, 16.13, 22.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller, cited
from rulesets.napoleons_last_battles.telling.named import DispatchNames


def _killed(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} falls in {names.hex(event['at'])} and is lost for good: the die is"
        f" {event['die']}{cited(event)}."
    )


def _unhurt(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} gets away from {names.hex(event['at'])} unhurt: the die is"
        f" {event['die']}{cited(event)}."
    )


def _succeeded(names: DispatchNames, event: Event) -> str:
    return f"{names.unit(event['second'])} takes over from {names.unit(event['chief'])}{cited(event)}."


def _recovered(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.book(event['book'])} recovers good morale: its losses are down to {event['lost']}, below its level of"
        f" {event['level']}{cited(event)}."
    )


def _shaken(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} stands near {names.unit(event['beside'])}, whose corps is demoralized: the level"
        f" of {names.book(event['book'])} is {abs(event['by'])} lower until he checks again{cited(event)}."
    )


def _steady(names: DispatchNames, event: Event) -> str:
    return (
        f"No demoralized corps is near {names.book(event['book'])} any more: the level is {event['by']}"
        f" higher again{cited(event)}."
    )


def _rout_dice(names: DispatchNames, event: Event) -> str:
    dice = listed([f"{names.unit(one['unit'])} {one['die']}" for one in event["dice"]])
    return f"The Old Guard falls back. Dice of the infantry that sees it: {dice}{cited(event)}."


def _routed(names: DispatchNames, event: Event) -> str:
    return f"{names.unit(event['unit'])} routs from {names.hex(event['at'])}{cited(event)}."


def _reorganization(names: DispatchNames, event: Event) -> str:
    units = names.units(event["units"])
    end = f"{units} cannot be saved" if event["destroyed"] else f"{units} can be saved"
    return f"{names.unit(event['unit'])} rallies demoralized troops: the die is {event['die']}, {end}{cited(event)}."


def _reorganized(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['by'])} reorganizes {names.unit(event['unit'])}, which comes back to"
        f" {names.hex(event['at'])} with {event['strength']} strength points{cited(event)}."
    )


def _leads(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} takes command of the stack in {names.hex(event['at'])} in attack"
        f" {event['id']}{cited(event)}."
    )


def _accompanied(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} goes with {names.units(event['units'])} from {event['from']} to"
        f" {names.hex(event['to'])}{cited(event)}."
    )


OF_LEADERS: Final[Mapping[str, Teller[DispatchNames]]] = {
    "leader-killed": _killed,
    "leader-unhurt": _unhurt,
    "succeeded": _succeeded,
    "recovered": _recovered,
    "shaken": _shaken,
    "steady": _steady,
    "rout-dice": _rout_dice,
    "routed": _routed,
    "reorganization": _reorganization,
    "reorganized": _reorganized,
    "leads": _leads,
    "accompanied": _accompanied,
}
