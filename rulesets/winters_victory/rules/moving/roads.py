"""Road Column: forming it, leaving it, its length, a step along the road, and entering the map in it (6.6, 6.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pbem.engine.options import Refusal
from rulesets.winters_victory.battlefield import MAJOR, SCALE, points_text, points_words
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    CREW,
    ENEMY,
    INFANTRY,
    LEADER,
    ROAD_COLUMN,
    SKIRMISHERS,
    SQUARE,
    Unit,
)
from rulesets.winters_victory.rules.formations.involuntary import general_order
from rulesets.winters_victory.rules.formations.mobility import highest, usual
from rulesets.winters_victory.rules.moving.grand import limit, stopped
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.moving.stance import CHANGE, ENTER, Act, Stance, acted
from rulesets.winters_victory.rules.moving.steps import road, road_hex

LATER: Final = 4
"""wv 6.72: hexes from the original hex by which a reinforcement may come in for each turn that it waits."""
LATEST: Final = 3
"""wv 6.72: turns that it may wait."""


def length(scene: Scene, uid: str) -> int:
    """wv 6.65-1, 6.65-2: hexes of road that a unit fills in Road Column."""
    infantry = scene.board.unit(uid).kind == INFANTRY
    return scene.ground.terrain.road_column.length(scene.board.piece(uid).strength, infantry=infantry)


def form(scene: Scene, uid: str, stance: Stance) -> Act | Refusal:
    """wv 6.6-1, 6.6-2, 6.61-1, 6.61-2, 6.64-2: a unit forms Road Column, a leader at no cost. Its tail falls in behind
    as it moves on."""
    unit, at = scene.board.unit(uid), stance.at
    kind = road_hex(scene.ground, at)
    if unit.kind in (SKIRMISHERS, CREW):
        return scene.refusal(uid, "6.6-1", "forms no Road Column", at)
    if not stance.grand or stance.halted:
        return scene.refusal(uid, "6.61-1", f"forms Road Column in {at} only in Grand Tactical Movement", at)
    if not kind:
        return scene.refusal(uid, "6.61-1", f"may not form Road Column in {at}: no road runs there", at)
    if stance.formation == ROAD_COLUMN:
        return scene.refusal(uid, "6.61-1", f"is in Road Column in {at} already", at)
    rules = scene.ground.terrain.road_column
    points = rules.enter_guns if unit.kind == ARTILLERY else rules.enter[kind]
    points = 0 if unit.kind == LEADER else points
    return _paid(scene, uid, stance, replace(stance, formation=ROAD_COLUMN, free=False), points)


def leave(scene: Scene, uid: str, stance: Stance) -> Act | Refusal:
    """wv 6.62-1, 6.62-2: a unit leaves Road Column in the hex of its head, in column, mounted or limbered, with any
    facing; infantry in a hex where it may not be formed in General Order."""
    unit, at = scene.board.unit(uid), stance.at
    if stance.formation != ROAD_COLUMN:
        return scene.refusal(uid, "6.62-1", f"is not in Road Column in {at}", at)
    after = replace(stance, formation=usual(unit), trail=(), free=True)
    if scene.forced(at) and unit.kind == INFANTRY:
        after = general_order(unit, after)
    return _paid(scene, uid, stance, after, 0 if unit.kind == LEADER else SCALE * length(scene, uid))


def _paid(scene: Scene, uid: str, stance: Stance, after: Stance, points: int) -> Act | Refusal:
    bonus = scene.ground.terrain.grand_tactical.bonus if stance.grand else 0
    left = highest(scene.board.unit(uid)) + bonus - stance.spent
    if points > left:
        text = f"needs {points_words(points)} for it in {stance.at} and has {points_text(max(0, left))}"
        return scene.refusal(uid, "6.11-1", text, stance.at)
    return acted(CHANGE, stance, after, points)


def along(scene: Scene, uid: str, stance: Stance, to: str) -> Act | Refusal:
    """wv 6.6-1, 6.31.1, 6.63, 6.64-1, 6.65-1, 10.31.1-1: a step in Road Column: by a road, past all but other Road
    Columns, at the rate of the road whatever the ground; its tail follows."""
    board, at = scene.board, stance.at
    kind = road(scene.ground, at, to)
    if not stance.grand:
        return scene.refusal(uid, "6.6-1", f"is in Road Column in {at} near the enemy and has to leave it first", at)
    if not kind:
        return scene.refusal(uid, "6.62-1", f"is in Road Column: no road leads from {at} to {to}", to)
    leads = board.unit(uid).kind == LEADER
    if not leads and any(board.piece(one).formation == ROAD_COLUMN for one in scene.friends(uid, to)):
        return scene.refusal(uid, "6.64-1", f"may not pass the Road Column in {to}", to)
    points = scene.ground.terrain.road_column.step[kind]
    if stance.spent + points > limit(scene, uid, stance):
        left = points_text(max(0, limit(scene, uid, stance) - stance.spent))
        return scene.refusal(uid, "6.11-1", f"needs {points_text(points)} to enter {to} and has {left}", to)
    trail = (at, *stance.trail)[: length(scene, uid) - 1]
    after = replace(stance, at=to, trail=trail, entered=stance.entered + 1, came=at, by_road=True, turned=0, free=False)
    return acted(ENTER, stance, stopped(scene, uid, after), points)


# -- reinforcements ------------------------------------------------------------------------------


def by_column(scene: Scene, army: str, at: str) -> bool:
    """wv 6.7: whether units of an army may enter at a hex in Road Column: no enemy is within six hexes of it."""
    return at not in scene.watched[army]


def entry_fee(scene: Scene, at: str, ahead: Sequence[tuple[Unit, int]]) -> int:
    """wv 6.71-1, 6.71-2: points, in sixths, that a unit loses which enters at a hex behind others of the same turn: a
    step of the road for each hex of road that they fill. ahead: these units, with their strength. The entry hex itself
    is then paid for like any other of that road."""
    rules = scene.ground.terrain.road_column
    kind = road_hex(scene.ground, at) or MAJOR
    filled = sum(rules.length(strength, infantry=unit.kind == INFANTRY) for unit, strength in ahead)
    return filled * rules.step[kind]


def blocked(scene: Scene, army: str, at: str) -> bool:
    """wv 6.72: whether an entry hex is held by the enemy or in the fire zone of one (`Scene.pinned`)."""
    held = bool(scene.board.fighting(at, ENEMY[army]))
    return held or bool(scene.formed_zone(at, army)) or scene.pinned(at, army)


def entries(scene: Scene, at: str, delay: int) -> tuple[str, ...]:
    """wv 6.72: hexes of the map's edge where a unit may enter that waited so many turns: up to four hexes a turn from
    the original one. Raises ValueError for more than three turns."""
    if not 0 <= delay <= LATEST:
        raise ValueError(f"a reinforcement waits up to {LATEST} turns, not {delay}")
    edge = [
        one
        for one in scene.ground.field.hexes
        if len(scene.ground.field.neighbours[one]) < len(scene.ground.grid(one).directions)
    ]
    return tuple(one for one in edge if scene.ground.distance(at, one) <= LATER * delay)


def why_not_enter_as(scene: Scene, unit: Unit, at: str, formation: str) -> Refusal | None:
    """wv 6.7, 6.72: why a reinforcement may not enter in a formation; None if it may."""
    if formation == SQUARE:
        return Refusal("6.72", f"{unit.name} may not enter at {at} in square", unit.id, at)
    if formation == ROAD_COLUMN and unit.kind not in (INFANTRY, CAVALRY, ARTILLERY):
        return Refusal("6.6-1", f"{unit.name} forms no Road Column", unit.id, at)
    if formation == ROAD_COLUMN and not by_column(scene, unit.army, at):
        return Refusal(
            "6.7", f"{unit.name} may not enter at {at} in Road Column: an enemy is within six hexes", unit.id, at
        )
    return None
