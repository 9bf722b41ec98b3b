"""Where a unit can get to: hex, facing and formation, the cheapest way there, and the words of a path for it (6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from pbem.engine.options import Refusal
from pbem.wargame.movement import Reach, reach
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import GOOD, UNLIMBERED
from rulesets.winters_victory.rules.moving.ending import settled
from rulesets.winters_victory.rules.moving.paths import act, together
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Act, Stance, stance_of

ALL_AROUND = "-"
"""What stands for the facing of a pose that has none."""
_FURTHEST = 1000
"""More points than any unit has: the acts themselves know how many there are."""


@dataclass(frozen=True, slots=True)
class Poses:
    """wv 6.0-2: what one unit can reach. Nodes are texts `HEX/V/FORMATION`, V the corner or `-`, with more behind a
    blank where it matters: `+HEX` the second half, a state, `rear`, `<HEX` whence it came among friends.

    found: costs in sixths and paths of nodes. stances: node -> how the unit stands there. words: pair of nodes -> the
    word of a path that leads from one to the other."""

    found: Reach
    stances: dict[str, Stance]
    words: dict[tuple[str, str], str]

    def path(self, node: str) -> tuple[str, ...]:
        """wv 6.0-2: the words of the cheapest path to a node; turns that follow each other are one. Raises KeyError for
        a node that cannot be reached."""
        nodes = self.found.paths[node]
        told: list[str] = []
        for pair in pairwise(nodes):
            word = self.words[pair]
            turns = word.startswith("face ") and bool(told) and told[-1].startswith("face ")
            # An extended line wheels another way if several turns are made one.
            if turns and not self.stances[pair[0]].second:
                told.pop()
            told.append(word)
        return tuple(told)

    def best(self, at: str, corner: int | None = None, formation: str = "") -> str:
        """The cheapest node where the unit may end in a hex, with that facing and formation if they are given; "" for
        none."""
        for node in self.found.stops:
            stance = self.stances[node]
            facing_fits = corner is None or not stance.frontal or stance.facing == corner
            if stance.at == at and facing_fits and formation in ("", stance.formation):
                return node
        return ""


def anything(done: Act) -> bool:
    """Every act is tried."""
    return True


@dataclass
class Search:
    """wv 6.0-2: the graph of poses, found as it is walked: the cheapest stance of a node is known when its neighbours
    are asked. changes: words tried besides steps and turns. fits: which acts are tried at all."""

    scene: Scene
    uid: str
    changes: tuple[str, ...]
    fits: Callable[[Act], bool] = anything
    stances: dict[str, Stance] = field(default_factory=dict)
    words: dict[tuple[str, str], str] = field(default_factory=dict)
    costs: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, stance: Stance) -> str:
        """The node of a stance, which it now stands for if no cheaper one does."""
        node = self.name(stance)
        known = self.stances.get(node)
        if known is None or stance.spent < known.spent:
            self.stances[node] = stance
        return node

    def name(self, stance: Stance) -> str:
        """The node of a stance: what the way to it was, as far as it matters for what follows, but not its cost."""
        fronts = self.scene.fronts(self.scene.board.unit(self.uid), stance) and not stance.free
        more = [f"+{stance.second}"] if stance.second else []
        if stance.state != GOOD:
            more.append(stance.state)
        if stance.rear:
            more.append(f"rear {stance.entered}")
        if stance.came and self.scene.friends(self.uid, stance.at):
            more.append(f"<{stance.came}")
        corner = str(stance.facing) if fronts else ALL_AROUND
        return " ".join([f"{stance.at}/{corner}/{stance.formation}", *more])

    def neighbours(self, node: str) -> tuple[str, ...]:
        """The nodes that one word leads to."""
        stance = self.stances[node]
        near = []
        for word in self.words_from(stance):
            done = act(self.scene, self.uid, stance, word)
            if isinstance(done, Refusal) or not self.fits(done):
                continue
            to = self.add(done.after)
            if to != node and ((node, to) not in self.costs or done.points < self.costs[node, to]):
                self.costs[node, to], self.words[node, to] = done.points, word
                near.append(to)
        return tuple(dict.fromkeys(near))

    def words_from(self, stance: Stance) -> Iterator[str]:
        """The words worth trying: hexes ahead, a corner to either side (every corner where any costs the same),
        changes."""
        unit = self.scene.board.unit(self.uid)
        fronts = self.scene.fronts(unit, stance)
        yield from (to for to in self.scene.ground.field.neighbours[stance.at] if self.scene.faces(unit, stance, to))
        if fronts and (stance.free or stance.formation == UNLIMBERED):
            yield from (f"face {corner}" for corner in range(facing.CORNERS))
        elif fronts and stance.good:
            yield from (f"face {facing.turned(stance.facing, step)}" for step in (1, -1))
        yield from self.changes


def poses(
    scene: Scene,
    uid: str,
    *,
    changes: tuple[str, ...] = (),
    grand: bool = False,
    fits: Callable[[Act], bool] = anything,
) -> Poses:
    """wv 6.0-2, 6.11-1, 6.11-2: all that a unit can reach in its movement by steps, turns and the changes that are
    named, such as ("line", "column"), or the words of guns, ("limber", "unlimber").

    grand: by Grand Tactical Movement, if it may. fits: which acts are tried at all. Of roads it knows what `step`
    knows, no Road Column."""
    search = Search(together(scene, (uid,)), uid, changes, fits)
    first = stance_of(scene.board.piece(uid))
    if grand:
        declared = act(search.scene, uid, first, "grand")
        first = first if isinstance(declared, Refusal) else declared.after
    start = search.add(first)
    found = reach(
        start,
        _FURTHEST,
        search.neighbours,
        lambda a, b: search.costs.get((a, b)),
        may_stop=lambda node: not isinstance(settled(search.scene, uid, search.stances[node], frozenset()), Refusal),
    )
    return Poses(found, search.stances, search.words)
