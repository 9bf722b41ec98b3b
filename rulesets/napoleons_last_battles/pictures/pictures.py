"""What the maps of Napoleon's Last Battles show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Mark, Overlay, Scene
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.telling.arrows import MOVEMENTS
from pbem.hexgame.telling.scenes import MapPictures
from rulesets.napoleons_last_battles.board import Board as Ground
from rulesets.napoleons_last_battles.pictures.absent import beside_the_map
from rulesets.napoleons_last_battles.pictures.counters import look_of, print_of
from rulesets.napoleons_last_battles.pictures.drawing import boards
from rulesets.napoleons_last_battles.pictures.ordered import ordered
from rulesets.napoleons_last_battles.pictures.overlays import offered, overlay
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.telling.reckoning import reckoning
from rulesets.napoleons_last_battles.theatre import Theatre

Event = Mapping[str, Any]
_MOVEMENTS: Final = {
    **MOVEMENTS,
    "accompanied": "advance",
    "fell-back": "retreat",
    "fled": "retreat",
    "reorganized": "entry",
}


class LastBattlesPictures(MapPictures[Piece]):
    """`engine.picture.Pictures`. All counters lie open, so everybody sees the same, but of the markers of hidden
    movement: their owner sees which is real."""

    def __init__(self, theatre: Theatre, names: DispatchNames) -> None:
        self.theatre = theatre
        self.names = names
        super().__init__(theatre.everybody, print_of(theatre.setting))

    def drawn(self) -> Sequence[Board]:
        """The part of the map that is in play."""
        return boards(self.theatre)

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Event] = ()) -> Scene:
        """What lies on the map, with the arrows and combats of the events. Nothing is hidden here but what the reader
        does not know of markers (16.6)."""
        names, board = self.names, self.theatre.board(CODEC.from_json(at))
        board.own = own if own.army else NOTHING
        return self.shown(
            look_of(names, board, self.printed),
            {**board.position.at, **board.position.leaders},
            map(_into, events),
            partial(reckoning, names),
            beside_the_map(names, board),
            movements=_MOVEMENTS,
            marks=_marks(names, board),
        )

    def overlays(self) -> Mapping[str, str]:
        """Zones of control; with the rules for them the reach of command, and supply."""
        return offered(self.theatre.setting)

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """One of them."""
        return overlay(self.names, self.theatre.board(CODEC.from_json(at)), name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches and attacks that are ordered."""
        return ordered(self.names, CODEC.from_json(at), orders)


def _into(event: Event) -> Event:
    """nlb 12.1E: who is reorganized comes from nowhere into the hex of his leader."""
    return {**event, "path": [event["at"]]} if event.get("kind") == "reorganized" else event


def _marks(names: DispatchNames, board: Ground) -> Iterator[Mark]:
    """nlb 3.4B-1: a flag in each hex that is worth something to its holder and in which he has nobody now."""
    for at, army in sorted(board.position.held.items()):
        if at in board.field.neighbours and not board.holder(at):
            yield Mark(at, "control", army, f"held by the {names.place(army)} army")
