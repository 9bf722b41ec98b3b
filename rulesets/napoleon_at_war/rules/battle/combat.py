"""The Combat Phase: the list of attacks, then each attack in order (4.1B, 7.0, 10.1)."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from pbem.engine.calculation import Calculation
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose, Request, Roll, Silent, Tell
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.artillery import bombardment_refusal, bound_refusal
from rulesets.napoleon_at_war.rules.battle.attack import Attack, Manner, Path
from rulesets.napoleon_at_war.rules.battle.engagement import Engagement, Ledger
from rulesets.napoleon_at_war.rules.battle.odds import columns_of, doubling_hexside, odds_of, reduced
from rulesets.napoleon_at_war.rules.battle.results import apply
from rulesets.napoleon_at_war.setting import Setting

Procedure = Generator[Request, Any, None]


def combat_phase(setting: Setting, board: Board, attacks_said: Json | Silent) -> Procedure:
    """naw 7.0-1, 7.0-4: the phasing army's combats, in the order listed. There is none at night (10.1).

    attacks_said: the member `attacks` of the orders, SILENT if there is none. The board is changed.
    """
    options = AttackOptions(setting, board)
    prefix = f"gt{board.position.turn}.{options.army}"
    listed = yield Choose(
        options.army,
        "attacks",
        options,
        f"{prefix}.attacks",
        attacks_said,
        ("attacks",),
        obliged=bool(options.contacts),
        scene=board,
    )
    attacks = options.attacks(listed)
    foes = {at: board.here[at][0] for attack in attacks for at in attack.on}
    ledger = Ledger(setting, board, options.army, options.foe, prefix, foes)
    for attack in attacks:
        yield from resolve(ledger, attack)


def resolve(ledger: Ledger, attack: Attack) -> Procedure:
    """naw 7.0-3, 7.5, 7.6-T: one attack, if it is made: one die, one result for all, carried out at once."""
    ledger.results[attack.id] = ""
    chosen = manner_of(ledger, attack)
    if chosen is None:
        yield Tell({"kind": "lapsed", "id": attack.id, "why": "its condition does not hold", "case": ""})
        return
    engagement, absent = muster(ledger, attack, *chosen)
    for unit, refusal in absent:
        yield Tell({"kind": "silent", "unit": unit, "why": refusal.text, "case": refusal.case})
    if not engagement.targets:
        why, case = lapse(ledger, attack, absent)
        yield Tell({"kind": "lapsed", "id": attack.id, "why": why, "case": case})
        return
    odds = odds_of(ledger.setting, ledger.board, engagement.by, engagement.bombard, engagement.targets)
    where = tuple(engagement.starts[unit] for unit in engagement.targets)
    die = (yield Roll("1d6", ledger.label(f"{attack.id}.die"), "7.0", where))[0]
    used = reduced(ledger.setting, odds.column, engagement.manner.reduce)
    result = ledger.setting.results[die][columns_of(ledger.setting.columns).index(used)]
    ledger.results[attack.id] = result
    yield Tell(combat_event(engagement, replace(odds, used=used), die, result))
    yield from apply(engagement, result)


def manner_of(ledger: Ledger, attack: Attack) -> tuple[Path, Manner] | None:
    """How an attack is made now: as listed, as `else` has it, or (None) not at all."""
    if holds(ledger, attack.condition):
        return ("attacks", attack.index), attack.manner
    return None if attack.other is None else (("attacks", attack.index, "else"), attack.other)


def holds(ledger: Ledger, condition: Mapping[str, Json]) -> bool:
    """Whether a condition holds: an earlier attack came out so, or a hex is vacant now. No condition always holds."""
    if "vacant" in condition:
        return condition["vacant"] not in ledger.board.here
    return not condition or ledger.results.get(condition["attack"], "") in condition["result"]


Absent = list[tuple[str, Refusal]]


def muster(ledger: Ledger, attack: Attack, root: Path, manner: Manner) -> tuple[Engagement, Absent]:
    """naw 7.74-4, 7.82-4, 8.22: who can still take part in an attack, on whom, and who falls out and why.

    Targets are the units that stood in the hexes when the phase began, as far as an attacker still reaches them
    (ruling 15).
    """
    board = ledger.board
    absent: Absent = []
    foes = [unit for unit in (ledger.foes[at] for at in attack.on) if fit(ledger, unit) is None]
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
    starts = {unit: board.position.at[unit] for unit in (*by, *guns, *targets)}
    return Engagement(ledger, attack, manner, root, tuple(by), tuple(guns), tuple(targets), starts), absent


def silent(ledger: Ledger, attack: Attack, unit: str) -> Refusal:
    """naw 7.14-2, 7.74-4, 8.11-1, 8.22, 8.31, 8.41: why a battery that was to bombard cannot do so by now.

    An enemy who advanced next to it pins it (ruling 43); else its target has gone, or is no longer in range or sight.
    """
    board = ledger.board
    name, place = board.roster.units[unit].name, board.position.at[unit]
    if bound_refusal(board, unit) is not None:
        text = f"{name} in {place} stands in an enemy zone of control by now and may not bombard any more"
        return Refusal("8.41", text, unit, place)
    foes = [ledger.foes[at] for at in attack.on]
    left = [foe for foe in foes if fit(ledger, foe) is None]
    gone = [refusal for foe in foes if (refusal := fit(ledger, foe)) is not None]
    if not left:
        return Refusal(gone[0].case, f"{name} in {place} has no target any more: {gone[0].text}", unit)
    for foe in left:
        refusal = bombardment_refusal(ledger.setting, board, unit, board.position.at[foe])
        if refusal is not None:
            return Refusal(refusal.case, f"{name} in {place} cannot bombard the target any more", unit)
    return Refusal("8.22", f"{name} in {place} reaches nobody whom this attack is still made on", unit)


def lapse(ledger: Ledger, attack: Attack, absent: Absent) -> tuple[str, str]:
    """naw 7.14-1, 7.14-2, 7.74-4, 7.82-4: why an attack is not made, and the case: of its targets, of its attackers,
    or because they are apart by now."""
    gone = [fit(ledger, ledger.foes[at]) for at in attack.on]
    cases = [refusal.case for refusal in gone if refusal is not None]
    if len(cases) == len(gone):
        return "nobody is left whom it could be made on", cases[0]
    named = {*attack.by, *attack.batteries()}
    if named and named <= {unit for unit, _ in absent}:
        return "none of its attackers can take part any more", absent[0][1].case
    return "no attacker reaches its target any more", "7.82"


def _present(ledger: Ledger, units: tuple[str, ...], absent: Absent) -> list[str]:
    found = []
    for unit in units:
        refusal = fit(ledger, unit)
        if refusal is None:
            found.append(unit)
        else:
            absent.append((unit, refusal))
    return found


def fit(ledger: Ledger, unit: str) -> Refusal | None:
    """naw 7.74-4, 7.82-4: why a unit has no part in any further combat of this phase; None if it may.

    A displaced defender is not barred by that: he is a target as long as somebody reaches him (ruling 15).
    """
    counter = ledger.board.roster.units[unit]
    if unit not in ledger.board.position.at:
        return Refusal("7.14", f"{counter.name} is no longer on the map", unit)
    if unit in ledger.advanced:
        return Refusal("7.74", f"{counter.name} has advanced and neither attacks nor is attacked", unit)
    if unit in ledger.displaced and counter.army == ledger.army:
        return Refusal("7.82", f"{counter.name} was displaced before it could fight", unit)
    return None


def touches(board: Board, unit: str, foe: str) -> bool:
    """Whether two opposing units stand in each other's zones."""
    at = board.position.at
    return at[foe] in board.field.zone_neighbours[at[unit]]


