"""What a battle looks up in the game's charts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Protocol

# What an overrun comes to (jdg 8.4-7).
RETREAT: Final = "retreat"
HALVED: Final = "halved"
ELIMINATED: Final = "eliminated"


class Loss(Protocol):
    """A cell of a table. pf: what the enemy loses. star: whether he tests his morale for it."""

    @property
    def pf(self) -> int: ...

    @property
    def star(self) -> bool: ...


class Tables(Protocol):
    """The charts as a battle reads them. Dice are handed over as modified, also beyond the printed lines.

    Above the last line of a table the last counts. Below the first, the combat table inflicts nothing, the artillery
    and the pursuit table are read at their first line. Paths are those of data/charts.yaml: `multipliers`, `shifts`,
    `dice`, `rounds`, `tactics`, `screen-limit`, `morale`, `overrun`, `withdrawal`, `demolition`, `encirclement`,
    `victory`.
    """

    def value(self, *path: str) -> Any:
        """A member of the charts by its path, scalars as texts. Raises KeyError for one that is not there."""

    def number(self, *path: str) -> int:
        """A whole number by its path."""

    def fraction(self, *path: str) -> Fraction:
        """A ratio by its path."""

    def bound(self, *path: str) -> int | None:
        """A number by its path, None for no bound."""

    def weather_modifier(self, table: str, weather: str) -> int:
        """jdg 3.1-R3, 3.1-S2, 3.1-S4: what the weather adds to the die of `artillery` or `pursuit`, mostly 0."""

    def rounds(self, chosen: int, weather: str) -> int:
        """jdg 3.1-S2: rounds in this weather of those that the chits call for."""

    def may_pursue(self, weather: str) -> bool:
        """jdg 3.1-M2: whether there is pursuit in this weather."""

    @property
    def columns(self) -> int:
        """How many columns the combat table has; they are counted from 0, the weakest."""

    def column_of(self, pf: int) -> int:
        """The column of a strength; below 1 PF the weakest."""

    def column_name(self, column: int) -> str:
        """The printed heading of a column, `11-15`."""

    def combat(self, column: int, die: int) -> Loss:
        """jdg T-COMBAT: what the enemy of a force loses."""

    def artillery(self, ba: int, die: int) -> Loss:
        """jdg T-ART, by the total artillery bonus of a force."""

    def pursuit(self, bc: int, die: int) -> int:
        """jdg T-PUR: PF lost, by the total cavalry bonus of the winner."""

    def overrun(self, die: int) -> str:
        """jdg 8.4-7: RETREAT, HALVED or ELIMINATED."""

    def siege_steps(self, game: str) -> int:
        """jdg 8.8-S5, A.8.8-S3: the last step of a game's siege table, which is repeated from then on."""

    def siege_falls(self, game: str, step: int, die: int) -> bool:
        """jdg 8.8-S2, 8.8-S3, 8.8-S4, 8.8-S5, A.8.8-S2, A.8.8-S3: whether a city falls to this die; steps from 2 on."""
