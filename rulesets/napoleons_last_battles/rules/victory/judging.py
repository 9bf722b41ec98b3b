"""Who has won: after each player turn, after the last one, and what a position keeps of it (3.4, 18.4 to 27.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, settle
from rulesets.napoleons_last_battles.rules.victory import points
from rulesets.napoleons_last_battles.rules.victory.conditions import holds

Row = Mapping[str, Any]
DRAW: Final = "draw"
_TIE: Final = "3.4"


def end_of_player_turn(board: Board) -> Iterator[Tell]:
    """nlb 3.4, 3.4B-1, 4.1.3, 9.1, 19.4C, 19.5D-2, 26.0G: what falls due when a player turn is over: control, levels,
    points, victories that are judged then; after the last one the game is over.

    Raises GameDecided.
    """
    yield from settle(board)
    yield from points.score(board, points.OWN_TURN)
    ends = board.position.army == board.setting.armies[1]
    if ends:
        yield from points.score(board, points.GAME_TURN)
    yield from settle(board)
    if ends:
        _decide_at(board, points.GAME_TURN)
    if ends and board.position.turn == len(board.setting.turns):
        yield from over_at_end(board)


def _decide_at(board: Board, moment: str) -> None:
    for row in board.setting.victory.instant:
        if row.get("at") == moment and all(holds(board, one) for one in row["when"]):
            raise GameDecided(row)


def over_at_end(board: Board) -> Iterator[Tell]:
    """nlb 3.4, 18.4A-2, 18.4B, 18.5C-2, 21.4B, 22.4-1, 22.4C, 24.4A, 24.4B, 25.0D, 27.4B: the last points, and who wins
    when the last turn is over: the first row of the end that holds, else who has more points, else nobody.

    Always raises GameDecided.
    """
    yield from points.score(board, points.GAME)
    setting = board.setting
    for number, row in enumerate(setting.victory.end):
        if all(holds(board, one) for one in row.get("when", ())) and _enough(board, row):
            raise GameDecided(_shifted(board, number))
    first, second = (points.total(board, army) for army in setting.armies)
    if not setting.victory.by_points or first == second:
        raise GameDecided({"winner": "", "degree": DRAW, "case": _TIE})
    raise GameDecided({"winner": setting.armies[0 if first > second else 1], "case": setting.victory.by_points})


def _enough(board: Board, row: Row) -> bool:
    """nlb 22.4-1, 22.4C: whether the points less those of the other army come to what a row asks."""
    return not row.get("net-from") or points.net(board) >= int(row["net-from"])


def _shifted(board: Board, number: int) -> Row:
    """nlb 22.6B: a row of the end, or the one so many levels nearer to the army that the scenario favours."""
    row = board.setting.victory.end[number]
    ladder = [one for one in board.setting.victory.end if one.get("degree") and one["case"] == row["case"]]
    for shift in board.setting.victory.shifts:
        if row in ladder and holds(board, shift["when"]):
            step = -int(shift["by"]) if ladder[0]["winner"] == shift["toward"] else int(shift["by"])
            place = min(max(ladder.index(row) + step, 0), len(ladder) - 1)
            row = {**ladder[place], "shift": shift["case"]}
    return row


def close(board: Board, row: Row) -> Iterator[Tell]:
    """nlb 9.1, 22.4B: the game is over by this row: exits are booked, and the position keeps the result."""
    yield from points.score_exits(board)
    kept = {"winner": row["winner"], "level": row.get("degree", ""), "case": row["case"]}
    kept |= {"row": _name(board, row), "shift": row.get("shift", "")}
    board.position.result = {name: text for name, text in kept.items() if text}


def _name(board: Board, row: Row) -> str:
    """The place of a row in the scenario, "" for points and draws."""
    bare = {name: value for name, value in row.items() if name != "shift"}
    for name, rows in (("instant", board.setting.victory.instant), ("end", board.setting.victory.end)):
        if bare in rows:
            return f"{name}.{rows.index(bare)}"
    return ""
