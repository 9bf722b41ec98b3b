"""Shock in words: charges, attacks, odds and differential, what comes of them (12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.hexgame.telling.wording import Event, Teller, cited, said, stopped
from rulesets.winters_victory.charts import Modifiers
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording_fire import losses_text, void_text
from rulesets.winters_victory.telling.wording_morale import die_text
from rulesets.winters_victory.telling.words import CORNERS, counted, modifiers_text

_SIDES: Final = ("attacker", "defender")


def _verb(event: Event, one: str, several: str) -> str:
    return several if len(event["units"]) > 1 else one


def _shock(names: WinterNames, event: Event) -> str:
    """wv 12.0-P1: who attacks whom, whence and where."""
    doing = _verb(event, "charges", "charge") if event["charging"] else _verb(event, "attacks", "attack")
    whom = names.units(event["on"]) if event.get("on") else "the enemy"
    where = f"in {names.hex(event['to'])} from {names.hex(event['at'])}"
    return f"{names.units(event['units'])} {doing} {whom} {where} (12.0)."


def result(names: WinterNames, event: Event) -> str:
    """wv 12.0-P4, 12.0-P5, 12.3: the shock combat step by step: odds to a row, effectiveness with its modifiers to a
    differential, the die, and both results."""
    return " ".join(_steps(names, event))


def odds_steps(names: WinterNames, event: Event) -> Iterator[tuple[str, str]]:
    """wv 12.0-P4, 12.0-P5: the steps up to the differential, each with its case."""
    shock = names.setting.charts.shock
    attack, defence = event["strengths"]
    yield f"{attack} points against {defence}, row {event['row']}{_lowered(names, event)}", "12.23"
    ours, theirs = event["effectiveness"]
    yield f"effectiveness of the attacker {_side(ours, event['attacker'], shock.attacker)}", "12.2"
    yield f"effectiveness of the defender {_side(theirs, event['defender'], shock.defender)}", "12.2"
    yield f"differential {event['differential']:+d}", "12.2"


def _steps(names: WinterNames, event: Event) -> Iterator[str]:
    yield "; ".join(text for text, _ in odds_steps(names, event)) + ";"
    die = "no die (12.23)" if event["die"] is None else f"die {event['die']}"
    codes = event["codes"]
    yield f"{die}: {_code(codes[0])}/{_code(codes[1])}{cited(event)}."
    for side, code, came, effect in zip(_SIDES, codes, event["results"], event["effects"], strict=True):
        counts = f" counts as {_code(came)}" if came != code else ""
        yield f"The {side}: {_code(code)}{counts}, {effect_text(*effect)}."


def effect_text(losses: int, state: str, retreat: int) -> str:
    """wv 12.41-Dr: what a side suffers by its result, after what few or many on a side change."""
    found = [state] if state else []
    found += [f"{losses} lost"] if losses else []
    found += [f"retreats {counted(retreat, 'hex', 'hexes')}"] if retreat else []
    return ", ".join(found) or "nothing"


def _side(total: int, added: Sequence[Sequence[Any]], charts: Modifiers) -> str:
    """`5, -3 disordered (12.2.1-a) = 2`."""
    before = total - sum(int(add) for _, add in added)
    return f"{before}, {modifiers_text(charts, added)} = {total}" if added else str(total)


def _lowered(names: WinterNames, event: Event) -> str:
    """wv 12.23.5-1: that the row is not that of the odds."""
    attack, defence = event["strengths"]
    row = names.setting.charts.table.row(attack, max(1, defence))
    return "" if row == event["row"] else f", lowered from {row} (12.23.5)"


def _code(code: str) -> str:
    return "-" if code == "dot" else code


def _losses(names: WinterNames, event: Event) -> str:
    lost = losses_text(names, event["losses"], event["gone"])
    return stopped(f"{lost} (12.4)") if lost else ""


def _approach(names: WinterNames, event: Event) -> str:
    die = f"die {event['die']} (12.54.2): " if "die" in event else ""
    became = {"disordered": "disordered", "general-order": "in General Order", "": "in order"}[event["effect"]]
    comes = f"{_verb(event, 'comes', 'come')} on to {names.hex(event['to'])}"
    return f"{names.units(event['units'])} {comes}: {die}{became} (12.14)."


def _after(names: WinterNames, event: Event) -> str:
    became = {"disordered": "disordered", "general-order": "in General Order"}[event["effect"]]
    return f"{names.units(event['units'])} {_verb(event, 'is', 'are')} {became} after the attack (12.43)."


def _caught(names: WinterNames, event: Event) -> str:
    who = names.units(event["units"])
    return f"{who} in {names.hex(event['at'])} {_verb(event, 'is', 'are')} caught, and disordered{cited(event)}."


def _charge_check(names: WinterNames, event: Event) -> str:
    fate = "the charge begins" if event["begun"] else "no charge, and it is disordered"
    who = f"{names.unit(event['unit'])} in {names.hex(event['at'])}"
    return f"{who} is to charge: {die_text(names, event)}: {fate}{cited(event)}."


def _opportunity(names: WinterNames, event: Event) -> str:
    fate = "the charge begins" if event["begun"] else "no charge, and it is disordered"
    who = f"{names.unit(event['unit'])} in {names.hex(event['at'])}"
    doing = f"would charge who has come into {names.hex(event['to'])}"
    return f"{who} {doing}: {die_text(names, event)}: {fate}{cited(event)}."


def _control(names: WinterNames, event: Event) -> str:
    fate = "it is held and rides no farther" if event["held"] else "it cannot be held and rides on"
    return f"{names.unit(event['unit'])} in {names.hex(event['at'])}: die {event['die']}, {fate}{cited(event)}."


def _ended(names: WinterNames, event: Event) -> str:
    worn = f"; exhausted: {names.units(event['exhausted'])} (7.41)" if event["exhausted"] else ""
    return f"The charge of {names.unit(event['unit'])} ends in {names.hex(event['at'])}{worn}."


def _captured(names: WinterNames, event: Event) -> str:
    return stopped(f"Guns in the enemy's hands: {losses_text(names, event['losses'])} (12.43.3)")


def _declared(names: WinterNames, event: Event) -> str:
    where = f"{names.unit(event['unit'])} in {names.hex(event['at'])}"
    return f"{where} declares a charge to the {CORNERS[event['corner']]} (12.52)."


SHOCKS: Final[Mapping[str, Teller[WinterNames]]] = {
    "shock": _shock,
    "shock-result": result,
    "shock-losses": _losses,
    "shock-void": lambda names, event: f"No attack ({event['id']}): {void_text(names, event)}",
    "shock-end": lambda names, event: "",
    "loosens": said("{unit:unit}, attacked in front, goes into General Order in {at:hex} (8.35.1)."),
    "approach": _approach,
    "after-attack": _after,
    "caught": _caught,
    "occupied": lambda names, event: (
        f"{names.units(event['units'])} {_verb(event, 'takes', 'take')} {names.hex(event['to'])} (12.41)."
    ),
    "wheels": lambda names, event: (
        f"{names.units(event['units'])} {_verb(event, 'goes', 'go')} into General Order to attack"
        f" {names.hex(event['to'])} (12.12)."
    ),
    "charge-void": lambda names, event: f"No charge: {void_text(names, event)}",
    "charge-check": _charge_check,
    "charge-declared": _declared,
    "charge-begins": said("{unit:unit} charges from {at:hex} (12.53)."),
    "charge-aborted": said("{unit:unit} in {at:hex} sees no enemy before it, and does not charge (12.53X)."),
    "charge-control": _control,
    "charge-ended": _ended,
    "rides": lambda names, event: (
        f"{names.units(event['units'])} {_verb(event, 'rides', 'ride')} from {names.hex(event['at'])} to"
        f" {names.hex(event['to'])} (12.53)."
    ),
    "countercharge": said("{unit:unit} in {at:hex} countercharges towards {to:hex} (12.56)."),
    "opportunity-charge": _opportunity,
    "captured-guns": _captured,
}
"""Kind of event -> its teller."""
