"""Public orders in sentences: set-ups, command, reorganization, moves, attacks, ways out by night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller
from rulesets.campaign_1806.forms import ATTACK
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.telling.named import CampaignNames

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
    return f"{names.units(texts(entry.get('units')))}: {' - '.join(path)}."


def _attack(names: CampaignNames, entry: Entry) -> str:
    """osg 11.2: whom it is on, whence, and what is wanted after it."""
    text = f"Attack on {names.hexes(texts(entry.get('on')))} from {names.hexes(texts(entry.get('with')))}"
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
    return f"{names.unit(str(entry))} comes together again."


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
}
"""Member of orders -> its teller."""
