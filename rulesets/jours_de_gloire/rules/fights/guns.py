"""jdg 2-B3, 6.5.2: the march to the sound of the guns. Who passes his die stays where he is until he arrives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.requests import Roll, Tell
from rulesets.jours_de_gloire.board import MARCHED, MOVED, Board
from rulesets.jours_de_gloire.documents.standing import BATTLES, NO
from rulesets.jours_de_gloire.hidden.signs import Sign, signs
from rulesets.jours_de_gloire.rules.march.contact import GUNS, who_leads
from rulesets.jours_de_gloire.rules.march.interception import Stack, gathered, ready, stack_fault, texts
from rulesets.jours_de_gloire.rules.march.march import distances, step_cost
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Part, Turn

Json = Any
ANY: Final = "any"


@dataclass(frozen=True, slots=True)
class Marchers:
    """A stack on its way to a battle. points: 1 or 2 PM, which says when it arrives. start: where it stands.

    via: the box from which it enters the battle's box; it is `start` where that is next to it.
    """

    counters: tuple[str, ...]
    points: int
    start: str
    via: str


def guns_heard(turn: Turn) -> tuple[str, ...]:
    """jdg 2-B3, 6.5.1-8, 8.8-9: boxes with a battle that may be marched to.

    None of these are those where the non-phasing army intercepted, or where it is besieged, or where it besieges and
    nobody comes out or up against it: a siege that goes on is no battle.
    """
    boxes = (box for box in turn.board.contested() if not turn.intercepted.get(box))
    return tuple(box for box in boxes if box not in turn.board.at.sieges or _fought_over(turn, box))


def _fought_over(turn: Turn, box: str) -> bool:
    """jdg 8.8-7, 8.8-8: whether the phasing army attacks a besieger: newcomers do, the besieged if it is ordered."""
    board, inside = turn.board, turn.board.at.inside.get(box, ())
    if board.at.sieges[box].by == turn.army:
        return False
    said = turn.orders.get(BATTLES, {}).get(box, {}).get("sortie", NO)
    return said not in (NO, False) or any(c in turn.came and c not in inside for c in board.counters(turn.army, box))


def ways(setting: Setting, board: Board, army: str, start: str, battles: Iterable[str]) -> Mapping[str, int]:
    """jdg 6.5.2-1, 6.5-0: battles that an army can reach from a box -> PM, never by way of an enemy-held box."""
    held = set(board.boxes_of(setting.foe(army)))
    limit = setting.charts.number("reaction", "reach")
    found = distances(setting, board, start, limit, held.__contains__)
    return {box: found[box] for box in battles if found.get(box)}


def last_step(setting: Setting, board: Board, army: str, start: str, battle: str, points: int) -> str:
    """The box from which a way of so many PM enters a battle; of several the first by name."""
    held = set(board.boxes_of(setting.foe(army)))
    near = distances(setting, board, start, points, held.__contains__)
    for via in board.neighbours(battle):
        step = step_cost(setting, board, via, battle)
        if via in near and via not in held and step is not None and near[via] + step == points:
            return via
    return start


def wish(sign: Sign, reach: Mapping[str, int]) -> str:
    """The battle that a counter's plan marches to: the first one that it names, with ANY the nearest; "" for none."""
    said = sign.plan.get("guns", ())
    if not sign.real:
        return ""
    if said == ANY:
        return min(reach, key=lambda box: (reach[box], box), default="")
    return next((box for box in texts(sign.plan, "guns") if box in reach), "")


def leaders(shown: Mapping[str, Sign], reach: Mapping[str, int]) -> list[str]:
    """jdg 6.5.2-1: whom a truthful owner may name as GUNS: any real counter whose plan marches to one of these."""
    return [counter for counter, sign in shown.items() if wish(sign, reach)]


def march_to_guns(turn: Turn) -> Part:
    """jdg 2-B3, 6.5.2-1, 6.5.2-2: battle box -> stacks of the other army that will march to it, as their dice fell.

    Whoever has tried is noted as MARCHED, whoever passed as MOVED too.
    """
    board, foe = turn.board, turn.foe
    battles = guns_heard(turn)
    if board.contested():
        yield Tell({"kind": "battles", "army": turn.army, "at": list(board.contested()), "case": "2-B3"})
    found: dict[str, list[Marchers]] = {}
    for start in board.boxes_of(foe) if battles else ():
        able = tuple(c for c in ready(board, foe, start) if not board.noted(c, MARCHED))
        reach = ways(turn.setting, board, foe, start, battles) if able else {}
        while reach and able:
            stack = yield from _led(turn, start, reach, able)
            if stack is None:
                break
            able = tuple(counter for counter in able if counter not in stack.counters)
            yield from _tried(turn, stack, reach, found)
    return found


def _led(turn: Turn, start: str, reach: Mapping[str, int], able: Sequence[str]) -> Part:
    """The next stack of a box that wants to march; None where nobody does."""
    label = f"{turn.label}.guns.{start}.{len(able)}"
    scene = {"from": start, "reach": dict(reach), "counters": list(able)}
    asked = yield from who_leads(turn, GUNS, able, scene, "6.5.2-1", f"{label}.leader")
    shown = yield from signs(turn.board, turn.foe, asked, f"{label}.sign")
    first = next(iter(leaders(shown, reach)), "")
    if not first:
        return None
    return (yield from gathered(turn, first, able, shown, start, f"{label}.with"))


def _tried(turn: Turn, stack: Stack, reach: Mapping[str, int], found: dict[str, list[Marchers]]) -> Part:
    """jdg 6.5.2-2: the die, once a turn for each."""
    setting, board, start = turn.setting, turn.board, stack.start
    battle = wish(stack.shown[stack.counters[0]], reach)
    event = {"army": turn.foe, "stack": list(stack.counters), "from": start, "at": battle}
    fault = stack_fault(setting, stack)
    if fault is not None:
        yield Tell({"kind": "no-reaction", **event, "case": fault.case, "text": fault.text})
        return
    label = f"{turn.label}.guns.{start}.{stack.counters[0]}.die"
    die = (yield Roll("1d6", label, "6.5.2-2", (start, battle)))[0]
    total, value = die + stack.modifier(setting), stack.value(setting)
    passed, points = bool(total <= value), reach[battle]
    board.note(MARCHED, stack.counters)
    dice = {"die": die, "sum": total, "value": value, "passed": passed, "points": points}
    dice |= {"link": stack.link.name.lower(), "modifier": stack.modifier(setting)}
    yield Tell({"kind": "guns", "label": label, **event, **dice, "case": "6.5.2-2"})
    if passed:
        board.note(MOVED, stack.counters)
        via = last_step(setting, board, turn.foe, start, battle, points)
        found.setdefault(battle, []).append(Marchers(stack.counters, points, start, via))
