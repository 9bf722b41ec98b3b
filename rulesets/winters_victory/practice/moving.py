"""How parties move: infantry up to the enemy or into its place, guns into range, horse behind, the shaken away (6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    DISORDERED,
    ENEMY,
    GENERAL_ORDER,
    INFANTRY,
    LINE,
    ROUTED,
    SQUARE,
    UNLIMBERED,
)
from rulesets.winters_victory.documents.macros.seeking import Goal
from rulesets.winters_victory.practice.goals import STAYS, Party, Task, least, ratio
from rulesets.winters_victory.practice.view import View
from rulesets.winters_victory.practice.worth import held, prizes, worth
from rulesets.winters_victory.rules.firing.phase import in_reach
from rulesets.winters_victory.rules.formations.mobility import LONG_LINE

_CLOSE: Final = 6
"""Hexes to an enemy within which an attack next turn is thought of."""
_APART: Final = 3
"""Hexes from the enemy at which infantry waits: beyond its fire."""
_SAFE: Final = 5
"""Hexes from the enemy at which the shaken recover."""
_RANGE: Final = 5
"""Hexes from the enemy at which guns stand."""
_HORSE: Final = 4
"""Hexes from the enemy at which horse waits."""
_QUIET: Final = 12
"""Hexes from the enemy beyond which nobody who has no task stirs."""
_NEIGHBOURS: Final = 7
"""Hexes around within which both armies' points are compared."""
_TOGETHER: Final = 3
"""Hexes within which a brigade keeps."""
_SPREAD: Final = 8
"""Hexes from an objective within which battalions go for hexes of their own."""
_HELD: Final = 4
"""Hexes to an enemy within which nobody leaves an objective."""
_BESIDE: Final = 2
"""Hexes from the goal within which enemies are attacked who are not in the way to it."""
_TARGETS: Final = 2
"""Enemy hexes that a party tries to attack."""
_FEAR: Final = 15
"""By how much the enemy's attack in between may be worth more than that."""


