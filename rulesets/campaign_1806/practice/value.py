"""What units and hexes are worth on one board, and the column that an attack would come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from pbem.hexgame.practice.rules import Placed, PracticeRules
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.ground import Ground
from rulesets.campaign_1806.roster import FOOT, HORSE
from rulesets.campaign_1806.rules.battle.morale import counts
from rulesets.campaign_1806.rules.battle.odds import is_guard
from rulesets.campaign_1806.rules.battle.terrain import halved, held_chateau, of_defender
from rulesets.campaign_1806.rules.march.stacking import fits

LEAST: Final = "2-1"
"""The least odds at which it attacks of its own will."""
RISKED: Final = 6
"""What a repulse below these odds costs beside the losses, for each half point that attacks."""
RECOIL: Final = 120
"""What the recoil of the Guard costs, with the morale of the French (16.31)."""
OWN: Final = {"french": 4, "prussian": 2}
THEIRS: Final = 2
"""How own losses count against the enemy's: twice for the French, of whom more is wanted (20.11); the same where a
point is a point (21.96)."""
BROKEN: Final = 2
"""How many times a loss counts more that demoralizes its formation (20.13)."""
LASTING: Final = {True: 3, False: 2}
"""How a lost half point counts: of a unit that cannot come back, and of one that can."""


class Rates:
    """Values units and reckons odds on one board; strengths are half points. prizes: hex -> what it counts to drive the
    enemy from it."""

    def __init__(self, ground: Ground, play: Play, prizes: Mapping[str, int]) -> None:
        self.ground, self.play, self.prizes = ground, play, prizes
        points = "each-point" in play.setting.scenario.data.get("victory", {})
        self.own = THEIRS if points else OWN[play.army]
        self.least = ground.table.names.index(LEAST)
        self._strength = {uid: int(2 * play.unit(uid).points(reduced=uid in play.reduced)) for uid in play.at}

    def strength(self, uid: str) -> int:
        """Half strength points of a unit as of now, 0 of leaders and trains."""
        unit = self.play.unit(uid)
        if uid not in self._strength:
            self._strength[uid] = int(2 * unit.points(reduced=uid in self.play.reduced))
        return self._strength[uid] if unit.fights else 0

    def worth(self, uid: str, at: str) -> int:
        """What the loss of a unit counts."""
        unit = self.play.unit(uid)
        lasting = LASTING[uid in self.play.reduced or not unit.weak]
        side = self.own if unit.army == self.play.army else THEIRS
        return self.strength(uid) * lasting * (side + BROKEN * self._breaks(uid)) // THEIRS

    def _breaks(self, uid: str) -> bool:
        """Whether a formation is demoralized once it has lost a unit, and not before."""
        unit, losses = self.play.unit(uid), self.play.losses
        lost, known = losses.lost.get(unit.formation, 0), unit.formation in losses.forces.levels
        if not known:
            return False
        level = losses.level(unit.formation)
        return not level.reached(lost) and level.reached(lost + counts(unit))

    def column(self, by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str]) -> int:
        """The column of a planned attack by the rules of 11.3 and 16, leaders left out."""
        play = self.play
        beside = sorted({start for _, start in by})
        effect = of_defender(play.field, play.setting.defence, beside, targets)
        attack = sum((self._attacking(uid, start, targets) for uid, start in by), Fraction(0))
        against = Fraction(0)
        for at in targets:
            over = [(start, at) for start in beside if start in play.field.neighbours[at]]
            for uid in play.fighting(at, play.foe):
                less = None if effect else halved(play, uid, over)
                against += self.strength(uid) * (less.by if less else 1)
        against *= effect.by if effect else 1
        shift = self._shift(by, targets)
        # Quarters of a point are the least that there is.
        found = self.ground.table.column(int(2 * attack), max(int(2 * against), 1), shift)
        return min(found, self.ground.chateau_best) if any(map(self.stays, targets)) else found

    def _attacking(self, uid: str, start: str, targets: Sequence[str]) -> Fraction:
        near = self.play.field.neighbours[start]
        less = halved(self.play, uid, [(start, at) for at in targets if at in near])
        return Fraction(self.strength(uid)) * (less.by if less else 1)

    def _shift(self, by: Sequence[Placed], targets: Sequence[str]) -> int:
        play, shifts = self.play, self.play.setting.charts.shifts
        kinds = {play.unit(uid).kind for uid, _ in by}
        horse = sum((self._attacking(uid, at, targets) for uid, at in by if play.unit(uid).kind in HORSE), Fraction(0))
        found = 0
        both = [{play.unit(uid).kind for uid in play.fighting(at, play.foe)} for at in targets]
        denied = any(there & set(FOOT) and there & set(HORSE) for there in both) or any(map(self.stays, targets))
        if kinds & set(FOOT) and horse >= 2 and not denied:
            found += shifts["combined-arms"]
        if any(is_guard(play, uid) and play.unit(uid).kind in FOOT for uid, _ in by):
            found += shifts["guard"]
        if any("napoleon" in play.units_in(at) for at in targets):
            found -= shifts["napoleon"]
        return found

    def stays(self, at: str) -> bool:
        """Whether a garrison holds a hex though it is told to retreat."""
        return held_chateau(self.play, at)

    def stake(self, by: Sequence[Placed], column: int) -> int:
        """What a repulse costs beside losses: the morale of the Guard, and whatever is risked below 2-1."""
        guard = any(is_guard(self.play, uid) and self.play.unit(uid).kind in FOOT for uid, _ in by)
        poor = RISKED * sum(self.strength(uid) for uid, _ in by) if column < self.least else 0
        return poor + (RECOIL if guard else 0)

    def fits(self, at: str, units: Sequence[str]) -> bool:
        """Whether units may stand together without a leader, whom nobody can be sure of."""
        return fits([self.play.unit(uid) for uid in units])


def practice_rules(rates: Rates) -> PracticeRules:
    """What the search is told of a board."""
    play, ground = rates.play, rates.ground
    near, foe = play.field.zone_neighbours, play.foe

    def presses(uid: str, at: str) -> tuple[str, ...]:
        return tuple(one for one in near[at] if play.fighting(one, foe)) if play.unit(uid).fights else ()

    return PracticeRules(
        table=ground.table,
        strength=rates.strength,
        is_battery=lambda uid: False,
        worth=rates.worth,
        column=rates.column,
        fits=rates.fits,
        zone=lambda uid: play.zones[foe],
        presses=presses,
        fires=lambda at, target: False,
        reach_of_guns=0,
        deep=2,
        fights=lambda uid: play.unit(uid).fights,
        cover=lambda at: 2 if ground.times[at] > 1 else 1,
        mover=lambda uid: play.unit(uid).mover,
        stays=rates.stays,
        prize=lambda at: rates.prizes.get(at, 0),
        stake=rates.stake,
    )
