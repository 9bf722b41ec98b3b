"""Odds of a combat: strengths, the column, shifts and the cap of a chateau (11.3, 16)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.engine.calculation import Calculation, Counted, Effect, Strength
from pbem.hexgame.fighting.odds import Cap, calculated
from rulesets.campaign_1806.battlefield import Defence
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts
from rulesets.campaign_1806.roster import FOOT, HORSE
from rulesets.campaign_1806.rules.battle.terrain import halved, held_chateau, of_defender

NAPOLEON, GUARD, LIGHT = "napoleon", "guard", "light-troops"


def fighters(board: Board, units: Sequence[str]) -> list[str]:
    """Those of some counters that have a strength: leaders and trains add none (5.23, 9.13-1)."""
    return [uid for uid in units if board.unit(uid).fights]


def points(board: Board, units: Sequence[str]) -> Fraction:
    """osg 1.4-CombatStrength, 9.13-1, 5.23: face value of counters together: what stands on them now."""
    listed = (board.unit(uid).points(reduced=uid in board.reduced) for uid in fighters(board, units))
    return sum(listed, Fraction(0))


def strengths(board: Board, by: Sequence[str], targets: Sequence[str], defence: Defence) -> tuple[Strength, Strength]:
    """osg 11.31-NOTE, 11.31E: of attackers and defenders, exact, terrain applied, one effect for each side.

    Attacking horse is halved over wooded hexsides; defending horse only where nothing better helps its side.
    """
    beside = sorted({board.hex_of(uid) for uid in by})
    effect = of_defender(board.field, defence, beside, targets)
    attack = [_attacking(board, uid, targets) for uid in fighters(board, by)]
    against = []
    for at in targets:
        over = [(start, at) for start in beside if start in board.field.neighbours[at]]
        for uid in fighters(board, board.units_in(at)):
            against.append(_counted(board, uid, effect or halved(board, uid, over)))
    return _together("attacker", attack), _together("defender", against)


def _counted(board: Board, uid: str, effect: Effect | None) -> Counted:
    return Counted(uid, points(board, [uid]), (effect,) if effect else (), board.hex_of(uid))


def _together(role: str, units: Sequence[Counted]) -> Strength:
    return Strength(role, tuple(units), sum((unit.counts for unit in units), Fraction(0)))


def _attacking(board: Board, uid: str, targets: Sequence[str]) -> Counted:
    start = board.hex_of(uid)
    return _counted(
        board, uid, halved(board, uid, [(start, at) for at in targets if at in board.field.neighbours[start]])
    )


def odds_of(
    board: Board, charts: Charts, defence: Defence, by: Sequence[str], targets: Sequence[str], *, repulsed: bool = False
) -> Calculation:
    """osg 11.3, 11.3-NOTE, 10.22-2, 11.53A: the odds of one combat, rounded for the defender, all shifts together.

    by: attackers, leaders with them. repulsed: whether an attacker has failed to push one of the targets away.
    """
    attack, against = strengths(board, by, targets, defence)
    shifts = shifts_of(board, charts, by, targets, repulsed=repulsed)
    held = any(held_chateau(board, at) for at in targets)
    caps = [Cap(charts.chateau, "chateau", "11.53A")] if held else []
    return calculated(tuple(charts.columns), attack, against, shifts, caps)


def shifts_of(
    board: Board, charts: Charts, by: Sequence[str], targets: Sequence[str], *, repulsed: bool = False
) -> list[Effect]:
    """osg 5.14, 10.22-2, 11.3-NOTE, 16.1, 16.3, 16.32: the shifts of a combat to the attacker's good."""
    found: list[Effect] = []
    if NAPOLEON in by:
        found.append(Effect(charts.shifts["napoleon"], "Napoleon attacks", "5.14"))
    if any(NAPOLEON in board.units_in(at) for at in targets):
        found.append(Effect(-charts.shifts["napoleon"], "Napoleon defends", "5.14"))
    if combined_arms(board, by, targets):
        found.append(Effect(charts.shifts["combined-arms"], "foot and horse", "16.1"))
    if any(is_guard(board, uid) and board.unit(uid).kind in FOOT for uid in by):
        found.append(Effect(charts.shifts["guard"], "the Guard attacks", "16.32"))
    if repulsed:
        found.append(Effect(charts.shifts["failed-repulse"], "a repulse has failed", "10.22"))
    return found


def combined_arms(board: Board, by: Sequence[str], targets: Sequence[str]) -> bool:
    """osg 11.53D, 13.23, 16.1, 16.1-NOTE, 16.1-EX, 16.11: whether attackers gain by foot and horse together.

    The horse has to have a point after terrain. Defenders with both arms in a hex, and a held chateau, deny it.
    """
    if any(held_chateau(board, at) or _both_arms(board, board.units_in(at)) for at in targets):
        return False
    horse = [uid for uid in by if board.unit(uid).kind in HORSE]
    strong = sum((_attacking(board, uid, targets).counts for uid in horse), Fraction(0)) >= 1
    foot = any(board.unit(uid).kind in FOOT for uid in by)
    return (foot and strong) or any(_light(board, uid, by) for uid in by)


def _both_arms(board: Board, units: Sequence[str]) -> bool:
    kinds = {board.unit(uid).kind for uid in units}
    return bool(kinds & set(FOOT) and kinds & set(HORSE)) or any(_light(board, uid, units) for uid in units)


def _light(board: Board, uid: str, together: Sequence[str]) -> bool:
    """osg 13.3-2, 16.11: Light Troops are both arms in one, unless vedettes of theirs are out and not with them."""
    if board.unit(uid).kind != LIGHT:
        return False
    out = [one for one in board.at if board.unit(one).parent == uid]
    return all(one in together for one in out)


def is_guard(board: Board, uid: str) -> bool:
    """osg 16.3: whether a counter is of the French Guard."""
    return GUARD in board.unit(uid).traits
