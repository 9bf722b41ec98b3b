"""Battles in words: forces, rounds, morale, overruns, pursuit and what is lost.

What is told of a battle is a list of rows, a label and sentences; a report sets them as a table, and as an event's
wording they follow one another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pbem.engine.calculation import column_text, effect_text, total_text, unit_text
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.wording_names import (
    Event,
    Names,
    cited,
    count,
    explained,
    first,
    listed,
    modified,
)

Rows = list[tuple[str, str]]

# Why somebody tests his morale, and why a battle has its loser.
_CAUSES: Final = {
    "threshold": "its losses",
    "combat-table": "a star of the combat table",
    "artillery-table": "a star of the artillery table",
}
_WHY: Final = {
    "morale": "only the {loser} side failed its morale test",
    "losses": "the {loser} side lost more",
    "annihilation": "nobody of the {loser} side is left",
}
_TERRAIN: Final = {"clear": "clear terrain", "defensive": "defensive terrain", "mountain": "mountains"}
_OVERRUN: Final = {
    "retreat": "the defenders retreat",
    "halved": "half of the defenders are lost and the rest retreats",
    "eliminated": "the defenders are eliminated",
}


def place(names: Names, event: Event) -> str:
    """The box of a battle."""
    return names.of(event["at"][0]) if event["at"] else "the field"


# -- the battle ---------------------------------------------------------------------------------


def _battle(names: Names, event: Event) -> Rows:
    attacker, defender = event["forces"]
    chits = event["chits"]
    length = "".join(f", {effect_text(effect)}" for effect in event["why"])
    rounds = count(event["rounds"], "round")
    return [
        ("Attackers", _force(names, attacker)),
        ("Defenders", _force(names, defender)),
        ("Ground", f"{first(_circumstances(event))}."),
        (
            "Chits",
            f"Attacker {chits['attacker']}, defender {chits['defender']}: the battle is {event['type']}{length},"
            f" with at most {rounds} (8.2-2).",
        ),
    ]


def _force(names: Names, force: Event) -> str:
    units = listed([f"{names.of(unit['id'])} {unit['pf']}{_tired(unit)}" for unit in force["units"]])
    others = names.all(one["id"] for one in force["leaders"] if one["id"] != force["leader"])
    led = f" under {names.of(force['leader'])}" if force["leader"] else " without a general"
    led += f", with {others}" if others else ""
    return (
        f"{names.of(force['side'])}: {units}{led}; {force['pf']} PF, cohesion {force['cohesion']},"
        f" guns {force['ba']}, cavalry {force['bc']}; morale is tested from {force['level']} PF lost on (8.6-1)."
    )


def _tired(unit: Event) -> str:
    return " (fatigued)" if unit["fatigued"] else ""


def _circumstances(event: Event) -> str:
    flanks = [f"flank attack of the {role} ({'8.5-2' if role == 'attacker' else '8.5-3'})" for role in event["flanks"]]
    lines = (
        ("entrenched", "the defender entrenched (8.5-12)"),
        ("citadel", "assault on the citadel (8.8-3)"),
        ("encircled", "the defender encircled (8.5-4)"),
        ("bridge", "attack across a bridge (8.5-9)"),
        ("interception", "after an interception (6.5.1-8)"),
        ("relief", "joint attack at a siege (8.8-8)"),
    )
    words = [_TERRAIN.get(event["terrain"], event["terrain"]), event["weather"] + " weather"]
    return ", ".join([*words, *flanks, *(text for name, text in lines if event[name])])


def _round(names: Names, event: Event) -> Rows:
    sentences = [_fire(names, fire) for fire in event["fire"]]
    sentences += [_guns(names, guns) for guns in event["guns"]]
    sentences += [_suffered(names, event["losses"])]
    return [(f"Round {event['round']}" if number == 0 else "", text) for number, text in enumerate(sentences)]


def _fire(names: Names, fire: Event) -> str:
    told = fire["calculation"]
    strength = told["strengths"][0]
    units = listed([unit_text(unit, names.of) for unit in strength["units"]])
    die = explained({**fire, "modifiers": told["modifiers"]})
    return (
        f"{names.of(fire['side'])} fire: {units}, together {total_text(strength)} PF, {column_text(told)};"
        f" {die}{_row(names.setting, fire['sum'])}: {_takes(fire)} (8.4-1)."
    )


def _row(setting: Setting, total: int) -> str:
    """Where a die is beyond the table: the row that counts."""
    rows = [int(row) for row in setting.charts.value("combat", "rows")]
    row = min(max(total, min(rows)), max(rows))
    return "" if row == total else f", row {row}"


def _takes(fire: Event) -> str:
    star = " and has to test its morale (*)" if fire["star"] else ""
    return f"the enemy loses {fire['loss']} PF{star}" if fire["loss"] or star else "no effect"


def _guns(names: Names, guns: Event) -> str:
    return f"{names.of(guns['side'])} guns, bonus {guns['ba']}: {explained(guns)}: {_takes(guns)} (8.4-4)."


def _suffered(names: Names, losses: list[Event]) -> str:
    hit = [f"{names.of(loss['side'])} {_paid(names, loss)}" for loss in losses if loss["lost"]]
    return f"Losses: {'. '.join(hit)} (8.4-2)." if hit else "Losses: none."


def _paid(names: Names, loss: Event) -> str:
    """`2 PF (I Corps 1 and Guard 1); 8 PF are left`."""
    dead = f"; eliminated: {names.all(loss['dead'])}" if loss["dead"] else ""
    units = f" ({names.losses(loss['units'])})" if loss["units"] else ""
    return f"{loss['lost']} PF{units}{dead}; {loss['left']} PF {'is' if loss['left'] == 1 else 'are'} left"


def _morale(names: Names, event: Event) -> Rows:
    causes = listed([f"{_CAUSES.get(one['cause'], one['cause'])}, {one['case']}" for one in event["causes"]])
    bonus = f" + {event['bonus']} for its leader = {event['needs']}" if event["bonus"] else ""
    result = "it stands" if event["passed"] else "it fails and has to retreat (8.6-5)"
    if event["encircled"]:
        result = f"it fails, cannot retreat and loses {_paid(names, event['encircled'])} (8.6-6)"
    text = (
        f"{names.of(event['side'])}, {event['lost']} of {event['start']} PF lost, because of {causes}:"
        f" cohesion {event['cohesion']}{bonus}, die {event['die']} (8.6-4): {result}."
    )
    return [("Morale", text)]


def _joined(names: Names, event: Event) -> Rows:
    flank = " and attacks the flank (8.5-3)" if event["flank"] else ""
    units = [f"{names.of(unit['id'])} {unit['pf']}" for unit in event["units"]]
    come = listed([*(names.of(one["id"]) for one in event["leaders"]), *units])
    text = (
        f"At the end of round {event['round']} {names.army(event['side'])} is joined by {come}, counter"
        f" {event['joiner']} and who came with it{flank}; it has {event['pf']} PF now and tests its morale from"
        f" {event['level']} PF lost on (6.5.2-3)."
    )
    return [("Joined", text)]


def _battle_over(names: Names, event: Event) -> Rows:
    lost = listed([f"{names.of(army)} {pf} PF" for army, pf in sorted(event["lost"].items())])
    dead = f"; eliminated: {names.all(event['dead'])}" if event["dead"] else ""
    after = f"after {count(event['rounds'], 'round')}"
    if not event["winner"]:
        text = f"Undecided {after}: both sides lost alike; losses {lost}{dead} (8.1-P5-2)."
        return [("Result", text)]
    why = str(_WHY.get(event["why"], event["why"])).format(loser=names.of(event["loser"]))
    winner = names.capital(event["winner"])
    text = f"{winner} wins {after}, for {why}; losses {lost}{dead} (8.1-P5-1)."
    gone = event["eliminated"]
    if gone:
        taken = f"; captured: {names.all(gone['captured'])}" if gone["captured"] else ""
        perished = names.losses(gone["units"]) or "nobody more"
        text += f" The beaten force has nowhere to go and is removed: {perished}{taken} (8.5-5, 8.7-6)."
    return [("Result", text)]


# -- instead of a battle, and after one -----------------------------------------------------------


def _overrun(names: Names, event: Event) -> str:
    by, on = event["pf"]
    shut = "" if event["way_out"] else ", for they have no way out (8.4-8)"
    loss = f"; they lose {_paid(names, event)}" if event["lost"] else ""
    return (
        f"{names.capital(event['attacker'])} tries to overrun {names.army(event['defender'])} at {place(names, event)},"
        f" {by} PF against {on}: {explained(event)}: {_OVERRUN[event['result']]}{shut}{loss} (8.4-7)."
    )


def _crossing(names: Names, event: Event) -> str:
    loss = _paid(names, event)
    return f"{names.capital(event['side'])} retreats over a {event['water']} and loses {loss}{cited(event)}."


def _demolition(names: Names, event: Event) -> str:
    result = "it is destroyed" if event["destroyed"] else "it stands"
    loss = f", at the cost of {_paid(names, event)}" if event["lost"] else ""
    over = f" from {names.of(event['at'][0])} to {names.of(event['at'][-1])}" if len(event["at"]) > 1 else ""
    return (
        f"{names.capital(event['side'])} tries to blow the bridge{over} behind it: die {event['die']}:"
        f" {result}{loss}{cited(event)}."
    )


def _pursuit(names: Names, event: Event) -> str:
    loss = f"{names.army(event['side'])} loses {_paid(names, event)}" if event["lost"] else "no effect"
    return (
        f"{names.capital(event['winner'])} pursues with a cavalry bonus of {event['bc']}: {explained(event)}:"
        f" {loss}{cited(event)}."
    )


def _withdrawal(names: Names, event: Event) -> str:
    army = names.of(event["side"])
    dice = [_slipped(names, one, f"{army} cavalry", str(event["case"])) for one in event["dice"]]
    least = names.setting.charts.value("withdrawal", "cavalry" if event["chased"] else "no-cavalry")
    dead = f"; eliminated: {names.all(event['dead'])}" if event["dead"] else ""
    return (
        f"{army} cavalry withdraws from {place(names, event)}, {'with' if event['chased'] else 'without'} enemy cavalry"
        f" there, which costs from {least} on: {'; '.join(dice)}{dead}{cited(event)}."
    )


def _slipped(names: Names, one: Event, why: str, case: str) -> str:
    die = modified(one["die"], [(one["sum"] - one["die"], why, case)])
    return f"{names.of(one['unit'])} {die}, {one['lost']} PF lost"


# Kinds that are told in rows, with what stands before these in a sentence.
ROWS: Final[Mapping[str, tuple[str, Callable[[Names, Event], Rows]]]] = {
    "battle": ("Battle at {place}. ", _battle),
    "round": ("Round {number} at {place} (8.1-P4). ", _round),
    "morale": ("Morale in round {number}. ", _morale),
    "joined": ("", _joined),
    "battle-over": ("The battle at {place} is over. ", _battle_over),
}


def _in_a_row(names: Names, event: Event) -> str:
    head, rows = ROWS[str(event["kind"])]
    begins = head.format(place=place(names, event), number=event.get("round", ""))
    return begins + " ".join(text for _, text in rows(names, event))


BATTLES: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    **dict.fromkeys(ROWS, _in_a_row),
    "overrun": _overrun,
    "crossing": _crossing,
    "demolition": _demolition,
    "pursuit": _pursuit,
    "withdrawal": _withdrawal,
}
