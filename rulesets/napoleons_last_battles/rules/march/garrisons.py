"""Garrisons of chateaux: who forms one, when it stands, and how it is given up (16.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Tell
from rulesets.napoleons_last_battles.board import GARRISON, INFANTRY, Board
from rulesets.napoleons_last_battles.rules.marks import FORMING

CASE: Final = "16.11A"


def forming_refusal(board: Board, units: Sequence[str]) -> Refusal | None:
    """nlb 16.11A-1, 16.11C: why units cannot form a garrison: one infantry unit, in a chateau when the phase begins, of
    which there is none yet."""
    unit, name = units[0], board.setting.roster.units[units[0]].name
    if not board.setting.on("garrisons"):
        return Refusal(CASE, f"{name} cannot form a garrison: this campaign is played without garrisons", unit)
    at = board.at.get(unit, "")
    if len(units) > 1 or not at or board.roster.units[unit].kind != INFANTRY:
        where = f"not {name} in {at}" if at else f"not {name}"
        return Refusal(CASE, f"one infantry unit on the map forms a garrison, {where}", unit, at)
    if at not in board.chateau_hexes:
        text = f"{name} in {at} is in no chateau and cannot form a garrison"
        return Refusal(CASE, text, unit, at, tuple(sorted(board.chateau_hexes)))
    if any(board.marked(kind, one) for kind in (FORMING, GARRISON) for one in board.units_in(at)):
        return Refusal(
            CASE, f"{name} cannot form a garrison in {at}, which has a garrison already, or one that forms", unit, at
        )
    return None


def bound_refusal(board: Board, unit: str) -> Refusal | None:
    """nlb 16.11A-1: why who forms a garrison does not move."""
    marks = board.position.marks
    if not marks or not board.marked(FORMING, unit):
        return None
    name = board.setting.roster.units[unit].name
    return Refusal(CASE, f"{name} forms a garrison and may not move", unit, board.at[unit])


def form(board: Board, unit: str) -> dict[str, str]:
    """nlb 16.11A-1: marks who begins to form a garrison; the event that tells it."""
    board.remark(FORMING, unit, on=True)
    return {"kind": "garrison-forming", "unit": unit, "at": board.at[unit], "case": CASE}


def complete(board: Board) -> Iterator[Tell]:
    """nlb 16.11A-3: when its Movement Phase begins those of the phasing army who formed a garrison are one."""
    forming = board.position.marks.get(FORMING, set())
    for unit in sorted(one for one in forming if board.army_of(one) == board.position.army):
        board.remark(FORMING, unit, on=False)
        board.remark(GARRISON, unit, on=True)
        yield Tell({"kind": "garrison-formed", "unit": unit, "at": board.at[unit], "case": CASE})


def come_out(board: Board, unit: str) -> None:
    """nlb 16.11C: a garrison that moves, or is told to stand there as any other unit, is none any more."""
    if board.marked(GARRISON, unit):
        board.remark(GARRISON, unit, on=False)
