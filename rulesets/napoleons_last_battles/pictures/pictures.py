"""What the maps of Napoleon's Last Battles show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Counter, Overlay, Pictures, Scene
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.telling.counters import CounterPrint
from rulesets.napoleons_last_battles.pictures.counters import print_of
from rulesets.napoleons_last_battles.pictures.countersheet import countersheet
from rulesets.napoleons_last_battles.pictures.drawing import boards
from rulesets.napoleons_last_battles.pictures.ordered import ordered
from rulesets.napoleons_last_battles.pictures.overlays import offered, overlay
from rulesets.napoleons_last_battles.pictures.scene import scene
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.theatre import Theatre


class LastBattlesPictures(Pictures):
    """`engine.picture.Pictures`. All counters lie open, so everybody sees the same, but of the markers of hidden
    movement: their owner sees which is real."""

    def __init__(self, theatre: Theatre, names: DispatchNames) -> None:
        self.theatre = theatre
        self.names = names

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return boards(self.theatre)

    @cached_property
    def _printed(self) -> CounterPrint[Piece]:
        return print_of(self.theatre.setting)

    def boards(self) -> Sequence[Board]:
        """The part of the map that is in play."""
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the map, with the arrows and combats of the events."""
        board = self.theatre.board(CODEC.from_json(at))
        board.own = own if own.army else NOTHING
        return scene(self.names, board, self._printed, events)

    def overlays(self) -> Mapping[str, str]:
        """Zones of control; with the rules for them the reach of command, and supply."""
        return offered(self.theatre.setting)

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """One of them."""
        return overlay(self.names, self.theatre.board(CODEC.from_json(at)), name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches and attacks that are ordered."""
        return ordered(self.names, CODEC.from_json(at), orders)

    def countersheet(self) -> Sequence[Counter]:
        """Every counter of the scenario."""
        return countersheet(self.theatre)
