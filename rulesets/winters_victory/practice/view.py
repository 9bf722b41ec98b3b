"""What the practice opponent looks at: a movement phase rehearsed on a board of its own, and where the enemy is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import ARTILLERY, CREW, ENEMY, LEADER, ROUTED, UNLIMBERED, Piece
from rulesets.winters_victory.documents.macros.seeking import Found, Goal, begun, peaceful, seek
from rulesets.winters_victory.orders_options import SegmentOrders, rehearsed
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.movement_phase import Entry
from rulesets.winters_victory.rules.moving.paths import together
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance, stance_of
from rulesets.winters_victory.rules.sight import in_triangle
from rulesets.winters_victory.setting import distances

NOWHERE: Final = 99
"""Hexes to an enemy where there is none."""
_LOOKED_AT: Final = 9
"""Hexes within which an enemy counts for the front of a unit."""
_SHELLED: Final = 8
"""Hexes over which guns are feared."""
_NEAREST: Final = 6
"""Enemies by whom a front is chosen."""


class View:
    """The rehearsal of the movement phase of the army whose orders are written. play: never changed."""

    def __init__(self, play: Play) -> None:
        self.play, self.army = play, play.segment.army
        self.phase = SegmentOrders(play).rehearsal()
        self.board, self.ground = self.phase.scene.board, play.setting.ground
        self.entries: list[dict[str, object]] = []
        self.watched: Mapping[str, frozenset[str]] | None = None

    # -- the enemy ---------------------------------------------------------------------------

    @cached_property
    def foes(self) -> tuple[str, ...]:
        """The hexes of enemies who are not routed, in order."""
        board, enemy = self.board, ENEMY[self.army]
        return tuple(
            sorted(at for at in board.here if any(board.piece(u).state != ROUTED for u in board.fighting(at, enemy)))
        )

    @cached_property
    def near(self) -> Mapping[str, int]:
        """Hex -> hexes to the nearest of them."""
        return distances(self.ground.field, self.foes)

    def to_foe(self, at: str) -> int:
        """Hexes to the nearest enemy who is not routed."""
        return self.near.get(at, NOWHERE)

    @cached_property
    def shelled(self) -> frozenset[str]:
        """The hexes before the enemy's batteries that are unlimbered."""
        found: set[str] = set()
        for uid, piece in self.board.pieces.items():
            unit = self.board.unit(uid)
            if unit.army == self.army or unit.kind != ARTILLERY or piece.formation != UNLIMBERED:
                continue
            reach = self.ground.grid(piece.at).within(piece.at, _SHELLED)
            found.update(at for at in reach if in_triangle(self.ground, piece.at, piece.facing, at))
        return frozenset(found)

    def around(self, at: str, army: str, radius: int) -> int:
        """Points of an army within so many hexes, who is not routed."""
        board, points = self.board, 0
        for near in self.ground.grid(at).within(at, radius):
            if near in board.here and any(board.piece(uid).state != ROUTED for uid in board.fighting(near, army)):
                points += self.strength(near, army)
        return points

    def strength(self, at: str, army: str) -> int:
        """Points of an army in a hex, of batteries those of their crews."""
        return self.phase.scene.strength(at, army)

    def front(self, at: str) -> int | None:
        """The corner out of which most of the nearest enemies lie; None without any."""
        distance = self.ground.distance
        close = sorted((distance(at, one), one) for one in self.foes if distance(at, one) <= _LOOKED_AT)[:_NEAREST]
        if not close:
            return None
        return max(range(facing.CORNERS), key=lambda corner: (self._seen(at, corner, close), -corner))

    def _seen(self, at: str, corner: int, close: Sequence[tuple[int, str]]) -> int:
        total = 0
        for far, one in close:
            weight = 12 // max(1, far)
            if in_triangle(self.ground, at, corner, one):
                total += 3 * weight
            elif any(in_triangle(self.ground, at, facing.turned(corner, by), one) for by in (1, -1)):
                total += weight
        return total

    # -- own units ---------------------------------------------------------------------------

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Its combat units on the map but crews, who go with their guns; by id."""
        found = (uid for uid in sorted(self.board.pieces) if self.board.unit(uid).army == self.army)
        return tuple(uid for uid in found if self.board.unit(uid).kind not in (LEADER, CREW))

    def piece(self, uid: str) -> Piece:
        """A counter as it stands in the rehearsal."""
        return self.board.piece(uid)

    # -- moves -------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The situation for the next move; enemies do not move, so who is near them is known."""
        found = self.phase.walking()
        if self.watched is None:
            self.watched = found.watched
        vars(found)["watched"] = self.watched
        return found

    def look(self, units: tuple[str, ...], goal: Goal, words: tuple[str, ...] = (), *first: str) -> Found | None:
        """The pose nearest to a goal for the first of some units of a hex, neither among enemies nor into disorder.
        first: words that the path begins with."""
        bare = self.scene()
        scene = together(bare, units)
        vars(scene)["watched"] = self.watched
        uid = units[0]
        stance: Stance | None = stance_of(scene.piece(uid))
        for word in first:
            stance = stance and begun(scene, uid, stance, word)
        if stance is None:
            return None
        found = seek(scene, uid, peaceful(scene, uid, goal), stance, words)
        return replace(found, path=(*first, *found.path)) if found and found.path else found

    def go(self, units: tuple[str, ...], path: tuple[str, ...], wanted: Callable[[], bool] = lambda: True) -> bool:
        """Makes a path an entry, if the rules allow it and the board that it leads to is `wanted`; else all is as
        before."""
        kept = {uid: replace(piece, marks=set(piece.marks)) for uid, piece in self.board.pieces.items()}
        here, moved, held = dict(self.board.here), set(self.phase.moved), set(self.phase.held)
        if path and rehearsed(self.phase, Entry(units, path)) is None and wanted():
            self.entries.append({"units": list(units), "path": list(path)})
            return True
        self.board.pieces, self.board.here = kept, here
        self.phase.moved, self.phase.held = moved, held
        return False
