"""The search as a whole: everybody's place, and those of the moves there that the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.engine.contract import Opponent
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose
from pbem.hexgame.documents.names import Path
from pbem.hexgame.practice.assault import Assault
from pbem.hexgame.practice.posting import Posting, Wishes
from pbem.hexgame.practice.rules import Forbidden
from pbem.hexgame.practice.scene import Plan, Scene
from pbem.hexgame.practice.worth import Worth

B = TypeVar("B")


class Searcher(Opponent):
    """An opponent that searches for its orders, and leaves what is decided in mid-phase to the rules."""

    def answer(self, request: Choose, at: Json, own: Own = NOTHING) -> Json:
        """The default of the rules: what it never asks to be asked about needs no thought."""
        return request.options.default()


def legal(
    moves: list[dict[str, Json]], rehearse: Callable[[Json], tuple[B, Sequence[tuple[Path, Refusal]]]]
) -> tuple[list[dict[str, Json]], B]:
    """The moves without those that the rules refuse, and the board as they leave it.

    rehearse: carries moves out on a board of its own: the board after them, and every fault with its place.
    """
    while True:
        after, found = rehearse(moves)
        wrong = {path[1] for path, _ in found}
        if not wrong:
            return moves, after
        moves = [entry for index, entry in enumerate(moves) if index not in wrong]


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
