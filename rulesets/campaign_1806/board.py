"""The counters on the map: who has a zone of control and where it reaches (4.0, 4.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.field.field import HexField
from rulesets.campaign_1806.roster import VEDETTE, Forces, Unit

ENEMY: Final[Mapping[str, str]] = {"french": "prussian", "prussian": "french"}


class Board(HexBoard[Unit]):
    """osg 1.3: counters in their hexes. reduced: those on their weaker counter. marching: those with a Road March
    marker. demoralized, out: those with that marker, and those out of command. posts: replacement leader -> the
    formation that he has taken over. faces: face-down counters of which something is known, as they seem (1.5)."""

    def __init__(self, at: dict[str, str], field: HexField, roster: Forces) -> None:
        super().__init__(at, field, roster, ENEMY)
        self.reduced: set[str] = set()
        self.marching: set[str] = set()
        self.demoralized: set[str] = set()
        self.out: set[str] = set()
        self.posts: dict[str, str] = {}
        self.faces: dict[str, Unit] = {}

    def unit(self, uid: str) -> Unit:
        """A counter by its id."""
        return self.faces[uid] if uid in self.faces else self.roster.units[uid]

    def controlled(self, unit: str, at: str) -> tuple[str, ...]:
        """osg 4.0-1, 4.0-2, 4.0-3, 4.0-EX, 4.4, 5.23, 8.33, 1.4-ZOC: the six hexes about a combat unit at all times,
        but over rivers, bridged or not; leaders and trains have no zone, vedettes have one."""
        return super().controlled(unit, at) if self.unit(unit).fights else ()

    def formation_of(self, uid: str) -> str:
        """osg 1.4-Formation, 5.12-1, 5.13: the formation of a counter; of a replacement leader the one he took over."""
        return self.posts.get(uid, self.unit(uid).formation)

    def zone_of_troops(self, at: str, army: str) -> bool:
        """osg 4.32-EX: whether more than a vedette of an army controls a hex."""
        return self.in_zone(at, army) and any(
            self.unit(uid).fights and self.unit(uid).kind != VEDETTE and self.army_of(uid) == army
            for near in self.field.zone_neighbours[at]
            for uid in self.units_in(near)
        )

    def fighting(self, at: str, army: str) -> tuple[str, ...]:
        """The units of an army in a hex that fight."""
        there, units = self.here.get(at), self.roster.units
        if not there:
            return ()
        if self.faces:
            return tuple([uid for uid in there if (unit := self.unit(uid)).army == army and unit.fights])
        return tuple([uid for uid in there if units[uid].army == army and units[uid].fights])

    def leaders(self, at: str, army: str) -> tuple[str, ...]:
        """The leaders of an army in a hex."""
        return tuple(uid for uid in self.units_in(at) if self.army_of(uid) == army and self.unit(uid).leads)

    def rating(self, uid: str) -> int:
        """osg 7.14, 12.21: the die at most which an initiative check succeeds; one is added to those of the
        demoralized."""
        unit = self.unit(uid)
        return unit.rating(reduced=uid in self.reduced) - (1 if uid in self.demoralized else 0)
