"""A brigade at work on a board of its own: paths that its units can pay, and what they cannot do (6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    GENERAL_ORDER,
    INFANTRY,
    LINE,
    SQUARE,
    UNLIMBERED,
)
from rulesets.winters_victory.documents.macros.seeking import Found, Goal, begun, peaceful, seek
from rulesets.winters_victory.rules.formations.skirmishing import detach
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk, together, why_not_move
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import stance_of

WORDS: Final = {LINE: "line", COLUMN: "column", SQUARE: "square", GENERAL_ORDER: "go", UNLIMBERED: "unlimber"}
"""Formations -> words of a path that lead into them."""


def copied(scene: Scene) -> Scene:
    """A scene over a board of its own, which no enemy moves on: what is known of their nearness holds."""
    board = Board(scene.board.field, scene.board.units)
    board.pieces = {uid: piece.copy() for uid, piece in scene.board.pieces.items()}
    board.here = dict(scene.board.here)
    return replace(scene, board=board).knowing(scene)


@dataclass
class Work:
    """The brigade on its scratch board. first: as it was before."""

    scene: Scene
    first: Scene
    entries: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    remarks: list[Refusal] = field(default_factory=list)
    detached: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def remark(self, uid: str, case: str, what: str, at: str) -> None:
        self.remarks.append(self.scene.refusal(uid, case, what, at))

    def movable(self, units: Iterable[str]) -> list[str]:
        """Those who may move at all; of the others remarks."""
        found = []
        for uid in units:
            refused = why_not_move(self.scene, uid)
            if refused:
                self.remarks.append(refused)
            else:
                found.append(uid)
        return found

    def of_kind(self, units: Iterable[str], kinds: frozenset[str], what: str) -> list[str]:
        """Those of some arms; of the others remarks that they cannot do what is told."""
        found = []
        for uid in units:
            if self.scene.unit(uid).kind in kinds:
                found.append(uid)
            else:
                self.remark(uid, "7.3", f"{what} and stays in {self.scene.piece(uid).at}", self.scene.piece(uid).at)
        return found

    def alone(self, uid: str) -> Scene:
        """The scene in which a unit moves, with its crew."""
        return together(self.scene, (uid,))

    def seek(self, uid: str, goal: Goal, words: Sequence[str] = (), *first: str) -> Found | None:
        """The pose nearest to a goal; first: words that the path begins with, such as `grand` or `about`."""
        scene, stance = self.alone(uid), stance_of(self.scene.piece(uid))
        goal = peaceful(scene, uid, goal)
        for word in first:
            after = begun(scene, uid, stance, word)
            if after is None:
                return None
            stance = after
        found = seek(scene, uid, goal, stance, tuple(words))
        if found is None or not first:
            return found
        return replace(found, path=(*first, *found.path)) if found.path else None

    def go(self, units: tuple[str, ...], path: Sequence[str]) -> bool:
        """Has units of a hex follow a path on the scratch board and makes it an entry; False, and all as before, if it
        cannot be followed or may not end so."""
        if not path:
            return True
        if not self._walked(units, path):
            self._rewind()
            return False
        self.entries.append((units, tuple(path)))
        return True

    def _walked(self, units: tuple[str, ...], path: Sequence[str]) -> bool:
        walk = Walk.begin(self.scene, units)
        if any(walk.follow(token) for token in path):
            return False
        acts = finish(walk)
        if isinstance(acts, Refusal):
            return False
        walk.carry_out(acts)
        return True

    def _rewind(self) -> None:
        """Takes back what went wrong, which is rare: what went well is done once more on a new board."""
        self.scene = copied(self.first)
        for battalion, companies in self.detached:
            detach(self.scene.board, battalion, companies)
        for units, path in self.entries:
            self._walked(units, path)

    def come(self, uid: str, found: Found | None, where: str) -> None:
        """Takes the path that was found; a remark if it falls short. where: what the goal is called."""
        at = self.scene.piece(uid).at
        if found is None or not self.go((uid,), found.path):
            self.remark(uid, "6.0-2", f"finds no way from {at} {where}", at)
            return
        hexes, other, turns = found.lacks
        if hexes:
            text = f"comes as far as {found.stance.at} on its way {where}"
            self.remark(uid, "6.11-1", text, found.stance.at)
        elif other or turns:
            what = "in the formation" if other else "with the front"
            self.remark(uid, "7.11-1", f"reaches {found.stance.at}, but not {what} that was told", found.stance.at)


def nearest_first(scene: Scene, goals: Sequence[tuple[str, Callable[[str], int]]]) -> list[int]:
    """Places in a list of units and how far they have to go: who is nearest to his goal moves first, so that he makes
    room; ties in the order of the roster."""
    return sorted(range(len(goals)), key=lambda i: (goals[i][1](scene.piece(goals[i][0]).at), i))


def changes(scene: Scene, uid: str, formation: str = "") -> tuple[str, ...]:
    """The changes worth trying on the way to a formation, "" for any: out of General Order, guns limbered."""
    unit, piece = scene.unit(uid), scene.piece(uid)
    if unit.kind == ARTILLERY:
        return ("limber", "unlimber") if formation == UNLIMBERED else ("limber",)
    if unit.kind == INFANTRY:
        wanted = (WORDS[formation],) if formation in WORDS else ()
        return tuple(dict.fromkeys(("column", *wanted))) if wanted or piece.formation in (SQUARE, GENERAL_ORDER) else ()
    return ("reform",) if unit.kind == CAVALRY and piece.formation == GENERAL_ORDER else ()
