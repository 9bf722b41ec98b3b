"""The extended line: a battalion of ten points or more in line, in two hexes beside each other (8.3)."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import COVER_SIDE, MAJOR_STREAM, STAYS, STREAM, WETLANDS
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import DISORDERED, EXTENDED, GENERAL_ORDER, LINE, SKIRMISHERS, Unit
from rulesets.winters_victory.rules.formations.involuntary import lapsed
from rulesets.winters_victory.rules.formations.mobility import LONG_LINE
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import Stance


def needs_two_hexes(strength: int) -> bool:
    """wv 8.2, 8.3: whether a line of this strength is an extended one."""
    return strength >= LONG_LINE


def flanks(scene: Scene, at: str, corner: int) -> tuple[str, ...]:
    """wv 5.0-2, 8.3: the hexes on the right and on the left of a unit that looks at a corner, those beyond the map left
    out."""
    return tuple(one for one in (scene.beside(at, corner + 1), scene.beside(at, corner - 2)) if one)


def extended(scene: Scene, uid: str, stance: Stance, other: str = "") -> Stance | Refusal:
    """wv 8.3, 8.31: a unit in extended line, into the flank hex that is named, or the right one before the left one.
    Refused with the reason against the last hex tried."""
    tried = (other,) if other else flanks(scene, stance.at, stance.facing)
    found: Refusal | None = None
    for hex_ in tried:
        found = why_not_into(scene, uid, stance, hex_)
        if found is None:
            return replace(stance, formation=EXTENDED, second=hex_)
    return found or scene.refusal(uid, "8.31", f"finds no hex for its second half beside {stance.at}", stance.at)


def why_not_into(scene: Scene, uid: str, stance: Stance, other: str) -> Refusal | None:
    """wv 8.31: why a unit may not extend its line into a hex; None if it may."""
    board, ground = scene.board, scene.ground
    if board.piece(uid).strength < LONG_LINE:
        return scene.refusal(
            uid, "8.31", f"is too weak for an extended line, which takes {LONG_LINE} points", stance.at
        )
    if not stance.good:
        return scene.refusal(uid, "8.31", "is disordered and may not extend its line", stance.at)
    if other not in flanks(scene, stance.at, stance.facing):
        return scene.refusal(
            uid, "8.31", f"extends its line to the right or left of {stance.at}, not to {other}", other
        )
    for at in (stance.at, other):
        if ground.obstructed(at):
            return scene.refusal(uid, "8.31", f"may not extend its line: {at} is obstructed", at)
        there = [one for one in board.units_in(at) if one != uid and board.unit(one).fights]
        if any(board.unit(one).kind != SKIRMISHERS or one in scene.enemies(uid, at) for one in there):
            return scene.refusal(uid, "8.31", f"may not extend its line: others stand in {at}", at)
    for side in (STREAM, MAJOR_STREAM, COVER_SIDE):
        if ground.field.has(side, stance.at, other):
            return scene.refusal(
                uid, "8.31", f"may not extend its line over the {side} between {stance.at} and {other}", other
            )
    return None


def ahead(scene: Scene, stance: Stance, to: str) -> tuple[tuple[str, str], ...]:
    """wv 8.34.1: the steps of a unit into a hex, from and to: of an extended line both halves', by the same hexside; a
    step beyond the map has "" for its goal."""
    if not stance.second:
        return ((stance.at, to),)
    side = scene.board.side(stance.at, to)
    return (stance.at, to), (stance.second, scene.beside(stance.second, side))


def pivot(scene: Scene, uid: str, unit: Unit, stance: Stance, step: int) -> Stance | Refusal:
    """wv 8.34.2: an extended line turned by one corner, to the right (1) or left (-1): it pivots on the half on that
    side, and the other goes forward, at a movement point whatever the ground. Friends and enemies bar its way; terrain
    works on its formation."""
    corner = facing.turned(stance.facing, step)
    right = stance.second == scene.beside(stance.at, stance.facing + 1)
    fixed, wheeling = (stance.second, stance.at) if right == (step > 0) else (stance.at, stance.second)
    goal = scene.beside(fixed, corner - 2 if step > 0 else corner + 1)
    if not goal:
        return scene.refusal(uid, "8.34.2", f"cannot wheel out of {wheeling}: the map ends there", wheeling)
    if scene.enemies(uid, goal) or any(scene.board.unit(one).kind != SKIRMISHERS for one in scene.friends(uid, goal)):
        return scene.refusal(uid, "8.34.2", f"cannot wheel out of {wheeling}: others stand in {goal}", goal)
    at, second = (goal, stance.second) if wheeling == stance.at else (stance.at, goal)
    turned = replace(stance, at=at, second=second, facing=corner, came="", by_road=False)
    return lapsed(unit, turned, _by_terrain(scene, goal))


def _by_terrain(scene: Scene, at: str) -> str:
    """wv 8.33.1-1, 8.33.2-1: what a hex that one half enters does to an extended line."""
    if not scene.ground.obstructed(at):
        return STAYS
    return DISORDERED if scene.ground.kind(at) == WETLANDS else GENERAL_ORDER


def closed(scene: Scene, uid: str, stance: Stance, keep: str = "") -> Stance | Refusal:
    """wv 8.33.1-2: a disordered extended line drawn together into one of its hexes, its first if none is named."""
    if stance.formation != EXTENDED or stance.state != DISORDERED:
        return scene.refusal(uid, "8.33.1-2", "is no disordered extended line and does not close up", stance.at)
    return one_hex(scene, uid, stance, LINE, keep)


def one_hex(scene: Scene, uid: str, stance: Stance, formation: str, keep: str = "") -> Stance | Refusal:
    """wv 8.32.2, 8.41-1: a unit in a formation of one hex; an extended line keeps the hex that is named, or its
    first."""
    if keep and keep not in stance.hexes:
        return scene.refusal(uid, "8.32.2", f"stands in {' and '.join(stance.hexes)}, not in {keep}", keep)
    return replace(stance, at=keep or stance.at, second="", formation=formation)


def shrinks(formation: str, strength: int) -> bool:
    """wv 8.32.2, 8.33.1-2: whether an extended line has become too weak for two hexes; at the end of the phase it then
    stands in one of them, in line."""
    return formation == EXTENDED and strength < LONG_LINE
