"""A combat that was fought, calculated over again for the reader: strengths, odds, shifts, chances, die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.calculation import Naming, column_text, effects_text, unit_text
from pbem.lean import dataclass

Event = Mapping[str, Any]


@dataclass(frozen=True)
class Wording:
    """What a rulebook calls what it tells of. name, place: of units and hexes. results: code -> words.

    bombarding: the case of fire from afar. lowered: the case by which an attacker lowers his odds.
    """

    name: Naming
    place: Naming
    results: Mapping[str, str]
    bombarding: str
    lowered: str


def reckoning(event: Event, wording: Wording, chances: Mapping[str, object]) -> Iterator[str]:
    """The event of a combat, a line for each step. chances: result -> its exact chance in the column used."""
    yield f"Attack {event['id']}"
    told = event["calculation"]
    counted = {one["unit"]: unit_text({**one, "at": ""}, wording.name) for one in told["strengths"][0]["units"]}
    yield from (_attacker(one, counted[one["unit"]], wording) for one in event["attackers"])
    for one in told["strengths"][1]["units"]:
        yield f"against {unit_text(one, wording.name, wording.place)}"
    yield column_text(told, lowered=wording.lowered)
    yield "chances: " + ", ".join(f"{result} {chance}" for result, chance in chances.items())
    if told["modifiers"]:
        yield f"to the die: {effects_text(told['modifiers'])}"
    yield f"die {event.get('counted', event['die'])}: {event['result']}, {wording.results[event['result']]}"


def _attacker(one: Event, counted: str, wording: Wording) -> str:
    text = f"{counted} from {wording.place(one['hex'])}"
    if one.get("bombards"):
        return f"{text}, bombarding ({wording.bombarding})"
    return f"{text}, through a {one['via']} hexside" if one.get("via") else text
