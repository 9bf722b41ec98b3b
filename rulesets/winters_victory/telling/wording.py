"""Events in the words of a dispatch: short sentences, each rule by its case."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from pbem.hexgame.telling.wording import SENTENCES, Event, Teller, sentence
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.story import story
from rulesets.winters_victory.telling.wording_command import COMMANDS
from rulesets.winters_victory.telling.wording_fire import FIRING
from rulesets.winters_victory.telling.wording_morale import MORALE
from rulesets.winters_victory.telling.wording_moves import MOVES
from rulesets.winters_victory.telling.wording_orders import ordered
from rulesets.winters_victory.telling.wording_shock import SHOCKS
from rulesets.winters_victory.tempo import Phase

PHASES: Final[Mapping[int, str]] = {
    Phase.INTERPHASE: "Interphase",
    Phase.ALLIED_COMMAND: "Allied command",
    Phase.ALLIED_RALLY: "Allied rally",
    Phase.FRENCH_MOVEMENT: "French movement",
    Phase.ALLIED_SHOCK: "Allied shock",
    Phase.FIRE: "Fire of both armies",
    Phase.FRENCH_COMMAND: "French command",
    Phase.FRENCH_RALLY: "French rally",
    Phase.ALLIED_MOVEMENT: "Allied movement",
    Phase.FRENCH_SHOCK: "French shock",
}
"""wv 4.0-1: number of a phase -> what it is called."""


def wording(names: WinterNames, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own."""
    if event["kind"] == "story":
        return story(names, event["events"], partial(wording, names), partial(phase_text, names))
    text = sentence(TELLERS, names, event)
    return f"{text[:1].upper()}{text[1:]}"


def phase_text(names: WinterNames, event: Event) -> str:
    """wv 4.0-1: `French shock, turn 19`."""
    return f"{PHASES[event['phase']]}, turn {event['turn']}"


def _over(names: WinterNames, event: Event) -> str:
    counted = ", ".join(f"{names.place(army)} {event[army]}" for army in ("french", "allied"))
    level = str(event["level"])
    ended = f" {names.people(event['out'][0])} cannot fight on (14.22)." if event["out"] else ""
    level = "a draw" if level == "Draw" else level
    return f"The battle is over: {level}. Points: {counted}.{ended}"


def _void(names: WinterNames, event: Event) -> str:
    return SENTENCES["void"](names, {**event, "text": names.text(event["text"])})


TELLERS: Final[Mapping[str, Teller[WinterNames]]] = {
    "headline": SENTENCES["headline"],
    "segment": lambda names, event: f"{event['heading']}.",
    "phase": lambda names, event: f"{phase_text(names, event)}.",
    "void": _void,
    **COMMANDS,
    **MOVES,
    **FIRING,
    **MORALE,
    **SHOCKS,
    "over": _over,
    "ordered": ordered,
}
"""Kind of event -> its teller."""
