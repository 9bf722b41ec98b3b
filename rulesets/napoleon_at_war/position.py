"""The position: where every counter is, who is demoralized where, and whose player turn begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesets.napoleon_at_war.battlefield import Battlefield
from rulesets.napoleon_at_war.roster import Roster


@dataclass
class Position:
    """A position at the start of a player turn; rules change it while they run it.

    turn: game-turn, from 1. army: the phasing army. choice: the reinforcement option once it is known, else "".
    at: unit -> hex, for units on a map. track: unit -> (section, space from 1, map left), for units in transit.
    lost: unit -> battle at which it was eliminated. exited: unit -> (battle, edge), gone for good.
    out: units that were refused or cut off and never come. broken: battle -> army demoralized there.
    left_by: hexes over which an army's units have left a map, army -> sorted hexes (14.23).
    came_from: unit -> map that it left by the transit track, to which it may not return (17.21).
    Units that stand nowhere have not arrived yet.
    """

    turn: int
    army: str
    choice: str = ""
    at: dict[str, str] = field(default_factory=dict)
    track: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    exited: dict[str, tuple[str, str]] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)
    broken: dict[str, str] = field(default_factory=dict)
    left_by: dict[str, list[str]] = field(default_factory=dict)
    came_from: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Position:
        """An independent copy."""
        return Position(
            self.turn,
            self.army,
            self.choice,
            dict(self.at),
            dict(self.track),
            dict(self.lost),
            dict(self.exited),
            set(self.out),
            dict(self.broken),
            {army: list(hexes) for army, hexes in self.left_by.items()},
            dict(self.came_from),
        )

    def to_json(self) -> dict[str, Any]:
        """Canonical JSON (protocol section 2), sorted, so that a state in memory and one read back iterate alike."""
        return {
            "turn": self.turn,
            "army": self.army,
            "choice": self.choice,
            "at": dict(sorted(self.at.items())),
            "track": {unit: list(place) for unit, place in sorted(self.track.items())},
            "lost": dict(sorted(self.lost.items())),
            "exited": {unit: list(place) for unit, place in sorted(self.exited.items())},
            "out": sorted(self.out),
            "broken": dict(sorted(self.broken.items())),
            "left_by": {army: sorted(hexes) for army, hexes in sorted(self.left_by.items())},
            "came_from": dict(sorted(self.came_from.items())),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Position:
        """The position of a state that this program wrote."""
        return Position(
            data["turn"],
            data["army"],
            data["choice"],
            dict(data["at"]),
            {unit: (place[0], place[1], place[2]) for unit, place in data["track"].items()},
            dict(data["lost"]),
            {unit: (place[0], place[1]) for unit, place in data["exited"].items()},
            set(data["out"]),
            dict(data["broken"]),
            {army: list(hexes) for army, hexes in data["left_by"].items()},
            dict(data["came_from"]),
        )


class Board:
    """A position being played: the position with indexes by hex and zones of control, kept in step.

    Rules change places through `place`, `move`, `lift` and `eliminate` only.
    """

    def __init__(self, position: Position, field_: Battlefield, roster: Roster, enemy: Mapping[str, str]) -> None:
        self.position = position
        self.field = field_
        self.roster = roster
        self.enemy = enemy
        self.here: dict[str, list[str]] = {}
        for unit, at in position.at.items():
            self.here.setdefault(at, []).append(unit)

    @cached_property
    def zones(self) -> dict[str, dict[str, int]]:
        """naw 6.0-1: army -> hex -> how many of its units control it. Who only looks up places needs none of it."""
        zones: dict[str, dict[str, int]] = {army: {} for army in self.enemy}
        for unit, at in self.position.at.items():
            self._control(zones, unit, at)
        return zones

    # -- reading -----------------------------------------------------------------

    def army_of(self, unit: str) -> str:
        """The army that a unit belongs to."""
        return self.roster.units[unit].army

    def hex_of(self, unit: str) -> str:
        """The unit's hex. Raises KeyError if it is not on a map."""
        return self.position.at[unit]

    def units_in(self, at: str) -> tuple[str, ...]:
        """Units in a hex, in order of arrival."""
        return tuple(self.here.get(at, ()))

    def holder(self, at: str) -> str:
        """The army whose unit stands in a hex, empty if it is vacant."""
        units = self.here.get(at)
        return self.roster.units[units[0]].army if units else ""

    def in_zone(self, at: str, army: str) -> bool:
        """naw 6.0-1: whether an army controls a hex."""
        return self.zones[army].get(at, 0) > 0

    def in_contact(self, unit: str) -> tuple[str, ...]:
        """naw 6.4, 7.0-1: enemy units whose zone reaches the unit, in order of hex."""
        foe = self.enemy[self.army_of(unit)]
        near = sorted(self.field.zone_neighbours[self.position.at[unit]])
        return tuple(u for n in near for u in self.units_in(n) if self.army_of(u) == foe)

    def on_map(self, army: str) -> tuple[str, ...]:
        """Units of an army on the maps, in order of hex, then of arrival there."""
        return tuple(u for at in sorted(self.here) for u in self.here[at] if self.roster.units[u].army == army)

    def strength(self, units: Iterable[str]) -> int:
        """Printed strength points of units together."""
        return sum(self.roster.units[u].strength for u in units)

    def lost_at(self, army: str, battle: str) -> int:
        """naw 18.0-1: strength points that an army has lost at a battle."""
        return self.strength(u for u, b in self.position.lost.items() if b == battle and self.army_of(u) == army)

    def lost(self, army: str) -> int:
        """Strength points that an army has lost at all battles."""
        return self.strength(u for u in self.position.lost if self.army_of(u) == army)

    # -- changing ----------------------------------------------------------------

    def place(self, unit: str, at: str) -> None:
        """Puts a unit that is nowhere into a hex."""
        self.position.at[unit] = at
        self.here.setdefault(at, []).append(unit)
        if "zones" in self.__dict__:
            self._control(self.zones, unit, at)

    def lift(self, unit: str) -> str:
        """Takes a unit off the map; returns the hex it stood in."""
        at = self.position.at.pop(unit)
        self.here[at].remove(unit)
        if not self.here[at]:
            del self.here[at]
        if "zones" in self.__dict__:
            zone = self.zones[self.army_of(unit)]
            for n in self.field.zone_neighbours[at]:
                zone[n] -= 1
        return at

    def move(self, unit: str, to: str) -> None:
        """Takes a unit from its hex to another."""
        self.lift(unit)
        self.place(unit, to)

    def eliminate(self, unit: str) -> str:
        """naw 2.3, 18.0-1: removes a unit and books its loss at the battle where it stood; returns its hex."""
        at = self.lift(unit)
        self.position.lost[unit] = self.field.map_of[at]
        return at

    def _control(self, zones: dict[str, dict[str, int]], unit: str, at: str) -> None:
        zone = zones[self.roster.units[unit].army]
        for n in self.field.zone_neighbours[at]:
            zone[n] = zone.get(n, 0) + 1
