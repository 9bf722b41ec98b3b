"""Zones of control as counts, so that a unit that appears or leaves costs a handful of additions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Neighbours = Callable[[str], Sequence[str]]
Blocked = Callable[[str, str], bool]


def never(at: str, to: str) -> bool:
    """The predicate of a book in which nothing stops a zone of control."""
    return False


def zone_of(at: str, neighbours: Neighbours, blocked: Blocked = never) -> tuple[str, ...]:
    """The hexes that a unit at `at` controls, in the order of neighbours; its own hex is not one of them.

    blocked(at, to): whether the zone does not reach from `at` into its neighbour `to`.
    """
    return tuple(to for to in neighbours(at) if not blocked(at, to))


class ZoneMap:
    """The zones of control of one side's units.

    neighbours: must be mutual. blocked: as in `zone_of`; it must not change while the map is in use, zones
    are worked out once for each hex. units: pairs of unit and hex.
    """

    __slots__ = ("_at", "_blocked", "_count", "_neighbours", "_units", "_zones")

    def __init__(self, neighbours: Neighbours, blocked: Blocked = never, units: Iterable[tuple[str, str]] = ()) -> None:
        self._neighbours = neighbours
        self._blocked = blocked
        self._zones: dict[str, tuple[str, ...]] = {}
        self._count: dict[str, int] = {}
        self._at: dict[str, str] = {}
        self._units: dict[str, tuple[str, ...]] = {}
        for unit, at in units:
            self.add(unit, at)

    def copy(self) -> ZoneMap:
        """A map of its own with the same units; worked-out zones are shared."""
        twin = ZoneMap(self._neighbours, self._blocked)
        twin._zones = self._zones
        twin._count, twin._at, twin._units = self._count.copy(), self._at.copy(), self._units.copy()
        return twin

    def zone(self, at: str) -> tuple[str, ...]:
        """The hexes that a unit at `at` would control."""
        found = self._zones.get(at)
        if found is None:
            found = self._zones[at] = zone_of(at, self._neighbours, self._blocked)
        return found

    def add(self, unit: str, at: str) -> None:
        """Put a unit down. Raises ValueError if it stands somewhere already."""
        if unit in self._at:
            raise ValueError(f"{unit} stands at {self._at[unit]} already")
        count = self._count
        for to in self.zone(at):
            count[to] = count.get(to, 0) + 1
        self._at[unit] = at
        self._units[at] = tuple(sorted((*self._units.get(at, ()), unit)))

    def remove(self, unit: str) -> None:
        """Take a unit away. Raises ValueError if it is not there."""
        at = self._at.pop(unit, None)
        if at is None:
            raise ValueError(f"{unit} is not on the map")
        count = self._count
        for to in self.zone(at):
            if count[to] == 1:
                del count[to]
            else:
                count[to] -= 1
        rest = tuple(other for other in self._units[at] if other != unit)
        if rest:
            self._units[at] = rest
        else:
            del self._units[at]

    def move(self, unit: str, to: str) -> None:
        """Move a unit to another hex. Raises ValueError if it is not there."""
        self.remove(unit)
        self.add(unit, to)

    def controls(self, at: str) -> bool:
        """Whether any unit controls the hex."""
        return at in self._count

    def count(self, at: str) -> int:
        """How many units control the hex."""
        return self._count.get(at, 0)

    def controllers(self, at: str) -> tuple[str, ...]:
        """The units that control the hex, in the order of the neighbours they stand on, then by name."""
        if at not in self._count:
            return ()
        units = self._units
        return tuple(
            unit for near in self._neighbours(at) if near in units and at in self.zone(near) for unit in units[near]
        )

    def controlled(self) -> tuple[str, ...]:
        """Every controlled hex, in order of number."""
        return tuple(sorted(self._count))

    def position(self, unit: str) -> str | None:
        """Where a unit stands; None if it is not on the map."""
        return self._at.get(unit)
