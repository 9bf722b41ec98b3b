"""Events in plain sentences for reports, each with the rule by its case, dice with what is added to them.

An event names counters by their ids. Its sentence says what a counter holds only where the event does, which is told
for counters that everybody has seen, or where the reader's own legend names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesets.jours_de_gloire.telling.wording_battle import BATTLES
from rulesets.jours_de_gloire.telling.wording_march import MARCHES
from rulesets.jours_de_gloire.telling.wording_names import Event, Names, cited, count, first, modified
from rulesets.jours_de_gloire.telling.wording_orders import ordered

# What a claim says of the counter that its owner names, and of his naming nobody; no words where that is the rule.
_CLAIMS: Final = {
    "real": ("as a combat unit", "no combat unit"),
    "screen": ("as screening cavalry", "no further screening cavalry"),
    "dummy": ("as a dummy", "no further dummy"),
    "leader": ("as the leader of a reaction", ""),
    "guns": ("as the leader of a march to the guns", ""),
    "holder": ("as the general's counter", "no counter as the general's"),
    "deserters": ("as the counters of the command", "no counter of the command"),
    "closes": ("to close a way out", "nobody strong enough to close a way out"),
}


def sentence(names: Names, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that nobody knows or that need no words.

    Besides the events of the rules: `result` (a result of a table) and `ordered` (one entry of public orders).
    """
    teller = TELLERS.get(str(event.get("kind")))
    return first(teller(names, event)) if teller else ""


# -- the engine's own ----------------------------------------------------------------------------


def _void(names: Names, event: Event) -> str:
    instead = "; the default counts instead" if event.get("obliged") else ""
    return f"An order of {names.army(event['army'])} is not carried out: {event['text']}{cited(event)}{instead}."


def _claimed(names: Names, event: Event) -> str:
    value, army = event["value"], names.army(event["army"])
    as_what, nobody = _CLAIMS.get(str(event["say"]), ("", ""))
    if not value:
        return f"{army} names {nobody}." if nobody else ""
    those = [value] if isinstance(value, str) else value
    return f"{army} names {names.counters(those)} {as_what}".rstrip() + "."


def _result(names: Names, event: Event) -> str:
    text = str(event["result"])
    return f"{text.rstrip('*')} PF lost{' and a morale test' if text.endswith('*') else ''}"


# -- turns and events ------------------------------------------------------------------------------


def _player_turn(names: Names, event: Event) -> str:
    return f"{names.of(event['army'])} player turn of game turn {event['turn']}; weather: {event['weather']}."


def _game_turn(names: Names, event: Event) -> str:
    return f"Game turn {event['turn']} begins: {event['days']}{cited(event)}."


def _weather(names: Names, event: Event) -> str:
    after = ", and mud in the next turn" if event["mud_next"] else ""
    die = "no die after heavy rain"
    if "die" in event:
        by = names.setting.charts.number("weather", "months", event["month"])
        die = modified(event["die"], [(by, event["month"].capitalize(), "")])
    return f"Weather: {die}: {event['weather']}{after}{cited(event)}."


def _replaced(names: Names, event: Event) -> str:
    number = names.setting.fog.number(event["counter"])
    named = f"counter {number} " if number else ""
    gone = f" ({named}in {names.of(event['at'])})" if event["counter"] else ""
    chief = f"{names.of(event['chief'])} is its chief now" if event["chief"] else "it has no chief now"
    why = f". Why: {event['why'].rstrip('.')}" if event["why"] else ""
    return f"{names.of(event['general'])}{gone} gives up {names.of(event['command'])}; {chief}{why}{cited(event)}."


def _arrived(names: Names, event: Event) -> str:
    who = names.shown(event["counters"])
    return f"{names.army(event['army'])} receives in {names.of(event['at'])}: {who}{cited(event)}."


def _loyalty(names: Names, event: Event) -> str:
    die = f"die {event['die']}, it takes {event['least']} or more" if event["die"] else "no die is needed"
    result = "it goes over" if event["goes"] else "it stays"
    why = f"; {event['why']}" if event["goes"] and event["why"] else ""
    return f"Does {names.of(event['command'])} change sides? {die}: {result}{why}{cited(event)}."


def _went_over(names: Names, event: Event) -> str:
    changed = [f"{old} is now {new}" for old, new in sorted(event["counters"].items())]
    where = f" in {names.all(event['at'])}" if event["at"] else ""
    counters = f": counter {', '.join(changed)}" if changed else ""
    return f"{names.of(event['command'])}{where} goes over to {names.army(event['to'])}{counters}{cited(event)}."


def _order(names: Names, event: Event) -> str:
    order = " then ".join(names.of(army) for army in event["order"])
    if "place" not in event:
        return f"Order of play by the scenario: {order}{cited(event)}."
    return f"{names.army(event['army'])} chooses to play {event['place']}. Order of play: {order}{cited(event)}."


def _first_dice(names: Names, event: Event) -> str:
    values = event["values"]
    dice = [
        f"{names.of(army)} {modified(die, [(values[army], 'VC of the chief', '')])}"
        for army, die in sorted(event["dice"].items())
    ]
    ahead = f"{names.army(event['army'])} is ahead" if event["army"] else "nobody is ahead, so they are thrown again"
    return f"Dice for the order of play: {'; '.join(dice)}: {ahead}{cited(event)}."


def _may_enter(names: Names, event: Event) -> str:
    who = names.arrival(event["number"])
    return f"{names.of(event['army'])} reinforcements ({who}) may enter by {names.of(event['entry'])}{cited(event)}."


def _delay(names: Names, event: Event) -> str:
    result = "they come" if event["comes"] else "they are late and try again next turn"
    who = names.arrival(event["number"])
    return (
        f"{names.of(event['army'])} reinforcements ({who}): die {event['die']}, they need {event['least']}:"
        f" {result}{cited(event)}."
    )


