"""Orders as arrows before anything of them is carried out: who is to march by which boxes."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.options import Json
from pbem.engine.picture import Arrow
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.setting import Setting

ORDERED = "ordered"


def ordered(setting: Setting, at: Position, orders: Json) -> tuple[Arrow, ...]:
    """jdg 5.0: an arrow for each stack that is to march or to enter. Counters are numbers, whatever they hold."""
    return tuple(_marches(setting, Board(setting, at), orders)) if at.stage != "setup" else ()


def _marches(setting: Setting, board: Board, orders: Json) -> Iterator[Arrow]:
    """In order; a stack that is ordered twice goes on from where its first march ends."""
    where = {counter: board.box(counter) for counter in board.counters()}
    for entry in orders.get("orders", ()):
        stack, entry_ = tuple(entry["stack"]), setting.map.entries.get(entry.get("enter", ""))
        path = [item for item in entry.get("path", ()) if isinstance(item, str) and item in setting.boxes]
        first = entry_.box if entry_ is not None else where.get(stack[0], "")
        way = tuple([first, *path] if first else [])
        if len(way) > 1 or (way and entry_ is not None):
            yield Arrow(board.at.player, way, ORDERED, stack)
            where.update(dict.fromkeys(stack, way[-1]))
