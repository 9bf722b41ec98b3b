"""What the playbook would say and we do not have: snow, night, special rules and points, as stand-ins (14, 18 to
20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.calendar import EVENING, NIGHT, TRANSITION
from rulesets.winters_victory.charts import mark

NONE, LIGHT, HEAVY = "none", "light", "heavy"
RATES: Final = (NONE, LIGHT, HEAVY)
"""18.2: snow rates, the mildest first."""


@dataclass(frozen=True, slots=True)
class Snow:
    """wv 4.1.1B: begins_at: turns at which an event may begin. begins: rate -> greatest die by which it does. falls,
    rises: dice that make it milder and worse. visibility: rate -> hexes, None for no limit. wind: the directions from
    which it blows."""

    begins_at: frozenset[int]
    begins: Mapping[str, int]
    falls: int
    rises: int
    visibility: Mapping[str, int | None]
    wind: tuple[str, ...]

    def begun(self, die: int) -> str:
        """The rate with which an event begins, NONE for no event."""
        return next((rate for rate in (HEAVY, LIGHT) if die <= self.begins[rate]), NONE)

    def changed(self, rate: str, die: int) -> str:
        """The rate after a turn under snow."""
        place = RATES.index(rate) - (die <= self.falls) + (die >= self.rises)
        return RATES[min(place, len(RATES) - 1)]


def seen(*limits: int | None) -> int | None:
    """wv 11.22-2: the visibility that the hour and the weather leave together, None for no limit."""
    return min((one for one in limits if one is not None), default=None)


@dataclass(frozen=True, slots=True)
class Dark:
    """wv 4.3, 4.4: what evening and night add to the dice of delivery and rally, and what they forbid."""

    delivery: int
    rally: int
    charges: bool
    attack_orders: bool


DAYLIGHT: Final = Dark(0, 0, charges=True, attack_orders=True)


@dataclass(frozen=True, slots=True)
class Night:
    """wv 4.4, 4.5: evening, night: see above. rest_distance, rest_points: of brigades far from the enemy in hourly
    turns of the night. transition: points of fatigue lost in each turn of the transition."""

    evening: Dark
    night: Dark
    rest_distance: int
    rest_points: int
    transition: int

    def at(self, kind: str) -> Dark:
        """wv 4.2, 4.3, 4.4, 4.5: what holds in a kind of turn; the turns between the days are night."""
        return {EVENING: self.evening, NIGHT: self.night, TRANSITION: self.night}.get(kind, DAYLIGHT)


@dataclass(frozen=True, slots=True)
class Points:
    """wv 14.11-1, 14.11-2, 14.12, 14.22B: start: what strength points are divided by. loss: `half`, `eliminated`,
    `routed`, `rally`. leaders: level -> points. disintegration, victory: numbers of data/playbook/points.yaml."""

    start: int
    loss: Mapping[str, int]
    leaders: Mapping[str, int]
    disintegration: Mapping[str, int]
    victory: Mapping[str, int]

    def begins(self, strength: int) -> int:
        """wv 14.0: morale points of a book whose units have so many strength points, rounded to the nearest."""
        return (2 * strength + self.start) // (2 * self.start)


@dataclass(frozen=True, slots=True)
class Special:
    """wv 16.32-2, 16.32-3, 4.1.2C.4: special rules, each of which an owner's replaces. cossacks: words of
    data/playbook/special.yaml; under_formed_fire: what formed enemies' fire adds to their morale die. light_batteries:
    `class`, `range`, `morale`. grand_battery: hexes about its leaders, who are
    `gunners`. bagration: command points an hour. loss: level ->
    when a successor comes."""

    cossacks: Mapping[str, str]
    under_formed_fire: int
    light_batteries: Mapping[str, int]
    grand_battery: int
    gunners: frozenset[str]
    bagration: int
    loss: Mapping[str, str]


def read_special(data: Mapping[str, Any]) -> Special:
    """wv 4.1.2C.4: data/playbook/special.yaml. Raises KeyError or ValueError."""
    mark(data["from"])
    return Special(
        cossacks=data["cossacks"],
        under_formed_fire=int(data["cossacks"]["under-formed-fire"]),
        light_batteries=_numbers(data["light-batteries"]),
        grand_battery=int(data["grand-battery"]["radius"]),
        gunners=frozenset(data["grand-battery"]["leaders"].split()),
        bagration=int(data["bagration"]["points"]),
        loss=data["loss"],
    )


def read_snow(data: Mapping[str, Any]) -> Snow:
    """wv 4.1.1B: data/playbook/snow.yaml. Raises KeyError or ValueError."""
    mark(data["from"])
    begins = data["begins"]
    return Snow(
        begins_at=frozenset(int(text) for text in begins["turns"].split()),
        begins={rate: int(begins[rate]) for rate in (LIGHT, HEAVY)},
        falls=int(data["changes"]["falls"]),
        rises=int(data["changes"]["rises"]),
        visibility={rate: None if text == "-" else int(text) for rate, text in data["visibility"].items()},
        wind=tuple(data["wind"]["directions"].split()),
    )


def read_night(data: Mapping[str, Any]) -> Night:
    """wv 4.4: data/playbook/night.yaml. Raises KeyError or ValueError."""
    mark(data["from"])
    return Night(
        _dark(data["evening"]),
        _dark(data["night"]),
        int(data["rest"]["distance"]),
        int(data["rest"]["points"]),
        int(data["transition"]["points"]),
    )


def _dark(row: Mapping[str, str]) -> Dark:
    return Dark(int(row["delivery"]), int(row["rally"]), row["charges"] == "yes", row["attack-orders"] == "yes")


def read_points(data: Mapping[str, Any]) -> Points:
    """wv 14.0: data/playbook/points.yaml. Raises KeyError or ValueError."""
    mark(data["from"])
    return Points(
        start=int(data["start"]["divide"]),
        loss=_numbers(data["loss"]),
        leaders=_numbers(data["leaders"]),
        disintegration=_numbers(data["disintegration"]),
        victory=_numbers(data["victory"]),
    )


def _numbers(row: Mapping[str, str]) -> dict[str, int]:
    return {name: int(text) for name, text in row.items()}
