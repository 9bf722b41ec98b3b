"""The results of the Combat Results Table and what follows from them at once (6.4 to 6.7, 7.1E, 8.1B, 8.2C)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, Final

from pbem.engine.options import Json, Listed
from pbem.engine.requests import SILENT, Request, Silent, Tell
from pbem.hexgame.fighting import results
from pbem.hexgame.fighting.engagement import Engagement, Event, Ledger, Procedure
from rulesets.napoleons_last_battles.board import GARRISON, INFANTRY, Board
from rulesets.napoleons_last_battles.rules.battle.conversions import barred_from_advance, no_effect
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger
from rulesets.napoleons_last_battles.rules.command.effects import NO_EFFECT
from rulesets.napoleons_last_battles.rules.losses import take_off
from rulesets.napoleons_last_battles.rules.marks import FORMING

Combat = Engagement[Board]
HOLD, LEAVE = "hold", "leave"


def attacker_eliminated(combat: Combat) -> Procedure:
    """nlb 6.4-Ae, 7.1E, 7.2-3, 7.4B: all adjacent attackers are lost, batteries among them too; bombarders are not."""
    return results.attacker_eliminated(combat)


def attacker_retreats(combat: Combat) -> Procedure:
    """nlb 6.4-Ar, 7.1E: all adjacent attackers retreat; bombarders if they wish."""
    return results.attacker_retreats(combat)


def exchange(combat: Combat) -> Procedure:
    """nlb 6.4-Ex, 6.5A, 7.2-3, 9.2B: all defenders are lost, and adjacent attackers as strong as they, by the faces
    that lie up, without terrain; the attacker picks them. Both losses are of one instant."""
    return results.exchange(combat)


def defender_eliminated(combat: Combat) -> Procedure:
    """nlb 6.4-De, 7.5: all defenders of the combat are lost."""
    return results.defender_eliminated(combat)


def defender_retreats(combat: Combat) -> Procedure:
    """nlb 6.4-Dr, 8.2C: all defenders retreat, but whom a chateau shelters only if their owner wishes."""
    leaving = []
    for unit in combat.targets:
        stays = combat.board.sheltered(unit) or combat.board.marked(GARRISON, unit)
        if not stays or (yield from _leaves(combat, unit)):
            leaving.append(unit)
    yield from results.defender_retreats(combat, leaving)


def _leaves(combat: Combat, unit: str) -> Generator[Request, Any, bool]:
    """nlb 8.2C, 16.11D-2: whether the owner has a unit leave its chateau, with 16.11 as its garrison; `hold` unless his
    standing orders say otherwise."""
    case = "16.11D" if combat.board.marked(GARRISON, unit) else "8.2C"
    options = Listed((HOLD, LEAVE), case, "whether it leaves its chateau")
    formation = combat.board.roster.units[unit].formation
    foe = combat.ledger.foe
    said = yield combat.decision(
        foe, "chateau", options, f"chateau.{unit}", SILENT, f"chateau.{formation}", read_chateau
    )
    if said == HOLD:
        at = combat.board.at[unit]
        yield Tell({"kind": "held-chateau", "unit": unit, "at": at, "army": foe, "case": case})
    else:
        yield from leave_garrison(combat.board, (unit,))
    return bool(said == LEAVE)


def read_chateau(value: Json) -> Json | Silent:
    """nlb 8.2C: `hold` or `leave`; anything else is passed over."""
    return value if value in (HOLD, LEAVE) else SILENT


def _upsetting(result: Callable[[Combat], Procedure]) -> Callable[[Combat], Procedure]:
    """nlb 16.11A-2: the result as it is where defenders form a garrison: they give that up first."""

    def carried_out(combat: Combat) -> Procedure:
        for unit in combat.targets if combat.board.position.marks else ():
            if combat.board.marked(FORMING, unit):
                yield from leave_garrison(combat.board, (unit,))
        yield from result(combat)

    return carried_out


def leave_garrison(board: Board, units: Sequence[str]) -> Iterator[Tell]:
    """nlb 16.11A-2, 16.11C, 16.11D-2: units form no garrison any more, and are none."""
    for unit in units:
        for name in (FORMING, GARRISON):
            if board.marked(name, unit):
                board.remark(name, unit, on=False)
                yield Tell({"kind": "garrison-left", "unit": unit, "at": board.at[unit], "case": "16.11"})


RESULTS: Final = {
    "Ae": attacker_eliminated,
    "De": _upsetting(defender_eliminated),
    "Ex": _upsetting(exchange),
    "Ar": _upsetting(attacker_retreats),
    "Dr": _upsetting(defender_retreats),
    NO_EFFECT: no_effect,
}


def may_advance(combat: Combat, unit: str, to: str) -> bool:
    """nlb 6.7-1, 6.7A, 6.7B-1, 6.7B-2, 8.1B, 9.3-1, 11.3B-4, 11.3C-2, 13.2-1, 16.11D-2: no demoralized unit, nobody
    of a side that is out of command, and nobody into a chateau that defending infantry was eliminated in or has left,
    or its garrison; into one of cavalry or artillery one may."""
    board = combat.board
    ledger = combat.ledger
    assert isinstance(ledger, BattleLedger)
    if board.demoralized(unit) or to in ledger.garrisons or barred_from_advance(combat, unit):
        return False
    return to not in board.chateaux or not any(
        board.roster.units[foe].kind == INFANTRY and combat.starts[foe] == to for foe in combat.targets
    )


def lose(ledger: Ledger[Board], unit: str, why: str, case: str) -> Event:
    """nlb 2.4-5, 6.5-1: takes a unit off the map as a loss, whichever side lies up, see `take_off`; the event that
    tells it."""
    return take_off(ledger.board, unit, why, case)


def retreated_here(ledger: Ledger[Board], units: Sequence[str]) -> tuple[str, ...]:
    """nlb 6.6C-3, 6.6D-1: defenders who came into their hex by a retreat or displacement of this phase."""
    return tuple(unit for unit in units if unit in ledger.retreated or unit in ledger.displaced)
