"""What the practice opponent looks at: the public position and its own secrets, its stacks, and how far things are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pbem.engine.hidden import Own
from pbem.wargame.movement import Reach, reach
from rulesets.jours_de_gloire.board import PONTOON, Board
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.battle.parts import Force
from rulesets.jours_de_gloire.rules.fights.box_forces import force_known
from rulesets.jours_de_gloire.rules.march.command import (
    Lines,
    Link,
    commands_in,
    payers,
    pc_cost,
    searches,
    stack_allowance,
)
from rulesets.jours_de_gloire.rules.march.march import step_cost
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, INFANTRY, Setting
from rulesets.jours_de_gloire.telling.preview_foes import Foes

FAR: Final = 999
# Movement points of infantry: how far somebody is counted in days like these.
DAY: Final = 6


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters of one box that march together. pf: of its units. led: whether a general is among them."""

    counters: tuple[str, ...]
    box: str
    pf: int
    points: int
    units: int
    infantry: int
    lag: int
    led: bool
    chief: bool

    @property
    def dummies(self) -> bool:
        """Whether there is nobody real in it."""
        return not self.units and not self.led


class View:
    """One question for orders. known: contents of one's own counters as they are now. foes: what is supposed of the
    enemy. pc: command points that are left; who plans an activation takes them."""

    def __init__(self, setting: Setting, at: Position, army: str, own: Own) -> None:
        self.setting, self.army = setting, army
        self.board = Board(setting, at)
        self.holdings = Holdings(setting, self.board, army, own)
        self.known = self.holdings.known
        self.foes = Foes(setting, self.board, army)
        self.lines = Lines(setting, self.board, self.known, army)
        self.pc: dict[str, int] = dict(self.board.at.pc)
        self._steps: dict[tuple[str, str], int | None] = {}
        self._far = searches(setting, self.board, "far")
        self._reach: dict[tuple[str, int], Reach] = {}

    # -- the map -----------------------------------------------------------------------

    def step(self, a: str, b: str) -> int | None:
        """PM of a step today; None where it cannot be done."""
        if (a, b) not in self._steps:
            self._steps[a, b] = step_cost(self.setting, self.board, a, b)
        return self._steps[a, b]

    def reach(self, box: str, points: int) -> Reach:
        """Boxes within so many PM, not by way of an enemy box."""
        key = (box, points)
        if key not in self._reach:
            self._reach[key] = reach(
                box, points, self.setting.field.neighbours, self.step, must_stop=self.foes.boxes.__contains__
            )
        return self._reach[key]

    def far(self, box: str) -> Mapping[str, int]:
        """PM from a box to all others, enemies not considered."""
        if box not in self._far:
            found = reach(box, FAR, self.setting.field.neighbours, self.step)
            self._far[box] = {to: int(cost) for to, cost in found.costs.items()}
        return self._far[box]

    def distance(self, a: str, b: str) -> int:
        """PM between two boxes; FAR where no way leads."""
        return self.far(a).get(b, FAR)

    def bridged(self, path: Sequence[str]) -> bool:
        """jdg 8.5-9: whether the last step of a path crosses a bridge or pontoon."""
        return len(path) > 1 and self.board.crossing(path[-2], path[-1]) in ("bridge", PONTOON)

    @cached_property
    def turns_left(self) -> int:
        """Game turns after this one."""
        return len(self.setting.scenario.turns) - int(self.board.at.turn)

    @cached_property
    def last_move(self) -> bool:
        """Whether the enemy has no turn after this one."""
        return self.turns_left == 0 and self.board.at.order[-1] == self.army

    # -- one's own ------------------------------------------------------------------------

    def pf(self, counters: Sequence[str]) -> int:
        """Strength of the units in some of one's counters."""
        return sum(int(self.known[c].get("pf", 0)) for c in counters if c in self.known)

    def held(self, box: str) -> int:
        """One's strength in a box now."""
        return self.pf(self.holdings.counters(box))

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """All who may march, in stacks of their command with a general for each as far as there are any."""
        found: list[Stack] = []
        inside = {counter for those in self.board.at.inside.values() for counter in those} | self.garrisons
        for box in self.board.boxes_of(self.army):
            there = [c for c in self.holdings.counters(box) if c in self.known and c not in inside]
            if there:
                found += self._stacked(box, there)
        return tuple(found)

    def _stacked(self, box: str, there: Sequence[str]) -> list[Stack]:
        """jdg 5.3-2: two of infantry and three units at most."""
        setting, known = self.setting, self.known
        found = []
        generals = [c for c in there if setting.kind(known[c]) == GENERAL]
        units = [c for c in there if setting.troops(known[c]) is not None]
        for command in sorted({setting.command_of(known[c]) for c in (*generals, *units)}):
            mine = [c for c in units if setting.command_of(known[c]) == command]
            led = sorted(
                (c for c in generals if setting.command_of(known[c]) == command),
                key=lambda c: (-setting.generals[who(known[c])].rank, -setting.generals[who(known[c])].vc, c),
            )
            groups = self._groups(mine) or ([[]] if led else [])
            for i, general in enumerate(led):
                groups[i % len(groups)].append(general)
            found += [self.stack(box, tuple(group)) for group in groups]
        found += [self.stack(box, (c,)) for c in there if setting.dummy(known[c])]
        return found

    def _groups(self, units: Sequence[str]) -> list[list[str]]:
        """The strongest two of infantry with the strongest horse, and so on."""

        def strongest(kind: str) -> list[str]:
            mine = [c for c in units if self.setting.kind(self.known[c]) == kind]
            return sorted(mine, key=lambda c: (-int(self.known[c]["pf"]), c))

        foot, horse, found = strongest(INFANTRY), strongest(CAVALRY), []
        while foot:
            found.append([*foot[:2], *horse[:1]])
            foot, horse = foot[2:], horse[1:]
        while horse:
            found.append(horse[:3])
            horse = horse[3:]
        return found

    def stack(self, box: str, counters: tuple[str, ...]) -> Stack:
        """Some counters of a box as a stack."""
        setting, known = self.setting, self.known
        units = [c for c in counters if setting.troops(known[c]) is not None]
        generals = [setting.generals[who(known[c])] for c in counters if setting.general(known[c]) is not None]
        return Stack(
            counters,
            box,
            self.pf(units),
            stack_allowance(setting, self.board, known, counters),
            len(units),
            sum(setting.kind(known[c]) == INFANTRY for c in units),
            sum(int(known[c]["lag"]) for c in units),
            bool(generals),
            any(self.board.chief(general.command) == general.id for general in generals),
        )

    def cost(self, stack: Stack) -> Mapping[str, int] | None:
        """jdg 4.4-2, 4.4-3: what commands pay for a stack now; None where they cannot."""
        able = payers(self.setting, self.board, self.known, stack.counters)
        costs = {c: pc_cost(self.setting, self.board, self.known, stack.counters, c) for c in able}
        if not commands_in(self.setting, self.known, stack.counters):
            best = min(costs, key=lambda command: (costs[command] > self.pc.get(command, 0), costs[command]))
            costs = {best: costs[best]}
        return costs if all(self.pc.get(command, 0) >= cost for command, cost in costs.items()) else None

    def pay(self, stack: Stack) -> bool:
        """Takes the points for a stack; whether there were enough."""
        found = self.cost(stack)
        for command, cost in (found or {}).items():
            self.pc[command] -= cost
        return found is not None

    def linked(self, counters: Sequence[str], box: str) -> bool:
        """jdg 8.8-4, 4.5-3: whether infantry among them could besiege a box; generals who go along lead it there."""
        setting, known = self.setting, self.known
        # The line is checked before anybody moves (2-B1-4), and must not break on the way.
        foot = [c for c in counters if self._is_foot(c) and self.lines.of(c) != Link.NONE]
        commands = {setting.command_of(known[c]) for c in foot}
        led = {setting.command_of(known[c]) for c in counters if setting.general(known[c]) is not None}
        return any(command in led or self.lines.at(box, command) != Link.NONE for command in sorted(commands))

    @cached_property
    def garrisons(self) -> frozenset[str]:
        """One of infantry, the weakest, in each fortified city of one's own that counts: it stays there."""
        found = set()
        for box in self.board.boxes_of(self.army):
            if not self.setting.boxes[box].city or box not in self.setting.scenario.boxes:
                continue
            foot = [c for c in self.holdings.counters(box) if self._is_foot(c)]
            if foot and not self.board.enemies(self.army, box):
                found.add(min(foot, key=lambda c: (self.pf((c,)), c)))
        return frozenset(found)

    def _is_foot(self, counter: str) -> bool:
        content = self.known.get(counter)
        return self.setting.troops(content) is not None and self.setting.kind(content) == INFANTRY

    def force(self, counters: Sequence[str]) -> Force:
        """Some of one's counters as a force."""
        return force_known(self.holdings.board, self.holdings.army, self.holdings.known, counters)
