"""What lies on the map at one moment, with the movements, shots and attacks of the segment that led there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.picture import Arrow, Fight, Mark, Scene
from rulesets.winters_victory.pictures.absent import beside_the_map
from rulesets.winters_victory.pictures.counters import Names, counters
from rulesets.winters_victory.play import Play

Event = Mapping[str, Any]
_STEPS: Final[Mapping[str, str]] = {
    "move": "march",
    "retreat": "retreat",
    "guns-abandoned": "retreat",
    "occupied": "advance",
    "rides": "advance",
}
"""Kind of an event that tells of a step -> kind of arrow."""


def scene(names: Names, play: Play, events: Sequence[Event]) -> Scene:
    """A position, with the arrows and combats of the events that led to it."""
    return Scene(
        counters=counters(names, play),
        marks=tuple(_marks(names, play)),
        arrows=tuple(arrows(play, events)),
        fights=tuple(fights(names, play, events)),
        beside=beside_the_map(names, play),
    )


def _marks(names: Names, play: Play) -> Iterator[Mark]:
    """wv 14.13: a flag in each hex of an objective that somebody was in last, where nobody stands now."""
    for at, army in sorted(play.position.held.items()):
        if at in play.setting.field.neighbours and not play.board.units_in(at):
            yield Mark(at, "control", army, f"held by the {names.name(army)}")


# -- movements ---------------------------------------------------------------------------------


def arrows(play: Play, events: Iterable[Event]) -> Iterator[Arrow]:
    """One for each way of counters that went together, though events tell of each of its hexes."""
    going: Arrow | None = None
    for event in events:
        if event.get("kind") not in _STEPS:
            continue
        step = _step(play, event)
        if step is None:
            continue
        if going is not None and (going.who, going.kind, going.places[-1]) == (step.who, step.kind, step.places[0]):
            going = Arrow(going.army, (*going.places, *step.places[1:]), going.kind, going.who)
            continue
        if going is not None:
            yield going
        going = step
    if going is not None:
        yield going


def _step(play: Play, event: Event) -> Arrow | None:
    """The arrow of one step; None for a turn or a change on the spot, and for the last hex before the edge."""
    who = tuple(event.get("units") or ((event["crew"],) if "crew" in event else ()))
    near = play.setting.field.neighbours
    places = (event["at"], event.get("to", ""))
    if not who or not near.keys() >= set(places) or places[0] == places[1]:
        return None
    return Arrow(play.setting.units[who[0]].army, places, _STEPS[event["kind"]], who)


# -- combats -----------------------------------------------------------------------------------


def fights(names: Names, play: Play, events: Iterable[Event]) -> Iterator[Fight]:
    """Attacks with what came of them; then what fire has cost in each hex, all shots at it together."""
    shots: dict[tuple[str, str], list[Event]] = {}
    army = ""
    for event in events:
        kind = event.get("kind")
        if kind == "shock":
            army = play.setting.units[event["units"][0]].army
        elif kind == "shock-result":
            yield _attack(event, army)
        elif kind == "fire" and event["losses"]:
            firing = play.setting.units[event["unit"]].army
            shots.setdefault((event["to"], firing), []).append(event)
    for (to, firing), told in shots.items():
        lost = sum(sum(event["losses"].values()) for event in told)
        lines = tuple(_shot(names, event) for event in told)
        yield Fight((to,), tuple(dict.fromkeys(event["at"] for event in told)), firing, f"-{lost}", lines)


def _attack(event: Event, army: str) -> Fight:
    ours, theirs = event["results"]
    attack, defence = event["strengths"]
    die = event["die"]
    lines = (
        f"{attack} points against {defence}: row {event['row']}, differential {event['differential']:+}",
        *(f"attacker: {_signed(one)}" for one in event["attacker"]),
        *(f"defender: {_signed(one)}" for one in event["defender"]),
        f"die {die}" if die is not None else "decided without a die",
        f"attacker {ours}, defender {theirs} (12.3)",
    )
    dice = (die,) if die is not None else ()
    return Fight((event["to"],), (event["at"],), army, f"{ours}/{theirs}", lines, dice)


def _signed(one: Sequence[Any]) -> str:
    """A modifier with what it is for, whatever the order in which it is told."""
    return " ".join(f"{part:+}" if isinstance(part, int) else str(part) for part in one)


def _shot(names: Names, event: Event) -> str:
    lost = ", ".join(f"{names.name(uid)} {points}" for uid, points in event["losses"].items())
    return f"{names.name(event['unit'])} from {event['at']}, die {event['die']}: {lost}"
