"""What lies on the map at one moment: counters, the arrows of a player turn, its combats, and who is on no map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.picture import Mark, Scene
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.telling.arrows import MOVEMENTS, arrows, fight
from pbem.hexgame.telling.counters import CounterPrint, counters
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.pictures.absent import beside_the_map
from rulesets.napoleons_last_battles.pictures.counters import look_of
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.reckoning import reckoning

Event = Mapping[str, Any]
_MOVEMENTS: Final = {
    **MOVEMENTS,
    "accompanied": "advance",
    "fell-back": "retreat",
    "fled": "retreat",
    "reorganized": "entry",
}


def scene(names: DispatchNames, board: Board, printed: CounterPrint[Piece], events: Sequence[Event]) -> Scene:
    """A position, with the arrows and combats of the events that led to it. Nothing is hidden here but what the
    reader of the board does not know of markers (16.6)."""
    combats = [event for event in events if event.get("kind") == "combat"]
    standing = {**board.position.at, **board.position.leaders}
    return Scene(
        counters=counters(look_of(names, board, printed), names.roster, standing),
        marks=tuple(_marks(names, board)),
        # A march that was taken back (5.4) leaves no arrow.
        arrows=arrows(map(_into, events), names.roster, _MOVEMENTS),
        fights=tuple(fight(event, names.roster, reckoning(names, event)) for event in combats),
        beside=beside_the_map(names, board),
    )


def _into(event: Event) -> Event:
    """nlb 12.1E: who is reorganized comes from nowhere into the hex of his leader."""
    return {**event, "path": [event["at"]]} if event.get("kind") == "reorganized" else event


def _marks(names: DispatchNames, board: Board) -> Iterator[Mark]:
    """nlb 3.4B-1: a flag in each hex that is worth something to its holder and in which he has nobody now."""
    for at, army in sorted(board.position.held.items()):
        if at in board.field.neighbours and not board.holder(at):
            yield Mark(at, "control", army, f"held by the {names.place(army)} army")
