"""A position as the practice opponent of the phasing army sees it: where each unit can go, and what threatens where."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.scene import Scene
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.practice.value import Ground, practice_rules
from rulesets.napoleon_at_war.rules.march.entry import nowhere
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.setting import Setting

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
        return (
            found if len(found) <= MOST_ENTRIES else sorted(found, key=lambda at: (way.get(at, FAR), at))[:MOST_ENTRIES]
        )

    @cached_property
    def fights(self) -> bool:
        """Whether there is a Combat Phase in this player turn: by day (10.1)."""
        return not self.setting.is_night(self.position.turn)

    @cached_property
    def next_enemy_turn(self) -> int:
        """The game-turn of the enemy's next player turn (4.1)."""
        return self.position.turn + (self.army != self.setting.armies[0])

    def power(self, army: str, battle: str) -> int:
        """Strength points of an army on a map."""
        board, map_of = self.board, self.ground.map_of
        return board.strength(unit for unit in board.on_map(army) if map_of[board.at[unit]] == battle)
