"""The counters: who there is, what he can do, and to which formation he belongs (2.3, 2.4, 13.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Unit:
    """naw 2.3, 2.4-1: a counter. strength in strength points, allowance in movement points a turn.

    kind: `infantry`, `cavalry` or `artillery`. order: place on the roster, the tie-break of last resort.
    """

    id: str
    name: str
    kind: str
    strength: int
    allowance: int
    army: str
    formation: str
    order: int


@dataclass(frozen=True)
class Roster:
    """All counters of a scenario: by id, and the formations of each army in the order of the file."""

    units: Mapping[str, Unit]
    formations: Mapping[str, tuple[str, ...]]
    formation_names: Mapping[str, str]

    def of(self, army: str) -> tuple[Unit, ...]:
        """The units of an army in roster order."""
        return tuple(u for u in self.units.values() if u.army == army)


def read_roster(data: Mapping[str, Any], armies: tuple[str, str]) -> Roster:
    """naw 2.4-1, 2.4-2, 2.4-3, 2.4-4, 3.0-1, 3.0-3, 13.0, OB-F, OB-P, OB-H: the counters of a units file.

    army -> formation -> {name, units: {id: [name, kind, strength, allowance]}}.
    """
    units: dict[str, Unit] = {}
    formations: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for army in armies:
        formations[army] = tuple(data[army])
        for formation, entry in data[army].items():
            names[formation] = entry["name"]
            for uid, (name, kind, strength, allowance) in entry["units"].items():
                if uid in units:
                    raise ValueError(f"unit {uid} stands twice in the roster")
                units[uid] = Unit(uid, name, kind, int(strength), int(allowance), army, formation, len(units))
    return Roster(units, formations, names)
