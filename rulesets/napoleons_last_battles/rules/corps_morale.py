"""Corps morale: levels and losses of corps and Allied nationalities, who breaks, who recovers (13.0, 22.5A).

Losses stand in three books of a unit: its nation's, which victory and army morale go by and which never falls; its
corps' and its nationality's, which this chapter goes by. Reorganization takes from these two, and who comes back by it
is booked there at full strength if he is lost again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.requests import Request, Tell
from rulesets.napoleons_last_battles.board import Board

DEMORALIZED: Final = "demoralized"
NEAR: Final = "near"
"""Corps that stand near demoralized leaders, as the owner's last command phase found it (22.5A)."""
REBUILT: Final = "rebuilt"
"""Units that have come back by reorganization (13.3)."""
PROXIMITY: Final = "proximity"
REACH: Final = 5
"""Hexes to demoralized leaders that shake a corps."""
SHAKEN: Final = 2
"""Points by which they do."""
_NIGHT: Final = "night"
_CAVALRY: Final = frozenset({"fr-1c", "fr-2c", "fr-3c", "fr-4c"})
"""nlb 22.5A-2: French corps that neither shake others nor are shaken."""


@dataclass(frozen=True, slots=True)
class Morale:
    """A corps or nationality: strength points lost, and at which it is demoralized now."""

    book: str
    lost: int
    level: int

    @property
    def breaks(self) -> bool:
        """Whether losses have come to the level."""
        return self.lost >= self.level


def morale_of(board: Board, book: str) -> Morale | None:
    """nlb 13.0-1, 13.1, 16.12-2, 22.3, 22.5A-1, 22.5B-1: how a corps or a nationality stands; None for a book without
    a level of its own, and without the option `corps-morale`.

    A nationality counts what all Allies have lost together. A level never falls below one point.
    """
    setting, position = board.setting, board.position
    roster = setting.roster
    if not setting.on("corps-morale"):
        return None
    if book in roster.nationalities:
        lost = sum(position.losses.get(one, 0) for one in roster.nationalities)
        level = roster.nationalities[book].level.value
    else:
        formation = roster.formations.get(book)
        if formation is None or formation.level is None:
            return None
        lost, level = position.losses.get(book, 0), formation.level.value
    level += position.shifts.get(book, 0)
    if board.marked(NEAR, book):
        level -= SHAKEN
    return Morale(book, lost, max(level, 1))


def books_with_levels(board: Board) -> tuple[str, ...]:
    """nlb 13.0-1, 13.1, 22.3: the corps and nationalities in play that have levels: those of the army that is not
    phasing first, else in the order of the roster; none without the option."""
    army, phasing = board.setting.corps_books, board.position.army
    return tuple(sorted(army, key=lambda book: army[book] == phasing))


def _army(board: Board, book: str) -> str:
    roster = board.setting.roster
    formation = roster.formations.get(book)
    return roster.army_of[formation.nation if formation else "allied"]


def booked(board: Board, unit: str, book: str, face: int) -> int:
    """nlb 13.3-3: strength points that the loss of a unit adds to a book: the face that lay up, but in the books of
    this chapter the full strength of one that had been reorganized."""
    record = board.setting.roster.units[unit]
    full = board.marked(REBUILT, unit) and book in (record.formation, record.nationality)
    return record.strength.value if full and record.strength else face


def breaks(board: Board, case: str = "13.0") -> Iterator[Tell]:
    """nlb 4.1.1A-2, 13.0-1, 13.0-2, 13.1: whoever has come to his level is demoralized now; tells of each."""
    # A level is a point at least: who has lost nothing does not break.
    broken, lost = board.position.broken, board.position.losses
    for book in books_with_levels(board):
        if book in broken or not (lost.get(book) or book in board.setting.roster.nationalities):
            continue
        found = morale_of(board, book)
        if found is not None and found.breaks:
            board.position.broken[book] = DEMORALIZED
            told = {"kind": DEMORALIZED, "book": book, "lost": found.lost, "level": found.level}
            yield Tell({**told, "case": "13.1" if book in board.setting.roster.nationalities else case})


def move_level(board: Board, book: str, by: int, case: str) -> Tell:
    """The level of a corps moves for the rest of the game."""
    board.position.shifts[book] = board.position.shifts.get(book, 0) + by
    now = morale_of(board, book)
    level = {"demoralized": now.level, "disintegrated": 0} if now else {}
    return Tell({"kind": "level-moved", "book": book, "by": by, **level, "case": case})


