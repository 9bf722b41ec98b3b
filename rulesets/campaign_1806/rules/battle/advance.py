"""Advance after combat, and odds lowered of one's own will (11.32, 11.46)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.options import Refusal
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.roster import FOOT
from rulesets.campaign_1806.rules.battle.morale import may_advance
from rulesets.campaign_1806.rules.command.initiative import passes


def why_not_advance(board: Board, units: Sequence[str], *, left_before: bool = False) -> Refusal | None:
    """osg 4.32-2, 5.17-2, 5.24, 5.24-EX, 11.46-1, 11.46-EX1, 11.46-EX2, 13.22-4: what keeps units from advancing into a
    hex that they have won, enemy zones or not.

    One stack of those that fought; one unit of foot and all horse, or all of them if a leader goes along. left_before:
    whether the enemy left by a retreat before combat.
    """
    fighting = [uid for uid in units if board.unit(uid).fights]
    if not fighting:
        return Refusal("11.46-1", "nobody who fights advances")
    if left_before:
        return Refusal("13.22-4", "nobody advances into a hex that was left before combat", fighting[0])
    if len({board.hex_of(uid) for uid in units}) > 1:
        return Refusal("11.46-1", "one stack alone may advance", fighting[0])
    held = next((uid for uid in fighting if not may_advance(board, uid)), "")
    if held:
        return Refusal("5.24-EX", f"{board.unit(held).name} is out of command or demoralized and may not advance", held)
    foot = [uid for uid in fighting if board.unit(uid).kind in FOOT]
    if len(foot) > 1 and not any(board.unit(uid).leads for uid in units):
        text = "without a leader who goes along one unit of foot alone may advance"
        return Refusal("11.46-EX1", text, foot[1])
    return None


def checked_for_reduction(board: Board, by: Sequence[str]) -> tuple[str, ...]:
    """osg 11.32: whose initiative decides whether odds may be lowered: an officer with the attackers, else the first
    unit of each stack."""
    officer = next((uid for uid in by if board.unit(uid).kind == "officer"), "")
    if officer:
        return (officer,)
    stacks: dict[str, str] = {}
    for uid in by:
        if board.unit(uid).fights:
            stacks.setdefault(board.hex_of(uid), uid)
    return tuple(stacks.values())


def may_reduce(board: Board, by: Sequence[str], dice: Mapping[str, int]) -> bool:
    """osg 11.32: whether all who are checked pass; the odds may then be any lower column."""
    return all(passes(board, uid, dice[uid]) for uid in checked_for_reduction(board, by))
