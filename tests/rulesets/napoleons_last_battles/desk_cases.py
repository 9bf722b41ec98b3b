"""What the kit's promises of a desk have to be told of Napoleon's Last Battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.requests import ORDERS, Choose, Tell
from rulesets.napoleons_last_battles.rules.orders_options import Hopeful
from tests.rulesets.kit.desk import Fight, Rules, Spot

COMBAT = ("mounted", "attacks")
"""Questions with which the Combat Phase begins."""


def beside(spot: Spot, place: str) -> Sequence[str]:
    neighbours: Sequence[str] = spot.game.theatre.field.neighbours[place]  # type: ignore[attr-defined]
    return neighbours


def stood(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    """The places of units and leaders on the board of the phase itself, when its combat begins.

    What was thrown and opened before orders is known; dice of the command phase fall well (12.2).
    """
    phase, known = spot.game.phase(spot.state["at"]), iter(spot.state["trace"])
    book = Hopeful(spot.own, compiled.hide)
    answer: Any = None
    board: Any = None
    try:
        while True:
            request = phase.send(answer)
            if isinstance(request, Choose) and request.what in COMBAT:
                break
            if board is None and isinstance(request, Choose) and request.what == ORDERS:
                board, answer = request.scene, compiled.input
            elif board is None and not isinstance(request, Tell):
                answer = next(known)[2]
            else:
                answer = book.answer(request)
    except StopIteration:
        pass
    finally:
        phase.close()
    return {**board.position.at, **board.position.leaders}


def fights(told: Any) -> Sequence[Fight]:
    """Of a preview's attacks: targets, who stands next to them, every battery of either manner."""
    return [_fight(attack) for attack in told["attacks"]]


def _fight(attack: Any) -> Fight:
    taking = [one for manner in attack["manners"] for one in manner["attackers"]]
    near = {one["unit"] for one in taking if not one["bombards"]}
    return tuple(sorted(attack["on"])), tuple(sorted(near)), tuple(sorted({one["unit"] for one in taking} - near))


DESK = Rules(beside, stood, fights)
