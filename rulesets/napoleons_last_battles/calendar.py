"""The turn track: which turns a scenario has, and day, night, rain or mud on each (4.0, 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rulesets.napoleons_last_battles.choices import Value
from rulesets.napoleons_last_battles.reading import words

DAY: Final = "day"
NIGHT: Final = "night"
CLEAR: Final = "clear"
RAIN: Final = "rain"


@dataclass(frozen=True, slots=True)
class Turn:
    """nlb 4.0-2, 4.0-3: a turn. id: such as `16/1400`. kind: `day`, `night`, `rain` or `mud`. hours: its length.

    first: whether it is the first daylight turn of its day (14.0-1). dim: whether it is dawn or dusk (16.3-3).
    """

    id: str
    number: int
    kind: str
    hours: int
    first: bool
    dim: bool = False


def read_turns(scenario: Mapping[str, Any], calendar: Mapping[str, Any], options: Mapping[str, Value]) -> list[Turn]:
    """nlb 2.3A, 4.2-1, 4.3-1, 16.2, 18.2B, 19.2B, 20.2B, 21.2B, 22.2B, 22.5C, 24.2B, 26.0B, 26.0C, 26.0D, 27.2B,
    28.0B: the turns of a scenario under its options.

    Where the weather is rolled for (22.6A) no turn is a rain turn by the calendar.
    """
    data = scenario["turns"]
    early = data.get("early-if", "")
    first = data["early"] if early and options[early] is True else data["from"]
    track = [(f"{day}/{hour}", kind) for day in calendar["days"] for hour, kind in calendar["turns"].items()]
    names = [name for name, _ in track]
    if first not in names or data["to"] not in names:
        raise ValueError(f"{first} or {data['to']} is no turn of the calendar")
    wet = data.get("rain") == "calendar" and not _is_rolled(data, options)
    weather = {
        **dict.fromkeys(calendar["rain"] if wet else (), "rain"),
        **dict.fromkeys(words(data.get("mud")), "mud"),
    }
    light = {"night": "night", "dawn": "day" if options.get("dawn") is True else "night", "day": "day"}
    turns: list[Turn] = []
    seen: set[str] = set()
    for name, kind in track:
        day, bright = name.partition("/")[0], light[kind] == "day"
        is_first = bright and day not in seen
        if bright:
            seen.add(day)
        if names.index(first) <= names.index(name) <= names.index(data["to"]):
            now = weather.get(name, "day") if bright else "night"
            turns.append(
                Turn(
                    name,
                    len(turns) + 1,
                    now,
                    int(calendar["hours"][kind]),
                    is_first,
                    name.partition("/")[2] in calendar["dim"],
                )
            )
    return turns


def turn_name(turn: str) -> str:
    """`16 June, 1500`: a turn as people say it. turn: its id."""
    day, _, hour = turn.partition("/")
    return f"{int(day)} June, {hour}"


def conditions(turn: Turn, rolled: str) -> str:
    """nlb 4.2-1, 4.3-1, 22.6A: `day`, `night`, `rain` or `mud`. rolled: what the last weather die made of the day."""
    return RAIN if turn.kind == DAY and rolled == RAIN else turn.kind


def read_weather(
    scenario: Mapping[str, Any], calendar: Mapping[str, Any], options: Mapping[str, Value]
) -> Mapping[str, Any]:
    """nlb 22.6A: the turns on which the weather is rolled for, and what each face makes of it; {} where it is not."""
    return calendar["weather"] if _is_rolled(scenario["turns"], options) else {}


def _is_rolled(data: Mapping[str, Any], options: Mapping[str, Value]) -> bool:
    name = data.get("rolled-if", "")
    return bool(name) and options[name] is True
