"""What a battle would come to before any die falls: exact chances, by the same tables and sums as the battle itself.

Every state of a battle (both forces as they are, and whether they are shaken) is counted in whole numbers of equally
likely throws, so nothing is rounded. Who marches to the guns is not in it: nobody knows that beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rulesets.jours_de_gloire.rules.battle.losses import pay
from rulesets.jours_de_gloire.rules.battle.morale import bonus_of, loss_level
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, FOE, ROLES, Force, Situation
from rulesets.jours_de_gloire.rules.battle.points import battle_points
from rulesets.jours_de_gloire.rules.battle.strength import Reckoning, falls_in, reckon
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables
from rulesets.jours_de_gloire.rules.battle.tactics import Length, length, one_general
from rulesets.jours_de_gloire.tables import Charts

FACES: Final = 6


class Hit(NamedTuple):
    """What one army does to the other in a round. pf: strength points. star: whether morale is tested for it."""

    pf: int
    star: bool


class State(NamedTuple):
    """A battle between two rounds. Forces by their number in `_Battle.forces`; shaken: has reached its loss level."""

    attacker: int
    defender: int
    attacker_shaken: bool = False
    defender_shaken: bool = False


class Plight(NamedTuple):
    """One army after the losses of a round. faces: of a die, on how many it fails its test; 0 where it takes none."""

    force: int
    shaken: bool
    faces: int


@dataclass(frozen=True)
class Prospect:
    """What a battle comes to with two chits.

    length: rounds and type. wins: role, or "" for an indecisive battle, -> chance; they add up to one. lost: role ->
    mean PF lost in the rounds, the elimination of a loser without a way out (8.7-5, 8.7-6) among them. points: victory
    points of the winner for the battle itself.
    """

    length: Length
    wins: Mapping[str, Fraction]
    lost: Mapping[str, Fraction]
    points: int


def first_round(tables: Tables, forces: Mapping[str, Force], situation: Situation) -> dict[str, Reckoning]:
    """jdg 8.1-P3: how both armies stand in the first round, by role."""
    return {role: reckon(tables, role, forces, situation, 1) for role in ROLES}


def fire(tables: Tables, reckoning: Reckoning) -> dict[Hit, Fraction]:
    """jdg 8.4-1: the exact chances of what a force does to the other with its die."""
    return _shares(_fire(tables, reckoning.column, reckoning.bonus))


def guns(tables: Tables, ba: int, weather: str) -> dict[Hit, Fraction]:
    """jdg 8.4-4: the exact chances of what guns do in a round in which they fire."""
    return _shares(_guns(tables, ba, weather))


def _shares(ways: Mapping[Hit, int]) -> dict[Hit, Fraction]:
    total = sum(ways.values())
    return {hit: Fraction(number, total) for hit, number in sorted(ways.items())}


def _fire(tables: Tables, column: int, bonus: int) -> dict[Hit, int]:
    found = (tables.combat(column, die + bonus) for die in range(1, FACES + 1))
    return dict(Counter(Hit(loss.pf, loss.star) for loss in found))


def _guns(tables: Tables, ba: int, weather: str) -> dict[Hit, int]:
    """Six ways; without guns all of them do nothing."""
    if not ba:
        return {Hit(0, False): FACES}
    by = tables.weather_modifier("artillery", weather)
    found = (tables.artillery(ba, die + by) for die in range(1, FACES + 1))
    return dict(Counter(Hit(loss.pf, loss.star) for loss in found))


def _together(one: Mapping[Hit, int], other: Mapping[Hit, int]) -> dict[Hit, int]:
    """Fire and guns of a round are one loss (8.4-2)."""
    found: Counter[Hit] = Counter()
    for a, n in one.items():
        for b, m in other.items():
            found[Hit(a.pf + b.pf, a.star or b.star)] += n * m
    return dict(found)


def prospect(tables: Charts, forces: Mapping[str, Force], situation: Situation, chits: Mapping[str, str]) -> Prospect:
    """jdg 8.1-P3, 8.1-P4, 8.1-P5-1: the chances of a battle. forces, chits: by role, as `rounds.battle` takes them."""
    return _Battle(tables, forces, situation, chits).looked_through()


class _Battle:
    """All rounds. States carry the number of ways in which they come about; `ways` is how many there are in all."""

    def __init__(
        self, tables: Charts, forces: Mapping[str, Force], situation: Situation, chits: Mapping[str, str]
    ) -> None:
        self.tables, self.situation = tables, situation
        general = one_general(forces[ATTACKER], forces[DEFENDER])
        self.length = length(tables, chits[ATTACKER], chits[DEFENDER], one_general=general, weather=situation.weather)
        self.base = {role: forces[role].pf for role in ROLES}
        self.level = {role: loss_level(tables, self.base[role]) for role in ROLES}
        # Forces are long to compare, and states are compared all the time: a force is its number in a list.
        self.forces: list[Force] = []
        self.numbers: dict[Force, int] = {}
        self.start = State(self._number(forces[ATTACKER]), self._number(forces[DEFENDER]))
        self.losers: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self.paid = lru_cache(maxsize=None)(lambda force, loss: self._number(pay(self.forces[force], loss).force))
        self.left = lru_cache(maxsize=None)(lambda force: self.forces[force].pf)
        self.fails = lru_cache(maxsize=None)(self._fails)
        self.hit = lru_cache(maxsize=None)(self._hit)

    def _number(self, force: Force) -> int:
        number = self.numbers.setdefault(force, len(self.forces))
        if number == len(self.forces):
            self.forces.append(force)
        return number

    def _stands(self, force: int) -> bool:
        """Whether anybody is left; who has none but stragglers counts with no strength points."""
        return bool(self.forces[force].fighters)

    def looked_through(self) -> Prospect:
        """Every round in which somebody is still fighting."""
        open_states: dict[State, int] = {self.start: 1}
        ways = 1
        for number in range(1, self.length.rounds + 1):
            gunned = falls_in(self.tables, number, "guns")
            scale = FACES**4 * (FACES**2 if gunned else 1)
            ways *= scale
            self.losers = Counter({loser: count * scale for loser, count in self.losers.items()})
            self.lost = Counter({role: count * scale for role, count in self.lost.items()})
            found: Counter[State] = Counter()
            over: Counter[tuple[int, int, tuple[str, ...]]] = Counter()
            for state, count in open_states.items():
                self._round(state, count, (number, gunned), found, over)
            for (attacker, defender, beaten), count in over.items():
                self._over(attacker, defender, beaten, count)
            open_states = found
        for state, count in open_states.items():
            self._over(state.attacker, state.defender, (), count)
        return self._result(ways)

    def _round(
        self,
        state: State,
        count: int,
        when: tuple[int, bool],
        found: Counter[State],
        over: Counter[tuple[int, int, tuple[str, ...]]],
    ) -> None:
        """jdg 8.4-2, 8.6-1: losses at the same time, then both tests. when: the round, and whether guns fire in it."""
        attackers, defenders = self._plights(state, ATTACKER, *when), self._plights(state, DEFENDER, *when)
        for attacker, n in attackers.items():
            for defender, m in defenders.items():
                for beaten, faces in _tests(attacker.faces, defender.faces):
                    self._tested(attacker, defender, beaten, count * n * m * faces, found, over)

    def _plights(self, state: State, role: str, number: int, gunned: bool) -> dict[Plight, int]:
        """What a round does to the army of a role, in how many ways."""
        force, before = state.attacker, state.attacker_shaken
        if role == DEFENDER:
            force, before = state.defender, state.defender_shaken
        found: Counter[Plight] = Counter()
        for hit, ways in self._hits(state, FOE[role], number, gunned).items():
            left = self.paid(force, hit.pf)
            shaken = before or self.base[role] - self.left(left) >= self.level[role]
            found[Plight(left, shaken, self.fails(left) if shaken or hit.star else 0)] += ways
        return found

    def _hits(self, state: State, role: str, number: int, gunned: bool) -> dict[Hit, int]:
        forces = {ATTACKER: self.forces[state.attacker], DEFENDER: self.forces[state.defender]}
        found = reckon(self.tables, role, forces, self.situation, number)
        return self.hit(found.column, found.bonus, forces[role].ba if gunned else -1)

    def _hit(self, column: int, bonus: int, ba: int) -> dict[Hit, int]:
        """ba: guns that fire, 0 for a round of guns without any; -1 in a round without guns."""
        shot = _fire(self.tables, column, bonus)
        return shot if ba < 0 else _together(shot, _guns(self.tables, ba, self.situation.weather))

    def _fails(self, number: int) -> int:
        """jdg 8.6-4: on how many of six faces a force fails."""
        force = self.forces[number]
        if not force.fighters:
            return 0
        needs = force.cohesion + bonus_of(self.tables, force.bt)
        return FACES - min(max(needs, 0), FACES)

    def _tested(
        self,
        attacker: Plight,
        defender: Plight,
        beaten: tuple[str, ...],
        count: int,
        found: Counter[State],
        over: Counter[tuple[int, int, tuple[str, ...]]],
    ) -> None:
        stands = defender.force
        if DEFENDER in beaten and self.situation.encircled:
            # 8.6-6: who is encircled stays and pays.
            beaten = tuple(role for role in beaten if role != DEFENDER)
            stands = self.paid(stands, 1)
        if beaten or not self._stands(attacker.force) or not self._stands(stands):
            over[attacker.force, stands, beaten] += count
        else:
            found[State(attacker.force, stands, attacker.shaken, defender.shaken)] += count

    def _over(self, attacker: int, defender: int, beaten: tuple[str, ...], count: int) -> None:
        left = {ATTACKER: self.left(attacker), DEFENDER: self.left(defender)}
        lost = {role: self.base[role] - left[role] for role in ROLES}
        gone = [role for role, force in ((ATTACKER, attacker), (DEFENDER, defender)) if not self._stands(force)]
        loser = _loser(gone, lost, beaten)
        if loser == DEFENDER and (self.situation.encircled or self.situation.citadel):
            lost[DEFENDER] = self.base[DEFENDER]
        self.losers[loser] += count
        for role in ROLES:
            self.lost[role] += lost[role] * count

    def _result(self, ways: int) -> Prospect:
        wins = {FOE.get(loser, ""): Fraction(count, ways) for loser, count in self.losers.items()}
        ordered = {role: wins.get(role, Fraction(0)) for role in (*ROLES, "")}
        lost = {role: Fraction(self.lost[role], ways) for role in ROLES}
        return Prospect(self.length, ordered, lost, battle_points(self.tables, self.length.value))


@cache
def _tests(attacker: int, defender: int) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Who fails the tests of a round, and in how many ways; by the faces on which each fails."""
    rows = []
    for a, n in ((True, attacker), (False, FACES - attacker)):
        for d, m in ((True, defender), (False, FACES - defender)):
            if n and m:
                rows.append((tuple(role for role, fails in zip(ROLES, (a, d), strict=True) if fails), n * m))
    return tuple(rows)


