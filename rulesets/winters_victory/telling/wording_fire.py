"""Fire in words: each shot with its line, column, target class and die; what it costs (11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.hexgame.telling.wording import Event, Teller, cited, said, stopped
from rulesets.winters_victory.board.pieces import ARTILLERY
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.words import BANDS, FIRE, FORMATIONS, TARGETS, counted, modifiers_text


def losses_text(names: WinterNames, losses: Mapping[str, int], gone: Sequence[str] = ()) -> str:
    """`17th Line, battalion 1 loses 2 points and is eliminated`; "" for nobody."""
    told = []
    for uid, points in losses.items():
        guns = names.setting.units[uid].kind == ARTILLERY
        end = " and is eliminated" if uid in gone else ""
        told.append(f"{names.unit(uid)} loses {counted(points, 'gun' if guns else 'point')}{end}")
    return "; ".join(told)


def fire(names: WinterNames, event: Event) -> str:
    """wv 11.0-1: a shot step by step: strength and firing class on a line give the column, the target its class, the
    die and what is added to it the result."""
    whom = f" at {names.units(event['units'])} in {names.hex(event['to'])}"
    return " ".join((_opening(names, event, whom), *_steps(names, event)))


def shot(names: WinterNames, event: Event) -> str:
    """The same below a line that says who is fired at."""
    if event["kind"] != "fire":
        return _shot_lost(names, event)
    return " ".join((_opening(names, event, ""), *_steps(names, event)))


def _opening(names: WinterNames, event: Event, whom: str) -> str:
    who = f"{names.unit(event['unit'])} in {names.hex(event['at'])}"
    if "fell" not in event:
        return f"{who} fires{whom}:"
    struck = f"{names.units(event['units'])} in {names.hex(event['to'])}"
    aims = f"{who} aims at {names.hex(event['aimed'])} at extended range"
    return f"{aims}; the shot, die {event['fell']} (11.23), strikes {struck}:"


def _steps(names: WinterNames, event: Event) -> Iterator[str]:
    guns = names.setting.units[event["unit"]].kind == ARTILLERY
    line = "" if guns else f" in {FORMATIONS.get(event['line'], event['line'])}"
    strength = counted(event["strength"], "gun" if guns else "point")
    added = modifiers_text(names.setting.charts.fire.modifiers, event["modifiers"])
    yield (
        f"{strength} of class {event['firing']}{line}, {BANDS[event['range']]}, column {event['column']};"
        f" target class {event['number']}, {TARGETS[event['target']]};"
        f" die {event['die']}{f', {added}' if added else ''}: {event['result']}, {FIRE[event['result']]}{cited(event)}."
    )
    lost = losses_text(names, event["losses"], event["gone"])
    if lost:
        yield stopped(lost)
    if event["empty"]:
        yield f"{names.units(event['empty'])} {_verb(event['empty'], 'is', 'are')} out of ammunition (11.9)."


def _verb(units: Sequence[str], one: str, several: str) -> str:
    return several if len(units) > 1 else one


def _shot_lost(names: WinterNames, event: Event) -> str:
    where = f"in {names.hex(event['to'])}, where nobody is" if event["to"] else "off the map"
    aims = f"{names.unit(event['unit'])} in {names.hex(event['at'])} aims at {names.hex(event['aimed'])}"
    return f"{aims} at extended range; the shot, die {event['die']}, falls {where}{cited(event)}."


def _leader_risk(names: WinterNames, event: Event) -> str:
    fate = "he is hit" if event["lost"] else "he is unhurt"
    return (
        f"{names.unit(event['unit'])} is beside the fallen in {names.hex(event['at'])}: die {event['die']}, hit on"
        f" {event['least']} or more: {fate}{cited(event)}."
    )


def _segment(names: WinterNames, event: Event) -> str:
    """wv 11.0-P1: who fires first in a segment of the phase."""
    return (
        f"Segment {event['segment']} of the fire: die {event['die']}, {names.people(event['first'])} begin"
        f"{cited(event)}."
    )


def _empty(names: WinterNames, event: Event) -> str:
    return f"Ammunition is brought up to {names.units(event['units'])} (11.92)."


def void_text(names: WinterNames, event: Event) -> str:
    """What the rules have against something that was wished, in their own words."""
    text = names.text(event["text"])
    return stopped(f"{text}{cited(event)}")


FIRING: Final[Mapping[str, Teller[WinterNames]]] = {
    "fire": fire,
    "shot-lost": _shot_lost,
    "leader-risk": _leader_risk,
    "fire-segment": _segment,
    "fire-void": lambda names, event: f"No fire: {void_text(names, event)}",
    "resupplied": _empty,
    "guns-abandoned": said("{crew:unit} leaves its guns in {at:hex} before the attack and goes to {to:hex} (7.65)."),
}
"""Kind of event -> its teller."""
