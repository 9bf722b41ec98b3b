"""Public orders in sentences: set-ups, command, reorganization, moves, attacks, ways out by night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller
from rulesets.campaign_1806.forms import ATTACK
from rulesets.campaign_1806.hidden.dealing import pairs
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.turned import basis, entries

Entry = Mapping[str, Any]
_PLANNED: Final = ("reduce", "leave", "advance", "retreat", "exchange")


def ordered(names: CampaignNames, event: Event) -> str:
    """One entry of a list of public orders, or the whole of another member; "" for what is told without words."""
    teller = MEMBERS.get(event["member"])
    return teller(names, event["entry"]) if teller and event["entry"] else ""


def _move(names: CampaignNames, entry: Entry) -> str:
    """osg 8.0: who goes which way; words of the course stand between its hexes."""
    if not isinstance(entry, Mapping):
        # An entry of which only its place is told: its author has let it stand empty.
        return ""
    path = [f"{names.hex(word)}" if word in names.field.neighbours else word for word in texts(entry.get("path"))]
    why = f", {basis(entry['by'])}" if "by" in entry else ""
    return f"{names.units(texts(entry.get('units')))}: {' - '.join(path)}{why}."


def _attack(names: CampaignNames, entry: Entry) -> str:
    """osg 11.2: whom it is on, whence, and what is wanted after it."""
    hexes, units = texts(entry.get("with")), texts(entry.get("by"))
    by = [f"from {names.hexes(hexes)}"] if hexes or not units else []
    by += [f"by {names.units(units)}"] if units else []
    text = f"Attack on {names.hexes(texts(entry.get('on')))} {' and '.join(by)}"
    return f"{'; '.join([text, *ATTACK.parts(entry, names, _PLANNED)])}."


def _reorganize(names: CampaignNames, entry: Entry) -> str:
    return f"{names.unit(str(entry.get('leader')))} reorganizes {names.units(texts(entry.get('units')))}."


def _command(names: CampaignNames, entry: Entry) -> str:
    """osg 7.11-1: all that is said of command points."""
    told = [
        f"{names.unit(commander)} puts {names.units(whom) if whom else 'nobody'} in command"
        for commander, given in entry.items()
        for whom in [[*texts(given.get("officers")), *texts(given.get("units"))]]
    ]
    return f"{'; '.join(told)}."


def _placed(names: CampaignNames, entry: Entry) -> str:
    return f"{listed([f'{names.unit(uid)} in {names.hex(str(at))}' for uid, at in entry.items()])}."


def _planned(names: CampaignNames, entry: Entry) -> str:
    """osg 21.81: by which of two tracks each force comes in."""
    told = [f"{names.force(force)} by the {track} track" for force, track in entry.items()]
    return f"{'; '.join(told)}."


def _replace(names: CampaignNames, entry: Entry) -> str:
    told = [f"the place of {names.unit(uid)} is taken in {names.hex(str(at))}" for uid, at in entry.items()]
    return f"{listed(told)}."


def _reassemble(names: CampaignNames, entry: Any) -> str:
    if isinstance(entry, Mapping):
        return f"{names.unit(str(entry.get('unit')))} comes together again of {names.units(texts(entry.get('of')))}."
    return f"{names.unit(str(entry))} comes together again."


# -- hidden games ------------------------------------------------------------------------------


def _set_up(names: CampaignNames, entry: Any) -> str:
    return f"Set up face down: {entries(names, pairs([entry]))}."


def _deal(names: CampaignNames, entry: Any) -> str:
    return f"Dealt anew: {entries(names, pairs([entry]))}."


def _enter(names: CampaignNames, entry: Any) -> str:
    return f"To come in: {entries(names, pairs([entry]))}."


def _those(words: str) -> Teller[CampaignNames]:
    return lambda names, entry: f"{words}: {names.unit(str(entry))}."


def _led(names: CampaignNames, entry: Entry) -> str:
    """osg 11.46-1: who else is in command."""
    return f"Near the enemy: {'; '.join(f'{names.unit(uid)} {basis(by)}' for uid, by in entry.items())}."


def _bases(names: CampaignNames, entry: Entry) -> str:
    """osg 18.0: what a captain says of the moves that his members have signed."""
    told = [f"{number} {basis(said.get('by'))}" for number, said in entry.items()]
    return f"Moves of members: {'; '.join(told)}."


MEMBERS: Final[Mapping[str, Teller[CampaignNames]]] = {
    "orders": _move,
    "disengage": _move,
    "attacks": _attack,
    "reorganize": _reorganize,
    "command": _command,
    "setup": _placed,
    "plan": _planned,
    "replace": _replace,
    "reassemble": _reassemble,
    "dealt": _set_up,
    "off": _those("Broken down into vedettes"),
    "marching": _those("On road march"),
    "show": _those("Turned up"),
    "deal": _deal,
    "enter": _enter,
    "led": _led,
    "bases": _bases,
    "unsupplied": _those("Out of supply"),
}
"""Member of orders -> its teller."""
