"""A board as the practice opponent of the phasing army sees it: where each unit can go, and what threatens where."""

from __future__ import annotations

from functools import cached_property

from pbem.hexgame.practice.rules import PracticeRules
from pbem.hexgame.practice.scene import Scene
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import DAY, conditions
from rulesets.napoleons_last_battles.practice.ground import Ground
from rulesets.napoleons_last_battles.rules.march.march import Marches


class View(Scene[Board]):
    """The movement phase of an army; command has been given. The board is read, never changed."""

    ground: Ground

    def __init__(self, ground: Ground, marches: Marches, rules: PracticeRules) -> None:
        board = marches.board
        super().__init__(ground, board, board.position.army, rules)
        self.setting = ground.setting
        self.position = board.position
        self.units = board.setting.roster.units
        self.marches = marches
        for unit in board.on_map(self.army):
            self._see(unit, board.at[unit])
        if self.enemy_fights:
            self.threaten(
                (at, rules.strength(unit), self.units[unit].allowance.value + 1)
                for at, units in self.foes.items()
                for unit in units
            )

    def _see(self, unit: str, at: str) -> None:
        if self.rules.fights(unit) and self.marches.frozen(unit) is None:
            self.see(unit, self.marches.rules(unit), {at: 0})
        else:
            self.keep(unit)

    @cached_property
    def enemy_fights(self) -> bool:
        """Whether the enemy can attack in his next player turn."""
        number = self.position.turn + (self.army != self.setting.armies[0])
        if number > len(self.setting.turns):
            return False
        kind = conditions(self.setting.turns[number - 1], self.position.weather)
        return kind == DAY or (kind != "night" and self.setting.on("rain-effects"))

    @property
    def turns_left(self) -> int:
        """Player turns of this army that are still to come, this one among them."""
        return len(self.setting.turns) - self.position.turn + 1
