"""Moves in words: marches, arrivals, repulse, bridges, vedettes, and what is taken back (8, 9, 10, 13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.engine.calculation import column_text
from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller, cited, stopped
from rulesets.campaign_1806.hidden.dealing import LEAVES, STAYS
from rulesets.campaign_1806.rules.march.costs import DROP
from rulesets.campaign_1806.rules.march.costs import MARCH as ROAD_MARCH
from rulesets.campaign_1806.rules.march.stack import BURN, LAY, VEDETTES
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.turned import runs

_DEEDS: Final[Mapping[str, str]] = {
    ROAD_MARCH: "goes on a road march (8.21)",
    DROP: "ends its road march (8.23)",
    VEDETTES: "puts its vedettes out (13.11)",
}
_OUT: Final = (LEAVES, STAYS)
"""osg 13.11-1, 13.3-1: words that put out counters of vedettes, named behind them."""


def _verb(event: Event, one: str, several: str) -> str:
    return several if len(event["units"]) > 1 else one


def moved(names: CampaignNames, event: Event) -> str:
    """A march, or what a counter did instead, in one sentence; of one who only tried to push somebody away none."""
    path, who = event["path"], names.units(event["units"])
    deeds = listed(list(_deeds(names, event)))
    if len(path) < 2:
        return f"{who} in {names.hex(event['at'])} {deeds}." if deeds else ""
    how = " by road march" if event["marching"] else ""
    text = f"{who} {_verb(event, 'marches', 'march')} {names.way(path)}{how}, {_spent(event)}{cited(event)}"
    return f"{text}; it {deeds}." if deeds else f"{text}."


def _entered(names: CampaignNames, event: Event) -> str:
    who, on = names.units(event["units"]), ""
    if len(event["path"]) > 1:
        how = " by road march" if event["marching"] else ""
        on = f" and {_verb(event, 'goes', 'go')} on: {names.way(event['path'])}{how}, {_spent(event)}"
    deeds = listed(list(_deeds(names, event)))
    text = f"{who} {_verb(event, 'comes', 'come')} in at {names.hex(event['at'])}{on} (15.0)"
    return f"{text}; it {deeds}." if deeds else f"{text}."


def _spent(event: Event) -> str:
    if event["allowance"]:
        return f"{event['cost']} of {event['allowance']} movement points"
    return f"{event['cost']} movement point{'' if event['cost'] == '1' else 's'}"


def _deeds(names: CampaignNames, event: Event) -> Iterator[str]:
    """What it did beside entering hexes; attempts have events of their own, and a road march is told of the way."""
    for word in dict.fromkeys(event["done"]):
        name, _, at = word.partition(" ")
        if name in _OUT:
            yield f"puts out {runs(at.split(' '))} as its vedettes (13.11)"
            continue
        if name == LAY:
            yield f"lays its pontoon over to {names.hex(at)} (9.2)"
        elif name == BURN:
            yield f"destroys the enemy's pontoon that leads to {names.hex(at)} (9.27)"
        elif name in _DEEDS and (name != ROAD_MARCH or len(event["path"]) < 2):
            yield _DEEDS[name]


def _stopped(names: CampaignNames, event: Event) -> str:
    where = f" in {names.hex(event['at'])}" if event["at"] else ""
    who, verb = names.units(event["units"]), _verb(event, "goes", "go")
    return stopped(f"{who} {verb} no further{where}: {names.text(event['text'])}{cited(event)}")


def _undone(names: CampaignNames, event: Event) -> str:
    back = f"back to {names.hex(event['to'])}" if event["to"] else "back, and it is off the map again"
    who, at = names.unit(event["unit"]), names.hex(event["at"])
    return stopped(f"The move of {who} to {at} is taken {back}: {names.text(event['text'])}{cited(event)}")


def _held_back(names: CampaignNames, event: Event) -> str:
    who, at = names.units(event.get("units") or [event["unit"]]), names.hex(event["at"])
    if event["case"] == "7.12":
        verb = "stays" if len(event["units"]) == 1 else "stay"
        return f"{who} in {at} {verb}: the die of the officer who would lead them has failed{cited(event)}."
    if not event["die"]:
        return f"{who} in {at} is out of command and may not move by itself{cited(event)}."
    return f"{who}, out of command in {at}, throws {event['die']} for its initiative and does not move{cited(event)}."


def _repulse(names: CampaignNames, event: Event) -> str:
    come = "gives way" if len(event["targets"]) == 1 else "give way"
    done = f"the enemy {come}" if event["done"] else "the enemy stands, is to be attacked, and nobody moves on"
    who = f"{names.units(event['units'])} in {names.hex(event['at'])} {_verb(event, 'tries', 'try')}"
    odds = column_text(event["calculation"])
    return f"{who} to push the enemy out of {names.hexes(event['targets'])}: {odds}; {done}{cited(event)}."


def _attempt(done: str, failed: str) -> Teller[CampaignNames]:
    def teller(names: CampaignNames, event: Event) -> str:
        what = done if event["done"] else failed
        bridge = f"the bridge between {names.hex(event['at'])} and {names.hex(event['over'])}"
        return f"{names.unit(event['unit'])} {what} {bridge}: the die is {event['die']}{cited(event)}."

    return teller


def _bridge_captured(names: CampaignNames, event: Event) -> str:
    ends, taker = names.hexes(event["side"].split("/")), names.army(event["army"])
    return f"The pontoon of {names.unit(event['unit'])} between {ends} falls into the hands of {taker}{cited(event)}."


def _reassembled(names: CampaignNames, event: Event) -> str:
    """osg 13.12: in hidden games the vedettes that give way are named."""
    of = f"{names.units(event['of'])}, vedettes of {names.unit(event['unit'])}," if event.get("of") else ""
    who = of or f"the vedettes of {names.unit(event['unit'])}"
    return f"{who} come together again in {names.hex(event['at'])}{cited(event)}."


MARCH: Final[Mapping[str, Teller[CampaignNames]]] = {
    "moved": moved,
    "entered": _entered,
    "stopped": _stopped,
    "undone": _undone,
    "held-back": _held_back,
    "repulse": _repulse,
    "damage": _attempt("breaks", "fails to break"),
    "repair": _attempt("repairs", "fails to repair"),
    "bridge-captured": _bridge_captured,
    "reassembled": _reassembled,
}
"""Kind of event -> its teller."""
