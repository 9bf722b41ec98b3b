"""The result of a game as data: winner, degree, points, and what it hung on (3.4, 9.1, 18.4 to 27.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.engine.options import Json
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.setting import Setting

Row = Mapping[str, Any]
VICTORIOUS: Final = (
    "demoralized",
    "disintegrated",
    "held",
    "occupied",
    "entered",
    "exited",
    "eliminated",
    "lost-fewer",
    "written",
)
"""The conditions on which victories may hang; reports have words for them."""


def result(setting: Setting, position: Position) -> dict[str, Json]:
    """nlb 3.4, 9.1: {} while the game goes on, else {"how": "played", "winner", "level", "case", "points", "because",
    "shift"}.

    winner: an army, "" for a draw. level: `decisive`, `tactical`, `marginal`, `draw`, "" where the scenario has none.
    points: army -> victory points, {} where the scenario counts none. because: the conditions that were met, as the
    scenario has them; none where points decide, or the winner only had to deny the other. shift: case of what moved the
    level (22.6B), "" for nothing.
    """
    kept = position.result
    if not kept:
        return {}
    points = {army: position.points.get(army, 0) for army in setting.armies} if setting.victory.points else {}
    row = _row(setting, kept.get("row", ""))
    return {
        "how": "played",
        "winner": kept.get("winner", ""),
        "level": kept.get("level", ""),
        "case": kept["case"],
        "points": points,
        "because": [dict(one) for one in row.get("when", ())],
        "shift": kept.get("shift", ""),
    }


def _row(setting: Setting, name: str) -> Row:
    part, _, number = name.partition(".")
    return {"instant": setting.victory.instant, "end": setting.victory.end}[part][int(number)] if name else {}
