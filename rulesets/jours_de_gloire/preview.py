"""What orders would do before any die is thrown: ways and their costs, command points, battles with exact chances.

Who reads it is their author. What lies face down on the other side is supposed to be an even share of what is left of
the enemy's roster, and is called so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from rulesets.jours_de_gloire.preview_battles import battles
from rulesets.jours_de_gloire.preview_course import Course
from rulesets.jours_de_gloire.preview_text import course_lines, set_up_groups, set_up_lines
from rulesets.jours_de_gloire.setting import Setting


def preview(setting: Setting, request: Choose, orders: Mapping[str, Any], own: Own = NOTHING) -> Json:
    """The course of the orders up to combat, as data and as `lines`.

    own: what their author knows, with what the orders commit to; without it his face-down counters are unknown too.

    {"orders": one for each entry: {"counters", "box", "ways": [{"to", "cost"}], "allowance", "paid",
    "stragglers": [{"counter", "chances"}], "end", "enemies"} or with "void" and "case"; "void": [{"where", "case",
    "text"}]; "battles": see `preview_battles`; "pc": command points left}. Chances are fractions as text.
    """
    at = request.scene
    if at["stage"] == "setup":
        return {"lines": set_up_lines(setting, orders, own), "groups": set_up_groups(setting, orders)}
    course = Course(setting, at, request.side, orders, own)
    found: dict[str, Json] = {
        "orders": course.moves,
        "void": course.void,
        "battles": battles(course),
        "pc": dict(course.board.at["pc"]),
    }
    return {**found, "lines": course_lines(course, found)}
