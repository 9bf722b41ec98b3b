"""Charges declared, and the last segment of a Command Phase: ammunition (12.51, 12.52, 11.92)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesets.winters_victory.rules.dice import Part, event, ten
from rulesets.winters_victory.rules.firing.losses import replenish, resupply
from rulesets.winters_victory.rules.morale.breaking import Breaking
from rulesets.winters_victory.rules.morale.check import check
from rulesets.winters_victory.rules.naming import absent
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone, initiate, project, why_no_charge


def declare_charges(breaking: Breaking, army: str, horses: Sequence[str], commanded: Callable[[str], bool]) -> Part:
    """wv 4.1.2F, 4.1.7F, 12.51-0, 12.52.1-1, 12.52.2-1, 12.52.3: the Charge Declaration Segment of an army. horses:
    those that are to charge, in the order of their tries. commanded: see `why_no_charge`. Returns the zones of those
    that will, by horse; who may not try is told and passed over."""
    scene = breaking.scene
    zones: dict[str, ChargeZone] = {}
    tried: set[str] = set()
    for horse in horses:
        refused = absent(scene.board, army, horse, "12.51-0")
        refused = refused or why_no_charge(scene, horse, commanded=commanded(horse), tried=horse in tried)
        if refused is not None:
            yield event("charge-void", unit=horse, case=refused.case, text=refused.text)
            continue
        tried.add(horse)
        begun = yield from begin(scene, horse, f"{breaking.label}.charge.{horse}")
        if begun:
            zones[horse] = project(scene, horse)
            yield event("charge-declared", unit=horse, at=zones[horse].at, corner=zones[horse].corner)
    return zones


def begin(scene: Scene, horse: str, label: str) -> Part:
    """wv 12.52.1-1, 12.52.3, 13.11.7: the morale check of the topmost cavalry; whether the charge begins. Who fails is
    disordered with all beneath it, and does not retreat."""
    at = scene.piece(horse).at
    die = yield from ten(label, "12.52", at)
    made = check(scene, horse, die)
    begun = initiate(scene, horse, made)
    yield event(
        "charge-check",
        at=at,
        begun=begun,
        label=label,
        case="12.52",
        **made.told(),
    )
    return begun


def resupply_segment(scene: Scene, army: str, *, night: bool = False) -> Part:
    """wv 4.1.2G, 4.1.7G, 11.92, 11.93.3: the Ammunition Resupply Segment of an army; its batteries have theirs again in
    the turns of the night between two days."""
    supplied = (*resupply(scene, army), *(replenish(scene, army) if night else ()))
    if supplied:
        yield event("resupplied", units=list(supplied))
