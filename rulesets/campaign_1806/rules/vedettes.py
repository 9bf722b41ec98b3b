"""Vedettes: breaking down, reassembling, setting out (13.1)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.options import Refusal
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.roster import FACE_DOWN

LEAST = 2
"""osg 13.12: vedettes that make a unit again."""
LIGHT = "light-troops"


def of(board: Board, parent: str) -> tuple[str, ...]:
    """osg 13.1: the vedettes of a unit, as many as it has asterisks."""
    return tuple(uid for uid, unit in board.roster.units.items() if unit.parent == parent)


def left_of(board: Board, parent: str, boxes: Collection[str]) -> tuple[str, ...]:
    """osg 13.11-1: the vedettes of a unit that are neither out nor in a box."""
    return tuple(uid for uid in of(board, parent) if uid not in board.at and uid not in boxes)


def why_not_break(board: Board, parent: str, *, moved: bool, reorganized: bool = False) -> Refusal | None:
    """osg 13.1, 13.11-1, 13.13, 19.28: what keeps a unit from breaking down: no asterisks, having moved, or having been
    reorganized once."""
    unit = board.unit(parent)
    at = board.at.get(parent, "")
    if unit.kind == FACE_DOWN and at and not moved:
        return None
    if not at or not unit.vedettes:
        return Refusal("13.1", f"{unit.name} has no vedettes to break down into", parent, at)
    if moved:
        return Refusal("13.11-1", f"{unit.name} has moved and may not break down any more", parent, at)
    if reorganized or parent in board.reduced:
        return Refusal("13.13", f"{unit.name} was reorganized and has no vedettes any more", parent, at)
    return None


def break_down(board: Board, parent: str, gone: Collection[str] = ()) -> bool:
    """osg 13.11-1, 13.11-NOTE1, 13.3-1: puts out the vedettes of a unit that are left, in its hex; whether the unit
    went off the map. Light Troops stay. gone: vedettes that are lost for good or wait in a box."""
    at = board.hex_of(parent)
    for uid in of(board, parent):
        if uid not in board.at and uid not in gone:
            board.place(uid, at)
    if board.unit(parent).kind == LIGHT:
        return False
    board.lift(parent)
    return True


def why_not_reassemble(board: Board, parent: str) -> Refusal | None:
    """osg 13.12: what keeps vedettes from becoming their unit again: all that are on the map have to be in one hex, two
    or more, in no enemy zone."""
    unit = board.unit(parent)
    out = [uid for uid in of(board, parent) if uid in board.at]
    places = sorted({board.hex_of(uid) for uid in out})
    if len(out) < LEAST or parent in board.at:
        return Refusal("13.12", f"{unit.name} needs {LEAST} vedettes or more to come back, and not to be there", parent)
    if len(places) > 1:
        return Refusal(
            "13.12", f"vedettes of {unit.name} stand in {', '.join(places)}, not in one hex", parent, places[0]
        )
    if board.in_zone(places[0], board.enemy[unit.army]):
        return Refusal("13.12", f"{unit.name} cannot reassemble in an enemy zone at {places[0]}", parent, places[0])
    return None


def reassemble(board: Board, parent: str) -> None:
    """osg 13.12: the unit takes the place of its vedettes."""
    out = [uid for uid in of(board, parent) if uid in board.at]
    at = board.hex_of(out[0])
    for uid in out:
        board.lift(uid)
    board.place(parent, at)


def may_set_out(board: Board, charts: Charts, vedette: str, at: str, home: str) -> bool:
    """osg 13.11-2, 19.26: whether a vedette may begin a scenario in a hex: within two of its parent's, no enemy
    there."""
    near = board.field.distance(at, home) <= charts.ranges["beside"]
    return near and board.holder(at) != board.enemy[board.army_of(vedette)]


def parent_waits_for(board: Board, parent: str, at: str) -> tuple[str, ...]:
    """osg 13.13-EX: vedettes of Light Troops that are out and not in the hex where their unit is to be reorganized; it
    waits for them, and takes their place there."""
    return tuple(uid for uid in of(board, parent) if uid in board.at and board.hex_of(uid) != at)
