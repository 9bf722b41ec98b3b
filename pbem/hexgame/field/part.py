"""A part of a map that is played on alone: the same hexes under the same numbers, and nothing beyond them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pbem.hexgame.field.field import HexField
from pbem.wargame.hexgrid import HexGrid


def cut_out(field: HexField, area: Iterable[str], edges: Mapping[str, Mapping[str, tuple[str, ...]]]) -> HexField:
    """The map without what lies outside of an area; a way that runs on outside ends where it leaves it.

    edges: map id -> edge -> hexes along it, as the part has them.
    """
    wanted = frozenset(area)
    inside = {at: None for at in field.hexes if at in wanted}
    left = {at for sides in field.ways.values() for pair in sides for at in pair if not set(pair) <= inside.keys()}
    return replace(
        field,
        neighbours={at: tuple(n for n in field.neighbours[at] if n in inside) for at in inside},
        map_of={at: field.map_of[at] for at in inside},
        terrain={at: field.terrain[at] for at in inside},
        ways={way: frozenset(s for s in sides if set(s) <= inside.keys()) for way, sides in field.ways.items()},
        sides={kind: frozenset(s for s in sides if set(s) <= inside.keys()) for kind, sides in field.sides.items()},
        edges=edges,
        names={at: name for at, name in field.names.items() if at in inside},
        grids={name: HexGrid(grid.layout, inside) for name, grid in field.grids.items()},
        way_ends=frozenset(at for at in (*field.way_ends, *left) if at in inside),
        levels={at: level for at, level in field.levels.items() if at in inside},
        _tables={},
    )
