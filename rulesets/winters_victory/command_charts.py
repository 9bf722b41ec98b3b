"""Command: points, delays, delivery of orders, continuation and Attack Orders (16, 17)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.charts import Modifiers, mark, numbers, read_modifiers

RECEIVED, IGNORED, ROLL = "received", "ignored", "roll"
DELAYS: Final = ("delay-1", "delay-2", "delay-3")
_DICE: Final = range(10)


@dataclass(frozen=True, slots=True)
class Delivery:
    """wv 17.34-0: the card of order delivery. totals: least total -> result, rising; the first holds for all lower
    ones."""

    totals: tuple[tuple[int, str], ...]
    brigade_ignored: str

    def result(self, die: int, modifier: int, *, brigade: bool = False) -> str:
        """wv 17.34-0, 17.35-2: RECEIVED, IGNORED or the first of DELAYS; brigade leaders never ignore an order."""
        reached = [result for least, result in self.totals if die + modifier >= least]
        found = reached[-1] if reached else self.totals[0][1]
        return self.brigade_ignored if brigade and found == IGNORED else found

    def chance(self, modifier: int) -> Fraction:
        """The exact chance that an order is received at once."""
        return Fraction(sum(self.result(die, modifier) == RECEIVED for die in _DICE), len(_DICE))


@dataclass(frozen=True, slots=True)
class CommandPoints:
    """wv 17.21-1, 17.21-2: of an army: hour: points an hour. kept: the most that it has at once beyond them, 0 where
    none are carried over. lost: points an hour without its commander."""

    hour: int
    kept: int
    lost: int


@dataclass(frozen=True, slots=True)
class CommandCharts:
    """wv 17.33, 17.35-4, 17.63-1, 17.75-1, 17.75-2, 17.75-3, 17.75-4: points: army -> command points. costs: of orders.
    orders: that a commander gives in a phase. delay: distance in radii -> what comes of it. delivery, continuation:
    modifiers of these dice. violations: of an Attack Order, cause -> number. distances: hexes."""

    points: Mapping[str, CommandPoints]
    costs: Mapping[str, int]
    orders: Mapping[str, int]
    delay: Mapping[str, str]
    delivery: Modifiers
    continuation: Modifiers
    violations: Mapping[str, int]
    distances: Mapping[str, int]

    def delayed(self, distance: int, radius: int) -> str:
        """wv 17.34-1, 17.34-2, 17.34-3: what comes of an order at a distance in hexes: RECEIVED, ROLL or a delay."""
        if distance == 0:
            return self.delay["same"]
        radii = -(-distance // radius)
        return self.delay[f"radius-{radii}"] if radii <= len(DELAYS) else self.delay["beyond"]


def read_delivery(data: Mapping[str, Any]) -> Delivery:
    """wv 17.34-0: data/charts/delivery.yaml. Raises KeyError or ValueError for a card that is not whole."""
    mark(data["from"])
    totals = tuple((int(row["from-total"]), row["result"]) for row in data["results"])
    known = (RECEIVED, DELAYS[0], IGNORED)
    if list(totals) != sorted(totals, key=lambda one: (one[0], known.index(one[1]))) or not totals:
        raise ValueError("the totals of the delivery card rise, and results get worse with them")
    return Delivery(totals, data["brigade"]["ignored"])


def read_command(data: Mapping[str, Any]) -> CommandCharts:
    """wv 17.21-1, 17.35-4, 17.63-1: data/charts/command.yaml. Raises KeyError or ValueError."""
    return CommandCharts(
        points={
            army: CommandPoints(int(row["hour"]), int(row["kept"]), int(row["lost"]))
            for army, row in data["points"].items()
            if mark(row["from"])
        },
        costs=numbers(data["costs"]),
        orders=numbers(data["orders"]),
        delay={name: text for name, text in data["delay"].items() if name != "from"},
        delivery=read_modifiers(data["delivery"]),
        continuation=read_modifiers(data["continuation"]),
        violations=numbers(data["violations"]),
        distances=numbers(data["distances"]),
    )
