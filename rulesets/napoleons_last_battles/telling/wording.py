"""Events in the words of a dispatch: short sentences, plain ASCII, each rule by its case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.telling.wording import SENTENCES, Event, Teller, cited, said, sentence, stopped
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.telling.before_orders import BEFORE_ORDERS
from rulesets.napoleons_last_battles.telling.command import COMMAND
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.outcome import over
from rulesets.napoleons_last_battles.telling.wording_hidden import OF_PAIRS
from rulesets.napoleons_last_battles.telling.wording_leaders import OF_LEADERS
from rulesets.napoleons_last_battles.telling.wording_orders import ordered

INLINE: Final = ("result", "content")
"""Kinds whose words stand within a sentence of the program's own."""


def wording(names: DispatchNames, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own.

    Besides the events of the rules: `result` (a code of 6.4), `content` (of a memo) and `ordered` (one entry of public
    orders).
    """
    text = sentence(TELLERS, names, event)
    return text if event["kind"] in INLINE else f"{text[:1].upper()}{text[1:]}"


# -- before the first turn ------------------------------------------------------------------


def _set_up(names: DispatchNames, event: Event) -> str:
    return f"{names.unit(event['unit'])} is placed in {names.hex(event['at'])}{cited(event)}."


# -- moves ----------------------------------------------------------------------------------


def _holds(names: DispatchNames, event: Event) -> str:
    return f"{names.unit(event['unit'])} has orders to stay where it is{cited(event)}."


def _exited(names: DispatchNames, event: Event) -> str:
    return f"{names.unit(event['unit'])} leaves the map for good from {names.hex(event['from'])}{cited(event)}."


def _charge(names: DispatchNames, event: Event) -> str:
    verb = "charge" if len(event["units"]) > 1 else "charges"
    return f"{names.units(event['units'])} {verb} in attack {event['id']}{cited(event)}."


def _fell_back(names: DispatchNames, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} does not wait for the attack and falls back from {event['from']} to"
        f" {names.hex(event['to'])}{cited(event)}."
    )


# -- combat and morale ----------------------------------------------------------------------


def _arms(names: DispatchNames, event: Event) -> str:
    """nlb 16.7-1: `cavalry-artillery` is the order of three arms: tripled, then doubled."""
    first, _, second = str(event["arms"]).partition("-")
    chosen = f"the {first} before the {second}" if second else f"the {first}"
    return f"The {names.place(event['army'])} player lets {chosen} be enhanced in attack {event['id']}{cited(event)}."


_IMPETUS: Final = {
    "free": "the cavalry may advance or stay",
    "none": "nobody advances",
    "must": "the cavalry has to advance",
}


def _impetus(names: DispatchNames, event: Event) -> str:
    return f"The impetus of the victors: the die is {event['die']}, {_IMPETUS[event['effect']]}{cited(event)}."


_UNSUPPLIED: Final = {
    "falls-back": "it falls back before the combat",
    "silent": "it holds its fire",
    "halved": "it fights with half its strength",
    "fights": "it fights",
}


def _unsupplied_die(names: DispatchNames, event: Event) -> str:
    more = " and one for its leader" if event["more"] else ""
    return (
        f"{names.unit(event['unit'])}, out of supply: the die is {event['die']}{more},"
        f" {_UNSUPPLIED[event['effect']]}{cited(event)}."
    )


def _taken(names: DispatchNames, event: Event) -> str:
    loser = f" from the {names.place(event['before'])} army" if event.get("before") else ""
    return f"The {names.place(event['army'])} army takes {names.hex(event['at'])}{loser}{cited(event)}."


def _given_back(names: DispatchNames, event: Event) -> str:
    holder = f"the {names.place(event['before'])} army holds it still" if event["before"] else "nobody holds it"
    taker = names.place(event["army"])
    return f"The march by which the {taker} army took {names.hex(event['at'])} is taken back: {holder}{cited(event)}."


def _level_moved(names: DispatchNames, event: Event) -> str:
    by = int(event["by"])
    now = [str(event[state]) for state in ("demoralized", "disintegrated") if event.get(state)]
    level, moves = ("levels", "rise") if len(now) > 1 else ("level", "rises")
    if by < 0:
        moves = moves.replace("rise", "fall")
    to = f" to {' and '.join(now)}" if now else ""
    return stopped(f"The {level} of {names.book(event['book'])} {moves} by {abs(by)} strength points{to}{cited(event)}")


def _withdrawn(names: DispatchNames, event: Event) -> str:
    there = f": {names.units(event['units'])}" if event["units"] else ""
    return f"{names.book(event['of'])} is taken off the map{there}{cited(event)}."


def _points(names: DispatchNames, event: Event) -> str:
    points = "1 victory point" if event["points"] == 1 else f"{event['points']} victory points"
    where = " and ".join(map(names.hex, words(event.get("hexes", ""))))
    what = {
        "holding": f"for holding {where}",
        "in-play": f"while units of {' and '.join(map(names.book, words(event.get('units', ''))))} are in play",
        "strength-on-map": f"for what is left of {names.book(event.get('of', ''))} on the map",
        "exited-strength": "for strength that has left the map",
    }[event["for"]]
    return f"The {names.place(event['army'])} player gets {points} {what} and has {event['total']}{cited(event)}."


TELLERS: Mapping[str, Teller[DispatchNames]] = {
    **SENTENCES,
    **COMMAND,
    **BEFORE_ORDERS,
    "ordered": ordered,
    "set-up": _set_up,
    "holds": _holds,
    "exited": _exited,
    "charge": _charge,
    "fell-back": _fell_back,
    "fled": said("{unit:unit}, alone before the enemy in {from}, joins the nearest friends in {to:hex}{cited}."),
    "leader_lost": said(
        "{unit:unit}, alone before the enemy in {at:hex}, has no friends left to join and is out of play{cited}."
    ),
    "arms": _arms,
    "impetus": _impetus,
    "held-chateau": said("{unit:unit} stands its ground in the chateau {at:hex} instead of retreating{cited}."),
    "unsupplied-die": _unsupplied_die,
    "unfought": said("Attack {id} is not fought: nobody of the {army:place} army is left{cited}."),
    "raid": said("{unit:unit} in {at:hex} is attacked by {by:units} and lost{cited}."),
    "garrison-forming": said("{unit:unit} begins to form a garrison in {at:hex}{cited}."),
    "garrison-formed": said("{unit:unit} is the garrison of {at:hex} now{cited}."),
    "garrison-left": said("{unit:unit} is no garrison of {at:hex} any more{cited}."),
    "taken": _taken,
    "given-back": _given_back,
    "level-moved": _level_moved,
    "demoralized": said(
        "{book:book} is DEMORALIZED: {lost} strength points are lost, and its level is {level}{cited}."
    ),
    "disintegrated": said(
        "{book:book} DISINTEGRATES: {lost} strength points are lost, more than its level of {level}{cited}."
    ),
    "joined": said(
        "{unit:unit} attacks the Allies under Grouchy's command: the wings of the {army:place} army have joined{cited}."
    ),
    "wing-recovered": said("{book:book} has good morale again, joined to the army{cited}."),
    "withdrawn": _withdrawn,
    "points": _points,
    "over": over,
    **OF_LEADERS,
    **OF_PAIRS,
}
