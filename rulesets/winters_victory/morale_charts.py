"""Morale, rally, fatigue, army morale and guns that are lost (13, 14, 15, 6.32, 7.62)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.charts import Modifiers, mark, numbers, read_modifiers, span

UNFORMED, FORMED, DISORDERED = "unformed", "formed", "disordered"
_WORSE: Final = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of a unit: its state, and hexes of retreat."""

    state: str
    retreat: int


@dataclass(frozen=True, slots=True)
class MoraleCharts:
    """wv 13.2-a, 13.31.1, 13.31.2, 13.42.C-1: failure: what a unit was -> outcomes of an excess of 1 to 3 and
    of 4 and more. modifiers: of the morale die, besides the unit's own. effectiveness: of the rating. retreats: hexes,
    and `near`, hexes to the enemy. rally: modifiers; limits: `enemy` hexes, `excess` that costs `loss` points."""

    failure: Mapping[str, tuple[Outcome, Outcome]]
    modifiers: Modifiers
    effectiveness: Modifiers
    retreats: Mapping[str, int]
    rally: Modifiers
    limits: Mapping[str, int]

    def failed(self, what: str, excess: int) -> Outcome | None:
        """wv 13.1-0, 13.1-D, 13.1-U, 13.1-F: what a die does that exceeds the rating by so much; None for a check that
        is passed. what: UNFORMED, FORMED or DISORDERED."""
        return self.failure[what][excess >= _WORSE] if excess > 0 else None


@dataclass(frozen=True, slots=True)
class FatigueLevel:
    """wv 15.2-1, 15.2-2: a level of fatigue. points: those that make it. rating: what it adds to the rating of foot and
    horse. shock_check: whether a unit checks morale before it attacks."""

    level: int
    name: str
    points: range
    rating: int
    shock_check: bool


@dataclass(frozen=True, slots=True)
class FatigueCharts:
    """wv 15.11.1, 15.11.2, 15.12, 15.21, 15.22, 15.23, 14.21, 14.22-1: levels, lowest first. gain, recovery: points.
    most: the end of the scale. demoralization: `level` from which on armies check, `rating` that it costs."""

    levels: Sequence[FatigueLevel]
    gain: Mapping[str, int]
    recovery: Mapping[str, int]
    most: int
    demoralization: Mapping[str, int]

    def level(self, points: int) -> FatigueLevel:
        """wv 15.2-1: the level of a brigade with so many points."""
        return next(one for one in reversed(self.levels) if points >= one.points[0])

    def recovered(self, points: int) -> int:
        """wv 15.12: points after an hour of rest."""
        if points < self.recovery["least"]:
            return points
        return max(self.recovery["floor"], points - self.recovery["points"])


@dataclass(frozen=True, slots=True)
class GunCharts:
    """wv 6.32-2, 7.57, 7.62-0, 12.43.3: least: the die that loses a gun on the move. modifiers: of it. limber_part:
    limbering to retreat loses one at a die of at most guns by this. crew_guns: guns of one step of a crew. captured:
    guns lost under the enemy's foot."""

    least: int
    modifiers: Modifiers
    limber_part: int
    crew_guns: int
    captured: int

    def crew_steps(self, guns: int) -> int:
        """wv 7.62-0: steps of the crew of so many guns."""
        return -(-guns // self.crew_guns)

    def breaks(self, die: int, modifier: int) -> bool:
        """wv 6.32-2: whether a gun is lost on the move."""
        return die + modifier >= self.least

    def left_limbering(self, die: int, guns: int) -> bool:
        """wv 7.57: whether a gun is lost where a battery limbers to retreat."""
        return die <= guns // self.limber_part


def read_morale(data: Mapping[str, Any]) -> MoraleCharts:
    """wv 13.13-b, 13.13-c, 13.13-d, 13.13-e, 13.13-f, 13.13-g, 13.13-h, 13.13-i, 13.13-j, 13.13-k, 13.13-l, 13.13-m,
    13.13-n, 13.13-o, 13.2-b, 13.2-c, 13.2-d, 13.2-e, 13.2-f: data/charts/morale.yaml. Raises KeyError or ValueError."""
    return MoraleCharts(
        failure={
            what: (_outcome(row["by-1"]), _outcome(row["by-4"]))
            for what, row in data["failure"].items()
            if mark(row["from"])
        },
        modifiers=read_modifiers(data["modifiers"]),
        effectiveness=read_modifiers(data["effectiveness"]),
        retreats=numbers(data["retreats"]),
        rally=read_modifiers(data["rally"]),
        limits=numbers(data["rally-limits"]),
    )


def _outcome(text: str) -> Outcome:
    state, hexes = text.split()
    return Outcome(state, int(hexes))


def read_fatigue(data: Mapping[str, Any]) -> FatigueCharts:
    """wv 15.0: data/charts/fatigue.yaml. Raises KeyError or ValueError."""
    return FatigueCharts(
        levels=tuple(
            FatigueLevel(
                int(row["level"]), row["name"], span(row["points"]), int(row["rating"]), row["shock-check"] == "yes"
            )
            for row in data["levels"]
            if mark(row["from"])
        ),
        gain=numbers(data["gain"]),
        recovery=numbers(data["recovery"]),
        most=numbers(data["most"])["points"],
        demoralization=numbers(data["demoralization"]),
    )


def read_guns(data: Mapping[str, Any]) -> GunCharts:
    """wv 6.32-1: data/charts/guns.yaml. Raises KeyError or ValueError."""
    return GunCharts(
        least=numbers(data["loss"])["least"],
        modifiers=read_modifiers(data["modifiers"]),
        limber_part=numbers(data["limber-to-retreat"])["part"],
        crew_guns=int(data["crew"]["guns"]),
        captured=numbers(data["captured"])["guns"],
    )
