"""What units and hexes are worth on one board, and the column that an attack would come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from pbem.hexgame.practice.rules import Placed, PracticeRules
from rulesets.napoleons_last_battles.board import GARRISON, INFANTRY, MOST, Board
from rulesets.napoleons_last_battles.practice.ground import Ground
from rulesets.napoleons_last_battles.practice.levels import Levels
from rulesets.napoleons_last_battles.rules.battle.artillery import ARTILLERY
from rulesets.napoleons_last_battles.rules.battle.combined import arms_of
from rulesets.napoleons_last_battles.rules.battle.guard import GUARD, OLD_GUARD
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of

# The least odds at which the Old Guard attacks. What a repulse of the Guard counts where it lowers a level or those of
# all corps around, and an attack below those odds.
GUARD_LEAST: Final = "3-1"
REPULSED: Final = 60
SHAKEN: Final = 240
WASTED: Final = 600
FARTHEST: Final = 3
"""Hexes that any battery fires."""
_FOREST: Final = ("forest", "marsh")


class Rates:
    """Values units and reckons odds on one board. prizes: hex -> what it counts to drive the enemy from it."""

    def __init__(self, ground: Ground, board: Board, prizes: Mapping[str, int], levels: Levels) -> None:
        self.ground = ground
        self.board = board
        self.prizes = prizes
        self.levels = levels
        self.units = board.setting.roster.units
        setting = board.setting
        self.modified, self.arms = setting.on("modified-terrain"), setting.on("combined-arms")
        proud = any(setting.on(option) for option in ("imperial-guard", OLD_GUARD, "garde"))
        self.pride = SHAKEN if setting.on("corps-morale") and setting.on(OLD_GUARD) else REPULSED * proud
        self.least = setting.columns.index(GUARD_LEAST)
        self.face = cache(board.face)

    def worth(self, unit: str, at: str) -> int:
        """What the loss of a unit counts."""
        return self.face(unit) * self.levels.rate(unit)

    def column(self, by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str]) -> int:
        """The column of a planned attack, by the terrain of the printed chart, or of 16.4 where that counts."""
        attack = sum(self._attacker(unit, start, targets) for unit, start in (*by, *guns))
        defence = sum(self._defence(by, at) for at in targets)
        # Halves are kept by counting everybody twice; the defender's quotient is that of doubled numbers.
        shift = int(self.arms and len(targets) == 1 and len(arms_of(self.board, [u for u, _ in (*by, *guns)])) > 2)
        found = self.ground.table.column(-(-attack // 2), max(defence, 1), shift)
        return min(found, self.ground.walled_best) if any(map(self.stays, targets)) else found

    def _attacker(self, unit: str, start: str, targets: Sequence[str]) -> int:
        """Twice the strength with which a unit attacks."""
        face, terrain = self.face(unit), self.board.field.terrain
        if self.units[unit].kind == "cavalry" and any(terrain[at] in _FOREST for at in targets):
            return face
        near = self.board.field.neighbours[start]
        if self.modified and any(
            terrain[at] == "town" or (at in near and self.ground.watery(start, at)) for at in targets
        ):
            return face
        return 2 * face

    def _defence(self, by: Sequence[Placed], at: str) -> int:
        times = 1 if self.modified and self.board.field.terrain[at] == "town" else self.ground.times[at]
        if times < 2 and not self.modified and by and all(self.ground.watery(start, at) for _, start in by):
            times = 2
        return times * sum(self.face(unit) for unit in self.board.units_in(at))

    def stays(self, at: str) -> bool:
        """Whether enemies in a hex are sheltered by a chateau, or are its garrison."""
        board = self.board
        return any(board.sheltered(unit) or board.marked(GARRISON, unit) for unit in board.units_in(at))

    def stake(self, by: Sequence[Placed], column: int) -> int:
        """What a repulse costs in morale: that of the Guard's infantry; it is not sent in below 3-1."""
        units = [self.units[unit] for unit, _ in by]
        if not any(one.formation == GUARD and one.kind == INFANTRY for one in units):
            return 0
        if not any(OLD_GUARD in one.traits for one in units):
            return REPULSED if self.board.setting.on("imperial-guard") else 0
        return self.pride + (WASTED if column < self.least else 0)


def practice_rules(rates: Rates, *, exact: bool) -> PracticeRules:
    """What the search is told of a board. exact: whether odds are those of the rules, as everybody stands."""
    board, ground, units = rates.board, rates.ground, rates.units
    near, columns = board.field.zone_neighbours, board.setting.columns
    fighting = {unit for unit, piece in board.roster.units.items() if piece.strength}

    def presses(unit: str, at: str) -> Iterable[str]:
        sheltered = at in board.chateaux and board.may_shelter(unit)
        return () if sheltered or unit not in fighting else near[at]

    def by_the_rules(by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str]) -> int:
        foes = [unit for at in targets for unit in board.units_in(at) if unit in fighting]
        found = odds_of(board, [unit for unit, _ in by], [unit for unit, _ in guns], foes)
        return columns.index(found.column)

    def fires(at: str, target: str) -> bool:
        away = board.field.distance(at, target)
        return away == 2 and target not in board.chateaux and ground.sees(at, target)

    return PracticeRules(
        table=ground.table,
        strength=rates.face,
        is_battery=lambda unit: units[unit].kind in ARTILLERY,
        worth=rates.worth,
        column=by_the_rules if exact else rates.column,
        fits=board.fits,
        zone=board.zone,
        presses=lambda unit, at: tuple(presses(unit, at)),
        fires=fires,
        reach_of_guns=2,
        deep=MOST,
        fights=fighting.__contains__,
        cover=ground.times.__getitem__,
        mover=lambda unit: units[unit].mover,
        stays=rates.stays,
        prize=lambda at: rates.prizes.get(at, 0),
        stake=rates.stake,
    )
