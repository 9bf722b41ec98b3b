"""Victory points: the lines of a scenario's schedule, booked when they fall due, and the sums (3.4, 19.4C to 23.0D)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.victory.conditions import Row, is_of
from rulesets.napoleons_last_battles.rules.victory.exit_points import exit_points

LOST, EXITED = "lost-strength", "exited-strength"
OWN_TURN, GAME_TURN, GAME = "own-turn-end", "game-turn-end", "game-end"
"""When lines of the schedule fall due: after each player turn of their army, each game-turn, and the last one."""


def total(board: Board, army: str) -> int:
    """nlb 3.4, 20.3A, 22.4-1: the points of an army as they stand: those booked, and its exits as if the game ended."""
    if board.position.result:
        return board.position.points.get(army, 0)
    exits = (row for row in board.setting.victory.points if row["counts"] == EXITED and army in words(row["for"]))
    return board.position.points.get(army, 0) + sum(exit_points(board, row) for row in exits)


def ended_now(board: Board, army: str) -> int:
    """nlb 3.4, 19.4C, 20.4C-3, 23.0D-1: the same with what the end of the game brings besides, as if it ended now."""
    if board.position.result:
        return total(board, army)
    due = (row for row in board.setting.victory.points if row.get("at") == GAME and army in words(row["for"]))
    return total(board, army) + sum(_DUE[row["counts"]](board, row, army) * int(row["points"]) for row in due)


def net(board: Board) -> int:
    """nlb 22.4-1: the points of the army that the scenario names, less those of the other."""
    army = board.setting.victory.net["of"]
    return total(board, army) - total(board, board.enemy[army])


def score_loss(board: Board, unit: str, strength: int) -> None:
    """nlb 3.4A, 19.4C, 20.4C-1, 22.4A-1: the other army's points for a unit that is eliminated, by the face that lay
    up. Nobody gives them back when it is reorganized."""
    army = board.army_of(unit)
    for row in board.setting.victory.points:
        for winner in words(row["for"]) if row["counts"] == LOST else ():
            if winner != army:
                _book(board, winner, strength * int(row["points"]))


def score(board: Board, moment: str) -> Iterator[Tell]:
    """nlb 19.4C, 19.5D-2, 20.4C-3, 23.0D-1: books the lines of the schedule that fall due at a moment, and tells it.

    moment: OWN_TURN for the army that is phasing, GAME_TURN or GAME for both.
    """
    for row in board.setting.victory.points:
        for army in words(row["for"]) if row.get("at") == moment else ():
            if moment == OWN_TURN and army != board.position.army:
                continue
            points = _DUE[row["counts"]](board, row, army) * int(row["points"])
            if points:
                _book(board, army, points)
                yield _told(board, row, army, points)


def score_exits(board: Board) -> Iterator[Tell]:
    """nlb 20.4C-2, 22.4A-2, 22.4B, 23.0D-2: books the exits of a game that is over."""
    for row in board.setting.victory.points:
        points = exit_points(board, row) if row["counts"] == EXITED else 0
        for army in words(row["for"]) if points else ():
            _book(board, army, points)
            yield _told(board, row, army, points)


def _book(board: Board, army: str, points: int) -> None:
    board.position.points[army] = board.position.points.get(army, 0) + points


def _told(board: Board, row: Row, army: str, points: int) -> Tell:
    found = {"kind": "points", "army": army, "points": points, "for": row["counts"]}
    about = {name: row[name] for name in ("hexes", "units", "of") if row.get(name)}
    return Tell({**found, **about, "total": board.position.points[army], "part": "closing", "case": row["case"]})


# How often a line counts when it falls due.


def _holding(board: Board, row: Row, army: str) -> int:
    return int(all(board.position.held.get(at) == army for at in words(row["hexes"])))


def _in_play(board: Board, row: Row, army: str) -> int:
    return int(any(is_of(board, unit, name) for name in words(row["units"]) for unit in board.at))


def _on_map(board: Board, row: Row, army: str) -> int:
    return board.strength(unit for unit in board.at if is_of(board, unit, row["of"]))


_DUE: Final[Mapping[str, Callable[[Board, Row, str], int]]] = {
    "holding": _holding,
    "in-play": _in_play,
    "strength-on-map": _on_map,
}
LINES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    LOST: ((), ()),
    "holding": (("hexes", "at"), ()),
    "in-play": (("units", "at"), ()),
    "strength-on-map": (("of", "at"), ()),
    EXITED: (("of",), ("for-each", "doubled-from", "needs")),
}
"""What a line counts -> the members that it has, and those that it may have, besides `case`, `for` and `points`."""
