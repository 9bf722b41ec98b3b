"""The ground of a scenario: the part of the map of Belgium that is in play, and what the chart says of it (5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pbem.hexgame.field.chart import HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.field.part import cut_out
from pbem.hexgame.field.values import flag, half_points
from rulesets.napoleons_last_battles.reading import words
from rulesets.napoleons_last_battles.setting import Area

WHOLE: Final = Area((1, 57), (1, 67), frozenset())
"""nlb 2.2-1: columns and rows of both maps together."""
MOVERS: Final = ("foot", "horse", "leader", "train")
_BRIDGE: Final = "bridge"
_BRIDGED: Final = ("river", "stream")


def read_chart(data: Mapping[str, Any]) -> HexChart:
    """nlb 2.3B, 2.3C, 5.2, 5.2A-1, 5.2A-2, 5.2B-1, 5.2C, TEC-road, TEC-trail: the Terrain Effects Chart.

    A road or trail through the hexside is a flat cost, else hex and hexside add up. Bridges lift the cost of streams
    and the bar of rivers, which stop zones without one, as lakes do. Who is in a state, such as demoralized, is a class
    of movers of its own, see `mover_in`. Raises ValueError for a bad line.
    """
    states = data["states"]
    movers = (*MOVERS, *(mover_in(state, mover) for state in states for mover in MOVERS))
    return HexChart(
        hexes={
            kind: HexKind(
                _costs(kind, row["enter"], states),
                int(row["defence"]),
                flag(row["blocks-sight"]),
                () if row["halved"] == "none" else words(row["halved"]),
            )
            for kind, row in data["hexes"].items()
        },
        ways={way: half_points(cost) or 0 for way, cost in data["ways"].items()},
        sides={kind: _side(kind, row, movers) for kind, row in data["hexsides"].items()},
        bridge=_BRIDGE,
        movers=movers,
    )


def mover_in(state: str, mover: str) -> str:
    """nlb 13.2-2, 16.15A: the class of movers of those in a state that makes ground dearer."""
    return f"{mover}.{state}"


def _costs(kind: str, row: Mapping[str, str], states: Mapping[str, Mapping[str, str]]) -> dict[str, int | None]:
    """nlb 5.2, TEC-clear, TEC-forest-1, TEC-marsh-1: half points of entering a kind of hex: mover -> cost. Ground that
    is barred stays so in every state."""
    costs = {mover: half_points(row[mover]) for mover in MOVERS}
    for state, dearer in states.items():
        now = half_points(dearer[kind]) if kind in dearer else None
        costs |= {mover_in(state, m): costs[m] if now is None or costs[m] is None else now for m in MOVERS}
    return costs


def _side(kind: str, row: Mapping[str, str], movers: tuple[str, ...]) -> SideKind:
    """nlb 5.2A-1, 5.2A-2, 5.3-3, 6.3A, 7.3A, TEC-crest, TEC-stream, TEC-river, TEC-bridge, TEC-lake: what a hexside
    adds to the cost of a step, what it makes of defenders, and whether zones and sight pass it."""
    cost = half_points(row["cross"])
    return SideKind(
        dict.fromkeys(movers, cost),
        int(row["defence"]),
        kind in _BRIDGED,
        not flag(row["zone-crosses"]),
        "",
        flag(row["blocks-sight"]),
    )


def read_belgium(data: Mapping[str, Any], chart: HexChart, overlay: tuple[Any, ...] = ()) -> HexField:
    """nlb 2.2-1, 2.2-4, 3.2A-1: the whole map, every hex of both sheets once; numbers printed beyond its edge are none.
    An overlay's corrections are applied. Raises DataFaults with everything that is wrong."""
    return read_field([data], chart, overlay)


MOST_MAPS: Final = 8
"""Whole maps that are kept, one for each chart under options and each set of corrections."""


class Belgium:
    """The whole map, put together once for all scenarios that have the same chart and corrections. data: its file."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._fields: dict[str, HexField] = {}

    def field(self, chart: HexChart, overlay: tuple[Any, ...] = ()) -> HexField:
        """See `read_belgium`."""
        key = repr((chart, overlay))
        if key not in self._fields:
            if len(self._fields) >= MOST_MAPS:
                self._fields.clear()
            self._fields[key] = read_belgium(self._data, chart, overlay)
        return self._fields[key]


def part(field: HexField, area: Area) -> HexField:
    """nlb 2.2-3, 3.2A-1, 3.2A-2: the map as a scenario has it; what lies outside of its area is off the map.

    Its edges are those of the area, and a way that runs on outside ends where it leaves it.
    """
    inside = {at: None for at in field.hexes if at in area}
    if len(inside) == len(field.neighbours):
        return field
    return cut_out(field, inside, dict.fromkeys(field.edges, _edges(inside, area)))


def _edges(hexes: Iterable[str], area: Area) -> dict[str, tuple[str, ...]]:
    """The outermost hexes of an area, by the side on which they lie."""
    (west, east), (north, south) = area.columns, area.rows
    sides = {"north": ("row", north), "east": ("column", east), "south": ("row", south), "west": ("column", west)}
    listed = list(hexes)
    return {
        side: tuple(at for at in listed if int(at[2:] if axis == "row" else at[:2]) == number)
        for side, (axis, number) in sides.items()
    }
