"""Public orders in words, entry by entry, and plans for the enemy's turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rulesets.jours_de_gloire.setting import Json
from rulesets.jours_de_gloire.telling.wording_march import WORKS
from rulesets.jours_de_gloire.telling.wording_names import Event, Names, listed

# Characters of a word in a plan that are shown; who opens one may have written anything.
_LONGEST: Final = 24


def plan_words(names: Names, plan: Mapping[str, Json]) -> list[str]:
    """What a counter is to do in the enemy's turn, part by part. What is no part of a plan is passed over."""
    said = ["withdraws"] if plan.get("withdraw") is True else []
    for member, words in _PLANS.items():
        value = plan.get(member, ())
        those = [one for one in (value if isinstance(value, list | tuple) else [value]) if isinstance(one, str)]
        if any(those):
            things = [names.named(one) or names.of(one)[:_LONGEST] for one in those]
            said.append(words.format("any battle" if things == ["any"] else listed(things)))
    return said


def ordered(names: Names, event: Event) -> str:
    """One entry of public orders; empty for members that read well enough as they are."""
    entry, teller = event["entry"], _ORDERS.get(str(event["member"]))
    return teller(names, entry) if teller and isinstance(entry, Mapping) else ""


def _ordered_mix(names: Names, entry: Mapping[str, Any]) -> str:
    return f"In {names.of(entry['box'])} {names.counters(entry['counters'])}."


def _ordered_reinforce(names: Names, entry: Mapping[str, Any]) -> str:
    return f"A strength point of {names.of(entry['command'])} for {names.counter(entry['counter'])}."


def _ordered_detach(names: Names, entry: Mapping[str, Any]) -> str:
    what = f", {names.of(entry['unit'])}" if entry.get("unit") else ""
    pf = f" with {entry['pf']} PF" if entry.get("pf") else ""
    return f"A detachment of {names.counter(entry['from'])}, {names.counter(entry['counter'])}{what}{pf}."


def _ordered_rejoin(names: Names, entry: Mapping[str, Any]) -> str:
    return f"{names.counter(entry['unit'])} takes up the detachment, {names.counter(entry['detachment'])}."


def _ordered_reactions(names: Names, entry: Mapping[str, Any]) -> str:
    plans = {counter: listed(plan_words(names, plan)) or "nothing" for counter, plan in entry.items()}
    return "; ".join(f"{names.counter(counter)} {plan}" for counter, plan in plans.items()) + "."


def _ordered_battles(names: Names, entry: Mapping[str, Any]) -> str:
    wishes = {box: [f"{name} {_wish(names, value)}" for name, value in wanted.items()] for box, wanted in entry.items()}
    return "; ".join(f"{names.of(box)}: {', '.join(wanted)}" for box, wanted in wishes.items()) + "."


def _wish(names: Names, value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    those = value if isinstance(value, list) else [value]
    return listed([names.named(str(one)) or names.of(one) for one in those]) or "nobody"


def _ordered_forces(names: Names, entry: Mapping[str, Any]) -> str:
    return "; ".join(f"Force {marker}: {names.counters(those)}" for marker, those in sorted(entry.items())) + "."


def _ordered_move(names: Names, entry: Mapping[str, Any]) -> str:
    enter = [f"enter by {names.of(entry['enter'])}"] if entry.get("enter") else []
    path = [_item(names, item) for item in entry.get("path", ())]
    does = ["entrench"] if entry.get("entrench") else []
    how = [text for name, text in (("forced", "forced march"), ("concentrate", "concentration")) if entry.get(name)]
    how += [f"led by {names.counter(entry['lead'])}"] if entry.get("lead") else []
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


_PLANS: Final = {
    "intercept": "intercepts in {}",
    "back": "falls back to {} instead",
    "with": "takes {} along",
    "guns": "marches to the guns of {}",
}
_ORDERS: Final[Mapping[str, Callable[[Names, Mapping[str, Any]], str]]] = {
    "mix": _ordered_mix,
    "reinforce": _ordered_reinforce,
    "detach": _ordered_detach,
    "rejoin": _ordered_rejoin,
    "forces": _ordered_forces,
    "reactions": _ordered_reactions,
    "battles": _ordered_battles,
    "orders": _ordered_move,
}
