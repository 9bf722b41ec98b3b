"""Leaving the map by the scenario's exits (5.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.engine.options import Json, Refusal
from pbem.hexgame.moving import leaving
from pbem.hexgame.moving.rules import MoveRules, always_open
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import turn_name
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.march.entry import edge_hexes
from rulesets.napoleons_last_battles.rules.march.ground import in_rain
from rulesets.napoleons_last_battles.setting import Row


def exit_hexes(board: Board, unit: str) -> tuple[str, ...]:
    """nlb 5.5-1, 16.6B-2, 20.4C-2, 20.4C-4, 22.4A-2, 23.0D-2, 27.1B: the hexes from which one may leave on this turn; a
    marker may not, a reading.

    They are listed, or lie on an edge, down to a hex and it too, or north of one; up to a turn and on it too.
    """
    setting = board.setting
    if unit in board.markers:
        return ()
    turn = setting.turns[board.position.turn - 1].id
    rows = [row for row in setting.exits if setting.means(row["for"], unit) and turn <= row.get("until", turn)]
    return tuple(dict.fromkeys(at for row in rows for at in _hexes(board, row)))


def no_exit(board: Board, rules: MoveRules, unit: str, at: str) -> Refusal | None:
    """nlb 5.5-1, 20.4C-4, 23.0D-2: why one may not leave the map at a hex; None where he may. Who had exits up to an
    earlier turn is told so."""
    setting, hexes = board.setting, exit_hexes(board, unit)
    if at in hexes:
        return None
    text = f"{rules.name(unit)} may not leave the map at {board.field.name(at)}"
    had = (row for row in setting.exits if row.get("until") and setting.means(row["for"], unit))
    over = None if hexes else next(had, None)
    if over is not None:
        return Refusal(over["case"], f"{text}: it could until {turn_name(over['until'])}", unit, at)
    return Refusal("5.5-1", f"{text}; exits: {', '.join(hexes) or 'none'}", unit, at, hexes)


def _hexes(board: Board, row: Row) -> Sequence[str]:
    if row.get("at"):
        return [at for at in words(row["at"]) if at in board.field.neighbours]
    area = board.setting.area
    column = area.columns[0] if row["edge"] == "west" else area.columns[1]
    edge = [at for at in edge_hexes(board) if int(at[:2]) == column]
    if row.get("down-to"):
        last = str(board.setting.options[row["down-to"]])
        return [at for at in edge if int(at[2:]) <= int(last[2:])]
    return [at for at in edge if int(at[2:]) < int(row["north-of"][2:])]


def leaving_cost(board: Board, rules: MoveRules, unit: str, path: Sequence[str]) -> int | None:
    """nlb 5.5-2, 16.5-3: half points of the step off the map, as of entering the hex; a road or trail may be used. In
    rain it costs double, but never more than all that one has who goes no other step."""
    cost = leaving.leaving_cost(rules.field, path, mover=rules.mover(unit))
    times = in_rain(board)
    if cost is None or times == 1:
        return cost
    return times * cost if len(path) > 1 else min(times * cost, max(cost, rules.points(unit)))


def judge_exit(board: Board, rules: MoveRules, unit: str, path: Sequence[str], spent: int) -> Refusal | int:
    """nlb 5.5-1, 5.5-2, 5.5B: half points of a path and the step off the map, or why one may not leave there.

    A march off the map elsewhere is refused, as it would eliminate the unit.
    """
    refusal = no_exit(board, rules, unit, path[-1])
    if refusal is not None:
        return refusal
    # What the weather adds to the step counts as spent before it; nobody's hex is closed to himself.
    step, usual = (
        leaving_cost(board, rules, unit, path),
        leaving.leaving_cost(rules.field, path, mover=rules.mover(unit)),
    )
    added = (step or 0) - (usual or 0)
    return leaving.judge_leaving(replace(rules, closed=always_open), unit, path, spent + added, rules.points(unit))


def leave(board: Board, rules: MoveRules, unit: str) -> dict[str, Json]:
    """nlb 5.5A, 5.5C: takes one off the map for good; he is not lost. Returns the event."""
    at = rules.board.lift(unit)
    board.position.exited[unit] = at
    return {"kind": "exited", "unit": unit, "from": at, "case": "5.5A"}