# -- recovery ----------------------------------------------------------------------------


def comes_back(board: Board, unit: str) -> Iterator[Tell]:
    """nlb 13.3-1, 13.3-2: a unit that is reorganized takes its full strength off its corps' and its nationality's
    losses; who falls below his level by it recovers."""
    position, record = board.position, board.setting.roster.units[unit]
    strength = record.strength.value if record.strength else 0
    position.mark(REBUILT, (unit,))
    if not board.setting.on("corps-morale"):
        return
    for book in filter(None, (record.formation, record.nationality)):
        position.losses[book] = max(position.losses.get(book, 0) - strength, 0)
    touched = [record.formation, *(board.setting.roster.nationalities if record.nationality else ())]
    for book in touched:
        found = morale_of(board, book)
        if book in position.broken and found is not None and not found.breaks:
            del position.broken[book]
            yield Tell({"kind": "recovered", "book": book, "lost": found.lost, "level": found.level, "case": "13.3"})


def corps_is_demoralized(board: Board, unit: str) -> bool:
    """nlb 12.2, 13.1, 13.2-3: whether the corps or nationality of a unit is; that of its army is another matter."""
    record, broken = board.setting.roster.units[unit], board.position.broken
    return record.formation in broken or record.nationality in broken


# -- proximity ---------------------------------------------------------------------------


def proximity(board: Board) -> Generator[Request, Any, None]:
    """nlb 4.1.1A-2, 22.5A-1: the morale segment of the phasing army: whose level is two points lower until its next
    one, because demoralized leaders stand within five hexes of his officer, and who breaks by it.

    Whoever breaks shakes his neighbours in his turn, until nobody is left: in whatever order they are looked at, the
    same are shaken. Found anew each time, by day and in rain; at night there is no such segment. Without the rule, or
    corps morale, only losses are looked at.
    """
    setting, position = board.setting, board.position
    turn = setting.turns[position.turn - 1]
    if turn.kind == _NIGHT or not setting.on("corps-morale"):
        return
    yield from breaks(board)
    if PROXIMITY not in setting.special:
        return
    mine = shakable(board)
    before = {book for book in mine if board.marked(NEAR, book)}
    position.unmark(before, (NEAR,))
    told: set[str] = set()
    while True:
        shaken = {book: by for book in mine if (by := _shaken_by(board, book, mine))}
        position.mark(NEAR, shaken)
        for book, (officer, other) in shaken.items():
            if book not in told and book not in before:
                event = {"kind": "shaken", "book": book, "by": -SHAKEN, "unit": officer, "beside": other}
                yield Tell({**event, "case": "22.5A"})
            told.add(book)
        fallen = list(breaks(board, "22.5A"))
        yield from fallen
        if not fallen:
            break
    for book in mine:
        if book in before and book not in told:
            yield Tell({"kind": "steady", "book": book, "by": SHAKEN, "case": "22.5A"})


def shakable(board: Board) -> tuple[str, ...]:
    """nlb 22.5A-1, 22.5A-2, 22.5A-3: the corps of the phasing army that shake and are shaken: no French cavalry, and
    no Allies."""
    roster = board.setting.roster
    return tuple(
        book
        for book in books_with_levels(board)
        if book in roster.formations and book not in _CAVALRY and _army(board, book) == board.position.army
    )


def _shaken_by(board: Board, book: str, mine: Sequence[str]) -> tuple[str, str] | None:
    """The first officer of a corps near a demoralized one of another corps, and that one; None if there is none."""
    broken = [other for other in mine if other != book and other in board.position.broken]
    others = [one for other in broken for one in officers(board, other)]
    leaders = board.position.leaders
    for officer in officers(board, book):
        for other in others:
            if board.field.distance(leaders[officer], leaders[other]) <= REACH:
                return officer, other
    return None


def officers(board: Board, formation: str) -> tuple[str, ...]:
    """nlb 11.1B-1, 16.1C-4: the officers of a formation who are on the map, in the order of the roster."""
    units = board.setting.roster.units
    members = board.setting.roster.formations[formation].units
    return tuple(uid for uid in members if uid in board.position.leaders and units[uid].kind == "officer")
