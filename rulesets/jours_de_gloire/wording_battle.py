"""The names that reports use, and battles in words: forces, rounds, morale, overruns, pursuit and what is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rulesets.jours_de_gloire.board import number_of
from rulesets.jours_de_gloire.facts import printed_name
from rulesets.jours_de_gloire.setting import Json, Setting

Event = Mapping[str, Any]
# Verbs of one that do not only take an s.
_SINGULAR: Final = {"are": "is", "go": "goes", "try": "tries", "do": "does", "march": "marches"}
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


class Names:
    """Printed names; what lies face down has none but the number of its counter."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def of(self, thing: Json) -> str:
        """The printed name of a unit, general, box, command, entry or side."""
        return printed_name(self.setting, str(thing))

    def side(self, side: Json) -> str:
        """`the French side`."""
        return f"the {self.of(side)} side"

    def capital(self, side: Json) -> str:
        """The same at the beginning of a sentence."""
        return f"The {self.of(side)} side"

    def all(self, things: Iterable[Json]) -> str:
        """Several of them."""
        return listed([self.of(thing) for thing in things])

    def counters(self, those: Iterable[str]) -> str:
        """`counter f1`, `counters f1 and f2`."""
        names = [str(counter) for counter in those]
        return f"counter{'' if len(names) == 1 else 's'} {listed(names)}" if names else "no counters"

    def troops(self, event: Event, member: str = "stack") -> str:
        """Whoever an event is about: `French counters f1 and f2`."""
        return f"{self.of(event['army'])} {self.counters(event[member])}"

    def act(self, event: Event, does: str, member: str = "stack") -> str:
        """Whoever an event is about and what they do, the verb first, as of many: `French counter f1 marches`."""
        verb, _, rest = does.partition(" ")
        if len(event[member]) == 1:
            verb = _SINGULAR.get(verb, f"{verb}s")
        return f"{self.troops(event, member)} {verb}{f' {rest}' if rest else ''}"

    def held(self, content: Json) -> str:
        """What a counter that lies face up holds."""
        if "dummy" in content:
            return f"{'a' if content['dummy'] == 'cavalry' else 'an'} {content['dummy']} dummy"
        if "general" in content:
            return self.of(content["general"])
        parent = f" of {self.of(content['of'])}" if content.get("of") else ""
        lag = f" and {count(content['lag'], 'straggler')}" if content.get("lag") else ""
        return f"{self.of(content['unit'])}{parent} with {content['pf']} PF{lag}"

    def shown(self, counters: Mapping[str, Json]) -> str:
        """Counters with what they hold, in the order of their numbers."""
        found = sorted(counters.items(), key=lambda pair: (number_of(pair[0]), pair[0]))
        return ", ".join(f"{counter} {self.held(content)}" for counter, content in found)

    def losses(self, units: Mapping[str, int]) -> str:
        """`I Corps 2 and Guard 1`, in the order of their names."""
        return listed([f"{name} {pf}" for name, pf in sorted((self.of(unit), pf) for unit, pf in units.items())])

    def arrival(self, number: int) -> str:
        """The units and generals that a reinforcement of the scenario brings."""
        row = self.setting.scenario.reinforcements[number]
        return self.all((*row.generals, *row.units)) or f"{row.pf} PF for {self.of(row.command)}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"


