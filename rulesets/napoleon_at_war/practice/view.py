"""A position as the practice opponent of the phasing army sees it: where each unit can go, what threatens where, what a
strength point is worth, and the column that an attack would come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Final

from pbem.hexgame.practice import ground
from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.rules import Placed, PracticeRules
from pbem.hexgame.practice.scene import Scene
from pbem.hexgame.practice.table import Table
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.artillery import RANGE, sight_blockers
from rulesets.napoleon_at_war.rules.battle.morale import level
from rulesets.napoleon_at_war.rules.battle.odds import doubling_hexside, hex_doubling, morale_shifts
from rulesets.napoleon_at_war.rules.march.entry import nowhere
from rulesets.napoleon_at_war.rules.march.march import allowance, alone
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.setting import Setting

# A strength point that the enemy loses counts so much.
WON: Final = 10
# An own one: more for the French, who win by losing less than half of what the Prussians lose (19.1).
LOST: Final = {"french": 14, "prussian": 11}
# Losses that bring an army to its demoralization level, or near it, count so much more.
NEAR_BREAKING: Final = 5
NEAR: Final = 12


class Ground(ground.Ground):
    """The ground of a setting, with its combat results, sight (8.3) and doubling (9.0); each is worked out once."""

    def __init__(self, setting: Setting) -> None:
        field = setting.field
        super().__init__(field)
        self.setting = setting
        self.table = Table(setting.columns, setting.results)
        self.times = {at: 2 if hex_doubling(field, at) else 1 for at in field.hexes}
        self.sees = cache(lambda a, b: not sight_blockers(field, a, b))
        self.doubling = cache(lambda start, at: bool(doubling_hexside(field, start, at)))


class Rates:
    """Values strength points and reckons the odds of one position."""

    def __init__(self, ground: Ground, board: Board) -> None:
        self.ground = ground
        self.board = board
        self.army = board.position.army
        self._rates: dict[str, tuple[int, int, int]] = {}

    def of(self, battle: str) -> tuple[int, int, int]:
        """Value of an enemy and of an own strength point at a battle, and the shift of our attacks there (18.11)."""
        if battle not in self._rates:
            won, lost = WON, LOST.get(self.army, WON)
            if 0 < self._to_break(self.board.enemy[self.army], battle) <= NEAR:
                won += NEAR_BREAKING
            if 0 < self._to_break(self.army, battle) <= NEAR:
                lost += NEAR_BREAKING
            shift = sum(int(one.by) for one in morale_shifts(self.ground.setting, self.board, battle))
            self._rates[battle] = (won, lost, shift)
        return self._rates[battle]

    def _to_break(self, army: str, battle: str) -> int:
        """What an army may still lose at a battle before it breaks (18.0); 0 if it cannot break there."""
        position = self.board.position
        if battle in position.broken:
            return 0
        limit = level(self.ground.setting, position.choice, battle, army)
        return max(limit - self.board.lost_at(army, battle), 0)

    def worth(self, unit: str, at: str) -> int:
        """What the loss of a unit in a hex counts."""
        won, lost, _ = self.of(self.ground.map_of[at])
        one = self.board.roster.units[unit]
        return one.strength * (lost if one.army == self.army else won)

    def column(self, by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str]) -> int:
        """The column of an attack (7.6): printed strengths, a defender doubled by his hex or by every hexside (9.0)."""
        board = self.board
        attack = board.strength(unit for unit, _ in (*by, *guns))
        defence = sum(board.strength(board.here[at]) * self._times(by, at) for at in targets)
        return self.ground.table.column(attack, defence, self.of(self.ground.map_of[targets[0]])[2])

    def _times(self, by: Sequence[Placed], at: str) -> int:
        """What a defender's strength is multiplied by: for his hex, or for the hexsides of all attackers (9.0)."""
        ground = self.ground
        return 2 if by and all(ground.doubling(start, at) for _, start in by) else ground.times[at]


def practice_rules(ground: Ground, board: Board) -> PracticeRules:
    """What the search is told of a position: one unit to a hex (5.32), everybody in contact fights (7.11, 7.12), and
    no battery fires from afar in fog (16.21)."""
    setting, units, rates = ground.setting, board.roster.units, Rates(ground, board)
    near, zone = ground.field.zone_neighbours, board.zones[board.enemy[board.position.army]]
    fog = setting.is_fog(board.position.turn)
    return PracticeRules(
        table=ground.table,
        strength=lambda unit: units[unit].strength,
        is_battery=lambda unit: units[unit].kind == "artillery",
        worth=rates.worth,
        column=rates.column,
        fits=alone,
        zone=lambda unit: zone,
        presses=lambda unit, at: near[at],
        fires=lambda at, target: not fog and ground.sees(at, target),
        reach_of_guns=RANGE,
        cover=ground.times.__getitem__,
    )


# Entry hexes that are thought of where a whole edge is open.
MOST_ENTRIES = 4


class View(Scene[Board]):
    """The start of a player turn. The board is read, never changed. newcomers: reinforcements that are due."""

    ground: Ground

    def __init__(self, ground: Ground, board: Board) -> None:
        self.setting: Setting = ground.setting
        self.position = board.position
        super().__init__(ground, board, board.position.army, practice_rules(ground, board))
        options = MoveOptions(self.setting, board)
        for unit in board.on_map(self.army):
            self.see(unit, options.rules, options.starts(unit))
        self.newcomers = [unit for unit in options.due if nowhere(self.position, unit)]
        for unit in self.newcomers:
            starts = options.starts(unit)
            self.see(unit, options.rules, {at: starts[at] for at in self._nearest(starts)})
        # At night nobody threatens anybody (10.1).
        turn = self.next_enemy_turn
        if not self.setting.is_night(turn):
            self.threaten(
                (at, self.rules.strength(unit), allowance(self.setting, unit, turn) // 2 + 1)
                for at, units in self.foes.items()
                for unit in units
            )

    def _nearest(self, hexes: Iterable[str]) -> list[str]:
        """Of many entry hexes those nearest to our own men (14.0)."""
        way = self.ground.way_to([self.board.hex_of(unit) for unit in self.board.on_map(self.army)])
        found = list(hexes)
        if len(found) > MOST_ENTRIES:
            found = sorted(found, key=lambda at: (way.get(at, FAR), at))[:MOST_ENTRIES]
        return found

    @cached_property
    def fights(self) -> bool:
        """Whether there is a Combat Phase in this player turn: by day (10.1)."""
        return not self.setting.is_night(self.position.turn)

    @cached_property
    def next_enemy_turn(self) -> int:
        """The game-turn of the enemy's next player turn (4.1)."""
        return self.position.turn + (self.army != self.setting.armies[0])
