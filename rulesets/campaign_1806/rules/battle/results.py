"""Results of combat: what becomes of a code, and who is lost in an exchange (11.4, 11.41, 11.53)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.lean import dataclass
from pbem.wargame.exchange import cheapest_payment, covers
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.rules.battle.odds import fighters, is_guard, points
from rulesets.campaign_1806.rules.battle.terrain import held_chateau

RETREATS: Final[Mapping[str, int]] = {"Ar": 1, "Ar2": 2, "Dr": 1, "Dr2": 2}
"""osg 11.4-Ar, 11.4-Ar2, 11.4-Dr, 11.4-Dr2: code -> hexes."""
NOTHING = ""
"""osg 11.53B: no result at all."""


def converted(board: Board, by: Sequence[str], targets: Sequence[str], code: str) -> str:
    """osg 11.41-1, 11.53B, 11.53C: what a code counts as. A held chateau ignores retreats and turns De into Ex; after
    it the Guard alone turns an Ex into De where it attacks and Ae where it defends. Each of the two converts once."""
    if any(held_chateau(board, at) for at in targets):
        code = {"Dr": NOTHING, "Dr2": NOTHING, "De": "Ex"}.get(code, code)
    if code == "Ex":
        defenders = [uid for at in targets for uid in board.units_in(at)]
        if guard_alone(board, by):
            return "De"
        if guard_alone(board, defenders):
            return "Ae"
    return code


def guard_alone(board: Board, units: Sequence[str]) -> bool:
    """osg 11.41-1: whether all that fight among some counters are of the Guard."""
    fighting = fighters(board, units)
    return bool(fighting) and all(is_guard(board, uid) for uid in fighting)


@dataclass(frozen=True, slots=True)
class Exchange:
    """osg 11.4-Ex, 11.41-2: what an exchange costs. lost: who goes in any case. payers: of whom the stronger side pays
    at least `owed` strength points; where they have less, all of them pay."""

    lost: tuple[str, ...]
    payers: tuple[str, ...]
    owed: Fraction

    def pays(self, board: Board, chosen: Sequence[str]) -> bool:
        """Whether a choice of payers is enough and of them alone."""
        owed = min(self.owed, points(board, self.payers))
        return set(chosen) <= set(self.payers) and covers((points(board, [uid]) for uid in chosen), owed)


def exchange(board: Board, by: Sequence[str], defenders: Sequence[str]) -> Exchange:
    """osg 11.4-Ex, 11.41-2: both sides of an exchange by face value. The weaker side loses all, equal sides both do.

    The Guard neither goes nor pays, but what it is worth counts for what the others owe.
    """
    attack, defence = fighters(board, by), fighters(board, defenders)
    ours, theirs = points(board, attack), points(board, defence)
    if ours == theirs:
        return Exchange(_line(board, [*attack, *defence]), (), Fraction(0))
    weak, strong, owed = (attack, defence, ours) if ours < theirs else (defence, attack, theirs)
    return Exchange(_line(board, weak), _line(board, strong), owed)


def cheapest(board: Board, due: Exchange) -> tuple[str, ...]:
    """The payers that an owner gives up who says nothing: the least points that are enough, then the fewest units."""
    worth = [(uid, points(board, [uid])) for uid in due.payers]
    return cheapest_payment(worth, due.owed) or due.payers


def _line(board: Board, units: Sequence[str]) -> tuple[str, ...]:
    return tuple(uid for uid in units if not is_guard(board, uid))
