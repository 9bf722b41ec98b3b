"""What the map is to fire, sight and shock: levels, slopes and cover (10.1, 10.4)."""

from __future__ import annotations

from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from pbem.wargame.hexgrid import HexGrid
from rulesets.winters_victory.battlefield import CLEAR, COVER_SIDE, STEEP, Terrain

_SLOPES = "slope hexes"


@dataclass(frozen=True, slots=True)
class Ground:
    """wv 10.11-1, 10.12, 10.13-1: a map together with what the terrain chart says of its kinds."""

    field: HexField
    terrain: Terrain

    def grid(self, at: str) -> HexGrid:
        """The hex grid that a hex is in."""
        return self.field.grids[self.field.map_of[at]]

    def distance(self, a: str, b: str) -> int:
        """wv 11.0-F2: hexes between two hexes, the first not counted, the second counted."""
        return self.grid(a).distance(a, b)

    # -- kinds -------------------------------------------------------------------------------

    def kind(self, at: str) -> str:
        """The word for the terrain of a hex."""
        return self.field.terrain[at]

    def clear(self, at: str) -> bool:
        """wv 10.11-1: whether a hex holds no terrain, whatever its hexsides bear."""
        return self.field.terrain[at] == CLEAR

    def cover(self, at: str) -> str:
        """wv 10.11-1, 11.12.1-1, 11.12.1-2, 11.12.1-3: `hard`, `soft`, `light` or `none`."""
        return self.terrain.kinds[self.field.terrain[at]].cover

    def obstructed(self, at: str) -> bool:
        """wv 10.11-1: whether a hex is obstructed."""
        return self.terrain.kinds[self.field.terrain[at]].obstructed

    def blocks_sight(self, at: str) -> bool:
        """wv 10.4.3-1: whether a hex is blocking terrain: woods, or any building."""
        return self.terrain.kinds[self.field.terrain[at]].blocks_sight

    def cover_side(self, a: str, b: str) -> bool:
        """wv 11.13: whether light cover runs along a hexside. The map does not say into which of the two hexes its
        symbol splays, so that it protects both."""
        return self.field.has(COVER_SIDE, a, b)

    def behind_cover(self, at: str) -> bool:
        """wv 13.13-C2: whether any hexside of a hex bears light cover."""
        return any(self.cover_side(at, near) for near in self.field.neighbours[at])

    # -- levels ------------------------------------------------------------------------------

    def level(self, at: str) -> int:
        """wv 10.13-1: the level of a hex, 0 to 5; 0 where the map says nothing."""
        return self.field.levels.get(at, 0)

    def slope_hex(self, at: str) -> bool:
        """wv 10.43: whether a contour to a lower level runs along a hexside of a hex.

        Printed colours are not at hand; they follow from the levels: a hex is of one colour if no neighbour is lower.
        """
        slopes = self.field.found.get(_SLOPES)
        if slopes is None:
            slopes = self.field.found[_SLOPES] = frozenset(
                one
                for one, near in self.field.neighbours.items()
                if any(self.level(other) < self.level(one) for other in near)
            )
        return at in slopes

    def full_side(self, a: str, b: str) -> bool:
        """wv 10.43: whether a hexside shows no lower colour: neither its two hexes nor those at its ends are lower."""
        level = self.level(a)
        ends = set(self.field.neighbours[a]) & set(self.field.neighbours[b])
        return self.level(b) == level and all(self.level(end) >= level for end in ends)

    def steep_up(self, a: str, b: str) -> bool:
        """wv 12.2.2-e: whether the step from a hex to its neighbour leads up a steep slope."""
        return self.field.has(STEEP, a, b) and self.level(a) < self.level(b)
