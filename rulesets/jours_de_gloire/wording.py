"""Events in plain sentences for reports, each with the rule by its case, dice with what is added to them.

An event names counters by their ids. So does its sentence: it says what a counter holds only where the event does,
and events do that only for counters that everybody has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rulesets.jours_de_gloire.setting import Json, Setting
from rulesets.jours_de_gloire.wording_battle import BATTLES, Event, Names, cited, count, first, listed
from rulesets.jours_de_gloire.wording_march import MARCHES, WORKS

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


def wording(setting: Setting, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that nobody knows or that need no words.

    Besides the events of the rules: `result` (a result of a table) and `ordered` (one entry of public orders).
    """
    teller = _TELLERS.get(str(event.get("kind")))
    return first(teller(Names(setting), event)) if teller else ""


# -- the engine's own ----------------------------------------------------------------------------


def _void(names: Names, event: Event) -> str:
    instead = "; the default counts instead" if event.get("obliged") else ""
    return f"An order of {names.side(event['army'])} is void: {event['text']}{cited(event)}{instead}."


def _claimed(names: Names, event: Event) -> str:
    value, side = event["value"], names.side(event["army"])
    as_what, nobody = _CLAIMS.get(str(event["say"]), ("", ""))
    if not value:
        return f"{side} names {nobody}." if nobody else ""
    those = [value] if isinstance(value, str) else value
    return f"{side} names {names.counters(those)} {as_what}".rstrip() + "."


def _result(names: Names, event: Event) -> str:
    text = str(event["result"])
    return f"{text.rstrip('*')} PF lost{' and a morale test' if text.endswith('*') else ''}"


# -- turns and events ------------------------------------------------------------------------------


def _set_up(names: Names, event: Event) -> str:
    return f"{names.side(event['army'])} sets up{cited(event)}."


def _player_turn(names: Names, event: Event) -> str:
    return f"{names.of(event['army'])} player turn of game turn {event['turn']}; weather: {event['weather']}."


def _game_turn(names: Names, event: Event) -> str:
    return f"Game turn {event['turn']} begins: {event['days']}{cited(event)}."


def _weather(names: Names, event: Event) -> str:
    after = ", and mud in the next turn" if event["mud_next"] else ""
    die = f"die {event['die']}, with what the month adds to it" if "die" in event else "no die after heavy rain"
    return f"Weather: {die}: {event['weather']}{after}{cited(event)}."


def _replaced(names: Names, event: Event) -> str:
    gone = f" (counter {event['counter']} in {names.of(event['at'])})" if event["counter"] else ""
    chief = f"{names.of(event['chief'])} is its chief now" if event["chief"] else "it has no chief now"
    why = f". Why: {event['why'].rstrip('.')}" if event["why"] else ""
    return f"{names.of(event['general'])}{gone} gives up {names.of(event['command'])}; {chief}{why}{cited(event)}."


def _arrived(names: Names, event: Event) -> str:
    who = names.shown(event["counters"])
    return f"{names.side(event['army'])} receives in {names.of(event['at'])}: {who}{cited(event)}."


def _loyalty(names: Names, event: Event) -> str:
    die = f"die {event['die']}, it takes {event['least']} or more" if event["die"] else "no die is needed"
    result = "it goes over" if event["goes"] else "it stays"
    why = f"; {event['why']}" if event["goes"] and event["why"] else ""
    return f"Does {names.of(event['command'])} change sides? {die}: {result}{why}{cited(event)}."


def _went_over(names: Names, event: Event) -> str:
    changed = [f"{old} is now {new}" for old, new in sorted(event["counters"].items())]
    where = f" in {names.all(event['at'])}" if event["at"] else ""
    counters = f": counter {', '.join(changed)}" if changed else ""
    return f"{names.of(event['command'])}{where} goes over to {names.side(event['to'])}{counters}{cited(event)}."


def _order(names: Names, event: Event) -> str:
    order = " then ".join(names.of(side) for side in event["order"])
    if "place" not in event:
        return f"Order of play by the scenario: {order}{cited(event)}."
    return f"{names.side(event['army'])} chooses to play {event['place']}. Order of play: {order}{cited(event)}."


