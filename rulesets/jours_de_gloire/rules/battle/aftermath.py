"""What a beaten force suffers on its way: water, a bridge blown behind it, pursuit (jdg 8.7-7, 6.4-3, 8.4-5)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.calculation import Effect
from pbem.engine.options import Refusal
from pbem.engine.requests import Request, Roll, Tell
from rulesets.jours_de_gloire.rules.battle import telling
from rulesets.jours_de_gloire.rules.battle.losses import Paid, pay
from rulesets.jours_de_gloire.rules.battle.outcome import Outcome
from rulesets.jours_de_gloire.rules.battle.parts import RAIN, Force
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables

Json = Any
FORD: Final = "ford"
BRIDGE: Final = "bridge"
# jdg 8.7-7, 6.4-3: PF lost by the whole force.
CROSSING_LOSS, DEMOLITION_LOSS = 1, 1
# jdg 6.4-3: what the charts call a die that leaves the bridge, and one that costs a PF besides.
STANDS: Final = "stands"
COSTLY: Final = "costly"


@dataclass(frozen=True, slots=True)
class Demolition:
    """A try to blow a bridge. paid: what it cost the force."""

    die: int
    destroyed: bool
    paid: Paid


def crossing(force: Force, water: str, label: str, where: tuple[str, ...] = ()) -> Generator[Request, Any, Paid]:
    """jdg 8.7-7: a defeated force that retreats over a ford or a bridge loses one PF; elsewhere none.

    water: `ford`, `bridge` (a pontoon is one), or anything else. Only for the loser of a battle.
    """
    if water not in (FORD, BRIDGE):
        return pay(force, 0)
    paid = pay(force, CROSSING_LOSS)
    yield Tell({**_head("crossing", force, label, where, "8.7-7"), "water": water, **telling.paid(paid)})
    return paid


def why_no_demolition(outcome: Outcome, water: str) -> Refusal | None:
    """jdg 6.4-3: why the loser of a battle may not try to blow the bridge behind him; None if he may."""
    if not outcome.grand:
        return Refusal("6.4-3", "only the loser of an offensive or decisive battle blows a bridge behind him")
    if water != BRIDGE:
        return Refusal("6.4-3", "the retreat did not lead over a bridge")
    return None


def demolition(
    tables: Tables, force: Force, label: str, where: tuple[str, ...] = ()
) -> Generator[Request, Any, Demolition]:
    """jdg 6.4-3: one die, `<label>.bridge`: 2 and 4 destroy, 6 does not, an odd one destroys and costs a PF."""
    die = (yield Roll("1d6", f"{label}.bridge", "6.4-3", where))[0]
    band = tables.value("demolition", str(die))
    paid = pay(force, DEMOLITION_LOSS if band == COSTLY else 0)
    result = Demolition(die, band != STANDS, paid)
    event = {"die": die, "destroyed": result.destroyed, **telling.paid(paid)}
    yield Tell({**_head("demolition", force, label, where, "6.4-3"), **event})
    return result


def why_no_pursuit(tables: Tables, outcome: Outcome, weather: str) -> Refusal | None:
    """jdg 8.1-P6, 8.4-5, 3.1-M2: why nobody pursues after a battle; None if the winner does."""
    if not outcome.loser:
        return Refusal("8.1-P6", "an indecisive battle has no winner")
    if not tables.may_pursue(weather):
        return Refusal("3.1-M2", f"no pursuit in {weather}")
    if not outcome.forces[outcome.loser].fighters:
        return Refusal("8.4-5", "nobody is left to be pursued")
    if not outcome.forces[outcome.winner].bc:
        return Refusal("8.4-5", "the winner has no cavalry bonus")
    return None


def pursuit(
    tables: Tables, winner: Force, loser: Force, weather: str, label: str, where: tuple[str, ...] = ()
) -> Generator[Request, Any, Paid]:
    """jdg 8.4-5, T-PUR: one die, `<label>.pursuit`; what the loser, as he is after his retreat, loses at once.

    Only where `why_no_pursuit` is silent and the loser has units left.
    """
    by = tables.weather_modifier("pursuit", weather)
    steps = [Effect(by, weather, "3.1-R3" if weather == RAIN else "3.1-S4")] if by else []
    die = (yield Roll("1d6", f"{label}.pursuit", "8.4-5", where))[0]
    total = die + by
    loss = tables.pursuit(winner.bc, total)
    paid = pay(loser, loss)
    event = {
        "winner": winner.army,
        "bc": winner.bc,
        "die": die,
        "modifiers": [step.told() for step in steps],
        "sum": total,
        "loss": loss,
        **telling.paid(paid),
    }
    yield Tell({**_head("pursuit", loser, label, where, "8.4-5"), **event})
    return paid


def _head(kind: str, force: Force, label: str, where: tuple[str, ...], case: str) -> dict[str, Json]:
    return {"kind": kind, "label": label, "at": list(where), "case": case, "side": force.army}
