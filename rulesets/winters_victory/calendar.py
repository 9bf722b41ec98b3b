"""The turn track: kinds of turns, their clock, and which are hourly (4.2 to 4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.lean import dataclass
from rulesets.winters_victory.charts import mark, span

DAWN, DAY, DUSK, EVENING, NIGHT, TRANSITION = "dawn", "day", "dusk", "evening", "night", "transition"
ALL_PHASES: Final = tuple(range(1, 11))
"""4.1: the ten phases of a game turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """wv 4.2, 4.3, 4.4, 4.5: a game turn. kind: one of the six above. minute: of the day when it begins. minutes: how
    long it is. hourly: whether its interphase has the segments C to G. visibility: hexes of sight that the hour leaves,
    None for no limit. phases: of 4.1 that are played."""

    number: int
    kind: str
    minute: int
    minutes: int
    hourly: bool
    visibility: int | None
    phases: tuple[int, ...]

    @property
    def clock(self) -> str:
        """`06:15`; of a turn that begins after midnight the hour of the next day."""
        return f"{self.minute // 60 % 24:02}:{self.minute % 60:02}"

    @property
    def dark(self) -> bool:
        """wv 4.3, 4.4: whether the rules for evening and night hold."""
        return self.kind in (EVENING, NIGHT, TRANSITION)


Calendar = Mapping[int, Turn]
"""Number -> turn, 1 to 61."""


def read_calendar(data: Mapping[str, Any]) -> Calendar:
    """wv 4.0-1, 4.0-2, 4.1.1-hourly, 4.5: data/calendar.yaml. Raises KeyError or ValueError for a track with gaps."""
    mark(data["first-minute"]["from"])
    mark(data["hourly"]["from"])
    mark(data["transition"]["from"])
    hours, _, minutes = data["first-minute"]["at"].partition(":")
    minute = int(hours) * 60 + int(minutes)
    hourly = frozenset(int(text) for text in data["hourly"]["turns"].split())
    few = tuple(int(text) for text in data["transition"]["phases"].split())
    found: dict[int, Turn] = {}
    for kind, row in data["kinds"].items():
        mark(row["from"])
        for number in span(row["turns"]):
            if number != len(found) + 1:
                raise ValueError(f"turn {number} does not follow turn {len(found)}")
            visibility = None if row["visibility"] == "-" else int(row["visibility"])
            phases = few if kind == TRANSITION else ALL_PHASES
            found[number] = Turn(number, kind, minute, int(row["minutes"]), number in hourly, visibility, phases)
            minute += int(row["minutes"])
    return found
