"""jdg 6.5.1: the non-phasing army's reactions to a step of the enemy: interception, or falling back a box.

What each counter is to do stands in its sign, and so does all that its die depends on. jdg 6.5-0: distances are those
of infantry in the turn's weather.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Roll, Tell
from rulesets.jours_de_gloire.board import BRIDGE, DUG, MOVED, PONTOON, Board
from rulesets.jours_de_gloire.hidden.signs import Sign, signs
from rulesets.jours_de_gloire.rules.march.command import Link, reaction_modifier
from rulesets.jours_de_gloire.rules.march.contact import LEADER, flagged, found_dummies, is_force, stranded, who_leads
from rulesets.jours_de_gloire.rules.march.march import stack_refusal, step_cost
from rulesets.jours_de_gloire.setting import GENERAL, Setting
from rulesets.jours_de_gloire.turn import Part, Turn

Json = Any
INTERCEPT: Final = "intercept"
BACK: Final = "back"
WITH: Final = "with"


@dataclass(frozen=True)
class Stack:
    """A stack that reacts. counters: its leader first. start: where it stands. plan: of its leader."""

    counters: tuple[str, ...]
    start: str
    shown: Mapping[str, Sign]
    plan: Mapping[str, Json]

    @property
    def units(self) -> tuple[str, ...]:
        """The combat units in it."""
        return tuple(counter for counter in self.counters if is_force(self.shown[counter]))

    def value(self, setting: Setting) -> int:
        """jdg 6.5.1-4, 6.5.2-2: what the die must not exceed: VC of the highest rank, of equals the best; else 1."""
        leaders = [(self.shown[c].rank, self.shown[c].vc) for c in self.counters if self.shown[c].kind == GENERAL]
        return max(leaders)[1] if leaders else setting.charts.number("reaction", "no-general")

    def modifier(self, setting: Setting) -> int:
        """jdg 6.5.1-5, 6.5.2-2: what its link adds to the die: that of its worst linked unit."""
        return reaction_modifier(setting, self.link)

    @property
    def link(self) -> Link:
        """The worst link of its units."""
        return Link(min(self.shown[counter].link for counter in self.units))


def texts(plan: Mapping[str, Json], member: str) -> tuple[str, ...]:
    """A list of ids in a plan; empty for anything else."""
    found = plan.get(member, ())
    return tuple(text for text in found if isinstance(text, str)) if isinstance(found, list | tuple) else ()


def ready(board: Board, army: str, box: str) -> tuple[str, ...]:
    """jdg 6.5.1-3, 6.2-2: counters of an army in a box that may react: not engaged, and not dug in this turn."""
    if board.enemies(army, box):
        return ()
    return tuple(counter for counter in board.counters(army, box) if not board.noted(counter, DUG))


def leaders(shown: Mapping[str, Sign], box: str, only_back: bool = False) -> list[str]:
    """jdg 6.5.1-1: whom a truthful owner may name as LEADER: any real counter whose plan reacts to this box.

    shown: the signs of those who may, in their order. only_back: nobody may intercept there, only fall back.
    """
    found = {c: sign.plan for c, sign in shown.items() if sign.real and box in texts(sign.plan, INTERCEPT)}
    return [counter for counter, plan in found.items() if not only_back or plan.get(BACK)]


# -- after each step of the phasing army ----------------------------------------------------


def interceptions(turn: Turn, box: str, label: str, *, barred: bool) -> Part:
    """jdg 6.5.1-1, 6.5.1-2, 6.5.1-3, 6.5.1-4, 6.5.1-5, 6.5.1-6, 6.5.1-7, 6.5.1-8, 6.5.1-9, 6.5.1-10: reactions
    to a stack that has just entered a box; whether one of them stops it.

    barred: a friend of those who would intercept is there (6.5.1-3), so that they can but fall back. One try from each
    box; all dice fall before anybody moves.
    """
    done: list[tuple[Stack, str]] = []
    for near in turn.board.neighbours(box):
        if not turn.board.counters(turn.foe, near):
            continue
        stack = yield from _planned(turn, box, near, barred, f"{label}.{near}")
        if stack is not None and (yield from _tried(turn, stack, box, f"{label}.{near}")):
            done.append((stack, str(stack.plan.get(BACK, "")) or box))
    for stack, to in done:
        yield from _reacts(turn, stack, to, box)
    return any(to == box for _, to in done)


def _planned(turn: Turn, box: str, near: str, barred: bool, label: str) -> Part:
    able = ready(turn.board, turn.foe, near)
    if not able:
        return None
    scene = {"box": box, "from": near, "counters": list(able), "barred": barred}
    asked = yield from who_leads(turn, LEADER, able, scene, "6.5.1-1", f"{label}.leader")
    shown = yield from signs(turn.board, turn.foe, asked, f"{label}.sign")
    first = next(iter(leaders(shown, box, barred)), "")
    if not first:
        return None
    stack = yield from gathered(turn, first, able, shown, near, f"{label}.with")
    refusal = _plan_refusal(turn, stack, box, barred)
    if refusal is not None:
        yield from _void(turn, stack, refusal)
        return None
    return stack


def gathered(turn: Turn, first: str, able: Sequence[str], shown: Mapping[str, Sign], start: str, label: str) -> Part:
    """The stack that a leader takes along: the counters that his plan names, of the same box and real (6.5-0)."""
    plan = shown[first].plan
    mates = [counter for counter in able if counter in texts(plan, WITH) and counter != first]
    seen = yield from signs(turn.board, turn.foe, mates, label)
    signed = {first: shown[first], **{counter: sign for counter, sign in seen.items() if sign.real}}
    return Stack(tuple(signed), start, signed, plan)


def stack_fault(setting: Setting, stack: Stack) -> Refusal | None:
    """jdg 6.5.1-7, 6.5.1-1: why these may not react together: too many, or nobody but generals."""
    if not stack.units:
        return Refusal("6.5.1-1", "generals alone do not react", stack.counters[0])
    refusal = stack_refusal(setting, [stack.shown[counter].kind for counter in stack.counters])
    return None if refusal is None else Refusal("6.5.1-7", refusal.text, stack.counters[0])


def _plan_refusal(turn: Turn, stack: Stack, box: str, barred: bool) -> Refusal | None:
    fault, back = stack_fault(turn.setting, stack), stack.plan.get(BACK, "")
    if fault is not None:
        return fault
    if not back:
        return Refusal("6.5.1-3", "a friend is there already", stack.counters[0], box) if barred else None
    legal = tuple(to for to in turn.board.neighbours(stack.start) if not turn.board.counters(turn.army, to))
    if back in legal:
        return None
    return Refusal("6.5.1-6", f"nobody can fall back to {str(back)[:24]}", stack.counters[0], str(back)[:24], legal)


def _void(turn: Turn, stack: Stack, refusal: Refusal) -> Part:
    event = {"stack": list(stack.counters), "at": stack.start, "case": refusal.case, "text": refusal.text}
    yield Tell({"kind": "no-reaction", "army": turn.foe, **event})


def _tried(turn: Turn, stack: Stack, box: str, label: str) -> Part:
    """jdg 6.5.1-4, 6.5.1-5: the die."""
    setting, start = turn.setting, stack.start
    by = stack.modifier(setting)
    if (step_cost(setting, turn.board, start, box) or 0) >= setting.charts.number("reaction", "long-link", "points"):
        by += setting.charts.number("reaction", "long-link", "modifier")
    die = (yield Roll("1d6", f"{label}.die", "6.5.1-4", (start, box)))[0]
    value = stack.value(setting)
    event = {"from": start, "at": box, "stack": list(stack.counters), "die": die, "sum": die + by, "value": value}
    event |= {"link": stack.link.name.lower(), "modifier": stack.modifier(setting)}
    passed = bool(die + by <= value)
    event |= {"passed": passed, "case": "6.5.1-4"}
    yield Tell({"kind": "interception", "label": label, "army": turn.foe, **event})
    return passed


def _reacts(turn: Turn, stack: Stack, to: str, box: str) -> Part:
    """jdg 6.5.1-6, 6.5.1-10: it enters the enemy's box, or falls back."""
    board, start = turn.board, stack.start
    over = board.crossing(start, to) in (BRIDGE, PONTOON)
    board.move_all(stack.counters, to)
    for counter in stack.counters:
        arrived(turn, counter, start, over)
    board.note(MOVED, stack.counters)
    event = {"army": turn.foe, "stack": list(stack.counters), "from": start, "to": to, "case": "6.5.1-6"}
    if to != box:
        yield Tell({"kind": "fell-back", **event})
        yield from flagged(turn, turn.foe, to)
        return
    turn.surprised.setdefault(box, board.counters(turn.army, box))
    turn.intercepted.setdefault(box, []).extend(stack.counters)
    yield Tell({"kind": "intercepted", **event})
    yield from found_dummies(turn, turn.foe, box)
    yield from stranded(turn, box)


def arrived(turn: Turn, counter: str, start: str, over: bool) -> None:
    """A counter has come from a box, or from an entry: "", into the one where it stands. over: by a bridge."""
    turn.came[counter] = start
    turn.bridged.discard(counter)
    if over:
        turn.bridged.add(counter)