def _reaches(ledger: Ledger, unit: str, foe: str) -> bool:
    """Whether a battery may bombard a unit where both stand now."""
    return bombardment_refusal(ledger.setting, ledger.board, unit, ledger.board.position.at[foe]) is None


def combat_event(engagement: Engagement, odds: Calculation, die: int, result: str) -> dict[str, Json]:
    """naw 7.6-T: a combat as the report tells it: strengths, odds, every modifier with its case, die, result."""
    board, starts = engagement.board, engagement.starts
    near = [starts[unit] for unit in engagement.targets]
    attackers = [(unit, False) for unit in engagement.by] + [(unit, True) for unit in engagement.bombard]
    return {
        "kind": "combat",
        "id": engagement.attack.id,
        "label": f"{engagement.ledger.prefix}.{engagement.attack.id}",
        "on": near,
        "attackers": [
            {
                "unit": unit,
                "hex": starts[unit],
                "strength": board.roster.units[unit].strength,
                "bombards": bombards,
                "via": "" if bombards else _via(board, starts[unit], near),
            }
            for unit, bombards in attackers
        ],
        "defenders": [{"unit": one.unit, "hex": one.at, "strength": one.strength} for one in odds.strengths[1].units],
        "calculation": odds.told(),
        "die": die,
        "result": result,
    }


def _via(board: Board, start: str, targets: list[str]) -> str:
    """The kind of doubling hexside through which an adjacent attacker attacks, of the first target that has one."""
    near = board.field.neighbours[start]
    return next((kind for at in targets if at in near and (kind := doubling_hexside(board.field, start, at))), "")
