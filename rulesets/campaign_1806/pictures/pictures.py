"""What the maps of 1806 show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Counter, Overlay, Pictures, Scene
from pbem.hexgame.telling import arrows
from pbem.hexgame.telling.arrows import Assault, Way
from pbem.hexgame.telling.counters import CounterPrint
from rulesets.campaign_1806.hidden.dealing import pairs
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.pictures.counters import countersheet, look_of, print_of
from rulesets.campaign_1806.pictures.drawing import boards
from rulesets.campaign_1806.pictures.overlays import offered, overlay
from rulesets.campaign_1806.pictures.scene import scene
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.roster import Unit
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.setting import Setting
from rulesets.campaign_1806.telling.named import CampaignNames


class CampaignPictures(Pictures):
    """`engine.picture.Pictures`. Who lies face down is a number to everybody but his owner."""

    def __init__(self, setting: Setting, names: CampaignNames) -> None:
        self.setting = setting
        self.names = names

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return boards(self.setting)

    @cached_property
    def _printed(self) -> CounterPrint[Unit]:
        return print_of(self.setting)

    def boards(self) -> Sequence[Board]:
        """The part of the map that is in play."""
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the map, with the arrows and combats of the events."""
        play = self._play(at, own)
        return scene(self.names, play, look_of(self.names, play, self._printed), events)

    def overlays(self) -> Mapping[str, str]:
        """Zones of control, ranges of leaders, supply."""
        return offered(self.setting)

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """One of them."""
        return overlay(self.names, self._play(at, own), name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches and attacks that are ordered."""
        play = self._play(at)
        lying = _dealt(play, orders)
        return arrows.ordered(
            self.setting.field, self.setting.forces, lying, _ways(play, orders), _attacks(play, orders, lying)
        )

    def countersheet(self) -> Sequence[Counter]:
        """Every counter of the scenario."""
        return countersheet(self.setting, self._printed)

    def _play(self, at: Json, own: Own = NOTHING) -> Play:
        return seen_by(Play(self.setting, Position.from_json(at)), own.army, own)


def _ways(play: Play, orders: Json) -> Iterator[Way]:
    """osg 1.6-1, 4.2, 6.21-1, 8.0: who goes together, and the hexes of his path."""
    yield from (([uid], [at]) for uid, at in orders.get("setup", {}).items())
    for member in ("orders", "disengage"):
        for entry in orders.get(member, ()):
            words = (word for word in texts(entry.get("path")))
            yield texts(entry.get("units")), [word for word in words if word in play.field.neighbours]


def _dealt(play: Play, orders: Json) -> dict[str, str]:
    """osg 1.5: where counters lie; who is dealt anew lies there under his fresh number."""
    lying = dict(play.at)
    for at, fresh in pairs(orders.get("deal", ())):
        anew = {uid for uid, one in lying.items() if one == at and play.army_of(uid) == play.army}
        lying = {uid: one for uid, one in lying.items() if uid not in anew} | dict.fromkeys(fresh, at)
    return lying


def _attacks(play: Play, orders: Json, lying: Mapping[str, str]) -> Iterator[Assault]:
    """osg 11.21-2: whole stacks, by the hexes in which they stand after the moves."""
    stands = dict(lying)
    for units, path in _ways(play, orders):
        stands.update(dict.fromkeys(units, path[-1]) if path else {})
    for entry in orders.get("attacks", ()):
        hexes = texts(entry.get("with"))
        by = [uid for uid, at in stands.items() if at in hexes and uid in play.roster.units and play.unit(uid).fights]
        yield [uid for uid in by if play.army_of(uid) == play.army], texts(entry.get("on"))