def _first_dice(names: Names, event: Event) -> str:
    dice = listed([f"{names.of(side)} {die}" for side, die in sorted(event["dice"].items())])
    ahead = f"{names.side(event['army'])} is ahead" if event["army"] else "nobody is ahead, so they are thrown again"
    return f"Dice for the order of play, to which the VC of each side is added: {dice}: {ahead}{cited(event)}."


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


def _stepped_aside(names: Names, event: Event) -> str:
    return (
        f"{names.act(event, 'step', 'counters')} aside from {names.of(event['from'])} to {names.of(event['to'])}"
        f" for {names.of(event['for'])} reinforcements{cited(event)}."
    )


def _control(names: Names, event: Event) -> str:
    return f"{names.of(event['at'])} is {names.of(event['army'])} now{cited(event)}."


# -- combat and sieges ------------------------------------------------------------------------------------


def _battles(names: Names, event: Event) -> str:
    return f"Both sides stand in {names.all(event['at'])}{cited(event)}."


def _no_combat(names: Names, event: Event) -> str:
    return f"Nobody is there to fight in {names.of(event['at'])}{cited(event)}."


def _went(does: str) -> Callable[[Names, Event], str]:
    def teller(names: Names, event: Event) -> str:
        where = f"from {names.of(event['from'])} to {names.of(event['to'])}"
        return f"{names.act(event, does, 'counters')} {where}{cited(event)}."

    return teller


def _inside(does: str) -> Callable[[Names, Event], str]:
    def teller(names: Names, event: Event) -> str:
        return f"{names.act(event, does, 'counters')} the citadel of {names.of(event['at'])}{cited(event)}."

    return teller


def _there(does: str) -> Callable[[Names, Event], str]:
    """Sentences of a side and a box."""

    def teller(names: Names, event: Event) -> str:
        return f"{names.side(event['army'])} {does} {names.of(event['at'])}{cited(event)}."

    return teller


def _siege_laid(names: Names, event: Event) -> str:
    return (
        f"{names.side(event['army'])} lays siege to {names.of(event['at'])}; inside:"
        f" {names.counters(event['counters'])}{cited(event)}."
    )


def _siege(names: Names, event: Event) -> str:
    result = "the city falls" if event["falls"] else f"it holds; the siege is at step {event['step']}"
    least = names.setting.charts.value("siege", names.setting.scenario.game, str(event["row"]))
    head = f"Siege of {names.all(event['at'])} by {names.side(event['by'])}"
    return f"{head}: die {event['die']}, it falls from {least} on: {result} (8.8-S{event['row']})."


def _captured(names: Names, event: Event) -> str:
    points = count(event["points"], "victory point")
    who, where = names.all(event["generals"]), names.of(event["at"])
    return f"{names.side(event['army'])} takes {who} prisoner in {where}, {points}{cited(event)}."


def _siege_over(names: Names, event: Event) -> str:
    return f"The siege of {names.of(event['at'])} by {names.side(event['army'])} is over{cited(event)}."


def _emperor_taken(names: Names, event: Event) -> str:
    who, where = names.of(names.setting.emperor), names.of(event["at"])
    return f"{names.side(event['army'])} has taken {who} prisoner in {where}, which ends the game{cited(event)}."


def _wiped_out(names: Names, event: Event) -> str:
    units = f": {names.losses(event['units'])} PF" if event["units"] else ""
    return f"{names.of(event['army'])} units in {names.of(event['at'])} are eliminated{units}{cited(event)}."


# -- the end -------------------------------------------------------------------------------------------------


def _over(names: Names, event: Event) -> str:
    result = event["result"]
    points = "; ".join(
        f"{names.of(side)} {total}: {', '.join(f'{kind} {n}' for kind, n in sorted(result['kinds'][side].items()))}"
        for side, total in sorted(result["points"].items())
    )
    if not result["winner"]:
        how = "The game ends in a draw"
    elif result["level"] == "capture":
        prisoner = names.of(names.setting.emperor)
        how = f"The game is over: {names.side(result['winner'])} wins, for {prisoner} is its prisoner"
    else:
        how = f"The game is over: {names.side(result['winner'])} wins by {count(result['margin'], 'point')}"
    return f"{how}. Victory points: {points}{cited(event)}."


