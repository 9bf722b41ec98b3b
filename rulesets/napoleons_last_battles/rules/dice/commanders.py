"""Commanders who are inactive: who becomes so, and what sets him free (15.4, 16.14C, 24.5B)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final

from pbem.engine.requests import Request, Tell
from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.rules.dice.schedule import ANY, faces_now, last_turn, thrown
from rulesets.napoleons_last_battles.rules.marks import ROUSED
from rulesets.napoleons_last_battles.rules.supply import has_communications
from rulesets.napoleons_last_battles.setting import Row

COMMANDERS: Final = ("commander", "chief-of-staff")
"""Kinds of leaders who command others than those of a formation of their own (11.1A, 16.14D)."""
_FRENCH: Final = "french"
_DAWN: Final = "/0600"
_FREE: Final = 1
_OFF: Final = 3
"""The face that releases an inactive commander, and the highest by which one without communications becomes so."""
REACH: Final = 10
"""Hexes to an enemy who rouses a commander (15.4-4)."""


def commanders(board: Board, army: str) -> list[str]:
    """nlb 11.1A, 16.14D: the commanders of an army on the map, chiefs of staff among them, in roster order."""
    units = board.setting.roster.units
    found = (u for u in board.position.leaders if units[u].army == army and units[u].kind in COMMANDERS)
    return sorted(found, key=lambda u: units[u].order)


def caution(board: Board) -> Generator[Request, Any, None]:
    """nlb 24.5B: in the command phases that the scenario names a die says whether a commander is active on this turn.

    From the turn on that asks for no die he is active.
    """
    for row in _cautions(board):
        leader, faces = row["activates"], faces_now(board, row["die"])
        if leader not in board.position.leaders or not faces or board.now.kind == NIGHT:
            continue
        if faces != (ANY,):
            die = yield from thrown(board, f"caution.{leader}", row["case"])
            active = str(die) in faces
        elif last_turn(board, row["die"]) == board.now.id:
            die, active = 0, True
        else:
            continue
        if active:
            board.position.unmark((leader,), (INACTIVE,))
        else:
            board.position.mark(INACTIVE, (leader,))
        yield Tell({"kind": "caution", "unit": leader, "die": die, "active": active, "case": row["case"]})


def _cautions(board: Board) -> Iterator[Row]:
    units, army = board.setting.roster.units, board.position.army
    return (row for row in board.setting.releases if "activates" in row and units[row["activates"]].army == army)


def is_cautious(board: Board, leader: str) -> bool:
    """nlb 24.5B: whether a die of this turn alone says if a commander is active, so that nothing else releases him."""
    rows = (row for row in board.setting.releases if row.get("activates") == leader)
    return any(faces_now(board, row["die"]) not in ((), (ANY,)) for row in rows)


def late_start(board: Board) -> Iterator[Tell]:
    """nlb 15.4-1, 16.14C-2: at the beginning of each 0600 turn all French commanders on the map become inactive."""
    army = board.setting.roster.army_of[_FRENCH]
    if not board.setting.on("late-start") or board.position.army != army or not board.now.id.endswith(_DAWN):
        return
    found = [u for u in commanders(board, army) if board.setting.roster.units[u].nation == _FRENCH]
    board.position.unmark(found, (ROUSED,))
    if found:
        board.position.mark(INACTIVE, found)
        yield Tell({"kind": "inactive", "units": found, "case": "15.4-1"})


def release_dice(board: Board) -> Generator[Request, Any, None]:
    """nlb 15.4-2, 15.4-3, 16.14C-2, 28.0C: in a command phase an inactive commander is released if an active one has
    met him since, else on a 1."""
    if board.now.kind == NIGHT:
        return
    for leader in commanders(board, board.position.army):
        if not board.marked(INACTIVE, leader) or is_cautious(board, leader):
            continue
        if board.marked(ROUSED, leader):
            yield released(board, leader, "met", "15.4-3")
            continue
        die = yield from thrown(board, f"active.{leader}", "15.4-2")
        if die == _FREE:
            yield released(board, leader, "die", "15.4-2", die)
        else:
            yield Tell(
                {"kind": "activation", "unit": leader, "why": "die", "die": die, "active": False, "case": "15.4-2"}
            )


def released(board: Board, leader: str, why: str, case: str, die: int = 0) -> Tell:
    """nlb 15.4-2, 15.4-3, 15.4-4: a commander is active again; the event. why: `die`, `met` or `enemy`."""
    board.position.unmark((leader,), (INACTIVE,))
    board.position.unmark((leader,), (ROUSED,))
    return Tell({"kind": "activation", "unit": leader, "why": why, "die": die, "active": True, "case": case})


def meet(board: Board, leaders: Sequence[str], path: Sequence[str]) -> None:
    """nlb 15.4-3: notes the inactive commanders through whose hex an active one of their army has moved, or into it.

    leaders: who has moved. path: hexes that he entered.
    """
    units, position = board.setting.roster.units, board.position
    for leader in leaders:
        if units[leader].kind in COMMANDERS and not board.marked(INACTIVE, leader):
            met = [
                other
                for other in commanders(board, units[leader].army)
                if board.marked(INACTIVE, other) and position.leaders[other] in path
            ]
            position.mark(ROUSED, met)


def communications(board: Board) -> Generator[Request, Any, None]:
    """nlb 16.14C-1, 16.14C-2: in a command phase a die for each active commander without a line to the active
    headquarters of his nation: on 1 to 3 he becomes inactive."""
    if not board.setting.on("headquarters") or board.now.kind == NIGHT:
        return
    for leader in commanders(board, board.position.army):
        if board.marked(INACTIVE, leader) or has_communications(board, leader):
            continue
        die = yield from thrown(board, f"line.{leader}", "16.14C")
        if die <= _OFF:
            board.position.mark(INACTIVE, (leader,))
        event = {"kind": "communications", "unit": leader, "die": die, "active": die > _OFF}
        yield Tell({**event, "case": "16.14C"})
