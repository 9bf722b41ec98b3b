"""What players of a side may tell each other (18.1)."""

from __future__ import annotations

from pbem.wargame.movement import reach
from rulesets.campaign_1806.battlefield import ROAD
from rulesets.campaign_1806.board import Board
from rulesets.campaign_1806.charts import Charts

SPEAK, WRITE, NOTHING = "speak", "write", ""


def between(board: Board, charts: Charts, a: str, b: str) -> str:
    """osg 18.1-1, 18.1-2, 18.0: whether those who play two leaders may speak (in one hex or adjacent ones), write
    (within 14 movement points, read a turn later), or neither.

    A letter pays a point for each hex whatever lies there, on roads the rate of a road march.
    """
    start, end = board.hex_of(a), board.hex_of(b)
    if board.field.distance(start, end) <= 1:
        return SPEAK
    field = board.field

    def cost(one: str, other: str) -> int:
        return field.chart.ways[ROAD] if field.on_way(ROAD, one, other) else 2

    found = reach(start, 2 * charts.ranges["letter"], field.neighbours.__getitem__, cost, until=end)
    return WRITE if end in found.costs else NOTHING
