"""Where each unit wants to be: at the enemy, at what the scenario pays for, where it screens, or where it is."""

from __future__ import annotations

from functools import cache
from typing import Final

from pbem.hexgame.practice.posting import Wishes
from pbem.hexgame.practice.rules import Goal
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.danger import dangers
from rulesets.campaign_1806.practice.raids import raids
from rulesets.campaign_1806.practice.view import View
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.result import concluded

NEARBY: Final = 7
"""Hexes that count as the neighbourhood of a unit, and from which the enemy threatens a post."""
RIDDEN: Final = 14
"""Hexes from which horse comes upon a post by road."""
COMES: Final = 16
"""Hexes from which a unit comes to hold what the scenario pays for."""
BOLD: Final = {1: 0, 2: 2, 3: 4}
CAREFUL: Final = 8
PATIENT: Final = 12
"""A unit goes on where its side has at least so many tenths of the strength of the enemies nearby: who has to attack,
by the turns of day that are left, and who may wait."""
PREY: Final = 2
"""So many times the strength of an enemy and of those beside him make it wise to go for him."""
LEAST_PREY: Final = 6
"""Half points of an enemy who is worth going for by many."""
GATHERED: Final = 2
"""Hexes within which units help each other."""
SCREEN: Final = 3
"""Hexes that a vedette keeps from the enemy."""


def wanted(play: Play, army: str) -> dict[str, bool]:
    """The hexes that matter -> whether an army has them. Sources count nothing where strength points are counted
    (21.96)."""
    setting = play.setting
    without = {at for one in setting.armies for at in setting.sources(one)} if counted(play) else ()
    return {at: play.position.held.get(at, "prussian") == army for at in setting.objectives if at not in without}


def counted(play: Play) -> bool:
    """Whether strength points are counted one by one, and certain hexes win (21.96)."""
    return "each-point" in play.setting.scenario.data.get("victory", {})


def attacks(play: Play, army: str) -> bool:
    """Whether an army has to go for the other: it would not win if the game ended now."""
    return concluded(play)["winner"] != army


def turns_left(play: Play) -> int:
    """Turns by day that are left, this one included."""
    return sum(not turn.night for turn in play.setting.turns[play.position.turn - 1 :])


def _needed(play: Play) -> int:
    """What a side that has to attack needs: where points count nothing is won by a lost battle, so it stays careful
    until its last turn."""
    most, left = max(BOLD), turns_left(play)
    return CAREFUL if counted(play) and left > 1 else BOLD[min(left, most)]


class Goals:
    """The goals of one player turn."""

    def __init__(self, view: View) -> None:
        self.view = view
        play, army = view.board, view.army
        named = wanted(play, army)
        self.attacks = attacks(play, army)
        self.needed = _needed(play) if self.attacks else PATIENT
        lacking = tuple(sorted(at for at, ours in named.items() if not ours))
        exposed = tuple(sorted(at for at, ours in named.items() if ours and NEARBY < view.nearest_foe(at) <= RIDDEN))
        # Who rides off is missing in the battle, and there the battle decides.
        open_ = () if counted(play) else (*lacking, *exposed)
        self.raids = raids(view, tuple(at for at in open_ if not view.strength_in(at)))
        self.danger = dangers(attacks=self.attacks, counted=counted(play))
        self.take = tuple(at for at in lacking if at not in self.raids.values()) if self.attacks else ()
        # In its last turn an army that would lose has nothing to save by waiting, and no later turn to enter.
        last = turns_left(play) == 1
        self.rush = tuple(at for at in self.take if last and not view.strength_in(at))
        # A full town keeps away whoever cannot see how weak it is; with open forces whoever is shut up in it is lost.
        self.decides = counted(play) and play.fog.hidden
        self.ours = tuple(sorted(at for at, ours in named.items() if ours))
        self.keep = tuple(at for at in self.ours if self._threatened(at))
        self._own: dict[str, int] = {}
        for uid, at in play.at.items():
            if play.army_of(uid) == army and play.unit(uid).fights:
                self._own[at] = self._own.get(at, 0) + view.rules.strength(uid)
        self.goes_on = cache(self._goes_on)
        self.is_prey = cache(self._is_prey)
        self.of = cache(self._of)

    def _threatened(self, at: str) -> bool:
        return self.view.nearest_foe(at) <= NEARBY

    def _goes_on(self, at: str) -> bool:
        """Whether enough stand around a hex to go for the enemies nearby."""
        near = self.view.ground.within(at, NEARBY)
        theirs = sum(map(self.view.strength_in, near))
        return 10 * sum(self._own.get(to, 0) for to in near) >= self.needed * theirs

    def _is_prey(self, at: str) -> bool:
        """Whether an enemy stands so alone that those around can attack him at good odds."""
        ground, view = self.view.ground, self.view
        theirs = sum(map(view.strength_in, ground.within(at, 1)))
        enough = view.strength_in(at) >= LEAST_PREY
        return enough and PREY * theirs <= sum(self._own.get(to, 0) for to in ground.within(at, NEARBY))

    def _of(self, uid: str) -> Goal:
        """What a unit wants to get to."""
        view, ground = self.view, self.view.ground
        unit, start = view.board.unit(uid), view.board.at.get(uid, "")
        if unit.kind == VEDETTE:
            return Goal(self._screen(uid))
        if uid in self.raids:
            return Goal(ground.way_to([self.raids[uid]], unit.mover))
        prey = () if counted(view.board) else tuple(at for at in view.foes if self.is_prey(at))
        foes = prey or tuple(view.foes)
        aims = (*foes, *self.take) if self.attacks else foes
        if aims and self.attacks and (not start or self.goes_on(start)):
            return Goal(ground.way_to(aims, unit.mover))
        if not self.attacks and start and aims and view.nearest_foe(start) <= NEARBY and self.goes_on(start):
            return Goal(ground.way_to(aims, unit.mover))
        near = [at for at in self.keep or self.ours if start and view.board.field.distance(at, start) <= COMES]
        return Goal(ground.way_to(near or ((self._rallying(start),) if start else aims), unit.mover))

    def _rallying(self, start: str) -> str:
        """Where a unit waits that has nothing to keep: where it is; who is alone among stronger enemies, with the most
        of his side nearby."""
        if self.goes_on(start):
            return start
        distance = self.view.board.field.distance
        near = [at for at in self._own if distance(at, start) <= COMES]
        return max(near, key=lambda at: (self._gathered(at), -distance(at, start), at), default=start)

    def _gathered(self, at: str) -> int:
        """Strength that stands around a hex."""
        return sum(self._own.get(to, 0) for to in self.view.ground.within(at, GATHERED))

    def _screen(self, uid: str) -> dict[str, int]:
        """The half points by which each hex in reach is off the line that vedettes keep from the enemy."""
        view = self.view
        return {at: 2 * abs(view.nearest_foe(at) - SCREEN) for at in view.ways.get(uid, ())}

    def wishes(self) -> Wishes:
        """As the search of the toolkit asks for them."""
        return Wishes(goal=lambda uid, at: self.of(uid), garrisons=(Goal({}, self.keep),), danger=self.danger)

    def way(self, uid: str, at: str) -> int:
        """Half points from a hex to what a unit wants."""
        return self.of(uid).far(at)
