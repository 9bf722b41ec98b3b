"""A position as the practice opponent of the phasing army sees it: where each unit can go, and what threatens where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.practice.ground import FAR, Ground
from rulesets.napoleon_at_war.rules.battle.morale import level
from rulesets.napoleon_at_war.rules.march.entry import due_units, entry_cost, entry_hexes, nowhere
from rulesets.napoleon_at_war.rules.march.march import allowance, held_in_place, reach
from rulesets.napoleon_at_war.setting import Setting

# Entry hexes that are thought of where a whole edge is open.
MOST_ENTRIES = 4
# hex -> half movement points spent there and the path, its first hex included
Ways = dict[str, tuple[int, tuple[str, ...]]]


class View:
    """The start of a player turn. The board is read, never changed.

    ways: every unit that may move or come in -> where it can get to. held: units that an enemy zone keeps.
    foes: hex -> enemy unit. zone: hexes that the enemy controls.
    """

    def __init__(self, ground: Ground, board: Board) -> None:
        self.ground = ground
        self.setting: Setting = ground.setting
        self.board = board
        self.position = board.position
        self.army = board.position.army
        self.foe = board.enemy[self.army]
        self.units = board.roster.units
        self.zone = board.zones[self.foe]
        self.foes = {at: unit for unit, at in board.position.at.items() if self.units[unit].army == self.foe}
        self._routes_out: dict[str, bool] = {}
        self.held: dict[str, str] = {}
        self.ways: dict[str, Ways] = {}
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

    @cached_property
    def threat(self) -> dict[str, int]:
        """Hex -> strength points that the enemy can bring next to it in his next player turn, as the crow flies."""
        turn, found = self.next_enemy_turn, dict[str, int]()
        if self.setting.is_night(turn):
            return found
        for at, unit in self.foes.items():
            strength = self.units[unit].strength
            for to in self.ground.within(at, allowance(self.setting, unit, turn) // 2 + 1):
                found[to] = found.get(to, 0) + strength
        return found

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

    def to_break(self, army: str, battle: str) -> int:
        """Strength points that an army may still lose at a battle before it breaks; 0 if it cannot break there."""
        if battle in self.position.broken:
            return 0
        limit = level(self.setting, self.position.choice, battle, army)
        return max(limit - self.board.lost_at(army, battle), 0)

    def way_back(self, at: str) -> bool:
        """Whether a unit in a hex would have somewhere to retreat to: out of enemy zones, friends apart."""
        if at not in self._routes_out:
            zone, foes = self.zone, self.foes
            self._routes_out[at] = any(not zone.get(to) and to not in foes for to in self.ground.open[at])
        return self._routes_out[at]


@dataclass
class Plan:
    """Where units are to stand when the Movement Phase ends, as far as it is decided.

    where: unit -> hex. spot: hex -> unit. zone: hexes that these units control -> how many do.
    engaged: units that have a part in a planned attack. targets: enemy hexes of planned attacks.
    pressed: enemy hexes that are touched by somebody already.
    """

    view: View
    where: dict[str, str] = field(default_factory=dict)
    spot: dict[str, str] = field(default_factory=dict)
    zone: dict[str, int] = field(default_factory=dict)
    engaged: dict[str, str] = field(default_factory=dict)
    targets: dict[str, None] = field(default_factory=dict)
    pressed: dict[str, None] = field(default_factory=dict)
    off: dict[str, tuple[str, str]] = field(default_factory=dict)

    def put(self, unit: str, at: str) -> None:
        """Decides where a unit stands."""
        self.where[unit] = at
        self.spot[at] = unit
        for to in self.view.ground.near[at]:
            self.zone[to] = self.zone.get(to, 0) + 1
            if to in self.view.foes:
                self.pressed[to] = None

    def free(self) -> list[str]:
        """Units that may move and of which nothing is decided yet."""
        return [unit for unit in self.view.ways if unit not in self.where and unit not in self.off]
