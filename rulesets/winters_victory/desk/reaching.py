"""Where units can go together, as plain data for a page (6.0, 6.11, 5.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from typing import Final

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Refusal
from pbem.hexgame.desk.reaching import cited
from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import GENERAL_ORDER, GOOD
from rulesets.winters_victory.documents.leading import Leading, Pose
from rulesets.winters_victory.rules.formations.mobility import allowance
from rulesets.winters_victory.rules.morale.effectiveness import OUT
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk
from rulesets.winters_victory.rules.moving.scene import Scene

_UNDER_FIRE: Final = "in an enemy fire zone: who leaves it is fired at (11.3)"


@cache
def points(sixths: int) -> str:
    """Sixths of a movement point as a page has them: 9 -> `3/2`."""
    return str(Fraction(sixths, SCALE))


def allowed(scene: Scene, units: Sequence[str]) -> int:
    """wv 6.11-1: sixths of a movement point that the slowest has as he stands."""
    board = scene.board
    return min(allowance(board.unit(uid), board.piece(uid).formation) for uid in units)


class Reaching:
    """Where units go out of the hex in which they stand together. phase: the movement phase as it stands when they
    move."""

    def __init__(self, phase: MovementPhase, units: Sequence[str]) -> None:
        self.phase, self.units = phase, tuple(units)
        self.scene = phase.walking()
        self.leading = Leading(self.scene, units)

    def reach(self, way: Sequence[str]) -> Reach:
        """wv 6.0-2: every hex to which all get, the nearest first, along ways of which each goes on from that of the
        hex before. way: hexes through which they have been led, their own first; then only what lies behind."""
        refused = self.phase.why_not(Entry(self.units, ()))
        if refused is not None:
            return Reach("", (), cited(refused))
        poses, has = [self.leading.begin()], points(allowed(self.scene, self.units))
        start = self.scene.board.piece(self.units[0]).at
        if way and way[0] != start:
            return Reach(has, (), f"they do not begin in {way[0]}")
        for at in way[1:]:
            poses = self.leading.onward(poses, at)
        if not poses:
            return Reach(has, (), "the way is too long or barred")
        found, before = self._search(way[-1] if way else start, poses)
        return Reach(has, tuple(self._step(at, found[at], before[at], led=len(way) > 1) for at in found))

    def _search(self, start: str, poses: list[Pose]) -> tuple[dict[str, list[Pose]], dict[str, str]]:
        """Hex -> the poses in which it is reached along the cheapest way; hex -> the one before it."""
        near = self.scene.ground.field.neighbours
        known = {start: poses}
        found: dict[str, list[Pose]] = {}
        before = {start: ""}
        heap = [(poses[0].spent, start)]
        while heap:
            spent, at = heappop(heap)
            if at in found or spent != known[at][0].spent:
                continue
            found[at] = known[at]
            for to in near[at]:
                if to in found:
                    continue
                onward = self.leading.onward(found[at], to)
                if onward and (to not in known or onward[0].spent < known[to][0].spent):
                    known[to], before[to] = onward, at
                    heappush(heap, (onward[0].spent, to))
        return found, before

    def _step(self, at: str, poses: Sequence[Pose], before: str, *, led: bool) -> Step:
        best = self.leading.best(poses)
        assert best is not None, "a hex that was found has poses"
        cost = self.leading.cost(best)
        refused = self._why_no_end(best) if best.words else None
        stop = cost is not None and refused is None
        note = cited(refused) if refused is not None else "; ".join(self._notes(best, at, gone=bool(before) or led))
        return Step(at, points(best.spent if cost is None else cost), before, stop, note)

    def _why_no_end(self, pose: Pose) -> Refusal | None:
        """wv 17.12-1, 5.41-1, 9.1-1: why a move may not be made so."""
        if any(OUT in self.scene.piece(uid).marks for uid in self.units):
            refused = self.phase.why_not(Entry(self.units, pose.words))
            if refused is not None:
                return refused
        if len(self.units) == 1 and not pose.touched:
            return self.leading.why_no_end(pose)
        walk = Walk.begin(replace(self.scene, board=self._scratch(pose)), self.units)
        for word in pose.words:
            refused = walk.follow(word)
            if refused is not None:
                return refused
        done = finish(walk)
        return done if isinstance(done, Refusal) else None

    def _scratch(self, pose: Pose) -> Board:
        """A board on which a move may be tried: whoever it can change, in its hexes, is another counter there."""
        board = self.scene.board
        found = Board(board.field, board.units)
        hexes = {self.scene.piece(self.units[0]).at, *(word.partition(" ")[0] for word in pose.words)}
        there = {uid for at in hexes for uid in board.units_in(at)}
        found.pieces = dict(board.pieces) | {uid: board.piece(uid).copy() for uid in there}
        found.here = dict(board.here)
        return found

    def _notes(self, pose: Pose, at: str, *, gone: bool) -> list[str]:
        """What befalls them there."""
        found = []
        if gone:
            states = dict.fromkeys(one.state for one in pose.stances.values() if one.state != GOOD)
            found += [f"they come there {state}" for state in states]
            if any(one.formation == GENERAL_ORDER for one in pose.stances.values()):
                found.append("in General Order")
            army = self.scene.board.unit(self.units[0]).army
            found += [_UNDER_FIRE] if self.scene.pinned(at, army) else []
        return found
