"""How strong face-down counters are supposed to be by who does not know them: an even share of what is left (1.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from rulesets.campaign_1806.hidden.counters import TROOPS, is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.roster import VEDETTE

ALLOWANCE: Final = 5
"""Movement points of a division of foot, which most counters hold."""


def suppose(play: Play, army: str) -> Play:
    """The same board, on which counters of an army that its reader does not know have the strength that he has to
    reckon with.

    All strength that has come and is neither face up nor off the map is shared: of troops that a look has shown each
    has the mean of divisions and brigades, of those that nobody looked at each an even share of the rest, in whole
    points and at least one.
    """
    down = [uid for uid in play.on_map(army) if is_counter(uid)]
    if down:
        seen, unseen = _shares(play, army, down)
        blanks = play.setting.forces.units
        sorts = play.position.sorts
        play.suppose(
            {
                uid: replace(blanks[uid], strength=seen if sorts.get(uid) == TROOPS else unseen, allowance=ALLOWANCE)
                for uid in down
                if sorts.get(uid, TROOPS) == TROOPS
            }
        )
    return play


def suppose_in(play: Play, hexes: Sequence[str], army: str, points: int) -> None:
    """The counters of an army in some hexes have so many strength points together; the first ones those that are
    over."""
    down = [uid for at in hexes for uid in play.fighting(at, army) if is_counter(uid)]
    blanks, supposed = play.setting.forces.units, dict(play.supposed)
    for number, uid in enumerate(down):
        share = points // len(down) + (number < points % len(down))
        supposed[uid] = replace(blanks[uid], strength=share, allowance=ALLOWANCE)
    play.suppose(supposed)


def _shares(play: Play, army: str, down: Sequence[str]) -> tuple[int, int]:
    """What a counter of troops has, and one that nobody looked at."""
    position, units = play.position, play.setting.forces.units
    elsewhere = {*play.at, *position.boxes, *position.late}
    left = [uid for uid in position.came if units[uid].army == army and uid not in elsewhere]
    troops = [uid for uid in left if units[uid].fights and units[uid].kind != VEDETTE]
    total = sum((units[uid].points(reduced=uid in play.reduced) for uid in troops), Fraction(0))
    mean = total / len(troops) if troops else Fraction(1)
    known = [position.sorts[uid] for uid in down if uid in position.sorts]
    others = len(left) - len(known)
    rest = max(total - mean * known.count(TROOPS), Fraction(0))
    return _whole(mean), _whole(rest / others if others > 0 else Fraction(0))


def _whole(points: Fraction) -> int:
    return max((2 * points.numerator + points.denominator) // (2 * points.denominator), 1)
