"""What the maps of Winter's Victory show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Counter, Overlay, Pictures, Scene
from rulesets.winters_victory.pictures.counters import Names, countersheet
from rulesets.winters_victory.pictures.drawing import boards
from rulesets.winters_victory.pictures.overlays import OFFERED, overlay
from rulesets.winters_victory.pictures.scene import scene
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.setting import Setting


class WintersPictures(Pictures):
    """`engine.picture.Pictures`. Everything lies open, so nobody's own knowledge is asked for."""

    def __init__(self, setting: Setting, names: Names) -> None:
        self.setting = setting
        self.names = names

    @cached_property
    def _boards(self) -> Sequence[Board]:
        return boards(self.setting)

    def boards(self) -> Sequence[Board]:
        """The part of the map that is in play."""
        return self._boards

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the map, with the movements, shots and attacks of the events."""
        return scene(self.names, self._play(at), events)

    def overlays(self) -> Mapping[str, str]:
        """Fire zones, sight, command, charges, objectives."""
        return OFFERED

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """One of them."""
        return overlay(self.names, self._play(at), name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Moves, attacks and charges that are ordered."""
        return tuple(_ordered(self._play(at), orders))

    def countersheet(self) -> Sequence[Counter]:
        """Every leader and unit of the scenario; companies are made as a battle goes on."""
        return countersheet(self.names, self.setting)

    def _play(self, at: Json) -> Play:
        return Play(self.setting, Position.from_json(at))


def _ordered(play: Play, orders: Json) -> Iterator[Arrow]:
    """wv 6.0-2, 12.0-1, 12.53.1: an arrow for each way that leads to another hex; attacks go from where the moves lead,
    charges along the hexes that are named."""
    near, standing = play.setting.field.neighbours, {uid: piece.at for uid, piece in play.board.pieces.items()}
    # Attacks come before moves: whoever attacks does it from where he stands (4.1.5, 4.1.10).
    for entry in orders.get("shock", ()):
        horse = entry.get("charge", "")
        units = [horse] if horse else _texts(entry.get("units"))
        for to in _ends(entry, horse):
            yield from _arrow(play, units, (standing.get(units[0], "") if units else "", *to), "attack ordered")
    for entry in orders.get("orders", ()):
        units = _texts(entry.get("units"))
        # Behind a hex of a path may stand what entering it does (6.22).
        way = [at for word in _texts(entry.get("path")) if (at := word.partition(" ")[0]) in near]
        start = standing.get(units[0], "") if units else ""
        yield from _arrow(play, units, (start, *way) if start else tuple(way), "ordered")


def _ends(entry: Mapping[str, Any], horse: str) -> list[tuple[str, ...]]:
    """The ways of an attack: the hexes of a charge one behind the other, each hex that is attacked for itself."""
    return [tuple(_texts(entry.get("along")))] if horse else [(to,) for to in _texts(entry.get("on"))]


def _arrow(play: Play, units: Sequence[str], places: Sequence[str], kind: str) -> Iterator[Arrow]:
    """One arrow if all of it is on the map and leads anywhere."""
    known = tuple(uid for uid in units if uid in play.setting.units)
    there = all(at in play.setting.field.neighbours for at in places)
    if known and there and len(set(places)) > 1:
        yield Arrow(play.setting.units[known[0]].army, tuple(places), kind, known)


def _texts(value: Json) -> list[str]:
    """The strings of a list; nothing else of what a hostile document may hold."""
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []
