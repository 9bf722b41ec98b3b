"""Army morale: levels that move, who breaks and when, and victories that follow at once (9.0 to 9.3, 18.3 to 27.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.requests import Tell
from pbem.hexgame.fighting.levels import Level
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words

DEMORALIZED, DISINTEGRATED = "demoralized", "disintegrated"
Row = Mapping[str, Any]


class GameDecided(Exception):
    """nlb 9.1: a row of the scenario that ends the game at this instant; everything before it is booked and told."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"{row['winner']} wins at once ({row['case']})")
        self.row = row


@dataclass(frozen=True, slots=True)
class Marks:
    """The levels of a book now, in strength points lost; 0 for none. case: of the scenario's row."""

    demoralized: Level
    disintegrated: Level
    case: str


def marks(board: Board, book: str) -> Marks | None:
    """nlb 9.0, 9.1, 9.2: the levels of a book as they stand; None where it has none now.

    Demoralization comes when losses reach its level, disintegration when they surpass theirs.
    """
    row = next((row for row in board.setting.levels if row["book"] == book and _counts(board, row)), None)
    if row is None:
        return None
    rises = row.get("rises") or {}
    begun = sum(1 for turn in board.setting.turns[: board.position.turn] if _within(turn.id, rises)) if rises else 0
    more = board.position.shifts.get(book, 0) + _by_hexes(board, book)
    more += board.position.points.get(row.get("plus-points-of", ""), 0)

    def points(kind: str) -> int:
        if not row.get(kind):
            return 0
        return max(int(row[kind]) + more + begun * int(rises.get(kind, 0)), 1)

    demoralized = Level(book, points(DEMORALIZED))
    return Marks(demoralized, Level(book, points(DISINTEGRATED), strict=True), row["case"])


def _counts(board: Board, row: Row) -> bool:
    now = board.setting.turns[board.position.turn - 1].id
    void = row.get("void-when")
    return _within(now, row) and not (void and holds(board, void))


def _within(turn: str, row: Row) -> bool:
    """Whether a turn is one of those of a row: ids of turns sort as they follow."""
    return str(row.get("from") or "") <= turn <= str(row.get("until") or "99")


def _by_hexes(board: Board, book: str) -> int:
    """nlb 18.3B, 24.3B: what hexes in enemy hands change in the levels of a book while they are so."""
    rows = [row for row in board.setting.level_changes if row["book"] == book and row["how"] == "each-hex"]
    return sum(
        int(row["by"]) * sum(board.position.held.get(at) == row["when"]["by"] for at in words(row["when"]["hexes"]))
        for row in rows
    )


# -- conditions ------------------------------------------------------------------------


def holds(board: Board, condition: Row) -> bool:
    """Whether what a row asks of morale, hexes or units in play is so now; anything else is not."""
    kind, names = condition["is"], words(condition.get("who"))
    several = any if condition.get("of") == "any" else all
    broken, held = board.position.broken, board.position.held
    if kind == DEMORALIZED:
        return several(name in broken for name in names)
    if kind == DISINTEGRATED:
        return several(broken.get(name) == DISINTEGRATED for name in names)
    if kind == "held":
        return several(held.get(at) == condition["by"] for at in words(condition["hexes"]))
    if kind == "entered":
        return any(board.holder(at) == condition["by"] for at in words(condition["hexes"]))
    if kind == "in-play":
        return any(unit.id in board.at for name in names for unit in board.setting.roster.of(name))
    return False


# -- what happens ----------------------------------------------------------------------


def settle(board: Board) -> Iterator[Tell]:
    """nlb 9.1, 9.2, 9.2A, 9.2B, 9.3-1, 9.3-2, 18.3B, 21.3A, 21.3B-1, 23.0C: looks after losses, a hex that was
    entered, or points, what moves levels and who breaks now; tells of it.

    Of several who come to their levels at one instant those of the army that is not phasing come first, and what that
    changes counts for the others. Who is broken stays so. Raises GameDecided where a victory follows at once.
    """
    yield from _occupy(board)
    while True:
        moved = list(_once(board))
        yield from moved
        found = _breaks(board)
        if found is None and not moved:
            return
        if found is not None:
            yield found
            _decide(board)


def _occupy(board: Board) -> Iterator[Tell]:
    """nlb 3.4B-1: who stands in a hex that is worth something holds it; what changes levels each time does so."""
    held = board.position.held
    worth = [at for town in board.setting.towns.values() for at in town]
    for at in sorted({*worth, *held}):
        army, before = board.holder(at), held.get(at, "")
        if not army or army == before:
            continue
        held[at] = army
        yield Tell({"kind": "taken", "at": at, "army": army, "before": before, "case": "3.4B"})
        for row in board.setting.level_changes:
            when = row["when"]
            if row["how"] == "each-time" and at in words(when.get("hexes")):
                changed = {"gained-control": army, "lost-control": before}.get(when["is"], "")
                if changed and changed == when["by"]:
                    yield _shift(board, row)


def _once(board: Board) -> Iterator[Tell]:
    for row in board.setting.level_changes:
        if row["how"] == "once" and row["case"] not in board.position.once and holds(board, row["when"]):
            board.position.once.add(row["case"])
            yield _shift(board, row)


def fought(board: Board, units: Sequence[str]) -> Iterator[Tell]:
    """nlb 21.3B-2: what moves levels once, when two nations first fight each other. units: all of a combat."""
    nations = {board.setting.roster.units[unit].nation for unit in units}
    for row in board.setting.level_changes:
        once = row["how"] == "once" and row["when"]["is"] == "fought" and row["case"] not in board.position.once
        if once and nations.issuperset(words(row["when"]["who"])):
            board.position.once.add(row["case"])
            yield _shift(board, row)


def each_turn(board: Board) -> Iterator[Tell]:
    """nlb 18.5B-2: what moves levels each game-turn while it is so."""
    for row in board.setting.level_changes:
        if row["how"] == "each-turn" and holds(board, row["when"]):
            yield _shift(board, row)


def _shift(board: Board, row: Row) -> Tell:
    book, by = row["book"], int(row["by"])
    board.position.shifts[book] = board.position.shifts.get(book, 0) + by
    return Tell({"kind": "level-moved", "book": book, "by": by, "case": row["case"]})


def _breaks(board: Board) -> Tell | None:
    """The next book that breaks, or breaks altogether; None where nobody does."""
    broken, losses = board.position.broken, board.position.losses
    for book in _in_order(board):
        found, lost = marks(board, book), losses.get(book, 0)
        if found is None or broken.get(book) == DISINTEGRATED:
            continue
        for state, level, case in (
            (DEMORALIZED, found.demoralized, "9.2"),
            (DISINTEGRATED, found.disintegrated, "9.1"),
        ):
            if level.reached(lost) and broken.get(book) not in (state, DISINTEGRATED):
                broken[book] = state
                return Tell({"kind": state, "book": book, "lost": lost, "level": level.points, "case": case})
    return None


_LAST: Final = 1


def _in_order(board: Board) -> list[str]:
    """nlb 9.2B: the books with levels, those of the phasing army last."""
    books = list(dict.fromkeys(row["book"] for row in board.setting.levels))
    army_of, phasing = board.setting.roster.army_of, board.position.army
    return sorted(books, key=lambda book: _LAST if army_of.get(book, "french") == phasing else 0)


def _decide(board: Board) -> None:
    """nlb 9.1: victories at once that hang on morale alone; those that ask for anything else are judged elsewhere."""
    for row in board.setting.instant:
        conditions = row["when"]
        if conditions and all(one["is"] in (DEMORALIZED, DISINTEGRATED) and holds(board, one) for one in conditions):
            raise GameDecided(row)
