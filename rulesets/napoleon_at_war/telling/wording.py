"""Events in the words of a staff dispatch: short sentences, plain ASCII, each rule by its case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.form import listed
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.telling import wording as shared
from rulesets.napoleon_at_war.forms import ATTACK, CONDITION, HOW
from rulesets.napoleon_at_war.setting import Setting


def wording(setting: Setting, event: shared.Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own.

    Besides the events of the rules: `result` (a code of 7.6) and `ordered` (one entry of public orders).
    """
    return shared.sentence(_TELLERS, names_of(setting), event)


def names_of(setting: Setting) -> shared.Names[Piece]:
    """Printed names of units, armies, battles and hexes."""
    return shared.Names(setting.roster, setting.field, setting.names, shared.RESULTS)


def _transit(names: shared.Names[Piece], event: shared.Event) -> str:
    """A step onto the track or along it (17.1)."""
    start = f", coming from {names.hex(event['from'])}" if event.get("from") else ""
    return (
        f"{names.unit(event['unit'])} is on the {event['section']} section of the transit track,"
        f" space {event['space']}{start}."
    )


def _over(names: shared.Names[Piece], event: shared.Event) -> str:
    """Who has won, and how (19.2)."""
    points = listed([f"{names.place(army)} {count}" for army, count in event["points"].items()])
    if not event.get("winner"):
        return f"The game ends in a draw; victory points: {points} (19.2)."
    return (
        f"The {names.place(event['winner'])} army wins a {event['level']} victory by {event['margin']};"
        f" victory points: {points} (19.2)."
    )


def _ordered_move(names: shared.Names[Piece], entry: Mapping[str, Any]) -> str:
    """A march, and how it leaves the map (17.0, 17.1); a step on the track (17.1); a refusal (14.21)."""
    who = names.unit(str(entry["unit"]))
    if entry.get("refuse"):
        return f"{who} is not to enter the battle."
    if entry.get("track"):
        return f"{who}: {'advance on' if entry['track'] == 'advance' else 'wait on'} the transit track."
    text = shared.ordered_path(names, entry)
    if entry.get("exit"):
        text += f", then off the map over the {entry['exit']} edge"
    if entry.get("transit"):
        text += f", then onto the {entry['transit']} section of the transit track"
    return f"{text}."


_ORDERS: Final = shared.OrderWords(ATTACK, WHO, HOW, CONDITION, _ordered_move)


def _ordered(names: shared.Names[Piece], event: shared.Event) -> str:
    return _ORDERS.told(names, event["entry"]) if event["member"] in ("moves", "attacks") else ""


_TELLERS: Mapping[str, shared.Teller[shared.Names[Piece]]] = {
    **shared.SENTENCES,
    "refused": shared.said("{unit:unit} is kept out of the battle for good{cited}."),
    "cut_off": shared.said("{units:units} can no longer arrive: cut off by {by:unit} (14.23)."),
    "exited": shared.said(
        "{unit:unit} leaves the field of {battle:place} for good, from {from:hex} over the {edge} edge."
    ),
    "transit": _transit,
    "choice": shared.said("{text}."),
    "demoralized": shared.said(
        "The {army:place} army at {battle:place} is DEMORALIZED: {lost} strength points lost, its level is"
        " {level}{cited}."
    ),
    "over": _over,
    "ordered": _ordered,
}
