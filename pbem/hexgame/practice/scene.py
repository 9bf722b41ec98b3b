"""A position as the army that is to move sees it, and the plan that grows upon it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.moving.marching import held_in_place, reach
from pbem.hexgame.moving.rules import MoveRules
from pbem.hexgame.practice.ground import Ground
from pbem.hexgame.practice.rules import PracticeRules, Ways

B = TypeVar("B", bound=HexBoard[Any])


class Scene(Generic[B]):
    """The board, which is read and never changed. The ruleset fills it in by `see`, `keep` and `threaten`.

    ways: every piece that may move or come in -> where it can get to. held: pieces that stay where they are -> hex.
    threat: hex -> strength points that the enemy can bring next to it in his next turn.
    foes: hex -> enemy pieces that fight. zone: hexes that the enemy controls.
    """

    def __init__(self, ground: Ground, board: B, army: str, rules: PracticeRules) -> None:
        self.ground = ground
        self.board = board
        self.army = army
        self.rules = rules
        self.foe = board.enemy[army]
        self.zone = board.zones[self.foe]
        self.foes: dict[str, tuple[str, ...]] = {}
        for unit, at in board.at.items():
            if board.army_of(unit) == self.foe and rules.fights(unit):
                self.foes[at] = (*self.foes.get(at, ()), unit)
        self.ways: dict[str, Ways] = {}
        self.held: dict[str, str] = {}
        self.threat: dict[str, int] = {}
        self._routes_out: dict[str, bool] = {}

    def see(self, unit: str, rules: MoveRules, starts: Mapping[str, int]) -> None:
        """Finds out where a piece can get to, each hex over the start from which the way is cheapest; or that an enemy
        zone keeps it.

        starts: hexes in which its march may begin -> half points that being there takes.
        """
        at = self.board.at.get(unit)
        if at is not None and held_in_place(rules, unit, at):
            self.keep(unit)
            return
        best: Ways = {}
        for start, spent in starts.items():
            found = reach(rules, unit, start, rules.points(unit) - spent)
            for to, cost in found.costs.items():
                way = (spent + int(cost), found.paths[to])
                if to not in best or way < best[to]:
                    best[to] = way
        self.ways[unit] = best

    def keep(self, unit: str) -> None:
        """Leaves a piece where it is, whatever else it could do."""
        self.ways.pop(unit, None)
        self.held[unit] = self.board.at[unit]

    def strength_in(self, at: str) -> int:
        """Strength points of the enemies in a hex."""
        return sum(map(self.rules.strength, self.foes.get(at, ())))

    def faces(self, unit: str, at: str) -> bool:
        """Whether a piece in a hex would be as strong as all enemies who wait next to it."""
        waiting = sum(map(self.strength_in, self.ground.reaches[at]))
        return waiting <= self.rules.strength(unit) * self.rules.cover(at)

    def threaten(self, strikers: Iterable[tuple[str, int, int]]) -> None:
        """Adds enemies to the threat, as the crow flies. strikers: hex, strength, hexes that he reaches next to."""
        threat = self.threat
        for at, strength, radius in strikers:
            for to in self.ground.within(at, radius):
                threat[to] = threat.get(to, 0) + strength

    def way_back(self, at: str) -> bool:
        """Whether a piece in a hex would have somewhere to retreat to: out of enemy zones, friends apart."""
        if at not in self._routes_out:
            zone, foes = self.zone, self.foes
            self._routes_out[at] = any(not zone.get(to) and to not in foes for to in self.ground.open[at])
        return self._routes_out[at]


@dataclass
class Plan:
    """Where pieces are to stand when the movement phase ends, as far as it is decided.

    where: piece -> hex. spot: hex -> pieces. zone: hexes that these pieces control -> how many do.
    engaged: pieces that have a part in a planned attack -> its target. targets: enemy hexes of planned attacks.
    pressed: enemy hexes that have to be attacked already. off: pieces that leave -> from which hex, over which edge.
    """

    scene: Scene[Any]
    where: dict[str, str] = field(default_factory=dict)
    spot: dict[str, list[str]] = field(default_factory=dict)
    zone: dict[str, int] = field(default_factory=dict)
    engaged: dict[str, str] = field(default_factory=dict)
    targets: dict[str, None] = field(default_factory=dict)
    pressed: dict[str, None] = field(default_factory=dict)
    off: dict[str, tuple[str, str]] = field(default_factory=dict)

    def put(self, unit: str, at: str) -> None:
        """Decides where a piece stands."""
        scene = self.scene
        self.where[unit] = at
        self.spot.setdefault(at, []).append(unit)
        for to in scene.board.controlled(unit, at):
            self.zone[to] = self.zone.get(to, 0) + 1
        self.pressed.update((to, None) for to in scene.rules.presses(unit, at) if to in scene.foes)

    def fits(self, at: str, *units: str) -> bool:
        """Whether these may join those who are to stand in a hex."""
        return self.scene.rules.fits(at, (*self.spot.get(at, ()), *units))

    def joins(self, at: str, target: str) -> bool:
        """Whether nobody in a hex takes part in an attack on another target: who is stacked attacks together."""
        return all(self.engaged.get(unit, target) == target for unit in self.spot.get(at, ()))

    def free(self) -> list[str]:
        """Pieces that may move and of which nothing is decided yet."""
        return [unit for unit in self.scene.ways if unit not in self.where and unit not in self.off]
