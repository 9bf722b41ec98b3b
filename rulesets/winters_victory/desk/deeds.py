"""What a unit can do where it stands, each as the order that a click writes (5.3, 7.1, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.engine.options import Json
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    EXTENDED,
    GENERAL_ORDER,
    INFANTRY,
    LIMBERED,
    LINE,
    ROAD_COLUMN,
    SQUARE,
    UNLIMBERED,
)
from rulesets.winters_victory.documents.leading import Leading
from rulesets.winters_victory.rules.moving.scene import Scene

COMPASS: Final = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""What lies beyond the corners, from 0 on."""
_CHANGES: Final = {
    INFANTRY: (
        ("line", LINE, "goes into line (7.1)"),
        ("column", COLUMN, "goes into column (7.1)"),
        ("square", SQUARE, "goes into square (8.4)"),
        ("go", GENERAL_ORDER, "goes into General Order (8.5)"),
        ("about", "", "faces to the rear (5.42)"),
        ("road-in", ROAD_COLUMN, "forms Road Column (6.6)"),
    ),
    ARTILLERY: (
        ("limber", LIMBERED, "limbers (7.5)"),
        ("unlimber", UNLIMBERED, "unlimbers (7.5)"),
        ("road-in", ROAD_COLUMN, "forms Road Column (6.6)"),
    ),
    CAVALRY: (("reform", "", "reforms (8.52)"), ("road-in", ROAD_COLUMN, "forms Road Column (6.6)")),
}
"""Kind of counter -> word of a path, the formation that it leads to, label."""


def deeds(scene: Scene, uid: str) -> Iterator[tuple[str, Json]]:
    """`engine.desk.Movable.also`: the changes and turns of a unit that it can pay where it stands and end with."""
    leading = Leading(scene, (uid,))
    was = leading.begin().key
    for label, word in _tried(scene, uid):
        pose = leading.led((word,))
        ended = leading.ended(pose) if pose is not None else None
        # Who turns in a stack turns back to its facing at once (5.41).
        if ended is not None and ended.key != was:
            yield label, {"unit": uid, "path": [word]}


def _tried(scene: Scene, uid: str) -> Iterator[tuple[str, str]]:
    unit, piece, board = scene.unit(uid), scene.piece(uid), scene.board
    for word, formation, label in _CHANGES.get(unit.kind, ()):
        if piece.formation != formation:
            yield label, word
    if piece.formation == ROAD_COLUMN:
        yield "leaves Road Column (6.65)", "road-out"
    if unit.kind == INFANTRY and piece.formation == LINE:
        for near in board.field.neighbours[piece.at]:
            yield f"extends its line into {near} (8.3)", f"line {near}"
    if piece.formation == EXTENDED:
        yield from ((f"closes its line into {at} (8.33)", f"close {at}") for at in piece.hexes)
    if piece.frontal and not unit.all_around:
        for corner, word in enumerate(COMPASS):
            if corner != piece.facing:
                yield f"faces {word} (5.3)", f"face {corner}"
