"""What the practice opponent decides beforehand: reactions in the enemy's turn, and standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.documents import ANY, MOST_PLANNED, YES
from rulesets.jours_de_gloire.documents.standing import (
    CITY,
    DEFENCE,
    LOSSES,
    MOST,
    ORDER,
    OUTSIDE,
    RETREAT,
    SECOND,
    SQUATTER,
    STRANDED,
)
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.march.march import stack_refusal
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, Setting

# A stack that is as strong goes out to meet the enemy; a weaker one marches to the guns only.
BOLD: Final = 8
# A weaker one falls back when he comes near, and cavalry by itself slips away before a battle.
SHY: Final = 4
# So many counters in a fortified city are no garrison any more and fight in front of it.
CROWD: Final = 4


def reactions(holdings: Holdings) -> dict[str, dict[str, Any]]:
    """A plan for every unit and general, by name, as `reactions` of the orders holds them; {} for nothing.

    holdings: as they are when the moves are made.
    """
    found: dict[str, dict[str, Any]] = {name: {} for name in holdings.units()}
    inside = {counter for those in holdings.board.at.inside.values() for counter in those}
    for box in holdings.board.boxes_of(holdings.army):
        if box not in holdings.board.contested():
            counters = [c for c in holdings.counters(box) if holdings.name_of(c) and c not in inside]
            _planned(holdings, box, counters, found)
    return found


def _planned(holdings: Holdings, box: str, counters: list[str], found: dict[str, dict[str, Any]]) -> None:
    """One stack of a box reacts: its leader has the plan. A strong one intercepts, a weak one falls back; who holds a
    box that counts stays there."""
    setting = holdings.setting
    units = [c for c in counters if setting.troops(holdings.known[c]) is not None]
    if not units:
        return
    stack = _stack(holdings, counters)
    pf = sum(int(holdings.known[c]["pf"]) for c in stack if c in units)
    mates = [holdings.name_of(c) for c in stack[1:]][:MOST_PLANNED]
    plan: dict[str, Any] = {"with": mates} if mates else {}
    valued = box in setting.scenario.boxes
    if not valued or len(units) > 1:
        plan["guns"] = ANY
    near = [to for to in holdings.board.neighbours(box) if not holdings.counters(to)]
    near.sort(key=lambda to: -setting.scenario.boxes.get(to, 0))
    refuge = _refuge(holdings, box)
    if not valued and pf >= BOLD and near:
        plan["intercept"] = near[:MOST_PLANNED]
    elif not valued and pf < SHY and refuge and set(near) - {refuge}:
        plan |= {"intercept": [to for to in near if to != refuge][:MOST_PLANNED], "back": refuge}
    found[holdings.name_of(stack[0])] = plan if "guns" in plan or "intercept" in plan else {}
    if len(units) == 1 and setting.kind(holdings.known[units[0]]) == CAVALRY and pf < SHY:
        found[holdings.name_of(units[0])] = {**found[holdings.name_of(units[0])], "withdraw": YES}


def _refuge(holdings: Holdings, box: str) -> str:
    """jdg 6.5.1-6: the box to fall back to: with friends and no enemy next to it; empty where there is none."""
    board, army = holdings.board, holdings.army

    def safe(to: str) -> bool:
        return not any(board.enemies(army, at) for at in (to, *board.neighbours(to)))

    able = [to for to in board.neighbours(box) if safe(to)]
    return max(able, key=lambda to: (len(holdings.counters(to)), to), default="")


def _stack(holdings: Holdings, counters: list[str]) -> list[str]:
    """jdg 5.3-2, 6.5.1-4: the best general first, then as many of the strongest units as may march together."""
    setting, known = holdings.setting, holdings.known
    generals = [c for c in counters if setting.kind(known[c]) == GENERAL]
    generals.sort(key=lambda c: (-setting.generals[who(known[c])].rank, -setting.generals[who(known[c])].vc, c))
    units = sorted((c for c in counters if c not in generals), key=lambda c: (-int(known[c]["pf"]), c))
    stack = generals[:1]
    for unit in units:
        if stack_refusal(setting, [setting.kind(known[c]) for c in (*stack, unit)]) is None:
            stack.append(unit)
    return stack


# -- standing orders ------------------------------------------------------------------------


def standing(setting: Setting, at: Position, army: str) -> Mapping[str, Json]:
    """Short battles against many, the line before the Guard, back to where friends are; second in the last turn."""
    board = Board(setting, at)
    found: dict[str, Json] = {
        DEFENCE: {
            "prefer": [
                {"chit": "skirmish", "own": {"most": 6}},
                {"chit": "skirmish", "own": {"most": 10}, "enemy": {"least": 3}},
                {"chit": "screen", "own": {"most": 14}, "enemy": {"least": 4}},
            ],
            "else": "highest",
        },
        LOSSES: _payers(board, army),
    }
    friends = _friends(board, army)
    if friends:
        found |= {RETREAT: friends, SQUATTER: friends, STRANDED: friends}
    if board.at.turn >= len(setting.scenario.turns) - 1:
        found[ORDER] = SECOND
    if any(setting.boxes[box].city and len(board.counters(army, box)) >= CROWD for box in board.boxes_of(army)):
        # An army that lets itself be shut up may be lost, and the Emperor with it, by one die.
        found[CITY] = OUTSIDE
    return found


def _payers(board: Board, army: str) -> list[str]:
    """The least steady first, the Guard last; nobody who was eliminated or has gone over, for he never pays again."""
    commands, dead = board.setting.commands, frozenset(board.at.dead)
    own = {name for name, command in commands.items() if command.army == army == board.army_of_command(name)}
    units = [u for u in board.setting.units.values() if u.command in own and u.id not in dead and u.pf > 1]
    return [u.id for u in sorted(units, key=lambda u: (u.guard, u.co, -u.pf, u.id))][:MOST]


def _friends(board: Board, army: str) -> list[str]:
    """Boxes without enemies, those with most counters of one's own first."""
    held = [box for box in board.boxes_of(army) if not board.enemies(army, box)]
    return sorted(held, key=lambda box: (-len(board.counters(army, box)), box))[:MOST]
