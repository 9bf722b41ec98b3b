"""What lies face down in words: who a reader can name, what was dealt, looked at and turned up (1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.hidden import Own
from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling.wording import Event, Teller, cited
from rulesets.campaign_1806.documents.printed import SEEN
from rulesets.campaign_1806.hidden.commanding import DIE, OWN
from rulesets.campaign_1806.hidden.counters import is_counter, number_of, unit_in
from rulesets.campaign_1806.hidden.face_down import SORT
from rulesets.campaign_1806.telling.named import CampaignNames

_COMMAND: Final = "command"


def legend(names: CampaignNames, own: Own, events: Iterable[Event]) -> dict[str, str]:
    """osg 1.5: counter -> name: those that events have turned up, and those of the reader. A number that is dealt
    again belongs to another piece from then on."""
    found: dict[str, str] = {}
    for event in events:
        if event.get("kind") == "turned-up":
            found |= {str(piece["counter"]): str(piece["unit"]) for piece in event["pieces"] if piece["unit"]}
        elif event.get("kind") == "dealt":
            for _, counters in event["hexes"]:
                found = {counter: unit for counter, unit in found.items() if counter not in counters}
    if own.army:
        found |= {counter: uid for counter, held in own.markers.items() if (uid := unit_in(held))}
    units = names.roster.units
    return {counter: f"{units[uid].name} ({counter})" for counter, uid in found.items() if uid in units}


def runs(counters: Sequence[str]) -> str:
    """Counters by their numbers, three or more in a row by the first and the last: `f1 to f4 and f7`."""
    parts: list[list[str]] = []
    for counter in counters:
        follows = parts and is_counter(counter) and counter[0] == parts[-1][-1][0]
        if follows and number_of(counter) == number_of(parts[-1][-1]) + 1:
            parts[-1].append(counter)
        else:
            parts.append([counter])
    return listed([one for part in parts for one in ([f"{part[0]} to {part[-1]}"] if len(part) > 2 else part)])


def entries(names: CampaignNames, said: Any) -> str:
    """[hex, counters] of each hex: `f1 to f4 in n1330 (Weimar); f5 in n1431`."""
    return "; ".join(f"{runs(counters)} in {names.hex(at)}" for at, counters in said)


def _dealt(names: CampaignNames, event: Event) -> str:
    """osg 1.5, 1.52, 1.6-1: set-ups, and who is turned down or shuffled."""
    if "old" in event:
        at, counters = event["hexes"][0]
        verb = "lie" if len(counters) > 1 else "lies"
        return f"{names.all(event['old'])} in {names.hex(at)} {verb} face down now as {runs(counters)}{cited(event)}."
    off = f"; {runs(event['off'])} broke down into vedettes" if event["off"] else ""
    return f"{names.army(event['army'])} is set up face down: {entries(names, event['hexes'])}{off}{cited(event)}."


def _turned_up(names: CampaignNames, event: Event) -> str:
    """osg 1.51A, 1.51B, 1.52: hex by hex, each counter with its unit."""
    there: dict[str, list[str]] = {}
    for piece in event["pieces"]:
        shown = names.roster.units[piece["unit"]].name if piece["unit"] else "nobody who can stand there"
        there.setdefault(piece["at"], []).append(f"{piece['counter']} is {shown}")
    told = "; ".join(f"{listed(pieces)} in {names.hex(at)}" for at, pieces in there.items())
    return f"Turned up: {told}{cited(event)}."


def _officers(names: CampaignNames, event: Event) -> str:
    """osg 7.12: the dice of officers whom nobody names."""
    dice = ", ".join(str(die) for die in event["dice"])
    return f"Initiative of the officers of {names.army(event['army'])}, by their secret order: {dice}{cited(event)}."


# -- what is asked for beside events -----------------------------------------------------------


def _content(names: CampaignNames, event: Event) -> str:
    """What a counter holds, and where it lies."""
    unit = names.roster.units.get(unit_in(event["content"]))
    at = event.get("at") or {}
    where = at["at"].get(event["marker"], "") if at else ""
    return f"{unit.name}{f' in {names.hex(where)}' if where else ''}" if unit else ""


def _leaf(names: CampaignNames, event: Event) -> str:
    """What a look shows of a counter; or who commands whom."""
    value = event["value"]
    if event["leaf"].startswith(SORT):
        return SEEN.get(value, "") if isinstance(value, str) else ""
    if event["leaf"] != _COMMAND or not isinstance(value, Mapping):
        return ""
    return "; ".join(_commands(names, value.get("plan"))) or "no command points"


def _commands(names: CampaignNames, plan: Any) -> Iterator[str]:
    for commander, given in plan.items() if isinstance(plan, Mapping) else ():
        whom = [*given.get("officers", ()), *given.get("units", ())]
        yield f"{names.unit(commander)} puts {names.units(whom) if whom else 'nobody'} in command"


def _leaf_label(names: CampaignNames, event: Event) -> str:
    leaf = str(event["leaf"])
    if leaf.startswith(SORT):
        return f"Sort of {leaf.removeprefix(SORT)}"
    return "Command" if leaf == _COMMAND else ""


def basis(said: Any) -> str:
    """osg 2.11B1, 7.12, 7.13: on what a move rests, in words."""
    if not isinstance(said, (list, tuple)) or len(said) < 2:
        return "by command"
    if said[0] == DIE:
        return f"if the die of officer {said[1]} is {said[2]} or less"
    ratings = listed([str(one) for one in said[1:] if one])
    return f"on dice of {ratings} or less" if said[0] == OWN and ratings else "by themselves"


TURNED: Final[Mapping[str, Teller[CampaignNames]]] = {
    "dealt": _dealt,
    "turned-up": _turned_up,
    "officers": _officers,
    "content": _content,
    "leaf": _leaf,
    "leaf-label": _leaf_label,
}
"""Kind of event, or of what is hidden -> its teller."""
