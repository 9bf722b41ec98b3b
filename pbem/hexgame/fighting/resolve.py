"""One attack of a combat phase: who still takes part, the die, the result."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.calculation import Calculation
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Request, Roll, Tell
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.cases import Reason
from pbem.hexgame.fighting.engagement import B, Engagement, Event, Ledger, Procedure
from pbem.hexgame.fighting.odds import line_of, lowered, result_of
from pbem.hexgame.fighting.said import Path

Absent = list[tuple[str, Refusal]]


def begun(ledger: Ledger[B], attack: Attack) -> Generator[Request, Any, Engagement[B] | None]:
    """An attack as it is made on the board of this moment, None where it is not."""
    ledger.results[attack.id] = ""
    chosen = manner_of(ledger, attack)
    if chosen is None:
        yield Tell({"kind": "lapsed", "id": attack.id, "why": "its condition does not hold", "case": ""})
        return None
    engagement, absent = muster(ledger, attack, *chosen)
    for unit, refusal in absent:
        yield Tell({"kind": "silent", "unit": unit, "why": refusal.text, "case": refusal.case})
    if engagement.targets:
        return engagement
    why, case = lapse(ledger, attack, absent)
    yield Tell({"kind": "lapsed", "id": attack.id, "why": why, "case": case})
    return None


def fought_in_turn(ledger: Ledger[B], attacks: Iterable[Attack]) -> Procedure:
    """Attacks one after the other, each with its die."""
    for attack in attacks:
        engagement = yield from begun(ledger, attack)
        if engagement is not None:
            yield from fought(engagement)


def fought(engagement: Engagement[B]) -> Procedure:
    """The die of a combat, and what follows. A result that becomes another one is told as it fell, then converted."""
    ledger, rules, name = engagement.ledger, engagement.rules, engagement.attack.id
    odds = lowered(rules.columns, rules.reckon(engagement), engagement.manner.reduce)
    where = tuple(dict.fromkeys(engagement.starts[unit] for unit in engagement.targets))
    die = (yield Roll("1d6", ledger.label(f"{name}.die"), rules.cases[Reason.COMBAT], where))[0]
    fell = result_of(rules.columns, rules.table, die, odds.used, odds.bonus)
    conversion = rules.convert(engagement, fell)
    result = fell if conversion is None else conversion.result
    ledger.results[name] = result
    yield Tell(combat_event(engagement, odds, die, fell))
    if conversion is not None:
        event = {"kind": "converted", "id": name, "from": fell, "to": result}
        yield Tell({**event, "why": conversion.why, "case": conversion.case})
    yield from rules.results[result](engagement)


def manner_of(ledger: Ledger[Any], attack: Attack) -> tuple[Path, Manner] | None:
    """How an attack is made now: as listed, as `else` has it, or (None) not at all."""
    if holds(ledger, attack.condition):
        return ("attacks", attack.index), attack.manner
    return None if attack.other is None else (("attacks", attack.index, "else"), attack.other)


def holds(ledger: Ledger[Any], condition: Mapping[str, Json]) -> bool:
    """Whether a condition holds: an earlier attack came out so, or a hex is vacant now. No condition always holds."""
    if "vacant" in condition:
        return condition["vacant"] not in ledger.board.here
    return not condition or ledger.results.get(condition["attack"], "") in condition["result"]


def muster(ledger: Ledger[B], attack: Attack, root: Path, manner: Manner) -> tuple[Engagement[B], Absent]:
    """Who can still take part in an attack, on whom, and who falls out and why.

    Targets are those of `whom` as far as an attacker still reaches them. Without a target nobody fights.
    """
    board, touches = ledger.board, ledger.rules.touches
    absent: Absent = []
    foes = [unit for unit in ledger.rules.whom(ledger, attack) if fit(ledger, unit) is None]
    by = _present(ledger, attack.by, absent)
    guns = _present(ledger, manner.bombard, absent)
    by = [unit for unit in by if any(touches(board, unit, foe) for foe in foes)]
    reached = {unit: [foe for foe in foes if _reaches(ledger, unit, foe)] for unit in guns}
    if by:
        targets = [foe for foe in foes if any(touches(board, unit, foe) for unit in by)]
    else:
        targets = [foe for foe in foes if any(foe in reached[unit] for unit in guns)]
    for unit in guns:
        if not any(foe in targets for foe in reached[unit]):
            absent.append((unit, silent(ledger, attack, unit)))
    guns = [unit for unit in guns if any(foe in targets for foe in reached[unit])]
    starts = {unit: board.at[unit] for unit in (*by, *guns, *targets)}
    return Engagement(ledger, attack, manner, root, tuple(by), tuple(guns), tuple(targets), starts), absent


def silent(ledger: Ledger[B], attack: Attack, unit: str) -> Refusal:
    """Why a battery that was to bombard cannot do so by now.

    An enemy who advanced next to it pins it; else its target has gone, or is no longer in range or sight.
    """
    board, rules = ledger.board, ledger.rules
    name, place = board.roster.units[unit].name, board.at[unit]
    if rules.bombardment.bound(board, unit) is not None:
        text = f"{name} in {place} stands in an enemy zone of control by now and may not bombard any more"
        return Refusal(rules.cases[Reason.HELD], text, unit, place)
    foes = rules.whom(ledger, attack)
    left = [foe for foe in foes if fit(ledger, foe) is None]
    gone = [refusal for foe in foes if (refusal := fit(ledger, foe)) is not None]
    if not foes:
        return Refusal(rules.cases[Reason.UNREACHED], f"{name} in {place} has no target any more: it is gone", unit)
    if not left:
        return Refusal(gone[0].case, f"{name} in {place} has no target any more: {gone[0].text}", unit)
    for foe in left:
        refusal = rules.bombardment.refusal(board, unit, board.at[foe])
        if refusal is not None:
            return Refusal(refusal.case, f"{name} in {place} cannot bombard the target any more", unit)
    text = f"{name} in {place} reaches nobody whom this attack is still made on"
    return Refusal(rules.cases[Reason.UNREACHED], text, unit)


def lapse(ledger: Ledger[B], attack: Attack, absent: Absent) -> tuple[str, str]:
    """Why an attack is not made, and the case: of its targets, of its attackers, or because they are apart by now."""
    gone = [fit(ledger, unit) for unit in ledger.rules.whom(ledger, attack)]
    cases = [refusal.case for refusal in gone if refusal is not None]
    if len(cases) == len(gone):
        # Targets that are all gone, such as an army that was taken off the map, say nothing themselves.
        return "nobody is left whom it could be made on", cases[0] if cases else ledger.rules.cases[Reason.APART]
    named = {*attack.by, *attack.batteries()}
    if named and named <= {unit for unit, _ in absent}:
        return "none of its attackers can take part any more", absent[0][1].case
    return "no attacker reaches its target any more", ledger.rules.cases[Reason.APART]


def _present(ledger: Ledger[B], units: Sequence[str], absent: Absent) -> list[str]:
    found = []
    for unit in units:
        refusal = fit(ledger, unit)
        if refusal is None:
            found.append(unit)
        else:
            absent.append((unit, refusal))
    return found


def fit(ledger: Ledger[B], unit: str) -> Refusal | None:
    """Why a unit has no part in any further combat of this phase; None if it may.

    A displaced defender is not barred by that: he is a target as long as somebody reaches him.
    """
    board, cases = ledger.board, ledger.rules.cases
    counter = board.roster.units[unit]
    if unit not in board.at:
        return Refusal(cases[Reason.GONE], f"{counter.name} is no longer on the map", unit)
    if unit in ledger.advanced:
        text = f"{counter.name} has advanced and neither attacks nor is attacked"
        return Refusal(cases[Reason.HAS_ADVANCED], text, unit)
    if unit in ledger.displaced and counter.army == ledger.army and ledger.rules.pushed_out(board, unit):
        return Refusal(cases[Reason.WAS_DISPLACED], f"{counter.name} was displaced before it could fight", unit)
    return None


def _reaches(ledger: Ledger[B], unit: str, foe: str) -> bool:
    """Whether a battery may bombard a unit where both stand now."""
    board = ledger.board
    return ledger.rules.bombardment.refusal(board, unit, board.at[foe]) is None


def combat_event(engagement: Engagement[B], odds: Calculation, die: int, result: str) -> Event:
    """A combat as the report tells it: strengths, odds, every modifier with its case, die, result.

    counted: what the die counts as, where something is added to it.
    """
    counted = {"counted": line_of(engagement.rules.table, die, odds.bonus)} if odds.modifiers else {}
    return {
        "kind": "combat",
        "id": engagement.attack.id,
        "label": f"{engagement.ledger.prefix}.{engagement.attack.id}",
        "on": _places(engagement),
        "attackers": attackers_told(engagement),
        "defenders": [{"unit": one.unit, "hex": one.at, "strength": one.strength} for one in odds.strengths[1].units],
        "calculation": odds.told(),
        "die": die,
        **counted,
        "result": result,
    }


def _places(engagement: Engagement[B]) -> list[str]:
    return list(dict.fromkeys(engagement.starts[unit] for unit in engagement.targets))


def attackers_told(engagement: Engagement[B]) -> list[Json]:
    """The adjacent attackers of a combat, then the batteries: {"unit", "hex", "strength", "bombards", "via"}."""
    board, starts, via, on = engagement.board, engagement.starts, engagement.rules.via, _places(engagement)
    attackers = [(unit, False) for unit in engagement.by] + [(unit, True) for unit in engagement.bombard]
    return [
        {
            "unit": unit,
            "hex": starts[unit],
            "strength": board.strength([unit]),
            "bombards": bombards,
            "via": "" if bombards else via(board, starts[unit], on),
        }
        for unit, bombards in attackers
    ]
