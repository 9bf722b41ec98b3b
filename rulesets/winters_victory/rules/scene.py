"""All that a rule of fire, morale or shock looks at: the counters, the ground, the charts, the weather (2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Protocol

from pbem.lean import dataclass
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import ARTILLERY, LEADER, Piece, Unit
from rulesets.winters_victory.fire_charts import Ammunition, FireRules, FireTable
from rulesets.winters_victory.morale_charts import FatigueCharts, GunCharts, MoraleCharts
from rulesets.winters_victory.playbook import DAYLIGHT, Dark, Special
from rulesets.winters_victory.rules.formations.mobility import crew_of
from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.sight import Look
from rulesets.winters_victory.shock_charts import ShockRules, ShockTable

NO_SNOW, LIGHT_SNOW, HEAVY_SNOW = "none", "light", "heavy"
REDUCED: Final = "reduced"
"""A mark of a command unit on its weaker side (12.21)."""


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts that these rules read. infantry: nation -> fire table; guns: that of all batteries. crews: what the
    text says of guns and crews. special: Cossacks and grand batteries."""

    fire: FireRules
    infantry: Mapping[str, FireTable]
    guns: FireTable
    ammunition: Ammunition
    shock: ShockRules
    table: ShockTable
    morale: MoraleCharts
    fatigue: FatigueCharts
    crews: GunCharts
    special: Special


class Places(Protocol):
    """What rules ask that look at counters and ground alone, in fire and shock as in movement."""

    @property
    def ground(self) -> Ground:
        """The map with what the terrain chart says of it."""

    def unit(self, uid: str) -> Unit:
        """What is printed on a counter."""

    def piece(self, uid: str) -> Piece:
        """A counter on the map."""


@dataclass(frozen=True, slots=True)
class Weather:
    """wv 11.22-2, 12.2.1-b, 13.13-i: visibility: hexes, None for any distance. snow: one of the words above. wind: the
    numbers of the hexsides that lie towards it. dark: what evening and night change (4.3, 4.4)."""

    visibility: int | None = None
    snow: str = NO_SNOW
    wind: frozenset[int] = frozenset()
    dark: Dark = DAYLIGHT


@dataclass(frozen=True, slots=True)
class Brigades:
    """wv 13.2-a, 13.2-d, 13.2-e: what brigades bring along. fatigue: brigade -> its points. attacking: those under an
    Attack Order. demoralized, disintegrated: those whose army or corps is (14.22, 14.22B)."""

    fatigue: Mapping[str, int] = field(default_factory=dict)
    attacking: frozenset[str] = frozenset()
    demoralized: frozenset[str] = frozenset()
    disintegrated: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """The situation in which a rule is applied. Functions that change something change the board."""

    board: Board
    ground: Ground
    charts: Charts
    weather: Weather = field(default_factory=Weather)
    brigades: Brigades = field(default_factory=Brigades)

    def unit(self, uid: str) -> Unit:
        """What is printed on a counter."""
        return self.board.unit(uid)

    def piece(self, uid: str) -> Piece:
        """A counter on the map."""
        return self.board.piece(uid)

    def name(self, uid: str) -> str:
        """How a report calls a unit."""
        return self.board.unit(uid).name

    def top(self, at: str, army: str) -> str:
        """wv 11.44-1: the topmost combat unit of an army in a hex, "" if there is none."""
        return next(iter(self.board.fighting(at, army)), "")

    def strength(self, at: str, army: str) -> int:
        """wv 12.13-1: strength points of an army's combat units in a hex, of batteries those of their crews."""
        return sum(
            self.piece(uid).strength for uid in self.board.fighting(at, army) if self.unit(uid).kind != ARTILLERY
        )

    def crew_of(self, battery: str) -> str:
        """wv 7.53-1: the crew that stands in the hex of a battery and serves it, "" if there is none."""
        return crew_of(self.board, battery)

    def manned(self, battery: str) -> bool:
        """wv 7.53-1: whether a battery has its crew."""
        return bool(self.crew_of(battery))

    def led(self, at: str, army: str) -> bool:
        """wv 16.18, 12.21.1, 13.13-g: whether a command unit on its full side is in a hex."""
        return any(
            self.unit(uid).kind == LEADER and REDUCED not in self.piece(uid).marks
            for uid in self.board.of_army(at, army)
        )

    def look(self, uid: str, *, fire: bool = False, without: frozenset[str] = frozenset()) -> Look:
        """How a unit looks, to fire or to see, past some counters."""
        unit = self.unit(uid)
        return Look(unit.army, fire, fire and unit.kind == ARTILLERY, self.weather.visibility, without)

    def in_the_wind(self, uid: str) -> bool:
        """wv 13.13-i, 12.2.1-b: whether it snows into the face of a unit. Who faces all around has none."""
        piece = self.piece(uid)
        snows = self.weather.snow != NO_SNOW and piece.frontal
        return snows and any(side in self.weather.wind for side in facing.front(piece.facing))
