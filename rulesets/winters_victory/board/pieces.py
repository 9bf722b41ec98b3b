"""The counters: what is printed on one, and what a battle has made of it (2.31, 2.32, 2.4, 7.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

FRENCH: Final = "french"
ALLIED: Final = "allied"
ENEMY: Final[Mapping[str, str]] = {FRENCH: ALLIED, ALLIED: FRENCH}

INFANTRY, SKIRMISHERS, CAVALRY, ARTILLERY, CREW, LEADER = (
    "infantry",
    "skirmishers",
    "cavalry",
    "artillery",
    "crew",
    "leader",
)
"""wv 2.31-1, 2.32-1: kinds of counters."""

COLUMN, LINE, EXTENDED, SQUARE, GENERAL_ORDER = "column", "line", "extended", "square", "general-order"
SKIRMISH, MOUNTED, LIMBERED, UNLIMBERED, ROAD_COLUMN = "skirmish", "mounted", "limbered", "unlimbered", "road-column"
"""wv 7.3, 7.4, 7.5-1, 6.6-1: formations. Crews are in skirmish formation (7.61A); command units have none, ""."""
FORMED: Final = frozenset({COLUMN, LINE, EXTENDED, SQUARE, MOUNTED, LIMBERED, UNLIMBERED, ROAD_COLUMN})
"""wv 7.0: formations of formed units, as long as they are in good order."""
FRONTAL: Final = frozenset({COLUMN, LINE, EXTENDED, MOUNTED, UNLIMBERED})
"""wv 5.1A: formations that look at a corner."""

GOOD, DISORDERED, ROUTED = "good", "disordered", "routed"
"""wv 7.21-0, 7.22-1: states of morale."""


@dataclass(frozen=True, slots=True)
class Unit:
    """wv 2.31-1, 2.32-1, 2.4-1: what is printed on a counter.

    id, name: as orders and reports call it. army: FRENCH or ALLIED; nation: `french`, `russian` or `prussian`.
    kind: one of the six above. sort: `line`, `light`, `guard`, `grenadier` or `jaeger` of infantry and skirmishers,
    `heavy`, `light` or `cossack` of cavalry, `foot`, `horse` or `light` of guns (19.42), the level of a leader.
    strength: points, of a battery its guns. rating, modifier: effectiveness. weak_rating: effectiveness of the other
    side, of exhausted cavalry. firing: class, 1 the best, 0 for none. allowance: formation -> movement points, "" for a
    command unit. brigade: id of the formation that it belongs to. serves: of a crew its battery; of skirmishers their
    battalion.
    regiment, division: ids that units of one have in common, "" for none (13.13, 19.42).
    """

    id: str
    name: str
    army: str
    nation: str
    kind: str
    sort: str
    strength: int
    rating: int
    modifier: int
    firing: int
    allowance: Mapping[str, int]
    brigade: str = ""
    serves: str = ""
    weak_rating: int = 0
    regiment: str = ""
    division: str = ""

    @property
    def fights(self) -> bool:
        """wv 2.31-1: whether it is a combat unit."""
        return self.kind != LEADER

    @property
    def light_foot(self) -> bool:
        """wv 8.53: French light infantry and Russian Jaegers, who may be in general order anywhere; Prussian Fusiliers
        are not named there."""
        return self.breaks_down and self.nation != "prussian"

    @property
    def breaks_down(self) -> bool:
        """wv 8.62.1: battalions that may go wholly into companies: light infantry, Jaegers and Prussian Fusiliers."""
        return self.kind == INFANTRY and self.sort in ("light", "jaeger")

    @property
    def heavy_horse(self) -> bool:
        """wv 7.4: whether it is heavy cavalry."""
        return self.kind == CAVALRY and self.sort == "heavy"

    @property
    def all_around(self) -> bool:
        """wv 5.1B: Cossacks, who never have a front."""
        return self.kind == CAVALRY and self.sort == "cossack"

    @property
    def light_horse(self) -> bool:
        """wv 7.4: light cavalry; Cossacks are such with rules of their own."""
        return self.kind == CAVALRY and self.sort != "heavy"


@dataclass(slots=True)
class Piece:
    """A counter on the map; rules change it.

    at: its hex. facing: the corner that it looks at, 0 to 5 clockwise from north; of no meaning all around. second: the
    other hex of an extended line, "" else. strength: points or guns left. formation, state: words of this module.
    marks: `exhausted` (7.41), `rear` (it faces to the rear, 5.42), `depleted` (ammunition, 11.9), `out` (out of
    command, 17.11), `detached` (a company of it is out already, 8.62) and such. trail: hexes behind the first of a road
    column, nearest first (6.65). rounds: points of ammunition of a battery (11.93).
    """

    at: str
    facing: int
    strength: int
    formation: str
    state: str = GOOD
    second: str = ""
    marks: set[str] = field(default_factory=set)
    trail: tuple[str, ...] = ()
    rounds: int = 8

    def copy(self) -> Piece:
        """Another counter of the same state."""
        known = (self.at, self.facing, self.strength, self.formation, self.state, self.second)
        return Piece(*known, set(self.marks), self.trail, self.rounds)

    @property
    def good(self) -> bool:
        """wv 13.0-1: neither disordered nor routed."""
        return self.state == GOOD

    @property
    def formed(self) -> bool:
        """wv 7.0: whether it counts as a formed unit."""
        return self.state == GOOD and self.formation in FORMED

    @property
    def frontal(self) -> bool:
        """wv 5.1A, 5.1B, 5.1C, 5.2, 7.56-4: whether it has a front; unlimbered guns keep theirs while disordered."""
        return self.formation in FRONTAL and (self.state == GOOD or self.disordered_guns)

    @property
    def disordered_guns(self) -> bool:
        """wv 7.56-4: unlimbered guns in disorder."""
        return self.formation == UNLIMBERED and self.state == DISORDERED

    @property
    def hexes(self) -> tuple[str, ...]:
        """wv 8.32.1: the hexes that it stands in: two for an extended line, which is one unit in both, several for a
        road column (6.65)."""
        return (self.at, self.second) if self.second else (self.at, *self.trail)
