"""What the maps of Napoleon at War show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Counter, Overlay, Pictures, Scene
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.telling import arrows
from pbem.hexgame.telling.counters import countersheet
from pbem.hexgame.telling.zones import zone_areas
from rulesets.napoleon_at_war.pictures.drawing import boards
from rulesets.napoleon_at_war.pictures.scene import PRINT, scene
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

_OVERLAYS: Final[Mapping[str, str]] = {"zoc": "zones of control (6.0)"}


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
        return _OVERLAYS

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """naw 6.0-1: the hexes that the units of each army control."""
        areas = zone_areas(self.setting.board(Position.from_json(at)), self.setting.names)
        return Overlay(name, _OVERLAYS[name], areas)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """An arrow for each march that is ordered (5.0), one from each attacker to each hex that he attacks (7.0)."""
        setting, attacks = self.setting, arrows.assaults(orders.get("attacks", ()), WHO)
        marches = (([entry["unit"]], entry.get("path", ())) for entry in orders.get("moves", ()))
        return arrows.ordered(setting.field, setting.roster, at["at"], marches, attacks)

    def countersheet(self) -> Sequence[Counter]:
        """One counter for each unit of the roster, in its order, those among them that have not come yet."""
        return countersheet(self.setting.roster, PRINT)
