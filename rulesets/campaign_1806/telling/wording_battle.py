"""Combat in words: who leaves before it, odds and result, retreats, losses, advances (11, 13, 16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.engine.calculation import column_text, mixed
from pbem.hexgame.telling.wording import Event, Teller, cited, said
from rulesets.campaign_1806.telling.named import BOXES, CampaignNames


def _left(names: CampaignNames, event: Event) -> str:
    return f"{names.unit(event['unit'])} does not await the attack: {names.way(event['path'])}{cited(event)}."


def _lapsed(names: CampaignNames, event: Event) -> str:
    on, by = names.hexes(event["on"]), names.hexes(event["by"])
    return f"The attack from {by} on {on} does not take place: nobody is left on one side{cited(event)}."


def _reduced(names: CampaignNames, event: Event) -> str:
    dice = "; ".join(f"{names.unit(uid)} {die}" for uid, die in event["dice"].items())
    done = "they fight at that" if event["done"] else f"they fight at {event['odds']}"
    by = names.units(event["by"])
    return f"{by} would lower their odds to {event['column']}: initiative dice {dice}, {done}{cited(event)}."


def combat(names: CampaignNames, event: Event) -> str:
    """osg 11.3, 11.4-Ex: the combat, its column and its die; what the code counts as where that is another one."""
    by = names.units([one["unit"] for one in event["attackers"]])
    on = names.units([one["unit"] for one in event["defenders"]])
    text = f"{by} {'attack' if len(event['attackers']) > 1 else 'attacks'} {on} in {names.hexes(event['on'])}: "
    text += f"{column_text(event['calculation'], lowered='11.32')}; die {event['die']}: {event['rolled']}"
    if event["result"] != event["rolled"]:
        text += f", which counts as {event['result'] or 'no result'}"
    return f"{text}, {names.results[event['result']]}{cited(event)}."


def _result(names: CampaignNames, event: Event) -> str:
    return names.results.get(str(event["result"]), "")


def _retreated(names: CampaignNames, event: Event) -> str:
    return f"{names.unit(event['unit'])} retreats {names.way(event['path'])}{cited(event)}."


def _paid(names: CampaignNames, event: Event) -> str:
    owed, given, verb = mixed(event["owed"]), mixed(event["given"]), "pay" if len(event["units"]) > 1 else "pays"
    return f"The exchange asks for {owed} strength points; {names.units(event['units'])} {verb} {given}{cited(event)}."


def _lost(names: CampaignNames, event: Event) -> str:
    die = f"; the die that could save it is {event['die']} (16.4)" if event["die"] else ""
    who, at = names.unit(event["unit"]), names.hex(event["at"])
    return f"{who} is eliminated in {at}: {BOXES[event['box']]}{die}{cited(event)}."


def _advanced(names: CampaignNames, event: Event) -> str:
    verb = "advance" if len(event["units"]) > 1 else "advances"
    to = names.hex(event["to"])
    return f"{names.units(event['units'])} {verb} from {names.hex(event['at'])} into {to}{cited(event)}."


BATTLE: Final[Mapping[str, Teller[CampaignNames]]] = {
    "left": _left,
    "lapsed": _lapsed,
    "reduced": _reduced,
    "combat": combat,
    "result": _result,
    "guard-recoils": said("The Guard recoils: all French levels of demoralization fall by a third{cited}."),
    "retreated": _retreated,
    "displaced": said("{unit:unit} makes room and shifts from {at:hex} to {to:hex}{cited}."),
    "paid": _paid,
    "lost": _lost,
    "advanced": _advanced,
}
"""Kind of event -> its teller."""
