"""What orders lead to before any die, entry by entry, for a page: the moves, where they end, and the combats (4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.desk import Course, Move, Where
from pbem.engine.options import Json
from pbem.hexgame.desk.course import MoveBook, stands, with_combats
from pbem.hexgame.desk.reaching import points
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.march.entry import entry_cost
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions, movement_phase
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.outlooks import foresight

REFUSED: Final = "stays out of the game for good (14.21)"
WAITS: Final = "stays in this space of the transit track"
_BY_ITSELF: Final = "comes in by itself"


def leaving(entry: Mapping[str, Json]) -> str:
    """How an entry leaves the map (17.0, 17.1); "" for one that does not."""
    if "exit" in entry:
        return f"leaves by the {entry['exit']} edge for good"
    return f"leaves onto the {entry['transit']} section of the transit track" if "transit" in entry else ""


def course(setting: Setting, position: Position, orders: Mapping[str, Any]) -> Course:
    """naw 4.1-1A, 7.0-1, 7.11, 7.12, 8.11-2, 8.41: the course of public orders. What the rules refuse is left out."""
    board = setting.board(position.copy())
    moves = _Moves(setting, board)
    book = MoveBook(moves.written, moves.unordered)
    book.carry_out(movement_phase(setting, board, orders.get("moves", ())))
    own = [unit.id for unit in setting.roster.of(position.army)]
    found = Course(tuple(book.moves), stands(own, position.at, board.at))
    if setting.is_night(position.turn):
        return found
    return with_combats(found, AttackOptions(setting, board), foresight(setting, board), orders.get("attacks"))


class _Moves:
    """Moves of a phase in words and costs."""

    def __init__(self, setting: Setting, board: Board) -> None:
        self.setting = setting
        self.board = board

    def written(self, options: MoveOptions, where: Where, entry: Json) -> Move:
        """The move of an entry that is legal."""
        unit, path = entry["unit"], entry.get("path")
        if path is None:
            return Move(where, (unit,), text=self._staying(unit, entry))
        spent = options.judge(entry)
        assert isinstance(spent, int), "the phase has judged it"
        return Move(where, (unit,), tuple(path), points(spent), self._has(unit), leaving(entry))

    def unordered(self, event: Mapping[str, Json]) -> Move | None:
        """What the phase does with who has no order (14.0-2, 17.1-2)."""
        kind, unit = event["kind"], str(event.get("unit", ""))
        if kind == "entered":
            cost = points(entry_cost(self.setting, self.board.position.turn, event["at"]) or 0)
            return Move((), (unit,), tuple(event["path"]), cost, self._has(unit), _BY_ITSELF)
        return Move((), (unit,), text=_goes_on(event["space"])) if kind == "transit" else None

    def _staying(self, unit: str, entry: Json) -> str:
        if "refuse" in entry:
            return REFUSED
        return WAITS if entry["track"] == "wait" else _goes_on(self.board.position.track[unit][1] + 1)

    def _has(self, unit: str) -> str:
        return points(allowance(self.setting, unit, self.board.position.turn))


def _goes_on(space: int) -> str:
    return f"goes on to space {space} of the transit track"
