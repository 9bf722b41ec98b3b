"""Who may give no command though he is there, and the headquarters of an army: active or not (15.4, 16.14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.roster import HEADQUARTERS

OPTION: Final = "headquarters"
CHIEF: Final = "chief-of-staff"
ACTIVE: Final = "active"
STATES: Final = (ACTIVE, INACTIVE)


# -- who is inactive -------------------------------------------------------------------


def silenced(board: Board, commander: str) -> Refusal | None:
    """nlb 15.4-1, 16.14C-2, 16.14D, 24.5B: why a commander may give no command now; None if he may."""
    name, at = board.setting.roster.units[commander].name, board.position.leaders[commander]
    if board.marked(INACTIVE, commander):
        return Refusal(_case(board), f"{name} in {at} is inactive and gives no command", commander, at)
    seat = active_headquarters(board, commander)
    if seat and board.setting.roster.units[commander].kind == CHIEF:
        text = f"{name} in {at} gives no command while {_called(board, seat)} in {_at(board, seat)} is active"
        return Refusal("16.14D", text, commander, at)
    return None


def _case(board: Board) -> str:
    setting = board.setting
    return "16.14C" if setting.on(OPTION) else "15.4" if setting.on("late-start") else "24.5B"


# -- headquarters ----------------------------------------------------------------------


def headquarters_of(board: Board, leader: str) -> str:
    """nlb 16.14A: the headquarters of a leader's army on the map, "" for none."""
    units = board.setting.roster.units
    nation = units[leader].nation
    own = (uid for uid in board.position.leaders if units[uid].kind == HEADQUARTERS and units[uid].nation == nation)
    return next(own, "")


def active_headquarters(board: Board, leader: str) -> str:
    """The same if it is active, else ""."""
    seat = headquarters_of(board, leader)
    return "" if board.marked(INACTIVE, seat) else seat


def turning_refusal(board: Board, seat: str, word: str, givers: Iterable[str]) -> Refusal | None:
    """nlb 16.14A, 16.14B, 16.14D: why a headquarters cannot be turned at the end of this command phase.

    givers: leaders who give command in it.
    """
    record, at = board.setting.roster.units[seat], _at(board, seat)
    if word == INACTIVE:
        return None
    if _exposed(board, seat):
        return Refusal("16.14B", f"{record.name} in {at} cannot be active in an enemy zone of control", seat, at)
    units = board.setting.roster.units
    chief = next((uid for uid in givers if units[uid].kind == CHIEF and units[uid].nation == record.nation), "")
    if chief:
        text = f"{record.name} in {at} is inactive in a turn in which {units[chief].name} gives command"
        return Refusal("16.14D", text, seat, at)
    return None


def turn(board: Board, seat: str, word: str, why: str, case: str) -> Iterator[Tell]:
    """nlb 16.14A: a headquarters becomes active or inactive; nothing where it is so already."""
    if (word == INACTIVE) == board.marked(INACTIVE, seat):
        return
    if word == INACTIVE:
        board.position.mark(INACTIVE, (seat,))
    else:
        board.position.unmark((seat,), (INACTIVE,))
    yield Tell({"kind": "headquarters", "unit": seat, "at": _at(board, seat), "to": word, "why": why, "case": case})


def threatened(board: Board) -> Iterator[Tell]:
    """nlb 16.14B: headquarters of both armies that movement or combat left in an enemy zone become inactive."""
    if board.setting.on(OPTION):
        units = board.setting.roster.units
        seats = [uid for uid in board.position.leaders if units[uid].kind == HEADQUARTERS and _exposed(board, uid)]
        for seat in sorted(seats, key=lambda uid: units[uid].order):
            yield from turn(board, seat, INACTIVE, "it is in an enemy zone of control", "16.14B")


def chief_left(board: Board, movers: Sequence[str], path: Sequence[str]) -> Iterator[Tell]:
    """nlb 16.14D: a chief of staff who leaves the hex of his active headquarters makes it inactive at once."""
    units = board.setting.roster.units
    for uid in movers if len(path) > 1 and board.setting.on(OPTION) else ():
        seat = active_headquarters(board, uid) if units[uid].kind == CHIEF else ""
        if seat and _at(board, seat) == path[0]:
            yield from turn(board, seat, INACTIVE, f"{units[uid].name} left it", "16.14D")


def _exposed(board: Board, seat: str) -> bool:
    return board.in_zone(_at(board, seat), board.enemy[board.setting.roster.units[seat].army])


def _at(board: Board, leader: str) -> str:
    return board.position.leaders[leader]


def _called(board: Board, seat: str) -> str:
    return board.setting.roster.units[seat].name
