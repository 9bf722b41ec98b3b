"""A tiny game without a rulebook: eight by five hexes, foot, horse and leaders of two armies, two to a hex.

Foot have four movement points and horse six; wood and streams are those of the chart in tests/hexgame/field. Pieces are
called bf1 (blue foot), rh2 (red horse), bl1 (a blue leader) and so on. A leader controls nothing and takes no room.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from typing import Any

from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.moving.marching import no_room
from pbem.hexgame.moving.moves import Coming, walk
from pbem.hexgame.moving.rules import MoveCases, MoveRules, ZoneRule
from tests.hexgame.field.test_field import CHART, FOOT, GRID, HORSE, LEGEND

ENEMY = {"blue": "red", "red": "blue"}
CASES = MoveCases(**{member.name: member.name for member in fields(MoveCases)})
"""Every refusal cites its reason."""
DAY = ZoneRule()
RAIN = ZoneRule(enter=False, when="in rain")
_KINDS = {"f": (FOOT, 4), "h": (HORSE, 6), "l": ("leader", 6)}
PIECES = {
    f"{army[0]}{letter}{number}": Piece(
        f"{army[0]}{letter}{number}", f"{army} {kind} {number}", kind, 3, points, army, "all", number
    )
    for army in ENEMY
    for letter, (kind, points) in _KINDS.items()
    for number in (1, 2, 3)
}
ROSTER = Roster(PIECES, {"blue": ("all",), "red": ("all",)}, {"all": "All"})


def ground(terrain: Mapping[str, str] | None = None, **more: Any) -> HexField:
    """Clear ground with exceptions by the letters of the legend, and roads, trails and hexsides as a map file has them.

    It has a west and a north edge.
    """
    rows = [[(terrain or {}).get(f"{column:02}{row:02}", ".") for column in range(1, 9)] for row in range(1, 6)]
    grid = {**GRID, "columns": "01-08", "rows": "01-05"}
    sheet = {"id": "tiny", "grid": grid, "legend": LEGEND, "terrain": "\n".join(map(" ".join, rows))}
    edges = {
        "west": " ".join(f"01{row:02}" for row in range(1, 6)),
        "north": " ".join(f"{column:02}01" for column in range(1, 9)),
    }
    return read_field([{**sheet, "edges": edges, **more}], CHART)


class TinyBoard(HexBoard[Piece]):
    """Leaders control nothing and hold no hex."""

    def controlled(self, unit: str, at: str) -> tuple[str, ...]:
        return () if is_leader(unit) else super().controlled(unit, at)

    def holder(self, at: str) -> str:
        units = [unit for unit in self.here.get(at, ()) if not is_leader(unit)]
        return self.army_of(units[0]) if units else ""


def is_leader(unit: str) -> bool:
    """Whether a piece is a leader."""
    return unit[1] == "l"


def two_and_leaders(at: str, units: Sequence[str]) -> bool:
    """Two pieces in a hex, leaders beside them."""
    return sum(not is_leader(unit) for unit in units) <= 2


def board_of(field: HexField, at: Mapping[str, str]) -> TinyBoard:
    """A board with pieces in hexes."""
    return TinyBoard(dict(at), field, ROSTER, ENEMY)


def class_of(unit: str) -> str:
    """Leaders ride."""
    return FOOT if unit[1] == "f" else HORSE


def rules_of(
    field: HexField, at: Mapping[str, str], *, zones: ZoneRule = DAY, lost: Collection[str] = (), **change: Any
) -> MoveRules:
    """How blue moves. lost: those out of command, who never enter an enemy zone. change: members of MoveRules."""
    board = board_of(field, at)
    handed: dict[str, Any] = {
        "points": lambda unit: 2 * PIECES[unit].allowance,
        "steps": lambda unit: field.steps_for(class_of(unit)),
        "zone": lambda unit: board.zones[ENEMY[PIECES[unit].army]],
        "zones": lambda unit: ZoneRule(enter=False, when="out of command") if unit in lost else zones,
        "fits": two_and_leaders,
        "mover": class_of,
    }
    return MoveRules(board, "blue", CASES, **{**handed, **change})


def walk_together(
    rules: MoveRules, units: Sequence[str], path: Sequence[str], coming: Coming
) -> Refusal | dict[str, int]:
    """Half points that each piece of a stack pays for the same path, or why one of them, or all together, may not."""
    paid = {}
    for unit in units:
        spent = walk(rules, unit, path, coming)
        if isinstance(spent, Refusal):
            return spent
        paid[unit] = spent
    return no_room(rules, units, path[-1]) or paid
