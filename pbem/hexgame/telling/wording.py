"""Events of the toolkit's phases in short sentences, plain ASCII, each rule by its case.

A ruleset words the kinds of `SENTENCES` by these and its own beside them, `{**SENTENCES, **own}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pbem.engine.calculation import mixed
from pbem.hexgame.board.pieces import P, Roster
from pbem.hexgame.documents.form import Fields, listed
from pbem.hexgame.documents.kinds import Node
from pbem.hexgame.field.field import HexField

Event = Mapping[str, Any]
RESULTS: Final[Mapping[str, str]] = {
    "Ae": "the attackers are eliminated",
    "Ar": "the attackers retreat",
    "De": "the defenders are eliminated",
    "Dr": "the defenders retreat",
    "Ex": "exchange",
}
"""The usual codes of a combat results table in words."""


@dataclass(frozen=True)
class Names(Generic[P]):
    """Printed names of units, armies, battles and hexes. places: id -> name of what is neither unit nor hex.

    results: code of the combat results table -> words.
    """

    roster: Roster[P]
    field: HexField
    places: Mapping[str, str]
    results: Mapping[str, str]

    def unit(self, uid: str) -> str:
        """The printed name of a unit."""
        known = self.roster.units.get(uid)
        return known.name if known else uid

    def units(self, uids: Sequence[str]) -> str:
        """`A, B and C`."""
        return listed([self.unit(uid) for uid in uids])

    def hex(self, at: str) -> str:
        """A hex by its number and its name."""
        return self.field.name(at)

    def name(self, thing: str) -> str:
        """What anything is called: unit, hex, army, battle or formation; the id itself where it has no name."""
        if thing in self.roster.units:
            return self.unit(thing)
        if thing in self.field.neighbours:
            return self.hex(thing)
        return self.places.get(thing) or self.roster.formation_names.get(thing) or thing

    def place(self, word: str) -> str:
        """The printed name of an army or a battle."""
        return self.places.get(word, word)


N = TypeVar("N", bound=Names[Any])
Teller = Callable[[N, Event], str]


def sentence(tellers: Mapping[str, Teller[N]], names: N, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own."""
    teller = tellers.get(str(event.get("kind")))
    return teller(names, event) if teller else ""


@dataclass(frozen=True, slots=True)
class _Member:
    """A member of an event, which a sentence tells by a method of the names."""

    names: Names[Any]
    value: Any

    def __format__(self, called: str) -> str:
        return str(getattr(self.names, called)(self.value) if called else self.value)


def said(template: str) -> Teller[Any]:
    """The teller of a sentence that has the members of its event in fixed places.

    template: `{unit:unit} falls back from {from} to {to:hex}{cited}.`: behind a member the method of the names that
    tells it, nothing where it stands for itself; `cited` is the case of the event.
    """

    def teller(names: Names[Any], event: Event) -> str:
        members = {key: _Member(names, value) for key, value in event.items()}
        return template.format_map({**members, "cited": cited(event)})

    return teller


def cited(event: Event) -> str:
    """` (7.72)`: the case of an event, "" where it has none."""
    return f" ({event['case']})" if event.get("case") else ""


