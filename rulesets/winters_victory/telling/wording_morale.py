"""Morale in words: checks with their dice, retreats, rallies, fatigue and the books (13, 14, 15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.hexgame.telling.wording import Event, Teller, cited, said
from rulesets.winters_victory.board.pieces import DISORDERED, FRONTAL, ROUTED
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
    """wv 7.42-1, 12.61.2-1, 17.12-1: the check before an act, of those in a charge zone, out of command, or horse that
    is to turn."""
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


def recovered_text(names: WinterNames, run: Sequence[Event]) -> str:
    """wv 13.41-1: who is in good order again, where and how he stands."""
    return f"In good order again: {'; '.join(_stands(names, event) for event in run)} (13.41)."


def _stands(names: WinterNames, event: Event) -> str:
    how = ""
    if event["formation"]:
        front = f" facing {CORNERS[event['facing']]}" if event["formation"] in FRONTAL else ""
        how = f", {formation_text(event['formation'])}{front}"
    return f"{names.unit(event['unit'])} in {names.hex(event['at'])}{how}"


def _fatigue(names: WinterNames, event: Event) -> str:
    """wv 15.1: what an hour does to a brigade."""
    change = event["change"]
    what = f"tires by {change}" if change > 0 else f"recovers {-change}"
    return f"{names.name(event['brigade'])} {what}: fatigue {event['points']}{cited(event)}."


_CAUSES: Final[Mapping[str, str]] = {"halved": "down to half"}


def points_text(names: WinterNames, run: Sequence[Event]) -> str:
    """wv 14.11-1: what a book of morale loses and wins by units."""
    told = (
        f"{event['change']:+d} {names.unit(event['unit'])} {_CAUSES.get(event['cause'], event['cause'])}"
        for event in run
    )
    book = names.place(run[0]["book"])
    return f"Morale of the {book}: {'; '.join(told)}: {run[-1]['level']} points now{cited(run[0])}."


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
    "recovered": lambda names, event: recovered_text(names, [event]),
    "refreshed": said("Fresh again: {units:units} (7.41)."),
    "fatigue": _fatigue,
    "morale-points": lambda names, event: points_text(names, [event]),
    "demoralization": _broken("it is DEMORALIZED"),
    "disintegration": _broken("it DISINTEGRATES"),
}
"""Kind of event -> its teller."""
