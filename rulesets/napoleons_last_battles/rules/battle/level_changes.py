"""What moves the levels of a book: hexes, turns, first combats (18.3B, 18.5B, 21.3, 23.0C, 24.3, 27.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules.battle.levels import marks
from rulesets.napoleons_last_battles.rules.victory.conditions import KINDS, Entries, Row, holds, is_of
from rulesets.napoleons_last_battles.rules.victory.control import Change

IN_COMMAND_STRENGTH: Final = "in-command-strength"
"""In place of a number: the strength of the attackers who are in command, downward (24.3A)."""


def changes(board: Board, entries: Entries = ()) -> Iterator[Tell]:
    """nlb 18.3B, 18.5B-2, 21.3A, 21.3B-1, 24.3B, 24.3C, 24.5A, 27.3A, 27.3B, 27.3C: moves levels as the board stands.

    entries: hexes entered at this instant.
    """
    for row in board.setting.losses.level_changes:
        if KINDS[row["when"]["is"]].test is not None:
            yield from HOW[row["how"]](board, row, entries)


def changed_hands(board: Board, change: Change, *, undone: bool = False) -> Iterator[Tell]:
    """nlb 23.0C: what moves levels each time that a hex changes hands. undone: it has not, and they move back."""
    at, army, before = change
    for row in board.setting.losses.level_changes:
        when = row["when"]
        concerned = {"gained-control": army, "lost-control": before}.get(when["is"], "")
        if concerned and concerned == when["by"] and at in words(when["hexes"]):
            yield from shift(board, row, -int(row["by"]) if undone else int(row["by"]))


def attacked(board: Board, attackers: Sequence[str], targets: Sequence[str]) -> Iterator[Tell]:
    """nlb 21.3B-2, 24.3A, 27.3C: what moves levels once when somebody attacks, before the die.

    attackers: batteries that bombard among them.
    """
    for row in board.setting.losses.level_changes:
        who = _ATTACKERS.get(row["when"]["is"])
        if who is None or (key := _key(board, row)) in board.position.once:
            continue
        counted = who(board, row, attackers, targets)
        if counted:
            board.position.once.add(key)
            by = -board.strength(counted) if row["by"] == IN_COMMAND_STRENGTH else int(row["by"])
            yield from shift(board, row, by)


def shift(board: Board, row: Row, by: int) -> Iterator[Tell]:
    """Moves both levels of the books of a row by so many points, and tells of those that have levels now."""
    for book in words(row["book"]):
        board.position.shifts[book] = board.position.shifts.get(book, 0) + by
        now = marks(board, book)
        if now is not None:
            levels = {"demoralized": now.demoralized.points, "disintegrated": now.disintegrated.points}
            yield Tell({"kind": "level-moved", "book": book, "by": by, **levels, "case": row["case"]})


def _key(board: Board, row: Row) -> str:
    """What a position notes of a row: its case, and its place among the changes of levels of the scenario."""
    return board.setting.level_keys[id(row)]


# -- who of the attackers makes a row count ----------------------------------------------------


def _fought(board: Board, row: Row, attackers: Sequence[str], targets: Sequence[str]) -> Sequence[str]:
    nations = {board.setting.roster.units[unit].nation for unit in (*attackers, *targets)}
    return attackers if nations.issuperset(words(row["when"]["who"])) else ()


def _attacked(board: Board, row: Row, attackers: Sequence[str], targets: Sequence[str]) -> Sequence[str]:
    """nlb 24.3A, 27.3C: those of the named army or nation; only the one in command, where strength counts."""
    when, idle = row["when"], board.position.idle if row["by"] == IN_COMMAND_STRENGTH else ()
    column = int(when.get("east-of", "0"))
    if not any(is_of(board, unit, when["who"]) and int(board.at[unit][:2]) > column for unit in targets):
        return ()
    return [unit for unit in attackers if is_of(board, unit, when["by"]) and unit not in idle]


_ATTACKERS: Final[Mapping[str, Callable[[Board, Row, Sequence[str], Sequence[str]], Sequence[str]]]] = {
    "fought": _fought,
    "attacked": _attacked,
}


# -- how a row counts --------------------------------------------------------------------------


def _once(board: Board, row: Row, entries: Entries) -> Iterator[Tell]:
    key = _key(board, row)
    if key not in board.position.once and holds(board, row["when"], entries):
        board.position.once.add(key)
        yield from shift(board, row, int(row["by"]))


def _each_turn(board: Board, row: Row, entries: Entries) -> Iterator[Tell]:
    """nlb 18.5B-2: in every game-turn in which it is so, from the first moment of it."""
    key = f"{_key(board, row)}/{board.position.turn}"
    if key not in board.position.once and holds(board, row["when"], entries):
        board.position.once.add(key)
        yield from shift(board, row, int(row["by"]))


def _while(board: Board, row: Row, entries: Entries) -> Iterator[Tell]:
    """nlb 24.3B, 24.3C: once its army is demoralized, a row that says so is taken back no more."""
    final = row.get("reversible-until") == "demoralized" and row["book"] in board.position.broken
    yield from _switch(board, row, _key(board, row), holds(board, row["when"], entries), final)


def _each_hex(board: Board, row: Row, entries: Entries) -> Iterator[Tell]:
    for key, one in _rows_of_hexes(board, row):
        now = holds(board, one, entries)
        # Mostly a row is in force already, or still is not.
        if now != (key in board.position.once):
            yield from _switch(board, row, key, now, False)


def _rows_of_hexes(board: Board, row: Row) -> Sequence[tuple[str, Row]]:
    """A row of several hexes as rows of one each, with what a position notes of them."""
    key, known = _key(board, row), board.setting.rows_of_hexes
    if key not in known:
        when = row["when"]
        known[key] = [(f"{key}/{at}", {**when, "hexes": at}) for at in words(when["hexes"])]
    return known[key]


def _switch(board: Board, row: Row, key: str, now: bool, final: bool) -> Iterator[Tell]:
    """Puts a row into force, or out of it unless that is final."""
    noted = board.position.once
    if now and key not in noted:
        noted.add(key)
        yield from shift(board, row, int(row["by"]))
    elif not now and key in noted and not final:
        noted.discard(key)
        yield from shift(board, row, -int(row["by"]))


HOW: Final[Mapping[str, Callable[[Board, Row, Entries], Iterator[Tell]]]] = {
    "once": _once,
    "while": _while,
    "each-hex": _each_hex,
    "each-turn": _each_turn,
}
"""How a row counts, in the word that the file uses; `each-time` goes by changes of control alone."""
