"""Where the practice opponent sends those who do not attack: to boxes that count, to each other, out of harm's way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rulesets.jours_de_gloire.practice.view import DAY, FAR, Stack, View

# Scores are in hundredths of a victory point.
POINT: Final = 100
# What it costs to be away from one's chief, for each PM beyond the reach of a line of communication.
LONELY: Final = 4
# What a strength point is worth that the enemy could fall upon.
RISK: Final = 28
# Strength points that a commander-in-chief counts for in that (9-7, 9-8).
CHIEF: Final = 4
# What moving has to gain at least, in hundredths; more for who gathers stragglers.
TROUBLE: Final = 6


@dataclass(frozen=True, slots=True)
class Goal:
    """A box that draws stacks. worth: in hundredths. need: strength that is wanted there."""

    box: str
    worth: int
    need: int


def goals(view: View) -> list[Goal]:
    """What counts now, the dearest first: boxes to take, boxes to hold, and the enemy's forces to gather against."""
    found = []
    for box, points in view.setting.scenario.boxes.items():
        control = view.board.at.control.get(box)
        if control != view.army:
            need = view.foes.pf(box) * 3 // 2 + (4 if box in view.foes.boxes else 1)
            found.append(Goal(box, points * POINT * 2, need))
        elif box not in view.foes.boxes:
            threat = strike(view, box)
            if threat:
                found.append(Goal(box, points * POINT, threat))
    for box, foe in view.foes.boxes.items():
        if foe.pf and box not in view.setting.scenario.boxes:
            found.append(Goal(box, foe.pf * POINT // 4, foe.pf * 3 // 2))
    return sorted(found, key=lambda goal: (-goal.worth, goal.box))


def strike(view: View, box: str) -> int:
    """The strength that the enemy could bring to a box in his next turn: his strongest box, and half of the others."""
    near = [foe.pf for at, foe in view.foes.boxes.items() if at != box and view.distance(at, box) <= DAY]
    strongest = max(near, default=0)
    return strongest + (sum(near) - strongest) // 2


class Posting:
    """Places for stacks, one after the other, the strongest first. taken: box -> strength that will be there."""

    def __init__(self, view: View, fixed: Mapping[str, int]) -> None:
        self.view = view
        self.goals = goals(view)
        self.taken = dict(fixed)
        self._strikes: dict[str, int] = {}
        self._chiefs: dict[str, str] = {}

    def place(self, stack: Stack) -> tuple[str, ...]:
        """The path of a stack, () where it stays; takes its command points."""
        paths = self.view.reach(stack.box, stack.points).paths
        scores = {box: self._score(stack, box, path) for box, path in paths.items() if self._free(stack, box)}
        here = scores.get(stack.box, 0)
        best = max(scores, key=lambda box: (scores[box], box), default=stack.box)
        stays = best == stack.box or scores[best] < here + TROUBLE + 10 * stack.lag
        if stays or not self.view.pay(stack):
            best = stack.box
        self.taken[best] = self.taken.get(best, 0) + stack.pf
        if stack.chief:
            self._note_chief(stack, best)
        return tuple(paths[best][1:]) if best != stack.box else ()

    def _free(self, stack: Stack, box: str) -> bool:
        return box == stack.box or box not in self.view.foes.boxes

    def _note_chief(self, stack: Stack, box: str) -> None:
        for counter in stack.counters:
            self._chiefs[self.view.setting.command_of(self.view.known[counter])] = box

    # -- what a place is worth --------------------------------------------------------------

    def _score(self, stack: Stack, box: str, path: Sequence[str]) -> int:
        value = sum(self._draw(stack, goal, box) for goal in self.goals)
        value += self._flags(stack, path)
        return value - self._risk(stack, box) - self._lonely(stack, box)

    def _draw(self, stack: Stack, goal: Goal, box: str) -> int:
        """A goal draws the more the nearer one is, as long as strength is wanting there."""
        wanting = goal.need - self.taken.get(goal.box, 0)
        if wanting <= 0 or not stack.pf:
            return 0
        far = self.view.distance(box, goal.box)
        if far >= FAR:
            return 0
        share = min(stack.pf, wanting)
        days = -(-far // DAY)
        if days > self.view.turns_left + 1:
            return 0
        return goal.worth * share * (8 + (8 if not far else 0)) // (goal.need * (4 + far))

    def _flags(self, stack: Stack, path: Sequence[str]) -> int:
        """jdg 9-3: flags that are turned in passing."""
        setting, control = self.view.setting, self.view.board.at.control
        if not stack.units:
            return 0
        turned = [box for box in path[1:] if box not in self.view.foes.boxes and control.get(box) != self.view.army]
        return sum(setting.scenario.boxes.get(box, 0) * POINT for box in turned)

    def _risk(self, stack: Stack, box: str) -> int:
        """Strength at the mercy of a stronger enemy."""
        if self.view.last_move:
            return 0
        if box not in self._strikes:
            self._strikes[box] = strike(self.view, box)
        friends = self.taken.get(box, 0) + stack.pf
        walls = 2 if self.view.setting.boxes[box].city else 1
        over = self._strikes[box] * 4 - friends * 5 * walls
        if over <= 0:
            return 0
        stake = max(stack.pf, 1) + (CHIEF if stack.chief else 0)
        return RISK * stake * min(over, 4 * friends + 4) // (4 * friends + 4)

    def _lonely(self, stack: Stack, box: str) -> int:
        """jdg 4.3-1: far from the chief nobody obeys."""
        reach = self.view.setting.charts.number("communication", "reach")
        cost = 0
        for command in {self.view.setting.command_of(self.view.known[c]) for c in stack.counters} - {""}:
            chief = self._chiefs.get(command, "")
            if chief and not stack.chief:
                cost = max(cost, LONELY * max(0, self.view.distance(box, chief) - 2 * reach))
        return cost


def posted(view: View, stacks: Iterable[Stack], fixed: Mapping[str, int]) -> list[tuple[Stack, tuple[str, ...]]]:
    """Paths for those who move: troops, generals without any, dummies. fixed: strength where others are already."""
    posting = Posting(view, fixed)
    found: list[tuple[Stack, tuple[str, ...]]] = []
    order = sorted(stacks, key=lambda s: (s.dummies, not s.units, not s.chief, -s.pf, s.counters))
    for stack in order:
        if stack.units:
            path = posting.place(stack)
        elif stack.led:
            path = _to_troops(view, posting, stack)
        else:
            path = _decoy(view, posting, stack)
        if path:
            found.append((stack, path))
    return found


def _to_troops(view: View, posting: Posting, stack: Stack) -> tuple[str, ...]:
    """A general without troops joins the strongest that he can reach."""
    paths = view.reach(stack.box, stack.points).paths
    able = {box: pf for box, pf in posting.taken.items() if pf and box in paths and box not in view.foes.boxes}
    best = max(able, key=lambda box: (able[box], box), default=stack.box)
    if stack.chief:
        posting._note_chief(stack, best)
    if best == stack.box or not view.pay(stack):
        return ()
    return tuple(paths[best][1:])


def _decoy(view: View, posting: Posting, stack: Stack) -> tuple[str, ...]:
    """A dummy stays with friends, and goes to a box next to the enemy where points are to spare."""
    if sum(view.pc.values()) < 3:
        return ()
    paths = view.reach(stack.box, stack.points).paths
    near = [
        box
        for box in paths
        if box not in view.foes.boxes and any(to in view.foes.boxes for to in view.setting.field.neighbours(box))
    ]
    best = max(near, key=lambda box: (posting.taken.get(box, 0), box), default=stack.box)
    if best == stack.box or not view.pay(stack):
        return ()
    return tuple(paths[best][1:])
