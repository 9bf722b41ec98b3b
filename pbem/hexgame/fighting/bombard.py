"""Bombardment: which batteries may fire from afar, at which hexes, and why not at others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.cases import Cases, Reason

B = TypeVar("B", bound=HexBoard[Any])


def _nothing(board: HexBoard[Any], unit: str, target: str, hexes: int) -> Refusal | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Bombardment(Generic[B]):
    """What a rulebook says of fire from afar. Neighbours who hold no zone over a battery may be bombarded too.

    most: hexes to the target, it counted and the battery's own hex not. kinds: of units that
    bombard. arm: what they are called together.
    blockers(board, at, target): what blocks the line between two hexes, named as in a sentence; empty if it is free.
    barred(board, unit, target, hexes): whatever else forbids it, such as weather, or what the target hex is.
    """

    cases: Cases
    blockers: Callable[[B, str, str], tuple[str, ...]]
    barred: Callable[[B, str, str, int], Refusal | None] = _nothing
    most: int = 2
    kinds: tuple[str, ...] = ("artillery",)
    arm: str = "artillery"

    def refusal(self, board: B, unit: str, target: str) -> Refusal | None:
        """Why a unit on the map may not bombard a hex now; None if it may. Who stands in that hex is not asked here."""
        refusal = self.bound(board, unit)
        if refusal is not None:
            return refusal
        at, name = board.at[unit], board.roster.units[unit].name
        hexes = range_to(board.field, at, target)
        if not hexes or hexes > self.most:
            text = f"{name} in {at} cannot bombard {target}: it is not within {self.most} hexes"
            return Refusal(self.cases[Reason.RANGE], text, unit, target, self.targets(board, unit))
        refusal = self.barred(board, unit, target, hexes)
        if refusal is not None:
            return refusal
        wall = self.blockers(board, at, target)
        if wall:
            text = f"{name} in {at} does not see {target}: {' and '.join(wall)} in between"
            case = self.cases[Reason.SIGHT_BETWEEN if len(wall) > 1 else Reason.SIGHT]
            return Refusal(case, text, unit, target, self.targets(board, unit))
        return None

    def bound(self, board: B, unit: str) -> Refusal | None:
        """Why a unit bombards nobody at all: it is no battery, or stands in an enemy zone."""
        counter = board.roster.units[unit]
        if counter.kind not in self.kinds:
            text = f"{counter.name} is {counter.kind}: only {self.arm} bombards"
            return Refusal(self.cases[Reason.NO_GUNS], text, unit)
        at = board.at[unit]
        if board.in_zone(at, board.enemy[counter.army]):
            held = "stands in an enemy zone of control: it must attack a neighbour and may not bombard"
            text = f"{counter.name} in {at} {held}"
            near = tuple(board.at[foe] for foe in board.in_contact(unit))
            return Refusal(self.cases[Reason.HELD], text, unit, at, near)
        return None

    def targets(self, board: B, unit: str) -> tuple[str, ...]:
        """The enemy hexes that a unit may bombard now, ascending."""
        if self.bound(board, unit) is not None:
            return ()
        at, foe, field = board.at[unit], board.enemy[board.army_of(unit)], board.field
        near = field.grids[field.map_of[at]].within(at, self.most)
        held = sorted(hex_ for hex_ in near if board.holder(hex_) == foe)
        return tuple(
            hex_
            for hex_ in held
            if self.barred(board, unit, hex_, range_to(field, at, hex_) or 0) is None
            and not self.blockers(board, at, hex_)
        )


NO_GUNS: Bombardment[Any] = Bombardment(cases={}, blockers=lambda board, at, target: (), kinds=())
"""Where there is no artillery."""


def range_to(field: HexField, a: str, b: str) -> int | None:
    """Hexes from a battery to its target, the target counted and its own hex not; None between different maps."""
    sheet = field.map_of[a]
    return field.grids[sheet].distance(a, b) if field.map_of[b] == sheet else None
