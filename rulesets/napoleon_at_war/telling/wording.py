"""Events in the words of a staff dispatch: short sentences, plain ASCII, each rule by its case."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulesets.napoleon_at_war.setting import Setting

Event = Mapping[str, Any]

# Results of 7.6 in words.
RESULTS = {
    "Ae": "the attackers are eliminated",
    "Ar": "the attackers retreat",
    "De": "the defenders are eliminated",
    "Dr": "the defenders retreat",
    "Ex": "exchange",
}


def wording(setting: Setting, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own.

    Besides the events of the rules: `result` (a code of 7.6) and `ordered` (one entry of public orders).
    """
    teller = _TELLERS.get(str(event.get("kind")))
    return teller(_Names(setting), event) if teller else ""


class _Names:
    """Printed names of units, armies, battles and hexes."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def unit(self, uid: str) -> str:
        known = self.setting.roster.units.get(uid)
        return known.name if known else uid

    def units(self, uids: Sequence[str]) -> str:
        return listed([self.unit(uid) for uid in uids])

    def hex(self, at: str) -> str:
        return self.setting.field.name(at)

    def place(self, word: str) -> str:
        """The printed name of an army or a battle."""
        return self.setting.names.get(word, word)


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _cited(event: Event) -> str:
    return f" ({event['case']})" if event.get("case") else ""


def _stop(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _headline(names: _Names, event: Event) -> str:
    return _stop(str(event["text"]))


def _moved(names: _Names, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} marches from {names.hex(event['from'])} to {names.hex(event['to'])}"
        f" for {event['cost']} of {event['allowance']} movement points."
    )


def _entered(names: _Names, event: Event) -> str:
    on = f" and goes on to {names.hex(event['to'])}" if event["to"] != event["at"] else ""
    why = f" ({event['why']})" if event.get("why") else ""
    return f"{names.unit(event['unit'])} arrives at {names.hex(event['at'])}{on}{why}."


def _waits(names: _Names, event: Event) -> str:
    why = f": {event['why']}" if event.get("why") else ""
    return _stop(f"{names.unit(event['unit'])} waits{why}{_cited(event)}")


def _refused(names: _Names, event: Event) -> str:
    return f"{names.unit(event['unit'])} is kept out of the battle for good{_cited(event) or ' (14.21)'}."


def _cut_off(names: _Names, event: Event) -> str:
    return f"{names.units(event['units'])} can no longer arrive: cut off by {names.unit(event['by'])} (14.23)."


def _exited(names: _Names, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} leaves the field of {names.place(event['battle'])} for good,"
        f" from {names.hex(event['from'])} over the {event['edge']} edge."
    )


def _transit(names: _Names, event: Event) -> str:
    start = f", coming from {names.hex(event['from'])}" if event.get("from") else ""
    return (
        f"{names.unit(event['unit'])} is on the {event['section']} section of the transit track,"
        f" space {event['space']}{start}."
    )


def _choice(names: _Names, event: Event) -> str:
    text = event.get("text") or f"The {names.place(event['army'])} army has chosen option {event['value']}"
    return _stop(str(text))


def _undone(names: _Names, event: Event) -> str:
    text = f": {event['text']}" if event.get("text") else ""
    return _stop(f"The move of {names.unit(event['unit'])} to {names.hex(event['at'])} is undone{text}{_cited(event)}")


def _void(names: _Names, event: Event) -> str:
    instead = "; the default counts instead" if event.get("obliged") else ""
    whose = f"An order of the {names.place(event['army'])} army"
    return f"{whose} is not carried out: {event['text']}{_cited(event)}{instead}."


def _combat(names: _Names, event: Event) -> str:
    by = listed([names.unit(one["unit"]) for one in event["attackers"]])
    on = listed([f"{names.unit(one['unit'])} in {names.hex(one['hex'])}" for one in event["defenders"]])
    told = event["calculation"]
    strengths = " to ".join(str(strength["counts"]) for strength in told["strengths"])
    return (
        f"Attack {event['id']}: {by} against {on}, {strengths}, column {told['used']},"
        f" die {event['die']}: {event['result']}, {RESULTS[event['result']]}."
    )


def _lapsed(names: _Names, event: Event) -> str:
    return f"Attack {event['id']} does not take place: {event['why']}{_cited(event)}."


def _paid(names: _Names, event: Event) -> str:
    given = f"{names.units(event['units'])}, {event['given']} strength points" if event["units"] else "nothing"
    return f"The exchange asks for {event['owed']} strength points; the attacker gives {given}."


def _eliminated(names: _Names, event: Event) -> str:
    why = f", {event['why']}" if event.get("why") else ""
    return (
        f"{names.unit(event['unit'])} ({event['strength']} strength points) is eliminated at"
        f" {names.hex(event['at'])}{why}{_cited(event)}."
    )


def _retreated(names: _Names, event: Event) -> str:
    return f"{names.unit(event['unit'])} falls back from {event['from']} to {names.hex(event['to'])}."


def _displaced(names: _Names, event: Event) -> str:
    return (
        f"{names.unit(event['unit'])} makes room for {names.unit(event['by'])} and shifts from {event['from']}"
        f" to {names.hex(event['to'])}."
    )


def _advanced(names: _Names, event: Event) -> str:
    return f"{names.unit(event['unit'])} advances from {event['from']} into {names.hex(event['to'])}."


def _stood(names: _Names, event: Event) -> str:
    return f"{names.unit(event['unit'])} stands where it is{_cited(event)}." if event.get("unit") else ""


def _silent(names: _Names, event: Event) -> str:
    why = f": {event['why']}" if event.get("why") else ""
    return _stop(f"{names.unit(event['unit'])} takes no part any more in this phase{why}{_cited(event)}")


def _demoralized(names: _Names, event: Event) -> str:
    return (
        f"The {names.place(event['army'])} army at {names.place(event['battle'])} is DEMORALIZED:"
        f" {event['lost']} strength points lost, its level is {event['level']}{_cited(event)}."
    )


def _losses(names: _Names, event: Event) -> str:
    if "army" not in event or "lost" not in event:
        return ""
    at = f" at {names.place(event['battle'])}" if event.get("battle") else ""
    return f"The {names.place(event['army'])} army has lost {event['lost']} strength points so far{at}."


def _over(names: _Names, event: Event) -> str:
    points = listed([f"{names.place(army)} {count}" for army, count in event["points"].items()])
    if not event.get("winner"):
        return f"The game ends in a draw; victory points: {points} (19.2)."
    return (
        f"The {names.place(event['winner'])} army wins a {event['level']} victory by {event['margin']};"
        f" victory points: {points} (19.2)."
    )


def _result(names: _Names, event: Event) -> str:
    return RESULTS.get(str(event["result"]), "")


# -- orders ------------------------------------------------------------------


def _ordered(names: _Names, event: Event) -> str:
    entry = event["entry"]
    if not isinstance(entry, Mapping):
        return ""
    if event["member"] == "moves":
        return _ordered_move(names, entry)
    return _ordered_attack(names, entry) if event["member"] == "attacks" else ""


def _ordered_move(names: _Names, entry: Mapping[str, Any]) -> str:
    who = names.unit(str(entry["unit"]))
    if entry.get("refuse"):
        return f"{who} is not to enter the battle."
    if entry.get("track"):
        return f"{who}: {'advance on' if entry['track'] == 'advance' else 'wait on'} the transit track."
    path = [str(at) for at in entry.get("path", ())]
    text = f"{who}: {' - '.join(path)}"
    if entry.get("exit"):
        text += f", then off the map over the {entry['exit']} edge"
    if entry.get("transit"):
        text += f", then onto the {entry['transit']} section of the transit track"
    return f"{text}."


def _ordered_attack(names: _Names, entry: Mapping[str, Any]) -> str:
    by, guns = entry.get("by", ()), entry.get("bombard", ())
    called = f" {entry['id']}" if entry.get("id") and [entry["id"]] != list(entry.get("on", ()))[:1] else ""
    text = f"Attack{called} on {listed([names.hex(at) for at in entry.get('on', ())])}"
    if by:
        text += f" by {names.units(by)}"
    if guns:
        text += f"{',' if by else ''} bombarded by {names.units(guns)}"
    text += "".join(f"; {part}" for part in _manner(names, entry))
    if entry.get("if"):
        text += f"; only if {_condition(entry['if'])}"
    if "else" in entry:
        text += f"; otherwise {listed(_manner(names, entry['else'])) or 'by the defaults'}"
    return f"{text}."


def _manner(names: _Names, entry: Mapping[str, Any]) -> list[str]:
    parts = []
    if entry.get("reduce"):
        parts.append(f"odds lowered to {entry['reduce']}")
    if "pay" in entry:
        parts.append(
            "payment asked" if entry["pay"] == "ask" else f"an exchange is paid with {names.units(entry['pay'])}"
        )
    if "advance" in entry:
        parts.append(_ordered_advance(names, entry["advance"]))
    if "retreat" in entry:
        parts.append(_ordered_retreat(names, entry["retreat"]))
    if entry.get("displace"):
        asked = entry["displace"] == "ask"
        parts.append("displacement asked" if asked else f"{names.units(entry['displace'])} give way first")
    return parts


def _ordered_advance(names: _Names, value: Any) -> str:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return "advance asked" if value == "ask" else "no advance"
    return "advance of " + listed(
        [names.unit(str(one["unit"])) + (f" to {one['to']}" if one.get("to") else "") for one in value]
    )


def _ordered_retreat(names: _Names, value: Any) -> str:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return "retreats asked"
    parts = []
    for one in value:
        where = "where asked" if one["to"] == "ask" else f"to {' or '.join(one['to'])}"
        parts.append(f"{names.unit(str(one['unit']))} {where}")
    return f"retreat of {listed(parts)}"


def _condition(condition: Mapping[str, Any]) -> str:
    if "vacant" in condition:
        return f"{condition['vacant']} is vacant"
    return f"attack {condition.get('attack')} gave {' or '.join(condition.get('result', ()))}"


_TELLERS: Mapping[str, Callable[[_Names, Event], str]] = {
    "headline": _headline,
    "moved": _moved,
    "entered": _entered,
    "waits": _waits,
    "refused": _refused,
    "cut_off": _cut_off,
    "exited": _exited,
    "transit": _transit,
    "choice": _choice,
    "undone": _undone,
    "void": _void,
    "combat": _combat,
    "lapsed": _lapsed,
    "paid": _paid,
    "eliminated": _eliminated,
    "retreated": _retreated,
    "displaced": _displaced,
    "advanced": _advanced,
    "stood": _stood,
    "silent": _silent,
    "demoralized": _demoralized,
    "losses": _losses,
    "over": _over,
    "result": _result,
    "ordered": _ordered,
}
