"""Where each party goes: to an objective that is to be taken or held, or at the enemy (20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rulesets.winters_victory.board.pieces import ENEMY, FRENCH, GOOD, INFANTRY
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.practice.view import View
from rulesets.winters_victory.rules.victory import POINTS, holder
from rulesets.winters_victory.scenarios_data import Objective
from rulesets.winters_victory.tempo import PHASING, SHOCKS

_AROUND: Final = 10
"""Hexes from an objective within which enemies count for what it needs."""
_LEAST: Final = 9
"""Points that an objective needs of who has to take it, whoever is there: a battalion."""
_CROWDED: Final = 15
"""Hexes that a party rather goes than to an objective that has enough."""
_LEAST_WORTH, _WAITS = 16, 4
"""What an attack has to be worth for who may wait, and for who has to attack and has time."""
_HURRY: Final = ((1, -30), (3, -12), (6, -4))
"""Shock phases left -> what it has to be worth then."""
_SHARE: Final = 110
_SHARES: Final = ((4, 0), (8, 80))
"""Shock phases left -> per cent of the enemy's points that are enough."""
_LOT: Final = 24
"""Points of infantry that move together."""
STAYS: Final = 3
"""Hexes from an objective within which its defenders stand."""


@dataclass(frozen=True)
class Party:
    """Units of one hex that move together."""

    units: tuple[str, ...]
    at: str
    kind: str
    strength: int


@dataclass(frozen=True)
class Task:
    """What a party is to do. goal: hexes, it goes to the nearest. takes: whether it is to take them."""

    goal: tuple[str, ...]
    takes: bool


def attacks(play: Play, army: str) -> bool:
    """Whether the army has to attack: the French where objectives alone decide, whoever has fewer of them else."""
    scenario, held = play.setting.scenario, play.position.held
    if scenario.victory["kind"] != POINTS:
        return army == FRENCH
    own = sum(one.points for one in scenario.objectives if holder(one, held) == army)
    his = sum(one.points for one in scenario.objectives if holder(one, held) == ENEMY[army])
    return own < his or (own == his and army == FRENCH)


def left(play: Play, army: str) -> int:
    """Shock phases that an army still has."""
    ids = [(day, one.turn, one.name) for day, one in play.setting.segments]
    now = ids.index((play.position.day, play.position.turn, play.position.segment))
    later = (phase for _, one in play.setting.segments[now:] for _, phase in one.phases)
    return sum(phase in SHOCKS and PHASING[phase] == army for phase in later)


def least(play: Play, army: str) -> int:
    """What a shock attack has to be worth: little for who has to attack, less as his time runs out."""
    if not attacks(play, army):
        return _LEAST_WORTH
    turns = left(play, army)
    return next((worth for most, worth in _HURRY if turns <= most), _WAITS)


def ratio(play: Play, army: str) -> int:
    """Of the enemy's points near a place, how many per cent have to be there before infantry closes with him."""
    turns = left(play, army)
    return next((share for most, share in _SHARES if turns <= most), _SHARE) if attacks(play, army) else _SHARE


def parties(view: View, units: Sequence[str]) -> tuple[Party, ...]:
    """Infantry of one hex, brigade and formation in good order together, everybody else alone."""
    found: dict[tuple[str, ...], list[str]] = {}
    for uid in units:
        unit, piece = view.board.unit(uid), view.piece(uid)
        joins = unit.kind == INFANTRY and piece.state == GOOD and not piece.second
        key = (piece.at, unit.brigade, piece.formation, str(piece.facing)) if joins else (uid,)
        found.setdefault(key, []).append(uid)
    return tuple(_party(view, one) for joined in found.values() for one in _lots(view, joined))


def _lots(view: View, units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Units in their order by lots that are no better target than they need be."""
    lot: list[str] = []
    for uid in units:
        if lot and sum(view.piece(one).strength for one in (*lot, uid)) > _LOT:
            yield tuple(lot)
            lot = []
        lot.append(uid)
    yield tuple(lot)


def _party(view: View, units: tuple[str, ...]) -> Party:
    order = view.board.units_in(view.piece(units[0]).at)
    ranked = tuple(sorted(units, key=order.index))
    points = sum(view.piece(uid).strength for uid in units)
    return Party(ranked, view.piece(ranked[0]).at, view.board.unit(ranked[0]).kind, points)


class Tasks:
    """Which objectives need whom. attacking: whether the army has to attack."""

    def __init__(self, view: View) -> None:
        self.view, self.attacking = view, attacks(view.play, view.army)
        self.objectives = view.play.setting.scenario.objectives
        self.needs = {one.name: self._need(one) for one in self.objectives}
        self.most = max((one.points for one in self.objectives), default=1)

    def _ours(self, one: Objective) -> bool:
        return holder(one, self.view.play.position.held) == self.view.army

    def _need(self, one: Objective) -> int:
        """Points that an objective needs: as many as the enemy has near it, by half more to take it."""
        his = self._points(one, ENEMY[self.view.army], _AROUND)
        return his if self._ours(one) else _LEAST + his * 3 // 2

    def _points(self, one: Objective, army: str, radius: int) -> int:
        view = self.view
        near = {at for hex_ in one.hexes for at in view.ground.grid(hex_).within(hex_, radius)}
        return sum(view.strength(at, army) for at in sorted(near) if at in view.board.here)

    def given(self, found: Sequence[Party]) -> Mapping[tuple[str, ...], Task]:
        """Party -> its task; who is nearest to an objective that needs somebody goes first. Who has none stays."""
        far = {(one.units, goal.name): self._far(one, goal) for one in found for goal in self.objectives}
        tasks: dict[tuple[str, ...], Task] = {}
        left = dict(self.needs)
        for one in sorted(
            found, key=lambda one: (min((far[one.units, g.name] for g in self.objectives), default=0), one.units)
        ):
            ranked = sorted(self._wanted(one, far, left))
            if not ranked:
                continue
            _, name = ranked[0]
            left[name] -= one.strength
            goal = next(g for g in self.objectives if g.name == name)
            tasks[one.units] = Task(self._hexes(goal), not self._ours(goal))
        return tasks

    def _far(self, one: Party, goal: Objective) -> int:
        return min(self.view.ground.distance(one.at, at) for at in goal.hexes)

    def _wanted(
        self, one: Party, far: Mapping[tuple[tuple[str, ...], str], int], left: Mapping[str, int]
    ) -> Iterator[tuple[int, str]]:
        for goal in self.objectives:
            distance = far[one.units, goal.name]
            crowded = left[goal.name] <= 0
            if crowded and not (self.attacking and not self._ours(goal)) and distance > STAYS:
                continue
            yield distance - 4 * goal.points // self.most + _CROWDED * crowded, goal.name

    def _hexes(self, goal: Objective) -> tuple[str, ...]:
        """Those of its hexes that the enemy holds or nobody does, if it is to be taken and there are some; else all."""
        held = self.view.play.position.held
        foreign = tuple(at for at in goal.hexes if held.get(at) != self.view.army)
        return foreign if foreign and not self._ours(goal) else goal.hexes
