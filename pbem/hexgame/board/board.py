"""The pieces on the map, with indexes by hex and zones of control kept in step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Generic

from pbem.hexgame.board.pieces import P, Roster
from pbem.hexgame.field.field import HexField


class HexBoard(Generic[P]):
    """Pieces in their hexes. Rules change places through `place`, `move` and `lift` only.

    at: piece -> hex, kept up to date in place; it is the position's own mapping. enemy: army -> the other one.
    """

    def __init__(self, at: dict[str, str], field: HexField, roster: Roster[P], enemy: Mapping[str, str]) -> None:
        self.at = at
        self.field = field
        self.roster = roster
        self.enemy = enemy
        # Army -> what somebody has worked out from its zone; forgotten as soon as the zone changes.
        self.from_zone: dict[str, Any] = {}

    @cached_property
    def here(self) -> dict[str, list[str]]:
        """Hex -> its pieces, in order of arrival."""
        here: dict[str, list[str]] = {}
        for unit, place in self.at.items():
            here.setdefault(place, []).append(unit)
        return here

    @cached_property
    def zones(self) -> dict[str, defaultdict[str, int]]:
        """Army -> hex -> how many of its pieces control it. Who only looks up places needs none of it."""
        reached: dict[str, list[str]] = {army: [] for army in self.enemy}
        units = self.roster.units
        for unit, at in self.at.items():
            reached[units[unit].army] += self.controlled(unit, at)
        return {army: defaultdict(int, Counter(hexes)) for army, hexes in reached.items()}

    def controlled(self, unit: str, at: str) -> tuple[str, ...]:
        """The hexes that a piece controls from a hex: the neighbours that its zone of control reaches."""
        return self.field.zone_neighbours[at]

    def stand_as(self, other: HexBoard[P]) -> None:
        """Takes over what another board has found out, on which the same pieces stand in the same hexes."""
        self.here = {at: list(units) for at, units in other.here.items()}
        self.from_zone.clear()
        if "zones" in other.__dict__:
            self.__dict__["zones"] = {army: zone.copy() for army, zone in other.zones.items()}

    # -- reading -----------------------------------------------------------------

    def army_of(self, unit: str) -> str:
        """The army that a piece belongs to."""
        return self.roster.units[unit].army

    def hex_of(self, unit: str) -> str:
        """The hex of a piece. Raises KeyError if it is not on a map."""
        return self.at[unit]

    def units_in(self, at: str) -> tuple[str, ...]:
        """Pieces in a hex, in order of arrival."""
        return tuple(self.here.get(at, ()))

    def holder(self, at: str) -> str:
        """The army whose piece stands in a hex, empty if it is vacant."""
        units = self.here.get(at)
        return self.roster.units[units[0]].army if units else ""

    def in_zone(self, at: str, army: str) -> bool:
        """Whether an army controls a hex."""
        return self.zones[army].get(at, 0) > 0

    def in_contact(self, unit: str) -> tuple[str, ...]:
        """Enemies whose zone reaches a piece, in order of hex."""
        foe = self.enemy[self.army_of(unit)]
        near = sorted(self.field.zone_neighbours[self.at[unit]])
        return tuple(u for n in near for u in self.units_in(n) if self.army_of(u) == foe)

    def on_map(self, army: str) -> tuple[str, ...]:
        """Pieces of an army on the maps, in order of hex, then of arrival there."""
        here, units = self.here, self.roster.units
        return tuple([u for at in sorted(here) for u in here[at] if units[u].army == army])

    def strength(self, units: Iterable[str]) -> int:
        """Printed strength points of pieces together."""
        return sum(self.roster.units[u].strength for u in units)

    # -- changing ----------------------------------------------------------------

    def place(self, unit: str, at: str) -> None:
        """Puts a piece that is nowhere into a hex."""
        here = self.here
        self.at[unit] = at
        if at in here:
            here[at].append(unit)
        else:
            here[at] = [unit]
        if "zones" in self.__dict__:
            self._control(unit, at, 1)

    def lift(self, unit: str) -> str:
        """Takes a piece off the map; returns the hex it stood in."""
        here = self.here
        at = self.at.pop(unit)
        if len(here[at]) > 1:
            here[at].remove(unit)
        else:
            del here[at]
        if "zones" in self.__dict__:
            self._control(unit, at, -1)
        return at

    def move(self, unit: str, to: str) -> None:
        """Takes a piece from its hex to another."""
        self.lift(unit)
        self.place(unit, to)

    def _control(self, unit: str, at: str, more: int) -> None:
        army = self.roster.units[unit].army
        self.from_zone.pop(army, None)
        zone = self.zones[army]
        for n in self.controlled(unit, at):
            zone[n] += more
