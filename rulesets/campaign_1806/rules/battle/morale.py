"""Demoralization: losses of formations, levels, and the Guard that recoils (12, 16.31)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.hexgame.fighting.levels import Level
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.roster import VEDETTE, Forces, Unit
from rulesets.campaign_1806.rules.battle.odds import is_guard


def counts(unit: Unit) -> int:
    """osg 12.1-1, 12.1-NOTE2, 17.3: what a lost unit adds to its formation's losses: its full strength whatever counter
    it was on; vedettes, trains, leaders and independent units nothing."""
    return 0 if unit.kind == VEDETTE or not unit.fights or "independent" in unit.traits else unit.strength


class Losses:
    """osg 12.0, 12.1-1: what each formation has lost, kept in the mapping of the position. recoiled: whether the Guard
    has, which makes the levels of the French a third lower (16.31)."""

    def __init__(self, lost: dict[str, int], forces: Forces, recoiled: bool = False) -> None:
        self.lost, self.forces, self.recoiled = lost, forces, recoiled

    def add(self, uid: str) -> None:
        """osg 12.1-1: a unit has been lost."""
        self._change(uid, 1)

    def recover(self, uid: str) -> None:
        """osg 12.12: a unit has been reorganized: its full strength is taken off again."""
        self._change(uid, -1)

    def _change(self, uid: str, sign: int) -> None:
        unit = self.forces.units[uid]
        if counts(unit):
            self.lost[unit.formation] = self.lost.get(unit.formation, 0) + sign * counts(unit)

    def level(self, formation: str) -> Level:
        """osg 12.11-1, 16.31: the losses at which a formation is demoralized; the French ones are a third lower, the
        third rounded up, once the Guard has recoiled."""
        figure = self.forces.levels.get(formation)
        value = figure.value if figure else 0
        first = self.forces.formations[formation][0]
        if self.recoiled and self.forces.units[first].army == "french":
            value -= -(-value // 3)
        return Level(formation, value)

    def demoralized(self, formation: str) -> bool:
        """osg 12.11-1, 12.12: whether losses have reached the level."""
        return formation in self.forces.formations and self.level(formation).reached(self.lost.get(formation, 0))


def marked(board: Board, losses: Losses, unsupplied: Mapping[str, bool]) -> frozenset[str]:
    """osg 12.11-2, 12.13, 12.21, 14.0-1: who is demoralized now: units and officers of demoralized formations, and
    units that are out of supply; commanders and heads of state never."""
    broken = {formation for formation in losses.lost if losses.demoralized(formation)}
    found = {uid for uid, out in unsupplied.items() if out and uid in board.at}
    if broken:
        found.update(uid for uid in board.at if board.formation_of(uid) in broken)
    return frozenset(uid for uid in found if board.unit(uid).kind not in ("commander", "head-of-state"))


def guard_recoils(board: Board, by: tuple[str, ...], code: str) -> bool:
    """osg 16.3, 16.31: whether a result makes the Guard recoil: its infantry among attackers who retreat or are lost.

    Ar2 is an Ar of two hexes.
    """
    foot = any(is_guard(board, uid) and board.unit(uid).kind == "infantry" for uid in by)
    return foot and code in ("Ae", "Ar", "Ar2")


def may_advance(board: Board, uid: str) -> bool:
    """osg 5.24-EX, 7.0, 7.32, 11.46-1, 12.23: whether a unit may advance after combat: in command and not
    demoralized."""
    return board.unit(uid).fights and uid not in board.out and uid not in board.demoralized
