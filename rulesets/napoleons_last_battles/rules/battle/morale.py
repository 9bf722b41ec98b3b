"""Army morale: what every instant brings about, who breaks and when, and victories that follow at once (9.0 to 9.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.rules import corps_morale
from rulesets.napoleons_last_battles.rules.battle import level_changes
from rulesets.napoleons_last_battles.rules.battle.levels import army_of_book, books, marks
from rulesets.napoleons_last_battles.rules.victory import wings
from rulesets.napoleons_last_battles.rules.victory.conditions import (
    DEMORALIZED,
    DISINTEGRATED,
    Entries,
    fighters_in,
    holds,
    note_of,
)
from rulesets.napoleons_last_battles.rules.victory.control import taken
from rulesets.napoleons_last_battles.rules.victory.instants import note_judged, nothing_new
from rulesets.napoleons_last_battles.rules.victory.points import net

Row = Mapping[str, Any]


class GameDecided(Exception):
    """nlb 9.1: the row of the scenario that ends the game at this instant; everything before it is booked and told."""

    def __init__(self, row: Row) -> None:
        super().__init__(f"{row['winner'] or 'nobody'} wins at once ({row['case']})")
        self.row = row


def settle(board: Board, entries: Entries = ()) -> Iterator[Tell]:
    """nlb 9.1, 9.2, 24.3D, 27.3D: everything that an instant outside of a combat brings about: see `judge`; then whom
    the scenario takes off the map goes. Called after each move, entry, exit, reorganization and combat.

    entries: combat units with the hexes through which they have come. Raises GameDecided.
    """
    yield from judge(board, entries)
    if board.setting.losses.removals:
        yield from withdraw(board)


def may_stir(board: Board, entries: Entries) -> bool:
    """nlb 9.1, 9.2: whether a march through hexes could bring anything about where nobody fled from it: it comes to a
    hex that something hangs on, or a row of the scenario asks where somebody is."""
    setting = board.setting
    if board.judged is None or board.position.leaders or board.position.exited or setting.asks_for_places:
        return True
    worth = setting.worth_holding
    return bool(setting.losses.removals) or not worth.isdisjoint([at for _, at in (*entries, *board.entered)])


def given_back(
    board: Board, undone: Collection[str], passed: Mapping[str, Sequence[str]], held: Mapping[str, str]
) -> Iterator[Tell]:
    """nlb 3.4B-1, 5.4-2, 18.3B, 23.0C: a march that is taken back took no hexes: who held them before holds them still,
    unless somebody else has come through or stands there, and levels that moved by it move back.

    undone: whose marches are taken back. passed: unit -> hexes that it has entered in this phase. held: who held what
    before the phase. Raises GameDecided.
    """
    others = {at for unit, hexes in passed.items() if unit not in undone for at in hexes}
    for at in dict.fromkeys(at for unit in undone for at in passed.get(unit, ())):
        army, before = board.position.held.get(at, ""), held.get(at, "")
        if army == before or at in others or fighters_in(board, at):
            continue
        board.position.held.pop(at)
        board.position.held.update({at: before} if before else {})
        yield Tell({"kind": "given-back", "at": at, "army": army, "before": before, "case": "5.4"})
        yield from level_changes.changed_hands(board, (at, army, before), undone=True)
    if undone:
        yield from settle(board)


def judge(board: Board, entries: Entries = ()) -> Iterator[Tell]:
    """nlb 3.4B-1, 9.1, 9.2, 9.2A, 9.2B, 9.3-1, 9.3-2, 22.4-1: after losses, hexes that were entered, or points: who
    holds what, what moves levels, who breaks now, and whether that decides the game.

    Of several who come to their levels at one instant those of the army that is not phasing come first, and what that
    changes counts for the others; corps and nationalities come after armies. Who is broken stays so. Raises GameDecided
    where a victory follows at once.
    """
    entries = (*entries, *_entered(board)) if board.entered else entries
    worth, first = board.setting.worth_holding, board.judged is None
    for change in taken(board, entries, first) if first or [at for _, at in entries if at in worth] else ():
        at, army, before = change
        yield Tell({"kind": "taken", "at": at, "army": army, "before": before, "case": "3.4B"})
        yield from level_changes.changed_hands(board, change)
    if nothing_new(board, entries):
        return
    while True:
        moved = list(level_changes.changes(board, entries))
        yield from moved
        found = _breaks(board)
        if found is not None:
            yield found
        _decide(board)
        if found is None and not moved:
            note_judged(board)
            yield from corps_morale.breaks(board)
            return


def _entered(board: Board) -> list[tuple[str, str]]:
    """The combat units that were put into hexes since the last instant, with these, in order: by their moves, retreats,
    routs and advances."""
    fighters = board.setting.fighters
    found = [(unit, at) for unit, at in board.entered if unit in fighters]
    board.entered.clear()
    return found


def attacked(board: Board, attackers: Sequence[str], targets: Sequence[str]) -> Iterator[Tell]:
    """nlb 21.3B-2, 24.3A, 27.1A-2, 27.3C: what an attack brings about before its die. Raises GameDecided.

    attackers: batteries that bombard among them.
    """
    yield from wings.join(board, attackers, targets)
    yield from level_changes.attacked(board, attackers, targets)
    yield from judge(board)


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
                _note_losses(board, book, state)
                return Tell({"kind": state, "book": book, "lost": lost, "level": level.points, "case": case})
    return None


_LAST: Final = 1


def _in_order(board: Board) -> list[str]:
    """nlb 9.2B: the books with levels, those of the phasing army last."""
    phasing, known = board.position.army, board.setting.books_in_order
    if phasing not in known:
        known[phasing] = sorted(books(board), key=lambda book: _LAST if army_of_book(board, book) == phasing else 0)
    return known[phasing]


def _note_losses(board: Board, book: str, state: str) -> None:
    """nlb 18.4A-2: notes who has lost fewer by now than a row of the end asks at this event."""
    for row in (*board.setting.victory.instant, *board.setting.victory.end):
        for one in row.get("when", ()):
            asked = one["is"] == "lost-fewer" and words(one["at"]) == (book, state)
            if asked and board.position.losses.get(one["who"], 0) < int(one["than"]):
                board.position.once.add(note_of(one))


def _decide(board: Board) -> None:
    """nlb 9.1, 18.4A-1, 18.4B, 19.4A, 19.4B, 20.4A, 20.4B, 21.4A, 21.4B, 22.4-1, 27.4A, 27.4B: the
    first victory that is won at once, if there is one."""
    for row in board.setting.victory.instant:
        if not row.get("at") and all(holds(board, one) for one in row["when"]):
            raise GameDecided(row)
    at_once = board.setting.victory.net.get("instant")
    if at_once and (points := net(board)) >= int(at_once):
        rows = (row for row in board.setting.victory.end if row.get("net-from"))
        raise GameDecided(next(row for row in rows if int(row["net-from"]) <= points))


def withdraw(board: Board) -> Iterator[Tell]:
    """nlb 24.3D, 27.3D: takes an army that the scenario removes off the map, its leaders and those due with it. They
    are no losses and do not return."""
    position, units = board.position, board.setting.roster.units
    for row in board.setting.losses.removals:
        if not holds(board, row["when"]):
            continue
        named = {one.id for name in words(row["units"]) for one in board.setting.roster.of(name)}
        gone = {*position.waiting, *position.dead, *position.exited, *position.withdrawn}
        going = [unit for unit in board.setting.units() if unit in named and unit not in gone]
        present = [unit for unit in going if unit in position.at or unit in position.leaders]
        position.withdrawn.update(going)
        present += _uncovered(board, going)
        for unit in present:
            if units[unit].leads:
                position.leaders.pop(unit, None)
            elif unit in position.at:
                board.lift(unit)
        if going:
            yield Tell({"kind": "withdrawn", "units": present, "of": row["units"], "case": row["case"]})


def _uncovered(board: Board, going: Collection[str]) -> list[str]:
    """nlb 16.6-1: of those who go whoever was under markers, which leave the map with them."""
    hidden = board.position.hidden
    found = [unit for unit in going if unit in hidden]
    pairs = {hidden.pop(unit) for unit in found}
    for marker in sorted(marker for marker in board.markers if marker in board.at and marker[:-1] in pairs):
        board.lift(marker)
    return found