class Mover:
    """Moves parties one after another on the board of a view."""

    def __init__(self, view: View) -> None:
        self.view, self.least = view, least(view.play, view.army)
        self.prizes, self.own = prizes(view.play, view.army), held(view.play, view.army)
        self.ratio = ratio(view.play, view.army)
        self.claimed: set[str] = set()
        self.anchors: dict[str, str] = {}

    def move(self, party: Party, task: Task | None) -> None:
        """A party's move, if one is of use; the rest of its brigade keeps near it."""
        self._move(party, task)
        first = next((uid for uid in party.units if uid in self.view.board.pieces), "")
        self.anchors.setdefault(self.view.board.unit(first).brigade, self.view.piece(first).at)

    def _move(self, party: Party, task: Task | None) -> None:
        view = self.view
        state = view.piece(party.units[0]).state
        if state == ROUTED or (task is None and view.to_foe(party.at) > _QUIET):
            return
        if state == DISORDERED:
            self._recoil(party, task)
        elif party.kind == ARTILLERY:
            self._guns(party, task)
        elif party.kind == CAVALRY:
            self._horse(party, task)
        else:
            self._foot(party, task)

    # -- the shaken --------------------------------------------------------------------------

    def _recoil(self, party: Party, task: Task | None) -> None:
        """wv 13.42-0: away from the enemy, to recover; who stands in what is to be held stays."""
        view = self.view
        if view.to_foe(party.at) >= _SAFE or (task is not None and party.at in task.goal) or party.kind == ARTILLERY:
            return
        self._seek(party, Goal(lambda at: max(0, _SAFE - view.to_foe(at))), ())

    # -- infantry ----------------------------------------------------------------------------

    def _foot(self, party: Party, task: Task | None) -> None:
        """Into objectives that stand empty, up to the enemy, or towards the goal; who holds a hex before the enemy
        keeps it."""
        if (
            party.at in self.own
            and self.view.to_foe(party.at) <= _HELD
            and not self.prizes.keys() & self._beside(party)
        ):
            self._turn(party)
            return
        rest = self._occupy(party, task) if task is not None and task.takes else party
        if rest is not None and not self._assault(rest, task):
            self._infantry(rest, task)

    def _beside(self, party: Party) -> set[str]:
        """The hexes of enemies next to a party."""
        return {at for at in self.view.ground.field.neighbours[party.at] if at in self.view.foes}

    def _occupy(self, party: Party, task: Task) -> Party | None:
        """wv 14.13: battalions go into hexes of the objective that stand empty, each into its own; who is left."""
        view, rest = self.view, []
        for uid in party.units:
            alone = Party((uid,), party.at, party.kind, view.piece(uid).strength)
            claim = self._claim(party.at, task.goal)
            if claim:
                self._approach(alone, (claim,))
            if not claim or view.piece(uid).at == party.at:
                rest.append(uid)
                self.claimed.discard(claim)
        points = sum(view.piece(uid).strength for uid in rest)
        return Party(tuple(rest), party.at, party.kind, points) if rest else None

    def _claim(self, at: str, goal: tuple[str, ...]) -> str:
        """The nearest hex of an objective that stands empty and nobody else goes to, "" for none near enough."""
        view, distance = self.view, self.view.ground.distance
        open_ = (one for one in goal if one not in self.claimed and not view.board.units_in(one))
        found = min(open_, key=lambda one: (distance(at, one), one), default="")
        if not found or distance(at, found) > _SPREAD:
            return ""
        self.claimed.add(found)
        return found

    def _assault(self, party: Party, task: Task | None) -> bool:
        """wv 12.11.3: up to an enemy, with the front to him, where the attack to come is worth it."""
        view = self.view
        if party.kind != INFANTRY or view.to_foe(party.at) > _CLOSE or not self._ready(party.at):
            return False
        if task is not None and not task.takes and party.at in task.goal:
            return False
        return any(self._attacks(party, to) for to in self._enemies(party, task))

    def _attacks(self, party: Party, to: str) -> bool:
        """wv 12.13-2: a party goes up to an enemy, battalion by battalion where cover lets no more attack at a time;
        whether one has done so."""
        if len(party.units) == 1 or self.view.ground.cover(to) not in ("hard", "soft"):
            return self._attack(party, to)
        alone = (Party((uid,), party.at, party.kind, self.view.piece(uid).strength) for uid in party.units)
        done = [self._attack(one, to) for one in alone]
        return any(done)

    def _enemies(self, party: Party, task: Task | None) -> list[str]:
        """The hexes of enemies to be attacked: those in the way to the goal first, the nearest of them."""
        view, distance = self.view, self.view.ground.distance
        goal = task.goal if task is not None else (party.at,)

        def left(at: str) -> int:
            return min(distance(at, one) for one in goal)

        def key(at: str) -> tuple[int, str]:
            return distance(at, party.at) + left(at), at

        most = max(_BESIDE, left(party.at) - 1)
        close = (at for at in view.foes if distance(at, party.at) <= _CLOSE and left(at) <= most)
        return sorted(close, key=key)[:_TARGETS]

    def _attack(self, party: Party, to: str) -> bool:
        view, ground = self.view, self.view.ground
        uid = party.units[0]

        def far(at: str) -> int:
            others = [one for one in view.board.fighting(at, view.army) if one not in party.units]
            return abs(ground.distance(at, to) - 1) + bool(others)

        beside = Goal(far)
        found = view.look(party.units, beside, self._changes(uid))
        if found is None or found.lacks[0]:
            return False
        at = found.stance.at
        side = facing.side_towards(ground.grid(at), at, to)
        for corner in sorted((side, facing.turned(side, 1)), key=lambda one: one != view.front(at)):
            turned = view.look(party.units, Goal(lambda one: ground.distance(one, at), corner), self._changes(uid))
            if turned is None or turned.lacks[0] or turned.lacks[2]:
                continue
            if not turned.path:
                return self._pays(at, to)
            return view.go(party.units, turned.path, lambda: self._pays(at, to))
        return False

    def _pays(self, at: str, to: str) -> bool:
        """Whether an attack is worth it, and more than what the enemy can do before it."""
        scene, army = self.view.phase.scene, self.view.army
        gain = worth(scene, army, at, to, prize=self.prizes.get(to, 0))
        return gain >= self.least and worth(scene, ENEMY[army], to, at) <= gain + _FEAR

    def _infantry(self, party: Party, task: Task | None) -> None:
        """Towards the goal, out of reach of the enemy unless it is into what is to be held; in line where it stays."""
        ground = self.view.ground
        if task is None:
            return self._turn(party)
        near = min(ground.distance(party.at, one) for one in task.goal)
        if not task.takes and near <= STAYS:
            return self._turn(party)
        return self._approach(party, task.goal)

    def _approach(self, party: Party, goal: tuple[str, ...]) -> None:
        """Towards the nearest hex of a goal; but for that, infantry stays out of reach of the enemy."""
        view, ground = self.view, self.view.ground

        waits = not self._ready(party.at)

        def far(at: str) -> int:
            shy = 0 if at in goal else 3 * max(0, _APART - view.to_foe(at))
            shelled = 6 if waits and at in view.shelled and at not in goal else 0
            return min(ground.distance(at, one) for one in goal) + shy + shelled + self._strays(party, at)

        if not self._march(party, far):
            nearest = min(goal, key=lambda one: ground.distance(party.at, one))
            self._seek(party, Goal(far, view.front(nearest)), self._changes(party.units[0]))

    def _ready(self, at: str) -> bool:
        """Whether enough of its army is near a place to close with the enemy there."""
        view = self.view
        own = view.around(at, view.army, _NEIGHBOURS)
        return 100 * own >= self.ratio * view.around(at, ENEMY[view.army], _NEIGHBOURS)

    def _strays(self, party: Party, at: str) -> int:
        """Hexes by which a hex is too far from the rest of the brigade."""
        anchor = self.anchors.get(self.view.board.unit(party.units[0]).brigade)
        return max(0, self.view.ground.distance(at, anchor) - _TOGETHER) if anchor else 0

    def _turn(self, party: Party) -> None:
        """Who stays looks at the enemy; a battalion alone in the open forms line."""
        view, piece = self.view, self.view.piece(party.units[0])
        at, corner = party.at, self.view.front(party.at)
        if corner is None or view.to_foe(at) > _QUIET:
            return
        foot = party.kind == INFANTRY and len(view.board.fighting(at, view.army)) == 1
        line = foot and piece.strength < LONG_LINE and piece.formation == COLUMN and not view.ground.obstructed(at)
        turns = piece.frontal and facing.turn(piece.facing, corner) > 0
        if line or turns:
            goal = Goal(
                lambda one: view.ground.distance(one, at), corner if turns else piece.facing, LINE if line else ""
            )
            self._seek(party, goal, ("line",) if line else ())

    def _changes(self, uid: str) -> tuple[str, ...]:
        piece, kind = self.view.piece(uid), self.view.board.unit(uid).kind
        if kind == INFANTRY:
            return ("column",) if piece.formation in (SQUARE, GENERAL_ORDER, LINE) else ()
        return ("reform",) if kind == CAVALRY and piece.formation == GENERAL_ORDER else ()

    # -- guns and horse ------------------------------------------------------------------------

    def _guns(self, party: Party, task: Task | None) -> None:
        """wv 7.5-1: guns with targets stay; others go where they have some, and unlimber."""
        view, ground = self.view, self.view.ground
        uid = party.units[0]
        if view.piece(uid).formation == UNLIMBERED and (task is None or in_reach(view.phase.scene, uid)):
            return
        goal = task.goal if task is not None else (party.at,)

        def far(at: str) -> int:
            foe = view.to_foe(at)
            shy = 4 * max(0, _RANGE - 1 - foe) + max(0, foe - _RANGE)
            return shy if shy or foe < _RANGE + 2 else min(ground.distance(at, one) for one in goal)

        if self._march(party, far):
            return
        found = far(party.at)
        corner = view.front(party.at)
        formation = UNLIMBERED if found <= 4 else ""
        self._seek(party, Goal(far, corner, formation), ("limber", "unlimber"))
        return

    def _horse(self, party: Party, task: Task | None) -> None:
        """Behind the infantry, in front of the enemy, near enough to charge him."""
        view, ground = self.view, self.view.ground
        goal = task.goal if task is not None else (party.at,)

        def far(at: str) -> int:
            foe = view.to_foe(at)
            shelled = 6 if at in view.shelled else 0
            there = min(ground.distance(at, one) for one in goal) + self._strays(party, at)
            return there + 3 * max(0, _HORSE - foe) + shelled

        if not self._march(party, far):
            self._seek(party, Goal(far, view.front(party.at)), self._changes(party.units[0]))

    # -- ways ------------------------------------------------------------------------------------

    def _march(self, party: Party, far: Callable[[str], int]) -> bool:
        """wv 6.41-1: by Grand Tactical Movement, where no enemy is within six hexes all the way."""
        view = self.view
        watched = view.scene().watched[view.army]
        if party.at in watched or far(party.at) < _QUIET:
            return False
        goal = Goal(far, fits=lambda done: done.after.at not in watched)
        found = view.look(party.units, goal, (), "grand")
        return found is not None and bool(found.path) and view.go(party.units, found.path)

    def _seek(self, party: Party, goal: Goal, words: tuple[str, ...]) -> None:
        """The move to the pose nearest to a goal; of a party that cannot go together each unit's own."""
        view = self.view
        found = view.look(party.units, goal, words)
        if found is not None and (not found.path or view.go(party.units, found.path)):
            return
        for uid in party.units if len(party.units) > 1 else ():
            alone = view.look((uid,), goal, words)
            if alone is not None and alone.path:
                view.go((uid,), alone.path)
