"""From a wish of a player to the cheapest path; and, where none is allowed, to the one whose refusal says most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.options import Refusal
from pbem.hexgame.moving import routing, why_unreachable
from rulesets.napoleon_at_war.rules.march.entry import entry_cost
from rulesets.napoleon_at_war.rules.march.leaving import exit_refusal, leaving_cost
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

Wish = Mapping[str, Any]
"""An entry as the player put it, names translated: `to`, `enter`, `exit`, `transit`, as far as he said something."""


def find_path(options: MoveOptions, units: Sequence[str], wish: Wish, told: bool) -> list[str]:
    """The cheapest allowed path of a wish; equal ones by fewest hexes, then by hex numbers.

    A reinforcement that names no entry hex takes the one from which its whole way is cheapest (14.0). Where nothing is
    allowed the path returned is one that the rules refuse for the most telling reason; it may be a bare pair of
    hexes, and is empty for a unit that is nowhere and says not even where it wants to be. told: whether anybody is told
    of that reason; else it is not looked for, and the path is empty.
    """
    errand = errand_of(options, units[0], wish)
    if not told:
        return routing.open_path(options.rules, errand)
    if not errand.starts:
        return [at for at in (wish.get("enter"), wish.get("to")) if at][:1]
    return routing.find_path(options.rules, errand)


def errand_of(options: MoveOptions, unit: str, wish: Wish) -> routing.Errand:
    """naw 14.0-2, 17.0-6: what is looked for: from its hex, or from those where it may come in, to where it may end."""
    setting, board, starts = options.setting, options.board, _starts(options, unit, str(wish.get("enter", "")))
    leaves = wish.get("exit") or wish.get("transit")
    off = (lambda path: leaving_cost(setting, board, path)) if leaves else None
    goals = _goals(options, wish, next(iter(starts), ""))
    return routing.Errand(unit, starts, goals, str(wish.get("to", "")), off)


def _starts(options: MoveOptions, unit: str, enter: str) -> Mapping[str, int | None]:
    """naw 14.0-2, 14.13: the unit's hex, or the hexes in which it may come in now, with the half points of that; the
    one that it names, if it names one, and those that are due where none is open."""
    due, setting = options.coming(unit), options.setting
    found: Mapping[str, int | None] = options.starts(unit)
    if due is None or (found and not enter):
        return found
    hexes, turn, ground = [enter] if enter else due.hexes, options.board.position.turn, setting.field.terrain
    return {at: entry_cost(setting, turn, at) if at in ground else None for at in hexes}


def _goals(options: MoveOptions, wish: Wish, start: str) -> Sequence[str]:
    """Where the path may end: the destination, the hexes from which the unit can leave (17.0, 17.1), or its start."""
    field = options.setting.field
    battle = field.map_of.get(start, "")
    if wish.get("to"):
        return [wish["to"]]
    if wish.get("exit"):
        return field.edges.get(battle, {}).get(wish["exit"], ())
    if wish.get("transit"):
        return field.sections.get(battle, {}).get(wish["transit"], ())
    return [start]


def of_the_goal(options: MoveOptions, unit: str, wish: Wish, path: Sequence[str], refusal: Refusal) -> Refusal:
    """naw 17.0-1, 17.0-2: the refusal of a path that was found for a wish, told of the goal that its player wrote.

    path: the one that `find_path` gave for it, refusal: what the rules have against it. An edge over which the unit may
    never leave comes first.
    """
    field, leaving, to = options.setting.field, str(wish.get("exit", "")), str(wish.get("to", ""))
    if leaving and path and path[0] in field.map_of:
        never = exit_refusal(options.setting, options.board, unit, path[0], leaving)
        if never is not None:
            return never
    goal = f"cannot reach {field.name(to)}"
    if leaving or wish.get("transit"):
        where = f"the {leaving} edge" if leaving else f"the {wish['transit']} section of the transit track"
        goal = f"cannot leave the map by {where}" + (f" from {field.name(to)}" if to else "")
    return why_unreachable.of_the_goal(options.rules, errand_of(options, unit, wish), path, refusal, goal)
