"""Overruns (jdg 8.4-6 to 8.4-12)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from pbem.engine.calculation import Effect
from pbem.engine.options import Refusal
from pbem.engine.requests import Request, Roll, Tell
from rulesets.jours_de_gloire.rules.battle import telling
from rulesets.jours_de_gloire.rules.battle.losses import Paid, halved, pay
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, Force
from rulesets.jours_de_gloire.rules.battle.tables_needed import ELIMINATED, HALVED, RETREAT, Tables


@dataclass(frozen=True, slots=True)
class Overrun:
    """What an overrun came to.

    result: `retreat`, `halved` or `eliminated`. paid: what the defender loses, everything if he is eliminated; his
    leaders are still in `paid.force`, not captured but to be displaced (4.2-3). may_advance: the attacker may go on one
    box (`ground.advances`). No victory points (8.4-11).
    """

    die: int
    result: str
    paid: Paid
    may_advance: bool

    @property
    def force(self) -> Force:
        """What is left of the defender."""
        return self.paid.force


def why_no_overrun(
    tables: Tables, by: Force, on: Force, *, role: str = ATTACKER, citadel: bool = False
) -> Refusal | None:
    """jdg 8.4-6, 8.4-9, 8.4-10: why a force may not try an overrun; None if it may.

    role: of the force that tries; an interceptor is the defender. citadel: the others have gone into their citadel.
    """
    if role != ATTACKER:
        return Refusal("8.4-10", "only the attacker overruns, no force that intercepted")
    if citadel:
        return Refusal("8.4-9", "a force in its citadel is not overrun")
    needed = tables.number("overrun", "ratio") * on.pf
    if by.pf < needed:
        return Refusal("8.4-6", f"an overrun needs {needed} PF against {on.pf}; there are {by.pf}")
    return None


def overrun(
    tables: Tables, by: Force, on: Force, label: str, where: tuple[str, ...] = (), *, way_out: bool = True
) -> Generator[Request, Any, Overrun]:
    """jdg 8.4-7, 8.4-8: one die, `<label>.overrun`.

    way_out: whether the defender has a box to retreat to (`ground.retreats`); without one he is eliminated.
    """
    steps = [Effect(tables.number("overrun", "cavalry"), "cavalry", "8.4-7")] if by.cavalry else []
    die = (yield Roll("1d6", f"{label}.overrun", "8.4-7", where))[0]
    total = die + sum(step.by for step in steps)
    band = tables.overrun(total)
    result = band if way_out else ELIMINATED
    paid = _paid(on, result)
    event = {
        "attacker": by.army,
        "defender": on.army,
        "pf": [by.pf, on.pf],
        "die": die,
        "modifiers": [step.told() for step in steps],
        "sum": total,
        "result": result,
        "way_out": way_out,
        **telling.paid(paid),
    }
    yield Tell({"kind": "overrun", "label": label, "at": list(where), **event})
    # The die decides about the advance, also where the defender perished for want of a way out.
    return Overrun(die, result, paid, band != RETREAT)


def _paid(force: Force, result: str) -> Paid:
    if result == ELIMINATED:
        return pay(force, force.pf)
    return halved(force) if result == HALVED else pay(force, 0)
