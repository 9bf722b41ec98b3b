"""The terrain effects chart: what hexes, hexsides and ways cost, and what they do to fighting, zones and sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ANY = ""
"""The one class of movers of a chart that makes no difference between them."""

Costs = Mapping[str, int | None]
"""Class of movers -> half movement points, None where prohibited."""


@dataclass(frozen=True, slots=True)
class HexKind:
    """A kind of terrain. times: what a defender's strength is multiplied by there.

    halves: kinds of pieces that fight there, and against it, with half their strength.
    """

    enter: Costs
    times: int = 1
    blocks_sight: bool = False
    halves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideKind:
    """A kind of hexside. cross: what it adds. times: for a defender attacked through such hexsides only.

    bridged: whether a bridge lifts cost and bar. stops_zones: whether zones end there, but over a bridge.
    out_of: the mark on the hex that one has to come out of, into one without it, for the cost to count; "" for none.
    """

    cross: Costs
    times: int = 1
    bridged: bool = False
    stops_zones: bool = False
    out_of: str = ""
    blocks_sight: bool = False


@dataclass(frozen=True)
class HexChart:
    """ways: the flat cost of a step along them, half movement points. bridge: the kind of hexside that is one.

    movers: the classes of movers that costs are given for, the commonest first. zones_over_bridges: whether zones of
    control pass a hexside that stops them where a bridge leads over it.
    """

    hexes: Mapping[str, HexKind]
    ways: Mapping[str, int]
    sides: Mapping[str, SideKind]
    bridge: str = "bridge"
    movers: tuple[str, ...] = (ANY,)
    zones_over_bridges: bool = True
