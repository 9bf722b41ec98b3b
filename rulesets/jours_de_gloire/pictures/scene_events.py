"""Arrows and fights of the events that everybody was told of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.hidden import Own
from pbem.engine.picture import Arrow, Fight
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.wording import sentence
from rulesets.jours_de_gloire.telling.wording_battle import ROWS
from rulesets.jours_de_gloire.telling.wording_names import Names, first
from rulesets.jours_de_gloire.telling.words import legend

Event = Mapping[str, Any]
# Movements by one event from box to box; the member that lists who goes.
_MOVES: Final[Mapping[str, tuple[str, str]]] = {
    "fell-back": ("retreat", "stack"),
    "intercepted": ("march", "stack"),
    "went-back": ("retreat", "counters"),
    "withdrew": ("retreat", "counters"),
    "stepped-aside": ("retreat", "counters"),
    "advanced": ("advance", "counters"),
}
# jdg 6.3-5: the case of a step back after a reconnaissance.
_BACK: Final = "6.3-5"

# jdg 8.7-7, 8.4-5: what a beaten army still loses when it retreats over a bridge and is pursued.
_AFTERWARDS: Final = ("crossing", "pursuit")


def arrows(events: Sequence[Event]) -> tuple[Arrow, ...]:
    """A stack's steps in one arrow, everything else in one each."""
    found: list[Arrow] = []
    for event in events:
        kind = event["kind"]
        if kind == "step":
            _step(found, event)
        elif kind == "came-on":
            found.append(Arrow(event["army"], (event["to"],), "entry", tuple(event["stack"])))
        elif kind == "arrived":
            found.append(Arrow(event["army"], (event["at"],), "entry", tuple(event["counters"])))
        elif kind == "stranded":
            found.append(Arrow(event["army"], (event["from"], event["to"]), "retreat", (event["counter"],)))
        elif kind == "joined":
            found += _to_the_guns(events, event)
        elif kind in _MOVES:
            word, member = _MOVES[kind]
            found.append(Arrow(event["army"], (event["from"], event["to"]), word, tuple(event[member])))
    return tuple(found)


def _step(found: list[Arrow], event: Event) -> None:
    """Goes on the arrow of the stack that came into this box, or begins one. Those who fell out are left behind."""
    kind, stack = ("retreat" if event["case"] == _BACK else "march"), tuple(event["stack"])
    for number in range(len(found) - 1, -1, -1):
        arrow = found[number]
        if arrow.places[-1] == event["from"] and set(stack) <= set(arrow.who) and _goes_on(arrow.kind, kind):
            found[number] = Arrow(arrow.army, (*arrow.places, event["to"]), arrow.kind, stack)
            return
        if set(stack) & set(arrow.who):
            break
    found.append(Arrow(event["army"], (event["from"], event["to"]), kind, stack))


def _goes_on(before: str, kind: str) -> bool:
    return kind == before or (kind == "march" and before == "entry")


def _to_the_guns(events: Sequence[Event], joined: Event) -> Iterator[Arrow]:
    """Those who marched to a battle and came in time."""
    for event in events:
        if event["kind"] == "guns" and event["passed"] and joined["joiner"] in event["stack"]:
            yield Arrow(event["army"], (event["from"], event["at"]), "march", tuple(event["stack"]))
            return


# -- fights ------------------------------------------------------------------------------


def fights(setting: Setting, at: Position, own: Own, events: Sequence[Event]) -> tuple[Fight, ...]:
    """Battles, overruns and siege dice in order; what is told of one battle is one fight."""
    names = Names(setting, legend(setting, at, own, events))
    battles: dict[str, list[Event]] = {}
    for number, event in enumerate(events):
        if event["kind"] in ROWS:
            battles.setdefault(f"battle {event['label']}", []).append(event)
        elif event["kind"] in ("overrun", "siege"):
            battles[f"{number}"] = [event]
        elif event["kind"] == "pursuit":
            battles.setdefault(f"battle {event['label']}", []).append(event)
    return tuple(_fight(names, told, events) for told in battles.values())


def _fight(names: Names, told: Sequence[Event], events: Sequence[Event]) -> Fight:
    at, army = (str(told[0]["at"][0]),), _attacker(names.setting, told)
    by = dict.fromkeys(
        arrow.places[-2]
        for arrow in arrows(events)
        if arrow.army == army and arrow.kind in ("march", "entry") and arrow.places[-1:] == at and len(arrow.places) > 1
    )
    lines = tuple(line for event in told for line in _lines(names, event))
    return Fight(at, tuple(by), army, _result(names, told, events), lines)


def _attacker(setting: Setting, told: Sequence[Event]) -> str:
    """The army that attacks, from the first event that tells it."""
    for event in told:
        if "attacker" in event:
            return str(event["attacker"])
        if event["kind"] in ("siege", "pursuit"):
            return str(event["by"] if event["kind"] == "siege" else event["winner"])
        for one in (*event.get("forces", ()), *event.get("fire", ()), event):
            if "role" in one:
                army = str(one["side"])
                return army if one["role"] == ATTACKER else setting.foe(army)
    return ""


def _result(names: Names, told: Sequence[Event], events: Sequence[Event]) -> str:
    """`French win: lost 0 PF, Russian 3`, of the whole fight with retreat and pursuit; empty while it goes on."""
    for event in told:
        if event["kind"] == "battle-over":
            return _outcome(names, event, events)
    event = told[0]
    if event["kind"] == "overrun":
        return f"overrun: {event['result']}"
    if event["kind"] == "siege":
        return "the city falls" if event["falls"] else f"siege step {event['step']}"
    return ""


def _outcome(names: Names, over: Event, events: Sequence[Event]) -> str:
    """Who has won, and what both lost from the first round to the end of the pursuit, in PF."""
    lost = {army: over["lost"][army] for army in (over["attacker"], over["defender"])}
    for event in events:
        if event["kind"] in _AFTERWARDS and event["label"] == over["label"]:
            lost[event["side"]] += event["lost"]
    if not over["winner"]:
        first, second = over["attacker"], over["defender"]
        return f"undecided: {names.of(first)} lost {lost[first]} PF, {names.of(second)} {lost[second]}"
    winner, loser = over["winner"], over["loser"]
    return f"{names.of(winner)} win: lost {lost[winner]} PF, {names.of(loser)} {lost[loser]}"


def _lines(names: Names, event: Event) -> Iterator[str]:
    """An event in lines: the rows of a battle's table, or a sentence."""
    kind = str(event["kind"])
    if kind not in ROWS:
        yield sentence(names, event)
        return
    for label, text in ROWS[kind][1](names, event):
        yield f"{label}: {first(text)}" if label else first(text)
