"""Cavalry that slips away, after a reconnaissance or before combat (jdg 6.3-5, 6.3-6, 8.4-12)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pbem.engine.requests import Request, Roll, Tell
from rulesets.jours_de_gloire.rules.battle.losses import Paid
from rulesets.jours_de_gloire.rules.battle.parts import Force
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables


def withdrawal(
    tables: Tables,
    force: Force,
    *,
    enemy_cavalry: bool,
    french: bool,
    label: str,
    where: tuple[str, ...] = (),
    case: str = "6.3-6",
) -> Generator[Request, Any, Paid]:
    """jdg 6.3-5, 6.3-6: one die for each unit, `<label>.1`, `.2`, ... in the force's order.

    force: the cavalry units that withdraw. enemy_cavalry: there is any in the box that they leave. case: 6.3-5 after a
    reconnaissance, 6.3-6 before combat. Each unit pays for itself; one may be eliminated.
    """
    costly = tables.number("withdrawal", "cavalry" if enemy_cavalry else "no-cavalry")
    by = tables.number("withdrawal", "french") if french else 0
    losses: dict[str, int] = {}
    dice = []
    for number, fighter in enumerate(force.fighters, 1):
        die = (yield Roll("1d6", f"{label}.{number}", case, where))[0]
        lost = tables.number("withdrawal", "loss") if die + by >= costly else 0
        if lost:
            losses[fighter.id] = lost
        dice.append({"unit": fighter.id, "die": die, "sum": die + by, "lost": lost})
    left = force.after(losses)
    alive = {fighter.id for fighter in left.fighters}
    dead = tuple(fighter.id for fighter in force.fighters if fighter.id not in alive)
    event = {"side": force.army, "chased": enemy_cavalry, "dice": dice, "dead": list(dead)}
    yield Tell({"kind": "withdrawal", "label": label, "at": list(where), "case": case, **event})
    return Paid(losses, dead, left)
