"""Whom the practice opponent attacks, with which stacks and which chit, by the exact chances of the battle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rulesets.jours_de_gloire.practice.view import DAY, Stack, View
from rulesets.jours_de_gloire.rules.battle.ground import flanking_entries, terrain_of
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, Force, Situation
from rulesets.jours_de_gloire.rules.battle.tactics import legal
from rulesets.jours_de_gloire.telling.preview_chances import overrun_chances, prospect, siege_chances
from rulesets.jours_de_gloire.telling.preview_foes import Foe, lumped

# Victory points that a strength point is worth: a quarter at the end (9-9), and what it can still do until then.
POINT: Final = Fraction(2, 5)
# The least gain that makes an attack.
LEAST: Final = Fraction(1, 2)
# Enemies nearby of this strength surely take a box that is left to them; before the last turns it may be taken back.
SURE: Final = 8
TAKEN_BACK: Final = Fraction(1, 4)
MOST_STACKS: Final = 5
# What it costs to have strength points and a further stack here and not elsewhere.
EFFORT: Final = Fraction(1, 40)
FURTHER: Final = Fraction(1, 8)

Ways = Sequence[tuple[Stack, tuple[str, ...]]]


@dataclass(frozen=True)
class Attack:
    """An attack on a box. ways: stack -> path. value: expected gain in victory points. chit: tactic of the battle.

    siege: whether the enemy will sit in his citadel. overrun: whether to try one where it is possible.
    """

    box: str
    ways: tuple[tuple[Stack, tuple[str, ...]], ...]
    value: Fraction
    chit: str = ""
    siege: bool = False
    overrun: bool = True

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """Who takes part."""
        return tuple(stack for stack, _ in self.ways)


class Assault:
    """The attacks of one player turn, the best first; every stack takes part in one at most."""

    def __init__(self, view: View) -> None:
        self.view, self.setting = view, view.setting
        self._valued: dict[tuple[str, Ways], Attack] = {}

    def planned(self, free: Sequence[Stack]) -> list[Attack]:
        """The attacks worth making. Takes their command points."""
        found: list[Attack] = []
        left = [stack for stack in free if stack.units]
        targets = list(self.view.foes.boxes)
        while targets:
            options = [attack for box in targets if (attack := self.best(box, left)) is not None]
            best = max(options, key=lambda attack: (attack.value, attack.box), default=None)
            if best is None:
                break
            found.append(best)
            for stack in best.stacks:
                self.view.pay(stack)
            left = [stack for stack in left if stack not in best.stacks]
            # Who was not worth an attack with all stacks is none with fewer.
            targets = [attack.box for attack in options if attack.box != best.box]
        return found

    def worth_while(self, box: str, ways: Ways) -> bool:
        """Whether an attack with these alone would be worth making."""
        return self._once(box, tuple(ways)).value >= LEAST

    def best(self, box: str, stacks: Iterable[Stack]) -> Attack | None:
        """The best attack on a box; None where none is worth while."""
        ways = self._ways(box, stacks)
        options = [self._once(box, ways[:count]) for count in range(1, len(ways) + 1)]
        best = max(options, key=lambda attack: attack.value, default=None)
        return best if best is not None and best.value >= LEAST else None

    def _once(self, box: str, ways: Ways) -> Attack:
        """An attack with its value, worked out once."""
        key = (box, tuple(ways))
        if key not in self._valued:
            self._valued[key] = self.valued(box, ways)
        return self._valued[key]

    def _ways(self, box: str, stacks: Iterable[Stack]) -> Ways:
        """Who can be there and be paid for, the strongest first, from other sides before the same."""
        view = self.view
        able = []
        for stack in sorted(stacks, key=lambda s: (-s.pf, s.counters)):
            reach = view.reach(stack.box, stack.points)
            if box in reach.paths and stack.box != box and view.cost(stack) is not None:
                able.append((stack, reach.paths[box][1:]))
        return self._payable(able)[:MOST_STACKS]

    def _payable(self, able: Sequence[tuple[Stack, tuple[str, ...]]]) -> list[tuple[Stack, tuple[str, ...]]]:
        view, kept = self.view, dict(self.view.pc)
        found = [(stack, path) for stack, path in able if view.pay(stack)]
        view.pc = kept
        return found

    # -- what it is worth --------------------------------------------------------------

    def valued(self, box: str, ways: Ways) -> Attack:
        """An attack with its value and the chit that makes it best."""
        view, foe = self.view, self.view.foes.boxes[box]
        counters = [counter for stack, _ in ways for counter in stack.counters]
        own = view.force(counters)
        cost = sum((self._left_behind(stack, box) for stack, _ in ways), own.pf * EFFORT + (len(ways) - 1) * FURTHER)
        if not foe.force.fighters:
            return Attack(box, tuple(ways), self._ground(box) - cost + LEAST)
        if self.setting.boxes[box].city and not self._besieging(box):
            return Attack(box, tuple(ways), self._siege(box, own, foe, counters) - cost, siege=True)
        situation = self._situation(box, ways)
        chit, value = self._battle(box, own, foe, situation)
        value = foe.real * value + (1 - foe.real) * self._ground(box)
        run = self._overrun(box, own, foe)
        better = run is not None and run > value
        value = run if better and run is not None else value
        return Attack(box, tuple(ways), value - cost - self._exposed(box, own), chit, overrun=better)

    def _besieging(self, box: str) -> bool:
        """jdg 8.8-8: whether the enemy lies before the walls himself, so that it is a battle of relief."""
        siege = self.view.board.at.sieges.get(box)
        return siege is not None and siege.by == self.view.foes.army

    def _situation(self, box: str, ways: Ways) -> Situation:
        """jdg 8.5-2, 8.5-9: as `engagement` has it. A general who rides alone opens no second way, and no bridge."""
        board, place = self.view.board, self.setting.boxes[box]
        courses = [(stack.box, *path) for stack, path in ways if stack.units]
        return Situation(
            terrain=terrain_of(place.terrain, city=place.city),
            entrenched=board.at.entrenched.get(box) == self.view.foes.army,
            flanks=(ATTACKER,) if flanking_entries(course[-2] for course in courses) else (),
            bridge=any(map(self.view.bridged, courses)),
            weather=board.weather,
        )

    def _battle(self, box: str, own: Force, foe: Foe, situation: Situation) -> tuple[str, Fraction]:
        """The chit with the best gain against the enemy's highest."""
        charts, limit = self.setting.charts, self.setting.options.screen_limit
        forces = {ATTACKER: lumped(own, "own"), DEFENDER: lumped(foe.met, "foe")}
        theirs = legal(charts, foe.met, limit)[0]
        found: list[tuple[Fraction, str]] = []
        for chit in legal(charts, own, limit):
            look = prospect(charts, forces, situation, {ATTACKER: chit, DEFENDER: theirs})
            won, lost = look.wins[ATTACKER], look.wins[DEFENDER]
            gain = (won - lost) * look.points + (look.lost[DEFENDER] - look.lost[ATTACKER]) * POINT
            found.append((gain + won * self._ground(box), chit))
        best = max(found, key=lambda pair: pair[0])
        return best[1], best[0]

    def _overrun(self, box: str, own: Force, foe: Foe) -> Fraction | None:
        """jdg 8.4-6: what an overrun would gain; None where it is none."""
        if own.pf < self.setting.charts.number("overrun", "ratio") * foe.pf:
            return None
        chances = overrun_chances(self.setting.charts, bool(own.cavalry))
        lost = chances.get("halved", Fraction(0)) * (foe.pf // 2) + chances.get("eliminated", Fraction(0)) * foe.pf
        return lost * POINT + self._ground(box)

    def _siege(self, box: str, own: Force, foe: Foe, counters: Sequence[str]) -> Fraction:
        """jdg 8.8-3, 8.8-4: a new siege, as long as turns are left; nothing for who cannot or could be thrown out."""
        view = self.view
        if not view.linked(counters, box) or own.pf < foe.pf + 1:
            return Fraction(-1)
        dice = min(view.turns_left + 1, 5)
        chance = siege_chances(self.setting.charts, self.setting.scenario.game, 1, dice)[-1]
        prize = 2 * self._points(box) + foe.pf * POINT
        return chance * prize - Fraction(own.pf, 8) - self._exposed(box, own)

    def _points(self, box: str) -> int:
        return self.setting.scenario.boxes.get(box, 0)

    def _ground(self, box: str) -> Fraction:
        """What it is worth to stand in the box afterwards: a flag that turns counts for both armies' points."""
        control = self.view.board.at.control.get(box)
        mine = control == self.view.army
        worth = Fraction(self._points(box)) * (Fraction(1, 2) if mine else Fraction(3, 2))
        return worth + Fraction(1, 4)

    def _exposed(self, box: str, own: Force) -> Fraction:
        """Other enemies near enough to strike back, as far as they are stronger: the strongest, half of the others."""
        view = self.view
        if view.last_move:
            return Fraction(0)
        near = self._near(box, box)
        strongest = max(near, default=0)
        strike = strongest + (sum(near) - strongest) // 2
        return max(Fraction(0), Fraction(strike * 3 - own.pf * 4, 48))

    def _left_behind(self, stack: Stack, target: str) -> Fraction:
        """A valued box that the stack leaves to enemies nearby, if too few stay to hold it."""
        view, points = self.view, self._points(stack.box)
        if not points or view.last_move:
            return Fraction(0)
        threat, left = sum(self._near(stack.box, target)), view.held(stack.box) - stack.pf
        if not threat or (left and left * 2 >= threat):
            return Fraction(0)
        return points * Fraction(min(threat, SURE), SURE) * (TAKEN_BACK if view.turns_left else 1)

    def _near(self, box: str, target: str) -> list[int]:
        """Strength of the enemy's boxes within a day of a box, but for that box and the target."""
        view = self.view
        boxes = view.foes.boxes.items()
        return [foe.pf for at, foe in boxes if at not in (box, target) and view.distance(at, box) <= DAY]
