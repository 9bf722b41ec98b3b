"""How strong corps and armies are, and what they have lost: points of foot and horse, and guns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.lean import dataclass
from rulesets.winters_victory.board.pieces import ARTILLERY, CAVALRY, INFANTRY, SKIRMISHERS, Unit
from rulesets.winters_victory.play import Play

POINTS, GUNS = "points", "guns"
_FOOT_AND_HORSE = (INFANTRY, SKIRMISHERS, CAVALRY)


@dataclass(frozen=True, slots=True)
class Force:
    """wv 2.5: points of foot and horse, and guns, on the map; and lost of those that have come so far."""

    points: int
    guns: int
    lost: int
    guns_lost: int


def came(play: Play) -> Iterator[str]:
    """Combat units of the roster that have been in the battle so far, crews too."""
    scenario = play.setting.scenario
    yield from scenario.units
    yield from (uid for uid in scenario.coming(play.setting.forces) if uid not in play.position.waiting)


def forces(play: Play) -> dict[str, Force]:
    """wv 14.0: book of morale -> its strength, of those books that have units in the battle. What a battalion has given
    to its companies is in them (8.63)."""
    units, book = play.setting.units, play.setting.chain.book
    began: dict[str, Counter[str]] = {}
    for uid in came(play):
        began.setdefault(book(uid), Counter())[_arm(units[uid])] += units[uid].strength
    now: dict[str, Counter[str]] = {name: Counter() for name in began}
    for uid, piece in play.board.pieces.items():
        if units[uid].fights:
            now.setdefault(book(units[uid].serves or uid), Counter())[_arm(units[uid])] += piece.strength
    found = {}
    for name in play.setting.chain.books:
        if name in now:
            lost = began.get(name, now[name]) - now[name]
            found[name] = Force(now[name][POINTS], now[name][GUNS], lost[POINTS], lost[GUNS])
    return found


def _arm(unit: Unit) -> str:
    """In what a unit's strength counts; crews in nothing."""
    return GUNS if unit.kind == ARTILLERY else POINTS if unit.kind in _FOOT_AND_HORSE else ""
