"""The board of a scenario and its counters: maps with what the Terrain Effects Chart says of each step (5.2, 9.0), and
who there is (2.3, 13.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.chart import ANY, HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.field.values import flag, half_points

SLOPE: Final = "slope"
"""The mark of the low side of a slope, and the kind of hexside (5.26)."""
_SECTIONS: Final = "transit"
_WATER: Final = ("river", "stream")


def read_chart(data: Mapping[str, Any]) -> HexChart:
    """naw 5.21, 5.22, 5.23, 5.24, 5.25, 5.26, 6.6, 9.0-T, 9.0-5, 9.0-6, 9.0-7, 9.0-N1: the Terrain Effects Chart.

    A way through the hexside is a flat cost (ruling 4), else hex and hexsides add up. Bridges lift the cost of streams
    and the bar of rivers (ruling 20), which stop zones without one. A slope counts only out of a slope hex into one
    that is none. Raises ValueError for a bad line.
    """
    return HexChart(
        hexes={
            kind: HexKind({ANY: half_points(row["enter"])}, _times(row), flag(row["blocks-sight"]))
            for kind, row in data["hexes"].items()
        },
        ways={way: half_points(cost) or 0 for way, cost in data["ways"].items()},
        sides={kind: _side(kind, row) for kind, row in data["hexsides"].items()},
    )


def _side(kind: str, row: Mapping[str, str]) -> SideKind:
    """A hexside of the chart (9.0): what crossing costs, bridges, zones of control (6.6), and uphill alone (5.26)."""
    cross = {ANY: half_points(row["cross"])}
    return SideKind(cross, _times(row), kind in _WATER, kind == "river", SLOPE if kind == SLOPE else "")


def _times(row: Mapping[str, str]) -> int:
    """Whether a defender is doubled (7.4)."""
    return 2 if flag(row["doubled"]) else 1


def read_battlefield(maps: Sequence[Mapping[str, Any]], chart: HexChart, overlay: Sequence[Any] = ()) -> HexField:
    """naw 9.0-6: all maps of a scenario, an overlay's corrections applied; `transit` groups edge hexes (17.0).

    Raises DataFaults with everything that is wrong.
    """
    return read_field(maps, chart, overlay, _SECTIONS)


def read_roster(data: Mapping[str, Any], armies: tuple[str, str]) -> Roster[Piece]:
    """naw 2.3, 2.4-1, 2.4-2, 2.4-3, 2.4-4, 3.0-1, 3.0-3, 13.0, OB-F, OB-P, OB-H: the counters of a units file.

    army -> formation -> {name, units: {id: [name, kind, strength, allowance]}}.
    """
    units: dict[str, Piece] = {}
    formations: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}
    for army in armies:
        formations[army] = tuple(data[army])
        for formation, entry in data[army].items():
            names[formation] = entry["name"]
            for uid, (name, kind, strength, allowance) in entry["units"].items():
                if uid in units:
                    raise ValueError(f"unit {uid} stands twice in the roster")
                units[uid] = Piece(uid, name, kind, int(strength), int(allowance), army, formation, len(units))
    return Roster(units, formations, names)