# -- orders ----------------------------------------------------------------------------------------------------


def _ordered(names: Names, event: Event) -> str:
    """One entry of public orders; empty for members that read well enough as they are."""
    entry, teller = event["entry"], _ORDERS.get(str(event["member"]))
    return teller(names, entry) if teller and isinstance(entry, Mapping) else ""


def _ordered_mix(names: Names, entry: Mapping[str, Any]) -> str:
    return f"In {names.of(entry['box'])} fresh {names.counters(entry['counters'])}."


def _ordered_reinforce(names: Names, entry: Mapping[str, Any]) -> str:
    return f"A strength point of {names.of(entry['command'])} for counter {entry['counter']}."


def _ordered_detach(names: Names, entry: Mapping[str, Any]) -> str:
    what = f", {names.of(entry['unit'])}" if entry.get("unit") else ""
    pf = f" with {entry['pf']} PF" if entry.get("pf") else ""
    return f"A detachment of counter {entry['from']}, counter {entry['counter']}{what}{pf}."


def _ordered_rejoin(names: Names, entry: Mapping[str, Any]) -> str:
    return f"Counter {entry['unit']} takes up the detachment, counter {entry['detachment']}."


def _ordered_forces(names: Names, entry: Mapping[str, Any]) -> str:
    return "; ".join(f"Force {marker}: {names.counters(those)}" for marker, those in sorted(entry.items())) + "."


def _ordered_move(names: Names, entry: Mapping[str, Any]) -> str:
    enter = [f"enter by {names.of(entry['enter'])}"] if entry.get("enter") else []
    path = [_item(names, item) for item in entry.get("path", ())]
    does = ["entrench"] if entry.get("entrench") else []
    how = [text for name, text in (("forced", "forced march"), ("concentrate", "concentration")) if entry.get(name)]
    how += [f"led by counter {entry['lead']}"] if entry.get("lead") else []
    how += [f"paid by {names.of(entry['command'])}"] if entry.get("command") else []
    way = " - ".join([*enter, *path, *does]) or "stay"
    return f"{names.counters(entry['stack'])}: {way}{f' ({listed(how)})' if how else ''}."


def _item(names: Names, item: Json) -> str:
    if isinstance(item, str):
        return names.of(item)
    ((what, where),) = item.items()
    if what != "recon":
        return f"{WORKS.get(what, what)} to {names.of(where)}"
    return "reconnoitre and stay" if isinstance(where, str) else f"reconnoitre and back by {names.all(where)}"


_ORDERS: Final[Mapping[str, Callable[[Names, Mapping[str, Any]], str]]] = {
    "mix": _ordered_mix,
    "reinforce": _ordered_reinforce,
    "detach": _ordered_detach,
    "rejoin": _ordered_rejoin,
    "forces": _ordered_forces,
    "moves": _ordered_move,
}

_TELLERS: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    "void": _void,
    "claimed": _claimed,
    "result": _result,
    "ordered": _ordered,
    "set-up": _set_up,
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
    "stepped-aside": _stepped_aside,
    "control": _control,
    "battles": _battles,
    "no-combat": _no_combat,
    "went-back": _went("go back"),
    "withdrew": _went("withdraw"),
    "advanced": _went("advance"),
    "sheltered": _inside("go into"),
    "back-inside": _inside("go back into"),
    "siege-laid": _siege_laid,
    "siege": _siege,
    "assault": _there("assaults the citadel of"),
    "sortie": _there("makes a sortie from the citadel of"),
    "relief": _there("attacks together with its friends at the siege of"),
    "relief-alone": _there("comes to the relief of"),
    "siege-over": _siege_over,
    "siege-raised": _there("no longer besieges"),
    "captured": _captured,
    "emperor-taken": _emperor_taken,
    "wiped-out": _wiped_out,
    "over": _over,
    **MARCHES,
    **BATTLES,
}
