"""A board as the practice opponent of the phasing army sees it: where each counter can go, and what threatens where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.hexgame.moving.rules import MoveCases, MoveRules, ZoneRule
from pbem.hexgame.practice.rules import PracticeRules
from pbem.hexgame.practice.scene import Scene
from rulesets.campaign_1806.calendar import order_of
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.ground import Ground
from rulesets.campaign_1806.roster import TRAINS, VEDETTE, Unit
from rulesets.campaign_1806.rules.command.initiative import may_check
from rulesets.campaign_1806.rules.march.costs import step_cost
from rulesets.campaign_1806.rules.march.crossings import Crossings

_CASES: Final = MoveCases.under("8.0")
_HELD: Final = ZoneRule()
_LEADS: Final = ZoneRule(leave=True)
"""Leaders come into a zone where a friend is, and so end there."""


class Steps(dict[str, Mapping[str, int | None]]):
    """What each step costs one class of counters now; a hex is worked out when somebody asks for it."""

    def __init__(self, play: Play, unit: Unit, crossings: Crossings, *, marching: bool) -> None:
        super().__init__()
        self._play, self._unit, self._crossings, self._marching = play, unit, crossings, marching

    def __missing__(self, at: str) -> Mapping[str, int | None]:
        field = self._play.field
        self[at] = {
            to: step_cost(field, self._unit, at, to, marching=self._marching, crossings=self._crossings)
            for to in field.neighbours[at]
        }
        return self[at]


class Moves:
    """How counters move on a board in this phase, as the toolkit's search asks for it."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.crossings = play.crossings
        self._steps: dict[tuple[str, bool, bool, bool], Steps] = {}
        self.usual, self.by_road = self._rules(marching=False), self._rules(marching=True)
        self.ranges = play.ranges(play.army)

    def steps(self, uid: str, *, marching: bool) -> Steps:
        """What steps cost a counter."""
        unit = self.play.unit(uid)
        key = (unit.mover, unit.leads, unit.kind in TRAINS, marching)
        if key not in self._steps:
            self._steps[key] = Steps(self.play, unit, self.crossings, marching=marching)
        return self._steps[key]

    def _rules(self, *, marching: bool) -> MoveRules:
        play = self.play
        zone = play.zones[play.foe]
        return MoveRules(
            board=play,
            army=play.army,
            cases=_CASES,
            points=self.points,
            steps=lambda uid: self.steps(uid, marching=marching),
            zone=lambda uid: zone,
            zones=lambda uid: _LEADS if play.unit(uid).leads else _HELD,
            fits=lambda at, units: True,
            mover=lambda uid: play.unit(uid).mover,
        )

    def points(self, uid: str) -> int:
        """Half points of a counter; taking off a marker of road march costs one point."""
        unit = self.play.unit(uid)
        return 2 * unit.allowance - (2 if uid in self.play.marching and not unit.leads else 0)

    def able(self, uid: str) -> bool:
        """Whether a counter may move, if dice fall well."""
        play = self.play
        if uid in play.moved or uid not in play.at:
            return False
        return uid not in play.out or play.unit(uid).leads or may_check(play, self.ranges, uid)

    def path(self, uid: str, way: tuple[str, ...]) -> list[str]:
        """The words of a way on foot: who is on a road march ends it first."""
        start, *rest = way
        return [start, *(["drop"] if uid in self.play.marching else []), *rest]


class View(Scene[Play]):
    """The movement phase of an army; command has been given. The board is read, never changed."""

    ground: Ground

    def __init__(self, ground: Ground, moves: Moves, rules: PracticeRules, *, moving: bool = True) -> None:
        """moving: whether anybody may still move."""
        play = moves.play
        super().__init__(ground, play, play.army, rules)
        self.moves = moves
        for uid in play.on_map(self.army):
            if not play.unit(uid).fights:
                continue
            if moving and moves.able(uid):
                self.see(uid, moves.usual, {play.at[uid]: 0})
            else:
                self.keep(uid)
        if not self._last_of_all():
            self._fear()

    def _last_of_all(self) -> bool:
        """Whether the enemy has no player turn any more."""
        play = self.board
        last = play.setting.turns[-1]
        order = order_of(*play.setting.armies, last)
        return play.position.turn >= len(play.setting.turns) and play.army == order[1]

    def _fear(self) -> None:
        rules, play = self.rules, self.board
        self.threaten(
            (at, rules.strength(uid), play.unit(uid).allowance + 1)
            for at, units in self.foes.items()
            for uid in units
            if play.unit(uid).kind != VEDETTE
        )

    def nearest_foe(self, at: str) -> int:
        """Hexes to the nearest enemy who fights, many where there is none."""
        return min((self.board.field.distance(at, to) for to in self.foes), default=99)
