"""Why a unit cannot get where its player wants it: told of the goal that he wrote, not of a way that he never did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.engine.options import Refusal
from rulesets.napoleon_at_war.reading import points_text
from rulesets.napoleon_at_war.rules.march.exits import exit_refusal
from rulesets.napoleon_at_war.rules.march.march import allowance, barred_goal, held, held_in_place
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.rules.march.routing import Wish, cheapest_ground, cheapest_open

# What can be wrong with a single way: too long, over barred ground, held by the enemy, or too dear a last step.
_OF_A_WAY = frozenset({"5.12", "5.13", "5.15-1", "5.21", "5.24", "6.0-2", "10.2-1", "10.2-2", "16.1-1", "17.0-6"})
_LENGTH = frozenset({"5.15-1", "17.0-6"})
# Who is barred from the goal itself reads everything in the refusal; a river might be crossed elsewhere.
_OF_A_PLACE = frozenset({"5.12", "5.21", "10.2-1", "16.1-1"})


def of_the_goal(options: MoveOptions, wish: Wish, path: Sequence[str], refusal: Refusal) -> Refusal:
    """The refusal of a path that was found for a wish, told of the wish.

    path: the one that `find_path` gave for it, refusal: what the rules have against it. Where length is the reason it
    is the shortest open way that counts, and what bars a shorter one is said as well. What does not hang on the way,
    such as an entry hex, stays as it is.
    """
    setting, board, unit = options.setting, options.board, wish.unit
    if wish.exit and path and path[0] in setting.field.map_of:
        never = exit_refusal(setting, board, unit, path[0], wish.exit)
        if never is not None:
            return never
    barred_itself = refusal.hex == wish.to and refusal.case in _OF_A_PLACE
    if refusal.case not in _OF_A_WAY or barred_itself or not (wish.to or wish.exit or wish.transit):
        return refusal
    head = f"{setting.roster.units[unit].name} {_goal(options, wish)}"
    if path and unit in board.position.at and held_in_place(board, unit, path[0]):
        kept = held(setting, board, unit, path[0])
        return replace(kept, text=f"{head}: {_because(options, kept)}", hex=wish.to or kept.hex)
    barred = barred_goal(setting, board, unit, wish.to) if wish.to in setting.field.terrain else None
    if barred is not None:
        return barred
    points = allowance(setting, unit, board.position.turn)
    least, ground = cheapest_open(options, wish), cheapest_ground(options, wish)
    cost = ground if least is None else least
    told = replace(refusal, hex=wish.to or refusal.hex)
    if cost is not None and cost > points:
        return _too_far(options, path, told, head, (cost, points))
    if refusal.case in _LENGTH:
        return refusal
    why = _because(options, refusal)
    none = "no way there is open" if cost is not None else "no ground that it may enter leads there"
    return replace(told, text=f"{head}: {none}; on the shortest {why}")


def _too_far(
    options: MoveOptions, path: Sequence[str], refusal: Refusal, head: str, halves: tuple[int, int]
) -> Refusal:
    """The length of the cheapest open way, and what bars the one that would be short enough.

    halves: what that way costs and what the unit has.
    """
    need, has = map(points_text, halves)
    text = f"{head}: the cheapest way costs {need} movement points and the unit has {has}"
    if refusal.case in _LENGTH:
        return replace(refusal, text=text)
    if _length(options, path) <= halves[1]:
        text = f"{text}; on a shorter one {_because(options, refusal)} ({refusal.case})"
    return replace(refusal, case="5.15-1", text=text)


def _length(options: MoveOptions, path: Sequence[str]) -> int:
    """Half points of a path, with its barred steps for nothing."""
    table = options.setting.steps(options.board.position.turn)
    return sum(table.get(a, {}).get(b) or 0 for a, b in pairwise(path))


def _goal(options: MoveOptions, wish: Wish) -> str:
    """What the unit cannot do, in the player's words."""
    if wish.to and not (wish.exit or wish.transit):
        return f"cannot reach {options.setting.field.name(wish.to)}"
    where = f"the {wish.exit} edge" if wish.exit else f"the {wish.transit} section of the transit track"
    return f"cannot leave the map by {where}" + (f" from {options.setting.field.name(wish.to)}" if wish.to else "")


def _because(options: MoveOptions, refusal: Refusal) -> str:
    """The sentence of a refusal with the unit in it called `it`."""
    name = options.setting.roster.units[refusal.unit].name
    return refusal.text.replace(f"{name} ", "it ", 1)
