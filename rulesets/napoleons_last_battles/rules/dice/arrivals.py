"""Dice about who comes, who is set free to move, and who begins reduced (18.5, 19.5, 24.1B)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from pbem.engine.requests import Request, Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import flag, words
from rulesets.napoleons_last_battles.rules.dice.schedule import faces_now, thrown, tried
from rulesets.napoleons_last_battles.setting import Group, Row

YES = "yes"
"""What a memo says that has dice decide when a group comes."""


def start_dice(board: Board) -> Generator[Request, Any, None]:
    """nlb 18.5A: before the first player turn a die says of each unit that an option names if it begins reduced, under
    a marker too."""
    position = board.position
    if position.turn > 1 or position.army != board.setting.armies[0]:
        return
    for row in board.setting.start_dice:
        for unit in words(row["dice"]):
            if unit in board.at or unit in position.hidden:
                die = yield from thrown(board, f"start.{unit}", row["case"])
                reduced = str(die) in words(row["reduced-on"])
                position.reduced |= {unit} if reduced else set()
                yield Tell({"kind": "start-die", "unit": unit, "die": die, "reduced": reduced, "case": row["case"]})


def arrivals(board: Board) -> Generator[Request, Any, None]:
    """nlb 18.5B-1, 18.5C-1, 19.5D-1: a die for each group of the phasing army that waits for one, until it comes.

    A group of which a memo decides is rolled for only where the memo, open by now, says so.
    """
    setting, position = board.setting, board.position
    for number, group in enumerate(setting.groups):
        if not group.die or setting.roster.army_of[group.nation] != position.army or str(number) in position.come:
            continue
        faces = faces_now(board, group.die)
        if faces and (not group.memo or position.memos.get(group.memo) == YES):
            case = str(group.row["case"])
            die, comes = yield from tried(board, faces, f"arrival{number}", case)
            if comes:
                position.come[str(number)] = position.turn
            yield Tell(_arrival(group, die, comes, faces, case))


def _arrival(group: Group, die: int, comes: bool, faces: tuple[str, ...], case: str) -> dict[str, Any]:
    at = [at for one in group.entries for at in one.hexes]
    units = [*group.units, *group.leaders]
    return {"kind": "arrival", "units": units, "at": at, "die": die, "on": list(faces), "comes": comes, "case": case}


def releases(board: Board) -> Generator[Request, Any, None]:
    """nlb 19.5C, 24.1B: a die for each formation of the phasing army that is held back, or for each of its units."""
    for row in _rolled_for(board):
        faces = faces_now(board, row["die"])
        held = [unit for unit in words(row["units"]) if is_held(board, unit)]
        if not faces or not held:
            continue
        if flag(row.get("each-unit")):
            for unit in held:
                yield from _release(board, row, faces, [unit], unit)
        else:
            yield from _release(board, row, faces, held, board.setting.roster.units[held[0]].formation)


def _release(
    board: Board, row: Row, faces: tuple[str, ...], units: list[str], name: str
) -> Generator[Request, Any, None]:
    """The die for units that are set free under one name: their own, or that of their formation."""
    die, free = yield from tried(board, faces, f"release.{name}", row["case"])
    board.position.released |= {name} if free else set()
    event: dict[str, Any] = {"kind": "release", "units": units, "why": "die", "die": die, "on": list(faces)}
    yield Tell({**event, "free": free, "case": row["case"]})


def _rolled_for(board: Board) -> Iterator[Row]:
    units, army = board.setting.roster.units, board.position.army
    rows = (row for row in board.setting.releases if "units" in row and "die" in row)
    return (row for row in rows if units[words(row["units"])[0]].army == army)


def is_held(board: Board, unit: str) -> bool:
    """nlb 19.5C, 24.1B: whether a unit that the scenario holds back is so still: on the map, or yet to come."""
    position = board.position
    lost = unit in position.dead or unit in position.waiting or unit in position.exited
    return not lost and not position.released & {unit, board.setting.roster.units[unit].formation}
