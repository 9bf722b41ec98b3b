"""What the options add to the strength of a unit in combat, before terrain (16.5, 16.8 to 16.11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pbem.engine.calculation import Counted, Effect
from rulesets.napoleons_last_battles.board import BLOWN, Board
from rulesets.napoleons_last_battles.rules.battle.artillery import HEAVY
from rulesets.napoleons_last_battles.rules.battle.charges import charged
from rulesets.napoleons_last_battles.rules.marks import FORMING, MOVED, WEAKENED

_HALF: Final = Fraction(1, 2)


def of_attacker(board: Board, unit: str, by: Sequence[str], targets: Sequence[str]) -> tuple[Effect, ...]:
    """What multiplies an attacker or bombarder. by: the adjacent attackers of the combat."""
    return tuple(_of_attacker(board, unit, by, targets)) if _changed(board) else ()


def _changed(board: Board) -> bool:
    """Whether anything can multiply an attacker now: a mark, rain or an option."""
    setting = board.setting
    return bool(board.position.marks) or setting.on("rain-effects") or setting.on("sustained-bombardment")


def _of_attacker(board: Board, unit: str, by: Sequence[str], targets: Sequence[str]) -> Iterator[Effect]:
    """nlb 16.5-4, 16.8-2, 16.8-4, 16.9, 16.10-2: rain, a charge, and batteries that stood still and fire alone."""
    setting = board.setting
    if setting.on("rain-effects") and board.wet:
        yield Effect(_HALF, "attacks in rain", "16.5")
    if unit in by and charged(board, by, targets):
        yield Effect(2, "charges", "16.8")
    yield from _blown(board, unit)
    if unit not in by and not by and setting.on("sustained-bombardment") and not board.marked(MOVED, unit):
        heavy = setting.on("heavy-artillery") and HEAVY in setting.roster.units[unit].traits
        yield Effect(3, "heavy artillery that has not moved", "16.10") if heavy else Effect(2, "has not moved", "16.9")


def of_defender(board: Board, unit: str, silent: bool) -> tuple[Effect, ...]:
    """What multiplies a defender. silent: he retreated into the hex in this phase."""
    return tuple(_of_defender(board, unit, silent)) if silent or board.position.marks else ()


def _of_defender(board: Board, unit: str, silent: bool) -> Iterator[Effect]:
    """nlb 6.6C-3, 16.8-4, 16.11A-2: who retreated adds nothing, blown cavalry and a forming garrison half."""
    if silent:
        yield Effect(0, "retreated into the hex in this phase", "6.6C")
    yield from _blown(board, unit)
    if any(board.marked(FORMING, one) for one in board.units_in(board.at[unit])):
        yield Effect(_HALF, "a garrison is being formed in the hex", "16.11A")


def weakened(board: Board, one: Counted) -> Counted:
    """nlb 16.18B: a unit out of supply that its die has halved counts half of what it counts else, at least a point."""
    if not board.position.marks or not board.marked(WEAKENED, one.unit):
        return one
    counts = Fraction(one.counts)
    if not counts:
        return one
    now = min(counts, max(counts / 2, Fraction(1)))
    return replace(one, effects=(*one.effects, Effect(now / counts, "out of supply", "16.18")))


def _blown(board: Board, unit: str) -> Iterator[Effect]:
    if board.marked(BLOWN, unit):
        yield Effect(_HALF, "blown after a charge", "16.8")
