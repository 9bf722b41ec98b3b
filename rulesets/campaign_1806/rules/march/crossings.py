"""How waters are crossed: printed bridges, whole or damaged, and pontoons (8.3, 8.4, 9.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final

from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from pbem.wargame.hexgrid import Hexside, hexside
from rulesets.campaign_1806.battlefield import BRIDGE, RIVER, STREAM

_POINT: Final = 2
"""Half movement points."""


@dataclass(frozen=True)
class Crossings:
    """osg 8.3, 8.41-3, 9.2-1: the bridges of a position.

    damaged: printed bridges that are down. repaired: those repaired in this movement phase -> movement points that
    crossing costs until its end (8.43-2). pontoons: where they lie -> the die of the turn of their deployment, 0 later.
    """

    damaged: frozenset[Hexside] = frozenset()
    repaired: Mapping[Hexside, int] = field(default_factory=dict)
    pontoons: Mapping[Hexside, int] = field(default_factory=dict)

    def changed(self, pair: Hexside) -> bool:
        """Whether something at a hexside is not as it is printed."""
        return pair in self.damaged or pair in self.pontoons or pair in self.repaired

    def any_changed(self, at: str, near: Iterable[str]) -> bool:
        """Whether something is at one of the hexsides between a hex and others."""
        return self.changes and any(self.changed(hexside(at, to)) for to in near)

    @property
    def changes(self) -> bool:
        """Whether anything is not as it is printed."""
        return bool(self.damaged or self.pontoons or self.repaired)

    def printed(self, ground: HexField, a: str, b: str) -> bool:
        """osg 8.4-NOTE, 8.41-3: whether a printed bridge stands between two hexes, over a river or a stream."""
        return ground.has(BRIDGE, a, b) and hexside(a, b) not in self.damaged

    def bridged(self, ground: HexField, a: str, b: str) -> bool:
        """osg 9.25: whether any bridge stands there."""
        return self.printed(ground, a, b) or hexside(a, b) in self.pontoons

    def charge(self, ground: HexField, a: str, b: str, *, leader: bool, marching: bool) -> int | None:
        """osg 8.31-1, 8.31-2, 8.31-EX1, 8.31-EX2, 8.43-2, 9.2-2, 9.24, 9.24-NOTE, 9.25B: half points that a water
        between two hexes adds where it is crossed by a bridge, None where there is none.

        On the turn of its deployment a pontoon costs its die, half of it rounded up beside a printed bridge, to whoever
        crosses; a repaired bridge its repair and no more. Leaders never pay.
        """
        side = hexside(a, b)
        if not self.bridged(ground, a, b):
            return None
        if leader:
            return 0
        printed, die = self.printed(ground, a, b), self.pontoons.get(side, 0)
        if die:
            return _POINT * (-(-die // 2) if printed else die)
        extra = _POINT * self.repaired.get(side, 0)
        if extra or marching or (printed and (side in self.pontoons or ground.has(STREAM, a, b))):
            return extra
        return _POINT if printed else 2 * _POINT

    def wet(self, ground: HexField, a: str, b: str) -> bool:
        """Whether a river or stream runs between two hexes."""
        return ground.has(RIVER, a, b) or ground.has(STREAM, a, b)


NONE: Final = Crossings()
"""As the map is printed."""
