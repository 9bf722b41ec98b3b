"""Pieces that stand on no map, in lines beside it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TypeVar

from pbem.hexgame.board.pieces import P, Roster

Place = TypeVar("Place", str, int, tuple[str, ...], tuple[str, int, str])


def beside(
    armies: Mapping[str, str], parts: Callable[[str], Mapping[str, Sequence[str]]]
) -> dict[str, tuple[str, ...]]:
    """Heading -> lines: of each army what it has lines for.

    armies: id -> printed name. parts: army -> what has befallen pieces, such as `eliminated` -> lines.
    """
    return {
        f"{name}, {what}": tuple(lines) for army, name in armies.items() for what, lines in parts(army).items() if lines
    }


def listed(roster: Roster[P], units: Iterable[str], value: Callable[[P], str]) -> str:
    """`1/Red 7-4, 2/Red 7-4`: pieces by name and value."""
    return ", ".join(f"{roster.units[unit].name} {value(roster.units[unit])}" for unit in units)


def those_of(roster: Roster[P], army: str, units: Container[str]) -> list[str]:
    """The pieces of an army that are among these, in roster order."""
    return [unit.id for unit in roster.of(army) if unit.id in units]


def by_place(roster: Roster[P], army: str, where: Mapping[str, Place]) -> list[tuple[Place, list[str]]]:
    """The pieces of an army by where they are, in ascending order of places.

    where: piece -> place, such as the turn when it is due or the edge that it left by.
    """
    found: dict[Place, list[str]] = {}
    for unit in those_of(roster, army, where):
        found.setdefault(where[unit], []).append(unit)
    return sorted(found.items())
