"""The chain of command as it is printed: leaders, brigades and units, each below another (16.1, 16.2, 16.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Final

from pbem.lean import dataclass

ARMY, CORPS, DETACHMENT, DIVISION, BRIGADE = "army", "corps", "detachment", "division", "brigade"
"""wv 16.1, 16.21, 16.32-3: levels. Wing and Reserve Commanders are of the level CORPS. Commanders of detachments act as
leaders of divisions, and are always on the map."""
COMMANDERS: Final = frozenset({ARMY, CORPS, DETACHMENT})
"""wv 16.21, 17.51: who is never on the display."""
OF_DIVISIONS: Final = frozenset({DETACHMENT, DIVISION})
"""wv 16.32-3: who leads brigades as a division leader does."""

STANDING, MOBILIZED = "standing", "mobilized"
"""wv 16.15: command states. Brigade leaders have none; theirs is read as STANDING."""


@dataclass(frozen=True, slots=True)
class Officer:
    """wv 16.12-1, 16.13, 16.15: what is printed on a command unit.

    id: that of its counter. superior: id of the command unit above it, "" for none. radius: state -> hexes, which are
    the rating as well; weak: the same of the reduced side, empty where it is printed as on the full one. bonus: what
    helps its dice. light_horse: marked LC. independent: outside the usual chain.
    """

    id: str
    name: str
    army: str
    level: str
    superior: str
    radius: Mapping[str, int]
    bonus: int = 0
    light_horse: bool = False
    independent: bool = False
    weak: Mapping[str, int] = field(default_factory=dict)

    def reach(self, state: str, *, reduced: bool = False) -> int:
        """wv 16.12-1, 16.12-2: radius and rating in a command state."""
        return (self.weak or self.radius)[state] if reduced else self.radius[state]


@dataclass(frozen=True)
class Chain:
    """wv 16.3, 16.31-1: officers: id -> command unit. brigades: brigade -> the command unit that leads it; of guns that
    belong to a division or corps, their group -> its leader. units: combat unit -> brigade."""

    officers: Mapping[str, Officer]
    brigades: Mapping[str, str]
    units: Mapping[str, str]

    def officer(self, uid: str) -> Officer:
        """What is printed on a command unit. Raises KeyError."""
        return self.officers[uid]

    def leader(self, unit: str) -> str:
        """wv 16.3: the command unit that a combat unit belongs to, "" for a unit without one."""
        return self.brigades.get(self.units.get(unit, ""), "")

    def led(self, leader: str) -> tuple[str, ...]:
        """wv 16.23: the combat units that a command unit leads itself, by id."""
        return self._led.get(leader, ())

    @cached_property
    def _led(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for unit in sorted(self.units):
            found.setdefault(self.leader(unit), []).append(unit)
        return {leader: tuple(units) for leader, units in found.items()}

    def brigades_of(self, leader: str) -> tuple[str, ...]:
        """wv 16.31-1: the brigades, or groups of guns, that a command unit leads itself, by id."""
        return tuple(sorted(brigade for brigade, who in self.brigades.items() if who == leader))

    def commander(self, army: str) -> str:
        """wv 16.21: the Army Commander, "" for an army without one."""
        found = (one.id for one in self.officers.values() if one.army == army and one.level == ARMY)
        return min(found, default="")
