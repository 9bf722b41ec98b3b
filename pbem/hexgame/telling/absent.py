"""Pieces that stand on no map, in lines beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

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


def by_place(units: Iterable[str], where: Mapping[str, Place]) -> list[tuple[Place, list[str]]]:
    """Those of these pieces who are somewhere, by where they are, in ascending order of places.

    where: piece -> place, such as the turn when it was lost or the edge that it left by.
    """
    found: dict[Place, list[str]] = {}
    for unit in units:
        if unit in where:
            found.setdefault(where[unit], []).append(unit)
    return sorted(found.items())
