"""The ground: the terrain chart and the map of Thuringia (1.2, 8.11, 8.31, 11.31)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from pbem.hexgame.field.chart import HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.field.values import half_points
from pbem.lean import dataclass

MOVERS: Final = ("foot", "horse")
RIVER, STREAM, SLOPE, WOODS, BRIDGE = "river", "stream", "slope", "woods", "bridge"
ROAD, TRAIL = "road", "trail"
CHATEAU, FORTRESS, TOWN, VILLAGE = "chateau", "fortress", "town", "village"


@dataclass(frozen=True)
class Defence:
    """osg 11.31A, 11.31B: what multiplies a defender: his hex, or the hexside that all attackers cross."""

    hexes: Mapping[str, Fraction]
    sides: Mapping[str, Fraction]


def read_chart(data: Mapping[str, Any]) -> HexChart:
    """osg 8.11-1, 8.21-2, 8.31-1, 4.0-2: the terrain chart; half movement points.

    A river is crossed by bridges alone and stops zones, over bridges too. Multipliers stand in `read_defence`, for they
    are no whole numbers. Raises ValueError for a bad line.
    """
    return HexChart(
        hexes={kind: HexKind(_costs(row["enter"])) for kind, row in data["hexes"].items()},
        ways={way: half_points(cost) or 0 for way, cost in data["ways"].items()},
        sides={
            kind: SideKind(
                _costs(row["cross"]),
                bridged=kind == RIVER,
                stops_zones=kind == RIVER,
                out_of=SLOPE if kind == SLOPE else "",
            )
            for kind, row in data["hexsides"].items()
        },
        bridge=BRIDGE,
        movers=MOVERS,
        zones_over_bridges=False,
    )


def read_defence(data: Mapping[str, Any]) -> Defence:
    """osg 11.31A, 11.31B, 11.31C, 11.31D, 11.31F, 11.5: the multipliers of the chart."""
    return Defence(
        {kind: Fraction(half_points(row["times"]) or 2, 2) for kind, row in data["hexes"].items()},
        {kind: Fraction(half_points(row["times"]) or 2, 2) for kind, row in data["hexsides"].items()},
    )


def _costs(row: Mapping[str, str]) -> dict[str, int | None]:
    return {mover: half_points(row[mover]) for mover in MOVERS}


def read_ground(data: Mapping[str, Any], chart: HexChart, overlay: Any = ()) -> HexField:
    """osg 1.2-1, 1.2-2, 1.2-3, 1.2-4: both sheets as one map, a player's corrections applied. Raises DataFaults for a
    bad map."""
    return read_field([data], chart, overlay)
