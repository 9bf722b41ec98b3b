"""Morale in words: checks with their dice, retreats, rallies, fatigue and the books (13, 14, 15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.telling.wording import Event, Teller, cited, said
from rulesets.winters_victory.board.pieces import DISORDERED, ROUTED
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.words import CORNERS, STATES, counted, formation_text, modifiers_text


def die_text(names: WinterNames, event: Event) -> str:
    """wv 13.1-0: `die 7, -1 of its own (13.2): 6 against 6`."""
    added = modifiers_text(names.setting.charts.morale.modifiers, event["modifiers"])
    return f"die {event['die']}{f', {added}' if added else ''}: {event['total']} against {event['rating']}"


def morale(names: WinterNames, event: Event) -> str:
    """wv 13.1-0: a check, and what becomes of the hex."""
    others = [uid for uid in event["units"] if uid != event["unit"]]
    result = {"": "it stands", DISORDERED: "disordered", ROUTED: "ROUTED"}[event["state"]]
    if event["state"] and others:
        result += f", with {names.units(others)}"
    who = f"{names.unit(event['unit'])} in {names.hex(event['at'])} checks morale"
    return f"{who}: {die_text(names, event)}: {result}{cited(event)}."


def _check(names: WinterNames, event: Event) -> str:
    """wv 7.42-1, 12.61, 17.12: the check before an act, of those in a charge zone, out of command, or horse that is to
    turn."""
    why = {"7.42": "checks before it turns", "17.12": "out of command, checks before it acts"}
    doing = why.get(event["case"], "checks, before it acts in a charge zone")
    fate = "it may" if event["goes"] else "it may not"
    who = f"{names.unit(event['unit'])} in {names.hex(event['at'])}"
    return f"{who} {doing}: {die_text(names, event)}: {fate}{cited(event)}."


def retreat(names: WinterNames, event: Event) -> str:
    """wv 13.3-1: a step of a retreat; off the map it is the last."""
    who, at = names.units(event["units"]), names.hex(event["at"])
    verb = "falls" if len(event["units"]) == 1 else "fall"
    if event["to"] in names.field.neighbours:
        return f"{who} {verb} back from {at} to {names.hex(event['to'])} (13.3)."
    return f"{who} {verb} back from {at} off the map and {'is' if verb == 'falls' else 'are'} lost (13.3)."


def _limbered(names: WinterNames, event: Event) -> str:
    lost = ", and loses a gun" if event["lost"] else ""
    return (
        f"{names.unit(event['unit'])} in {names.hex(event['at'])} limbers before it goes: die {event['die']}{lost}"
        f"{cited(event)}."
    )


def _self_rally(names: WinterNames, event: Event) -> str:
    added = modifiers_text(names.setting.charts.morale.rally, event["modifiers"])
    die = f"die {event['die']}{f', {added}' if added else ''}: {event['total']} against {event['rating']}"
    fate = "it rallies" if event["rallied"] else "it does not rally"
    if event["loss"]:
        fate += f" and loses {counted(event['loss'], 'point')}"
    return f"{names.unit(event['unit'])} in {names.hex(event['at'])} tries to rally: {die}: {fate}{cited(event)}."


def _recovered(names: WinterNames, event: Event) -> str:
    facing = ""
    if event["formation"] not in ("general-order", "skirmish", "limbered", "road-column"):
        facing = f", facing {CORNERS[event['facing']]}"
    where = f"{formation_text(event['formation'])}{facing}" if event["formation"] else ""
    order = f"{where}, " if where else ""
    return f"{names.unit(event['unit'])} in {names.hex(event['at'])} is {order}in good order again (13.41)."


def _fatigue(names: WinterNames, event: Event) -> str:
    """wv 15.1: what an hour does to a brigade."""
    change = event["change"]
    what = f"tires by {change}" if change > 0 else f"recovers {-change}"
    return f"{names.name(event['brigade'])} {what}: fatigue {event['points']}{cited(event)}."


def _points(names: WinterNames, event: Event) -> str:
    """wv 14.11: what a book of morale loses or wins by a unit."""
    why = {"halved": "is down to half", "eliminated": "is eliminated", "routed": "routs", "rallied": "rallies"}
    text = f"{names.unit(event['unit'])} {why.get(event['cause'], event['cause'])}"
    return f"{text}: {event['change']:+d} for {names.place(event['book'])}, {event['level']} now{cited(event)}."


def _broken(what: str) -> Teller[WinterNames]:
    def teller(names: WinterNames, event: Event) -> str:
        fate = what if event["broken"] else "it holds"
        return f"{names.place(event['book'])} at {event['level']}: die {event['die']}, {fate}{cited(event)}."

    return teller


MORALE: Final[Mapping[str, Teller[WinterNames]]] = {
    "morale": morale,
    "check": _check,
    "retreat": retreat,
    "limbered": _limbered,
    "crowded": lambda names, event: (
        f"{names.units(event['units'])} in {names.hex(event['at'])}"
        f" {'is' if len(event['units']) == 1 else 'are'} disordered by the crowd (13.33)."
        if event["units"]
        else ""
    ),
    "self-rally": _self_rally,
    "rallied": lambda names, event: (
        f"{names.unit(event['unit'])} in {names.hex(event['at'])} rallies: it is {STATES[event['state']]} (13.42)."
    ),
    "recovered": _recovered,
    "refreshed": said("Fresh again: {units:units} (7.41)."),
    "fatigue": _fatigue,
    "morale-points": _points,
    "demoralization": _broken("it is DEMORALIZED"),
    "disintegration": _broken("it DISINTEGRATES"),
}
"""Kind of event -> its teller."""
