"""The hexes and exits that a scenario's rows pay for, read from the rows themselves (3.4, 9.0, 18.4 to 28.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.march.exits import exit_hexes
from rulesets.napoleons_last_battles.rules.victory.conditions import is_of
from rulesets.napoleons_last_battles.rules.victory.exit_points import LINE_AND_COMMAND, line_open
from rulesets.napoleons_last_battles.rules.victory.points import EXITED, OWN_TURN, total

Row = Mapping[str, Any]
# What a hex counts, in strength points: on which a victory hangs, or a level; and the most that points count.
DECIDES: Final = 8
MOVES_LEVELS: Final = 4
MOST_POINTS: Final = 12
# Points for each strength point for which it is worth leaving the battle.
PAYS: Final = 2
_ASKED: Final = ("held", "occupied", "entered")


@dataclass(frozen=True, slots=True)
class Objective:
    """A hex that an army wants to come into, or to hold: what it counts in strength points, whose it is now."""

    at: str
    worth: int
    ours: bool


def objectives(board: Board, army: str) -> tuple[Objective, ...]:
    """What an army wants and what its enemy wants, each hex once with all that it counts, in order of hex."""
    found: dict[str, int] = {}
    for at, worth in _paid(board):
        found[at] = found.get(at, 0) + worth
    return tuple(
        Objective(at, worth, _owner(board, at, army) == army)
        for at, worth in sorted(found.items())
        if at in board.field.neighbours
    )


def _owner(board: Board, at: str, army: str) -> str:
    """Who holds a hex; where nobody has held it yet it is the enemy's only if he stands there."""
    holder = board.position.held.get(at) or board.holder(at)
    if holder:
        return holder
    changes = board.setting.losses.level_changes
    return board.enemy[army] if any(_wanted(row, army, board, at) for row in changes) else army


def _wanted(row: Row, army: str, board: Board, at: str) -> bool:
    when = row["when"]
    by = board.setting.roster.army_of.get(when.get("by", ""), when.get("by", ""))
    return by == army and at in words(when.get("hexes"))


def _paid(board: Board) -> Iterator[tuple[str, int]]:
    setting, left = board.setting, len(board.setting.turns) - board.position.turn + 1
    for row in (*setting.victory.instant, *setting.victory.end):
        for one in row.get("when", ()):
            yield from _asked(one, DECIDES)
    for row in setting.losses.level_changes:
        if row["how"] != "once" or not any(key.startswith(f"{row['case']}/") for key in board.position.once):
            yield from _asked(row["when"], MOVES_LEVELS)
    for row in setting.victory.points:
        if row["counts"] == "holding":
            times = left if row["at"] == OWN_TURN else 1
            for at in words(row["hexes"]):
                yield at, min(int(row["points"]) * times, MOST_POINTS)


def _asked(condition: Row, worth: int) -> Iterator[tuple[str, int]]:
    if condition["is"] in _ASKED:
        for at in words(condition["hexes"]):
            yield at, worth


# -- who has to attack -----------------------------------------------------------------


def has_to_attack(board: Board, army: str) -> bool:
    """Whether an army loses if nothing happens: the last row of the end is the other's, or points are."""
    setting = board.setting
    if setting.victory.net:
        return bool(setting.victory.net["of"] == army)
    default = next((row for row in setting.victory.end if not row.get("when")), None)
    if default is not None:
        return bool(default["winner"] != army)
    held = [one for one in objectives(board, army) if not one.ours]
    return bool(held) or total(board, army) < total(board, board.enemy[army])


# -- leaving the map -----------------------------------------------------------------------


def ways_off(board: Board, unit: str) -> tuple[str, ...]:
    """The hexes at which it is worth leaving the map now; none where that is not paid well, or not while no line
    leads there."""
    for row in board.setting.victory.points:
        if row["counts"] != EXITED or not is_of(board, unit, row["of"]):
            continue
        if int(row["points"]) < PAYS * int(row.get("for-each", "1")):
            continue
        if row.get("needs") == LINE_AND_COMMAND and not line_open(board):
            continue
        return exit_hexes(board, unit)
    return ()
