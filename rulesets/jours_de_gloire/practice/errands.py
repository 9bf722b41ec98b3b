"""Errands of the practice opponent: forced marches to a late prize, and a look at the enemy by cavalry."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from rulesets.jours_de_gloire.documents.documents import YES
from rulesets.jours_de_gloire.practice.view import Stack, View
from rulesets.jours_de_gloire.rules.march.command import Link

# Strength that cavalry has at least which looks at the enemy, and counters that make it worth while.
SCOUTS: Final = 2
CROWD: Final = 3

Errand = tuple[Stack, dict[str, Any]]


def hurried(view: View, stacks: Sequence[Stack]) -> list[Errand]:
    """jdg 5.4-2: forced marches in the last two turns to boxes that count, that nobody holds and no march reaches.

    Each with its stack and what the entry says beside it. Takes the command points.
    """
    if view.turns_left > 1 or view.setting.options.solitaire:
        return []
    more, found, taken = view.setting.charts.number("movement", "forced-march"), list[Errand](), set[str]()
    for stack in sorted(stacks, key=lambda s: (s.pf, s.counters)):
        if not stack.units or any(view.lines.of(c) == Link.NONE for c in stack.counters):
            continue
        near, far = view.reach(stack.box, stack.points).costs, view.reach(stack.box, stack.points + more).paths
        prizes = [box for box in far if box not in near and box not in taken and _prize(view, box)]
        best = max(prizes, key=lambda box: (view.setting.scenario.boxes[box], box), default="")
        if best and best not in view.foes.boxes and view.pay(stack):
            taken.add(best)
            found.append((stack, {"path": list(far[best][1:]), "forced": YES}))
    return found


def _prize(view: View, box: str) -> bool:
    return box in view.setting.scenario.boxes and view.board.at.control.get(box) != view.army


def scouting(view: View, stacks: Sequence[Stack], attacked: Collection[str]) -> list[Errand]:
    """jdg 6.3-1, 6.3-5: one reconnaissance a turn, by cavalry that gets back, of the box with most counters hidden."""
    if view.last_move or not view.board.hidden(view.board.setting.foe(view.army)):
        return []
    options = []
    for stack in stacks:
        if stack.infantry or stack.led or stack.pf < SCOUTS or not stack.units:
            continue
        reach = view.reach(stack.box, stack.points // 2)
        for box, foe in view.foes.boxes.items():
            if box in reach.paths and box != stack.box and box not in attacked and foe.hidden >= CROWD:
                options.append((-foe.hidden, box, stack.counters, stack, reach.paths[box]))
    for _, _, _, stack, way in sorted(options, key=lambda option: option[:3])[:1]:
        if view.pay(stack):
            back = list(reversed(way[:-1]))
            return [(stack, {"path": [*way[1:], {"recon": back}]})]
    return []
