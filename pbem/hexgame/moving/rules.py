"""What a ruleset hands in for one movement phase: tables, small callables, and the case that each refusal cites."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.field.chart import ANY
from pbem.hexgame.field.field import HexField, StepTable

Fits = Callable[[str, Sequence[str]], bool]
"""Whether these pieces may be together in a hex at the end of a phase: the hex, all pieces in it."""
Closed = Callable[[str], bool]
"""Whether a hex is closed for the time being, though its ground is not prohibited as such."""


@dataclass(frozen=True, slots=True)
class ZoneRule:
    """What hexes that the enemy controls mean to one piece in this phase.

    leave: whether it may move out of the one in which it begins. enter: whether it may move into one.
    through: whether it may go on from one that it has entered.
    when: words for why it may not enter, such as `at night`; may be empty.
    """

    leave: bool = False
    enter: bool = True
    through: bool = False
    when: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class MoveCases:
    """The case of the rulebook that a refusal cites, by its reason.

    owner: no such piece, or one of the other army. moved: it has moved already. path: not contiguous, or begun at
    another hex. hexside, ground: barred by what lies there. closed: barred for the time being.
    length: dearer than its allowance. occupied: by the enemy. held: it may not leave an enemy zone. zone: it may not
    enter one. stop: it has to stop in one. room: who is there cannot make room. stacking: too many in the end.
    entry_closed, entry_ground, entry_enemy, entry_length: why a hex is not open to newcomers.
    off_hex, off_held, off_closed, off_ground, off_length: why a piece cannot leave the map where it is.
    """

    owner: str
    moved: str
    path: str
    hexside: str
    ground: str
    closed: str
    length: str
    occupied: str
    held: str
    zone: str
    stop: str
    room: str
    stacking: str
    entry_closed: str
    entry_ground: str
    entry_enemy: str
    entry_length: str
    off_hex: str
    off_held: str
    off_closed: str
    off_ground: str
    off_length: str

    @classmethod
    def under(cls, case: str, **others: str) -> MoveCases:
        """One case for all reasons but those that are named."""
        return cls(**{**{one.name: case for one in fields(cls)}, **others})


def commonest(unit: str) -> str:
    """The class of movers of every piece where the chart makes no difference between them."""
    return ANY


def always_open(at: str) -> bool:
    """No hex is closed for the time being."""
    return False


@dataclass(frozen=True)
class MoveRules:
    """How pieces move on a board in one phase; bound once a phase.

    army: the one that moves. cases: see `MoveCases`. points: piece -> its allowance in this phase, half points.
    steps: piece -> what each step costs it now. mover: piece -> its class on the chart, whose steps are the usual ones.
    zone: piece -> the hexes that enemies control, as far as they count for it. zones: piece -> what these mean to it.
    fits: how many may be in a hex in the end. closed, when: hexes closed for the time being, and the words for it.
    """

    board: HexBoard[Any]
    army: str
    cases: MoveCases
    points: Callable[[str], int]
    steps: Callable[[str], StepTable]
    zone: Callable[[str], Mapping[str, int]]
    zones: Callable[[str], ZoneRule]
    fits: Fits
    mover: Callable[[str], str] = commonest
    closed: Closed = always_open
    when: str = ""

    @property
    def field(self) -> HexField:
        """The map."""
        return self.board.field

    def name(self, unit: str) -> str:
        """The printed name of a piece."""
        return str(self.board.roster.units[unit].name)

    def enemy_of(self, unit: str) -> str:
        """The army that a piece fights."""
        board = self.board
        return board.enemy[board.roster.units[unit].army]

    def others_in(self, at: str, units: Sequence[str]) -> list[str]:
        """Who else is in a hex, in order of arrival."""
        there = self.board.here.get(at)
        return [other for other in there if other not in units] if there else []

    def in_the_way(self, at: str, units: Sequence[str], others: Sequence[str]) -> Sequence[str]:
        """The fewest of others in a hex, the first ones, with whom pieces would be too many there."""
        return next((others[:n] for n in range(1, len(others) + 1) if not self.fits(at, (*others[:n], *units))), others)

    def names(self, units: Sequence[str]) -> str:
        """`A`, `A and B`, `A, B and C`."""
        told = [self.name(unit) for unit in units]
        return " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)
