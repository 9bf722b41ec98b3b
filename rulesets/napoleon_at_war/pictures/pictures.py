"""What the maps of Napoleon at War show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Counter, Overlay, Pictures, Scene
from rulesets.napoleon_at_war.pictures.countersheet import countersheet
from rulesets.napoleon_at_war.pictures.drawing import boards
from rulesets.napoleon_at_war.pictures.ordered import ordered
from rulesets.napoleon_at_war.pictures.overlays import OVERLAYS, overlay
from rulesets.napoleon_at_war.pictures.scene import scene
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting


class NapoleonPictures(Pictures):
    """`engine.picture.Pictures`. All counters lie open, so everybody sees the same."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return boards(self.setting)

    def boards(self) -> Sequence[Board]:
        """The printed maps of the scenario."""
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the maps, with the arrows and combats of the events."""
        return scene(self.setting, Position.from_json(at), events)

    def overlays(self) -> Mapping[str, str]:
        """Zones of control."""
        return OVERLAYS

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """The zones of control of both armies."""
        return overlay(self.setting, self.setting.board(Position.from_json(at)), name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches and attacks that are ordered."""
        return ordered(self.setting, Position.from_json(at), orders)

    def countersheet(self) -> Sequence[Counter]:
        """Every counter of the scenario."""
        return countersheet(self.setting)