def stopped(text: str) -> str:
    """A sentence with its stop."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def who(event: Event) -> Sequence[str]:
    """Those of an event or an entry of orders: its `units` where they go together, else its `unit`."""
    return [str(unit) for unit in event["units"]] if event.get("units") else [str(event["unit"])]


def _verb(event: Event, verb: str) -> str:
    """`marches` of one unit, `march` of several. verb: as several do it."""
    ending = "es" if verb.endswith(("ch", "o")) else "s"
    return verb if len(who(event)) > 1 else f"{verb}{ending}"


# -- moves -----------------------------------------------------------------------------------


def _moved(names: Names[Any], event: Event) -> str:
    return (
        f"{names.units(who(event))} {_verb(event, 'march')} from {names.hex(event['from'])} to {names.hex(event['to'])}"
        f" for {event['cost']} of {event['allowance']} movement points."
    )


def _entered(names: Names[Any], event: Event) -> str:
    on = f" and {_verb(event, 'go')} on to {names.hex(event['to'])}" if event["to"] != event["at"] else ""
    why = f" ({event['why']})" if event.get("why") else ""
    return f"{names.units(who(event))} {_verb(event, 'arrive')} at {names.hex(event['at'])}{on}{why}."


def _waits(names: Names[Any], event: Event) -> str:
    why = f": {event['why']}" if event.get("why") else ""
    return stopped(f"{names.units(who(event))} {_verb(event, 'wait')}{why}{cited(event)}")


def _undone(names: Names[Any], event: Event) -> str:
    text = f": {event['text']}" if event.get("text") else ""
    return stopped(f"The move of {names.units(who(event))} to {names.hex(event['at'])} is undone{text}{cited(event)}")


def march_line(names: Names[Any], event: Event) -> str:
    """A march with every hex of its path, for a preview; "" for an event that is none, or of a path of one hex."""
    path = [str(at) for at in event.get("path", ())]
    if event["kind"] not in ("moved", "entered") or len(path) < 2:
        return ""
    doing = _verb(event, "march")
    if event["kind"] == "entered":
        doing = f"{_verb(event, 'arrive')} and {doing}"
    way = " - ".join([names.hex(path[0]), *path[1:-1], names.hex(path[-1])])
    allowance = f" of {event['allowance']}" if event.get("allowance") else ""
    why = f" ({event['why']})" if event.get("why") else ""
    return f"{names.units(who(event))} {doing} {way}, {event['cost']}{allowance} movement points{why}."


# -- combats -----------------------------------------------------------------------------------


def _combat(names: Names[Any], event: Event) -> str:
    by = names.units([one["unit"] for one in event["attackers"]])
    on = listed([f"{names.unit(one['unit'])} in {names.hex(one['hex'])}" for one in event["defenders"]])
    told = event["calculation"]
    strengths = " to ".join(mixed(strength["counts"]) for strength in told["strengths"])
    counted = f", counted as {event['counted']}" if "counted" in event else ""
    return (
        f"Attack {event['id']}: {by} against {on}, {strengths}, column {told['used']},"
        f" die {event['die']}{counted}: {event['result']}, {names.results[event['result']]}."
    )


def _converted(names: Names[Any], event: Event) -> str:
    words = names.results.get(event["to"], "")
    return stopped(
        f"In attack {event['id']} {event['from']} becomes {event['to']}{', ' * bool(words)}{words}:"
        f" {event['why']}{cited(event)}"
    )


def _paid(names: Names[Any], event: Event) -> str:
    given = f"{names.units(event['units'])}, {event['given']} strength points" if event["units"] else "nothing"
    return f"The exchange asks for {event['owed']} strength points; the attacker gives {given}."


def _eliminated(names: Names[Any], event: Event) -> str:
    why = f", {event['why']}" if event.get("why") else ""
    strength = f" ({event['strength']} strength points)" if "strength" in event else ""
    return f"{names.unit(event['unit'])}{strength} is eliminated at {names.hex(event['at'])}{why}{cited(event)}."


def _stood(names: Names[Any], event: Event) -> str:
    return f"{names.unit(event['unit'])} stands where it is{cited(event)}." if event.get("unit") else ""


def _silent(names: Names[Any], event: Event) -> str:
    why = f": {event['why']}" if event.get("why") else ""
    return stopped(f"{names.unit(event['unit'])} takes no part any more in this phase{why}{cited(event)}")


def _result(names: Names[Any], event: Event) -> str:
    return names.results.get(str(event["result"]), "")


# -- the rest ----------------------------------------------------------------------------------


def _headline(names: Names[Any], event: Event) -> str:
    return stopped(str(event["text"]))


def _void(names: Names[Any], event: Event) -> str:
    instead = "; the default counts instead" if event.get("obliged") else ""
    whose = f"An order of the {names.place(event['army'])} army"
    return f"{whose} is not carried out: {event['text']}{cited(event)}{instead}."


SENTENCES: Mapping[str, Teller[Names[Any]]] = {
    "headline": _headline,
    "moved": _moved,
    "entered": _entered,
    "waits": _waits,
    "undone": _undone,
    "void": _void,
    "combat": _combat,
    "converted": _converted,
    "lapsed": said("Attack {id} does not take place: {why}{cited}."),
    "paid": _paid,
    "eliminated": _eliminated,
    "retreated": said("{unit:unit} falls back from {from} to {to:hex}."),
    "displaced": said("{unit:unit} makes room for {by:unit} and shifts from {from} to {to:hex}."),
    "advanced": said("{unit:unit} advances from {from} into {to:hex}."),
    "stood": _stood,
    "silent": _silent,
    "result": _result,
}
"""Kind of event -> its teller. `result` is no event of the rules: a code of the combat results table."""


# -- orders ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OrderWords:
    """How entries of public orders are told. attack: their form; in it `who` attacks, `how`, and under what condition.

    marches: the entry of a march, or of whatever a unit does instead.
    """

    attack: Fields
    who: Sequence[str]
    how: Sequence[str]
    condition: Node
    marches: Teller[Names[Any]]

    def told(self, names: Names[Any], entry: Any) -> str:
        """One entry of a list of orders; "" for what is none."""
        if not isinstance(entry, Mapping):
            return ""
        if "on" in entry:
            return self._attack(names, entry)
        return self.marches(names, entry) if entry.get("unit") or entry.get("units") else ""

    def _attack(self, names: Names[Any], entry: Event) -> str:
        called = f" {entry['id']}" if entry.get("id") and [entry["id"]] != list(entry.get("on", ()))[:1] else ""
        text = " ".join([f"Attack{called}", *self.attack.parts(entry, names, ("on",))])
        text += f" {', '.join(self.attack.parts(entry, names, self.who))}"
        text = "; ".join([text.rstrip(), *self.attack.parts(entry, names, self.how)])
        if entry.get("if"):
            text += f"; only if {self.condition.told(entry['if'], names)}"
        if "else" in entry:
            other = listed(list(self.attack.parts(entry["else"], names, self.how)))
            text += f"; otherwise {other or 'by the defaults'}"
        return f"{text}."


def ordered_path(names: Names[Any], entry: Event) -> str:
    """`A and B: 0508 - 0609`: who is to march which way, without a stop; of one hex, where he stays or comes in."""
    path = [str(at) for at in entry.get("path", ())]
    stays = len(path) == 1 and not {"exit", "transit"} & set(entry)
    way = f"{names.hex(path[0])} and no further" if stays else " - ".join(path)
    return f"{names.units(who(entry))}: {way}"
