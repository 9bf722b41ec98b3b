"""A position as the practice opponent of the phasing army sees it: where each unit can go, and what threatens where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pbem.hexgame.practice.ground import FAR
from pbem.hexgame.practice.rules import Ways
from pbem.hexgame.practice.scene import Scene
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.practice.ground import Ground
from rulesets.napoleon_at_war.practice.value import practice_rules
from rulesets.napoleon_at_war.rules.march.entry import due_units, entry_cost, entry_hexes, nowhere
from rulesets.napoleon_at_war.rules.march.march import allowance, held_in_place, reach
from rulesets.napoleon_at_war.setting import Setting

# Entry hexes that are thought of where a whole edge is open.
MOST_ENTRIES = 4


class View(Scene[Board]):
    """The start of a player turn. The board is read, never changed. newcomers: reinforcements that are due."""

    ground: Ground

    def __init__(self, ground: Ground, board: Board) -> None:
        self.setting: Setting = ground.setting
        self.position = board.position
        self.units = board.roster.units
        super().__init__(ground, board, board.position.army, practice_rules(ground, board))
        for unit in board.on_map(self.army):
            at = board.hex_of(unit)
            if held_in_place(board, unit, at):
                self.held[unit] = at
            else:
                self.ways[unit] = self._ways(unit, at, 0)
        self.due = due_units(self.setting, self.position, self.army)
        self.newcomers = [unit for unit in self.due if nowhere(self.position, unit)]
        for unit in self.newcomers:
            self.ways[unit] = self._entries(unit)
        turn = self.next_enemy_turn
        if not self.setting.is_night(turn):
            self.threaten(
                (at, self.strength(unit), allowance(self.setting, unit, turn) // 2 + 1)
                for at, units in self.foes.items()
                for unit in units
            )

    def _ways(self, unit: str, start: str, spent: int) -> Ways:
        points = allowance(self.setting, unit, self.position.turn)
        found = reach(self.setting, self.board, unit, start, points - spent)
        return {at: (spent + int(cost), found.paths[at]) for at, cost in found.costs.items()}

    def _entries(self, unit: str) -> Ways:
        """Where a reinforcement can get to, each hex over the open entry hex from which the way is cheapest."""
        best: Ways = {}
        for at in self._nearest(entry_hexes(self.setting, self.board, self.due[unit])):
            spent = entry_cost(self.setting, self.position.turn, at) or 0
            for to, way in self._ways(unit, at, spent).items():
                if to not in best or way < best[to]:
                    best[to] = way
        return best

    def _nearest(self, hexes: Sequence[str]) -> list[str]:
        """Of many entry hexes those nearest to our own men."""
        if len(hexes) <= MOST_ENTRIES:
            return list(hexes)
        way = self.ground.way_to([self.board.hex_of(unit) for unit in self.board.on_map(self.army)])
        return sorted(hexes, key=lambda at: (way.get(at, FAR), at))[:MOST_ENTRIES]

    @cached_property
    def fights(self) -> bool:
        """Whether there is a Combat Phase in this player turn."""
        return not self.setting.is_night(self.position.turn)

    @cached_property
    def next_enemy_turn(self) -> int:
        """The game-turn of the enemy's next player turn."""
        return self.position.turn + (self.army != self.setting.armies[0])

    def strength(self, unit: str) -> int:
        """Printed strength points."""
        return self.units[unit].strength

    def is_gun(self, unit: str) -> bool:
        """Whether a unit is artillery."""
        return self.units[unit].kind == "artillery"

    def power(self, army: str, battle: str) -> int:
        """Strength points of an army on a map."""
        at = self.position.at
        return sum(
            u.strength
            for u in self.units.values()
            if u.army == army and self.ground.map_of.get(at.get(u.id, "")) == battle
        )
