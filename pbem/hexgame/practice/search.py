"""The search as a whole: everybody's place, and those of the moves there that the rules allow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.options import Json
from pbem.hexgame.practice.assault import Assault
from pbem.hexgame.practice.posting import Posting, Wishes
from pbem.hexgame.practice.rules import Forbidden
from pbem.hexgame.practice.scene import Plan, Scene
from pbem.hexgame.practice.worth import Worth


def planned(scene: Scene[Any], wishes: Wishes, forbidden: Forbidden, least: int | None) -> Plan:
    """Everybody's place: who cannot move, who attacks, then the others.

    forbidden: whether a piece is not to attack from a hex. least: what an attack has to gain, and more, for each
    strength point that it risks; None where nobody attacks in this phase.
    """
    plan, worth = Plan(scene), Worth(scene)
    for unit, at in scene.held.items():
        plan.put(unit, at)
    if least is not None:
        Assault(scene, plan, worth, forbidden).plan_all(least)
    Posting(scene, plan, worth, wishes).post_all()
    return plan


def marches(scene: Scene[Any], plan: Plan, units: Iterable[str]) -> list[dict[str, Json]]:
    """The entries of pieces that change their hex, come in, or leave the map, each with its full path."""
    found: list[dict[str, Json]] = []
    for unit in units:
        here: Mapping[str, str] = scene.board.at
        at, edge = plan.off.get(unit, (plan.where.get(unit, ""), ""))
        if at and unit in scene.ways and (edge or at != here.get(unit)):
            leaving = {"exit": edge} if edge else {}
            found.append({"unit": unit, "path": list(scene.ways[unit][at][1]), **leaving})
    return found
