"""The battles and sieges that orders lead to, as far as their author can know: strength, columns, dice, chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pbem.engine.options import Json
from rulesets.jours_de_gloire.rules.battle.ground import encircled, flanking_entries, terrain_of
from rulesets.jours_de_gloire.rules.battle.overrun import why_no_overrun
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, ROLES, Force, Situation
from rulesets.jours_de_gloire.rules.battle.siege import Siege, why_no_siege
from rulesets.jours_de_gloire.rules.battle.tactics import Length, legal, length, one_general
from rulesets.jours_de_gloire.rules.fights.box_forces import force_known
from rulesets.jours_de_gloire.telling.preview_chances import (
    Prospect,
    fire,
    first_round,
    guns,
    overrun_chances,
    prospect,
    siege_chances,
)
from rulesets.jours_de_gloire.telling.preview_course import Course
from rulesets.jours_de_gloire.telling.preview_foes import Foe, Foes

# Siege dice looked ahead.
_AHEAD = 3


def battles(course: Course) -> list[Json]:
    """One entry for each box with counters of both armies when all moves are made; see `_box`."""
    foes = Foes(course.setting, course.board, course.army)
    return [_Box(course, foes.boxes[box]).told() for box in course.board.contested()]


def in_box(course: Course, foe: Foe) -> Json:
    """The same for one box, whoever is supposed to be the enemy there."""
    return _Box(course, foe).told()


class _Box:
    """A contested box."""

    def __init__(self, course: Course, foe: Foe) -> None:
        self.course, self.setting, self.board = course, course.setting, course.board
        self.foe, self.box, self.army = foe, foe.box, course.army
        self.counters = self.board.counters(self.army, self.box)
        self.own = force_known(self.board, self.army, course.known, self.counters)

    def told(self) -> Json:
        """{"at", "own", "enemy", and what may happen there: "siege", "overrun", "battle", "assault"}."""
        found: dict[str, Json] = {"at": self.box, "own": self._told_own(), "enemy": self._told_enemy()}
        siege = self.board.at.sieges.get(self.box)
        if siege is not None:
            return {**found, "going-on": self._going_on(siege)}
        if not self.own.fighters or not self.foe.force.fighters:
            return found
        run = self._overrun()
        if run:
            found["overrun"] = run
        found["battle"] = self._battle(citadel=False)
        if self.setting.boxes[self.box].city:
            found["siege"] = self._siege(1)
            found["assault"] = self._battle(citadel=True)
        return found

    # -- who is there ---------------------------------------------------------------------

    def _told_own(self) -> Json:
        unknown = [counter for counter in self.counters if counter not in self.course.known]
        return {"counters": list(self.counters), "pf": self.own.pf, "unknown": len(unknown)}

    def _told_enemy(self) -> Json:
        foe = self.foe
        units, leaders = ([one.id for one in those] for those in (foe.known.fighters, foe.known.leaders))
        return {"known": foe.known.pf, "units": units, "leaders": leaders, "hidden": foe.hidden, "pf": foe.pf}

    # -- what may happen ---------------------------------------------------------------------

    def _going_on(self, siege: Siege) -> Json:
        """jdg 8.8-S3: the dice of a siege that goes on; those of the enemy's are his."""
        mine = siege.by == self.army
        return {"mine": mine, "step": siege.step, **({"siege": self._siege(siege.step)} if mine else {})}

    def _siege(self, step: int) -> Json:
        """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5, 8.8-4, 4.5-3: chances of the fall after one, two and three
        dice, or why there are none."""
        linked = [
            troops.id
            for counter in self.counters
            if counter in self.course.linked and (troops := self.setting.troops(self.course.known.get(counter)))
        ]
        refusal = why_no_siege(self.own, linked)
        if refusal is not None:
            return {"barred": refusal.text, "case": refusal.case}
        chances = siege_chances(self.setting.charts, self.setting.scenario.game, step, _AHEAD)
        return {"falls": [str(chance) for chance in chances]}

    def _overrun(self) -> Json:
        if why_no_overrun(self.setting.charts, self.own, self.foe.force) is not None:
            return {}
        found = overrun_chances(self.setting.charts, bool(self.own.cavalry))
        return {result: str(chance) for result, chance in found.items()}

    def _battle(self, *, citadel: bool) -> Json:
        """Both armies' columns and dice in the first round, what they do, and what pairs of chits come to."""
        charts, situation = self.setting.charts, self._situation(citadel=citadel)
        forces = {ATTACKER: self.own, DEFENDER: self.foe.force}
        weather = situation.weather
        reckoned = first_round(charts, forces, situation)
        by_role = {
            role: {
                "calculation": reckoned[role].calculation.told(),
                "fire": _shares(fire(charts, reckoned[role])),
                "guns": _shares(guns(charts, forces[role].ba, weather)) if forces[role].ba else {},
            }
            for role in ROLES
        }
        told = {"encircled": situation.encircled, "flank": bool(situation.flanks), "bridge": situation.bridge}
        return {**told, "terrain": situation.terrain, "sides": by_role, "chits": self._chits(forces, situation)}

    def _chits(self, forces: Mapping[str, Force], situation: Situation) -> list[Json]:
        """jdg 8.2-1, 8.2-2: pairs of chits that both armies may play, those that come to the same together."""
        charts, limit = self.setting.charts, self.setting.options.screen_limit
        ordered = self.course.orders.get("battles", {}).get(self.box, {}).get("tactic", "")
        own, theirs = legal(charts, forces[ATTACKER], limit), legal(charts, forces[DEFENDER], limit)
        alone = one_general(forces[ATTACKER], forces[DEFENDER])
        groups: dict[Length, list[list[str]]] = {}
        for mine in [ordered] if ordered in own else own:
            for his in theirs:
                found = length(charts, mine, his, one_general=alone, weather=situation.weather)
                groups.setdefault(replace(found, why=()), []).append([mine, his])
        return [self._pairs(forces, situation, pairs) for _, pairs in sorted(groups.items(), key=_longest)]

    def _pairs(self, forces: Mapping[str, Force], situation: Situation, pairs: list[list[str]]) -> Json:
        mine, his = pairs[0]
        look: Prospect = prospect(self.setting.charts, forces, situation, {ATTACKER: mine, DEFENDER: his})
        return {
            "pairs": pairs,
            "rounds": look.length.rounds,
            "kind": look.length.kind,
            "points": look.points,
            "wins": {role or "nobody": str(chance) for role, chance in look.wins.items()},
            "lost": {role: str(mean) for role, mean in look.lost.items()},
        }

    def _situation(self, *, citadel: bool) -> Situation:
        """jdg 8.5-2, 8.5-4, 8.5-9: as `engagement` has it, by what is known."""
        board, place, course = self.board, self.setting.boxes[self.box], self.course
        foe, charts = self.setting.foe(self.army), self.setting.charts
        units = [counter for counter in self.counters if self._may_fight(counter)]
        ways = [course.came[counter] for counter in units if counter in course.came]
        origins = {way for way in ways if way}
        exits = board.neighbours(self.box)
        strength = {to: self._pf(to) for to in exits}
        return Situation(
            terrain=terrain_of(place.terrain, city=place.city),
            entrenched=board.at.entrenched.get(self.box) == foe,
            citadel=citadel,
            flanks=(ATTACKER,) if flanking_entries(ways) else (),
            encircled=encircled(charts, exits, origins, strength),
            bridge=any(counter in course.bridged for counter in units),
            weather=board.weather,
        )

    def _may_fight(self, counter: str) -> bool:
        """jdg 8.5-2: whether a counter holds a unit, as far as its reader knows: a team-mate's may."""
        held = self.course.known.get(counter)
        return held is None or self.setting.troops(held) is not None

    def _pf(self, box: str) -> int:
        known, counters = self.course.known, self.board.counters(self.army, box)
        return sum(int(known[c].get("pf", 0)) for c in counters if c in known)


def _longest(group: tuple[Length, list[list[str]]]) -> int:
    return -group[0].value


def _shares(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    """`2*` -> `1/6`: strength points that the other army loses, with a star where its morale is tested."""
    return {f"{hit.pf}{'*' if hit.star else ''}": str(share) for hit, share in chances.items()}
