"""What lies on the map at one moment: counters, arrows and combats of a player turn, bridges, and who is on no map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.picture import Mark, Scene, Stroke
from pbem.hexgame.telling.arrows import MOVEMENTS, arrows, fight
from pbem.hexgame.telling.counters import CounterLook, counters
from pbem.hexgame.telling.drawing import across
from rulesets.campaign_1806.pictures.absent import beside_the_map
from rulesets.campaign_1806.play import Play, pair_of
from rulesets.campaign_1806.roster import Unit
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.reckoning import reckoning

Event = Mapping[str, Any]
_MOVEMENTS: Final = {
    **MOVEMENTS,
    "left": "retreat",
    "disengaged": "retreat",
    "flew": "retreat",
    "train-followed": "retreat",
    "reorganized": "entry",
    "replaced": "entry",
}


def scene(names: CampaignNames, play: Play, look: CounterLook[Unit], events: Sequence[Event]) -> Scene:
    """A position, with the arrows and combats of the events that led to it. play: as its reader sees it."""
    combats = [event for event in events if event.get("kind") == "combat"]
    return Scene(
        counters=counters(look, names.roster, play.at),
        marks=tuple(_marks(names, play)),
        arrows=arrows(filter(None, map(_led, events)), names.roster, _MOVEMENTS),
        fights=tuple(fight(event, names.roster, reckoning(names, event)) for event in combats),
        beside=beside_the_map(names, play),
        strokes=tuple(_bridges(play)),
    )


def _led(event: Event) -> Event | None:
    """An event with the members of a movement; None for a move that led nowhere."""
    kind = event.get("kind")
    if kind == "moved" and len(event["path"]) < 2:
        return None
    if kind in ("reorganized", "replaced"):
        return {**event, "path": [event["at"]]}
    if kind in ("displaced", "flew", "train-followed"):
        return {**event, "from": event["at"]}
    return {**event, "from": event["at"], "unit": event["units"][0]} if kind == "advanced" else event


def _marks(names: CampaignNames, play: Play) -> Iterator[Mark]:
    """osg 20.16: a flag in each hex that matters to who controls it, where nobody stands."""
    for at, army in sorted(play.position.held.items()):
        if at in play.field.neighbours and not play.holder(at):
            yield Mark(at, "control", army, f"held by {names.army(army)}")


def _bridges(play: Play) -> Iterator[Stroke]:
    """osg 8.41-3, 9.2-1: bridges that are down, and pontoons."""
    for kind, sides in (("broken", play.position.damaged), ("pontoon", play.position.pontoons)):
        for side in sorted(sides):
            pair = pair_of(side)
            grid = play.field.grids[play.field.map_of[pair[0]]]
            yield Stroke(kind, across(grid, *pair), 2, pair)