def _strength_points_due(names: Names, event: Event) -> str:
    return f"{count(event['pf'], 'strength point')} for {names.of(event['command'])} from now on{cited(event)}."


# -- combat and sieges ------------------------------------------------------------------------------------


def _battles(names: Names, event: Event) -> str:
    return f"Both sides stand in {names.all(event['at'])}{cited(event)}."


def _siege_laid(names: Names, event: Event) -> str:
    return (
        f"{names.army(event['army'])} lays siege to {names.of(event['at'])}; inside:"
        f" {names.counters(event['counters'])}{cited(event)}."
    )


def _siege(names: Names, event: Event) -> str:
    result = "the city falls" if event["falls"] else f"it holds; the siege is at step {event['step']}"
    least = names.setting.charts.value("siege", names.setting.scenario.game, str(event["row"]))
    head = f"Siege of {names.all(event['at'])} by {names.army(event['by'])}"
    return f"{head}: die {event['die']}, it falls from {least} on: {result} (8.8-S{event['row']})."


def _captured(names: Names, event: Event) -> str:
    points = count(event["points"], "victory point")
    who, where = names.all(event["generals"]), names.of(event["at"])
    return f"{names.army(event['army'])} takes {who} prisoner in {where}, {points}{cited(event)}."


def _emperor_taken(names: Names, event: Event) -> str:
    who, where = names.of(names.setting.emperor), names.of(event["at"])
    return f"{names.army(event['army'])} has taken {who} prisoner in {where}, which ends the game{cited(event)}."


def _wiped_out(names: Names, event: Event) -> str:
    units = f": {names.losses(event['units'])} PF" if event["units"] else ""
    return f"{names.of(event['army'])} units in {names.of(event['at'])} are eliminated{units}{cited(event)}."


# -- the end -------------------------------------------------------------------------------------------------


def _over(names: Names, event: Event) -> str:
    result = event["result"]
    points = "; ".join(
        f"{names.of(army)} {total}: {', '.join(f'{kind} {n}' for kind, n in sorted(result['kinds'][army].items()))}"
        for army, total in sorted(result["points"].items())
    )
    if not result["winner"]:
        how = "The game ends in a draw"
    elif result["level"] == "capture":
        prisoner = names.of(names.setting.emperor)
        how = f"The game is over: {names.army(result['winner'])} wins, for {prisoner} is its prisoner"
    else:
        how = f"The game is over: {names.army(result['winner'])} wins by {count(result['margin'], 'point')}"
    return f"{how}. Victory points: {points}{cited(event)}."


# -- those that are made by one pattern --------------------------------------------------------------------

# Kind -> what its counters do, and the member that lists them; names of places stand for the members in braces.
_ACTS: Final = {
    "turned-down": ("are turned face down", "counters"),
    "stepped-aside": ("step aside from {from} to {to} for {for} reinforcements", "counters"),
    "entrenched": ("dig in at {at}", "stack"),
    "came-on": ("enter by {entry} at {to}", "stack"),
    "no-recon": ("make no reconnaissance in {at}: not all are cavalry", "stack"),
    "fell-back": ("fall back from {from} to {to}", "stack"),
    "intercepted": ("intercept from {from} into {to}", "stack"),
    "went-back": ("go back from {from} to {to}", "counters"),
    "withdrew": ("withdraw from {from} to {to}", "counters"),
    "advanced": ("advance from {from} to {to}", "counters"),
    "sheltered": ("go into the citadel of {at}", "counters"),
    "back-inside": ("go back into the citadel of {at}", "counters"),
}
# Kind -> a sentence about an army and a place.
_OF_ARMIES: Final = {
    "set-up": "the {army} side sets up",
    "control": "{at} is {army} now",
    "no-combat": "nobody is there to fight in {at}",
    "assault": "the {army} side assaults the citadel of {at}",
    "sortie": "the {army} side makes a sortie from the citadel of {at}",
    "relief": "the {army} side attacks together with its friends at the siege of {at}",
    "relief-alone": "the {army} side comes to the relief of {at}",
    "siege-raised": "the {army} side no longer besieges {at}",
    "siege-over": "the siege of {at} by the {army} side is over",
}


def _places(names: Names, event: Event) -> dict[str, str]:
    members = ("army", "at", "from", "to", "for", "entry")
    return {member: names.of(event[member]) for member in members if isinstance(event.get(member), str)}


def _acts(names: Names, event: Event) -> str:
    does, member = _ACTS[str(event["kind"])]
    return f"{names.act(event, does.format_map(_places(names, event)), member)}{cited(event)}."


def _of_army(names: Names, event: Event) -> str:
    return _OF_ARMIES[str(event["kind"])].format_map(_places(names, event)) + f"{cited(event)}."


TELLERS: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    "void": _void,
    "claimed": _claimed,
    "result": _result,
    "ordered": ordered,
    "player-turn": _player_turn,
    "game-turn": _game_turn,
    "weather": _weather,
    "replaced": _replaced,
    "arrived": _arrived,
    "loyalty": _loyalty,
    "went-over": _went_over,
    "order": _order,
    "first-dice": _first_dice,
    "may-enter": _may_enter,
    "delay": _delay,
    "strength-points-due": _strength_points_due,
    "battles": _battles,
    "siege-laid": _siege_laid,
    "siege": _siege,
    "captured": _captured,
    "emperor-taken": _emperor_taken,
    "wiped-out": _wiped_out,
    "over": _over,
    **dict.fromkeys(_ACTS, _acts),
    **dict.fromkeys(_OF_ARMIES, _of_army),
    **MARCHES,
    **BATTLES,
}
