"""What the kit of all rulesets cannot know of Napoleon at War: see `tests.rulesets.kit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.desk import Combat
from pbem.engine.odds_query import WhatIf
from pbem.engine.requests import ORDERS, Choose, Tell
from tests.rulesets.kit.desk import Fight, Rules, Spot


def beside(spot: Spot, place: str) -> Sequence[str]:
    neighbours: Sequence[str] = spot.game.setting.field.neighbours[place]  # type: ignore[attr-defined]
    return neighbours


def stood(spot: Spot, compiled: Compiled) -> Mapping[str, str]:
    """The places on the board of the phase itself, when the first decision or die after the moves is due."""
    phase = spot.game.phase(spot.state["at"])
    answer: Any = None
    board: Any = None
    try:
        while True:
            request = phase.send(answer)
            answer = None
            if isinstance(request, Tell):
                continue
            if not isinstance(request, Choose) or request.what not in (ORDERS, "move", "entry"):
                break
            board = request.scene
            if request.what == ORDERS:
                answer = compiled.input
            else:
                legal = request.options.why_not(request.said) is None if request.what == "move" else False
                answer = request.said if legal else request.options.default()
    except StopIteration:
        pass
    finally:
        phase.close()
    return dict(board.position.at)


def fights(told: Any) -> Sequence[Fight]:
    """Of a preview's attacks: targets, who stands next to them, every battery of either manner."""
    return [_fight(attack) for attack in told["attacks"]]


def _fight(attack: Any) -> Fight:
    taking = [one for manner in attack["manners"] for one in manner["attackers"]]
    near = {one["unit"] for one in taking if not one["bombards"]}
    return tuple(sorted(attack["on"])), tuple(sorted(near)), tuple(sorted({one["unit"] for one in taking} - near))


DESK = Rules(beside, stood, fights)


def question(document: Any, combat: Combat, moved: Sequence[tuple[str, str]]) -> WhatIf:
    """The combat as `pbem odds` asks for it, with the lower column that its entry wants."""
    entry = document[combat.at[0]][combat.at[1]] if combat.at else {}
    return WhatIf(combat.on, combat.by, combat.far, tuple(moved), entry.get("reduce", ""))


def foreseen(told: Any) -> Sequence[Any]:
    """Who attacks where at which odds, as a preview has it."""
    return [_odds(attack["on"], manner) for attack in told["attacks"] for manner in attack["manners"]]


def happened(events: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
    """The first combat: those behind it hang on what came of it."""
    return [_odds(event["on"], event) for event in events if event["kind"] == "combat"][:1]


def _odds(on: Sequence[str], manner: Mapping[str, Any]) -> Any:
    return [list(on), manner["attackers"], manner["calculation"]["used"]]
