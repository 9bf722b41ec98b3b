"""Events of leaders, corps morale, the Guard and reorganization in sentences (10.2, 12, 13, 16.12, 16.13, 22.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller, cited, said
from rulesets.napoleons_last_battles.telling.named import DispatchNames


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


def _reorganization(names: DispatchNames, event: Event) -> str:
    units = names.units(event["units"])
    end = f"{units} cannot be saved" if event["destroyed"] else f"{units} can be saved"
    return f"{names.unit(event['unit'])} rallies demoralized troops: the die is {event['die']}, {end}{cited(event)}."


OF_LEADERS: Final[Mapping[str, Teller[DispatchNames]]] = {
    "leader-killed": said("{unit:unit} falls in {at:hex} and is lost for good: the die is {die}{cited}."),
    "leader-unhurt": said("{unit:unit} gets away from {at:hex} unhurt: the die is {die}{cited}."),
    "succeeded": said("{second:unit} takes over from {chief:unit}{cited}."),
    "recovered": said(
        "{book:book} recovers good morale: its losses are down to {lost}, below its level of {level}{cited}."
    ),
    "shaken": _shaken,
    "steady": _steady,
    "rout-dice": _rout_dice,
    "routed": said("{unit:unit} routs from {at:hex}{cited}."),
    "reorganization": _reorganization,
    "reorganized": said(
        "{by:unit} reorganizes {unit:unit}, which comes back to {at:hex} with {strength} strength points{cited}."
    ),
    "leads": said("{unit:unit} takes command of the stack in {at:hex} in attack {id}{cited}."),
    "accompanied": said("{unit:unit} goes with {units:units} from {from} to {to:hex}{cited}."),
}
