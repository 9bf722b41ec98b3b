"""The pose nearest to a goal that a unit can pay this turn: a search that looks at few poses, goal first (6.0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Final

from pbem.engine.options import Refusal
from pbem.wargame.movement import Reach
from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import EXTENDED, LINE
from rulesets.winters_victory.rules.moving.ending import settled
from rulesets.winters_victory.rules.moving.paths import act
from rulesets.winters_victory.rules.moving.poses import Poses, Search
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Act, Stance

_POSES: Final = 36
"""Poses that are looked at before the best so far counts."""
_DETOUR: Final = 2 * SCALE
"""Sixths of a point that a hex towards the goal is worth: an ordinary one costs one point, a bad one two."""


@dataclass(frozen=True)
class Goal:
    """What a unit is to come to.

    far: hexes from a hex to the goal, 0 in it. corner: the corner to look at, None for any. formation: "" for any.
    fits: which acts it may do on the way."""

    far: Callable[[str], int]
    corner: int | None = None
    formation: str = ""
    fits: Callable[[Act], bool] = lambda done: True

    def lacks(self, scene: Scene, uid: str, stance: Stance) -> tuple[int, int, int]:
        """What a stance lacks of the goal: hexes, whether it is in another formation, corners to turn."""
        formation = LINE if stance.formation == EXTENDED else stance.formation
        other = int(bool(self.formation) and formation != self.formation)
        fronts = self.corner is not None and scene.fronts(scene.unit(uid), stance)
        turns = facing.turn(stance.facing, self.corner) if fronts and self.corner is not None else 0
        return self.far(stance.at), other, turns


@dataclass(frozen=True)
class Found:
    """The best pose found. path: words that lead there, none if the unit stays. stance: how it then stands. lacks: what
    it lacks of the goal."""

    path: tuple[str, ...]
    stance: Stance
    lacks: tuple[int, int, int]


def seek(scene: Scene, uid: str, goal: Goal, first: Stance, words: tuple[str, ...]) -> Found | None:
    """wv 6.0-2, 6.11-1: the pose nearest to a goal where a unit may end; None if it may end nowhere.

    scene: with the unit as its party. first: the stance to begin from. words: changes that are tried besides steps and
    turns."""
    search = Search(scene, uid, words, goal.fits)
    start = search.add(first)
    before: dict[str, str] = {start: ""}
    heap = [(_rank(scene, uid, goal, first), 0, start)]
    done: list[str] = []
    while heap and len(done) < _POSES:
        _, _, node = heappop(heap)
        if node in done:
            continue
        done.append(node)
        if not any(goal.lacks(scene, uid, search.stances[node])) and _may_end(scene, uid, search.stances[node]):
            break
        beyond = list(search.neighbours(node))
        if not beyond and _is_nearest(scene, uid, goal, search, node):
            break
        for to in beyond:
            if to in done:
                continue
            stance = search.stances[to]
            if to not in before or stance.spent == search.stances[node].spent + search.costs[node, to]:
                before[to] = node
            heappush(heap, (_rank(scene, uid, goal, stance), stance.spent, to))
    ranked = sorted(done, key=lambda node: _worth(scene, uid, goal, search.stances[node], node))
    best = next((node for node in ranked if _may_end(scene, uid, search.stances[node])), "")
    if not best:
        return None
    path = _words(search, start, best, before)
    return Found(path, search.stances[best], goal.lacks(scene, uid, search.stances[best]))


def peaceful(scene: Scene, uid: str, goal: Goal) -> Goal:
    """A goal on the way to which a unit neither enters hexes of enemies nor falls into disorder, itself or
    others."""
    good = scene.piece(uid).good

    def fits(done: Act) -> bool:
        hale = done.after.good or not good
        return hale and not done.displaced and not done.others and goal.fits(done)

    return replace(goal, fits=fits)


def begun(scene: Scene, uid: str, first: Stance, word: str) -> Stance | None:
    """How a unit stands after a first word of its path; None if it may not."""
    done = act(scene, uid, first, word)
    return None if isinstance(done, Refusal) else done.after


def _is_nearest(scene: Scene, uid: str, goal: Goal, search: Search, node: str) -> bool:
    """Whether nobody who was looked at lacks less than a pose in which a unit has spent all that it has: of those that
    are left the search has the best first, so another would hardly come nearer."""
    stance = search.stances[node]
    lacks = goal.lacks(scene, uid, stance)
    return all(lacks <= goal.lacks(scene, uid, one) for one in search.stances.values()) and _may_end(scene, uid, stance)


def _may_end(scene: Scene, uid: str, stance: Stance) -> bool:
    return not isinstance(settled(scene, uid, stance, frozenset()), Refusal)


def _rank(scene: Scene, uid: str, goal: Goal, stance: Stance) -> int:
    hexes, other, turns = goal.lacks(scene, uid, stance)
    return stance.spent + _DETOUR * hexes + SCALE * other + SCALE // 2 * turns


def _worth(scene: Scene, uid: str, goal: Goal, stance: Stance, node: str) -> tuple[int, int, int, int, str]:
    return *goal.lacks(scene, uid, stance), stance.spent, node


def _words(search: Search, start: str, node: str, before: dict[str, str]) -> tuple[str, ...]:
    nodes = [node]
    while nodes[-1] != start:
        nodes.append(before[nodes[-1]])
    found = Reach(start, {}, (), {node: tuple(reversed(nodes))})
    return Poses(found, search.stances, search.words).path(node)