def count(number: Json, thing: str) -> str:
    """`1 counter`, `2 counters`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def cited(event: Event) -> str:
    """The case of an event in brackets."""
    return f" ({event['case']})" if event.get("case") else ""


def first(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def thrown(event: Event) -> str:
    """A die with what is added to it: `die 4 - 1 = 3`."""
    by = event.get("sum", event["die"]) - event["die"]
    return f"die {event['die']}" + (f" {'-' if by < 0 else '+'} {abs(by)} = {event['sum']}" if by else "")


def explained(event: Event) -> str:
    """A die with every modifier and its case."""
    if not event.get("modifiers"):
        return thrown(event)
    parts = "".join(f", {step['by']:+d} {step['why']} ({step['case']})" for step in event["modifiers"])
    return f"die {event['die']}{parts} = {event['sum']}"


def place(names: Names, event: Event) -> str:
    """The box of a battle."""
    return names.of(event["at"][0]) if event["at"] else "the field"


# -- the battle ---------------------------------------------------------------------------------


def _battle(names: Names, event: Event) -> str:
    attacker, defender = event["forces"]
    chits = event["chits"]
    length = "".join(f", {step['by']:+d} {step['why']} ({step['case']})" for step in event["why"])
    return (
        f"Battle at {place(names, event)}: {names.side(attacker['side'])} attacks {names.side(defender['side'])}."
        f" {_force(names, attacker)} {_force(names, defender)}"
        f" Chits: attacker {chits['attacker']}, defender {chits['defender']}, which makes this battle"
        f" {event['type']}{length}: at most {count(event['rounds'], 'round')} (8.2-2)."
        f" Circumstances: {_circumstances(event)}."
    )


def _force(names: Names, force: Event) -> str:
    units = listed([f"{names.of(unit['id'])} {unit['pf']}{_tired(unit)}" for unit in force["units"]])
    others = names.all(one["id"] for one in force["leaders"] if one["id"] != force["leader"])
    led = f" under {names.of(force['leader'])}" if force["leader"] else " without a general"
    led += f", with {others}" if others else ""
    return (
        f"{names.of(force['side'])} force: {units}{led}; {force['pf']} PF, cohesion {force['cohesion']},"
        f" guns {force['ba']}, cavalry {force['bc']}; it tests its morale from {force['level']} PF lost on (8.6-1)."
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


def _round(names: Names, event: Event) -> str:
    parts = [f"Round {event['round']} at {place(names, event)} (8.1-P4)."]
    parts += [_fire(names, fire) for fire in event["fire"]]
    parts += [_guns(names, guns) for guns in event["guns"]]
    parts += [_suffered(names, loss) for loss in event["losses"]]
    return " ".join(parts)


def _fire(names: Names, fire: Event) -> str:
    shifts = "".join(f", {step['by']:+d} {step['why']} ({step['case']})" for step in fire["shifts"])
    column = f", column {fire['first']}" + (f"{shifts}, so column {fire['column']}" if shifts else "")
    row = _row(names.setting, fire["sum"])
    return (
        f"{names.of(fire['side'])} fire: {listed([_counted(names, unit) for unit in fire['units']])},"
        f" together {_strength(fire)}{column}; {explained(fire)}{row}: {_takes(fire)} (8.4-1)."
    )


def _row(setting: Setting, total: int) -> str:
    """Where a die is beyond the table: the row that counts."""
    rows = [int(row) for row in setting.charts.value("combat", "rows")]
    row = min(max(total, min(rows)), max(rows))
    return "" if row == total else f", row {row}"


def _counted(names: Names, unit: Event) -> str:
    text = f"{names.of(unit['unit'])} {unit['pf']}"
    if not unit["factors"]:
        return text
    factors = "".join(f" x {factor['by']} {factor['why']} ({factor['case']})" for factor in unit["factors"])
    return f"{text}{factors} = {unit['counts']}"


def _strength(fire: Event) -> str:
    exact = "" if fire["total"] == str(fire["pf"]) else f"{fire['total']}, that is "
    return f"{exact}{fire['pf']} PF"


def _takes(fire: Event) -> str:
    star = " and has to test its morale (*)" if fire["star"] else ""
    return f"the enemy loses {fire['loss']} PF{star}" if fire["loss"] or star else "no effect"


def _guns(names: Names, guns: Event) -> str:
    return f"{names.of(guns['side'])} guns, bonus {guns['ba']}: {explained(guns)}: {_takes(guns)} (8.4-4)."


def _suffered(names: Names, loss: Event) -> str:
    if not loss["lost"]:
        return f"{names.capital(loss['side'])} loses nothing."
    return f"{names.capital(loss['side'])} loses {_paid(names, loss)} (8.4-2)."


def _paid(names: Names, loss: Event) -> str:
    """`2 PF (I Corps 1 and Guard 1); 8 PF are left`."""
    dead = f"; eliminated: {names.all(loss['dead'])}" if loss["dead"] else ""
    units = f" ({names.losses(loss['units'])})" if loss["units"] else ""
    return f"{loss['lost']} PF{units}{dead}; {loss['left']} PF {'is' if loss['left'] == 1 else 'are'} left"


def _morale(names: Names, event: Event) -> str:
    causes = listed([f"{_CAUSES.get(one['cause'], one['cause'])}, {one['case']}" for one in event["causes"]])
    bonus = f" + {event['bonus']} for its leader = {event['needs']}" if event["bonus"] else ""
    result = "it stands" if event["passed"] else "it fails and has to retreat (8.6-5)"
    if event["encircled"]:
        result = f"it fails, cannot retreat and loses {_paid(names, event['encircled'])} (8.6-6)"
    return (
        f"{names.of(event['side'])} morale in round {event['round']} ({event['lost']} of {event['start']} PF lost;"
        f" because of {causes}): cohesion {event['cohesion']}{bonus}, die {event['die']} (8.6-4): {result}."
    )


def _joined(names: Names, event: Event) -> str:
    flank = " and attacks the flank (8.5-3)" if event["flank"] else ""
    units = [f"{names.of(unit['id'])} {unit['pf']}" for unit in event["units"]]
    come = listed([*(names.of(one["id"]) for one in event["leaders"]), *units])
    return (
        f"At the end of round {event['round']} {names.side(event['side'])} is joined by {come}, counter"
        f" {event['joiner']} and who came with it{flank}; it has {event['pf']} PF now and tests its morale from"
        f" {event['level']} PF lost on (6.5.2-3)."
    )


def _battle_over(names: Names, event: Event) -> str:
    lost = listed([f"{names.of(side)} {pf} PF" for side, pf in sorted(event["lost"].items())])
    dead = f"; eliminated: {names.all(event['dead'])}" if event["dead"] else ""
    head = f"The battle at {place(names, event)} is over after {count(event['rounds'], 'round')}"
    if not event["winner"]:
        return f"{head}, and undecided: both sides lost as much; losses {lost}{dead} (8.1-P5-2)."
    why = str(_WHY.get(event["why"], event["why"])).format(loser=names.of(event["loser"]))
    text = f"{head}: {names.side(event['winner'])} wins, for {why}; losses {lost}{dead} (8.1-P5-1)."
    gone = event["eliminated"]
    if gone:
        taken = f"; captured: {names.all(gone['captured'])}" if gone["captured"] else ""
        perished = names.losses(gone["units"]) or "nobody more"
        text += f" The beaten force has nowhere to go and is removed: {perished}{taken} (8.5-5, 8.7-6)."
    return text


# -- instead of a battle, and after one -----------------------------------------------------------


def _overrun(names: Names, event: Event) -> str:
    by, on = event["pf"]
    shut = "" if event["way_out"] else ", for they have no way out (8.4-8)"
    loss = f"; they lose {_paid(names, event)}" if event["lost"] else ""
    return (
        f"{names.capital(event['attacker'])} tries to overrun {names.side(event['defender'])} at {place(names, event)},"
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
    loss = f"{names.side(event['side'])} loses {_paid(names, event)}" if event["lost"] else "no effect"
    return (
        f"{names.capital(event['winner'])} pursues with a cavalry bonus of {event['bc']}: {explained(event)}:"
        f" {loss}{cited(event)}."
    )


def _withdrawal(names: Names, event: Event) -> str:
    dice = [f"{names.of(one['unit'])} {thrown(one)}, {one['lost']} PF lost" for one in event["dice"]]
    chased = "with" if event["chased"] else "without"
    dead = f"; eliminated: {names.all(event['dead'])}" if event["dead"] else ""
    return (
        f"{names.of(event['side'])} cavalry withdraws from {place(names, event)}, {chased} enemy cavalry there:"
        f" {'; '.join(dice)}{dead}{cited(event)}."
    )


BATTLES: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    "battle": _battle,
    "round": _round,
    "morale": _morale,
    "joined": _joined,
    "battle-over": _battle_over,
    "overrun": _overrun,
    "crossing": _crossing,
    "demolition": _demolition,
    "pursuit": _pursuit,
    "withdrawal": _withdrawal,
}
