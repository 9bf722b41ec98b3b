"""Who shares a hex with whom when a phase ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Stack(NamedTuple):
    """The units in one hex, in the order in which they were listed, and their size together."""

    at: str
    units: tuple[str, ...]
    size: int


def stacks(places: Iterable[tuple[str, str]], size: Callable[[str], int] = lambda unit: 1) -> tuple[Stack, ...]:
    """All stacks, single units too, in order of hex.

    places: pairs of unit and hex. size(unit): what a unit counts against the limit.
    """
    found: dict[str, list[str]] = {}
    for unit, at in places:
        found.setdefault(at, []).append(unit)
    return tuple(Stack(at, tuple(found[at]), sum(map(size, found[at]))) for at in sorted(found))


def overstacked(
    places: Iterable[tuple[str, str]], limit: int, size: Callable[[str], int] = lambda unit: 1
) -> tuple[Stack, ...]:
    """The stacks above the limit, in order of hex; empty where all is well."""
    return tuple(stack for stack in stacks(places, size) if stack.size > limit)
