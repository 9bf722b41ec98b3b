"""Why a unit cannot get where its player wants it: told of the goal that he wrote, not of a way that he never did."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.options import Refusal
from pbem.hexgame.moving import why_unreachable
from rulesets.napoleon_at_war.rules.march.exits import exit_refusal
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from rulesets.napoleon_at_war.rules.march.routing import Wish, errand_of


def of_the_goal(options: MoveOptions, wish: Wish, path: Sequence[str], refusal: Refusal) -> Refusal:
    """naw 17.0-1, 17.0-2: the refusal of a path that was found for a wish, told of the wish.

    path: the one that `find_path` gave for it, refusal: what the rules have against it. An edge over which the unit may
    never leave comes first.
    """
    setting = options.setting
    if wish.exit and path and path[0] in setting.field.map_of:
        never = exit_refusal(setting, options.board, wish.unit, path[0], wish.exit)
        if never is not None:
            return never
    return why_unreachable.of_the_goal(options.rules, errand_of(options, wish), path, refusal, _goal(options, wish))


def _goal(options: MoveOptions, wish: Wish) -> str:
    """What the unit cannot do, in the player's words."""
    if wish.to and not (wish.exit or wish.transit):
        return f"cannot reach {options.setting.field.name(wish.to)}"
    where = f"the {wish.exit} edge" if wish.exit else f"the {wish.transit} section of the transit track"
    return f"cannot leave the map by {where}" + (f" from {options.setting.field.name(wish.to)}" if wish.to else "")
