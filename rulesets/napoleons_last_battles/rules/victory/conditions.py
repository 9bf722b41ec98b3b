"""Conditions in the rows of a scenario: what is asked of morale, hexes, units and memos (9.0, 18.3 to 28.0)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words

DEMORALIZED, DISINTEGRATED = "demoralized", "disintegrated"
Row = Mapping[str, Any]
Entries = Collection[tuple[str, str]]
"""Combat units, each with a hex that it has just entered, on its way or in the end."""
Test = Callable[[Board, Row, Entries], bool]


def holds(board: Board, condition: Row, entries: Entries = ()) -> bool:
    """nlb 3.4, 9.0: whether what a row asks is so now. Something that only happens, such as an attack, never is.

    entries: hexes entered at this instant. Raises KeyError for an unknown condition.
    """
    test = KINDS[condition["is"]].test
    return test is not None and test(board, condition, entries)


def is_of(board: Board, unit: str, name: str) -> bool:
    """Whether a unit is of an army, a nation, a formation or a wing, or is the one of that name itself."""
    setting = board.setting
    one, book = setting.roster.units[unit], setting.losses.books.get(name)
    if book is not None and book.get("wing"):
        return name in setting.wing_books(one.nation, board.at.get(unit, ""))
    return name in (one.army, one.nation, one.formation, unit)


def fighters_in(board: Board, at: str) -> tuple[str, ...]:
    """nlb 3.4B-1: the combat units in a hex; leaders, trains and headquarters control nothing."""
    fighters = board.setting.fighters
    return tuple([unit for unit in board.here.get(at, ()) if unit in fighters])


def _several(condition: Row, found: Iterable[bool]) -> bool:
    """All of them, unless the row is content with any."""
    return any(found) if condition.get("of") == "any" else all(found)


# -- what is so --------------------------------------------------------------------------


def _demoralized(board: Board, condition: Row, entries: Entries) -> bool:
    return _several(condition, (name in board.position.broken for name in words(condition["who"])))


def _disintegrated(board: Board, condition: Row, entries: Entries) -> bool:
    broken = board.position.broken
    return _several(condition, (broken.get(name) == DISINTEGRATED for name in words(condition["who"])))


def _held(board: Board, condition: Row, entries: Entries) -> bool:
    held, by, hexes = board.position.held, condition["by"], words(condition["hexes"])
    return held.get(hexes[0]) == by if len(hexes) == 1 else _several(condition, (held.get(at) == by for at in hexes))


def _occupied(board: Board, condition: Row, entries: Entries) -> bool:
    """nlb 3.4B-2: a unit stands there now."""
    return _several(
        condition,
        (any(is_of(board, u, condition["by"]) for u in fighters_in(board, at)) for at in words(condition["hexes"])),
    )


def _entered(board: Board, condition: Row, entries: Entries) -> bool:
    """nlb 21.3B-1: a unit has just come into one of the hexes, passing through or to stay."""
    hexes = words(condition["hexes"])
    there = [(unit, at) for at in hexes for unit in fighters_in(board, at)]
    return any(at in hexes and is_of(board, unit, condition["by"]) for unit, at in (*entries, *there))


def _exited(board: Board, condition: Row, entries: Entries) -> bool:
    gone, units, hexes = board.position.exited, board.setting.roster.units, words(condition["hexes"])
    return any(at in hexes and units[u].fights and is_of(board, u, condition["by"]) for u, at in gone.items())


def _in_play(board: Board, condition: Row, entries: Entries) -> bool:
    return any(is_of(board, unit, name) for name in words(condition["who"]) for unit in board.at)


def _entered_play(board: Board, condition: Row, entries: Entries) -> bool:
    position = board.position
    come = (*position.at, *position.waiting, *position.dead, *position.exited, *position.withdrawn)
    return any(is_of(board, unit, name) for name in words(condition["who"]) for unit in come)


def _eliminated(board: Board, condition: Row, entries: Entries) -> bool:
    return _several(condition, (name in board.position.dead for name in words(condition["who"])))


def _lost_fewer(board: Board, condition: Row, entries: Entries) -> bool:
    return note_of(condition) in board.position.once


def note_of(condition: Row) -> str:
    """nlb 18.4A-2: what a position notes where fewer were lost than a row asks, at the event that it names."""
    return "/".join([*words(condition["at"]), condition["who"], condition["than"]])


def _written(board: Board, condition: Row, entries: Entries) -> bool:
    return board.position.memos.get(condition["memo"], "") == str(condition["value"])


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of condition. needs, may: members that it has, or may have, besides `is`.

    test: whether it is so on a board; None for what only happens, which the rules of combat or control notice.
    """

    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    test: Test | None = None


KINDS: Final[Mapping[str, Kind]] = {
    "demoralized": Kind(("who",), ("of",), _demoralized),
    "disintegrated": Kind(("who",), ("of",), _disintegrated),
    "held": Kind(("by", "hexes"), ("of",), _held),
    "occupied": Kind(("by", "hexes"), ("of",), _occupied),
    "entered": Kind(("by", "hexes"), (), _entered),
    "exited": Kind(("by", "hexes"), (), _exited),
    "in-play": Kind(("who",), (), _in_play),
    "entered-play": Kind(("who",), (), _entered_play),
    "eliminated": Kind(("who",), ("of",), _eliminated),
    "lost-fewer": Kind(("who", "than", "at"), (), _lost_fewer),
    "written": Kind(("memo", "value"), (), _written),
    "fought": Kind(("who",)),
    "attacked": Kind(("by", "who"), ("east-of",)),
    "lost-control": Kind(("by", "hexes")),
    "gained-control": Kind(("by", "hexes")),
}
