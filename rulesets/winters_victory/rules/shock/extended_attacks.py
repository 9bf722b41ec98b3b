"""Shock attacks of an extended line: which of its three hexes, with how much, and what two results come to (8.35)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import EXTENDED, LINE, SKIRMISHERS
from rulesets.winters_victory.rules.formations.involuntary import general_order
from rulesets.winters_victory.rules.moving.stance import put, stance_of
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.shock_charts import CODES

CENTRE_MOST: Final = 9
"""wv 8.35.2-1: points that attack the hex before both halves."""
SHIFT: Final = 2
"""wv 8.35.2-2: points that may go from one half to the other."""


def ahead(scene: Scene, uid: str) -> tuple[str, str, str]:
    """wv 5.1A, 8.35.2-1, 8.35.2-2: the hexes before an extended line, left, centre and right; "" beyond the map."""
    piece, board = scene.piece(uid), scene.board
    right_first = board.side(piece.at, piece.second) == (piece.facing + 1) % 6
    left, right = (piece.at, piece.second) if right_first else (piece.second, piece.at)
    grid = scene.ground.grid(piece.at)

    def beside(at: str, side: int) -> str:
        return grid.neighbour(at, grid.directions[side % 6]) or ""

    return beside(left, piece.facing - 1), beside(left, piece.facing), beside(right, piece.facing)


def why_not_at(scene: Scene, uid: str, targets: Sequence[str]) -> Refusal | None:
    """wv 8.35.2-1, 8.35.2-2: why an extended line in good order may not attack these hexes at once; None if it may: the
    centre alone, or a side alone, or two of the three."""
    name, before = scene.name(uid), ahead(scene, uid)
    wrong = next((to for to in targets if to not in before), "")
    if wrong:
        return Refusal("8.35.2-1", f"{name} does not face {wrong}", uid, wrong)
    if not 1 <= len(set(targets)) == len(targets) <= 2:
        return Refusal("8.35.2-2", f"{name} attacks one hex or two, not {len(targets)}", uid)
    return None


def strengths(scene: Scene, uid: str, targets: Sequence[str], shift: int = 0) -> tuple[int, ...]:
    """wv 8.35.2-1, 8.35.2-2: points with which an extended line attacks each of these hexes: nine at most the centre
    alone, else those of the half before each.

    shift: points that go from the right half to the left one, at most two either way; an odd point stands in the left
    half before that. Raises ValueError for more."""
    if abs(shift) > SHIFT:
        raise ValueError(f"at most {SHIFT} points go from one half to the other")
    left, centre, _ = ahead(scene, uid)
    points = scene.piece(uid).strength
    if tuple(targets) == (centre,):
        return (min(points, CENTRE_MOST),)
    half_left = (points + 1) // 2 + shift
    # The centre is attacked by the half that attacks no other hex.
    centre_by_left = left not in targets
    shares = {True: half_left, False: points - half_left}
    return tuple(shares[to == left or (to == centre and centre_by_left)] for to in targets)


def against_skirmishers(scene: Scene, uid: str, army: str) -> bool:
    """wv 8.35.2-5: whether an extended line can advance into two of its frontal hexes, clear or light cover, held by no
    enemies but skirmishers, so that it may attack these as one; else it attacks out of one of its hexes, or goes into
    General Order first. army: its own."""
    left, centre, right = (_open_to(scene, to, army) for to in ahead(scene, uid))
    return centre and (left or right)


def _open_to(scene: Scene, to: str, army: str) -> bool:
    if not to or not (scene.ground.clear(to) or scene.ground.cover(to) == "light"):
        return False
    enemies = scene.board.enemies_in(to, army)
    friends = scene.board.fighting(to, army)
    return not friends and all(scene.unit(uid).kind == SKIRMISHERS for uid in enemies)


def worse(results: Sequence[str]) -> str:
    """wv 8.35.2-6: what a line takes that has attacked two hexes of skirmishers: the worse of both results, which do
    not add up."""
    return max(results, key=CODES.index)


def into_general_order(board: Board, uid: str, keep: str) -> None:
    """wv 8.33.2-2, 8.35.2-4, 8.35.2-5: puts an extended line in good order into General Order in one of its hexes:
    before it attacks an obstructed hex, after adjacent enemies have fired; or as it turns after its first attack."""
    put(board, uid, general_order(board.unit(uid), stance_of(board.piece(uid)), keep))


def draw_together(board: Board, uid: str, keep: str) -> None:
    """wv 8.35.3: a disordered extended line that attacks stands in one of its hexes, with all its points, after
    adjacent enemies have fired. Raises ValueError for any other."""
    piece = board.piece(uid)
    if piece.formation != EXTENDED or piece.good or keep not in piece.hexes:
        raise ValueError(f"{uid} is no disordered extended line in {keep}")
    board.move(uid, keep)
    piece.formation = LINE
