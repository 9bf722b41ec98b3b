"""What orders would do before any die is thrown: ways and their costs, command points, battles with exact chances.

Who reads it is their author. What lies face down of the other army is supposed to be an even share of what is left of
the enemy's roster, and is called so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import content_name
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.march.command import payers, pc_cost
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.preview_battles import battles
from rulesets.jours_de_gloire.telling.preview_course import Course
from rulesets.jours_de_gloire.telling.preview_text import course_lines, set_up_groups, set_up_lines


def preview(setting: Setting, request: Choose, orders: Mapping[str, Any], own: Own = NOTHING) -> Json:
    """The course of the orders up to combat, as data and as `lines`.

    own: what their author knows, with what the orders commit to; without it his face-down counters are unknown too.

    {"orders": one for each entry: {"counters", "box", "ways": [{"to", "cost"}], "allowance", "paid",
    "stragglers": [{"counter", "chances"}], "end", "enemies"} or with "void" and "case"; "void": [{"where", "case",
    "text"}]; "battles": see `preview_battles`; "pc": command points left}. Chances are fractions as text.
    """
    at = request.scene
    if at.stage == "setup":
        # Reactions can be planned, and dummies placed otherwise.
        return {"lines": set_up_lines(setting, orders, own), "groups": set_up_groups(setting, orders), "open": True}
    course = Course(setting, at, request.army, orders, own)
    course.ordered()
    found: dict[str, Json] = {
        "orders": course.moves,
        "void": course.void,
        "battles": battles(course),
        "pc": dict(course.board.at.pc),
    }
    found |= _ordered(setting, course, at, orders)
    return {**found, "lines": course_lines(course, found)}


def _ordered(setting: Setting, course: Course, at: Position, orders: Mapping[str, Any]) -> dict[str, Json]:
    """How many units that could march are in the orders (`ordered`), and the names of the others (`idle`).

    open: whether anything is left to order.

    A unit could march if no wall holds it in and the command points before any order would pay for it alone (4.4).
    """
    board, known = Board(setting, at), course.known
    inside = {counter for held in board.at.inside.values() for counter in held}
    points = board.at.pc

    def could(counter: str) -> bool:
        paid = payers(setting, board, known, (counter,))
        return any(pc_cost(setting, board, known, (counter,), one) <= points.get(one, 0) for one in paid)

    real = [one for one in board.counters(course.army) if setting.troops(known.get(one)) is not None]
    able = [one for one in real if one not in inside and could(one)]
    said = {counter for entry in orders.get("orders", ()) for counter in entry["stack"]}
    idle = [content_name(setting, known[one]) for one in able if one not in said]
    # A member of a team cannot look into his counters, which may be able to march all the same (10-6).
    unknown = any(counter not in known for counter in board.counters(course.army))
    return {"ordered": len(able) - len(idle), "idle": idle, "open": bool(idle) or unknown}
