"""The end of a move: what it does of itself, and where a unit may not stay (5.41, 6.12, 8.52, 9)."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.options import Refusal
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import CAVALRY, CREW, INFANTRY, LEADER, ROAD_COLUMN, SKIRMISHERS, UNLIMBERED
from rulesets.winters_victory.rules import stacking
from rulesets.winters_victory.rules.formations.changing import REFORM, change, owes_reforming
from rulesets.winters_victory.rules.formations.involuntary import general_order
from rulesets.winters_victory.rules.moving import turning
from rulesets.winters_victory.rules.moving.paths import Walk
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import NOTHING, Act, Stance, acted


def finish(walk: Walk, leaving: frozenset[str] = frozenset()) -> dict[str, Act] | Refusal:
    """wv 5.41-1, 5.41-2, 6.12-4, 6.42.2, 8.52-1, 9.1-1, 9.3-1: what the end of a move does of itself: infantry and
    light cavalry after Grand Tactical Movement in General Order by terrain, reforming in the clear where it is owed,
    turning to the facing of the stack; or why it may not end here. leaving: units of these hexes that move out next."""
    scene, acts = walk.scene, {}
    for uid, stance in walk.stances.items():
        done = settled(scene, uid, stance, leaving)
        if isinstance(done, Refusal):
            return done
        if done.after != replace(stance, fresh=False) or done.points:
            acts[uid] = done
    return acts


def settled(scene: Scene, uid: str, stance: Stance, leaving: frozenset[str]) -> Act | Refusal:
    """wv 5.41-1, 6.12-4, 6.42.2, 8.52-1, 9.1-1: the same of one unit; an act even where nothing happens."""
    unit, after, points = scene.board.unit(uid), stance, 0
    if stance.grand and scene.forced(stance.at) and stance.formation != ROAD_COLUMN:
        after = general_order(unit, stance)
    elif not stance.grand and owes_reforming(scene, uid, stance):
        reformed = change(scene, uid, stance, REFORM)
        if isinstance(reformed, Refusal):
            return reformed
        after, points = reformed.after, reformed.points
    for at in after.hexes:
        staying = [one for one in scene.friends(uid, at) if one not in leaving]
        refused = _too_many(scene, uid, after, at, staying)
        if refused:
            return refused
        turned = _conform(scene, uid, after, at, staying)
        if isinstance(turned, Refusal):
            return turned
        after, points = turned.after, points + turned.points
    return acted(NOTHING, stance, after, points)


def _too_many(scene: Scene, uid: str, stance: Stance, at: str, staying: list[str]) -> Refusal | None:
    """wv 6.64-1, 8.33.1-1, 9.1-1, 9.41-1: whether a hex holds more than may stay there."""
    board = scene.board
    party = [one for one in scene.party if one != uid and at in board.piece(one).hexes]
    everybody = [*staying, *party, uid]
    # Guns that have not moved came in as they might; one battery too large for a hex is disordered there, no more.
    by_road = stance.by_road or not stance.entered
    excess = stacking.over(scene.ground, board, at, everybody, by_road=by_road)
    if excess and any(board.unit(one).kind != CREW for one in everybody if one != uid):
        return scene.refusal(uid, "9.1-1", f"may not end its movement in {at}, which would hold {excess}", at)
    guns = any(board.piece(one).formation == UNLIMBERED for one in everybody)
    if guns and any(board.unit(one).kind == SKIRMISHERS for one in everybody):
        crowd = stacking.crowd_with_guns(board, at, board.unit(uid).army, (uid,))
        if crowd > stacking.WITH_GUNS:
            text = f"may not end its movement in {at}: {crowd} points of skirmishers and crews would be with the guns"
            return scene.refusal(uid, "9.41-1", text, at)
    if stance.second and any(board.unit(one).kind in (INFANTRY, CAVALRY) for one in staying):
        return scene.refusal(uid, "8.33.1-1", f"is in extended line and may not end in {at} with others", at)
    return None


def _conform(scene: Scene, uid: str, stance: Stance, at: str, staying: list[str]) -> Act | Refusal:
    """wv 5.41-1, 9.3-1: turns a unit to the facing of those who stay in its hex, for its points."""
    board = scene.board
    unit, was = board.unit(uid), stance
    fits = [
        one for one in staying if board.unit(one).kind == unit.kind and board.piece(one).formation == stance.formation
    ]
    wanted = next((board.piece(one).facing for one in fits if board.piece(one).frontal), stance.facing)
    if unit.kind != LEADER and stance.good and facing.turn(stance.facing, wanted):
        turned = turning.turn(scene, uid, stance, wanted)
        if isinstance(turned, Refusal):
            return replace(turned, case="5.41-1")
        was = turned.after
    refused = stacking.why_not_together(board, uid, was, at, staying)
    return refused or acted(NOTHING, stance, was, was.spent - stance.spent)
