"""Moves in words: ways with what is done on them, what stops them, who is out of command (6, 7, 17.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.hexgame.telling.wording import Event, Teller, cited, said
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording_fire import void_text
from rulesets.winters_victory.telling.words import CORNERS

_ACTS: Final[Mapping[str, str]] = {
    "line": "forms line",
    "column": "forms column",
    "square": "forms square",
    "go": "goes into General Order",
    "reform": "reforms",
    "limber": "limbers",
    "unlimber": "unlimbers",
    "about": "turns about",
    "front": "fronts again",
    "close": "closes up",
    "grand": "moves by Grand Tactical Movement (6.4)",
    "road-in": "goes into road column (6.6)",
    "road-out": "leaves its road column (6.6)",
    "end": "falls in at the end of its move",
}


def act_text(word: str) -> str:
    """wv 6.0-2: a word of a path that is no hex, as a deed."""
    name, _, more = word.partition(" ")
    if name == "face" and more.isdecimal() and int(more) < len(CORNERS):
        return f"faces {CORNERS[int(more)]}"
    text = _ACTS.get(name, word)
    return f"{text} with {more}" if more and name in _ACTS else text


def way_text(names: WinterNames, run: Sequence[Event]) -> str:
    """wv 6.0-2: `1st Chasseurs: 3972 - 4071, faces north, - 4070.`: acts of the same units that follow one another."""
    last = next((event["to"] for event in reversed(run) if "to" in event), "")
    text = names.hex(run[0]["at"])
    for event in run:
        if "to" in event:
            at = event["to"]
            text += f" - {names.hex(at) if at == last or at in names.field.names else at}"
        else:
            text += f", {act_text(event['act'])}"
    return f"{names.units(run[0]['units'])}: {text}."


def _halt(names: WinterNames, event: Event) -> str:
    causes = [word for word, there in (("fire", event["fired"]), ("disorder", event["disordered"])) if there]
    verb = "stops" if len(event["units"]) == 1 else "stop"
    return f"{names.units(event['units'])} {verb} in {names.hex(event['at'])}, as ordered for {' and '.join(causes)}."


def _out(names: WinterNames, event: Event) -> str:
    return f"Out of command: {names.units(event['units'])} (17.11)."


def _reunited(names: WinterNames, event: Event) -> str:
    lost = f"; {event['lost']} of these are given up" if event["lost"] else ""
    return f"{names.unit(event['unit'])} is back at its guns in {names.hex(event['at'])}{lost}{cited(event)}."


def _crosses(names: WinterNames, event: Event) -> str:
    lost = "a gun breaks" if event["lost"] else "no gun breaks"
    return (
        f"{names.unit(event['unit'])} crosses into {names.hex(event['to'])}: die {event['die']}, {lost}{cited(event)}."
    )


def _enters(names: WinterNames, event: Event) -> str:
    far = f", and goes on to {names.hex(event['to'])}" if event["to"] != event["at"] else ""
    formed = event["formation"].replace("-", " ")
    return f"{names.unit(event['unit'])} comes onto the map in {names.hex(event['at'])} in {formed}{far}{cited(event)}."


_SNOW: Final = {"none": "no snow falls", "light": "light snow falls", "heavy": "heavy snow falls"}


def _snow(names: WinterNames, event: Event) -> str:
    changed = "" if event["rate"] != event["before"] else ", as before"
    return f"Snow: die {event['die']}, {_SNOW[event['rate']]}{changed}{cited(event)}."


def _waits(names: WinterNames, event: Event) -> str:
    why = "the enemy bars the entry" if event["blocked"] else "there is no room yet"
    who, at = names.unit(event["unit"]), names.hex(event["at"])
    return f"{who} and those behind wait off the map at {at}: {why}{cited(event)}."


def _arrival(names: WinterNames, event: Event) -> str:
    die = f"die {event['die']}, at most {event['most']}: " if "die" in event else ""
    comes = "they come" if event["comes"] else "they do not come yet"
    first = names.setting.forces.brigades[event["brigades"][0]].units[0]
    return f"Reinforcements at {names.hex(event['at'])}, {names.unit(first)} first: {die}{comes}{cited(event)}."


MOVES: Final[Mapping[str, Teller[WinterNames]]] = {
    "move": lambda names, event: way_text(names, [event]),
    "move-void": lambda names, event: f"A move goes no further: {void_text(names, event)}",
    "halt": _halt,
    "out-of-command": _out,
    "disordered": lambda names, event: (
        f"{names.unit(event['unit'])} in {names.hex(event['at'])} is disordered{cited(event)}."
    ),
    "horse-turns": lambda names, event: (
        f"{names.unit(event['unit'])} in {names.hex(event['at'])} turns {CORNERS[event['facing']]} (7.42)."
    ),
    "guns-cross": _crosses,
    "reunited": _reunited,
    "shrinks": said("{unit:unit} stands in {at:hex} alone, too weak for two hexes (8.32)."),
    "loosens": said("{unit:unit} in {at:hex} goes into General Order before it defends (8.35.1)."),
    "detached": lambda names, event: (
        f"Out of their battalion in {names.hex(event['at'])}: {names.units(event['units'])}."
    ),
    "joined": lambda names, event: f"Back in their battalion: {names.units(event['units'])}.",
    "snow": _snow,
    "enters": _enters,
    "waits": _waits,
    "arrival": _arrival,
    "displaced": said("{unit:unit} makes way from {at:hex} to {to:hex}."),
}
"""Kind of event -> its teller."""
