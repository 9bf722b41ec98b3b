"""The search as a whole: everybody's place, and those of the moves there that the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.engine.options import Json
from pbem.hexgame.fighting.said import Found
from pbem.hexgame.practice.assault import Assault
from pbem.hexgame.practice.posting import Posting, Wishes
from pbem.hexgame.practice.rules import Forbidden
from pbem.hexgame.practice.scene import Plan, Scene
from pbem.hexgame.practice.worth import Worth

B = TypeVar("B")


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


def allowed(moves: Sequence[Json], rehearse: Callable[[Sequence[Json]], tuple[B, Sequence[Found]]]) -> tuple[Any, B]:
    """The moves without those that the rules refuse, and the board as they leave it.

    rehearse: the board after moves, and what is wrong with them: each path is the member's name, then the place in it.
    """
    kept = list(moves)
    while True:
        after, found = rehearse(kept)
        wrong = {path[1] for path, _ in found}
        if not wrong:
            return kept, after
        kept = [entry for index, entry in enumerate(kept) if index not in wrong]