def _loser(gone: Sequence[str], lost: Mapping[str, int], beaten: tuple[str, ...]) -> str:
    """jdg 8.1-P5-1, 8.1-P5-2: as `outcome.loser_of` has it. gone: roles that have nobody left."""
    if len(gone) == 1:
        return gone[0]
    if len(beaten) == 1:
        return beaten[0]
    if lost[ATTACKER] == lost[DEFENDER]:
        return ""
    return ATTACKER if lost[ATTACKER] > lost[DEFENDER] else DEFENDER


def siege_chances(tables: Charts, game: str, step: int, dice: int) -> tuple[Fraction, ...]:
    """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5, A.8.8-S2, A.8.8-S3: chance of a city's fall by one, two ... `dice` dice.

    step: of the siege marker now, 1 for a new siege.
    """
    stands, found = Fraction(1), []
    for number in range(1, dice + 1):
        row = min(step + number, tables.siege_steps(game))
        falls = sum(tables.siege_falls(game, row, die) for die in range(1, FACES + 1))
        stands *= Fraction(FACES - falls, FACES)
        found.append(1 - stands)
    return tuple(found)


def overrun_chances(tables: Charts, cavalry: bool) -> dict[str, Fraction]:
    """jdg 8.4-7: what an overrun does to the defender, with its chance."""
    by = tables.number("overrun", "cavalry") if cavalry else 0
    ways = Counter(tables.overrun(die + by) for die in range(1, FACES + 1))
    return {result: Fraction(count, FACES) for result, count in ways.items()}
