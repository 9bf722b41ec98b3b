"""The levels of losses at which the units of a book break, as they stand (9.0, 18.3 to 27.3)."""

from __future__ import annotations

from typing import Final

from pbem.hexgame.fighting.levels import Level
from pbem.lean import dataclass
from rulesets.napoleons_last_battles.board import JOINED, Board
from rulesets.napoleons_last_battles.rules.victory.conditions import DEMORALIZED, DISINTEGRATED, Row, holds
from rulesets.napoleons_last_battles.rules.victory.points import total

LOWEST: Final = 1
"""A level that is lowered further stays here: who has lost nothing does not break."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The levels of a book now, in strength points lost; 0 for none. case: of the scenario's row."""

    demoralized: Level
    disintegrated: Level
    case: str


def books(board: Board) -> tuple[str, ...]:
    """nlb 9.0: the books that have levels in this scenario, now or at another time."""
    return board.setting.level_books


def army_of_book(board: Board, book: str) -> str:
    """nlb 9.2B, 13.0-1: the army whose losses a book holds: of a nation, a wing, a corps or a nationality."""
    setting, roster = board.setting, board.setting.roster
    if book in setting.losses.books:
        book = setting.losses.books[book]["of"]
    if book in roster.formations:
        book = roster.formations[book].nation
    if book in roster.army_of:
        return roster.army_of[book]
    return next(unit.army for unit in roster.units.values() if unit.nationality == book)


def marks(board: Board, book: str) -> Marks | None:
    """nlb 9.0, 9.1, 9.2, 18.3, 19.3, 20.3, 20.3A, 21.3, 24.3, 25.0C, 26.0F-1, 26.0F-2, 27.1A-2, 27.3: the levels of a
    book as they stand; None where it has none now.

    Demoralization comes when losses reach its level, disintegration when they surpass theirs.
    """
    row = next((row for row in board.setting.losses.levels if row["book"] == book and _counts(board, row)), None)
    if row is None:
        return None
    more = board.position.shifts.get(book, 0)
    more += total(board, row["plus-points-of"]) if row.get("plus-points-of") else 0

    def points(kind: str) -> int:
        return max(int(row[kind]) + more + _risen(board, row, kind), LOWEST) if row.get(kind) else 0

    demoralized = Level(book, points(DEMORALIZED))
    return Marks(demoralized, Level(book, points(DISINTEGRATED), strict=True), row["case"])


def _risen(board: Board, row: Row, kind: str) -> int:
    """nlb 26.0F-1, 26.0F-2: what a level has risen by, turn by turn."""
    rises = row.get("rises")
    if not rises:
        return 0
    return int(rises[kind]) * sum(1 for turn in board.setting.turns[: board.position.turn] if _within(turn.id, rises))


def _counts(board: Board, row: Row) -> bool:
    """nlb 18.3A, 19.3: whether a row of levels counts now: on its turns, and until what makes it void."""
    now, void = board.setting.turns[board.position.turn - 1].id, row.get("void-when")
    return _within(now, row) and _kept(board, row["book"]) and not (void and holds(board, void))


def _within(turn: str, row: Row) -> bool:
    """Whether a turn is one of those of a row: ids of turns sort as they follow."""
    return str(row.get("from") or "") <= turn <= str(row.get("until") or "99")


def _kept(board: Board, book: str) -> bool:
    """nlb 27.1A-1, 27.1A-2: whether a book is kept: those of wings until they join, the one of both from then on."""
    row, joined = board.setting.losses.books.get(book, {}), JOINED in board.position.once
    return joined if row.get("from") == JOINED else not (joined and row.get("until") == JOINED)
