"""What the maps of Jours de Gloire Campaign show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Counter, Overlay, Pictures, Scene
from rulesets.jours_de_gloire.pictures.countersheet import countersheet, setting_up
from rulesets.jours_de_gloire.pictures.drawing import boards
from rulesets.jours_de_gloire.pictures.layout import Layout, laid_out
from rulesets.jours_de_gloire.pictures.ordered import ordered
from rulesets.jours_de_gloire.pictures.overlays import OVERLAYS, overlay
from rulesets.jours_de_gloire.pictures.scene import scene
from rulesets.jours_de_gloire.position import decode
from rulesets.jours_de_gloire.setting import Setting


class JoursPictures(Pictures):
    """`engine.picture.Pictures`."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @cached_property
    def layout(self) -> Layout:
        """Where the boxes lie in the picture."""
        return laid_out(self.setting.boxes)

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return boards(self.setting, self.layout)

    def boards(self) -> Sequence[Board]:
        """The map of the scenario."""
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the map for a reader; face-down counters that he cannot look into are numbers."""
        return scene(self.setting, self.layout, decode(at), own, events)

    def overlays(self) -> Mapping[str, str]:
        """Lines of communication."""
        return OVERLAYS

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """Lines of communication, as far as the reader knows who they lead to."""
        return overlay(self.setting, decode(at), name, own)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches that are ordered, from box to box."""
        return ordered(self.setting, decode(at), orders)

    def setting_up(self, at: Json, army: str) -> Sequence[Counter]:
        """jdg 7.1-1: those whom the scenario puts into a box."""
        return setting_up(self.setting, decode(at), army)

    def countersheet(self) -> Sequence[Counter]:
        """Every counter of the scenario."""
        return countersheet(self.setting)
